"""Distances in space from terrain to a base's prism, and the clearance along a face, in closed form."""
from __future__ import annotations

from math import cos, hypot, inf, pi, radians, sin, sqrt

import numpy as np
import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st

from sim.shapes import Outline
from sim.terrain.solids import box, wedge
from tests.world.placed import FEW, at, finer, sheet, there, turned, world

ROUND, OVAL, RECT = Outline.round(32), Outline.oval(60, 35), Outline.rect(25, 50)
SIXSIDED = Outline.polygon([(20, 3), (8, 18), (-10, 15), (-18, 0), (-7, -16), (12, -14)])
OUTLINES = st.sampled_from([ROUND, OVAL, RECT, SIXSIDED])
ANGLES = st.floats(0, 360)
HEIGHTS = st.sampled_from([0.0, 2.54, 38.1])


def apart(terrain, outline, x, y, z, degrees, facing=0.0, height=0.0, at_most=inf):
    return terrain.distance(outline, *there(x, y, degrees), z, facing + degrees, height, at_most)[0]


@FEW
@given(OUTLINES, ANGLES, ANGLES, st.floats(-20, 60), st.floats(-60, 40), HEIGHTS, st.integers(0, 2))
def test_the_distance_to_a_wall_counts_sideways_and_upward(outline, degrees, facing, plan, z, height, times):
    wall = world(finer(turned(at(box([10, 600, 30]), 5), degrees), times))
    aside = max(0.0, plan)
    up = max(0.0, z - 30, -z - height)
    found = apart(wall, outline, -(outline.reach((1, 0), facing) + plan), 11, z, degrees, facing, height)
    assert found == pytest.approx(hypot(aside, up), abs=1e-6)


@FEW
@given(ANGLES, st.floats(-60, 60), st.floats(-60, 60), st.floats(-30, 60), HEIGHTS, st.integers(0, 2))
def test_a_disc_beside_a_block(degrees, x, y, z, height, times):
    block = world(finer(turned(box([40, 24, 20]), degrees), times))
    dx, dy = max(0.0, abs(x) - 20), max(0.0, abs(y) - 12)
    plan, up = max(0.0, hypot(dx, dy) - 16), max(0.0, z - 20, -z - height)
    if plan > 0 or up > 0:                               # inside the block only its surface is near
        assert apart(block, ROUND, x, y, z, degrees, 0.0, height) == pytest.approx(hypot(plan, up), abs=1e-6)


@FEW
@given(ANGLES, st.floats(-60, 60), st.floats(-60, 60), st.floats(20.001, 60))
def test_a_rectangle_beside_a_block_square_to_it(degrees, x, y, z):
    block = world(turned(box([40, 24, 20]), degrees))
    dx, dy = max(0.0, abs(x) - 20 - 12.5), max(0.0, abs(y) - 12 - 25)
    assert apart(block, RECT, x, y, z, degrees) == pytest.approx(sqrt(dx * dx + dy * dy + (z - 20) ** 2), abs=1e-6)


@FEW
@given(ANGLES, ANGLES, st.floats(0, 2 * pi), st.floats(1e-3, 80), st.floats(0, 30))
def test_a_point_out_along_an_ovals_normal_is_as_far_as_it_was_put(degrees, facing, t, out, over):
    a, b = OVAL.half
    n = np.array([cos(t) / a, sin(t) / b])
    n /= np.linalg.norm(n)
    x, y = np.array([a * cos(t), b * sin(t)]) + out * n
    c, s = cos(radians(facing)), sin(radians(facing))
    px, py = c * x - s * y, s * x + c * y
    u = np.array([c * n[0] - s * n[1], s * n[0] + c * n[1]])
    tip = sheet((px, py, 0), (px + 40 * u[0] - 9 * u[1], py + 40 * u[1] + 9 * u[0], -5), (px + 40 * u[0] + 9 * u[1], py + 40 * u[1] - 9 * u[0], -5))
    assert apart(world(turned(tip, degrees)), OVAL, 0, 0, over, degrees, facing) == pytest.approx(hypot(out, over), abs=1e-5)


@FEW
@given(ANGLES, st.floats(10, 80), st.floats(0.01, 80))
def test_a_disc_over_a_slope_is_nearest_with_its_low_rim(degrees, lean, over):
    slope = cos(radians(lean)), sin(radians(lean))
    ramp = world(turned(wedge([400, 900, 400 * slope[1] / slope[0]]), degrees))
    z = (200 + 16) * slope[1] / slope[0] + over           # its rim would touch at this height less `over`
    assert apart(ramp, ROUND, 0, 0, z, degrees) == pytest.approx(over * slope[0], abs=1e-6)


@FEW
@given(OUTLINES, ANGLES, ANGLES, st.integers(0, 10**6), HEIGHTS)
def test_turned_shifted_and_finer_terrain_is_as_far(outline, degrees, facing, seed, height):
    chance = np.random.default_rng(seed)
    heap = np.array([[90.0, 0, 10]]) + chance.uniform(-40, 40, (8, 1, 3)) + chance.normal(0, 8, (8, 3, 3))
    straight = world(turned(heap, 0.0))
    found = apart(straight, outline, 0, 0, 0.0, 0.0, facing, height)
    assert apart(world(finer(turned(heap, degrees), 2)), outline, 0, 0, 0.0, degrees, facing, height) == pytest.approx(found, abs=1e-6)


@FEW
@given(OUTLINES, ANGLES, st.integers(0, 10**6), HEIGHTS)
def test_no_point_of_terrain_is_nearer_than_the_distance_and_some_point_is_as_near(outline, facing, seed, height):
    chance = np.random.default_rng(seed)
    triangle = chance.uniform(-60, 60, (1, 3, 3)) + [[[70, 0, 0]]]
    found = world(triangle).distance(outline, 0, 0, 0, facing, height)[0]
    shares = chance.dirichlet([0.5, 0.5, 0.5], 400)
    base = shapely.Polygon(outline.points(0, 0, facing, 1e-6))
    points = shares @ triangle[0]
    plan = shapely.distance(shapely.points(points[:, :2]), base)
    up = np.maximum(0, np.maximum(-points[:, 2], points[:, 2] - height) if height else np.abs(points[:, 2]))
    sampled = np.hypot(plan, up)
    assert found <= sampled.min() + 1e-5
    assert found >= sampled.min() - 12


@FEW
@given(OUTLINES, ANGLES, ANGLES, st.floats(0.1, 40), st.sampled_from([-1e-3, 1e-3]))
def test_nothing_nearer_than_the_limit_asked_for_is_the_limit(outline, degrees, facing, plan, more):
    wall = world(turned(at(box([10, 600, 30]), 5), degrees))
    x, y = there(-(outline.reach((1, 0), facing) + plan), 0, degrees)
    found, triangle = wall.distance(outline, x, y, 3.0, facing + degrees, 0.0, plan + more)
    assert found == pytest.approx(min(plan, plan + more), abs=1e-6) and (triangle >= 0) == (more > 0)


@FEW
@given(OUTLINES, ANGLES, ANGLES, st.floats(0, 12), st.floats(1, 30))
def test_along_a_face_the_greatest_distance_is_found(outline, degrees, facing, touch, notch):
    """A wall of 60 with a band set back by `notch` from 20 to 40: half way up it is farthest off, or as far as its nearer rims."""
    low, high = box([10, 600, 20]), at(box([10, 600, 20]), 0, 0, 40)
    back = at(box([10, 600, 20]), notch, 0, 20)
    wall = world(turned(at(np.concatenate([low, high, back]), 5), degrees))
    x, y = there(-(outline.reach((1, 0), facing) + touch), 0, degrees)
    found, place = wall.face_distance(outline, (x, y, 0.0), (x, y, 55.0), facing + degrees)
    deepest = min(touch + notch, hypot(touch, 10.0))
    assert found == pytest.approx(deepest, abs=2e-4)
    if notch > 20:
        assert place[2] == pytest.approx(30.0, abs=0.5)
