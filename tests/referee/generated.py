"""Small generated scenes for the laws: pieces with limits hit exactly, one mover, perhaps an enemy; and what moves a whole scene."""
from __future__ import annotations

from dataclasses import dataclass, replace
from math import cos, radians, sin

import numpy as np
from hypothesis import strategies as st

from sim.measure import INCH
from sim.move import Leg, Move
from sim.shapes import Outline
from sim.table import Feature, Model, Table
from sim.terrain import solids

BOARD = 400.0 * INCH
MIDDLE = 200.0 * INCH
BASE = 32.0


@dataclass(frozen=True)
class Scene:
    """A table and a move on it; `title` says how they were drawn."""
    table: Table
    move: Move
    title: str = ""

    def __repr__(self) -> str:
        return f"<{self.title}>"


def piece(triangles: np.ndarray, x: float, y: float, z: float = 0.0, name: str = "piece") -> Feature:
    """A solid with its middle at (x, y) inches from the middle of the board."""
    return Feature(name=name, triangles=triangles + np.array([MIDDLE + x * INCH, MIDDLE + y * INCH, z * INCH]))


def model(name: str, x: float, y: float, side: str, z: float | None = None) -> Model:
    return Model(name=name, outline=Outline.round(BASE), at=(MIDDLE + x * INCH, MIDDLE + y * INCH, None if z is None else z * INCH), side=side,
                 stats={"move": 8, "agility": 5})


HEIGHTS = st.sampled_from([0.25, 0.5, 0.9, 1.0, 1.1, 2.0, 3.0])       # an inch exactly is a limit
GAPS = st.sampled_from([0.5, 1.2, BASE / INCH, 1.3, 1.5])             # the base's width exactly is a limit
ROOM = st.sampled_from([-0.4, 0.5, 1.0, 1.001, 1.6])                  # an inch exactly is a zone's edge


def box(x, y, z):
    return solids.box([x * INCH, y * INCH, z * INCH])


@st.composite
def scenes(draw) -> Scene:
    """A straight move of 4 to 6 in along +x past or over one or two pieces."""
    kind = draw(st.sampled_from(["block", "wall", "trench", "stairs", "wedge", "bridge", "two"]))
    height, length = draw(HEIGHTS), draw(st.sampled_from([4.0, 5.0, 6.0]))
    z = None
    if kind == "block":
        features = [piece(box(4, 4, height), 5, draw(st.sampled_from([0.0, 1.0, 2.3])))]
    elif kind == "wall":
        features = [piece(box(0.25, 4, height), 2.5, 0)]
    elif kind == "trench":
        gap = draw(GAPS)
        features = [piece(box(4, 4, height), -0.5, 0, name="near"), piece(box(6, 4, height), 1.5 + gap + 3, 0, name="far")]
        z = height
    elif kind == "stairs":
        features = [piece(solids.stairs([3 * INCH, 4 * INCH, height * INCH], draw(st.sampled_from([2, 4, 6]))), 3, 0)]
    elif kind == "wedge":
        features = [piece(solids.wedge([3 * INCH, 4 * INCH, height * INCH]), 3, 0)]
    elif kind == "bridge":
        features = [piece(box(2, 4, 0.25), 3, 0, height)]
    else:
        features = [piece(box(1, 4, 0.6), 2.5, 0, name="low"), piece(box(2, 4, height), 4, 0, name="high")]
    models = [model("A", 0, 0, "red", z)]
    if draw(st.booleans()):
        models.append(model("foe", draw(st.sampled_from([2.0, 4.0])), BASE / INCH + draw(ROOM), "blue"))
    spare = draw(st.sampled_from([0.0, 0.0, 0.3, 3.0]))                # often the allowance is spent exactly
    stop = (MIDDLE + length * INCH, MIDDLE, None)
    boxes = [(f.name, *np.round(np.concatenate([f.triangles.min(axis=(0, 1)), f.triangles.max(axis=(0, 1))]) / INCH, 4)) for f in features]
    return Scene(Table(size=(BOARD, BOARD), features=tuple(features), models=tuple(models)),
                 Move(model="A", path=(Leg(to=stop),), allowance=(length + spare) * INCH),
                 f"{kind} {boxes}, {length} in with {spare} to spare, {[(m.name, m.at) for m in models]}")


def moved(scene: Scene, change, turn: float = 0.0) -> Scene:
    """The scene with every plan point put through `change` (n, 2) -> (n, 2); `turn` is added to facings."""
    def place(p):
        x, y = change(np.array([[p[0], p[1]]]))[0]
        return float(x), float(y), p[2]

    def triangles(t):
        out = t.copy()
        out[:, :, :2] = change(t[:, :, :2].reshape(-1, 2)).reshape(-1, 3, 2)
        return out

    table = scene.table
    return replace(scene, table=replace(table, features=tuple(replace(f, triangles=triangles(f.triangles)) for f in table.features),
                         models=tuple(replace(m, at=place(m.at), facing=m.facing + turn) for m in table.models)),
                   move=replace(scene.move, path=tuple(replace(leg, to=place(leg.to)) for leg in scene.move.path)))


def turned(scene: Scene, degrees: float, dx: float, dy: float) -> Scene:
    """Turned about the middle of the board and shifted (mm)."""
    c, s = cos(radians(degrees)), sin(radians(degrees))
    return moved(scene, lambda p: (p - MIDDLE) @ np.array([[c, s], [-s, c]]) + MIDDLE + (dx, dy), degrees)


def mirrored(scene: Scene) -> Scene:
    """Seen in a mirror along the line of the move."""
    return moved(scene, lambda p: np.column_stack([p[:, 0], 2 * MIDDLE - p[:, 1]]))


def refined(scene: Scene) -> Scene:
    """Every triangle cut into four, in another order."""
    def cut(t):
        a, b, c = t[:, 0], t[:, 1], t[:, 2]
        ab, bc, ca = (a + b) / 2, (b + c) / 2, (c + a) / 2
        return np.concatenate([np.stack(k, axis=1) for k in ((bc, ca, ab), (a, ab, ca), (ab, b, bc), (ca, bc, c))])[::-1].copy()

    return replace(scene, table=replace(scene.table, features=tuple(replace(f, triangles=cut(f.triangles)) for f in scene.table.features)))


def split(scene: Scene, at: float) -> Scene:
    """The first leg made in two, parted `at` inches along."""
    (x, y, z), = (leg.to for leg in scene.move.path)
    return replace(scene, move=replace(scene.move, path=(Leg(to=(MIDDLE + at * INCH, y, None)), Leg(to=(x, y, z)))))


def with_far_piece(scene: Scene) -> Scene:
    return replace(scene, table=replace(scene.table, features=(*scene.table.features, piece(box(5, 5, 3), 60, 60, name="far away"))))
