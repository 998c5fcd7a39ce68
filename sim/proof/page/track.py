"""The replay: where each model is along its way, and how a place on the path is told."""
from __future__ import annotations

from itertools import accumulate
from math import dist, pi, radians

from sim.proof.certificate import INCH
from sim.proof.sheet.paper import inches, plain
from sim.proof.sheet.subject import Subject
from sim.proof.sheet.words import named

PLACED = INCH                # mm of slider that putting a model down takes


def track(subject: Subject, way: dict) -> list[dict]:
    """The steps of a way for the slider: {says, kind, by, long, points [[s, x, y, z, facing, d, charged], ...]}, mm and degrees.

    `s` runs along the way, up and down included; `d` along its plan, as the elevation has it.
    """
    turn_at = max(subject.models[way["model"]]["outline"]["half"])
    out, s, d, charged, facing = [], 0.0, 0.0, 0.0, way["starts"]["facing"]
    for step in way["steps"]:
        line = step["line"]
        long = [dist(a, b) for a, b in zip(line, line[1:])]
        if step["kind"] == "PLACE":
            line, long = [way["starts"]["at"], line[-1]], [PLACED]
        elif not sum(long):
            turned = abs((step["facing"] - facing + 180) % 360 - 180)
            line, long = [line[0], line[-1]], [max(radians(turned) * turn_at, turned and turn_at * pi / 180)]
        whole, points = sum(long), []
        faced = [step["facing"] if step["kind"] not in ("PLACE", "TURN") else facing] + [step["facing"]] * (len(line) - 1)
        for p, run, turned in zip(line, accumulate(long, initial=0.0), faced):
            d += dist(points[-1][1:3], p[:2]) if points and step["kind"] != "PLACE" else 0.0
            share = run / whole if whole else 1.0
            points.append([s + run, *p, turned, d, charged + share * step["charge"]])
        if whole or step["charge"]:
            out.append({"says": _says(step), "kind": step["kind"], "by": step["by"], "long": whole,
                        "points": [[round(v, 3) for v in p] for p in points]})
        s, charged, facing = s + whole, charged + step["charge"], step["facing"]
    return out


def _says(step: dict) -> str:
    """A step in words: by what, how far and how much of it counts."""
    told = [f"{entry['what']} {inches(entry['length'])}" for entry in step["account"] if entry["length"] > 1e-6]
    return f"{named(plain(step['by']))} {', '.join(told)}; counts {inches(step['charge'])}" if told else named(plain(step["by"]))
