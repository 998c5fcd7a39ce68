"""Plan geometry in exact fractions: convex polygons as lists of corners, counter-clockwise; discs as a centre and a radius."""
from __future__ import annotations

from fractions import Fraction

from tests.oracle.numbers import NEVER, Bracket, angle, decimal, digits, least, pi, plus, root

Point = tuple[Fraction, Fraction]
Polygon = list[Point]


def turn(p: Point, by: Point) -> Point:
    """A vector turned by an angle given as (cosine, sine)."""
    return p[0] * by[0] - p[1] * by[1], p[0] * by[1] + p[1] * by[0]


def unturn(p: Point, by: Point) -> Point:
    return turn(p, (by[0], -by[1]))


def add(p: Point, q: Point) -> Point:
    return p[0] + q[0], p[1] + q[1]


def sub(p: Point, q: Point) -> Point:
    return p[0] - q[0], p[1] - q[1]


def dot(p: Point, q: Point) -> Fraction:
    return p[0] * q[0] + p[1] * q[1]


def cross(p: Point, q: Point) -> Fraction:
    return p[0] * q[1] - p[1] * q[0]


def rectangle(centre: Point, half: Point, by: Point) -> Polygon:
    a, b = half
    return [add(centre, turn(corner, by)) for corner in ((-a, -b), (a, -b), (a, b), (-a, b))]


def edges(polygon: Polygon):
    return zip(polygon, polygon[1:] + polygon[:1])


def clip(polygon: Polygon, by: Polygon) -> Polygon:
    """The part of a convex polygon inside another; nothing inside nothing."""
    if len(by) < 3:
        return []
    for a, b in edges(by):
        side = [cross(sub(b, a), sub(p, a)) for p in polygon]
        kept = []
        for i, p in enumerate(polygon):
            q, sp, sq = polygon[(i + 1) % len(polygon)], side[i], side[(i + 1) % len(polygon)]
            if sp >= 0:
                kept.append(p)
            if sp * sq < 0:
                t = sp / (sp - sq)
                kept.append((p[0] + t * (q[0] - p[0]), p[1] + t * (q[1] - p[1])))
        polygon = kept
    return polygon


def area(polygon: Polygon) -> Fraction:
    return sum((cross(a, b) for a, b in edges(polygon)), Fraction(0)) / 2 if len(polygon) > 2 else Fraction(0)


def holds(polygon: Polygon, p: Point) -> bool:
    """Whether a point lies in a convex polygon, its rim counted in."""
    return all(cross(sub(b, a), sub(p, a)) >= 0 for a, b in edges(polygon))


def square_to_edge(p: Point, a: Point, b: Point) -> Fraction:
    """Squared distance from a point to a segment."""
    e = sub(b, a)
    t = max(Fraction(0), min(Fraction(1), dot(sub(p, a), e) / dot(e, e)))
    away = sub(p, (a[0] + t * e[0], a[1] + t * e[1]))
    return dot(away, away)


def square_to(polygon: Polygon, p: Point) -> Fraction:
    """Squared distance from a point to a convex polygon; 0 inside."""
    return Fraction(0) if holds(polygon, p) else min(square_to_edge(p, a, b) for a, b in edges(polygon))


def square_between(a: Polygon, b: Polygon) -> Fraction:
    """Squared distance between two convex polygons; 0 if they meet."""
    if any(separated(p, q) for p, q in ((a, b), (b, a))):
        return min(square_to_edge(p, *edge) for one, other in ((a, b), (b, a)) for p in one for edge in edges(other))
    return Fraction(0)


def separated(a: Polygon, b: Polygon) -> bool:
    """Whether all of b lies beyond one side of a, or on it."""
    return any(all(cross(sub(q, p), sub(c, p)) <= 0 for c in b) for p, q in edges(a))


# ---- first contact along +x: how far the base at the origin goes until the insides of both have a point in common

def polygon_meets(base: Polygon, other: Polygon) -> Bracket:
    differences = [sub(q, p) for p in base for q in other]
    return _entered(differences)


def disc_meets(radius: Fraction, other: Polygon) -> Bracket:
    """`other` must have sides of rational length."""
    if all(y >= radius for _, y in other) or all(y <= -radius for _, y in other):
        return NEVER
    enters, leaves = [], []
    for x, y in other:
        if abs(y) < radius:
            half = root(radius * radius - y * y)
            enters.append(plus(half, x, Fraction(-1)))
            leaves.append(plus(half, x))
    for a, b in edges(other):
        length, exactly = root(dot(sub(b, a), sub(b, a)))
        assert length == exactly, "a side of irrational length"
        n = ((b[1] - a[1]) / length * radius, (a[0] - b[0]) / length * radius)
        crossing = _crossing(add(a, n), add(b, n))
        if crossing is not None:
            enters.append((crossing, crossing))
            leaves.append((crossing, crossing))
    return _first(least(enters), max(b[1] for b in leaves))


def _entered(points: list[Point]) -> Bracket:
    """Where the x axis enters the inside of the hull of some points."""
    if all(y >= 0 for _, y in points) or all(y <= 0 for _, y in points):
        return NEVER
    low, high = [p for p in points if p[1] <= 0], [p for p in points if p[1] >= 0]
    crossings = [_crossing(p, q) for p in low for q in high if p[1] < q[1]]
    return _first((min(crossings), min(crossings)), max(crossings))


def _crossing(a: Point, b: Point) -> Fraction | None:
    """x where a segment crosses y = 0; None if it does not, or lies along it."""
    if a[1] == b[1] or a[1] * b[1] > 0:
        return None
    return a[0] + a[1] / (a[1] - b[1]) * (b[0] - a[0])


def _first(enters: Bracket, leaves: Fraction) -> Bracket:
    if leaves <= 0:
        return NEVER
    return max(enters[0], Fraction(0)), max(enters[1], Fraction(0))


# ---- areas under a disc

def share_of_disc(centre: Point, radius: Fraction, polygon: Polygon) -> Fraction:
    """The share of a disc inside a convex polygon, to forty digits: triangles inside the circle, sectors outside it."""
    if len(polygon) < 3:
        return Fraction(0)
    with digits():
        r2 = decimal(radius * radius)
        total = decimal(Fraction(0))
        for a, b in edges([sub(p, centre) for p in polygon]):
            e = sub(b, a)
            A, B, C = dot(e, e), dot(a, e), dot(a, a) - radius * radius
            inner = B * B - A * C
            corners = [tuple(map(decimal, a)), tuple(map(decimal, b))]
            if inner > 0:
                half = decimal(inner).sqrt()
                cuts = [max(decimal(Fraction(0)), min(decimal(Fraction(1)), (decimal(-B) + sign * half) / decimal(A))) for sign in (-1, 1)]
                corners[1:1] = [tuple(decimal(a[k]) + t * decimal(e[k]) for k in (0, 1)) for t in cuts]
            for i, (p, q) in enumerate(zip(corners, corners[1:])):
                twice = p[0] * q[1] - p[1] * q[0]
                inside = len(corners) == 4 and i == 1
                total += twice if inside else r2 * angle(p[0] * q[0] + p[1] * q[1], twice)
        return Fraction(total / 2 / (pi() * r2))
