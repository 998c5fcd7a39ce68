"""The nodes of a glTF: a tree, each with a transform, of which those of the scene it shows are taken."""
from __future__ import annotations

import numpy as np

from sim.errors import Caution, RefereeError
from sim.terrain.audit.faults import fault
from sim.terrain.limits import Limits

UNIT = 1e-3               # a rotation's length may be this far from 1
KEYS = {"matrix": 16, "translation": 3, "rotation": 4, "scale": 3}


class Nodes:
    """`roots` of the scene shown; `bearing` (node, mesh) below them in the file's order; `matrix` of each into the file's frame; `names`."""

    def __init__(self, tree: dict, name: str, limits: Limits):
        self.name, self.limits = name, limits
        self.nodes: list[dict] = tree.get("nodes", [])
        self.names = [str(n.get("name") or i) for i, n in enumerate(self.nodes)]
        self.cautions: list[Caution] = []
        self.parent = self.parents()
        self.roots = self.scene(tree)
        self.local = [self.transform(i) for i in range(len(self.nodes))]
        self.matrix: dict[int, np.ndarray] = {}
        self.walk()
        meshes = tree.get("meshes", [])
        self.bearing = [(i, self.nodes[i]["mesh"]) for i in sorted(self.matrix) if "mesh" in self.nodes[i]]
        for i, mesh in self.bearing:
            if type(mesh) is not int or not 0 <= mesh < len(meshes):
                raise fault("E_INDEX", name, f"asks for mesh {str(mesh)[:30]} at node {i}, and there are {len(meshes)}")

    def parents(self) -> dict[int, int]:
        """For each node the one above it; nodes that are no tree are refused."""
        parent: dict[int, int] = {}
        for above, node in enumerate(self.nodes):
            for below in node.get("children", []):
                if type(below) is not int or not 0 <= below < len(self.nodes) or below in parent or below == above:
                    raise RefereeError("E_GRAPH", f"{self.name}: the nodes are no tree at node {above} (child {str(below)[:30]}); export it again", self.name)
                parent[below] = above
        return parent

    def scene(self, tree: dict) -> list[int]:
        """The nodes at the top of the scene that is shown first."""
        scenes, shown = tree.get("scenes", []), tree.get("scene", 0)
        if not scenes:
            return [i for i in range(len(self.nodes)) if i not in self.parent]
        if type(shown) is not int or not 0 <= shown < len(scenes):
            raise RefereeError("E_GRAPH", f"{self.name} shows scene {str(shown)[:30]}, and there are {len(scenes)}; export it again", self.name)
        for root in (r for s in scenes for r in s.get("nodes", [])):
            if type(root) is not int or not 0 <= root < len(self.nodes):
                raise RefereeError("E_GRAPH", f"{self.name}: a scene asks for a node that is not there; export it again", self.name)
        if len(scenes) > 1:
            says = f"{self.name} holds {len(scenes)} scenes; only the one it shows first was read"
            self.cautions.append(Caution("W_MULTI_SCENE", says, self.name))
        return list(dict.fromkeys(scenes[shown].get("nodes", [])))

    def transform(self, i: int) -> np.ndarray:
        """A node's own matrix (4, 4)."""
        node, given = self.nodes[i], {}
        for key, length in KEYS.items():
            if key in node:
                given[key] = np.array(node[key], dtype=np.float64)
                if given[key].shape != (length,) or not np.isfinite(given[key]).all():
                    raise RefereeError("E_TRANSFORM", f"{self.name}: node {i} has a {key} that is not {length} finite numbers; export it again", self.name)
        if "matrix" in given:
            return given["matrix"].reshape(4, 4).T
        matrix = np.eye(4)
        matrix[:3, :3] = self.rotation(i, given["rotation"]) if "rotation" in given else matrix[:3, :3]
        matrix[:3, :3] = matrix[:3, :3] * given.get("scale", 1.0)
        matrix[:3, 3] = given.get("translation", 0.0)
        return matrix

    def rotation(self, i: int, quaternion: np.ndarray) -> np.ndarray:
        length = float(np.linalg.norm(quaternion))
        if not 1e-6 < length < 1e6:
            raise RefereeError("E_TRANSFORM", f"{self.name}: node {i} is turned by nothing at all (a rotation of length 0); export it again", self.name)
        if abs(length - 1) > UNIT:
            says = f"{self.name}: node {i} has a rotation of length {length:.3g} where 1 was expected; its direction was kept"
            self.cautions.append(Caution("W_TRANSFORM", says, self.name))
        x, y, z, w = quaternion / length
        return np.array([[1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
                         [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
                         [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)]])

    def walk(self) -> None:
        """Fills `matrix` from the roots down."""
        for i in range(len(self.nodes)):
            self.check_depth(i)
        waiting = [(root, np.eye(4)) for root in self.roots]
        while waiting:
            i, above = waiting.pop()
            self.matrix[i] = above @ self.local[i]
            waiting += [(child, self.matrix[i]) for child in self.nodes[i].get("children", [])]

    def check_depth(self, i: int) -> None:
        """Rings and chains deeper than the limit are refused wherever they are."""
        depth = 0
        while i in self.parent:
            i, depth = self.parent[i], depth + 1
            if depth > self.limits.depth:
                raise RefereeError("E_GRAPH", f"{self.name}: nodes lie more than {self.limits.depth} deep, or in a ring; export it flat", self.name)

    def families(self, placed: list[tuple[int, int]]) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """Nodes without triangles, and the names of those with triangles below them."""
        bears, below = {node for node, _ in placed}, {}
        for node in bears:
            above = self.parent.get(node)
            while above is not None:
                if above not in bears:
                    below.setdefault(self.names[above], set()).add(self.names[node])
                above = self.parent.get(above)
        return tuple((k, tuple(sorted(v))) for k, v in sorted(below.items()))

    def plain(self, mesh_of: dict[int, int]) -> list[dict]:
        """The nodes with their transforms and no more."""
        told = []
        for i, node in enumerate(self.nodes):
            kept = {k: node[k] for k in ("children", *KEYS) if k in node}
            if "matrix" in kept:
                kept = {k: v for k, v in kept.items() if k not in KEYS or k == "matrix"}
            if "rotation" in kept:
                kept["rotation"] = (np.array(node["rotation"]) / np.linalg.norm(node["rotation"])).tolist()
            told.append({"name": f"n{i}"} | kept | ({"mesh": mesh_of[i]} if i in mesh_of else {}))
        return told
