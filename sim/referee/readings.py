"""All readings at once: rulings as a sum.

A ruling under other readings is made only where something on its way hung on them, and definitions on which nothing hangs are not
multiplied out.
"""
from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from difflib import get_close_matches
from itertools import product
from types import MappingProxyType

from sim.errors import RefereeError
from sim.referee.clause import Ruleset
from sim.referee.trees import Answer, grown, leaf
from sim.referee.verdict import Verdict

MOST_COMBINATIONS = 4096


@dataclass(frozen=True, eq=False)
class Rulings:
    """The rulings under every combination of the readings on which something depends. `base` is the one under the chosen readings."""
    base: Verdict
    by_readings: MappingProxyType
    pivots: tuple[str, ...]
    asked: int

    @property
    def agree(self) -> bool:
        return len({r.verdict for r in self.by_readings.values()}) == 1

    @property
    def disputed(self) -> bool:
        return not self.agree

    @property
    def legal(self) -> float:
        """Share of legal verdicts among the combinations, each counted alike."""
        return sum(r.verdict == "legal" for r in self.by_readings.values()) / len(self.by_readings)

    def as_dict(self) -> dict:
        """What CONTRACT's JSON has under `all_readings`."""
        return {"agree": self.agree, "legal": self.legal, "pivots": list(self.pivots)}


def every_ruling(rules: Ruleset, chosen: dict, trail: dict, judge: Callable[[dict], Verdict], asked: Callable[[], int]) -> Rulings:
    """The rulings under every combination of the readings that matter; `judge` leaves in `trail` what its ruling hung on."""
    tree, matters = None, set()
    defaults = {d.name: d.default for d in rules.definitions.values() if d.readings}

    def under(combination: tuple) -> Verdict:
        nonlocal tree
        readings = defaults | chosen | dict(combination)
        answer = leaf(tree, readings, rules.definitions)
        if answer is None:
            trail.clear()
            answer = Answer(judge(readings), dict(trail))
            tree = grown(tree, answer.consulted, answer)
            matters.update(trail)
        ruling = answer.value
        return replace(ruling, readings={name: readings.get(name, reading) for name, reading in ruling.readings.items()})

    base, known = under(()), None
    while known != matters:               # what matters may open ways on which more matters
        known = set(matters)
        rulings = {combination: under(combination) for combination in combinations(rules, known)}
    return Rulings(base, MappingProxyType(rulings), tuple(n for n in sorted(matters) if pivots(rulings, n)), asked())


def combinations(rules: Ruleset, names: set[str]) -> list[tuple]:
    """Every choice of readings of some definitions; only one change at a time past MOST_COMBINATIONS."""
    ordered = sorted(names)
    size = 1
    for n in ordered:
        size *= len(rules.definitions[n].readings)
    if size <= MOST_COMBINATIONS:
        return [tuple(zip(ordered, choice)) for choice in product(*(rules.definitions[n].readings for n in ordered))]
    return [((n, r),) for n in ordered for r in rules.definitions[n].readings]


def pivots(rulings, name: str) -> bool:
    """Whether some change of this definition alone changes the verdict."""
    by_rest: dict = {}
    for combo, ruling in rulings.items():
        rest = tuple(p for p in combo if p[0] != name)
        by_rest.setdefault(rest, set()).add(ruling.verdict)
    return any(len(v) > 1 for v in by_rest.values())


def checked_readings(rules: Ruleset, readings) -> dict:
    """Readings by name, refused where the ruleset has none of that name; those of other games are passed over."""
    errors = []
    for name, reading in readings.items():
        definition = rules.definitions.get(name)
        if definition is None:
            near = get_close_matches(name, rules.definitions, 1)
            hint = f"; did you mean {near[0]!r}?" if near else ""
            errors.append(RefereeError("E_READING", f"{rules.name} has no definition {name!r}{hint}", f"readings.{name}"))
        elif reading not in definition.readings:
            errors.append(RefereeError("E_READING", f"{name} has no reading {reading!r}; it has {', '.join(definition.readings)}", f"readings.{name}"))
    if errors:
        raise RefereeError.of(errors)
    return dict(readings)
