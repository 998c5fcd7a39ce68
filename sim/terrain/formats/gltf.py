"""GLB and glTF: metres, y up, a tree of nodes. The JSON is read strictly here, the buffers by trimesh.

Each node with geometry is a part under the node's name; nothing outside the file is opened.
"""
from __future__ import annotations

import io
import json
import struct

import numpy as np

from sim.errors import Caution, RefereeError
from sim.terrain.formats.piece import Content, Piece, empty
from sim.terrain.limits import Limits

HARMLESS = ("KHR_materials_", "KHR_texture_", "KHR_lights_", "EXT_texture_", "KHR_xmp", "KHR_animation_")


def parse(data: bytes, name: str, limits: Limits) -> Content:
    """Every node that bears triangles as a piece, placed by the nodes above it."""
    binary = data[:4] == b"glTF"
    tree = _json(_json_chunk(data, name) if binary else data, name)
    _check_features(tree, name)
    parent = _parents(tree, name, limits)
    from trimesh.exchange.gltf import load_glb, load_gltf
    loaded = (load_glb if binary else load_gltf)(io.BytesIO(data), skip_materials=True)
    pieces = _pieces(loaded, name, limits)
    cautions = [Caution("W_EXTERNAL_IGNORED", f"{name} names pictures, which were not opened", name)] if tree.get("images") else []
    if len(tree.get("scenes", [])) > 1:
        cautions.append(Caution("W_MULTI_SCENE", f"{name} holds {len(tree['scenes'])} scenes; only the one it shows first was read", name))
    return Content(pieces, unit="m", up="y", cautions=tuple(cautions), families=_families(tree, parent))


def _json_chunk(data: bytes, name: str) -> bytes:
    if len(data) < 20 or struct.unpack_from("<I", data, 8)[0] > len(data):
        raise RefereeError("E_TRUNCATED", f"{name} is {len(data):,} bytes long and says it is longer; copy or export it again", name)
    length, kind = struct.unpack_from("<I4s", data, 12)
    if kind != b"JSON" or 20 + length > len(data):
        raise RefereeError("E_TRUNCATED", f"{name} does not begin with a whole JSON chunk; export it again", name)
    return data[20:20 + length]


def _json(text: bytes, name: str) -> dict:
    try:
        tree = json.loads(text.decode("utf-8-sig"))
    except (ValueError, RecursionError):
        raise RefereeError("E_TYPE_MISMATCH", f"{name}: what describes the glTF is not readable JSON; export it again", name) from None
    if not isinstance(tree, dict) or "asset" not in tree:
        raise RefereeError("E_TYPE_MISMATCH", f"{name} is JSON and no glTF (it has no `asset`)", name)
    return tree


def _check_features(tree: dict, name: str) -> None:
    """Whatever would change the shape and is not read rightly is refused by name."""
    for extension in tree.get("extensionsRequired", []):
        if not str(extension).startswith(HARMLESS):
            raise RefereeError("E_UNSUPPORTED", f"{name} needs the glTF extension {extension}; export it without compression", name)
    if any("sparse" in a for a in tree.get("accessors", [])):
        raise RefereeError("E_UNSUPPORTED", f"{name} uses sparse accessors; export it without them", name)
    if any(p.get("targets") for m in tree.get("meshes", []) for p in m.get("primitives", [])):
        raise RefereeError("E_UNSUPPORTED", f"{name} uses morph targets; apply the shape before exporting", name)
    if any(not str(b.get("uri", "data:")).startswith("data:") for b in tree.get("buffers", [])):
        raise RefereeError("E_EXTERNAL", f"{name} keeps its triangles in another file; export it as one GLB", name)


def _parents(tree: dict, name: str, limits: Limits) -> dict[int, int]:
    """For each node the one above it; a glTF whose nodes are no tree is refused."""
    nodes, parent = tree.get("nodes", []), {}
    for above, node in enumerate(nodes):
        for below in node.get("children", []):
            if not isinstance(below, int) or not 0 <= below < len(nodes) or below in parent or below == above:
                raise RefereeError("E_GRAPH", f"{name}: the nodes are no tree at node {above} (child {below}); export it again", name)
            parent[below] = above
    roots = [r for s in tree.get("scenes", []) for r in s.get("nodes", [])]
    if any(not isinstance(r, int) or not 0 <= r < len(nodes) for r in roots):
        raise RefereeError("E_GRAPH", f"{name}: a scene asks for a node that is not there; export it again", name)
    for node in range(len(nodes)):
        depth = 0
        while node in parent:
            node, depth = parent[node], depth + 1
            if depth > limits.depth:
                raise RefereeError("E_GRAPH", f"{name}: nodes lie more than {limits.depth} deep, or in a ring; export it flat", name)
    for i, node in enumerate(nodes):
        if not all(np.isfinite(node.get(k, [0.0])).all() for k in ("matrix", "translation", "rotation", "scale")):
            raise RefereeError("E_TRANSFORM", f"{name}: node {i} has a transform that is not finite; export it again", name)
        if "rotation" in node and not 1e-6 < np.linalg.norm(node["rotation"]) < 1e6:
            raise RefereeError("E_TRANSFORM", f"{name}: node {i} is turned by nothing at all (a rotation of length 0); export it again", name)
    return parent


def _pieces(loaded: dict, name: str, limits: Limits) -> tuple[Piece, ...]:
    place, pieces = {loaded["base_frame"]: np.eye(4)}, []
    for edge in loaded["graph"]:
        above = place.get(edge["frame_from"])
        if above is None:                            # trimesh leaves out nodes with a camera, and then what hangs on them has no place
            raise RefereeError("E_UNSUPPORTED", f"{name}: `{edge['frame_to']}` hangs on a node that could not be read; export it flat", name)
        place[edge["frame_to"]] = matrix = above @ edge.get("matrix", np.eye(4))
        mesh = loaded["geometry"].get(edge.get("geometry"), {})
        if mesh.get("faces") is None:
            continue
        if not np.allclose(matrix[3], (0, 0, 0, 1)) or abs(np.linalg.det(matrix[:3, :3])) < 1e-18:
            says = f"{name}: the transform of `{edge['frame_to']}` flattens it or puts it in perspective; apply transforms and export it again"
            raise RefereeError("E_TRANSFORM", says, name)
        shared = mesh.get("metadata", {}).get("from_gltf_primitive")
        pieces.append(Piece(str(edge["frame_from"] if shared else edge["frame_to"]), np.asarray(mesh["vertices"], dtype=np.float64),
                            np.asarray(mesh["faces"]), matrix))
    if not pieces:
        raise empty(name)
    return tuple(pieces)


def _families(tree: dict, parent: dict[int, int]) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Nodes without geometry, and the names of those with geometry below them."""
    nodes, below = tree.get("nodes", []), {}
    for i, node in enumerate(nodes):
        if "mesh" in node:
            above = parent.get(i)
            while above is not None:
                if "mesh" not in nodes[above]:
                    below.setdefault(str(nodes[above].get("name", above)), []).append(str(node.get("name", i)))
                above = parent.get(above)
    return tuple((k, tuple(v)) for k, v in below.items())
