"""The picture: the proof in space as a PNG, drawn off screen by PyVista (the extra `render`); labels and leaders are laid over it by the sheet's hand."""
from __future__ import annotations

import io
from math import cos, radians, sin, tan
from pathlib import Path

import matplotlib
import numpy as np
import shapely
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

from sim.files import write_whole
from sim.proof.certificate import INCH
from sim.proof.figures import Figures, figures
from sim.proof.page.solid import thinned
from sim.proof.sheet.paper import MARKS, RC, Drawing, plain, shortened
from sim.proof.sheet.subject import Subject, swept
from sim.proof.sheet.words import in_a_sentence

WIDE, TALL, HEAD = 1600, 1000, 100            # pixels; HEAD of them over the view hold the verdict
DOTS = 150                                    # to the inch
ANGLE = 32.0                                  # degrees of view, top to bottom
TURNS, TILTS = 16, (28, 42, 58)
AROUND = 15.0                                 # mm beside a sweep drawn to the last triangle
TINT = 0.45                                   # how much of what it covers the sweep hides
DASH = 3.0                                    # mm of a dash, and of the room after it


def write_picture(certificate: dict, triangles: np.ndarray, folder: Path) -> Path:
    """Writes picture.png to a folder; `triangles`: (n, 3, 3) mm. Returns its path. Raises ImportError where the extra `render` is not installed."""
    subject = Subject(certificate, np.asarray(triangles, float).reshape(-1, 3, 3))
    shown = figures(subject)
    ways = [swept(subject.models[w["model"]]["outline"], step) for w in certificate["ways"] for step in w["steps"]]
    terrain = thinned(subject.triangles[certificate["triangles"]["pieces"][0]["count"]:], shapely.union_all(ways).buffer(AROUND))
    eye = _Eye(shown, terrain)
    return write_whole(folder / "picture.png", _lettered(subject, shown, eye, _drawn(shown, terrain, eye, certificate["table"])))


class _Eye:
    """Where the picture is taken from: the direction in which least is hidden and most is seen large."""

    def __init__(self, shown: Figures, terrain: np.ndarray):
        seen = shown.seen()
        paths = np.concatenate([line.points for line in shown.lines if line.name.startswith(("path", "start", "end", "measured: "))] or [seen])
        low, high = paths.min(axis=0), paths.max(axis=0)
        self.to = (low + high) / 2
        best = None
        for tilt in TILTS:
            for k in range(TURNS):
                turn, up = 2 * np.pi * k / TURNS - 1.2, radians(tilt)
                way = np.array([cos(turn) * cos(up), sin(turn) * cos(up), sin(up)])
                cost = (round(_hidden(seen + [0, 0, 1.2], way, terrain) + self._away(paths, way) / 120 + abs(tilt - 42) / 100, 6), tilt, k)
                if best is None or cost < best[0]:
                    best = cost, way
        self.way = best[1]
        self.far = max(self._away(paths, self.way), 60.0)

    def _axes(self, way) -> tuple[np.ndarray, np.ndarray]:
        right = np.array([-way[1], way[0], 0.0]) / np.hypot(way[0], way[1])
        return right, np.cross(way, right)

    def _away(self, points, way) -> float:
        right, up = self._axes(way)
        v, half = points - self.to, tan(radians(ANGLE / 2))
        return float((v @ way + np.maximum(np.abs(v @ right) / (half * 0.62 * WIDE / (TALL - HEAD)), np.abs(v @ up) / (half * 0.58))).max())

    @property
    def place(self) -> np.ndarray:
        return self.to + self.way * self.far

    def at(self, point) -> tuple[float, float]:
        """A place in space as pixels of the view from its lower left corner."""
        right, up = self._axes(self.way)
        v = np.asarray(point, float) - self.place
        depth, tall = -(v @ self.way), TALL - HEAD
        grain = tall / 2 / tan(radians(ANGLE / 2)) / depth
        return WIDE / 2 + (v @ right) * grain, tall / 2 + (v @ up) * grain


def _hidden(points: np.ndarray, way: np.ndarray, triangles: np.ndarray) -> int:
    """How many points terrain hides from an eye far off in a direction."""
    a, u, v = triangles[:, 0], triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0]
    h = np.cross(way, v)
    det = np.einsum("ij,ij->i", u, h)
    safe = np.where(np.abs(det) < 1e-12, np.inf, det)
    hidden = 0
    for p in points:
        s = p - a
        q = np.cross(s, u)
        i, j, t = np.einsum("ij,ij->i", s, h) / safe, q @ way / safe, np.einsum("ij,ij->i", v, q) / safe
        hidden += bool(((i >= 0) & (j >= 0) & (i + j <= 1) & (t > 1e-6) & (np.abs(det) >= 1e-12)).any())
    return hidden


def _drawn(shown: Figures, terrain: np.ndarray, eye: _Eye, table: dict) -> np.ndarray:
    """The view without words, (tall, wide, 3): the sweep tints each pixel once, however many of its pieces lie over one another."""
    bare, covered = (_view(shown, terrain, eye, table, sweep) for sweep in (False, True))
    return np.rint(bare * (1 - TINT) + covered * TINT).astype(np.uint8)


def _view(shown: Figures, terrain: np.ndarray, eye: _Eye, table: dict, sweep: bool) -> np.ndarray:
    import pyvista
    from vtkmodules.vtkCommonCore import vtkLogger
    vtkLogger.SetStderrVerbosity(vtkLogger.VERBOSITY_OFF)                   # it tells of displays it looks for and does not need
    plotter = pyvista.Plotter(off_screen=True, window_size=(WIDE, TALL - HEAD), lighting="none")
    for where, strength in (((-0.5, -0.8, 1.6), 0.55), ((0.9, -0.2, 0.6), 0.2)):
        plotter.add_light(pyvista.Light(position=where, light_type="scene light", intensity=strength))
    plotter.set_background("white")
    if table["floor"]:
        wide, deep = table["size"]
        board = pyvista.Plane(center=(wide / 2, deep / 2, -0.3), direction=(0, 0, 1), i_size=wide, j_size=deep, i_resolution=round(wide / INCH),
                              j_resolution=round(deep / INCH))
        plotter.add_mesh(board, color="#F7F6F3", show_edges=True, edge_color="#DEDBD3", lighting=False)
    if len(terrain):
        ground = _mesh(pyvista, terrain)
        plotter.add_mesh(ground, color="#D8D6D1", ambient=0.45)
        edges = ground.clean().extract_feature_edges(feature_angle=35, manifold_edges=False, non_manifold_edges=False)
        if edges.n_points and len(terrain) < 4000:
            plotter.add_mesh(edges, color="#6F6B64", line_width=1.5, lighting=False)
    for solid in shown.solids:
        if solid.name.startswith("base") or solid.name == "sweep" and sweep:
            plotter.add_mesh(_mesh(pyvista, solid.triangles), color=solid.colour, lighting=not solid.clear, ambient=0.0 if solid.clear else 0.5)
    for line in shown.lines:
        for points in _dashes(line.points) if line.broken else [line.points]:
            plotter.add_mesh(pyvista.lines_from_points(points), color=line.colour, line_width=line.width * 1.5, lighting=False)
    plotter.camera.position, plotter.camera.focal_point, plotter.camera.up = eye.place, eye.to, (0, 0, 1)
    plotter.camera.view_angle = ANGLE
    plotter.reset_camera_clipping_range()
    plotter.enable_anti_aliasing("msaa", multi_samples=8)
    try:
        return plotter.screenshot(None, return_img=True)
    finally:
        plotter.close()


def _mesh(pyvista, triangles: np.ndarray):
    return pyvista.PolyData(triangles.reshape(-1, 3), faces=np.column_stack([np.full(len(triangles), 3), np.arange(3 * len(triangles)).reshape(-1, 3)]).ravel())


def _dashes(points: np.ndarray) -> list[np.ndarray]:
    run = np.concatenate([[0.0], np.cumsum(np.linalg.norm(np.diff(points, axis=0), axis=1))])
    starts = np.arange(0.0, run[-1], 2 * DASH)
    return [np.column_stack([np.interp(np.linspace(s, min(s + DASH, run[-1]), 3), run, points[:, k]) for k in range(3)]) for s in starts]


def _lettered(subject: Subject, shown: Figures, eye: _Eye, view: np.ndarray) -> bytes:
    """The view with its words, and the verdict over it, as a PNG."""
    with matplotlib.rc_context(RC):
        figure = Figure(figsize=(WIDE / DOTS, TALL / DOTS), dpi=DOTS)
        FigureCanvasAgg(figure)
        axes = figure.add_axes((0, 0, 1, 1 - HEAD / TALL))
        axes.imshow(view, extent=(0, WIDE, 0, TALL - HEAD), interpolation="none", aspect="auto")
        drawing = Drawing(axes, DOTS / INCH, (WIDE / 2, (TALL - HEAD) / 2), (WIDE / DOTS * INCH, (TALL - HEAD) / DOTS * INCH))
        axes.set_axis_off()
        for line in shown.lines:
            if line.name.startswith(("path", "measured: ")):
                drawing.keep_clear([eye.at(p) for p in line.points])
        for words, at, colour, own in shown.words:
            drawing.label(words, eye.at(at), 1.5, colour, bold=own, first=own)
        drawing.place_labels()
        sentence = f"{subject.gloss.rstrip('.')}: {in_a_sentence(subject.leaf)}" if subject.leaf else "nothing was asked"
        room = WIDE / DOTS * INCH - 8
        figure.text(0.012, 1 - 0.045, f"{MARKS[subject.truth]} {subject.word.upper()}", fontsize=17, weight="bold", va="center")
        figure.text(0.012, 1 - 0.083, shortened(plain(sentence), room, 10), fontsize=10, va="center")
        out = io.BytesIO()
        figure.savefig(out, format="png", metadata={"Software": None})
    return out.getvalue()
