"""Nouns of a case: what a move gains by turning, and what it climbs as a whole."""
from __future__ import annotations

from dataclasses import dataclass
from math import copysign, degrees, radians, sin

from sim.measure import Measure


@dataclass(frozen=True)
class Turn:
    """A turn at a stop: how much less than the centre some point of the base moves because of it."""
    gain: Measure


@dataclass(frozen=True)
class WholeMove:
    """The move taken as one: what it gains or loses in height from end to end, if it climbs at all."""
    net_climb: Measure

    def climbed(self, within: Measure, at_least: Measure) -> Measure:
        """Nothing: each passage is counted by itself."""
        return Measure(0.0)


class Travel:
    """The move taken as one; mixed into `Case`."""

    @property
    def climbs_as_one(self) -> list[WholeMove]:
        """The move from end to end, if it climbs at all."""
        if not any(s.mode.by == "climb" for s in self.steps):
            return []
        first, last = self.steps[0].passage, self.steps[-1].passage
        off = max(first.doubt, last.doubt)
        return [WholeMove(Measure(abs(self.way.end.z - self.scene.survey.start.z), off, name="net change of level"))]

    @property
    def stepped_up(self) -> list[Measure]:
        """All upright faces walked up, together, stairs left out; empty if there are none."""
        world = self.scene.survey.world
        up = [s.passage.rise for s in self.steps if s.passage.kind == "UP" and s.mode.by == "walk"
              and "stairs" not in world.traits(s.passage.end.floor.triangle(s.passage.end.s))]
        return [self.total(up).named("small rises together")] if up else []

    @property
    def turns(self) -> list[Turn]:
        """The declared turns after legs that go somewhere, with what the luckiest point of the base gains on its centre."""
        out = []
        for leg, piece in zip(self.scene.survey.path, self.scene.survey.legs):
            if leg.facing is None or piece.length == 0.0 or leg.facing == piece.facing:
                continue
            half = radians(leg.facing - piece.facing) / 2
            back = ((piece.start[0] - piece.end[0]) / piece.length, (piece.start[1] - piece.end[1]) / piece.length)
            reach = self.model.outline.reach(back, piece.facing + degrees(half) + copysign(90.0, sin(half)))
            out.append(Turn(Measure(min(piece.length, 2 * abs(sin(half)) * reach), name="gained by turning")))
        return out
