"""Nouns of a case: climbs, jumps, descents, what the base's centre is on, and where a fall may end."""
from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from math import ceil, hypot

import numpy as np
import shapely

from sim.facts import doubt, zones
from sim.facts.slices import BASE_THICKNESS
from sim.facts.underfoot import Spot
from sim.facts.zones import Body, Piece
from sim.measure import AT, INCH, Fact, Measure, Truth, fact
from sim.shapes import Pose

GRID = INCH / 8           # how closely places to land on are looked for


@dataclass(frozen=True, eq=False)
class Stretch:
    """Steps of one mode that follow one another."""
    case: object
    steps: tuple

    @property
    def key(self) -> tuple:
        """What tells it from other stretches of the way."""
        return tuple(step.passage.key for step in self.steps)

    @property
    def survey(self):
        return self.case.scene.survey

    @property
    def begin(self):
        return self.steps[0].passage.start

    @property
    def finish(self):
        return self.steps[-1].passage.end

    @cached_property
    def corners(self) -> list[tuple[float, float]]:
        """(plan length so far, height) of the line the base's underside takes."""
        out, along = [(0.0, self.begin.z)], 0.0
        for step in self.steps:
            trace = step.passage.trace()
            for (la, a, _), (lb, b, z) in zip(trace, trace[1:]):
                along += b - a if la == lb else 0.0
                out.append((along, z))
        return out

    @property
    def doubt(self) -> float:
        """Of its height from end to end (mm)."""
        return max(self.steps[0].passage.doubt, self.steps[-1].passage.doubt)

    # ---- of climbs

    @property
    def up_plus_across(self) -> Measure:
        """All ups, downs and ways across of a climb, added."""
        return Measure(sum(abs(q[0] - p[0]) + abs(q[1] - p[1]) for p, q in zip(self.corners, self.corners[1:])), self.doubt, name="up and across")

    def along_the_way(self, tether: Measure) -> Measure:
        """The climb through the air as the crow climbs: over hollows that are nowhere deeper than the tether."""
        total, rest = 0.0, self.corners
        while len(rest) > 1:
            k = next(k for k in range(len(rest) - 1, 0, -1) if k == 1 or _bridged(rest[:k + 1], tether.value))
            total += hypot(rest[k][0] - rest[0][0], rest[k][1] - rest[0][1])
            rest = rest[k:]
        return Measure(total, self.doubt, name="along the climb")

    def touching(self, up_to: Measure) -> Measure:
        """How far in plan the base is, where the climb begins, from terrain that rises beside it or that it stands on above the floor.

        Terrain beside it counts up to so far above the base's underside.
        """
        pose = self.survey.pose_at(self.begin.leg, self.begin.s, self.begin.z)
        if self.steps[0].passage.change < -AT and not self.begin.aloft or self.begin.z > AT and self.steps[0].passage.kind == "LEVEL":
            return Measure(0.0, name="from what it climbs", witness=self.steps[0].passage.ends)
        outline, world = self.case.model.outline, self.survey.world
        off = doubt.across(world, self.begin.floor.triangle(self.begin.s))
        low, high = 0.0, 4 * INCH
        if world.overlaps(outline, *pose.plan, pose.z + AT, up_to.value, pose.facing, grow=high) < 0:
            return Measure(high, off, name="from what it climbs", witness=self.steps[0].passage.ends)
        while high - low > AT / 8:
            mid = 0.5 * (low + high)
            low, high = (low, mid) if world.overlaps(outline, *pose.plan, pose.z + AT, up_to.value, pose.facing, grow=mid) >= 0 else (mid, high)
        return Measure(max(0.0, high - AT), off, name="from what it climbs", witness=self.steps[0].passage.ends)

    def is_stairs(self, riser: Measure) -> Fact:
        """Whether what is climbed is tagged stairs, or nowhere goes straight up or down as far as a riser may not."""
        world = self.survey.world
        tagged = all("stairs" in world.traits(p.floor.triangle(p.s)) for s in self.steps for p in (max(s.passage.start, s.passage.end, key=lambda e: e.z),))
        low = all(face.value < riser.value - AT for s in self.steps for face in s.passage.faces) and any(s.passage.run.value for s in self.steps)
        return fact(tagged or low, "it climbs stairs" if tagged or low else "what it climbs is no stairs")

    # ---- of jumps

    @property
    def straight_is_clear(self) -> Fact:
        """Whether the straight line in space from where it begins to where it lands meets neither terrain nor another model."""
        if self.begin.leg != self.finish.leg:
            return fact(True, "the jump is no single line")
        survey = self.survey
        a, b = (survey.pose_at(s.leg, s.s, s.z) for s in (self.begin, self.finish))
        count = max(2, ceil(hypot(b.x - a.x, b.y - a.y, b.z - a.z) / (survey.model.outline.radius / 4)))
        for i in range(1, count):
            t = i / count
            p = Pose(a.x + t * (b.x - a.x), a.y + t * (b.y - a.y), a.z + t * (b.z - a.z), a.facing)
            if survey.world.overlaps(survey.model.outline, *p.plan, p.z, BASE_THICKNESS, p.facing) >= 0:
                return fact(False, "terrain is in the straight line of the jump", (("points", ((p.x, p.y, p.z),)),))
        hit = [o.name for o in self.case.everyone_else if zones.clearance(self.case.mover, [Piece(a, b)], o).value < -AT]
        return fact(not hit, f"{hit[0]} is in the straight line of the jump" if hit else "the straight line of the jump is clear")


@dataclass(frozen=True)
class Drop:
    """One way down through the air: how far, how far all of them together have come by then, and whether the move goes on after it."""
    fall: Measure
    fall_so_far: Measure
    moved_on_from: bool


@dataclass(frozen=True)
class Landings:
    """Where a fall may end: how many places, how far below the deepest and the least deep are (nothing if there is none), and those two."""
    count: int
    deepest: Measure
    least: Measure
    points: tuple

    @property
    def none(self) -> Fact:
        return fact(self.count == 0, "there is nowhere to fall to" if not self.count else "there is somewhere to fall to")

    @property
    def told(self) -> Fact:
        """In words."""
        says = (f"the opponent picks where it lands: between {self.least.shown():.2f} and {self.deepest.shown():.2f} in lower"
                if self.count else "there is nowhere to fall to")
        return fact(True, says, (("points", self.points),))


class Air:
    """Climbs, jumps and falls; mixed into `Case`."""

    def stretches(self, by: str) -> list[Stretch]:
        """Runs of steps made in one mode."""
        return [Stretch(self, tuple(run)) for mode, run in groupby(self.steps, key=lambda step: step.mode.by) if mode == by]

    @property
    def climbs(self) -> list[Stretch]:
        return self.stretches("climb")

    def falls(self, by: str, name: str, all_named: str) -> list[Drop]:
        """Ways down through the air in one mode, in order."""
        out, so_far = [], Measure(0.0)
        for i, step in enumerate(self.steps):
            if step.mode.by == by and step.passage.change < -AT:
                so_far = so_far + step.passage.fall
                after = sum(s.passage.run.value + abs(s.passage.change) for s in self.steps[i + 1:])
                out.append(Drop(step.passage.fall.named(name), so_far.named(all_named), after > AT))
        return out

    @property
    def drops(self) -> list[Drop]:
        """The drops on the way, in order."""
        return self.falls("drop", "drop", "drops so far")

    @property
    def drops_moved_on_from(self) -> list[Drop]:
        return [d for d in self.drops if d.moved_on_from]

    @property
    def closing_drops(self) -> list[Drop]:
        """The drop the move ends with, if nothing follows it."""
        return [d for d in self.drops if not d.moved_on_from]

    @property
    def jumps(self) -> list[Stretch]:
        return self.stretches("jump")

    @property
    def descents(self) -> list[Drop]:
        """Ways down through the air while jumping, in order."""
        return self.falls("jump", "down in a jump", "down in all jumps")

    @property
    def end_place(self) -> Spot:
        """What is under the base's centre where the move ends."""
        return Spot.under(self.scene.survey, self.way.end)

    def ended_by(self, mode: str) -> Fact:
        """Whether the last thing it did was of that mode."""
        last = self.steps[-1].mode.by if self.steps else ""
        return fact(last == mode, f"it ends by {mode}" if last == mode else f"it does not end by {mode}")

    def part_moved(self, in_space: bool) -> Measure:
        """How far the part of the base that has moved farthest is from where that part was, in plan or in space."""
        a, b = self.mover.pose, self.end_pose
        points = [self.model.outline.points(*p.plan, p.facing, 1e-3) for p in (a, b)]
        if self.model.outline.is_round and a.facing == b.facing:
            value = hypot(b.x - a.x, b.y - a.y)
        else:
            value = float(np.linalg.norm(points[1] - points[0], axis=1).max())
        return Measure(hypot(value, self.end.pose.z - a.z) if in_space else value, name="farthest a part has moved")

    @property
    def footprint_moved(self) -> Measure:
        """How far the base now reaches from where the base was, in plan."""
        a, b = self.mover.pose, self.end_pose
        if self.model.outline.is_round:
            return Measure(hypot(b.x - a.x, b.y - a.y), name="farthest from the first footprint")
        first = shapely.Polygon(self.model.outline.points(*a.plan, a.facing, 1e-3))
        now = shapely.points(self.model.outline.points(*b.plan, b.facing, 1e-3))
        return Measure(float(shapely.distance(now, first).max()), name="farthest from the first footprint")

    def distance_in_space(self, a: Body, b: Body) -> Measure:
        """From base to base, height counted too."""
        plan = max(0.0, zones.plan_distance(a.outline, a.pose, b.outline, b.pose))
        total = hypot(plan, a.pose.z - b.pose.z)
        off = (a.doubt + b.doubt) * abs(a.pose.z - b.pose.z) / total if total else 0.0
        return Measure(total, off, name=f"in space from {a.name} to {b.name}")

    @property
    def height_before_the_last_descent(self) -> Measure:
        """How much higher it was before it last went down through the air than where it ends."""
        ends_jumping = self.steps and self.steps[-1].mode.by == "jump"
        return self.descents[-1].fall.named("last descent") if ends_jumping and self.descents else Measure(0.0, name="last descent")

    @property
    def radius(self) -> Measure:
        """From the middle of the base to its farthest rim."""
        return Measure(self.model.outline.radius, name="radius of the base")

    @property
    def touches_terrain(self) -> Fact:
        """Whether any of the base is on something where the move ends."""
        on = not self.way.end.aloft
        return fact(on, "the base is on something" if on else "the base is in the air")

    def landings(self, reach: Measure, bears) -> Landings:
        """Places within `reach` of the base's centre, lower than it is, where the base may be put: `bears` says of the place under its centre whether it does.

        They are looked for on a grid of an eighth of an inch.
        """
        return self.scene.survey.kept("landings", (self.way.line, reach.value, bears.name), lambda: self._landings(reach, bears))

    def _landings(self, reach: Measure, bears) -> Landings:
        end, world, outline = self.end_pose, self.scene.survey.world, self.model.outline
        n = int(reach.value / GRID)
        found = []
        for x, y in ((end.x + i * GRID, end.y + j * GRID) for i in range(-n, n + 1) for j in range(-n, n + 1)):
            if hypot(x - end.x, y - end.y) > reach.value + AT or self._room_inside(Pose(x, y, 0.0, end.facing)) < -AT:
                continue
            for level in world.levels(outline, x, y, end.facing, BASE_THICKNESS):
                body = Body(self.model.name, outline, Pose(x, y, level.floor, end.facing), self.model.height)
                if level.floor < end.z - AT and level.ceiling - level.floor + BASE_THICKNESS >= self.model.height - AT and self._free(body) \
                        and self._borne_at(x, y, level, bears) and not world.inside(x, y, level.floor + AT):
                    found.append((end.z - level.floor, (x, y, level.floor)))
        drops = sorted(found)
        return Landings(len(found), Measure(drops[-1][0] if drops else 0.0, name="deepest fall"), Measure(drops[0][0] if drops else 0.0, name="least fall"),
                        tuple(p for _, p in (drops[:1] + drops[-1:])))

    def _borne_at(self, x: float, y: float, level, bears) -> bool:
        """Whether what is under the centre of a base put there bears it."""
        return bears(self, Spot(self.scene.survey, x, y, level.floor, level.triangle)).truth is Truth.HOLDS

    def _free(self, body: Body) -> bool:
        """Whether no other model is where a body would be put."""
        for other in self.everyone_else:
            if zones.side_by_side(body, other) and zones.plan_distance(body.outline, body.pose, other.outline, other.pose) < -AT:
                return False
        return True


def _bridged(corners, tether: float) -> bool:
    """Whether the straight line between the ends of some corners lies over all of them, nowhere more than the tether above."""
    (s0, z0), (s1, z1) = corners[0], corners[-1]
    if s1 - s0 < 1e-9:
        return all(min(z0, z1) - AT <= z <= max(z0, z1) + AT for _, z in corners)
    over = [z0 + (z1 - z0) * (s - s0) / (s1 - s0) - z for s, z in corners]
    return min(over) >= -AT and max(over) <= tether + AT
