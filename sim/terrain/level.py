"""The direction that a piece of no known standing is set level by: its largest flat region becomes level.

For scans, whose axes are the camera's. The region is found from normals and heights, its plane by least squares over all its surface;
which side is up follows from where the rest of the piece is. Same input, same answer; turned input, turned answer.
"""
from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import shapely

from sim.errors import RefereeError

CONE = np.cos(np.radians(15))     # triangles tilted less than this against a plane may belong to it
THICK = 0.0025                    # how far from its plane a flat region may reach either way, as a share of the piece's diagonal
SEEDS, BINS, ROUNDS = 12, 16, 20  # directions tried; bins along a side of the cube of directions; refinements at most
FACING = 0.5                      # share of a region's surface by which one side must outweigh the other to be its outside
BROADER = 0.1                     # share of the footprint by which what it stands on must be broader than its top to tell them apart
ALIKE = 1e-6                      # regions whose areas differ by no larger share are equally large; then the file's own z, y and x decide
DEVIATIONS = 4.5                  # median deviations from its plane within which a region keeps its surface: three sigma of noise
STRAY = 0.01                      # share of the surface at either end of the heights that may be stray
EXACT = 1e-9                      # directions this near an axis of the file are that axis


@dataclass(frozen=True, kw_only=True)
class Level:
    """`up` (unit vector in the file's axes), the `area` of the region that is level then and its `share` of all surface, and its `roughness`.

    `roughness` is the root mean square distance of the region from its plane, in the unit of the triangles.
    """
    up: tuple[float, float, float]
    area: float
    share: float
    roughness: float


def fitted(triangles: np.ndarray) -> Level:
    """The standing in which the largest flat region of triangles (n, 3, 3) is level; E_NO_TRIANGLES if none has an area."""
    surface = _Surface(triangles)
    if not len(surface.area):
        raise RefereeError("E_NO_TRIANGLES", 'no triangle has an area, so up = "fit" finds nothing to level; name an axis', "up")
    regions = [region for axis in _seeds(surface) for region in _regions(surface, axis)]
    flat = [_flatness(surface, *region) for region in regions]
    found = [_side(surface, *region) for region, much in zip(regions, flat) if much > (1 - ALIKE) * max(flat)]
    return max(found, key=lambda level: tuple(np.round(level.up[::-1], 6)))


class _Surface:
    """Triangles with areas above nothing: unit `normal` (n, 3), `area` and `middle`."""

    def __init__(self, triangles: np.ndarray):
        across = np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0])
        length = np.linalg.norm(across, axis=1)
        solid = length > 1e-12 * max(float(length.max()), 1e-300)
        self.corners = triangles[solid]
        self.area, self.normal = length[solid] / 2, across[solid] / length[solid][:, None]
        self.middle = self.corners.mean(axis=1)
        self.thick = THICK * float(np.linalg.norm(np.ptp(triangles.reshape(-1, 3), axis=0)))


def _seeds(surface: _Surface) -> list[np.ndarray]:
    """Directions that much surface faces, or faces away from, the most first, none near another."""
    biggest = np.abs(surface.normal).argmax(axis=1)
    rows = np.arange(len(biggest))
    folded = surface.normal * np.where(surface.normal[rows, biggest] < 0, -1.0, 1.0)[:, None]
    others = np.stack([folded[rows, (biggest + 1) % 3], folded[rows, (biggest + 2) % 3]]) / folded[rows, biggest]
    i, j = np.minimum(((others + 1) / 2 * BINS).astype(int), BINS - 1)
    bins = (biggest * BINS + i) * BINS + j
    sums = np.stack([np.bincount(bins, surface.area * folded[:, k], 3 * BINS * BINS) for k in range(3)], axis=1)
    sums = sums[np.linalg.norm(sums, axis=1) > 0]
    weight = np.linalg.norm(sums, axis=1)
    direction = sums / weight[:, None]
    near = np.abs(direction @ direction.T) >= CONE
    score, seeds = near @ weight, []
    for best in np.argsort(-score, kind="stable"):
        if len(seeds) < SEEDS and all(abs(direction[best] @ s) < CONE for s in seeds):
            seeds.append(direction[best])
    return seeds


def _regions(surface: _Surface, axis: np.ndarray) -> list[tuple[np.ndarray, np.ndarray]]:
    """The largest flat regions across a direction: the best and the best apart from it, each (its own direction, which triangles)."""
    facing = np.abs(surface.normal @ axis) >= CONE
    found = []
    for _ in range(2):
        if not facing.any():
            break
        region = _refined(surface, axis, facing)
        found.append(region)
        facing = facing & ~region[1]
    return found


def _refined(surface: _Surface, axis: np.ndarray, facing: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The plane through the fullest slab, fitted again to what lies near it, and nearer, until that stays the same."""
    members, thick = _slab(surface, axis, facing), surface.thick
    for _ in range(ROUNDS):
        middle, refined = _plane(surface, members)
        axis = refined if refined @ axis > 0 else -refined
        off = np.abs((surface.middle - middle) @ axis)
        again = (off <= thick) & (np.abs(surface.normal @ axis) >= CONE)
        if not again.any() or np.array_equal(again, members):
            break
        members = again
        thick = min(max(DEVIATIONS * _median(off[members], surface.area[members]), 1e-4 * surface.thick), surface.thick)
    return axis, members


def _slab(surface: _Surface, axis: np.ndarray, facing: np.ndarray) -> np.ndarray:
    """The triangles within the slab across the axis that holds the most surface."""
    which = np.flatnonzero(facing)
    height = surface.middle[which] @ axis
    order = np.argsort(height, kind="stable")
    sums = np.concatenate([[0.0], np.cumsum(surface.area[which][order])])
    ends = np.searchsorted(height[order], height[order] + 2 * surface.thick, side="right")
    first = int((sums[ends] - sums[:-1]).argmax())
    members = np.zeros(len(facing), dtype=bool)
    members[which[order[first:ends[first]]]] = True
    return members


def _plane(surface: _Surface, members: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """A point of, and the direction across, the plane that is nearest to all the surface of some triangles in least squares."""
    middle, spread = _spread(surface, members)
    return middle, np.linalg.eigh(spread)[1][:, 0]


def _spread(surface: _Surface, members: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Middle and covariance (3, 3) of a surface, exact for flat triangles."""
    share = surface.area[members] / surface.area[members].sum()
    middle = share @ surface.middle[members]
    corners, middles = (surface.corners[members] - middle).reshape(-1, 3), surface.middle[members] - middle
    return middle, ((corners * np.repeat(share, 3)[:, None]).T @ corners + 9 * (middles * share[:, None]).T @ middles) / 12


def _median(values: np.ndarray, weights: np.ndarray) -> float:
    return _quantile(values, weights, 0.5)


def _quantile(values: np.ndarray, weights: np.ndarray, share: float) -> float:
    order = np.argsort(values, kind="stable")
    sums = np.cumsum(weights[order])
    return float(values[order][np.searchsorted(sums, share * sums[-1])])


def _flatness(surface: _Surface, axis: np.ndarray, members: np.ndarray) -> float:
    """The surface of a region, that off its plane counting for less, so that a plane wins over steps that are nearly one."""
    height = surface.middle[members] @ axis
    off = (height - np.average(height, weights=surface.area[members])) / surface.thick
    return float(surface.area[members] @ np.maximum(1 - off * off, 0.0))


def _side(surface: _Surface, axis: np.ndarray, members: np.ndarray) -> Level:
    """Which side of a region is up.

    A region that faces the rest of the piece is the ground it stands on. Else up is where the side opposite is broader to stand on; else where
    the piece reaches further.
    """
    area, (middle, spread) = float(surface.area[members].sum()), _spread(surface, members)
    height = (surface.middle - middle) @ axis
    low, high = (_quantile(height, surface.area, share) for share in (STRAY, 1 - STRAY))
    broader = _footprint(surface, height <= low + surface.thick, axis) - _footprint(surface, height >= high - surface.thick, axis)
    reach = low + high if abs(low + high) > surface.thick else 0.0
    ground = reach * float(surface.area[members] @ (surface.normal[members] @ axis)) > FACING * area * abs(reach)
    sign = np.sign(broader if not ground and abs(broader) > BROADER * _footprint(surface, slice(None), axis) else reach)
    up = axis * (sign or (1.0 if tuple(axis[::-1]) > (0.0, 0.0, 0.0) else -1.0))
    return Level(up=_near_axis(up), area=area, share=area / float(surface.area.sum()), roughness=float(np.sqrt(max(np.linalg.eigvalsh(spread)[0], 0.0))))


def _footprint(surface: _Surface, which, axis: np.ndarray) -> float:
    """The area that some of the surface spans, seen along a direction."""
    across = np.linalg.svd(axis[None])[2][1:]
    return shapely.MultiPoint(surface.corners[which].reshape(-1, 3) @ across.T).convex_hull.area


def _near_axis(up: np.ndarray) -> tuple[float, float, float]:
    whole = np.round(up)
    return tuple((whole + 0.0 if np.abs(up - whole).max() < EXACT else up).tolist())
