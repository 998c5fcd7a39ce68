"""Rest heights and overlap in closed form: a point under the base, an edge across it, a slope's extreme point on its rim, roofs over it."""
from __future__ import annotations

from math import cos, hypot, inf, radians, sin, sqrt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.measure import AT
from sim.shapes import Outline
from sim.terrain.solids import box, wedge
from sim.world import SKIN, Shape
from tests.world.placed import FEW, at, finer, sheet, there, turned, world

ROUND, OVAL, RECT = Outline.round(32), Outline.oval(60, 35), Outline.rect(25, 50)
SIXSIDED = Outline.polygon([(20, 3), (8, 18), (-10, 15), (-18, 0), (-7, -16), (12, -14)])
OUTLINES = st.sampled_from([ROUND, OVAL, RECT, SIXSIDED])
ANGLES = st.floats(0, 360)
THICK = 2.54


def floors(terrain, outline, x, y, degrees, facing=0.0, height=THICK):
    return [(v.floor, v.ceiling) for v in terrain.levels(outline, *there(x, y, degrees), facing + degrees, height)]


def trimmed(outline: Outline, direction, facing: float) -> float:
    """How far the outline less the skin reaches in a direction (the kernel's own trimmed corners, put to the definition of reach)."""
    shape = Shape.of(outline, facing)
    if outline.corners:
        return Outline(outline.half, tuple(map(tuple, shape.corners))).reach(direction, facing)
    return Outline((outline.half[0] - SKIN, outline.half[1] - SKIN)).reach(direction, facing)


@FEW
@given(OUTLINES, ANGLES, ANGLES, st.floats(0.05, 3), st.integers(0, 3))
def test_on_a_slope_a_level_base_rests_on_its_foremost_point(outline, degrees, facing, slope, times):
    ramp = world(finer(turned(wedge([200, 200, 200 * slope]), degrees), times))
    floor, ceiling = floors(ramp, outline, -10, 7, degrees, facing)[-1]        # others lie inside the shell
    assert floor == pytest.approx(slope * (90 + trimmed(outline, (1, 0), facing)), abs=1e-9) and ceiling == inf


PYRAMID = np.concatenate([sheet((0, 0, 20), a, b) for a, b in [((-50, -50, 0), (50, -50, 0)), ((50, -50, 0), (50, 50, 0)),
                                                             ((50, 50, 0), (-50, 50, 0)), ((-50, 50, 0), (-50, -50, 0))]])


@FEW
@given(OUTLINES, ANGLES, ANGLES, st.floats(-8, 8), st.floats(-8, 8), st.integers(0, 2))
def test_a_point_under_the_base_bears_it(outline, degrees, facing, x, y, times):
    heap = world(finer(turned(PYRAMID, degrees), times))
    (floor, _), = floors(heap, outline, x, y, degrees, facing)
    assert floor == pytest.approx(20.0, abs=1e-9)


@FEW
@given(ANGLES, st.floats(-25, 25), st.floats(0.1, 2), st.integers(0, 2))
def test_beside_a_slanting_ridge_a_disc_rests_where_its_rim_crosses_the_edge(degrees, aside, slope, times):
    ridge = sheet((-100, 0, -100 * slope), (100, 0, 100 * slope), (0, 0, -300))
    r = 16 - SKIN
    found = floors(world(finer(turned(ridge, degrees), times)), ROUND, 0, aside, degrees)
    if abs(aside) > r:
        assert found == []
    else:
        assert found[0][0] == pytest.approx(slope * sqrt(r * r - aside * aside), abs=1e-9)


@FEW
@given(st.sampled_from([OVAL, RECT, SIXSIDED]), ANGLES, ANGLES, st.floats(0.1, 2), st.integers(0, 2))
def test_over_a_slanting_ridge_any_base_rests_where_its_rim_crosses_the_edge(outline, degrees, facing, slope, times):
    ridge = sheet((-100, 0, -100 * slope), (100, 0, 100 * slope), (0, 0, -300))
    ahead = Shape.of(outline, facing)
    c, s = cos(radians(-facing)), sin(radians(-facing))
    if outline.corners:
        rims = []
        for (ax, ay), (bx, by) in zip(ahead.corners, np.roll(ahead.corners, -1, axis=0)):
            nx, ny = by - ay, ax - bx
            if nx * c + ny * s > 0:
                rims.append((nx * ax + ny * ay) / (nx * c + ny * s))
        rim = min(rims)
    else:
        rim = 1 / hypot(c / (outline.half[0] - SKIN), s / (outline.half[1] - SKIN))
    found = floors(world(finer(turned(ridge, degrees), times)), outline, 0, 0, degrees, facing)
    assert found[-1][0] == pytest.approx(slope * rim, abs=1e-9)


@FEW
@given(OUTLINES, ANGLES, ANGLES, st.integers(0, 2), st.sampled_from([-2 * AT, -AT / 2, 0.0, AT / 2, 2 * AT]))
def test_room_between_floor_and_roof_counts_from_the_bases_height_at_equality(outline, degrees, facing, times, spare):
    stack = np.concatenate([at(box([120, 120, 2]), 0, 0, -2), at(box([120, 120, 2]), 0, 0, THICK + spare)])
    found = floors(world(finer(turned(stack, degrees), times)), outline, 3, -4, degrees, facing)
    top = THICK + spare + 2
    assert found[-1] == (pytest.approx(top, abs=1e-9), inf)
    assert (len(found) == 2) == (spare > -AT)
    if len(found) == 2:
        assert found[0][0] == pytest.approx(0.0, abs=1e-9) and found[0][1] - found[0][0] == pytest.approx(AT + spare, abs=1e-9)


@FEW
@given(OUTLINES, ANGLES, ANGLES, st.sampled_from([-2 * AT, -AT, -1e-7, 0.0, 1e-7, AT]))
def test_a_base_beside_a_step_rests_on_it_only_if_it_reaches_over_it_by_more_than_the_skin(outline, degrees, facing, apart):
    step = at(box([100, 300, 7]), 50 + outline.reach((1, 0), facing) + apart)
    ground = at(box([400, 400, 5]), 0, 0, -5)
    found = floors(world(turned(np.concatenate([step, ground]), degrees)), outline, 0, 0, degrees, facing)
    assert found[-1][0] == pytest.approx(7.0 if apart <= -AT else 0.0, abs=1e-9)


@FEW
@given(OUTLINES, ANGLES, ANGLES, st.floats(-30, 30), st.floats(-30, 30), st.integers(0, 10**6))
def test_the_rest_height_is_the_least_at_which_nothing_is_inside(outline, degrees, facing, x, y, seed):
    chance = np.random.default_rng(seed)
    heap = chance.uniform(-40, 40, (15, 1, 3)) * [1, 1, 0.3] + chance.normal(0, 9, (15, 3, 3))
    terrain = world(turned(heap, degrees))
    place = there(x, y, degrees)
    for v in terrain.levels(outline, *place, facing + degrees, THICK):
        assert terrain.overlaps(outline, *place, v.floor - SKIN + 1e-7, THICK, facing + degrees) == -1
        assert terrain.overlaps(outline, *place, v.floor - SKIN - 1e-7, THICK, facing + degrees) >= 0
        if v.ceiling < inf:
            assert terrain.overlaps(outline, *place, v.ceiling - SKIN - 1e-7, THICK, facing + degrees) == -1
            assert terrain.overlaps(outline, *place, v.ceiling - SKIN + 1e-7, THICK, facing + degrees) >= 0


@FEW
@given(OUTLINES, ANGLES, ANGLES, st.integers(0, 10**6), st.integers(1, 3))
def test_a_finer_mesh_of_the_same_terrain_has_the_same_levels(outline, degrees, facing, seed, times):
    chance = np.random.default_rng(seed)
    heap = chance.uniform(-40, 40, (12, 1, 3)) * [1, 1, 0.5] + chance.normal(0, 12, (12, 3, 3))
    coarse, fine = (world(t) for t in (turned(heap, degrees), finer(turned(heap, degrees), times)))
    place = there(0, 0, degrees)
    pairs = [(v.floor, v.ceiling) for v in coarse.levels(outline, *place, facing, THICK)]
    assert [(v.floor, v.ceiling) for v in fine.levels(outline, *place, facing, THICK)] == [pytest.approx(p, abs=1e-9) for p in pairs]


@FEW
@given(OUTLINES, ANGLES, ANGLES, st.floats(0, 2 * np.pi), st.sampled_from([-2 * AT, -AT, 0.0, 1e-7, AT]), st.integers(0, 2))
def test_bodies_in_contact_do_not_overlap_and_past_at_they_do(outline, degrees, facing, toward, apart, times):
    n = (cos(toward), sin(toward))
    far = outline.reach(n, facing) + apart
    side = world(finer(turned(at(box([200, 200, 20]), 100), np.degrees(toward)), times))
    x, y = there(-far, 0, np.degrees(toward))
    assert (side.overlaps(outline, x, y, 3.0, THICK, facing) >= 0) == (apart <= -AT)
    for z, inside in [(20 - AT, True), (20 - 1e-7, False), (20, False), (-THICK, False), (-THICK + AT, True)]:
        assert (side.overlaps(outline, *there(50, 3, np.degrees(toward)), z, THICK, facing) >= 0) == inside


def test_a_base_inside_a_hollow_shell_overlaps_nothing_since_a_surface_has_no_inside():
    assert world(box([200, 200, 100])).overlaps(ROUND, 0, 0, 40, THICK) == -1


def test_upright_sheets_cut_by_rounding_bear_no_base_higher_than_they_are():
    for degrees in np.linspace(0, 360, 73):
        wall = finer(turned(at(box([3, 80, 25]), 16 - SKIN + 1.5), degrees), 3)
        for v in world(wall).levels(ROUND, *there(0, 0, degrees), 0.0, THICK):
            assert v.floor <= 25 + 1e-9
