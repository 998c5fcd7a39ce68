"""What a model sees: the half plane before its centre, and what terrain does not hide at its height. Models hide nothing."""
from __future__ import annotations

from math import hypot, sqrt

import shapely

from sim.shapes import Outline, Pose, cos_sin

FAR = 1e5                        # mm: past any table


def ahead(pose: Pose, x: float, y: float) -> float:
    """How far a plan point is in front of the line through a pose's centre across its facing (mm; below zero: behind)."""
    c, s = cos_sin(pose.facing)
    return (x - pose.x) * c + (y - pose.y) * s


def part_before(mover: Outline, start: Pose, end: Pose, owner: Pose) -> tuple[float, float] | None:
    """The part (t0, t1) of a straight way on which some of the moving outline is in front of the owner's centre; None if nowhere."""
    reach = mover.reach(cos_sin(owner.facing), start.facing)
    a, b = ahead(owner, start.x, start.y) + reach, ahead(owner, end.x, end.y) + reach
    if a < 0 and b < 0:
        return None
    if a >= 0 and b >= 0:
        return 0.0, 1.0
    t = a / (a - b)
    return (0.0, t) if a >= 0 else (t, 1.0)


def front_distance(mover: Outline, pose: Pose, base: Outline, owner: Pose) -> float:
    """Signed plan distance to a base from the part of an outline that is in front of the base's centre; endless if none is."""
    c, s = cos_sin(owner.facing)
    if not (mover.is_round and base.is_round):
        return _clipped(mover, pose, base, owner, (c, s))
    depth, side = ahead(owner, pose.x, pose.y), (pose.y - owner.y) * c - (pose.x - owner.x) * s
    if depth >= 0:
        return hypot(depth, side) - mover.radius - base.radius       # the nearest point of the disc is before the centre too
    if depth < -mover.radius:
        return FAR
    half = sqrt(mover.radius ** 2 - depth ** 2)
    return max(0.0, abs(side) - half) - base.radius


def _clipped(mover: Outline, pose: Pose, base: Outline, owner: Pose, forward) -> float:
    c, s = forward
    corners = [(owner.x + FAR * (a * c - b * s), owner.y + FAR * (a * s + b * c)) for a, b in ((0, -1), (1, -1), (1, 1), (0, 1))]
    part = shapely.Polygon(mover.points(*pose.plan, pose.facing)).intersection(shapely.Polygon(corners))
    if part.is_empty:
        return FAR
    other = shapely.Polygon(base.points(*owner.plan, owner.facing))
    overlap = part.intersection(other)
    return part.distance(other) if overlap.is_empty else -sqrt(overlap.area)


def sees(world, owner, body) -> bool:
    """Whether no terrain at the owner's height crosses the line from its centre to the nearest of another body's base."""
    dx, dy = body.pose.x - owner.pose.x, body.pose.y - owner.pose.y
    length = hypot(dx, dy)
    if length == 0.0:
        return True
    near = max(0.0, length - body.outline.reach((-dx / length, -dy / length), body.pose.facing)) / length
    eye = owner.pose.z + owner.height
    return world.ray((owner.pose.x, owner.pose.y, eye), (owner.pose.x + near * dx, owner.pose.y + near * dy, eye))[1] < 0
