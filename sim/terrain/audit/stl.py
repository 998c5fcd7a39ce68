"""STL: triangles and nothing else, binary or text; no unit, no axis. Every solid of a text file is a part."""
from __future__ import annotations

import struct
from array import array

import numpy as np

from sim.errors import Caution, RefereeError
from sim.terrain.audit.account import Account, Figures, corners_of, demand_some
from sim.terrain.audit.faults import empty, fault_in_line, not_numbers, too_many, too_many_parts
from sim.terrain.audit.text import decoded, is_plain, lines
from sim.terrain.limits import Limits

HEADER, RECORD = 84, 50
RECORDS = np.dtype([("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("attribute", "<u2")])


def audit(data: bytes, name: str, limits: Limits, beside=None) -> Account:
    """Text is read by line, binary by its count and length."""
    return _text(data, name, limits) if _is_text(data) else _binary(data, name, limits)


def is_whole_binary(data: bytes) -> bool:
    """True where the length is exactly what a binary STL's count of triangles asks for."""
    return len(data) > HEADER and len(data) == HEADER + RECORD * struct.unpack_from("<I", data, 80)[0]


def _is_text(data: bytes) -> bool:
    """Many binary files begin with "solid" too, so length and zero bytes are asked first."""
    start = data.removeprefix(b"\xef\xbb\xbf").lstrip()[:5].lower()
    return not is_whole_binary(data) and start == b"solid" and b"\0" not in data[:1024]


def _binary(data: bytes, name: str, limits: Limits) -> Account:
    """The bytes that the count speaks of, and a caution if a few more follow."""
    if len(data) < HEADER:
        raise RefereeError("E_TRUNCATED", f"{name} is {len(data)} bytes long and a binary STL begins with {HEADER}; copy or export it again", name)
    count, = struct.unpack_from("<I", data, 80)
    there = (len(data) - HEADER) // RECORD
    spare = len(data) - HEADER - RECORD * count
    if count == 0 and not there:
        raise empty(name)
    if count == 0 or spare >= RECORD:
        raise RefereeError("E_COUNT", f"{name} says it holds {count:,} triangles and {there:,} follow; export it again", name)
    if spare < 0:
        code = "E_COUNT" if count > limits.triangles else "E_TRUNCATED"
        raise RefereeError(code, f"{name} says it holds {count:,} triangles and only {there:,} follow; copy or export it again", name)
    demand_some(count, name, limits)
    cautions = (Caution("W_TRAILING", f"{name} ends with {spare} bytes that are no triangle; they were passed over", name),) if spare else ()
    corners = np.frombuffer(data, RECORDS, count, HEADER)["corners"].reshape(-1, 3)
    return _account(corners, np.zeros(count, dtype=np.int64), ("",), data[:len(data) - spare], name, cautions)


def _text(data: bytes, name: str, limits: Limits) -> Account:
    """Text read strictly by line: solids closed, three corners a facet, every number a number."""
    numbers, said = array("d"), ["solid"]
    solid_of, solids, inside, corners = array("q"), {}, False, 0
    for line, text in lines(decoded(data, name)):
        words = text.split()
        word = words[0].lower() if words else ""
        if word == "vertex":
            corners += 1
            if len(words) != 4:
                raise fault_in_line("E_NUMBER", name, line, f"a corner has {len(words) - 1} numbers where three were expected")
            try:
                numbers.extend(map(float, words[1:]))
            except ValueError:
                raise not_numbers(name, line, words[1:]) from None
            if not is_plain(text):
                raise not_numbers(name, line, words[1:])
            said.append(f"vertex {words[1]} {words[2]} {words[3]}")
        elif word == "endfacet":
            if corners != 3:
                raise fault_in_line("E_COUNT", name, line, f"a facet has {corners} corners where an STL has 3")
            solid_of.append(len(solids) - 1)
            if len(solid_of) > limits.triangles:
                raise too_many(name, len(solid_of), limits)
        elif word == "facet":
            corners = 0
        elif word == "solid" and not inside:
            inside = True
            solids[len(solids)] = text.strip()[5:].strip()
            if len(solids) > limits.parts:
                raise too_many_parts(name, len(solids), limits)
        elif word == "endsolid":
            inside = False
    if inside:
        raise RefereeError("E_TRUNCATED", f"{name} ends without its closing `endsolid`, so part of it may be missing; copy or export it again", name)
    demand_some(len(solid_of), name, limits)
    if len(numbers) != 9 * len(solid_of):
        raise RefereeError("E_COUNT", f"{name} holds {len(numbers) // 3:,} corners and {len(solid_of):,} facets of three; export it again", name)
    plain = "\n".join([*said, "endsolid", ""]).encode()
    return _account(np.array(numbers).reshape(-1, 3), np.array(solid_of), tuple(solids.values()), plain, name, ())


def _account(corners, solid_of, names, plain, name, cautions) -> Account:
    triangles = corners_of(corners, np.arange(len(corners)).reshape(-1, 3), name)
    return Account(kind="stl", plain=plain, figures=Figures.of(triangles), names=names, name_of=solid_of, cautions=cautions)
