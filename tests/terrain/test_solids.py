"""Solids are closed, wound outward, stand where they should, and hold what geometry says they hold."""
from math import pi

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.terrain.solids import SAGITTA, box, cylinder, stairs, wedge

SIZE = st.floats(0.5, 500)
SIZES = st.tuples(SIZE, SIZE, SIZE)
EVERY = st.one_of(st.builds(box, SIZES), st.builds(wedge, SIZES), st.builds(stairs, SIZES, st.integers(1, 12)), st.builds(cylinder, SIZE, SIZE))


def volume(triangles) -> float:
    a, b, c = np.moveaxis(triangles, 1, 0)
    return float(np.einsum("ij,ij->i", a, np.cross(b, c)).sum() / 6)


def edges(triangles) -> dict:
    """How often each directed edge occurs."""
    count: dict = {}
    for corners in triangles.tolist():
        for a, b in zip(corners, corners[1:] + corners[:1]):
            count[tuple(a), tuple(b)] = count.get((tuple(a), tuple(b)), 0) + 1
    return count


@given(EVERY)
def test_every_edge_of_a_solid_is_met_once_from_the_other_side(triangles):
    count = edges(triangles)
    assert all(n == 1 and count.get((b, a)) == 1 for (a, b), n in count.items())


@given(EVERY)
def test_no_triangle_of_a_solid_is_empty(triangles):
    sides = triangles[:, 1:] - triangles[:, :1]
    assert np.linalg.norm(np.cross(sides[:, 0], sides[:, 1]), axis=1).min() > 0


@given(EVERY)
def test_a_solid_stands_on_the_table_about_the_origin(triangles):
    low, high = triangles.min(axis=(0, 1)), triangles.max(axis=(0, 1))
    assert low[2] == 0
    assert (low[:2] == -high[:2]).all()


@given(SIZES, st.integers(1, 12))
def test_volumes_are_those_of_a_block_half_of_it_and_a_staircase(size, steps):
    block = np.prod(size)
    assert volume(box(size)) == pytest.approx(block)
    assert volume(wedge(size)) == pytest.approx(block / 2)
    assert volume(stairs(size, steps)) == pytest.approx(block * (steps + 1) / (2 * steps))


@given(SIZES, st.integers(1, 12))
def test_bounding_boxes_are_the_sizes_asked_for(size, steps):
    for solid in (box(size), wedge(size), stairs(size, steps)):
        assert np.ptp(solid.reshape(-1, 3), axis=0) == pytest.approx(size)


@given(SIZES, st.integers(1, 12))
def test_stairs_and_ramps_rise_along_x(size, steps):
    x, _, z = size
    for solid, at_front in ((wedge(size), 0.0), (stairs(size, steps), z / steps)):
        points = solid.reshape(-1, 3)
        assert points[points[:, 0] == points[:, 0].min(), 2].max() == pytest.approx(at_front)
        assert points[points[:, 0] == points[:, 0].max(), 2].max() == z


@given(st.integers(1, 12))
def test_stairs_have_a_tread_at_each_multiple_of_the_riser_and_no_other(steps):
    solid = stairs((steps * 10.0, 20.0, steps * 5.0), steps)
    flat = solid[(np.ptp(solid[:, :, 2], axis=1) == 0) & (solid[:, 0, 2] > 0)]
    assert sorted(set(flat[:, 0, 2])) == [5.0 * (i + 1) for i in range(steps)]
    assert all(np.ptp(flat[flat[:, 0, 2] == z][:, :, 0]) == 10.0 for z in set(flat[:, 0, 2]))


@given(SIZE, SIZE)
def test_a_cylinder_lies_inside_its_circle_by_no_more_than_the_sagitta(radius, height):
    rim = cylinder(radius, height).reshape(-1, 3)
    distance = np.hypot(rim[:, 0], rim[:, 1])
    assert distance.max() == pytest.approx(radius)
    sides = cylinder(radius, height)
    upright = sides[np.ptp(sides[:, :, 2], axis=1) > 0]
    middles = (upright[:, :, :2] + np.roll(upright[:, :, :2], 1, axis=1)) / 2
    assert np.hypot(*np.moveaxis(middles, -1, 0)).min() >= radius - SAGITTA - 1e-9
    assert volume(sides) == pytest.approx(pi * radius**2 * height, rel=3 * SAGITTA / radius)


@given(SIZE, SIZE)
def test_a_cylinder_has_an_even_count_of_corners_the_first_at_angle_zero(radius, height):
    points = cylinder(radius, height).reshape(-1, 3)
    rim = {tuple(p) for p in points[points[:, 2] == height][:, :2].tolist()} - {(0.0, 0.0)}
    assert len(rim) % 2 == 0
    assert (radius, 0.0) in rim


@pytest.mark.parametrize("make", [lambda: box((1, 0, 1)), lambda: wedge((1, 1, -1)), lambda: stairs((1, 1, 1), 0), lambda: cylinder(float("nan"), 1),
                                  lambda: box((1, 1, float("inf")))])
def test_a_solid_without_size_is_refused(make):
    with pytest.raises(ValueError):
        make()
