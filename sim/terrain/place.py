"""A piece of terrain is put on the table: unit and scale, snapped, stood upright, turned, moved, snapped again.

The first snap (1 micrometre in the file's own frame) undoes float32; the second (1 nanometre on the table) makes every coordinate a
whole number for the exact checker.
"""
from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from math import hypot, sqrt

import numpy as np

from sim.errors import Caution, RefereeError
from sim.measure import AT, INCH
from sim.shapes import cos_sin
from sim.table import Feature
from sim.terrain.level import Level, fitted
from sim.terrain.limits import USUAL, Limits
from sim.terrain.read import RawMesh

UNITS_MM = {"micron": 0.001, "mm": 1.0, "cm": 10.0, "m": 1000.0, "in": INCH, "ft": 12 * INCH}
AXES = {"x": (1, 0, 0), "y": (0, 1, 0), "z": (0, 0, 1), "-x": (-1, 0, 0), "-y": (0, -1, 0), "-z": (0, 0, -1)}
LIKELY = (("mm", "in", "m", "cm", "ft"), 40.0, 1500.0)      # units as common as this, for pieces between these sizes (mm)
FARTHEST_MM = 254_000.0   # no corner of any piece lies further out; whole nanometres stay exact in float64 well beyond it
AGREE = 0.05              # known distances that differ by more than this share cannot all be right


@dataclass(frozen=True, kw_only=True)
class PartTag:
    """What a person says of one part: leave it out, or what else it is."""
    leave_out: bool = False
    traits: frozenset[str] = frozenset()


@dataclass(frozen=True, kw_only=True)
class Known:
    """A distance known on the table: between two points in the file's own numbers, in inches."""
    between: tuple[tuple[float, float, float], tuple[float, float, float]]
    inches: float


@dataclass(frozen=True, kw_only=True)
class Placement:
    """How a piece lies: `units` and `up` None for what the file says; `at` in inches; `noise` in mm."""
    name: str
    units: str | None = None
    up: str | tuple[float, float, float] | None = None
    scale: float = 1.0
    known: tuple[Known, ...] = ()
    at: tuple[float, float, float] = (0.0, 0.0, 0.0)
    anchor: str = "bottom"
    turn: float = 0.0
    traits: frozenset[str] = frozenset()
    parts: Mapping[str, PartTag] = field(default_factory=dict)
    noise: float = 0.0
    scale_error: float = 0.0


def solid(triangles: np.ndarray, source: str) -> RawMesh:
    """A solid's triangles (mm, z up) as if they had been read from a file; `source` says which solid."""
    digest = hashlib.sha256(np.ascontiguousarray(triangles).tobytes()).hexdigest()
    part_of = np.zeros(len(triangles), dtype=np.int32)
    return RawMesh(triangles=triangles, parts=("",), part_of=part_of, unit="mm", up="z", sha256=digest, source=source)


def place(raw: RawMesh, how: Placement, limits: Limits = USUAL) -> Feature:
    """The piece as it lies on the table; RefereeError E_UNITS, E_EXTENT, E_SCENARIO or E_UNSUPPORTED, each at a key of the piece."""
    return stood(raw, how, limits)[0]


def stood(raw: RawMesh, how: Placement, limits: Limits = USUAL) -> tuple[Feature, tuple[Caution, ...]]:
    """The piece as it lies on the table, and what is doubtful about lying so."""
    factor = _millimetres_per_number(raw, how)
    with np.errstate(over="ignore"):                 # what overflows is told by its extent
        size = _sides(raw.triangles) * factor
    _check_extent(raw, factor, size, limits)
    kept, parts, part_of = _parts(raw, how)
    in_file, told = snap(raw.triangles * factor, 1e-3), _of_size(raw, how, size)
    up, step = how.up or raw.up or "z", _coarseness(raw.triangles) * factor
    if up == "fit":
        level = fitted(in_file)
        up, told = level.up, (*told, _of_level(raw, level))
    if step > AT:
        says = f"{raw.source} lies so far from its own origin that its numbers come in steps of {step / INCH:.2g} in; move it there before exporting"
        told = (*told, Caution("W_PRECISION", says, "mesh"))
    upright = in_file @ _to_up(up).T
    if how.anchor == "bottom":
        upright = upright - _bottom(upright)
    placed = snap(_turned(upright, how.turn)[kept] + np.multiply(how.at, INCH), 1e-6)
    farthest = np.abs(placed).max()
    if farthest > FARTHEST_MM:
        raise RefereeError("E_EXTENT", f"{raw.source} comes to lie {farthest / INCH:,.0f} in from the board's corner; check `at` and `anchor`", "at")
    placed.setflags(write=False)
    noise = max(how.noise, step / sqrt(12)) if step > AT else how.noise
    return Feature(name=how.name, triangles=placed, traits=how.traits, parts=parts, part_of=part_of, noise=noise,
                   scale_error=how.scale_error, source=raw.source, sha256=raw.sha256), told


def snap(values, step: float) -> np.ndarray:
    """Values to the nearest multiple of 1 / a whole number, without negative zeros."""
    per = round(1 / step)
    return np.rint(np.multiply(values, per)) / per + 0.0


def suggested_unit(longest: float) -> str:
    """The commonest unit in which a piece of that many units is as large as terrain is; where none is, the nearest."""
    names, low, high = LIKELY
    fits = [u for u in names if low <= longest * UNITS_MM[u] <= high]
    return fits[0] if fits else min(names, key=lambda u: max(low / (longest * UNITS_MM[u] or 1e-300), longest * UNITS_MM[u] / high))


def _millimetres_per_number(raw: RawMesh, how: Placement) -> float:
    if how.known:
        return _from_known(how.known)
    unit = how.units or raw.unit
    if unit is None:
        longest = float(_sides(raw.triangles).max())
        guess = suggested_unit(longest)
        raise RefereeError("E_UNITS", f"{raw.source} does not say its unit; it is {longest:g} long, so perhaps units = \"{guess}\" "
                                      f"({longest * UNITS_MM[guess] / INCH:.3g} in): one of mm cm m in ft", "units")
    return UNITS_MM[unit] * how.scale


def _from_known(known: tuple[Known, ...]) -> float:
    """Millimetres per number that fit the known distances best, in least squares."""
    lengths = [(hypot(*np.subtract(*k.between)), k.inches * INCH) for k in known]
    if any(number <= 0 for number, _ in lengths):
        raise RefereeError("E_SCENARIO", "a known distance lies between one and the same point; give two different points", "known")
    ratios = [mm / number for number, mm in lengths]
    if max(ratios) > (1 + AGREE) * min(ratios):
        raise RefereeError("E_SCENARIO", f"the known distances disagree by {100 * (max(ratios) / min(ratios) - 1):.1f} %; measure again", "known")
    longest = max(number for number, _ in lengths)   # by it, so that no square overflows
    return sum(mm * (number / longest) for number, mm in lengths) / sum((number / longest) ** 2 for number, _ in lengths) / longest


def _check_extent(raw: RawMesh, factor: float, size: np.ndarray, limits: Limits) -> None:
    longest = float(size.max())
    if limits.least_mm <= longest <= limits.most_mm:
        return
    guess = suggested_unit(longest / factor)
    fitting = UNITS_MM[guess] * longest / factor
    if limits.least_mm <= fitting <= limits.most_mm:
        hint = f'with units = "{guess}" and scale = 1 it would be {fitting / INCH:.3g} in'
    else:
        hint = "no unit makes that terrain, so look for a stray point, or give `known`"
    raise RefereeError("E_EXTENT", f"{raw.source} comes out {longest / INCH:.3g} in long, and terrain is {limits.least_mm / INCH:.1f} to "
                                   f"{limits.most_mm / INCH:.0f} in; {hint}", "units")


def _of_size(raw: RawMesh, how: Placement, size: np.ndarray) -> tuple[Caution, ...]:
    """A caution for a piece of an odd size, if another unit would make it an ordinary one."""
    _, low, high = LIKELY
    longest = float(size.max())
    guess = suggested_unit(float(_sides(raw.triangles).max()))
    likely = float(_sides(raw.triangles).max()) * UNITS_MM[guess]
    if low / 2 <= longest <= 2 * high or not low <= likely <= high or how.known:
        return ()
    says = f"{raw.source} comes out {longest / INCH:.3g} in long, an odd size for terrain; with units = \"{guess}\" it would be {likely / INCH:.3g} in"
    return (Caution("W_UNITS", says, "units"),)


def _of_level(raw: RawMesh, level: Level) -> Caution:
    up = ", ".join(f"{v:.6g}" for v in level.up)
    says = (f"up = \"fit\" made [{up}] of {raw.source} up: {level.area / INCH ** 2:.3g} sq in of it ({level.share:.0%}) are level then, within "
            f"{level.roughness:.2g} mm; look whether that is right")
    return Caution("W_UP_AXIS", says, "up")


def _coarseness(triangles: np.ndarray) -> float:
    """The step between numbers, in the file's own, where all of them were kept in 32 bits; 0 where they were not."""
    with np.errstate(over="ignore"):
        single = triangles.astype(np.float32)
    return float(np.spacing(np.abs(single).max())) if np.array_equal(single, triangles) else 0.0


def _to_up(up) -> np.ndarray:
    """The rotation that takes `up` to +z by the shortest way; exact for the axes."""
    vector = np.array(AXES[up] if isinstance(up, str) else up, dtype=np.float64)
    length = float(np.linalg.norm(vector))
    if not 1e-9 < length < np.inf:
        raise RefereeError("E_SCENARIO", "up has no direction; give a vector such as [0, 0, 1]", "up")
    x, y, z = vector / length
    if z < 0 and hypot(x, y) < 1e-100:
        return np.diag([1.0, -1.0, -1.0])
    k = 1 / (1 + z) if z >= 0 else (1 - z) / (x * x + y * y)         # the same number, without cancellation near -z
    return np.array([[1 - k * x * x, -k * x * y, -x], [-k * x * y, 1 - k * y * y, -y], [x, y, z]])


def _turned(triangles: np.ndarray, degrees: float) -> np.ndarray:
    c, s = cos_sin(degrees)
    x, y, z = np.moveaxis(triangles, -1, 0)
    return np.stack([c * x - s * y, s * x + c * y, z], axis=-1)


def _parts(raw: RawMesh, how: Placement) -> tuple[np.ndarray, tuple, np.ndarray]:
    """Which triangles stay, the parts with their traits, and the part of each triangle that stays."""
    families = dict(raw.families)
    tags: dict[str, PartTag] = {}
    for name, tag in how.parts.items():
        meant = (name,) if name in raw.parts else families.get(name)
        if not meant:
            there = ", ".join(sorted({*raw.parts, *families} - {""})[:20]) or "none with a name"
            raise RefereeError("E_SCENARIO", f"{raw.source} has no part called {name!r}; it has {there}", f"parts.{name}")
        for part in meant:
            had = tags.get(part, PartTag())
            tags[part] = PartTag(leave_out=had.leave_out or tag.leave_out, traits=had.traits | tag.traits)
    stays = np.array([not tags.get(p, PartTag()).leave_out for p in raw.parts])
    kept = stays[raw.part_of]
    if not kept.any():
        raise RefereeError("E_NO_TRIANGLES", f"nothing of {raw.source} is left once parts are left out", "parts")
    return kept, tuple((p, tags.get(p, PartTag()).traits) for p in raw.parts), raw.part_of[kept]


def _sides(triangles: np.ndarray) -> np.ndarray:
    return np.ptp(triangles.reshape(-1, 3), axis=0)


def _bottom(triangles: np.ndarray) -> np.ndarray:
    """The middle of the bounding box in plan, at its lowest point."""
    points = triangles.reshape(-1, 3)
    low, high = points.min(axis=0), points.max(axis=0)
    return np.array([(low[0] + high[0]) / 2, (low[1] + high[1]) / 2, low[2]])
