"""Facts re-derived: for each kind of fact, the measures it states, each between two bounds; what does not hold is refused.

Measures are in the certificate's own units (mm, shares). A bound of None is endless. `Open` names what this checker leaves unchecked.
"""
from __future__ import annotations

from fractions import Fraction

from sim.proof.certificate import INCH
from sim.proof.check.area import support_share
from sim.proof.check.exact import NM, Open, Refused, nanometres, position
from sim.proof.check.face import face_measures
from sim.proof.check.gaps import gap_measures
from sim.proof.check.others import apart, beside, near
from sim.proof.check.solid import AT, Plane, demand_clear, touched, under
from sim.proof.check.way import TALL, Way, demand_step_clear

INCHES = Fraction(254, 10)
assert float(INCHES) == INCH


def mm(low, high=None) -> tuple[Fraction, Fraction]:
    """Nanometres as bounds in millimetres."""
    return Fraction(low) / NM, Fraction(low if high is None else high) / NM


class Scene:
    """What facts are checked against: the triangles, the table, the ways, the move."""

    def __init__(self, terrain, document: dict):
        self.terrain, self.document = terrain, document
        self.models = {m["name"]: m for m in document["table"]["models"]}
        paths = document["move"]["paths"]
        self.ways = {w["model"]: Way(w, self.models[w["model"]], paths[w["model"]]) for w in document["ways"]}
        self.noises = [p["noise"] for p in document["triangles"]["pieces"]]
        self.noise = max(self.noises, default=0)

    def way(self, fact: dict) -> Way:
        return self.ways[fact["model"]]


def measures_of(scene: Scene, fact: dict) -> dict[str, tuple]:
    """The measures of one fact, checked; raises Refused or Open."""
    if fact["kind"] not in KINDS:
        raise Open(f"facts of the kind {fact['kind']}")
    return KINDS[fact["kind"]](scene, fact)


def _demand_place(way: Way, fact: dict, where: str = "end") -> tuple[int, int, int]:
    at = position(fact["at"])
    wanted, facing = (way.start, way.told["starts"]["facing"]) if where == "start" else (way.end, way.facing)
    if at != wanted or fact["facing"] != facing:
        raise Refused("witness", f"it is not about the {where} of the way")
    return at


def rest(scene: Scene, fact: dict) -> dict:
    """The base touches terrain and nothing is in it."""
    way = scene.way(fact)
    at = _demand_place(way, fact, "start" if fact["where"] == "start" else "end")
    outline = way.outline(fact["facing"])
    if fact["touch"] is None and fact["where"] == "end" and way.told["ends"]["state"] not in ("standing", "overhanging"):
        raise Open(f"how {fact['model']} is at its end, {way.told['ends']['state']}")
    if fact["touch"] is None:
        raise Refused("rest", "nothing is shown to bear the base")
    x, y, z = touched(scene.terrain, fact["touch"])
    if not outline.holds(x - at[0], y - at[1]) or abs(z - at[2]) > AT:
        raise Refused("rest", "the point that is to bear the base does not touch it")
    [normals] = fact["pieces"]
    demand_clear(scene.terrain, way.outline(fact["facing"], AT), at, at, AT, TALL - AT, normals, "at rest")
    return {"height": mm(at[2] - AT, at[2] + AT), "headroom": (mm(TALL - 2 * AT)[0], None)}


def clear(scene: Scene, fact: dict) -> dict:
    demand_step_clear(scene.terrain, scene.way(fact), fact)
    return {"headroom": (mm(TALL - 2 * AT)[0], None)}


def blocked(scene: Scene, fact: dict) -> dict:
    """A point of terrain inside the base, just beyond where the way ends."""
    way = scene.way(fact)
    if fact["touch"] is None:
        raise Open("what bars the way beyond where it ends")
    at = position(fact["at"])
    if way.told["arrives"] is not False or abs(at[2] - way.end[2]) > AT or (at[0] - way.end[0]) ** 2 + (at[1] - way.end[1]) ** 2 > (100_000) ** 2:
        raise Refused("blocked", "it is not just beyond where the way ends")
    x, y, z = touched(scene.terrain, fact["touch"])
    if not (way.outline(fact["facing"], AT // 4).holds(x - at[0], y - at[1]) and at[2] + AT // 4 < z < at[2] + TALL - AT // 4):
        raise Refused("blocked", "the point that is to bar the way is not inside the base")
    return {}


def stand(scene: Scene, fact: dict) -> dict:
    """The resting plane passes through contacts that balance about the centre, and no terrain under the base is over it."""
    way = scene.way(fact)
    at = _demand_place(way, fact)
    z, gx, gy = nanometres(fact["plane"][0]), Fraction(fact["plane"][1]), Fraction(fact["plane"][2])
    if not fact["contacts"]:
        raise Open("that a base topples")
    outline = way.outline(fact["facing"])
    points = [touched(scene.terrain, t) for t in fact["contacts"]]
    weights = fact["hold"]
    if len(weights) != len(points) or any(isinstance(w, bool) or not isinstance(w, int) or w < 0 for w in weights) or not any(weights):
        raise Refused("stand", "contacts are held by whole-number weights, one each")
    level = gx == gy == 0
    slack = 2 * AT if level else 2 * AT + max(AT, round(3 * scene.noise * NM))
    for p in points:
        if not outline.holds(p[0] - at[0], p[1] - at[1]) or abs(p[2] - z - gx * (p[0] - at[0]) - gy * (p[1] - at[1])) > slack:
            raise Refused("stand", "a contact does not touch the base as it lies")
    middle = [sum(w * (p[k] - at[k]) for w, p in zip(weights, points)) / Fraction(sum(weights)) for k in (0, 1)]
    if middle[0] ** 2 + middle[1] ** 2 > (2 * AT) ** 2:
        raise Refused("stand", "the contacts do not hold the base about its centre")
    if level:
        if z != at[2]:
            raise Refused("stand", "a level base lies where its underside is")
        return {}
    shrunk, r, lies = way.outline(fact["facing"], AT), outline.radius, Plane(z, gx, gy, at)
    for i in scene.terrain.near(at[0] - r, at[1] - r, at[2] - 4 * r, at[0] + r, at[1] + r, at[2] + AT):
        over = under(lies.band(scene.terrain.corners(i), slack, 4 * r), shrunk, at)
        if any(p[2] <= at[2] for p in over):
            raise Refused("stand", f"triangle {i} is over the plane the base is to lie on")
    return {}


def edge(scene: Scene, fact: dict) -> dict:
    way = scene.way(fact)
    x, y, _ = _demand_place(way, fact)
    outline = way.outline(fact["facing"])
    width, depth = (nanometres(v) for v in scene.document["table"]["size"])
    rooms = [(x - h, x - low) for low, h in [outline.reach(-1, 0)]] + [(width - x - h, width - x - low) for low, h in [outline.reach(1, 0)]]
    rooms += [(y - h, y - low) for low, h in [outline.reach(0, -1)]] + [(depth - y - h, depth - y - low) for low, h in [outline.reach(0, 1)]]
    return {"room": mm(min(low for low, _ in rooms), min(high for _, high in rooms))}


def overhang(scene: Scene, fact: dict) -> dict:
    """The area over air; all the other measures of overhang are left open."""
    way = scene.way(fact)
    at = _demand_place(way, fact)
    outline = way.outline(fact["facing"])
    band, over = nanometres(fact["band"]), nanometres(fact["over"])
    if not any(band == max(508_000, round(3 * n * NM)) and over == max(AT, round(3 * n * NM)) for n in scene.noises):
        raise Refused("overhang", "support ends a fiftieth of an inch under the base")
    plane = nanometres(fact["plane"][0]), Fraction(fact["plane"][1]), Fraction(fact["plane"][2])
    if plane[1] == plane[2] == 0 and plane[0] != at[2]:
        raise Refused("overhang", "a level base lies where its underside is")
    if fact["together"] is not True:
        raise Open("overhang where one piece must bear the base")
    low, high = support_share(scene.terrain, outline, at, plane, band, over)
    return {"area": (Fraction(0) if fact["filled"] is True else 1 - high, 1 - low)}


def rise(scene: Scene, fact: dict) -> dict:
    """How much a step rises or falls. The steepest part of it is no more than all of it."""
    way, i = scene.way(fact), fact["step"]
    line, lift = way.lines[i], nanometres(way.steps[i]["lift"])
    heights = [p[2] for p in line]
    span = max(heights) - min(heights)
    if way.is_upright(i):
        near_by = [z for j in (i - 1, i, i + 1) if 0 <= j < len(way.lines) for _, _, z in way.lines[j]]
        return {"rise": mm(span), "steepest": mm(span, max(near_by) - min(near_by))}
    most = span + lift + 2 * AT
    return {"rise": mm(max(0, span - lift - AT), most), "steepest": mm(0, max(most, _whole_range(way, i)))}


def _whole_range(way: Way, i: int) -> int:
    """Height range of a step with its neighbours, with which a narrow ledge is judged together."""
    heights = [z for j in (i - 1, i, i + 1) if 0 <= j < len(way.lines) for _, _, z in way.lines[j]]
    return max(heights) - min(heights) + 2 * AT


def drop(scene: Scene, fact: dict) -> dict:
    way = scene.way(fact)
    drops = [i for i, s in enumerate(way.steps) if s["by"] == "drop"]
    so_far = [i for i in drops if i <= fact["step"]]
    if fact["step"] not in drops or fact["steps"] != so_far:
        raise Refused("drop", "it is not about the drops up to that step")
    falls = {i: max(0, -way.rise(i)) for i in so_far}
    total = sum(falls.values())
    return {"fall": mm(falls[fact["step"]] - AT, falls[fact["step"]] + AT), "so_far": mm(total - AT * len(falls), total + AT * len(falls))}


def account(scene: Scene, fact: dict) -> dict:
    """The sum of what every step is charged; each plan length is measured again."""
    way = scene.way(fact)
    total = Fraction(0)
    for i, step in enumerate(way.steps):
        low, high = way.length(i)
        if step["kind"] == "PLACE":
            low = high = Fraction(0)
        across = [e for e in step["account"] if e["what"] == "across"]
        if len(across) != 1 or not low / NM - Fraction(1, 10000) <= across[0]["length"] <= high / NM + Fraction(1, 10000):
            raise Refused("sum", f"step {i} is not as long as its account says")
        if across[0]["counts"] != across[0]["length"]:
            raise Refused("sum", f"step {i}: every inch across counts")
        for entry in step["account"]:
            if entry["what"] in ("up", "down") and abs(entry["length"] * NM - abs(way.rise(i))) > AT:
                raise Refused("sum", f"step {i} does not rise or fall by what its account says")
            if entry["what"] not in ("across", "up", "down"):
                raise Refused("sum", f"step {i} is charged for {entry['what']}")
        if abs(sum(e["counts"] for e in step["account"]) - step["charge"]) > Fraction(1, 100000):
            raise Refused("sum", f"the account of step {i} does not add up to its charge")
        if step["u"] < 0 or step["u"] > 0 and scene.noise == 0:
            raise Refused("doubt", f"step {i}: nothing on this table is uncertain")
        total += step["charge"]
    total += sum(e["counts"] for e in way.told["whole"])
    return {"charged": (total, total)}


def allowance(scene: Scene, fact: dict) -> dict:
    declared = scene.document["move"]["allowance"]
    if fact["stat"] is None:
        if declared is None:
            raise Open("an allowance that neither the move nor a stat gives")
        return {"allowance": (Fraction(declared), Fraction(declared))}
    if declared is not None:
        raise Refused("allowance", "the move declares an allowance of its own")
    return {"allowance": stat(scene, fact)["stat"]}


def stat(scene: Scene, fact: dict) -> dict:
    value = scene.models[fact["model"]]["stats"].get(fact["stat"])
    if value is None:
        raise Refused("allowance", f"the model has no stat {fact['stat']}")
    return {"stat": (Fraction(value) * INCHES,) * 2}


def base(scene: Scene, fact: dict) -> dict:
    model = scene.models[fact["model"]]
    found = {"height": (Fraction(model["height"]),) * 2}
    if not model["outline"]["corners"]:
        found["half_width"] = (Fraction(min(model["outline"]["half"])),) * 2
    return found


def tag(scene: Scene, fact: dict) -> dict:
    """A person's tag on the piece or the part of it that a triangle belongs to; tags of regions are left open."""
    scene.terrain.corners(fact["triangle"])
    if any(fact["trait"] in r["traits"] for r in scene.document["table"]["regions"]):
        raise Open("tags that regions carry")
    pieces = [p for p in scene.document["triangles"]["pieces"] if p["first"] <= fact["triangle"] < p["first"] + p["count"]]
    tags = {t for p in pieces for part in [p, *[q for q in p["parts"] if q["first"] <= fact["triangle"] < q["first"] + q["count"]]] for t in part["traits"]}
    return {"tagged": (fact["trait"] in tags,) * 2}


def way(scene: Scene, fact: dict) -> dict:
    """That the way is unbroken and ends where it says is checked with the way itself."""
    return {"arrives": (scene.way(fact).told["arrives"],) * 2}


def _in_mm(found: dict) -> dict:
    """Measures in nanometres, endless ones among them, in millimetres."""
    return {name: tuple(None if v is None else Fraction(v) / NM for v in bounds) for name, bounds in found.items()}


def _of_scene(function):
    return lambda scene, fact: _in_mm(function(scene, fact))


def _of_way(function):
    return lambda scene, fact: _in_mm(function(scene.terrain, scene.way(fact), fact))


KINDS = {"rest": rest, "clear": clear, "blocked": blocked, "stand": stand, "edge": edge, "overhang": overhang, "rise": rise, "drop": drop,
         "account": account, "allowance": allowance, "stat": stat, "base": base, "tag": tag, "way": way, "gaps": _of_way(gap_measures),
         "face": _of_way(face_measures), "apart": _of_scene(apart), "beside": _of_scene(beside), "near": _of_scene(near)}
