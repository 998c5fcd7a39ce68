"""The fixed table all speeds are measured on: 24 x 24 in of noisy ground with walls on it, in as many triangles as asked for."""
from __future__ import annotations

from math import sqrt

import numpy as np

from sim.terrain.solids import box

SIDE, NOISE, HILLS = 609.6, 0.254, 6.0         # mm; noise one standard deviation
WALLS, WALL = 24, (101.6, 6.35, 76.2)          # how many, and how long, thick and high (mm)


def noisy_table(triangles: int, seed: int = 1) -> np.ndarray:
    """About so many triangles (n, 3, 3) in mm: four fifths of them ground, the rest walls, each cut into as many."""
    chance = np.random.default_rng(seed)
    points = max(8, round(sqrt(0.8 * triangles / 2)) + 1)
    x, y = np.meshgrid(*(np.linspace(0, SIDE, points),) * 2, indexing="ij")
    z = HILLS * (1 + np.sin(x / 60.0) * np.cos(y / 90.0)) + NOISE * chance.standard_normal(x.shape)
    p = np.stack([x, y, z], axis=-1)
    a, b, c, d = p[:-1, :-1], p[1:, :-1], p[1:, 1:], p[:-1, 1:]
    ground = np.concatenate([np.stack([a, b, c], axis=2).reshape(-1, 3, 3), np.stack([a, c, d], axis=2).reshape(-1, 3, 3)])
    wall = _cut(box(WALL), 0.2 * triangles / WALLS)
    walls = [_placed(wall, *chance.uniform(60.0, SIDE - 60.0, 2), chance.uniform(0.0, np.pi)) for _ in range(WALLS)]
    return np.concatenate([ground, *walls])


def _cut(triangles: np.ndarray, wanted: float) -> np.ndarray:
    """Longest sides halved until there are about so many triangles."""
    while len(triangles) < 0.75 * wanted:
        sides = np.linalg.norm(triangles - np.roll(triangles, -1, axis=1), axis=2)
        first = sides.argmax(axis=1)
        rolled = np.take_along_axis(triangles, ((first[:, None] + np.arange(3)) % 3)[:, :, None], axis=1)
        a, b, c = rolled[:, 0], rolled[:, 1], rolled[:, 2]
        m = (a + b) / 2
        triangles = np.concatenate([np.stack([a, m, c], axis=1), np.stack([m, b, c], axis=1)])
    return triangles


def _placed(triangles: np.ndarray, x: float, y: float, turn: float) -> np.ndarray:
    c, s = np.cos(turn), np.sin(turn)
    return triangles @ np.array([[c, s, 0.0], [-s, c, 0.0], [0.0, 0.0, 1.0]]) + (x, y, 0.0)
