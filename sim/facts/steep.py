"""How steep a height profile is, within a run: what tells a staircase from a climb, without face normals.

A profile is a list of (s, z) corners in order of s; two corners at one s are a vertical face.
"""
from __future__ import annotations

import numpy as np
import shapely

from sim.measure import AT

STRAIGHT = 1e-4           # mm: far below AT


def swings(profile, within: float, low: float, high: float) -> tuple[np.ndarray, np.ndarray]:
    """Pieces of the profile in [low, high] with, for each, the greatest rise or fall of a run shorter than `within` that holds it.

    Returns (height of each piece, swing through it). A tread exactly `within` deep still parts two risers, so the run is AT shorter.
    """
    from sim.world import kernel
    run = max(AT, within - AT)
    profile = _plain(profile, low, high)
    S, Z = _cut_up(profile, run, low, high)
    inside = (S[:-1] >= low) & (S[1:] <= high)
    return np.abs(np.diff(Z))[inside], kernel.edge_swings(S, Z, run, low, high)[inside]


def _plain(profile, low: float, high: float) -> list[tuple[float, float]]:
    """The profile without corners that bend it by less than STRAIGHT; the ends asked about are kept."""
    if len(profile) < 8:
        return profile
    cuts = [0, *(i for i, (s, _) in enumerate(profile) if s in (low, high)), len(profile) - 1]
    out = []
    for a, b in zip(cuts, cuts[1:]):
        if b > a:
            piece = profile[a:b + 1]
            out += [tuple(p) for p in shapely.simplify(shapely.LineString(piece), STRAIGHT).coords][bool(out):] if len(piece) > 2 else piece[bool(out):]
    return out


def _cut_up(profile, run: float, low: float, high: float) -> tuple[np.ndarray, np.ndarray]:
    """The profile with further corners a run away from each corner, at the ends asked about, and no edge longer than the run."""
    s, z = np.array(profile, float).T
    extra = np.unique(np.concatenate([s + run, s - run, [low, high], np.arange(low, high, run)]))
    extra = extra[(extra > s[0]) & (extra < s[-1]) & ~np.isin(extra, s)]
    at = np.searchsorted(s, extra)
    t = (extra - s[at - 1]) / (s[at] - s[at - 1])
    return np.insert(s, at, extra), np.insert(z, at, z[at - 1] + t * (z[at] - z[at - 1]))


def clipped(profile, low: float, high: float) -> list[tuple[float, float]]:
    """The corners between `low` and `high`, with one more on each side."""
    inner = [i for i, (s, _) in enumerate(profile) if low <= s <= high]
    if not inner:
        return list(profile)
    return profile[max(0, inner[0] - 1):inner[-1] + 2]


def stretch(profile, low: float, high: float) -> list[tuple[float, float]]:
    """The part of the profile around [low, high] that no vertical face interrupts."""
    first, last = 0, len(profile) - 1
    for i in range(1, len(profile)):
        if profile[i][0] == profile[i - 1][0] and abs(profile[i][1] - profile[i - 1][1]) > AT:
            if profile[i][0] <= low:
                first = i
            elif profile[i][0] >= high:
                last = min(last, i - 1)
    return profile[first:last + 1]
