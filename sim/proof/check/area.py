"""How much of a base is over terrain: the area of a union of convex pieces, between two bounds, by level strips."""
from __future__ import annotations

from fractions import Fraction

from sim.proof.check.exact import Open
from sim.proof.check.outline import Outline
from sim.proof.check.solid import Plane, under
from sim.proof.check.terrain import Terrain

MOST_PIECES = 4_000
NARROW = 2_000                    # nm: strips whose edges move no more than this need not be halved


def support_share(terrain: Terrain, outline: Outline, at, plane, band: int, over: int) -> tuple[Fraction, Fraction]:
    """Share of a base that terrain bears on a plane (z, gx, gy), from `band` under it to `over` over it, between two fractions.

    Holes that a base cannot fall through are not counted as borne here.
    """
    r = outline.radius
    slope = (abs(plane[1]) + abs(plane[2])) * r
    low, high = plane[0] - slope - band, plane[0] + slope + over
    ids = terrain.near(at[0] - r, at[1] - r, low.__floor__(), at[0] + r, at[1] + r, high.__ceil__())
    if len(ids) > MOST_PIECES:
        raise Open(f"the area under a base with {len(ids)} triangles under it")
    lies, pieces = Plane(*plane, at), []
    for i in ids:
        flat = [p[:2] for p in under(lies.band(terrain.corners(i), -band, over), outline, at)]
        if len(flat) > 2:
            pieces.append(flat)
    least, most = union(pieces)
    inside = outline.inside
    inner = sum(ax * by - ay * bx for (ax, ay), (bx, by) in zip(inside, inside[1:] + inside[:1])) / 2
    area_low, area_high = outline.area
    slop = 4 * outline.perimeter * (len(pieces) + 1)                      # corners were rounded to a nanometre
    return max(Fraction(0), (least - slop) / area_high), min(Fraction(1), (most + slop + area_high - inner) / area_low)


def union(pieces: list[list[tuple[int, int]]]) -> tuple[Fraction, Fraction]:
    """Area of a union of convex polygons with whole corners, between two bounds."""
    heights = sorted({y for piece in pieces for _, y in piece})
    spans = [(min(y for _, y in piece), max(y for _, y in piece), piece) for piece in pieces]
    spans.sort(key=lambda span: span[0])
    low = high = Fraction(0)
    active: list = []
    k = 0
    for a, b in zip(heights, heights[1:]):
        while k < len(spans) and spans[k][0] <= a:
            active.append(spans[k])
            k += 1
        active = [span for span in active if span[1] >= b]
        if active:
            least, most = _strip([span[2] for span in active], a, b)
            low, high = low + least, high + most
    return low, high


def _strip(pieces, a: int, b: int) -> tuple[Fraction, Fraction]:
    """The union between two heights, all pieces reaching from one to the other; halved where edges cross."""
    low = high = Fraction(0)
    todo = [(a, b)]
    while todo:
        a, b = todo.pop()
        at_a, at_b = [_across(p, a) for p in pieces], [_across(p, b) for p in pieces]
        ends = sorted((p[k], q[k]) for p, q in zip(at_a, at_b) for k in (0, 1))
        moved = sum(abs(q - p) for p, q in ends)
        straight = all(q <= s for (_, q), (_, s) in zip(ends, ends[1:]))
        if straight:
            area = Fraction(_covered(at_a) + _covered(at_b), 2) * (b - a)
            low, high = low + area, high + area
        elif moved <= NARROW or b - a <= 1:
            here = _covered(at_a)
            low, high = low + max(0, here - moved) * (b - a), high + (here + moved) * (b - a)
        else:
            todo += [(a, (a + b) // 2), ((a + b) // 2, b)]
    return low, high


def _across(piece, y: int) -> tuple[int, int]:
    """Where a convex polygon begins and ends at a height."""
    found = []
    for (px, py), (qx, qy) in zip(piece, piece[1:] + piece[:1]):
        if py == qy == y:
            found += [px, qx]
        elif py <= y <= qy:
            found.append(px + (qx - px) * (y - py) // (qy - py))
        elif qy <= y <= py:
            found.append(qx + (px - qx) * (y - qy) // (py - qy))
    return min(found), max(found)


def _covered(intervals) -> int:
    total, reach = 0, None
    for low, high in sorted(intervals):
        if reach is None or low > reach:
            total, reach = total + high - low, high
        elif high > reach:
            total, reach = total + high - reach, high
    return total
