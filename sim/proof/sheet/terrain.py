"""Terrain as it is drawn: grey from above with its sharp edges, and cut open along the path."""
from __future__ import annotations

from math import hypot

import numpy as np
import shapely
from matplotlib.path import Path as Outline

from sim.terrain.topology import Topology

MANY = 4000                 # triangles in view beyond which corners snap to the paper's grain
GRAIN = 0.1                 # mm of paper that nobody sees
FLAT = 1e-9
SHARP, ROUGH = 0.8, 0.3     # cosine of the bend from which an edge is drawn; of a scan only what is no noise
MOST_EDGES = 6000


def outline_path(shape) -> Outline | None:
    """A shape of shapely's as a path of matplotlib's; None if it is empty."""
    rings = [ring for part in shapely.get_parts(shape) if part.geom_type == "Polygon" for ring in (part.exterior, *part.interiors)]
    corners = [np.asarray(ring.coords)[:, :2] for ring in rings if len(ring.coords) > 3]
    if not corners:
        return None
    codes = [[Outline.MOVETO, *[Outline.LINETO] * (len(c) - 2), Outline.CLOSEPOLY] for c in corners]
    return Outline(np.concatenate(corners), np.concatenate(codes))


def pieces_in(subject, low, high) -> list[tuple[str, np.ndarray]]:
    """(name, triangles) of each piece of terrain with something in the plan window; the board itself left out."""
    out = []
    for piece in subject.document["triangles"]["pieces"][1:]:
        triangles = subject.triangles[piece["first"]:piece["first"] + piece["count"]]
        seen = triangles[((triangles.max(axis=1)[:, :2] >= low) & (triangles.min(axis=1)[:, :2] <= high)).all(axis=1)]
        if len(seen):
            out.append((piece["name"], seen))
    return out


def shadow(triangles: np.ndarray, scale: float) -> shapely.Geometry:
    """What a piece covers in plan."""
    plan = triangles[:, :, :2]
    grain = GRAIN * scale if len(plan) > MANY else 1e-4
    plan = np.round(plan / grain) * grain
    a, b = plan[:, 1] - plan[:, 0], plan[:, 2] - plan[:, 0]
    plan = plan[a[:, 0] * b[:, 1] - a[:, 1] * b[:, 0] > FLAT]               # those that face up; the rest lies below them
    return shapely.union_all(shapely.polygons(np.unique(plan, axis=0)), grid_size=grain) if len(plan) else shapely.Polygon()


def sharp_edges(triangles: np.ndarray) -> np.ndarray:
    """Plan lines (m, 2, 2) along which a piece bends."""
    mesh = Topology.of(triangles)
    first, second, alike = mesh.neighbours
    normal = mesh.crosses / np.maximum(2 * mesh.areas, 1e-300)[:, None]
    bend = np.einsum("ij,ij->i", normal[first], normal[second]) * np.where(alike, 1, -1)
    ends = mesh.vertices[mesh.edges[mesh.edge_faces == 2][bend < (SHARP if len(triangles) <= MANY else ROUGH)]][:, :, :2]
    length = np.hypot(*(ends[:, 1] - ends[:, 0]).T)
    ends = ends[np.argsort(-length, kind="stable")[:MOST_EDGES]]
    return ends[np.hypot(*(ends[:, 1] - ends[:, 0]).T) > FLAT]


def sections(subject, path: list, before: float, after: float) -> list[tuple[shapely.Geometry, shapely.Geometry]]:
    """(cut faces, cut lines) of each piece along each straight run of the path, in (d, z); the first run begins `before` mm early."""
    out, d = [], 0.0
    runs = [(np.array(a), np.array(b)) for a, b in zip(path, path[1:]) if hypot(b[0] - a[0], b[1] - a[1]) > FLAT]
    for i, (a, b) in enumerate(runs):
        long = hypot(*(b - a))
        along = (b - a) / long
        window = shapely.box(d - (before if i == 0 else 0.0), -1e5, d + long + (after if i == len(runs) - 1 else 0.0), 1e5)
        for piece in subject.document["triangles"]["pieces"][1:]:
            cut, facing = _cut(subject.triangles[piece["first"]:piece["first"] + piece["count"]], a, along, d)
            if len(cut):
                lines = shapely.union_all(shapely.set_precision(shapely.linestrings(cut), 1e-4))
                out.append((shapely.intersection(_inside(lines, cut, facing), window), shapely.intersection(lines, window)))
        d += long
    return out


def _cut(triangles: np.ndarray, origin: np.ndarray, along: np.ndarray, d: float) -> tuple[np.ndarray, np.ndarray]:
    """Where an upright plane cuts triangles: segments (n, 2, 2) in (d, z), and whether each faces up (1), down (-1) or sideways (0)."""
    across = np.array([-along[1], along[0]])
    side = (triangles[:, :, :2] - origin) @ across
    side = np.where(np.abs(side) < 1e-7, 1e-7, side)                       # a plane along a face passes just beside it
    hit = (side.min(axis=1) < 0) & (side.max(axis=1) > 0)
    segments, facing = [], []
    for corners, s in zip(triangles[hit], side[hit]):
        ends = []
        for i in range(3):
            if (s[i] < 0) != (s[i - 1] < 0):
                p = corners[i] + (corners[i - 1] - corners[i]) * (s[i] / (s[i] - s[i - 1]))
                ends.append([(p[:2] - origin) @ along + d, p[2]])
        if hypot(ends[0][0] - ends[1][0], ends[0][1] - ends[1][1]) > 1e-3:
            (ax, ay), (bx, by) = corners[1, :2] - corners[0, :2], corners[2, :2] - corners[0, :2]
            segments.append(ends)
            facing.append(np.sign(ax * by - ay * bx))
    return np.array(segments).reshape(-1, 2, 2), np.array(facing)


def _inside(lines, segments: np.ndarray, facing: np.ndarray) -> shapely.Geometry:
    """The cells between the lines that are solid: an upright ray from there leaves the piece once more than it enters."""
    cells = shapely.get_parts(shapely.polygonize(shapely.get_parts(lines)))
    return shapely.union_all([cell for cell in cells if _leaves(_within(cell), segments, facing) > 0])


def _within(cell) -> shapely.Point:
    """A point of a cell off its middle, where corners of regular pieces tend to meet."""
    low, _, high, _ = cell.bounds
    x = low + 0.3819 * (high - low)
    upright = cell.intersection(shapely.LineString([(x, -1e5), (x, 1e5)]))
    return max(shapely.get_parts(upright), key=shapely.length, default=cell.representative_point()).interpolate(0.5, normalized=True)


def _leaves(point, segments: np.ndarray, facing: np.ndarray) -> int:
    x, z = point.x, point.y
    a, b = segments[:, 0], segments[:, 1]
    astride = (a[:, 0] < x) != (b[:, 0] < x)
    a, b = a[astride], b[astride]
    over = a[:, 1] + (b[:, 1] - a[:, 1]) * (x - a[:, 0]) / (b[:, 0] - a[:, 0]) > z
    return int(facing[astride][over].sum())
