"""What the README claims is done, word for word."""
from __future__ import annotations

import re
import shlex
import sys
from pathlib import Path

import pytest

from sim.cli import run
from sim.referee import library
from tests.referee.rows import comes_out, verdicts

README = Path(__file__).parent.parent / "README.md"
BLOCKS = re.findall(r"```(\w+)\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL)
COMMANDS = [line for kind, block in BLOCKS if kind == "sh" for line in block.splitlines() if line.startswith("referee ")]


def blocks(kind: str) -> list[str]:
    return [block for found, block in BLOCKS if found == kind]


@pytest.fixture
def folder(tmp_path, monkeypatch, capsys):
    """A folder as it is after `referee demo`, with the README's own scenario beside the demo's."""
    monkeypatch.chdir(tmp_path)
    assert run(["demo", "--no-proofs"]) == 0
    (tmp_path / "demo-table" / "over.toml").write_text(blocks("toml")[0], encoding="utf-8")
    return capsys.readouterr().out


def test_the_output_shown_is_the_output_there_is_and_the_picture_is_a_proof_of_it(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert run(["demo"]) == 0
    assert blocks("text")[0] == capsys.readouterr().out
    shown = re.search(r"!\[[^]]*\]\(([^)]+\.svg)\)", README.read_text(encoding="utf-8"))[1]
    words = [set(re.findall(r"<text[^>]*>([^<]+)<", path.read_text(encoding="utf-8")))
             for path in (README.parent / shown, tmp_path / "demo-table-proofs" / "move-05-fallout-factions" / "sheet.svg")]
    hashes = re.compile(r"[0-9a-f]{16}")
    assert {w for w in words[0] if not hashes.search(w)} == {w for w in words[1] if not hashes.search(w)}


def test_the_difference_shown_is_the_one_told(folder, capsys):
    command = next(line for line in COMMANDS if line.count("--ruleset") == 4)
    run(shlex.split(command, comments=True)[1:])
    assert blocks("text")[1].replace("\n", " ").strip() in capsys.readouterr().out


@pytest.mark.parametrize("line", COMMANDS)
def test_every_command_shown_ends_as_the_readme_says(folder, line, capsys):
    said = re.search(r"exit code (\d)", line)
    before = [earlier for earlier in COMMANDS[:COMMANDS.index(line)] if earlier.startswith("referee prove")] if "verify" in line else []
    assert all(run(shlex.split(earlier)[1:]) == 0 for earlier in before)
    code = run(shlex.split(line, comments=True)[1:])
    assert code == (int(said[1]) if said else 0), capsys.readouterr()


def test_there_is_something_to_run():
    assert len(COMMANDS) >= 5 and len(blocks("toml")) == 1 and len(blocks("python")) == 2


def test_the_python_shown_runs(folder):
    exec(compile(blocks("python")[0], "README.md", "exec"), {})


def test_the_make_targets_shown_exist():
    makefile = README.with_name("Makefile").read_text()
    shown = [line.split()[1] for block in blocks("sh") for line in block.splitlines() if line.startswith("make ")]
    assert shown == ["demo", "test"]
    assert all(re.search(rf"^{target}:", makefile, re.MULTILINE) for target in shown)


def test_the_readme_names_the_games_there_are():
    assert library.names() == ["bushido", "fallout-factions", "warcry", "warhammer-40k"]


@pytest.fixture
def fifth_game(tmp_path, monkeypatch):
    """The invented game of the README as one more file among the rulesets."""
    import rulesets
    (tmp_path / "kerbs_and_cobbles.py").write_text(blocks("python")[1], encoding="utf-8")
    monkeypatch.setattr(rulesets, "__path__", [*rulesets.__path__, str(tmp_path)])
    library._shelf.cache_clear()
    yield library.ruleset("kerbs-and-cobbles")
    library._shelf.cache_clear()
    sys.modules.pop("rulesets.kerbs_and_cobbles", None)


def test_the_game_added_in_one_file_is_known_everywhere_and_its_rows_come_out(fifth_game, folder, capsys):
    assert run(["rules", "kerbs-and-cobbles"]) == 0 and "C03" in capsys.readouterr().out
    assert run(["check", "demo-table/demo.toml", "--ruleset", "kerbs-and-cobbles", "--readings", "all"]) == 1
    assert all(fifth_game.coverage().values())
    for example in fifth_game.examples:
        for readings, says in verdicts(example):
            comes_out(fifth_game, example, readings, says)


def test_a_scenario_without_units_is_refused_with_a_suggestion(folder, capsys):
    path = Path("demo-table/over.toml")
    path.write_text(path.read_text().replace('units = "mm"', ""))
    assert run(["check", str(path)]) == 2
    err = capsys.readouterr().err
    assert "E_UNITS" in err and "mm" in err
