"""The checker's own arithmetic, held to closed forms."""
from fractions import Fraction
from math import cos, pi, radians, sin

import pytest

from sim.proof.check.area import union
from sim.proof.check.exact import FINE, PI, Refused, nanometres, parsed, root, turn
from sim.proof.check.outline import Outline
from sim.proof.check.solid import joined, section
from sim.proof.line import over

ROUND = {"half": [Fraction(16), Fraction(16)], "corners": []}
OVAL = {"half": [Fraction(30), Fraction(35, 2)], "corners": []}
SQUARE = {"half": [10, 10], "corners": [[-10, -10], [10, -10], [10, 10], [-10, 10]]}


@pytest.mark.parametrize("square", [0, 1, 2, Fraction(1, 3), 10 ** 20 + 1, Fraction(4, 9)])
def test_a_root_lies_between_its_bounds(square):
    low, high = root(square)
    assert low ** 2 <= square <= high ** 2 and high - low <= Fraction(1, FINE)


@pytest.mark.parametrize("degrees", [0, 90, 180, 270, 30, -45, 123.456, 719])
def test_turns_agree_with_the_library(degrees):
    c, s = turn(Fraction(degrees))
    assert abs(c / FINE - cos(radians(degrees))) < 1e-11 and abs(s / FINE - sin(radians(degrees))) < 1e-11
    assert abs(float(PI) - pi) < 1e-15


def test_numbers_are_read_exactly():
    assert parsed(b"[0.1, 1e-3]") == [Fraction(1, 10), Fraction(1, 1000)]
    assert nanometres(Fraction("25.4")) == 25_400_000
    with pytest.raises(Refused):
        nanometres(Fraction(1, 3))


@pytest.mark.parametrize("told", [ROUND, OVAL, SQUARE])
@pytest.mark.parametrize("facing", [0, 90, 33])
def test_an_outline_reaches_as_far_as_its_farthest_point(told, facing):
    outline = Outline(told, Fraction(facing))
    for x, y in [(1, 0), (0, -1), (3, 4), (-5, 2)]:
        low, high = outline.reach(x, y)
        farthest = max(px * x + py * y for px, py in outline.inside)
        assert low - 200_000 <= high and farthest <= high + 10 and farthest >= low * Fraction(998, 1000)
        assert outline.holds(0, 0) and not outline.holds(10 ** 9 * x, 10 ** 9 * y)


def test_a_smaller_polygon_is_smaller_by_so_much():
    assert Outline(SQUARE, 0, 1000).reach(1, 0)[0] == pytest.approx(10_000_000 - 1000, abs=1)


@pytest.mark.parametrize("pieces, area", [
    ([[(0, 0), (1000, 0), (1000, 1000), (0, 1000)]], 1_000_000),
    ([[(0, 0), (1000, 0), (1000, 1000), (0, 1000)]] * 2, 1_000_000),
    ([[(0, 0), (1000, 0), (1000, 1000), (0, 1000)], [(500, 0), (1500, 0), (1500, 1000), (500, 1000)]], 1_500_000),
    ([[(0, 0), (10 ** 6, 0), (0, 10 ** 6)], [(0, 0), (10 ** 6, 0), (10 ** 6, 10 ** 6)]], 75 * 10 ** 10),
])
def test_the_area_of_a_union_lies_between_its_bounds(pieces, area):
    low, high = union(pieces)
    assert low <= area <= high and high - low <= area // 100 + 4000


def test_a_section_of_an_upright_triangle_in_its_own_plane_is_the_triangle():
    assert len(section([(0, 0, 0), (10, 0, 0), (10, 0, 5)], (0, 0), (10, 0))) == 3
    assert section([(5, -5, 0), (5, 5, 0), (5, 0, 8)], (0, 0), (10, 0)) == [(Fraction(1, 2), 8), (Fraction(1, 2), 0)]


def test_intervals_that_touch_are_one():
    assert joined([(3, 4), (0, 1), (1, 2)]) == [[0, 2], [3, 4]]


def test_a_line_over_a_profile_never_runs_under_it():
    profile = [(i * 0.7, abs((i * 37) % 11 - 5) * 0.08) for i in range(80)]
    line, lift = over(profile)
    assert line[0] == profile[0] and line[-1] == profile[-1]
    for s, z in profile:
        (a, za), (b, zb) = next((p, q) for p, q in zip(line, line[1:]) if p[0] <= s <= q[0])
        on = za + (zb - za) * (s - a) / (b - a) if b > a else max(za, zb)
        assert z - 1e-9 <= on <= z + lift + 1e-9
