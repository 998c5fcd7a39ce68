"""Forged certificates, re-sealed, against the checker: the share refused, by what was forged and by which check caught it.

    python benchmarks/proof/mutations.py SCENARIO... [--count 2000] [--seed 1] [--list]

What the checker lets through is held against the scenario (as `referee verify --scenario` does): a forgery that truly describes another
table is caught there, in the column "table". What then is left is told as equal (the change was undone by sealing, or is within what
measuring tells apart), as drawn only (a place that drawings point to), as not checked (the checker says so itself), or as
let through; `--list` shows the last. Games other than fallout-factions are passed over.
"""
from __future__ import annotations

import argparse
import random
import sys
import tempfile
from collections import Counter
from pathlib import Path

from rich.console import Console
from rich.table import Table

sys.path.insert(0, str(Path(__file__).parents[2]))
from sim.proof.check import check  # noqa: E402
from sim.proof.write import prove  # noqa: E402
from sim.scenario import read_scenario, scenario_from_dict  # noqa: E402
from tests.proof.forger import forged, outcome_of, written  # noqa: E402
from tests.proof.test_forgeries import SCENES  # noqa: E402

GAME = "fallout-factions"
LEFT = ("equal", "drawn only", "not checked", "let through")


def main() -> None:
    ask = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    ask.add_argument("scenarios", type=Path, nargs="+")
    ask.add_argument("--count", type=int, default=2000)
    ask.add_argument("--seed", type=int, default=1)
    ask.add_argument("--list", action="store_true")
    asked = ask.parse_args()
    chance, caught, left = random.Random(asked.seed), Counter(), []
    pools = [[(scenario, *prove(scenario, i, GAME, every_reading=False)) for scenario in scenarios
              for i, move in enumerate(scenario.moves) if GAME in (move.ruleset or scenario.rulesets)]
             for scenarios in ([read_scenario(p) for p in asked.scenarios], [scenario_from_dict(s) for s in SCENES.values()])]
    with tempfile.TemporaryDirectory() as folder:
        for scenario, document, triangles in (original for pool in pools for original in pool):
            report = check(written(Path(folder), document, triangles))
            if not report.accepted:              # a checker that refuses everything would refuse every forgery too
                sys.exit(f"the genuine certificate of move {document['move']['number']} of {scenario.path} is refused: {report.refused[0][1]}")
        for _ in range(asked.count):
            scenario, document, triangles = chance.choice(chance.choice(pools))
            forgery = forged(document, triangles, chance)
            outcome = outcome_of(forgery, document, Path(folder))
            caught[forgery.kind, outcome] += 1
            if outcome == "let through":
                left.append(f"{forgery.kind}: {forgery.what} ({scenario.path and scenario.path.stem} move {document['move']['number']})")
    Console(width=200).print(_by_kind(caught, asked))
    total = sum(n for (_, outcome), n in caught.items() if outcome not in LEFT)
    by_check = Counter({c: sum(n for (_, o), n in caught.items() if o == c) for _, c in caught if c not in LEFT})
    table = Table("check", "refused", "share", title="by the first check that refuses")
    for name, n in by_check.most_common():
        table.add_row(name, str(n), f"{100 * n / total:.1f} %")
    Console().print(table)
    if asked.list:
        print("\n".join(sorted(left)))


def _by_kind(caught: Counter, asked) -> Table:
    """A row for each kind of forgery: how many were refused, and what came of the others."""
    table = Table("forged", "tried", "refused", *LEFT, "share refused", "by", title=f"{asked.count} forgeries, seed {asked.seed}")
    for kind in sorted({kind for kind, _ in caught}):
        outcomes = Counter({o: n for (k, o), n in caught.items() if k == kind})
        tried, left = sum(outcomes.values()), [outcomes[o] for o in LEFT]
        refused, real = tried - sum(left), tried - outcomes["equal"] - outcomes["drawn only"] - outcomes["not checked"]
        checks = ", ".join(f"{o} {n}" for o, n in outcomes.most_common() if o not in LEFT)
        table.add_row(kind, str(tried), str(refused), *map(str, left), f"{100 * refused / max(1, real):.1f} %", checks)
    return table


if __name__ == "__main__":
    main()
