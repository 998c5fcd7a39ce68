"""The plan, from above: terrain, everyone's bases, the way that was gone, and what the deciding claim measures; the same hand draws the detail."""
from __future__ import annotations

from math import dist, hypot

import numpy as np
import shapely
from matplotlib.collections import LineCollection
from matplotlib.patches import PathPatch
from matplotlib.ticker import FuncFormatter, MultipleLocator

from sim.proof.certificate import INCH
from sim.proof.sheet.marks import Shown
from sim.proof.sheet.measured import zone_words
from sim.proof.sheet.paper import COLOURS, DASHES, GREY, INK, PALE, SWEEP, Drawing, inches, plain
from sim.proof.sheet.subject import FEW, TOLD, Subject, footprint, rises, swept, touch_point
from sim.proof.sheet.terrain import outline_path, pieces_in, shadow, sharp_edges

LEAST_LEG = 6.0               # mm of paper under which a leg carries no number
MOST_TICKS = 200
LOOKS = {"zone": {"facecolor": "none", "linestyle": (0, (6, 2, 1, 2)), "linewidth": 1.1},
         "ghost": {"facecolor": "none", "edgecolor": INK, "linestyle": (0, (2, 1.5)), "linewidth": 0.9},
         "over air": {"hatch": "\\\\\\\\", "linewidth": 1.0, "alpha": 0.9},
         "offending": {"hatch": "xxxx", "linewidth": 1.0, "alpha": 0.75}}


def extent(subject: Subject, shown: Shown) -> tuple[float, float, float, float]:
    """The part of the table the plan must show: every way with its bases, and what is measured."""
    shapes = [footprint(subject.models[w["model"]]["outline"], p, w[e]["facing"]) for w in subject.document["ways"]
              for e in ("starts", "ends") for p in (w[e]["at"], *subject.path(w))]
    shapes += [a.shape for a in shown.areas if a.kind != "zone"]
    shapes += [shapely.LineString([d.start, d.end]) for d in shown.plan] + [a.shape.buffer(1) for a in shown.areas if a.kind == "zone"]
    return shapely.union_all(shapes).buffer(INCH / 2).bounds


def draw_plan(drawing: Drawing, subject: Subject, shown: Shown, detail: bool = False) -> None:
    """Draws it all onto a drawing; a detail leaves out the numbers of the legs."""
    _ticks(drawing, detail)
    _terrain(drawing, subject, detail)
    _others(drawing, subject, detail)
    for way in subject.document["ways"]:
        _way(drawing, subject, way, detail)
    _zones(drawing, subject, shown, detail)
    _measure(drawing, subject, shown, detail)
    _contacts(drawing, subject)
    drawing.place_labels()


def _ticks(drawing: Drawing, detail: bool) -> None:
    axes, step = drawing.axes, INCH * next((s for s in (0.25, 0.5, 1, 2, 3, 6, 12, 24) if s * INCH / drawing.scale >= 11), 24)
    for axis in (axes.xaxis, axes.yaxis):
        axis.set_major_locator(MultipleLocator(step))
        axis.set_major_formatter(FuncFormatter(lambda v, _: f"{v / INCH:g}"))
    axes.grid(color="#E6E6E6", linewidth=0.4, zorder=0)
    axes.set_axisbelow(True)
    axes.tick_params(length=2, width=0.5, pad=1.5, left=not detail, bottom=not detail, labelleft=not detail, labelbottom=not detail)


def _patch(drawing: Drawing, shape, **style) -> None:
    seen = shape.intersection(shapely.box(*(drawing.low - 50 * drawing.scale), *(drawing.high + 50 * drawing.scale)))
    path = outline_path(seen)
    if path is not None:
        drawing.axes.add_patch(PathPatch(path, **style))


def _terrain(drawing: Drawing, subject: Subject, detail: bool) -> None:
    wide, deep = subject.document["table"]["size"]
    _patch(drawing, shapely.box(-1e4, -1e4, wide + 1e4, deep + 1e4).difference(shapely.box(0, 0, wide, deep)),
           facecolor="white", edgecolor=INK, linewidth=1.4, hatch="////", zorder=1)
    busy = shapely.union_all([swept(subject.models[w["model"]]["outline"], s) for w in subject.document["ways"] for s in w["steps"]]).buffer(4 * drawing.scale)
    for name, triangles in pieces_in(subject, drawing.low, drawing.high):
        shape = shadow(triangles, drawing.scale)
        _patch(drawing, shape, facecolor=PALE, edgecolor=GREY, linewidth=0.8, zorder=2)
        drawing.axes.add_collection(LineCollection(sharp_edges(triangles), colors="#8A8A8A", linewidths=0.4, zorder=3))
        free = max(shapely.get_parts(shape.intersection(shapely.box(*drawing.low, *drawing.high)).difference(busy)), key=lambda p: p.area, default=None)
        if not detail and free is not None and free.area > 150 * drawing.scale ** 2:
            roomiest = shapely.maximum_inscribed_circle(free, drawing.scale).coords[0]
            drawing.label(f"{plain(name)}: top {inches(triangles[:, :, 2].max())}", roomiest, away=-1.6, colour=GREY)
    for region in subject.document["table"]["regions"]:
        shape = shapely.make_valid(shapely.Polygon(region["polygon"]))
        _patch(drawing, shape, facecolor="none", edgecolor=GREY, linestyle=(0, (1, 2)), linewidth=0.8, zorder=3)


def _others(drawing: Drawing, subject: Subject, detail: bool) -> None:
    moving = {way["model"] for way in subject.document["ways"]}
    for name, model in subject.models.items():
        if name in moving:
            continue
        enemy = model["side"] != subject.mover["side"]
        shape = footprint(model["outline"], model["at"], model["facing"])
        if not shape.intersects(shapely.box(*drawing.low, *drawing.high)):
            continue
        _patch(drawing, shape, facecolor="white", edgecolor=INK, linewidth=0.8, hatch="////" if enemy else "", zorder=5)
        drawing.keep_clear([model["at"][:2]] * 2, 3.0)
        if not detail:
            drawing.label(f"{plain(name)} ({'enemy' if enemy else 'friend'})", model["at"][:2], max(model["outline"]["half"]) / drawing.scale, GREY)


def _zones(drawing: Drawing, subject: Subject, shown: Shown, detail: bool) -> None:
    """Faintly, the other zones that were looked at: the narrowest said of each owner."""
    drawn = {subject.fact.get("owner")} if any(a.kind == "zone" for a in shown.areas) else set()
    for fact in sorted((f for f in subject.document["facts"].values() if f["kind"] == "near" and f["radius"]), key=lambda f: f["wall"] is None):
        owner = subject.models.get(fact["owner"])
        if owner is None or fact["owner"] in drawn:
            continue
        drawn.add(fact["owner"])
        ring = footprint(owner["outline"], owner["at"], owner["facing"], fact["radius"]).exterior
        seen = ring.intersection(shapely.box(*drawing.low, *drawing.high))
        if not seen.is_empty:
            drawing.axes.plot(*ring.xy, color=GREY, linewidth=0.8, linestyle=(0, (6, 2, 1, 2)), zorder=6)
            if not detail:
                drawing.label(zone_words(fact), seen.representative_point().coords[0], 1.2, GREY)


def _way(drawing: Drawing, subject: Subject, way: dict, detail: bool) -> None:
    axes, outline = drawing.axes, subject.models[way["model"]]["outline"]
    shapes = [swept(outline, step) for step in way["steps"] if step["kind"] != "PLACE"]
    if shapes:
        _patch(drawing, shapely.union_all(shapes), facecolor=SWEEP, edgecolor="none", alpha=0.28, zorder=4)
    ends = [(way["starts"], {"linestyle": (0, (3, 2)), "linewidth": 1.3}, "S"), (way["ends"], {"linewidth": 1.8}, "E")]
    for where, style, _ in ends:
        shape = footprint(outline, where["at"], where["facing"])
        drawing.keep_clear(shape.exterior.coords[::8], 0.3)
        _patch(drawing, shape, facecolor="none", edgecolor=INK, zorder=9, **style)
    several = f" {plain(way['model'])}" if len(subject.document["ways"]) > 1 else ""
    for step in way["steps"]:
        _step(drawing, subject, step, detail or step["by"] == "walk" and rises(way) > FEW)
    path = subject.path(way)
    if not way["arrives"]:
        axes.plot(*zip(*path), color=GREY, linewidth=0.9, linestyle=(0, (1, 2)), zorder=9)
    for i, stop in enumerate(path[1:-1], 1):
        _patch(drawing, footprint(outline, stop, way["ends"]["facing"]), facecolor="none", edgecolor=INK, linewidth=0.7, linestyle=(0, (1, 2)), zorder=8)
        drawing.label(str(i), stop, 1.0, bold=True)
    _inch_ticks(drawing, subject.trace(way), subject.placed(way))
    drawing.keep_clear(subject.trace(way))
    _legs(drawing, subject, way, detail)
    for where, _, letter in ends:
        axes.plot(*where["at"][:2], marker="o", markersize=3, color=INK, zorder=12)
        drawing.label(letter + several, where["at"][:2], 0.8, bold=True)


def _step(drawing: Drawing, subject: Subject, step: dict, quiet: bool) -> None:
    """The line of one step: climbs thick, jumps and falls dashed, where the model is set down dotted."""
    line = np.array(step["line"])[:, :2]
    about = subject.claim is not None and subject.claim["step"] is not None and step is subject.way["steps"][subject.claim["step"]]
    colour = COLOURS["fails"] if about and subject.claim["truth"] == "fails" else INK
    climbs = step["by"] == "climb"
    form = (0, (1, 2)) if step["kind"] == "PLACE" else (0, (4, 1.5)) if step["kind"] in ("AIR", "ALOFT", "FLIGHT") else "solid"
    drawing.axes.plot(*line.T, color=colour, linewidth=4.0 if climbs else 1.3, linestyle=form, solid_capstyle="butt", zorder=10)
    rise = step["line"][-1][2] - step["line"][0][2]
    if climbs and abs(rise) > 1e-3:
        drawing.axes.plot(*line[0], marker="s", markersize=6, color=colour, zorder=11)
    if abs(rise) > TOLD and not quiet:
        drawing.label(f"{plain(step['by'])} {'up' if rise > 0 else 'down'} {inches(abs(rise))}", line[-1], 1.8)


def _inch_ticks(drawing: Drawing, trace: list, placed: bool) -> None:
    if placed or len(trace) < 2:
        return
    line = shapely.LineString(trace)
    for n in range(1, min(int(line.length / INCH + 1e-6), MOST_TICKS) + 1):
        p, q = (np.array(line.interpolate(min(n * INCH + e, line.length)).coords[0]) for e in (-0.01, 0.0))
        along = (q - p) / max(hypot(*(q - p)), 1e-12)
        off = np.array([-along[1], along[0]]) * 1.1 * drawing.scale
        drawing.axes.plot(*zip(q - off, q + off), color=INK, linewidth=0.7, zorder=11)


def _legs(drawing: Drawing, subject: Subject, way: dict, detail: bool) -> None:
    """The length of each straight leg in plan, beside it."""
    trace = subject.path(way)
    if detail or subject.placed(way) or not way["arrives"]:
        return
    for a, b in zip(trace, trace[1:]):
        if dist(a, b) / drawing.scale >= LEAST_LEG:
            drawing.label(inches(dist(a, b)), ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2), 1.2)


def _measure(drawing: Drawing, subject: Subject, shown: Shown, detail: bool) -> None:
    truth = subject.leaf.get("truth", "holds")
    colour, dashes = COLOURS[truth], DASHES[truth]
    for area in shown.areas:
        style = {"edgecolor": colour, "facecolor": "none", **LOOKS[area.kind]}
        _patch(drawing, area.shape, zorder=13 if area.kind != "zone" else 6, **style)
        drawn = area.shape.boundary if area.kind == "zone" else area.shape
        seen = drawn.intersection(shapely.box(*drawing.low, *drawing.high))
        if area.words and not seen.is_empty:
            drawing.label(area.words, seen.representative_point().coords[0], 1.2, colour, bold=True)
    for d in [*shown.plan, *(shown.tight if detail else ())]:
        drawing.dimension(d.start, d.end, d.words, colour if d.claimed else INK, dashes if d.claimed else "solid", d.aside)
    for at, words in shown.crosses:
        drawing.cross(at, colour, 7.0, 1.6)
        if words:
            drawing.label(words, at, 1.5, colour, bold=True)


def _contacts(drawing: Drawing, subject: Subject) -> None:
    """Small crosses where a base touches terrain."""
    for fact in subject.document["facts"].values():
        for touch in [fact.get("touch"), *fact.get("contacts", ())]:
            if touch and fact["kind"] in ("rest", "stand"):
                drawing.cross(touch_point(touch, subject.triangles)[:2], GREY, 4.0, 0.8)
