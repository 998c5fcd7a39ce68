"""STL: triangles and nothing else, binary or text; no unit, no axis."""
from __future__ import annotations

import io
import struct

import numpy as np

from sim.errors import Caution, RefereeError
from sim.terrain.formats.piece import Content, Piece, empty, fault_in_line, not_numbers, too_many
from sim.terrain.limits import Limits

HEADER, RECORD = 84, 50


def parse(data: bytes, name: str, limits: Limits) -> Content:
    """Every solid of an STL as a piece."""
    if _is_text(data):
        _check_text(data, name, limits)
        cautions = ()
    else:
        data, cautions = _whole_records(data, name, limits)
    from trimesh.exchange.stl import load_stl
    loaded = load_stl(io.BytesIO(data))
    solids = loaded["geometry"] if "geometry" in loaded else {_solid_name(loaded): loaded}
    pieces = tuple(Piece(str(key), np.asarray(s["vertices"], dtype=np.float64), np.asarray(s["faces"])) for key, s in solids.items())
    return Content(pieces, cautions=cautions)


def _solid_name(loaded: dict) -> str:
    return str(loaded.get("metadata", {}).get("name") or "solid")


def is_whole_binary(data: bytes) -> bool:
    """True where the length is exactly what a binary STL's count of triangles asks for."""
    return len(data) > HEADER and len(data) == HEADER + RECORD * struct.unpack_from("<I", data, 80)[0]


def _is_text(data: bytes) -> bool:
    """Many binary files begin with "solid" too, so length and zero bytes are asked first."""
    return not is_whole_binary(data) and data.lstrip()[:5].lower() == b"solid" and b"\0" not in data[:1024]


def _whole_records(data: bytes, name: str, limits: Limits) -> tuple[bytes, tuple[Caution, ...]]:
    """The bytes that the count in a binary STL speaks of, and a caution if a few more follow."""
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
    if count > limits.triangles:
        raise too_many(name, count, limits)
    if not spare:
        return data, ()
    return data[:-spare], (Caution("W_TRAILING", f"{name} ends with {spare} bytes that are no triangle; they were passed over", name),)


def _check_text(data: bytes, name: str, limits: Limits) -> None:
    """Text STL read strictly by line: solids closed, three corners a facet, every number a number."""
    inside, corners, facets = False, 0, 0
    for line, text in enumerate(data.decode("utf-8", errors="replace").splitlines(), 1):
        words = text.split()
        word = words[0].lower() if words else ""
        if word == "solid" and not inside:
            inside = True
        elif word == "endsolid":
            inside = False
        elif word == "facet":
            corners, facets = 0, facets + 1
        elif word == "vertex":
            corners += 1
            _check_numbers(words[1:], name, line)
        elif word == "endfacet" and corners != 3:
            raise fault_in_line("E_COUNT", name, line, f"a facet has {corners} corners where an STL has 3")
    if inside:
        raise RefereeError("E_TRUNCATED", f"{name} ends without its closing `endsolid`, so part of it may be missing; copy or export it again", name)
    if facets > limits.triangles:
        raise too_many(name, facets, limits)


def _check_numbers(words: list[str], name: str, line: int) -> None:
    try:
        [float(w) for w in words]
    except ValueError:
        raise not_numbers(name, line, words) from None
    if len(words) != 3:
        raise fault_in_line("E_NUMBER", name, line, f"a corner has {len(words)} numbers where three were expected")
