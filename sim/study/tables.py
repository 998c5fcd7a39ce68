"""Tables to move on: drawn from a seed and a number, at one of three densities, or read from scenario files.

A table is a scenario file's dict, so that whatever is found on it can be written out, shrunk and ruled on by anybody.
"""
from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import hypot

import numpy as np

from sim.scenario import scenario_from_dict
from sim.study import pieces
from sim.study.draws import draws

BOARD = 24.0
DENSITIES = {"sparse": 5, "medium": 9, "dense": 14}       # pieces on a board of 24 in
ROOM = 0.4                                                # inches left between pieces, if they fit
TRIES = 60
FOES, FRIENDS = 4, 2
BASES = (25, 28.5, 32, 40)                                # mm


@dataclass(frozen=True, kw_only=True, eq=False)
class StudyTable:
    """A table of the study: `data` holds its terrain, areas and all models but the mover; lengths are inches.

    `tops`, `covers`, `over` are as for a Piece; `objectives` are points on the table; `kits`: sizes are on the quarter inch.
    """
    number: int
    density: str
    kits: bool
    data: dict
    tops: tuple
    covers: tuple
    over: tuple
    objectives: tuple
    source: str = "parametric"

    @cached_property
    def scenario(self):
        """The table built, without a mover."""
        return scenario_from_dict(self.data)

    @property
    def table(self):
        return self.scenario.table

    @property
    def enemies(self) -> list[dict]:
        return [m for m in self.data["models"] if m["side"] == "blue"]


def drawn_table(seed: int, number: int) -> StudyTable:
    """Table `number` of a study: the same for the same seed, whoever asks and whenever."""
    rng = draws(seed, "table", number)
    density = tuple(DENSITIES)[number % 3]
    kits = number // 3 % 2 == 0
    size = pieces.Sizes(rng, kits)
    terrain, done = [], []
    for n in range(DENSITIES[density]):
        piece = pieces.KINDS[int(rng.integers(len(pieces.KINDS)))](size)
        turn = float(rng.choice([0, 90, 180, 270])) if kits or rng.random() < 0.5 else round(float(rng.uniform(0, 360)), 1)
        spot = _free_spot(rng, piece, done, 0.25 if kits else 0.001)
        if spot is not None:
            entries, there = pieces.placed(piece, n + 1, *spot, turn)
            terrain += entries
            done.append((spot, there))
    found = [there for _, there in done]
    offsets = np.cumsum([0, *(len(p.tops) for p in found)])
    over = tuple((int(o) + a, int(o) + b) for o, p in zip(offsets, found) for a, b in p.over)
    tops = tuple(t for p in found for t in p.tops)
    objectives = tuple((round(float(x), 2), round(float(y), 2)) for x, y in rng.uniform(3, BOARD - 3, (4, 2)))
    data = {"title": f"Study table {number} of seed {seed}: {density}, {'kits' if kits else 'hand-built'}", "board": {"size": [BOARD, BOARD]},
            "terrain": terrain, "models": [], "moves": []}
    models = _people(rng, data, done, tops)
    return StudyTable(number=number, density=density, kits=kits, data=data | {"models": models}, tops=tops,
                      covers=tuple(c for p in found for c in p.covers), over=over, objectives=objectives)


def _free_spot(rng, piece, done, grid: float):
    """Somewhere on the board clear of the pieces there, if there is room."""
    margin = piece.reach + 0.3
    for _ in range(TRIES):
        x, y = (round(round(float(v) / grid) * grid, 3) for v in rng.uniform(margin, BOARD - margin, 2))
        if all(hypot(x - px, y - py) > piece.reach + p.reach + ROOM for (px, py), p in done):
            return x, y
    return None


def _people(rng, data: dict, done, tops) -> list[dict]:
    """Enemies and friends, most on the ground, some up; each where its base can rest."""
    from sim.referee.setting import start_of, world_of
    world = world_of(scenario_from_dict(data).table)
    models: list[dict] = []
    names = [("blue", f"foe {n + 1}") for n in range(FOES)] + [("red", f"friend {n + 1}") for n in range(FRIENDS)]
    for side, name in names:
        for _ in range(TRIES):
            up = bool(tops) and rng.random() < 0.25
            x, y, *z = tops[int(rng.integers(len(tops)))] if up else rng.uniform(1.5, BOARD - 1.5, 2)
            model = {"name": name, "side": side, "base": float(rng.choice(BASES)), "height": round(float(rng.uniform(1.2, 2.0)), 2),
                     "at": [round(float(x), 3), round(float(y), 3), *z], "facing": float(rng.integers(24) * 15), "stats": {"move": 6, "agility": 5}}
            if not z:
                model["at"].append(0.0)
            apart = all(hypot(model["at"][0] - m["at"][0], model["at"][1] - m["at"][1]) > (model["base"] + m["base"]) / 50.8 + 0.2 for m in models)
            if apart and stands(world, model, start_of):
                models.append(model)
                break
    return models


def stands(world, model: dict, start_of) -> bool:
    """Whether the base of a model (a scenario file's entry) can rest, level, where the entry has it."""
    from sim.errors import RefereeError
    built = scenario_from_dict({"board": {"size": [BOARD, BOARD]}, "models": [model], "moves": []}).table.models[0]
    try:
        pose = start_of(world, built)
    except RefereeError:
        return False
    return abs(pose.z / 25.4 - model["at"][2]) < 0.1
