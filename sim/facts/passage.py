"""What happens between two stands of a move, and how to measure it. Lengths are Measures; thresholds are the caller's."""
from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import hypot, inf
from typing import TYPE_CHECKING

from sim.facts import doubt, flight, steep
from sim.facts.slices import BASE_THICKNESS, Floor
from sim.measure import AT, Fact, Measure, fact
from sim.shapes import Outline

if TYPE_CHECKING:
    from sim.facts.survey import Survey
    from sim.facts.underfoot import Spot

CENTRE = Outline.round(1e-6)


@dataclass(frozen=True)
class Stand:
    """A place the base can be: s (mm along the leg), underside z of the level base, and the floor it is on, or over if `aloft`."""
    leg: int
    s: float
    z: float
    floor: Floor
    turned: bool = False
    aloft: bool = False

    @cached_property
    def key(self) -> tuple:
        return self.leg, self.floor.index, round(self.s, 7), round(self.z, 5), self.turned, self.aloft


@dataclass(frozen=True, eq=False)
class Passage:
    """LEVEL, UP, DOWN, SPAN, AIR, ALOFT, FLIGHT, TURN or PLACE from one stand to the next; a flight goes through `cells` of its leg's slice."""
    survey: Survey
    kind: str
    start: Stand
    end: Stand
    cells: tuple = ()

    @cached_property
    def key(self) -> tuple:
        return self.kind, self.start.key, self.end.key

    @property
    def run(self) -> Measure:
        """Plan length."""
        return Measure(max(0.0, self.end.s - self.start.s) if self.end.leg == self.start.leg else 0.0, name="across")

    @cached_property
    def doubt(self) -> float:
        """One standard deviation of the heights at its two ends together (mm), but for scale: 0 on terrain without noise."""
        return sum(doubt.upright(self.survey.world, t) for t in self._bearing)

    @cached_property
    def _bearing(self) -> tuple[int, int]:
        """The triangles that bear the base at its two ends."""
        return self.start.floor.triangle(self.start.s), self.end.floor.triangle(self.end.s)

    def _doubt_of(self, height: float) -> float:
        """One standard deviation of a difference of heights on the way (mm)."""
        return self.doubt + doubt.scale(self.survey.world, *self._bearing) * abs(height)

    @property
    def change(self) -> float:
        """Height of the end over the start (mm, signed)."""
        return self.end.z - self.start.z

    @property
    def rise(self) -> Measure:
        """How much higher or lower the end is, as a length without sign."""
        return Measure(abs(self.change), u=self._doubt_of(self.change), name="up" if self.change > 0 else "down", witness=self.ends)

    @property
    def fall(self) -> Measure:
        """How much lower the end is; 0 if it is not."""
        return Measure(max(0.0, -self.change), u=self._doubt_of(self.change), name="down", witness=self.ends)

    @property
    def ends(self) -> tuple:
        a, b = (self.survey.pose_at(s.leg, s.s, s.z) for s in (self.start, self.end))
        return (("points", ((a.x, a.y, a.z), (b.x, b.y, b.z))),)

    @property
    def airborne(self) -> bool:
        """Whether the base leaves the ground on the way."""
        return self.kind in ("SPAN", "AIR", "ALOFT", "FLIGHT")

    @property
    def vertical(self) -> bool:
        """Whether it goes straight up or down."""
        return self.kind in ("UP", "DOWN")

    @property
    def faces(self) -> list[Measure]:
        """The face gone straight up or down, if there is one: its height."""
        return [self.rise.named("face")] if self.kind in ("UP", "DOWN", "AIR", "SPAN") else []

    def reaches(self, part: str) -> list[Measure]:
        """How far a part of the base ever is from terrain, where it does not stand on it."""
        return [self.face(part)] if self.kind not in ("LEVEL", "TURN") else []

    @property
    def places(self) -> list[Spot]:
        """What is under the centre: half way along a floor, or at both ends of a face."""
        from sim.facts.underfoot import Spot
        a, b = self.start, self.end
        if self.kind == "LEVEL":
            middle = 0.5 * (a.s + b.s) if b.leg == a.leg else b.s
            return [Spot.under(self.survey, Stand(b.leg, middle, b.floor.z(middle), b.floor))]
        return [Spot.under(self.survey, s) for s in (a, b)] if self.vertical else []

    @property
    def gains(self) -> list[Measure]:
        """How far its way is ever above where it began, if it is."""
        up = max(z for _, _, z in self.trace()) - self.start.z
        return [Measure(up, u=self._doubt_of(up), name="up", witness=self.ends)] if up > 0 else []

    @property
    def height(self) -> Measure:
        """All it goes up and down, together; wobbles of no more than three times the noise are none."""
        if self.kind != "LEVEL":
            return self.rise.named("up and down")
        heights, total, least = [z for _, z in self._own], 0.0, max(AT, 3 * self.doubt)
        turn = heights[0]
        for a, b in zip(heights[1:], [*heights[2:], None]):
            if b is None or (a - turn) * (b - a) < 0:
                if abs(a - turn) > least:
                    total, turn = total + abs(a - turn), a
        return Measure(total, u=self._doubt_of(total), name="up and down", witness=self.ends)

    @property
    def way_of_the_base(self) -> Measure:
        """Length in space of the line its underside takes."""
        corners = self.trace()
        value = sum(hypot(b[1] - a[1], b[2] - a[2]) for a, b in zip(corners, corners[1:]) if a[0] == b[0])
        return Measure(value, u=self._doubt_of(self.change), name="way", witness=self.ends)

    # ---- steepness

    @cached_property
    def _memo(self) -> dict:
        return {}

    def _profile(self, within: float) -> list[tuple[float, float]]:
        """The ground this passage is part of, for `within` on both sides; s from the passage's start.

        A stretch of floor at least `within` long is judged by itself; a narrower ledge together with the faces it parts.
        """
        run = self.run.value
        behind = self.survey.profile_behind(self.start, within)
        ahead = self.survey.profile_ahead(self.end, within)
        own = [(s - self.start.s, z) for s, z in self._own]
        profile = steep.clipped([(-d, z) for d, z in reversed(behind)] + own + [(run + s, z) for s, z in ahead], -within, run + within)
        if self.vertical:
            return profile
        floor = steep.stretch(profile, 0.0, run)
        return floor if floor[-1][0] - floor[0][0] >= within - AT else profile

    @cached_property
    def _own(self) -> list[tuple[float, float]]:
        if self.kind == "LEVEL" and self.run.value:
            return self.start.floor.points(self.start.s, self.end.s)
        return [(self.start.s, self.start.z), (self.end.s, self.end.z)]

    def _swings(self, within: float):
        if within not in self._memo:
            self._memo[within] = steep.swings(self._profile(within), within, 0.0, self.run.value)
        return self._memo[within]

    @cached_property
    def flat(self) -> bool:
        """Whether a LEVEL passage never changes height."""
        heights = [z for _, z in self._own]
        return self.kind in ("LEVEL", "TURN") and max(heights) - min(heights) <= max(AT, 3 * self.doubt)

    def steepest(self, within: Measure) -> Measure:
        """The greatest rise or fall over a run of less than `within`, the ground next to this passage included."""
        if self.flat:
            return Measure(0.0, name="steepest rise")
        if self.airborne or self.kind == "TURN":
            return self.rise.named("steepest rise")
        height, swing = self._swings(within.value)
        value = float(swing[height > 0].max(initial=0.0))
        return Measure(value, u=self._doubt_of(value), name="steepest rise", witness=self.ends)

    def rises(self, within):
        """How much higher or lower it gets in all, then, if asked on, `steepest`; `within` is a function, called only then."""
        heights = [z for _, z in self._own]
        if self.kind == "LEVEL" and self.flat:
            yield Measure(max(heights) - min(heights), u=self.doubt, name="rise", witness=self.ends)
        yield self.steepest(within())

    def climbed(self, within: Measure, at_least: Measure) -> Measure:
        """Height gained and lost on pieces that rise or fall `at_least` within a run of `within`."""
        if self.flat:
            return Measure(0.0)
        if self.vertical or self.airborne or self.kind == "TURN":
            return self.rise
        height, swing = self._swings(within.value)
        value = float(height[swing >= at_least.value - AT].sum())
        return Measure(value, u=self._doubt_of(value), name="height of steep ground", witness=self.ends)

    # ---- what the rise belongs to

    def left_over(self, within: Measure) -> Measure:
        """How far off the level before a rise the same move comes down again (before a fall: off the level after it, how it stood before).

        The level before is the lowest within a run of `within`, so that a flight of narrow treads counts as one rise.
        """
        ahead, behind = self.survey.profile_ahead, self.survey.profile_behind
        if self.change > 0:
            foot = min(z for _, z in behind(self.start, max(0.0, within.value - AT)))
            value = min(z for _, z in ahead(self.end)) - foot
        else:
            foot = min(z for _, z in ahead(self.end, max(0.0, within.value - AT)))
            value = min(z for _, z in behind(self.start)) - foot
        return Measure(max(0.0, value), u=self.doubt, name="level left over")

    @property
    def net_climb(self) -> Measure:
        """A passage by itself has no net change; the whole move has (Case.whole_move)."""
        return Measure(0.0)

    # ---- faces, room

    @property
    def may_be_climbed(self) -> Fact:
        """Whether nobody has tagged the terrain it leads up or down as one that cannot be climbed."""
        higher = max(self.start, self.end, key=lambda s: s.z)
        barred = "unclimbable" in self.survey.world.traits(higher.floor.triangle(higher.s))
        return fact(not barred, "the face may be climbed" if not barred else "the face is tagged unclimbable", self.ends)

    def face(self, part: str = "rim") -> Measure:
        """How far terrain ever is from the base on its way straight up, down or through the air: from its `rim`, `centre` or `whole base`.

        Of the whole base the farthest point counts: beyond the centre by the base's radius, exact beside any flat face or post.
        """
        if not self.vertical and self.kind != "ALOFT":
            return Measure(0.0 if self.kind in ("LEVEL", "TURN") else inf, name="face")
        if part not in self._memo:
            self._memo[part] = self._face(part)
        return self._memo[part]

    def _face(self, part: str) -> Measure:
        a, b = sorted((self.survey.pose_at(s.leg, s.s, s.z) for s in (self.start, self.end)), key=lambda p: p.z)
        outline = self.survey.model.outline
        value, where = self.survey.world.face_distance(outline if part == "rim" else CENTRE, (a.x, a.y, a.z), (b.x, b.y, b.z), a.facing, at_most=4 * 25.4)
        beyond = outline.radius if part == "whole base" else 0.0
        off = max(doubt.across(self.survey.world, t) for t in self._bearing)
        return Measure(value + beyond, u=off, name=f"face from the {part}", witness=(("points", (where,)),))

    @cached_property
    def headroom(self) -> Measure:
        """Least free height over the base's underside all the way."""
        a, b = self.start, self.end
        if self.kind == "LEVEL" and a.leg == b.leg:
            value = a.floor.headroom(a.s, b.s)
        elif self.kind in ("TURN", "PLACE", "FLIGHT"):
            value = inf
        else:
            top = max(a.z, b.z)
            pieces = [c for s0, s1, column in self.survey.legs[a.leg].columns if s1 > a.s - 1e-9 and s0 < b.s + 1e-9
                      for _, c in column if min(c[2], c[3]) <= top + AT and max(c[4], c[5]) >= top]
            value = min((min(c[4], c[5]) for c in pieces), default=inf) + BASE_THICKNESS - top
        return Measure(value, u=self._doubt_of(0.0 if value == inf else value), name="headroom", witness=self.ends)

    # ---- the line of the base

    def trace(self) -> list[tuple[int, float, float]]:
        """(leg, s, z) corners of the way of the base's underside; none where it is picked up and put down."""
        a, b = self.start, self.end
        if self.kind == "PLACE":
            return []
        if self.kind == "LEVEL":
            return [(b.leg, s, z) for s, z in self._own]
        if self.kind == "FLIGHT":
            return flight.flown(self)
        top = max(a.z, b.z)
        corners = [(a.leg, a.s, a.z), (a.leg, a.s, top), (b.leg, b.s, top), (b.leg, b.s, b.z)]
        return [c for i, c in enumerate(corners) if i == 0 or c != corners[i - 1]]

