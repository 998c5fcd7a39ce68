"""What the table answers: every geometric question the referee asks, over all placed triangles at once.

A `World` is made once per terrain and never changes. Positions are table millimetres; outlines are `sim.shapes.Outline`.
"""
from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import hypot, inf, sqrt

import numpy as np
import shapely

from sim.errors import RefereeError
from sim.measure import AT
from sim.shapes import Outline, cos_sin
from sim.table import Table

SKIN = AT / 2
NO_CORNERS = np.empty((0, 2))
POINT = Outline.round(2 * SKIN + 2e-6)        # a base so small that only its centre counts


@dataclass(frozen=True)
class Shape:
    """An outline at a facing as the kernel wants it: a frame (2 x 2) in which it is a disc of radius R or a polygon, less the skin."""
    matrix: tuple[float, float, float, float]
    R: float
    corners: np.ndarray

    @classmethod
    def of(cls, outline: Outline, facing: float = 0.0, skin: float = SKIN) -> Shape:
        c, s = cos_sin(facing)
        if outline.corners:
            return cls((c, s, -s, c), 0.0, _inset(outline.corners, skin))
        a, b = outline.half
        k = (a - skin) / (b - skin)
        if a == b:
            c, s = 1.0, 0.0
        return cls((c, s, -s * k, c * k), a - skin, NO_CORNERS)

    def frame(self, x: float, y: float) -> np.ndarray:
        return np.array([*self.matrix, x, y])

    def vector(self, x: float, y: float) -> tuple[float, float]:
        """A plan vector of the table in this frame."""
        m = self.matrix
        return m[0] * x + m[1] * y, m[2] * x + m[3] * y


@lru_cache(maxsize=256)
def _inset(outline: tuple, skin: float) -> np.ndarray:
    """A convex polygon with every side moved inward."""
    corners = np.array(outline)
    sides = np.roll(corners, -1, axis=0) - corners
    normal = np.column_stack([-sides[:, 1], sides[:, 0]]) / np.linalg.norm(sides, axis=1)[:, None]
    offset = np.einsum("ij,ij->i", normal, corners) + skin
    before = np.roll(np.arange(len(corners)), 1)
    return np.array([np.linalg.solve(normal[[i, j]], offset[[i, j]]) for i, j in enumerate(before)])


@dataclass(frozen=True)
class Level:
    """A place to be in one column: a floor, the ceiling above it (inf for open sky), and the triangle that bears (-1: none)."""
    floor: float
    ceiling: float
    triangle: int


class World:
    """All terrain of a table as one immutable tree of triangles, the ground included; asks and answers in table millimetres."""

    def __init__(self, table: Table):
        from sim.world import kernel
        self._kernel = kernel
        ground = _ground(table)
        pieces = [ground, *(f.triangles.reshape(-1, 9) for f in table.features)]
        self.triangles = np.ascontiguousarray(np.vstack(pieces))
        self.triangles.flags.writeable = False
        self.feature_of = np.repeat(np.arange(-1, len(table.features)), [len(p) for p in pieces])
        self.features = table.features
        self._regions = table.regions
        self.top = float(self.triangles[:, 2::3].max(initial=0.0))
        self.bottom = float(self.triangles[:, 2::3].min(initial=0.0))
        self._tree = kernel.build_tree(self.triangles)
        self.noise = np.array([0.0, *(f.noise for f in table.features)])

    # ---- columns and slices

    def _near(self, x0, y0, x1, y1, z0=-inf, z1=inf) -> np.ndarray:
        return self._kernel.gather(*self._tree, self.triangles, x0, y0, z0, x1, y1, z1)

    def _around(self, outline: Outline, x: float, y: float, reach: float = 0.0, z0=-inf, z1=inf) -> np.ndarray:
        r = outline.radius + reach
        return self._near(x - r, y - r, x + r, y + r, z0, z1)

    def levels(self, outline: Outline, x: float, y: float, facing: float = 0.0, height: float = 2.54, skin: float = SKIN) -> list[Level]:
        """Every height at which a level base of that outline and height can rest at (x, y), lowest first."""
        shape, ids = Shape.of(outline, facing, skin), self._around(outline, x, y)
        local = self._kernel.localized(self.triangles, ids, shape.frame(x, y))
        rows = self._kernel.column(local, ids, 0.0, 0.0, shape.R, shape.corners, height - 2 * skin)
        ceilings = [*rows[1:, 0], inf]
        return [Level(float(row[1]), float(c), int(row[3])) for row, c in zip(rows, ceilings)]

    def slice(self, outline: Outline, start: tuple[float, float], end: tuple[float, float], facing: float = 0.0,
              height: float = 2.54) -> np.ndarray:
        """The free (s, z) space of a leg: rows s0 s1 floor0 floor1 ceiling0 ceiling1 floor-triangle ceiling-triangle, s in mm from the start."""
        dx, dy = end[0] - start[0], end[1] - start[1]
        length = hypot(dx, dy)
        shape, ids = Shape.of(outline, facing), self.corridor(outline, start, end)
        local = self._kernel.localized(self.triangles, ids, shape.frame(*start))
        v = shape.vector(dx / length, dy / length)
        cells = self._kernel.slice_cells(local, length, 0.0, 0.0, *v, shape.R, shape.corners, height - 2 * SKIN)
        for column in (6, 7):
            known = cells[:, column] >= 0
            cells[known, column] = ids[cells[known, column].astype(int)]
        return cells

    def corridor(self, outline: Outline, start, end, reach: float = 0.0, z0=-inf, z1=inf) -> np.ndarray:
        """Triangles whose box meets the strip swept by an outline, by box and by distance from the line."""
        length = hypot(end[0] - start[0], end[1] - start[1])
        u = ((end[0] - start[0]) / length, (end[1] - start[1]) / length) if length else (1.0, 0.0)
        return self._kernel.corridor(*self._tree, self.triangles, *start, *u, length, outline.radius + reach, z0, z1)

    def in_band(self, ids: np.ndarray, frame, z: float, below: float, above: float, slope: tuple[float, float] = (0.0, 0.0)):
        """Plan region (shapely, in `frame`) of the parts of triangles from `below` under to `above` over a plane, at height z in the frame's origin."""
        local = self._kernel.localized(self.triangles, ids, np.asarray(frame, float))
        corners, counts = self._kernel.clip_band(local, z, *slope, below, above)
        pieces = shapely.polygons(shapely.linearrings(np.round(corners, 7), indices=np.repeat(np.arange(np.count_nonzero(counts)), counts[counts > 0])))
        return _united(pieces)

    # ---- rays, sweeps, distances

    def ray(self, origin, target) -> tuple[float, int]:
        """First triangle on a segment: (fraction of it, triangle), (inf, -1) if it is free."""
        o, d = np.asarray(origin, float), np.asarray(target, float) - origin
        length = sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2])            # as `rays` has it, to the last bit; a norm of BLAS depends on the machine
        if length == 0:
            return inf, -1
        t, who = self._kernel.ray(*self._tree, self.triangles, *o, *(d / length), length)
        return t / length, int(who)

    def sweep(self, outline: Outline, start, end, z: float, height: float, facing: float = 0.0) -> tuple[float, int]:
        """How far (mm) a prism from z to z + height moves level before it meets terrain: (distance, triangle), (inf, -1) if it never does."""
        dx, dy = end[0] - start[0], end[1] - start[1]
        length = hypot(dx, dy)
        if length == 0.0:
            hit = self.overlaps(outline, *start, z, height, facing)
            return (0.0, hit) if hit >= 0 else (inf, -1)
        shape, ids = Shape.of(outline, facing), self.corridor(outline, start, end, 0.0, z, z + height)
        local = self._kernel.localized(self.triangles, ids, shape.frame(*start))
        v = shape.vector(dx / length, dy / length)
        s, row = self._kernel.sweep(local, length, 0.0, 0.0, *v, shape.R, shape.corners, z + SKIN, z + height - SKIN)
        return float(s), int(ids[row]) if row >= 0 else -1

    # ---- the same, many at once

    def rays(self, origins: np.ndarray, targets: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """`ray` for each of n segments (n, 3): fractions (n,), inf where free, and triangles (n,), -1."""
        from sim.world import bulk
        return bulk.rays(*self._tree, self.triangles, _rows(origins, 3), _rows(targets, 3))

    def sweeps(self, outline: Outline, starts: np.ndarray, ends: np.ndarray, height: float, facing: float = 0.0) -> tuple[np.ndarray, np.ndarray]:
        """`sweep` from each of n starts (n, 3) to its end (n, 2): mm (n,), inf where free, and triangles (n,), -1."""
        from sim.world import bulk
        shape = Shape.of(outline, facing)
        return bulk.sweeps(*self._tree, self.triangles, np.array(shape.matrix), shape.R, shape.corners, outline.radius, _rows(starts, 3), _rows(ends, 2),
                           height, SKIN)

    def rests(self, outline: Outline, places: np.ndarray, facing: float = 0.0) -> tuple[np.ndarray, np.ndarray]:
        """The highest level of `levels` at each of n places (n, 2): mm (n,), -inf where there is none, and the triangles that bear (n,), -1."""
        from sim.world import bulk
        shape = Shape.of(outline, facing)
        return bulk.rests(*self._tree, self.triangles, np.array(shape.matrix), shape.R, shape.corners, outline.radius, _rows(places, 2))

    def overlaps(self, outline: Outline, x: float, y: float, z: float, height: float, facing: float = 0.0, skin: float = SKIN,
                 grow: float = 0.0) -> int:
        """A triangle inside the prism by more than the skin, -1 if there is none; `grow` widens the outline in plan."""
        shape, ids = Shape.of(outline, facing, skin - grow), self._around(outline, x, y, grow, z, z + height)
        local = self._kernel.localized(self.triangles, ids, shape.frame(x, y))
        low_high = self._kernel.spans(local, 0.0, 0.0, shape.R, shape.corners)
        hit = (low_high[:, 0] < z + height - skin) & (low_high[:, 1] > z + skin)
        return int(ids[np.argmax(hit)]) if hit.any() else -1

    def distance(self, outline: Outline, x: float, y: float, z: float, facing: float = 0.0, height: float = 0.0,
                 at_most: float = inf) -> tuple[float, int]:
        """Distance in space from terrain to the prism z .. z + height: (mm, triangle); (at_most, -1) if nothing is nearer."""
        return self._distance(Shape.of(outline, facing, 0.0), outline, x, y, z, height, at_most)

    def _distance(self, shape: Shape, outline: Outline, x, y, z, height, at_most):
        d, who = self._kernel.nearest(*self._tree, self.triangles, x, y, *shape.matrix[:2], *outline.half, shape.corners, outline.radius,
                                      z, z + height, at_most)
        return float(d), int(who)

    def face_distance(self, outline: Outline, start, end, facing: float = 0.0, at_most: float = 1e3, exact: float = 1e-4) -> tuple[float, tuple]:
        """How far terrain ever is from the base on its straight way from `start` to `end` (x, y, z of its underside): (mm, the place where).

        One triangle's distance is convex along a line, so over an interval it is never more than at the worse end; intervals
        are halved until one triangle each proves the bound to `exact`. Beyond `at_most` the answer is inf.
        """
        shape = Shape.of(outline, facing, 0.0)
        length = max(1e-9, hypot(*(b - a for a, b in zip(start, end))))

        def place(t):
            return tuple(a + t / length * (b - a) for a, b in zip(start, end))

        def near(t):
            return self._distance(shape, outline, *place(t), 0.0, at_most)

        def of(triangle, t):
            if triangle < 0:
                return inf
            c, s = cos_sin(facing)
            x, y, z = place(t)
            local = self._kernel.localized(self.triangles, np.array([triangle]), np.array([c, s, -s, c, x, y]))
            return self._kernel.prism_distance(local[0], *outline.half, shape.corners, z, z)

        worst, where = max((near(t)[0], t) for t in (0.0, length))
        todo = [(0.0, near(0.0), length, near(length))]
        while todo:
            lo, (d_lo, t_lo), hi, (d_hi, t_hi) = todo.pop()
            if t_lo < 0 or t_hi < 0:
                return inf, place(lo if t_lo < 0 else hi)
            bound = min(max(d_lo, of(t_lo, hi)), max(of(t_hi, lo), d_hi))
            if bound <= worst + exact or hi - lo <= exact:
                continue
            mid = 0.5 * (lo + hi)
            d_mid, t_mid = near(mid)
            if d_mid > worst:
                worst, where = d_mid, mid
            todo += [(lo, (d_lo, t_lo), mid, (d_mid, t_mid)), (mid, (d_mid, t_mid), hi, (d_hi, t_hi))]
        return worst, place(where)

    # ---- what stands between two points

    def wall_between(self, a: tuple[float, float], b: tuple[float, float], z: float) -> float:
        """How high, from z upwards and without a gap, terrain crosses the straight line between two plan points (mm above z)."""
        dx, dy = b[0] - a[0], b[1] - a[1]
        length = hypot(dx, dy)
        if length <= 2e-6:
            return 0.0
        c, s = dx / length, dy / length
        ids = self._near(min(a[0], b[0]), min(a[1], b[1]), max(a[0], b[0]), max(a[1], b[1]), z)
        local = self._kernel.localized(self.triangles, ids, np.array([c, s, -s, c, *a]))
        strip = np.array([[0.0, -1e-6], [length, -1e-6], [length, 1e-6], [0.0, 1e-6]])
        top = z + SKIN
        rows = self._kernel.spans(local, 0.0, 0.0, 0.0, strip)
        for low, high in rows[np.argsort(rows[:, 0])]:
            if low <= top + AT and high > top:
                top = high
        return top - z if top > z + SKIN else 0.0

    def inside(self, x: float, y: float, z: float) -> bool:
        """Whether a point is inside a piece of terrain whose surface is closed: an odd number of its triangles lie straight above."""
        x, y = x + 1.7e-4, y + 2.3e-4                # off the edges that triangles share
        ids = self._near(x, y, x, y, z)
        ids = ids[self.feature_of[ids] >= 0]
        p = self.triangles[ids].reshape(-1, 3, 3)
        a, b, c = p[:, 0], p[:, 1], p[:, 2]
        w = [(q[:, 0] - r[:, 0]) * (y - r[:, 1]) - (q[:, 1] - r[:, 1]) * (x - r[:, 0]) for r, q in ((a, b), (b, c), (c, a))]
        area = w[0] + w[1] + w[2]
        covers = (area != 0) & ((np.minimum.reduce(w) >= 0) | (np.maximum.reduce(w) <= 0))
        height = (w[1] * a[:, 2] + w[2] * b[:, 2] + w[0] * c[:, 2]) / np.where(area == 0, 1, area)
        above, counts = np.unique(self.feature_of[ids[covers & (height > z + AT)]], return_counts=True)
        return any(n % 2 and self._closed[f] for f, n in zip(above, counts))

    @cached_property
    def _closed(self) -> list[bool]:
        """For each piece of terrain whether every edge is shared by an even number of triangles."""
        out = []
        for feature in self.features:
            corners = feature.triangles.reshape(-1, 3, 3)
            _, name = np.unique(corners.reshape(-1, 3), axis=0, return_inverse=True)
            name = name.reshape(-1, 3)
            edges = np.sort(np.concatenate([name[:, [0, 1]], name[:, [1, 2]], name[:, [2, 0]]]), axis=1)
            _, shared = np.unique(edges, axis=0, return_counts=True)
            out.append(bool((shared % 2 == 0).all()))
        return out

    def traits(self, triangle: int) -> frozenset[str]:
        """Tags of the piece, the part and the regions a triangle belongs to."""
        feature = self.feature_of[triangle]
        if triangle < 0 or feature < 0:
            return frozenset()
        piece = self.features[feature]
        tags = set(piece.traits)
        if piece.part_of is not None and piece.parts:
            first = int(np.searchsorted(self.feature_of, feature))
            tags |= piece.parts[piece.part_of[triangle - first]][1]
        middle = self.triangles[triangle].reshape(3, 3).mean(axis=0)
        for region in self._regions:
            if region.low <= middle[2] <= region.high and _holds(region.polygon, *middle[:2]):
                tags |= region.traits
        return frozenset(tags)

    @cached_property
    def extent(self) -> tuple[float, float, float, float, float, float]:
        """Bounds of all terrain: x0 y0 z0 x1 y1 z1."""
        t = self.triangles.reshape(-1, 3)
        return (*t.min(axis=0), *t.max(axis=0))


def _rows(points, width: int) -> np.ndarray:
    return np.ascontiguousarray(points, dtype=float).reshape(-1, width)


def _ground(table: Table) -> np.ndarray:
    """The table top as two real triangles reaching well past the board, since a move may be asked to go there."""
    if not table.floor:
        return np.empty((0, 9))
    x, y = table.size
    m = x + y
    a, b, c, d = (-m, -m, 0.0), (x + m, -m, 0.0), (x + m, y + m, 0.0), (-m, y + m, 0.0)
    return np.array([[*a, *b, *c], [*a, *c, *d]], float)


def _holds(polygon, x: float, y: float) -> bool:
    """Whether a plan polygon holds a point (even-odd)."""
    inside = False
    for (ax, ay), (bx, by) in zip(polygon, polygon[1:] + polygon[:1]):
        if (ay > y) != (by > y) and x < ax + (y - ay) / (by - ay) * (bx - ax):
            inside = not inside
    return inside


GRIDS = (1e-7, 1e-6, 1e-5)     # mm: what closes the slits between triangles that do not quite meet; a coarser one where a finer one fails


def _united(pieces: np.ndarray):
    """The union of convex polygons (shapely), those of faces that look up and of faces that look down first each for themselves."""
    pieces = pieces[shapely.area(pieces) > GRIDS[0] * shapely.length(pieces)]
    up = shapely.is_ccw(shapely.get_exterior_ring(pieces))
    parts = _edge_to_edge(pieces)
    if len(parts) > 1:
        parts = np.concatenate([_edge_to_edge(pieces[up]), _edge_to_edge(pieces[~up])])
    if len(parts) == 1:
        return parts[0]
    for grid in GRIDS:                    # a union without a grid loses whole polygons
        try:
            return shapely.union_all(parts, grid_size=grid)
        except shapely.GEOSException:     # a sliver thinner than the grid
            continue
    raise RefereeError("E_MISMATCH", f"the {len(pieces)} pieces of terrain under a base cannot be united; mend the mesh there")


def _edge_to_edge(pieces: np.ndarray) -> np.ndarray:
    """Their union alone where they fit edge to edge, as a mesh's triangles mostly do: then to drop the edges they share is enough. Else the pieces.

    Where they do not fit, what is left overlaps itself, touches along edges, or has lost area.
    """
    try:
        dropped = shapely.coverage_union_all(pieces)
    except shapely.GEOSException:         # edges that cross
        return pieces
    fits = dropped.is_valid and abs(dropped.area - shapely.area(pieces).sum()) <= 1e-9 * dropped.area
    return np.array([dropped]) if fits else pieces
