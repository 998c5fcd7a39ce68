"""Gaps found again: where the centre's line has no terrain within a depth under a base that stays up on both sides."""
from __future__ import annotations

from fractions import Fraction

from sim.proof.check.exact import Refused, nanometres, position, root
from sim.proof.check.solid import AT, cut_half, joined, section
from sim.proof.check.terrain import Terrain
from sim.proof.check.way import Way

BESIDE = 10                       # nm: how far past a rim the base's height is looked up


def gap_measures(terrain: Terrain, way: Way, fact: dict) -> dict[str, tuple]:
    """Refuses a list that is not that of all gaps; widths of each (nm, two bounds), `count` of them."""
    depth = nanometres(fact["depth"])
    if depth <= AT:
        raise Refused("gaps", "a gap has some depth")
    found = [(leg, a, b) for leg in range(len(way.path)) for a, b in _gaps_of(terrain, way, leg, depth)]
    told = [(g["leg"], position(g["near"]), position(g["far"]), g["facing"]) for g in fact["gaps"]]
    if len(found) != len(told):
        raise Refused("gaps", f"{len(found)} gaps lie under the way, {len(told)} are listed")
    measures: dict[str, tuple] = {"count": (0, 0)}
    for k, ((leg, a, b), (told_leg, near, far, facing)) in enumerate(zip(found, told)):
        start, end = (_on_leg(way, leg, p) for p in (near, far))
        if leg != told_leg or abs(start - a) > 4 * AT or abs(end - b) > 4 * AT or facing != way.steps[0]["facing"] and leg == 0:
            raise Refused("gaps", f"gap {k} is not where the certificate says")
        (ax, ay), (bx, by) = near[:2], far[:2]
        measures[f"along-{k}"] = (b - a - 1, b - a + 1)
        outline, square = way.outline(facing), root((bx - ax) ** 2 + (by - ay) ** 2)
        forth, back = outline.reach(bx - ax, by - ay), outline.reach(ax - bx, ay - by)
        measures[f"base_along-{k}"] = ((forth[0] + back[0]) / square[1] - 1, (forth[1] + back[1]) / square[0] + 1)
        if not outline.corners:
            measures[f"base_shortest-{k}"] = (2 * min(outline.a, outline.b),) * 2
            measures[f"base_longest-{k}"] = (2 * max(outline.a, outline.b),) * 2
    return measures


def _on_leg(way: Way, leg: int, p) -> Fraction:
    """How far along its leg a place is (nm)."""
    a, b = _ends(way, leg)
    length = root((b[0] - a[0]) ** 2 + (b[1] - a[1]) ** 2)[0]
    return ((p[0] - a[0]) * (b[0] - a[0]) + (p[1] - a[1]) * (b[1] - a[1])) / length


def _ends(way: Way, leg: int) -> tuple:
    stops = [way.start[:2], *((nanometres(s["to"][0]), nanometres(s["to"][1])) for s in way.path)]
    return stops[leg], stops[leg + 1]


def _gaps_of(terrain: Terrain, way: Way, leg: int, depth: int) -> list[tuple[Fraction, Fraction]]:
    """(near, far) of the gaps of one leg, nanometres from its start."""
    line = [p for s, points in zip(way.steps, way.lines) if s["leg"] == leg for p in points]
    trace = [(_on_leg(way, leg, p), p[2]) for p in line] if line and _ends(way, leg)[0] != _ends(way, leg)[1] else []
    voids: list[list] = []
    for (s0, z0), (s1, z1), a, b in zip(trace, trace[1:], line, line[1:]):
        if s1 - s0 <= 2:
            continue
        for t0, t1 in _bare(terrain, a, b, depth - AT):
            near, far = s0 + t0 * (s1 - s0), s0 + t1 * (s1 - s0)
            z = z0 + (t0 + t1) / 2 * (z1 - z0)
            if voids and near - voids[-1][1] <= BESIDE and abs(voids[-1][2] - z) <= depth:
                voids[-1][1] = far
            else:
                voids.append([near, far, z])
    return [(a, b) for a, b, z in voids if b - a > BESIDE and a > trace[0][0] + BESIDE and b < trace[-1][0] - BESIDE
            and all(abs(_height(trace, s) - z) < depth - AT for s in (a - BESIDE, b + BESIDE))]


def _bare(terrain: Terrain, a, b, depth: int) -> list[tuple[Fraction, Fraction]]:
    """Parts (0 to 1) of a piece of the way under whose centre no terrain is within a depth."""
    ids = terrain.near(min(a[0], b[0]), min(a[1], b[1]), min(a[2], b[2]) - depth, max(a[0], b[0]), max(a[1], b[1]), max(a[2], b[2]) + AT)
    borne = []
    for i in ids:
        def over(p):
            return a[2] + p[0] * (b[2] - a[2]) - p[1]
        cut = section(terrain.corners(i), a, b)
        if cut:
            cut = cut_half(cut_half(cut, lambda p: depth - over(p)), lambda p: over(p) + AT)
            cut = cut_half(cut_half(cut, lambda p: p[0]), lambda p: 1 - p[0])
        if cut:
            borne.append((min(p[0] for p in cut), max(p[0] for p in cut)))
    out, here = [], Fraction(0)
    for low, high in joined(borne):
        if low > here:
            out.append((here, low))
        here = max(here, high)
    return out + ([(here, Fraction(1))] if here < 1 else [])


def _height(trace, s: Fraction):
    """The base's height at a place on its leg."""
    for (s0, z0), (s1, z1) in zip(trace, trace[1:]):
        if s0 <= s <= s1 and s1 > s0:
            return z0 + (s - s0) / (s1 - s0) * (z1 - z0)
    return trace[-1][1]
