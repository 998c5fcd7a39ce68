"""Judging: one way into a ruling, a move into the ruling of its best way, all readings into a sum.

`judge` is the only judge. `rule` surveys once and judges way by way, stopping at the first legal one. `rule_all` does so under every
combination of the readings on which something hangs.
"""
from __future__ import annotations

from dataclasses import dataclass, field, replace

from sim.measure import INCH, Measure
from sim.move import UnitMove
from sim.referee.bench import Bench, Finding
from sim.referee.case import Way, action_of
from sim.referee.clause import Ruleset
from sim.referee.cuts import cut_short
from sim.referee.library import ruleset
from sim.referee.readings import Rulings, checked_readings, every_ruling
from sim.referee.scanned import doubted
from sim.referee.setting import set_scene
from sim.referee.verdict import Verdict
from sim.referee.ways import TooManyWays, rules_modes, ways


@dataclass(frozen=True, eq=False)
class Ruling(Verdict):
    """What the referee says of a move: `verdict` is "legal", "illegal" or "undecided"; the rest says why.

    `score` is the chance that the weakest finding holds, `margin` the least slack in inches over length claims (the most negative if
    illegal; None if the deciding finding is no length). `distance` in inches. A Ruling is not yes or no: bool() of it is refused.
    """
    scene: object
    rules: Ruleset
    way: Way
    findings: tuple[Finding, ...]
    charged: Measure
    allowance: Measure
    effects: tuple
    readings: dict
    complete: bool = True
    cross_check: dict = field(default_factory=lambda: {"bullet": "absent"})

    @property
    def distance(self) -> dict:
        across = self.way.run / INCH
        charged = self.charged.value / INCH
        return {"charged": charged, "horizontal": across, "vertical": charged - across, "allowance": self.allowance.value / INCH}

    @property
    def ends(self) -> dict:
        """Where the model ends (inches), its facing and how it is there."""
        from sim.referee.case import Case
        case = Case(self.scene, self.readings, self.way)
        p = case.end.pose
        return {"at": [p.x / INCH, p.y / INCH, p.z / INCH], "facing": p.facing, "state": case.state}

    @property
    def harm(self) -> int:
        """How many effects of the move do the model harm."""
        return sum(self.rules.effects[name].harm for _, _, name in self.effects if name in self.rules.effects) + bool(self.way.cut_by)

    @property
    def legs(self) -> tuple[dict, ...]:
        from sim.referee.show import legs
        return legs(self)

    def as_dict(self) -> dict:
        """The ruling as CONTRACT's JSON has it, without the move's number."""
        from sim.referee.show import as_dict
        return as_dict(self)

    def __str__(self) -> str:
        from sim.referee.show import as_text
        return as_text(self)


def judged(bench: Bench, way: Way, readings: dict) -> Ruling:
    """A way as far as the rules let it go, judged."""
    def judge_it():
        for step in way.steps:            # what the way itself hangs on: its steps may be charged otherwise under other readings
            bench.mode(step.mode, step.passage, readings)
        return judge(bench, cut_short(bench, way, readings), readings)
    return bench.kept(("ruling", way.arrives, way.key), readings, judge_it)


def judge(bench: Bench, way: Way, readings: dict) -> Ruling:
    """One way, clause by clause."""
    rules, scene = bench.scene.rules, bench.scene
    findings = [*_undeclared(bench), *(f for s in way.steps for f in s.findings)]
    alone = not scene.in_a_unit_move
    for clause in rules.clauses.values():
        if alone or not clause.of_the_unit:
            findings += bench.clause(clause, way, readings)
    effects = effects_of(bench, way, readings, findings, lambda e: alone or not e.of_the_unit)
    if way.cut_by:
        effects = (("stops-short", rules.stops[way.cut_by].gloss, way.cut_by), *effects)
    consulted = {name: r for f in findings for name, r in f.readings.items()}
    from sim.referee.case import Case
    return Ruling(scene, rules, way, tuple(findings), bench.charged(way, readings), Case(scene, readings, way).allowance, effects,
                  {n: r for n, r in sorted(consulted.items()) if len(rules.definitions[n].readings) > 1})


def effects_of(bench: Bench, way, readings: dict, findings, asked) -> tuple:
    """(label, why, name) of the effects that happen, of those `asked` for."""
    broken = any(f.fails for f in findings)
    wanted = {name: e for name, e in bench.scene.rules.effects.items() if asked(e) and (broken or not e.when_illegal)}
    return tuple((e.label, str(c), name) for name, e in wanted.items() for c in bench.effect(e, way, readings))


def _undeclared(bench: Bench) -> list[Finding]:
    """Legs declared by a mode that the game does not know."""
    from sim.measure import fact
    rules, known = bench.scene.rules, rules_modes(bench.scene.rules)
    return [Finding("declared_mode", (), rules.document, "Legs are made in ways the game knows.",
                    fact(False, f"{rules.name} knows no way to move called {leg.by!r}"), {})
            for leg in bench.scene.survey.path if leg.by not in known and leg.by not in (None, "pivot")]


def ruling_of(bench: Bench, readings: dict) -> Ruling:
    """The ruling of the best way: the first legal one, else the first undecided, else the one with the fewest broken clauses."""
    found: list[Ruling] = []
    complete, least = True, None
    try:
        for way in ways(bench, readings):
            broken = sum(f.fails for s in way.steps for f in s.findings)
            if least is not None and broken > least:
                break                     # everything from here on breaks more than the best found
            ruling = judged(bench, way, readings)
            if ruling.verdict == "legal" and not ruling.harm:
                return ruling
            found.append(ruling)
            count = _broken(ruling)
            least = count if least is None else min(least, count)
    except TooManyWays:
        complete = False
    best = min(found, key=lambda r: (("legal", "undecided", "illegal").index(r.verdict), _broken(r), r.harm, r.charged.value))
    return best if complete or best.verdict != "illegal" else replace(best, complete=False)


def _broken(ruling: Ruling) -> int:
    return sum(f.fails and not f.is_allowance for f in ruling.findings)


def rule(table, move, rules: str | Ruleset, readings=None, *, cross_check: bool = True) -> Ruling:
    """Rules on a move under a ruleset and a choice of readings (definition -> reading).

    Raises RefereeError where the move cannot be judged: E_RULESET, E_READING, E_LEVEL, E_OVERLAP, E_STAT.
    """
    rules, chosen = _under(rules, move, readings)
    if isinstance(move, UnitMove):
        from sim.referee.units import rule_unit
        return rule_unit(table, move, rules, chosen, cross_check)
    ruling = ruling_of(Bench(set_scene(table, move, rules)), chosen)
    return doubted(checked(ruling, cross_check), table, move, lambda bench: ruling_of(bench, chosen))


def _under(rules, move, readings) -> tuple[Ruleset, dict]:
    rules = ruleset(rules) if isinstance(rules, str) else rules
    action_of(move, rules)
    return rules, checked_readings(rules, readings or {})


def checked(ruling: Ruling, cross_check: bool) -> Ruling:
    if not cross_check:
        return ruling
    from sim.referee.second import second_opinion
    return replace(ruling, cross_check=second_opinion(ruling))


def rule_all(table, move, rules: str | Ruleset, readings=None, *, cross_check: bool = True) -> Rulings:
    """Rules on a move under all readings at once; `readings` are those of the base ruling."""
    rules, chosen = _under(rules, move, readings)
    if isinstance(move, UnitMove):
        from sim.referee.units import rule_unit_all
        return rule_unit_all(table, move, rules, chosen, cross_check)
    bench = Bench(set_scene(table, move, rules), trail={})
    rulings = every_ruling(rules, chosen, bench.trail, lambda under: ruling_of(bench, under), lambda: bench.asked)
    return replace(rulings, base=checked(rulings.base, cross_check))
