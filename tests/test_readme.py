"""What the README claims is done, word for word."""
from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from sim.cli import run
from sim.referee import library

README = Path(__file__).parent.parent / "README.md"
BLOCKS = re.findall(r"```(\w+)\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL)
COMMANDS = [line for kind, block in BLOCKS if kind == "sh" for line in block.splitlines() if line.startswith("referee ")]


def blocks(kind: str) -> list[str]:
    return [block for found, block in BLOCKS if found == kind]


@pytest.fixture
def folder(tmp_path, monkeypatch, capsys):
    """A folder as it is after `referee demo`, with the README's own scenario beside the demo's."""
    monkeypatch.chdir(tmp_path)
    assert run(["demo"]) == 0
    (tmp_path / "demo-table" / "over.toml").write_text(blocks("toml")[0], encoding="utf-8")
    return capsys.readouterr().out


def test_the_output_shown_is_the_output_there_is(folder):
    assert blocks("text") == [folder]


@pytest.mark.parametrize("line", COMMANDS)
def test_every_command_shown_ends_as_the_readme_says(folder, line, capsys):
    said = re.search(r"exit code (\d)", line)
    code = run(shlex.split(line, comments=True)[1:])
    assert code == (int(said[1]) if said else 0), capsys.readouterr()


def test_there_is_something_to_run():
    assert len(COMMANDS) >= 5 and len(blocks("toml")) == 1 and len(blocks("python")) == 1


def test_the_python_shown_runs(folder):
    exec(compile(blocks("python")[0], "README.md", "exec"), {})


def test_the_make_targets_shown_exist():
    makefile = README.with_name("Makefile").read_text()
    shown = [line.split()[1] for block in blocks("sh") for line in block.splitlines() if line.startswith("make ")]
    assert shown == ["demo", "test"]
    assert all(re.search(rf"^{target}:", makefile, re.MULTILINE) for target in shown)


def test_the_readme_counts_the_games_there_are():
    assert library.names() == ["fallout-factions"], "the README says that only one game is there"


def test_a_scenario_without_units_is_refused_with_a_suggestion(folder, capsys):
    path = Path("demo-table/over.toml")
    path.write_text(path.read_text().replace('units = "mm"', ""))
    assert run(["check", str(path)]) == 2
    err = capsys.readouterr().err
    assert "E_UNITS" in err and "mm" in err
