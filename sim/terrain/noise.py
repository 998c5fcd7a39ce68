"""What a scanner's noise is, told from the flat parts of its own mesh: the residuals of local planes."""
from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.spatial import cKDTree

from sim.terrain.topology import Topology

PATCHES = 4_000           # patches looked at, spread evenly over the vertices
NEIGHBOURS = 48           # vertices in a patch
LEAST_VERTICES = 2_000    # no scanner stops at so few
FLAT = 0.15               # a patch is flat where its residual is below this share of its radius
LEAST_FLAT = 0.1          # with fewer flat patches than this there is nothing to tell noise by
EVEN = 4.0                # a scan's triangles are of one size: none of its area lies in edges longer than this many times the median
LEAST_EVEN = 0.6          # ... but for the rest of its area (filled holes)
EXACT = 0.002             # mm: residuals below this are rounding


@dataclass(frozen=True, slots=True, kw_only=True)
class Noise:
    """`sigma` is one standard deviation in mm, 0 for exact planes, None where it cannot be told; `why` says so in words.

    `even` is the share of the area in triangles of a size, `flat` the share of patches that are flat, `radius` a patch's in mm. Noise that is
    smooth over a patch is not seen, and fine relief on flat walls is taken for noise.
    """
    sigma: float | None
    why: str
    even: float = 0.0
    flat: float = 0.0
    radius: float = 0.0


def estimated_noise(mesh: Topology) -> Noise:
    """The commonest residual of flat patches of neighbouring vertices, where the mesh is sampled as scanners do."""
    longest = np.linalg.norm(mesh.vertices[mesh.faces] - mesh.vertices[np.roll(mesh.faces, 1, axis=1)], axis=2).max(axis=1)
    even = float(mesh.areas[longest <= EVEN * np.median(longest)].sum() / max(mesh.areas.sum(), 1e-300))
    if len(mesh.vertices) < LEAST_VERTICES or even < LEAST_EVEN:
        return Noise(sigma=None, why="the triangles are drawn, not sampled, so the mesh is taken as exact", even=even)
    ordered = mesh.vertices[np.lexsort(np.round(mesh.vertices, 6).T)]      # so that the order of the file does not matter
    seeds = ordered[np.linspace(0, len(ordered) - 1, min(PATCHES, len(ordered))).astype(int)]
    distance, near = cKDTree(ordered).query(seeds, k=NEIGHBOURS)
    patches = ordered[near]
    centred = patches - patches.mean(axis=1, keepdims=True)
    least, middle, most = np.maximum(np.linalg.eigvalsh(np.einsum("pki,pkj->pij", centred, centred)), 0).T
    residual = np.sqrt(least / (NEIGHBOURS - 3))
    flat = (residual < FLAT * distance[:, -1]) & (middle > 0.25 * most)    # a patch along one line has no plane
    radius, share = float(np.median(distance[:, -1])), float(flat.mean())
    if share < LEAST_FLAT:
        return Noise(sigma=None, why="too little of it is flat to tell noise from shape", even=even, flat=share, radius=radius)
    sigma = _commonest(np.sort(residual[flat]))
    why = f"the commonest residual of {flat.sum():,} flat patches of {NEIGHBOURS} vertices" if sigma else "its flat parts are exact planes"
    return Noise(sigma=sigma, why=why, even=even, flat=share, radius=radius)


def _commonest(values: np.ndarray) -> float:
    """The mode of sorted values: the middle of the shortest run (in ratio) that holds half of them, and so on; 0 where it is rounding."""
    logs = np.log(np.maximum(values, EXACT))
    while len(logs) > 64:
        half = len(logs) // 2
        first = int(np.argmin(logs[half:] - logs[:-half]))
        logs = logs[first:first + half + 1]
    middle = float(np.exp(np.median(logs)))
    return middle if middle > 1.001 * EXACT else 0.0
