"""Nouns of a case: the line a move takes, where along it something is reached, what the mover and others see."""
from __future__ import annotations

from dataclasses import dataclass
from math import hypot, inf

import shapely

from sim.errors import RefereeError
from sim.facts import sight, zones
from sim.facts.support import BAND
from sim.facts.zones import Body, Piece
from sim.measure import AT, Fact, Measure, fact
from sim.shapes import Pose, cos_sin


@dataclass(frozen=True)
class Surroundings:
    """What surrounds a model: how near the mover comes to it, and how far along its way it gets there."""
    case: object
    owner: Body
    radius: Measure
    more: dict

    def kept_out_of(self, touching: bool):
        """That the mover does not come inside; `touching` the edge is inside or not."""
        near = self.case.nearest(self.owner, self.radius, **self.more)
        return near > self.radius if touching else near >= self.radius

    def reached(self, touching: bool) -> Measure:
        """How far along its way the mover comes inside; endless if it does not."""
        return self.case.reaches(self.owner, self.radius, touching, **self.more)


class Lines:
    """Straightness, arrival, sight; mixed into `Case`."""

    @property
    def target(self) -> Body:
        """The model the move is aimed at; E_SCENARIO if the file names none."""
        name = self.scene.move.target
        if name not in self.scene.bodies:
            raise RefereeError("E_SCENARIO", f"a move {self.action} needs target = the name of a model", "target")
        return self.scene.bodies[name]

    @property
    def other_enemies(self) -> list[Body]:
        """Enemies other than the target."""
        return [foe for foe in self.enemies if foe.name != self.scene.move.target]

    @property
    def line(self) -> list[tuple[float, float]]:
        """The plan points the path is declared through: the start, then each stop."""
        return [self.mover.pose.plan, *(leg.to[:2] for leg in self.scene.move.path)]

    @property
    def off_the_straight(self) -> Measure:
        """How far the stops between lie off the straight line from the start to the last."""
        points = self.line
        whole = shapely.LineString((points[0], points[-1]))
        return Measure(max((whole.distance(shapely.Point(p)) for p in points[1:-1]), default=0.0), name="stop beside the straight line")

    @property
    def turned_at_the_end(self) -> Measure:
        """The turn declared after the last leg, off the way the model faces on it."""
        last, legs = self.scene.survey.path[-1], self.scene.survey.legs
        turn = 0.0 if last.facing is None or last.by == "place" else abs((last.facing - legs[-1].facing + 180.0) % 360.0 - 180.0)
        return Measure(turn, unit="angle", name="turn after the move", near=0.01)

    @property
    def turned_altogether(self) -> Measure:
        """How far the model's facing at the end is off that at the start."""
        turn = abs((self.end_pose.facing - self.mover.pose.facing + 180.0) % 360.0 - 180.0)
        return Measure(turn, unit="angle", name="change of facing", near=0.01)

    @property
    def behind_its_shoulder(self) -> Measure:
        """How far behind the line of its shoulders the mover's declared end lies from where it starts."""
        return Measure(max(0.0, -sight.ahead(self.mover.pose, *self.line[-1])), name="end behind the model")

    @property
    def sees_the_end(self) -> Fact:
        """Whether no terrain hides the declared end from the mover, looked at from its own height."""
        x, y = self.line[-1]
        there = Body("end", self.model.outline, Pose(x, y, self.mover.pose.z), 0.0)
        seen = sight.sees(self.scene.survey.world, self.mover, there)
        return fact(seen, "the end is in sight" if seen else "terrain hides the end", (("points", ((x, y, self.mover.pose.z),)),))

    # ---- towards the target

    def _first_line(self) -> tuple[tuple[float, float], tuple[float, float]]:
        """The start and direction of the first leg that goes anywhere."""
        legs = [p for p in self.scene.survey.legs if p.length]
        if not legs:
            return self.mover.pose.plan, cos_sin(self.mover.pose.facing)
        return legs[0].start, _direction(legs[0])

    @property
    def line_misses_target(self) -> Measure:
        """How far the first straight line, drawn on, passes from the target's base."""
        (x, y), (ux, uy) = self._first_line()
        far = 10 * sum(self.scene.table.size)
        piece = Piece(Pose(x, y, 0.0, self.mover.pose.facing), Pose(x + far * ux, y + far * uy, 0.0, self.mover.pose.facing))
        owner = self.target
        return Measure(zones.least_distance(self.mover.outline, piece, owner)[0], name=f"line from {owner.name}")

    @property
    def line_beside_middle(self) -> Measure:
        """How far the first straight line passes from the middle of the target's base, or how far off that is if it goes the wrong way."""
        return Measure(_beside(*self._first_line(), self.target.pose.plan), name=f"line beside the middle of {self.target.name}")

    @property
    def bends(self) -> list[Body]:
        """The mover at each stop where its path changes direction."""
        out = []
        legs = [p for p in self.scene.survey.legs if p.length]
        for a, b in zip(legs, legs[1:]):
            cross = (a.end[0] - a.start[0]) * (b.end[1] - b.start[1]) - (a.end[1] - a.start[1]) * (b.end[0] - b.start[0])
            if abs(cross) / a.length > AT:
                out.append(Body(self.model.name, self.model.outline, Pose(*a.end, self.mover.pose.z, a.facing), self.model.height))
        return out

    def off_the_way_to_target(self, bend: Body) -> Measure:
        """How far the leg that sets out from a bend passes beside the line to the middle of the target."""
        leg = next(p for p in self.scene.survey.legs if p.length and p.start == bend.pose.plan)
        return Measure(_beside(leg.start, _direction(leg), self.target.pose.plan), name="line beside the target's middle")

    @property
    def off_the_line_of_target(self) -> list[Measure]:
        """For a move directly towards or away: how far each leg's line misses the middle of the target, or goes the wrong way."""
        sign = {"directly-towards": 1.0, "directly-away": -1.0}.get(self.scene.move.action)
        if sign is None:
            return []
        lines = [(leg.start, tuple(sign * v for v in _direction(leg))) for leg in self.scene.survey.legs]
        return [Measure(_beside(*line, self.target.pose.plan), name="line beside the target's middle") for line in lines]

    # ---- along the way

    def zone(self, owner: Body, radius: Measure, **more) -> Surroundings:
        """What surrounds another model, to be kept out of or reached; `more` as for `nearest`."""
        return Surroundings(self, owner, radius, more)

    def reaches(self, owner: Body, radius: Measure, touching: bool, **zone) -> Measure:
        """How far along its way the mover comes to another model's surroundings from outside, `touching` the edge or not; endless if it does not."""
        where, area = self._area(owner, radius, **zone)
        value = self.scene.survey.kept("reached", (self.way.line, where, area, touching),
                                       lambda: zones.reached(self.scene.survey.world, self.mover, self.pieces, where, area, touching))
        return Measure(value, name=f"way to {owner.name}'s zone")

    @property
    def edge_reached(self) -> Measure:
        """How far along its way the base comes to the table's edge and would go on past it; endless if it does not."""
        along = 0.0
        for piece in self.pieces:
            a, b = self._room_inside(piece.start), self._room_inside(piece.end)
            if b < -AT:
                rooms = zip(self._rooms(piece.start), self._rooms(piece.end))
                crossings = [along + piece.length * max(0.0, p) / (p - q) for p, q in rooms if q < -AT and p > q]
                return Measure(along if a < 0 else min(crossings), name="way to the table's edge")
            along += piece.length
        return Measure(inf, name="way to the table's edge")

    def _rooms(self, p: Pose) -> tuple[float, ...]:
        o, (x, y) = self.model.outline, self.scene.table.size
        return (p.x - o.reach((-1.0, 0.0), p.facing), x - p.x - o.reach((1.0, 0.0), p.facing),
                p.y - o.reach((0.0, -1.0), p.facing), y - p.y - o.reach((0.0, 1.0), p.facing))

    def _room_inside(self, p: Pose) -> float:
        return min(self._rooms(p))

    def inside_board(self) -> Measure:
        """How far the base at its end keeps inside the table's edge; below zero, how far it is over."""
        return Measure(self._room_inside(self.end_pose), name="room to the table's edge")

    @property
    def inside_board_all_the_way(self) -> Measure:
        """The least room between the base and the table's edge, at the end and on the way; below zero: how far it is over."""
        poses = [p for piece in self.pieces for p in (piece.start, piece.end)]
        return Measure(min(map(self._room_inside, [*poses, self.end_pose])), name="room to the table's edge")

    # ---- terrain with a tag

    def room_to(self, tag: str, at_the_end: bool = False) -> Measure:
        """Least plan distance from the base on its way, or only where it ends, to terrain tagged so; below zero: how deep it is in it."""
        world = self.scene.survey.world
        outline = self.model.outline
        tagged = (*(f.traits for f in world.features), *(t for f in world.features for _, t in f.parts), *(r.traits for r in world._regions))
        if not any(tag in traits for traits in tagged):
            return Measure(inf, name=f"room to {tag} terrain")
        end = self.end_pose
        pieces = [Piece(end, end)] if at_the_end else [*self.pieces, Piece(end, end)]
        return min((self._room_beside(world, outline, piece, tag) for piece in pieces), key=lambda m: m.value)

    def _room_beside(self, world, outline, piece: Piece, tag: str) -> Measure:
        low, high = sorted((piece.start.z, piece.end.z))
        ids = world.corridor(outline, piece.start.plan, piece.end.plan, 25.4, low - BAND, high + self.model.height)
        pieces = (shapely.Polygon(world.triangles[t].reshape(3, 3)[:, :2]) for t in ids if tag in world.traits(int(t)))
        region = shapely.union_all([p for p in pieces if p.area > 1e-9])
        value = inf if region.is_empty else _distance_of_sweep(outline, piece, region)
        return Measure(value, name=f"room to {tag} terrain", witness=(("points", ((piece.end.x, piece.end.y, piece.end.z),)),))

    # ---- facing

    @property
    def moved_by_an_opponent(self) -> Fact:
        """Whether a player other than the model's own moves it."""
        other = self.scene.move.moved_by == "opponent"
        return fact(other, "moved by an opponent" if other else "moved by its own player")

    @property
    def goes_anywhere(self) -> Fact:
        """Whether the model is moved or turned at all."""
        moves = any(s.passage.run.value or s.passage.change for s in self.steps) or self.turned_altogether.value > 0
        return fact(moves, "the model moves" if moves else "the model stays as it is")


def _direction(leg) -> tuple[float, float]:
    """The plan direction of a leg; none (0, 0) for a leg of no length."""
    return ((leg.end[0] - leg.start[0]) / leg.length, (leg.end[1] - leg.start[1]) / leg.length) if leg.length else (0.0, 0.0)


def _beside(start, direction, point) -> float:
    """How far a line passes from a plan point (mm), or how far off the point is if the line goes the other way."""
    to = (point[0] - start[0], point[1] - start[1])
    ahead = direction[0] * to[0] + direction[1] * to[1]
    return abs(direction[0] * to[1] - direction[1] * to[0]) if ahead >= 0 else hypot(*to)


def _distance_of_sweep(outline, piece: Piece, region) -> float:
    """From what a base covers on a straight piece of its way to a plan region (mm); below zero if it is in it."""
    if outline.is_round:
        line = shapely.LineString((piece.start.plan, piece.end.plan)) if piece.length else shapely.Point(piece.start.plan)
        return line.distance(region) - outline.radius
    swept = shapely.union_all([shapely.Polygon(outline.points(*p.plan, p.facing)) for p in (piece.start, piece.end)]).convex_hull
    return -2 * AT if swept.buffer(-AT).intersects(region) else swept.distance(region)
