"""The ways a move can be made, best first.

A label is a chain of steps to a stand. The best label is taken up first: fewest demands broken, then least charged, then fewest
changes of mode, then the plainer mode, then the higher end. Charges add, so the first legal way is the cheapest (SEMANTICS, Legs and ways).
"""
from __future__ import annotations

import heapq
from collections.abc import Iterator
from itertools import count

from sim.measure import Truth
from sim.referee.bench import Bench
from sim.referee.case import Step, Way

PLAIN_FIRST = ("walk", "climb", "drop", "jump", "fly", "place")
MOST_WAYS = 400
MOST_LABELS = 20_000


class TooManyWays(Exception):
    """More ways than are looked at: "illegal" cannot be said."""


def ways(bench: Bench, readings: dict) -> Iterator[Way]:
    """Ways to the declared end, best first; if none leads there, the one that comes farthest, marked so.

    Undeclared legs are flown only if nothing else arrives. Raises TooManyWays once MOST_WAYS have been given or MOST_LABELS looked at.
    """
    return bench.searched(readings, lambda: _ways(bench, readings))


def _ways(bench: Bench, readings: dict) -> Iterator[Way]:
    given = yield from _search(bench, readings, flying=False)
    if not given and bench.scene.survey.flies:
        given = yield from _search(bench, readings, flying=True)
    if not given:
        yield _farthest(bench, readings)


def _farthest(bench: Bench, readings) -> Way:
    """The unbroken way that comes farthest along the line."""
    best, todo, seen = (bench.scene.survey.start, ()), [(bench.scene.survey.start, ())], set()
    while todo and len(seen) < MOST_LABELS:
        stand, steps = todo.pop()
        if stand.key in seen:
            continue
        seen.add(stand.key)
        if (stand.leg, stand.s) > (best[0].leg, best[0].s):
            best = stand, steps
        todo += [(s.passage.end, (*steps, s)) for s in onward(bench, stand, readings, flying=False) if not any(f.fails for f in s.findings)]
    return Way(best[1], best[0], arrives=False)


def _search(bench: Bench, readings: dict, flying: bool):
    """Gives ways to the declared end, best first, and returns how many there were."""
    survey = bench.scene.survey
    order = count()
    start = survey.start
    heap = [((0, 0.0, 0, 0, 0.0), next(order), start, (), 0)]
    trails: dict = {}                     # chains of passages, numbered: of labels alike but for the modes of level stretches only the best goes on
    best_by_mode: set = set()
    given, looked = 0, 0
    spoilt: set = set()                   # stands a way with a broken demand has come to: only the best such way to each is shown
    while heap:
        (broken, charged, changes, plain, _), _, stand, steps, trail = heapq.heappop(heap)
        looked += 1
        if looked > MOST_LABELS:
            raise TooManyWays
        if steps:
            alike = (trail, steps[-1].mode.name, *(s.mode.name for s in steps if s.passage.kind not in ("LEVEL", "TURN")))
            if alike in best_by_mode:
                continue
            best_by_mode.add(alike)
        if broken:
            if stand.key in spoilt:
                continue
            spoilt.add(stand.key)
        if survey.is_end(stand) and (steps or not survey.passages_from(stand)):
            given += 1
            yield Way(steps, stand)
            if given >= MOST_WAYS:
                raise TooManyWays
            continue
        been = {s.passage.start.key for s in steps}
        for step in onward(bench, stand, readings, flying):
            if step.passage.end.key in been:
                continue
            fails = sum(f.fails for f in step.findings)
            changed = bool(steps) and steps[-1].mode is not step.mode
            key = (broken + fails, round(charged + step.charge.value, 7), changes + changed,
                   plain + PLAIN_FIRST.index(step.mode.by), -step.passage.end.z)
            onto = trails.setdefault((trail, step.passage.key), len(trails) + 1)
            heapq.heappush(heap, (key, next(order), step.passage.end, (*steps, step), onto))
    return given


def onward(bench: Bench, stand, readings, flying: bool) -> list[Step]:
    """The steps that lead on from a stand: each passage in each mode that may make it."""
    found: list[Step] = []
    airborne = []
    for passage in bench.scene.survey.passages_from(stand):
        if passage.kind == "FLIGHT" and not flying and bench.scene.survey.path[passage.end.leg].by != "fly":
            continue
        if passage.airborne:
            airborne.append(passage)
        else:
            found += steps_over(bench, passage, readings)
    if any(s.passage.vertical and s.mode.by == "walk" and not any(f.fails for f in s.findings) and s.passage.change < 0 for s in found):
        return found                      # what is walked down for nothing is not leapt
    for passage in airborne:
        found += steps_over(bench, passage, readings)
    return found


def steps_over(bench: Bench, passage, readings) -> list[Step]:
    """A passage in every mode open to it; modes that fail only where none does not."""
    rules = bench.scene.rules
    by = bench.scene.survey.path[passage.end.leg].by
    made: list[Step] = []
    for mode in sorted(rules.modes.values(), key=lambda m: PLAIN_FIRST.index(m.by)):
        if passage.kind not in mode.takes or by in rules_modes(rules) and mode.by not in (by, "walk"):
            continue
        findings, charge = bench.mode(mode, passage, readings)
        made.append(Step(passage, mode, charge, findings))
        if mode.by == "walk" and all(f.truth is Truth.HOLDS for f in findings):
            return made                   # what can be walked is walked
    if by in rules_modes(rules) and by != "walk":
        declared = [s for s in made if s.mode.by == by]
        made = declared or ([] if passage.airborne else made)
    good = [s for s in made if not any(f.fails for f in s.findings)]
    return good or made


def rules_modes(rules) -> set[str]:
    """The `by` words a game knows."""
    return {m.by for m in rules.modes.values()}
