"""Triangles written as mesh files: binary STL in millimetres, GLB in metres with y up and named nodes. Same input, same bytes."""
from __future__ import annotations

import json
import struct
from pathlib import Path

import numpy as np

from sim.files import write_whole

FLOAT, TRIANGLES, VERTICES = 5126, 4, 34962     # glTF's numbers for 32-bit floats, triangle lists and vertex buffers


def write_stl(path: Path, triangles: np.ndarray) -> Path:
    """A binary STL of (n, 3, 3) triangles in millimetres, z up."""
    triangles = np.asarray(triangles, dtype=np.float64)
    records = np.zeros(len(triangles), dtype=[("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("attribute", "<u2")])
    records["normal"], records["corners"] = _normals(triangles), triangles
    return write_whole(path, b"tabletop-referee, millimetres, z up".ljust(80) + struct.pack("<I", len(triangles)) + records.tobytes())


def write_glb(path: Path, nodes: dict[str, np.ndarray]) -> Path:
    """A GLB with a node of each name; the triangles are (n, 3, 3) in millimetres, z up, and become metres, y up, as glTF wants them."""
    corners = [_metres_y_up(t).reshape(-1, 3) for t in nodes.values()]
    ends = np.cumsum([c.nbytes for c in corners]).tolist()
    views = [{"buffer": 0, "byteOffset": end - c.nbytes, "byteLength": c.nbytes, "target": VERTICES} for c, end in zip(corners, ends)]
    accessors = [{"bufferView": i, "componentType": FLOAT, "count": len(c), "type": "VEC3", "min": c.min(axis=0).tolist(), "max": c.max(axis=0).tolist()}
                 for i, c in enumerate(corners)]
    whole = {"asset": {"version": "2.0", "generator": "tabletop-referee"}, "scene": 0, "scenes": [{"nodes": list(range(len(nodes)))}],
             "nodes": [{"name": name, "mesh": i} for i, name in enumerate(nodes)],
             "meshes": [{"name": name, "primitives": [{"attributes": {"POSITION": i}, "mode": TRIANGLES}]} for i, name in enumerate(nodes)],
             "accessors": accessors, "bufferViews": views, "buffers": [{"byteLength": ends[-1]}]}
    told = json.dumps(whole, separators=(",", ":")).encode()
    chunks = _chunk(b"JSON", told, b" ") + _chunk(b"BIN\0", b"".join(c.tobytes() for c in corners), b"\0")
    return write_whole(path, struct.pack("<4sII", b"glTF", 2, 12 + len(chunks)) + chunks)


def _metres_y_up(triangles: np.ndarray) -> np.ndarray:
    x, y, z = np.moveaxis(triangles / 1000, -1, 0)
    return np.stack([x, z, -y], axis=-1).astype("<f4")


def _chunk(kind: bytes, content: bytes, padding: bytes) -> bytes:
    content += padding * (-len(content) % 4)
    return struct.pack("<I4s", len(content), kind) + content


def _normals(triangles: np.ndarray) -> np.ndarray:
    across = np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0])
    return across / np.maximum(np.linalg.norm(across, axis=1, keepdims=True), 1e-300)
