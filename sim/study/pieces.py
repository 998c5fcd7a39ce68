"""Pieces of terrain as players own them, in inches about their own middle: what they are made of, and where models go on and by them.

A number drawn for a piece is put on the quarter inch on a table of kits ("round"), and left as it falls on one of hand-built terrain
("free"): limits of exactly an inch are met on the first and hardly ever on the second.
"""
from __future__ import annotations

from dataclasses import dataclass, field
from math import cos, radians, sin

import numpy as np


@dataclass(frozen=True, kw_only=True)
class Part:
    """One solid of a piece: `shape` as in a scenario file, `at` the middle of its underside."""
    name: str
    shape: dict
    at: tuple[float, float, float] = (0.0, 0.0, 0.0)
    turn: float = 0.0


@dataclass(frozen=True, kw_only=True)
class Piece:
    """A piece of terrain.

    `reach`: the radius that holds it. `tops`: places to stand on it, (x, y, z). `covers`: points of its faces on the ground with
    the way out of the face, (x, y, dx, dy). `over`: pairs of tops with a gap between.
    """
    kind: str
    parts: tuple[Part, ...]
    reach: float
    tops: tuple[tuple[float, float, float], ...] = ()
    covers: tuple[tuple[float, float, float, float], ...] = ()
    over: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True)
class Sizes:
    """Draws the sizes of pieces: on the quarter inch where `round`."""
    rng: np.random.Generator = field(repr=False)
    round: bool = True

    def __call__(self, low: float, high: float, grid: float = 0.25) -> float:
        drawn = self.rng.uniform(low, high)
        return float(round(round(drawn / grid) * grid, 4)) if self.round else float(round(drawn, 3))

    def steps(self, low: int, high: int) -> int:
        return int(self.rng.integers(low, high + 1))


def block(size: Sizes) -> Piece:
    """A crate, a container, a bunker: something to climb on or to go round."""
    x, y, z = size(1.5, 4), size(1.5, 4), size(1.5, 4)
    return Piece(kind="block", parts=(_box("block", x, y, z),), reach=_reach(x, y), tops=((0, 0, z), (x / 3, 0, z)), covers=_faces(x, y))


def log(size: Sizes) -> Piece:
    """A low obstacle: a log, a kerb, a hedge."""
    x, y, z = size(0.25, 1.0), size(3, 6), size(0.5, 1.5)
    return Piece(kind="log", parts=(_box("log", x, y, z),), reach=_reach(x, y), covers=_faces(x, y)[:2])


def wall(size: Sizes) -> Piece:
    """A wall, as tall as a model or taller."""
    y, z = size(3, 6), size(1.25, 3)
    return Piece(kind="wall", parts=(_box("wall", 0.25, y, z),), reach=_reach(0.25, y), covers=_faces(0.25, y)[:2])


def ruin(size: Sizes) -> Piece:
    """Two floors in the corner of two walls, stairs up to the upper."""
    x, y, z, steps = size(5, 7), size(4, 6), size(2.5, 3.5), size.steps(5, 10)
    run, wide, deck = size(2, 3), size(1.25, 2), 0.25
    upper = x - run - deck
    middle = -x / 2 + run + upper / 2
    parts = (Part(name="stairs", shape={"stairs": {"size": [run, wide, z], "steps": steps}}, at=(-x / 2 + run / 2, 0, 0)),
             _box("upper floor", upper, y, deck, (middle, 0, z - deck)),
             _box("back wall", deck, y, z + 2, (x / 2 - deck / 2, 0, 0)),
             _box("side wall", upper, deck, z + 1.5, (middle, y / 2 + deck / 2, 0)))
    return Piece(kind="ruin", parts=parts, reach=_reach(x, y + 1), tops=((middle, 0, z), (middle, -y / 2 + 0.7, z), (middle - upper / 2 + 0.9, 0.5, z)),
                 covers=((x / 2, 0, 1, 0), (middle, y / 2 + deck, 0, 1)))


def crossing(size: Sizes) -> Piece:
    """Two blocks of a height with a gap between, now and then cut at a slant."""
    x, y, z, gap = size(2.5, 3.5), size(2, 4), size(1.5, 3), size(0.25, 2)
    slant = float(size.rng.choice([0.0, 0.0, 15.0, 30.0]))
    off = (gap + x) / 2
    parts = (_box("near block", x, y, z, (-off, 0, 0)), Part(name="far block", shape={"box": [x, y, z]}, at=(off, 0, 0), turn=slant))
    return Piece(kind="crossing", parts=parts, reach=_reach(2 * x + gap, y) + 0.3, tops=((-off, 0, z), (off, 0, z)), over=((0, 1), (1, 0)),
                 covers=((-off - x / 2, 0, -1, 0), (-off, y / 2, 0, 1)))


def walkway(size: Sizes) -> Piece:
    """Two blocks joined by a narrow deck that one can go along, or under."""
    x, y, z, span, wide = size(2, 3), size(2, 3), size(1.5, 3.5), size(2, 4), size(0.5, 2)
    off = (span + x) / 2
    parts = (_box("near block", x, y, z, (-off, 0, 0)), _box("far block", x, y, z, (off, 0, 0)), _box("deck", span, wide, 0.25, (0, 0, z - 0.25)))
    return Piece(kind="walkway", parts=parts, reach=_reach(2 * x + span, y), tops=((-off, 0, z), (off, 0, z), (0, 0, z)), over=((0, 1), (1, 0)),
                 covers=((-off - x / 2, 0, -1, 0), (off + x / 2, 0, 1, 0)))


def slab(size: Sizes) -> Piece:
    """A platform on posts: nothing to climb at its edge."""
    x, y, z = size(3, 5), size(3, 5), size(2, 4)
    inset = size(0.25, 1)
    posts = tuple(_box(f"post {n}", 0.4, 0.4, z - 0.25, (sx * (x / 2 - inset), sy * (y / 2 - inset), 0))
                  for n, (sx, sy) in enumerate([(-1, -1), (-1, 1), (1, -1), (1, 1)], 1))
    return Piece(kind="slab", parts=(_box("slab", x, y, 0.25, (0, 0, z - 0.25)), *posts), reach=_reach(x, y),
                 tops=((0, 0, z), (x / 2 - 0.8, 0, z), (0, -y / 2 + 0.8, z)))


def terrace(size: Sizes) -> Piece:
    """A few broad steps, each low enough to be walked by some rulebook."""
    tread, y, rise, steps = size(1.25, 2), size(3, 4), size(0.5, 1.25), size.steps(2, 3)
    x = tread * steps
    parts = tuple(_box(f"step {n + 1}", x - n * tread, y, rise, (n * tread / 2, 0, n * rise)) for n in range(steps))
    return Piece(kind="terrace", parts=parts, reach=_reach(x, y), tops=((x / 2 - tread / 2, 0, steps * rise), (-x / 2 + tread / 2, 0, rise)),
                 covers=((x / 2, 0, 1, 0),))


def flight(size: Sizes) -> Piece:
    """Stairs up to a landing, their treads broad or narrow."""
    steps, rise, tread, y, x = size.steps(4, 8), size(0.25, 0.75), size(0.25, 0.75), size(1.5, 3), size(2, 3)
    z, run = steps * rise, steps * tread
    parts = (Part(name="stairs", shape={"stairs": {"size": [run, y, z], "steps": steps}}, at=(-x / 2, 0, 0)), _box("landing", x, y, z, (run / 2, 0, 0)))
    return Piece(kind="flight", parts=parts, reach=_reach(x + run, y), tops=((run / 2, 0, z),), covers=((x / 2 + run / 2, 0, 1, 0), (run / 2, y / 2, 0, 1)))


def hill(size: Sizes) -> Piece:
    """A slope up to a flat top with a sheer back."""
    x, y, z, run = size(2, 3), size(3, 5), size(1, 2.5), size(2, 4)
    parts = (Part(name="slope", shape={"wedge": [run, y, z]}, at=(-x / 2, 0, 0)), _box("top", x, y, z, (run / 2, 0, 0)))
    return Piece(kind="hill", parts=parts, reach=_reach(x + run, y), tops=((run / 2, 0, z), (-x / 2, 0, z / 2)), covers=((x / 2 + run / 2, 0, 1, 0),))


KINDS = (block, log, wall, ruin, crossing, walkway, slab, terrace, flight, hill)


def placed(piece: Piece, number: int, x: float, y: float, turn: float) -> tuple[list[dict], Piece]:
    """The piece's terrain entries as a scenario file has them, and the piece with its places on the table."""
    c, s = (round(v, 12) for v in (cos(radians(turn)), sin(radians(turn))))

    def there(px, py):
        return round(x + c * px - s * py, 6), round(y + s * px + c * py, 6)

    entries = [{"name": f"{piece.kind} {number} {part.name}", **part.shape, "at": [*there(*part.at[:2]), round(part.at[2], 6)],
                "turn": (turn + part.turn) % 360} for part in piece.parts]
    tops = tuple((*there(px, py), pz) for px, py, pz in piece.tops)
    covers = tuple((*there(px, py), c * dx - s * dy, s * dx + c * dy) for px, py, dx, dy in piece.covers)
    return entries, Piece(kind=piece.kind, parts=piece.parts, reach=piece.reach, tops=tops, covers=covers, over=piece.over)


def _box(name: str, x: float, y: float, z: float, at=(0.0, 0.0, 0.0)) -> Part:
    return Part(name=name, shape={"box": [x, y, z]}, at=at)


def _reach(x: float, y: float) -> float:
    return 0.5 * (x * x + y * y) ** 0.5


def _faces(x: float, y: float):
    return (x / 2, 0.0, 1.0, 0.0), (-x / 2, 0.0, -1.0, 0.0), (0.0, y / 2, 0.0, 1.0), (0.0, -y / 2, 0.0, -1.0)
