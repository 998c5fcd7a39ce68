"""How triangles hang together: shared corners, edges, components, and which way each is wound.

Nothing here depends on the order in which triangles come, or on what a person calls up.
"""
from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components

WELD = 0.001              # mm: corners are one where they agree to this; placing has snapped them to it in the file's frame


@dataclass(frozen=True, eq=False)
class Topology:
    """Triangles as `faces` (m, 3) of shared `vertices` (n, 3), mm; collapsed triangles stay, with a corner named twice."""
    vertices: np.ndarray
    faces: np.ndarray

    @classmethod
    def of(cls, triangles: np.ndarray, weld: float = WELD) -> Topology:
        """From (m, 3, 3) triangles; corners that fall on one multiple of `weld` become one."""
        points = triangles.reshape(-1, 3)
        cells = np.rint((points - points.min(axis=0)) / weld).astype(np.int64)
        span = cells.max(axis=0) + 1
        _, column = np.unique(cells[:, 0] * span[1] + cells[:, 1], return_inverse=True)
        _, first, corner = np.unique(column * span[2] + cells[:, 2], return_index=True, return_inverse=True)
        return cls(points[first], corner.reshape(-1, 3))

    @cached_property
    def collapsed(self) -> np.ndarray:
        """Which faces name a corner twice."""
        a, b, c = self.faces.T
        return (a == b) | (b == c) | (c == a)

    @cached_property
    def _half_edges(self) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
        """Sides of the faces, those of one edge next to each other: face, from, to, and the number of the edge."""
        whole = np.flatnonzero(~self.collapsed)
        start = self.faces[whole].ravel()
        end = np.roll(self.faces[whole], -1, axis=1).ravel()
        low, high = np.minimum(start, end), np.maximum(start, end)
        _, edge = np.unique(low * len(self.vertices) + high, return_inverse=True)
        order = np.argsort(edge, kind="stable")
        return np.repeat(whole, 3)[order], start[order], end[order], edge[order]

    @cached_property
    def edge_faces(self) -> np.ndarray:
        """How many faces share each edge."""
        return np.bincount(self._half_edges[3])

    @cached_property
    def _firsts(self) -> np.ndarray:
        return np.concatenate([[0], np.cumsum(self.edge_faces)[:-1]]).astype(np.int64)

    @cached_property
    def edges(self) -> np.ndarray:
        """The two ends of each edge, (n, 2) vertex numbers."""
        return np.column_stack([self._half_edges[1], self._half_edges[2]])[self._firsts]

    @cached_property
    def edge_lengths(self) -> np.ndarray:
        """Length of each edge, mm."""
        return np.linalg.norm(self.vertices[self.edges[:, 0]] - self.vertices[self.edges[:, 1]], axis=1)

    @cached_property
    def open_edges(self) -> np.ndarray:
        """Edges at which a surface ends: (n, 2) vertex numbers, in the direction of their face."""
        return self.edges[self.edge_faces == 1]

    @cached_property
    def open_faces(self) -> np.ndarray:
        """The face at each open edge."""
        return self._half_edges[0][self._firsts[self.edge_faces == 1]]

    @cached_property
    def neighbours(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Faces that share an edge of exactly two: first, second, and whether they are wound alike."""
        face, start, _, _ = self._half_edges
        first = self._firsts[self.edge_faces == 2]
        return face[first], face[first + 1], start[first] != start[first + 1]

    @cached_property
    def component_of(self) -> np.ndarray:
        """For each face the number of its component, faces joined by edges; the largest in area first."""
        face, _, _, edge = self._half_edges
        joined = edge[1:] == edge[:-1]
        any_face = np.zeros(len(self.vertices), dtype=np.int64)
        any_face[self.faces.ravel()] = np.repeat(np.arange(len(self.faces)), 3)
        whole = np.flatnonzero(~self.collapsed)
        any_face[self.faces[whole].ravel()] = np.repeat(whole, 3)
        lost = np.flatnonzero(self.collapsed)                  # a collapsed face has no edges to hang by, and goes with one at its corner
        raw = _components(len(self.faces), np.concatenate([face[:-1][joined], lost]), np.concatenate([face[1:][joined], any_face[self.faces[lost, 0]]]))
        area, low = np.bincount(raw, self.areas), np.full(raw.max() + 1, np.inf)
        np.minimum.at(low, raw, self.vertices[self.faces].sum(axis=(1, 2)))
        rank = np.empty(len(area), dtype=np.int64)
        rank[np.lexsort([low, -np.round(area, 6)])] = np.arange(len(area))
        return rank[raw]

    @cached_property
    def crosses(self) -> np.ndarray:
        """Normals twice as long as the faces are large, (m, 3)."""
        a, b, c = np.moveaxis(self.vertices[self.faces], 1, 0)
        return np.cross(b - a, c - a)

    @cached_property
    def areas(self) -> np.ndarray:
        """Area of each face, mm2."""
        return np.linalg.norm(self.crosses, axis=1) / 2

    @cached_property
    def turned(self) -> np.ndarray:
        """Which faces must turn over for all neighbours to be wound alike and closed shells to face outward.

        Each face stands in a graph twice, as it is and turned; what hangs together there must turn together. Of the two choices for a
        component the one with the positive volume is taken where it is closed, else the one that turns less. A component that has no
        consistent winding (a Moebius strip) is left alone.
        """
        n = len(self.faces)
        first, second, alike = self.neighbours
        far = np.where(alike, 0, n)
        sheet = _components(2 * n, np.concatenate([first, first + n]), np.concatenate([second + far, second + n - far]))
        as_is, over = sheet[:n], sheet[n:]
        volume = np.einsum("ij,ij->i", self.crosses, self.vertices[self.faces].mean(axis=1) - self.vertices.mean(axis=0))
        one, other = np.minimum(as_is, over), np.maximum(as_is, over)
        sign = np.where(as_is == one, 1.0, -1.0)
        group = one
        kept = np.bincount(group, np.where(sign > 0, self.areas, -self.areas), minlength=2 * n)
        held = np.bincount(group, sign * volume, minlength=2 * n)
        closed = (np.bincount(group[self.open_faces], minlength=2 * n) == 0) & (np.bincount(group, minlength=2 * n) >= 4)   # four faces close, fewer cannot
        inner = self._hollows(group)
        keep_one = np.where(closed & ~inner, held >= 0, kept >= 0)
        return (as_is != over) & (np.where(keep_one[group], one, other) != as_is)

    def _hollows(self, group: np.ndarray) -> np.ndarray:
        """Which groups lie inside the bounding box of another: their faces may rightly face inward, as a cavity's do."""
        used, at = np.unique(group, return_inverse=True)
        low, high = np.full((len(used), 3), np.inf), np.full((len(used), 3), -np.inf)
        corners = self.vertices[self.faces]
        np.minimum.at(low, at, corners.min(axis=1))
        np.maximum.at(high, at, corners.max(axis=1))
        inner = np.zeros(2 * len(self.faces), dtype=bool)
        largest = np.argsort(-np.prod(high - low, axis=1))[:100]          # what holds another whole is among the large ones
        for i in largest:
            inner[used[(low > low[i]).all(axis=1) & (high < high[i]).all(axis=1)]] = True
        return inner


def _components(count: int, first: np.ndarray, second: np.ndarray) -> np.ndarray:
    graph = coo_array((np.ones(len(first), dtype=bool), (first, second)), shape=(count, count))
    return connected_components(graph, directed=False)[1]
