"""A case: one move on one table, one way of making it, one choice of readings, in the rulebooks' nouns.

This is what the functions of a ruleset are given. Lengths are Measures; yes-or-no sights are Facts.
"""
from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from math import copysign, degrees, inf, radians, sin

from sim.errors import RefereeError
from sim.facts import gaps, zones
from sim.facts.support import Rest
from sim.facts.zones import Body, Piece, Zone
from sim.measure import AT, INCH, Compound, Fact, Measure, Truth, fact
from sim.referee.nouns.air import Air
from sim.referee.nouns.lines import Lines
from sim.referee.nouns.units import Units
from sim.shapes import Pose


@dataclass(frozen=True)
class Step:
    """A passage made in a mode, what it is charged, and what the mode demanded."""
    passage: object
    mode: object
    charge: Measure
    findings: tuple


@dataclass(frozen=True, eq=False)
class Way:
    """Steps from the start to where the move ends; `arrives` is False if nothing leads to the declared end.

    `cut_by` names what ended the move before its declared end.
    """
    steps: tuple[Step, ...]
    end: object
    arrives: bool = True
    cut_by: str = ""

    @cached_property
    def key(self) -> tuple:
        """What tells this way from others; charges belong to it, since readings may price the same steps differently."""
        return self.cut_by, *((s.passage.key, s.mode.name, s.charge.value, s.charge.u) for s in self.steps)

    @cached_property
    def line(self) -> tuple:
        """What tells this way from others but for what it is charged."""
        return self.cut_by, *((s.passage.key, s.mode.name) for s in self.steps)

    @property
    def run(self) -> float:
        return sum(s.passage.run.value for s in self.steps)


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


@dataclass(frozen=True, eq=False)
class Scene:
    """What stays the same for every case of one move: the table, the survey, everyone's place."""
    table: object
    survey: object
    move: object
    bodies: dict[str, Body]
    rules: object
    in_a_unit_move: bool = False

    @property
    def model(self):
        """The model that moves; of a unit that has moved, its first."""
        return self.survey.model if self.survey else self.table.unit(self.move.unit)[0]

    @property
    def unit(self) -> str:
        """The unit that moves, empty for a model of none."""
        return self.model.unit

    @cached_property
    def mover(self) -> Body:
        return self.bodies[self.model.name]

    def others(self, side: bool | None = None) -> list[Body]:
        """The other models: all, or those of the mover's side (True) or not (False)."""
        return [self.bodies[m.name] for m in self.table.models if m.name != self.model.name
                and (side is None or (m.side == self.model.side) == side)]

    def model_of(self, body: Body):
        return self.table.model(body.name)


@dataclass(eq=False)
class Case(Lines, Air, Units):
    """One way under one choice of readings. `consulted` collects the definitions asked, with what was chosen; `priced`: the charge was asked for."""
    scene: Scene
    readings: dict[str, str]
    way: Way | None = None
    consulted: dict[str, str] = field(default_factory=dict)
    priced: bool = False

    def reads(self, definition) -> str:
        """The reading chosen for a definition; noted as consulted."""
        chosen = self.readings.get(definition.name, definition.default)
        self.consulted[definition.name] = chosen
        return chosen

    def settled(self, definition, *about):
        """A measure by a definition, which is consulted only where its readings differ."""
        measures = [reading(self, *about) for reading in definition.readings.values()]
        alike = all((m.value, m.u) == (measures[0].value, measures[0].u) for m in measures)
        return measures[0] if alike else definition(self, *about)

    # ---- who and where

    @property
    def model(self):
        return self.scene.model

    @property
    def mover(self) -> Body:
        """The mover where it starts."""
        return self.scene.mover

    @property
    def enemies(self) -> list[Body]:
        return self.scene.others(side=False)

    @property
    def friends(self) -> list[Body]:
        return self.scene.others(side=True)

    @property
    def everyone_else(self) -> list[Body]:
        return self.scene.others()

    def opponents_of(self, body: Body) -> list[Body]:
        """Models of other sides than that body's, the mover where it starts."""
        side = self.scene.model_of(body).side
        return [b for b in self.scene.bodies.values() if self.scene.model_of(b).side != side]

    def stat(self, name: str) -> Measure:
        """A length on the model's profile, in inches there; E_STAT if the file gives none."""
        value = self.model.stats.get(name)
        if value is None:
            raise RefereeError("E_STAT", f"the model needs a number {name!r} among its stats for this move; add stats = {{ {name} = ... }}",
                               f"models.{self.model.name}.stats.{name}")
        return Measure(value * INCH, name=name)

    def stat_or(self, name: str, otherwise: Measure) -> Measure:
        """A length on the model's profile if it has it."""
        return self.stat(name) if name in self.model.stats else otherwise

    @property
    def action(self) -> str:
        """The action declared, or the game's plain one."""
        return action_of(self.scene.move, self.scene.rules)

    @property
    def allowance(self) -> Measure:
        """The distance this move may be charged."""
        move, rules = self.scene.move, self.scene.rules
        if move.allowance is not None:
            return Measure(move.allowance, name="allowance")
        return rules.actions[self.action].body(self).named("allowance")

    # ---- the way

    @property
    def steps(self) -> tuple[Step, ...]:
        return self.way.steps

    @property
    def arrives(self) -> Fact:
        """Whether any way leads along the line to the declared end."""
        if self.way.arrives:
            return fact(True, "a way leads to the declared end")
        pose = self.scene.survey.pose_at(self.way.end.leg, self.way.end.s, self.way.end.z)
        return fact(False, f"no way leads on along the line from ({pose.x / INCH:.2f}, {pose.y / INCH:.2f}, {pose.z / INCH:.2f})",
                    (("points", ((pose.x, pose.y, pose.z),)),))

    @property
    def charged(self) -> Measure:
        """All the way is charged: passage by passage, and as a whole."""
        self.priced = True
        parts = [*(step.charge for step in self.steps), *(charge(self) for charge in self.scene.rules.whole_charges)]
        return Measure(sum(p.value for p in parts), sum(p.u for p in parts), name="distance charged")

    @property
    def headroom(self) -> Measure:
        """Least free height on the way."""
        return min((s.passage.headroom for s in self.steps), key=lambda m: m.value, default=Measure(inf, name="headroom"))

    def gaps(self, deeper_than: Measure) -> list:
        """Gaps the way passes over, counting what lies at least so deep."""
        return self.scene.survey.kept("gaps", (self.way.line, deeper_than.value),
                                      lambda: gaps.gaps(self.scene.survey, [s.passage for s in self.steps], deeper_than.value))

    @cached_property
    def pieces(self) -> list[Piece]:
        """The way of the base as straight pieces."""
        out = []
        for step in self.steps:
            corners = step.passage.trace()
            for a, b in zip(corners, corners[1:]):
                out.append(Piece(self.scene.survey.pose_at(*a), self.scene.survey.pose_at(*b)))
        return out

    # ---- the end

    @property
    def end_pose(self) -> Pose:
        """Where the level base ends, with the facing it ends in."""
        survey, stand = self.scene.survey, self.way.end
        pose = survey.pose_at(stand.leg, stand.s, stand.z)
        turned = survey.path[stand.leg].facing
        return Pose(pose.x, pose.y, pose.z, turned if turned is not None and survey.is_stop(stand) else pose.facing)

    @property
    def rest(self) -> Rest:
        """The base at rest where the move ends."""
        return self.scene.survey.kept("rest", self.end_pose, lambda: Rest(self.scene.survey.world, self.model.outline, self.end_pose))

    @property
    def state(self) -> str:
        """How the model is at its end: standing, overhanging, hanging (on a face) or aloft (in the air)."""
        if self.way.end.aloft:
            return "hanging" if self.steps and self.steps[-1].mode.by == "climb" else "aloft"
        return "standing" if self.rest.stands else "overhanging"

    @property
    def end(self) -> Body:
        """The mover where it ends, at its elevation."""
        p = self.end_pose
        return Body(self.model.name, self.model.outline, Pose(p.x, p.y, self.rest.elevation, p.facing), self.model.height)

    @staticmethod
    def total(lengths) -> Measure:
        """A sum of lengths, nothing if there are none."""
        return sum(lengths, Measure(0.0))

    @property
    def climbs_as_one(self) -> list[WholeMove]:
        """The move from end to end, if it climbs at all."""
        if not any(s.mode.by == "climb" for s in self.steps):
            return []
        return [WholeMove(Measure(abs(self.way.end.z - self.scene.survey.start.z), name="net change of level"))]

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

    @property
    def stops(self) -> list[Body]:
        """The mover at each stop of its way."""
        survey = self.scene.survey
        ends = [s.passage.end for s in self.steps if survey.is_stop(s.passage.end)]
        poses = [survey.pose_at(e.leg, e.s, e.z) for e in ends]
        return [Body(self.model.name, self.model.outline, p, self.model.height) for p in poses[:-1]] + [self.end]

    def stands_up(self, lying: bool) -> Fact:
        """Whether the base stays where it is put: its centre over what bears it (kept level by hand, it always does)."""
        stays = self.rest.stands or not lying
        return fact(stays, "the base stands" if stays else "the base topples: its centre is not over what bears it")

    @property
    def tilt(self) -> Measure:
        return Measure(self.rest.plane.tilt, unit="angle", name="tilt", near=0.01)

    @property
    def flat(self) -> Measure:
        """As level as anyone can tell by eye."""
        return Measure(1.0, unit="angle", name="level", near=0.01)

    def overhang(self, how: str, lying: bool, together: bool) -> Measure:
        """Part of the base over air: how is area, centre, reach or length."""
        rest = self.rest
        lying, together = lying and rest.plane.tilt > 0, together or len(rest.pieces()) == 1     # where nothing hangs on it, ask once
        return self.scene.survey.kept("overhang", (self.end_pose, how, lying, together), lambda: rest.overhang(how, lying, together))

    @property
    def borne_all_over(self) -> Fact:
        """Whether the base lies level with terrain of one piece under all of it."""
        return self.scene.survey.kept("borne", self.end_pose, lambda: fact(self.rest.borne_all_over, "all of the base is borne"))

    @property
    def half_width(self) -> Measure:
        return Measure(self.model.outline.shortest / 2, name="half the base's width")

    @property
    def height(self) -> Measure:
        return Measure(self.model.height, name="height of the model")

    def height_of(self, body: Body) -> Measure:
        return Measure(body.height, name=f"height of {body.name}")

    @staticmethod
    def taller_of(a: Measure, b: Measure) -> Measure:
        return a if a.value >= b.value else b

    @staticmethod
    def whichever(first: bool, yes: Measure, no: Measure) -> Measure:
        """One of two lengths by a plain yes or no."""
        return yes if first else no

    @staticmethod
    def any_of(claims):
        """Holds if one of the claims does, and asks no further; fails if there is none."""
        asked = []
        for claim in claims:
            if claim.truth is Truth.HOLDS:
                return claim
            asked.append(claim)
        return Compound("or", tuple(asked)) if len(asked) > 1 else asked[0] if asked else fact(False, "there is none")

    @staticmethod
    def all_of(claims):
        """Fails if one of the claims does, and asks no further; holds if there is none."""
        asked = []
        for claim in claims:
            if claim.truth is Truth.FAILS:
                return claim
            asked.append(claim)
        return Compound("and", tuple(asked)) if len(asked) > 1 else asked[0] if asked else fact(True, "there is none")

    # ---- others

    def plan_distance(self, a: Body, b: Body) -> Measure:
        """Plan distance between two bases, below zero if they overlap."""
        return Measure(zones.plan_distance(a.outline, a.pose, b.outline, b.pose), name=f"from {a.name} to {b.name}",
                       witness=(("points", (tuple((*p, o.pose.z) for p, o in zip(zones.closest_points(a.outline, a.pose, b.outline, b.pose), (a, b))))),))

    def height_between(self, a: Body, b: Body) -> Measure:
        """Difference of elevation."""
        return Measure(abs(a.pose.z - b.pose.z), name=f"height between {a.name} and {b.name}")

    def height_over_top(self, a: Body, b: Body) -> Measure:
        """How far the upper base is over the top of the lower model; below zero if it is not."""
        low, high = sorted((a, b), key=lambda m: m.pose.z)
        return Measure(high.pose.z - low.pose.z - low.height, name=f"{high.name}'s base over {low.name}'s top")

    def nearest(self, owner: Body, radius: Measure, **zone) -> Measure:
        """How near the mover comes to another model's base on its way, where its surroundings count; see `_area` for `zone`.

        A stretch in which the mover starts inside is left out.
        """
        where, area = self._area(owner, radius, **zone)
        return self.scene.survey.kept("nearest", (self.way.line, where, area),
                                      lambda: zones.entered(self.scene.survey.world, self.mover, self.pieces, where, area))

    def _area(self, owner: Body, radius: Measure, low: float | None = None, high: float | None = None, wall: Measure | None = None,
              around: bool = False, in_sight: bool = False) -> tuple[Body, Zone]:
        """A model's surroundings: they reach `radius` in plan and from `low` to `high` inches over its base (None: without end).

        They do not reach through walls at least `wall` tall, unless `around` their ends; `in_sight`: only what the model has before it
        and terrain does not hide.
        """
        area = Zone(radius.value, -inf if low is None else low * INCH, inf if high is None else high * INCH,
                    inf if wall is None else wall.value, owner.pose.z, around, in_sight)
        return replace(owner, front=in_sight), area

    def beside(self, other: Body) -> Measure:
        """Least room between the mover and another model on the way, where their heights overlap; below zero: through it."""
        return self.scene.survey.kept("beside", (self.way.line, other.name), lambda: zones.clearance(self.mover, self.pieces, other))

    def on_top_of(self, other: Body, model: Body | None = None) -> Measure:
        """Room left in plan between a model (the mover at its end) and another base, where the bodies' heights overlap; endless if they do not."""
        model = model or self.end
        if abs(model.pose.z - other.pose.z) >= max(model.height, other.height) - AT:
            return Measure(inf, name=f"room beside {other.name}")
        return self.plan_distance(model, other).named(f"room beside {other.name}")


def action_of(move, rules) -> str:
    """The action a move declares, or the ruleset's plain one; E_RULESET if the game has none of that name."""
    name = move.action or next(iter(rules.actions))
    if name not in rules.actions:
        raise RefereeError("E_RULESET", f"{rules.name} knows no action {name!r}; it has {', '.join(rules.actions)}", "action")
    return name
