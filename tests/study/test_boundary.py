"""Moves near limits: the mixture is a density, and weighting back gives the mean of moves as players make them."""
from __future__ import annotations

import numpy as np
import pytest

from sim.study.boundary import PLAIN, crosses, density, found_windows

LIMIT = 0.6137


def seen(u: float) -> dict:
    """One definition's slack that changes sign at LIMIT, another that is asked only beyond 0.26."""
    return {"near": round(u - LIMIT, 4)} | ({"late": 1.0} if u > 0.26 else {})


def test_a_window_holds_the_limit_of_each_definition():
    windows = found_windows(seen)
    assert all(low < LIMIT < high and high - low < 0.05 for low, high in windows["near"])
    assert any(low < 0.26 < high for low, high in windows["late"])


def test_the_mixture_is_a_density_that_is_never_thin():
    windows = found_windows(seen)
    u = (np.arange(200_000) + 0.5) / 200_000
    heights = np.array([density(v, windows) for v in u])
    assert heights.mean() == pytest.approx(1.0, abs=1e-3)
    assert heights.min() >= PLAIN - 1e-12


def test_a_weighted_mean_near_limits_is_the_plain_mean():
    windows = found_windows(seen)
    rng = np.random.default_rng(5)
    chosen = []
    for _ in range(40_000):
        u = rng.random()
        if rng.random() >= PLAIN:
            name = sorted(windows)[rng.integers(len(windows))]
            low, high = windows[name][rng.integers(len(windows[name]))]
            u = low + u * (high - low)
        chosen.append(u)
    w = np.array([1 / density(u, windows) for u in chosen])
    disputed = np.abs(np.array(chosen) - LIMIT) < 0.002                  # a knife edge: four moves in a thousand
    assert disputed.mean() > 0.03
    assert (w * disputed).sum() / w.sum() == pytest.approx(0.004, rel=0.1)


@pytest.mark.parametrize("one, other, met", [({"d": -1}, {"d": 1}, True), ({"d": 1}, {"d": 2}, False), ({}, {"d": 1}, True), ({}, {}, False)])
def test_a_limit_is_met_where_a_slack_changes_sign_or_begins(one, other, met):
    assert crosses("d", one, other) is met
