"""What trimesh makes of plain files, format by format. Runs in the child only."""
from __future__ import annotations

import io

import numpy as np

Piece = tuple[np.ndarray, np.ndarray, np.ndarray]       # vertices (v, 3), faces (n, 3), matrix (4, 4)
NOWHERE = np.eye(4)


def parse(kind: str, data: bytes) -> list[Piece]:
    """The pieces of a file that the audit has made plain, in the file's order."""
    return {"stl": _stl, "obj": _obj, "ply": _ply, "glb": _glb, "3mf": _3mf}[kind](data)


def _stl(data: bytes) -> list[Piece]:
    from trimesh.exchange.stl import load_stl
    return [_piece(load_stl(io.BytesIO(data)))]


def _obj(data: bytes) -> list[Piece]:
    from trimesh.exchange.obj import load_obj
    loaded = load_obj(io.BytesIO(data), skip_materials=True, group_material=False, maintain_order=True)
    return [_piece(mesh) for mesh in loaded["geometry"].values()]


def _ply(data: bytes) -> list[Piece]:
    from trimesh.exchange.ply import load_ply
    return [_piece(load_ply(io.BytesIO(data), skip_materials=True, fix_texture=False))]


def _glb(data: bytes) -> list[Piece]:
    """Nodes are called n0, n1 ...; of a node with several sets of triangles each is a node of its own below it."""
    from trimesh.exchange.gltf import load_glb
    loaded = load_glb(io.BytesIO(data), skip_materials=True)
    place, found = {loaded["base_frame"]: NOWHERE}, []
    for edge in loaded["graph"]:
        place[edge["frame_to"]] = matrix = place[edge["frame_from"]] @ edge.get("matrix", NOWHERE)
        mesh = loaded["geometry"].get(edge.get("geometry"))
        if mesh is not None:
            node = edge["frame_from"] if mesh["metadata"].get("from_gltf_primitive") else edge["frame_to"]
            found.append((int(node[1:]), _piece(mesh, matrix)))
    return [piece for _, piece in sorted(found, key=lambda f: f[0])]


def _3mf(data: bytes) -> list[Piece]:
    """Build items are called 0, 1 ... by their part numbers."""
    from trimesh.exchange.threemf import load_3MF
    loaded = load_3MF(io.BytesIO(data), postprocess=False)
    items = sorted(loaded["graph"], key=lambda edge: int(edge["frame_to"]))
    return [_piece(loaded["geometry"][edge["geometry"]], edge["matrix"]) for edge in items]


def _piece(mesh: dict, matrix: np.ndarray = NOWHERE) -> Piece:
    return np.asarray(mesh["vertices"]), np.asarray(mesh["faces"]), np.asarray(matrix, dtype=np.float64)
