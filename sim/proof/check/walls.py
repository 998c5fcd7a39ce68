"""Walls that cut a zone, found again: every line of closest approach from a stretch of the way crosses terrain that is tall enough.

For round bases that line runs between the centres. As the mover goes along, a line crosses the same edges of a triangle from one corner's
bearing to the next, and the height at which it crosses an edge only rises or only falls in between; so the two ends bound it.
"""
from __future__ import annotations

from fractions import Fraction
from math import ceil

from sim.proof.check.exact import root
from sim.proof.check.solid import AT, joined, section

STRIDE = 500_000                  # nm: stretches no longer than this are looked at as one


def stretch_within(p, q, place, reach: int) -> tuple[Fraction, Fraction] | None:
    """The part (0 to 1, from outside) of a straight piece of the way on which the centre is within `reach` of a place."""
    ux, uy, wx, wy = q[0] - p[0], q[1] - p[1], place[0] - p[0], place[1] - p[1]
    square = ux * ux + uy * uy
    if square == 0:
        return (Fraction(0), Fraction(1)) if wx * wx + wy * wy <= reach * reach else None
    middle = Fraction(ux * wx + uy * wy) / square
    left = Fraction(reach * reach - (wx * wx + wy * wy)) / square + middle * middle
    if left < 0:
        return None
    half = root(left)[1]
    low, high = max(Fraction(0), middle - half), min(Fraction(1), middle + half)
    return (low, high) if low <= high else None


def walled(terrain, p, q, place, foot, tall: int, radii: tuple[int, int], part: tuple) -> bool:
    """Whether on that part of the way p-q every line to `place` crosses terrain from `foot` up to `tall` over it, between the rims.

    `foot` is the least and the greatest height that walls may start from; `radii` are the mover's and the owner's.
    """
    at = [tuple(a + t * (b - a) for a, b in zip(p[:2], q[:2])) for t in part]
    xs, ys = zip(*at, place[:2])
    ids = terrain.near(int(min(xs)) - 1, int(min(ys)) - 1, foot[0] - AT, int(max(xs)) + 1, int(max(ys)) + 1, foot[1] + tall)
    triangles = [terrain.corners(i) for i in ids]
    times = _times(p, q, place, part, triangles)
    return all(_crossed(p, q, place, foot, tall, radii, a, b, triangles) for a, b in zip(times, times[1:]))


def _times(p, q, place, part, triangles) -> list[Fraction]:
    """Where a corner's bearing is passed, and in between often enough."""
    ux, uy = q[0] - p[0], q[1] - p[1]
    length = root(ux * ux + uy * uy)[1] * (part[1] - part[0])
    times = {part[0], part[1]}
    for corners in triangles:
        for x, y, _ in corners:
            vx, vy = x - place[0], y - place[1]
            turning = vx * uy - vy * ux
            if turning:
                t = Fraction(vy * (p[0] - place[0]) - vx * (p[1] - place[1])) / turning
                if part[0] < t < part[1]:
                    times.add(t)
    count = max(1, ceil(length / STRIDE))
    times |= {part[0] + (part[1] - part[0]) * Fraction(k, count) for k in range(1, count)}
    return sorted(times)


def _crossed(p, q, place, foot, tall: int, radii, a: Fraction, b: Fraction, triangles) -> bool:
    """Whether lines from all of a stretch cross terrain that is tall enough."""
    ends = [tuple(m + t * (n - m) for m, n in zip(p[:2], q[:2])) for t in (a, b)]
    if ends[0] == place[:2] or ends[1] == place[:2]:
        return False
    between = tuple((m + n) / 2 for m, n in zip(*ends))
    sheets: list[tuple] = []
    for corners in triangles:
        middle = section(corners, place, between)
        if len(set(middle)) < 2 or not all(0 < t < 1 for t, _ in middle):
            continue
        cuts = [section(corners, place, end) for end in ends]
        if not all(cuts) or not all(_outside(cut, place, end, ends, radii) for cut, end in zip(cuts, ends)):
            continue
        span = max(min(z for _, z in cut) for cut in cuts), min(max(z for _, z in cut) for cut in cuts)
        sheets.append((span, _edges(corners, place, between)))
    top = foot[0] + AT
    for low, high in joined([s for s in _seamless(sheets) if s[0] <= s[1]]):
        if low <= top:
            top = max(top, high)
    return top >= foot[1] + tall - AT


def _edges(corners, place, between) -> set[frozenset]:
    """The edges of a triangle that a line crosses."""
    side = [(between[0] - place[0]) * (y - place[1]) - (between[1] - place[1]) * (x - place[0]) for x, y, _ in corners]
    return {frozenset((corners[i - 1], corners[i])) for i in range(3) if (side[i - 1] < 0) != (side[i] < 0)}


def _seamless(sheets: list[tuple]) -> list[tuple]:
    """Spans of heights, those of triangles that share a crossed edge as one: along such a seam there is no gap, wherever it is crossed."""
    out: list[tuple] = []
    for (low, high), edges in sheets:
        met = [s for s in out if s[1] & edges]
        out = [s for s in out if not s[1] & edges]
        out.append(((min([low, *(s[0][0] for s in met)]), max([high, *(s[0][1] for s in met)])), edges.union(*(s[1] for s in met))))
    return [span for span, _ in out]


def _outside(cut, place, end, ends, radii) -> bool:
    """Whether the crossing lies between the rims, however the mover stands on the stretch."""
    ux, uy = end[0] - place[0], end[1] - place[1]
    length = root(ux * ux + uy * uy)[0]
    moved = root((ends[1][0] - ends[0][0]) ** 2 + (ends[1][1] - ends[0][1]) ** 2)[1]
    return all(t * length >= radii[1] + AT and (1 - t) * length >= radii[0] + 2 * moved for t, _ in cut)
