"""The study measures what it says: what is planted is found, what is not there is not, and saying a thing twice changes nothing."""
from __future__ import annotations

from functools import cache

import pytest

pytest.importorskip("polars", reason="the study needs the extra `study`")

from tests.study.toys import RATE, studied, toy  # noqa: E402

SEEDS = (11, 12, 13, 14)


@cache
def found(readings: int, seed: int) -> dict:
    return studied(toy(readings), seed)


def holds(entry: dict, value: float) -> bool:
    return entry["low"] <= value <= entry["high"]


def test_a_planted_ambiguity_of_known_rate_is_recovered_within_its_interval():
    splits = [found(2, seed)["players"]["split"] for seed in SEEDS]
    disagreements = [found(2, seed)["players"]["disagree"] for seed in SEEDS]
    assert sum(holds(s, RATE) for s in splits) >= len(SEEDS) - 1, splits          # one in twenty intervals may miss
    assert sum(holds(d, RATE / 2) for d in disagreements) >= len(SEEDS) - 1, disagreements
    assert all(s["high"] - s["low"] < 0.15 for s in splits)


def test_moves_drawn_near_limits_and_weighted_back_find_the_same_rate():
    assert sum(holds(found(2, seed)["limits"]["split"], RATE) for seed in SEEDS) >= len(SEEDS) - 1


def test_the_one_definition_has_all_of_the_disagreement_and_settling_it_leaves_none():
    told = found(2, SEEDS[0])
    only = told["definitions"]["shut"]
    assert only["share"] == told["players"]["disagree"]
    assert {s["left"]["value"] for s in only["settled"].values()} == {0.0}


def test_a_ruleset_without_readings_scores_nothing():
    told = found(0, SEEDS[0])
    for name in ("split", "disagree", "charge_gap"):
        assert told["players"][name] == {"value": 0.0, "low": 0.0, "high": 0.0}


@pytest.mark.parametrize("seed", SEEDS[:2])
def test_registering_a_reading_twice_changes_nothing(seed):
    once, twice = found(2, seed), found(3, seed)
    assert once["players"] == twice["players"]
    assert once["limits"] == twice["limits"]
    assert once["definitions"]["shut"]["share"] == twice["definitions"]["shut"]["share"]
    assert twice["weights"]["shut"] == {"nothing": 0.5, "something": 0.25, "something_again": 0.25}


def test_results_are_stable_over_seeds_within_their_intervals():
    entries = [found(2, seed)["players"]["split"] for seed in SEEDS]
    assert max(e["low"] for e in entries) <= min(e["high"] for e in entries), "all intervals have a value in common"
