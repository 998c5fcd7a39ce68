"""What a mesh is worth as terrain: its size and standing, its health in figures, its noise, and the surfaces found on it."""
from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from sim.errors import Caution
from sim.inspect.cautions import cautions_of
from sim.inspect.suggest import Suggestion, suggest
from sim.table import Feature
from sim.terrain.classify import Surface, surfaces, tagged
from sim.terrain.health import Health, health
from sim.terrain.limits import USUAL, Limits
from sim.terrain.mend import Change, mend
from sim.terrain.noise import Noise, estimated_noise
from sim.terrain.place import PartTag, Placement, place
from sim.terrain.read import RawMesh, read
from sim.terrain.topology import Topology


@dataclass(frozen=True, kw_only=True, eq=False)
class Inspection:
    """All that was found. The piece lies with the middle of its bounding box at (0, 0) and its lowest point at z = 0, in mm.

    `units`, `up` and `scale` are those it was looked at under; `given` names the ones a person gave.
    """
    raw: RawMesh
    feature: Feature
    units: str
    up: str
    scale: float
    given: frozenset[str]
    suggestion: Suggestion
    health: Health
    noise: Noise
    edges_mm: tuple[float, float, float]
    surfaces: tuple[Surface, ...]
    mending: tuple[Change, ...]
    cautions: tuple[Caution, ...]


def inspect(path: Path | str, *, units: str | None = None, up: str | None = None, scale: float | None = None, leave_out: tuple[str, ...] = (),
            limits: Limits = USUAL) -> Inspection:
    """Reads a mesh file and looks at it; what is not given is taken as suggested. RefereeError for a file that would be refused."""
    raw = read(path, limits)
    advice = suggest(raw, limits)
    given = frozenset(name for name, value in (("units", units), ("up", up), ("scale", scale)) if value is not None)
    used_scale = scale if scale is not None else 1.0 if units else advice.scale
    how = Placement(name=raw.source, units=units or advice.units, up=up or raw.up or advice.up, scale=used_scale,
                    parts={name: PartTag(leave_out=True) for name in leave_out})
    feature = place(raw, how, limits)
    mesh = Topology.of(feature.triangles)
    figures, noise = health(feature.triangles, mesh), estimated_noise(mesh)
    found = tagged(feature, surfaces(feature.triangles, sigma=noise.sigma or 0.0))
    lengths = mesh.edge_lengths
    edges = (float(lengths.min()), float(np.median(lengths)), float(lengths.max())) if len(lengths) else (0.0, 0.0, 0.0)
    return Inspection(raw=raw, feature=feature, units=how.units, up=str(how.up), scale=used_scale, given=given, suggestion=advice, health=figures, noise=noise,
                      edges_mm=edges, surfaces=found, mending=mend(feature.triangles).changes,
                      cautions=cautions_of(raw, how, given, advice, figures))
