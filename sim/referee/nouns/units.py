"""Nouns of a case: the unit a model belongs to, where its models are, and the area a set-up names."""
from __future__ import annotations

from itertools import combinations
from math import hypot, inf

import numpy as np
import shapely
import shapely.affinity

from sim.errors import RefereeError
from sim.facts.zones import Body
from sim.measure import AT, INCH, Fact, Measure, Truth, count, fact

MOST_SETS = 200_000


class Units:
    """Who stands where when the move is over; mixed into `Case`."""

    @property
    def unit_at_end(self) -> list[Body]:
        """The unit's models where they are after the move; of a model without a unit, that model."""
        name = self.scene.unit
        mates = [self.scene.bodies[m.name] for m in self.scene.table.unit(name)] if name else []
        if self.way is None:
            return mates
        return [self.end if m.name == self.model.name else m for m in mates] or [self.end]

    @staticmethod
    def besides(body: Body, models: list[Body]) -> list[Body]:
        """Some models without one of them."""
        return [m for m in models if m.name != body.name]

    def all_but(self, body: Body) -> list[Body]:
        """Every other model where it is after the move."""
        return [*self.besides(body, self.unit_at_end), *(b for b in self.scene.bodies.values() if b.name not in {m.name for m in self.unit_at_end})]

    @property
    def units_with_mates(self) -> list[list[Body]]:
        """The unit, if it has more than one model; else nothing."""
        return [self.unit_at_end] if len(self.unit_at_end) > 1 else []

    @staticmethod
    def joined_up(models: list[Body], near) -> Fact:
        """Whether models hang together, each with some other `near` it, as one group; undecided where that hangs on a link in doubt."""
        sure, perhaps = (_groups(models, near, truths) for truths in ({Truth.HOLDS}, {Truth.HOLDS, Truth.UNDECIDED}))
        if len(sure) == 1:
            return fact(True, "the models are one group")
        says = f"the models are {len(sure)} groups: " + "; ".join(", ".join(sorted(g)) for g in sure)
        return Fact(Truth.UNDECIDED if len(perhaps) == 1 else Truth.FAILS, says)

    def may_stay(self, models: list[Body], coherent) -> list[Fact]:
        """The largest sets of models that are coherent by themselves, and how many are left if they are removed one at a time until they are."""
        def may(some) -> bool:
            return len(some) < 2 or coherent(list(some)).truth is Truth.HOLDS

        if may(models):
            return []
        tried, found = 0, []
        for size in range(len(models) - 1, 0, -1):
            for some in combinations(models, size):
                tried += 1
                if tried > MOST_SETS:
                    return [fact(True, f"more than {MOST_SETS} sets to look at")]
                if may(some):
                    found.append(some)
            if found:
                break
        largest = [fact(True, "may stay: " + ", ".join(m.name for m in some)) for some in found]
        return largest + ([fact(True, _one_at_a_time(models, may))] if len(models) <= 12 else [])

    def height_between_bodies(self, a: Body, b: Body) -> Measure:
        """How far the upper body is over the lower one's top; nothing where their heights overlap."""
        over = max(a.pose.z - b.pose.z - b.height, b.pose.z - a.pose.z - a.height, 0.0)
        return Measure(over, name=f"height between the bodies of {a.name} and {b.name}")

    def hidden_from(self, a: Body, b: Body) -> Fact:
        """Whether terrain at the height of the one hides the other's base from it."""
        from sim.facts.sight import sees
        from sim.referee.setting import world_of
        seen = sees(world_of(self.scene.table), a, b)
        return fact(not seen, f"{b.name} is hidden from {a.name}" if not seen else f"{a.name} sees {b.name}")

    @property
    def left_behind(self) -> Measure:
        """How many of the unit's models the move leaves out."""
        paths = getattr(self.scene.move, "paths", None)
        names = {self.model.name} if paths is None else set(paths)
        return count(sum(m.name not in names for m in self.scene.table.unit(self.scene.unit)) if self.scene.unit else 0, "models left out")

    def has(self, trait: str) -> Fact:
        """Whether the model carries a trait."""
        return fact(trait in self.model.traits, f"it has {trait}" if trait in self.model.traits else f"it has no {trait}")

    # ---- where it must be

    @property
    def area_named(self) -> list:
        """The area the move names with `within`, if it names one (shapely, mm)."""
        name = self.scene.move.options.get("within", {}).get("area")
        return [shapely.Polygon(a.polygon) for a in self.scene.table.areas if a.name == name]

    def out_of(self, area) -> Measure:
        """How far the base where the move ends reaches out of an area."""
        return Measure(_farthest_from(area, self.model.outline, self.end_pose), name="base outside the area")

    def too_large_for(self, area) -> Fact:
        """Whether the base fits nowhere in an area, whichever way it faces."""
        fits = any(_room_for(area, self.model.outline, facing) for facing in ([0.0] if self.model.outline.is_round else range(0, 180, 3)))
        return fact(not fits, "the base fits nowhere in the area" if not fits else "the base fits in the area")

    @property
    def transport(self) -> Body:
        """The model named by `within` or as the target; E_SCENARIO if there is none."""
        name = self.scene.move.options.get("within", {}).get("model") or self.scene.move.target
        if name not in self.scene.bodies:
            raise RefereeError("E_SCENARIO", f"a {self.action} needs within = {{ model = the name of the transport, inches = 3, wholly = true }}", "within")
        return self.scene.bodies[name]

    def farthest_from(self, other: Body) -> Measure:
        """How far the farthest part of the base, where the move ends, is from another's base."""
        if self.model.outline.is_round and other.outline.is_round:
            d = hypot(self.end_pose.x - other.pose.x, self.end_pose.y - other.pose.y)
            return Measure(max(0.0, d + self.model.outline.radius - other.outline.radius), name=f"farthest part from {other.name}")
        base = shapely.Polygon(other.outline.points(*other.pose.plan, other.pose.facing))
        return Measure(_farthest_from(base, self.model.outline, self.end_pose), name=f"farthest part from {other.name}")

    @property
    def least_width(self) -> Measure:
        return Measure(self.model.outline.shortest, name="least width of the base")

    @property
    def to_the_edge(self) -> Measure:
        """How far the base is from the nearest edge of the table where the move ends."""
        return self.inside_board().named("distance to the table's edge")

    @property
    def headroom_at_end(self) -> Measure:
        """Free height over the underside of the base where the move ends."""
        from sim.facts.slices import BASE_THICKNESS
        p, world = self.end_pose, self.scene.survey.world
        here = [v for v in world.levels(self.model.outline, p.x, p.y, p.facing, BASE_THICKNESS) if v.floor <= p.z + AT <= v.ceiling + 2 * AT]
        return Measure(here[-1].ceiling - p.z + BASE_THICKNESS if here else inf, name="headroom at the end")

    @property
    def is_raised(self) -> Fact:
        """Whether the model ends on terrain, not on the table top."""
        raised = self.end_pose.z > 0.02 * INCH
        return fact(raised, "it ends on terrain" if raised else "it ends on the table top")


def _groups(models, near, truths) -> list[set[str]]:
    left, groups = {m.name: m for m in models}, []
    while left:
        _, first = left.popitem()
        group, todo = {first.name}, [first]
        while todo:
            here = todo.pop()
            joined = [m for m in left.values() if near(here, m).truth in truths]
            for m in joined:
                del left[m.name]
            group |= {m.name for m in joined}
            todo += joined
        groups.append(group)
    return groups


def _one_at_a_time(models, may) -> str:
    """How many models are left where they are removed one at a time and no longer than needed."""
    todo, ends, seen = [frozenset(range(len(models)))], set(), set()
    while todo:
        some = todo.pop()
        if some in seen:
            continue
        seen.add(some)
        if may([models[i] for i in sorted(some)]):
            ends.add(len(some))
        else:
            todo += [some - {i} for i in some]
    low, high = min(ends), max(ends)
    return f"removed one at a time until coherent, {low} are left" if low == high else f"removed one at a time until coherent, {low} to {high} are left"


def _farthest_from(area, outline, pose) -> float:
    points = shapely.points(outline.points(*pose.plan, pose.facing, 1e-4))
    return float(np.max(shapely.distance(points, area)))


def _room_for(area, outline, facing: float) -> bool:
    """Whether the outline at a facing fits in an area: the common part of the area moved by each rim point, seen from the centre."""
    if outline.is_round:
        return not area.buffer(-(outline.radius - AT)).is_empty
    left = area
    for x, y in outline.points(0.0, 0.0, facing, 0.05):
        left = left.intersection(shapely.affinity.translate(area, -x * (1 - 1e-6), -y * (1 - 1e-6)))
    return not left.is_empty
