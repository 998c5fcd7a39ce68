"""What a sheet is about: one certificate with its triangles, as the drawings ask for it. Millimetres of the table throughout."""
from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import cos, dist, radians, sin

import numpy as np
import shapely

from sim.proof.certificate import decider, part_of
from sim.proof.sheet.paper import plain

TRUTH_OF = {"legal": "holds", "illegal": "fails", "undecided": "undecided"}
TOLD = 1.3                                    # mm of rise that carry a number
FEW = 2                                       # rises on foot that are still told one by one
ROUND = 64                                    # corners of a drawn circle, a quarter of it


@dataclass(eq=False)
class Subject:
    """A certificate (`document`) with its triangles (n, 3, 3)."""
    document: dict
    triangles: np.ndarray

    @property
    def word(self) -> str:
        return self.document["verdict"]["word"]

    @property
    def truth(self) -> str:
        return TRUTH_OF[self.word]

    @cached_property
    def claim(self) -> dict | None:
        """The claim that decided."""
        which = self.document["verdict"]["deciding"]
        return None if which is None else self.document["claims"][which]

    @cached_property
    def leaf(self) -> dict:
        """The comparison or sight that settled the deciding claim; of parts that settle it alike, one that measures."""
        return settling(self.claim["claim"]) if self.claim else {}

    @cached_property
    def gloss(self) -> str:
        return part_of(self.document, self.claim)["gloss"] if self.claim else ""

    @cached_property
    def fact(self) -> dict:
        """The fact behind the deciding number: the measured one's, or its limit's."""
        names = [self.leaf.get("fact"), *(self.leaf.get(side, {}).get("fact") for side in ("measured", "limit"))]
        return next((self.document["facts"][n] for n in names if n), {})

    @cached_property
    def way(self) -> dict:
        """The way of the model the deciding claim is about; of others, the first."""
        named = self.claim["model"] if self.claim else None
        return next((w for w in self.document["ways"] if w["model"] == named), self.document["ways"][0])

    @cached_property
    def models(self) -> dict[str, dict]:
        return {m["name"]: m for m in self.document["table"]["models"]}

    @property
    def mover(self) -> dict:
        return self.models[self.way["model"]]

    def path(self, way: dict) -> list[tuple[float, float]]:
        """The declared line in plan: the start and every declared stop."""
        return [tuple(way["starts"]["at"][:2]), *(tuple(leg["to"][:2]) for leg in self.document["move"]["paths"][way["model"]])]

    def trace(self, way: dict) -> list[tuple[float, float]]:
        """The line that was gone, in plan, corner by corner."""
        points = [tuple(p[:2]) for step in way["steps"] for p in step["line"]] or [tuple(way["starts"]["at"][:2])]
        return [p for i, p in enumerate(points) if i == 0 or dist(p, points[i - 1]) > 1e-9]

    def placed(self, way: dict) -> bool:
        """Whether the model is set down and not moved along a line."""
        return any(step["kind"] == "PLACE" for step in way["steps"])

    def developed(self, point) -> float:
        """How far along the path a plan point is."""
        trace = self.trace(self.way)
        return float(shapely.LineString(trace).project(shapely.Point(point[:2]))) if len(trace) > 1 else 0.0

    @property
    def command(self) -> str:
        return plain(self.document["command"])


def settling(node: dict) -> dict:
    """The part that settles a claim; where a sight and a measure settle it alike, the measure, for it can be drawn."""
    chosen = decider(node)
    if "join" not in node or "measured" in chosen:
        return chosen
    others = [leaf for leaf in map(settling, node["parts"]) if leaf["truth"] == chosen["truth"] and "measured" in leaf]
    return min(others, key=lambda leaf: leaf["slack"] if leaf["slack"] is not None else 1e9, default=chosen)


def rises(way: dict) -> int:
    """How many steps of a way go up or down on foot: over many, as on stairs, each is not worth a number of its own."""
    return sum(step["by"] == "walk" and abs(step["line"][-1][2] - step["line"][0][2]) > TOLD for step in way["steps"])


def footprint(outline: dict, at, facing: float, grown: float = 0.0) -> shapely.Polygon:
    """A base in plan, or all that lies within `grown` of it."""
    if outline["corners"]:
        corners = np.array(outline["corners"], float)
    else:
        angles = np.linspace(0, 2 * np.pi, 4 * ROUND, endpoint=False)
        corners = np.column_stack([outline["half"][0] * np.cos(angles), outline["half"][1] * np.sin(angles)])
    c, s = cos(radians(facing)), sin(radians(facing))
    shape = shapely.Polygon(corners @ np.array([[c, s], [-s, c]]) + np.asarray(at[:2]))
    return shape.buffer(grown, quad_segs=ROUND) if grown else shape


def swept(outline: dict, step: dict) -> shapely.Geometry:
    """The part of the plan that the base passes over on a step."""
    line = step["line"] if len(step["line"]) > 1 else step["line"] * 2
    pairs = [shapely.MultiPolygon([footprint(outline, p, step["facing"]) for p in pair]).convex_hull for pair in zip(line, line[1:])]
    return shapely.union_all(pairs)


def touch_point(touch: dict, triangles: np.ndarray) -> np.ndarray:
    """The point of terrain a touch names."""
    weights = np.array(touch["weights"], float)
    return weights @ triangles[touch["triangle"]] / weights.sum()
