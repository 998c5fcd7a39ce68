"""What terrain is, proposed from its shape: floor, platform, wall, stairs, ramp, ladder, low terrain, obstacle, each with a confidence.

A proposal is no ruling. What a person has tagged is taken as it is, and said to be a person's word.
"""
from __future__ import annotations

from dataclasses import dataclass, field, replace

import numpy as np
import shapely
from scipy.spatial import cKDTree

from sim.measure import INCH
from sim.table import Feature
from sim.terrain import ladders, walls
from sim.terrain.patches import Patch, Stair, flights, patches, rim_levels
from sim.terrain.tops import Tops, turned

KINDS = ("floor", "platform", "wall", "stairs", "ramp", "ladder", "low", "obstacle")


@dataclass(frozen=True, slots=True, kw_only=True)
class Thresholds:
    """Where one kind ends and the next begins, millimetres and degrees. Rulesets that draw the line elsewhere pass their own.

    From CLAUSES.md section 8 (Warcry, second edition): a platform is flat and larger than 1 x 1 in, low terrain is under 1 in, an obstacle at least 1 in
    above what it stands on. The rest is convention: no text says where a ramp becomes a wall, or how deep a tread must be.
    """
    platform: float = INCH              # side of the square that a platform is larger than
    obstacle: float = INCH              # least height of an obstacle above what it stands on
    flat: float = 10.0                  # steepest slope that is still flat, degrees
    ramp: float = 60.0                  # steepest slope that is still a ramp, degrees
    ramp_width: float = INCH / 2        # narrower slopes are trim
    tread: float = INCH / 4             # least depth of a tread (GEOMETRY.md), and the slot in a deck that is no gap
    step: float = INCH                  # highest step of a staircase
    riser: float = INCH / 8             # lowest step of a staircase: lower ones are boards
    steps: int = 3                      # fewer steps are no staircase
    base_plate: float = INCH / 8        # a flat no higher than this above the table is its floor
    room: float = 4 * INCH              # ... or one that carries everything else and is at least so wide both ways
    trim: float = INCH / 16             # what rises no higher than this above what it stands on is part of it


@dataclass(frozen=True, slots=True, kw_only=True)
class Surface:
    """One thing that terrain is. `plan` is its polygon (table mm), `low` and `high` its heights, `rise` how far it stands above what it stands on.

    `area` is in plan, mm2; `triangles` are numbers into the triangles asked about, each in one surface at most; `openings` are doorways and windows
    of a wall. `by` is "geometry" or "person".
    """
    kind: str
    confidence: float
    plan: shapely.Geometry
    low: float
    high: float
    rise: float
    area: float
    triangles: np.ndarray
    openings: tuple[walls.Opening, ...] = ()
    steps: int = 0
    by: str = "geometry"


USUAL = Thresholds()
BEVEL = INCH / 16         # mm: strips this wide along treads go with them
SAME_SLOPE = 2.0          # degrees by which neighbouring places of one ramp may differ on exact terrain


def surfaces(triangles: np.ndarray, *, sigma: float = 0.0, ground: float = 0.0, limits: Thresholds = USUAL) -> tuple[Surface, ...]:
    """Surfaces of placed triangles (m, 3, 3), mm, z up, the largest first.

    `sigma` is the scan's noise (one standard deviation, mm), `ground` the height of the table it stands on.
    """
    tops = Tops.of(np.asarray(triangles, dtype=np.float64), sigma)
    if not len(tops.z):
        return ()
    sort = _Sorting(tops, sigma, ground, limits)
    found = sort.everything()
    owner = _owners(triangles, tops, sort.owner)
    bare = walls.sheets(triangles, tops, limits.obstacle)
    owner[np.concatenate([s.triangles for s in bare] or [[]]).astype(int)] = -1
    made = [_surface(tops, found[n], np.flatnonzero(sort.owner == n), np.flatnonzero(owner == n)) for n in range(len(found))]
    made += [Surface(kind="wall", confidence=0.6, plan=s.plan, low=s.low, high=s.high, rise=s.high - s.low, area=s.plan.area, triangles=s.triangles)
             for s in bare]
    return tuple(sorted(made, key=lambda s: (-round(s.area, 3), s.kind, s.low)))


def tagged(feature: Feature, proposals: tuple[Surface, ...]) -> tuple[Surface, ...]:
    """The proposals with a person's word put in place of what geometry says, wherever a piece or part has a tag that is a kind."""
    told = [(feature.traits, np.arange(len(feature.triangles)))]
    told += [(traits, np.flatnonzero(feature.part_of == n)) for n, (_, traits) in enumerate(feature.parts) if feature.part_of is not None]
    result = list(proposals)
    for traits, where in told:
        for kind in (k for k in KINDS if k in traits):
            result = [replace(s, kind=kind, confidence=1.0, by="person") if np.isin(s.triangles, where).mean() > 0.5 else s for s in result]
    return tuple(result)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Found:
    kind: str
    confidence: float
    base: float
    openings: tuple = ()
    steps: int = 0


@dataclass
class _Sorting:
    """Tops are given to surfaces kind by kind: stairs, floors and platforms, ramps, ladders, and what is left by its height."""
    tops: Tops
    sigma: float
    ground: float
    limits: Thresholds
    found: list[_Found] = field(default_factory=list)

    def everything(self) -> list[_Found]:
        """All surfaces; `owner` then tells for each top which it belongs to, -1 for trim."""
        self.owner = np.full(len(self.tops.z), -1)
        self.level = 0.5 + 3 * self.sigma / 4                        # mm within which a deck is one level; smoothing has taken most of the noise
        self.slot = max(1, round(self.limits.tread / self.tops.cell))
        flat = self.tops.slope <= self.limits.flat
        level = patches(self.tops, self.tops.groups(flat, self.slot, self.level), self.slot)
        self.ladders()
        self.stairs(level)
        self.decks([p for p in level if p.square > self.limits.platform and (self.owner[p.members] < 0).any()])
        self.ramps()
        self.rest()
        return self.found

    def give(self, members: np.ndarray, found: _Found) -> None:
        free = members[self.owner[members] < 0]
        if len(free):
            self.owner[free] = len(self.found)
            self.found.append(found)

    def ladders(self) -> None:
        for ladder in ladders.ladders(self.tops):
            place, z = self.tops.place, self.tops.z
            inside = ((place >= ladder.low) & (place <= ladder.high)).all(axis=1) & (z >= ladder.bottom - 1) & (z <= ladder.top + ladder.pitch)
            members = np.flatnonzero(inside)
            self.give(members, _Found(kind="ladder", confidence=ladder.regular, base=max(self.ground, ladder.bottom - ladder.pitch), steps=ladder.rungs))

    def stairs(self, treads: list[Patch]) -> None:
        limits = self.limits
        stair = Stair(riser=limits.riser, step=limits.step, tread=limits.tread, run=limits.platform, least=limits.steps, slack=self.level)
        for flight in flights(treads, self.tops.cell, stair):
            members = np.concatenate([p.members for p in flight.treads])
            low, high = flight.treads[0].z, flight.treads[-1].z
            confidence = flight.regular * min(1.0, 0.6 + 0.1 * len(flight.treads))
            self.give(members, _Found(kind="stairs", confidence=confidence, base=max(self.ground, low - flight.rise), steps=len(flight.treads)))
            self.surround(members, low - flight.rise, high + flight.rise / 2)

    def surround(self, members: np.ndarray, low: float, high: float) -> None:
        """Bevels, nosings and narrow strips between treads go with them."""
        owner = self.owner[members[0]]
        for _ in range(max(2, round(BEVEL / self.tops.cell))):
            for i, j in ((1, 0), (-1, 0), (0, 1), (0, -1)):
                other = self.tops.beside(i, j, INCH / 4)
                joins = (self.owner < 0) & (other >= 0) & (self.owner[other] == owner) & (self.tops.z > low) & (self.tops.z < high)
                self.owner[joins] = owner

    def decks(self, level: list[Patch]) -> None:
        lowest = min((p.z for p in level), default=0.0)
        whole = np.ptp(self.tops.place, axis=0) * self.tops.cell
        for p in sorted(level, key=lambda p: -p.area):
            rise = p.z - self.ground
            sides = (p.high - p.low) * self.tops.cell
            carries = p.z <= lowest + self.level and (sides >= 0.8 * whole).all() and p.area > 0.6 * np.prod(whole)
            is_floor = rise <= self.limits.base_plate or carries and sides.min() >= self.limits.room and rise < self.limits.obstacle
            size = beyond(p.square, self.limits.platform)
            confidence = 0.5 + 0.5 * min(1.0, abs(rise - self.limits.base_plate) / self.limits.base_plate) if not is_floor else 0.9 if carries else 0.7
            self.give(p.members, _Found(kind="floor" if is_floor else "platform", confidence=min(confidence, 1.0 if is_floor else size), base=self.ground))

    def ramps(self) -> None:
        limits, cell = self.limits, self.tops.cell
        sloping = (self.tops.slope > limits.flat) & (self.tops.slope <= limits.ramp) & (self.owner < 0)
        labels = self.tops.groups(sloping, 1, cell * np.tan(np.radians(limits.ramp)) + 2 * self.sigma, SAME_SLOPE + 4 * self.sigma)
        for p in patches(self.tops, labels, 1):
            rise, off = float(np.ptp(self.tops.z[p.members])), plane_residual(self.tops, p.members)
            if p.square < limits.ramp_width or rise < limits.tread or p.area < INCH * INCH or off > 0.05 * rise + 0.3 + self.sigma:
                continue
            slope = float(np.median(self.tops.slope[p.members]))
            confidence = min(beyond(p.square, limits.ramp_width), beyond(limits.ramp, slope), 1 - off / (0.1 * rise + 0.6 + 2 * self.sigma))
            self.give(p.members, _Found(kind="ramp", confidence=confidence, base=float(self.tops.z[p.members].min())))

    def rest(self) -> None:
        """What is neither walked on nor climbed by: low terrain, walls and obstacles, by height above what they stand on."""
        labels = self.tops.groups(self.owner < 0, 1, self.limits.obstacle, whole=True)
        for p in patches(self.tops, labels, self.slot, least=2):
            base = rim_levels(self.tops, p, self.owner, self.ground)
            high = float(np.percentile(self.tops.z[p.members], 98))
            rise = high - base
            if rise <= self.limits.trim + self.sigma or rise < self.limits.obstacle and p.area < self.limits.tread ** 2:
                continue
            if rise < self.limits.obstacle:
                kind, sure, openings = "low", beyond(self.limits.obstacle, rise), ()
            else:
                thin, openings = walls.look(self.tops, p, base, rise)
                kind, sure = ("wall", thin) if thin else ("obstacle", beyond(rise, self.limits.obstacle))
            self.give(p.members, _Found(kind=kind, confidence=sure, base=base, openings=openings))


def beyond(value: float, limit: float) -> float:
    """A confidence: 0.5 where a value is at its limit, 1 where it is twice the limit or more."""
    return float(np.clip(0.5 + 0.5 * (value - limit) / limit, 0.5, 1.0)) if limit > 0 else 1.0


def plane_residual(tops: Tops, members: np.ndarray) -> float:
    """Root mean square distance in height of tops from their best plane, mm."""
    system = np.column_stack([tops.place[members] * tops.cell, np.ones(len(members))])
    answer, *_ = np.linalg.lstsq(system, tops.z[members], rcond=None)
    return float(np.sqrt(np.mean((system @ answer - tops.z[members]) ** 2)))


def _owners(triangles: np.ndarray, tops: Tops, owner: np.ndarray) -> np.ndarray:
    """The surface of each triangle: that of the nearest top in plan, heights counting for less; -1 where none is near."""
    given = np.flatnonzero(owner >= 0)
    if not len(given):
        return np.full(len(triangles), -1)
    squeeze = np.array([1.0, 1.0, 0.1])
    at = np.column_stack([tops.place[given] * tops.cell + tops.columns.origin, tops.z[given]]) * squeeze
    middles = turned(triangles.mean(axis=1), -tops.angle) * squeeze
    distance, nearest = cKDTree(at).query(middles, distance_upper_bound=INCH)
    result = np.where(np.isfinite(distance), owner[given[np.minimum(nearest, len(given) - 1)]], -1)
    result[tops.triangle[given]] = owner[given]      # a triangle that was met itself needs no guess
    return result


def _surface(tops: Tops, found: _Found, members: np.ndarray, triangles: np.ndarray) -> Surface:
    z = tops.z[members]
    return Surface(kind=found.kind, confidence=round(float(np.clip(found.confidence, 0, 1)), 2), plan=plan_of(tops, members), low=float(z.min()),
                   high=float(z.max()), rise=float(z.max() - found.base), area=float(len(np.unique(tops.line[members])) * tops.cell ** 2),
                   triangles=triangles, openings=found.openings, steps=found.steps)


def plan_of(tops: Tops, members: np.ndarray) -> shapely.Geometry:
    """The cells of tops as one polygon in table millimetres, steps of a cell smoothed away."""
    place = np.unique(tops.place[members], axis=0)
    low = place.min(axis=0)
    mask = np.zeros(place.max(axis=0) - low + 1, dtype=bool)
    mask[tuple((place - low).T)] = True
    edges = np.diff(np.pad(mask, ((0, 0), (1, 1))).astype(np.int8), axis=1)
    column, first = np.nonzero(edges == 1)
    _, last = np.nonzero(edges == -1)
    x0, y0 = np.asarray(tops.columns.origin) + tops.cell * (low - 0.5)
    boxes = shapely.box(x0 + column * tops.cell, y0 + first * tops.cell, x0 + (column + 1) * tops.cell, y0 + last * tops.cell)
    shape = shapely.union_all(boxes).simplify(0.8 * tops.cell)
    return shapely.transform(shape, lambda points: turned(points, tops.angle))

