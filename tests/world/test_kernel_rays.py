"""Rays against solids whose faces are known: edges, corners, grazing, starts on a surface, meshes without cracks."""
from __future__ import annotations

from math import inf

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.terrain.solids import box, wedge
from tests.world.placed import FEW, at, finer, sheet, there, turned, world

ANGLES = st.floats(0, 360)
BLOCK = box([40, 20, 10])


def point(x, y, z, degrees):
    return np.array([*there(x, y, degrees), z])


@FEW
@given(ANGLES, st.floats(-19, 19), st.floats(-9, 9), st.floats(20.5, 90), st.floats(0.1, 9.9))
def test_a_ray_ends_on_the_face_it_meets_at_any_angle(degrees, x, y, far, z):
    block = world(turned(BLOCK, degrees))
    for start, end, share in [((far, y, z), (-far, y, z), (far - 20) / (2 * far)), ((x, far, z), (x, -far, z), (far - 10) / (2 * far)),
                              ((x, y, far), (x, y, -far), (far - 10) / (2 * far)), ((x, y, -far), (x, y, far), 0.5)]:
        found, triangle = block.ray(point(*start, degrees), point(*end, degrees))
        assert found == pytest.approx(share, abs=1e-11) and triangle >= 0


@FEW
@given(ANGLES, st.floats(-18, 18), st.floats(-1, 1), st.floats(-1, 1), st.integers(0, 3))
def test_a_ray_from_inside_never_gets_out_through_edges_corners_or_seams(degrees, along, y, z, times):
    block = world(finer(turned(BLOCK, degrees), times))
    rims = [(20, 10, 10), (20, 10, along / 4 + 5), (along, 10, 10), (20, along / 2, 10), (20, y, z + 5), (along, 0, 10), (20, 10, 5), (0, 0, 10)]
    start = point(along / 2, y, z + 5, degrees)
    for rim in rims:
        end = start + 3 * (point(*rim, degrees) - start)
        assert block.ray(start, end)[0] == pytest.approx(1 / 3, abs=1e-9)


@pytest.mark.parametrize("start, end, share", [((-40, 10, 5), (40, 10, 5), 0.25), ((-40, -40, 10), (40, 40, 10), 0.375),
                                               ((-40, 0, 10), (40, 0, 10), 0.25), ((-30, 20, 10), (-10, 0, 10), 0.5)])
def test_a_ray_that_grazes_a_side_an_edge_or_a_corner_hits(start, end, share):
    assert world(BLOCK).ray(start, end)[0] == pytest.approx(share, abs=1e-12)


@FEW
@given(ANGLES, st.sampled_from([0.0, 1.0, 3.0]), st.floats(1e-6, 1.0))
def test_a_ray_beside_a_block_passes_however_near(degrees, slant, beside):
    block = world(finer(turned(BLOCK, degrees)))
    assert block.ray(point(-60, 10 + beside, 5, degrees), point(60, 10 + beside + slant, 5, degrees)) == (inf, -1)
    assert block.ray(point(-60, 0, 10 + beside, degrees), point(60, 0, 10 + beside + slant, degrees)) == (inf, -1)


@FEW
@given(ANGLES, st.floats(-40, 40), st.floats(-20, 20), st.floats(-1, 1), st.floats(-1, 1), st.floats(0.2, 1))
def test_a_ray_that_starts_on_a_slope_hits_it_where_it_starts(degrees, x, y, dx, dy, down):
    slope = world(turned(wedge([100, 60, 70]), degrees))
    start = point(x, y, 0.7 * (x + 50), degrees)
    found, _ = slope.ray(start, start + 20 * np.array([dx, dy, -down]))
    assert found == pytest.approx(0.0, abs=1e-9)


@FEW
@given(ANGLES, st.floats(0, 60), st.floats(0, 90), st.floats(-15, 15))
def test_a_ray_meets_a_slope_where_line_and_plane_meet(degrees, height, away, y):
    slope = world(finer(turned(wedge([100, 60, 50]), degrees)))
    start, end = (-60 - away, y, height), (60, y, height * 0.5 + 3)
    rise = (end[2] - start[2]) / (end[0] - start[0])
    meets = (start[2] - rise * start[0] - 25) / (0.5 - rise)          # x where both heights are one
    share = (meets - start[0]) / (end[0] - start[0])
    found, _ = slope.ray(point(*start, degrees), point(*end, degrees))
    if -50 < meets < 50:
        assert found == pytest.approx(share, abs=1e-9)


def test_both_sides_of_a_single_sheet_stop_a_ray():
    flat = world(sheet((0, 0, 5), (10, 0, 5), (0, 10, 5)))
    assert flat.ray((2, 2, 9), (2, 2, 1))[0] == flat.ray((2, 2, 1), (2, 2, 9))[0] == 0.5


def test_a_ray_that_ends_on_a_surface_reaches_it_and_one_that_ends_short_does_not():
    assert world(BLOCK).ray((0, 0, 20), (0, 0, 10))[0] == 1.0
    assert world(BLOCK).ray((0, 0, 20), (0, 0, 10.000001)) == (inf, -1)
    assert world(BLOCK).ray((0, 0, 20), (0, 0, 20)) == (inf, -1)


def test_of_many_pieces_the_first_on_the_way_is_named():
    row = world(*(at(box([2, 50, 30]), x) for x in range(50, 500, 10)))
    share, triangle = row.ray((0, 3, 7), (500, 3, 7))
    assert share == pytest.approx(49 / 500) and row.feature_of[triangle] == 0
    assert row.feature_of[row.ray((500, 3, 7), (0, 3, 7))[1]] == 44


@FEW
@given(st.integers(0, 10**6))
def test_the_tree_finds_what_a_look_at_every_triangle_finds(seed):
    chance = np.random.default_rng(seed)
    heap = chance.uniform(0, 100, (60, 1, 3)) + chance.normal(0, 12, (60, 3, 3))
    start, end = chance.uniform(-20, 120, (2, 3))
    every = [world(t[None]).ray(start, end)[0] for t in heap]
    assert world(heap).ray(start, end)[0] == pytest.approx(min(every), abs=1e-12)
