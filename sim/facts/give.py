"""A world in which bases are a little smaller or larger to terrain than they are: what is left of a scan's doubt where nothing is measured.

Whether a base fits, gets past, turns or rests somewhere is seen, not measured, so no measure carries the doubt of it. Where terrain may be
off by so much, the answer holds if it is the same for a base smaller, and for one larger, by as much.
"""
from __future__ import annotations

from functools import lru_cache

import numpy as np

from sim.shapes import Outline
from sim.world import World

LEAST = 0.5               # of its width a base keeps; points, which have none to lose, stay as they are


class GivingWorld(World):
    """Another world's terrain, met by bases smaller by `give` mm all round (below 0: larger). Distances and what bears a base stay those of the base."""

    def __init__(self, world: World, give: float):
        self.__dict__.update(world.__dict__)
        self._give = give

    def levels(self, outline: Outline, *place, **how):
        return super().levels(_smaller(outline, self._give), *place, **how)

    def slice(self, outline: Outline, *leg, **how):
        return super().slice(_smaller(outline, self._give), *leg, **how)

    def sweep(self, outline: Outline, *way, **how):
        return super().sweep(_smaller(outline, self._give), *way, **how)

    def overlaps(self, outline: Outline, *place, **how):
        return super().overlaps(_smaller(outline, self._give), *place, **how)


@lru_cache(maxsize=4)
def giving(world: World, give: float) -> World:
    """The world as bases smaller by `give` mm meet it."""
    return GivingWorld(world, give)


@lru_cache(maxsize=256)
def _smaller(outline: Outline, give: float) -> Outline:
    if outline.shortest < 1.0:
        return outline
    give = min(give, (1 - LEAST) * outline.shortest / 2)
    if outline.corners:
        share = 1 - give / (outline.shortest / 2)
        return Outline.polygon(np.array(outline.corners) * share)
    return Outline.oval(*(2 * (half - give) for half in outline.half))
