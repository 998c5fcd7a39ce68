"""Ask PyBullet whether a base can be where the kernel says that it can."""
from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from sim.measure import AT
from sim.shapes import Outline, Pose
from sim.world.bullet import BulletWorld


@dataclass(frozen=True, slots=True)
class CrossCheck:
    """PyBullet's second opinion: `status` "agrees", "disagrees" or "absent".

    Where it disagrees: the pose at which the base is deepest, how deep (mm), and in which triangle, None if that cannot be told.
    """
    status: str
    where: Pose | None = None
    depth: float = 0.0
    triangle: int | None = None


def cross_check(world: BulletWorld | None, outline: Outline, height: float, poses: Sequence[Pose],
                allowed: Collection[int] = (), depth_ok: float = AT) -> CrossCheck:
    """Agrees if at none of `poses` the prism (mm) is deeper than `depth_ok` in a triangle other than the `allowed` ones.

    `allowed` are indices of triangles that the base may be in, as where it starts already overlapping; `world` is None
    where there is no PyBullet. Bodies of round and rectangular bases are off by at most 2e-9 mm beside the skin and those
    of others only ever too small, so AT needs nothing added: what PyBullet shows is there. What it may overlook
    is overlap of less than `world.error`.
    """
    if world is None:
        return CrossCheck("absent")
    depths = world.overlap(outline, height, poses)
    excused = frozenset(allowed)
    for i in (-depths).argsort(kind="stable"):
        if depths[i] <= depth_ok:
            break
        contact = world.deepest(outline, height, poses[i], excused)
        if contact and contact.depth > depth_ok:
            return CrossCheck("disagrees", poses[i], contact.depth, contact.triangle)
    return CrossCheck("agrees")
