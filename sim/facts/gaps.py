"""Gaps: air between two supports that a base passes over at one level, with the three ways of taking their width.

Seen along the centre's line, a gap is where terrain lies deeper than a given depth under the base's way, with support at that level
before and behind, and the base not coming down in between.
"""
from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import shapely
from shapely.geometry import LineString, box

from sim.facts import doubt, slices
from sim.measure import AT, Measure
from sim.world import POINT


@dataclass(frozen=True, eq=False)
class Gap:
    """A gap on leg `leg`, from `near` to `far` (mm along it) under a base at height z; `depth` is what counts as deep."""
    survey: object
    leg: int
    near: float
    far: float
    z: float
    depth: float

    @property
    def key(self) -> tuple:
        """What tells it from other gaps of the survey."""
        return self.leg, self.near, self.far, self.z, self.depth

    @property
    def witness(self) -> tuple:
        ends = [self.survey.pose_at(self.leg, s, self.z) for s in (self.near, self.far)]
        return (("points", tuple((p.x, p.y, p.z) for p in ends)),)

    @cached_property
    def doubt(self) -> float:
        """One standard deviation of the width (mm): of both rims' places, and the scale of what lies between."""
        world, leg = self.survey.world, self.survey.legs[self.leg]
        rims = [leg.floors_at(s) for s in (max(0.0, self.near - 1e-3), min(leg.length, self.far + 1e-3))]
        bearing = [min(floors, key=lambda f: abs(f.z(s) - self.z)).triangle(s) for floors, s in zip(rims, (self.near, self.far)) if floors]
        return sum(doubt.across(world, t) for t in bearing) + doubt.scale(world, *bearing) * (self.far - self.near)

    @property
    def along_travel(self) -> Measure:
        """Width along the line of the base's centre."""
        return Measure(self.far - self.near, self.doubt, name="gap along the way", witness=self.witness)

    @property
    def base_along_travel(self) -> Measure:
        """Width of the base along the line of its centre."""
        leg, outline = self.survey.legs[self.leg], self.survey.model.outline
        u = ((leg.end[0] - leg.start[0]) / leg.length, (leg.end[1] - leg.start[1]) / leg.length)
        return Measure(outline.width(u, leg.facing), name="base width")

    @property
    def base_shortest(self) -> Measure:
        return Measure(self.survey.model.outline.shortest, name="shortest base width")

    @property
    def base_longest(self) -> Measure:
        return Measure(self.survey.model.outline.longest, name="longest base width")

    @cached_property
    def _void(self):
        """The open part of the swept corridor that holds the gap, x along travel from the leg's start (shapely)."""
        world, leg = self.survey.world, self.survey.legs[self.leg]
        outline = self.survey.model.outline
        c, s = ((leg.end[0] - leg.start[0]) / leg.length, (leg.end[1] - leg.start[1]) / leg.length)
        low, high = outline.reach((s, -c), leg.facing), outline.reach((-s, c), leg.facing)
        reach = 2 * outline.longest
        ids = world.corridor(outline, leg.plan(self.near), leg.plan(self.far), reach, self.z - self.depth, self.z + AT)
        ground = world.in_band(ids, (c, s, -s, c, *leg.start), self.z, self.depth - AT, AT)
        strip = box(self.near - reach, -low, self.far + reach, high)
        void = strip.difference(ground)
        middle = shapely.Point(0.5 * (self.near + self.far), 0.0)
        return min(getattr(void, "geoms", [void]), key=lambda p: p.distance(middle)), strip

    @cached_property
    def _chords(self) -> list[tuple[float, float, float]]:
        """(offset, start, end) of the gap on lines parallel to travel, at and just beside every corner: widths are linear between."""
        void, strip = self._void
        low, high = strip.bounds[1], strip.bounds[3]
        ys = {0.0, low + 1e-6, high - 1e-6}
        for ring in [void.exterior, *void.interiors]:
            ys |= {min(high - 1e-6, max(low + 1e-6, y + d)) for _, y in ring.coords for d in (-1e-6, 1e-6)}
        found = []
        for y in sorted(ys):
            cut = void.intersection(LineString([(strip.bounds[0], y), (strip.bounds[2], y)]))
            parts = [p for p in getattr(cut, "geoms", [cut]) if p.geom_type == "LineString" and p.length > 0]
            if parts:
                part = min(parts, key=lambda p: p.distance(shapely.Point(0.5 * (self.near + self.far), y)))
                found.append((y, part.bounds[0], part.bounds[2]))
        return found

    @property
    def widest(self) -> Measure:
        """Widest chord parallel to travel inside the swept corridor."""
        value = max((b - a for _, a, b in self._chords), default=self.far - self.near)
        return Measure(max(value, self.far - self.near), self.doubt, name="widest gap", witness=self.witness)

    @property
    def narrowest(self) -> Measure:
        """Shortest line from rim to rim inside the swept corridor."""
        chords = self._chords
        if len(chords) < 2:
            return self.along_travel.named("narrowest gap")
        near = LineString([(a, y) for y, a, _ in chords])
        far = LineString([(b, y) for y, _, b in chords])
        return Measure(min(near.distance(far), self.far - self.near), self.doubt, name="narrowest gap", witness=self.witness)


def gaps(survey, steps, depth: float) -> list[Gap]:
    """Gaps deeper than or as deep as `depth` that a sequence of passages crosses, in order."""
    found = []
    for leg in sorted({p.end.leg for p in steps}):
        trace = [(s, z) for p in steps if p.end.leg == leg for _, s, z in p.trace()]
        ground = _ground(survey, leg)
        if ground is not None and len(trace) > 1:
            found += [Gap(survey, leg, a, b, z, depth) for a, b, z in _voids(trace, ground, depth)]
    return found


def _ground(survey, leg: int):
    """The slice of the centre's own line, kept with the survey."""
    piece = survey.legs[leg]
    if piece.length == 0.0:
        return None
    return survey.kept("centre line", leg, lambda: slices.cut(survey.world, POINT, piece.start, piece.end, piece.facing, leg))


def _voids(trace, ground, depth: float) -> list[tuple[float, float, float]]:
    """(near, far, z) of the stretches where the ground under the centre lies `depth` or more under a base that stays up."""
    lowest = _lowest(ground)
    if all(z - lowest < depth - AT for _, z in trace):
        return []
    cuts = np.array(sorted({s for s, _ in trace} | {s for s0, s1, _ in ground.columns for s in (s0, s1)}))
    cuts = cuts[(cuts >= trace[0][0] - 1e-9) & (cuts <= trace[-1][0] + 1e-9)]
    starts, ends = cuts[:-1][np.diff(cuts) > 1e-9], cuts[1:][np.diff(cuts) > 1e-9]
    middles = 0.5 * (starts + ends)
    heights = np.array([_height(trace, m) for m in middles])
    deep = heights - _under(ground, middles, heights) >= depth - AT
    stretches: list[list[float]] = []
    for a, b, z in zip(*(each[deep].tolist() for each in (starts, ends, heights))):
        if stretches and abs(stretches[-1][1] - a) <= 1e-9 and abs(stretches[-1][2] - z) <= depth:
            stretches[-1][1] = b
        else:
            stretches.append([a, b, z])
    return [(a, b, z) for a, b, z in stretches if _stays(trace, a, z, depth, before=True) and _stays(trace, b, z, depth, before=False)
            and a > trace[0][0] + 1e-9 and b < trace[-1][0] - 1e-9]


def _lowest(ground) -> float:
    """The lowest height anything on the centre's line lies at, above which all ground is; nothing there counts as endlessly deep."""
    lows = [min(c[2], c[3]) for _, _, column in ground.columns for _, c in column[:1]]
    return min(lows, default=-1e9)


def _stays(trace, s: float, z: float, depth: float, before: bool) -> bool:
    """Whether the base is at that level on the far side of s too: the void ends at a rim, not where the base comes down or climbs out."""
    probe = s - 1e-6 if before else s + 1e-6
    return abs(_height(trace, probe) - z) < depth - AT


def _height(trace, s: float) -> float:
    i = min(max(1, bisect_left(trace, (s,))), len(trace) - 1)
    (a, za), (b, zb) = trace[i - 1], trace[i]
    return za + (s - a) / (b - a) * (zb - za) if b > a else zb


def _under(ground, s: np.ndarray, z: np.ndarray) -> np.ndarray:
    """The highest ground at or under each z on the centre's line."""
    under = np.full(len(s), -1e9)
    for floor in ground.floors:
        there = (floor.start <= s) & (s <= floor.end)
        heights = floor.heights(s[there])
        under[there] = np.maximum(under[there], np.where(heights <= z[there] + AT, heights, -1e9))
    return under
