"""OBJ: vertices and faces in text, no unit, no axis. Read here line by line, and handed on as plain triangles with indices from 1."""
from __future__ import annotations

from array import array

import numpy as np

from sim.errors import Caution
from sim.terrain.audit.account import Account, Figures, corners_of, demand_some
from sim.terrain.audit.faults import fault_in_line, not_numbers, too_many
from sim.terrain.audit.polygons import cut
from sim.terrain.audit.text import decoded, is_plain, lines
from sim.terrain.limits import Limits

POINTS_AT_FILES = ("mtllib", "maplib", "usemap", "shadow_obj", "trace_obj", "call", "csh")
NUMERIC = ("v", "f")
LARGEST_INDEX = 2**31


def audit(data: bytes, name: str, limits: Limits, beside=None) -> Account:
    """An OBJ whose parts are its groups, or its objects where a face is in no group."""
    content = _Content(name, limits)
    for line, text in _logical_lines(decoded(data, name)):
        content.take(line, text)
    if data[-1:].isspace():
        return content.account()
    says = f"the last line of {name} is not ended, so the file may have been cut; nothing in an OBJ tells how much there should be"
    return content.account(Caution("W_TRUNCATED", says, name))


class _Content:
    """An OBJ's vertices and faces, collected line by line."""

    def __init__(self, name: str, limits: Limits):
        self.name, self.limits = name, limits
        self.numbers, self.corners, self.sizes, self.group_of = array("d"), array("q"), array("q"), array("q")
        self.groups: dict[str, int] = {}
        self.cautions: list[Caution] = []
        self.object = self.group = ""
        self.in_group: int | None = None             # the number of the group that faces now belong to, once one does
        self.count = self.triangles = 0              # vertices and triangles so far
        self.furthest = (0, 0)                       # the highest vertex asked for, and the line that asks

    def take(self, line: int, text: str) -> None:
        words = text.split()
        word = words[0] if words else ""
        if word in NUMERIC and not is_plain(text):
            raise not_numbers(self.name, line, words[1:])
        if word == "v":
            self.vertex(line, words)
        elif word == "f":
            self.face(line, words)
        elif word == "o":
            self.object, self.group, self.in_group = _rest(text), "", None
        elif word == "g":
            self.group, self.in_group = _rest(text), None
        elif word in POINTS_AT_FILES and not self.cautions:
            says = f"{self.name}, line {line}: `{word}` names another file, which was not opened"
            self.cautions.append(Caution("W_EXTERNAL_IGNORED", says, self.name))

    def vertex(self, line: int, words: list[str]) -> None:
        if len(words) < 4:
            raise fault_in_line("E_NUMBER", self.name, line, f"a vertex has {len(words) - 1} numbers where three were expected")
        try:
            self.numbers.extend((float(words[1]), float(words[2]), float(words[3])))
        except ValueError:
            raise not_numbers(self.name, line, words[1:]) from None
        self.count += 1

    def face(self, line: int, words: list[str]) -> None:
        if len(words) < 4:
            raise fault_in_line("E_COUNT", self.name, line, f"a face has {len(words) - 1} corners where three or more were expected")
        corners = [self.index(line, word) for word in words[1:]]
        highest = max(corners)
        if highest >= self.furthest[0]:
            self.furthest = (highest + 1, line)
        self.corners.extend(corners)
        self.sizes.append(len(corners))
        if self.in_group is None:
            self.in_group = self.groups.setdefault(self.group or self.object, len(self.groups))
        self.group_of.append(self.in_group)
        self.triangles += len(corners) - 2
        if self.triangles > self.limits.triangles:
            raise too_many(self.name, self.triangles, self.limits)

    def index(self, line: int, word: str) -> int:
        """From 0, whatever the file counted from; relative ones count back from the vertices so far."""
        try:
            given = int(word.partition("/")[0])
        except ValueError:
            raise fault_in_line("E_NUMBER", self.name, line, f"`{word[:30]}` is not the number of a vertex") from None
        if 0 < given <= LARGEST_INDEX:
            return given - 1
        if -self.count <= given < 0:
            return self.count + given
        raise fault_in_line("E_INDEX", self.name, line, f"a face asks for vertex {word[:30]}, and {self.count:,} were given up to there")

    def account(self, *cautions: Caution) -> Account:
        demand_some(self.triangles, self.name, self.limits)
        index, line = self.furthest
        if index > self.count:
            raise fault_in_line("E_INDEX", self.name, line, f"a face asks for vertex {index:,}, and the file has {self.count:,}")
        vertices = np.array(self.numbers).reshape(-1, 3)
        faces, face_of, concave = cut(vertices, np.array(self.sizes), np.array(self.corners), self.name)
        figures = Figures.of(corners_of(vertices, faces, self.name))
        plain = [f"v {x!r} {y!r} {z!r}" for x, y, z in vertices.tolist()] + [f"f {a} {b} {c}" for a, b, c in (faces + 1).tolist()]
        return Account(kind="obj", plain="\n".join([*plain, ""]).encode(), figures=figures, names=tuple(self.groups),
                       name_of=np.array(self.group_of)[face_of], cautions=(*self.cautions, *cautions, *concave, *self.unused()))

    def unused(self) -> list[Caution]:
        """A caution if faces for the last vertices are missing, as in a file that was cut."""
        spare = self.count - self.furthest[0]
        if not spare:
            return []
        return [Caution("W_TRUNCATED", f"the last {spare:,} vertices of {self.name} belong to no face, so faces may be missing", self.name)]


def _rest(text: str) -> str:
    return text.strip()[1:].strip()


def _logical_lines(text: str):
    """Lines with their numbers, those continued by a backslash joined; comments left out."""
    start, held = 0, ""
    for line, part in lines(text):
        if "#" in part:
            part = part.partition("#")[0]
        if not held and "\\" not in part:
            yield line, part
            continue
        start, part = start or line, part.rstrip("\r")
        if part.endswith("\\"):
            held += part[:-1] + " "
            continue
        yield start, held + part
        start, held = 0, ""
