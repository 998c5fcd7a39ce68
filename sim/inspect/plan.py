"""A plan of a mesh to a stated scale: inch grid, surfaces with their levels, dimensions, and what is wrong, drawn where it is."""
from __future__ import annotations

import io
from pathlib import Path
from textwrap import wrap

import matplotlib
import numpy as np
import shapely
from matplotlib.backends.backend_svg import FigureCanvasSVG
from matplotlib.collections import LineCollection
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import Patch, PathPatch
from matplotlib.path import Path as Outline
from matplotlib.ticker import MultipleLocator

from sim.files import write_whole
from sim.inspect import Inspection
from sim.measure import INCH
from sim.terrain.classify import Surface
from sim.terrain.health import Loop
from sim.terrain.topology import Topology

# Okabe and Ito's colours from light to dark, each with a hatch of its own, so that bands differ in black and white too: up to so many inches
BANDS = ((0.25, "#F7F3C0", ""), (1.0, "#F0E442", "...."), (2.0, "#56B4E9", "////"), (3.0, "#E69F00", "\\\\\\\\"), (4.5, "#009E73", "xxxx"),
         (6.0, "#CC79A7", "||||"), (1e9, "#0072B2", "----"))
TROUBLE, INK, FAINT = "#D55E00", "#111111", "#999999"
SCALES = (1, 2, 3, 4, 5, 8, 10, 20, 50)         # 1:1, 1:2 ...
WIDEST, TALLEST = 9.0, 6.6                      # inches of paper the plan may take
MARGIN = 0.5                                    # inches of table round the piece, before scaling
COLUMN = 4.6                                    # inches of paper beside the plan
MOST_LINES = 20_000
LABELLED = 0.12                                 # sq in of paper below which a surface is only listed
LISTED = 22
WARNED = 14               # lines of warnings
NAMED = 9                 # holes with a label
TEXT = 8


def write_plan(path: Path, found: Inspection) -> Path:
    """The plan as SVG, text as text; same inspection, same bytes."""
    with matplotlib.rc_context({"svg.fonttype": "none", "svg.hashsalt": found.raw.sha256, "font.family": "DejaVu Sans", "font.size": TEXT,
                                "hatch.linewidth": 0.35, "hatch.color": "#777777"}):
        figure = _drawn(found)
        FigureCanvasSVG(figure)
        buffer = io.BytesIO()
        figure.savefig(buffer, format="svg", metadata={"Date": None, "Creator": None, "Title": f"Plan of {found.raw.source}"})
    return write_whole(path, buffer.getvalue())


def _drawn(found: Inspection) -> Figure:
    points = found.feature.triangles.reshape(-1, 3) / INCH
    low, high = points.min(axis=0), points.max(axis=0)
    scale = next((s for s in SCALES if ((high - low)[:2] + 2 * MARGIN * max(1, s / 2) <= np.array([WIDEST, TALLEST]) * s).all()), SCALES[-1])
    margin = MARGIN * max(1, scale / 2)
    x0, y0 = np.floor((low[:2] - margin) * 4) / 4
    x1, y1 = np.ceil((high[:2] + margin) * 4) / 4
    wide, tall = (x1 - x0) / scale, (y1 - y0) / scale
    page = (wide + COLUMN + 1.4, max(tall, 5.6) + 1.7)
    figure = Figure(figsize=page)
    plan = figure.add_axes((0.8 / page[0], (page[1] - 1.1 - tall) / page[1], wide / page[0], tall / page[1]))     # sized by the scale, never the other way
    plan.set(xlim=(x0, x1), ylim=(y0, y1))
    _grid(plan, scale)
    _lines(plan, found)
    _surfaces(plan, found.surfaces, found.health.holes[:NAMED], scale)
    _trouble(plan, found)
    _dimensions(plan, low, high, margin)
    used = f'units = "{found.units}", scale = {found.scale:.4g}, up = "{found.up}"'
    figure.text(0.8 / page[0], 1 - 0.35 / page[1], f"{found.raw.source}: plan 1:{scale}", fontsize=13, weight="bold", color=INK)
    figure.text(0.8 / page[0], 1 - 0.6 / page[1], f"{used}. Inches from the middle of the piece, z from its lowest point: add the scenario's `at`. "
                f"One square is {_step(scale):g} in.", color=INK)
    left = (wide + 1.3) / page[0]
    _levels(figure.add_axes((left, 1 - 3.3 / page[1], 1.1 / page[0], 2.2 / page[1])), found, high[2])
    _legend(figure, left + 1.5 / page[0], 1 - 1.0 / page[1])
    _list(figure, found, left - 0.35 / page[0], 1 - 3.75 / page[1], page)
    return figure


def _step(scale: int) -> float:
    return 1.0 if scale <= 4 else 2.0 if scale <= 8 else 6.0


def _grid(plan, scale: int) -> None:
    step = _step(scale)
    plan.set_aspect("equal")
    plan.xaxis.set_major_locator(MultipleLocator(step))
    plan.yaxis.set_major_locator(MultipleLocator(step))
    plan.xaxis.set_minor_locator(MultipleLocator(step / 4))
    plan.yaxis.set_minor_locator(MultipleLocator(step / 4))
    plan.grid(which="major", color="#BBBBBB", linewidth=0.6)
    plan.grid(which="minor", color="#E4E4E4", linewidth=0.3)
    plan.set_axisbelow(False)
    plan.tick_params(top=True, right=True, labeltop=False, which="both", direction="out", labelsize=TEXT)
    plan.set_xlabel("x, inches")
    plan.set_ylabel("y, inches")


def _lines(plan, found: Inspection) -> None:
    """The piece's own sharp edges, seen from above, so that a person knows it again."""
    mesh = Topology.of(found.feature.triangles)
    first, second, alike = mesh.neighbours
    normal = mesh.crosses / np.maximum(2 * mesh.areas, 1e-300)[:, None]
    bend = np.einsum("ij,ij->i", normal[first], normal[second]) * np.where(alike, 1, -1)
    ends = mesh.edges[mesh.edge_faces == 2][bend < np.cos(np.radians(40))]
    if len(ends) > MOST_LINES:
        length = np.linalg.norm(np.diff(mesh.vertices[ends], axis=1)[:, 0], axis=1)
        ends = ends[np.sort(np.argsort(-length, kind="stable")[:MOST_LINES])]
    plan.add_collection(LineCollection(mesh.vertices[ends][:, :, :2] / INCH, colors=FAINT, linewidths=0.35, zorder=3, rasterized=len(ends) > 5000))


def _surfaces(plan, surfaces: tuple[Surface, ...], holes: tuple[Loop, ...], scale: int) -> None:
    """Draws them, the higher over the lower, labels where neither a larger one nor a hole's is."""
    boxes = [np.array([corner, corner + np.array([2.0, 0.45]) * scale]) for hole in holes for corner in [np.array(hole.middle[:2]) / INCH]]
    for s in sorted(surfaces, key=lambda s: (s.high, -s.area)):
        _, colour, hatch = _band(s.high)
        plan.add_patch(PathPatch(_path(s.plan), facecolor=colour, edgecolor=INK, hatch=hatch, linewidth=0.7, zorder=2, alpha=0.95))
    for number, s in sorted(enumerate(surfaces, 1), key=lambda pair: -pair[1].area):
        spot = _label_spot(max(shapely.get_parts(s.plan), key=lambda p: p.area))
        words = f"{number} {s.kind}\n{s.high / INCH:.2f}"
        half = np.array([max(len(w) for w in words.split("\n")) * 0.034, 0.13]) * scale
        at = np.array(spot) / INCH
        box = np.array([at - half, at + half])
        if s.area / INCH ** 2 / scale ** 2 < LABELLED or any((box[0] < b[1]).all() and (box[1] > b[0]).all() for b in boxes):
            continue
        boxes.append(box)
        plan.text(*at, words, ha="center", va="center", color=INK, fontsize=TEXT, zorder=6,
                  bbox={"facecolor": "white", "edgecolor": "none", "alpha": 0.85, "pad": 1.2})


def _label_spot(shape) -> tuple[float, float]:
    """The centroid, slots and holes filled, where it lies inside; else the roomiest place."""
    whole = shapely.Polygon(shape.exterior)
    return whole.centroid.coords[0] if whole.contains(whole.centroid) else shapely.maximum_inscribed_circle(whole, 1.0).coords[0]


def _band(height: float) -> tuple[float, str, str]:
    return next(band for band in BANDS if height / INCH <= band[0])


def _path(shape) -> Outline:
    rings = [ring for part in shapely.get_parts(shape) if part.area > 0 for ring in (part.exterior, *part.interiors)]
    corners = [np.asarray(ring.coords) / INCH for ring in rings]
    codes = [[Outline.MOVETO, *[Outline.LINETO] * (len(c) - 2), Outline.CLOSEPOLY] for c in corners]
    return Outline(np.concatenate(corners), np.concatenate(codes))


def _trouble(plan, found: Inspection) -> None:
    loops = found.health.loops
    other = [loop.segments[:, :, :2] / INCH for loop in loops if loop.kind != "hole"]
    if other:
        plan.add_collection(LineCollection(np.concatenate(other), colors=INK, linewidths=0.9, linestyles=(0, (1, 1.5)), zorder=5))
    for n, hole in enumerate(found.health.holes, 1):
        plan.add_collection(LineCollection(hole.segments[:, :, :2] / INCH, colors=TROUBLE, linewidths=2.2, zorder=7))
        x, y = (c / INCH for c in hole.middle[:2])
        plan.plot(x, y, "x", color=TROUBLE, markersize=7, markeredgewidth=1.8, zorder=7)
        if n <= NAMED:
            plan.annotate(f"hole {n}: {hole.length / INCH:.2f} in round", (x, y), xytext=(14, 12), textcoords="offset points", color=TROUBLE, weight="bold",
                          zorder=8, arrowprops={"arrowstyle": "-", "color": TROUBLE}, bbox={"facecolor": "white", "edgecolor": "none", "alpha": 0.85, "pad": 1})
    for speck in found.health.dust:
        plan.plot(speck.middle[0] / INCH, speck.middle[1] / INCH, "o", markerfacecolor="none", color=TROUBLE, markersize=8, zorder=7)


def _dimensions(plan, low, high, margin: float) -> None:
    """Overall width below the piece, depth to its left."""
    arrow = {"arrowstyle": "<|-|>", "color": INK, "linewidth": 0.8, "shrinkA": 0, "shrinkB": 0}
    patch = {"facecolor": "white", "edgecolor": "none", "pad": 1}
    below, beside = low[1] - 0.5 * margin, low[0] - 0.5 * margin
    plan.annotate("", (low[0], below), (high[0], below), arrowprops=arrow, zorder=8)
    plan.annotate("", (beside, low[1]), (beside, high[1]), arrowprops=arrow, zorder=8)
    plan.text((low[0] + high[0]) / 2, below, f"{high[0] - low[0]:.2f} in", ha="center", va="center", bbox=patch, zorder=9)
    plan.text(beside, (low[1] + high[1]) / 2, f"{high[1] - low[1]:.2f} in", ha="center", va="center", rotation=90, bbox=patch, zorder=9)


def _levels(axes, found: Inspection, top: float) -> None:
    """How high each surface reaches: a bar each, from its lowest to its highest point."""
    axes.set_title("levels, inches", fontsize=TEXT, loc="left")
    axes.set(xlim=(0, 1), ylim=(0, max(top * 1.05, 0.1)))
    axes.yaxis.set_major_locator(MultipleLocator(1 if top > 2 else 0.5 if top > 1 else 0.25))
    axes.grid(axis="y", color="#CCCCCC", linewidth=0.5)
    axes.set_xticks([])
    shown = found.surfaces[:8]
    for n, s in enumerate(shown):
        _, colour, hatch = _band(s.high)
        bottom = min(s.low, s.high - 0.02 * top * INCH) / INCH
        axes.bar((n + 0.5) / len(shown), s.high / INCH - bottom, 0.8 / len(shown), bottom, color=colour, edgecolor=INK, linewidth=0.6, hatch=hatch)
        axes.text((n + 0.5) / len(shown), s.high / INCH + 0.01 * top, str(n + 1), ha="center", va="bottom", fontsize=TEXT)


def _legend(figure: Figure, x: float, y: float) -> None:
    lows = [0.0, *(band[0] for band in BANDS[:-1])]
    rows = [Patch(facecolor=c, edgecolor=INK, hatch=h, linewidth=0.6, label=f"up to {edge:g} in" if edge < 1e9 else f"above {low:g} in")
            for low, (edge, c, h) in zip(lows, BANDS)]
    rows += [Line2D([], [], color=TROUBLE, marker="x", linewidth=2.2, label="hole"),
             Line2D([], [], color=INK, linestyle=(0, (1, 1.5)), linewidth=0.9, label="rim or open end"),
             Line2D([], [], color=TROUBLE, marker="o", markerfacecolor="none", linestyle="", label="dust")]
    figure.legend(handles=rows, loc="upper left", bbox_to_anchor=(x, y), fontsize=TEXT, frameon=False, title="highest point", title_fontsize=TEXT,
                  handleheight=1.3, alignment="left")


def _list(figure: Figure, found: Inspection, x: float, y: float, page) -> None:
    """The surfaces by area, then the warnings; what does not fit is counted."""
    rows = [f"{'#':>2} {'surface':9} {'sure':>4} {'sq in':>7} {'from':>6} {'to':>6}"]
    for n, s in enumerate(found.surfaces[:LISTED], 1):
        rows.append(f"{n:>2} {s.kind:9} {s.confidence:4.2f} {s.area / INCH ** 2:7.2f} {s.low / INCH:6.2f} {s.high / INCH:6.2f}")
        rows += [f"     {o.kind}: {o.width / INCH:.2f} wide, {o.sill / INCH:.2f} to {o.head / INCH:.2f}" for o in s.openings]
    room = int((y * page[1] - 0.3) * 72 / (TEXT * 1.25)) - 1
    warnings = [line for c in found.cautions for line in wrap(f"{c.code}: {c.message}".replace("$", ""), 78, subsequent_indent="    ")]
    space = max(room - min(len(warnings), WARNED) - 1, 3)
    cut = rows[:space] + ([f"   and {len(found.surfaces) - space + 1} more"] if len(rows) > space else [])
    figure.text(x, y, "\n".join(cut), family="DejaVu Sans Mono", fontsize=TEXT, va="top", color=INK, linespacing=1.2)
    figure.text(x, y - (len(cut) + 1) * TEXT * 1.25 / 72 / page[1], "\n".join(warnings[:WARNED]), fontsize=TEXT - 1.5, va="top", color=INK, linespacing=1.25)
