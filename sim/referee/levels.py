"""Which level a stop means: one that names none is wherever the best way ends, and it is said where another level could have been meant."""
from __future__ import annotations

from itertools import islice

from sim.errors import Caution
from sim.facts.aloft import LEVEL_REACH
from sim.measure import INCH
from sim.referee.bench import Bench
from sim.referee.ruling import judge
from sim.referee.ways import TooManyWays, ways

WAYS_LOOKED_AT = 40


def level_cautions(ruling, at: str) -> list[Caution]:
    """W_LEVEL for each stop of a legal move that names no level and at which another legal way stands on another one.

    `at` is where the file has the stops. A unit's ruling, or a move of one model.
    """
    if hasattr(ruling, "models"):
        return [caution for one in ruling.models for caution in level_cautions(one, f"{at}s.{one.scene.model.name}")]
    open_stops = [leg for leg in range(len(ruling.scene.survey.path)) if _several(ruling.scene.survey, leg)]
    if ruling.verdict != "legal" or not open_stops:
        return []
    chosen = _levels(ruling.way)
    found: dict[int, float] = {}
    for other in _other_ways(ruling):
        for leg, z in _levels(other).items():
            if leg in open_stops and leg in chosen and abs(z - chosen[leg]) > LEVEL_REACH:
                found.setdefault(leg, z)
    lead_in = len(ruling.scene.survey.path) - len(ruling.scene.move.path)
    return [_caution(ruling.scene.survey, leg, f"{at}[{leg - lead_in}]", chosen[leg], z) for leg, z in sorted(found.items())]


def _several(survey, leg: int) -> bool:
    """Whether a stop names no level and there is more than one."""
    piece = survey.legs[leg]
    return survey.path[leg].to[2] is None and len(piece.floors_at(piece.length)) > 1


def _levels(way) -> dict[int, float]:
    """The height at which a way comes to the end of each leg (mm)."""
    return {step.passage.end.leg: step.passage.end.z for step in way.steps}


def _other_ways(ruling):
    """Legal ways other than the one ruled on, of the first few."""
    bench = Bench(ruling.scene)
    try:
        for way in islice(ways(bench, ruling.readings), WAYS_LOOKED_AT):
            if way.key != ruling.way.key and judge(bench, way, ruling.readings).verdict == "legal":
                yield way
    except TooManyWays:
        return


def _caution(survey, leg: int, at: str, chosen: float, other: float) -> Caution:
    x, y, _ = survey.path[leg].to
    says = (f"({x / INCH:g}, {y / INCH:g}) can be reached at {chosen / INCH:.2f} in and at {other / INCH:.2f} in; "
            f"ruled on at {chosen / INCH:.2f} in: name the level as a third number")
    return Caution("W_LEVEL", says, at)
