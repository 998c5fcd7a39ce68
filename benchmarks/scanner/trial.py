"""The trial: the same moves ruled on the true table and on scans of it, under every game."""
from __future__ import annotations

import hashlib
import signal
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cache, cached_property
from math import inf
from pathlib import Path

import sim
from benchmarks.scanner.scans import Scan, as_terrain, scanned, truth
from sim.errors import RefereeError
from sim.jobs import key_of
from sim.measure import Claim, Compound
from sim.referee import library, rule
from sim.study.boundary import EACH, near_limits
from sim.study.draws import draws
from sim.study.intent import built, intended, made, scene

MOST_SECONDS = 10.0       # of CPU time for one ruling
PLAYERS, LIMITS = "players", "limits"
LETTERS = {"legal": "L", "illegal": "I", "undecided": "U"}


class TookTooLong(Exception):
    """A ruling that was given up."""


@dataclass(frozen=True, kw_only=True)
class Trial:
    """Moves `first` to `last` (not included) of each kind on a table and its scans; a move near a limit is one of EACH from one intent."""
    seed: int
    number: int
    sigmas: tuple[float, ...]
    first: int
    last: int
    scans: str

    @cached_property
    def key(self) -> str:
        return key_of("scanner", self.seed, self.number, self.sigmas, self.first, self.last, code())


@cache
def code() -> str:
    """The hash of what decides a trial's outcome beside the rulesets: the referee's own files and this benchmark's."""
    here, there = Path(__file__).parent, Path(sim.__file__).parent
    digest = hashlib.sha256()
    for path in [*(here / f"{name}.py" for name in ("views", "sensor", "fusion", "scans", "trial")), there / "measure.py", there / "shapes.py",
                 *sorted((there / "facts").glob("*.py")), *sorted((there / "referee").rglob("*.py")), *sorted((there / "world").glob("*.py"))]:
        digest.update(path.read_bytes())
    return digest.hexdigest()


def rows_of(trial: Trial) -> list[dict]:
    """A row for each move, game and scan."""
    table, rows = truth(trial.seed, trial.number), []
    asked = [(sample, n, game, *there) for game in library.names() for sample, n, *there in _moves(trial, table, game)]
    true = [_ruled(there, move, game) for _, _, game, there, move in asked]
    for sigma in trial.sigmas:
        scan = Scan(seed=trial.seed, number=trial.number, sigma=sigma)
        terrain = as_terrain(table.table, scan, scanned(scan, Path(trial.scans)))
        for (sample, n, game, there, move), before in zip(asked, true):
            after = _ruled(replace(there, floor=False, features=terrain), move, game)
            rows.append({"table": trial.number, "sigma": sigma, "sample": sample, "move": n, "game": game, "true": before["verdict"], "scan": after["verdict"],
                         "nearness": _nearness(before, after), "true_why": before["why"], "scan_why": after["why"]})
    return rows


def _moves(trial: Trial, table, game: str):
    """(sample, number, table, move): moves as players make them, the same in every game, then moves near the game's limits."""
    for n in range(trial.first, trial.last):
        intent = intended(table, trial.seed, n)
        if intent is not None:
            far, aside = (float(v) for v in draws(trial.seed, "move", table.number, n).random(2))
            intent = replace(intent, reach=float(intent.mover["stats"]["move"]))
            yield PLAYERS, n, *built(table, scene(table, intent, made(table, intent, far, aside)))
    for n in range(trial.first, trial.last, EACH):
        number = 100_000 + n
        intent = intended(table, trial.seed, number)
        if intent is None:
            continue
        intent = replace(intent, reach=float(intent.mover["stats"]["move"]))
        for k, drawn in enumerate(near_limits(table, intent, library.ruleset(game), trial.seed, number)):
            if n + k < trial.last:
                yield LIMITS, n + k, *built(table, scene(table, intent, made(table, intent, drawn.far, drawn.aside)))


def _ruled(table, move, game: str) -> dict:
    """A letter for the verdict (T: took too long, E: not judged), what decided it, and the slacks and doubts of what was measured, by clause (mm)."""
    try:
        with _no_longer_than(MOST_SECONDS):
            ruling = rule(table, move, game, cross_check=False)
    except TookTooLong:
        return {"verdict": "T", "why": "", "measured": {}}
    except RefereeError as error:
        return {"verdict": "E", "why": f"{error.code}: {error.message}", "measured": {}}
    measured: dict[str, list] = {}
    for finding in ruling.findings:
        for claim in _claims(finding.claim):
            measured.setdefault(finding.clause, []).append((claim.slack, claim.u))
    why = [f"{f.clause}: {f.claim}" for f in ruling.findings if f.truth.value != "holds"]
    why += [ruling.cross_check["because"]] if "because" in ruling.cross_check else []
    return {"verdict": LETTERS[ruling.verdict], "why": "; ".join(why[-2:]), "measured": measured}


def _claims(claim):
    """The comparisons a claim is made of."""
    if isinstance(claim, Compound):
        for part in claim.parts:
            yield from _claims(part)
    elif isinstance(claim, Claim) and abs(claim.slack) < inf:
        yield claim


def _nearness(true: dict, scan: dict) -> float | None:
    """How near any uncertain limit is, in standard deviations of the scan's own doubt, by the truth or by the scan; None where nothing is uncertain."""
    doubts = {clause: max(u for _, u in found) for clause, found in scan["measured"].items()}
    near = [abs(slack) / u for found in scan["measured"].values() for slack, u in found if u > 0]
    near += [abs(slack) / doubts[clause] for clause, found in true["measured"].items() if doubts.get(clause) for slack, _ in found]
    return min(near, default=None)


@contextmanager
def _no_longer_than(seconds: float):
    def stop(*_):
        raise TookTooLong
    before = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
