"""GLB and glTF: metres, y up, a tree of nodes whose meshes lie in buffers. The JSON is read strictly, every number before it is used.

What is handed on is a GLB of the nodes, triangles and buffers alone: no material, picture, camera or animation.
"""
from __future__ import annotations

import hashlib
import json
import struct
from collections.abc import Callable

import numpy as np

from sim.errors import Caution, RefereeError
from sim.terrain.audit.account import Account, Figures, check_matrix, corners_of, demand_some, stretch_caution
from sim.terrain.audit.buffers import Buffers
from sim.terrain.audit.faults import empty, fault, too_many_parts
from sim.terrain.audit.nodes import Nodes
from sim.terrain.limits import Limits

HARMLESS = ("KHR_materials_", "KHR_texture_", "KHR_lights_", "EXT_texture_", "KHR_xmp", "KHR_animation_")
INSTANCING = "EXT_mesh_gpu_instancing"
TRIANGLES, OF_TRIANGLES = 4, (4, 5, 6)
MOST_JSON = 2_000_000             # lists, tables and entries that the JSON may hold
Beside = Callable[[str], bytes]


def audit(data: bytes, name: str, limits: Limits, beside: Beside | None = None) -> Account:
    """A glTF whose parts are its nodes with triangles; `beside(uri)` gives the bytes of a buffer file in the glTF's own folder."""
    tree, chunk, cautions = _tree(data, name)
    _check_features(tree, name)
    read: dict[str, str] = {}

    def fetch(uri: str) -> bytes:
        if beside is None:
            raise RefereeError("E_EXTERNAL", f"{name} keeps its triangles in another file; export it as one GLB", name)
        found = beside(uri)
        read[uri] = hashlib.sha256(found).hexdigest()
        return found

    buffers = Buffers(tree, chunk, name, limits, fetch)
    nodes = Nodes(tree, name, limits)
    if len(nodes.bearing) > limits.parts:
        raise too_many_parts(name, len(nodes.bearing), limits)
    meshes = {m: _primitives(tree["meshes"], m, buffers, name, limits) for m in dict.fromkeys(mesh for _, mesh in nodes.bearing)}
    placed = [(node, mesh) for node, mesh in nodes.bearing if meshes[mesh]]
    if not placed:
        raise empty(name)
    demand_some(sum(len(faces) for _, mesh in placed for _, faces, _ in meshes[mesh]), name, limits)
    for node, _ in placed:
        check_matrix(nodes.matrix[node], name, f"`{nodes.names[node]}`")
    corners = [corners_of(vertices, faces, name, nodes.matrix[node]) for node, mesh in placed for vertices, faces, _ in meshes[mesh]]
    owner = [node for node, mesh in placed for _ in meshes[mesh]]
    index = {n: i for i, n in enumerate(dict.fromkeys(nodes.names[node] for node, _ in placed))}
    cautions += [*nodes.cautions, *stretch_caution([nodes.matrix[node] for node, _ in placed], name)]
    return Account(kind="glb", plain=buffers.plain(nodes, placed, meshes), figures=Figures.of(np.concatenate(corners)), names=tuple(index),
                   name_of=np.repeat([index[nodes.names[node]] for node in owner], [len(c) for c in corners]), families=nodes.families(placed),
                   unit="m", up="y", cautions=tuple(cautions), beside=tuple(read.items()))


def _tree(data: bytes, name: str) -> tuple[dict, bytes, list[Caution]]:
    """The JSON, the binary chunk, and what was put up with."""
    text, chunk, cautions = _chunks(data, name) if data[:4] == b"glTF" else (data, b"", [])
    if text.count(b",") + text.count(b"[") + text.count(b"{") > MOST_JSON:
        raise RefereeError("E_LIMIT", f"{name} describes itself at greater length than {MOST_JSON:,} entries; export the mesh alone", name)
    try:
        tree = json.loads(text.decode("utf-8-sig"), object_pairs_hook=_once)
    except (ValueError, RecursionError):
        raise fault("E_TYPE_MISMATCH", name, "is described by JSON that cannot be read") from None
    if not isinstance(tree, dict) or not isinstance(tree.get("asset"), dict):
        raise RefereeError("E_TYPE_MISMATCH", f"{name} is JSON and no glTF (it has no `asset`)", name)
    if not str(tree["asset"].get("version", "")).startswith("2."):
        raise RefereeError("E_UNSUPPORTED", f"{name} is glTF {str(tree['asset'].get('version', 'of no version'))[:20]}; export it as glTF 2.0", name)
    if tree.get("images"):
        cautions.append(Caution("W_EXTERNAL_IGNORED", f"{name} names pictures, which were not opened", name))
    return tree, chunk, cautions


def _once(pairs: list) -> dict:
    table = dict(pairs)
    if len(table) < len(pairs):
        raise ValueError("a key is given twice")
    return table


def _chunks(data: bytes, name: str) -> tuple[bytes, bytes, list[Caution]]:
    if len(data) < 20 or struct.unpack_from("<I", data, 8)[0] > len(data):
        raise RefereeError("E_TRUNCATED", f"{name} is {len(data):,} bytes long and says it is longer; copy or export it again", name)
    version, end = struct.unpack_from("<II", data, 4)
    if version != 2:
        raise RefereeError("E_UNSUPPORTED", f"{name} is a GLB of version {version}; export it as glTF 2.0", name)
    found, at = {}, 12
    while at + 8 <= end:
        length, kind = struct.unpack_from("<I4s", data, at)
        if at + 8 + length > end:
            raise RefereeError("E_TRUNCATED", f"{name} ends within a part that says it is longer; copy or export it again", name)
        found.setdefault(kind, data[at + 8:at + 8 + length])
        at += 8 + length + (-length % 4 if at + 8 + length < end else 0)
    if b"JSON" not in found:
        raise RefereeError("E_TRUNCATED", f"{name} does not begin with a whole JSON chunk; export it again", name)
    spare = len(data) - end
    cautions = [Caution("W_TRAILING", f"{name} goes on for {spare:,} bytes after its end; they were passed over", name)] if spare else []
    return found[b"JSON"], found.get(b"BIN\0", b""), cautions


def _check_features(tree: dict, name: str) -> None:
    """Whatever would change the shape and is not read rightly is refused by name."""
    for extension in tree.get("extensionsRequired", []):
        if not str(extension).startswith(HARMLESS):
            raise RefereeError("E_UNSUPPORTED", f"{name} needs the glTF extension {str(extension)[:60]}; export it without compression", name)
    if any("sparse" in a for a in tree.get("accessors", [])):
        raise RefereeError("E_UNSUPPORTED", f"{name} uses sparse accessors; export it without them", name)
    if any(p.get("targets") for m in tree.get("meshes", []) for p in m.get("primitives", [])):
        raise RefereeError("E_UNSUPPORTED", f"{name} uses morph targets; apply the shape before exporting", name)
    for node in tree.get("nodes", []):
        if "skin" in node:
            raise RefereeError("E_UNSUPPORTED", f"{name} is bent by a skeleton; apply the pose before exporting", name)
        if INSTANCING in node.get("extensions", {}):
            raise RefereeError("E_UNSUPPORTED", f"{name} uses {INSTANCING}; export the copies as nodes", name)


def _primitives(meshes: list, which: int, buffers: Buffers, name: str, limits: Limits) -> list[tuple[np.ndarray, np.ndarray, dict]]:
    """Vertices, faces and the glTF's own words of each set of triangles in a mesh."""
    found = []
    for primitive in meshes[which]["primitives"]:
        mode = primitive.get("mode", TRIANGLES)
        if mode not in OF_TRIANGLES or "POSITION" not in primitive["attributes"]:
            continue
        if mode != TRIANGLES:
            raise RefereeError("E_UNSUPPORTED", f"{name} draws strips or fans of triangles; export it as plain triangles", name)
        position = primitive["attributes"]["POSITION"]
        vertices = buffers.vertices(position, primitive)
        indices = buffers.indices(primitive["indices"]) if "indices" in primitive else np.arange(len(vertices))
        if len(indices) % 3:
            raise fault("E_COUNT", name, f"has {len(indices):,} corners in a list of triangles, which is no multiple of three")
        if len(indices):
            found.append((vertices, indices.reshape(-1, 3), primitive))
            demand_some(len(indices) // 3, name, limits)
    return found
