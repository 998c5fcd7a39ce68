"""What a base stands on, in closed form: resting planes, toppling, and overhang past straight edges, corners, notches, planks and posts."""
from __future__ import annotations

from math import acos, asin, atan, pi, sqrt
from math import degrees as in_degrees

import numpy as np
import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st

from sim.facts.support import Rest
from sim.measure import AT
from sim.shapes import Outline, Pose
from sim.terrain.solids import box, wedge
from sim.world import SKIN
from tests.world.placed import FEW, at, finer, there, turned, world

ROUND, OVAL, RECT = Outline.round(32), Outline.oval(60, 35), Outline.rect(25, 50)
SIXSIDED = Outline.polygon([(20, 3), (8, 18), (-10, 15), (-18, 0), (-7, -16), (12, -14)])
OUTLINES = st.sampled_from([ROUND, OVAL, RECT, SIXSIDED])
ANGLES = st.floats(0, 360)
R = 16.0


def resting(terrain, outline, x, y, degrees, facing=0.0) -> Rest:
    """The base at rest on the highest level there."""
    place = there(x, y, degrees)
    z = max(v.floor for v in terrain.levels(outline, *place, facing + degrees))
    return Rest(terrain, outline, Pose(*place, z, facing + degrees))


def segment(d: float) -> float:
    """Area of the part of the disc beyond a line at distance d from its centre (mm2)."""
    return R * R * acos(d / R) - d * sqrt(R * R - d * d)


def corner(x: float, y: float) -> float:
    """Area of the part of the disc in the quadrant right of x and above y, its corner (x, y) being inside the disc (mm2)."""
    if y < 0:
        return segment(x) - corner(x, -y)

    def under(t):
        return 0.5 * (t * sqrt(R * R - t * t) + R * R * asin(t / R))

    right = sqrt(R * R - y * y)
    return under(right) - under(x) - y * (right - x)


AREA = pi * R * R


@FEW
@given(ANGLES, st.floats(-15.5, 15.5), st.integers(0, 2))
def test_past_a_straight_edge_a_circles_segment_hangs_over(degrees, inside, times):
    block = world(finer(turned(at(box([200, 200, 50]), -100), degrees), times), floor=True)
    rest = resting(block, ROUND, -inside, 3, degrees)
    assert rest.overhang("area", lies=False).value == pytest.approx(segment(inside) / AREA, abs=1e-7)
    assert rest.overhang("centre", lies=False).value == pytest.approx(-inside, abs=1e-6)
    assert rest.overhang("reach", lies=False).value == pytest.approx(R - inside, abs=2e-3)


@FEW
@given(ANGLES, st.floats(-10, 10), st.floats(-10, 10), st.integers(0, 2))
def test_at_a_convex_corner_what_the_corner_holds_is_borne(degrees, x, y, times):
    block = world(finer(turned(at(box([200, 200, 50]), 100, 100), degrees), times), floor=True)
    rest = resting(block, ROUND, x, y, degrees)
    assert rest.overhang("area", lies=False).value == pytest.approx(1 - corner(-x, -y) / AREA, abs=1e-7)


@FEW
@given(ANGLES, st.floats(-10, 10), st.floats(-10, 10), st.integers(0, 2))
def test_at_a_notch_what_the_notch_leaves_out_hangs_over(degrees, x, y, times):
    arms = np.concatenate([at(box([200, 400, 50]), -100), at(box([200, 200, 50]), 100, -100)])
    rest = resting(world(finer(turned(arms, degrees), times), floor=True), ROUND, x, y, degrees)
    assert rest.overhang("area", lies=False).value == pytest.approx(corner(-x, -y) / AREA, abs=1e-7)


@pytest.mark.parametrize("degrees", [0, 30, 45, 101.3])
@pytest.mark.parametrize("scene, x, y, share, centre", [
    ("straight edge, 2 mm inside", -2, 0, 0.42, True), ("straight edge, on it", 0, 0, 0.50, True),
    ("plank 12", 0, 0, 0.53, True), ("plank 14", 0, 0, 0.46, True), ("plank 12.93", 0, 0, 0.50, True), ("plank 17", 0, 0, 0.36, True),
    ("corner", -3, -3, 0.62, True), ("corner", -5.46, -5.46, 0.50, True), ("notch", 3, 3, 0.38, False)])
def test_the_scenes_that_split_the_readings_of_half(scene, x, y, share, centre, degrees):
    if scene.startswith("plank"):
        width = float(scene.split()[1])
        terrain = box([width, 300, 50])
        assert 2 * segment(width / 2) / AREA == pytest.approx(share, abs=5e-3)
    elif scene == "corner":
        terrain = at(box([200, 200, 50]), -100, -100)
    elif scene == "notch":
        terrain = np.concatenate([at(box([200, 400, 50]), -100), at(box([200, 200, 50]), 100, -100)])
    else:
        terrain = at(box([200, 200, 50]), -100)
    rest = resting(world(turned(terrain, degrees), floor=True), ROUND, x, y, degrees)
    assert rest.overhang("area", lies=False).value == pytest.approx(share, abs=5e-3)
    assert (rest.overhang("centre", lies=False).value <= AT) == centre


@FEW
@given(ANGLES, st.floats(1, 31), st.integers(0, 2))
def test_a_plank_leaves_two_segments_and_the_rest_of_a_diameter(degrees, width, times):
    rest = resting(world(finer(turned(box([width, 300, 50]), degrees), times), floor=True), ROUND, 0, 0, degrees)
    assert rest.overhang("area", lies=False).value == pytest.approx(2 * segment(width / 2) / AREA, abs=1e-7)
    assert rest.overhang("length", lies=False).value == pytest.approx(1 - width / 32, abs=1e-4)
    assert rest.overhang("centre", lies=False).value == pytest.approx(-width / 2, abs=1e-6)


@FEW
@given(ANGLES, ANGLES, st.floats(-12, 12), st.sampled_from([OVAL, RECT]))
def test_past_an_edge_an_oval_and_a_rectangle_hang_over_by_their_own_shape(degrees, facing, inside, outline):
    block = world(finer(turned(at(box([300, 300, 50]), -150), degrees)), floor=True)
    rest = resting(block, outline, -inside, 3, degrees, facing)
    if outline is OVAL:                                    # an affine picture of the disc: the same segment at the same share of its reach
        d = inside / outline.reach((1, 0), facing)
        share = (acos(d) - d * sqrt(1 - d * d)) / pi
    else:
        share = shapely.Polygon(outline.points(0, 0, facing)).intersection(shapely.box(inside, -90, 90, 90)).area / outline.area
    assert rest.overhang("area", lies=False).value == pytest.approx(share, abs=1e-6)


@FEW
@given(OUTLINES, ANGLES, ANGLES, st.floats(0.02, 0.9), st.integers(0, 2))
def test_on_a_slope_a_base_lies_in_the_slope_and_hangs_over_nowhere(outline, degrees, facing, slope, times):
    ramp = world(finer(turned(wedge([300, 300, 300 * slope]), degrees), times), floor=True)
    rest = resting(ramp, outline, 4, -5, degrees, facing)
    assert rest.stands and rest.plane.tilt == pytest.approx(in_degrees(atan(slope)), abs=1e-5)
    assert rest.elevation == pytest.approx(slope * 154, abs=1e-5)
    assert rest.overhang("area").value == pytest.approx(0.0, abs=1e-7)


@FEW
@given(OUTLINES, ANGLES, ANGLES, st.sampled_from([-1.0, -2 * AT, 2 * AT, 1.0]))
def test_a_base_topples_once_its_centre_is_past_the_edge(outline, degrees, facing, past):
    block = world(turned(at(box([200, 200, 50]), -100), degrees), floor=False)
    rest = resting(block, outline, past, 3, degrees, facing)
    assert rest.stands == (past < 0)
    assert rest.elevation == pytest.approx(50.0, abs=1e-6)


@FEW
@given(ANGLES, st.floats(0.1, 14), st.floats(0.1, 9))
def test_across_two_blocks_a_base_leans_from_the_edge_of_the_higher_to_its_rim_on_the_lower(degrees, edge, drop):
    higher, lower = at(box([200, 400, 40]), -100 - edge), at(box([200, 400, 40 - drop]), 100 - edge + 2)
    rest = resting(world(turned(np.concatenate([higher, lower]), degrees)), ROUND, 0, 0, degrees)
    lean = drop / (R - SKIN + edge)
    assert rest.stands and rest.plane.tilt == pytest.approx(in_degrees(atan(lean)), abs=1e-4)
    assert rest.elevation == pytest.approx(40 - lean * edge, abs=1e-5)


@FEW
@given(ANGLES, st.floats(0.5, 30), st.integers(0, 1))
def test_a_grate_with_bars_closer_than_the_base_is_wide_bears_all_of_it(degrees, bar, times):
    bars = np.concatenate([at(box([bar, 150, 20]), x) for x in np.arange(-60, 61, bar + 12)])
    rails = np.concatenate([at(box([400, 10, 20]), 0, y) for y in (-75, 75)])
    rest = resting(world(finer(turned(np.concatenate([bars, rails]), degrees), times), floor=True), ROUND, 0, 0, degrees)
    assert rest.overhang("area").value == pytest.approx(0.0, abs=1e-7)


def test_through_a_slot_exactly_as_wide_as_the_base_it_falls():
    sides = np.concatenate([at(box([100, 300, 20]), x) for x in (-66, 66)])
    for degrees in (0, 17.3, 45):
        assert [v.floor for v in world(turned(sides, degrees), floor=True).levels(ROUND, *there(0, 0, degrees))] == [0.0]
