"""Surfaces cut by a bundle of parallel lines, one per cell of a grid: what lies over what, and how thick it is.

The lines stand off the cells' corners by an odd fraction, so that edges at round numbers do not fall exactly on them.
"""
from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

import numba
import numpy as np

OFFSET = np.array([0.3819660112501051, 0.7236067977499789])      # of a cell, unlike in the two directions: diagonals are edges too
TOUCHING = 1e-6          # mm: crossings this close are at one height
MOST_LINES = 1_500_000           # the grid is made coarser rather than finer than this


@dataclass(frozen=True, eq=False)
class Columns:
    """Every crossing of a line with a triangle, sorted by line and then by height along it.

    `line` is column + row x `across`; the line of column i and row j stands at `origin` + `cell` (i, j). `height` in mm, `triangle` a number
    into the triangles given, `facing` the cosine between the line and the triangle's normal.
    """
    line: np.ndarray
    height: np.ndarray
    triangle: np.ndarray
    facing: np.ndarray
    origin: tuple[float, float]
    cell: float
    across: int
    along: int

    @classmethod
    def of(cls, triangles: np.ndarray, cell: float, axis: int = 2, most: int = MOST_LINES) -> Columns:
        """Lines along an axis (0, 1 or 2) through (m, 3, 3) triangles."""
        seen = np.ascontiguousarray(np.roll(triangles, 2 - axis, axis=2))
        low, high = seen.min(axis=(0, 1))[:2], seen.max(axis=(0, 1))[:2]
        cell = max(cell, sqrt(float(np.prod(high - low)) / most))
        origin = low - OFFSET * cell
        across, along = (np.floor((high - origin) / cell).astype(int) + 1).tolist()
        count = _cross(seen, *origin, cell, across, along, np.empty(0, np.int64), np.empty(0), np.empty(0, np.int64))
        line, height, triangle = np.empty(count, np.int64), np.empty(count), np.empty(count, np.int64)
        _cross(seen, *origin, cell, across, along, line, height, triangle)
        normal = np.cross(seen[:, 1] - seen[:, 0], seen[:, 2] - seen[:, 0])
        facing = (normal[:, 2] / np.maximum(np.linalg.norm(normal, axis=1), 1e-300))[triangle]
        order = np.lexsort([-facing, np.rint(height / TOUCHING), line])        # where things touch, the lower ends before the upper begins
        return cls(line[order], height[order], triangle[order], facing[order], (float(origin[0]), float(origin[1])), cell, across, along)

    @property
    def next_is_same(self) -> np.ndarray:
        """For each crossing whether the one after it is on the same line."""
        return np.append(self.line[1:] == self.line[:-1], False)

    @property
    def room(self) -> np.ndarray:
        """How far it is from each crossing to the next on its line, inf for the last."""
        same = self.next_is_same
        room = np.full(len(self.line), np.inf)
        room[:-1][same[:-1]] = np.diff(self.height)[same[:-1]]
        return room


@numba.njit(cache=True)
def _cross(triangles, x0, y0, cell, across, along, line, height, triangle):
    """Writes the crossings into the arrays, or only counts them where these are empty."""
    count, write = 0, len(line) > 0
    for t in range(len(triangles)):
        ax, ay, az = triangles[t, 0]
        bx, by, bz = triangles[t, 1]
        cx, cy, cz = triangles[t, 2]
        twice = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
        if twice == 0.0:
            continue
        i0 = max(0, int(np.ceil((min(ax, bx, cx) - x0) / cell)))
        i1 = min(across - 1, int(np.floor((max(ax, bx, cx) - x0) / cell)))
        j0 = max(0, int(np.ceil((min(ay, by, cy) - y0) / cell)))
        j1 = min(along - 1, int(np.floor((max(ay, by, cy) - y0) / cell)))
        for j in range(j0, j1 + 1):
            y = y0 + j * cell
            for i in range(i0, i1 + 1):
                x = x0 + i * cell
                u = ((cx - bx) * (y - by) - (cy - by) * (x - bx)) / twice
                v = ((ax - cx) * (y - cy) - (ay - cy) * (x - cx)) / twice
                w = 1.0 - u - v
                if u >= 0.0 and v >= 0.0 and w >= 0.0:
                    if write:
                        line[count] = j * across + i
                        height[count] = u * az + v * bz + w * cz
                        triangle[count] = t
                    count += 1
    return count
