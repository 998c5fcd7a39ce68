"""What lies under the centre of a base: how broad and flat it is, how it is tagged, and how high over the ground around it.

Geometry only proposes; a person's tag wins. What counts as broad or as low is the caller's to say.
"""
from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from math import inf

import shapely

from sim.facts import doubt, slices
from sim.facts.support import BAND
from sim.measure import AT, Fact, Measure, Truth, fact
from sim.world import POINT

REACHES = (3 * 25.4, 12 * 25.4)         # mm: how far round a place its flat ground is looked for, first near, then far
HAIR = 1e-3                             # mm: far below AT
KINDS = ("platform", "obstacle", "low", "stairs", "ladder")


@dataclass(frozen=True, eq=False)
class Spot:
    """What is under the centre of a base whose underside is at (x, y, z) (mm), borne by the triangle `bearing`; at `s` of a leg if it is on one."""
    survey: object
    x: float
    y: float
    z: float
    bearing: int = -1
    leg: int = -1
    s: float = 0.0

    @property
    def key(self) -> tuple:
        """What tells it from other spots of the survey."""
        return self.x, self.y, self.z, self.bearing, self.leg, self.s

    @classmethod
    def on(cls, survey, leg: int, s: float, z: float, bearing: int = -1) -> Spot:
        """The place at s of a leg."""
        return cls(survey, *survey.legs[leg].plan(s), z, bearing, leg, s)

    @classmethod
    def under(cls, survey, stand) -> Spot:
        """The place of a stand."""
        return cls.on(survey, stand.leg, stand.s, stand.z, stand.floor.triangle(stand.s))

    @cached_property
    def _level(self):
        under = [v for v in self.survey.world.levels(POINT, self.x, self.y) if v.floor <= self.z + AT]
        return under[-1] if under else None

    @property
    def borne(self) -> Fact:
        """Whether the centre is on something."""
        on = self._level is not None and self.z - self._level.floor <= max(BAND, 3 * self.doubt)
        return fact(on, "the centre is on something" if on else "the centre is over air", self.place)

    @cached_property
    def doubt(self) -> float:
        """Noise of the ground under the centre (mm)."""
        return doubt.upright(self.survey.world, self._bearing)

    @property
    def _bearing(self) -> int:
        return self._level.triangle if self._level else -1

    @cached_property
    def tags(self) -> frozenset[str]:
        """What people have called it: what the centre is on, or what bears the base where the centre is over air."""
        on_it = self._level is not None and self.borne.truth is Truth.HOLDS
        return self.survey.world.traits(self._level.triangle if on_it else self.bearing) & set(KINDS)

    def tagged(self, kind: str) -> Fact:
        """Whether somebody has said that it is of that kind."""
        return fact(kind in self.tags, f"tagged {kind}" if kind in self.tags else f"not tagged {kind}", self.place)

    @property
    def is_table_top(self) -> Fact:
        """Whether it is the table top itself."""
        world = self.survey.world
        bare = self._level is not None and self._level.triangle >= 0 and world.feature_of[self._level.triangle] < 0
        return fact(bare, "on the table top" if bare else "not on the table top", self.place)

    @property
    def breadth(self) -> Measure:
        """Diameter of the largest disc on the flat ground that the centre is on; nothing where it is tagged as something else."""
        untagged = not self.tags or "platform" in self.tags
        value = self._breadth if untagged and self._level is not None else 0.0
        return Measure(value, 2 * doubt.across(self.survey.world, self._bearing), name="breadth of the flat ground", witness=self.place)

    @cached_property
    def _breadth(self) -> float:
        band = max(BAND, 3 * self.doubt)
        z = round(self._level.floor / band) * band if self.doubt else self._level.floor      # on a scan no two places are quite as high
        known = self.survey.kept("flat ground", round(z, 2), list)
        for region, broad in known:
            if region.covers(shapely.Point(self.x, self.y)):
                return broad
        region, broad = _flat_ground(self.survey.world, self.x, self.y, z, band)
        known.append((region, broad))
        return broad

    @property
    def crack(self) -> Measure:
        """Width along the centre's line of the air it is over, between ground at the base's own level; endless if there is none such on both sides."""
        level = [s for s, z in _profile(self.survey, self.leg) if abs(z - self.z) <= max(BAND, 3 * self.doubt)]
        before, behind = [s for s in level if s <= self.s], [s for s in level if s >= self.s]
        width, off = behind[0] - before[-1] if before and behind else inf, 2 * doubt.across(self.survey.world, self.bearing)
        return Measure(width, off, name="crack under the centre", witness=self.place)

    @property
    def base_along_travel(self) -> Measure:
        """Extent of the base along the leg."""
        piece = self.survey.legs[self.leg]
        u = ((piece.end[0] - piece.start[0]) / piece.length, (piece.end[1] - piece.start[1]) / piece.length) if piece.length else (1.0, 0.0)
        return Measure(self.survey.model.outline.width(u, piece.facing), name="base along the way")

    @property
    def place(self) -> tuple:
        return (("points", ((self.x, self.y, self.z),)),)

    def height_over(self, broad: Measure) -> Measure:
        """Height over what it stands on: the highest flat ground at least that broad below it, under it or next before or behind on the line."""
        if self.tags & {"low", "obstacle", "stairs", "ladder"}:
            return Measure(0.0 if "low" in self.tags else inf, name="height over the floor", witness=self.place)
        return Measure(self.z - max(self._broad_below(broad.value), default=0.0), 2 * self.doubt, name="height over the floor", witness=self.place)

    def _broad_below(self, broad: float):
        """Levels of broad ground below: under the centre, and the first on either side along the line that a base at this height would come down on.

        What lies under something else no higher than the base, as the underside of a deck does, is nothing it could come down on.
        """
        corners = sorted({s + d for s, _ in _profile(self.survey, self.leg) for d in (-HAIR, 0.0, HAIR)})
        for side in ([self.s], [s for s in reversed(corners) if s <= self.s], [s for s in corners if s >= self.s]):
            spots = (Spot.on(self.survey, self.leg, s, self.z) for s in side)
            found = (p._level.floor for p in spots if p._level is not None and p._level.floor < self.z - AT and p.breadth.value > broad + AT)
            yield from islice(found, 1)


def changes(survey, leg) -> list[float]:
    """Places on a leg where what lies under the centre changes its height, its slope or its tags."""
    if not leg.length:
        return []
    places = sorted({s for s, _ in _profile(survey, leg.leg)} | set(_tag_changes(survey, leg)))
    apart = [s for s, before in zip(places, [-inf, *places]) if s - before > HAIR and HAIR < s < leg.length - HAIR]
    return [s + HAIR / 10 for s in apart]


def _profile(survey, leg: int) -> list[tuple[float, float]]:
    """(s, z) corners of every floor of the centre's line, a hair inside their ends, straight but for half the support band."""
    def make():
        piece = survey.legs[leg]
        if not piece.length:
            return []
        out = []
        for floor in _centre_line(survey, leg).floors:
            a, b = floor.start + HAIR / 10, floor.end - HAIR / 10
            corners = floor.points(a, b) if b > a else []
            out += [tuple(p) for p in shapely.simplify(shapely.LineString(corners), BAND / 2).coords] if len(corners) > 1 else corners
        return sorted(out)
    return survey.kept("centre line", leg, make)


def _centre_line(survey, leg: int):
    piece = survey.legs[leg]
    return survey.kept("centre slice", leg, lambda: slices.cut(survey.world, POINT, piece.start, piece.end, 0.0, leg))


def _tag_changes(survey, leg) -> list[float]:
    found = []
    for floor in _centre_line(survey, leg.leg).floors:
        tags = [survey.world.traits(int(t)) for t in floor.cells[:, 6]]
        found += [float(floor.cells[i, 0]) for i in range(1, len(tags)) if tags[i] != tags[i - 1]]
    return found


def _flat_ground(world, x: float, y: float, z: float, band: float):
    """The level ground around a place that hangs together with it (shapely), and the diameter of the largest disc on it."""
    for reach in REACHES:
        ids = world._near(x - reach, y - reach, x + reach, y + reach, z - band, z + band)
        ground = world.in_band(ids, (1.0, 0.0, 0.0, 1.0, 0.0, 0.0), z, band, band).intersection(shapely.box(x - reach, y - reach, x + reach, y + reach))
        here = [p for p in getattr(ground, "geoms", [ground]) if p.geom_type == "Polygon" and p.distance(shapely.Point(x, y)) <= AT]
        if not here:
            return shapely.Point(x, y).buffer(AT), 0.0
        region = here[0]
        broad = 2 * shapely.maximum_inscribed_circle(region, tolerance=1e-3).length
        if broad > 2 * 25.4 or region.within(shapely.box(x - reach, y - reach, x + reach, y + reach).buffer(-1.0)):
            break
    return region.buffer(AT), broad
