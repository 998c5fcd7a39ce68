"""PyBullet as a second opinion: the real base among the real triangles, where the kernel says that it can be."""
from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from sim.measure import AT
from sim.shapes import Outline, Pose
from sim.world.bullet_bases import inset, shortfall
from sim.world.bullet_client import Client, available
from sim.world.bullet_settle import FRICTION, Settled, settle
from sim.world.tiles import LONGEST, MOST, Tiles

__all__ = ["BulletWorld", "Contact", "Settled", "available"]

SKIN = AT / 2             # mm: the kernel's skin; bodies are smaller by so much a side, so contact at equality is no overlap
LIFT = 1e-6               # mm: a ray that starts exactly on a surface would miss it
BATCH = 16_000            # rays at once: with 16,384 Bullet loses some without a word
CHUNK = 2_000             # placements or rays whose boxes are compared with all tiles' at once
DISTANCE, ON_TERRAIN = 8, 6   # where PyBullet's contact tuples keep them


@dataclass(frozen=True, slots=True)
class Contact:
    """How deep a base is in terrain (mm), the triangle it is in, None if that cannot be told, and a point (mm) there."""
    depth: float
    triangle: int | None
    point: tuple[float, float, float]


class BulletWorld:
    """Terrain triangles (n, 3, 3) in mm as PyBullet holds them, loaded tile by tile when a question first comes near.

    A base is the prism of an outline from pose.z to pose.z + height. It stands for itself in PyBullet as a cylinder (round),
    a box (rectangles) or a convex hull (the rest), smaller by `SKIN` on every side. Raises ImportError where PyBullet
    is not installed and what `Tiles.of` raises. Close it, or use it in a `with`; one thread at a time.
    """

    def __init__(self, triangles: np.ndarray, most: int = MOST, longest: float = LONGEST):
        self._tiles = Tiles.of(triangles, most, longest)
        self._client = Client()
        self._grounds: dict[int, int] = {}
        self._bases: dict[tuple[Outline, float], int] = {}

    def __enter__(self) -> BulletWorld:
        return self

    def __exit__(self, *_) -> None:
        self.close()

    def close(self) -> None:
        """Give the world's memory back; closing twice does no harm."""
        self._client.close()

    @property
    def loaded(self) -> int:
        """How many tiles PyBullet holds so far."""
        return len(self._grounds)

    def overlap(self, outline: Outline, height: float, poses: Sequence[Pose]) -> np.ndarray:
        """How deep the base is in terrain at each of n poses: (n,) in mm, 0 where it is clear or within the skin."""
        depths = np.zeros(len(poses))
        for i, _, found in self._near(outline, height, poses, 0.0):
            for contact in found:
                depths[i] = max(depths[i], SKIN - contact[DISTANCE])
        return depths

    def deepest(self, outline: Outline, height: float, pose: Pose, allowed: frozenset[int] = frozenset()) -> Contact | None:
        """Where the base is deepest in terrain at `pose`, not counting what lies on `allowed` triangles (indices).

        None if it is clear or within the skin.
        """
        found = [(c[DISTANCE], c[ON_TERRAIN], tile) for _, tile, near in self._near(outline, height, [pose], 0.0) for c in near]
        for distance, point, tile in sorted(found):
            on = self._tiles.tiles[tile].triangles_at(point)
            if allowed.isdisjoint(on):
                return Contact(SKIN - distance, on[0] if on else None, point)
        return None

    def touches(self, outline: Outline, height: float, pose: Pose, reach: float) -> bool:
        """Whether terrain comes within `reach` (mm) of the base at `pose`; never misses it, and may reach too far by `error`."""
        return any(found for _, _, found in self._near(outline, height, [pose], reach + self.error(outline, height)))

    def error(self, outline: Outline, height: float) -> float:
        """How much smaller than the true base PyBullet's body may be anywhere, in mm; it is nowhere larger."""
        return shortfall(outline, height, SKIN)

    def rays(self, starts: np.ndarray, ends: np.ndarray) -> np.ndarray:
        """Where along each segment from starts to ends (n, 3) terrain is first met: (n,) fractions, infinite where it is not.

        Starts are lifted by `LIFT`: a ray down from a surface meets it at once, one that goes up or along leaves it.
        """
        starts, ends = (np.asarray(points, dtype=np.float64).reshape(-1, 3) for points in (starts, ends))
        if not (np.isfinite(starts).all() and np.isfinite(ends).all()):
            raise ValueError("rays must be finite")
        starts = starts + (0.0, 0.0, LIFT)
        hits = []
        for i in range(0, len(starts), BATCH):
            batch = starts[i:i + BATCH], ends[i:i + BATCH]
            self._load_along(*batch)
            hits += self._client.p.rayTestBatch(*(points.tolist() for points in batch), physicsClientId=self._client.id)
        return np.array([hit[2] if hit[0] >= 0 else np.inf for hit in hits])

    def settle(self, outline: Outline, height: float, pose: Pose, seconds: float = 2.0, friction: float = FRICTION) -> Settled:
        """What a model of this base and height (mm) does when let go at `pose`; see `bullet_settle.settle`."""
        return settle(self._tiles, outline, height, pose, seconds, friction)

    def _near(self, outline: Outline, height: float, poses: Sequence[Pose], reach: float) -> Iterator[tuple[int, int, tuple]]:
        """For each pose and tile that come near: their indices and PyBullet's contacts within `reach`."""
        base, p, client = self._base(outline, height), self._client.p, self._client.id
        table = np.array([(pose.x, pose.y, pose.z, pose.facing) for pose in poses]).reshape(-1, 4)
        if not np.isfinite(table).all():
            raise ValueError("poses must be finite")
        around = outline.radius + reach
        for start in range(0, len(table), CHUNK):
            at = table[start:start + CHUNK, :3]
            pairs = self._tiles.meeting(at - (around, around, reach), at + (around, around, height + reach))
            middles = (at + (0.0, 0.0, height / 2)).tolist()
            half = np.radians(table[start:start + CHUNK, 3]) / 2
            turns = np.column_stack([np.zeros((len(at), 2)), np.sin(half), np.cos(half)]).tolist()
            placed = None
            for i, tile in zip(*(which.tolist() for which in pairs)):
                if i != placed:
                    p.resetBasePositionAndOrientation(base, middles[i], turns[i], physicsClientId=client)
                    placed = i
                found = p.getClosestPoints(base, self._ground(tile), reach, physicsClientId=client)
                if found:
                    yield start + i, tile, found

    def _load_along(self, starts: np.ndarray, ends: np.ndarray) -> None:
        for i in range(0, len(starts), CHUNK):
            missing = np.array([t for t in range(len(self._tiles.tiles)) if t not in self._grounds], dtype=int)
            for tile in self._tiles.along(starts[i:i + CHUNK], ends[i:i + CHUNK], missing).tolist():
                self._ground(tile)

    def _ground(self, tile: int) -> int:
        if tile not in self._grounds:
            self._grounds[tile] = self._client.terrain(self._tiles.tiles[tile])
        return self._grounds[tile]

    def _base(self, outline: Outline, height: float) -> int:
        """The one body of this base; made once and moved, since bodies made and removed over and over turn up false contacts."""
        if height <= 2 * SKIN:
            raise ValueError(f"a base must be higher than {2 * SKIN:g} mm")
        if (outline, height) not in self._bases:
            body = self._client.base(inset(outline, SKIN), height - 2 * SKIN)
            self._client.p.setCollisionFilterGroupMask(body, -1, 0, 0, physicsClientId=self._client.id)   # rays pass through it
            self._bases[outline, height] = body
        return self._bases[outline, height]
