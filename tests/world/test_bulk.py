"""Many questions at once get the answers that each gets alone."""
from __future__ import annotations

import numpy as np
import pytest

from sim.shapes import Outline
from tests.world.placed import noisy_world

OUTLINES = [Outline.round(32.0), Outline.oval(60.0, 35.0), Outline.rect(40.0, 25.0)]


@pytest.fixture(scope="module")
def world():
    return noisy_world(4000, seed=3)


@pytest.fixture
def draw():
    return np.random.default_rng(5)


def places(draw, world, n: int) -> np.ndarray:
    x0, y0, _, x1, y1, _ = world.extent
    return draw.uniform((x0, y0), (x1, y1), (n, 2))


@pytest.mark.parametrize("outline", OUTLINES, ids=["round", "oval", "rectangle"])
@pytest.mark.parametrize("facing", [0.0, 33.0])
def test_sweeps_are_what_each_sweep_is(world, draw, outline, facing):
    plan = places(draw, world, 150)
    ends = plan + draw.normal(0.0, 60.0, plan.shape)
    starts = np.column_stack([plan, draw.uniform(-5.0, 60.0, len(plan))])
    where, who = world.sweeps(outline, starts, ends, 38.0, facing)
    alone = [world.sweep(outline, s[:2], e, s[2], 38.0, facing) for s, e in zip(starts, ends)]
    assert where == pytest.approx([s for s, _ in alone], abs=1e-9)
    assert [t < 0 for t in who] == [t < 0 for _, t in alone]
    assert 20 < np.isfinite(where).sum() < 150 and (where == 0.0).any() and (where[np.isfinite(where)] > 0.0).any()


@pytest.mark.parametrize("outline", OUTLINES, ids=["round", "oval", "rectangle"])
@pytest.mark.parametrize("facing", [0.0, 33.0])
def test_rests_are_the_highest_levels(world, draw, outline, facing):
    at = places(draw, world, 150)
    where, who = world.rests(outline, at, facing)
    alone = [world.levels(outline, x, y, facing)[-1] for x, y in at]
    assert where == pytest.approx([level.floor for level in alone], abs=1e-9)
    assert who.min() >= 0


def test_rays_are_what_each_ray_is(world, draw):
    a, b = (np.column_stack([places(draw, world, 300), draw.uniform(-10.0, 90.0, 300)]) for _ in range(2))
    where, who = world.rays(a, b)
    alone = [world.ray(p, q) for p, q in zip(a, b)]
    assert where.tolist() == [t for t, _ in alone] and who.tolist() == [t for _, t in alone]
    assert 20 < np.isfinite(where).sum() < 300
