"""A unit's move: its models one at a time, each on the table the ones before have left, then the unit as a whole, judged as one."""
from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import partial

from sim.measure import INCH
from sim.move import Move, UnitMove
from sim.referee.bench import Bench
from sim.referee.clause import Ruleset
from sim.referee.readings import Rulings, every_ruling
from sim.referee.ruling import Ruling, checked, effects_of, ruling_of
from sim.referee.setting import set_scene, set_unit_scene
from sim.referee.verdict import Verdict


@dataclass(frozen=True, eq=False)
class UnitRuling(Verdict):
    """What the referee says of a unit's move: `models` are the rulings of those that moved, `findings` theirs and the unit's."""
    move: UnitMove
    rules: Ruleset
    models: tuple[Ruling, ...]
    of_the_unit: tuple
    effects: tuple
    readings: dict
    cross_check: dict = field(default_factory=lambda: {"bullet": "absent"})

    @property
    def findings(self) -> tuple:
        return (*(f for r in self.models for f in r.findings), *self.of_the_unit)

    @property
    def complete(self) -> bool:
        return all(r.complete for r in self.models) or any(f.fails for f in self.of_the_unit)

    @property
    def longest(self) -> Ruling | None:
        """The model charged most."""
        return max(self.models, key=lambda r: r.charged.value, default=None)

    @property
    def distance(self) -> dict:
        """What the model that is charged most is charged (inches)."""
        return self.longest.distance if self.models else {"charged": 0.0, "horizontal": 0.0, "vertical": 0.0, "allowance": (self.move.allowance or 0.0) / INCH}

    def as_dict(self) -> dict:
        """The ruling as CONTRACT's JSON has it, without the move's number."""
        from sim.referee.show import unit_as_dict
        return unit_as_dict(self)

    def __str__(self) -> str:
        from sim.referee.show import unit_as_text
        return unit_as_text(self)


def rule_unit(table, move: UnitMove, rules: Ruleset, readings: dict, cross_check: bool) -> UnitRuling:
    """Rules on a unit's move under one choice of readings."""
    return _cross_checked(_judged(table, move, rules, readings, lambda key, scene: Bench(scene())), cross_check)


def rule_unit_all(table, move: UnitMove, rules: Ruleset, readings: dict, cross_check: bool) -> Rulings:
    """Rules on a unit's move under every combination of the readings that matter to one of its models or to the whole."""
    trail, benches = {}, {}

    def bench(key, scene) -> Bench:
        if key not in benches:
            benches[key] = Bench(scene(), trail)
        return benches[key]

    rulings = every_ruling(rules, readings, trail, lambda under: _judged(table, move, rules, under, bench), lambda: sum(b.asked for b in benches.values()))
    return replace(rulings, base=_cross_checked(rulings.base, cross_check))


def _judged(table, move: UnitMove, rules: Ruleset, readings: dict, bench) -> UnitRuling:
    """The ruling under some readings; `bench` gives the bench for a scene, named by where the models are that have moved."""
    models, moved = [], ()
    for one in each_model(move):
        ruling = ruling_of(bench(moved, partial(set_scene, table, one, rules, in_a_unit_move=True)), readings)
        models.append(ruling)
        table = _moved(table, ruling)
        moved = *moved, (*ruling.ends["at"], ruling.ends["facing"])
    whole = bench((*moved, "all"), partial(set_unit_scene, table, move, rules))
    found = tuple(f for c in rules.clauses.values() if c.of_the_unit for f in whole.clause(c, None, readings))
    everything = [*(f for r in models for f in r.findings), *found]
    effects = list(effects_of(whole, None, readings, everything, lambda e: e.of_the_unit))
    effects += [(label, f"{r.scene.model.name}: {why}", name) for r in models for label, why, name in r.effects]
    consulted = {n: r for part in (*(m.readings for m in models), *(f.readings for f in found)) for n, r in part.items()}
    used = {n: r for n, r in sorted(consulted.items()) if len(rules.definitions[n].readings) > 1}
    return UnitRuling(move, rules, tuple(models), found, tuple(effects), used)


def _cross_checked(ruling: UnitRuling, cross_check: bool) -> UnitRuling:
    models = tuple(checked(model, cross_check) for model in ruling.models)
    return replace(ruling, models=models, cross_check=_together(models))


def each_model(move: UnitMove) -> list[Move]:
    """The moves of the unit's models, in order."""
    return [Move(model=name, path=path, action=move.action, allowance=move.allowance, target=move.target, moved_by=move.moved_by, options=move.options)
            for name, path in move.paths.items()]


def _moved(table, ruling: Ruling):
    """The table with the model where its ruling leaves it, legal or not: the unit is judged at the end."""
    at, facing = ruling.ends["at"], float(ruling.ends["facing"])
    put = replace(ruling.scene.model, at=tuple(INCH * v for v in at), facing=facing)
    return replace(table, models=tuple(put if m.name == put.name else m for m in table.models))


def _together(models) -> dict:
    """One cross-check for all: the first that disagrees, else what all say."""
    said = [m.cross_check for m in models]
    return next((s for s in said if s["bullet"] == "disagrees"), said[0] if said else {"bullet": "absent"})
