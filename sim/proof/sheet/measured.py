"""What the deciding claim measures, as things to draw, by the kind of fact it rests on; how to check it by hand."""
from __future__ import annotations

from math import dist, hypot

import numpy as np
import shapely
from shapely.affinity import translate
from shapely.ops import nearest_points

from sim.proof.sheet import heights
from sim.proof.sheet.marks import ASIDE, FOUND, Area, Dimension, Shown, measured_length, place, spot_at, spot_round
from sim.proof.sheet.paper import inches, plain
from sim.proof.sheet.subject import Subject, footprint, swept, touch_point
from sim.proof.sheet.words import compared, in_a_sentence


def shown(subject: Subject) -> Shown:
    """What to draw of the deciding claim, by the kind of fact it rests on."""
    build = KINDS.get(subject.fact.get("kind"))
    made = build(subject) if build else None
    return made or _points(subject)


def _points(subject: Subject) -> Shown:
    """Any claim by the points it names."""
    at, words = subject.leaf.get("at") or [], compared(subject.leaf) if subject.leaf else "nothing was asked"
    said = plain(in_a_sentence(subject.leaf)) if subject.leaf else words
    if len(at) >= 2 and dist(at[0][:2], at[1][:2]) > 1e-3:
        a, b = at[0], at[1]
        return Shown(f"Put a ruler from {place(a)} to {place(b)}: {inches(dist(a[:2], b[:2]))}. {said}.", spot_at(a, b),
                     "what was measured", plan=[Dimension(tuple(a[:2]), tuple(b[:2]), inches(dist(a[:2], b[:2])))])
    bend = _bend(subject)
    if bend:
        return Shown(f"Stretch a thread from the start to the end of the path, and put a ruler from {place(bend[0])} square to it: {said}.",
                     spot_at(*bend), "the stop beside the straight line", plan=[Dimension(*bend, inches(dist(*bend)))],
                     areas=[Area(shapely.LineString([subject.path(subject.way)[0], subject.path(subject.way)[-1]]).buffer(0.05), "ghost")])
    spot = at[0] if at else _offence(subject)
    base = footprint(subject.mover["outline"], spot, subject.way["ends"]["facing"])
    return Shown(f"Put the model's base with its centre at {place(spot)} and look: {said}.", spot_round(base), "where it is decided",
                 areas=[Area(base, "ghost")], crosses=[(tuple(spot[:2]), words)], side_crosses=[((subject.developed(spot), spot[2]), words)])


def _bend(subject: Subject) -> tuple | None:
    """A stop of the path and the point beside it on the straight line from start to end, where that is what was measured."""
    path, measured = subject.path(subject.way), subject.leaf.get("measured", {})
    straight = shapely.LineString([path[0], path[-1]])
    for stop in path[1:-1] if measured.get("unit") == "length" and straight.length > 0 and measured["value"] else ():
        foot = straight.interpolate(straight.project(shapely.Point(stop))).coords[0]
        if abs(dist(stop, foot) - measured["value"]) < FOUND:
            return stop, foot
    return None


def _offence(subject: Subject) -> list[float]:
    """Where a claim without points is about: its step's end, or the move's end."""
    step = subject.claim["step"] if subject.claim else None
    return subject.way["ends"]["at"] if step is None else subject.way["steps"][step]["line"][-1]


def _account(subject: Subject) -> Shown | None:
    """The distance: the detail shows the end, and where the allowance runs out. Other lengths held against an allowance are not drawn so."""
    if subject.leaf["measured"]["measure"] != "charged":
        return None
    way, limit, charged = subject.way, subject.leaf["limit"]["value"], measured_length(subject)
    path = [(*p, 0.0) for p in subject.trace(way)]
    legs = "" if subject.placed(way) else "; ".join(f"{place(a[:2])} to {place(b[:2])}: {inches(dist(a, b))}" for a, b in _straight(path))
    heights = sum(e["counts"] for s in way["steps"] for e in s["account"] if e["what"] != "across")
    up = f", and what counts of heights, {inches(heights)}" if heights > 1e-3 else ""
    ruler = f"Put a ruler along the way of the base's centre, from {legs}{up}." if legs else f"The model does not leave its place in plan{up}."
    ruler = "The model is set down where it ends: nothing is measured on the way." if subject.placed(way) else ruler
    made = Shown(f"{ruler} It comes to {inches(charged)}.", spot_at(way["ends"]["at"]), "the end of the move")
    end, short = way["ends"]["at"], None if limit is None else limit - charged
    last = way["steps"][-1]["line"] if way["steps"] else []
    if short is not None and len(last) > 1 and 1e-3 < hypot(last[-1][0] - last[0][0], last[-1][1] - last[0][1]) and abs(short) < 40:
        along = (np.array(last[-1][:2]) - last[0][:2]) / dist(last[-1][:2], last[0][:2])
        stop = np.array(end[:2]) + along * short
        made.crosses = [(tuple(stop), "the allowance ends here")]
        made.spot, made.spot_says = spot_at(end, stop), "the end, and where the allowance ends"
        if abs(short) > 1e-3:
            made.plan = [Dimension(tuple(end[:2]), tuple(stop), f"{inches(abs(short))} {'left' if short > 0 else 'too far'}")]
    return made


def _straight(path) -> list[tuple]:
    """Corner to corner, what lies on a straight line taken together."""
    out = []
    for a, b in zip(path, path[1:]):
        if out and abs(dist(out[-1][0], b) - dist(out[-1][0], a) - dist(a, b)) < 1e-6:
            out[-1] = (out[-1][0], b)
        else:
            out.append((a, b))
    return out


def _gap(subject: Subject) -> Shown | None:
    """The gap with arrows across, and the base laid with its rim on the near edge."""
    leaf, which = subject.leaf, (subject.leaf["measured"]["measure"] or "").rpartition("-")[2]
    if not which.isdigit() or int(which) >= len(subject.fact["gaps"]):
        return None
    gap = subject.fact["gaps"][int(which)]
    near, far = np.array(gap["near"]), np.array(gap["far"])
    long = dist(near[:2], far[:2])
    along = (far - near)[:2] / long
    outline = subject.mover["outline"]
    base = footprint(outline, (0.0, 0.0), gap["facing"])
    back = -min(np.asarray(base.exterior.coords) @ along)
    laid = translate(base, *(near[:2] + along * back))
    ahead = near[:2] + along * (back + max(np.asarray(base.exterior.coords) @ along))
    d = subject.developed(near)
    measured, limit = leaf["measured"], leaf["limit"]
    spare, off = limit["value"] - measured["value"], ASIDE * max(outline["half"])
    words, base_words = f"gap {inches(measured['value'])}", f"base {inches(limit['value'])}"
    return Shown(
        f"Put a ruler along the path from rim to rim of the gap, {place(near)} to {place(far)}: {inches(measured['value'])}. "
        f"Then across the base the same way: {inches(limit['value'])}.", (tuple((far[:2] + ahead) / 2), max(dist(far[:2], ahead) / 2 * 1.5, 4.0)),
        "far rim of the gap, and the rim of a base laid from the near rim",
        plan=[Dimension(tuple(near[:2]), tuple(far[:2]), words, off), Dimension(tuple(near[:2]), tuple(ahead), base_words, -off, claimed=False)],
        tight=[Dimension(tuple(far[:2]), tuple(ahead), f"{inches(abs(spare), 3)} {'spare' if spare > 0 else 'too wide'}")] if abs(spare) > 1e-2 else [],
        areas=[Area(laid, "ghost")], side=[Dimension((d, near[2]), (d + long, far[2]), words, -off / 2)],
        crosses=[(tuple(near[:2]), ""), (tuple(far[:2]), "")])


def _apart(subject: Subject) -> Shown:
    """Two bases and the least distance between them."""
    fact, value = subject.fact, measured_length(subject)
    a, b = subject.fact["points"]
    measure = subject.leaf["measured"]["measure"]
    one, other = plain(fact["one"]), plain(fact["other"])
    at = [fact["poses"][0], fact["poses"][1]]
    shapes = [footprint(subject.models[n]["outline"], p, p[3]) for n, p in zip((fact["one"], fact["other"]), at)]
    over = shapes[0].intersection(shapes[1])
    areas = [Area(over, "offending", f"{inches(-value)} deep")] if over.area > 1e-6 and value < 0 else []
    name = plain(subject.leaf["measured"]["name"])
    hand = f"Put a ruler rim to rim between the bases of {one} and {other}, {place(a)} to {place(b)}: {name} {inches(value)}."
    if areas:
        hand = f"Put the bases of {one} and {other} down where they end, centres at {place(at[0])} and {place(at[1])}: they overlap by {inches(-value)}."
    made = Shown(hand, spot_at(a, b), f"between {one} and {other}", areas=areas)
    if measure == "plan" and dist(a[:2], b[:2]) > 1e-3 and not areas:
        made.plan = [Dimension(tuple(a[:2]), tuple(b[:2]), inches(value))]
    else:
        made.crosses = [(tuple(a[:2]), "they touch" if abs(value) < 1e-2 and not areas else "")]
    if areas:
        made.spot = spot_round(over)
    return made


def _beside(subject: Subject) -> Shown:
    """How close the way comes to another base; where it runs through, the part swept over."""
    other = subject.models[subject.fact["other"]]
    there, value, name = footprint(other["outline"], other["at"], other["facing"]), measured_length(subject), plain(subject.fact["other"])
    over = shapely.union_all([swept(subject.mover["outline"], step) for step in subject.way["steps"]]).intersection(there)
    at = subject.leaf.get("at") or subject.fact.get("points") or [subject.way["ends"]["at"], other["at"]]
    a, b = at[0], at[-1]
    made = Shown(f"Slide a {plain(subject.mover['outline']['name'])} along the path past {name} and put a ruler rim to rim where they are closest: "
                 f"{inches(value)}{' (one inside the other)' if value < 0 else ''}.", spot_at(a, b), f"closest to {name}")
    if value < -1e-2 and over.area > 1e-6:
        made.areas = [Area(over, "offending", f"{inches(-value)} into {name}")]
        made.spot = spot_round(over)
    elif dist(a[:2], b[:2]) > 1e-3:
        made.plan = [Dimension(tuple(a[:2]), tuple(b[:2]), inches(value))]
    else:
        made.crosses = [(tuple(a[:2]), f"touches {name}")]
    return made


def zone_words(fact: dict) -> str:
    """A zone by its owner, radius and height band, and what cuts it."""
    low, high = (("" if v is None else inches(v)) for v in (fact["low"], fact["high"]))
    band = f", {low or 'any'} to {high or 'any'} up" if low or high else ""
    return f"zone of {plain(fact['owner'])} {inches(fact['radius'])}{band}" + (f", cut by walls of {inches(fact['wall'])}" if fact["wall"] is not None else "")


def _near(subject: Subject) -> Shown | None:
    """The zone round its owner, and how near the way comes where the zone counts."""
    fact, name = subject.fact, plain(subject.fact["owner"])
    owner = subject.models.get(fact["owner"])
    zone = owner and footprint(owner["outline"], owner["at"], owner["facing"], fact["radius"])
    points, value = fact["points"] or subject.leaf.get("at"), measured_length(subject)
    if not zone or not points:
        return None
    a, b = points[0], points[-1]
    base, there = footprint(subject.mover["outline"], a, subject.way["ends"]["facing"]), footprint(owner["outline"], owner["at"], owner["facing"])
    if value < -1e-2:
        both = base.intersection(there)
        return Shown(f"Put the base on the path, centre at {place(a)}: it is {inches(-value)} into {name}'s base.",
                     spot_round(both), f"where the base is in that of {name}",
                     areas=[Area(zone, "zone", zone_words(fact)), Area(base, "ghost"), Area(both, "offending", f"{inches(-value)} into {name}")])
    rim, other = a, b
    if abs(dist(a[:2], b[:2]) - value) > 0.01:                                    # the points are the centres: measure rim to rim
        rim, other = (p.coords[0] for p in nearest_points(base, there))
    inside = [Area(base.intersection(zone), "offending")] if subject.leaf["truth"] == "fails" else []
    return Shown(f"Put the base on the path, centre at {place(a)}, and a ruler from its rim to the rim of {name}'s base at {place(other)}: {inches(value)}.",
                 spot_at(rim, other), f"{name}'s zone, where the way comes nearest",
                 plan=[Dimension(tuple(rim[:2]), tuple(other[:2]), inches(value))] if dist(rim[:2], other[:2]) > 1e-3 else [],
                 areas=[Area(zone, "zone", zone_words(fact)), Area(base, "ghost"), *inside])


def _edge(subject: Subject) -> Shown:
    """The base and the table's edge nearest to it."""
    end, value = footprint(subject.mover["outline"], subject.fact["at"], subject.fact["facing"]), measured_length(subject)
    wide, deep = subject.document["table"]["size"]
    low_x, low_y, high_x, high_y = end.bounds
    corners = np.asarray(end.exterior.coords)
    which = int(np.argmin([low_x, low_y, wide - high_x, deep - high_y]))
    rim = corners[[corners[:, 0].argmin(), corners[:, 1].argmin(), corners[:, 0].argmax(), corners[:, 1].argmax()][which]]
    foot = [(0.0, rim[1]), (rim[0], 0.0), (wide, rim[1]), (rim[0], deep)][which]
    off = end.difference(shapely.box(0, 0, wide, deep))
    over = " over it" if value < 0 else ""
    made = Shown(f"Put a ruler from the rim of the base at its end, {place(rim)}, square to the table's edge: {inches(abs(value))}{over}.", spot_at(rim, foot),
                 "rim of the base and the table's edge", areas=[Area(off, "offending")] if off.area > 0 else [])
    if abs(value) > 1e-3:
        made.plan = [Dimension(tuple(rim), foot, f"{inches(abs(value))}{' over the edge' if value < 0 else ''}")]
    else:
        made.crosses = [(foot, "rim on the edge")]
    return made


def _overhang(subject: Subject) -> Shown:
    """What of the base is over air, with its share and the base's centre."""
    fact, at = subject.fact, subject.fact["at"]
    base = footprint(subject.mover["outline"], at, fact["facing"])
    rings = [translate(shapely.Polygon(ring), *at[:2]) for ring in fact["region"] if len(ring) > 3]
    held = shapely.union_all([shapely.make_valid(ring) for ring in rings]) if rings else shapely.Polygon()
    measured = subject.leaf.get("measured")
    share = f"{measured['value'] * 100:.1f} % over air" if measured and measured["unit"] == "share" else "over air"
    middle = tuple(at[:2])
    said = plain(in_a_sentence(subject.leaf))
    return Shown(f"Put the base with its centre at {place(at)}, draw round it and along the terrain's edge under it, and count squares: {said}.",
                 (middle, max(subject.mover["outline"]["half"]) * 1.2), "the base at its end: hatched is over air",
                 areas=[Area(base.difference(held), "over air", share)], crosses=[(middle, "centre")])


def _blocked(subject: Subject) -> Shown | None:
    """The point of terrain that is in the base just beyond where the way ends."""
    if not subject.fact.get("touch"):
        return None
    point, at = touch_point(subject.fact["touch"], subject.triangles), subject.fact["at"]
    return Shown(f"Put the base with its centre at {place(at)}: terrain at {place(point)} is in the way.", (tuple(point[:2]), 8.0), "what is in the way",
                 crosses=[(tuple(point[:2]), "terrain in the base")], areas=[Area(footprint(subject.mover["outline"], at, subject.fact["facing"]), "ghost")])


def _stand(subject: Subject) -> Shown:
    """The contacts that hold the base, or their want."""
    at, words = subject.fact["at"], compared(subject.leaf)
    touches = [touch_point(t, subject.triangles) for t in subject.fact["contacts"]]
    return Shown(f"Set the model down with its centre at {place(at)} and let go: {words}.", (tuple(at[:2]), max(subject.mover["outline"]["half"]) * 1.2),
                 "what the base rests on", crosses=[(tuple(at[:2]), words), *((tuple(p[:2]), "contact") for p in touches)])


KINDS = {"account": _account, "allowance": _account, "gaps": _gap, "apart": _apart, "beside": _beside, "near": _near, "edge": _edge, "overhang": _overhang,
         "face": heights.face, "rise": heights.rise, "drop": heights.drop, "blocked": _blocked, "stand": _stand}
