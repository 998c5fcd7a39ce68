"""Outlines of bases: their reach, widths, areas and corners agree with each other and with what is drawn."""
from math import cos, hypot, inf, pi, radians, sin

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.shapes import Outline, Pose, cos_sin, even_count

MM = st.floats(5, 200)
ANGLE = st.floats(-720, 720)
ROUND, OVAL, RECT = st.builds(Outline.round, MM), st.builds(Outline.oval, MM, MM), st.builds(Outline.rect, MM, MM)
REGULAR = st.builds(lambda n, r: Outline.polygon([(r * cos(2 * pi * i / n), r * sin(2 * pi * i / n)) for i in range(n)]), st.integers(3, 9), MM)
LOPSIDED = st.builds(lambda a, b, c: Outline.polygon([(a, 0), (0, b), (-c, 0), (0, -a)]), MM, MM, MM)
OUTLINES = st.one_of(ROUND, OVAL, RECT, REGULAR, LOPSIDED)


def direction(degrees: float) -> tuple[float, float]:
    return cos(radians(degrees)), sin(radians(degrees))


@given(OUTLINES, ANGLE, ANGLE)
def test_the_reach_is_that_of_the_outline_as_drawn(outline, way, facing):
    drawn = outline.points(0, 0, facing) @ direction(way)
    assert drawn.max() <= outline.reach(direction(way), facing) + 1e-9
    assert drawn.max() >= outline.reach(direction(way), facing) - 0.0011


@given(OUTLINES, ANGLE, ANGLE)
def test_turning_the_base_is_looking_from_the_other_way(outline, way, facing):
    assert outline.reach(direction(way), facing) == pytest.approx(outline.reach(direction(way - facing)), abs=1e-9)


@given(OUTLINES, ANGLE)
def test_no_width_is_less_than_the_shortest_or_more_than_the_longest(outline, way):
    assert outline.shortest - 1e-9 <= outline.width(direction(way)) <= outline.longest + 1e-9


@given(OUTLINES)
def test_the_shortest_and_the_longest_width_occur(outline):
    widths = [outline.width(direction(w)) for w in np.linspace(0, 180, 1441)]
    assert min(widths) == pytest.approx(outline.shortest, rel=0.005)
    assert max(widths) == pytest.approx(outline.longest, rel=0.005)


@given(OUTLINES, MM, MM, ANGLE)
def test_the_area_is_that_of_the_outline_as_drawn_anywhere(outline, x, y, facing):
    px, py = outline.points(x, y, facing).T
    drawn = np.dot(px, np.roll(py, -1)) - np.dot(py, np.roll(px, -1))
    assert drawn / 2 == pytest.approx(outline.area, rel=1e-3)


@given(OUTLINES, ANGLE)
def test_the_radius_holds_every_point_and_is_reached(outline, facing):
    far = np.hypot(*outline.points(0, 0, facing).T)
    assert outline.radius - 0.0011 <= far.max() <= outline.radius + 1e-9


@given(st.lists(MM, min_size=3, max_size=3))
def test_corners_may_be_given_either_way_round(sides):
    a, b, c = sides
    corners = [(a, -1), (0, b), (-c, -1)]
    one, other = Outline.polygon(corners), Outline.polygon(corners[::-1])
    assert one.area == pytest.approx(other.area) and one.area > 0
    assert set(one.corners) == set(other.corners)


@pytest.mark.parametrize(("corners", "says"), [
    ([(0, 0), (1, 0)], "three or more"),
    ([(-5, -5), (5, -5), (0, -4), (0, 5)], "convex"),
    ([(-5, -5), (0, -5), (5, -5), (0, 5)], "convex"),
    ([(1, 1), (5, 1), (5, 5)], "centre"),
    ([(10 * cos(radians(a)), 10 * sin(radians(a))) for a in (0, 144, 288, 72, 216)], "once")])
def test_a_polygon_that_is_no_base_is_refused_with_the_reason(corners, says):
    with pytest.raises(ValueError, match=says):
        Outline.polygon(corners)


def test_only_a_round_base_is_round():
    assert Outline.round(32).is_round and Outline.oval(32, 32).is_round
    assert not Outline.oval(60, 35).is_round and not Outline.rect(25, 25).is_round


@given(st.integers(-20, 20))
def test_quarter_turns_are_exact(quarters):
    c, s = cos_sin(90 * quarters)
    assert (c, s) == [(1, 0), (0, 1), (-1, 0), (0, -1)][quarters % 4]


@given(ANGLE)
def test_a_cosine_and_a_sine_lie_on_the_circle(angle):
    c, s = cos_sin(angle)
    assert hypot(c, s) == pytest.approx(1)
    assert (c, s) == pytest.approx(direction(angle), abs=1e-9)


@given(st.floats(0.5, 1000), st.floats(1e-4, 1))
def test_the_count_of_corners_is_even_enough_and_not_far_more_than_enough(radius, sagitta):
    def inside(n):
        return radius * (1 - cos(pi / n))
    n = even_count(radius, sagitta)
    assert n % 2 == 0 and inside(n) <= sagitta * (1 + 1e-6) + (inf if n < 8 else 0)
    assert n == 8 or inside(n - 2) > sagitta * (1 - 1e-6)


def test_a_pose_tells_where_it_is_in_plan():
    assert Pose(1.0, 2.0, 3.0, 90.0).plan == (1.0, 2.0)
