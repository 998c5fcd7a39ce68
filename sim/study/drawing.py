"""A small scene drawn for players: plan and side view to one scale, inch grid, where the model starts and where it is to end."""
from __future__ import annotations

import io
from math import atan2, cos, hypot, radians, sin
from pathlib import Path

import matplotlib
import numpy as np
import shapely
from matplotlib.backends.backend_svg import FigureCanvasSVG
from matplotlib.collections import LineCollection
from matplotlib.figure import Figure
from matplotlib.patches import Ellipse, Polygon
from matplotlib.ticker import MultipleLocator

from sim.files import write_whole
from sim.scenario import scenario_from_dict

MM = 25.4
ROOM = 1.5                                # inches of table round what is drawn
RED, BLUE, INK = "#D55E00", "#0072B2", "#222222"
STYLE = {"svg.fonttype": "none", "font.family": "DejaVu Sans", "font.size": 8, "svg.hashsalt": "referee"}


def draw(path: Path, scene: dict, title: str) -> Path:
    """Writes the drawing as SVG; the same scene, the same bytes."""
    with matplotlib.rc_context(STYLE):
        figure = pictured(scene, title)
        FigureCanvasSVG(figure)
        buffer = io.BytesIO()
        figure.savefig(buffer, format="svg", metadata={"Date": None})
    return write_whole(path, buffer.getvalue())


def pictured(scene: dict, title: str) -> Figure:
    """The figure: plan above, side view below, both as wide as the scene."""
    scenario = scenario_from_dict({k: v for k, v in scene.items() if k != "readings"})
    table, move = scenario.table, scenario.moves[0]
    mover = table.model(move.model)
    stops = np.array([mover.at[:2]] + [leg.to[:2] for leg in move.path]) / MM
    shapes = [(f, np.unique(f.triangles.reshape(-1, 3) / MM, axis=0)) for f in table.features]
    low, high = stops.min(axis=0) - ROOM - 1, stops.max(axis=0) + ROOM + 1
    tall = max([2.5, *(p[:, 2].max() + 0.5 for _, p in shapes if _within(p, low, high)), *((m.at[2] or 0) / MM + m.height / MM + 0.3 for m in table.models)])
    wide, deep = high - low
    unit = min(0.62, 6.0 / wide)
    figure = Figure(figsize=(unit * wide + 0.9, unit * (deep + tall) + 1.5))
    plan, side = figure.subplots(2, 1, gridspec_kw={"height_ratios": [deep, tall], "hspace": 0.35})
    figure.suptitle(title, fontsize=9, x=0.02, ha="left")
    _plan(plan, table, mover, stops, shapes, move)
    plan.set(xlim=(low[0], high[0]), ylim=(low[1], high[1]), title="from above, inches")
    _side(side, table, mover, stops, shapes)
    for axes in (plan, side):
        axes.set_aspect("equal")
        axes.xaxis.set_major_locator(MultipleLocator(1))
        axes.yaxis.set_major_locator(MultipleLocator(1))
        axes.grid(color="#DDDDDD", linewidth=0.5)
        axes.set_axisbelow(True)
    along = np.ptp([*_along(stops, np.array([low, high]))]) if len(stops) > 1 else wide
    side.set(xlim=(-ROOM - 1, max(wide, along) - ROOM - 1), ylim=(-0.15, tall), title="from the side, along the line from start to end")
    return figure


def _within(points, low, high) -> bool:
    return bool((points[:, :2].max(axis=0) > low).all() and (points[:, :2].min(axis=0) < high).all())


def _plan(axes, table, mover, stops, shapes, move) -> None:
    for feature, points in sorted(shapes, key=lambda s: s[1][:, 2].max()):
        hull = shapely.convex_hull(shapely.multipoints(points[:, :2]))
        top = points[:, 2].max()
        axes.add_patch(Polygon(np.array(hull.exterior.coords), facecolor=str(max(0.45, 0.9 - 0.08 * top)), edgecolor=INK, linewidth=0.8, alpha=0.85))
        middle = hull.centroid
        axes.text(middle.x, middle.y, f"{feature.name}\n{top:.4g} in", ha="center", va="center", fontsize=6.5, clip_on=True, color=INK)
    for model in table.models:
        x, y = model.at[0] / MM, model.at[1] / MM
        colour = RED if model.side == mover.side or model is mover else BLUE
        axes.add_patch(_base(model, x, y, model.facing, facecolor=colour, edgecolor=INK, alpha=0.75, zorder=4))
        axes.plot([x, x + 0.4 * cos(radians(model.facing))], [y, y + 0.4 * sin(radians(model.facing))], color=INK, linewidth=1, zorder=5)
        axes.text(x, y, model.name, ha="center", va="center", fontsize=7, zorder=6, color="white", weight="bold")
    axes.plot(*stops.T, color=RED, linewidth=1.4, zorder=3)
    facing = move.path[-1].facing
    ends = {"facecolor": "none", "edgecolor": RED, "linestyle": "--", "linewidth": 1.4, "zorder": 5}
    axes.add_patch(_base(mover, *stops[-1], mover.facing if facing is None else facing, **ends))


def _base(model, x: float, y: float, facing: float, **look):
    outline = model.outline
    if outline.corners:
        return Polygon(outline.points(x * MM, y * MM, facing) / MM, **look)
    return Ellipse((x, y), 2 * outline.half[0] / MM, 2 * outline.half[1] / MM, angle=facing, **look)


def _along(stops, points):
    """How far points of the plan lie along the line from the first stop to the last."""
    a, b = stops[0], stops[-1]
    length = hypot(*(b - a))
    angle = atan2(*(b - a)[::-1]) if length > 0 else 0.0
    return (points[:, :2] - a) @ np.array([cos(angle), sin(angle)])


def _side(axes, table, mover, stops, shapes) -> None:
    """What the upright plane through start and end cuts, solid; what lies beside it, faint."""
    for feature, points in shapes:
        beside = np.column_stack([_along(stops, points), points[:, 2]])
        axes.add_patch(Polygon(_hull(beside), facecolor="none", edgecolor="#AAAAAA", linewidth=0.6, linestyle=":"))
        cut = _cut(stops, feature.triangles.reshape(-1, 3) / MM)
        if len(cut) > 2:
            axes.add_patch(Polygon(_hull(cut.reshape(-1, 2)), facecolor="#CCCCCC", edgecolor="none", alpha=0.6))
            axes.add_collection(LineCollection(cut, colors=INK, linewidths=0.9))
    axes.axhline(0, color=INK, linewidth=1)
    for model in table.models:
        s = float(_along(stops, np.array([model.at[:2]]) / MM)[0])
        z = (model.at[2] or 0.0) / MM
        r, h = model.outline.radius / MM, model.height / MM
        colour = RED if model.side == mover.side or model is mover else BLUE
        axes.add_patch(Polygon([(s - r, z), (s + r, z), (s + r, z + 0.1), (s + r / 2, z + h), (s - r / 2, z + h), (s - r, z + 0.1)],
                               facecolor=colour, edgecolor=INK, alpha=0.6))
        axes.text(s, z + h / 2, model.name, ha="center", va="center", fontsize=7, color="white", weight="bold")
    axes.axvline(float(_along(stops, stops[-1:])[0]), color=RED, linestyle="--", linewidth=1.2)


def _cut(stops, corners):
    """Segments in which triangles meet the upright plane through the first and the last stop, as (n, 2, 2) of (along, height)."""
    a, b = stops[0], stops[-1]
    length = hypot(*(b - a))
    across = np.array([-(b - a)[1], (b - a)[0]]) / length if length > 0 else np.array([0.0, 1.0])
    off = ((corners[:, :2] - a) @ across + 1e-7).reshape(-1, 3)          # a hair beside, so that no face lies in the plane
    flat = np.column_stack([_along(stops, corners), corners[:, 2]]).reshape(-1, 3, 2)
    found = []
    for o, p in zip(off, flat):
        ends = [p[i] + (p[j] - p[i]) * o[i] / (o[i] - o[j]) for i, j in ((0, 1), (1, 2), (2, 0)) if o[i] * o[j] < 0]
        if len(ends) == 2:
            found.append(ends)
    return np.array(found).reshape(-1, 2, 2)


def _hull(points):
    hull = shapely.convex_hull(shapely.multipoints(points))
    return np.array(hull.exterior.coords) if hull.geom_type == "Polygon" else np.array(hull.coords)
