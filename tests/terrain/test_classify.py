"""Surfaces are proposed for what they are: on solids whose answer is plain, at every limit, however turned, cut, or shaken."""
from pathlib import Path

import numpy as np
import pytest
import shapely

from benchmarks import surfaces as benchmark
from sim.measure import INCH
from sim.table import Feature
from sim.terrain.classify import Thresholds, surfaces, tagged
from sim.terrain.solids import box, stairs, wedge

SHARED = Path(__file__).parents[3] / "shared" / "terrain"
# A tile of two heights, neither an inch wide, about a grate whose holes are wider than a slot; and a cover of two slopes with beams along its ridge.
KNOWN_WRONG = {"grate in a floor tile", "rim of the tile", "scaffold's cover"}


def inches(solid, *size, at=(0, 0, 0), **more) -> np.ndarray:
    return solid(tuple(s * INCH for s in size), **more) + np.multiply(at, INCH)


def kinds(triangles, **more) -> list[str]:
    return [s.kind for s in surfaces(triangles, **more)]


def doorway(width: float, sill: float, head: float) -> np.ndarray:
    """A wall 6 in long, 3 in high and 1/4 in thick of four blocks about an opening in its middle; all inches."""
    side = (6 - width) / 2
    blocks = [inches(box, side, 0.25, 3, at=(-3 + side / 2, 0, 0)), inches(box, side, 0.25, 3, at=(3 - side / 2, 0, 0)),
              inches(box, width, 0.25, 3 - head, at=(0, 0, head))]
    return np.concatenate(blocks + ([inches(box, width, 0.25, sill)] if sill else []))


def test_a_block_is_a_platform_as_high_as_it_is():
    block, = surfaces(inches(box, 4, 4, 2))
    assert block.kind == "platform"
    assert (block.low, block.high, block.rise) == pytest.approx((2 * INCH,) * 3)
    assert block.area == pytest.approx(16 * INCH ** 2, rel=0.03)
    assert block.plan.symmetric_difference(shapely.box(*[c * INCH for c in (-2, -2, 2, 2)])).area < 0.04 * block.area
    assert len(block.triangles) == 12


@pytest.mark.parametrize("side, kind", [(0.8, "obstacle"), (0.94, "obstacle"), (1.1, "platform"), (2.0, "platform")])
def test_a_platform_is_larger_than_an_inch_each_way(side, kind):
    assert kinds(inches(box, side, 4 * side / 2, 2)) in ([kind], ["wall"] if kind == "obstacle" else [kind])


@pytest.mark.parametrize("height, kind", [(0.3, "low"), (0.95, "low"), (1.05, "obstacle"), (3.0, "obstacle")])
def test_a_post_is_low_under_an_inch_and_an_obstacle_from_an_inch_up(height, kind):
    assert kinds(inches(box, 0.7, 0.7, height)) == [kind]


def test_a_post_on_a_block_is_measured_from_the_block():
    post = next(s for s in surfaces(np.concatenate([inches(box, 4, 4, 2), inches(box, 0.6, 0.6, 0.5, at=(0, 0, 2))])) if s.kind == "low")
    assert post.rise == pytest.approx(0.5 * INCH)


@pytest.mark.parametrize("limit, kind", [(1.0, "obstacle"), (2.5, "low")])
def test_a_ruleset_may_draw_the_line_elsewhere(limit, kind):
    assert kinds(inches(box, 0.7, 0.7, 2), limits=Thresholds(obstacle=limit * INCH)) == [kind]


def test_a_base_plate_is_floor_and_what_stands_on_it_is_told_apart():
    ruin = np.concatenate([inches(box, 8, 8, 0.1), inches(box, 2, 2, 1.5, at=(-2, -2, 0.1)), inches(box, 5, 0.2, 2, at=(1, 3, 0.1))])
    assert sorted(kinds(ruin)) == ["floor", "platform", "wall"]


def test_stairs_are_stairs_and_count_their_steps():
    flight, *others = sorted(surfaces(inches(stairs, 3, 2, 2, steps=5)), key=lambda s: s.kind != "stairs")
    assert (flight.kind, flight.steps, others) == ("stairs", 5, [])
    assert flight.rise == pytest.approx(2 * INCH)


def test_a_pile_of_two_blocks_is_no_staircase():
    assert "stairs" not in kinds(np.concatenate([inches(box, 4, 4, 0.5), inches(box, 2, 4, 1)]))


@pytest.mark.parametrize("height, kind", [(1.0, "ramp"), (3.0, "ramp"), (9.0, "obstacle")])
def test_a_slope_is_a_ramp_until_it_is_too_steep(height, kind):
    assert kinds(inches(wedge, 4, 2, height)) == [kind]


def test_a_ladder_is_told_from_its_rungs():
    rails = [inches(box, 0.1, 0.1, 3, at=(x, 0, 0)) for x in (-0.5, 0.5)]
    rungs = [inches(box, 0.9, 0.1, 0.08, at=(0, 0, 0.3 * n)) for n in range(1, 9)]
    ladder = next(s for s in surfaces(np.concatenate(rails + rungs)) if s.kind == "ladder")
    assert ladder.steps == 8
    assert ladder.confidence > 0.8


@pytest.mark.parametrize("width, sill, head, kind", [(1.5, 0, 2, "doorway"), (0.7, 0, 2.5, "doorway"), (2, 1, 2, "window")])
def test_an_opening_right_through_a_wall_is_measured(width, sill, head, kind):
    wall = surfaces(doorway(width, sill, head))[0]
    opening, = wall.openings
    assert (wall.kind, opening.kind) == ("wall", kind)
    assert (opening.width, opening.sill, opening.head) == pytest.approx((width * INCH, sill * INCH, head * INCH), abs=1.7)


def test_a_door_in_the_doorway_leaves_no_opening():
    shut = np.concatenate([doorway(1.5, 0, 2), inches(box, 1.6, 0.05, 2.1)])
    assert all(not s.openings for s in surfaces(shut))


def test_a_slotted_deck_is_one_platform():
    planks = [inches(box, 0.2, 3, 0.2, at=(0.31 * n, 0, 2)) for n in range(12)]
    assert kinds(np.concatenate(planks)) == ["platform"]


def test_a_wall_without_thickness_is_a_wall():
    sheet = np.array([[(0, 0, 0), (100, 0, 0), (100, 0, 60)], [(0, 0, 0), (100, 0, 60), (0, 0, 60)]], float)
    floor = np.array([[(0, -50, 0), (100, -50, 0), (100, 50, 0)], [(0, -50, 0), (100, 50, 0), (0, 50, 0)]], float)
    assert sorted(kinds(np.concatenate([sheet, floor]))) == ["floor", "wall"]


SCENE = np.concatenate([inches(box, 8, 8, 0.1), inches(stairs, 2, 2, 1.5, steps=4, at=(-2, 0, 0.1)), inches(box, 2, 2, 1.5, at=(0.01, 0, 0.1)),
                        inches(box, 0.25, 5, 2.5, at=(3, 0, 0.1)), inches(wedge, 3, 1.5, 1, at=(0, -3, 0.1))])
SORTS = ["floor", "platform", "ramp", "stairs", "wall"]


def test_a_whole_scene_is_sorted_and_no_triangle_belongs_to_two_surfaces():
    found = surfaces(SCENE)
    assert sorted(s.kind for s in found) == SORTS
    owned = np.concatenate([s.triangles for s in found])
    assert len(owned) == len(np.unique(owned))


@pytest.mark.parametrize("degrees", [90, 37, 211.5])
def test_turning_the_piece_turns_what_is_found(degrees):
    a = np.radians(degrees)
    turn = np.array([[np.cos(a), -np.sin(a), 0], [np.sin(a), np.cos(a), 0], [0, 0, 1]])
    here, there = (sorted(surfaces(t), key=lambda s: (s.kind, -s.area)) for t in (SCENE, SCENE @ turn.T + (300, -200, 0)))
    assert [s.kind for s in here] == [s.kind for s in there]
    assert [s.area for s in here] == pytest.approx([s.area for s in there], rel=0.05)
    for one, other in zip(here, there):
        moved = shapely.affinity.translate(shapely.affinity.rotate(one.plan, degrees, origin=(0, 0)), 300, -200)
        assert moved.symmetric_difference(other.plan).area < 0.08 * one.area + 30


def test_the_order_of_the_triangles_changes_nothing():
    order = np.random.default_rng(2).permutation(len(SCENE))
    one, other = surfaces(SCENE), surfaces(SCENE[order])
    assert [(s.kind, s.confidence, s.area, s.low, s.high) for s in one] == [(s.kind, s.confidence, s.area, s.low, s.high) for s in other]
    assert all(np.array_equal(s.triangles, np.sort(order[t.triangles])) for s, t in zip(one, other))


def test_inside_out_makes_no_difference():
    assert kinds(SCENE[:, ::-1]) == kinds(SCENE)


def test_noise_leaves_the_kinds_as_they_are():
    shaken = benchmark.jittered(SCENE, 0.15, INCH / 10)
    assert set(SORTS) <= set(kinds(shaken, sigma=0.15))


def test_a_persons_tag_wins_and_is_said_to_be_a_persons():
    solids = [inches(box, 2, 2, 1.5), inches(box, 2, 2, 1.5, at=(4, 0, 0))]
    feature = Feature(name="crates", triangles=np.concatenate(solids), parts=(("left", frozenset()), ("right", frozenset({"obstacle"}))),
                      part_of=np.repeat([0, 1], 12).astype(np.int32))
    proposed = surfaces(feature.triangles)
    assert [s.kind for s in proposed] == ["platform", "platform"]
    told = sorted((s.kind, s.by) for s in tagged(feature, proposed))
    assert told == [("obstacle", "person"), ("platform", "geometry")]


@pytest.mark.skipif(not SHARED.is_dir(), reason="the shared terrain is not beside this project")
@pytest.mark.parametrize("piece", benchmark.PIECES, ids=lambda p: f"{Path(p.mesh).name} {p.leave_out}".strip())
def test_real_terrain_is_called_what_it_is_but_for_known_misses(piece):
    found = benchmark.look(SHARED, piece)
    wrong = {t.name for t in piece.things if not benchmark.is_right(t, benchmark.there(found, t))}
    assert wrong == KNOWN_WRONG & {t.name for t in piece.things}
