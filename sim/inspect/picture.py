"""A picture of a mesh from two corners, what is wrong marked on it; hidden trouble is drawn faint.

Drawn with the same parallel lines as everything else, along the line of sight: the first triangle met is what is seen.
"""
from __future__ import annotations

import io
from pathlib import Path

import numpy as np
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.collections import LineCollection
from matplotlib.figure import Figure

from sim.files import write_whole
from sim.inspect import Inspection
from sim.inspect.plan import INK, TROUBLE
from sim.measure import INCH
from sim.terrain.columns import Columns
from sim.terrain.topology import Topology

VIEWS = ((-55.0, "from the front left"), (125.0, "from the back right"))     # degrees round the vertical
LOOKING_DOWN = 30.0
LIGHT = np.array([-0.4, 0.5, 0.77])              # in the picture's own frame: right, up, towards the viewer
LINES = 400_000                                  # of sight
NEAR = 0.6                                       # mm: trouble this close behind what is seen is on it


def write_picture(path: Path, found: Inspection) -> Path:
    """The picture as PNG."""
    figure = Figure(figsize=(13, 6.2))
    FigureCanvasAgg(figure)
    figure.suptitle(f"{found.raw.source}: {_counts(found)}", x=0.02, ha="left", fontsize=11, color=INK)
    for n, (turn, words) in enumerate(VIEWS):
        _view(figure.add_axes((0.02 + 0.49 * n, 0.02, 0.47, 0.88)), found, turn, words)
    buffer = io.BytesIO()
    figure.savefig(buffer, format="png", dpi=110, metadata={"Software": None})
    return write_whole(path, buffer.getvalue())


def _counts(found: Inspection) -> str:
    h = found.health
    told = [(len(h.holes), "holes (orange, solid)"), (h.open_edges, "open edges (dotted)"), (h.nonmanifold_edges, "non-manifold edges (blue)"),
            (len(h.dust), "specks of dust (circles)"), (h.turned, "flipped triangles (purple)")]
    return ", ".join(f"{count:,} {what}" for count, what in told if count) or "nothing wrong"


def _view(axes, found: Inspection, turn: float, words: str) -> None:
    frame = _frame(turn)
    seen = found.feature.triangles @ frame.T
    columns = Columns.of(seen, float(np.ptp(seen.reshape(-1, 3), axis=0).max()) / 700, most=LINES)
    first = np.flatnonzero(~columns.next_is_same)
    mesh = Topology.of(found.feature.triangles)
    shade = np.ones((columns.along * columns.across, 3))
    normal = np.cross(seen[:, 1] - seen[:, 0], seen[:, 2] - seen[:, 0])
    normal /= np.maximum(np.linalg.norm(normal, axis=1), 1e-300)[:, None]
    lit = 0.45 + 0.5 * np.abs(normal @ LIGHT)                     # either side alike: kits and scans do not always say which is out
    colour = np.where(mesh.turned[:, None], (0.8, 0.47, 0.65), (0.86, 0.86, 0.84)) * lit[:, None]
    shade[columns.line[first]] = colour[columns.triangle[first]]
    depth = np.full(columns.along * columns.across, -np.inf)
    depth[columns.line[first]] = columns.height[first]
    x, y = columns.origin
    extent = (x, x + columns.cell * columns.across, y, y + columns.cell * columns.along)
    axes.imshow(np.clip(shade, 0, 1).reshape(columns.along, columns.across, 3), origin="lower", extent=extent, interpolation="antialiased")
    _edges(axes, mesh.vertices[mesh.open_edges] @ frame.T, columns, depth, INK, 1.0, (0, (1, 1)))
    _edges(axes, mesh.vertices[mesh.edges[mesh.edge_faces > 2]] @ frame.T, columns, depth, "#0072B2", 1.6, "solid")
    for n, hole in enumerate(found.health.holes, 1):
        _edges(axes, hole.segments @ frame.T, columns, depth, TROUBLE, 2.2, "solid")
        if n <= 9:
            px, py, _ = frame @ np.array(hole.middle)
            right = px < (extent[0] + extent[1]) / 2
            axes.annotate(f"hole {n}, {hole.size / INCH:.2f} in across", (px, py), xytext=(16 if right else -16, 16), textcoords="offset points",
                          ha="left" if right else "right", color=TROUBLE, fontsize=9,
                          arrowprops={"arrowstyle": "-", "color": TROUBLE}, bbox={"facecolor": "white", "edgecolor": "none", "alpha": 0.8, "pad": 1})
    for speck in found.health.dust:
        axes.plot(*(frame @ np.array(speck.middle))[:2], "o", markerfacecolor="none", color=TROUBLE, markersize=9)
    margin = 0.04 * max(extent[1] - extent[0], extent[3] - extent[2])
    axes.set(xlim=(extent[0] - margin, extent[1] + margin), ylim=(extent[2] - margin, extent[3] + 2 * margin))
    axes.plot([extent[0], extent[0] + INCH], [extent[2] - margin / 2] * 2, color=INK, linewidth=2)
    axes.text(extent[0] + INCH * 1.1, extent[2] - margin / 2, "1 in", fontsize=8, va="center")
    axes.set_title(words, fontsize=9, loc="left", color=INK)
    axes.set_axis_off()


def _frame(turn: float) -> np.ndarray:
    """Rows: right, up and towards the viewer, for a viewer that far round who looks down."""
    a, b = np.radians(turn), np.radians(LOOKING_DOWN)
    towards = np.array([np.cos(a) * np.cos(b), np.sin(a) * np.cos(b), np.sin(b)])
    right = np.array([-np.sin(a), np.cos(a), 0.0])
    return np.array([right, np.cross(towards, right), towards])


def _edges(axes, segments: np.ndarray, columns: Columns, depth: np.ndarray, colour: str, width: float, style) -> None:
    """Line segments (n, 2, 3) in the picture's frame, those behind what is seen faint."""
    if not len(segments):
        return
    middle = segments.mean(axis=1)
    column = np.clip(np.rint((middle[:, 0] - columns.origin[0]) / columns.cell).astype(int), 0, columns.across - 1)
    row = np.clip(np.rint((middle[:, 1] - columns.origin[1]) / columns.cell).astype(int), 0, columns.along - 1)
    hidden = middle[:, 2] < depth[row * columns.across + column] - NEAR - 2 * columns.cell
    for which, alpha in ((~hidden, 1.0), (hidden, 0.2)):
        if which.any():
            axes.add_collection(LineCollection(segments[which][:, :, :2], colors=colour, linewidths=width, linestyles=style, alpha=alpha))
