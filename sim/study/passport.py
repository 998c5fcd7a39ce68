"""Passports of openings, per game and reading: the smallest standard base that gets across a gap, the largest that fits a door or stands on a ledge."""
from __future__ import annotations

from meshes import door, plank, trench
from sim.errors import RefereeError
from sim.referee import rule_all
from sim.scenario import scenario_from_dict

BASES = (25, 28.5, 32, 40, 50, 60, 65, 80, 90, 100)       # mm
WIDTHS = tuple(round(0.5 + 0.25 * n, 2) for n in range(13))          # inches
TALL = 8.0
OPENINGS = {                              # what it is, at a width; how far the model walks; which base is asked for
    "gap": (lambda w: trench(width=w), lambda w: w + 5.0, min), "slanted gap": (lambda w: trench(width=w, slant=30), lambda w: w + 5.5, min),
    "door": (lambda w: door(width=w, tall=TALL), lambda w: 6.0, max), "ledge": (lambda w: plank(w), lambda w: 4.5, max)}


def passports(rulesets) -> list[dict]:
    """A row for each opening, width and game: the base under the usual readings, and under each single other reading where it differs.

    The way is walked, and as long as the model may go; None where no standard base passes.
    """
    rows = []
    for kind, (scene, walk, which) in OPENINGS.items():
        for width in WIDTHS:
            for rules in rulesets.values():
                usual, other = _passing(scene(width), walk(width), rules, which)
                rows.append({"opening": kind, "width": width, "game": rules.name, "asked": "smallest" if which is min else "largest",
                             "usual": usual, "other_readings": other})
    return rows


def _passing(scene, walk: float, rules, which):
    verdicts = {base: _verdicts(scene, walk, base, rules) for base in BASES}
    names = sorted({name for found in verdicts.values() for name in found})
    best = {name: which((b for b, found in verdicts.items() if found.get(name, found[""]) == "legal"), default=None) for name in names}
    return best[""], {name: base for name, base in best.items() if base != best[""]}


def _verdicts(scene, walk: float, base: float, rules) -> dict[str, str]:
    """The verdict under the usual readings ("") and under each single change of them."""
    scenario = scenario_from_dict(scene.scenario(walk=walk, by="walk", base=base, stats={"move": walk, "agility": 5}))
    try:
        found = rule_all(scenario.table, scenario.moves[0], rules, cross_check=False)
    except RefereeError:
        return {"": ""}
    out = {"": found.base.verdict}
    for combo, ruling in found.by_readings.items():
        changed = [(n, r) for n, r in combo if r != rules.definitions[n].default]
        if len(changed) == 1:
            out[".".join(changed[0])] = ruling.verdict
    return out
