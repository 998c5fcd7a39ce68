"""What a base sweeps through, as triangles: the hull of the base at both ends of each straight piece of its way."""
from __future__ import annotations

import numpy as np
from scipy.spatial import ConvexHull

from sim.proof.certificate import THICKNESS
from sim.proof.sheet.subject import Subject, footprint

CORNERS = 32                 # of a round base as it is drawn


def ring(outline: dict, at, facing: float) -> np.ndarray:
    """The rim of a base in plan, (n, 2), mm; round ones with few corners."""
    rim = np.asarray(footprint(outline, at, facing).exterior.coords)[:-1]
    return rim if outline["corners"] else rim[::len(rim) // CORNERS]


def swept_solid(subject: Subject) -> np.ndarray:
    """Triangles (n, 3, 3) of all that the bases of those who move sweep through; where a model is set down nothing is swept."""
    pieces = [np.empty((0, 3, 3))]
    for way in subject.document["ways"]:
        outline = subject.models[way["model"]]["outline"]
        for step in way["steps"]:
            if step["kind"] != "PLACE":
                line = step["line"]
                pieces += [_hull(outline, pair, step["facing"]) for pair in (zip(line, line[1:]) if len(line) > 1 else [line * 2])]
    return np.concatenate(pieces)


def standing(outline: dict, at, facing: float, height: float = THICKNESS) -> np.ndarray:
    """Triangles (n, 3, 3) of a base, or of a model's body, that stands at `at`."""
    return _hull(outline, (at, at), facing, height)


def _hull(outline: dict, pair, facing: float, height: float = THICKNESS) -> np.ndarray:
    corners = np.array([(x, y, p[2] + up) for p in pair for x, y in ring(outline, p, facing) for up in (0.0, height)])
    hull = ConvexHull(corners)
    found = corners[hull.simplices]
    inward = np.einsum("ij,ij->i", np.cross(found[:, 1] - found[:, 0], found[:, 2] - found[:, 0]), hull.equations[:, :3]) < 0
    found[inward] = found[inward][:, ::-1]
    return found
