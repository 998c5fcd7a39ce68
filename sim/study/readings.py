"""What the study knows of a ruleset's readings: which of them are one, how likely each is drawn, and what each rests on."""
from __future__ import annotations

from itertools import combinations

import numpy as np

PARAMETERS = {                            # definitions whose readings are one sentence with another number in it
    "fallout-factions": ("staircase_tread", "climb_tether"), "warhammer-40k": ("climb_tether",), "bushido": ("run_distance",), "warcry": ()}


def basis(reading, rules) -> str:
    """What a reading rests on, by its citation: "text" (the supplied book), "faq" (an FAQ or errata), "outside" (anything else)."""
    cite = reading.cite
    if cite is None:
        return "text"
    if "FAQ" in cite.locator or "errata" in cite.document.lower():
        return "faq"
    return "text" if cite.document == rules.document else "outside"


def allowed(rules, sources: str) -> dict[str, np.ndarray]:
    """For each definition which readings may be drawn: by "text" alone, or by "text and FAQ", where an FAQ that speaks settles it.

    Where the sources say nothing of a definition all its readings remain: that is what the silence leaves open.
    """
    out = {}
    for name, definition in rules.definitions.items():
        of = [basis(r, rules) for r in definition.readings.values()]
        wanted = [("text",)] if sources == "text" else [("faq",), ("text",)]
        mask = next((m for kinds in wanted if (m := [b in kinds for b in of]) and any(m)), [True] * len(of))
        out[name] = np.array(mask, dtype=bool)
    return out


def weights(rules, rows) -> dict[str, np.ndarray]:
    """How likely a referee draws each reading of each definition: alike for readings that differ, shared among readings that are one.

    Two readings are one if nothing tells them apart: no row of the sample and no worked row of the ruleset comes out differently by
    verdict or charge when the one is put for the other. So a reading registered twice, under two names, changes no figure.
    """
    found = {name: _classes(len(d.readings)) for name, d in rules.definitions.items() if d.readings}
    seen = set()
    for row in (*rows, *worked(rules)):
        key = (tuple(row["matters"]), row["verdicts"], tuple(row["charges"]))
        if key not in seen:
            seen.add(key)
            _part(found, rules, row)
    return {name: _weights(groups) for name, groups in found.items()}


def worked(rules) -> list[dict]:
    """The rows of the ruleset's own worked examples, each of which was written to tell readings apart."""
    from sim.scenario import scenario_from_dict
    from sim.study.rows import ruled
    out = []
    for example in rules.examples:
        scenario = scenario_from_dict(example.scene.scenario(**example.move))
        out.append(ruled(scenario.table, scenario.moves[0], rules, {}))
    return out


def _classes(n: int) -> list[int]:
    """A class number for each reading; all one class until something tells them apart."""
    return [0] * n


def _part(found: dict, rules, row) -> None:
    """Parts the classes of the definitions a row's table tells apart."""
    names = row["matters"]
    sizes = [len(rules.definitions[n].readings) for n in names]
    if not names or all(len(set(found[n])) == len(found[n]) for n in names):
        return
    cells = np.array([f"{v} {c}" for v, c in zip(row["verdicts"], row["charges"])]).reshape(sizes)
    for axis, name in enumerate(names):
        slices = [tuple(cells.take(k, axis).ravel()) for k in range(sizes[axis])]
        keys = list(zip(found[name], slices))
        numbers = {key: n for n, key in enumerate(dict.fromkeys(keys))}
        found[name] = [numbers[key] for key in keys]


def _weights(groups: list[int]) -> np.ndarray:
    kinds = len(set(groups))
    return np.array([1.0 / kinds / groups.count(g) for g in groups])


def every_pair(rules) -> list[tuple[str, str, str]]:
    """(definition, reading, other reading) for every pair of readings of a ruleset."""
    return [(name, a, b) for name, d in rules.definitions.items() for a, b in combinations(d.readings, 2)]
