"""Queries drawn for the oracle: random tables of exact solids, half of them at a limit or a hair beside it."""
from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from random import Random

from tests.oracle import plan
from tests.oracle.numbers import direction, root
from tests.oracle.plan import Point
from tests.oracle.questions import Base
from tests.oracle.solids import BOX, HANGING, RISING, Solid, stairs

AT = Fraction(5, 1000)
HAIRS = [Fraction(0), Fraction(0), Fraction(0), *(s * Fraction(h) for s in (-1, 1) for h in ("1e-9", "1e-6", "0.0024", "0.0026", "0.0045", "0.0055", "0.01"))]
ORIGIN = (Fraction(300), Fraction(250))
THICK = Fraction(254, 100)


@dataclass(frozen=True)
class Query:
    """One question of a kind; what there is on the table and whether it was drawn at a limit."""
    kind: str
    near: bool
    solids: tuple[Solid, ...]
    base: Base
    place: Point
    by: Point = (Fraction(1), Fraction(0))        # the way it goes
    length: Fraction = Fraction(0)
    z: Fraction = Fraction(0)
    height: Fraction = THICK
    other: tuple[Base, Point] | None = None
    along: Fraction = Fraction(0)                 # where on its way something is asked
    ends: tuple = ()                              # start and end of a ray


def any_length(chance: Random, low: float, high: float) -> Fraction:
    """A length on the micrometre."""
    return Fraction(chance.randint(int(low * 1000), int(high * 1000)), 1000)


def any_direction(chance: Random) -> Point:
    if chance.random() < 0.2:
        return chance.choice([(Fraction(1), Fraction(0)), (Fraction(0), Fraction(1)), (Fraction(-1), Fraction(0)), (Fraction(0), Fraction(-1))])
    return direction(chance.randint(-30, 30), chance.randint(1, 30))


def any_place(chance: Random, far: float = 60) -> Point:
    return plan.add(ORIGIN, (any_length(chance, -far, far), any_length(chance, -far, far)))


def any_base(chance: Random) -> Base:
    if chance.random() < 0.5:
        return Base(radius=Fraction(chance.choice([25, 28, 32, 40, 60]), 2))
    return Base(half=(Fraction(chance.choice([20, 25, 60]), 2), Fraction(chance.choice([20, 25, 35]), 2)), by=any_direction(chance))


def any_solid(chance: Random, kinds=(BOX, RISING, HANGING)) -> Solid:
    low = chance.choice([Fraction(0), any_length(chance, 0, 30)])
    length, width, tall = any_length(chance, 2, 90), any_length(chance, 2, 90), any_length(chance, 1, 40)
    return Solid(any_place(chance), any_direction(chance), length, width, low, low + tall, chance.choice(kinds))


def any_solids(chance: Random, kinds=(BOX, RISING, HANGING)) -> list[Solid]:
    found = [any_solid(chance, kinds) for _ in range(chance.randint(1, 3))]
    if chance.random() < 0.25:
        size = any_length(chance, 20, 80), any_length(chance, 10, 60), any_length(chance, 5, 40)
        found += stairs(any_place(chance), any_direction(chance), *size, chance.randint(2, 5))
    return found


def hair(chance: Random) -> Fraction:
    return chance.choice(HAIRS)


def contact(chance: Random, base: Base, polygon: list[Point]) -> Point:
    """A place at which a base is a hair from touching a rectangle: flat against a side, or at a corner."""
    i = chance.randrange(4)
    a, b = polygon[i], polygon[(i + 1) % 4]
    side = plan.sub(b, a)
    n = _unit(side)
    if base.half is None and chance.random() < 0.5:         # away from corner b, between the normals of its two sides
        between = direction(*chance.choice([(9, 1), (5, 2), (7, 2), (3, 1), (11, 4)]))
        way = plan.turn(n, between)
        return plan.add(b, _times(way, base.radius + hair(chance)))
    t = Fraction(chance.randint(1, 9), 10)
    rim = plan.add(a, _times(side, t))
    return plan.add(rim, _times(n, base.reach((-n[0], -n[1])) + hair(chance)))


def _unit(side: Point) -> Point:
    """The outward normal of a side of rational length, a rectangle going counter-clockwise."""
    length = root(plan.dot(side, side))[0]
    return side[1] / length, -side[0] / length


def _times(p: Point, k: Fraction) -> Point:
    return p[0] * k, p[1] * k


def sweep(chance: Random, near: bool) -> Query:
    base, solids, by = any_base(chance), any_solids(chance), any_direction(chance)
    long, z = any_length(chance, 20, 250), any_length(chance, 0, 30)
    start = plan.sub(any_place(chance, 30), _times(by, any_length(chance, 100, 160)))
    if near:
        solid, how = chance.choice(solids), chance.choice(["beside", "over", "under", "end"])
        if how == "over":
            z = solid.high + hair(chance)
        elif how == "under":
            z = max(Fraction(0), solid.low - THICK + hair(chance))
        else:
            z = max(Fraction(0), (solid.low + solid.high - THICK) / 2)
            meant = solid.within(z, z + THICK)
            if how == "beside":                             # its way passes a hair from one side of the solid
                n = plan.turn((Fraction(0), Fraction(1)), by)
                side = max(plan.dot(n, p) for p in meant) + base.reach((-n[0], -n[1])) + hair(chance)
                start = plan.add(start, _times(n, side - plan.dot(n, start)))
            else:                                           # its way ends a hair from contact
                start = plan.sub(contact(chance, base, meant), _times(by, long))
    return Query("first contact", near, tuple(solids), base, start, by, long, z)


def rest(chance: Random, near: bool) -> Query:
    base, solids = any_base(chance), any_solids(chance, (BOX, RISING))
    place = contact(chance, base, chance.choice(solids).plan) if near else any_place(chance)
    return Query("rest height", near, tuple(solids), base, place)


def height(chance: Random, near: bool) -> Query:
    """How high a base rests at one place of a leg; near: there it is a hair from touching something."""
    q, by = rest(chance, near), any_direction(chance)
    along, further = any_length(chance, 1, 120), any_length(chance, 1, 60)
    return replace(q, kind="height along a leg", place=plan.sub(q.place, _times(by, along)), by=by, length=along + further, along=along)


def ray(chance: Random, near: bool) -> Query:
    """A ray from outside; near: towards a point a hair from an edge or a corner."""
    solids = any_solids(chance)
    way = any_direction(chance)
    start = (*plan.add(ORIGIN, _times(way, any_length(chance, 200, 280))), any_length(chance, 1, 120))
    aim = (*any_place(chance), any_length(chance, 0, 50))
    if near:
        solid = chance.choice(solids)
        i, t = chance.randrange(4), chance.choice([Fraction(0), Fraction(1, 2), Fraction(chance.randint(1, 9), 10)])
        a, b = solid.plan[i], solid.plan[(i + 1) % 4]
        n = _unit(plan.sub(b, a))
        rim = plan.add(plan.add(a, _times(plan.sub(b, a), t)), _times(n, hair(chance)))
        aim = (*rim, chance.choice([solid.low, solid.high, (solid.low + solid.high) / 2]) + hair(chance))
    end = tuple(p + chance.choice([Fraction(1, 3), Fraction(1)]) * (p - s) for s, p in zip(start, aim))
    return Query("ray", near, tuple(solids), Base(radius=Fraction(1)), ORIGIN, ends=(start, end))


def overlap(chance: Random, near: bool) -> Query:
    base, solids, z, place = any_base(chance), any_solids(chance), any_length(chance, 0, 50), any_place(chance)
    if near:
        solid, how = chance.choice(solids), chance.choice(["beside", "over", "under"])
        if how == "beside":
            z = (solid.low + solid.high - THICK) / 2
            place = contact(chance, base, solid.within(z, z + THICK))
        else:
            z = (solid.high if how == "over" else solid.low - THICK) + hair(chance)
            place = plan.add(solid.centre, _times(solid.by, solid.length / 3))
    return Query("overlap", near, tuple(solids), base, place, z=z)


LIMITS = [Fraction(254, 10), Fraction(127, 10), Fraction(762, 10)]


def away(chance: Random, near: bool) -> Query:
    """A distance in space; near: at an inch, half an inch or three, a hair more or less, sideways, upward, or by the sides 3 : 4 : 5."""
    base, place, z = any_base(chance), any_place(chance, 120), any_length(chance, 0, 80)
    if not near:
        return Query("distance in space", near, tuple(any_solids(chance, (BOX,))), base, place, z=z)
    solid, limit = any_solid(chance, (BOX,)), chance.choice(LIMITS)
    up, aside = chance.choice([(0, 1), (1, 0), (Fraction(3, 5), Fraction(4, 5)), (Fraction(5, 13), Fraction(12, 13))])
    touching = contact(chance, base, solid.plan)
    out = plan.sub(touching, solid.centre)
    place = _pushed(base, solid, touching, limit * aside, out)
    return Query("distance in space", near, (solid,), base, place, z=solid.high + limit * up)


def _pushed(base: Base, solid: Solid, touching: Point, by: Fraction, out: Point) -> Point:
    """A place straight out from the side it is nearest to."""
    local = plan.unturn(out, solid.by)
    along = abs(local[0]) - solid.length / 2 > abs(local[1]) - solid.width / 2
    n = ((1 if local[0] > 0 else -1), 0) if along else (0, (1 if local[1] > 0 else -1))
    return plan.add(touching, _times(plan.turn((Fraction(n[0]), Fraction(n[1])), solid.by), by))


def bases(chance: Random, near: bool) -> Query:
    base, other, place, there = any_base(chance), any_base(chance), any_place(chance, 80), any_place(chance, 80)
    if near:
        box = other.corners(there) if other.half else plan.rectangle(there, (other.radius, other.radius), any_direction(chance))
        n = any_direction(chance)
        place = plan.add(contact(chance, base, box), _times(n, chance.choice([Fraction(0), *LIMITS])))
        if other.half is None and base.half is None:
            place = plan.add(there, _times(n, base.radius + other.radius + chance.choice([Fraction(0), *LIMITS]) + hair(chance)))
    return Query("distance between bases", near, (), base, place, other=(other, there))


def hangs(chance: Random, near: bool) -> Query:
    """A base over one or two blocks of one height; near: half of it hangs over, or its centre is a hair from the edge."""
    base, top, by = any_base(chance), any_length(chance, 5, 40), any_direction(chance)

    def block(centre, length, width, turned=by):
        return Solid(centre, turned, length, width, Fraction(0), top)

    if not near:
        pieces = [block(any_place(chance, 30), any_length(chance, 5, 80), any_length(chance, 5, 80), any_direction(chance)) for _ in range(2)]
        return Query("overhang", near, tuple(pieces), base, any_place(chance, 20), z=top)
    if chance.random() < 0.5:                               # its centre on a straight edge: half of any base that is its own mirror image in its centre
        one = block(plan.sub(ORIGIN, _times(by, Fraction(100))), Fraction(200), Fraction(200))
        return Query("overhang", near, (one,), base, plan.add(ORIGIN, _times(by, hair(chance))), z=top)
    share = Fraction("0.404031") if base.half is None else Fraction(1, 2)        # a plank under the middle bears half of a base
    width = 2 * (base.radius if base.half is None else base.half[1]) * share + hair(chance)
    plank = block(ORIGIN, Fraction(200), width, base.by if base.half is not None else by)
    return Query("overhang", near, (plank,), base, ORIGIN, z=top)


def crossing(chance: Random, near: bool) -> Query:
    """Two wide pieces with a gap between, their rims askew; near: the gap along the way is as wide as the base, a hair more or less."""
    base, by, top = any_base(chance), any_direction(chance), any_length(chance, 20, 60)
    lean = [direction(chance.randint(12, 40), chance.randint(-2, 2)) for _ in range(2)]
    wide = base.width(by) + hair(chance) if near else any_length(chance, 5, 60)
    start = plan.sub(ORIGIN, _times(by, Fraction(90)))
    pieces = []
    for sign, tilt, rim in ((-1, lean[0], -wide / 2), (1, lean[1], wide / 2)):
        turned = plan.turn(by, tilt)
        at = plan.add(ORIGIN, _times(by, rim))
        pieces.append(Solid(plan.add(at, _times(turned, sign * Fraction(60))), turned, Fraction(120), Fraction(260), Fraction(0), top))
    return Query("gap width", near, tuple(pieces), base, start, by, Fraction(180), z=top)


KINDS = (sweep, rest, height, ray, overlap, away, bases, hangs, crossing)


def draw(chance: Random, number: int) -> Query:
    """Query `number`: the kinds in turn, every other one near a limit."""
    return KINDS[number // 2 % len(KINDS)](chance, number % 2 == 0)
