"""A base outline at a facing, exactly: what lies inside it, how far it reaches, and polygons just inside and just outside it."""
from __future__ import annotations

from fractions import Fraction
from functools import cached_property

from sim.proof.check.exact import FINE, Refused, nanometres, root, turn

SIDES = 128                       # of the polygons that stand for a curved outline


class Outline:
    """An outline in whole nanometres; `shrunk` nanometres smaller all round. Plan directions and points are in the table's frame."""

    def __init__(self, told: dict, facing, shrunk: int = 0):
        a, b = (nanometres(v) for v in told["half"])
        corners = [(nanometres(x), nanometres(y)) for x, y in told["corners"]]
        if min(a, b) <= 0 or corners and (len(corners) < 3 or not _convex(corners)):
            raise Refused("form", "a base is a disc, an oval, or a convex polygon, counter-clockwise")
        self.told, self.facing = told, facing
        self.a, self.b = a - shrunk, b - shrunk
        self.corners = _inset(corners, shrunk) if corners and shrunk else [(Fraction(x), Fraction(y)) for x, y in corners]
        self.is_round = not corners and a == b
        self.cos, self.sin = (FINE, 0) if self.is_round else turn(facing)
        self.radius = (max(root(x * x + y * y)[1] for x, y in self.corners) if corners else Fraction(max(self.a, self.b))).__ceil__() + 1

    def local(self, x, y) -> tuple:
        """A plan vector in the outline's own frame, FINE times as long."""
        return self.cos * x + self.sin * y, self.cos * y - self.sin * x

    def square_reach(self, nx: int, ny: int):
        """For round and oval bases the square of FINE times the reach along (nx, ny); for polygons FINE times the reach itself."""
        u, v = self.local(nx, ny)
        if self.corners:
            return max(x * u + y * v for x, y in self.corners)
        return (self.a * u) ** 2 + (self.b * v) ** 2

    def reach(self, nx: int, ny: int) -> tuple[Fraction, Fraction]:
        """How far it reaches along (nx, ny), times that vector's length, between two fractions."""
        told = self.square_reach(nx, ny)
        if self.corners:
            return Fraction(told, FINE), Fraction(told, FINE)
        low, high = root(told)
        return low / FINE, high / FINE

    def holds(self, x, y) -> bool:
        """Whether a plan vector from the centre lies in the closed outline."""
        u, v = self.local(x, y)
        if self.corners:
            return all((bx - ax) * (v - FINE * ay) - (by - ay) * (u - FINE * ax) >= 0 for (ax, ay), (bx, by) in _sides(self.corners))
        return (u * self.b) ** 2 + (v * self.a) ** 2 <= (FINE * self.a * self.b) ** 2

    @cached_property
    def inside(self) -> list[tuple[int, int]]:
        """A convex polygon around the centre, counter-clockwise, in the outline to a nanometre: its own corners, or SIDES on its rim."""
        local = self.corners or [(self.a * c, self.b * s) for c, s in UNIT]
        return [(round((self.cos * x - self.sin * y) / FINE), round((self.sin * x + self.cos * y) / FINE)) for x, y in local]

    @cached_property
    def core(self) -> int:
        """Square of the radius of a disc about the centre that lies in the polygon inside."""
        return min((ax * by - ay * bx) ** 2 // ((bx - ax) ** 2 + (by - ay) ** 2) for (ax, ay), (bx, by) in _sides(self.inside))

    @cached_property
    def area(self) -> tuple[Fraction, Fraction]:
        """Area in square nanometres, between two fractions."""
        if self.corners:
            twice = sum(ax * by - ay * bx for (ax, ay), (bx, by) in _sides(self.corners))
            return twice / 2, twice / 2
        low = Fraction(314159265358979, 10 ** 14) * self.a * self.b
        return low, low * (1 + Fraction(1, 10 ** 14))

    @cached_property
    def perimeter(self) -> Fraction:
        """Length of the rim, from above."""
        around = self.corners or [(self.a * c, self.b * s) for c, s in UNIT]
        return sum(root((bx - ax) ** 2 + (by - ay) ** 2)[1] for (ax, ay), (bx, by) in _sides(around)) * (1 if self.corners else Fraction(1001, 1000))


def _sides(corners) -> list:
    return list(zip(corners, corners[1:] + corners[:1]))


def _convex(corners) -> bool:
    """Whether a polygon turns left at every corner and goes round its centre (0, 0)."""
    turns = zip(corners, corners[1:] + corners[:1], corners[2:] + corners[:2])
    return all((bx - ax) * (cy - by) - (by - ay) * (cx - bx) > 0 for (ax, ay), (bx, by), (cx, cy) in turns) and all(
        ax * by - ay * bx > 0 for (ax, ay), (bx, by) in _sides(corners))


def _inset(corners, by: int) -> list[tuple[Fraction, Fraction]]:
    """A convex polygon with each side moved inward, to well within a nanometre."""
    lines = []
    for (ax, ay), (bx, b_y) in _sides(corners):
        nx, ny = b_y - ay, ax - bx
        lines.append((nx, ny, nx * ax + ny * ay - by * root(nx * nx + ny * ny)[1]))
    out = []
    for (p, q, c), (r, s, d) in zip(lines[-1:] + lines[:-1], lines):
        det = p * s - q * r
        out.append((Fraction(c * s - q * d) / det, Fraction(p * d - c * r) / det))
    return out


def _unit_circle() -> list[tuple[Fraction, Fraction]]:
    """Points exactly on the unit circle, counter-clockwise: rational ones near SIDES even angles, each quarter the last one turned."""
    quarter = []
    for k in range(SIDES // 4):
        c, s = turn(Fraction(360 * k, SIDES))
        t = Fraction(round(Fraction(s, FINE + c) * 10 ** 6), 10 ** 6)          # tangent of half the angle
        quarter.append(((1 - t * t) / (1 + t * t), 2 * t / (1 + t * t)))
    points = quarter
    for _ in range(3):
        points = points + [(-y, x) for x, y in points[-len(quarter):]]
    return points


UNIT = _unit_circle()
