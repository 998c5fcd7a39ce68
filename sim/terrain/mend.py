"""Mending that is safe: corners welded, collapsed triangles and loose dust dropped, faces wound alike. Nothing is ever added: no hole is filled.

What is done is told, each change with its size.
"""
from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components
from scipy.spatial import cKDTree

from sim.measure import AT
from sim.terrain.health import specks
from sim.terrain.topology import Topology

MOST_SPREAD = 3           # corners welded in a chain may come to lie so many tolerances apart, no more


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """One kind of change: `what` in words, how many, and its `size` in mm (the farthest a corner moved, the largest speck) or mm2 (faces turned)."""
    what: str
    count: int
    size: float
    unit: str = "mm"


@dataclass(frozen=True, eq=False)
class Mended:
    """The triangles that stay, (m, 3, 3) mm; `kept` are their numbers before; `changes` in the order they were made, empty if there were none."""
    triangles: np.ndarray
    kept: np.ndarray
    changes: tuple[Change, ...]


def mend(triangles: np.ndarray, weld: float = AT) -> Mended:
    """Welds corners nearer than `weld` (mm), drops what collapses and what floats loose as dust, and turns faces to agree with their neighbours."""
    mesh = Topology.of(triangles)
    vertices, moved, farthest = _welded(mesh.vertices, weld)
    changes = [Change(what="corners welded", count=moved, size=farthest)] if moved else []
    corners = vertices[mesh.faces]
    mesh = Topology.of(corners)
    kept = np.flatnonzero(~mesh.collapsed)
    if mesh.collapsed.any():
        longest = np.linalg.norm(np.ptp(triangles[mesh.collapsed], axis=1), axis=1).max()
        changes.append(Change(what="collapsed triangles dropped", count=int(mesh.collapsed.sum()), size=float(longest)))
    loose = specks(Topology.of(corners[kept])) if len(kept) else ()
    if loose:
        changes.append(Change(what="loose specks dropped", count=len(loose), size=loose[0].size))
        kept = np.delete(kept, np.concatenate([speck.triangles for speck in loose]))
    corners = corners[kept]
    if len(kept):
        mesh = Topology.of(corners)
        corners = np.where(mesh.turned[:, None, None], corners[:, ::-1], corners)
        if mesh.turned.any():
            changes.append(Change(what="faces turned", count=int(mesh.turned.sum()), size=float(mesh.areas[mesh.turned].sum()), unit="mm2"))
    return Mended(corners, kept, tuple(changes))


def _welded(vertices: np.ndarray, weld: float) -> tuple[np.ndarray, int, float]:
    """Vertices with those of a cluster at one of them (the first in space), how many moved, and the farthest (mm)."""
    pairs = cKDTree(vertices).query_pairs(weld, output_type="ndarray")
    if not len(pairs):
        return vertices, 0, 0.0
    graph = coo_array((np.ones(len(pairs), dtype=bool), pairs.T), shape=(len(vertices), len(vertices)))
    cluster = connected_components(graph, directed=False)[1]
    order = np.lexsort([vertices[:, 2], vertices[:, 1], vertices[:, 0], cluster])
    first = order[np.searchsorted(cluster[order], cluster)]
    distance = np.linalg.norm(vertices - vertices[first], axis=1)
    moves = (distance > 0) & (distance <= MOST_SPREAD * weld)          # a long chain is a fine mesh, and no fault
    return np.where(moves[:, None], vertices[first], vertices), int(moves.sum()), float(distance[moves].max(initial=0.0))
