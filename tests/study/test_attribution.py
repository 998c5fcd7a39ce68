"""Shares of disagreement against laws, and against referees who really draw."""
from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sim.study.agreement import alpha, gwet
from sim.study.attribution import cell_weights, chances, disagreement, mean_difference, restricted, settled, shapley, tensor

SIZES = st.lists(st.integers(2, 3), min_size=1, max_size=3)


@st.composite
def tables(draw):
    """A small table of verdicts, and how likely each reading is."""
    sizes = tuple(draw(SIZES))
    verdicts = draw(st.text("LIU", min_size=int(np.prod(sizes)), max_size=int(np.prod(sizes))))
    raw = [draw(st.lists(st.integers(1, 4), min_size=n, max_size=n)) for n in sizes]
    return verdicts, sizes, [np.array(r, float) / sum(r) for r in raw]


def by_counting(verdicts, sizes, weights, free) -> float:
    """v(free) from the definition: all pairs of referees who share what is not free."""
    cells = dict(zip(product(*map(range, sizes)), verdicts))
    total = 0.0
    for one, v in cells.items():
        for other, w in cells.items():
            if all(a == b for k, (a, b) in enumerate(zip(one, other)) if k not in free) and v != w:
                chance = np.prod([weights[k][a] for k, a in enumerate(one)]) * np.prod([weights[k][other[k]] for k in free])
                total += chance
    return total


@settings(max_examples=60, deadline=None)
@given(tables())
def test_disagreement_is_what_counting_all_pairs_of_referees_gives(drawn):
    verdicts, sizes, weights = drawn
    table = tensor(verdicts, sizes)
    for free in [(), (0,), tuple(range(len(sizes)))]:
        assert disagreement(table, weights, free) == pytest.approx(by_counting(verdicts, sizes, weights, free), abs=1e-12)


@settings(max_examples=60, deadline=None)
@given(tables())
def test_shares_add_up_to_the_disagreement_and_none_is_below_nothing(drawn):
    verdicts, sizes, weights = drawn
    table = tensor(verdicts, sizes)
    shares = shapley(table, weights)
    assert sum(shares) == pytest.approx(disagreement(table, weights, tuple(range(len(sizes)))), abs=1e-12)
    assert min(shares) >= -1e-12


def test_a_definition_on_which_nothing_hangs_has_no_share_and_equals_share_alike():
    halves = [np.array([0.5, 0.5])] * 2
    assert shapley(tensor("LLII", (2, 2)), halves) == pytest.approx([0.5, 0.0])
    assert shapley(tensor("LIIL", (2, 2)), halves) == pytest.approx([0.25, 0.25])


def test_settling_is_the_disagreement_of_the_slice_and_hearing_fewer_sources_that_of_the_rest():
    weights = [np.full(3, 1 / 3), np.array([0.5, 0.5])]
    table = tensor("LLLIII", (3, 2))
    assert [settled(table, weights, 0, k) for k in range(3)] == pytest.approx([0.0, 0.5, 0.0])
    kept = [np.array([True, False, True]), np.array([True, True])]
    assert restricted(table, weights, kept) == pytest.approx(0.5)


@given(st.lists(st.tuples(st.floats(0, 50), st.integers(1, 5)), min_size=1, max_size=8))
def test_the_mean_difference_is_that_of_all_pairs(pairs):
    values, raw = map(np.array, zip(*pairs))
    w = raw / raw.sum()
    assert mean_difference(values, raw) == pytest.approx(float((np.abs(values[:, None] - values) * w[:, None] * w).sum()), abs=1e-9)


@given(tables())
def test_chances_are_those_of_the_cells(drawn):
    verdicts, sizes, weights = drawn
    cells = cell_weights(tuple(map(tuple, weights)))
    assert chances(tensor(verdicts, sizes), weights) == pytest.approx([sum(c for v, c in zip(verdicts, cells) if v == letter) for letter in "LIU"])


def test_alpha_is_one_for_referees_who_agree_nought_for_those_who_guess_and_ac1_forgives_prevalence():
    assert alpha(0.0, [0.5, 0.5, 0.0]) == 1.0
    assert alpha(0.5, [0.5, 0.5, 0.0]) == 0.0
    rare = [0.98, 0.02, 0.0]
    assert alpha(0.03, rare) < 0.3 < 0.9 < gwet(0.03, rare)
