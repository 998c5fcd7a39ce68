"""The table as it lies: terrain, models, regions and areas, frozen, in millimetres, with one content hash."""
from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from sim.measure import INCH
from sim.shapes import Outline


@dataclass(frozen=True, kw_only=True, eq=False)
class Feature:
    """One placed piece of terrain.

    `triangles` is (n, 3, 3) float64 in table millimetres, read-only; `part_of` gives for each triangle the index into `parts`,
    whose entries are (name, traits). `noise` is one standard deviation in millimetres, `scale_error` a fraction.
    """
    name: str
    triangles: np.ndarray
    traits: frozenset[str] = frozenset()
    parts: tuple[tuple[str, frozenset[str]], ...] = ()
    part_of: np.ndarray | None = None
    noise: float = 0.0
    scale_error: float = 0.0
    source: str = ""
    sha256: str = ""


@dataclass(frozen=True, kw_only=True)
class Model:
    """A model and where it starts: `at` is (x, y, z) in millimetres, z None for the highest surface under open sky."""
    name: str
    outline: Outline
    at: tuple[float, float, float | None]
    side: str = ""
    unit: str = ""
    height: float = 1.5 * INCH
    facing: float = 0.0
    stats: dict = field(default_factory=dict, hash=False)
    traits: frozenset[str] = frozenset()


@dataclass(frozen=True, kw_only=True)
class Region:
    """Tags for part of the table: triangles whose middle lies in the plan polygon between two heights (mm)."""
    name: str
    polygon: tuple[tuple[float, float], ...]
    low: float
    high: float
    traits: frozenset[str] = frozenset()


@dataclass(frozen=True, kw_only=True)
class Area:
    """A named area of the table, in plan (mm)."""
    name: str
    polygon: tuple[tuple[float, float], ...]


@dataclass(frozen=True, kw_only=True, eq=False)
class Table:
    """Everything that lies on the table before the move. `size` is the board in millimetres; its corner is (0, 0)."""
    size: tuple[float, float]
    floor: bool = True
    features: tuple[Feature, ...] = ()
    models: tuple[Model, ...] = ()
    regions: tuple[Region, ...] = ()
    areas: tuple[Area, ...] = ()

    def model(self, name: str) -> Model:
        """The model of that name; KeyError if there is none."""
        return next((m for m in self.models if m.name == name), None) or _missing(name)

    def unit(self, name: str) -> tuple[Model, ...]:
        """The models of a unit, in the file's order."""
        return tuple(m for m in self.models if m.unit == name)

    @cached_property
    def terrain_sha256(self) -> str:
        """Hash of the placed triangles and tags; two tables of one hash share one world."""
        regions = [(r.name, r.polygon, r.low, r.high, sorted(r.traits)) for r in self.regions]
        digest = hashlib.sha256(repr((self.size, self.floor, regions)).encode())      # sorted: a set has no order of its own
        for f in self.features:
            digest.update(repr((f.name, sorted(f.traits), [(n, sorted(t)) for n, t in f.parts], f.noise, f.scale_error)).encode())
            digest.update(np.ascontiguousarray(f.triangles).tobytes())
            digest.update(b"" if f.part_of is None else np.ascontiguousarray(f.part_of, dtype=np.int32).tobytes())
        return digest.hexdigest()


def _missing(name: str):
    raise KeyError(f"no model is called {name!r}")
