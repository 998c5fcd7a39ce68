"""The argument map of a table: for each square inch, whether the readings differ on a move that ends there, and about what."""
from __future__ import annotations

from math import hypot

import numpy as np

from sim.study import attribution as of
from sim.study.draws import draws
from sim.study.intent import Intent, built, room_for, scene
from sim.study.rows import ruled
from sim.study.tables import BOARD, StudyTable

STARTS = 40
MOVE, BASE, HEIGHT = 6, 32, 1.5
LEAST = 2.5                               # inches: a move to a square starts at the nearest start no nearer than this


def argument_map(table: StudyTable, rules, seed: int, step: float = 1.0) -> dict:
    """{step, cells: [{x, y, disagree, about}]}: a move of a 32 mm base with 6 in to the middle of each square, from the nearest of some starts."""
    starts = _starts(table, seed)
    half = {n: np.full(len(d.readings), 1.0 / len(d.readings)) for n, d in rules.definitions.items() if d.readings}
    cells = []
    for x in np.arange(step / 2, BOARD, step):
        for y in np.arange(step / 2, BOARD, step):
            mover = min((s for s in starts if hypot(s["at"][0] - x, s["at"][1] - y) >= LEAST), key=lambda s: hypot(s["at"][0] - x, s["at"][1] - y))
            intent = Intent(kind="", mover=mover, goal=(x, y, None), distance=0.0, reach=MOVE)
            row = ruled(*built(table, scene(table, intent, {"model": "A", "path": [[float(x), float(y)]]})), rules, {})
            cells.append({"x": float(x), "y": float(y)} | _told(row, half))
    return {"table": table.data["title"], "game": rules.name, "step": step, "cells": cells}


def _told(row: dict, weights) -> dict:
    """How much the referees differ, and the definition with the largest share of that."""
    w = [weights[n] for n in row["matters"]]
    if not row["verdicts"] or len(set(row["verdicts"])) == 1:
        return {"disagree": 0.0, "about": ""}
    shares = of.shapley(of.tensor(row["verdicts"], tuple(map(len, w))), w)
    return {"disagree": round(sum(shares), 6), "about": row["matters"][int(np.argmax(shares))]}


def _starts(table: StudyTable, seed: int) -> list[dict]:
    """Places a mover can start from, on the ground and on tops."""
    rng = draws(seed, "map", table.number)
    places = [*table.tops, *((float(x), float(y), 0.0) for x, y in rng.uniform(1, BOARD - 1, (STARTS * 3, 2)).round(2))]
    found = []
    for place in places:
        mover = {"name": "A", "side": "red", "base": BASE, "height": HEIGHT, "at": [round(float(v), 4) for v in place], "facing": 0.0,
                 "stats": {"move": MOVE, "agility": 5}}
        if len(found) < STARTS and room_for(table, mover):
            found.append(mover)
    return found
