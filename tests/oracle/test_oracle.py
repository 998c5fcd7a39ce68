"""The oracle answers hand-worked questions, the referee agrees with it, and it would notice if the referee did not."""
from __future__ import annotations

from dataclasses import replace
from fractions import Fraction as F
from math import acos, isclose, pi, sqrt
from random import Random

import pytest

from tests.oracle import asked, plan, questions
from tests.oracle.draws import KINDS, draw
from tests.oracle.numbers import NEVER, angle, decimal, digits, direction, root
from tests.oracle.numbers import pi as half_turn
from tests.oracle.questions import Base
from tests.oracle.solids import HANGING, RISING, Solid, stairs

QUERIES = 500
EAST, NORTH = (F(1), F(0)), (F(0), F(1))
DISC, RECT = Base(radius=F(16)), Base(half=(F(10), F(15)))
BLOCK = Solid((F(100), F(0)), EAST, F(20), F(20), F(0), F(10))
HERE = (F(0), F(0))


@pytest.mark.parametrize("number", range(0, QUERIES, 50))
def test_the_referee_agrees_with_the_oracle(number):
    """Ten rounds of fifty queries, each from a seed of its own; `python -m benchmarks.oracle` asks ten thousand."""
    chance = Random(number)
    wrong = [outcome for n in range(number, number + 50) if (outcome := asked.ask(draw(chance, n))).wrong]
    assert not wrong, "\n".join(f"{o.query.kind}: {o.said}\n{o.query}" for o in wrong)


@pytest.mark.parametrize("kind", ["first contact", "rest height", "height along a leg", "ray", "overlap", "distance in space",
                                  "distance between bases", "overhang", "gap width"])
def test_it_notices_a_base_or_a_block_that_is_a_fiftieth_of_a_millimetre_out(kind, monkeypatch):
    whole = asked.outline_of
    bigger = F(2, 100)
    monkeypatch.setattr(asked, "outline_of", lambda base: whole(base.less(-bigger)))
    rigged = Solid.triangles

    def grown(solid):
        return rigged(replace(solid, length=solid.length + 2 * bigger, width=solid.width + 2 * bigger, high=solid.high + bigger))

    monkeypatch.setattr(Solid, "triangles", grown)
    chance = Random(5)
    queries = [q for n in range(900) if (q := draw(chance, n)).kind == kind]
    assert any(asked.ask(q).wrong for q in queries)


def test_every_kind_is_drawn_and_half_of_the_queries_lie_at_a_limit():
    drawn = [draw(Random(n), n) for n in range(2 * len(KINDS))]
    assert len({q.kind for q in drawn}) == len(KINDS) and sum(q.near for q in drawn) == len(KINDS)


# ---- the oracle's own answers, worked out by hand

def test_a_disc_meets_the_side_of_a_block_and_its_corner():
    assert questions.first_contact(DISC, HERE, EAST, F(200), F(0), F(5), [BLOCK]) == (74, 74)
    low, high = questions.first_contact(DISC, (F(0), F(20)), EAST, F(200), F(0), F(5), [BLOCK])
    assert low <= 90 - F(sqrt(156)) <= high or abs(low - 90 + F(sqrt(156))) < F(1, 10**12)
    assert questions.first_contact(DISC, (F(0), F(26)), EAST, F(200), F(0), F(5), [BLOCK]) == NEVER
    assert questions.first_contact(DISC, HERE, EAST, F(200), F(10), F(15), [BLOCK]) == NEVER
    assert questions.first_contact(DISC, HERE, EAST, F(73), F(0), F(5), [BLOCK]) == NEVER


def test_a_rectangle_meets_a_block_with_its_side_or_its_corner():
    assert questions.first_contact(RECT, HERE, EAST, F(200), F(0), F(5), [BLOCK]) == (80, 80)
    turned = replace(RECT, by=(F(3, 5), F(4, 5)))                # foremost corner: 10 * 3/5 + 15 * 4/5 = 18
    assert questions.first_contact(turned, HERE, EAST, F(200), F(0), F(5), [BLOCK]) == (72, 72)
    assert questions.first_contact(RECT, (F(100), F(-100)), NORTH, F(200), F(0), F(5), [BLOCK]) == (75, 75)


def test_a_wedge_is_met_where_it_is_as_high_as_the_bases_underside():
    ramp = Solid((F(100), F(0)), EAST, F(40), F(20), F(0), F(20), RISING)
    assert questions.first_contact(DISC, HERE, EAST, F(200), F(5), F(8), [ramp]) == (74, 74)          # x = 80 + 10, less 16
    roof = replace(ramp, kind=HANGING)
    assert questions.first_contact(DISC, HERE, EAST, F(200), F(0), F(5), [roof]) == (94, 94)          # its underside is 5 high at x = 110


def test_a_base_rests_on_its_foremost_point_on_a_ramp_and_on_the_tread_under_it():
    ramp = Solid(HERE, EAST, F(80), F(80), F(0), F(40), RISING)
    assert questions.rest_height(DISC, HERE, [ramp]) == (28, 28)
    assert questions.rest_height(RECT, HERE, [ramp]) == (25, 25)
    assert questions.rest_height(DISC, (F(30), F(0)), [ramp]) == (40, 40)
    flight = stairs(HERE, NORTH, F(80), F(50), F(40), 4)
    assert questions.rest_height(DISC, HERE, flight) == (30, 30)
    assert questions.rest_height(DISC, (F(0), F(-60)), flight) == (0, 0)


def test_touching_is_not_overlapping():
    assert not questions.overlaps(DISC, (F(74), F(0)), F(0), F(5), [BLOCK])
    assert questions.overlaps(DISC, (F(74) + F(1, 10**30), F(0)), F(0), F(5), [BLOCK])
    assert not questions.overlaps(DISC, (F(100), F(0)), F(10), F(12), [BLOCK])


def test_distances_go_by_the_sides_of_a_triangle():
    assert questions.distance(DISC, (F(70), F(0)), F(13), F(20), [BLOCK]) == (5, 5)                   # 4 aside, 3 up
    assert questions.distance(RECT, (F(76), F(0)), F(-8), F(-3), [BLOCK]) == (5, 5)
    assert questions.plan_distance(DISC, HERE, RECT, (F(30), F(0))) == (4, 4)
    assert questions.plan_distance(DISC, HERE, DISC, (F(30), F(40))) == (18, 18)
    assert questions.plan_distance(DISC, HERE, RECT, (F(20), F(0))) == (0, 0)


def test_half_a_base_hangs_over_with_its_centre_on_the_edge():
    edge = plan.rectangle((F(-50), F(0)), (F(50), F(50)), EAST)
    assert abs(questions.overhang(DISC, HERE, edge, []) - F(1, 2)) < F(1, 10**30)
    assert questions.overhang(RECT, HERE, edge, []) == F(1, 2)
    two = float(questions.overhang(DISC, (F(-2), F(0)), edge, []))
    assert isclose(two, (acos(1 / 8) - sqrt(63) / 64) / pi, rel_tol=1e-14)
    assert questions.overhang(RECT, HERE, edge, plan.rectangle((F(5), F(0)), (F(5), F(50)), EAST)) == 0


def test_a_gap_is_taken_along_the_way_at_its_widest_and_from_rim_to_rim():
    near, far = plan.rectangle((F(-50), F(0)), (F(50), F(100)), EAST), plan.rectangle((F(80), F(0)), (F(50), F(100)), EAST)
    widths = questions.gap((F(-20), F(0)), EAST, near, far, F(16), F(16))
    assert (widths.along, widths.widest, widths.narrowest, widths.near) == (30, 30, (30, 30), 20)
    askew = questions.gap((F(-30), F(0)), (F(4, 5), F(3, 5)), near, far, F(9), F(9))         # square across, it shifts aside by 18
    assert askew.along == askew.widest == F(75, 2)
    assert askew.narrowest == (30, 30)
    tighter = questions.gap((F(-30), F(0)), (F(4, 5), F(3, 5)), near, far, F(8), F(8))
    assert tighter.narrowest == root(F(51, 2) ** 2 + 16 ** 2)


def test_a_ray_enters_a_block_through_its_nearest_face_and_passes_over_it():
    assert questions.ray((F(0), F(0), F(5)), (F(180), F(0), F(5)), [BLOCK]) == F(1, 2)
    assert questions.ray((F(0), F(0), F(30)), (F(100), F(0), F(5)), [BLOCK]) == F(9, 10)
    assert questions.ray((F(0), F(0), F(12)), (F(180), F(0), F(12)), [BLOCK]) is None
    assert questions.ray((F(0), F(0), F(12)), (F(180), F(0), F(12)), [BLOCK], F(3)) == F(87, 180)
    ramp = Solid((F(100), F(0)), EAST, F(40), F(20), F(0), F(20), RISING)
    assert questions.ray((F(0), F(0), F(5)), (F(180), F(0), F(5)), [ramp]) == F(1, 2)


def test_roots_and_arcs_are_held_as_finely_as_they_say():
    low, high = root(F(2))
    assert low * low < 2 < high * high and high - low <= F(1, 10**20)
    assert root(F(9, 16)) == (F(3, 4), F(3, 4))
    assert sum(k * k for k in direction(7, 3)) == 1
    with digits():
        assert abs(half_turn() - decimal(F(3141592653589793238462643383279502884197169, 10**42))) < decimal(F(1, 10**41))
        for x, y, share in ((1, 1, F(1, 4)), (0, 1, F(1, 2)), (-1, 1, F(3, 4)), (-1, -1, F(-3, 4)), (0, -1, F(-1, 2)), (-1, 0, F(1)), (5, 0, F(0))):
            assert abs(angle(decimal(F(x)), decimal(F(y))) - half_turn() * decimal(share)) < decimal(F(1, 10**45))
