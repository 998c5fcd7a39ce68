"""Round the end of a wall: the shortest plan path from one base to another that crosses no wall at least so tall.

A wall is where cuts through the terrain at several heights, from its foot to the height asked for, all show something solid: a
window or a low stretch is none. The shortest path bends only at corners of walls, so a visibility graph finds it.
"""
from __future__ import annotations

from heapq import heappop, heappush
from math import inf

import numpy as np
import shapely
from shapely.geometry import LineString, Point, Polygon
from shapely.ops import nearest_points

from sim.measure import AT
from sim.world import World

CUTS = (0.0, 0.25, 0.5, 0.75, 1.0)     # of the height asked for
CLEAR = 1e-4                           # mm: paths keep this far off a corner, so that to touch is not to cross


class Walls:
    """Walls around one base, and how far it is from that base to their corners and on to another base."""

    def __init__(self, world: World, owner, foot: float, tall: float, reach: float):
        x, y = owner.pose.plan
        r = owner.outline.radius + reach
        ids = world._near(x - r, y - r, x + r, y + r, foot, foot + tall)
        solid = [_cut(world.triangles[ids], foot + AT + c * max(0.0, tall - 2 * AT)) for c in CUTS]
        self.solid = solid[0]
        for level in solid[1:]:
            self.solid = self.solid.intersection(level)
        rounded = self.solid.buffer(CLEAR, join_style="mitre")
        self.corners = [c for p in getattr(rounded, "geoms", [rounded]) for ring in ([p.exterior, *p.interiors] if not p.is_empty else [])
                        for c in ring.coords[:-1]]
        self.owner = Polygon(owner.outline.points(x, y, owner.pose.facing))
        self.lengths = self._lengths()

    def _free(self, a, b) -> bool:
        return not LineString([a, b]).intersects(self.solid)

    def _from(self, outline: Polygon, corner) -> float:
        """Straight length from an outline to a corner; inf if a wall is in the way."""
        near = nearest_points(outline, Point(corner))[0]
        return outline.distance(Point(corner)) if self._free((near.x, near.y), corner) else inf

    def _lengths(self) -> list[float]:
        """Shortest path from the owner's rim to each corner (Dijkstra)."""
        best = [self._from(self.owner, c) for c in self.corners]
        heap = [(d, i) for i, d in enumerate(best) if d < inf]
        heap.sort()
        while heap:
            d, i = heappop(heap)
            if d > best[i]:
                continue
            for j, c in enumerate(self.corners):
                on = d + float(np.hypot(self.corners[i][0] - c[0], self.corners[i][1] - c[1]))
                if on < best[j] and self._free(self.corners[i], c):
                    best[j] = on
                    heappush(heap, (on, j))
        return best

    def distance(self, outline, pose) -> float:
        """Length of the shortest way round to an outline at a pose; inf if there is none."""
        other = Polygon(outline.points(*pose.plan, pose.facing))
        ways = sorted((d + other.distance(Point(c)), i) for i, (d, c) in enumerate(zip(self.lengths, self.corners)) if d < inf)
        return next((length for length, i in ways if self._from(other, self.corners[i]) < inf), inf)


def _cut(triangles: np.ndarray, z: float):
    """What terrain shows at one height, in plan: areas where its outline closes, else the thin lines of its sheets."""
    lines = []
    for t in triangles.reshape(-1, 3, 3):
        ends = []
        for a, b in zip(t, np.roll(t, -1, axis=0)):
            if (a[2] < z) != (b[2] < z):
                s = (z - a[2]) / (b[2] - a[2])
                ends.append(tuple(np.round(a[:2] + s * (b[:2] - a[:2]), 6)))
        if len(ends) == 2 and ends[0] != ends[1]:
            lines.append(LineString(ends))
    if not lines:
        return Polygon()
    merged = shapely.union_all(lines)
    return shapely.union_all([*shapely.polygonize([merged]).geoms, merged.buffer(CLEAR)])
