"""Solids in exact fractions: blocks, wedges standing and hanging, stairs, each on a rectangle in plan turned by a rational angle."""
from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from tests.oracle.plan import Point, Polygon, add, rectangle, turn

BOX, RISING, HANGING = "box", "rising", "hanging"


@dataclass(frozen=True)
class Solid:
    """A rectangle of `length` (along its own x) by `width` about `centre`, turned by `by`, between two heights.

    BOX fills it. RISING has a top that climbs along its own x from `low` to `high`; HANGING an underside that falls from `high` to `low`.
    """
    centre: Point
    by: Point
    length: Fraction
    width: Fraction
    low: Fraction
    high: Fraction
    kind: str = BOX

    @property
    def slope(self) -> Fraction:
        return (self.high - self.low) / self.length

    def part(self, start: Fraction) -> Polygon:
        """The plan rectangle from `start` along its own x to the end; nothing from the end on."""
        if start >= self.length:
            return []
        middle = add(self.centre, turn((start / 2, Fraction(0)), self.by))
        return rectangle(middle, ((self.length - start) / 2, self.width / 2), self.by)

    @property
    def plan(self) -> Polygon:
        return self.part(Fraction(0))

    def within(self, low: Fraction, high: Fraction) -> Polygon:
        """The plan of what lies between two heights, insides only."""
        if high <= self.low or low >= self.high:
            return []
        if self.kind == RISING:
            return self.part(max(Fraction(0), (low - self.low) / self.slope))
        if self.kind == HANGING:
            return self.part(max(Fraction(0), (self.high - high) / self.slope))
        return self.plan

    def triangles(self) -> list[list[list[float]]]:
        """The surface as twelve triangles (eight for wedges), rounded to float64 only here."""
        plan = self.plan                                    # back right, front right, front left, back left seen along its own x
        lows = [self.low] * 4
        highs = [self.high] * 4
        if self.kind == RISING:
            highs = [self.low, self.high, self.high, self.low]
        elif self.kind == HANGING:
            lows = [self.high, self.low, self.low, self.high]
        bottom = [(float(x), float(y), float(z)) for (x, y), z in zip(plan, lows)]
        top = [(float(x), float(y), float(z)) for (x, y), z in zip(plan, highs)]
        faces = [(bottom[0], bottom[2], bottom[1]), (bottom[0], bottom[3], bottom[2]), (top[0], top[1], top[2]), (top[0], top[2], top[3])]
        for i in range(4):
            j = (i + 1) % 4
            faces += [(bottom[i], bottom[j], top[j]), (bottom[i], top[j], top[i])]
        return [[list(corner) for corner in face] for face in faces if len(set(face)) == 3]


def stairs(centre: Point, by: Point, length: Fraction, width: Fraction, high: Fraction, steps: int) -> list[Solid]:
    """Stairs rising along their own x as blocks, one a tread."""
    run, rise = length / steps, high / steps
    return [Solid(add(centre, turn((run * i + run / 2 - length / 2, Fraction(0)), by)), by, run, width, Fraction(0), rise * (i + 1)) for i in range(steps)]
