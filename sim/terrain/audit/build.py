"""What a 3MF builds: every mesh where its instances stand, counted first, then placed."""
from __future__ import annotations

import io
import zipfile
from collections import Counter
from dataclasses import dataclass

import numpy as np

from sim.terrain.audit.account import Account, Figures, check_matrix, corners_of, demand_some, stretch_caution
from sim.terrain.audit.faults import empty, fault, too_many_parts
from sim.terrain.audit.package import Package
from sim.terrain.audit.threemf import CORE, MAIN, Model, Object, Use
from sim.terrain.limits import Limits

Key = tuple[str, str]


@dataclass(frozen=True)
class Instance:
    """A mesh at a place: `labels` are the names of what it is part of, from the build item down to the mesh's own; `within` another object?"""
    key: Key
    matrix: np.ndarray
    labels: tuple[str, ...]
    within: bool


def audit(data: bytes, name: str, limits: Limits, beside=None) -> Account:
    """A 3MF whose parts are its instances, under the names of their build items and objects."""
    package = Package(data, name, limits)
    models = [p for p in package.entries if p.endswith(".model")]
    main = MAIN if MAIN in models else models[0] if len(models) == 1 else None
    if main is None:
        raise fault("E_TYPE_MISMATCH", name, "is a zip file without a 3D model, so it is no 3MF")
    build = _Build(package, main, limits)
    instances = build.instances()
    if not instances:
        raise empty(name)
    for instance in instances:
        check_matrix(instance.matrix, name, f"`{instance.labels[0]}`")
    meshes = {key: build.mesh(key) for key in dict.fromkeys(i.key for i in instances)}
    corners = [corners_of(*meshes[i.key], name, i.matrix) for i in instances]
    names, families = _names(instances)
    return Account(kind="3mf", plain=_plain(instances, meshes), figures=Figures.of(np.concatenate(corners)), names=names,
                   name_of=np.repeat(np.arange(len(names)), [len(c) for c in corners]), families=families, unit=build.main.unit, up="z",
                   cautions=tuple(stretch_caution([i.matrix for i in instances], name)))


class _Build:
    """The models of a package, read as they are asked for."""

    def __init__(self, package: Package, main: str, limits: Limits):
        self.package, self.limits, self.name = package, limits, package.name
        self.models: dict[str, Model] = {}
        self.counts: dict[Key, tuple[int, int]] = {}
        self.main = self.model(main)

    def model(self, path: str) -> Model:
        if path not in self.models:
            if path not in self.package.entries:
                raise fault("E_GRAPH", self.name, f"asks for a model `{path[:60]}` that it does not hold")
            self.models[path] = Model(self.package, path, self.limits)
        return self.models[path]

    def object(self, key: Key) -> Object:
        found = self.model(key[0]).objects.get(key[1])
        if found is None:
            raise fault("E_GRAPH", self.name, f"asks for object {key[1][:30] or 'without a number'}, which it does not define")
        return found

    def count(self, key: Key, depth: int = 1) -> tuple[int, int]:
        """Triangles and meshes of an object, instances counted each."""
        if depth > self.limits.depth:
            raise fault("E_GRAPH", self.name, f"puts objects into objects more than {self.limits.depth} deep, or in a ring")
        if key not in self.counts:
            thing = self.object(key)
            inner = [self.count((c.path, c.id), depth + 1) for c in thing.components]
            triangles = len(thing.corners) // 3
            self.counts[key] = triangles + sum(t for t, _ in inner), (triangles > 0) + sum(m for _, m in inner)
        return self.counts[key]

    def instances(self) -> list[Instance]:
        counts = [self.count((item.path, item.id)) for item in self.main.build]
        demand_some(sum(t for t, _ in counts), self.name, self.limits)
        meshes = sum(m for _, m in counts)
        if meshes > self.limits.parts:
            raise too_many_parts(self.name, meshes, self.limits)
        found: list[Instance] = []
        for item in self.main.build:
            self.place(item, np.eye(4), (), found)
        return found

    def place(self, use: Use, above: np.ndarray, labels: tuple[str, ...], found: list[Instance], within: bool = False) -> None:
        key = (use.path, use.id)
        if not self.counts[key][1]:
            return
        thing, matrix = self.object(key), above @ use.matrix
        labels += tuple(dict.fromkeys((use.name or thing.name, thing.name)))
        if thing.corners:
            found.append(Instance(key, matrix, labels, within))
        for component in thing.components:
            self.place(component, matrix, labels, found, within=True)

    def mesh(self, key: Key) -> tuple[np.ndarray, np.ndarray]:
        thing = self.object(key)
        return np.array(thing.numbers).reshape(-1, 3), np.array(thing.corners).reshape(-1, 3)


def _names(instances: list[Instance]) -> tuple[tuple[str, ...], tuple[tuple[str, tuple[str, ...]], ...]]:
    """A name for each instance, and for every other label the instances it stands for.

    An instance is called by its build item and, within a composed one, by its own object too; several alike are numbered.
    """
    plain = [f"{i.labels[0]}/{i.labels[-1]}" if i.within else i.labels[0] for i in instances]
    again = {n for n, count in Counter(plain).items() if count > 1}
    numbers: Counter[str] = Counter()
    names: list[str] = []
    for name in plain:
        numbers[name] += 1
        names.append(f"{name} #{numbers[name]}" if name in again else name)
    below: dict[str, list[str]] = {}
    for name, instance in zip(names, instances):
        for label in dict.fromkeys((*instance.labels, name.partition(" #")[0])):
            below.setdefault(label, []).append(name)
    return tuple(names), tuple((label, tuple(some)) for label, some in below.items() if label not in names)


def _plain(instances: list[Instance], meshes: dict[Key, tuple[np.ndarray, np.ndarray]]) -> bytes:
    """The same as a 3MF of bare meshes and build items; the items' part numbers are their places in the list."""
    numbers = {key: i + 1 for i, key in enumerate(meshes)}
    said = [f'<model unit="millimeter" xmlns="{CORE}"><resources>']
    for key, (vertices, faces) in meshes.items():
        said += [f'<object id="{numbers[key]}" type="model"><mesh><vertices>']
        said += [f'<vertex x="{x!r}" y="{y!r}" z="{z!r}"/>' for x, y, z in vertices.tolist()] + ["</vertices><triangles>"]
        said += [f'<triangle v1="{a}" v2="{b}" v3="{c}"/>' for a, b, c in faces.tolist()] + ["</triangles></mesh></object>"]
    said += ["</resources><build>"]
    for i, instance in enumerate(instances):
        matrix = " ".join(repr(v) for v in instance.matrix[:3].T.ravel().tolist())
        said.append(f'<item objectid="{numbers[instance.key]}" partnumber="{i}" transform="{matrix}"/>')
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as package:
        package.writestr(zipfile.ZipInfo("3D/3dmodel.model"), "".join([*said, "</build></model>"]))
    return file.getvalue()
