"""The oracle's answers: what a base on a table of exact solids meets, rests on, overlaps, hangs over and is away from."""
from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction

from tests.oracle import plan
from tests.oracle.numbers import NEVER, Bracket, greatest, least, root
from tests.oracle.plan import Point, Polygon
from tests.oracle.solids import HANGING, RISING, Solid


@dataclass(frozen=True)
class Base:
    """A disc (`radius`) or a rectangle of half sides `half` turned by `by`."""
    radius: Fraction = Fraction(0)
    half: Point | None = None
    by: Point = (Fraction(1), Fraction(0))

    def less(self, skin: Fraction) -> Base:
        """The base with its rim drawn in."""
        if self.half is None:
            return replace(self, radius=self.radius - skin)
        return replace(self, half=(self.half[0] - skin, self.half[1] - skin))

    def corners(self, place: Point = (Fraction(0), Fraction(0))) -> Polygon:
        return plan.rectangle(place, self.half, self.by)

    def reach(self, n: Point) -> Fraction:
        """How far it reaches along a unit direction."""
        return self.radius if self.half is None else max(plan.dot(n, c) for c in self.corners())

    def width(self, n: Point) -> Fraction:
        return self.reach(n) + self.reach((-n[0], -n[1]))


def first_contact(base: Base, start: Point, by: Point, length: Fraction, low: Fraction, high: Fraction, solids: list[Solid]) -> Bracket:
    """How far a prism from `low` to `high` goes from `start` in direction `by` until insides meet; NEVER if it does not in `length`."""
    found = [NEVER]
    for solid in solids:
        other = [plan.unturn(plan.sub(p, start), by) for p in solid.within(low, high)]
        if other:
            found.append(plan.disc_meets(base.radius, other) if base.half is None
                         else plan.polygon_meets([plan.unturn(c, by) for c in base.corners()], other))
    first = least(found)
    return first if first[0] <= length else NEVER


def meets(base: Base, place: Point, polygon: Polygon) -> bool:
    """Whether the insides of a base and of a convex polygon have a point in common."""
    if len(polygon) < 3:
        return False
    if base.half is None:
        return plan.square_to(polygon, place) < base.radius ** 2
    return plan.area(plan.clip(base.corners(place), polygon)) > 0


def overlaps(base: Base, place: Point, low: Fraction, high: Fraction, solids: list[Solid]) -> bool:
    """Whether the insides of the base's prism and of a solid have a point in common."""
    return any(meets(base, place, solid.within(low, high)) for solid in solids)


def rest_height(base: Base, place: Point, solids: list[Solid]) -> Bracket:
    """The height of the highest point of all terrain under a base, the table top at 0 included."""
    return greatest([(Fraction(0), Fraction(0)), *(top for s in solids if (top := _top(base, place, s)) is not None)])


def _top(base: Base, place: Point, solid: Solid) -> Bracket | None:
    if not meets(base, place, solid.plan):
        return None
    if solid.kind != RISING:
        return solid.high, solid.high
    foot = -solid.length / 2
    if base.half is not None:
        under = plan.clip(base.corners(place), solid.plan)
        furthest = max(plan.unturn(plan.sub(p, solid.centre), solid.by)[0] for p in under)
        ahead = (furthest, furthest)
    else:
        u, v = plan.unturn(plan.sub(place, solid.centre), solid.by)
        aside = max(Fraction(0), abs(v) - solid.width / 2)
        half = root(base.radius ** 2 - aside ** 2)
        ahead = tuple(min(solid.length / 2, u + h) for h in half)
    return tuple(solid.low + solid.slope * (a - foot) for a in ahead)


Space = tuple[Fraction, Fraction, Fraction]


def ray(start: Space, end: Space, solids: list[Solid], grown: Fraction = Fraction(0)) -> Fraction | None:
    """The share of a segment at which it first enters a solid whose faces all lie `grown` further out; None if it passes them all by."""
    found = [share for s in solids if (share := _enters(s, start, end, grown)) is not None]
    return min(found, default=None)


def _enters(solid: Solid, start: Space, end: Space, grown: Fraction) -> Fraction | None:
    a, b = (_local(solid, p) for p in (start, end))
    long, wide = solid.length / 2 + grown, solid.width / 2 + grown
    slanting = grown * (1 + solid.slope)                    # at least as far out as `grown`, and rational
    faces = [((1, 0, 0), long), ((-1, 0, 0), long), ((0, 1, 0), wide), ((0, -1, 0), wide), ((0, 0, 1), solid.high + grown), ((0, 0, -1), grown - solid.low)]
    if solid.kind == RISING:
        faces.append(((-solid.slope, 0, 1), solid.low + solid.slope * solid.length / 2 + slanting))
    elif solid.kind == HANGING:
        faces.append(((-solid.slope, 0, -1), -solid.high + solid.slope * solid.length / 2 + slanting))
    enters, leaves = Fraction(0), Fraction(1)
    for n, bound in faces:
        before, after = (sum(x * y for x, y in zip(n, p)) - bound for p in (a, b))
        if before > 0 and after > 0:
            return None
        if before > 0:
            enters = max(enters, before / (before - after))
        elif after > 0:
            leaves = min(leaves, before / (before - after))
    return enters if enters <= leaves else None


def _local(solid: Solid, p: Space) -> Space:
    return *plan.unturn(plan.sub(p[:2], solid.centre), solid.by), p[2]


def distance(base: Base, place: Point, low: Fraction, high: Fraction, boxes: list[Solid]) -> Bracket:
    """The distance in space between a base's prism and boxes: sideways and upward together."""
    return least(_away(base, place, max(Fraction(0), low - b.high, b.low - high), b.plan) for b in boxes)


def plan_distance(base: Base, place: Point, other: Base, there: Point) -> Bracket:
    """The distance in plan between two bases; 0 where they meet."""
    if other.half is not None:
        return _away(base, place, Fraction(0), other.corners(there))
    if base.half is not None:
        return plan_distance(other, there, base, place)
    apart = plan.sub(place, there)
    return tuple(max(Fraction(0), d - base.radius - other.radius) for d in root(plan.dot(apart, apart)))


def _away(base: Base, place: Point, up: Fraction, polygon: Polygon) -> Bracket:
    if base.half is not None:
        return root(plan.square_between(base.corners(place), polygon) + up * up)
    low, high = (max(Fraction(0), d - base.radius) for d in root(plan.square_to(polygon, place)))
    return root(low * low + up * up)[0], root(high * high + up * up)[1]


def overhang(base: Base, place: Point, a: Polygon, b: Polygon) -> Fraction:
    """The share of a level base over neither of two convex pieces of support."""
    def share(polygon: Polygon) -> Fraction:
        if base.half is None:
            return plan.share_of_disc(place, base.radius, polygon)
        return plan.area(plan.clip(base.corners(place), polygon)) / plan.area(base.corners(place))

    return 1 - share(a) - share(b) + share(plan.clip(a, b))


@dataclass(frozen=True)
class GapWidths:
    """A gap between two convex pieces, taken along the line of the centre, at its widest and at its narrowest in the corridor."""
    along: Fraction
    widest: Fraction
    narrowest: Bracket
    near: Fraction


def gap(start: Point, by: Point, near: Polygon, far: Polygon, left: Fraction, right: Fraction) -> GapWidths:
    """The gap from `near` to `far` on a line from `start` in direction `by`; the corridor reaches `left` and `right` of it.

    Both pieces must cross the whole corridor, the line must leave `near` before it comes to `far`.
    """
    near, far = ([plan.unturn(plan.sub(p, start), by) for p in piece] for piece in (near, far))

    def width(y: Fraction) -> Fraction:
        return _ends(far, y)[0] - _ends(near, y)[1]

    ys = [Fraction(0), -right, left, *(y for _, y in (*near, *far) if -right < y < left)]
    reach = max(abs(x) for x, _ in (*near, *far)) + 1
    strip = [(-reach, -right), (reach, -right), (reach, left), (-reach, left)]
    square = plan.square_between(plan.clip(near, strip), plan.clip(far, strip))
    return GapWidths(width(Fraction(0)), max(map(width, ys)), root(square), _ends(near, Fraction(0))[1])


def _ends(polygon: Polygon, y: Fraction) -> tuple[Fraction, Fraction]:
    """Where a line parallel to the x axis enters and leaves a convex polygon."""
    xs = [a[0] + (y - a[1]) / (b[1] - a[1]) * (b[0] - a[0]) for a, b in plan.edges(polygon) if a[1] != b[1] and min(a[1], b[1]) <= y <= max(a[1], b[1])]
    return min(xs), max(xs)
