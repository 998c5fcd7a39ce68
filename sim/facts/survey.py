"""The survey of a move: every stand along its plan line and every passage from one to the next, measured; no game, no reading, no threshold.

Going along a leg the base may keep to a floor (LEVEL), go up or down where floors meet (UP, DOWN), leave an edge through the air
(SPAN to a floor as high or higher, AIR to a lower one), and turn at a stop (TURN). The slice is complete: every way of a base one
tenth of an inch tall along the line is among them, down to the kernel's skin (`complete_to`).
"""
from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import inf

from sim.facts import aloft, doubt, slices, underfoot
from sim.facts.aloft import LEVEL_REACH
from sim.facts.passage import Passage, Stand
from sim.facts.slices import Floor, LegSlice
from sim.measure import AT
from sim.move import Leg
from sim.shapes import Pose
from sim.table import Model
from sim.world import World


@dataclass(frozen=True, eq=False)
class Survey:
    """What the table says about one model's path: `start` is the stand it starts from, `path` the declared legs.

    `flies`: undeclared legs may be flown; `tallest`: the highest top of any other model (mm), which a flight goes over;
    `minds_centre`: floors are also parted where what lies under the base's centre changes.
    """
    world: World
    model: Model
    pose: Pose
    path: tuple[Leg, ...]
    flies: bool = False
    tallest: float = 0.0
    minds_centre: bool = False

    complete_to = AT / 2

    @cached_property
    def legs(self) -> tuple[LegSlice, ...]:
        """One slice a leg, each with the facing held along it."""
        out, place, facing = [], self.pose.plan, self.pose.facing
        for i, leg in enumerate(self.path):
            stop = leg.to[:2]
            if leg.by == "place":
                place, facing = stop, facing if leg.facing is None else leg.facing
            out.append(slices.cut(self.world, self.model.outline, place, stop, facing, i))
            place, facing = stop, facing if leg.facing is None else leg.facing
        return tuple(out)

    @cached_property
    def _kept(self) -> dict:
        return {}

    def kept(self, what: str, key, make):
        """A fact worked out once and kept with the survey."""
        if (what, key) not in self._kept:
            self._kept[what, key] = make()
        return self._kept[what, key]

    @property
    def start(self) -> Stand:
        """Where the model stands before it moves."""
        floor = min(self.legs[0].floors_at(0.0), key=lambda f: abs(f.z(0.0) - self.pose.z))
        return Stand(0, 0.0, floor.z(0.0), floor)

    def pose_at(self, leg: int, s: float, z: float) -> Pose:
        piece = self.legs[leg]
        return Pose(*piece.plan(s), z, piece.facing)

    def is_stop(self, stand: Stand) -> bool:
        """Whether the stand is at the end of its leg."""
        return stand.s >= self.legs[stand.leg].length - 1e-9

    def is_end(self, stand: Stand) -> bool:
        """Whether the stand is where the move was to end, at the level named if one was."""
        return stand.leg == len(self.path) - 1 and self.is_stop(stand) and self.fits_stop(stand) and not self._turn_due(stand)

    def _turn_due(self, stand: Stand) -> bool:
        leg = self.path[stand.leg]
        return leg.facing is not None and not self.model.outline.is_round and not stand.turned and leg.facing != self.legs[stand.leg].facing

    def fits_stop(self, stand: Stand) -> bool:
        """Whether the level of a stand at a stop is the one declared there: of all levels the nearest, within a quarter inch."""
        wanted = self.path[stand.leg].to[2]
        if wanted is None:
            return True
        meant = aloft.height_meant(self, stand.leg)
        if meant is not None:
            return abs(stand.z - meant) <= AT
        here = [f.z(stand.s) for f in self.legs[stand.leg].floors_at(stand.s)]
        return abs(stand.z - wanted) <= LEVEL_REACH + AT and abs(stand.z - wanted) <= min((abs(z - wanted) for z in here), default=0.0) + AT

    def passages_from(self, stand: Stand) -> tuple[Passage, ...]:
        """Every passage that leads on from a stand."""
        return self.kept("onward", stand.key, lambda: tuple(self._passages_from(stand)))

    def _passages_from(self, stand: Stand) -> list[Passage]:
        upright = aloft.upright(self, stand)
        if self.is_stop(stand):
            return [*upright, *self._beyond(stand)]
        by = self.path[stand.leg].by
        airy = by in ("jump", "fly") or aloft.height_meant(self, stand.leg) is not None
        found = upright if stand.aloft else [*self._along(stand), *self._across(stand)]
        if stand.aloft or airy:
            found += aloft.sideways(self, stand)
        if stand.s <= 1e-9 and (by == "fly" or self.flies and by is None):
            found += aloft.flights(self, stand)
        return found

    def _along(self, stand: Stand) -> list[Passage]:
        """Onward on the same floor, and up or down where another floor meets it."""
        found = []
        leg = self.legs[stand.leg]
        nodes = [s for s in self._nodes[stand.leg][stand.floor.index] if s > stand.s + 1e-9]
        if nodes:
            found.append(self._passage("LEVEL", stand, Stand(stand.leg, nodes[0], stand.floor.z(nodes[0]), stand.floor)))
        for link in leg.links:
            if link.before is stand.floor and abs(link.s - stand.s) <= 1e-9:
                z = link.after.z(link.s)
                found.append(self._passage("UP" if z > stand.z else "DOWN", stand, Stand(stand.leg, link.s, z, link.after)))
        return found

    @cached_property
    def _nodes(self) -> list[list[list[float]]]:
        """For each floor of each leg, the places where something begins, ends or meets."""
        out = []
        for leg in self.legs:
            places = [{f.start, f.end} for f in leg.floors]
            for link in leg.links:
                places[link.before.index].add(link.s)
                places[link.after.index].add(link.s)
            for s in underfoot.changes(self, leg) if self.minds_centre else ():
                for floor in leg.floors:
                    if floor.start < s < floor.end:
                        places[floor.index].add(s)
            out.append([sorted(p) for p in places])
        return out

    def _across(self, stand: Stand) -> list[Passage]:
        """Through the air from where a floor falls away: level across, then straight down, or onto a rim ahead."""
        leg = self.legs[stand.leg]
        falls = [k for k in leg.links if k.before is stand.floor and abs(k.s - stand.s) <= 1e-9 and k.after.z(k.s) < stand.z - AT]
        ends = abs(stand.floor.end - stand.s) <= 1e-9
        if not falls and not ends:
            return []
        found, seen = [], {k.after.index for k in falls}
        space: tuple[float, float] | None = None          # floor and ceiling of the free space flown through, at its end
        for s0, s1, column in leg.columns:
            if s1 <= stand.s + 1e-9:
                continue
            inside = [(i, c) for i, c in column if c[2] <= stand.z + AT and c[4] >= stand.z and (space is None or c[2] <= space[1] and c[4] >= space[0])]
            rims = [(i, c) for i, c in column if stand.z + AT < c[2] and space is not None and c[2] <= space[1]]
            for i, c in rims[:1]:
                if i not in seen and not inside:
                    found.append(self._passage("SPAN", stand, Stand(stand.leg, s0, float(c[2]), leg.floors[i])))
            if not inside:
                break
            i, c = inside[0]
            if abs(c[2] - stand.z) <= AT:
                if i != stand.floor.index:
                    found.append(self._passage("SPAN", stand, Stand(stand.leg, s0, float(c[2]), leg.floors[i])))
                break
            if i not in seen:
                found.append(self._passage("AIR", stand, Stand(stand.leg, s0, float(c[2]), leg.floors[i])))
                seen.add(i)
            if abs(s1 - leg.length) <= 1e-9 and c[3] < stand.z - AT:
                found.append(self._passage("AIR", stand, Stand(stand.leg, leg.length, float(c[3]), leg.floors[i])))
            if c[3] > stand.z or c[5] < stand.z:          # the space closes within this piece
                break
            space = (float(c[3]), float(c[5]))
        return found

    def _beyond(self, stand: Stand) -> list[Passage]:
        """From a stop: the turn that was declared, then the next leg."""
        if self._turn_due(stand):
            return self._turns(stand)
        if stand.leg + 1 == len(self.path) or not self.fits_stop(stand):
            return []
        following = self.legs[stand.leg + 1]
        if self.path[stand.leg + 1].by == "place":
            return [self._passage("PLACE", stand, Stand(stand.leg + 1, 0.0, f.z(0.0), f)) for f in following.floors]
        floors = [f for f in following.floors_at(0.0) if (f.z(0.0) <= stand.z if stand.aloft else abs(f.z(0.0) - stand.z) <= AT)]
        return [p for f in floors[-1:] for p in self._joined(Stand(stand.leg + 1, 0.0, stand.z, f, aloft=stand.aloft), stand)]

    def _joined(self, first: Stand, stand: Stand):
        if self.legs[first.leg].length == 0.0:
            return (self._passage("LEVEL", stand, first),)
        return self.passages_from(first)

    def _turns(self, stand: Stand) -> list[Passage]:
        """The turn on the spot at a stop, the short way, if terrain leaves room for it."""
        from sim.facts.turning import turn_to
        outline, leg = self.model.outline, self.legs[stand.leg]
        facing = self.path[stand.leg].facing
        turned = slices.cut(self.world, outline, leg.end, leg.end, facing, stand.leg)
        found = []
        for floor in turned.floors:
            over = 3 * doubt.upright(self.world, floor.triangle(0.0))          # bumps of a scan's noise are in nobody's way
            z = max(stand.z, floor.z(0.0)) + over
            if self.kept("turn", (stand.leg, z), lambda: turn_to(self.world, outline, leg.end, z, leg.facing, facing)):      # noqa: B023 asked at once
                found.append(self._passage("TURN", stand, Stand(stand.leg, stand.s, floor.z(0.0), stand.floor, turned=True)))
        return sorted(found, key=lambda p: abs(p.end.z - stand.z))[:1]

    def _passage(self, kind: str, start: Stand, end: Stand) -> Passage:
        return Passage(self, kind, start, end)

    # ---- the ground a model follows if it keeps its feet down

    def profile_ahead(self, stand: Stand, reach: float = inf) -> list[tuple[float, float]]:
        """(s, z) of the floors that lead on from a stand, always taking the least change of height; s counts on over the legs."""
        points, here, offset, origin = [(0.0, stand.z)], stand, 0.0, stand.s
        while offset + here.s - origin <= reach:
            on = self._onward(here)
            if on is None:
                break
            if on.leg != here.leg:
                offset, origin = offset + here.s - origin, 0.0
                here = on
                continue
            if on.floor is here.floor:
                points += [(offset + s - origin, z) for s, z in here.floor.points(here.s, on.s)]
            else:
                points.append((offset + on.s - origin, on.z))
            here = on
        return points

    def _onward(self, stand: Stand) -> Stand | None:
        if self.is_stop(stand):
            if stand.leg + 1 == len(self.path):
                return None
            floors = [f for f in self.legs[stand.leg + 1].floors_at(0.0) if abs(f.z(0.0) - stand.z) <= AT]
            return Stand(stand.leg + 1, 0.0, stand.z, floors[0]) if floors else None
        steps = [p.end for p in self._along(stand)]
        same = [e for e in steps if e.floor is stand.floor]
        return same[0] if same else min(steps, key=lambda e: abs(e.z - stand.z), default=None)

    def profile_behind(self, stand: Stand, reach: float = inf) -> list[tuple[float, float]]:
        """(distance back, z) of the floors that lead up to a stand, least change of height first, back over the legs."""
        points, leg, floor, s, back = [(0.0, stand.z)], stand.leg, stand.floor, stand.s, 0.0
        while back <= reach:
            if floor.start < s - 1e-9:
                points += [(back + s - a, z) for a, z in reversed(floor.points(floor.start, s))]
                back, s = back + s - floor.start, floor.start
            links = [k.before for k in self.legs[leg].links if k.after is floor and abs(k.s - s) <= 1e-9]
            if links:
                floor = min(links, key=lambda f: abs(f.z(s) - floor.z(s)))
                points.append((back, floor.z(s)))
            elif s <= 1e-9 and leg > 0:
                z, before = points[-1][1], self.legs[leg - 1]
                joined = [f for f in before.floors_at(before.length) if abs(f.z(before.length) - z) <= AT]
                if not joined:
                    break
                leg, floor, s = leg - 1, joined[0], before.length
            else:
                break
        return points


__all__ = ["Floor", "Passage", "Stand", "Survey"]
