"""A stop that names no level: the best way decides, and it is said where another level could have been meant."""
from __future__ import annotations

import pytest

from sim.referee import rule
from sim.referee.levels import level_cautions
from sim.scenario import scenario_from_dict

# A doorway with a deck behind it: a model walks through and under the deck, or climbs up along the doorway's jambs onto it.
DOORWAY = [{"name": "left", "box": [0.25, 2, 2], "at": [6, 13.75, 0]}, {"name": "right", "box": [0.25, 2, 2], "at": [6, 10.25, 0]},
           {"name": "deck", "box": [6, 6, 0.25], "at": [8.875, 12, 1.75]}]


def cautions(*stop: float, **stats: float) -> list:
    scenario = scenario_from_dict({
        "title": "through the door or over it", "rulesets": ["fallout-factions"], "board": {"size": [24, 24]}, "terrain": DOORWAY,
        "models": [{"name": "A", "base": 32, "at": [4, 12], "stats": {"move": 12, "agility": 5} | stats}], "moves": [{"model": "A", "path": [list(stop)]}]})
    return level_cautions(rule(scenario.table, scenario.moves[0], "fallout-factions", cross_check=False), "moves[0].path")


def test_two_levels_in_reach_are_told():
    caution, = cautions(8, 12)
    assert (caution.code, caution.at) == ("W_LEVEL", "moves[0].path[0]")
    assert "at 0.00 in and at 2.00 in; ruled on at 0.00 in" in caution.message


@pytest.mark.parametrize("stop", [(8, 12, 0), (8, 12, 2), (5, 12)])
def test_a_stop_that_names_its_level_or_has_only_one_needs_no_caution(stop):
    assert cautions(*stop) == []


def test_a_level_out_of_reach_needs_no_caution():
    assert cautions(8, 12, move=5) == []
