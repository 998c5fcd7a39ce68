"""Every move of the shared cases, under each ruleset there is, against what its file expects."""
from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from sim import batch
from sim.referee import library
from sim.scenario import read_scenario

ROOT = Path(__file__).parent.parent
OURS = sorted((ROOT / "tests" / "cases").glob("*.toml"))
PRINTED = ROOT.parent / "shared" / "cases" / "meshes.toml"          # real printed terrain, whose licence keeps it outside this project
PRINTED_ROWS = {0: "the stair whose height is free", 1: "the stair whose height is paid", 2: "the slots under a base of 32 mm", 3: "60 mm between rails", 4: "70 mm between rails"}

read = cache(read_scenario)


def rows():
    for path in OURS:
        for i, move in enumerate(read(path).moves):
            yield pytest.param(path, i, id=f"{path.stem}-{i}-{getattr(move, 'model', None) or move.unit}")


def missed(path: Path, i: int) -> list[str]:
    """What move `i` of the file misses of its expectations, under each of its rulesets that there is."""
    scenario = read(path)
    asked = batch.Asked(file_readings=dict(scenario.readings), readings={}, cross_check=False, expectations=True)
    jobs = [job for job in batch.jobs_of(scenario, (), asked) if job.ruleset in library.names() and i in [n for n, _ in job.moves]]
    outcomes = [outcome for job in jobs for outcome in batch.work(job, scenario.table) if outcome["move"] == i]
    assert outcomes, "no ruleset there is judges this move"
    return [miss for outcome in outcomes for miss in outcome["misses"]]


@pytest.mark.parametrize("path, i", list(rows()))
def test_a_case_comes_out_as_its_file_expects(path, i):
    assert read(path).moves[i].expect, "a case without an expectation proves nothing"
    assert missed(path, i) == []


@pytest.mark.skipif(not PRINTED.is_file(), reason="the meshes of real printed terrain are not part of this project, and not beside it here")
@pytest.mark.parametrize("i", PRINTED_ROWS, ids=PRINTED_ROWS.values())
def test_a_case_on_real_printed_terrain_comes_out_as_its_file_expects(i):
    assert missed(PRINTED, i) == []


def test_there_are_cases():
    assert len(OURS) >= 4
