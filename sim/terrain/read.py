"""Mesh files become triangles in their own frame, checked before anyone uses them.

First the bytes and what they begin with, then the audit, then trimesh in a child process; the triangles it gives must have the figures
the audit counted. Everything the rest of the code knows of a file is a `RawMesh`.
"""
from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from urllib.parse import unquote

import numpy as np

from sim.errors import Caution, RefereeError
from sim.terrain import child
from sim.terrain.audit import FORMATS, audit
from sim.terrain.audit.account import Account, Figures, corners_of
from sim.terrain.audit.stl import is_whole_binary
from sim.terrain.limits import USUAL, Limits

MARKS = ((b"glTF", "a GLB"), (b"ply", "a PLY"), (b"PK\x03\x04", "a zip file"), (b"\x1f\x8b", "a gzip file"), (b"\x89PNG", "a picture"),
         (b"\xff\xd8\xff", "a picture"), (b"%PDF", "a PDF"), (b"<", "a web page or XML"), (b"{", "JSON"),
         (b"\x80\x03", "a Python pickle"), (b"\x80\x04", "a Python pickle"), (b"\x80\x05", "a Python pickle"))
OWN_MARKS = {".stl": (), ".obj": (), ".ply": ("a PLY",), ".glb": ("a GLB",), ".gltf": ("JSON",), ".3mf": ("a zip file",)}
UTF8_MARK, UTF16_MARKS = b"\xef\xbb\xbf", (b"\xff\xfe", b"\xfe\xff")
ENDINGS = f"{', '.join(list(FORMATS)[:-1])} or {list(FORMATS)[-1]}"


@dataclass(frozen=True, kw_only=True, eq=False)
class RawMesh:
    """A file's triangles, (n, 3, 3) float64 in the file's own frame and numbers, nothing merged or dropped.

    `part_of` gives for each triangle an index into `parts` (names); `families` maps a name that stands for several parts to theirs.
    `unit` and `up` are what the format says, None where it says nothing. `beside` lists files read along with it (name, sha256).
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
    beside: tuple[tuple[str, str], ...] = ()


def read(path: Path | str, limits: Limits = USUAL) -> RawMesh:
    """The triangles of an STL, OBJ, PLY, GLB, glTF or 3MF file; RefereeError if there is any doubt about them."""
    path = Path(path)
    name, suffix = path.name, path.suffix.lower()
    if suffix not in FORMATS:
        raise RefereeError("E_TYPE_UNKNOWN", f"{name} does not end in {ENDINGS}, so its format is not known", name)
    try:
        data = _bytes(path, limits)
        _check_marks(data, name, suffix)
        account = audit(data, name, suffix, limits, partial(_beside, path, limits))
        triangles = _read_again(account, name, limits)
    except MemoryError:
        raise RefereeError("E_LIMIT", f"{name} asks for more memory than there is; simplify it", name) from None
    parts, part_of = _parts(account)
    return RawMesh(triangles=triangles, parts=parts, part_of=part_of, families=account.families, unit=account.unit, up=account.up,
                   sha256=hashlib.sha256(data).hexdigest(), source=name, cautions=account.cautions + _told_of(account, name), beside=account.beside)


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


def _beside(path: Path, limits: Limits, uri: str) -> bytes:
    """A buffer that a glTF names: a file in its own folder, links followed, and nothing else."""
    name = unquote(uri)
    plain = not any(c in name for c in "/\\:\0") and name.strip(". ") and len(name) < 256
    try:
        found = (path.parent / name).resolve() if plain else None
        inside = found is not None and found.parent == path.parent.resolve()
        there = inside and found.is_file()
    except (OSError, RuntimeError):
        inside = there = False
    if not inside:
        says = f"{path.name} keeps its triangles in `{uri[:60]}`, which is not a file beside it, so it was not opened; export it as one GLB"
        raise RefereeError("E_EXTERNAL", says, path.name)
    if not there:
        raise RefereeError("E_EXTERNAL", f"{path.name} keeps its triangles in `{name}`, which is missing beside it; copy both, or export it as one GLB",
                           path.name)
    return _bytes(found, limits)


def _check_marks(data: bytes, name: str, suffix: str) -> None:
    """Refuse a file whose first bytes are another kind's, or not its own kind's."""
    if suffix == ".stl" and is_whole_binary(data):
        return                                       # its header is free text
    start = data.removeprefix(UTF8_MARK).lstrip()[:8]
    kind = next((kind for mark, kind in MARKS if start.startswith(mark)), None)
    own = OWN_MARKS[suffix]
    if own and kind not in own or not own and kind:
        is_kind = kind or "something else"
        raise RefereeError("E_TYPE_MISMATCH", f"{name} is named {suffix} and is {is_kind}; name it for what it is, or export it again", name)
    if suffix == ".obj" and not data.startswith(UTF16_MARKS) and (b"\0" in data[:4096] or data[:5] == b"solid"):
        raise RefereeError("E_TYPE_MISMATCH", f"{name} is named .obj and is not an OBJ's text; name it for what it is, or export it again", name)


def _read_again(account: Account, name: str, limits: Limits) -> np.ndarray:
    """The triangles as trimesh reads them, which must be those the audit counted; a difference is refused, never guessed away."""
    corners = []
    for vertices, faces, matrix in child.read(account.kind, account.plain, name, limits):
        if vertices.ndim != 2 or faces.ndim != 2 or vertices.shape[1] != 3 or faces.shape[1] != 3 or matrix.shape != (4, 4) or faces.dtype.kind not in "iu":
            raise RefereeError("E_MISMATCH", f"{name}: vertices or faces do not come in threes; export it again as triangles", name)
        corners.append(corners_of(vertices, faces, name, matrix))
    triangles = np.concatenate(corners) if corners else np.empty((0, 3, 3))
    difference = account.figures.difference(Figures.of(triangles)) if len(triangles) else "no triangles"
    if difference:
        raise RefereeError("E_MISMATCH", f"two readings of {name} do not agree ({difference}), so neither is believed; export it again", name)
    return triangles


def _parts(account: Account) -> tuple[tuple[str, ...], np.ndarray]:
    """Names once each, and the part of each triangle."""
    index: dict[str, int] = {}
    numbers = np.array([index.setdefault(n, len(index)) for n in account.names])
    return tuple(index), numbers[account.name_of].astype(np.int32)


def _told_of(account: Account, name: str) -> tuple[Caution, ...]:
    """Every file that was read along with this one, with its hash."""
    return tuple(Caution("W_BESIDE", f"{name} keeps its triangles in {unquote(uri)} beside it (sha256 {digest}), which was read too", name)
                 for uri, digest in account.beside)
