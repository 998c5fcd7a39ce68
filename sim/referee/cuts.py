"""Cutting a move short: a way ends where a rule stops it, before it is judged (SEMANTICS, "Rules may cut a move")."""
from __future__ import annotations

from dataclasses import replace

from sim.facts.passage import Passage, Stand
from sim.measure import AT
from sim.referee.bench import Bench
from sim.referee.case import Step, Way


def cut_short(bench: Bench, way: Way, readings: dict) -> Way:
    """The way up to the first place where one of the ruleset's stops ends it; the way itself where none does."""
    first, by = None, ""
    for stop in bench.scene.rules.stops.values():
        for along in bench.stop(stop, way, readings):
            if along.value < way.run - AT and (first is None or along.value < first):
                first, by = along.value, stop.name
    return way if first is None else cut(bench, way, max(0.0, first), by, readings)


def cut(bench: Bench, way: Way, along: float, by: str, readings: dict) -> Way:
    """A way cut `along` mm of its plan length, for a reason named `by`; a passage through the air is not begun."""
    kept: list[Step] = []
    so_far = 0.0
    for step in way.steps:
        run = step.passage.run.value
        if so_far + run > along:
            return replace(_with_part(bench, way, kept, step, along - so_far, readings), cut_by=by)
        kept.append(step)
        so_far += run
    return replace(way, cut_by=by)


def _with_part(bench: Bench, way: Way, kept: list[Step], step: Step, part: float, readings) -> Way:
    start, whole = step.passage.start, step.passage
    begin = start if whole.end.leg == start.leg else Stand(whole.end.leg, 0.0, start.z, whole.end.floor)
    if whole.kind != "LEVEL" or part <= 1e-9:
        return Way(tuple(kept), start if part <= 1e-9 and not kept else begin)
    s = begin.s + part
    passage = Passage(whole.survey, "LEVEL", start, Stand(whole.end.leg, s, whole.end.floor.z(s), whole.end.floor))
    findings, charge = bench.mode(step.mode, passage, readings)
    return Way((*kept, Step(passage, step.mode, charge, findings)), passage.end)
