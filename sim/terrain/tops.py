"""Upper sides of terrain, column by column: the raw material of `classify`, alike for solids, open shells, slotted decks and noisy scans.

The grid is laid along the piece's own walls, so that turning the piece turns what is found with it.
"""
from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import cos, inf, pi, radians, sin, sqrt, tan

import numpy as np
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components

from sim.measure import INCH
from sim.terrain.columns import Columns
from sim.terrain.topology import Topology

CELL = INCH / 32          # width of a column, mm, on large or noisy pieces
FINEST = INCH / 100       # ... and on the smallest
SMALL_GRID = 60_000       # columns that a small piece is cut into
UNDER_ROOF = INCH / 4     # room above an upper side, at least, below a ceiling
BURIED = INCH             # room below another upper side: less is the inside of a shell without underside, more is a room with a thin roof
STEEPEST = 80.0           # degrees: what is steeper is no upper side
ALIKE = radians(2)        # walls within this angle run one way
ONE_SHEET = 65.0          # degrees: neighbours further apart in height than this slope makes are not averaged
SMOOTHING = 12            # rounds of averaging with neighbours where there is noise: about 2 mm each way


@dataclass(frozen=True, eq=False)
class Tops:
    """Upper sides, sorted by column and height: column number `line` (see Columns), height `z` (mm, smoothed where noisy), `slope` in degrees, `triangle`.

    `crossing` are their numbers in `columns`, `component` the connected piece of mesh each belongs to. `angle` (radians) turns the grid's frame to
    the table's. `triangles` are all triangles in the grid's frame, `facing` the cosine between up and the outside at everything `columns` crosses.
    """
    columns: Columns
    crossing: np.ndarray
    z: np.ndarray
    slope: np.ndarray
    angle: float
    facing: np.ndarray
    triangles: np.ndarray
    component: np.ndarray

    @classmethod
    def of(cls, triangles: np.ndarray, sigma: float = 0.0) -> Tops:
        """The upper sides of placed triangles (m, 3, 3), mm, z up; `sigma` is the scan's noise in mm."""
        mesh = Topology.of(triangles)
        angle = _along_walls(mesh)
        laid = turned(triangles, -angle)
        columns = Columns.of(laid, CELL if sigma > 0 else _fine_enough(laid))
        sign = np.where(mesh.turned, -1.0, 1.0)
        facing = columns.facing * sign[columns.triangle]
        facing = facing * _sky_says(columns, facing, mesh.component_of)[columns.triangle]
        room, ahead = columns.room, np.append(facing[1:], 1.0)
        open_above = np.where(np.isinf(room), True, np.where(ahead < 0, room >= UNDER_ROOF, room >= BURIED))
        upper = (facing > cos(radians(85 if sigma else STEEPEST))) & open_above
        crossing = np.flatnonzero(upper)
        tops = cls(columns, crossing, columns.height[crossing], np.degrees(np.arccos(np.clip(facing[crossing], 0, 1))), angle, facing, laid,
                   mesh.component_of[columns.triangle[crossing]])
        return tops._smoothed(sigma) if sigma > 0 else tops

    @property
    def line(self) -> np.ndarray:
        return self.columns.line[self.crossing]

    @property
    def triangle(self) -> np.ndarray:
        return self.columns.triangle[self.crossing]

    @property
    def cell(self) -> float:
        return self.columns.cell

    @cached_property
    def place(self) -> np.ndarray:
        """Column and row of each top, (n, 2)."""
        return np.column_stack([self.line % self.columns.across, self.line // self.columns.across])

    def beside(self, i: int, j: int, within: float = inf) -> np.ndarray:
        """For each top the one nearest in height in the column (i, j) further on, if it is within so many mm; -1 where there is none."""
        return nearest_beside(self.line, self.z, self.columns, i, j, within)

    def groups(self, chosen: np.ndarray, steps: int, within: float, turn: float = 180.0, whole: bool = False) -> np.ndarray:
        """Numbers of connected groups of the chosen tops, -1 for the rest.

        Tops are joined up to `steps` cells along the grid where heights differ by at most `within` mm and slopes by at most `turn` degrees; with
        `whole` also where both belong to one component, whatever their heights.
        """
        first, second = [], []
        for d in range(1, steps + 1):
            for i, j in ((d, 0), (0, d)):
                other = self.beside(i, j)
                near = np.abs(self.z[other] - self.z) <= within
                near |= whole & (self.component[other] == self.component)
                joined = np.flatnonzero(chosen & (other >= 0) & chosen[other] & near & (np.abs(self.slope[other] - self.slope) <= turn))
                first.append(joined)
                second.append(other[joined])
        return grouped(chosen, np.concatenate(first), np.concatenate(second))

    def _smoothed(self, sigma: float) -> Tops:
        """Heights averaged with neighbours on the same sheet, slopes from the averaged heights."""
        reach = self.cell * tan(radians(ONE_SHEET)) + 4 * sigma
        sides = [self.beside(i, j, reach) for i, j in ((1, 0), (-1, 0), (0, 1), (0, -1))]
        z = self.z
        for _ in range(SMOOTHING):
            total, count = z.copy(), np.ones(len(z))
            for side in sides:
                total += np.where(side >= 0, z[side], 0.0)
                count += side >= 0
            z = total / count
        gradient = []
        for ahead, behind in (sides[:2], sides[2:]):
            span = (ahead >= 0).astype(float) + (behind >= 0)
            gradient.append((np.where(ahead >= 0, z[ahead], z) - np.where(behind >= 0, z[behind], z)) / np.maximum(span * self.cell, 1e-9))
        slope = np.degrees(np.arctan(np.hypot(*gradient)))
        return Tops(self.columns, self.crossing, z, slope, self.angle, self.facing, self.triangles, self.component)


def _fine_enough(triangles: np.ndarray) -> float:
    """A small piece gets a finer grid: it has finer things on it, and costs no more."""
    wide, deep, _ = np.ptp(triangles.reshape(-1, 3), axis=0)
    return float(np.clip(sqrt(wide * deep / SMALL_GRID), FINEST, CELL))


def nearest_beside(line: np.ndarray, z: np.ndarray, columns: Columns, i: int, j: int, within: float = inf) -> np.ndarray:
    """See Tops.beside; for any points sorted by column and height."""
    if not len(line):
        return np.empty(0, np.int64)
    low, tall = z.min(), 4 * (np.ptp(z) + 1.0)
    key = line * tall + (z - low)
    column, row = line % columns.across + i, line // columns.across + j
    wanted = (line + i + j * columns.across) * tall + (z - low)
    order = np.argsort(key, kind="stable")           # smoothing may have swapped close neighbours of one column
    ranked = key[order]
    after = np.searchsorted(ranked, wanted)
    below, above = np.maximum(after - 1, 0), np.minimum(after, len(line) - 1)
    best = order[np.where(np.abs(ranked[below] - wanted) <= np.abs(ranked[above] - wanted), below, above)]
    inside = (column >= 0) & (column < columns.across) & (row >= 0) & (row < columns.along)
    return np.where(inside & (line[best] == line + i + j * columns.across) & (np.abs(z[best] - z) <= within), best, -1)


def grouped(chosen: np.ndarray, first: np.ndarray, second: np.ndarray) -> np.ndarray:
    """Numbers of the connected groups among the chosen, in the order of their first members; -1 for the rest."""
    graph = coo_array((np.ones(len(first), dtype=bool), (first, second)), shape=(len(chosen), len(chosen)))
    raw = connected_components(graph, directed=False)[1]
    labels = np.full(len(chosen), -1)
    _, labels[chosen] = np.unique(raw[chosen], return_inverse=True)
    return labels


def turned(points: np.ndarray, angle: float) -> np.ndarray:
    """Points (..., 2 or 3) turned about the vertical through the origin by an angle in radians, counter-clockwise from above."""
    c, s = cos(angle), sin(angle)
    return np.concatenate([points[..., :1] * c - points[..., 1:2] * s, points[..., :1] * s + points[..., 1:2] * c, points[..., 2:]], axis=-1)


def _along_walls(mesh: Topology) -> float:
    """The direction of most upright walls in plan, modulo a quarter turn, in radians; 0 where there are none."""
    normal = mesh.crosses / np.maximum(2 * mesh.areas, 1e-300)[:, None]
    upright = np.flatnonzero((np.abs(normal[:, 2]) < 0.1) & (mesh.areas > 0))
    if not len(upright):
        return 0.0
    quarter = np.arctan2(normal[upright, 1], normal[upright, 0]) % (pi / 2)
    order = np.argsort(quarter)
    angle = np.concatenate([quarter[order], quarter[order] + pi / 2])          # twice round, for runs across the seam
    weight = np.tile(mesh.areas[upright][order], 2)
    total = np.append(0.0, np.cumsum(weight))
    last = np.searchsorted(angle, angle + ALIKE, side="right")
    held = total[last] - total[:-1]
    first = int(np.argmax(np.round(held / total[-1], 9)))
    run = slice(first, last[first])
    return round(float(np.average(angle[run], weights=weight[run])) % (pi / 2), 9)


def _sky_says(columns: Columns, facing: np.ndarray, component: np.ndarray) -> np.ndarray:
    """For each triangle -1 where what the sky sees of its component faces down, so that it is inside out; else 1."""
    last = ~columns.next_is_same
    votes = np.bincount(component[columns.triangle[last]], np.sign(facing[last]), minlength=component.max() + 1)
    return np.where(votes < 0, -1.0, 1.0)[component]
