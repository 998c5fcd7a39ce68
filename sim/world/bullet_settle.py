"""Let a model go and see what it does: stands, leans, slides or topples. Evidence beside the static criterion, which judges."""
from __future__ import annotations

from dataclasses import dataclass
from math import acos, atan2, degrees, dist, isfinite

import numpy as np

from sim.shapes import Outline, Pose
from sim.world.bullet_client import Client
from sim.world.tiles import Tiles

GRAVITY = 9810.0          # mm/s2; Bullet stops acceleration at 100 units, here mm, a second, so models are let down and not dropped
FRICTION = 1.0            # of base on terrain: models stand on slopes up to 45 degrees, as on a flocked table
TOPPLED = 60.0            # degrees of lean: on no slope that steep would FRICTION hold, even after some rocking
STEP = 0.001              # s: with 1/240 a model 0.1 mm inside an edge already rocks off it
ANGULAR_DAMPING = 5.0     # so that a model let go above a slope leans on it and is not flung over by its own momentum
STILL = 0.2               # s without motion (1 mm/s and 0.05 rad/s) that count as rest


@dataclass(frozen=True, slots=True, kw_only=True)
class Settled:
    """Where a model came to rest: `pose` of its base's centre, `tilt` in degrees, `moved` in mm, and whether it `topples`."""
    pose: Pose
    tilt: float
    moved: float
    topples: bool


def settle(tiles: Tiles, outline: Outline, height: float, pose: Pose, seconds: float = 2.0, friction: float = FRICTION) -> Settled:
    """Let go of an evenly filled prism of the outline and height (mm) at `pose`, for at most `seconds` of its own time.

    A world of its own with Bullet's own margins (without them contacts jitter), so the same question has the same answer
    whatever was asked before. Ends early at rest or once it leans more than `TOPPLED`. Terrain further away than the model
    is wide and high is not there: a model that falls so far has moved anyway. ValueError for a pose that is not finite.
    """
    if not all(map(isfinite, (pose.x, pose.y, pose.z, pose.facing))):
        raise ValueError("poses must be finite")
    client = Client()
    try:
        p, world = client.p, client.id
        p.setGravity(0, 0, -GRAVITY, physicsClientId=world)
        p.setPhysicsEngineParameter(fixedTimeStep=STEP, deterministicOverlappingPairs=1, physicsClientId=world)
        around = np.array([outline.radius + height] * 2 + [height])
        at = np.array([pose.x, pose.y, pose.z])
        _, near = tiles.meeting((at - around - [0, 0, 10 * height])[None], (at + around)[None])
        grounds = [client.terrain(tiles.tiles[i], margin=None) for i in near]
        model = client.base(outline, height, mass=1.0, margin=None)
        for body in (model, *grounds):
            p.changeDynamics(body, -1, lateralFriction=friction ** 0.5, physicsClientId=world)   # Bullet multiplies the two
        p.changeDynamics(model, -1, angularDamping=ANGULAR_DAMPING, physicsClientId=world)
        p.resetBasePositionAndOrientation(model, (pose.x, pose.y, pose.z + height / 2),
                                          p.getQuaternionFromEuler((0, 0, np.radians(pose.facing))), physicsClientId=world)
        return _watch(client, model, height, pose, seconds)
    finally:
        client.close()


def _watch(client: Client, model: int, height: float, pose: Pose, seconds: float) -> Settled:
    p, world, still, tilt = client.p, client.id, 0, 0.0
    for _ in range(round(seconds / STEP)):
        p.stepSimulation(physicsClientId=world)
        _, turn = p.getBasePositionAndOrientation(model, physicsClientId=world)
        slides, turns = p.getBaseVelocity(model, physicsClientId=world)
        tilt = degrees(acos(max(-1.0, 1 - 2 * (turn[0] ** 2 + turn[1] ** 2))))
        still = still + 1 if max(map(abs, slides)) < 1 and max(map(abs, turns)) < 0.05 else 0
        if tilt > TOPPLED or still * STEP >= STILL:
            break
    middle, turn = p.getBasePositionAndOrientation(model, physicsClientId=world)
    r = p.getMatrixFromQuaternion(turn)
    x, y, z = (m - height / 2 * up for m, up in zip(middle, (r[2], r[5], r[8])))
    return Settled(pose=Pose(x, y, z, degrees(atan2(r[3], r[0])) % 360), tilt=tilt,
                   moved=dist((x, y, z), (pose.x, pose.y, pose.z)), topples=tilt > TOPPLED)
