"""Doubt of the terrain gets into every measure that rests on it, and into none that does not."""
from __future__ import annotations

import numpy as np
import pytest

from sim.facts import doubt
from sim.facts.give import giving
from sim.facts.support import Rest
from sim.referee import rule
from sim.referee.setting import world_of
from sim.scenario import scenario_from_dict
from sim.shapes import Outline, Pose
from sim.table import Feature, Table
from sim.world import World

NOISE, SCALE = 0.01, 0.002
MM = 25.4


def moved(path, scan, z: float = 2.0, at=(5.0, 8.0), **more):
    """Two blocks two inches tall with a gap of an inch, and model A on the first."""
    pieces = [{"name": name, "box": [4, 4, 2], "at": [x, 8, 0], "scan": scan} for name, x in (("near", 6), ("far", 11))]
    return scenario_from_dict({"board": {"size": [24, 24]}, "terrain": pieces, "moves": [{"model": "A", "path": path} | more],
                               "models": [{"name": "A", "side": "red", "base": 32, "at": [*at, z], "stats": {"move": 9, "agility": 6}},
                                          {"name": "B", "side": "blue", "base": 32, "at": [20, 20, 0]}]})


def doubts(path, game: str, scan, **more) -> dict[str, float]:
    """The doubt of each thing measured by name (mm)."""
    scenario = moved(path, scan, **more)
    found = {}
    for finding in rule(scenario.table, scenario.moves[0], game, cross_check=False).findings:
        for leaf in _leaves(finding.claim):
            found[leaf.left.name] = max(found.get(leaf.left.name, 0.0), leaf.u)
    return found


def _leaves(claim):
    for part in getattr(claim, "parts", [claim]):
        if part is claim:
            if hasattr(claim, "left"):
                yield claim
        else:
            yield from _leaves(part)


@pytest.mark.parametrize("game", ["fallout-factions", "warcry", "warhammer-40k", "bushido"])
@pytest.mark.parametrize("path", [[[11, 8, 2]], [{"to": [5, 11.5, 0], "by": "climb"}], [[5.5, 8, 2]]])
def test_exact_terrain_leaves_no_doubt_in_anything(game, path):
    assert set(doubts(path, game, {"noise": 0.0, "scale_error": 0.0}).values()) <= {0.0}


def test_a_gap_is_in_doubt_by_both_its_rims_and_by_scale():
    found = doubts([[11, 8, 2]], "fallout-factions", {"noise": NOISE, "scale_error": SCALE})
    assert found["gap along the way"] == pytest.approx((2 * NOISE + SCALE * 1.0) * MM, rel=1e-6)
    assert found["room to the table's edge"] == 0


def test_what_is_charged_for_height_is_in_doubt_and_length_across_is_not():
    climb = doubts([{"to": [5, 11.5, 0], "by": "climb"}], "fallout-factions", {"noise": NOISE, "scale_error": SCALE})
    level = doubts([[6, 8, 2]], "fallout-factions", {"noise": NOISE, "scale_error": SCALE})
    assert climb["distance charged"] >= (NOISE + SCALE * 2.0) * MM - 1e-9
    assert level["distance charged"] == 0


def test_bases_side_by_side_are_measured_by_hand_and_their_heights_off_the_scan():
    scenario = moved([[6, 8, 2]], {"noise": NOISE})
    ruling = rule(scenario.table, scenario.moves[0], "warcry", cross_check=False)
    from sim.referee.case import Case
    case = Case(ruling.scene, ruling.readings, ruling.way)
    a, b = case.end, ruling.scene.bodies["B"]
    assert case.plan_distance(a, b).u == 0
    assert case.height_between(a, b).u == pytest.approx(NOISE * MM)      # B stands on the table top


def grid(side: float, step: float, sigma: float) -> np.ndarray:
    x, y = np.meshgrid(np.arange(0, side + step / 2, step), np.arange(0, side + step / 2, step), indexing="ij")
    p = np.stack([x, y, np.random.default_rng(2).normal(20, sigma, x.shape)], axis=-1)
    a, b, c, d = p[:-1, :-1], p[1:, :-1], p[1:, 1:], p[:-1, 1:]
    return np.concatenate([np.stack([a, b, c], axis=2).reshape(-1, 3, 3), np.stack([a, c, d], axis=2).reshape(-1, 3, 3)])


def terrain(triangles, noise: float) -> World:
    return World(Table(size=(300.0, 300.0), features=(Feature(name="scan", triangles=triangles, noise=noise),)))


@pytest.mark.parametrize("step", [2.0, 4.0])
def test_a_coarser_scan_leaves_its_edges_in_more_doubt(step):
    world = terrain(grid(200.0, step, 0.2), 0.2)
    assert doubt.rounding(world.features[0]) == pytest.approx(step / (2 * np.sqrt(12)), rel=0.05)
    assert doubt.across(world, 5) == pytest.approx(0.2 + step / (2 * np.sqrt(12)), rel=0.05)
    assert doubt.upright(world, 5) == 0.2 and doubt.upright(world, 0) == 0 == doubt.across(world, -1)


def test_a_trusted_scan_and_a_drawn_solid_with_noise_have_no_edges_rounded_off():
    from sim.terrain.solids import box
    assert doubt.rounding(terrain(grid(200.0, 2.0, 0.2), 0.0).features[0]) == 0
    assert doubt.rounding(terrain(box((50.0, 50.0, 50.0)), 0.2).features[0]) == 0


def test_a_base_that_gives_way_gets_between_walls_and_one_that_takes_more_does_not():
    from sim.terrain.solids import box
    walls = np.concatenate([box((100.0, 10.0, 50.0)) + (150, 150 - 21.2, 0), box((100.0, 10.0, 50.0)) + (150, 150 + 21.2, 0)])
    world, base = terrain(walls, 0.1), Outline.round(32)
    for give, low in ((0.0, 0.0), (0.5, 0.0), (-0.5, 50.0)):
        levels = (giving(world, give) if give else world).levels(base, 150.0, 150.0)
        assert levels[0].floor == pytest.approx(low)


def test_a_world_that_gives_rests_a_base_on_the_same_plane():
    scenario = moved([[6, 8, 2]], {"noise": NOISE})
    world = world_of(scenario.table)
    pose = Pose(6 * MM, 8 * MM, 2 * MM)
    assert Rest(giving(world, 0.3), Outline.round(32), pose).plane == Rest(world, Outline.round(32), pose).plane
