"""What `check`, `test` and `demo` do with a scenario file: read it, rule on it, and say how it came out."""
from __future__ import annotations

from dataclasses import dataclass, field, fields
from math import inf
from pathlib import Path

from sim import batch
from sim.errors import RefereeError
from sim.exits import of_document, worst
from sim.progress import Progress
from sim.quiet import hushed
from sim.show import Paper, show_check, who
from sim.terrain.limits import Limits

SCENARIO_ENDINGS = (".toml", ".json")


@dataclass(frozen=True, kw_only=True)
class Question:
    """What the command line asked for."""
    rulesets: tuple[str, ...] = ()
    readings: dict = field(default_factory=dict)
    every_reading: bool = False
    cross_check: bool = True
    expectations: bool = False
    workers: int = 1
    terrain: tuple[Path, ...] = ()
    limits: dict = field(default_factory=dict)


def checked(path: Path, question: Question) -> dict:
    """The document of `check --json` for one file; for a file that cannot be judged, the one with `error` and `errors`.

    With expectations asked for, only moves that have some are judged, and each outcome lists its `misses`.
    """
    try:
        with hushed():
            scenario = _read(path, question)
            asked = batch.Asked(file_readings=dict(scenario.readings), readings=question.readings, every_reading=question.every_reading,
                                cross_check=question.cross_check, expectations=question.expectations)
            batch.demand_names(scenario, question.rulesets, asked)
            with Progress(str(path)) as tick:
                outcomes = batch.run(scenario, question.rulesets, asked, question.workers, tick)
    except RefereeError as error:
        return {"version": 1, "scenario": str(path), "error": error.as_dict(), "errors": [e.as_dict() for e in error.all]}
    return {"version": 1, "scenario": str(path), "title": scenario.title, "sha256": scenario.sha256,
            "warnings": [*(w.as_dict() for w in scenario.warnings), *(w for outcome in outcomes for w in outcome.pop("warnings", ()))],
            "rulings": outcomes}


def show(document: dict, verbose: bool = False, above: str = "") -> None:
    """One document as people read it, after the text `above`; errors go to stderr."""
    if "error" in document:
        for error in document["errors"]:
            Paper(stderr=True).line(f"{document['scenario']}: {_sentence(error)}")
    else:
        paper = Paper()
        paper.print(above, end="")
        show_check(paper, document, verbose=verbose)


def run_tests(paths: list[Path], question: Question) -> int:
    """Compares every file's expectations, prints the misses and a count; 0, 1, or the code of a file that cannot be read."""
    paper, passed, failed, codes = Paper(), 0, 0, [0]
    for path in _scenarios(paths):
        document = checked(path, question)
        if "error" in document:
            failed += 1
            codes.append(of_document(document))
            for error in document["errors"]:
                paper.line(f"{path}: {_sentence(error)}")
            continue
        outcomes = [o for o in document["rulings"] if "misses" in o]
        missed = _print_misses(paper, str(path), outcomes)
        passed, failed = passed + len(outcomes) - missed, failed + missed
        codes.append(int(missed > 0))
    paper.line(f"{passed} passed, {failed} failed")
    return worst(codes)


def run_demo(path: Path) -> int:
    """Rules on the demo table as on any other file, and holds the rulings against the file's own expectations."""
    document = checked(path, Question(expectations=True))
    show(document)
    if "error" in document:
        return of_document(document)
    paper = Paper()
    missed = _print_misses(paper, "not as expected", document["rulings"])
    paper.line(f"The table is in {path.parent}: look at its meshes, change a path in {path.name}, and run: referee check {path}")
    return int(missed > 0)


def _print_misses(paper: Paper, where: str, outcomes: list[dict]) -> int:
    """A line per miss; how many moves missed."""
    for outcome in outcomes:
        for miss in outcome["misses"]:
            paper.line(f"{where}: move {outcome['move']} ({who(outcome)}, {outcome['ruleset']}): {miss}")
    return sum(bool(o["misses"]) for o in outcomes)


def _read(path: Path, question: Question):
    from sim.scenario import read_scenario
    return read_scenario(path, terrain_dirs=question.terrain, limits=limits_of(question.limits))


def limits_of(given: dict[str, str]) -> Limits:
    """The usual limits with those that were given; each is a number above zero."""
    kinds = {f.name: int if f.type == "int" else float for f in fields(Limits)}
    limits = {}
    for name, value in given.items():
        if name not in kinds:
            raise RefereeError("E_SCENARIO", f"there is no limit {name!r}; there are {', '.join(kinds)}", "--limit")
        try:
            limits[name] = kinds[name](float(value))
        except (ValueError, OverflowError):
            limits[name] = 0
        if not 0 < limits[name] < inf:
            raise RefereeError("E_SCENARIO", f"the limit {name} is a number above zero, not {value!r}", "--limit")
    return Limits(**limits)


def _scenarios(paths: list[Path]):
    for path in paths:
        if not path.is_dir():
            yield path
            continue
        proofs = "certificate.json"                # a folder of proofs among the scenarios is none of them
        found = sorted(p for p in path.rglob("*") if p.suffix in SCENARIO_ENDINGS and p.is_file() and p.name != proofs)
        if not found:
            raise RefereeError("E_SCENARIO", "no scenario files (.toml, .json) are in this folder", str(path))
        yield from found


def _sentence(error: dict) -> str:
    return f"{error['code']}: {error['message']}" + (f" ({error['at']})" if error["at"] else "")
