"""Walls: thin, long and tall in plan; and the doorways and windows that go right through them."""
from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import shapely
from scipy import ndimage

from sim.measure import INCH
from sim.terrain.columns import Columns
from sim.terrain.patches import Patch
from sim.terrain.topology import Topology
from sim.terrain.tops import Tops, turned

SLENDER = 2.5             # a wall is at least so many times as long as it is thick
THICKEST = 1.25 * INCH    # thicker is a block
LEAST_WIDTH = INCH / 2    # narrower openings are slits
LEAST_HEIGHT = INCH / 2   # lower openings are slits
UPRIGHT = 0.3             # cosine between up and the normal of what counts as upright, at most
THRESHOLD = INCH / 2      # a doorway's sill is under this above what the wall stands on, else it is a window


@dataclass(frozen=True, slots=True, kw_only=True)
class Opening:
    """A way through a wall: `kind` "doorway" or "window"; `width`, `sill` and `head` (heights, mm); `middle` in table mm."""
    kind: str
    width: float
    sill: float
    head: float
    middle: tuple[float, float]


def look(tops: Tops, patch: Patch, base: float, rise: float) -> tuple[float, tuple[Opening, ...]]:
    """The confidence that a patch of tops is a wall, 0 if it is none, and its openings."""
    thickness = (2 * ndimage.distance_transform_edt(np.pad(patch.mask, 1)).max() - 1) * tops.cell
    length = float(np.hypot(*(patch.high - patch.low)) * tops.cell)
    if length < SLENDER * thickness or thickness > THICKEST:
        return 0.0, ()
    sure = 0.5 + 0.5 * min(1.0, (length / thickness - SLENDER) / SLENDER, (THICKEST - thickness) / (0.25 * THICKEST), (rise / INCH))
    return max(sure, 0.5), _openings(tops, patch, base)


def _openings(tops: Tops, patch: Patch, base: float) -> tuple[Opening, ...]:
    """Openings of a wall along the grid: what lines straight through its thickness do not meet, and something spans."""
    along = int(np.argmax(patch.high - patch.low))
    low, high = (np.asarray(tops.columns.origin) + tops.cell * (edge - 0.5) for edge in (patch.low, patch.high))
    own = ((tops.triangles.max(axis=1)[:, :2] >= low) & (tops.triangles.min(axis=1)[:, :2] <= high)).all(axis=1)
    through = Columns.of(tops.triangles[own], tops.cell, 1 - along)
    met = np.zeros((through.along, through.across), dtype=bool)
    met[through.line // through.across, through.line % through.across] = True
    met = met if along == 0 else met.T                                         # now rows run along the wall, columns upward
    first, bottom = through.origin[::-1] if along == 0 else through.origin
    spots, heights = first + tops.cell * np.arange(met.shape[0]), bottom + through.cell * np.arange(met.shape[1])
    met = met[(spots >= low[along]) & (spots <= high[along])][:, heights >= base]
    heights = heights[heights >= base]
    labels, count = ndimage.label(~met)
    spanned = [labels == n for n in range(1, count + 1) if not (labels[:, -1] == n).any()]
    found = [_measured(tops, patch, along, block, heights, base) for block in spanned]
    return tuple(o for o in found if o.width >= LEAST_WIDTH and o.head - o.sill >= LEAST_HEIGHT)


def _measured(tops: Tops, patch: Patch, along: int, block: np.ndarray, levels: np.ndarray, base: float) -> Opening:
    spots, heights = np.nonzero(block)
    low, high = max(levels[heights.min()] - tops.cell / 2, base), levels[heights.max()] + tops.cell / 2
    middle = (patch.low + patch.high) / 2
    middle[along] = patch.low[along] + (spots.min() + spots.max() + 1) / 2
    c, s = np.cos(tops.angle), np.sin(tops.angle)
    x, y = np.asarray(tops.columns.origin) + middle * tops.cell
    return Opening(kind="doorway" if low - base < THRESHOLD else "window", width=float((np.ptp(spots) + 1) * tops.cell), sill=float(low), head=float(high),
                   middle=(float(x * c - y * s), float(x * s + y * c)))


@dataclass(frozen=True, eq=False)
class Sheet:
    """A wall without thickness: plan polygon, heights (mm), triangle numbers."""
    plan: shapely.Geometry
    low: float
    high: float
    triangles: np.ndarray


def sheets(triangles: np.ndarray, tops: Tops, least: float) -> list[Sheet]:
    """Upright sheets at least `least` (mm) high with no upper side at their top: the walls of scans and games that have no thickness."""
    a, b, c = np.moveaxis(triangles, 1, 0)
    normal = np.cross(b - a, c - a)
    steep = np.flatnonzero(np.abs(normal[:, 2]) < UPRIGHT * np.linalg.norm(normal, axis=1))
    bare = steep[triangles[steep, :, 2].max(axis=1) > _highest_beside(triangles[steep], tops) + 1.0]
    if not len(bare):
        return []
    component = Topology.of(triangles[bare]).component_of
    found = []
    for members in (bare[component == n] for n in range(component.max() + 1)):
        low, high = float(triangles[members, :, 2].min()), float(triangles[members, :, 2].max())
        if high - low >= least:
            lines = shapely.union_all(shapely.linestrings(triangles[members][:, [0, 1, 2, 0], :2]))
            found.append(Sheet(lines.buffer(tops.cell / 2, cap_style="flat"), low, high, members))
    return found


def _highest_beside(triangles: np.ndarray, tops: Tops) -> np.ndarray:
    """The highest thing not upright within two cells of any corner of each triangle, mm; -inf where there is none."""
    columns = tops.columns
    lying = np.abs(tops.facing) >= UPRIGHT
    highest = np.full(columns.across * columns.along, -np.inf)
    np.maximum.at(highest, columns.line[lying], columns.height[lying])
    highest = highest.reshape(columns.along, columns.across).T
    highest = ndimage.maximum_filter(highest, size=5, mode="constant", cval=-np.inf)
    at = np.rint((turned(triangles[:, :, :2], -tops.angle) - columns.origin) / columns.cell).astype(int)
    at = np.clip(at, 0, np.array(highest.shape) - 1)
    return highest[at[..., 0], at[..., 1]].max(axis=1)
