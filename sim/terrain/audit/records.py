"""The records of a binary PLY, element by element as the header describes them."""
from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np

from sim.errors import RefereeError
from sim.terrain.audit.faults import fault

INDICES = ("vertex_indices", "vertex_index")


@dataclass
class Element:
    """One kind of record: properties in order, each (name, number type, type of the list's length or None)."""
    name: str
    count: int
    properties: list[tuple[str, str, str | None]] = field(default_factory=list)


def binary(body, elements: list[Element], order: str, name: str) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Vertices (v, 3), how many corners each face has, and all their vertex numbers on end; `order` is "<" or ">".

    Lists are mostly of one length throughout, and then a whole element is read at once; else record by record.
    """
    at, vertices, sizes, corners = 0, np.empty((0, 3)), np.empty(0, dtype=np.int64), np.empty(0, dtype=np.int64)
    for element in elements:
        records, at = _records(body, at, element, order, name)
        if element.name == "vertex":
            vertices = np.stack([np.asarray(records[axis], dtype=np.float64) for axis in "xyz"], axis=-1)
        if element.name == "face":
            sizes, corners = records[next(i for i in INDICES if i in records)]
    if at != len(body):
        raise fault("E_COUNT", name, f"goes on for {len(body) - at:,} bytes after the last thing its header promises")
    return vertices, sizes, corners


def _records(body, at: int, element: Element, order: str, name: str) -> tuple[dict, int]:
    """The columns of an element from byte `at`, a list property as (lengths, all entries on end), and the byte after it."""
    steps = list(_lengths(body, at, element, order))
    kind = _record_type(element, order, steps)
    size = kind.itemsize * element.count
    if at + size <= len(body):
        table = np.frombuffer(body, kind, element.count, at)
        if all((table[f"{p[0]} length"] == n).all() for p, n in zip((p for p in element.properties if p[2]), steps)):
            return {p[0]: _column(table, p, element.count) for p in element.properties}, at + size
    if not steps:
        raise RefereeError("E_TRUNCATED", f"{name} ends before the last {element.name} its header promises; copy or export it again", name)
    return _one_by_one(body, at, element, order, name)


def _lengths(body, at: int, element: Element, order: str) -> Iterator[int]:
    """How long the lists of the first record are."""
    for _, kind, length in element.properties:
        if length is None:
            at += np.dtype(kind).itemsize
            continue
        first = np.dtype(order + length)
        size = int(np.frombuffer(body, first, 1, at)[0]) if at + first.itemsize <= len(body) and element.count else 0
        size = size if 0 <= size <= len(body) else 0
        yield size
        at += first.itemsize + size * np.dtype(kind).itemsize


def _record_type(element: Element, order: str, steps: list[int]) -> np.dtype:
    fields, lengths = [], iter(steps)
    for name, kind, length in element.properties:
        fields += [(name, order + kind)] if length is None else [(f"{name} length", order + length), (name, order + kind, (next(lengths),))]
    return np.dtype(fields)


def _column(table: np.ndarray, prop: tuple, count: int):
    name, _, length = prop
    if length is None:
        return table[name]
    return np.asarray(table[f"{name} length"], dtype=np.int64), np.asarray(table[name], dtype=np.int64).ravel()


def _one_by_one(body, at: int, element: Element, order: str, name: str) -> tuple[dict, int]:
    """Records whose lists differ in length."""
    types = [(p[0], np.dtype(order + p[1]), np.dtype(order + p[2]) if p[2] else None) for p in element.properties]
    columns: dict = {p[0]: ([], []) if p[2] else [] for p in element.properties}
    for n in range(element.count):
        for prop, kind, length in types:
            size = 1
            if length is not None:
                size = int(np.frombuffer(_bytes(body, at, length.itemsize, element, n, name), length)[0])
                at += length.itemsize
                if element.name == "face" and prop in INDICES:
                    check_size(size, n, name)
                if size < 0 or size > len(body):
                    raise fault("E_COUNT", name, f"says that {element.name} {n:,} has a list of {size:,}")
            values = np.frombuffer(_bytes(body, at, size * kind.itemsize, element, n, name), kind)
            at += size * kind.itemsize
            if length is None:
                columns[prop].append(values[0])
            else:
                columns[prop][0].append(size)
                columns[prop][1].append(values)
    return {prop: (np.array(c[0]), np.concatenate(c[1]).astype(np.int64)) if isinstance(c, tuple) else np.array(c) for prop, c in columns.items()}, at


def _bytes(body, at: int, size: int, element: Element, n: int, name: str):
    if at + size > len(body):
        code = "E_COUNT" if size > len(body) else "E_TRUNCATED"
        says = f"{name} ends within {element.name} {n:,} of {element.count:,}; copy or export it again"
        raise RefereeError(code, says, name)
    return body[at:at + size]


def check_size(size: int, n: int, name: str) -> None:
    """E_COUNT unless a face has three corners or more."""
    if size < 3:
        raise fault("E_COUNT", name, f"gives face {n:,} {size:,} corners, where three or more were expected")
