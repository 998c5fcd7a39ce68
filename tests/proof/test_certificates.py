"""Certificates of real rulings: proved, accepted by the checker, the same every time."""
import json
import subprocess
import sys
from pathlib import Path

import pytest

import sim
from benchmarks.proof.speed import scan
from sim.cli import run
from sim.proof.certificate import canonical, leaves, part_of, says, seal_of
from sim.proof.check import check
from sim.proof.write import prove
from sim.scenario import read_scenario, scenario_from_dict
from tests.proof.forger import written

ROOT = Path(__file__).parents[2]
GAME = "fallout-factions"
CASES = sorted((ROOT / "tests/cases").glob("*.toml"))

RAMP = {"rulesets": [GAME], "board": {"size": [24, 24]}, "terrain": [
    {"name": "ramp", "wedge": [4, 6, 1], "at": [11, 10.5, 0], "turn": 20}, {"name": "post", "box": [1, 1, 3], "at": [5.9, 10.5, 0], "turn": 30},
    {"name": "wall", "box": [3, 0.5, 2], "at": [6.95, 7.89, 0], "turn": 22}],
    "models": [{"name": "A", "base": 32, "at": [4, 8], "stats": {"move": 8, "agility": 5}}], "moves": [{"model": "A", "path": [[10, 10.4]]}]}


@pytest.mark.parametrize("path", CASES, ids=lambda p: p.stem)
def test_every_case_is_proved_and_accepted(path, tmp_path):
    scenario = read_scenario(path)
    for i in range(len(scenario.moves)):
        game = scenario.moves[i].ruleset or scenario.rulesets[0]
        document, triangles = prove(scenario, i, game, every_reading=False, cross_check=False)
        report = check(written(tmp_path, document, triangles))
        assert report.accepted, (i, report.refused)
        assert report.verdict == document["verdict"]["word"]


def test_a_slanting_way_past_a_post_is_proved_by_planes(tmp_path):
    document, triangles = prove(scenario_from_dict(RAMP), 0, GAME)
    planes = [n for f in document["facts"].values() for piece in f.get("pieces", []) for n in piece]
    report = check(written(tmp_path, document, triangles))
    assert report.accepted, report.refused
    assert planes


@pytest.mark.parametrize("noise", [0.0, 0.01])
def test_a_way_over_a_scan_is_proved_with_few_planes(noise, tmp_path):
    scan(tmp_path / "scan.stl", noise, 97)
    scene = {"board": {"size": [24, 24], "floor": False}, "scan": {"noise": noise}, "terrain": [
        {"name": "scan", "mesh": "scan.stl", "units": "in", "at": [12, 12, 0]}],
             "models": [{"name": "A", "base": 32, "at": [8, 12], "stats": {"move": 8, "agility": 5}}], "moves": [{"model": "A", "path": [[13.1, 10.2]]}]}
    document, triangles = prove(scenario_from_dict(scene, tmp_path), 0, GAME, every_reading=False, cross_check=False)
    report = check(written(tmp_path, document, triangles))
    assert report.accepted, report.refused
    assert 0 < sum(len(piece) for f in document["facts"].values() for piece in f.get("pieces", [])) < 100


def test_a_units_move_is_proved_model_by_model(tmp_path):
    squad = [{"name": n, "unit": "squad", "base": 32, "at": [4 + 2 * k, 8], "stats": {"move": 6}} for k, n in enumerate("AB")]
    scene = {"board": {"size": [24, 24]}, "models": squad,
             "moves": [{"unit": "squad", "action": "normal-move", "paths": {"B": [[9, 8]], "A": [[7, 8]]}}]}
    document, triangles = prove(scenario_from_dict(scene), 0, "warhammer-40k", every_reading=False, cross_check=False)
    report = check(written(tmp_path, document, triangles))
    assert report.accepted, report.refused
    assert [w["model"] for w in document["ways"]] == ["B", "A"]
    assert "that the claims are those that warhammer-40k makes" in report.open


def test_the_same_move_gives_the_same_bytes():
    first, second = (prove(scenario_from_dict(RAMP), 0, GAME) for _ in range(2))
    assert canonical(first[0]) == canonical(second[0])
    assert first[1] == second[1]


def test_the_checker_needs_nothing_but_the_standard_library(tmp_path):
    path = written(tmp_path, *prove(scenario_from_dict(RAMP), 0, GAME, every_reading=False))
    code = ("import sys; sys.path.insert(0, sys.argv[1]); sys.modules['numpy'] = None\n"
            "from sim.proof.check import command; code = command.run([__import__('pathlib').Path(sys.argv[2])], True)\n"
            "outside = {m.partition('.')[0] for m in sys.modules} - set(sys.stdlib_module_names) - {'sim', '__main__', 'numpy', 'sitecustomize'}\n"
            "ours = {m for m in sys.modules if m.startswith('sim.')} - {'sim.proof', 'sim.proof.certificate', 'sim.proof.check'}\n"
            "assert not outside, outside; assert all(m.startswith('sim.proof.check.') for m in ours), ours; sys.exit(code)")
    ran = subprocess.run([sys.executable, "-I", "-S", "-c", code, str(ROOT), str(path)], capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr
    assert "accepted, legal" in ran.stdout and "What no checker can know" in ran.stdout


def test_a_certificate_reads_in_words():
    document, _ = prove(scenario_from_dict(RAMP), 0, GAME, every_reading=False)
    claim = next(c for c in document["claims"] if c["clause"] == "within_the_distance")
    assert part_of(document, claim)["ids"] == ["F19", "F22", "F18"]
    assert says(claim["claim"]) == "distance charged 6.46 in <= allowance 8 in"
    assert [leaf["truth"] for leaf in leaves(claim["claim"])] == ["holds"]
    assert document["hashes"]["seal"] == seal_of(document)


def test_prove_and_verify_from_the_command_line(tmp_path, capsys):
    scenario = tmp_path / "scene.json"
    scenario.write_text(json.dumps(RAMP))
    out = tmp_path / "proofs"
    assert run(["prove", str(scenario), "--out", str(out)]) == 0
    assert run(["verify", str(out), "--json", "--scenario", str(scenario)]) == 0
    told = capsys.readouterr().out
    assert '"accepted": true' in told
    scenario.write_text(json.dumps(RAMP | {"title": "another day"}))
    assert run(["verify", str(out), "--scenario", str(scenario)]) == 2


def test_readings_that_price_the_move_are_listed_though_no_claim_rests_on_them():
    scene = RAMP | {"terrain": [{"name": "slab", "box": [4, 6, 2], "at": [10, 8, 0]}], "moves": [{"model": "A", "path": [[10, 8]]}]}
    document, _ = prove(scenario_from_dict(scene), 0, GAME, every_reading=False)
    assert document["readings"]["climb_cost"]["reading"] == "every_up_and_down"


def test_prove_and_verify_from_python(tmp_path):
    (tmp_path / "scene.json").write_text(json.dumps(RAMP))
    [entry] = sim.prove(tmp_path / "scene.json", tmp_path / "proofs")
    assert entry["verdict"] == "legal"
    report = sim.verify(tmp_path / "proofs" / entry["folder"] / "certificate.json")
    assert report.accepted and report.verdict == "legal" and not report.refused
