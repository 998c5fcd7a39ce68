"""CPU time of one ruling on every Fallout move of the shared cases (or of tests/cases): p50 and p95, with and without the cross-check.

    python benchmarks/speed/rulings.py [FOLDER]
"""
from __future__ import annotations

import platform
import sys
import time
from pathlib import Path

import numpy as np

from sim.referee import rule, rule_all
from sim.scenario import read_scenario

GAME = "fallout-factions"
REPEATS = 5


def main(folder: Path) -> None:
    moves = [(s, m) for path in sorted(folder.glob("*.toml")) if (s := _read(path)) for m in s.moves
             if (m.ruleset or s.rulesets[0]) == GAME]
    print(f"{len(moves)} moves from {folder.name}/, {REPEATS} runs each, median run; {platform.machine()}, Python {platform.python_version()}")
    for title, ask in (("with cross-check", lambda s, m: rule(s.table, m, GAME)), ("without", lambda s, m: rule(s.table, m, GAME, cross_check=False)),
                       ("all readings, without", lambda s, m: rule_all(s.table, m, GAME, cross_check=False))):
        times = np.array([_time(ask, s, m) for s, m in moves]) * 1e3
        print(f"{title:>22}: p50 {np.percentile(times, 50):6.1f} ms   p95 {np.percentile(times, 95):6.1f} ms   worst {times.max():6.1f} ms")


def _read(path: Path):
    scenario = read_scenario(path)
    return scenario if GAME in scenario.rulesets else None


def _time(ask, scenario, move) -> float:
    ask(scenario, move)                   # worlds and kernels are loaded
    runs = []
    for _ in range(REPEATS):
        start = time.process_time()
        ask(scenario, move)
        runs.append(time.process_time() - start)
    return float(np.median(runs))


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else Path("tests/cases"))
