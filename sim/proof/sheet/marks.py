"""Things to draw of a claim: dimensions, shapes and crosses in plan and elevation, the tight spot, and how a hand with a ruler finds the same."""
from __future__ import annotations

from dataclasses import dataclass, field
from math import dist

import shapely

from sim.proof.sheet.paper import inches
from sim.proof.sheet.subject import Subject

FOUND = 0.05                 # mm within which a face of the elevation is the one that was measured
ASIDE = 1.35                 # half base widths that a dimension along the path stands off it


@dataclass(frozen=True, slots=True)
class Dimension:
    """A measured length between two points of a drawing, `aside` mm of table off them; `claimed` if it is the deciding number itself."""
    start: tuple[float, float]
    end: tuple[float, float]
    words: str
    aside: float = 0.0
    claimed: bool = True


@dataclass(frozen=True, slots=True)
class Area:
    """A shape to draw: a `zone` (ring), what is `over air`, `offending`, or a `ghost` (a base laid beside what it is compared with)."""
    shape: shapely.Geometry
    kind: str
    words: str = ""


@dataclass(slots=True)
class Shown:
    """The deciding measure on the sheet. `spot`: middle and reach (mm) of the detail, in elevation where `upright`."""
    hand: str
    spot: tuple[tuple[float, float], float]
    spot_says: str
    upright: bool = False
    plan: list[Dimension] = field(default_factory=list)
    tight: list[Dimension] = field(default_factory=list)             # on the detail only
    areas: list[Area] = field(default_factory=list)
    crosses: list[tuple[tuple[float, float], str]] = field(default_factory=list)
    side: list[Dimension] = field(default_factory=list)
    side_bases: list[tuple[float, float]] = field(default_factory=list)
    side_crosses: list[tuple[tuple[float, float], str]] = field(default_factory=list)


def place(point) -> str:
    """A place in words."""
    return f"x {inches(point[0])}, y {inches(point[1])}" + (f", {inches(point[2])} up" if len(point) > 2 and abs(point[2]) > 1e-3 else "")


def measured_length(subject: Subject) -> float:
    """The deciding number, mm."""
    return subject.leaf["measured"]["value"] or 0.0


def spot_at(spot, other=None) -> tuple[tuple[float, float], float]:
    """A spot for the detail: round both points, or close to the first where little is between holding and failing."""
    if other is None:
        return tuple(spot[:2]), 4.0
    middle = ((spot[0] + other[0]) / 2, (spot[1] + other[1]) / 2)
    return middle, max(dist(spot[:2], other[:2]) / 2 * 1.5, 4.0)


def spot_round(shape: shapely.Geometry) -> tuple[tuple[float, float], float]:
    """A spot that takes in a shape."""
    low_x, low_y, high_x, high_y = shape.bounds
    return ((low_x + high_x) / 2, (low_y + high_y) / 2), max((high_x - low_x) * 0.58, (high_y - low_y) * 0.58, 4.0)
