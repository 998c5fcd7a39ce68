"""What a scanner's noise is, told from the smooth parts of its own mesh: what local planes and quadrics leave over."""
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
TERMS = 6                 # of the quadric fitted to a patch, so that an exact dome is no noise
USED_ABOVE = 0.1          # mm: less than this is how exact things are printed, and no doubt about a move


@dataclass(frozen=True, slots=True, kw_only=True)
class Noise:
    """`sigma` is one standard deviation in mm, 0 for exact planes, None where it cannot be told; `why` says so in words.

    `even` is the share of the area in triangles of a size, `flat` the share of patches that are flat, `radius` a patch's in mm. Noise that is
    smooth over a patch is not seen, and fine relief on flat walls is taken for noise. `doubt` is what of it counts where nothing is declared.
    """
    sigma: float | None
    why: str
    even: float = 0.0
    flat: float = 0.0
    radius: float = 0.0

    @property
    def doubt(self) -> float:
        return self.sigma if (self.sigma or 0.0) > USED_ABOVE else 0.0


def sampled(mesh: Topology) -> bool:
    """Whether a mesh is sampled as scanners do, and not drawn: many corners, and triangles of a size."""
    return len(mesh.vertices) >= LEAST_VERTICES and _even(mesh) >= LEAST_EVEN


def _even(mesh: Topology) -> float:
    longest = np.linalg.norm(mesh.vertices[mesh.faces] - mesh.vertices[np.roll(mesh.faces, 1, axis=1)], axis=2).max(axis=1)
    return float(mesh.areas[longest <= EVEN * np.median(longest)].sum() / max(mesh.areas.sum(), 1e-300))


def estimated_noise(mesh: Topology) -> Noise:
    """The commonest residual of flat patches of neighbouring vertices, where the mesh is sampled as scanners do."""
    even = _even(mesh)
    if not sampled(mesh):
        return Noise(sigma=None, why="the triangles are drawn, not sampled, so the mesh is taken as exact", even=even)
    ordered = mesh.vertices[np.lexsort(np.round(mesh.vertices, 6).T)]      # so that the order of the file does not matter
    seeds = ordered[np.linspace(0, len(ordered) - 1, min(PATCHES, len(ordered))).astype(int)]
    distance, near = cKDTree(ordered).query(seeds, k=NEIGHBOURS)
    patches = ordered[near]
    centred = patches - patches.mean(axis=1, keepdims=True)
    spread, axes = np.linalg.eigh(np.einsum("pki,pkj->pij", centred, centred))
    least, middle, most = np.maximum(spread, 0).T
    flat = (np.sqrt(least / (NEIGHBOURS - 3)) < FLAT * distance[:, -1]) & (middle > 0.25 * most)    # a patch along one line has no plane
    radius, share = float(np.median(distance[:, -1])), float(flat.mean())
    if share < LEAST_FLAT:
        return Noise(sigma=None, why="too little of it is flat to tell noise from shape", even=even, flat=share, radius=radius)
    sigma = _commonest(np.sort(_off_quadrics(centred[flat] @ axes[flat])))
    why = f"the commonest residual of {flat.sum():,} flat patches of {NEIGHBOURS} vertices" if sigma else "its flat parts are exact planes"
    return Noise(sigma=sigma, why=why, even=even, flat=share, radius=radius)


def _off_quadrics(patches: np.ndarray) -> np.ndarray:
    """The residual of each patch (p, k, 3), its normal first, from the quadric that fits it best; one standard deviation."""
    _, u, v = np.moveaxis(patches / np.abs(patches[..., 1:]).max(axis=(1, 2), keepdims=True), -1, 0)
    basis, _ = np.linalg.qr(np.stack([np.ones_like(u), u, v, u * u, u * v, v * v], axis=-1))
    height = patches[..., :1]
    return np.sqrt(np.maximum((height ** 2).sum(axis=(1, 2)) - ((np.swapaxes(basis, 1, 2) @ height) ** 2).sum(axis=(1, 2)), 0) / (NEIGHBOURS - TERMS))


def _commonest(values: np.ndarray) -> float:
    """The mode of sorted values: the middle of the shortest run (in ratio) that holds half of them, and so on; 0 where it is rounding."""
    logs = np.log(np.maximum(values, EXACT))
    while len(logs) > 64:
        half = len(logs) // 2
        first = int(np.argmin(logs[half:] - logs[:-half]))
        logs = logs[first:first + half + 1]
    middle = float(np.exp(np.median(logs)))
    return middle if middle > 1.001 * EXACT else 0.0
