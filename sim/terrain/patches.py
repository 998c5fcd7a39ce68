"""Connected pieces of upper side, and what they make together: flights of stairs, and the level a thing stands on."""
from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy import ndimage

from sim.terrain.tops import Tops

LEAST_CELLS = 8           # smaller patches are specks of the grid
MOST_TREADS = 200         # flat patches looked at for stairs, the largest
IRREGULAR = 0.35          # steps of a flight differ from their median by at most this share
UNLIKE = 3.0              # the larger of two treads has at most so many times the area of the smaller
BESIDE = 1.6              # mm from a rim to where its neighbour is looked for
RIM_SHARE = 0.2           # a level that borders on at least this share of a thing's rim is one it may stand on


@dataclass(frozen=True, eq=False)
class Patch:
    """Tops that hang together: their numbers, median height `z` (mm), cells of the bounding box, plan area (mm2), side of the largest square in it (mm).

    `mask` is the patch in its bounding box, slots closed.
    """
    members: np.ndarray
    z: float
    low: np.ndarray
    high: np.ndarray
    area: float
    square: float
    mask: np.ndarray

    @property
    def middle(self) -> np.ndarray:
        """The middle of the cells, in cells."""
        return self.low + np.array(ndimage.center_of_mass(self.mask))


@dataclass(frozen=True, eq=False)
class Flight:
    """Treads from the lowest to the highest; `rise` is the median step (mm), `regular` how alike the steps are, 1 for exactly."""
    treads: tuple[Patch, ...]
    rise: float
    regular: float


def patches(tops: Tops, labels: np.ndarray, slot: int, least: int = LEAST_CELLS) -> list[Patch]:
    """The groups of tops as patches; slots up to `slot` cells wide count as filled."""
    chosen = np.flatnonzero(labels >= 0)
    if not len(chosen):
        return []
    order = chosen[np.argsort(labels[chosen], kind="stable")]
    bounds = np.flatnonzero(np.diff(labels[order])) + 1
    return [_patch(tops, members, slot) for members in np.split(order, bounds) if len(members) >= least]


def _patch(tops: Tops, members: np.ndarray, slot: int) -> Patch:
    place = tops.place[members]
    low, high = place.min(axis=0), place.max(axis=0)
    mask = np.zeros(high - low + 1, dtype=bool)
    mask[tuple((place - low).T)] = True
    if slot > 1:
        mask = ndimage.binary_closing(np.pad(mask, slot), np.ones((slot, slot)))[slot:-slot, slot:-slot]
    depth = ndimage.distance_transform_cdt(np.pad(mask, 1), "chessboard").max()
    return Patch(members, float(np.median(tops.z[members])), low, high + 1, float(mask.sum()) * tops.cell ** 2, float(2 * depth - 1) * tops.cell, mask)


@dataclass(frozen=True, slots=True, kw_only=True)
class Stair:
    """What makes flats a flight, mm: lowest and highest step, least depth of a tread, farthest run to the next, least count; `slack` in heights."""
    riser: float
    step: float
    tread: float
    run: float
    least: int
    slack: float


def flights(treads: list[Patch], cell: float, stair: Stair) -> list[Flight]:
    """Flights of stairs: each tread touches the next in plan, a like step higher, in a like direction; the longest first."""
    deep = [p for p in treads if p.square >= stair.tread / 2]
    treads = sorted(sorted(deep, key=lambda p: -p.area)[:MOST_TREADS], key=lambda p: (p.z, *p.middle.tolist()))
    middles = np.array([p.middle for p in treads]).reshape(-1, 2) * cell
    above = [[b for b in range(a + 1, len(treads)) if _follows(treads[a], treads[b], cell, stair)] for a in range(len(treads))]
    taken, found = set(), []
    chains = sorted((_longest(a, above, treads, middles, stair.run) for a in range(len(treads))), key=lambda c: -len(c))
    for chain in chains:
        if len(chain) >= stair.least and not taken & set(chain):
            taken |= set(chain)
            rises = np.diff([treads[i].z for i in chain])
            rise = float(np.median(rises))
            found.append(Flight(tuple(treads[i] for i in chain), rise, float(1 - np.abs(rises - rise).max() / rise)))
    return found


def _follows(a: Patch, b: Patch, cell: float, stair: Stair) -> bool:
    """Whether b can be the next tread above a."""
    return stair.riser - stair.slack < b.z - a.z < stair.step + stair.slack and _alike(a, b) and _touch(a, b, stair.tread / cell)


def _alike(a: Patch, b: Patch) -> bool:
    return max(a.area, b.area) <= UNLIKE * min(a.area, b.area)


def _touch(a: Patch, b: Patch, reach: float) -> bool:
    """Whether two patches come within `reach` cells of each other in plan."""
    r = int(np.ceil(reach))
    low, high = np.maximum(a.low - r, b.low), np.minimum(a.high + r, b.high)
    if (low >= high).any():
        return False
    part_b = b.mask[tuple(slice(*s) for s in zip(low - b.low, high - b.low))]
    away = ndimage.distance_transform_cdt(~np.pad(a.mask, r), "taxicab")
    part_a = away[tuple(slice(*s) for s in zip(low - a.low + r, high - a.low + r))]
    return bool((part_b & (part_a <= r)).any())


def _longest(start: int, above: list[list[int]], treads: list[Patch], middles: np.ndarray, run: float) -> list[int]:
    """The chain upward from a tread that keeps its first step's rise and direction, taking at each tread the likest next one."""
    best = [start]
    for second in above[start]:
        if np.linalg.norm(middles[second] - middles[start]) > run:
            continue
        chain, rise, way = [start, second], treads[second].z - treads[start].z, _unit(middles[second] - middles[start])
        while True:
            here = chain[-1]
            fits = [n for n in above[here] if abs(treads[n].z - treads[here].z - rise) <= IRREGULAR * rise and _unit(middles[n] - middles[here]) @ way > 0.8
                    and np.linalg.norm(middles[n] - middles[here]) <= run]
            if not fits:
                break
            chain.append(min(fits, key=lambda n: (abs(treads[n].z - treads[here].z - rise), -treads[n].area)))
        best = max(best, chain, key=len)
    return best


def _unit(vector: np.ndarray) -> np.ndarray:
    return vector / max(float(np.linalg.norm(vector)), 1e-9)


def rim_levels(tops: Tops, patch: Patch, owner: np.ndarray, ground: float) -> float:
    """The height of what a patch stands on: the highest level that borders on a good part of its rim from below, else the ground."""
    inside = np.zeros(len(tops.z), dtype=bool)
    inside[patch.members] = True
    beside, free, rim = [], 0, 0
    d = max(2, round(BESIDE / tops.cell))
    for i, j in ((d, 0), (-d, 0), (0, d), (0, -d)):
        other = tops.beside(i, j)[patch.members]
        ours = (other >= 0) & inside[other]
        rim += int((~ours).sum())
        free += int((other < 0).sum())
        met = other[(other >= 0) & ~ours]
        below = tops.z[met] < tops.z[patch.members[(other >= 0) & ~ours]]
        beside.append(met[below & (owner[met] >= 0)])
    levels = np.concatenate(beside)
    if not len(levels):
        return ground
    numbers, counts = np.unique(owner[levels], return_counts=True)
    good = [float(np.median(tops.z[levels[owner[levels] == n]])) for n, c in zip(numbers, counts) if c >= RIM_SHARE * max(rim, 1)]
    return max(good, default=ground)
