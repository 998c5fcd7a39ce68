"""Tables of scenario files, kits and scans among them: what models can stand on is found by looking, not known beforehand."""
from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from math import hypot
from pathlib import Path

from sim.errors import RefereeError
from sim.measure import INCH
from sim.scenario import read_scenario
from sim.study.draws import draws
from sim.study.plan import Plan
from sim.study.tables import BOARD, StudyTable

LOOKED_AT = 400                           # points of the table looked at for places to stand on
PLACES = 20


@dataclass(frozen=True, kw_only=True, eq=False)
class FileTable(StudyTable):
    """A study table whose terrain is that of a scenario file."""
    read: object

    @cached_property
    def scenario(self):
        return self.read


def table_from_file(plan: Plan, number: int) -> FileTable:
    """Table `number` of a plan, one of its `tables`; E_SCENARIO if the board is not one models of the study can be drawn on."""
    from sim.referee.setting import start_of, world_of
    from sim.study.tables import stands
    path = plan.tables[number - plan.drawn_tables]
    found = read_scenario(Path(path), terrain_dirs=tuple(map(Path, plan.terrain)))
    if min(found.table.size) < BOARD * INCH:
        raise RefereeError("E_SCENARIO", f"the study moves on boards of at least {BOARD:g} x {BOARD:g} in; give the file one", f"{path}: board.size")
    rng = draws(plan.seed, "file", number)
    world = world_of(replace(found.table, models=()))
    tops, models = [], []
    for x, y in rng.uniform(1.5, BOARD - 1.5, (LOOKED_AT, 2)).round(3).tolist():
        z = max((level.floor / INCH for level in world.levels(_coin(), x * INCH, y * INCH)), default=0.0)
        entry = {"name": f"foe {len(models) + 1}", "side": "blue", "base": 32.0, "height": 1.5, "at": [x, y, round(z, 4)], "stats": {"move": 6, "agility": 5}}
        if not stands(world, entry, start_of):
            continue
        if z > 0.4 and len(tops) < PLACES:
            tops.append((x, y, round(z, 4)))
        elif len(models) < 4 and all(hypot(x - m["at"][0], y - m["at"][1]) > 2 for m in models):
            models.append(entry)
    objectives = tuple(map(tuple, rng.uniform(3, BOARD - 3, (4, 2)).round(2).tolist()))
    data = {"title": f"The table of {Path(path).name}", "board": {"size": [s / INCH for s in found.table.size]}, "models": models, "moves": []}
    return FileTable(number=number, density="as found", kits=False, data=data, tops=tuple(tops), covers=(), over=(), objectives=objectives,
                     source=Path(path).stem, read=found)


def _coin():
    from sim.shapes import Outline
    return Outline.round(32)
