"""The buffers of a glTF: where its numbers lie, checked against how long the buffers are."""
from __future__ import annotations

import base64
import binascii
import json
import struct
from collections.abc import Callable

import numpy as np

from sim.errors import RefereeError
from sim.terrain.audit.faults import fault
from sim.terrain.limits import Limits

FLOAT = 5126
INTEGERS = {5121: "u1", 5123: "<u2", 5125: "<u4"}
DATA = "data:"
MOST_NUMBERS = 2**32          # no buffer holds more


class Buffers:
    """The buffers of one file: from its binary chunk, from data URIs, or fetched by name."""

    def __init__(self, tree: dict, chunk: bytes, name: str, limits: Limits, fetch: Callable[[str], bytes]):
        self.tree, self.chunk, self.name, self.limits, self.fetch = tree, chunk, name, limits, fetch
        self.bytes: dict[int, bytes] = {}
        self.used: dict[int, None] = {}              # accessors in the order they were asked for

    def vertices(self, accessor: int, primitive: dict) -> np.ndarray:
        """Positions (n, 3), float32."""
        described = self.accessor(accessor)
        if described.get("componentType") != FLOAT or described.get("type") != "VEC3":
            raise RefereeError("E_UNSUPPORTED", f"{self.name} gives positions in packed numbers; export it without compression", self.name)
        if "bufferView" not in described:
            extension = next(iter(primitive.get("extensions", {})), "")
            how = f"packs its triangles by {extension}" if extension else "gives no positions for its triangles"
            raise RefereeError("E_UNSUPPORTED", f"{self.name} {how}; export it without compression", self.name)
        return self.numbers(accessor, described, "<f4", 3)

    def indices(self, accessor: int) -> np.ndarray:
        """Vertex indices (n,)."""
        described = self.accessor(accessor)
        kind = INTEGERS.get(described.get("componentType"))
        if kind is None or described.get("type") != "SCALAR" or "bufferView" not in described:
            raise RefereeError("E_UNSUPPORTED", f"{self.name} gives the corners of its triangles in packed numbers; export it without compression", self.name)
        return self.numbers(accessor, described, kind, 1)[:, 0]

    def accessor(self, which: int) -> dict:
        described = self.entry("accessors", which)
        count = described["count"]
        if type(count) is not int or not 0 <= count < MOST_NUMBERS:
            raise fault("E_COUNT", self.name, f"says it holds {str(count)[:30]} numbers of a kind, which it cannot")
        return described

    def entry(self, kind: str, which: int) -> dict:
        """An entry of one of the glTF's lists."""
        entries = self.tree.get(kind, [])
        if type(which) is not int or not 0 <= which < len(entries):
            raise fault("E_INDEX", self.name, f"asks for entry {str(which)[:30]} of its {kind}, and there are {len(entries)}")
        return entries[which]

    def numbers(self, which: int, accessor: dict, kind: str, across: int) -> np.ndarray:
        """The numbers (n, across) of an accessor; E_COUNT unless they lie within its view."""
        view = self.view(accessor["bufferView"])
        offset, count, item = accessor.get("byteOffset", 0), accessor["count"], np.dtype(kind).itemsize * across
        stride = self.entry("bufferViews", accessor["bufferView"]).get("byteStride", item)
        sound = all(type(n) is int for n in (offset, stride)) and offset >= 0 and item <= stride <= 252 * across
        if not sound or count and offset + stride * (count - 1) + item > len(view):
            raise fault("E_COUNT", self.name, f"says that {count:,} numbers of a kind lie where {len(view):,} bytes are")
        self.used[which] = None
        if not count:
            return np.empty((0, across), dtype=kind)
        return np.ndarray((count, across), kind, view, offset, (stride, np.dtype(kind).itemsize))

    def view(self, which: int) -> memoryview:
        described = self.entry("bufferViews", which)
        buffer = self.buffer(described["buffer"])
        start, length = described.get("byteOffset", 0), described["byteLength"]
        if type(start) is not int or type(length) is not int or start < 0 or length < 0 or start + length > len(buffer):
            raise fault("E_COUNT", self.name, f"says that {str(length)[:30]} bytes lie at {str(start)[:30]} of a buffer of {len(buffer):,}")
        return memoryview(buffer)[start:start + length]

    def buffer(self, which: int) -> bytes:
        if which not in self.bytes:
            described = self.entry("buffers", which)
            uri, length = described.get("uri"), described["byteLength"]
            found = self.chunk if uri is None else self.unpacked(uri) if uri.startswith(DATA) else self.fetch(uri)
            if type(length) is not int or length < 0 or length > len(found):
                says = f"{self.name} says that a buffer has {str(length)[:30]} bytes, and it has {len(found):,}; copy or export it again"
                raise RefereeError("E_TRUNCATED", says, self.name)
            self.bytes[which] = found[:length]
        return self.bytes[which]

    def unpacked(self, uri: str) -> bytes:
        head, _, body = uri.partition(",")
        try:
            if not head.endswith(";base64"):
                raise ValueError
            return base64.b64decode(body, validate=True)
        except (ValueError, binascii.Error):
            raise fault("E_ENCODING", self.name, "holds a buffer that is not whole base64") from None

    def plain(self, nodes, placed: list[tuple[int, int]], meshes: dict[int, list]) -> bytes:
        """A GLB of the placed nodes and their triangles; node i is called n{i}, so that what comes back can be told apart."""
        accessor_at = {which: i for i, which in enumerate(self.used)}
        mesh_at = {mesh: i for i, mesh in enumerate(dict.fromkeys(mesh for _, mesh in placed))}
        views, accessors, blob = [], [], bytearray()
        for which in self.used:
            described = self.tree["accessors"][which]
            view = self.view(described["bufferView"])
            stride = {k: v for k, v in self.tree["bufferViews"][described["bufferView"]].items() if k == "byteStride"}
            accessors.append({k: described[k] for k in ("componentType", "count", "type", "byteOffset") if k in described} | {"bufferView": len(views)})
            views.append({"buffer": 0, "byteOffset": len(blob), "byteLength": len(view)} | stride)
            blob += bytes(view) + bytes(-len(view) % 4)
        told = [{"primitives": [_primitive(p, accessor_at) for _, _, p in meshes[mesh]]} for mesh in mesh_at]
        tree = {"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": nodes.roots}], "nodes": nodes.plain({n: mesh_at[m] for n, m in placed}),
                "meshes": told, "accessors": accessors, "bufferViews": views, "buffers": [{"byteLength": len(blob)}]}
        text = json.dumps(tree).encode()
        text += b" " * (-len(text) % 4)
        body = struct.pack("<I4s", len(text), b"JSON") + text + struct.pack("<I4s", len(blob), b"BIN\0") + bytes(blob)
        return struct.pack("<4sII", b"glTF", 2, 12 + len(body)) + body


def _primitive(primitive: dict, accessor_at: dict[int, int]) -> dict:
    indices = {"indices": accessor_at[primitive["indices"]]} if "indices" in primitive else {}
    return {"attributes": {"POSITION": accessor_at[primitive["attributes"]["POSITION"]]}} | indices
