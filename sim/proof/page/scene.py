"""All that a page draws, as plain data: the table, everyone on it, the ways, what each clause measures. Millimetres, z up."""
from __future__ import annotations

import numpy as np
import shapely

from sim.proof.page.focus import about, band, focus, rings
from sim.proof.page.profile import profile
from sim.proof.page.rows import clauses_of
from sim.proof.page.solid import packed, thinned
from sim.proof.page.sweep import swept_solid
from sim.proof.page.track import track
from sim.proof.sheet.measured import zone_words
from sim.proof.sheet.paper import inches, plain
from sim.proof.sheet.subject import FEW, TOLD, Subject, footprint, rises, swept, touch_point
from sim.proof.sheet.words import named

BESIDE = 40.0                # mm from a way within which a zone is drawn
AROUND = 12.0                # mm beside a sweep within which terrain is drawn to the last triangle


def scene(subject: Subject) -> dict:
    """The page's data, from a certificate and its triangles alone."""
    document = subject.document
    table, ways = document["table"], document["ways"]
    moving = {way["model"] for way in ways}
    side = subject.models[ways[0]["model"]]["side"]
    first = document["triangles"]["pieces"][0]["count"]
    which = [document["claims"].index(row[0]) for row in clauses_of(document)]
    looks = {i: focus(about(subject, i)) for i in which}
    near = _near(subject, looks.values())
    happens = dict.fromkeys(named(e["name"]) for e in document["effects"])
    effects = f"effect{'s' * (len(happens) > 1)}: {', '.join(happens)}" if happens else ""
    return {"verdict": document["verdict"]["word"], "deciding": document["verdict"]["deciding"],
            "table": {"size": table["size"], "floor": table["floor"]},
            "terrain": packed(thinned(subject.triangles[first:], near)), "sweep": packed(swept_solid(subject)),
            "models": [{"name": plain(m["name"]), "enemy": m["side"] != side, "outline": _outline(m["outline"]), "at": m["at"], "facing": m["facing"],
                        "height": m["height"]} for m in table["models"] if m["name"] not in moving],
            "ways": [_way(subject, way) for way in ways], "zones": _zones(subject), "contacts": _contacts(subject), "effects": effects, "claims": {str(i): look for i, look in looks.items()}}


def _near(subject: Subject, looks) -> shapely.Geometry:
    """The part of the plan that must be drawn exactly."""
    ways = [swept(subject.models[w["model"]]["outline"], step) for w in subject.document["ways"] for step in w["steps"]]
    ends = [footprint(subject.models[w["model"]]["outline"], w[e]["at"], w[e]["facing"]) for w in subject.document["ways"] for e in ("starts", "ends")]
    return shapely.union_all([*ways, *ends, *(shapely.Point(look["at"][:2]).buffer(look["reach"]) for look in looks)]).buffer(AROUND)


def _way(subject: Subject, way: dict) -> dict:
    model = subject.models[way["model"]]
    few = rises(way) <= FEW
    heights = [_height(subject, step) for step in way["steps"] if step["kind"] != "PLACE" and (few or step["by"] != "walk")
               and abs(step["line"][-1][2] - step["line"][0][2]) > TOLD]
    return {"model": plain(way["model"]), "outline": _outline(model["outline"]), "height": model["height"], "starts": way["starts"], "ends": way["ends"],
            "path": [list(p) for p in subject.path(way)], "placed": subject.placed(way), "arrives": way["arrives"], "track": track(subject, way),
            "ghosts": _ghosts(way), "heights": heights, "profile": profile(subject, way)}


def _height(subject: Subject, step: dict) -> dict:
    """A climb, drop or rise, pointed at in the middle of its steepest piece; `d`: where the elevation has it."""
    line = step["line"]
    rise = line[-1][2] - line[0][2]
    a, b = max(zip(line, line[1:]), key=lambda pair: abs(pair[1][2] - pair[0][2]))
    spot = [round((v + w) / 2, 3) for v, w in zip(a, b)]
    return {"from": a, "at": b, "spot": spot, "d": round(subject.developed(spot), 2),
            "words": f"{plain(step['by'])} {'up' if rise > 0 else 'down'} {inches(abs(rise))}"}


def _zones(subject: Subject) -> list[dict]:
    """The zones beside the ways: the narrowest said of each owner."""
    drawn, out = set(), []
    lines = shapely.union_all([shapely.LineString(t) if len(t) > 1 else shapely.Point(t[0]) for t in map(subject.trace, subject.document["ways"])])
    for fact in sorted((f for f in subject.document["facts"].values() if f["kind"] == "near" and f["radius"]), key=lambda f: f["wall"] is None):
        owner = subject.models.get(fact["owner"])
        if owner is None or fact["owner"] in drawn:
            continue
        drawn.add(fact["owner"])
        ring = footprint(owner["outline"], owner["at"], owner["facing"], fact["radius"])
        if ring.distance(lines) < BESIDE:
            out.append({"kind": "zone", "owner": plain(fact["owner"]), "words": plain(zone_words(fact)), "rings": rings(ring), "hatch": [],
                        "z": owner["at"][2], "band": band(owner, fact["low"], fact["high"])})
    return out


def _contacts(subject: Subject) -> list[list[float]]:
    """Where bases touch terrain, at start and end."""
    facts = [fact for fact in subject.document["facts"].values() if fact["kind"] in ("rest", "stand")]
    touches = [touch for fact in facts for touch in (fact.get("touch"), *fact.get("contacts", ())) if touch]
    return [np.round(touch_point(touch, subject.triangles), 3).tolist() for touch in touches]


def _ghosts(way: dict) -> list[list[float]]:
    """Where the base stops between legs: [x, y, z, facing]."""
    last = {step["leg"]: [*step["line"][-1], step["facing"]] for step in way["steps"]}
    return list(last.values())[:-1]


def _outline(outline: dict) -> dict:
    return {"half": outline["half"], "corners": outline["corners"], "name": plain(outline["name"])}
