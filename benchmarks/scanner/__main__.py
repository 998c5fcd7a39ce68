"""Scans of known tables by a virtual scanner, and what a referee makes of them: python -m benchmarks.scanner --tables 20 --moves 500 --seed 1."""
from __future__ import annotations

import argparse
import json
import sys
from functools import partial
from math import inf
from pathlib import Path
from time import monotonic

from benchmarks.scanner.grade import Grade, grade_of
from benchmarks.scanner.report import summary, written
from benchmarks.scanner.scans import Scan
from benchmarks.scanner.trial import Trial, rows_of
from sim.files import write_whole
from sim.jobs import Failed, run
from sim.measure import INCH

LEVELS = (0.0025, 0.005, 0.01, 0.015, 0.02)     # inches
BLOCK = 4                                       # moves of each kind in a job


def main() -> None:
    """Makes the scans, rules on the moves, writes the figures; what was done before in the same folder is not done again."""
    asked = argparse.ArgumentParser(prog="python -m benchmarks.scanner", description=__doc__)
    asked.add_argument("--tables", type=int, default=20)
    asked.add_argument("--moves", type=int, default=500, help="on each table, half of them near limits")
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--workers", type=int, default=1)
    asked.add_argument("--levels", type=float, nargs="+", default=LEVELS, help="noise of the scans, inches, one standard deviation")
    asked.add_argument("--minutes", type=float, default=inf, help="then stop, and tell of what is done; the same command goes on from there")
    asked.add_argument("--out", type=Path, default=Path("scanner-results"))
    given = asked.parse_args()
    sigmas, scans, half = tuple(level * INCH for level in given.levels), str(given.out / "scans"), given.moves // 2
    made = [Grade(Scan(seed=given.seed, number=n, sigma=s), scans) for n in range(given.tables) for s in sigmas]
    trials = [Trial(seed=given.seed, number=n, sigmas=sigmas, first=first, last=min(half, first + BLOCK), scans=scans)
              for first in range(0, half, BLOCK) for n in range(given.tables)]
    store = given.out / "store"
    until = monotonic() + 60 * given.minutes
    grades = _done(run(made, grade_of, store, given.workers, partial(_tell, "scans")), until)
    blocks = _done(run(trials, rows_of, store, given.workers, partial(_tell, "blocks of moves")), until)
    for failed in (r for r in [*grades, *blocks] if isinstance(r, Failed)):
        print(f"failed: {failed.why}")
    rows = [row for block in blocks if not isinstance(block, Failed) for row in block]
    grades = [grade for grade in grades if not isinstance(grade, Failed)]
    write_whole(given.out / "rows.json", json.dumps(rows))
    write_whole(given.out / "grades.json", json.dumps(grades))
    written(given.out, summary(rows, grades), vars(given) | {"done": len({row["table"] for row in rows})})


def _done(results, until: float) -> list:
    """The results up to a moment."""
    found = []
    for result in results:
        found.append(result)
        if monotonic() > until:
            break
    print(file=sys.stderr)
    return found


def _tell(what: str, done: int, of: int) -> None:
    print(f"\r{what}: {done} of {of}", end="", file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
