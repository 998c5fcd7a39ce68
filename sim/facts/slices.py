"""The slice of one leg: the free (s, z) space of the base along its plan line, as floors and the places where floors change.

A `Floor` is a continuous stretch of height at which the base rests. A `Link` joins two floors at one s, where the free space over
one meets the free space over the other: the base goes up or down there along a face.
"""
from __future__ import annotations

from dataclasses import dataclass, field
from math import hypot

import numpy as np

from sim.measure import AT

BASE_THICKNESS = 2.54            # mm: the volume `base` is the outline, a tenth of an inch tall


@dataclass(frozen=True, eq=False)
class Floor:
    """A standing curve: rows of `cells` are s0 s1 floor0 floor1 ceiling0 ceiling1 floor-triangle ceiling-triangle, in order of s."""
    leg: int
    index: int
    cells: np.ndarray

    @property
    def start(self) -> float:
        return float(self.cells[0, 0])

    @property
    def end(self) -> float:
        return float(self.cells[-1, 1])

    def _cell(self, s: float) -> np.ndarray:
        return self.cells[min(len(self.cells) - 1, max(0, int(np.searchsorted(self.cells[:, 1], s))))]

    def z(self, s: float) -> float:
        """Rest height at s."""
        c = self._cell(s)
        t = 0.0 if c[1] <= c[0] else min(1.0, max(0.0, (s - c[0]) / (c[1] - c[0])))
        return float(c[2] + t * (c[3] - c[2]))

    def heights(self, s: np.ndarray) -> np.ndarray:
        """Rest height at each s."""
        c = self.cells[np.clip(np.searchsorted(self.cells[:, 1], s), 0, len(self.cells) - 1)]
        t = np.clip((s - c[:, 0]) / np.maximum(c[:, 1] - c[:, 0], 1e-300), 0.0, 1.0)
        return c[:, 2] + t * (c[:, 3] - c[:, 2])

    def triangle(self, s: float) -> int:
        """The triangle that bears the base at s."""
        return int(self._cell(s)[6])

    def points(self, a: float, b: float) -> list[tuple[float, float]]:
        """The curve from a to b as (s, z) corners."""
        inner = self.cells[(self.cells[:, 1] > a) & (self.cells[:, 0] < b)]
        pts = [(a, self.z(a))]
        for c in inner:
            for corner in ((float(c[0]), float(c[2])), (float(c[1]), float(c[3]))):
                if a < corner[0] < b:
                    if len(pts) > 1 and pts[-1][1] == pts[-2][1] == corner[1]:
                        pts.pop()                # level ground needs its two ends only
                    pts.append(corner)
        return pts + [(b, self.z(b))]

    def headroom(self, a: float, b: float) -> float:
        """Least free height above the base's underside between a and b; the base itself is known to fit."""
        inner = self.cells[(self.cells[:, 1] >= a) & (self.cells[:, 0] <= b)]
        if not len(inner):
            inner = self._cell(a)[None]
        return float(min((inner[:, 4] - inner[:, 2]).min(), (inner[:, 5] - inner[:, 3]).min())) + BASE_THICKNESS


@dataclass(frozen=True)
class Link:
    """At `s` the base gets from floor `before` to floor `after`; `ceiling` bounds both spaces where they meet."""
    s: float
    before: Floor
    after: Floor
    ceiling: float


@dataclass(frozen=True, eq=False)
class LegSlice:
    """One leg's floors and links. `columns` are (s0, s1, cells of that piece with their floor's index)."""
    leg: int
    start: tuple[float, float]
    end: tuple[float, float]
    facing: float
    floors: tuple[Floor, ...]
    links: tuple[Link, ...]
    columns: tuple = field(repr=False)

    @property
    def length(self) -> float:
        return hypot(self.end[0] - self.start[0], self.end[1] - self.start[1])

    def plan(self, s: float) -> tuple[float, float]:
        """Where the base's centre is at s."""
        t = s / self.length if self.length else 0.0
        return self.start[0] + t * (self.end[0] - self.start[0]), self.start[1] + t * (self.end[1] - self.start[1])

    def floors_at(self, s: float) -> list[Floor]:
        """Floors that pass over s, lowest first (at an end of the leg: those that reach it)."""
        return sorted((f for f in self.floors if f.start <= s + 1e-6 and f.end >= s - 1e-6), key=lambda f: f.z(s))


def cut(world, outline, start, end, facing: float, leg: int) -> LegSlice:
    """The slice of the leg from start to end (plan, mm). A leg of no length has the floors of its one place."""
    if start == end:
        return _standing(world, outline, start, facing, leg)
    cells = world.slice(outline, start, end, facing, BASE_THICKNESS)
    columns = _columns(cells)
    names, joins = _join(columns)
    rows: dict[int, list] = {}
    for (_, _, column), ids in zip(columns, names):
        for row, name in zip(column, ids):
            rows.setdefault(name, []).append(row)
    floors = tuple(Floor(leg, i, np.array(rows[i])) for i in sorted(rows))
    links = tuple(Link(s, floors[a], floors[b], ceiling) for s, a, b, ceiling in joins)
    return LegSlice(leg, start, end, facing, floors, links,
                    tuple((s0, s1, list(zip(ids, column))) for (s0, s1, column), ids in zip(columns, names)))


def _standing(world, outline, place, facing, leg) -> LegSlice:
    levels = world.levels(outline, *place, facing, BASE_THICKNESS)
    rows = [np.array([[0.0, 0.0, v.floor, v.floor, v.ceiling, v.ceiling, v.triangle, -1.0]]) for v in levels]
    floors = tuple(Floor(leg, i, r) for i, r in enumerate(rows))
    return LegSlice(leg, place, place, facing, floors, (), ((0.0, 0.0, [(f.index, f.cells[0]) for f in floors]),))


def _columns(cells: np.ndarray) -> list[tuple[float, float, list]]:
    """Cells of one piece of s together."""
    columns: list[tuple[float, float, list]] = []
    for row in cells:
        if columns and columns[-1][0] == row[0]:
            columns[-1][2].append(row)
        else:
            columns.append((float(row[0]), float(row[1]), [row]))
    return columns


def _join(columns) -> tuple[list[list[int]], list[tuple[float, int, int, float]]]:
    """Names each cell's floor and finds where different floors meet."""
    names: list[list[int]] = []
    joins = []
    count = 0
    for k, (s0, _, column) in enumerate(columns):
        mine = []
        before, before_names = (columns[k - 1][2], names[k - 1]) if k else ([], [])
        for row in column:
            same = [n for r, n in zip(before, before_names) if _meet(r, row) and abs(r[3] - row[2]) <= AT]
            mine.append(same[0] if same else count)
            count += not same
        names.append(mine)
        for r, a in zip(before, before_names):
            for row, b in zip(column, mine):
                if a != b and _meet(r, row):
                    joins.append((s0, a, b, float(min(r[5], row[4]))))
    return names, joins


def _meet(before, after) -> bool:
    """Whether the free space at the end of one cell and at the start of the next have a height in common."""
    return max(before[3], after[2]) <= min(before[5], after[4])


