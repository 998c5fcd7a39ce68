"""Distances to other models found again: bases in plan, bodies in height, zones along the way.

The signed distance of two convex outlines is the most that any direction parts them; a base moved straight along sweeps a convex
outline too. Where that distance is above nought, it rises to one peak as the direction turns, so a fan of directions brackets it.
"""
from __future__ import annotations

from fractions import Fraction

from sim.proof.check.exact import FINE, NM, Open, Refused, nanometres, position, root, turn
from sim.proof.check.outline import Outline
from sim.proof.check.solid import AT, joined, section
from sim.proof.check.walls import stretch_within, walled

STEPS = (Fraction(3), Fraction(1, 4), Fraction(1, 64), Fraction(1, 2048))      # degrees


def apart(scene, fact: dict) -> dict:
    """Two bases where they stand: plan distance, height between, upper base over lower top (nm)."""
    (a, pa), (b, pb) = ((_outline(scene, name, pose[3]), position(pose[:3])) for name, pose in zip((fact["one"], fact["other"]), fact["poses"]))
    for name, pose in zip((fact["one"], fact["other"]), fact["poses"]):
        _demand_stands(scene, name, position(pose[:3]), pose[3])
    low_one, high_one = sorted(((pa[2], fact["one"]), (pb[2], fact["other"])))
    height, top = abs(pa[2] - pb[2]), nanometres(scene.models[low_one[1]]["height"])
    over = high_one[0] - low_one[0] - top
    found = {"plan": distance(a, pa, pa, b, pb), "height": (height, height), "over_top": (over, over)}
    if height >= max(nanometres(scene.models[n]["height"]) for n in (fact["one"], fact["other"])) - AT:
        found["apart"] = (None, None)
    return found


def _outline(scene, name: str, facing) -> Outline:
    return Outline(scene.models[name]["outline"], facing)


def _demand_stands(scene, name: str, at, facing) -> None:
    """A model is where the table has it, or, if it moves, at its start, at a stop, or at its end."""
    model = scene.models[name]
    x, y, _ = position(model["at"])
    places = {((x, y, nanometres(model["elevation"])), model["facing"])}
    if name in scene.ways:
        way = scene.ways[name]
        places.add(((*way.end[:2], nanometres(way.told["ends"]["elevation"])), way.facing))
        places |= {(line[-1], step["facing"]) for step, line in zip(way.steps, way.lines)}
    if (at, facing) not in places:
        raise Refused("others", f"{name} does not stand there")


def distance(a: Outline, start, end, b: Outline, place) -> tuple[Fraction, Fraction]:
    """Least signed plan distance from an outline on its way from start to end to another one (nm, two bounds)."""
    if a.is_round and b.is_round:
        low, high = root(_nearest_square(start, end, place))
        return low - a.a - b.a, high - a.a - b.a
    best, where = None, Fraction(0)
    low_angle, high_angle = Fraction(0), Fraction(360)
    for step in STEPS:
        angle = low_angle
        while angle <= high_angle:
            parted = _parted(a, start, end, b, place, angle)
            if best is None or parted > best:
                best, where = parted, angle
            angle += step
        low_angle, high_angle = where - step, where + step
        if best <= 0 and step == STEPS[0]:
            break                                            # overlapping: the peak may be anywhere
    reach = max(abs(place[0] - p[0]) + abs(place[1] - p[1]) for p in (start, end)) + a.radius + b.radius
    return best, best + reach * step * Fraction(355, 113 * 180) * (1 if best > 0 else Fraction(1, 2))


def _parted(a: Outline, start, end, b: Outline, place, angle) -> Fraction:
    """How far a direction parts the two, from below."""
    x, y = turn(angle)
    along = place[0] * x + place[1] * y - max(start[0] * x + start[1] * y, end[0] * x + end[1] * y)
    return (along - a.reach(x, y)[1] - b.reach(-x, -y)[1]) / FINE - 1


def _nearest_square(start, end, place) -> Fraction:
    ux, uy = end[0] - start[0], end[1] - start[1]
    wx, wy = place[0] - start[0], place[1] - start[1]
    square = ux * ux + uy * uy
    t = min(Fraction(1), max(Fraction(0), Fraction(ux * wx + uy * wy) / square)) if square else Fraction(0)
    return (wx - t * ux) ** 2 + (wy - t * uy) ** 2


def _pieces(way, low, high):
    """The straight pieces of a way while the base's underside is between two heights (nm; None: endless): (outline, from, to, first, whole)."""
    for step, line in zip(way.steps, way.lines):
        if step["kind"] == "PLACE":
            continue                                         # it is set down, and passes nothing
        outline = way.outline(step["facing"])
        for a, b in zip(line, line[1:]):
            part = _between(a, b, low, high)
            if part is not None:
                yield outline, part[0], part[1], a, b


def _between(a, b, low, high):
    """The part of a straight piece between two heights."""
    t0, t1 = Fraction(0), Fraction(1)
    rise = b[2] - a[2]
    for limit, sign in ((low, 1), (high, -1)):
        if limit is None:
            continue
        if rise == 0:
            if sign * (a[2] - limit) < 0:
                return None
        elif sign * rise > 0:
            t0 = max(t0, Fraction(limit - a[2]) / rise)
        else:
            t1 = min(t1, Fraction(limit - a[2]) / rise)
    if t0 > t1:
        return None
    return tuple(tuple(p + t * (q - p) for p, q in zip(a, b)) for t in (t0, t1))


def _found_at(scene, name: str, mover: str) -> tuple[tuple, int, Outline]:
    """Where another model is when one moves: where the table has it, or where it ended if it moved before; (place, elevation, outline)."""
    order = scene.document["move"]["models"]
    model = scene.models[name]
    if name in scene.ways and order.index(name) < order.index(mover):
        ends = scene.ways[name].told["ends"]
        return position(ends["at"]), nanometres(ends["elevation"]), _outline(scene, name, ends["facing"])
    return position(model["at"]), nanometres(model["elevation"]), _outline(scene, name, model["facing"])


def beside(scene, fact: dict) -> dict:
    """Least plan distance to another model on the way while the two bodies' heights overlap."""
    way, tall = scene.way(fact), nanometres(scene.models[fact["other"]]["height"])
    place, z, outline = _found_at(scene, fact["other"], fact["model"])
    found = [distance(a, p, q, outline, place) for a, p, q, _, _ in _pieces(way, z - nanometres(way.model["height"]) + AT, z + tall - AT)]
    if not found:
        return {"room": (None, None)}
    return {"room": (min(low for low, _ in found), min(high for _, high in found))}


def near(scene, fact: dict) -> dict:
    """How near the way comes to the owner where its zone counts; a stretch in which it starts inside is left out."""
    way, radius = scene.way(fact), nanometres(fact["radius"])
    place, z, outline = _found_at(scene, fact["owner"], fact["model"])
    low, high = (None if fact[k] is None else z + nanometres(fact[k]) + sign * AT for k, sign in (("low", -1), ("high", 1)))
    if fact["in_sight"] is not False:
        raise Open("zones that reach only as far as sight")
    if fact["wall"] is not None and _all_walled(scene, way, fact, outline, (*place[:2], z), low, high):
        return {"distance": (None, None)}
    starting, found = True, []
    before = None
    for a, p, q, whole_from, whole_to in _pieces(way, low, high):
        starting = starting and p == whole_from and before in (None, whole_from)
        if starting and distance(a, p, p, outline, place)[1] < radius - AT:
            starting = q == whole_to and distance(a, q, q, outline, place)[0] < radius + 2 * AT
            before = whole_to
            continue
        starting = False
        found.append(distance(a, p, q, outline, place))
    least = min((v for v, _ in found), default=None)
    most = min((v for _, v in found), default=None)
    if fact["wall"] is None:
        outside = least is None or least > radius
        return {"distance": (least, None if outside else most)}
    if least is None or least > radius + 2 * AT:
        return {"distance": (least, None)}
    if fact["around"] or not fact["points"]:
        raise Open("that a wall stands between, all along the way")
    return {"distance": (least, _at_witness(scene, way, fact, outline, place))}


def _all_walled(scene, way, fact: dict, owner: Outline, place, low, high) -> bool:
    """Whether a wall stands between wherever the way is within the zone's radius and heights."""
    z, tall, radius = place[2], nanometres(fact["wall"]), nanometres(fact["radius"])
    for a, p, q, _, _ in _pieces(way, low, high):
        if not (a.is_round and owner.is_round):
            return False
        part = stretch_within(p, q, place, radius + a.a + owner.a + 2 * AT)
        foot = max(z, min(p[2], q[2])), max(z, p[2], q[2])
        if part is not None and not walled(scene.terrain, p, q, place, foot, tall, (a.a, owner.a), part):
            return False
    return True


def _at_witness(scene, way, fact: dict, owner: Outline, place) -> Fraction:
    """The distance at the place shown, where no wall is in the way."""
    at = position(fact["points"][0])
    on = [o for o, p, q, _, _ in _pieces(way, None, None) if min(p[2], q[2]) - AT <= at[2] <= max(p[2], q[2]) + AT and _nearest_square(p, q, at) <= AT * AT]
    if not on:
        raise Refused("others", "the place shown is not on the way")
    if not (on[0].is_round and owner.is_round):
        raise Open("walls between bases that are not round")
    if at[:2] == place[:2]:
        return Fraction(-on[0].a - owner.a)
    gap = distance(on[0], at, at, owner, place)
    total = root((place[0] - at[0]) ** 2 + (place[1] - at[1]) ** 2)[0]
    ends = [tuple(round(p + Fraction(r) / total * (q - p)) for p, q in zip(here[:2], there[:2])) for here, there, r in
            ((at, place, on[0].a), (place, at, owner.a))]
    foot = max(place[2], at[2])
    if gap[0] > 0 and wall_height(scene.terrain, *ends, foot) >= nanometres(fact["wall"]) - AT:
        raise Refused("others", "a wall stands between at the place shown")
    return gap[1]


def wall_height(terrain, p, q, foot: int) -> Fraction:
    """How high terrain crosses a plan line from `foot` up without a gap (nm)."""
    if p == q:
        return Fraction(0)
    spans = []
    for i in terrain.near(min(p[0], q[0]), min(p[1], q[1]), foot, max(p[0], q[0]), max(p[1], q[1]), 10 ** 12):
        cut = [c for c in section(terrain.corners(i), p, q) if -Fraction(1, NM) <= c[0] <= 1 + Fraction(1, NM)]
        if cut:
            spans.append((min(c[1] for c in cut), max(c[1] for c in cut)))
    top = foot + AT
    for low, high in joined(spans):
        if low <= top and high > top:
            top = high
    return Fraction(top - foot - AT if top == foot + AT else top - foot)
