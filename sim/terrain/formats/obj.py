"""OBJ: text written plainly again (absolute indices, triangles, no materials), then read by trimesh.

Nothing an OBJ points at is opened. Groups (`g`) and objects (`o`) become parts; a group's name goes before its object's.
"""
from __future__ import annotations

import io

import numpy as np

from sim.errors import Caution, RefereeError
from sim.terrain.formats.piece import Content, Piece, empty, fault_in_line, not_numbers, too_many
from sim.terrain.limits import Limits

POINTS_AT_FILES = ("mtllib", "maplib", "usemap", "shadow_obj", "trace_obj", "call", "csh")


def parse(data: bytes, name: str, limits: Limits) -> Content:
    """An OBJ as one piece with a group for each face."""
    plain = _Plain(name, limits)
    for line, text in _logical_lines(_decode(data, name)):
        plain.take(line, text)
    if not plain.faces:
        raise empty(name)
    from trimesh.exchange.obj import load_obj
    loaded = load_obj(io.BytesIO(plain.text().encode()), skip_materials=True, group_material=False, maintain_order=True)
    mesh, = loaded["geometry"].values()
    piece = Piece("", np.asarray(mesh["vertices"], dtype=np.float64), np.asarray(mesh["faces"]),
                  groups=tuple(plain.groups), group_of=np.array(plain.group_of))
    return Content((piece,), cautions=tuple(plain.cautions))


class _Plain:
    """An OBJ's vertices and triangles, collected line by line."""

    def __init__(self, name: str, limits: Limits):
        self.name, self.limits = name, limits
        self.vertices: list[str] = []
        self.faces: list[tuple[int, int, int]] = []
        self.groups: dict[str, int] = {}
        self.group_of: list[int] = []
        self.cautions: list[Caution] = []
        self.object = self.group = ""
        self.furthest = (0, 0)                       # the highest vertex asked for, and the line that asks

    def take(self, line: int, text: str) -> None:
        word, _, rest = text.strip().partition(" ")
        if word == "v":
            self.vertex(line, rest.split())
        elif word == "f":
            self.face(line, rest.split())
        elif word == "o":
            self.object, self.group = rest.strip(), ""
        elif word == "g":
            self.group = rest.strip()
        elif word in POINTS_AT_FILES and not self.cautions:
            says = f"{self.name}, line {line}: `{word}` names another file, which was not opened"
            self.cautions.append(Caution("W_EXTERNAL_IGNORED", says, self.name))

    def vertex(self, line: int, words: list[str]) -> None:
        try:
            point = [float(w) for w in words[:3]]
        except ValueError:
            raise not_numbers(self.name, line, words) from None
        if len(point) != 3:
            raise fault_in_line("E_NUMBER", self.name, line, f"a vertex has {len(point)} numbers where three were expected")
        self.vertices.append(" ".join(map(repr, point)))

    def face(self, line: int, words: list[str]) -> None:
        corners = [self.index(line, w.split("/")[0]) for w in words]
        if len(corners) < 3:
            raise fault_in_line("E_COUNT", self.name, line, f"a face has {len(corners)} corners where three or more were expected")
        for second, third in zip(corners[1:], corners[2:]):
            self.faces.append((corners[0], second, third))
            self.group_of.append(self.groups.setdefault(self.group or self.object, len(self.groups)))
        if len(self.faces) > self.limits.triangles:
            raise too_many(self.name, len(self.faces), self.limits)

    def index(self, line: int, word: str) -> int:
        """From 1, whatever the file counted from; relative ones count back from the vertices so far."""
        try:
            given = int(word)
        except ValueError:
            raise fault_in_line("E_NUMBER", self.name, line, f"`{word[:30]}` is not the number of a vertex") from None
        index = given if given > 0 else len(self.vertices) + 1 + given
        if given == 0 or index < 1 or given > 2**31:
            raise fault_in_line("E_INDEX", self.name, line, f"a face asks for vertex {word[:30]}, and {len(self.vertices):,} were given up to there")
        self.furthest = max(self.furthest, (index, line))
        return index

    def text(self) -> str:
        index, line = self.furthest
        if index > len(self.vertices):
            raise fault_in_line("E_INDEX", self.name, line, f"a face asks for vertex {index:,}, and the file has {len(self.vertices):,}")
        return "".join([f"v {v}\n" for v in self.vertices] + [f"f {a} {b} {c}\n" for a, b, c in self.faces])


def _decode(data: bytes, name: str) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        pass
    if data[:2] in (b"\xff\xfe", b"\xfe\xff") or b"\0" in data[:1024]:
        raise RefereeError("E_ENCODING", f"{name} is not written in UTF-8 or ASCII; save it as UTF-8", name)
    return data.decode("latin-1")                    # comments and group names of older programs


def _logical_lines(text: str):
    """Lines with their numbers, those continued by a backslash joined; comments left out."""
    start, held = 0, ""
    for line, raw in enumerate(text.split("\n"), 1):
        part = raw.rstrip("\r").partition("#")[0]
        start = start or line
        if part.endswith("\\"):
            held += part[:-1] + " "
            continue
        yield start, (held + part).replace("\t", " ")
        start, held = 0, ""
