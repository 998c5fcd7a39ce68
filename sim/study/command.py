"""The command `referee study`: rows, figures, contested scenes and the report, into one folder."""
from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path

from sim.files import write_whole
from sim.progress import Progress
from sim.study.parts import polars
from sim.study.plan import Plan, read_plan

WORKER_DIED = 4
MAPPED = "dense"                          # the argument map is of the first table of this density


def study(config: Path | None, out: Path, workers: int, cluster: str, contested_only: bool, **given) -> int:
    """Runs a study and writes results.parquet, figures.json, contested/ and report.html to `out`; 4 if a table could not be done, else 0."""
    plan = read_plan(config, **given)
    failed: list = []
    if not contested_only:
        polars()
        from sim.study.run import run
        with Progress("tables") as tick:
            failed = run(plan, out, workers, cluster, tick)
    scenes = contested(plan, out, workers)
    print(f"{scenes['found']} of {scenes['pairs']} pairs of readings have a scene that splits them: {out / 'contested'}")
    if not contested_only:
        for line in write_report(plan, out, scenes):
            print(line)
        if failed:
            print(f"{len(failed)} tables could not be done ({failed[0].why}); run it again")
    return WORKER_DIED if failed else 0


def contested(plan: Plan, out: Path, workers: int) -> dict:
    """The smallest scenes for every pair of readings, in `out/contested`."""
    from sim.study.contested import search
    with Progress("contested scenes") as tick:
        return search(_rulesets(plan), out / "contested", workers=workers, tick=tick)


def write_report(plan: Plan, out: Path, scenes: dict) -> list[str]:
    """figures.json and report.html from results.parquet; returns what to tell the person who asked."""
    from sim.study.argument import argument_map
    from sim.study.figures import figures
    from sim.study.passport import passports
    from sim.study.report import page
    from sim.study.tables import DENSITIES, drawn_table
    rulesets = _rulesets(plan)
    table = drawn_table(plan.seed, list(DENSITIES).index(MAPPED))
    with Progress("figures") as tick:
        document = {"version": 1, "plan": asdict(plan), "figures": figures(polars().read_parquet(out / "results.parquet"), rulesets)}
        tick(1, 3)
        document |= {"passports": passports(rulesets)}
        tick(2, 3)
        document |= {"map_table": table.data, "maps": [argument_map(table, rules, plan.seed) for rules in rulesets.values()]}
        tick(3, 3)
    write_whole(out / "figures.json", json.dumps(document, indent=1, ensure_ascii=False, allow_nan=False) + "\n")
    write_whole(out / "report.html", page(document, scenes, out / "contested"))
    return [*(_line(game, told) for game, told in document["figures"]["games"].items()), f"the report is {out / 'report.html'}"]


def _line(game: str, told: dict) -> str:
    from sim.study.fixes import fixes, in_words
    s, d = told["players"]["split"], told["players"]["disagree"]
    best = fixes(told)
    first = f"; {best[0]['definition']}: {in_words(best[0])}" if best else ""
    return (f"{game}: of {told['moves']:,} moves {100 * s['value']:.1f} % [{100 * s['low']:.1f}, {100 * s['high']:.1f}] are disputed; two referees disagree on "
            f"{100 * d['value']:.1f} % [{100 * d['low']:.1f}, {100 * d['high']:.1f}]{first}")


def _rulesets(plan: Plan) -> dict:
    from sim.referee import library
    return {name: library.ruleset(name) for name in plan.games}
