"""Round the end of a wall: the shortest plan path from one base to another that crosses no wall at least so tall.

A wall is where cuts through the terrain at several heights, from its foot to the height asked for, all show something solid: a
window or a low stretch is none. The shortest path bends only at corners of walls, so a visibility graph finds it.
"""
from __future__ import annotations

from collections.abc import Sequence
from math import inf

import numpy as np
import shapely
from scipy.sparse.csgraph import dijkstra
from shapely.geometry import LineString, Polygon
from shapely.geometry.polygon import orient

from sim.measure import AT
from sim.shapes import Outline, Pose
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
        shapely.prepare(self.solid)
        self.corners = _corners(self.solid.buffer(CLEAR, join_style="mitre"))
        self.lengths = self._lengths(owner)

    def _open(self, a: np.ndarray, b: np.ndarray) -> np.ndarray:
        """Which of the straight lines from a to b (n, 2) no wall is in the way of."""
        return ~shapely.intersects(shapely.linestrings(np.stack([a, b], axis=-2)), self.solid)

    def _lengths(self, owner) -> np.ndarray:
        """Shortest path from the owner's rim to each corner; inf where there is none."""
        n = len(self.corners)
        if not n:
            return np.empty(0)
        near, straight = _to_points(owner.outline, [owner.pose], self.corners)
        i, j = np.triu_indices(n, 1)
        seen = self._open(self.corners[i], self.corners[j])
        i, j = i[seen], j[seen]
        graph = np.full((n + 1, n + 1), inf)
        graph[i, j] = graph[j, i] = np.linalg.norm(self.corners[i] - self.corners[j], axis=1)
        graph[n, :n] = np.where(self._open(near[0], self.corners), straight[0], inf)
        return dijkstra(graph, directed=True, indices=n)[:n]

    def distances(self, outline: Outline, poses: Sequence[Pose]) -> np.ndarray:
        """Length of the shortest way round to an outline at each of n poses: (n,) mm, inf where there is none."""
        known = np.isfinite(self.lengths)
        if not known.any():
            return np.full(len(poses), inf)
        near, straight = _to_points(outline, poses, self.corners[known])
        corners = np.broadcast_to(self.corners[known], near.shape)
        return np.where(self._open(near, corners), straight + self.lengths[known], inf).min(axis=1)


def _corners(areas) -> np.ndarray:
    """Where a shortest path round some areas may bend (n, 2): their corners that stick out."""
    found = []
    for area in map(orient, shapely.get_parts(areas.simplify(CLEAR / 10))):      # so that the solid lies to the left
        for ring in () if area.is_empty else (area.exterior, *area.interiors):
            at = np.array(ring.coords[:-1])
            before, after = at - np.roll(at, 1, axis=0), np.roll(at, -1, axis=0) - at
            found.append(at[before[:, 0] * after[:, 1] > before[:, 1] * after[:, 0]])
    return np.concatenate(found) if found else np.empty((0, 2))


def _to_points(outline: Outline, poses: Sequence[Pose], points: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The point of an outline at each of n poses that is nearest to each of m points (n, m, 2), and how far it is (n, m)."""
    if outline.is_round:
        centres = np.array([pose.plan for pose in poses])[:, None]
        away = points[None] - centres
        far = np.linalg.norm(away, axis=-1)
        rim = np.minimum(outline.radius, far)
        return centres + away * (rim / np.maximum(far, 1e-12))[..., None], far - rim
    bases = shapely.polygons([shapely.linearrings(outline.points(*pose.plan, pose.facing)) for pose in poses])
    lines = shapely.shortest_line(bases[:, None], shapely.points(points)[None])
    return shapely.get_coordinates(lines).reshape(len(poses), len(points), 2, 2)[:, :, 0], shapely.length(lines)


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
    return shapely.union_all([*shapely.polygonize([merged]).geoms, merged.buffer(CLEAR, cap_style="square", join_style="mitre")])
