"""Base outlines, seen from above: round, oval, rectangular and polygonal, all convex; millimetres, facing along +x at 0."""
from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import atan2, cos, hypot, pi, radians, sin

import numpy as np

QUARTER_TURNS = {0: (1.0, 0.0), 90: (0.0, 1.0), 180: (-1.0, 0.0), 270: (0.0, -1.0)}


def cos_sin(degrees: float) -> tuple[float, float]:
    """Cosine and sine of an angle in degrees, exact at quarter turns."""
    turn = degrees % 360.0
    return QUARTER_TURNS.get(turn) or (cos(radians(turn)), sin(radians(turn)))


@dataclass(frozen=True)
class Outline:
    """A convex base outline around its centre, in millimetres.

    Round and oval: `half` holds the semi-axes (x along the facing, y across) and `corners` is empty.
    Rectangle and polygon: `corners`, counter-clockwise, and `half` is their half extent.
    """
    half: tuple[float, float]
    corners: tuple[tuple[float, float], ...] = ()
    name: str = ""

    @classmethod
    def round(cls, diameter: float) -> Outline:
        return cls((diameter / 2, diameter / 2), name=f"{diameter:g} mm round base")

    @classmethod
    def oval(cls, length: float, width: float) -> Outline:
        return cls((length / 2, width / 2), name=f"{length:g} x {width:g} mm oval base")

    @classmethod
    def rect(cls, x: float, y: float) -> Outline:
        a, b = x / 2, y / 2
        return cls((a, b), ((-a, -b), (a, -b), (a, b), (-a, b)), f"{x:g} x {y:g} mm base")

    @classmethod
    def polygon(cls, points) -> Outline:
        """From corners in either order about the base's centre (0, 0); raises ValueError unless convex around it."""
        pts = [(float(x), float(y)) for x, y in points]
        if _twice_area(pts) < 0:
            pts.reverse()
        turns = [_cross(pts[i - 2], pts[i - 1], pts[i]) for i in range(len(pts))]
        if len(pts) < 3 or min(turns) <= 0:
            raise ValueError("a polygonal base needs three or more corners, convex, none on the line of its neighbours")
        if min(_cross(pts[i - 1], pts[i], (0.0, 0.0)) for i in range(len(pts))) <= 0:
            raise ValueError("a polygonal base must have its centre (0, 0) inside it")
        if sum(_angle_seen(pts[i - 1], pts[i]) for i in range(len(pts))) > 3 * pi:
            raise ValueError("a polygonal base must go round its centre (0, 0) once")
        half = (max(abs(x) for x, _ in pts), max(abs(y) for _, y in pts))
        return cls(half, tuple(pts), f"{len(pts)}-cornered base")

    @property
    def is_round(self) -> bool:
        """True where turning on the spot changes nothing."""
        return not self.corners and self.half[0] == self.half[1]

    @cached_property
    def radius(self) -> float:
        """Radius of the circle about the centre that holds the outline."""
        return max((hypot(*c) for c in self.corners), default=max(self.half))

    @cached_property
    def area(self) -> float:
        """Area in square millimetres."""
        return _twice_area(self.corners) / 2 if self.corners else pi * self.half[0] * self.half[1]

    def reach(self, direction: tuple[float, float], facing: float = 0.0) -> float:
        """How far the outline reaches from its centre along a unit direction of the table (its support function)."""
        c, s = cos_sin(facing)
        x, y = direction[0] * c + direction[1] * s, direction[1] * c - direction[0] * s
        if self.corners:
            return max(x * px + y * py for px, py in self.corners)
        return hypot(self.half[0] * x, self.half[1] * y)

    def width(self, direction: tuple[float, float], facing: float = 0.0) -> float:
        """Extent between the two lines across `direction` that just hold the outline."""
        return self.reach(direction, facing) + self.reach((-direction[0], -direction[1]), facing)

    @cached_property
    def shortest(self) -> float:
        """The least width in any direction."""
        if not self.corners:
            return 2 * min(self.half)
        return min(self.width(_normal(a, b)) for a, b in zip(self.corners, self.corners[1:] + self.corners[:1]))

    @cached_property
    def longest(self) -> float:
        """The greatest width in any direction."""
        if not self.corners:
            return 2 * max(self.half)
        return max(hypot(a[0] - b[0], a[1] - b[1]) for a in self.corners for b in self.corners)

    def points(self, x: float, y: float, facing: float, sagitta: float = 0.001) -> np.ndarray:
        """Corners on the table as (n, 2); curved outlines as an inscribed polygon no further than `sagitta` inside."""
        local = np.array(self.corners) if self.corners else self._inscribed(sagitta)
        c, s = cos_sin(facing)
        return local @ np.array([[c, s], [-s, c]]) + (x, y)

    def _inscribed(self, sagitta: float) -> np.ndarray:
        angle = np.linspace(0, 2 * pi, even_count(max(self.half), sagitta), endpoint=False)
        return np.column_stack([self.half[0] * np.cos(angle), self.half[1] * np.sin(angle)])


def even_count(radius: float, sagitta: float) -> int:
    """Corners of an inscribed regular polygon whose sides lie within `sagitta` of the circle; even."""
    half_angle = np.arccos(max(0.0, 1 - sagitta / radius))
    return max(8, 2 * int(np.ceil(pi / half_angle / 2)))


@dataclass(frozen=True, slots=True)
class Pose:
    """Where a base is: centre (x, y, z) in millimetres, facing in degrees counter-clockwise from +x."""
    x: float
    y: float
    z: float
    facing: float = 0.0

    @property
    def plan(self) -> tuple[float, float]:
        return self.x, self.y


def _cross(a, b, c) -> float:
    return (b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0])


def _angle_seen(a, b) -> float:
    """The angle from a to b as seen from the origin."""
    return atan2(a[0] * b[1] - a[1] * b[0], a[0] * b[0] + a[1] * b[1])


def _twice_area(points) -> float:
    return sum(a[0] * b[1] - a[1] * b[0] for a, b in zip(points, points[1:] + points[:1]))


def _normal(a, b) -> tuple[float, float]:
    x, y = b[1] - a[1], a[0] - b[0]
    length = hypot(x, y)
    return x / length, y / length
