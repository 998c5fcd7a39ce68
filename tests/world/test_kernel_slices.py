"""Slices: the free (s, z) space of a leg, its breakpoints in closed form at any angle, on any mesh of the same solids."""
from __future__ import annotations

from math import cos, hypot, inf, radians, sin, sqrt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.measure import AT
from sim.shapes import Outline
from sim.terrain.solids import box, stairs, wedge
from sim.world import SKIN, Shape
from tests.world.placed import FEW, at, finer, sheet, there, turned, world

ROUND, OVAL, RECT = Outline.round(32), Outline.oval(60, 35), Outline.rect(25, 50)
SIXSIDED = Outline.polygon([(20, 3), (8, 18), (-10, 15), (-18, 0), (-7, -16), (12, -14)])
OUTLINES = st.sampled_from([ROUND, OVAL, RECT, SIXSIDED])
ANGLES = st.floats(0, 360)
THICK = 2.54
WHERE = 1e-6                       # mm: breakpoints are this exact, a thousandth of the skin


def stretches(terrain, outline, start, end, degrees, facing=0.0, height=THICK, inside=()):
    """The slice as level stretches [s0, s1, floor, ceiling] in order, cells of one floor and ceiling joined, spaces inside shells left out."""
    cells = terrain.slice(outline, there(*start, degrees), there(*end, degrees), facing + degrees, height)
    out = []
    for s0, s1, f0, f1, c0, c1 in cells[:, :6]:
        if s1 - s0 <= WHERE or any(low < f0 < high for low, high in inside):
            continue
        last = next((t for t in reversed(out) if abs(t[1] - s0) <= WHERE and abs(t[2] - f0) <= 1e-6 and (t[3] == c0 or abs(t[3] - c0) <= 1e-6)), None)
        assert f0 == pytest.approx(f1, abs=1e-6) and (c0 == c1 or c0 == pytest.approx(c1, abs=1e-6))
        if last:
            last[1] = s1
        else:
            out.append([s0, s1, f0, c0])
    return [tuple(map(float, t)) for t in sorted(out)]


def close(found, expected, exact=WHERE * 2) -> None:
    assert [tuple(f) for f in found] == [pytest.approx(e, abs=exact) for e in expected]


def trims(outline, facing):
    """How far the outline less the skin reaches forward and back along travel; square to the course the skin is a skin."""
    return tuple(outline.reach((d, 0), facing) - SKIN for d in (1, -1))


@FEW
@given(st.sampled_from([(ROUND, 0.0), (ROUND, 77.0), (OVAL, 0.0), (OVAL, 90.0), (RECT, 0.0), (RECT, 90.0), (RECT, 180.0)]), ANGLES, st.floats(0.5, 30),
       st.floats(1, 40), st.floats(-300, 300), st.integers(0, 3))
def test_a_wall_lifts_the_base_from_where_its_front_touches_to_where_its_back_leaves(base, degrees, thick, height, aside, times):
    outline, facing = base
    wall = at(box([thick, 1400, height]), thick / 2)
    ahead, behind = trims(outline, facing)
    terrain = world(finer(turned(wall, degrees), times), floor=True)
    found = stretches(terrain, outline, (-90, aside), (110, aside), degrees, facing, inside=[(1e-3, height - 1e-3)])
    close([f for f in found if f[3] == inf],              # a thick wall is hollow: a space with a ceiling
          [(0, 90 - ahead, 0, inf), (90 - ahead, 90 + thick + behind, height, inf), (90 + thick + behind, 200, 0, inf)])


@FEW
@given(ANGLES, st.floats(-70, 70), st.floats(5, 30), st.integers(0, 2))
def test_a_wall_met_at_a_slant_is_longer_by_the_slant(degrees, course, thick, times):
    c, s = cos(radians(course)), sin(radians(course))
    wall = at(box([thick, 1400, 20]), thick / 2)
    terrain = world(finer(turned(wall, degrees), times), floor=True)
    found = stretches(terrain, ROUND, (-80, -150 * s), (-80 + 300 * c, 150 * s), degrees, inside=[(1e-3, 20 - 1e-3)])
    r = 16 - SKIN
    first, last = (80 - r) / c, (80 + thick + r) / c
    expected = [(0, first, 0, inf), (first, min(300, last), 20, inf)] + ([(last, 300, 0, inf)] if last < 300 - 1e-3 else [])
    if abs(last - 300) > 1e-3 and first < 300 - 1e-3:
        close([f for f in found if f[3] == inf], expected)


@FEW
@given(OUTLINES, ANGLES, ANGLES, st.integers(2, 6), st.floats(3, 12), st.integers(0, 2))
def test_on_stairs_every_tread_begins_where_the_front_comes_over_its_edge(outline, degrees, facing, steps, rise, times):
    flight = stairs([20.0 * steps, 900, rise * steps], steps)
    front = _front(outline, facing)
    found = stretches(world(finer(turned(at(flight, 10.0 * steps), degrees), times), floor=True), outline, (-80, 0), (20.0 * steps - front, 0), degrees, facing,
                      inside=[(rise * i + 1e-3, rise * (i + 1) - 1e-3) for i in range(steps)])
    expected = [(0, 80 - front, 0, inf)]
    for i in range(steps):
        expected.append((80 - front + 20 * i, 80 - front + 20 * (i + 1), rise * (i + 1), inf))
    close([f for f in found if f[3] == inf], expected)


def _front(outline, facing) -> float:
    """Reach along travel of the outline less the skin."""
    shape = Shape.of(outline, facing)
    if outline.corners:
        return Outline(outline.half, tuple(map(tuple, shape.corners))).reach((1, 0), facing)
    return Outline((outline.half[0] - SKIN, outline.half[1] - SKIN)).reach((1, 0), facing)


@FEW
@given(OUTLINES, ANGLES, ANGLES, st.floats(4, 40), st.floats(10, 60), st.integers(0, 2))
def test_under_a_bridge_there_is_a_ceiling_and_on_it_a_floor(outline, degrees, facing, clear, deck, times):
    bridge = at(box([deck, 700, 2]), deck / 2, 0, clear)
    ahead, behind = _front(outline, facing), _front(outline, facing + 180)
    found = stretches(world(finer(turned(bridge, degrees), times), floor=True), outline, (-90, 0), (150, 0), degrees, facing)
    a, b, roof = 90 - ahead, 90 + deck + behind, clear - THICK + 2 * SKIN
    close(found, [(0, a, 0, inf), (a, b, 0, roof), (a, b, clear + 2, inf), (b, 240, 0, inf)])


@FEW
@given(OUTLINES, ANGLES, ANGLES, st.sampled_from([-2 * AT, -1.1 * AT, -0.9 * AT, 0.0, AT]), st.integers(0, 2))
def test_a_base_goes_under_a_bridge_exactly_as_high_as_it_is_and_not_under_one_lower_by_more_than_at(outline, degrees, facing, spare, times):
    bridge = at(box([40, 700, 2]), 0, 0, THICK + spare)
    found = stretches(world(finer(turned(bridge, degrees), times), floor=True), outline, (-90, 0), (90, 0), degrees, facing)
    low = [f for f in found if f[2] == 0.0]
    joined = all(b[0] <= a[1] + WHERE for a, b in zip(low, low[1:]))
    assert joined == (spare > -AT)


@FEW
@given(OUTLINES, ANGLES, ANGLES, st.sampled_from([-2 * AT, -1.5 * AT, 0.0, 1e-7, AT]), st.integers(0, 2))
def test_a_gap_between_walls_exactly_as_wide_as_the_base_lets_it_through(outline, degrees, facing, spare, times):
    left, right = outline.reach((0, 1), facing), outline.reach((0, -1), facing)
    sides = np.concatenate([at(box([60, 80, 30]), 0, left + spare / 2 + 40), at(box([60, 80, 30]), 0, -right - spare / 2 - 40)])
    found = stretches(world(finer(turned(sides, degrees), times), floor=True), outline, (-90, 0), (90, 0), degrees, facing, inside=[(1e-3, 30 - 1e-3)])
    assert (max(f[2] for f in found) < 1e-6) == (spare > -AT)


@FEW
@given(OUTLINES, ANGLES, ANGLES, st.floats(0.1, 2), st.integers(0, 2))
def test_up_a_slope_the_height_runs_straight_from_where_the_front_meets_it(outline, degrees, facing, slope, times):
    ramp = at(wedge([100, 700, 100 * slope]), 50)
    terrain = world(finer(turned(ramp, degrees), times), floor=True)
    front = _front(outline, facing)
    cells = terrain.slice(outline, there(-80, 0, degrees), there(100 - front, 0, degrees), facing + degrees, THICK)
    for s0, s1, f0, f1, c0, _ in cells[:, :6]:
        if s1 - s0 <= WHERE or c0 < inf:
            continue
        for s, floor in ((s0, f0), (s1, f1)):
            assert floor == pytest.approx(max(0.0, slope * (s - 80 + front)), abs=2e-5)


@FEW
@given(ANGLES, st.floats(0.1, 1.5), st.floats(-90, 90), st.integers(0, 2))
def test_across_a_slope_the_rim_rises_in_the_arc_of_a_circle(degrees, slope, course, times):
    """A leg that comes onto a ramp over its slanting side: between cell ends the height is the disc's own curve, straight to a quarter of AT."""
    ramp = world(finer(turned(wedge([200, 100, 200 * slope]), degrees), times), floor=True)
    start, end = (-30, -100), (-30 + 60 * sin(radians(course)), 100)
    long = hypot(end[0] - start[0], end[1] - start[1])
    cells = ramp.slice(ROUND, there(*start, degrees), there(*end, degrees), degrees, THICK)
    r = 16 - SKIN
    seen = 0
    for s0, s1, f0, f1, c0, _ in cells[:, :6]:
        if s1 - s0 <= WHERE or c0 < inf:
            continue
        for t in (0.001, 0.2, 0.5, 0.8, 0.999):
            s = s0 + t * (s1 - s0)
            x, y = (start[k] + s / long * (end[k] - start[k]) for k in (0, 1))
            over = max(0.0, abs(y) - 50)
            rim = 0.0 if over > r else slope * (x + 100 + sqrt(r * r - over * over))
            assert f0 + t * (f1 - f0) == pytest.approx(rim, abs=AT / 2)
            seen += rim > 0
    assert seen


@FEW
@given(OUTLINES, ANGLES, st.floats(0.2, 2), st.floats(-60, 60))
def test_over_a_slanting_blade_the_highest_place_is_found(outline, degrees, slope, course):
    """A fin whose edge rises sideways to travel lifts the base most where the base's middle goes over it, not at an end of anything."""
    blade = sheet((0, -150, -150 * slope), (0, 150, 150 * slope), (0, 0, -400))
    c, s = cos(radians(course)), sin(radians(course))
    start, end = (-70 * c, -70 * s), (70 * c, 70 * s)
    terrain = world(turned(blade, degrees))
    cells = terrain.slice(outline, there(*start, degrees), there(*end, degrees), degrees, THICK)

    def rests(s):
        return max((v.floor for v in terrain.levels(outline, *there((s - 70) * c, (s - 70) * sin(radians(course)), degrees), degrees, THICK)), default=-inf)

    row, end = np.unravel_index(cells[:, 2:4].argmax(), (len(cells), 2))
    top, where = cells[row, 2 + end], cells[row, end]
    assert top == pytest.approx(max(rests(where - 1e-8), rests(where), rests(where + 1e-8)), abs=AT / 4)
    assert top >= max(map(rests, np.linspace(0, 140, 281))) - AT / 2


@FEW
@given(OUTLINES, ANGLES, st.integers(0, 10**6), st.integers(1, 2))
def test_a_slice_says_at_every_place_what_a_base_set_down_there_finds(outline, facing, seed, times):
    chance = np.random.default_rng(seed)
    solids = [turned_block(chance) for _ in range(5)]
    terrain = world(*(finer(p, times) for p in solids), floor=True)
    start, end = (150.0, 250.0), (450.0, float(chance.uniform(200, 300)))
    cells = terrain.slice(outline, start, end, facing, THICK)
    long = hypot(end[0] - start[0], end[1] - start[1])
    for s0, s1 in chance.choice(np.unique(cells[:, :2], axis=0), 12):
        if s1 - s0 < 1e-5:
            continue
        t = chance.uniform(0.02, 0.98)
        s = s0 + t * (s1 - s0)
        mine = [(r[2] + t * (r[3] - r[2]), r[4] + t * (r[5] - r[4]) if r[4] < inf else inf) for r in cells if r[0] == s0]
        x, y = (start[k] + s / long * (end[k] - start[k]) for k in (0, 1))
        true = [(v.floor, v.ceiling) for v in terrain.levels(outline, x, y, facing, THICK) if v.ceiling - v.floor > AT]
        wide = [m for m in mine if m[1] - m[0] > 2 * AT]
        assert len(wide) <= len(true) + 1
        for floor, ceiling in wide:
            assert any(abs(floor - f) <= AT / 2 and (ceiling == c or abs(ceiling - c) <= AT / 2) for f, c in true)


def turned_block(chance) -> np.ndarray:
    """A block, wedge or flight of stairs of some size at some angle near the middle of the table."""
    size = chance.uniform(10, 80, 3)
    kind = chance.integers(3)
    solid = box(size) if kind == 0 else wedge(size) if kind == 1 else stairs(size, int(chance.integers(1, 6)))
    return at(turned(solid, chance.uniform(0, 360)), *chance.uniform(-90, 90, 2), chance.choice([0.0, 0.0, chance.uniform(3, 40)]))


@FEW
@given(OUTLINES, ANGLES, st.integers(0, 10**6), st.floats(0, 360))
def test_backwards_a_slice_is_the_same_read_from_its_end(outline, facing, seed, degrees):
    chance = np.random.default_rng(seed)
    terrain = world(*(turned_block(chance) for _ in range(3)), floor=True)
    c, s = cos(radians(degrees)), sin(radians(degrees))
    start, end = (300 - 120 * c, 250 - 120 * s), (300 + 120 * c, 250 + 120 * s)
    there_, back = terrain.slice(outline, start, end, facing, THICK), terrain.slice(outline, end, start, facing, THICK)
    for f in np.linspace(0.7, 239.3, 60):
        a, b = _levels(there_, f), _levels(back, 240 - f)
        assert len(a) == len(b) and all(x == pytest.approx(y, abs=AT / 2) for x, y in zip(a, b))


def _levels(cells, s):
    return [float(r[2] + (s - r[0]) / (r[1] - r[0]) * (r[3] - r[2])) for r in cells if r[0] <= s < r[1]]
