"""Every move of a scenario under every ruleset asked for, in order, by one process or by several.

A job is one move under one ruleset; where each move starts from the moves before it, all moves under one ruleset are one job. What
comes back is plain data, so that one worker and four give the same bytes.
"""
from __future__ import annotations

import os
import pickle
import tempfile
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from pathlib import Path

from sim.errors import RefereeError
from sim.expect import misses
from sim.house import demand_known, readings_for
from sim.workers import spread


@dataclass(frozen=True, kw_only=True)
class Asked:
    """How the moves are to be judged.

    `file_readings` give way to a move's own, which give way to `readings`. With `expectations`, `expect` is compared.
    """
    file_readings: dict
    readings: dict
    every_reading: bool = False
    cross_check: bool = True
    expectations: bool = False


@dataclass(frozen=True, kw_only=True)
class Job:
    """Moves (with their place in the file) to be judged one after the other under one ruleset."""
    moves: tuple
    ruleset: str
    asked: Asked


def jobs_of(scenario, rulesets: tuple[str, ...], asked: Asked) -> list[Job]:
    """The jobs of a scenario; `rulesets` replace the file's and the moves' own where there are any."""
    games = [_games(scenario, rulesets, i, move) for i, move in enumerate(scenario.moves)]
    numbered = list(enumerate(scenario.moves))
    if scenario.order == "sequence":
        return [Job(moves=tuple((i, m) for i, m in numbered if game in games[i]), ruleset=game, asked=asked)
                for game in dict.fromkeys(game for named in games for game in named)]
    wanted = [(i, m) for i, m in numbered if m.expect or not asked.expectations]
    return [Job(moves=((i, m),), ruleset=game, asked=asked) for i, m in wanted for game in games[i]]


def demand_names(scenario, rulesets: tuple[str, ...], asked: Asked) -> None:
    """Raises E_RULESET or E_READING for names in the file or on the command line that nobody knows.

    A ruleset that only one move names, or that a test asks for before it exists, is that move's own affair.
    """
    from sim.referee import library
    games = [_games(scenario, rulesets, i, move) for i, move in enumerate(scenario.moves)]
    whole = rulesets or tuple(scenario.rulesets)
    if not asked.expectations:
        for name in whole:
            library.ruleset(name)
    named = dict.fromkeys([*whole, *(game for some in games for game in some)])
    if not set(named) <= set(library.names()):
        return
    found = {name: library.ruleset(name) for name in named}
    demand_known(asked.file_readings, found.values(), "readings")
    demand_known(asked.readings, found.values(), "--reading")
    for i, (move, some) in enumerate(zip(scenario.moves, games)):
        demand_known(move.readings, [found[name] for name in some], f"moves[{i}].readings")


def _games(scenario, rulesets: tuple[str, ...], i: int, move) -> tuple[str, ...]:
    games = rulesets or ((move.ruleset,) if move.ruleset else tuple(scenario.rulesets))
    if not games:
        raise RefereeError("E_RULESET", "no ruleset is named: write rulesets = [...] at the top of the file, or use --ruleset", f"moves[{i}]")
    return games


def run(scenario, rulesets: tuple[str, ...], asked: Asked, workers: int = 1, tick=lambda done, of: None) -> list[dict]:
    """An outcome per move and ruleset, by move: the ruling, or the error, as CONTRACT's JSON has them.

    `tick` is told how many jobs are done. With expectations asked for, each outcome also lists its `misses`.
    """
    jobs = jobs_of(scenario, rulesets, asked)
    if workers == 1 or len(jobs) < 2:
        answers = []
        for job in jobs:
            answers.append(work(job, scenario.table))
            tick(len(answers), len(jobs))
    else:
        with tempfile.TemporaryDirectory(prefix="referee-") as folder:
            shared = Path(folder, "table")               # once to disk instead of once per job through a pipe
            shared.write_bytes(pickle.dumps(scenario.table, protocol=5))
            answers = spread(partial(_work_elsewhere, str(shared)), jobs, workers, _given_up, tick)
    return sorted((outcome for answer in answers for outcome in answer), key=lambda outcome: outcome["move"])


def work(job: Job, table) -> list[dict]:
    """The outcomes of one job, judged here and now."""
    outcomes = []
    for i, move in job.moves:
        outcome, table = _one(i, move, job, table)
        outcomes.append(outcome)
    return outcomes


def _one(i: int, move, job: Job, table) -> tuple[dict, object]:
    """One move's outcome, and the table after it."""
    from sim.referee import library, rule, rule_all
    from sim.referee.levels import level_cautions
    asked = job.asked
    outcome = _unjudged(i, move, job)
    try:
        ruleset = library.ruleset(job.ruleset)
        readings = readings_for(ruleset, asked.file_readings, move.readings, asked.readings)
        judged = rule(table, move, ruleset, readings, cross_check=asked.cross_check)
        outcome = {"move": i, **judged.as_dict(), "decider": _place(judged.decider, judged.findings),
                   "warnings": [caution.as_dict() for caution in level_cautions(judged, f"moves[{i}].path")]}
        if asked.every_reading:
            outcome["all_readings"] = rule_all(table, move, ruleset, readings, cross_check=False).as_dict()
        if asked.expectations and move.expect:
            def verdict(definition: str, reading: str) -> str:
                return rule(table, move, ruleset, readings | {definition: reading}, cross_check=False).verdict

            def agree() -> bool:
                return rule_all(table, move, ruleset, readings, cross_check=False).agree
            outcome["misses"] = misses(move.expect, outcome, verdict, agree)
        return outcome, after(table, judged)
    except RefereeError as error:
        outcome["error"] = error.as_dict()
    except Exception as fault:                  # a fault of ours must cost one move, not the batch
        if "REFEREE_DEBUG" in os.environ:
            raise
        outcome["error"] = _died(f"the judge itself failed ({type(fault).__name__}: {fault}); set REFEREE_DEBUG=1 to see where", i)
    if asked.expectations and move.expect:
        outcome["misses"] = [f"cannot be judged: {outcome['error']['code']}: {outcome['error']['message']}"]
    return outcome, table


def after(table, ruling):
    """The table once a move has been made: where it was legal its models stand where they ended, else nothing has changed."""
    if ruling.verdict != "legal":
        return table
    told = ruling.as_dict()
    ends = {part["model"]: part["ends"] for part in told.get("models") or [told]}
    return replace(table, models=tuple(_moved(m, ends[m.name]) if m.name in ends else m for m in table.models))


def _moved(model, ends: dict):
    x, y, z = (25.4 * v for v in ends["at"])
    return replace(model, at=(x, y, z), facing=float(ends["facing"]))


def _place(finding, findings) -> int | None:
    """Where the deciding finding stands among the findings."""
    return None if finding is None else findings.index(finding)


def _unjudged(i: int, move, job: Job) -> dict:
    """What can be said of a move before it is judged."""
    who = {"unit": move.unit} if hasattr(move, "unit") else {"model": move.model}
    return {"move": i, **who, "ruleset": job.ruleset}


def _died(why: str, i: int) -> dict:
    return RefereeError("E_WORKER", why, f"moves[{i}]").as_dict()


def _work_elsewhere(shared: str, job: Job) -> list[dict]:
    return work(job, _table(shared))


@lru_cache(maxsize=1)
def _table(shared: str):
    return pickle.loads(Path(shared).read_bytes())


def _given_up(job: Job) -> list[dict]:
    return [_unjudged(i, move, job) | {"error": _died("the process that judged this move died, twice", i)} for i, move in job.moves]
