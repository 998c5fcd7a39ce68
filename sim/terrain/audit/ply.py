"""PLY: vertices and faces, text or binary; no unit, no axis, no parts. Every element is walked by what the header says of it."""
from __future__ import annotations

import re

import numpy as np

from sim.errors import Caution, RefereeError
from sim.terrain.audit.account import Account, Figures, corners_of, demand_some
from sim.terrain.audit.faults import empty, fault
from sim.terrain.audit.polygons import cut
from sim.terrain.audit.records import INDICES, Element, binary, check_size
from sim.terrain.limits import Limits

END = re.compile(rb"(?:^|[\r\n])[ \t]*end_header[ \t]*(?:\r\n|\n|\r(?!\n))")
FORMATS = {"ascii": "", "binary_little_endian": "<", "binary_big_endian": ">"}
TYPES = {"char": "i1", "int8": "i1", "uchar": "u1", "uint8": "u1", "short": "i2", "int16": "i2", "ushort": "u2", "uint16": "u2", "int": "i4",
         "int32": "i4", "uint": "u4", "uint32": "u4", "float": "f4", "float32": "f4", "double": "f8", "float64": "f8"}
WHOLE = {name: kind for name, kind in TYPES.items() if kind[0] != "f"}
MOST_HEADER = 1_000_000


def audit(data: bytes, name: str, limits: Limits, beside=None) -> Account:
    """A PLY as one part."""
    head = END.search(data, 0, MOST_HEADER)
    if not head:
        raise RefereeError("E_TRUNCATED", f"{name} ends within its header; copy or export it again", name)
    order, elements = _header(data[:head.start()].decode("latin-1"), name)
    counts = {e.name: e.count for e in elements}
    if not counts.get("face"):
        raise empty(name)
    body = memoryview(data)[head.end():]
    for element in elements:
        if element.count < 0 or element.count > len(body):
            raise fault("E_COUNT", name, f"says it holds {element.count:,} of `{element.name}`, which {len(body):,} bytes cannot")
    demand_some(counts["face"], name, limits)
    vertices, sizes, corners = binary(body, elements, order, name) if order else _text(body, elements, name)
    if len(corners) and (corners.min() < 0 or corners.max() >= len(vertices)):
        where = np.flatnonzero((corners < 0) | (corners >= len(vertices)))[0]
        says = f"{name}: face {int(np.searchsorted(np.cumsum(sizes), where, side='right'))} asks for vertex {int(corners[where])}, and there are " \
               f"{len(vertices):,}, counted from 0; export it again"
        raise RefereeError("E_INDEX", says, name)
    faces, _, cautions = cut(vertices, sizes, corners, name)
    demand_some(len(faces), name, limits)
    if not order and not bytes(body[-1:]).isspace():
        cautions += (Caution("W_TRUNCATED", f"the last line of {name} is not ended, so its last number may have been cut", name),)
    figures = Figures.of(corners_of(vertices, faces, name))
    return Account(kind="ply", plain=_plain(vertices, faces), figures=figures, names=("",), name_of=np.zeros(len(faces), dtype=np.int64),
                   cautions=cautions)


def _header(text: str, name: str) -> tuple[str, list[Element]]:
    """The byte order ("" for text) and the elements in order."""
    order, elements = None, []
    for line in text.replace("\r", "\n").split("\n")[1:]:
        words = line.split()
        try:
            if words[:1] == ["format"]:
                order = FORMATS[words[1]]
            elif words[:1] == ["element"]:
                elements.append(Element(words[1], int(words[2])))
            elif words[:2] == ["property", "list"]:
                kind = TYPES[words[3]] if words[4] not in INDICES else WHOLE[words[3]]
                elements[-1].properties.append((words[4], kind, WHOLE[words[2]]))
            elif words[:1] == ["property"]:
                elements[-1].properties.append((words[2], TYPES[words[1]], None))
            elif words and words[0] not in ("comment", "obj_info"):
                raise KeyError
        except ValueError:
            raise fault("E_NUMBER", name, f"has a line `{line.strip()[:60]}` that does not say how many") from None
        except (IndexError, KeyError):
            raise fault("E_TYPE_MISMATCH", name, f"has a line `{line.strip()[:60]}` that no PLY header has") from None
    if order is None:
        raise fault("E_TYPE_MISMATCH", name, "does not say whether it is text or binary")
    if len({e.name for e in elements}) < len(elements) or any(len({p[0] for p in e.properties}) < len(e.properties) for e in elements):
        raise fault("E_COUNT", name, "declares the same thing twice in its header")
    single = {(e.name, p[0]) for e in elements for p in e.properties if p[2] is None}
    lists = {(e.name, p[0]) for e in elements for p in e.properties if p[2] is not None}
    if not {("vertex", axis) for axis in "xyz"} <= single:
        raise fault("E_COUNT", name, "does not give each vertex its x, y and z")
    if any(e.name == "face" for e in elements) and not {("face", i) for i in INDICES} & lists:
        raise fault("E_COUNT", name, "does not give each face its vertex_indices")
    return order, elements


def _text(body, elements: list[Element], name: str):
    rows = [row for row in bytes(body).splitlines() if row.strip()]
    promised = sum(e.count for e in elements)
    if len(rows) < promised:
        raise RefereeError("E_TRUNCATED", f"{name} promises {promised:,} lines of data and has {len(rows):,}; copy or export it again", name)
    if len(rows) > promised:
        raise fault("E_COUNT", name, f"promises {promised:,} lines of data and has {len(rows):,}")
    rows = iter(rows)
    vertices, sizes, corners = np.empty((0, 3)), [], []
    for element in elements:
        place = {p[0]: i for i, p in enumerate(element.properties)}
        if element.name == "vertex":
            vertices = np.empty((element.count, 3))
        for n in range(element.count):
            words = next(rows).split()
            if element.name not in ("vertex", "face"):
                continue
            try:
                values = _values(words, element)
            except ValueError:
                said = b" ".join(words)[:60].decode("latin-1")
                raise fault("E_NUMBER", name, f"gives {element.name} {n:,} as `{said}`, which is not numbers as its header promises") from None
            if element.name == "vertex":
                vertices[n] = [values[place[axis]] for axis in "xyz"]
            else:
                face = next(values[place[i]] for i in INDICES if i in place)
                check_size(len(face), n, name)
                sizes.append(len(face))
                corners += face
    return vertices, np.array(sizes), np.array(corners, dtype=np.int64)


def _values(words: list[bytes], element: Element) -> list:
    """The values of one line, a list for a list; ValueError unless there are exactly as many as promised."""
    values, i = [], 0
    if any(b"_" in word for word in words):          # which only Python takes for part of a number
        raise ValueError
    for _, kind, length in element.properties:
        number = float if kind[0] == "f" else int
        if length is None:
            values += map(number, words[i:i + 1])
            i += 1
            continue
        size = int(words[i]) if i < len(words) else 0
        if size < 0:
            raise ValueError
        values.append([number(w) for w in words[i + 1:i + 1 + size]])
        i += 1 + size
    if i != len(words):
        raise ValueError
    return values


def _plain(vertices: np.ndarray, faces: np.ndarray) -> bytes:
    """The same as a binary PLY of double coordinates and triangles."""
    head = (f"ply\nformat binary_little_endian 1.0\nelement vertex {len(vertices)}\nproperty double x\nproperty double y\nproperty double z\n"
            f"element face {len(faces)}\nproperty list uchar int vertex_indices\nend_header\n")
    records = np.zeros(len(faces), dtype=[("n", "u1"), ("i", "<i4", 3)])
    records["n"], records["i"] = 3, faces
    return head.encode() + vertices.astype("<f8").tobytes() + records.tobytes()
