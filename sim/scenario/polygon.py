"""Polygons in plan as people draw them: any order round, but simple."""
from __future__ import annotations

from sim.errors import RefereeError


def plan_polygon(corners) -> tuple[tuple[float, float], ...]:
    """The corners counter-clockwise; RefereeError unless they enclose something and no side crosses or touches another."""
    corners = [tuple(c) for c in corners]
    sides = list(zip(corners, corners[1:] + corners[:1]))
    if any(a == b for a, b in sides):
        raise _bad("has the same corner twice in a row")
    for i, first in enumerate(sides):
        for j in range(i + 2, len(sides)):
            if (i, j) != (0, len(sides) - 1) and _touch(first, sides[j]):
                raise _bad(f"crosses itself: side {i} meets side {j}")
    twice_area = sum(a[0] * b[1] - a[1] * b[0] for a, b in sides)
    if abs(twice_area) < 1e-6:
        raise _bad("encloses nothing")
    return tuple(corners if twice_area > 0 else corners[::-1])


def _touch(one, other) -> bool:
    """True where two segments share a point."""
    (a, b), (c, d) = one, other
    turns = [_turn(a, b, c), _turn(a, b, d), _turn(c, d, a), _turn(c, d, b)]
    if turns[0] * turns[1] < 0 and turns[2] * turns[3] < 0:
        return True
    ends = ((a, b, c), (a, b, d), (c, d, a), (c, d, b))
    return any(t == 0 and _between(*e) for t, e in zip(turns, ends))


def _turn(a, b, c) -> int:
    cross = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
    return (cross > 0) - (cross < 0)


def _between(a, b, c) -> bool:
    return all(min(p, q) <= r <= max(p, q) for p, q, r in zip(a, b, c))


def _bad(what: str) -> RefereeError:
    return RefereeError("E_SCENARIO", f"the polygon {what}; give its corners in order round", "polygon")
