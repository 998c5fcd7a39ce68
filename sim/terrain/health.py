"""The health of a mesh in figures: what is open, doubled, flipped, thin, loose or cracked, with sizes in millimetres.

Every figure is independent of the order of the triangles and, but for those sampled along the three axes (`thin`, `coincident`, `crossing`),
of how the piece is turned.
"""
from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import shapely
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components

from sim.measure import AT, INCH
from sim.terrain.columns import Columns
from sim.terrain.topology import Topology

CRACK = 0.1               # mm: open edges nearer than this to a foreign corner are a crack, not a gap
SLIVER = 0.001            # mm: a triangle less high than the snapping step has no plane of its own
THIN = 0.5                # mm: two sides of a sheet nearer than this; thinner than any print
DUST = INCH / 8           # a loose component smaller than this is dust: half a tread
TINY_HOLE = INCH / 8      # a hole smaller than this cannot swallow anything a base stands on
SAMPLES = 200_000         # lines per axis for what is sampled
MOST_OPEN = 200_000       # open edges searched for cracks


@dataclass(frozen=True, slots=True, kw_only=True)
class Loop:
    """A connected run of open edges. `kind`: "hole" (surface all round), "rim" (the outer edge of a sheet), "end" (an open end of a shell).

    `length` is its perimeter and `size` its largest extent, mm; `faces` the direction it opens to where that is plain ("up", "down", "up or down", "sideways").
    """
    kind: str
    edges: int
    length: float
    size: float
    middle: tuple[float, float, float]
    faces: str
    segments: np.ndarray


@dataclass(frozen=True, slots=True, kw_only=True)
class Speck:
    """A loose tiny component: `size` its largest extent, mm, and its triangles."""
    size: float
    middle: tuple[float, float, float]
    triangles: np.ndarray


@dataclass(frozen=True, slots=True, kw_only=True)
class Health:
    """Figures of one mesh; lengths in mm, areas in mm2, shares of 1. See each field's question in `sim.inspect`."""
    triangles: int
    vertices: int
    components: int
    closed_components: int
    area: float
    loops: tuple[Loop, ...]
    open_edges: int
    open_length: float
    nonmanifold_edges: int
    winding_edges: int
    turned: int
    turned_area: float
    inside_out: bool
    duplicates: int
    degenerate: int
    t_junctions: int
    cracks: int
    dust: tuple[Speck, ...]
    islands: int
    thin: float
    thinnest: float
    coincident: float
    crossing: float

    @property
    def holes(self) -> tuple[Loop, ...]:
        """Holes only, the largest first."""
        return tuple(loop for loop in self.loops if loop.kind == "hole")


def health(triangles: np.ndarray, topology: Topology | None = None) -> Health:
    """The figures of placed triangles, (m, 3, 3) in mm, z up."""
    mesh = topology or Topology.of(triangles)
    counts = mesh.edge_faces
    _, _, alike = mesh.neighbours
    turned = mesh.turned
    components = int(mesh.component_of.max()) + 1
    open_components = np.unique(mesh.component_of[mesh.open_faces])
    dust = specks(mesh)
    t_junctions, cracks = _cracks(mesh)
    open_length = float(mesh.edge_lengths[counts == 1].sum())
    return Health(triangles=len(mesh.faces), vertices=len(mesh.vertices), components=components, closed_components=components - len(open_components),
                  area=float(mesh.areas.sum()), loops=loops(mesh), open_edges=int((counts == 1).sum()), open_length=open_length,
                  nonmanifold_edges=int((counts > 2).sum()), winding_edges=int((~alike).sum()), turned=int(turned.sum()),
                  turned_area=float(mesh.areas[turned].sum()), inside_out=bool(turned.all()), duplicates=_duplicates(mesh),
                  degenerate=int(_degenerate(mesh).sum()), t_junctions=t_junctions, cracks=cracks, dust=dust,
                  islands=components - len(dust), **_sampled(triangles, mesh))


def loops(mesh: Topology) -> tuple[Loop, ...]:
    """The runs of open edges, the longest first."""
    edges = mesh.open_edges
    if not len(edges):
        return ()
    used, local = np.unique(edges, return_inverse=True)
    local = local.reshape(-1, 2)
    graph = coo_array((np.ones(len(edges), dtype=bool), local.T), shape=(len(used), len(used)))
    count, of_vertex = connected_components(graph, directed=False)
    of_edge = of_vertex[local[:, 0]]
    order = np.argsort(of_edge, kind="stable")
    bounds = np.searchsorted(of_edge[order], np.arange(count + 1))
    thirds = mesh.vertices[mesh.faces[mesh.open_faces]].sum(axis=1) - mesh.vertices[edges].sum(axis=1)
    found = [_loop(mesh.vertices[edges[rows]], thirds[rows]) for rows in (order[a:b] for a, b in zip(bounds, bounds[1:]))]
    return tuple(sorted(found, key=lambda loop: (-round(loop.length, 6), loop.middle)))


def _loop(segments: np.ndarray, thirds: np.ndarray) -> Loop:
    """`segments` (n, 2, 3) and, for each, the third corner of its face: on which side the surface lies tells a hole from a rim."""
    along = segments[:, 1] - segments[:, 0]
    length = np.maximum(np.linalg.norm(along, axis=1), 1e-12)
    along = along / length[:, None]
    middle = segments.mean(axis=1)
    centre = np.average(middle, axis=0, weights=length)
    into = thirds - middle
    into -= np.einsum("ij,ij->i", into, along)[:, None] * along
    into /= np.maximum(np.linalg.norm(into, axis=1), 1e-12)[:, None]
    _, _, axes = np.linalg.svd((segments.reshape(-1, 3) - centre), full_matrices=False)
    normal = axes[2]
    flat = middle - centre
    outward = flat - np.einsum("ij,j->i", flat, normal)[:, None] * normal
    outward /= np.maximum(np.linalg.norm(outward, axis=1), 1e-12)[:, None]
    beside = float(np.average(np.einsum("ij,ij->i", into, outward), weights=length))
    rises = float(np.average(into @ normal, weights=length)) * normal        # the surface lies there; the loop opens the other way
    kind = "hole" if beside > 0.25 else "rim" if beside < -0.25 else "end"
    facing = "up" if rises[2] < -0.5 else "down" if rises[2] > 0.5 else "up or down" if abs(normal[2]) > 0.7 else "sideways"
    size = float(np.linalg.norm(np.ptp(segments.reshape(-1, 3) @ axes.T, axis=0)[:1]))
    return Loop(kind=kind, edges=len(segments), length=float(length.sum()), size=size, middle=tuple(centre.tolist()), faces=facing, segments=segments)


def specks(mesh: Topology) -> tuple[Speck, ...]:
    """Components smaller than DUST that nothing else comes near, the largest first."""
    component = mesh.component_of
    corners = mesh.vertices[mesh.faces]
    low, high = np.full((component.max() + 1, 3), np.inf), np.full((component.max() + 1, 3), -np.inf)
    np.minimum.at(low, component, corners.min(axis=1))
    np.maximum.at(high, component, corners.max(axis=1))
    size = (high - low).max(axis=1)
    tiny = np.flatnonzero(size < DUST)
    if not len(tiny) or len(tiny) == len(size):
        return ()
    tree = shapely.STRtree(shapely.box(*corners.min(axis=1)[:, :2].T, *corners.max(axis=1)[:, :2].T))
    asked, met = tree.query(shapely.box(*(low[tiny, :2] - CRACK).T, *(high[tiny, :2] + CRACK).T))
    other = component[met] != tiny[asked]
    bottom, top = corners[met, :, 2].min(axis=1), corners[met, :, 2].max(axis=1)
    near = other & (bottom <= high[tiny[asked], 2] + CRACK) & (top >= low[tiny[asked], 2] - CRACK)
    loose = np.setdiff1d(np.arange(len(tiny)), asked[near])
    found = [Speck(size=float(size[c]), middle=tuple(((low[c] + high[c]) / 2).tolist()), triangles=np.flatnonzero(component == c)) for c in tiny[loose]]
    return tuple(sorted(found, key=lambda speck: (-round(speck.size, 6), speck.middle)))


def _duplicates(mesh: Topology) -> int:
    """Faces that another face covers exactly, corner for corner."""
    whole = np.sort(mesh.faces[~mesh.collapsed], axis=1)
    return len(whole) - len(np.unique(whole, axis=0)) if len(whole) else 0


def _degenerate(mesh: Topology) -> np.ndarray:
    """Collapsed faces, and slivers less high than the snapping step."""
    corners = mesh.vertices[mesh.faces]
    longest = np.linalg.norm(corners - np.roll(corners, 1, axis=1), axis=2).max(axis=1)
    return mesh.collapsed | (2 * mesh.areas <= SLIVER * longest)


def _cracks(mesh: Topology) -> tuple[int, int]:
    """Corners that lie within an open edge without being one of its ends, and corners that nearly do."""
    edges = mesh.open_edges
    if not 0 < len(edges) <= MOST_OPEN:
        return 0, 0
    points = np.unique(edges)
    a, b = mesh.vertices[edges[:, 0]], mesh.vertices[edges[:, 1]]
    spread = np.sort(np.argsort(np.ptp(mesh.vertices, axis=0))[1:])         # seen along the axis in which it is shortest, fewest lie on one another
    tree = shapely.STRtree(shapely.linestrings(np.stack([a[:, spread], b[:, spread]], axis=1)))
    who, edge = tree.query(shapely.points(mesh.vertices[np.ix_(points, spread)]), predicate="dwithin", distance=CRACK)
    point, start, end = mesh.vertices[points[who]], a[edge], b[edge]
    length = np.linalg.norm(end - start, axis=1)
    share = np.einsum("ij,ij->i", point - start, end - start) / np.maximum(length, 1e-12) ** 2
    distance = np.linalg.norm(start + np.clip(share, 0, 1)[:, None] * (end - start) - point, axis=1)
    foreign = (points[who] != edges[edge, 0]) & (points[who] != edges[edge, 1])
    shortest = np.full(len(mesh.vertices), np.inf)
    np.minimum.at(shortest, edges.ravel(), np.repeat(np.linalg.norm(b - a, axis=1), 2))
    reach = np.minimum(CRACK, 0.2 * np.minimum(length, shortest[points[who]]))      # on a fine mesh neighbours are no crack
    within = (share * length > AT) & ((1 - share) * length > AT)
    exact = foreign & within & (distance <= AT)
    nearly = foreign & (distance <= reach)
    hanging = np.unique(who[exact])
    return len(hanging), len(np.setdiff1d(who[nearly], hanging))


def _sampled(triangles: np.ndarray, mesh: Topology) -> dict[str, float]:
    """What lines along the three axes meet: shares of the surface that is thin, doubled, or inside another solid."""
    turned = np.where(mesh.turned, -1.0, 1.0)
    closed = len(mesh.open_edges) == 0
    sheets, thin, coincident, buried, thinnest = 0.0, 0.0, 0.0, 0.0, np.inf
    for axis in range(3):
        columns = Columns.of(triangles, 0.25, axis, SAMPLES)
        facing = columns.facing * turned[columns.triangle]
        plain = np.abs(facing) > 0.7                                    # the other axes see the rest better
        room = columns.room
        pair = plain & np.append(plain[1:], False) & (columns.triangle != np.append(columns.triangle[1:], -1))
        opposite = pair & (facing < 0) & (np.append(facing[1:], 0) > 0)
        thickness = room * np.abs(facing)
        double = pair & (room <= AT) & (np.sign(facing) == np.sign(np.append(facing[1:], 0)))
        slim = opposite & (thickness < THIN) & (thickness > AT)
        sheets += plain.sum() * columns.cell ** 2
        thin += 2 * slim.sum() * columns.cell ** 2
        coincident += double.sum() * columns.cell ** 2
        thinnest = min(thinnest, thickness[opposite & (thickness > AT)].min(initial=np.inf))
        if closed:
            buried += (plain & (_depth(columns, facing) > 1)).sum() * columns.cell ** 2
    whole = max(sheets, 1e-12)
    return {"thin": thin / whole, "thinnest": thinnest, "coincident": coincident / whole, "crossing": buried / whole}


def _depth(columns: Columns, facing: np.ndarray) -> np.ndarray:
    """How many solids a line is inside of around each crossing, the deeper side."""
    step = np.where(facing < 0, 1, -1)
    total = np.cumsum(step)
    start = np.flatnonzero(np.append(True, columns.line[1:] != columns.line[:-1]))
    before = np.repeat(np.append(0, total)[start], np.diff(np.append(start, len(step))))
    after = total - before
    return np.maximum(after, after - step)
