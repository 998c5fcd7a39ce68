"""The line of a flight, as high as it needs to be."""
from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sim.facts.passage import Passage


def flown(passage: Passage) -> list[tuple[int, float, float]]:
    """(leg, s, z) corners of a flight: over everything at one height if the ceilings leave room, else from space to space."""
    a, b, cells = passage.start, passage.end, passage.cells
    needed = max(a.z, b.z, *(max(c[2], c[3]) for c in cells))
    ceiling = min(min(c[4], c[5]) for c in cells)
    if needed <= ceiling:
        high = float(min(max(needed, passage.survey.tallest), ceiling))
        return [(a.leg, a.s, a.z), (a.leg, a.s, high), (b.leg, b.s, high), (b.leg, b.s, b.z)]
    corners = [(a.leg, a.s, a.z)]
    for c in cells:
        high = float(max(c[2], c[3]))
        corners += [(a.leg, float(max(a.s, c[0])), high), (a.leg, float(c[1]), high)]
    return [*corners, (b.leg, b.s, b.z)]
