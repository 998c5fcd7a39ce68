"""What a claim measures, as things to point at in space and in the elevation; taken from the very marks that the sheet draws."""
from __future__ import annotations

from math import hypot

import numpy as np
import shapely
from shapely.ops import nearest_points

from sim.proof.certificate import INCH
from sim.proof.sheet.marks import Area, Dimension, Shown, place, spot_round
from sim.proof.sheet.measured import shown, zone_words
from sim.proof.sheet.paper import plain
from sim.proof.sheet.subject import Subject, footprint
from sim.proof.sheet.words import compared

HATCH = {"over air": (2.5, 1), "offending": (1.6, 2)}        # mm between the lines of a hatch, and in how many directions it runs
LEAST = 14.0                                                 # mm that a camera close to a claim still shows round it
UPRIGHT = {"rise": 1, "drop": -1}                            # kinds of fact whose limit is a height, and which way it goes


def about(subject: Subject, which: int) -> Subject:
    """The same certificate as if the claim of that index had decided it."""
    document = subject.document
    return Subject({**document, "verdict": {**document["verdict"], "deciding": which}}, subject.triangles)


def focus(subject: Subject) -> dict:
    """The marks of the claim that `subject` is about: {words, truth, hand, at, reach, dimensions, areas, crosses, side, limits}, mm."""
    measure, height = _unreached(subject) or shown(subject), Heights(subject)
    (x, y), reach = measure.spot
    at = (*subject_at(subject, x), y) if measure.upright else (x, y, height.at((x, y)))
    dimensions = [_dimension(d, height) for d in measure.plan] + [_dimension(d, height) for d in measure.tight]
    if not measure.plan:
        dimensions += [_upright(subject, d) for d in measure.side]
    crosses = [[*_rounded((*p, height.at(p))), plain(words)] for p, words in measure.crosses]
    if measure.side_crosses and (measure.upright or not (crosses or dimensions)):
        crosses = [[*_rounded((*subject_at(subject, d), z)), plain(words)] for (d, z), words in measure.side_crosses]
    said = {d["words"] for d in dimensions}
    crosses = [[*p, "" if words in said else words] for *p, words in crosses]
    return {"words": compared(subject.leaf) if subject.leaf else "", "truth": subject.leaf.get("truth", "holds"), "hand": measure.hand,
            "model": subject.way["model"], "owner": subject.fact.get("owner"), "at": _rounded(at), "reach": round(max(reach, LEAST), 2),
            "dimensions": dimensions, "crosses": crosses,
            "areas": [_area(area, subject, height) for area in measure.areas if not area.shape.is_empty],
            "side": _side(measure), "limits": _limits(subject)}


def _unreached(subject: Subject) -> Shown | None:
    """A zone that counts nowhere on the way, and where the way comes nearest to it."""
    fact = subject.fact
    owner = subject.models.get(fact.get("owner"))
    if fact.get("kind") != "near" or owner is None or subject.leaf.get("measured", {}).get("value", 0.0) is not None:
        return None
    trace, there = subject.trace(subject.way), footprint(owner["outline"], owner["at"], owner["facing"])
    line = shapely.LineString(trace) if len(trace) > 1 else shapely.Point(trace[0])
    (x, y), rim = (p.coords[0] for p in nearest_points(line, there))
    base = footprint(subject.mover["outline"], (x, y), subject.way["ends"]["facing"])
    words = f"{zone_words(fact)}: it counts nowhere on the way"
    return Shown(f"Put the base on the path, centre at {place((x, y))}, where it is nearest to {plain(fact['owner'])}: {words}.",
                 spot_round(base.union(there)), "the zone that counts nowhere on the way", crosses=[((x, y), "")],
                 areas=[Area(there.buffer(fact["radius"] or 0.0, quad_segs=32), "zone", words), Area(base, "ghost")])


class Heights:
    """How high a plan point of a claim lies: as the nearest point does that the claim, its fact or its way names."""

    def __init__(self, subject: Subject):
        fact, way = subject.fact, subject.way
        named = [*(subject.leaf.get("at") or []), *(fact.get("points") or []), *([fact["at"]] if fact.get("at") else [])]
        named += [p[:3] for p in fact.get("poses", ())] + [g[rim] for g in fact.get("gaps", ()) for rim in ("near", "far")]
        line = [p for step in way["steps"] for p in step["line"]] + [way["starts"]["at"], way["ends"]["at"]]
        named = [p for p in named if len(p) > 2]
        self.points = np.array(named or line, float)[:, :3]

    def at(self, point) -> float:
        away = np.hypot(*(self.points[:, :2] - np.asarray(point[:2], float)).T)
        return float(self.points[int(np.argmin(away)), 2])


def subject_at(subject: Subject, d: float) -> tuple[float, float]:
    """The plan point at `d` mm along the path; before its start and after its end straight on."""
    trace = subject.trace(subject.way)
    if len(trace) < 2:
        return trace[0][0] + d, trace[0][1]
    line = shapely.LineString(trace)
    a, b = (trace[0], trace[1]) if d < line.length / 2 else (trace[-2], trace[-1])
    beyond = min(d, 0.0) if d < line.length / 2 else max(d - line.length, 0.0)
    p, long = line.interpolate(min(max(d, 0.0), line.length)).coords[0], hypot(b[0] - a[0], b[1] - a[1])
    return p[0] + (b[0] - a[0]) / long * beyond, p[1] + (b[1] - a[1]) / long * beyond


def _dimension(d: Dimension, height: Heights) -> dict:
    a, b = np.array(d.start, float), np.array(d.end, float)
    long = hypot(*(b - a))
    off = np.array([a[1] - b[1], b[0] - a[0]]) / long * d.aside if long else np.zeros(2)
    feet = [(*p, height.at(p)) for p in (a, b)]
    level = max(feet[0][2], feet[1][2])                    # what is measured in plan is drawn level, over both its feet
    return {"a": _rounded((*(a + off), level)), "b": _rounded((*(b + off), level)), "words": plain(d.words), "claimed": d.claimed,
            "feet": [_rounded(f) for f in feet]}


def _upright(subject: Subject, d: Dimension) -> dict:
    """A dimension of the elevation, back in space."""
    a, b = np.array(d.start, float), np.array(d.end, float)
    long = hypot(*(b - a))
    off = np.array([a[1] - b[1], b[0] - a[0]]) / long * d.aside if long else np.zeros(2)
    ends, feet = ([_rounded((*subject_at(subject, p[0]), p[1])) for p in pair] for pair in ((a + off, b + off), (a, b)))
    return {"a": ends[0], "b": ends[1], "words": plain(d.words), "claimed": d.claimed, "feet": feet}


def _area(area, subject: Subject, height: Heights) -> dict:
    """A shape at the height of what it is about; of zones the band as well."""
    z = height.at(area.shape.centroid.coords[0])
    made = {"kind": area.kind, "words": plain(area.words), "z": round(z, 3), "rings": [], "hatch": []}
    if area.kind == "zone":
        owner = subject.models[subject.fact["owner"]]
        low, high = subject.fact["low"], subject.fact["high"]
        made["z"] = round(owner["at"][2], 3)
        made["band"] = band(owner, low, high)
    return made | {"rings": rings(area.shape), "hatch": [_plan(line.coords) for line in _hatch(area)]}


def band(owner: dict, low: float | None, high: float | None) -> list[float]:
    """The heights between which a zone is drawn: as high as its owner where it has no end of its own."""
    foot = owner["at"][2]
    return [round(foot + (low or 0.0), 3), round(foot + (owner["height"] if high is None else high), 3)]


def rings(shape) -> list:
    """The outlines of a shape in plan, holes as well."""
    parts = [part for part in shapely.get_parts(shape) if part.geom_type == "Polygon" and not part.is_empty]
    return [_plan(ring.simplify(0.02).coords) for part in parts for ring in (part.exterior, *part.interiors)]


def _hatch(area) -> list:
    """The lines of an area's hatch, cut to its shape."""
    if area.kind not in HATCH:
        return []
    apart, ways = HATCH[area.kind]
    low_x, low_y, high_x, high_y = area.shape.bounds
    long = high_x - low_x + high_y - low_y
    apart = max(apart, long / 60)
    lines = [shapely.LineString([(low_x + u, low_y), (low_x + u - long, low_y + long)]) for u in np.arange(0, long, apart)]
    if ways == 2:
        lines += [shapely.LineString([(high_x - u, low_y), (high_x - u + long, low_y + long)]) for u in np.arange(0, long, apart)]
    return [part for line in lines for part in shapely.get_parts(line.intersection(area.shape))
            if part.geom_type == "LineString" and not part.is_empty]


def _side(measure: Shown) -> dict:
    """What the elevation shows of it, in (d, z)."""
    return {"dimensions": [{"a": _rounded(d.start), "b": _rounded(d.end), "words": plain(d.words), "aside": round(d.aside, 2), "claimed": d.claimed}
                           for d in measure.side],
            "crosses": [[*_rounded(p), plain(words)] for p, words in measure.side_crosses]}


def _limits(subject: Subject) -> list[dict]:
    """The height that a rise or a fall is held against, as a line of the elevation: {z, from, to, words}."""
    way, leaf = UPRIGHT.get(subject.fact.get("kind")), subject.leaf
    points = leaf.get("at") or []
    limit = leaf.get("limit", {})
    if not way or len(points) < 2 or limit.get("unit") != "length" or limit["value"] is None or leaf["measured"]["measure"] == "left_over":
        return []
    a, b = points[0], points[-1]
    z = (max(a[2], b[2]) if way < 0 else min(a[2], b[2])) + way * limit["value"]
    return [{"z": round(z, 3), "from": round(subject.developed(a), 2), "to": round(subject.developed(b), 2),
             "words": f"limit: {plain(limit['name'])} {limit['value'] / INCH:.2f} in"}]


def _rounded(point) -> list[float]:
    return [round(float(v), 3) for v in point]


def _plan(points) -> list[list[float]]:
    return [[round(float(x), 2), round(float(y), 2)] for x, y, *_ in points]
