"""Solids laid on a table for the tests of the kernel: at a place, turned, cut finer, made into a `World`. `REFEREE_SCENES=1000` runs more examples."""
from __future__ import annotations

import os
from math import cos, radians, sin

import numpy as np
from hypothesis import HealthCheck, Phase, settings

from sim.table import Feature, Table
from sim.world import World

FEW = settings(max_examples=int(os.environ.get("REFEREE_SCENES", "40")), deadline=None, derandomize=True, phases=[Phase.explicit, Phase.generate],
               suppress_health_check=[HealthCheck.too_slow])
MIDDLE = np.array([300.0, 250.0])


def world(*pieces: np.ndarray, floor: bool = False) -> World:
    """All the pieces as the terrain of one table, without the table top unless asked for."""
    return World(Table(size=(600.0, 500.0), floor=floor, features=tuple(Feature(name=f"piece {i}", triangles=np.asarray(p)) for i, p in enumerate(pieces))))


def at(triangles: np.ndarray, x: float = 0.0, y: float = 0.0, z: float = 0.0) -> np.ndarray:
    return triangles + np.array([x, y, z])


def turned(triangles: np.ndarray, degrees: float) -> np.ndarray:
    """Turned about the vertical through the origin, then carried to the middle of the table."""
    c, s = cos(radians(degrees)), sin(radians(degrees))
    out = triangles.copy()
    out[..., :2] = triangles[..., :2] @ np.array([[c, s], [-s, c]]) + MIDDLE
    return out


def there(x: float, y: float, degrees: float) -> tuple[float, float]:
    """Where `turned` brings a plan point."""
    c, s = cos(radians(degrees)), sin(radians(degrees))
    return float(c * x - s * y + MIDDLE[0]), float(s * x + c * y + MIDDLE[1])


def finer(triangles: np.ndarray, times: int = 1) -> np.ndarray:
    """Every triangle cut into four, `times` over, in another order."""
    for _ in range(times):
        a, b, c = triangles[:, 0], triangles[:, 1], triangles[:, 2]
        ab, bc, ca = (a + b) / 2, (b + c) / 2, (c + a) / 2
        triangles = np.concatenate([np.stack(k, axis=1) for k in ((bc, ca, ab), (a, ab, ca), (ab, b, bc), (ca, bc, c))])[::-1].copy()
    return triangles


def sheet(*corners) -> np.ndarray:
    """One triangle."""
    return np.array([corners], dtype=float)


def noisy_world(triangles: int, seed: int) -> World:
    """Noisy ground with walls on it, as the speeds are measured on."""
    from benchmarks.speed.table import noisy_table
    return world(noisy_table(triangles, seed))
