"""Intervals from a bootstrap over tables: tables are drawn again, never moves, since moves on one table have its terrain in common."""
from __future__ import annotations

import numpy as np

AGAIN = 2000
INTERVAL = (2.5, 97.5)                    # per cent


def resampled(tables: int, seed: int = 0, again: int = AGAIN) -> np.ndarray:
    """How often each table is drawn in each replicate: (again, tables)."""
    rng = np.random.Generator(np.random.Philox(seed))
    return rng.multinomial(tables, np.full(tables, 1.0 / tables), size=again).astype(float)


def means(total: np.ndarray, sums: np.ndarray, again: np.ndarray):
    """Weighted means of each column and their replicates: (K,), (again, K); NaN where nothing was counted."""
    with np.errstate(invalid="ignore", divide="ignore"):
        return sums.sum(axis=0) / total.sum(), (again @ sums) / (again @ total)[:, None]


def interval(value: float, replicates: np.ndarray) -> dict:
    """The figure with the interval that holds 95 % of its replicates."""
    held = replicates[np.isfinite(replicates)]
    if not np.isfinite(value) or not len(held):
        return {"value": None, "low": None, "high": None}
    low, high = np.percentile(held, INTERVAL)
    return {"value": _round(value), "low": _round(low), "high": _round(high)}


def _round(value: float) -> float:
    return round(float(value), 6) + 0.0
