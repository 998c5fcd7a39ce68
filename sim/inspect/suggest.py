"""Which unit, scale and up a file was probably drawn in, with the reasons; a person decides."""
from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import shapely

from sim.measure import INCH
from sim.terrain.limits import USUAL, Limits
from sim.terrain.place import AXES, UNITS_MM, suggested_unit
from sim.terrain.read import RawMesh

PIECE_INCHES = (1.0, 60.0)       # longest side of what people put on a table
LIFE_SIZE = 1 / 46               # a person of 1.75 m becomes a 1.5 in model
GAME_FIGURE = 0.75               # game kits draw a figure about 2 units tall: 1.5 in at this scale
GAME_UNITS = (1.0, 8.0)          # longest side of a piece of a game kit, in its units
DRAWN_UP = {"stl": "z", "3mf": "z", "ply": "z", "obj": "y", "glb": "y", "gltf": "y"}
HABIT = 0.6                      # how much the format's habit weighs against what the shape says (contact 0 to 1, level area 0 to 2)
PLAIN = 0.25                     # below this no side is plainly the bottom
STRONGER = 0.6                   # another direction that is better by this much than the one in use is worth a warning


@dataclass(frozen=True, slots=True, kw_only=True)
class Size:
    """The piece under one reading of its numbers: `inches` along x, y, z as it stands; `refused` the code a scenario would meet, if any."""
    units: str
    scale: float
    inches: tuple[float, float, float]
    plausible: bool
    refused: str
    note: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Up:
    """One direction as up: `stands` is the share of its footprint that its contact with the table spans, `level` the share of its area that faces up, level."""
    axis: str
    stands: float
    level: float
    habit: bool

    @property
    def evidence(self) -> float:
        """What the shape says for it, whatever the format's habit."""
        return self.stands + 2 * self.level


@dataclass(frozen=True, slots=True, kw_only=True)
class Suggestion:
    """What the file is probably drawn in, why, and the sizes under each reading."""
    units: str
    scale: float
    unit_reason: str
    up: str
    up_reason: str
    sizes: tuple[Size, ...]
    ups: tuple[Up, ...]


def suggest(raw: RawMesh, limits: Limits = USUAL) -> Suggestion:
    """Unit, scale and up for a file's triangles."""
    ups = tuple(sorted((_standing(raw, axis) for axis in AXES), key=lambda u: -(u.evidence + HABIT * u.habit)))
    longest = float(np.ptp(raw.triangles.reshape(-1, 3), axis=0).max())
    units, scale, reason = _unit(raw, longest)
    return Suggestion(units=units, scale=scale, unit_reason=reason, up=ups[0].axis, up_reason=_up_reason(ups[0], raw), ups=ups,
                      sizes=_sizes(raw, upright(raw.triangles, ups[0].axis), limits))


def upright(triangles: np.ndarray, axis: str) -> np.ndarray:
    """Triangles turned so that an axis of the file becomes up, as placing turns them."""
    which = int(np.flatnonzero(AXES[axis])[0])
    sign = AXES[axis][which]
    if which == 2:
        return triangles * (1, sign, sign)
    stood = triangles.copy()
    stood[..., which], stood[..., 2] = -sign * triangles[..., 2], sign * triangles[..., which]
    return stood


def better_up(ups: tuple[Up, ...], used: str) -> Up | None:
    """The direction the shape speaks for more strongly than for the one in use, if there is one."""
    here = next((u for u in ups if u.axis == used), None)
    best = max(ups, key=lambda u: u.evidence)
    return best if here and best.evidence > here.evidence + STRONGER else None


def _unit(raw: RawMesh, longest: float) -> tuple[str, float, str]:
    low, high = PIECE_INCHES
    if raw.unit and low <= longest * UNITS_MM[raw.unit] / INCH <= high:
        return raw.unit, 1.0, f"the file says {raw.unit}, and that makes a piece of {longest * UNITS_MM[raw.unit] / INCH:.3g} in"
    if raw.unit and GAME_UNITS[0] <= longest <= GAME_UNITS[1]:
        return "in", GAME_FIGURE, (f"the format says {raw.unit}, which makes {longest * UNITS_MM[raw.unit] / INCH:,.0f} in; as a piece of a game kit, whose "
                                   f"figures are about 2 units tall, it is {longest * GAME_FIGURE:.3g} in")
    if raw.unit == "m":
        return "m", LIFE_SIZE, f"drawn life size; at 1:46 a person is a 1.5 in model and this is {longest * 1000 * LIFE_SIZE / INCH:.3g} in"
    unit = suggested_unit(longest)
    return unit, 1.0, f"{longest:.4g} numbers long; the commonest unit that makes that terrain is {unit} ({longest * UNITS_MM[unit] / INCH:.3g} in)"


def _sizes(raw: RawMesh, stood: np.ndarray, limits: Limits) -> tuple[Size, ...]:
    sides = np.ptp(stood.reshape(-1, 3), axis=0)
    readings = [(u, 1.0, "as it is") for u in ("mm", "cm", "in", "ft", "m")]
    readings += [("in", GAME_FIGURE, "a game kit, figures 2 units tall"), ("m", LIFE_SIZE, "life size at 1:46")]
    found = []
    for units, scale, note in readings:
        inches = sides * UNITS_MM[units] * scale / INCH
        longest = float(inches.max()) * INCH
        refused = "" if limits.least_mm <= longest <= limits.most_mm else "E_EXTENT"
        plausible = PIECE_INCHES[0] <= inches.max() <= PIECE_INCHES[1]
        found.append(Size(units=units, scale=scale, inches=tuple(inches.tolist()), plausible=bool(plausible), refused=refused, note=note))
    return tuple(found)


def _standing(raw: RawMesh, axis: str) -> Up:
    """How the piece would stand with that axis up: contact is what lies within a hundredth of its size above the lowest point."""
    stood = upright(raw.triangles, axis)
    points = stood.reshape(-1, 3)
    sides = np.ptp(points, axis=0)
    normal = np.cross(stood[:, 1] - stood[:, 0], stood[:, 2] - stood[:, 0])
    area = np.linalg.norm(normal, axis=1)
    low = points[points[:, 2] <= points[:, 2].min() + 0.01 * sides.max()]
    footprint = float(sides[0] * sides[1])
    stands = shapely.MultiPoint(low[:, :2]).convex_hull.area / footprint if footprint > 0 else 0.0
    level = float(area[normal[:, 2] > 0.95 * area].sum() / max(area.sum(), 1e-300))
    kind = raw.source.rpartition(".")[2].lower()
    return Up(axis=axis, stands=float(stands), level=level, habit=axis == (raw.up or DRAWN_UP.get(kind)))


def _up_reason(best: Up, raw: RawMesh) -> str:
    kind = raw.source.rpartition(".")[2].upper()
    if best.evidence < PLAIN:
        return f"no side is plainly the bottom, so this is only the habit of {kind} files; a scan may need up = \"fit\" or a vector"
    shape = f"it then stands on {best.stands:.0%} of its footprint, and {best.level:.0%} of its surface is level and faces up"
    return f"{shape}; {kind} files usually are" if best.habit else f"{shape}, more than with what is usual for {kind}"
