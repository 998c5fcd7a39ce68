"""Depth views merged into a mesh as scanning programs do it: a truncated signed distance in a grid of voxels, and the surface where it is nought.

Curless and Levoy 1996: each view says of the voxels near what it saw how far in front of or behind it they lie; the mean over the views
is the merged surface. What no view saw stays open.
"""
from __future__ import annotations

from math import ceil

import numpy as np
from numba import njit
from skimage.measure import marching_cubes

from benchmarks.scanner.views import FOCAL, View

TRUNCATED = 3.5           # voxels: farther in front of a surface a voxel is free, farther behind nothing is known
LEAST_VIEWS = 2           # a voxel that fewer views tell of is not known


def merged(views: list[View], low: np.ndarray, high: np.ndarray, voxel: float) -> np.ndarray:
    """The triangles (n, 3, 3) of the merged surface within a box from `low` to `high`; everything in mm."""
    shape = tuple(ceil((h - lo) / voxel) + 1 for lo, h in zip(low, high))
    distance, seen = np.zeros(shape, np.float32), np.zeros(shape, np.int16)
    for view in views:
        _integrate(distance, seen, np.asarray(low, float), voxel, TRUNCATED * voxel, view.eye, view.axes, view.depths, FOCAL)
    known = seen >= LEAST_VIEWS
    distance[known] /= seen[known]
    distance[~known] = np.nan                      # next to what is not known there is no surface
    vertices, faces, _, _ = marching_cubes(distance, 0.0, spacing=(voxel,) * 3, gradient_direction="descent")
    triangles = vertices[faces].astype(np.float64) + low
    return triangles[np.isfinite(triangles).all(axis=(1, 2))]


@njit(cache=True, nogil=True)
def _integrate(distance, seen, low, voxel, truncated, eye, axes, depths, focal):
    rows, columns = depths.shape
    for a in range(distance.shape[0]):
        for b in range(distance.shape[1]):
            x, y = low[0] + a * voxel - eye[0], low[1] + b * voxel - eye[1]
            for c in range(distance.shape[2]):
                z = low[2] + c * voxel - eye[2]
                ahead = axes[2, 0] * x + axes[2, 1] * y + axes[2, 2] * z
                i = int(np.floor(focal * (axes[0, 0] * x + axes[0, 1] * y + axes[0, 2] * z) / ahead + columns / 2))
                j = int(np.floor(focal * (axes[1, 0] * x + axes[1, 1] * y + axes[1, 2] * z) / ahead + rows / 2))
                if ahead <= 0 or not (0 <= i < columns and 0 <= j < rows) or depths[j, i] == np.inf:
                    continue
                before = depths[j, i] - ahead
                if before > -truncated:
                    distance[a, b, c] += min(1.0, before / truncated)
                    seen[a, b, c] += 1
