"""Ladders: rungs one above another, narrow, of a length, evenly spaced."""
from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from sim.measure import INCH
from sim.terrain.tops import Tops, grouped, nearest_beside

DEEPEST_RUNG = INCH / 3
RUNG = (INCH / 5, 2.5 * INCH)     # shortest and longest rung
PITCH = (INCH / 8, INCH)          # least and greatest distance from rung to rung
LEAST_RUNGS = 4
MOST_BARS = 500                   # looked at, the longest: noise makes many short ones
LEAST_HEIGHT = INCH       # lower ones need no climbing
LEAN = 0.6                        # a rung lies at most this share of its rise further on than the one below
UNEVEN = 0.3
LEVEL = 0.9                       # cosine: some of a rung's upper side is level to hold on to


@dataclass(frozen=True, eq=False)
class Ladder:
    """Cells of its plan box `low` to `high`, heights of the lowest and highest rung (mm), their spacing, count, and how even they are (1: exactly)."""
    low: np.ndarray
    high: np.ndarray
    bottom: float
    top: float
    pitch: float
    rungs: int
    regular: float


@dataclass(frozen=True, eq=False)
class _Bar:
    low: np.ndarray
    high: np.ndarray
    z: float

    @property
    def middle(self) -> np.ndarray:
        return (self.low + self.high) / 2

    @property
    def length(self) -> int:
        return int((self.high - self.low).max())


def ladders(tops: Tops) -> list[Ladder]:
    """All ladders of a piece, those with most rungs first."""
    bars = sorted(sorted(_bars(tops), key=lambda b: (-b.length, b.z))[:MOST_BARS], key=lambda b: (b.z, *b.middle.tolist()))
    if len(bars) < LEAST_RUNGS:
        return []
    heights, follows = np.array([b.z for b in bars]), _follows(bars, tops.cell)
    used, found = set(), []
    chains = sorted((_chain(n, heights, follows) for n in range(len(bars))), key=lambda c: -len(c))
    for chain in chains:
        if len(chain) < LEAST_RUNGS or used & set(chain) or heights[chain[-1]] - heights[chain[0]] < LEAST_HEIGHT:
            continue
        used |= set(chain)
        pitches = np.diff(heights[chain])
        pitch = float(np.median(pitches))
        low, high = np.min([bars[n].low for n in chain], axis=0), np.max([bars[n].high for n in chain], axis=0)
        even = 1 - float(np.abs(pitches - pitch).max()) / pitch
        found.append(Ladder(low - 2, high + 2, float(heights[chain[0]]), float(heights[chain[-1]]), pitch, len(chain), even * min(1.0, 0.6 + 0.1 * len(chain))))
    return found


def _bars(tops: Tops) -> list[_Bar]:
    """Short narrow upper sides, whatever is above them."""
    columns = tops.columns
    up = np.flatnonzero((tops.facing > 0.2) & (columns.room > 1.0))
    line, z = columns.line[up], columns.height[up]
    everything = np.ones(len(up), dtype=bool)
    first, second = [], []
    for i, j in ((1, 0), (0, 1)):
        other = nearest_beside(line, z, columns, i, j, 1.5 * tops.cell)
        first.append(np.flatnonzero(other >= 0))
        second.append(other[other >= 0])
    labels = grouped(everything, np.concatenate(first), np.concatenate(second))
    place = np.column_stack([line % columns.across, line // columns.across])
    order = np.argsort(labels, kind="stable")
    found = []
    for members in np.split(order, np.flatnonzero(np.diff(labels[order])) + 1):
        low, high = place[members].min(axis=0), place[members].max(axis=0)
        depth, length = np.sort((high - low + 1) * tops.cell)
        if depth <= DEEPEST_RUNG and RUNG[0] <= length <= RUNG[1] and length >= 1.5 * depth and tops.facing[up[members]].max() > LEVEL:
            found.append(_Bar(low, high, float(z[members].max())))
    return found


def _follows(bars: list[_Bar], cell: float) -> np.ndarray:
    """For each pair of bars whether the second can be the next rung above the first, (n, n)."""
    size = np.array([b.high - b.low + 1 for b in bars])
    middle, z = np.array([b.middle for b in bars]), np.array([b.z for b in bars])
    lengthwise = np.argmax(size, axis=1)
    rise = z[None, :] - z[:, None]
    off = np.abs(middle[None, :] - middle[:, None])
    length = size[np.arange(len(bars)), lengthwise]
    along = np.take_along_axis(off, lengthwise[:, None, None], axis=2)[..., 0]
    across = np.take_along_axis(off, 1 - lengthwise[:, None, None], axis=2)[..., 0]
    like = np.maximum(length[None, :], length[:, None]) <= 1.4 * np.minimum(length[None, :], length[:, None])
    return ((rise >= PITCH[0]) & (rise <= PITCH[1]) & (lengthwise[None, :] == lengthwise[:, None]) & like & (along <= 0.25 * length[:, None])
            & (across * cell <= LEAN * rise + cell))


def _chain(start: int, heights: np.ndarray, follows: np.ndarray) -> list[int]:
    """The rungs upward from one, the nearest each time, each as far from the last as the first two are."""
    chain, pitch = [start], None
    while True:
        fits = np.flatnonzero(follows[chain[-1]])
        if pitch is not None:
            fits = fits[np.abs(heights[fits] - heights[chain[-1]] - pitch) <= UNEVEN * pitch]
        if not len(fits):
            return chain
        best = int(fits[np.argmin(heights[fits])])
        pitch = pitch or heights[best] - heights[chain[-1]]
        chain.append(best)
