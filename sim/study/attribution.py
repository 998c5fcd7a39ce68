"""Disagreement of one small table, and whose it is: exact Shapley shares over the definitions that matter.

Two referees disagree if they draw the readings of definitions independently and come to different verdicts. v(S) is the chance of that
when they draw only the definitions in S each for themselves and share one draw of the others. v of none is 0, v of all is the pairwise disagreement, and
Shapley's value shares it out so that the shares add up to it exactly (for verdicts these are Owen's Shapley effects, 2014).
"""
from __future__ import annotations

from functools import cache
from itertools import combinations
from math import factorial

import numpy as np

LETTERS = "LIU"


def tensor(verdicts: str, sizes: tuple[int, ...]) -> np.ndarray:
    """A small table's verdicts as (3, *sizes) of 0 and 1: legal, illegal, undecided."""
    letters = np.frombuffer(verdicts.encode(), dtype="S1").reshape(sizes)
    return np.stack([letters == letter.encode() for letter in LETTERS]).astype(float)


def disagreement(table: np.ndarray, weights: list[np.ndarray], free: tuple[int, ...]) -> float:
    """v(free): the chance that two referees differ who draw the axes `free` each for themselves and the others together."""
    drawn, shared = table, [axis for axis in range(len(weights)) if axis not in free]
    for axis in sorted(free, reverse=True):
        drawn = np.tensordot(drawn, weights[axis], axes=([axis + 1], [0]))
    alike = (drawn ** 2).sum(axis=0)
    for axis in reversed(shared):
        alike = alike @ weights[axis]
    return float(1.0 - alike)


def chances(table: np.ndarray, weights: list[np.ndarray]) -> np.ndarray:
    """How likely each verdict is under readings drawn at random: (legal, illegal, undecided)."""
    for w in reversed(weights):
        table = table @ w
    return table


def shapley(table: np.ndarray, weights: list[np.ndarray]) -> list[float]:
    """Each axis's exact share of the pairwise disagreement; the shares add up to it."""
    n = len(weights)
    value = {free: disagreement(table, weights, free) for size in range(n + 1) for free in combinations(range(n), size)}
    shares = [0.0] * n
    for free, worth in value.items():
        for axis in range(n):
            if axis not in free:
                joined = tuple(sorted((*free, axis)))
                shares[axis] += factorial(len(free)) * factorial(n - len(free) - 1) / factorial(n) * (value[joined] - worth)
    return shares


def settled(table: np.ndarray, weights: list[np.ndarray], axis: int, reading: int) -> float:
    """The pairwise disagreement once the text settles one definition on one of its readings."""
    fixed = np.zeros_like(weights[axis])
    fixed[reading] = 1.0
    return disagreement(table, [fixed if k == axis else w for k, w in enumerate(weights)], tuple(range(len(weights))))


def restricted(table: np.ndarray, weights: list[np.ndarray], allowed: list[np.ndarray]) -> float:
    """The pairwise disagreement if only some readings may be drawn; `allowed` are masks."""
    kept = [_scaled(np.where(mask, w, 0.0)) for w, mask in zip(weights, allowed)]
    return disagreement(table, kept, tuple(range(len(weights))))


def _scaled(weights: np.ndarray) -> np.ndarray:
    total = weights.sum()
    return weights / total if total > 0 else np.full(len(weights), 1.0 / len(weights))


def mean_difference(values, weights) -> float:
    """The expected difference of two independent draws from weighted values (Gini's mean difference)."""
    order = np.argsort(values, kind="stable")
    x, w = np.asarray(values, float)[order], np.asarray(weights, float)[order]
    w = w / w.sum()
    below = np.cumsum(w)[:-1]
    return float(2.0 * np.sum(below * (1.0 - below) * np.diff(x)))


@cache
def cell_weights(weights: tuple[tuple[float, ...], ...]) -> np.ndarray:
    """The chance of each cell of a small table, flat, in the table's order."""
    out = np.ones(1)
    for w in weights:
        out = np.outer(out, w).ravel()
    return out
