"""A case: one move on one table, one way of making it, one choice of readings, in the rulebooks' nouns.

This is what the functions of a ruleset are given. Lengths are Measures; yes-or-no sights are Facts.
"""
from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from math import inf

from sim.errors import RefereeError
from sim.facts import gaps
from sim.facts.zones import Body, Piece
from sim.measure import INCH, Fact, Measure, fact
from sim.referee.nouns.air import Air
from sim.referee.nouns.asking import Asking
from sim.referee.nouns.ends import Ends
from sim.referee.nouns.lines import Lines
from sim.referee.nouns.others import Others
from sim.referee.nouns.travel import Travel
from sim.referee.nouns.units import Units


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
class Case(Asking, Others, Ends, Travel, Lines, Air, Units):
    """One way under one choice of readings. `consulted` collects the definitions asked, with what was chosen; `priced`: the charge was asked for.

    `hinges` are those of them on which the answer hangs, as far as is known. A `bench` that asks under every reading answers for definitions.
    """
    scene: Scene
    readings: dict[str, str]
    way: Way | None = None
    bench: object = None
    consulted: dict[str, str] = field(default_factory=dict)
    hinges: dict[str, str] = field(default_factory=dict)
    priced: bool = False

    def reads(self, definition) -> str:
        """The reading chosen for a definition; noted as consulted."""
        chosen = self.readings.get(definition.name, definition.default)
        self.consulted[definition.name] = self.hinges[definition.name] = chosen
        return chosen

    def by(self, definition, args, named):
        """What a definition says of this case."""
        return self.bench.defined(self, definition, args, named) if self.bench else definition.read(self, args, named)

    # ---- who and where

    @property
    def model(self):
        return self.scene.model

    @property
    def mover(self) -> Body:
        """The mover where it starts."""
        return self.scene.mover

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

    @property
    def pieces(self) -> list[Piece]:
        """The way of the base as straight pieces."""
        return self.scene.survey.kept("pieces", self.way.line, self._pieces)

    def _pieces(self) -> list[Piece]:
        survey = self.scene.survey
        traces = [[survey.pose_at(*corner) for corner in step.passage.trace()] for step in self.steps]
        return [Piece(a, b) for trace in traces for a, b in zip(trace, trace[1:])]


def action_of(move, rules) -> str:
    """The action a move declares, or the ruleset's plain one; E_RULESET if the game has none of that name."""
    name = move.action or next(iter(rules.actions))
    if name not in rules.actions:
        raise RefereeError("E_RULESET", f"{rules.name} knows no action {name!r}; it has {', '.join(rules.actions)}", "action")
    return name
