"""Nouns of a case: the other models, how far off they are, and what surrounds them."""
from __future__ import annotations

from dataclasses import replace
from math import inf

from sim.facts import zones
from sim.facts.zones import Body, Zone
from sim.measure import AT, INCH, Measure


class Others:
    """Friends, enemies, and the room between; mixed into `Case`."""

    @property
    def enemies(self) -> list[Body]:
        return self.scene.others(side=False)

    @property
    def friends(self) -> list[Body]:
        return self.scene.others(side=True)

    @property
    def everyone_else(self) -> list[Body]:
        return self.scene.others()

    def opponents_of(self, body: Body) -> list[Body]:
        """Models of other sides than that body's, the mover where it starts."""
        side = self.scene.model_of(body).side
        return [b for b in self.scene.bodies.values() if self.scene.model_of(b).side != side]

    def height_of(self, body: Body) -> Measure:
        return Measure(body.height, name=f"height of {body.name}")

    def plan_distance(self, a: Body, b: Body) -> Measure:
        """Plan distance between two bases, below zero if they overlap."""
        return Measure(zones.plan_distance(a.outline, a.pose, b.outline, b.pose), name=f"from {a.name} to {b.name}",
                       witness=(("points", (tuple((*p, o.pose.z) for p, o in zip(zones.closest_points(a.outline, a.pose, b.outline, b.pose), (a, b))))),))

    def height_between(self, a: Body, b: Body) -> Measure:
        """Difference of elevation."""
        return Measure(abs(a.pose.z - b.pose.z), a.doubt + b.doubt, name=f"height between {a.name} and {b.name}")

    def height_over_top(self, a: Body, b: Body) -> Measure:
        """How far the upper base is over the top of the lower model; below zero if it is not."""
        low, high = sorted((a, b), key=lambda m: m.pose.z)
        return Measure(high.pose.z - low.pose.z - low.height, a.doubt + b.doubt, name=f"{high.name}'s base over {low.name}'s top")

    def nearest(self, owner: Body, radius: Measure, **zone) -> Measure:
        """How near the mover comes to another model's base on its way, where its surroundings count; see `_area` for `zone`.

        A stretch in which the mover starts inside is left out.
        """
        where, area = self._area(owner, radius, **zone)
        return self.scene.survey.kept("nearest", (self.way.line, where, area),
                                      lambda: zones.entered(self.scene.survey.world, self.mover, self.pieces, where, area))

    def _area(self, owner: Body, radius: Measure, low: float | None = None, high: float | None = None, wall: Measure | None = None,
              around: bool = False, in_sight: bool = False) -> tuple[Body, Zone]:
        """A model's surroundings: they reach `radius` in plan and from `low` to `high` inches over its base (None: without end).

        They do not reach through walls at least `wall` tall, unless `around` their ends; `in_sight`: only what the model has before it
        and terrain does not hide.
        """
        area = Zone(radius.value, -inf if low is None else low * INCH, inf if high is None else high * INCH,
                    inf if wall is None else wall.value, owner.pose.z, around, in_sight)
        return replace(owner, front=in_sight), area

    def beside(self, other: Body) -> Measure:
        """Least room between the mover and another model on the way, where their heights overlap; below zero: through it."""
        return self.scene.survey.kept("beside", (self.way.line, other.name), lambda: zones.clearance(self.mover, self.pieces, other))

    def on_top_of(self, other: Body, model: Body | None = None) -> Measure:
        """Room left in plan between a model (the mover at its end) and another base, where the bodies' heights overlap; endless if they do not."""
        model = model or self.end
        if abs(model.pose.z - other.pose.z) >= max(model.height, other.height) - AT:
            return Measure(inf, name=f"room beside {other.name}")
        return self.plan_distance(model, other).named(f"room beside {other.name}")
