"""Asks oracle and referee the same question and compares.

The referee takes a skin of AT / 2 off a base. So where an answer jumps (a base that just slides past a corner) it must lie between the
oracle's answers for the whole base and for the base less AT; elsewhere it must be the oracle's answer for the base less the skin.
"""
from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import atan2, degrees, inf
from types import SimpleNamespace

import numpy as np

from sim.facts import gaps, slices
from sim.facts.support import Rest
from sim.facts.zones import plan_distance
from sim.measure import Measure, Truth, share
from sim.shapes import Outline, Pose
from sim.table import Feature, Table
from sim.world import POINT, World
from tests.oracle import questions
from tests.oracle.draws import AT, Query
from tests.oracle.numbers import NEVER, Bracket
from tests.oracle.questions import Base

SKIN = AT / 2
INCHES = (Fraction(254, 10), Fraction(127, 10), Fraction(762, 10))       # limits a distance may be at: an inch, a half, three
ROUNDING = 2e-6                    # mm: searches inside the referee go this fine


@dataclass(frozen=True)
class Outcome:
    """How far the referee's answer is from the oracle's (None: nothing to subtract), and whether it lies outside AT."""
    query: Query
    difference: float | None
    wrong: bool
    said: str


@dataclass(frozen=True)
class Way:
    """As much of a survey as a gap asks for."""
    world: World
    legs: tuple
    model: SimpleNamespace

    def pose_at(self, leg: int, s: float, z: float) -> Pose:
        return Pose(*self.legs[leg].plan(s), z, self.legs[leg].facing)


def outline_of(base: Base) -> Outline:
    return Outline.round(float(2 * base.radius)) if base.half is None else Outline.rect(float(2 * base.half[0]), float(2 * base.half[1]))


def facing_of(base: Base) -> float:
    return degrees(atan2(float(base.by[1]), float(base.by[0])))


def table_of(query: Query) -> World:
    features = tuple(Feature(name=f"solid {i}", triangles=np.array(s.triangles())) for i, s in enumerate(query.solids))
    return World(Table(size=(600.0, 500.0), features=features))


def ask(query: Query) -> Outcome:
    """Both answers to a query, compared."""
    return {"first contact": _first_contact, "rest height": _rest, "height along a leg": _height, "ray": _ray, "overlap": _overlap,
            "distance in space": _distance, "distance between bases": _bases, "overhang": _overhang, "gap width": _gap}[query.kind](query)


def _point(p) -> tuple[float, float]:
    return float(p[0]), float(p[1])


def _between(query: Query, found: float, whole: Bracket, trimmed: Bracket, least: Bracket, rising: bool) -> Outcome:
    """Whether an answer lies between that of the whole base and that of the base less AT; its difference from that less the skin."""
    low, high = (whole, least) if rising else (least, whole)
    found = min(found, float(NEVER[0]))
    wrong = not float(low[0]) - ROUNDING <= found <= float(high[1]) + ROUNDING
    exact = float(trimmed[0] + trimmed[1]) / 2
    difference = abs(found - exact) if found < float(NEVER[0]) and exact < float(NEVER[0]) else None
    return Outcome(query, difference, wrong, f"{found!r}, exact {float(low[0])!r} to {float(high[1])!r}, less the skin {exact!r}")


def _first_contact(q: Query) -> Outcome:
    end = (q.place[0] + q.length * q.by[0], q.place[1] + q.length * q.by[1])
    found, _ = table_of(q).sweep(outline_of(q.base), _point(q.place), _point(end), float(q.z), float(q.height), facing_of(q.base))

    def exact(skin: Fraction) -> Bracket:
        return questions.first_contact(q.base.less(skin), q.place, q.by, q.length, q.z + skin, q.z + q.height - skin, list(q.solids))

    return _between(q, found, exact(Fraction(0)), exact(SKIN), exact(AT), rising=True)


def _rest(q: Query) -> Outcome:
    levels = table_of(q).levels(outline_of(q.base), *_point(q.place), facing_of(q.base), float(q.height))

    def exact(skin: Fraction) -> Bracket:
        return questions.rest_height(q.base.less(skin), q.place, list(q.solids))

    return _between(q, max(v.floor for v in levels), exact(Fraction(0)), exact(SKIN), exact(AT), rising=False)


def _height(q: Query) -> Outcome:
    end = (q.place[0] + q.length * q.by[0], q.place[1] + q.length * q.by[1])
    cells = table_of(q).slice(outline_of(q.base), _point(q.place), _point(end), facing_of(q.base), float(q.height))
    here = (q.place[0] + q.along * q.by[0], q.place[1] + q.along * q.by[1])
    s = float(q.along)
    over = cells[(cells[:, 0] <= s) & (cells[:, 1] >= s) & (cells[:, 1] > cells[:, 0])]
    found = max(r[2] + (s - r[0]) / (r[1] - r[0]) * (r[3] - r[2]) for r in over)

    def exact(skin: Fraction) -> Bracket:
        return questions.rest_height(q.base.less(skin), here, list(q.solids))

    low, high = exact(AT)[0] - AT / 2, exact(Fraction(0))[1] + AT / 2
    return _between(q, float(found), (high, high), exact(SKIN), (low, low), rising=False)


def _ray(q: Query) -> Outcome:
    start, end = (tuple(map(float, p)) for p in q.ends)
    found, _ = table_of(q).ray(start, end)

    def exact(grown: Fraction) -> Fraction:
        ground = [q.ends[0][2] / (q.ends[0][2] - q.ends[1][2])] if q.ends[1][2] <= 0 else []
        share = questions.ray(*q.ends, list(q.solids), grown)
        return min([*ground, *([share] if share is not None else [])], default=NEVER[0])

    long = float(np.linalg.norm(np.subtract(end, start)))
    wide, true, small = (s if s == NEVER[0] else s * Fraction(long) for s in (exact(AT), exact(Fraction(0)), exact(-AT)))
    if small - wide > 1:                                     # it grazes: to hit and to pass are both right
        true = NEVER[0]
    return _between(q, found * long, (wide, wide), (true, true), (small, small), rising=True)


def _overlap(q: Query) -> Outcome:
    found = table_of(q).overlaps(outline_of(q.base), *_point(q.place), float(q.z), float(q.height), facing_of(q.base)) >= 0

    def exact(skin: Fraction, solids=q.solids) -> bool:
        return questions.overlaps(q.base.less(skin), q.place, q.z + skin, q.z + q.height - skin, list(solids))

    open_to_view = [s for s in q.solids if not _swallows(s, q)]
    wrong = exact(AT, open_to_view) and not found or found and not (exact(Fraction(0)) or q.z < 0)      # below 0 it is in the table top
    return Outcome(q, None, wrong, f"{found}, exact {exact(Fraction(0))}, less AT {exact(AT)}")


def _swallows(solid, q: Query) -> bool:
    """Whether a base may lie wholly inside a solid: a surface has no inside, so it is then free."""
    return solid.low < q.z + AT and q.z + q.height - AT < solid.high


def _distance(q: Query) -> Outcome:
    found, _ = table_of(q).distance(outline_of(q.base), *_point(q.place), float(q.z), facing_of(q.base), float(q.height))
    low, high = questions.distance(q.base, q.place, q.z, q.z + q.height, list(q.solids))
    low, high = min(low, q.z), min(high, q.z)                # the table top is terrain too
    if any(_swallows(s, q) for s in q.solids):
        return Outcome(q, None, found < float(low) - float(AT), f"{found!r} inside a shell")
    return _near(q, Measure(found), low, high, INCHES)


def _bases(q: Query) -> Outcome:
    other, there = q.other
    found = plan_distance(outline_of(q.base), Pose(*_point(q.place), 0.0, facing_of(q.base)), outline_of(other), Pose(*_point(there), 0.0, facing_of(other)))
    low, high = questions.plan_distance(q.base, q.place, other, there)
    if high == 0:
        return Outcome(q, None, found > float(AT), f"{found!r}, exact: they meet")
    return _near(q, Measure(found), low, high, INCHES)


def _near(q: Query, found: Measure, low: Fraction, high: Fraction, limits, near: Fraction = AT) -> Outcome:
    """Compares a value, and what is said of it against every limit it may be at: exactly at one, the operator decides."""
    difference = abs(found.value - float(low + high) / 2)
    wrong = difference > float(near)
    for limit in limits:
        bound = Measure(float(limit), unit=found.unit)
        apart = min(abs(low - limit), abs(high - limit))
        at = low <= limit <= high or apart < Fraction(1, 10**12)
        said = (found <= bound).truth, (found < bound).truth
        if at:
            wrong |= said != (Truth.HOLDS, Truth.FAILS)
        elif not at and apart > near + Fraction(ROUNDING):
            wrong |= said != ((Truth.HOLDS, Truth.HOLDS) if high < limit else (Truth.FAILS, Truth.FAILS))
    return Outcome(q, difference, wrong, f"{found.value!r}, exact {float(low)!r}")


def _overhang(q: Query) -> Outcome:
    rest = Rest(table_of(q), outline_of(q.base), Pose(*_point(q.place), float(q.z), facing_of(q.base)))
    found = rest.overhang("area", lies=False)
    a, b = [s.plan for s in q.solids] if len(q.solids) == 2 else [q.solids[0].plan, []]
    exact = questions.overhang(q.base, q.place, a, b)
    half = share(0.5)
    outcome = _near(q, found, exact, exact, (), Fraction(found.near))
    if exact == Fraction(1, 2) and (found < half).truth is not Truth.FAILS:
        return Outcome(q, outcome.difference, True, outcome.said + ", exactly half yet said to be less")
    return outcome


def _gap(q: Query) -> Outcome:
    world, outline, facing = table_of(q), outline_of(q.base), facing_of(q.base)
    start, top, long = _point(q.place), float(q.z), float(q.length)
    end = _point((q.place[0] + q.length * q.by[0], q.place[1] + q.length * q.by[1]))
    line = slices.cut(world, POINT, start, end, facing, 0)
    found = gaps._voids([(0.0, top), (long, top)], line, 5.0)
    left, right = (q.base.reach((s * -q.by[1], s * q.by[0])) for s in (1, -1))
    exact = questions.gap(q.place, q.by, q.solids[0].plan, q.solids[1].plan, left, right)
    if not found:
        return Outcome(q, None, True, f"no gap found, exact {float(exact.along)!r}")
    near, far, z = found[0]
    gap = gaps.Gap(Way(world, (line,), SimpleNamespace(outline=outline)), 0, near, far, z, 5.0)
    parts = [_near(q, gap.along_travel, exact.along, exact.along, (q.base.width(q.by),)), _near(q, gap.widest, exact.widest, exact.widest, ()),
             _near(q, gap.narrowest, *exact.narrowest, ())]
    worst = max(part.difference for part in parts)
    return Outcome(q, worst, any(part.wrong for part in parts) or worst == inf, "; ".join(part.said for part in parts))
