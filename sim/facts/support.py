"""What a base stands on: its resting plane, the support under it, and how much of it hangs over, in four measures.

Support is terrain within a fiftieth of an inch under the resting plane (SEMANTICS, Volume, support, pose). Areas under round and oval
bases are exact: the support's outline is straight, and straight edges cut a circle in closed form.
"""
from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import atan, cos, degrees, hypot, inf, pi, sin

import numpy as np
import shapely
from shapely.geometry import LineString, Point, Polygon

from sim.facts import doubt
from sim.measure import AT, INCH, Measure
from sim.shapes import Outline, Pose, cos_sin
from sim.world import Shape, World

BAND = 0.02 * INCH
HOLE_REACH = 4                    # base lengths: how far round a base the ends of a slot are looked for
STEEPEST_REST = 1.0               # a base tilted past 45 degrees does not stand
STEEPEST_SOUGHT = 8.0             # a plane as steep as this is no plane: the base goes over
MOST_PLANES = 30                  # the resting plane of a round base is found in a few rounds


@dataclass(frozen=True)
class Plane:
    """z + gx (x - x0) + gy (y - y0) over the base's centre (x0, y0)."""
    z: float
    gx: float = 0.0
    gy: float = 0.0

    @property
    def tilt(self) -> float:
        """Degrees from level."""
        return degrees(atan(hypot(self.gx, self.gy)))


@dataclass(frozen=True, eq=False)
class Rest:
    """A base at rest at `pose` (z: the level base's underside)."""
    world: World
    outline: Outline
    pose: Pose

    @cached_property
    def points(self) -> np.ndarray:
        """Terrain points under the outline that could bear it: (n, 4) plan offsets from the centre, height, triangle."""
        return self._points()

    def _points(self, gx: float = 0.0, gy: float = 0.0) -> np.ndarray:
        """Points that could bear the base; along its rim those that rise most over a plane of that gradient."""
        shape = Shape.of(self.outline, self.pose.facing)
        back = np.linalg.inv(np.array(shape.matrix).reshape(2, 2))
        r = self.outline.radius
        ids = self.world._around(self.outline, *self.pose.plan, 0.0, self.pose.z - 2 * r, self.pose.z + AT)
        kernel = self.world._kernel
        local = kernel.localized(self.world.triangles, ids, shape.frame(*self.pose.plan))
        found = kernel.contacts(local, shape.R, shape.corners, self.pose.z - 2 * r, self.pose.z + AT, *(np.array([gx, gy]) @ back))
        found[:, :2] = found[:, :2] @ back.T
        found[:, 3] = ids[found[:, 3].astype(int)] if len(found) else found[:, 3]
        return found

    @cached_property
    def _solved(self) -> tuple[Plane, bool]:
        p = self.points
        level = Plane(self.pose.z)
        if not len(p):
            return level, False
        top = p[p[:, 2] >= self.pose.z - AT]
        if _surrounds(top[:, :2]):
            return level, True
        steepest = STEEPEST_REST + AT / self.outline.radius
        plane = _lowest_plane_over(p, steepest)
        for _ in range(MOST_PLANES):             # what rises over a curved rim's plane is known once the plane is: until nothing does
            if plane is None:
                return level, False
            q = self._points(plane.gx, plane.gy)
            over = q[q[:, 2] > plane.z + plane.gx * q[:, 0] + plane.gy * q[:, 1] + 1e-9]
            if not len(over):
                break
            p = np.vstack([p, over])
            plane = _lowest_plane_over(p, steepest)
        return (level, False) if plane is None else (plane, True)

    @property
    def plane(self) -> Plane:
        """The plane the base settles on; the level one if it topples."""
        return self._solved[0]

    @property
    def stands(self) -> bool:
        """Whether the centre is over the hull of its contacts; otherwise the base topples."""
        return self._solved[1]

    @property
    def elevation(self) -> float:
        """Height of the base's centre on its resting plane (mm)."""
        return self.plane.z

    @cached_property
    def doubt(self) -> float:
        """Greatest noise of the terrain underneath (mm)."""
        which = self.points[:, 3].astype(int)
        return float(self.world.noise[self.world.feature_of[which] + 1].max(initial=0.0))

    @cached_property
    def doubt_across(self) -> float:
        """Greatest doubt of where the edges of the terrain underneath lie (mm)."""
        return max((doubt.across(self.world, int(t)) for t in self.points[:, 3]), default=0.0) if self.doubt else 0.0

    # ---- the support, in plan around the base's centre

    def region(self, lies: bool = True, piece: int | None = None):
        """Plan region (shapely, mm, base centre at the origin) that bears the base on its resting plane, or kept level.

        `piece` keeps one feature only. Enclosed holes narrower than the base are filled: a grate bears what cannot fall through it.
        """
        near = self._region(lies, piece, self.outline.longest)
        if area_under(self.outline, self.pose.facing, near) > self.outline.area * (1 - 1e-9):
            return near
        return self._region(lies, piece, HOLE_REACH * self.outline.longest)      # a long slot may be closed only far off

    def _region(self, lies: bool, piece: int | None, reach: float):
        plane = self.plane if lies else Plane(self.pose.z)
        band = max(BAND, 3 * self.doubt)
        slope = hypot(plane.gx, plane.gy) * (self.outline.radius + reach)
        ids = self.world._around(self.outline, *self.pose.plan, reach, plane.z - slope - band, plane.z + slope + band)
        if piece is not None:
            ids = ids[self.world.feature_of[ids] == piece]
        frame = (1.0, 0.0, 0.0, 1.0, *self.pose.plan)
        union = self.world.in_band(ids, frame, plane.z, band, max(AT, 3 * self.doubt), (plane.gx, plane.gy))
        return _fill_small_holes(union, self.outline.shortest)

    def pieces(self) -> list[int]:
        """Features that bear the base (-1: the table top)."""
        near = self.points[self.points[:, 2] >= self.pose.z - max(BAND, 3 * self.doubt) - self.outline.longest * hypot(self.plane.gx, self.plane.gy)]
        return sorted({int(self.world.feature_of[int(t)]) for t in near[:, 3]})

    @property
    def borne_all_over(self) -> bool:
        """Whether the base lies level and one piece of terrain is under all of it."""
        level = self.plane.tilt == 0.0 and self.stands
        return level and any(area_under(self.outline, self.pose.facing, self._region(True, p, 0.0)) >= self.outline.area * (1 - 1e-9) for p in self.pieces())

    def overhang(self, how: str, lies: bool = True, together: bool = True) -> Measure:
        """Part of the base over air: `how` is area, centre, reach or length; neighbouring pieces together, or the best one alone."""
        if together:
            return _overhang(self, how, self.region(lies))
        return min((_overhang(self, how, self.region(lies, p)) for p in self.pieces()), key=lambda m: m.value,
                   default=_overhang(self, how, Polygon()))


def _overhang(rest: Rest, how: str, region) -> Measure:
    outline, facing = rest.outline, rest.pose.facing
    near = AT * _perimeter(outline) / outline.area
    shape = (("region", _rings(region)),)
    if how == "area":
        share = 1.0 - area_under(outline, facing, region) / outline.area
        return Measure(max(0.0, share), rest.doubt_across * near / AT, "share", "base over air", shape, near)
    if how == "centre":
        centre = Point(0.0, 0.0)
        inside = region.covers(centre)
        value = inf if region.is_empty else -region.boundary.distance(centre) if inside else region.distance(centre)
        return Measure(value, rest.doubt_across, "length", "centre beyond the support", shape)
    if how == "reach":
        return Measure(_furthest(outline, facing, region), rest.doubt_across, "length", "reach past the support", shape)
    if how == "length":
        part = _worst_diameter(outline, facing, region)
        return Measure(part, rest.doubt_across / outline.shortest, "share", "diameter over air", shape, 2 * AT / outline.shortest)
    raise ValueError(f"no measure of overhang is called {how!r}")


def _perimeter(outline: Outline) -> float:
    pts = outline.points(0.0, 0.0, 0.0)
    return float(np.linalg.norm(np.roll(pts, -1, axis=0) - pts, axis=1).sum())


def _rings(region) -> tuple:
    return tuple(tuple(map(tuple, np.asarray(p.exterior.coords))) for p in getattr(region, "geoms", [region]) if p.geom_type == "Polygon" and not p.is_empty)


def _polygons(region) -> list[Polygon]:
    return [p for p in getattr(region, "geoms", [region]) if p.geom_type == "Polygon" and not p.is_empty]


def _fill_small_holes(region, width: float):
    kept = []
    for p in _polygons(region):
        holes = [h for h in p.interiors if _narrowest_width(h) >= width - AT]
        kept.append(Polygon(p.exterior, holes))
    return shapely.union_all(kept) if len(kept) != 1 else kept[0]


def _narrowest_width(ring) -> float:
    box = np.asarray(Polygon(ring).minimum_rotated_rectangle.exterior.coords)
    return float(min(np.linalg.norm(box[1] - box[0]), np.linalg.norm(box[2] - box[1])))


def area_under(outline: Outline, facing: float, region) -> float:
    """Area of a region with straight edges that lies under an outline at the origin (mm2), exact for discs and ovals."""
    if outline.corners:
        return region.intersection(Polygon(outline.points(0.0, 0.0, facing))).area
    c, s = cos_sin(facing)
    a, b = outline.half
    to_unit = np.array([[c / a, -s / b], [s / a, c / b]])
    return a * b * sum(_unit_disc_area(np.asarray(ring.coords) @ to_unit) * sign
                       for p in _polygons(shapely.normalize(region)) for ring, sign in [(p.exterior, 1.0), *((h, -1.0) for h in p.interiors)])


def _unit_disc_area(ring: np.ndarray) -> float:
    """|Area| common to a closed ring and the unit disc: for each edge, triangles inside and sectors outside (Green)."""
    p, q = ring[:-1], ring[1:]
    d = q - p
    A = (d * d).sum(axis=1)
    keep = A > 0
    p, q, d, A = p[keep], q[keep], d[keep], A[keep]
    B, C = (p * d).sum(axis=1), (p * p).sum(axis=1) - 1.0
    root = np.sqrt(np.maximum(0.0, B * B - A * C))
    cuts = B * B - A * C > 0
    t0 = np.where(cuts, np.clip((-B - root) / A, 0.0, 1.0), 0.0)
    t1 = np.where(cuts, np.clip((-B + root) / A, 0.0, 1.0), 0.0)
    m, n = p + t0[:, None] * d, p + t1[:, None] * d
    inside = np.where(t1 > t0, m[:, 0] * n[:, 1] - m[:, 1] * n[:, 0], 0.0)
    sector = np.where(t1 > t0, _angle(p, m) + _angle(n, q), _angle(p, q))
    return abs(float((inside + sector).sum())) / 2


def _angle(p: np.ndarray, q: np.ndarray) -> np.ndarray:
    return np.arctan2(p[:, 0] * q[:, 1] - p[:, 1] * q[:, 0], (p * q).sum(axis=1))


def _furthest(outline: Outline, facing: float, region) -> float:
    """The greatest distance of a rim point from the support."""
    if region.is_empty:
        return 2 * outline.radius
    pts = shapely.points(outline.points(0.0, 0.0, facing, 1e-4))
    return float(shapely.distance(pts, region).max())


def _worst_diameter(outline: Outline, facing: float, region) -> float:
    """The greatest unsupported share of any line through the centre, over a fan of directions and the support's own corners."""
    corners = np.concatenate([np.asarray(p.exterior.coords) for p in _polygons(region)] or [np.zeros((0, 2))])
    at_corners = np.arctan2(corners[:, 1], corners[:, 0])
    fan = np.concatenate([np.linspace(0.0, pi, 180, endpoint=False), at_corners, at_corners + 1e-9, at_corners - 1e-9])

    def share(angle: float) -> float:
        u = (cos(angle), sin(angle))
        a, b = _rim(outline, facing, u), _rim(outline, facing, (-u[0], -u[1]))
        line = LineString([(-b * u[0], -b * u[1]), (a * u[0], a * u[1])])
        return 1.0 - line.intersection(region).length / (a + b)

    best = max(fan, key=share)
    low, high = best - pi / 180, best + pi / 180
    for _ in range(40):
        p, q = low + 0.382 * (high - low), low + 0.618 * (high - low)
        low, high = (p, high) if share(p) < share(q) else (low, q)
    return max(share(best), share(0.5 * (low + high)))


def _rim(outline: Outline, facing: float, u: tuple[float, float]) -> float:
    """Distance from the centre to the rim in a direction."""
    c, s = cos_sin(facing)
    x, y = u[0] * c + u[1] * s, u[1] * c - u[0] * s
    if not outline.corners:
        return 1.0 / hypot(x / outline.half[0], y / outline.half[1])
    best = inf
    for (ax, ay), (bx, by) in zip(outline.corners, outline.corners[1:] + outline.corners[:1]):
        nx, ny = by - ay, ax - bx
        if nx * x + ny * y > 0:
            best = min(best, (nx * ax + ny * ay) / (nx * x + ny * y))
    return best


def _surrounds(points: np.ndarray) -> bool:
    """Whether the origin lies in the convex hull of some plan points (on its rim counts)."""
    if len(points) == 0:
        return False
    if np.hypot(points[:, 0], points[:, 1]).min() <= AT:
        return True
    angles = np.sort(np.arctan2(points[:, 1], points[:, 0]))
    gaps = np.diff(np.append(angles, angles[0] + 2 * pi))
    return bool(gaps.max() <= pi + 1e-9) and len(points) > 1


def _lowest_plane_over(points: np.ndarray, steepest: float) -> Plane | None:
    """The plane over all points that is lowest at the centre: the facet of their upper hull there; None if the base topples or slides."""
    from scipy.optimize import linprog
    rows, sought = np.column_stack([np.ones(len(points)), points[:, :2]]), (-STEEPEST_SOUGHT, STEEPEST_SOUGHT)
    found = linprog([1.0, 0.0, 0.0], A_ub=-rows, b_ub=-points[:, 2], bounds=[(None, None), sought, sought])
    if found.status != 0 or hypot(found.x[1], found.x[2]) > steepest:
        return None
    return Plane(*map(float, found.x))
