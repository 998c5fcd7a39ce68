"""The elevation of each way: the ground cut open along the declared path, as plain rings and lines in (d, z), mm."""
from __future__ import annotations

import numpy as np
import shapely

from sim.proof.sheet.subject import Subject
from sim.proof.sheet.terrain import sections

GRAIN = 0.05                 # mm that nobody sees on a screen
AROUND = 25.0                # mm of ground shown before the start and after the end


def profile(subject: Subject, way: dict) -> dict | None:
    """{faces, lines, low, high, last, half, height, stops}; None where the model is set down and takes no way, or stays on its spot."""
    path, trace = subject.path(way), subject.trace(way)
    if subject.placed(way) or len(trace) < 2 and len(set(path)) < 2:
        return None
    model = subject.models[way["model"]]
    half = max(model["outline"]["half"])
    cut = sections(subject, path if len(set(path)) > 1 else trace, half + AROUND, half + AROUND)
    faces = [ring for shape, _ in cut for part in shapely.get_parts(shape.simplify(GRAIN)) if part.geom_type == "Polygon" and not part.is_empty
             for ring in (part.exterior, *part.interiors)]
    lines = [part for _, shape in cut for part in shapely.get_parts(shapely.line_merge(shape) if shape.geom_type == "MultiLineString" else shape)
             if part.geom_type == "LineString"]
    heights = [p[2] for step in way["steps"] for p in step["line"]] or [way["starts"]["at"][2]]
    long = max(shapely.LineString(trace).length if len(trace) > 1 else 0.0, shapely.LineString(path).length)
    return {"faces": [_flat(ring) for ring in faces], "lines": [_flat(line.simplify(GRAIN)) for line in lines], "low": round(min(0.0, *heights), 2),
            "high": round(max(heights) + model["height"], 2), "last": round(long, 2), "half": half, "height": model["height"],
            "stops": [round(d, 2) for d in way["profile"]["stops"]], "arrives": way["arrives"]}


def _flat(shape) -> list[float]:
    """d, z, d, z, ... of a ring or line."""
    return np.round(np.asarray(shape.coords)[:, :2], 2).ravel().tolist()
