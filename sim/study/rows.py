"""One row for each move and game: the verdict under every reading, folded to the definitions on which something hangs.

Every figure of the study is made from rows alone. A row's small table: `matters` names definitions, `verdicts` holds a letter and
`charges` the inches for each combination of their readings, in the order of `itertools.product` over the readings as the ruleset has
them. Definitions on which neither verdict nor charge hangs are left out; past MOST_CELLS cells a row is marked `capped`, and its table
holds only what changing one definition at a time does.
"""
from __future__ import annotations

from itertools import product
from math import prod

import numpy as np

from sim.errors import RefereeError
from sim.referee import rule, rule_all

LETTERS = {"legal": "L", "illegal": "I", "undecided": "U"}
MOST_CELLS = 4096
SAME_CHARGE = 1e-3                        # inches


def ruled(table, move, rules, same: dict) -> dict:
    """The row of a move under a ruleset and all its readings; `same` are the columns it shares with others (table, move, sample, ...)."""
    blank = same | {"game": rules.name, "verdict": "", "agree": True, "legal": 0.0, "charged": None, "charged_low": None, "charged_high": None,
                    "allowance": None, "slack": None, "decider": "", "capped": False, "combinations": 0, "error": "",
                    "matters": [], "verdicts": "", "charges": [], "pivots": [], "near": [], "slacks": []}
    try:
        found = rule_all(table, move, rules, cross_check=False)
    except RefereeError as error:
        return blank | {"error": error.code}
    base = found.base
    names, letters, charges, capped = folded(found.by_readings, rules)
    slacks = slacks_of(base)
    distance = base.distance
    legal = [c for v, c in zip(letters, charges) if v == "L"] or charges
    return blank | {"verdict": base.verdict, "agree": len(set(letters)) == 1, "legal": found.legal, "charged": _inches(distance["charged"]),
                    "charged_low": min(legal), "charged_high": max(legal), "allowance": _inches(distance["allowance"]), "slack": _inches(base.margin),
                    "decider": base.decider.clause if base.decider else "", "capped": capped, "combinations": len(found.by_readings), "matters": names,
                    "verdicts": letters, "charges": charges, "pivots": list(found.pivots), "near": list(slacks), "slacks": list(slacks.values())}


def base_verdict(table, move, rules) -> str:
    """The verdict under the usual readings; empty where the move cannot be judged."""
    try:
        return rule(table, move, rules, cross_check=False).verdict
    except RefereeError:
        return ""


def folded(by_readings, rules) -> tuple[list[str], str, list[float], bool]:
    """The names, verdicts and charges of a small table: rulings by readings, without the definitions that change nothing."""
    combos = list(by_readings)
    names = [n for n, _ in combos[0]]
    capped = any([n for n, _ in combo] != names for combo in combos)
    if capped:
        return _one_at_a_time(by_readings, rules)
    sizes = [len(rules.definitions[n].readings) for n in names]
    order = [tuple(zip(names, choice)) for choice in product(*(rules.definitions[n].readings for n in names))]
    rulings = [by_readings[combo] for combo in order]
    letters = np.array([LETTERS[r.verdict] for r in rulings]).reshape(sizes or [1])
    charges = np.array([_inches(r.distance["charged"]) for r in rulings]).reshape(sizes or [1])
    for axis in range(len(names) - 1, -1, -1):
        first = letters.take([0], axis), charges.take([0], axis)
        if (letters == first[0]).all() and (np.abs(charges - first[1]) < SAME_CHARGE).all():
            letters, charges = letters.take(0, axis), charges.take(0, axis)
            names = names[:axis] + names[axis + 1:]
    return names, "".join(letters.ravel()), [float(c) for c in charges.ravel()], False


def _one_at_a_time(by_readings, rules):
    """A table of whole size from single changes: a cell's verdict is that of the first of its changes that changes the usual one."""
    single = {combo[0]: (LETTERS[r.verdict], _inches(r.distance["charged"])) for combo, r in by_readings.items()}
    names = list(dict.fromkeys(n for n, _ in single))
    usual = single[names[0], rules.definitions[names[0]].default]
    names = [n for n in names if any(single[n, r] != usual for r in rules.definitions[n].readings)]
    while prod(len(rules.definitions[n].readings) for n in names) > MOST_CELLS:
        names.pop()
    cells = [next((single[pair] for pair in zip(names, choice) if single[pair] != usual), usual)
             for choice in product(*(rules.definitions[n].readings for n in names))]
    return names, "".join(v for v, _ in cells), [c for _, c in cells], True


def slacks_of(ruling) -> dict[str, float]:
    """For each definition consulted with more than one reading, the slack in inches nearest to nothing among the findings that rest on it."""
    found: dict[str, float] = {}
    for finding in ruling.findings:
        margin = finding.claim.margin
        if margin is None or abs(margin) > 1e6:
            continue
        for name in finding.readings:
            if name in ruling.readings and (name not in found or abs(margin) < abs(found[name])):
                found[name] = _inches(margin)
    return dict(sorted(found.items()))


def _inches(value: float | None) -> float | None:
    """Rounded to a ten-thousandth, so that rows are the same on machines that round the last bits differently."""
    return None if value is None else round(float(value), 4) + 0.0
