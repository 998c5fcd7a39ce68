"""Terrain cut into tiles for PyBullet: small enough to load one by one, each piece still knowing the triangle it came from."""
from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import sqrt

import numpy as np

from sim.errors import RefereeError

LONGEST = 100.0           # mm: Bullet's rays reach past the free edge of a larger triangle by more than 0.01 mm
MOST = 2_700              # triangles a tile: 8,100 vertices, below the 8,192 at which PyBullet stops on macOS (131,072 elsewhere)
MOST_PIECES = 5_000_000   # of all terrain after the long triangles were split
ON = 1e-6                 # mm: a point this near a triangle lies on it


@dataclass(frozen=True, eq=False)
class Tile:
    """Some terrain: `pieces` (n, 3, 3) in mm and, for each, `source`, the index of the triangle it is part of."""
    pieces: np.ndarray
    source: np.ndarray

    @cached_property
    def box(self) -> tuple[np.ndarray, np.ndarray]:
        """Lowest and highest corner of what it holds."""
        return self.pieces.min((0, 1)), self.pieces.max((0, 1))

    @cached_property
    def _boxes(self) -> tuple[np.ndarray, np.ndarray]:
        return self.pieces.min(1) - ON, self.pieces.max(1) + ON

    def triangles_at(self, point) -> list[int]:
        """Source triangles that a point (x, y, z) lies on, in order; several along an edge, none off the surface."""
        low, high = self._boxes
        near = np.flatnonzero(((low <= point) & (point <= high)).all(1))
        a, b, c = self.pieces[near].swapaxes(0, 1)
        u, v, p = b - a, c - a, point - a
        uu, uv, vv, pu, pv = (np.einsum("ij,ij->i", *pair) for pair in ((u, u), (u, v), (v, v), (p, u), (p, v)))
        with np.errstate(invalid="ignore", divide="ignore"):       # a triangle without area holds no point
            s, t = np.array([pu * vv - pv * uv, pv * uu - pu * uv]) / (uu * vv - uv * uv)
            off = np.linalg.norm(p - s[:, None] * u - t[:, None] * v, axis=1)
            on = (np.minimum(np.minimum(s, t), 1 - s - t) >= -ON) & (off <= ON)
        return sorted(set(self.source[near[on]].tolist()))


@dataclass(frozen=True, eq=False)
class Tiles:
    """All terrain, each piece in exactly one tile; a tile's box holds all of it, so neighbours' boxes overlap a little."""
    tiles: tuple[Tile, ...]

    @classmethod
    def of(cls, triangles: np.ndarray, most: int = MOST, longest: float = LONGEST) -> Tiles:
        """From triangles (n, 3, 3) in mm; at most `most` pieces a tile and no edge above `longest`.

        Raises ValueError for another shape, RefereeError E_NONFINITE for a coordinate that is no number and E_LIMIT for
        terrain so large that splitting it would make more than `MOST_PIECES` pieces.
        """
        triangles = np.ascontiguousarray(triangles, dtype=np.float64)
        if triangles.ndim != 3 or triangles.shape[1:] != (3, 3):
            raise ValueError(f"triangles must be (n, 3, 3), not {triangles.shape}")
        if not np.isfinite(triangles).all():
            raise RefereeError("E_NONFINITE", "terrain has a coordinate that is not a finite number")
        pieces, source = split(triangles, longest)
        return cls(tuple(Tile(pieces[i], source[i]) for i in _halved(pieces.mean(1)[:, :2], most) if len(i)))

    @cached_property
    def _boxes(self) -> tuple[np.ndarray, np.ndarray]:
        corners = np.array([tile.box for tile in self.tiles]).reshape(-1, 2, 3)
        return corners[:, 0], corners[:, 1]

    def meeting(self, low: np.ndarray, high: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Pairs (query, tile) whose boxes meet, in order of the query; `low` and `high` are the queries' corners (n, 3)."""
        lows, highs = self._boxes
        meet = np.ones((len(low), len(lows)), dtype=bool)
        for axis in (2, 0, 1):
            meet &= low[:, axis, None] <= highs[:, axis]
            meet &= high[:, axis, None] >= lows[:, axis]
        return np.nonzero(meet)

    def along(self, starts: np.ndarray, ends: np.ndarray, among: np.ndarray) -> np.ndarray:
        """Those of the tiles `among` (indices) whose boxes any of the segments from starts to ends (n, 3) meets."""
        lows, highs = (corners[among] for corners in self._boxes)
        way = ends - starts
        way = np.where(way == 0, 1e-300, way)[:, None]              # so that a standing coordinate divides to infinity or 0
        with np.errstate(over="ignore"):
            one, other = (lows - starts[:, None]) / way, (highs - starts[:, None]) / way
        enters, leaves = np.minimum(one, other).max(2), np.maximum(one, other).min(2)
        return among[((enters <= leaves) & (enters <= 1) & (leaves >= 0)).any(0)]


def split(triangles: np.ndarray, longest: float) -> tuple[np.ndarray, np.ndarray]:
    """Triangles halved across their longest edge until none is above `longest`, and the index of each one's source.

    Neighbours cut a shared edge at the same points, so no crack opens between them.
    """
    done, pieces, source = [], triangles, np.arange(len(triangles))
    area = np.linalg.norm(np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0]), axis=1).sum() / 2
    _limit(area / (longest ** 2 * sqrt(3) / 4), longest)            # no piece can cover more
    while len(pieces):
        edges = np.linalg.norm(np.roll(pieces, -1, axis=1) - pieces, axis=2)
        long = edges.max(1) > longest
        done.append((pieces[~long], source[~long]))
        _limit(2 * long.sum() + sum(len(p) for p, _ in done), longest)
        turned = (edges[long].argmax(1)[:, None] + np.arange(3)) % 3
        a, b, c = np.take_along_axis(pieces[long], turned[:, :, None], axis=1).swapaxes(0, 1)
        middle = (a + b) / 2
        pieces = np.concatenate([np.stack([a, middle, c], 1), np.stack([middle, b, c], 1)])
        source = np.tile(source[long], 2)
    if not done:
        return triangles, source
    return np.concatenate([p for p, _ in done]), np.concatenate([s for _, s in done])


def _limit(pieces: float, longest: float) -> None:
    if pieces > MOST_PIECES:
        raise RefereeError("E_LIMIT", f"terrain this large would be more than {MOST_PIECES:,} triangles of {longest:g} mm")


def _halved(middles: np.ndarray, most: int) -> list[np.ndarray]:
    """Indices in groups of at most `most`, by halving the plan across its longer side."""
    groups, small = [np.arange(len(middles))], []
    while groups:
        group = groups.pop()
        if len(group) <= most:
            small.append(np.sort(group))
            continue
        axis = np.ptp(middles[group], axis=0).argmax()
        order = group[np.argsort(middles[group, axis], kind="stable")]
        groups += [order[len(order) // 2:], order[:len(order) // 2]]
    return small
