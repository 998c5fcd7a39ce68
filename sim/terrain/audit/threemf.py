"""3MF: objects made of triangles or of other objects, and a list of what is built where; it says its unit, and z is up.

The XML is read as a stream by the standard library's parser; documents that define entities are refused, and what grows by instances
of instances is counted before anything is placed.
"""
from __future__ import annotations

from array import array
from dataclasses import dataclass, field
from xml.parsers import expat

import numpy as np

from sim.errors import RefereeError
from sim.terrain.audit.faults import fault, too_many
from sim.terrain.audit.package import Package
from sim.terrain.audit.text import is_plain
from sim.terrain.limits import Limits

CORE = "http://schemas.microsoft.com/3dmanufacturing/core/2015/02"
KNOWN = {CORE, "http://schemas.microsoft.com/3dmanufacturing/material/2015/02", "http://schemas.microsoft.com/3dmanufacturing/production/2015/06"}
UNITS = {"micron": "micron", "millimeter": "mm", "centimeter": "cm", "inch": "in", "foot": "ft", "meter": "m"}
MAIN = "3d/3dmodel.model"
OTHER_ELEMENTS = 1_000_000        # colours, metadata and the like that one file may hold
AXES, CORNERS = ("x", "y", "z"), ("v1", "v2", "v3")


@dataclass
class Use:
    """An object used by a build item or a component: where it is defined, its transform (4, 4), and the name of this use."""
    path: str
    id: str
    matrix: np.ndarray
    name: str = ""


@dataclass
class Object:
    """A thing of the file: a mesh, or uses of other things."""
    name: str
    numbers: array = field(default_factory=lambda: array("d"))
    corners: array = field(default_factory=lambda: array("q"))
    components: list[Use] = field(default_factory=list)


class Model:
    """One XML part of the package: its unit, its objects by id and what it builds."""

    def __init__(self, package: Package, path: str, limits: Limits):
        self.package, self.path, self.name, self.limits = package, path, package.name, limits
        self.unit = "mm"
        self.objects: dict[str, Object] = {}
        self.build: list[Use] = []
        self.object: Object | None = None
        self.depth = self.other = 0
        self.prefixes: dict[str, str] = {}
        self.read()

    def read(self) -> None:
        parser = expat.ParserCreate(namespace_separator=" ")
        parser.StartDoctypeDeclHandler = self.doctype
        parser.StartNamespaceDeclHandler = lambda prefix, uri: self.prefixes.update({prefix or "": uri or ""})
        parser.StartElementHandler, parser.EndElementHandler = self.start, self.end
        try:
            for chunk in self.package.chunks(self.path):
                parser.Parse(chunk, False)
            parser.Parse(b"", True)
        except expat.ExpatError as problem:
            says = expat.ErrorString(problem.code)
            raise fault("E_XML", self.name, f"holds XML that cannot be read ({says}, line {problem.lineno})") from None

    def doctype(self, *_) -> None:
        raise RefereeError("E_XML", f"{self.name} defines its own XML entities, which a 3MF must not; export it again", self.name)

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        self.depth += 1
        if self.depth > self.limits.depth:
            raise fault("E_XML", self.name, f"nests its XML more than {self.limits.depth} deep")
        space, _, word = tag.rpartition(" ")
        if space in ("", CORE):
            if word == "vertex" and self.object:
                self.object.numbers.extend(self.numbers(attributes, AXES, float, word))
                self.check_length(len(self.object.numbers) // 9)
                return
            if word == "triangle" and self.object:
                self.object.corners.extend(self.numbers(attributes, CORNERS, int, word))
                self.check_length(len(self.object.corners) // 3)
                return
            self.define(word, attributes)
        self.other += 1
        if self.other > OTHER_ELEMENTS:
            raise RefereeError("E_LIMIT", f"{self.name} holds more than {OTHER_ELEMENTS:,} things that are no triangles; export the mesh alone", self.name)

    def end(self, tag: str) -> None:
        self.depth -= 1
        if tag.rpartition(" ")[2] == "object":
            self.object = None

    def define(self, word: str, attributes: dict[str, str]) -> None:
        if word == "model":
            self.head(attributes)
        elif word == "object":
            identity = attributes.get("id", "")
            if identity in self.objects:
                raise fault("E_GRAPH", self.name, f"defines object {identity[:30]} twice")
            self.object = self.objects[identity] = Object(attributes.get("name") or identity)
        elif word == "component" and self.object:
            self.object.components.append(self.use(attributes))
        elif word == "item":
            self.build.append(self.use(attributes))

    def head(self, attributes: dict[str, str]) -> None:
        unit = attributes.get("unit", "millimeter")
        if unit not in UNITS:
            raise RefereeError("E_UNITS", f"{self.name} is drawn in `{unit[:30]}`; a 3MF knows {', '.join(UNITS)}", self.name)
        self.unit = UNITS[unit]
        for prefix in attributes.get("requiredextensions", "").split():
            if self.prefixes.get(prefix) not in KNOWN:
                raise RefereeError("E_UNSUPPORTED", f"{self.name} needs the 3MF extension `{prefix[:30]}`; export it as plain triangles", self.name)

    def use(self, attributes: dict[str, str]) -> Use:
        path = next((v for k, v in attributes.items() if k.rpartition(" ")[2] == "path"), None)
        matrix = np.eye(4)
        if "transform" in attributes:
            try:
                matrix[:3] = np.array([float(w) for w in attributes["transform"].split()]).reshape(4, 3).T
            except ValueError:
                says = f"has a transform `{attributes['transform'][:60]}` where twelve numbers were expected"
                raise fault("E_TRANSFORM", self.name, says) from None
        return Use(self.path if path is None else path.strip("/").lower(), attributes.get("objectid", ""), matrix, attributes.get("partnumber", ""))

    def check_length(self, triangles: int) -> None:
        """No mesh has more triangles, or corners for more triangles, than we take on."""
        if triangles > self.limits.triangles:
            raise too_many(self.name, triangles, self.limits)

    def numbers(self, attributes: dict[str, str], keys: tuple[str, ...], kind, word: str) -> tuple:
        try:
            a, b, c = attributes[keys[0]], attributes[keys[1]], attributes[keys[2]]
            if is_plain(a + b + c):
                return kind(a), kind(b), kind(c)
            raise ValueError
        except (KeyError, ValueError):
            said = ", ".join(f"{k}={attributes.get(k, 'nothing')[:20]!r}" for k in keys)
            raise fault("E_NUMBER", self.name, f"has a {word} with {said}, where three numbers were expected") from None
