"""What is wrong with a mesh, in a sentence each with its code."""
from __future__ import annotations

from sim.errors import Caution
from sim.inspect.suggest import PIECE_INCHES, Suggestion, better_up
from sim.measure import INCH
from sim.terrain.health import THIN, TINY_HOLE, Health
from sim.terrain.place import UNITS_MM, Placement
from sim.terrain.read import RawMesh

NOTABLE = 0.001           # share of the surface below which thin, doubled or crossing parts are chance


def cautions_of(raw: RawMesh, how: Placement, given: frozenset[str], advice: Suggestion, figures: Health) -> tuple[Caution, ...]:
    """The reader's own cautions, then those of standing and size, then those of health."""
    told = [*raw.cautions, *_of_units(raw, how, given, advice), *_of_up(raw, how, given, advice)]
    told += [Caution(code, says, raw.source) for code, says in _of_health(figures)]
    return tuple(told)


def _of_units(raw: RawMesh, how: Placement, given: frozenset[str], advice: Suggestion):
    if "units" not in given:
        scale = f" and scale = {how.scale:.4g}" if how.scale != 1 else ""
        yield Caution("W_UNITS", f"looked at with units = \"{how.units}\"{scale}: {advice.unit_reason}; a scenario must say what it is", "units")
        return
    longest = max(float(s) for s in _sides(raw)) * UNITS_MM[how.units] * how.scale / INCH
    if not PIECE_INCHES[0] <= longest <= PIECE_INCHES[1]:
        yield Caution("W_UNITS", f"{longest:.3g} in is an odd size for terrain; {advice.unit_reason}", "units")


def _of_up(raw: RawMesh, how: Placement, given: frozenset[str], advice: Suggestion):
    if "up" not in given and how.up != (raw.up or "z"):
        yield Caution("W_UP_AXIS", f"looked at with up = \"{how.up}\": {advice.up_reason}; a scenario takes \"z\" unless it says so", "up")
        return
    better = better_up(advice.ups, str(how.up))
    if better:
        yield Caution("W_UP_AXIS", f"with up = \"{better.axis}\" it would stand on {better.stands:.0%} of its footprint and have {better.level:.0%} of its "
                                   f"surface level; it was looked at with up = \"{how.up}\"", "up")


def _of_health(h: Health):
    holes = [hole for hole in h.holes if hole.size >= TINY_HOLE]
    if holes:
        x, y, z = (c / INCH for c in holes[0].middle)
        yield "W_HOLE", (f"{_many(len(holes), 'hole')}, the largest {holes[0].size / INCH:.2f} in across at ({x:.1f}, {y:.1f}, {z:.1f}); none is filled, "
                         "and what a base does over one is undecided")
    if h.thin > NOTABLE:
        yield "W_THIN", (f"{h.thin:.1%} of the surface is thinner than {THIN:g} mm (the thinnest {h.thinnest:.3g} mm): more noise than that would mix "
                         "its sides up")
    if h.nonmanifold_edges:
        yield "W_NONMANIFOLD", f"{_many(h.nonmanifold_edges, 'edge')} shared by more than two triangles; collisions are right all the same"
    if h.inside_out:
        yield "W_WINDING", "the whole mesh is inside out; surfaces are read as if it were turned"
    elif h.turned or h.winding_edges:
        yield "W_WINDING", (f"{_many(h.turned, 'triangle')} ({h.turned_area / INCH ** 2:.2f} sq in) wound against the rest; surfaces are read as if "
                            "they were turned")
    if h.duplicates or h.coincident > NOTABLE:
        yield "W_DUPLICATE", f"{_many(h.duplicates, 'triangle')} covered exactly by another, and {h.coincident:.1%} of the surface lies on a second sheet"
    if h.t_junctions or h.cracks:
        yield "W_CRACKS", f"{_many(h.t_junctions, 'corner')} in the middle of an open edge (T-junctions) and {h.cracks} within 0.1 mm of one (cracks)"
    if h.dust:
        yield "W_ISLANDS", f"{_many(len(h.dust), 'loose speck')} of dust, the largest {h.dust[0].size / INCH:.2f} in; mending drops them"
    if h.degenerate:
        yield "W_DEGENERATE", f"{_many(h.degenerate, 'triangle')} without area; they bear and block nothing of their own"
    if h.crossing > NOTABLE:
        yield "W_SELF_INTERSECT", f"{h.crossing:.1%} of the surface lies inside another solid of the piece; only the outside matters"


def _many(count: int, what: str) -> str:
    return f"{count:,} {what}" + ("" if count == 1 else "s")


def _sides(raw: RawMesh):
    points = raw.triangles.reshape(-1, 3)
    return points.max(axis=0) - points.min(axis=0)
