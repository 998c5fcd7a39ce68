"""How good a scan is, against the truth: the noise of its floor, how far its faces are off, and how far from an edge its tops already fall away.

Only what cameras see well is measured: the tops and sides of boxes in the open. Signs: outward, away from the solid, is positive.
"""
from __future__ import annotations

import numpy as np

from sim.facts.support import BAND
from sim.measure import INCH
from sim.study.tables import StudyTable
from sim.world import POINT, World

APART = 4.0               # mm between the places measured
INSET = 8.0               # mm: how far from the corners of a box the first is
OFFSETS = np.arange(-6.0, 3.01, 0.1)      # mm from an edge at which its top is looked for
REACH = 12.0              # mm before a face from which a ray looks for it


def quality(table: StudyTable, world: World) -> dict[str, float]:
    """Means and standard deviations (mm) of the floor's height, of the faces' places, and of where tops end (`edge`): a band below them."""
    floor, faces, edges = _floor(table, world), [], []
    for piece in table.data["terrain"]:
        if "box" not in piece or len(piece["at"]) > 2 and piece["at"][2] > 0 or min(piece["box"]) < 0.4:
            continue
        size, at, turn = np.multiply(piece["box"], INCH), np.multiply(piece["at"], INCH), np.radians(piece.get("turn", 0.0))
        along, across = np.array([np.cos(turn), np.sin(turn)]), np.array([-np.sin(turn), np.cos(turn)])
        for out, side, half, long in ((along, across, size[0] / 2, size[1] / 2), (-along, across, size[0] / 2, size[1] / 2),
                                      (across, along, size[1] / 2, size[0] / 2), (-across, along, size[1] / 2, size[0] / 2)):
            for s in np.arange(-long + INSET, long - INSET, APART):
                spot, z = at[:2] + half * out + s * side, at[2] + size[2]
                if _in_the_open(table, spot + 3 * out, z):
                    edges += _edge(world, spot, out, z)
                    faces += _face(world, spot, out, 0.6 * z)
    return {name: float(value) for part, found in (("floor", floor), ("face", faces), ("edge", edges))
            for name, value in ((f"{part}_mean", np.mean(found)), (f"{part}_sd", np.std(found)), (f"{part}_count", len(found)))}


def _floor(table: StudyTable, world: World) -> list[float]:
    """Heights of bare ground."""
    xs = np.arange(20.0, table.table.size[0] - 20, 9.0)
    return [v[-1].floor for x in xs for y in xs if _in_the_open(table, np.array([x, y]), 0.0, 20.0) and (v := world.levels(POINT, x, y))]


def _in_the_open(table: StudyTable, spot: np.ndarray, z: float, room: float = 0.0) -> bool:
    """Whether nothing of the true table is higher at a place, nor within `room` of it (mm)."""
    from sim.referee.setting import world_of
    from sim.shapes import Outline
    true = world_of(table.table)
    return max((v.floor for v in true.levels(Outline.round(room) if room else POINT, *spot)), default=0.0) <= (0.1 if z == 0 else z - 1.0)


def _edge(world: World, spot, out, z: float) -> list[float]:
    there = [d for d in OFFSETS if (v := world.levels(POINT, *(spot + d * out))) and v[-1].floor >= z - BAND]
    return [max(there)] if there else []


def _face(world: World, spot, out, z: float) -> list[float]:
    share, who = world.ray((*(spot + REACH * out), z), (*(spot - REACH * out), z))
    return [REACH - 2 * REACH * share] if who >= 0 else []
