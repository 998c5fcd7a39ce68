"""Walks a player would recognise: what a model stands on, what it goes under, over, through and up. Worked out by hand."""
from __future__ import annotations

from math import cos, radians, tan

import pytest

from sim.referee import rule
from sim.scenario import scenario_from_dict

TREAD = 0.5


def ruled(terrain, path, at=(4, 12), allowance=20.0, base=32, height=1.5, by=None):
    """The ruling of one move of a lone 32 mm model over some terrain."""
    stops = [{"to": list(p), **({"by": by} if by else {})} for p in path]
    data = {"rulesets": ["fallout-factions"], "board": {"size": [24, 24]}, "terrain": [{"name": f"piece {i}", **t} for i, t in enumerate(terrain)],
            "models": [{"name": "A", "side": "s", "base": base, "height": height, "at": list(at), "stats": {"move": 8, "agility": 5}}],
            "moves": [{"model": "A", "path": stops, "allowance": allowance}]}
    scenario = scenario_from_dict(data)
    return rule(scenario.table, scenario.moves[0], "fallout-factions", cross_check=True)


def legs(ruling) -> list[tuple[str, float, float]]:
    """(by, height at its start, height at its end) of each leg."""
    return [(leg["by"], round(leg["from"][2], 2), round(leg["to"][2], 2)) for leg in ruling.legs]


def ends(ruling) -> float:
    return ruling.ends["at"][2]


def test_a_model_stands_on_a_ramp_at_the_height_of_the_slope_under_its_centre():
    run = 2 / tan(radians(30))
    ruling = ruled([{"wedge": [run, 6, 2], "at": [8 + run / 2, 12, 0]}], [(9.5, 12)])
    assert ruling.verdict == "legal" and ruling.distance["charged"] == pytest.approx(5.5)
    assert ends(ruling) == pytest.approx(1.5 * tan(radians(30)), abs=1e-4)
    assert legs(ruling)[-1][0] == "walk" and cos(radians(30)) > 0.8


def test_a_model_stands_on_stairs_at_the_tread_under_its_centre():
    ruling = ruled([{"stairs": {"size": [3, 6, 1.5], "steps": 6}, "at": [9.5, 12, 0]}, {"box": [3, 6, 1.5], "at": [12.5, 12, 0]}], [(12, 12)])
    assert ruling.verdict == "legal" and ruling.distance["charged"] == pytest.approx(8.0) and ends(ruling) == pytest.approx(1.5)


def test_a_grate_bears_a_model_though_less_than_half_of_it_is_metal():
    bars = [{"box": [0.1, 4, 1], "at": [8 + 0.3 * i, 12, 0]} for i in range(14)]
    rails = [{"box": [4.2, 0.2, 1], "at": [9.95, 12 + s * 2, 0]} for s in (-1, 1)]
    ruling = ruled([*bars, *rails], [(10, 12)])
    assert ruling.verdict == "legal" and ends(ruling) == pytest.approx(1.0)


@pytest.mark.parametrize("width, verdict", [(0.47, "illegal"), (0.55, "legal"), (1.0, "legal")])
def test_a_plank_bears_a_model_once_it_is_wide_enough_for_half_the_base(width, verdict):
    assert ruled([{"box": [width, 6, 2], "at": [8, 12, 0]}], [(8, 12)]).verdict == verdict


def test_rubble_of_low_pieces_is_walked_over_for_nothing():
    heaps = [{"box": [0.7, 0.7, h], "at": [7 + 0.8 * i, 11.8 + 0.3 * (i % 2), 0], "turn": 20 * i} for i, h in enumerate((0.3, 0.5, 0.2, 0.6, 0.4))]
    ruling = ruled(heaps, [(14, 12)])
    assert ruling.verdict == "legal" and ruling.distance["charged"] == pytest.approx(10.0)
    assert {leg[0] for leg in legs(ruling)} == {"walk"}


BRIDGE = [{"box": [2, 6, 0.25], "at": [10, 12, 2]}]


def test_a_model_walks_under_a_bridge_it_is_not_asked_to_climb():
    ruling = ruled(BRIDGE, [(16, 12)])
    assert ruling.verdict == "legal" and ruling.distance["charged"] == pytest.approx(12.0) and legs(ruling) == [("walk", 0.0, 0.0)]


def test_a_model_goes_over_the_bridge_when_it_is_sent_up_there():
    ruling = ruled([*BRIDGE, {"stairs": {"size": [3, 6, 2.25], "steps": 6}, "at": [7.5, 12, 0]}], [(10, 12, 2.25)])
    assert ruling.verdict == "legal" and ruling.distance["charged"] == pytest.approx(6.0) and ends(ruling) == pytest.approx(2.25)


TOWER = [{"box": [0.25, 8, 6], "at": [7, 12, 0]}, {"box": [8, 0.25, 6], "at": [11, 15, 0]}, {"box": [8, 0.25, 6], "at": [11, 9, 0]},
         {"stairs": {"size": [4, 4, 3], "steps": 8}, "at": [10.5, 12, 0]}, {"box": [3, 4, 3], "at": [14, 12, 0]}]


def test_a_stair_inside_a_tower_is_walked_up_for_the_distance_across():
    ruling = ruled(TOWER, [(14, 12)], at=(7.8, 12))
    assert ruling.verdict == "legal" and ruling.distance["charged"] == pytest.approx(6.2) and ends(ruling) == pytest.approx(3.0)
    assert {leg[0] for leg in legs(ruling)} == {"walk"}


def doorway(width: float) -> list[dict]:
    return [{"box": [0.25, 4, 4], "at": [8, 12 + s * (2 + width / 2), 0]} for s in (-1, 1)]


def test_a_doorway_as_wide_as_the_base_lets_it_through_and_a_narrower_one_does_not():
    fits = ruled(doorway(32 / 25.4), [(12, 12)], allowance=8)
    assert fits.verdict == "legal" and fits.distance["charged"] == pytest.approx(8.0)
    assert ruled(doorway(1.2), [(12, 12)], allowance=8).verdict == "illegal"
    assert ruled(doorway(1.2), [(12, 12, 0)], by="walk").verdict == "illegal"


HOUSE = [{"box": [4, 4, 2.5], "at": [10, 12, 0]}]


def test_a_roof_is_climbed_on_to_and_costs_its_height():
    ruling = ruled(HOUSE, [(10, 12)])
    assert ruling.distance["charged"] == pytest.approx(6 + 2.5) and ends(ruling) == pytest.approx(2.5)
    assert legs(ruling) == [("walk", 0.0, 0.0), ("climb", 0.0, 2.5), ("walk", 2.5, 2.5)]


def test_a_model_drops_off_a_roof_for_nothing_and_walks_on_after_a_short_drop():
    ruling = ruled(HOUSE, [(16, 12)], at=(10, 12, 2.5), allowance=6)
    assert ruling.verdict == "legal" and ruling.distance["charged"] == pytest.approx(6.0) and ends(ruling) == pytest.approx(0.0)
    assert "drop" in {leg[0] for leg in legs(ruling)}


def test_pybullet_finds_room_for_every_one_of_these_walks():
    for terrain, path, at in ((BRIDGE, [(16, 12)], (4, 12)), (TOWER, [(14, 12)], (7.8, 12)), (HOUSE, [(10, 12)], (4, 12))):
        assert ruled(terrain, path, at).cross_check["bullet"] in ("agrees", "absent")
