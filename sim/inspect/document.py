"""An inspection as plain data: the document of `inspect --json`, from which the table is made too. Lengths in inches, areas in square inches."""
from __future__ import annotations

import shapely

from sim.inspect import Inspection
from sim.measure import INCH
from sim.terrain.classify import Surface
from sim.terrain.health import Loop
from sim.terrain.mend import Change
from sim.terrain.topology import Topology

RULE_LENGTHS = (("tread of a staircase", 0.25), ("tether of a climb", 0.5), ("free step", 1.0))
MOST_LOOPS = 50           # listed singly, the longest


def document(found: Inspection) -> dict:
    """All of an inspection."""
    h = found.health
    parts = [{"name": name, "triangles": int((found.feature.part_of == n).sum())} for n, (name, _) in enumerate(found.feature.parts)]
    return {"version": 1, "mesh": found.raw.source, "sha256": found.raw.sha256,
            "used": {"units": found.units, "scale": found.scale, "up": found.up, "given": sorted(found.given)},
            "suggested": {"units": found.suggestion.units, "scale": found.suggestion.scale, "up": found.suggestion.up,
                          "because": {"units": found.suggestion.unit_reason, "up": found.suggestion.up_reason}},
            "size": _inches(_sides(found)), "sizes": [_size(s) for s in found.suggestion.sizes],
            "triangles": h.triangles, "components": h.components, "parts": parts, "health": _health(found), "noise": _noise(found),
            "resolution": _resolution(found), "surfaces": [_surface(n, s) for n, s in enumerate(found.surfaces, 1)],
            "mending": [_change(c) for c in found.mending],
            "refused": _refused(found), "warnings": [c.as_dict() for c in found.cautions]}


def _sides(found: Inspection):
    points = found.feature.triangles.reshape(-1, 3)
    return points.max(axis=0) - points.min(axis=0)


def _size(size) -> dict:
    return {"units": size.units, "scale": _round(size.scale, 6), "inches": [_round(i) for i in size.inches], "plausible": size.plausible,
            "refused": size.refused, "note": size.note}


def _health(found: Inspection) -> dict:
    h = found.health
    return {"vertices": h.vertices, "area": _round(h.area / INCH ** 2), "components": h.components, "closed_components": h.closed_components,
            "holes": len(h.holes), "rims": sum(loop.kind == "rim" for loop in h.loops), "open_ends": sum(loop.kind == "end" for loop in h.loops),
            "open_edges": h.open_edges, "open_length": _round(h.open_length / INCH), "nonmanifold_edges": h.nonmanifold_edges,
            "winding_edges": h.winding_edges, "turned": h.turned, "inside_out": h.inside_out, "duplicates": h.duplicates, "coincident": _round(h.coincident),
            "degenerate": h.degenerate, "t_junctions": h.t_junctions, "cracks": h.cracks, "thin": _round(h.thin),
            "thinnest": _round(h.thinnest / INCH, 5) if h.thinnest < float("inf") else None, "crossing": _round(h.crossing),
            "dust": [{"size": _round(s.size / INCH), "at": _inches(s.middle), "triangles": len(s.triangles)} for s in h.dust[:MOST_LOOPS]],
            "loops": [_loop(loop) for loop in h.loops[:MOST_LOOPS]], "loops_left_out": max(0, len(h.loops) - MOST_LOOPS)}


def _loop(loop: Loop) -> dict:
    return {"kind": loop.kind, "edges": loop.edges, "length": _round(loop.length / INCH), "size": _round(loop.size / INCH), "at": _inches(loop.middle),
            "faces": loop.faces}


def _noise(found: Inspection) -> dict:
    noise = found.noise
    return {"sigma": None if noise.sigma is None else _round(noise.sigma / INCH, 5), "sampled": noise.sigma is not None, "because": noise.why,
            "even": _round(noise.even), "flat": _round(noise.flat), "patch_radius": _round(noise.radius / INCH)}


def _resolution(found: Inspection) -> dict:
    """Edge lengths, and whether the rules' lengths can be told: on a drawn mesh always; on a sampled one they must span two edges and four sigma."""
    shortest, median, longest = (edge / INCH for edge in found.edges_mm)
    sigma, mesh = found.noise.sigma, Topology.of(found.feature.triangles)
    long_side = mesh.edge_lengths
    rows = []
    for name, length in RULE_LENGTHS:
        doubt = 2 * (sigma or 0.0) / INCH
        rows.append({"of": name, "inches": length, "edges_across": _round(length / median, 1) if median else None,
                     "longer_edges": _round(float((long_side > length * INCH).mean()) if len(long_side) else 0.0),
                     "doubt": _round(doubt), "told": bool(sigma is None or length >= 2 * median and length >= 2 * doubt)})
    return {"edge_shortest": _round(shortest, 5), "edge_median": _round(median), "edge_longest": _round(longest), "rules": rows}


def _surface(number: int, s: Surface) -> dict:
    x0, y0, x1, y1 = s.plan.bounds
    return {"number": number, "kind": s.kind, "confidence": s.confidence, "by": s.by, "area": _round(s.area / INCH ** 2), "low": _round(s.low / INCH),
            "high": _round(s.high / INCH), "rise": _round(s.rise / INCH), "steps": s.steps, "box": [_round(v / INCH) for v in (x0, y0, x1, y1)],
            "triangles": len(s.triangles), "polygons": [_rings(p) for p in shapely.get_parts(s.plan) if p.area > 0],
            "openings": [{"kind": o.kind, "width": _round(o.width / INCH), "sill": _round(o.sill / INCH), "head": _round(o.head / INCH),
                          "at": [_round(c / INCH) for c in o.middle]} for o in s.openings]}


def _rings(polygon) -> list:
    """Outline and holes, each a closed list of [x, y] in inches."""
    return [[[_round(x / INCH), _round(y / INCH)] for x, y in ring.coords] for ring in (polygon.exterior, *polygon.interiors)]


def _change(change: Change) -> dict:
    power, unit = (2, "sq in") if change.unit == "mm2" else (1, "in")
    return {"what": change.what, "count": change.count, "size": _round(change.size / INCH ** power, 5), "unit": unit}


def _refused(found: Inspection) -> list[dict]:
    """What a scenario would not accept of this file as it stands."""
    told = []
    if found.raw.unit is None:
        scale = f", scale = {found.scale:.4g}" if found.scale != 1 else ""
        told.append({"code": "E_UNITS", "message": f"without units; say units = \"{found.units}\"{scale}"})
    told += [{"code": s.refused, "message": f"as {s.units}" + (f" x {s.scale:.3g}" if s.scale != 1 else "") + f" it is {max(s.inches):,.3g} in long"}
             for s in found.suggestion.sizes if s.refused]
    return told


def _inches(point) -> list[float]:
    return [_round(float(c) / INCH) for c in point]


def _round(value: float, digits: int = 3) -> float:
    """Rounded, without negative zeros: same input, same text."""
    return round(float(value), digits) + 0.0
