"""What cameras round a table would see of it: exact depths of its triangles by the project's own rays, before any fault of a sensor."""
from __future__ import annotations

from dataclasses import dataclass
from math import cos, radians, sin

import numpy as np
from numba import njit

from sim.measure import INCH
from sim.world import World
from sim.world.kernel import ray

PIXELS = 480, 400                 # across and down
FOCAL = 420.0                     # pixels: 60 degrees across
RINGS = ((15.0, 12, 520.0), (32.0, 12, 600.0), (52.0, 12, 600.0), (75.0, 6, 620.0))     # degrees above the table, views, mm from what is looked at
ASIDE = 4 * INCH                  # what is looked at lies so far from the middle of the table, towards the camera's left and right in turn
FAR = 3000.0                      # mm: nothing is farther


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """A pinhole camera at `eye` (mm); rows of `axes` are right, down and forward.

    `depths` (rows, columns) are along forward, mm, inf for none; `slants`: the cosine between the ray and the surface's normal.
    """
    eye: np.ndarray
    axes: np.ndarray
    depths: np.ndarray
    slants: np.ndarray


def views(world: World, size: tuple[float, float]) -> list[View]:
    """Every view of a table of a size (mm) in order: rings of cameras, the lowest first."""
    middle, found = np.array([size[0] / 2, size[1] / 2, INCH]), []
    for height, count, away in RINGS:
        for k in range(count):
            around, up = 2 * np.pi * (k + 0.5 * (count % 4 == 0)) / count, radians(height)
            back = np.array([cos(around) * cos(up), sin(around) * cos(up), sin(up)])
            right = np.array([-sin(around), cos(around), 0.0])
            eye = middle + right * ASIDE * (1, -1, 0)[k % 3] + back * away
            axes = np.array([right, np.cross(-back, right), -back])
            found.append(View(eye, axes, *_seen(*world._tree, world.triangles, eye, axes, *PIXELS, FOCAL)))
    return found


@njit(cache=True, nogil=True)
def _seen(boxes, child, order, triangles, eye, axes, columns, rows, focal):
    depths, slants = np.full((rows, columns), np.inf), np.zeros((rows, columns))
    for j in range(rows):
        for i in range(columns):
            u, v = (i + 0.5 - columns / 2) / focal, (j + 0.5 - rows / 2) / focal
            length = (1 + u * u + v * v) ** 0.5
            d = (u * axes[0] + v * axes[1] + axes[2]) / length
            far, who = ray(boxes, child, order, triangles, eye[0], eye[1], eye[2], d[0], d[1], d[2], FAR)
            if who >= 0:
                t = triangles[who]
                normal = np.cross(t[3:6] - t[0:3], t[6:9] - t[0:3])
                depths[j, i] = far / length
                slants[j, i] = abs(np.dot(normal, d)) / np.sqrt(np.dot(normal, normal))
    return depths, slants
