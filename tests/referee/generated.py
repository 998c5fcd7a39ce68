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


def model(name: str, x: float, y: float, side: str, z: float | None = None, outline: Outline | None = None, facing: float = 0.0) -> Model:
    return Model(name=name, outline=outline or Outline.round(BASE), at=(MIDDLE + x * INCH, MIDDLE + y * INCH, None if z is None else z * INCH), side=side,
                 facing=facing, stats={"move": 8, "agility": 5})


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


OUTLINES = st.sampled_from([Outline.oval(60, 35), Outline.oval(75, 42), Outline.rect(25, 50), Outline.rect(60, 25),
                            Outline.polygon([(20, 3), (8, 18), (-10, 15), (-18, 0), (-7, -16), (12, -14)])])
FACINGS = st.sampled_from([0.0, 30.0, 45.0, 90.0, 131.0, 270.0])
SPARE = st.sampled_from([-0.02, 0.0, 0.0, 0.02, 3.0])                 # mm beside a limit, or at it


@st.composite
def turning_scenes(draw) -> Scene:
    """A move of 4 to 6 in along +x by a base that is not round, which may turn half way and at its end; what it meets fits it exactly, or nearly."""
    outline, facing, spare = draw(OUTLINES), draw(FACINGS), draw(SPARE)
    kind = draw(st.sampled_from(["corridor", "post", "corner", "trench", "block", "open"]))
    length, stop_at = draw(st.sampled_from([4.0, 5.0, 6.0])), draw(st.sampled_from([1.5, 2.0]))
    turns = draw(st.sampled_from([None, 75.0, 90.0, facing, facing + 180.0])), draw(st.sampled_from([None, 0.0, 45.0]))
    later = facing if turns[0] is None else turns[0]
    features, z = [], None
    if kind == "corridor":                            # between two walls, with the facing it then has
        for sign in (1, -1):
            features.append(_beside(box(1.5, 1, 2), 3.2, sign, outline.reach((0, sign), later) + spare / 2))
    elif kind == "post":                              # beside the stop, just out of the turn's way or just in it
        features.append(_beside(box(0.2, 1, 2), stop_at, 1, outline.radius + spare))
    elif kind == "corner":                            # a wall ahead of the last stop, as near as the base reaches at any time
        ahead = box(0.5, 4, 2)
        features.append(replace(piece(ahead, 0, 0), triangles=ahead + np.array([MIDDLE + length * INCH + outline.radius + spare + 0.25 * INCH, MIDDLE, 0.0])))
    elif kind == "trench":
        gap = outline.width((1, 0), later) + spare
        far = box(8, 6, 2)
        features = [piece(box(6, 6, 2), 0, 0, name="near"),
                    replace(piece(far, 0, 0), name="far", triangles=far + np.array([MIDDLE + 3 * INCH + gap + 4 * INCH, MIDDLE, 0.0]))]
        z = 2.0
    elif kind == "block":
        features = [piece(box(3, 5, draw(HEIGHTS)), 4.5, draw(st.sampled_from([0.0, 2.0])))]
    models = [model("A", 0, 0, "red", z, outline, facing)]
    if draw(st.integers(0, 7).map(lambda n: n == 7)):
        models.append(model("foe", 3.0, (outline.reach((0, 1), facing) + BASE / 2) / INCH + draw(ROOM), "blue", outline=Outline.round(BASE)))
    middle, end = (MIDDLE + stop_at * INCH, MIDDLE, None), (MIDDLE + length * INCH, MIDDLE, None)
    over = draw(st.sampled_from([0.0, 0.0, 3.0]))
    return Scene(Table(size=(BOARD, BOARD), features=tuple(features), models=tuple(models)),
                 Move(model="A", path=(Leg(to=middle, facing=turns[0]), Leg(to=end, facing=turns[1])), allowance=(length + over) * INCH),
                 f"{kind}, {outline.name} facing {facing:g}, then {turns}, {length} in by {stop_at}, {spare} mm spare, {over} in over, "
                 f"{[f.triangles.max(axis=(0, 1)).round(4).tolist() for f in features]}, {[m.at for m in models]}")


def _beside(triangles: np.ndarray, x: float, sign: int, near: float) -> Feature:
    """A solid an inch wide whose near side is `near` mm to one side of the way."""
    return Feature(name="beside", triangles=triangles + np.array([MIDDLE + x * INCH, MIDDLE + sign * (near + 0.5 * INCH), 0.0]))


def moved(scene: Scene, change, faced=lambda facing: facing) -> Scene:
    """The scene with every plan point put through `change` (n, 2) -> (n, 2) and every facing through `faced`."""
    def place(p):
        x, y = change(np.array([[p[0], p[1]]]))[0]
        return float(x), float(y), p[2]

    def triangles(t):
        out = t.copy()
        out[:, :, :2] = change(t[:, :, :2].reshape(-1, 2)).reshape(-1, 3, 2)
        return out

    table = scene.table
    return replace(scene, table=replace(table, features=tuple(replace(f, triangles=triangles(f.triangles)) for f in table.features),
                         models=tuple(replace(m, at=place(m.at), facing=faced(m.facing)) for m in table.models)),
                   move=replace(scene.move, path=tuple(replace(leg, to=place(leg.to), facing=None if leg.facing is None else faced(leg.facing))
                                                       for leg in scene.move.path)))


def turned(scene: Scene, degrees: float, dx: float, dy: float) -> Scene:
    """Turned about the middle of the board and shifted (mm)."""
    c, s = cos(radians(degrees)), sin(radians(degrees))
    return moved(scene, lambda p: (p - MIDDLE) @ np.array([[c, s], [-s, c]]) + MIDDLE + (dx, dy), lambda facing: facing + degrees)


def mirrored(scene: Scene) -> Scene:
    """Seen in a mirror along the line of the move."""
    seen = moved(scene, lambda p: np.column_stack([p[:, 0], 2 * MIDDLE - p[:, 1]]), lambda facing: -facing)
    return replace(seen, table=replace(seen.table, models=tuple(replace(m, outline=_mirror(m.outline)) for m in seen.table.models)))


def _mirror(outline: Outline) -> Outline:
    return Outline.polygon([(x, -y) for x, y in outline.corners]) if outline.corners else outline


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


@dataclass(frozen=True)
class Trench:
    """A gap that may be as wide as one likes, between two blocks of one height, and a move across it."""
    width: float
    height: float
    length: float
    by: str | None
    allowance: float

    def scene(self, width: float) -> Scene:
        """The move with the gap so wide (inches); the far block begins where the gap ends."""
        features = (piece(box(4, 4, self.height), -1.5, 0, name="near"), piece(box(10, 4, self.height), 0.5 + width + 5, 0, name="far"))
        stop = Leg(to=(MIDDLE + self.length * INCH, MIDDLE, self.height * INCH), by=self.by)
        return Scene(Table(size=(BOARD, BOARD), features=features, models=(model("A", -1, 0, "red", self.height),)),
                     Move(model="A", path=(stop,), allowance=self.allowance * INCH), f"a gap of {width} in, {self}")


@st.composite
def trenches(draw) -> Trench:
    """Gaps from narrow to wider than the base, exactly as wide now and then; walked, or any way that leads across."""
    return Trench(draw(st.one_of(GAPS, st.floats(0.1, 1.5))), draw(HEIGHTS), draw(st.sampled_from([4.0, 5.5])), draw(st.sampled_from([None, "walk"])),
                  draw(st.sampled_from([5.0, 6.5, 8.0, 12.0])))
