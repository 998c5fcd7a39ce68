"""The elevation developed along the path: the ground cut open under the centre's line, the base's way over it, one scale both ways."""
from __future__ import annotations

import numpy as np
import shapely
from matplotlib.collections import LineCollection
from matplotlib.patches import PathPatch, Rectangle
from matplotlib.ticker import FuncFormatter, MultipleLocator

from sim.proof.certificate import INCH, THICKNESS
from sim.proof.sheet.marks import Shown
from sim.proof.sheet.paper import COLOURS, DASHES, GREY, INK, PALE, Drawing, inches, plain
from sim.proof.sheet.subject import FEW, TOLD, Subject, rises
from sim.proof.sheet.terrain import outline_path, sections
from sim.proof.sheet.words import named

SAME = 0.05                   # mm under which two heights are one
BELOW = 6.0                   # mm of paper of table drawn under its top


def extent(subject: Subject) -> tuple[float, float, float, float]:
    """(first d, lowest z, last d, highest z) that the elevation must show."""
    half = max(subject.mover["outline"]["half"])
    points = [p for line in subject.way["profile"]["base"] for p in line] or [[0.0, subject.way["starts"]["at"][2]]]
    heights = [p[1] for p in points]
    last = max([p[0] for p in points] + subject.way["profile"]["stops"])
    return -half - 6, min(0.0, *heights), last + half + 6, max(heights) + subject.mover["height"] + 4


def draw_elevation(drawing: Drawing, subject: Subject, shown: Shown, detail: bool = False) -> None:
    """Draws it onto a drawing in (d, z), mm; a detail leaves out the ticks and the steps' heights."""
    axes, half = drawing.axes, max(subject.mover["outline"]["half"])
    step = INCH * next((s for s in (1, 2, 3, 6, 12) if s * INCH / drawing.scale >= 7), 12)
    for axis in (axes.xaxis, axes.yaxis):
        axis.set_major_locator(MultipleLocator(step))
        axis.set_major_formatter(FuncFormatter(lambda v, _: f"{v / INCH:g}"))
    axes.tick_params(length=2, width=0.5, pad=1.5, left=not detail, bottom=not detail, labelleft=not detail, labelbottom=not detail)
    if subject.document["table"]["floor"]:
        axes.add_patch(Rectangle((drawing.low[0], drawing.low[1]), *(np.array([drawing.high[0], 0]) - drawing.low), facecolor="white", edgecolor="none",
                                 hatch="////", zorder=1))
        axes.axhline(0, color=INK, linewidth=0.9, zorder=4)
    for faces, lines in sections(subject, subject.path(subject.way), half + 50, half + 50):
        path = outline_path(faces)
        if path is not None:
            axes.add_patch(PathPatch(path, facecolor=PALE, edgecolor="none", hatch="...", zorder=2))
        parts = [np.asarray(part.coords) for part in shapely.get_parts(lines) if part.geom_type == "LineString"]
        axes.add_collection(LineCollection(parts, colors=GREY, linewidths=0.7, zorder=3))
    _way(drawing, subject, shown, half, detail)
    _measure(drawing, subject, shown, detail)
    drawing.place_labels()


def _way(drawing: Drawing, subject: Subject, shown: Shown, half: float, detail: bool) -> None:
    axes, way, height = drawing.axes, subject.way, subject.mover["height"]
    if subject.placed(way):
        drawing.label("the model is set down: no way is taken", (drawing.low + drawing.high) / 2, -1.6)
        return
    points = [p for line in way["profile"]["base"] for p in line]
    for (d, where), style in zip(((points[0][0] if points else 0.0, way["starts"]), (points[-1][0] if points else 0.0, way["ends"])),
                                 ({"linestyle": (0, (3, 2)), "linewidth": 1.1}, {"linewidth": 1.5})):
        z = where["at"][2]
        drawing.keep_clear([(d - half, z + 1.2), (d + half, z + 1.2)], 0.5)
        axes.add_patch(Rectangle((d - half, z), 2 * half, THICKNESS, facecolor="white", edgecolor=INK, zorder=8, **style))
        axes.add_patch(Rectangle((d - half, z), 2 * half, height, facecolor="none", edgecolor=GREY, linewidth=0.5, linestyle=(0, (1, 2)), zorder=7))
    along, levels = 0.0, []
    told = rises(way) <= FEW
    for step in way["steps"]:
        line = np.array(step["line"])
        if step["kind"] == "PLACE":
            continue
        run = along + np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(line[:, :2], axis=0).T))])
        climbs, airborne = step["by"] == "climb", step["kind"] in ("AIR", "ALOFT", "FLIGHT")
        drawn = np.column_stack([run, line[:, 2]])
        axes.plot(*drawn.T, color=COLOURS["holds"], linewidth=3.6 if climbs else 1.6, linestyle=(0, (4, 1.5)) if airborne else "solid", zorder=9)
        drawing.keep_clear(drawn, 0.8)
        rise = line[-1, 2] - line[0, 2]
        if abs(rise) > TOLD and not detail and (told or step["by"] != "walk") and not any(abs(d.start[0] - run[-1]) < 1 for d in shown.side):
            foot, top = sorted((line[0, 2], line[-1, 2]))
            aside = (half + 2 * drawing.scale) * (-1 if rise < 0 else 1)                  # clear of the wall
            drawing.dimension((run[-1], foot), (run[-1], top), f"{plain(step['by'])} {inches(abs(rise))}", aside=aside)
        levels += [(run[0], line[0, 2]), (run[-1], line[-1, 2])]
        along = float(run[-1])
    if levels and not detail:
        _heights(drawing, levels)
    effects = dict.fromkeys(named(e["name"]) for e in subject.document["effects"])
    if levels and effects and not detail:
        drawing.label(f"effect{'s' * (len(effects) > 1)}: " + ", ".join(effects), levels[-1], 2.5, bold=True)


def _heights(drawing: Drawing, levels: list[tuple[float, float]]) -> None:
    """The heights the base lies at, once each; of many only the first, the last, the lowest and the highest."""
    kept = [levels[0], levels[-1], min(levels, key=lambda level: level[1]), max(levels, key=lambda level: level[1])]
    said: list[float] = []
    for d, z in levels if len({z for _, z in levels}) <= 4 else kept:
        if not any(abs(z - other) < 2.2 * drawing.scale for other in said):
            said.append(z)
            drawing.label("table top" if abs(z) < SAME else f"{inches(z)} up", (d, z), 1.2)


def _measure(drawing: Drawing, subject: Subject, shown: Shown, detail: bool) -> None:
    truth = subject.leaf.get("truth", "holds")
    half = max(subject.mover["outline"]["half"])
    for d, z in shown.side_bases:
        drawing.axes.add_patch(Rectangle((d - half, z), 2 * half, THICKNESS, facecolor="none", edgecolor=INK, linestyle=(0, (2, 1.5)), zorder=12))
    for d in shown.side:
        drawing.dimension(d.start, d.end, d.words, COLOURS[truth], DASHES[truth], d.aside)
    for at, words in shown.side_crosses:
        if drawing.inside(at):
            drawing.cross(at, COLOURS[truth], 7.0, 1.6)
            if words and not detail:
                drawing.label(words, at, 1.5, COLOURS[truth], bold=True)
