"""What PyBullet makes of a base: which of its shapes, how much smaller, and by how much that may be off."""
from __future__ import annotations

from math import hypot

from sim.shapes import Outline

SAGITTA = 0.005           # mm: how far inside a curve a hull's sides may lie; with 0.001 ovals take twice as long
LATTICE = 10_216          # Bullet moves a hull's corners inwards to a lattice of so many steps across its extent


def is_rectangle(outline: Outline) -> bool:
    """Whether the outline fills the box of its half extents."""
    return len(outline.corners) == 4 and all((abs(x), abs(y)) == outline.half for x, y in outline.corners)


def is_exact(outline: Outline) -> bool:
    """Whether PyBullet has a shape of its own for it (cylinder, box) and needs no hull.

    Measured against closed forms: cylinders and boxes are off by at most 2e-9 mm, hulls lie 0 to 0.0165 mm inside a
    170 x 105 mm oval. A cylinder also answers 3 to 20 times as fast as the hull of a circle's polygon.
    """
    return outline.is_round or is_rectangle(outline)


def inset(outline: Outline, skin: float) -> Outline:
    """The outline smaller by `skin` (mm) on every side, polygons by more at sharp corners; ValueError if none is left."""
    a, b = outline.half
    if min(a, b) <= skin:
        raise ValueError(f"a base must be wider than {2 * skin:g} mm")
    if not outline.corners:
        return Outline((a - skin, b - skin))
    if is_rectangle(outline):
        return Outline.rect(2 * (a - skin), 2 * (b - skin))
    scale = 1 - skin / _inner(outline)
    return Outline.polygon([(x * scale, y * scale) for x, y in outline.corners])


def shortfall(outline: Outline, height: float, skin: float) -> float:
    """How far PyBullet's body of the inset prism may lie inside the true one anywhere, in mm; it is nowhere outside."""
    sharpest = outline.radius / _inner(outline) if outline.corners else 1.0
    return skin * hypot(1, sharpest) + hull_error(outline, height) + 1e-8


def hull_error(outline: Outline, height: float) -> float:
    """How far inside the prism Bullet's hull of it may lie, in mm: 0 where it needs none."""
    if is_exact(outline):
        return 0.0
    steps = [extent / LATTICE for extent in (2 * outline.half[0], 2 * outline.half[1], height)]
    return hypot(*steps) + (0.0 if outline.corners else SAGITTA)


def _inner(outline: Outline) -> float:
    """Radius of the largest circle about the centre inside the corners."""
    pairs = zip(outline.corners, outline.corners[1:] + outline.corners[:1])
    return min(abs(a[0] * b[1] - a[1] * b[0]) / hypot(b[0] - a[0], b[1] - a[1]) for a, b in pairs)
