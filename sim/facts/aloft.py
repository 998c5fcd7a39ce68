"""Through the air on purpose: hanging on a face, going sideways from there, and flying.

A stand aloft is over a floor, not on it: its `floor` is the one below. Only legs declared so, and legs that set out from such a
stand, go through the air like this; what falls off an edge is the survey's own affair.
"""
from __future__ import annotations

from sim.facts.passage import Passage, Stand
from sim.measure import AT

LEVEL_REACH = 0.25 * 25.4        # mm: how far a declared level may be from the one meant
IN_THE_AIR = ("climb", "jump", "fly")


def height_meant(survey, leg: int) -> float | None:
    """The height in the air that a leg declares for its stop; None where its stop is on a level, or names none."""
    declared, piece = survey.path[leg], survey.legs[leg]
    wanted = declared.to[2]
    if wanted is None or declared.by not in IN_THE_AIR:
        return None
    levels = [f.z(piece.length) for f in piece.floors_at(piece.length)]
    return None if any(abs(z - wanted) <= LEVEL_REACH + AT for z in levels) or not levels or wanted < levels[0] else wanted


def upright(survey, stand: Stand) -> list[Passage]:
    """At a stop in the air: straight up or down to it. At any stop: down to the floor."""
    found: list[Passage] = []
    stops = survey.is_stop(stand)
    if not (stops or stand.aloft):
        return found
    wanted = height_meant(survey, stand.leg) if stops else None
    low, high = _room(survey, stand)
    if wanted is not None and abs(wanted - stand.z) > AT and low < wanted <= high:
        hang = Stand(stand.leg, stand.s, wanted, stand.floor, aloft=True)
        found.append(Passage(survey, "UP" if wanted > stand.z else "DOWN", stand, hang))
    if stand.aloft and (stand.s <= 1e-9 or stops):
        found.append(Passage(survey, "DOWN", stand, Stand(stand.leg, stand.s, low, stand.floor)))
    return found


def sideways(survey, stand: Stand) -> list[Passage]:
    """Level through the air to where the floor below next changes, and from floor to floor below; from a floor only where it slopes away."""
    leg, floor = survey.legs[stand.leg], stand.floor
    found = []
    following = [s for s in survey._nodes[stand.leg][floor.index] if s > stand.s + 1e-9]
    if following and _open(floor, stand.s, following[0], stand.z):
        onward = _level(survey, stand, following[0], floor)
        found += [onward] if stand.aloft or onward.end.aloft else []
    for link in leg.links if stand.aloft or height_meant(survey, stand.leg) is not None else ():
        if link.before is floor and abs(link.s - stand.s) <= 1e-9 and stand.z <= link.ceiling + AT:
            z = link.after.z(link.s)
            if z <= stand.z + AT:
                found.append(_level(survey, stand, stand.s, link.after))
            elif stand.aloft and z <= link.ceiling + AT:
                found.append(Passage(survey, "UP", stand, Stand(stand.leg, stand.s, z, link.after)))
    return found


def flights(survey, stand: Stand) -> list[Passage]:
    """From where a leg begins up as needed, across and down, to every floor at its end that the air leads to."""
    leg = survey.legs[stand.leg]
    if not leg.length:
        return []
    first = next((k for k, (s0, s1, _) in enumerate(leg.columns) if s1 > stand.s + 1e-9), None)
    if first is None:
        return []
    routes = {i: (c,) for i, c in leg.columns[first][2] if i == stand.floor.index}
    for _, _, column in leg.columns[first + 1:]:
        onward: dict = {}
        for i, c in column:
            for cells in routes.values():
                if i not in onward and max(cells[-1][3], c[2]) <= min(cells[-1][5], c[4]):
                    onward[i] = (*cells, c)
        routes = onward
    return [Passage(survey, "FLIGHT", stand, Stand(stand.leg, leg.length, float(cells[-1][3]), leg.floors[i]), cells) for i, cells in routes.items()]


def _level(survey, stand: Stand, s: float, floor) -> Passage:
    on = floor.z(s) >= stand.z - AT
    return Passage(survey, "ALOFT", stand, Stand(stand.leg, s, floor.z(s) if on else stand.z, floor, aloft=not on))


def _open(floor, a: float, b: float, z: float) -> bool:
    """Whether the height z is free over the floor from a to b."""
    inner = floor.cells[(floor.cells[:, 1] > a) & (floor.cells[:, 0] < b)]
    return not len(inner) or bool(inner[:, 2:4].max() <= z + AT and inner[:, 4:6].min() >= z)


def _room(survey, stand: Stand) -> tuple[float, float]:
    """Floor and ceiling of the free column a stand is in."""
    cell = stand.floor._cell(stand.s)
    return stand.floor.z(stand.s), float(min(cell[4], cell[5]))
