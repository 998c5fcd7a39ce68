"""Mesh files become triangles in their own frame, checked before anyone uses them.

The seam for stricter auditing and for reading in a child process: everything the rest of the code knows of a file is a `RawMesh`.
"""
from __future__ import annotations

import hashlib
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

import numpy as np

from sim.errors import Caution, RefereeError
from sim.terrain.formats.piece import Content, Piece, empty, too_many
from sim.terrain.formats.stl import is_whole_binary
from sim.terrain.limits import USUAL, Limits

FORMATS = {".stl": "stl", ".obj": "obj", ".ply": "ply", ".glb": "gltf", ".gltf": "gltf"}
LATER = (".3mf",)
MARKS = ((b"glTF", "a GLB"), (b"ply", "a PLY"), (b"PK\x03\x04", "a zip file"), (b"\x1f\x8b", "a gzip file"), (b"\x89PNG", "a picture"),
         (b"\xff\xd8\xff", "a picture"), (b"%PDF", "a PDF"), (b"<", "a web page or XML"), (b"{", "JSON"),
         (b"\x80\x03", "a Python pickle"), (b"\x80\x04", "a Python pickle"), (b"\x80\x05", "a Python pickle"))
OWN_MARKS = {".stl": (), ".obj": (), ".ply": ("a PLY",), ".glb": ("a GLB",), ".gltf": ("JSON",)}


@dataclass(frozen=True, kw_only=True, eq=False)
class RawMesh:
    """A file's triangles, (n, 3, 3) float64 in the file's own frame and numbers, nothing merged or dropped.

    `part_of` gives for each triangle an index into `parts` (names); `families` maps a node without triangles to the parts below it.
    `unit` and `up` are what the format says, None where it says nothing.
    """
    triangles: np.ndarray
    parts: tuple[str, ...]
    part_of: np.ndarray
    families: tuple[tuple[str, tuple[str, ...]], ...] = ()
    unit: str | None = None
    up: str | None = None
    sha256: str = ""
    source: str = ""
    cautions: tuple[Caution, ...] = ()


def read(path: Path | str, limits: Limits = USUAL) -> RawMesh:
    """The triangles of an STL, OBJ, PLY, GLB or self-contained glTF file; RefereeError if there is any doubt about them."""
    path = Path(path)
    name, suffix = path.name, path.suffix.lower()
    if suffix in LATER:
        raise RefereeError("E_UNSUPPORTED", f"{name}: {suffix[1:].upper()} is not read yet; export it as STL, OBJ, PLY or GLB", name)
    if suffix not in FORMATS:
        raise RefereeError("E_TYPE_UNKNOWN", f"{name} does not end in .stl, .obj, .ply, .glb or .gltf, so its format is not known", name)
    data = _bytes(path, limits)
    _check_marks(data, name, suffix)
    content = _parsed(FORMATS[suffix], data, name, limits)
    triangles, parts, part_of = _joined(content, name, limits)
    return RawMesh(triangles=triangles, parts=parts, part_of=part_of, families=content.families, unit=content.unit, up=content.up,
                   sha256=hashlib.sha256(data).hexdigest(), source=name, cautions=content.cautions)


def _bytes(path: Path, limits: Limits) -> bytes:
    if not path.is_file():
        raise RefereeError("E_SCENARIO", f"there is no mesh file {path.name}", path.name)
    try:
        size = path.stat().st_size
        if size > limits.file_mb * 1e6:
            says = f"{path.name} has {size / 1e6:,.0f} MB, more than {limits.file_mb:g}; simplify it or raise the limit `file_mb`"
            raise RefereeError("E_LIMIT", says, path.name)
        data = path.read_bytes()
    except OSError as problem:
        raise RefereeError("E_SCENARIO", f"{path.name} cannot be read: {problem.strerror}", path.name) from None
    if not data.strip():
        raise RefereeError("E_EMPTY", f"{path.name} is empty; copy or export it again", path.name)
    return data


def _check_marks(data: bytes, name: str, suffix: str) -> None:
    """Refuse a file whose first bytes are another kind's, or not its own kind's."""
    if suffix == ".stl" and is_whole_binary(data):
        return                                       # its header is free text
    start = data.lstrip()[:8]
    kind = next((kind for mark, kind in MARKS if start.startswith(mark)), None)
    own = OWN_MARKS[suffix]
    if own and kind not in own or not own and kind:
        is_kind = kind or "something else"
        raise RefereeError("E_TYPE_MISMATCH", f"{name} is named {suffix} and is {is_kind}; name it for what it is, or export it again", name)
    if suffix == ".obj" and data[:2] not in (b"\xff\xfe", b"\xfe\xff") and (b"\0" in data[:4096] or data[:5] == b"solid"):
        raise RefereeError("E_TYPE_MISMATCH", f"{name} is named .obj and is not an OBJ's text; name it for what it is, or export it again", name)


def _parsed(module: str, data: bytes, name: str, limits: Limits) -> Content:
    parse = import_module(f"sim.terrain.formats.{module}").parse
    try:
        return parse(data, name, limits)
    except RefereeError:
        raise
    except MemoryError:
        raise RefereeError("E_LIMIT", f"{name} asks for more memory than there is; export it again", name) from None
    except Exception as problem:                     # trimesh and numpy raise many kinds, none written for the person who made the file
        told = str(problem).splitlines()[0][:120] if str(problem) else type(problem).__name__
        raise RefereeError("E_TYPE_MISMATCH", f"{name} is not a readable {module.upper()} file ({told}); export it again", name) from problem


def _joined(content: Content, name: str, limits: Limits) -> tuple[np.ndarray, tuple[str, ...], np.ndarray]:
    if len(content.pieces) > limits.parts:
        says = f"{name} holds {len(content.pieces):,} solids or nodes, more than {limits.parts:,}; join them or raise the limit `parts`"
        raise RefereeError("E_LIMIT", says, name)
    count = sum(len(p.faces) for p in content.pieces)
    if not count:
        raise empty(name)
    if count > limits.triangles:
        raise too_many(name, count, limits)
    index: dict[str, int] = {}
    chunks, parts_of = [], []
    for piece in content.pieces:
        chunks.append(_corners(piece, name))
        names = piece.groups or (piece.name,)
        numbers = np.array([index.setdefault(n, len(index)) for n in names])
        parts_of.append(numbers[piece.group_of] if piece.group_of is not None else np.full(len(piece.faces), numbers[0]))
    return np.concatenate(chunks), tuple(index), np.concatenate(parts_of).astype(np.int32)


def _corners(piece: Piece, name: str) -> np.ndarray:
    """Corner coordinates (n, 3, 3) of a piece: indices are checked before they are used, numbers before they are believed."""
    vertices, faces = piece.vertices, piece.faces
    if faces.ndim != 2 or faces.shape[1] != 3 or vertices.ndim != 2 or vertices.shape[1] != 3:
        raise RefereeError("E_MISMATCH", f"{name}: vertices or faces do not come in threes; export it again as triangles", name)
    if len(faces) and (faces.min() < 0 or faces.max() >= len(vertices)):
        bad, = np.nonzero(((faces < 0) | (faces >= len(vertices))).any(axis=1))
        raise RefereeError("E_INDEX", f"{name}: face {bad[0]} asks for a vertex that is not there ({len(vertices):,} are); export it again", name)
    corners = vertices[faces.astype(np.int64)]
    if not np.isfinite(corners).all():
        bad = np.nonzero(~np.isfinite(corners).all(axis=(1, 2)))[0][0]
        raise RefereeError("E_NONFINITE", f"{name}: triangle {bad} has a coordinate that is not a finite number; export it again", name)
    if piece.matrix is not None and not np.array_equal(piece.matrix, np.eye(4)):
        corners = corners @ piece.matrix[:3, :3].T + piece.matrix[:3, 3]
        if np.linalg.det(piece.matrix[:3, :3]) < 0:
            corners = corners[:, ::-1]               # a mirror turns the outside in
    return corners
