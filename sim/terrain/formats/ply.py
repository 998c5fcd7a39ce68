"""PLY: vertices and faces, text or binary; no unit, no axis. The header is read strictly here, the rest by trimesh."""
from __future__ import annotations

import io
import re

import numpy as np

from sim.errors import Caution, RefereeError
from sim.terrain.formats.piece import Content, Piece, empty, too_many
from sim.terrain.limits import Limits

END = re.compile(rb"end_header[ \t]*\r?\n")


def parse(data: bytes, name: str, limits: Limits) -> Content:
    """A PLY as one piece."""
    head = END.search(data)
    if not head:
        raise RefereeError("E_TRUNCATED", f"{name} ends within its header; copy or export it again", name)
    counts, text = _header(data[:head.start()], name)
    if not counts.get("face"):
        raise empty(name)
    body = data[head.end():]
    for element, count in counts.items():
        if count < 0 or count > len(body):
            raise RefereeError("E_COUNT", f"{name} says it holds {count:,} of `{element}`, which {len(body):,} bytes cannot; export it again", name)
    if counts["face"] > limits.triangles:
        raise too_many(name, counts["face"], limits)
    if text:
        promised, lines = sum(counts.values()), sum(1 for line in body.splitlines() if line.strip())
        if lines < promised:
            raise RefereeError("E_TRUNCATED", f"{name} promises {promised:,} lines of data and has {lines:,}; copy or export it again", name)
    faces, vertices = _load(data, name)
    if text and len(faces) < counts["face"]:
        raise RefereeError("E_MISMATCH", f"{name} promises {counts['face']:,} faces and {len(faces):,} could be read; export it again", name)
    whole = not text or body.endswith((b"\n", b"\r"))
    cautions = () if whole else (Caution("W_TRUNCATED", f"the last line of {name} is not ended, so its last number may have been cut", name),)
    return Content((Piece("", vertices, faces),), cautions=cautions)


def _load(data: bytes, name: str) -> tuple[np.ndarray, np.ndarray]:
    from trimesh.exchange.ply import load_ply
    from trimesh.geometry import triangulate_quads
    try:
        loaded = load_ply(io.BytesIO(data), skip_materials=True, fix_texture=False)
    except IndexError:
        raise RefereeError("E_INDEX", f"{name}: a face asks for a vertex that the file does not have; export it again", name) from None
    except ValueError as problem:
        if "unexpected length" not in str(problem):
            raise
        says = f"{name} is not as long as its header promises: it was cut, or mixes triangles with larger faces; export it again as triangles"
        raise RefereeError("E_TRUNCATED", says, name) from None
    if loaded.get("faces") is None or not len(loaded["faces"]):
        raise empty(name)
    faces = loaded["faces"]
    faces = np.asarray(faces if np.shape(faces)[1:] == (3,) else triangulate_quads(faces))
    return faces, np.asarray(loaded["vertices"], dtype=np.float64)


def _header(head: bytes, name: str) -> tuple[dict[str, int], bool]:
    """How many of each element, and whether they are written as text."""
    counts, text = {}, True
    for line in head.decode("latin-1").splitlines():
        words = line.split()
        if words[:1] == ["format"]:
            text = words[1:2] == ["ascii"]
        if words[:1] == ["element"]:
            try:
                counts[words[1]] = int(words[2])
            except (IndexError, ValueError):
                raise RefereeError("E_NUMBER", f"{name}: `{line.strip()[:60]}` does not say how many; export it again", name) from None
    return counts, text
