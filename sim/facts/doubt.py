"""How far scanned terrain may be from where its mesh has it: one standard deviation, in mm, upright and across.

What depends on the terrain and what does not:

- A height read off a scan (a stand, a rise, a face, the room under a ceiling) is off by the scan's noise where it is read, and by the scale
  error of what was read: of a difference of heights, that share of the difference.
- A place in plan read off a scan (a face, a rim, where support ends) is off by noise and scale likewise, and by how coarsely the scan samples
  it: the true edge lies anywhere in the half triangle's side beyond the last sample, so scans round edges off and walls' feet out. That is
  a uniform error of half a side, whose standard deviation is the side over 2 sqrt 12 (GUM, type B).
- The distance between two models in plan, the length of a leg, an allowance, a base's size: measured by hand or printed in a book, and no
  scan is in it. Between models on different levels the heights of their stands are.
- Sums add doubts linearly, the worst case.

Pieces whose noise is 0 (exact, or trusted) are off by their scale error alone.
"""
from __future__ import annotations

from functools import lru_cache
from math import sqrt

import numpy as np

from sim.terrain.noise import sampled
from sim.terrain.topology import Topology

UNIFORM = 1 / (2 * sqrt(12))              # of a triangle's side: the standard deviation of anywhere in half a side


def upright(world, triangle: int) -> float:
    """Of the height of a triangle; 0 for none (-1) and for the table top."""
    return float(world.noise[world.feature_of[triangle] + 1]) if triangle >= 0 else 0.0


def across(world, triangle: int) -> float:
    """Of the place in plan of an edge or a face beside a triangle; 0 for none (-1) and for the table top."""
    feature = world.feature_of[triangle] if triangle >= 0 else -1
    return upright(world, triangle) + rounding(world.features[feature]) if feature >= 0 else 0.0


def scale(world, *triangles: int) -> float:
    """The share of a difference between places of triangles that is in doubt: the greatest scale error of their pieces."""
    return max((world.features[world.feature_of[t]].scale_error for t in triangles if t >= 0 and world.feature_of[t] >= 0), default=0.0)


def worst_across(world) -> float:
    """The greatest doubt in plan of any piece; 0 where no piece is noisy."""
    return max((f.noise + rounding(f) for f in world.features), default=0.0)


@lru_cache(maxsize=256)
def rounding(feature) -> float:
    """How far from their true place edges of a scanned piece lie because it is sampled; 0 for an exact or trusted piece, and a drawn one."""
    if feature.noise == 0:
        return 0.0
    mesh = Topology.of(feature.triangles.reshape(-1, 3, 3))
    if not sampled(mesh):
        return 0.0
    return UNIFORM * float(np.median(np.linalg.norm(mesh.vertices[mesh.faces] - mesh.vertices[np.roll(mesh.faces, 1, axis=1)], axis=2)))
