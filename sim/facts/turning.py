"""Turning on the spot: does the base sweep clear of terrain between two facings?"""
from __future__ import annotations

from math import pi

from sim.facts.slices import BASE_THICKNESS
from sim.measure import AT
from sim.shapes import Outline
from sim.world import World


def turn_to(world: World, outline: Outline, place: tuple[float, float], z: float, start: float, end: float) -> bool:
    """Whether the base turns clear from one facing to another at height z, the short way round (at a half turn, either way)."""
    way = (end - start + 180.0) % 360.0 - 180.0
    if abs(way) == 180.0:
        return _clear(world, outline, place, z, start, start + 180.0) or _clear(world, outline, place, z, start - 180.0, start)
    return _clear(world, outline, place, z, *sorted((start, start + way)))


def _clear(world, outline, place, z, low, high) -> bool:
    """Between two facings no point of the base is farther than radius x half the angle from where it is in the middle.

    So a middle clear by that much clears the whole sector; a middle that is not clear at all blocks it; else both halves are asked.
    """
    todo = [(low, high)]
    while todo:
        a, b = todo.pop()
        middle = 0.5 * (a + b)
        if world.overlaps(outline, *place, z, BASE_THICKNESS, middle) >= 0:
            return False
        slack = outline.radius * (b - a) * pi / 360.0
        if slack <= AT / 4 or world.overlaps(outline, *place, z, BASE_THICKNESS, middle, grow=slack) < 0:
            continue
        todo += [(a, middle), (middle, b)]
    return True
