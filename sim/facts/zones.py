"""Distances between bases: in plan between outlines, in height between elevations, and along a way that a base takes.

Along a straight piece of a way the plan distance of two convex outlines is a convex function, so one search finds its least value.
"""
from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import hypot, inf

import numpy as np

from sim.facts.sight import front_distance, part_before, sees
from sim.measure import AT, Measure
from sim.shapes import Outline, Pose, cos_sin
from sim.world import World

GOLDEN = 0.6180339887498949
WALL_STEP = 1.0                   # mm: how densely a way is looked along for walls; the ends of what a wall hides are then bisected


@dataclass(frozen=True)
class Body:
    """A model standing somewhere: its outline, pose (z: elevation) and height.

    `front`: only what lies before its centre counts as near it. `doubt`: of its elevation, one standard deviation in mm.
    """
    name: str
    outline: Outline
    pose: Pose
    height: float
    front: bool = False
    doubt: float = 0.0


def plan_distance(a: Outline, pa: Pose, b: Outline, pb: Pose) -> float:
    """Signed distance in plan between two outlines: below zero, how deep they overlap."""
    if a.is_round and b.is_round:
        return hypot(pb.x - pa.x, pb.y - pa.y) - a.radius - b.radius
    from sim.world import kernel
    return kernel.outlines_apart(pb.x - pa.x, pb.y - pa.y, *a.half, _corners(a), *cos_sin(pa.facing), *b.half, _corners(b), *cos_sin(pb.facing))


@lru_cache(maxsize=256)
def _corners(outline: Outline) -> np.ndarray:
    return np.array(outline.corners) if outline.corners else np.empty((0, 2))


def closest_points(a: Outline, pa: Pose, b: Outline, pb: Pose) -> tuple[tuple[float, float], tuple[float, float]]:
    """The ends of the shortest line between two outlines, in plan."""
    if a.is_round and b.is_round:
        dx, dy = pb.x - pa.x, pb.y - pa.y
        d = hypot(dx, dy) or 1.0
        return (pa.x + dx / d * a.radius, pa.y + dy / d * a.radius), (pb.x - dx / d * b.radius, pb.y - dy / d * b.radius)
    from shapely.geometry import Polygon
    from shapely.ops import nearest_points
    p, q = nearest_points(Polygon(a.points(*pa.plan, pa.facing)), Polygon(b.points(*pb.plan, pb.facing)))
    return (p.x, p.y), (q.x, q.y)


def distance_to(mover: Outline, pose: Pose, other: Body) -> float:
    """Signed plan distance from an outline to another model's base; to one that looks ahead, from the part that is in front of its centre."""
    return front_distance(mover, pose, other.outline, other.pose) if other.front else plan_distance(mover, pose, other.outline, other.pose)


def side_by_side(a: Body, b: Body) -> bool:
    """Whether the heights of two bodies overlap."""
    return a.pose.z < b.pose.z + b.height - AT and b.pose.z < a.pose.z + a.height - AT


def wall_between(world: World, a: Body, b: Body, foot: float) -> float:
    """How high terrain crosses the line of closest approach of two bases, from `foot` up without a gap (mm)."""
    p, q = closest_points(a.outline, a.pose, b.outline, b.pose)
    return world.wall_between(p, q, foot)


@dataclass(frozen=True)
class Piece:
    """A straight piece of a way: the base's centre from one pose to another, facing held."""
    start: Pose
    end: Pose

    def pose(self, t: float) -> Pose:
        a, b = self.start, self.end
        return Pose(a.x + t * (b.x - a.x), a.y + t * (b.y - a.y), a.z + t * (b.z - a.z), a.facing)

    @property
    def length(self) -> float:
        return hypot(self.end.x - self.start.x, self.end.y - self.start.y)

    def where_height(self, low: float, high: float) -> tuple[float, float] | None:
        """The part (t0, t1) where the underside is between two heights; None if nowhere."""
        za, zb = self.start.z, self.end.z
        if abs(zb - za) <= 1e-12:
            return (0.0, 1.0) if low <= za <= high else None
        t = sorted(((low - za) / (zb - za) if abs(low) < inf else -inf * (zb - za), (high - za) / (zb - za) if abs(high) < inf else inf * (zb - za)))
        t0, t1 = max(0.0, t[0]), min(1.0, t[1])
        return (t0, t1) if t0 <= t1 else None


def least_distance(mover: Outline, piece: Piece, other: Body, t0: float = 0.0, t1: float = 1.0) -> tuple[float, float]:
    """Least plan distance from the moving outline to another base on part of a piece: (mm, t)."""
    def at(t: float) -> float:
        return distance_to(mover, piece.pose(t), other)

    if other.front:
        before = part_before(mover, piece.start, piece.end, other.pose)
        if before is None or before[0] > t1 or before[1] < t0:
            return inf, t0
        t0, t1 = max(t0, before[0]), min(t1, before[1])
    elif mover.is_round and other.outline.is_round:
        dx, dy = piece.end.x - piece.start.x, piece.end.y - piece.start.y
        L2 = dx * dx + dy * dy
        t = 0.0 if L2 == 0 else ((other.pose.x - piece.start.x) * dx + (other.pose.y - piece.start.y) * dy) / L2
        t = min(t1, max(t0, t))
        return at(t), t
    a, b = t0, t1
    while (b - a) * max(piece.length, 1e-9) > 1e-4:
        p, q = b - GOLDEN * (b - a), a + GOLDEN * (b - a)
        a, b = (a, q) if at(p) <= at(q) else (p, b)
    return min((at(t), t) for t in (t0, 0.5 * (a + b), t1))


@dataclass(frozen=True)
class Zone:
    """A base's surroundings: within `radius` in plan, from `low` to `high` over its elevation; cut by walls at least `wall` tall (inf: none).

    Walls are measured from `foot`, or from the mover's base where that is higher: what it stands on is no wall.
    `around`: past a wall's end the distance is measured round it.
    `sight`: it reaches only what terrain does not hide from the owner, looked at from its height.
    """
    radius: float
    low: float = -inf
    high: float = inf
    wall: float = inf
    foot: float = 0.0
    around: bool = False
    sight: bool = False


def entered(world: World, mover: Body, pieces: list[Piece], owner: Body, zone: Zone) -> Measure:
    """How near the mover comes to the owner where its zone counts, leaving out the stretch in which it starts inside; inf if never near."""
    best, where = inf, None
    for piece, t0, t1, _ in _visits(world, mover, pieces, owner, zone):
        value, t = least_distance(mover.outline, piece, owner, t0, t1)
        if value < best:
            best, where = value, piece.pose(t)
    if zone.around and near_by(mover, pieces, owner, zone.radius + 2 * AT) and _walls_about(world, owner, zone):
        value, there = _round_walls(world, mover, pieces, owner, zone)
        if value < best:
            best, where = value, there
    witness = (("points", ((where.x, where.y, where.z), (owner.pose.x, owner.pose.y, owner.pose.z))),) if where else ()
    return Measure(best, name=f"distance to {owner.name}", witness=witness)


def _round_walls(world: World, mover: Body, pieces: list[Piece], owner: Body, zone: Zone) -> tuple[float, Pose | None]:
    """The least way round walls' ends to the owner where the straight line is walled off, leaving out a stretch that starts inside."""
    from sim.facts.around import Walls
    walls: dict[float, Walls] = {}

    def round_at(poses: list[Pose]) -> np.ndarray:
        """The way round from each pose; inf where the straight line is open."""
        lengths = np.full(len(poses), inf)
        by_foot: dict[float, list[int]] = {}
        for i, pose in enumerate(poses):
            foot = max(zone.foot, pose.z)
            if wall_between(world, owner, Body(mover.name, mover.outline, pose, mover.height), foot) >= zone.wall - AT:
                by_foot.setdefault(foot, []).append(i)
        for foot, which in by_foot.items():
            if foot not in walls:
                walls[foot] = Walls(world, owner, foot, zone.wall, zone.radius)
            lengths[which] = walls[foot].distances(mover.outline, [poses[i] for i in which])
        return lengths

    best, where, starting = inf, None, True
    for piece in pieces:
        band = piece.where_height(owner.pose.z + zone.low - AT, owner.pose.z + zone.high + AT)
        near = _within(mover.outline, piece, owner, zone.radius + 2 * AT, *band) if band else None
        if near is None:
            starting = False
            continue
        ts = np.linspace(*near, max(2, int((near[1] - near[0]) * piece.length / WALL_STEP) + 2))
        lengths = round_at([piece.pose(float(t)) for t in ts])
        first = 0
        while starting and first < len(ts) and lengths[first] < zone.radius - AT:
            first += 1
        starting = starting and first == len(ts)
        if first < len(ts) and min(lengths[first:]) < inf:
            k = first + int(np.argmin(lengths[first:]))
            finer = np.linspace(ts[max(first, k - 1)], ts[min(len(ts) - 1, k + 1)], 17)
            found = round_at([piece.pose(float(t)) for t in finer])
            i = int(np.argmin(found))
            if found[i] < best:
                best, where = float(found[i]), piece.pose(float(finer[i]))
    return best, where


def near_by(mover: Body, pieces: list[Piece], owner: Body, radius: float) -> bool:
    """Whether the box round a way comes within `radius` of another base, by the circles round both; if not, none of the way does."""
    xs = [v for p in pieces for v in (p.start.x, p.end.x)]
    ys = [v for p in pieces for v in (p.start.y, p.end.y)]
    (x, y), reach = owner.pose.plan, radius + mover.outline.radius + owner.outline.radius
    return bool(xs) and hypot(max(min(xs) - x, 0.0, x - max(xs)), max(min(ys) - y, 0.0, y - max(ys))) <= reach


def _visits(world: World, mover: Body, pieces: list[Piece], owner: Body, zone: Zone):
    """Parts of the way in the zone (and a hair beyond) but for the stretch in which it starts inside: piece, its part, mm of the way before the piece."""
    inside, along = True, 0.0
    if not near_by(mover, pieces, owner, zone.radius + 2 * AT):
        return
    for piece in pieces:
        parts = _counting(world, mover, piece, owner, zone)
        for t0, t1 in parts:
            inside = inside and t0 <= 1e-12 and distance_to(mover.outline, piece.pose(t0), owner) < zone.radius - AT
            if not inside:
                yield piece, t0, t1, along
            inside = inside and t1 >= 1.0 - 1e-12
        inside = inside and bool(parts)
        along += piece.length


def _counting(world: World, mover: Body, piece: Piece, owner: Body, zone: Zone) -> list[tuple[float, float]]:
    """Parts of a piece within the zone's radius and heights (and a hair beyond, so that equality is seen) with no wall between."""
    band = piece.where_height(owner.pose.z + zone.low - AT, owner.pose.z + zone.high + AT)
    if band is None:
        return []
    near = _within(mover.outline, piece, owner, zone.radius + 2 * AT, *band)
    if near is None or not zone.sight and not _walls_about(world, owner, zone):
        return [near] if near else []

    def open_at(t: float) -> bool:
        body = Body(mover.name, mover.outline, piece.pose(t), mover.height)
        if zone.sight:
            return sees(world, owner, body)
        return wall_between(world, owner, body, max(zone.foot, body.pose.z)) < zone.wall - AT

    count = max(2, int((near[1] - near[0]) * piece.length / WALL_STEP) + 2)
    ts = np.linspace(*near, count)
    seen = [open_at(t) for t in ts]
    parts, start = [], near[0] if seen[0] else None
    for i in range(1, count):
        if seen[i] == seen[i - 1]:
            continue
        edge = _flip(open_at, ts[i - 1], ts[i], seen[i])
        if seen[i]:
            start = edge
        else:
            parts.append((start, edge))
            start = None
    return parts + ([(start, near[1])] if start is not None else [])


def _walls_about(world: World, owner: Body, zone: Zone) -> bool:
    """Whether any terrain as near as the zone reaches is as high as a wall must be."""
    (x, y), r = owner.pose.plan, owner.outline.radius + zone.radius + 2 * AT
    return zone.wall < inf and len(world._near(x - r, y - r, x + r, y + r, zone.foot + zone.wall - AT)) > 0


def _flip(test, a: float, b: float, after: bool) -> float:
    """Where a yes-or-no changes between a and b."""
    for _ in range(40):
        m = 0.5 * (a + b)
        a, b = (a, m) if test(m) == after else (m, b)
    return b if after else a


def _within(mover: Outline, piece: Piece, owner: Body, radius: float, t0: float, t1: float) -> tuple[float, float] | None:
    """The part of [t0, t1] in which the outlines are within `radius`: one interval, the distance being convex."""
    def near(t: float) -> bool:
        return distance_to(mover, piece.pose(t), owner) <= radius

    value, t = least_distance(mover, piece, owner, t0, t1)
    if value > radius:
        return None
    return (t0 if near(t0) else _flip(near, t0, t, True)), (t1 if near(t1) else _flip(near, t, t1, False))


def reached(world: World, mover: Body, pieces: list[Piece], owner: Body, zone: Zone, touching: bool) -> float:
    """How far along its way (mm in plan) the mover first comes within a zone from outside; inf if it never does. `touching` its edge counts or not."""
    for piece, t0, t1, along in _visits(world, mover, pieces, owner, zone):
        least, nearest = least_distance(mover.outline, piece, owner, t0, t1)
        if least <= zone.radius + AT if touching else least < zone.radius - AT:
            return along + _first_within(mover.outline, piece, owner, zone.radius, t0, nearest) * piece.length
    return inf


def _first_within(mover: Outline, piece: Piece, owner: Body, radius: float, t0: float, t1: float) -> float:
    """Where in [t0, t1] the outline comes within `radius`, t1 being within."""
    return _flip(lambda t: distance_to(mover, piece.pose(t), owner) <= radius, t0, t1, True)


def clearance(mover: Body, pieces: list[Piece], other: Body) -> Measure:
    """Least signed plan distance to another base while the two bodies' heights overlap; inf if they never do."""
    best, where = inf, None
    low, high = other.pose.z - mover.height + AT, other.pose.z + other.height - AT
    for stride in _strides(pieces, low, high):
        band = stride.where_height(low, high)
        if band is None:
            continue
        value, t = least_distance(mover.outline, stride, other, *band)
        if value < best:
            best, where = value, stride.pose(t)
    witness = (("points", ((where.x, where.y, where.z), (other.pose.x, other.pose.y, other.pose.z))),) if where else ()
    return Measure(best, name=f"room beside {other.name}", witness=witness)


def _strides(pieces: list[Piece], low: float, high: float):
    """The pieces, those that follow one another in one line and lie all between two heights joined: the plan distance is convex along them too."""
    joined: Piece | None = None
    for piece in pieces:
        a, b = piece.start, piece.end
        if not (low <= a.z <= high and low <= b.z <= high):
            if joined:
                yield joined
            yield piece
            joined = None
        elif joined and _in_line(joined, piece):
            joined = Piece(joined.start, b)
        else:
            if joined:
                yield joined
            joined = piece
    if joined:
        yield joined


def _in_line(first: Piece, then: Piece) -> bool:
    """Whether a piece goes straight on from another."""
    (ax, ay), (bx, by), (cx, cy) = first.start.plan, first.end.plan, then.end.plan
    ux, uy, vx, vy = bx - ax, by - ay, cx - bx, cy - by
    straight = abs(ux * vy - uy * vx) <= 1e-9 * max(1.0, hypot(ux, uy)) and ux * vx + uy * vy >= 0.0
    return straight and first.end.plan == then.start.plan and first.end.facing == then.start.facing
