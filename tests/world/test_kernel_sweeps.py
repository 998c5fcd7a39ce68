"""Level sweeps of round, oval, rectangular and polygonal prisms against walls, corners, edges and points, in closed form.

The kernel takes its skin off the outline, so a sweep ends where the outline less the skin touches: the closed forms do the same.
"""
from __future__ import annotations

from math import cos, hypot, inf, radians, sin, sqrt, tan

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from sim.measure import AT
from sim.shapes import Outline
from sim.terrain.solids import box
from sim.world import SKIN
from tests.world.placed import FEW, at, finer, sheet, there, turned, world

ROUND, OVAL, RECT = Outline.round(32), Outline.oval(60, 35), Outline.rect(25, 50)
SIXSIDED = Outline.polygon([(20, 3), (8, 18), (-10, 15), (-18, 0), (-7, -16), (12, -14)])
OUTLINES = st.sampled_from([ROUND, OVAL, RECT, SIXSIDED])
ANGLES = st.floats(0, 360)
TALL = 10.0
WALL = at(box([10, 1200, 40]), 5)                  # its near face is x = 0


def swept(terrain, outline, start, end, degrees, z=0.0, height=TALL, facing=0.0):
    """A sweep in a scene that was turned whole."""
    return terrain.sweep(outline, there(*start, degrees), there(*end, degrees), z, height, facing + degrees)[0]


def trimmed_reach(outline: Outline, direction, facing: float) -> float:
    """How far the outline less the skin reaches in a direction."""
    if outline.corners:
        return outline.reach(direction, facing) - _mitre(outline, direction, facing)
    return Outline((outline.half[0] - SKIN, outline.half[1] - SKIN)).reach(direction, facing)


def _mitre(outline, direction, facing) -> float:
    """What the skin takes off a polygon in a direction: its foremost corner draws back along both its sides."""
    c, s = cos(radians(facing)), sin(radians(facing))
    d = np.array([direction[0] * c + direction[1] * s, direction[1] * c - direction[0] * s])
    corners = np.array(outline.corners)
    sides = np.roll(corners, -1, axis=0) - corners
    normals = np.column_stack([sides[:, 1], -sides[:, 0]]) / np.linalg.norm(sides, axis=1)[:, None]
    drawn = np.array([corners[i] - np.linalg.solve(normals[[i - 1, i]], [SKIN, SKIN]) for i in range(len(corners))])
    return float((corners @ d).max() - (drawn @ d).max())


@FEW
@given(OUTLINES, ANGLES, ANGLES, st.floats(-60, 60), st.floats(60, 150), st.integers(0, 2))
def test_a_sweep_ends_where_the_outline_touches_a_wall_at_any_angle(outline, degrees, facing, course, away, times):
    c, s = cos(radians(course)), sin(radians(course))
    long = (away + 5) / c
    found = swept(world(finer(turned(WALL, degrees), times)), outline, (-away, -20), (-away + long * c, -20 + long * s), degrees, facing=facing)
    assert found == pytest.approx((away - trimmed_reach(outline, (1, 0), facing)) / c, abs=1e-8)


@FEW
@given(ANGLES, st.floats(-15.9, 15.9), st.floats(40, 100), st.integers(0, 2))
def test_a_disc_meets_an_upright_edge_on_its_rim(degrees, aside, away, times):
    corner = at(turned_about_itself(box([30, 30, 40]), 45), 15 * sqrt(2))          # its foremost edge is x = y = 0
    found = swept(world(finer(turned(corner, degrees), times)), ROUND, (-away, aside), (away, aside), degrees)
    r = 16 - SKIN
    rim = away - sqrt(r * r - aside * aside)                                        # the edge; or one of the two sides it joins
    flat = away - r * sqrt(2) + abs(aside)
    assert found == pytest.approx(rim if abs(aside) <= r / sqrt(2) else flat, abs=1e-8)


def turned_about_itself(triangles, degrees):
    c, s = cos(radians(degrees)), sin(radians(degrees))
    out = triangles.copy()
    out[..., :2] = triangles[..., :2] @ np.array([[c, s], [-s, c]])
    return out


@FEW
@given(ANGLES, ANGLES, st.floats(-14, 14))
def test_an_oval_meets_an_upright_edge_where_its_equation_says(degrees, facing, aside):
    needle = sheet((0, 0, -5), (0, 0, 50), (40, 0, 20))
    found = swept(world(turned(needle, degrees)), OVAL, (-80, aside), (80, aside), degrees, facing=facing)
    a, b = OVAL.half[0] - SKIN, OVAL.half[1] - SKIN
    c, s = cos(radians(facing)), sin(radians(facing))
    # seen from the base the edge comes along (x, -aside), x falling: ((xc - ys)/a)^2 + ((xs + yc)/b)^2 = 1 with the frame turned back
    p, q = np.array([c / a, -s / b]), np.array([s / a, c / b]) * -aside
    A, B, C = p @ p, p @ q, q @ q - 1
    assert found == pytest.approx(80 - (-B + sqrt(B * B - A * C)) / A, abs=1e-8)


@FEW
@given(st.sampled_from([RECT, SIXSIDED]), ANGLES, ANGLES, st.floats(-11, 11))
def test_a_polygon_meets_an_upright_edge_where_a_line_leaves_it(outline, degrees, facing, aside):
    needle = sheet((0, 0, -5), (0, 0, 50), (40, 0, 20))
    found = swept(world(turned(needle, degrees)), outline, (-80, aside), (80, aside), degrees, facing=facing)
    corners = outline.points(0, 0, facing)
    front = -inf
    for (ax, ay), (bx, by) in zip(corners, np.roll(corners, -1, axis=0)):
        nx, ny = np.array([by - ay, ax - bx]) / hypot(by - ay, ax - bx)
        if nx > 1e-9:
            x = (nx * ax + ny * ay - SKIN + ny * aside) / nx
            front = min(front, x) if front > -inf else x
    assert found == pytest.approx(80 - front, abs=1e-8)


@FEW
@given(OUTLINES, ANGLES, ANGLES, st.floats(0.5, 9), st.floats(0.3, 3))
def test_a_point_hanging_into_the_way_is_met_by_its_cut_at_the_height_of_the_base(outline, degrees, facing, deep, slope):
    tip = TALL - deep                              # an upturned pyramid; at the top of the base its cut is a square of half side deep / slope
    half = (40.0 - tip) / slope
    corners = [(-half, -half, 40), (half, -half, 40), (half, half, 40), (-half, half, 40)]
    spike = np.concatenate([sheet((0, 0, tip), a, b) for a, b in zip(corners, corners[1:] + corners[:1])])
    wide = (deep - SKIN) / slope
    assume(wide < 30)
    found = swept(world(turned(spike, degrees)), outline, (-150, 0), (150, 0), degrees, facing=facing)
    cut = at(box([2 * wide, 2 * wide, 50]), 0, 0, -5)
    assert found == pytest.approx(swept(world(turned(cut, degrees)), outline, (-150, 0), (150, 0), degrees, facing=facing), abs=1e-7)


@FEW
@given(OUTLINES, ANGLES, ANGLES, st.floats(15, 75))
def test_an_overhanging_wall_is_met_at_the_top_of_the_base(outline, degrees, facing, lean):
    out = 60 / tan(radians(lean))                  # it leans towards the base: x = -z / tan(lean)
    wall = np.concatenate([sheet((0, -200, 0), (0, 200, 0), (-out, 200, 60)), sheet((0, -200, 0), (-out, 200, 60), (-out, -200, 60))])
    found = swept(world(turned(wall, degrees)), outline, (-300, 3), (50, 3), degrees, facing=facing)
    assert found == pytest.approx(300 - (TALL - SKIN) / tan(radians(lean)) - trimmed_reach(outline, (1, 0), facing), abs=1e-7)


@FEW
@given(OUTLINES, ANGLES, ANGLES, st.integers(0, 2))
def test_what_lies_exactly_under_or_over_a_base_does_not_block_and_what_reaches_in_past_at_does(outline, degrees, facing, times):
    for low, high, blocks in [(-9, 0, False), (-9, AT / 2 - 1e-6, False), (-9, AT, True), (TALL, 20, False), (TALL - AT / 2 + 1e-6, 20, False),
                              (TALL - AT, 20, True)]:
        piece = at(box([30, 30, high - low]), 0, 0, low)
        found = swept(world(finer(turned(piece, degrees), times)), outline, (-90, 0), (90, 0), degrees, facing=facing)
        assert (found < inf) == blocks, (low, high)


@FEW
@given(OUTLINES, ANGLES, ANGLES, st.floats(40, 120), st.integers(0, 2), st.booleans())
def test_a_base_that_fits_a_passage_exactly_goes_through_and_one_twice_at_wider_does_not(outline, degrees, facing, long, times, fits):
    left, right = outline.reach((0, 1), facing), outline.reach((0, -1), facing)
    squeeze = 0.0 if fits else 2 * AT
    sides = np.concatenate([at(box([long, 20, 30]), 0, left - squeeze + 10), at(box([long, 20, 30]), 0, -right - 10)])
    found = swept(world(finer(turned(sides, degrees), times)), outline, (-140, 0), (140, 0), degrees, facing=facing)
    assert (found == inf) == fits


@FEW
@given(OUTLINES, ANGLES, ANGLES, st.booleans())
def test_a_base_that_slides_along_a_wall_it_touches_is_not_stopped(outline, degrees, facing, back):
    near = outline.reach((1, 0), facing)
    ends = [(-near, -150), (-near, 150)]
    start, end = ends[::-1] if back else ends
    wall = world(finer(turned(WALL, degrees), 2))
    assert swept(wall, outline, start, end, degrees, facing=facing) == inf
    assert swept(wall, outline, *((x + 2 * AT, y) for x, y in (start, end)), degrees, facing=facing) == 0.0


@FEW
@given(OUTLINES, ANGLES, ANGLES)
def test_a_base_may_leave_what_it_touches_and_stops_at_the_end_of_its_way_only_if_that_touches(outline, degrees, facing):
    near, wall = outline.reach((1, 0), facing), world(turned(WALL, degrees))
    assert swept(wall, outline, (-near, 0), (-near - 50, 9), degrees, facing=facing) == inf
    assert swept(wall, outline, (-near - 50, 0), (-near, 0), degrees, facing=facing) == inf
    assert swept(wall, outline, (-near - 50, 0), (-near + AT, 0), degrees, facing=facing) == pytest.approx(50, abs=AT)


@FEW
@given(OUTLINES, ANGLES, st.integers(0, 10**6))
def test_a_sweep_stops_where_overlap_begins(outline, facing, seed):
    chance = np.random.default_rng(seed)
    heap = np.array([[300, 250, 5.0]]) + chance.uniform(-60, 60, (12, 1, 3)) * [1, 1, 0.2] + chance.normal(0, 6, (12, 3, 3))
    terrain = world(heap)
    start, end = (150.0, 250.0 + chance.uniform(-40, 40)), (450.0, 250.0 + chance.uniform(-40, 40))
    long = hypot(end[0] - start[0], end[1] - start[1])
    found = terrain.sweep(outline, start, end, 0.0, TALL, facing)[0]

    def blocked(s):
        x, y = (a + s / long * (b - a) for a, b in zip(start, end))
        return terrain.overlaps(outline, x, y, 0.0, TALL, facing) >= 0

    free = np.linspace(0.0, min(found, long) - 1e-6, 50)
    assert not any(blocked(s) for s in free)


def test_a_base_that_starts_in_terrain_is_stopped_at_once():
    assert world(WALL).sweep(ROUND, (0, 0), (50, 0), 0.0, TALL)[0] == 0.0
    inside = world(at(box([100, 100, 5]), 0, 0, 2))
    assert inside.sweep(ROUND, (0, 0), (200, 0), 0.0, TALL)[0] == 0.0


def test_a_sweep_of_no_length_tells_whether_the_base_stands_in_terrain():
    assert world(WALL).sweep(ROUND, (0, 0), (0, 0), 0.0, TALL)[0] == 0.0
    assert world(WALL).sweep(ROUND, (-16, 0), (-16, 0), 0.0, TALL) == (inf, -1)
