"""The referee's geometry against an oracle in exact fractions, half of the queries at a limit or a hair beside it.

    python -m benchmarks.oracle [--queries 10000] [--seed 1] [--list]

Prints for each kind of question how many were asked, the largest difference from the exact answer (mm; a share for overhang), and how
many answers lie outside AT. `--list` shows those. The exit code is 1 if there are any.
"""
from __future__ import annotations

import argparse
import sys
from collections import defaultdict
from random import Random

from rich.console import Console
from rich.progress import track
from rich.table import Column, Table

from tests.oracle.asked import ask
from tests.oracle.draws import draw


def main() -> int:
    options = argparse.ArgumentParser(prog="python -m benchmarks.oracle", description=__doc__.splitlines()[0])
    options.add_argument("--queries", type=int, default=10_000)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--list", action="store_true", help="show every answer outside AT")
    asked = options.parse_args()
    chance, outcomes = Random(asked.seed), defaultdict(list)
    for number in track(range(asked.queries), "asking", console=Console(stderr=True), transient=True):
        outcome = ask(draw(chance, number))
        outcomes[outcome.query.kind].append(outcome)
    wrong = [o for kind in outcomes.values() for o in kind if o.wrong]
    Console().print(_table(outcomes, asked.seed))
    for outcome in wrong if asked.list else ():
        print(f"{outcome.query.kind}: {outcome.said}\n    {outcome.query}")
    return 1 if wrong else 0


def _table(outcomes, seed: int) -> Table:
    count = sum(map(len, outcomes.values()))
    table = Table(Column("kind", no_wrap=True), "queries", "at a limit", "largest difference", "outside AT", title=f"{count} queries, seed {seed}")
    for kind, found in outcomes.items():
        differences = [o.difference for o in found if o.difference is not None]
        table.add_row(kind, str(len(found)), str(sum(o.query.near for o in found)), f"{max(differences):.1e}" if differences else "yes or no",
                      str(sum(o.wrong for o in found)))
    table.add_section()
    table.add_row("all", str(count), str(sum(o.query.near for k in outcomes.values() for o in k)), "", str(sum(o.wrong for k in outcomes.values() for o in k)))
    return table


if __name__ == "__main__":
    sys.exit(main())
