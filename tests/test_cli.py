"""The command line: what it prints, what it returns, and that it never shows a traceback."""
from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

from meshes import ledge, open_ground, tower, trench
from sim.cli import run
from sim.scenario import dumps_toml

GAME = "fallout-factions"
RULING_KEYS = {"move", "model", "ruleset", "edition", "action", "verdict", "score", "margin", "distance", "ends", "legs", "effects", "findings",
               "readings", "cross_check", "decider"}
FINDING_KEYS = {"clause", "ids", "cite", "truth", "measured", "relation", "limit", "unit", "uncertainty", "slack", "says", "readings", "at"}


@pytest.fixture
def written(tmp_path):
    """Writes a scenario's dict as a file and returns its path as text."""
    def write(data: dict, name: str = "scenario.toml") -> str:
        path = tmp_path / name
        path.write_text(json.dumps(data) if name.endswith(".json") else dumps_toml(data), encoding="utf-8")
        return str(path)
    return write


@pytest.fixture
def answered(capsys):
    """Runs the command with --json and returns its exit code and its one document."""
    def ask(*arguments: str):
        code = run([*arguments, "--json"])
        return code, json.loads(capsys.readouterr().out)
    return ask


def plain(walk: float = 5, **more) -> dict:
    return open_ground().scenario(walk=walk, rulesets=[GAME], **more)


def with_moves(data: dict, *moves: dict) -> dict:
    return data | {"moves": list(moves)}


@pytest.mark.parametrize("option", ["--help", "--version"])
def test_help_and_version_load_nothing_heavy(option):
    told = subprocess.run([sys.executable, "-c", f"import sys; from sim.cli import run; run(['{option}']); print(*sys.modules, file=sys.stderr)"],
                          capture_output=True, text=True, check=True)
    assert told.stdout
    assert not {"numpy", "numba", "trimesh", "pybullet", "msgspec"} & set(told.stderr.split())


@pytest.mark.parametrize("form", [(), ("--json",)])
@pytest.mark.parametrize("walk, code", [(5, 0), (9, 1)])
def test_the_exit_code_tells_legal_from_illegal(written, capsys, walk, code, form):
    assert run(["check", written(plain(walk)), *form]) == code


@pytest.mark.parametrize("form", [(), ("--json",)])
def test_an_undecided_move_has_an_exit_code_of_its_own(written, form):
    doubtful = ledge(0.995).scenario(allowance=5.5, rulesets=[GAME])          # free below an inch, and too dear if it is not
    doubtful["terrain"][0]["scan"] = {"noise": 0.01}
    assert run(["check", written(doubtful), *form]) == 3


@pytest.mark.parametrize("form", [(), ("--json",)])
@pytest.mark.parametrize("arguments, code", [
    (["check"], 2), (["check", "{file}", "--nonsense"], 2), (["check", "no such file.toml"], 2), (["nonsense"], 2), (["check", "{file}", "--workers", "0"], 2),
    (["check", "{file}", "--ruleset", "fallout"], 2), (["check", "{file}", "--reading", "gap_width"], 2), (["check", "{file}", "--readings", "some"], 2),
    (["check", "{file}", "--reading", "gap_widht=narrowest"], 2), (["check", "{file}", "--reading", "gap_width=narow"], 2),
    (["check", "{file}", "--limit", "triangels=5"], 2), (["check", "{file}", "--limit", "triangles=none"], 2),
    (["check", "{file}", "--limit", "scenario_mb=1e-6"], 4), (["rules", "fallout"], 2),
])
def test_what_cannot_be_done_is_refused_without_a_traceback(written, capsys, arguments, code, form):
    file = written(plain())
    assert run([a.format(file=file) for a in arguments] + list(form)) == code
    out, err = capsys.readouterr()
    assert "Traceback" not in out + err
    if form:
        document = json.loads(out)
        assert document["error"] == document["errors"][0]
        assert set(document["error"]) == {"code", "message", "at"}
    else:
        assert err.strip() and not out


def test_a_misspelt_reading_is_told_what_was_meant(written, capsys):
    run(["check", written(plain()), "--reading", "gap_widht=narrowest"])
    assert "did you mean 'gap_width'" in capsys.readouterr().err


def test_all_faults_of_a_file_are_told_at_once(written, answered):
    broken = plain() | {"colour": "red"}
    broken["models"][0]["base"] = "large"
    code, document = answered("check", written(broken))
    assert code == 2
    assert len(document["errors"]) == 2


def test_the_document_has_the_promised_keys(written, answered):
    code, document = answered("check", written(trench(width=1.2).scenario(rulesets=[GAME])), "--readings", "all")
    assert code == 0
    assert {"version", "scenario", "sha256", "warnings", "rulings"} <= set(document)
    ruling = document["rulings"][0]
    assert set(ruling) == RULING_KEYS | {"all_readings"}
    assert set(ruling["all_readings"]) == {"agree", "legal", "pivots"}
    assert all(set(finding) == FINDING_KEYS for finding in ruling["findings"])
    assert ruling["distance"]["charged"] == pytest.approx(5)


def test_json_and_toml_of_one_scenario_are_ruled_alike(written, answered):
    answers = [answered("check", written(plain(9), name))[1]["rulings"] for name in ("a.toml", "a.json")]
    assert answers[0] == answers[1]


def test_the_worst_of_several_files_decides_and_the_good_ones_are_ruled(written, answered):
    good, far = written(plain(5), "good.toml"), written(plain(9), "far.toml")
    code, document = answered("check", good, far)
    assert code == 1
    assert [s["rulings"][0]["verdict"] for s in document["scenarios"]] == ["legal", "illegal"]
    code, document = answered("check", good, "missing.toml")
    assert code == 2
    assert document["scenarios"][0]["rulings"] and document["scenarios"][1]["error"]


def test_a_move_that_cannot_be_judged_leaves_the_others_ruled(written, answered):
    data = with_moves(plain(), {"model": "A", "path": [[13, 12, 3]]}, {"model": "A", "path": [[13, 12]]}, {"model": "A", "path": [[17, 12]]})
    code, document = answered("check", written(data))
    assert code == 2
    assert document["rulings"][0]["error"]["code"] == "E_LEVEL"
    assert [r["verdict"] for r in document["rulings"][1:]] == ["legal", "illegal"]


def test_a_reading_from_the_command_line_is_used(written, answered):
    as_wide = written(trench(width="32 mm").scenario(path=[{"to": (5, 0, 2), "by": "walk"}], rulesets=[GAME]))
    assert answered("check", as_wide)[1]["rulings"][0]["verdict"] == "illegal"
    assert answered("check", as_wide, "--reading", "gap_as_wide_as_base=crosses")[1]["rulings"][0]["verdict"] == "legal"


def test_the_command_lines_reading_wins_over_the_moves_and_the_moves_over_the_files(written, answered):
    data = trench(width="32 mm").scenario(path=[{"to": (5, 0, 2), "by": "walk"}], rulesets=[GAME], readings={"gap_as_wide_as_base": "crosses"})
    assert answered("check", written(data))[1]["rulings"][0]["verdict"] == "legal"
    data["moves"][0]["readings"] = {"gap_as_wide_as_base": "blocks"}
    assert answered("check", written(data))[1]["rulings"][0]["verdict"] == "illegal"
    assert answered("check", written(data), "--reading", "gap_as_wide_as_base=crosses")[1]["rulings"][0]["verdict"] == "legal"


def test_in_sequence_each_move_starts_where_the_legal_ones_before_it_ended(written, answered):
    moves = [{"model": "A", "path": [[13, 12]]}, {"model": "A", "path": [[22, 12]]}, {"model": "A", "path": [[13, 17]]}]
    told = answered("check", written(with_moves(plain(), *moves) | {"order": "sequence"}))[1]["rulings"]
    assert [r["verdict"] for r in told] == ["legal", "illegal", "legal"]
    assert [r["distance"]["charged"] for r in told] == pytest.approx([5, 9, 5])
    assert [r["distance"]["charged"] for r in answered("check", written(with_moves(plain(), *moves)))[1]["rulings"]] == pytest.approx([5, 14, 50 ** 0.5])


def test_two_workers_give_the_bytes_of_one(written, capsys):
    data = with_moves(plain(), *({"model": "A", "path": [[8 + n, 12]]} for n in range(1, 10)))
    file = written(data)
    outputs = []
    for workers in ("1", "2"):
        run(["check", file, "--json", "--workers", workers])
        outputs.append(capsys.readouterr().out)
    assert outputs[0] == outputs[1]


def test_the_table_says_verdict_charge_margin_and_where_the_book_says_so(written, capsys):
    run(["check", written(plain(9))])
    out = capsys.readouterr().out
    assert "✗ illegal" in out and "9.00 of 8 in" in out and "-1.00" in out
    assert "p. 1" in out and "1 illegal" in out


def test_verbose_shows_every_leg_and_every_finding(written, capsys, answered):
    file = written(tower(3).scenario(walk=4, rulesets=[GAME]))
    _, document = answered("check", file)
    run(["check", file, "--verbose"])
    out = capsys.readouterr().out
    assert all(leg["by"] in out for leg in document["rulings"][0]["legs"])
    assert all(finding["says"] in out for finding in document["rulings"][0]["findings"])


def test_a_name_cannot_drive_the_terminal(written, capsys):
    data = plain()
    data["title"] = data["models"][0]["name"] = data["moves"][0]["model"] = "\x1b[2Jgone [red]"
    run(["check", written(data, "a.json"), "-v"])
    out = capsys.readouterr().out
    assert "\x1b" not in out and "[red]" in out


def test_colour_is_left_out_where_it_is_not_wanted(written):
    told = subprocess.run([sys.executable, "-m", "sim", "check", written(plain())], capture_output=True, text=True,
                          env=os.environ | {"NO_COLOR": "1", "FORCE_COLOR": ""})
    assert told.returncode == 0 and "\x1b[3" not in told.stdout and "legal" in told.stdout


def test_a_reader_that_goes_away_is_no_fault():
    read, write = os.pipe()
    os.close(read)
    told = subprocess.run([sys.executable, "-m", "sim", "schema"], stdout=write, stderr=subprocess.PIPE, text=True)
    os.close(write)
    assert told.returncode == 141 and told.stderr == ""


def test_expectations_that_are_met_pass_and_are_counted(written, capsys):
    assert run(["test", written(plain(5, expect={"verdict": "legal", "charged": 5.0, "ends_at": [13, 12, 0], "disputed": False}))]) == 0
    assert capsys.readouterr().out == "1 passed, 0 failed\n"


def test_each_miss_has_a_line_and_makes_the_test_fail(written, capsys):
    file = written(plain(9, expect={"verdict": "legal", "charged": 5.0, "fails": ["F19", "F28"]}))
    assert run(["test", file]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 4 and lines[-1] == "0 passed, 1 failed"
    assert all(line.startswith(f"{file}: move 0 (A, {GAME}): ") for line in lines[:3])
    assert "illegal, expected legal" in lines[0] and "charged 9 in, expected 5 in" in lines[1] and "F28 is not among" in lines[2]


def test_a_change_of_reading_is_judged_on_its_own(written, capsys):
    expect = {"verdict": "illegal", "readings": {"gap_as_wide_as_base.crosses": "legal", "gap_as_wide_as_base.blocks": "illegal"}, "disputed": True}
    data = trench(width="32 mm").scenario(path=[{"to": (5, 0, 2), "by": "walk"}], rulesets=[GAME], expect=expect)
    assert run(["test", written(data)]) == 0, capsys.readouterr().out
    data["moves"][0]["expect"]["readings"]["gap_as_wide_as_base.crosses"] = "illegal"
    assert run(["test", written(data)]) == 1
    assert "under gap_as_wide_as_base.crosses it is legal, expected illegal" in capsys.readouterr().out


def test_a_ruleset_that_does_not_exist_yet_is_a_miss_that_says_so(written, capsys):
    assert run(["test", written(plain(expect={"verdict": "legal"}) | {"rulesets": ["the-next-game"]})]) == 1
    out = capsys.readouterr().out
    assert "the-next-game" in out and "E_RULESET" in out and out.endswith("0 passed, 1 failed\n")


def test_a_folder_is_searched_for_scenarios_and_an_empty_one_refused(written, tmp_path, capsys):
    written(plain(5, expect={"verdict": "legal"}), "one.toml")
    (tmp_path / "below").mkdir()
    written(plain(5, expect={"verdict": "legal"}), "below/two.json")
    assert run(["test", str(tmp_path)]) == 0
    assert capsys.readouterr().out == "2 passed, 0 failed\n"
    (tmp_path / "empty").mkdir()
    assert run(["test", str(tmp_path / "empty")]) == 2


def test_rules_lists_every_ruleset_and_shows_one_whole(capsys, answered):
    assert run(["rules"]) == 0
    assert GAME in capsys.readouterr().out
    code, document = answered("rules", GAME)
    assert code == 0 and document["name"] == GAME and document["clauses"] and document["modes"]
    gap = next(d for d in document["definitions"] if d["name"] == "gap_as_wide_as_base")
    assert [r["name"] for r in gap["readings"]] == ["blocks", "crosses"]
    assert run(["rules", GAME]) == 0
    out = capsys.readouterr().out
    assert "gap_as_wide_as_base" in out and "statements of the text" in out


def test_the_schema_is_a_json_schema_of_scenarios(capsys):
    assert run(["schema"]) == 0
    assert "ScenarioTable" in json.loads(capsys.readouterr().out)["$defs"]


def test_the_demo_comes_out_as_its_file_expects(tmp_path, capsys):
    assert run(["demo", "--out", str(tmp_path / "table")]) == 0
    out = capsys.readouterr().out
    assert "✓ legal" in out and "✗ illegal" in out and "not as expected" not in out
    assert run(["test", str(tmp_path / "table")]) == 0


def test_a_new_ruleset_is_never_written_over_another(tmp_path, capsys):
    assert run(["new", "my-game", "--out", str(tmp_path)]) == 0
    before = (tmp_path / "my_game.py").read_text()
    assert 'Ruleset("my-game"' in before
    assert run(["new", "my-game", "--out", str(tmp_path)]) == 2
    assert (tmp_path / "my_game.py").read_text() == before


@pytest.mark.parametrize("name", ["My-Game", "../x", "class", "1st", "a--b", "a_b", ""])
def test_a_name_that_is_no_ruleset_name_is_refused(tmp_path, capsys, name):
    assert run(["new", name, "--out", str(tmp_path)]) == 2
    assert not list(tmp_path.iterdir())
