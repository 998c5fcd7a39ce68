"""The second opinion: PyBullet places the real base along the way the kernel found."""
from __future__ import annotations

from functools import lru_cache
from math import ceil

from sim.facts.slices import BASE_THICKNESS
from sim.measure import INCH
from sim.shapes import Pose

BESIDE = 0.05                    # mm: how far before and after a contact the base is placed


@lru_cache(maxsize=2)
def _bullet(world):
    """PyBullet's copy of a world; None where PyBullet is not installed."""
    from sim.world import bullet
    return bullet.BulletWorld(world.triangles.reshape(-1, 3, 3)) if bullet.available() else None


def second_opinion(ruling) -> dict:
    """CONTRACT's `cross_check`: agrees, disagrees (and where), or absent."""
    from sim.world.cross_check import cross_check
    scene = ruling.scene
    found = cross_check(_bullet(scene.survey.world), scene.model.outline, BASE_THICKNESS, poses(ruling))
    out = {"bullet": found.status}
    if found.where is not None:
        out["at"] = [round(v / INCH, 4) for v in (found.where.x, found.where.y, found.where.z)]
        out["depth"] = round(found.depth / INCH, 5)
    return out


def poses(ruling) -> list[Pose]:
    """Where the base is put: both ends, beside each change of height, and every quarter radius along the way."""
    from sim.referee.case import Case
    survey = ruling.scene.survey
    stride = survey.model.outline.radius / 4
    out = []
    for step in ruling.way.steps:
        corners = step.passage.trace()
        for (leg, a, za), (_, b, zb) in zip(corners, corners[1:]):
            length = max(b - a, abs(zb - za))
            count = max(1, ceil(length / stride))
            inset = min(BESIDE, length / 4) / length if length else 0.0
            ts = [0.0, inset, *(i / count for i in range(1, count)), 1.0 - inset, 1.0]
            out += [_placed(survey, step.passage, leg, a + t * (b - a), za + t * (zb - za)) for t in ts]
    return [p for p in out if p is not None] + [Case(ruling.scene, ruling.readings, ruling.way).end_pose]


def _placed(survey, passage, leg: int, s: float, z: float) -> Pose:
    """On a floor the height is that of the floor just there, not of the chord between its corners."""
    if passage.kind == "LEVEL" and passage.run.value > 0:
        z = max(z, _rest(survey, leg, s, z))
    return survey.pose_at(leg, s, z)


def _rest(survey, leg: int, s: float, near: float) -> float:
    pose = survey.pose_at(leg, s, near)
    levels = [v.floor for v in survey.world.levels(survey.model.outline, pose.x, pose.y, pose.facing, BASE_THICKNESS)]
    return min(levels, key=lambda v: abs(v - near), default=near)
