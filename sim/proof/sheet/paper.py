"""Paper: an A4 page measured in millimetres, words that fit where they are put, labels that keep out of each other's way.

Words from files are only ever words: no mathtext is read out of them, and what cannot be printed is shown as a replacement character.
"""
from __future__ import annotations

from bisect import bisect_right
from functools import lru_cache
from math import cos, hypot, pi, sin

import numpy as np
from matplotlib.font_manager import FontProperties
from matplotlib.patches import FancyArrowPatch
from matplotlib.textpath import text_to_path

from sim.proof.certificate import INCH

WIDE, TALL = 297.0, 210.0                   # mm of an A4 page on its side
TEXT, LINE = 8.0, 3.35                      # points, and mm from line to line of that size
INK, GREY, PALE, SWEEP = "#111111", "#666666", "#DCDCDC", "#56B4E9"
COLOURS = {"holds": "#0072B2", "fails": "#D55E00", "undecided": "#E69F00"}          # Okabe and Ito's, never without the forms below
DASHES = {"holds": "solid", "fails": (0, (4, 2)), "undecided": (0, (1, 1.5))}
MARKS = {"holds": "✔", "fails": "✘", "undecided": "?"}
RC = {"svg.fonttype": "none", "pdf.fonttype": 3, "font.family": "DejaVu Sans", "font.size": TEXT, "text.parse_math": False, "hatch.linewidth": 0.3,
      "hatch.color": "#8A8A8A", "axes.linewidth": 0.6, "axes.unicode_minus": False}
SCALES = (1, 1.5, 2, 2.5, 3, 4, 5, 8, 10, 15, 20, 30, 50, 100)
SHORT = 9.0                                 # mm of paper under which a dimension's arrows stand outside


def plain(words: object) -> str:
    """Words from a file as one printable line."""
    return " ".join("".join(c if c.isprintable() or c.isspace() else "\ufffd" for c in str(words)).split())


def inches(millimetres: float, places: int = 2) -> str:
    """A length as a person reads it at the table."""
    words = f"{millimetres / INCH:.{places}f}"
    return ("0" + words[2:] if words.startswith("-0") and not words.strip("-0.") else words) + " in"


@lru_cache(maxsize=4096)
def width(words: str, size: float = TEXT, bold: bool = False) -> float:
    """How wide words are on paper, mm."""
    font = FontProperties(family="DejaVu Sans", size=size, weight="bold" if bold else "normal")
    return text_to_path.get_text_width_height_descent(words, font, False)[0] / 72 * 25.4


def shortened(words: str, room: float, size: float = TEXT, bold: bool = False) -> str:
    """The words, cut with an ellipsis to fit the room, mm."""
    if width(words, size, bold) <= room:
        return words
    return words[:_fitting(words, room - width("…", size, bold), size, bold)].rstrip() + "…"


def wrapped(words: object, room: float, most: int = 99, size: float = TEXT, bold: bool = False) -> list[str]:
    """Words in lines no wider than `room`, mm; at most so many lines, the last then ends with an ellipsis."""
    lines, line = [], ""
    pieces = [piece for word in plain(words).split(" ") for piece in _pieces(word, room, size, bold)]
    for piece in pieces:
        longer = f"{line} {piece}" if line else piece
        if line and width(longer, size, bold) > room:
            lines.append(line)
            longer = piece
        line = longer
    lines.append(line)
    return lines if len(lines) <= most else [*lines[:most - 1], shortened(" ".join(lines[most - 1:]), room, size, bold)]


def _fitting(words: str, room: float, size: float, bold: bool) -> int:
    """How many of the first characters fit the room."""
    return bisect_right(range(1, len(words) + 1), room, key=lambda n: width(words[:n], size, bold))


def _pieces(word: str, room: float, size: float, bold: bool) -> list[str]:
    """A word, broken where it is wider than the room."""
    out = []
    while width(word, size, bold) > room and len(word) > 1:
        n = max(_fitting(word, room, size, bold), 1)
        out.append(word[:n])
        word = word[n:]
    return [*out, word]


class Paper:
    """A figure of one A4 page, placed by millimetres from its lower left corner."""

    def __init__(self, figure):
        self.figure = figure

    def axes(self, left: float, bottom: float, wide: float, tall: float):
        """Axes that fill a rectangle of the page."""
        return self.figure.add_axes((left / WIDE, bottom / TALL, wide / WIDE, tall / TALL))

    def write(self, x: float, y: float, words: str, size: float = TEXT, bold: bool = False, colour: str = INK, align: str = "left") -> None:
        """One line of text with its foot at y."""
        self.figure.text(x / WIDE, y / TALL, words, fontsize=size, weight="bold" if bold else "normal", color=colour, ha=align, va="baseline")

    def paragraph(self, x: float, y: float, words: object, room: float, most: int = 99, size: float = TEXT, bold: bool = False) -> float:
        """Wrapped lines downward from y; returns the y of the line after."""
        for line in wrapped(words, room, most, size, bold):
            self.write(x, y, line, size, bold)
            y -= LINE * size / TEXT
        return y

    def heading(self, x: float, y: float, words: str) -> float:
        """A small heading; returns the y of the line after."""
        self.write(x, y, words, bold=True)
        return y - LINE - 0.4

    def rule(self, x: float, y: float, end: float, weight: float = 0.4) -> None:
        """A thin line across."""
        self.line([x, end], [y, y], color=INK, linewidth=weight)

    def line(self, xs, ys, **style) -> None:
        """A line on the page."""
        from matplotlib.lines import Line2D
        self.figure.add_artist(Line2D(np.asarray(xs) / WIDE, np.asarray(ys) / TALL, **style))

    def box(self, x: float, y: float, wide: float, tall: float, **style) -> None:
        """A rectangle on the page."""
        from matplotlib.patches import Rectangle
        self.figure.add_artist(Rectangle((x / WIDE, y / TALL), wide / WIDE, tall / TALL, transform=self.figure.transFigure, **style))


class Drawing:
    """Axes to a scale: one mm of paper is `scale` mm of table. Labels look for room of their own; dimensions carry their number beside them."""

    def __init__(self, axes, scale: float, middle: tuple[float, float], size: tuple[float, float]):
        self.axes, self.scale = axes, scale
        half = np.array(size) * scale / 2
        self.low, self.high = np.array(middle) - half, np.array(middle) + half
        axes.set(xlim=(self.low[0], self.high[0]), ylim=(self.low[1], self.high[1]))
        self.taken: list[tuple[float, float, float, float]] = []
        self.waiting: list[tuple] = []

    def keep_clear(self, points, room: float = 0.6) -> None:
        """Labels stay off this line of table points (mm), as far as they can."""
        points = np.asarray(points, float)
        for a, b in zip(points, points[1:]):
            count = min(int(hypot(*(b - a)) / (2 * self.scale)) + 1, 200)
            for t in np.linspace(0, 1, count + 1):
                p, r = a + t * (b - a), room * self.scale
                self.taken.append((p[0] - r, p[1] - r, p[0] + r, p[1] + r))

    def inside(self, point) -> bool:
        """Whether a table point is on this drawing."""
        return bool((np.asarray(point) >= self.low).all() and (np.asarray(point) <= self.high).all())

    def label(self, words: str, at, away: float = 1.5, colour: str = INK, bold: bool = False, first: bool = False) -> None:
        """A label near a table point; placed when `place_labels` is called, those marked `first` before the others."""
        if self.inside(at):
            words = shortened(plain(words), (self.high - self.low)[0] / self.scale - 3.0, TEXT, bold)
            self.waiting.append((not first, len(self.waiting), words, np.asarray(at, float), away, colour, bold))

    def place_labels(self) -> None:
        """Puts every label where it covers least."""
        for *_, words, at, away, colour, bold in sorted(self.waiting, key=lambda w: w[:2]):
            half = np.array([width(words, TEXT, bold) / 2 + 0.4, 1.6]) * self.scale
            _, middle = min(((self._cost(spot, half, at), i), spot) for i, spot in enumerate(self._spots(at, half, away)))
            self.taken.append((*(middle - half), *(middle + half)))
            if (np.abs(middle - at) > half + (away + 3) * self.scale).any():
                foot = np.clip(at, middle - half, middle + half)
                self.axes.plot(*zip(at, foot), color=colour, linewidth=0.4, zorder=18)
            truth = next((t for t, c in COLOURS.items() if c == colour), None)                   # what a claim says is framed in its colour and form
            frame = {"edgecolor": colour, "linestyle": DASHES[truth], "linewidth": 0.7, "pad": 0.9} if truth else {"edgecolor": "none", "pad": 0.4}
            self.axes.text(*middle, words, ha="center", va="center", color=INK if truth else colour, weight="bold" if bold else "normal", zorder=20,
                           bbox={"facecolor": (1, 1, 1, 0.88), **frame})
        self.waiting = []

    def _spots(self, at, half, away: float):
        for ring in (0.0, 3.0, 6.5, 11.0, 17.0, 25.0):
            for k in range(16):
                way = np.array([cos(k * pi / 8 + pi / 2), sin(k * pi / 8 + pi / 2)])
                reach = min(h / abs(w) if abs(w) > 1e-9 else 1e9 for h, w in zip(half, way))
                yield at + way * (reach + (away + ring) * self.scale)

    def _cost(self, spot, half, at) -> float:
        low, high = spot - half, spot + half
        outside = np.maximum(self.low - low, 0).sum() + np.maximum(high - self.high, 0).sum()
        covered = 0.0
        if self.taken:
            boxes = np.array(self.taken)
            across = np.minimum(high[0], boxes[:, 2]) - np.maximum(low[0], boxes[:, 0])
            up = np.minimum(high[1], boxes[:, 3]) - np.maximum(low[1], boxes[:, 1])
            covered = (np.maximum(across, 0) * np.maximum(up, 0)).sum() / self.scale ** 2
        return round(covered + 100 * outside / self.scale + 0.25 * hypot(*(spot - at)) / self.scale, 6)

    def dimension(self, a, b, words: str, colour: str = INK, dashes="solid", aside: float = 0.0) -> None:
        """A measured length from a to b with arrows, drawn `aside` mm of table to the left of it, its number beside it."""
        a, b = np.asarray(a, float), np.asarray(b, float)
        long = hypot(*(b - a))
        along = (b - a) / long if long > 1e-9 else np.array([1.0, 0.0])
        off = np.array([-along[1], along[0]]) * aside
        for p in (a, b):
            if aside:
                self.axes.plot(*zip(p, p + off * 1.12), color=colour, linewidth=0.5, zorder=15)
        a, b = a + off, b + off
        if long / self.scale >= SHORT:
            self._arrow(a, b, "<|-|>", colour, dashes)
        else:
            out = along * 5 * self.scale
            self._arrow(a - out, a, "-|>", colour, "solid")
            self._arrow(b + out, b, "-|>", colour, "solid")
            self.axes.plot(*zip(a, b), color=colour, linewidth=1.0, linestyle=dashes, zorder=16)
            self.keep_clear([a - out, b + out], 0.9)
        self.keep_clear([a, b], 0.9)
        self.label(words, (a + b) / 2, 0.6 if long / self.scale >= SHORT else 1.6, colour, bold=True, first=True)

    def _arrow(self, a, b, form: str, colour: str, dashes) -> None:
        self.axes.add_patch(FancyArrowPatch(tuple(a), tuple(b), arrowstyle=form, mutation_scale=6, shrinkA=0, shrinkB=0, color=colour,
                                            linewidth=0.9, linestyle=dashes, zorder=16))

    def cross(self, at, colour: str = INK, size: float = 5.0, weight: float = 1.2) -> None:
        """A cross at a table point."""
        self.axes.plot([at[0]], [at[1]], marker="x", markersize=size, markeredgewidth=weight, color=colour, linestyle="none", zorder=17)


def fitting(extent, room) -> float:
    """The largest of the round scales 1:n at which an extent (mm of table) fits the room (mm of paper)."""
    return next((n for n in SCALES if all(e <= r * n for e, r in zip(extent, room))), SCALES[-1])
