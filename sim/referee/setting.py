"""Setting the scene of a move: the world, everyone's place on it, and the survey; what cannot be judged is refused here."""
from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from math import atan2, degrees, inf

from sim.errors import RefereeError
from sim.facts import zones
from sim.facts.aloft import LEVEL_REACH, height_meant
from sim.facts.give import giving
from sim.facts.slices import BASE_THICKNESS
from sim.facts.support import Rest
from sim.facts.survey import Survey
from sim.facts.zones import Body
from sim.measure import AT, INCH
from sim.move import Leg
from sim.referee.case import Scene, action_of
from sim.referee.ways import rules_modes
from sim.shapes import Pose
from sim.table import Model, Table
from sim.world import POINT, World


@lru_cache(maxsize=4)
def _world(size, floor, features, regions) -> World:
    return World(Table(size=size, floor=floor, features=features, regions=regions))


def world_of(table: Table) -> World:
    """The world of a table's terrain; tables with the same terrain share one."""
    return _world(table.size, table.floor, table.features, table.regions)


def set_scene(table: Table, move, rules, in_a_unit_move: bool = False, give: float = 0.0) -> Scene:
    """Everything a model's move is judged with; in a unit's move it may set out from under a mate that has moved onto it.

    To terrain every base is smaller by `give` (mm, below 0: larger) all round.
    Raises RefereeError: E_LEVEL, E_OVERLAP, E_RULESET.
    """
    world = giving(world_of(table), give) if give else world_of(table)
    model = table.model(move.model)
    start = start_of(world, model)
    bodies = {m.name: _body(world, m, start if m is model else _about(world, m)) for m in table.models}
    _no_overlap(table, bodies, model, in_a_unit_move)
    legs = path_of(move, rules.actions[action_of(move, rules)], start)
    tallest = max((b.pose.z + b.height for b in bodies.values() if b.name != model.name), default=0.0)
    flies = "fly" in model.traits and "fly" in rules_modes(rules)
    survey = Survey(world, model, start, legs, flies=flies, tallest=tallest, minds_centre=rules.minds_centre)
    _levels_exist(survey, len(legs) - len(move.path))
    return Scene(table, survey, move, bodies, rules, in_a_unit_move)


def set_unit_scene(table: Table, move, rules) -> Scene:
    """What a unit is judged with when its models have been moved: no survey, everyone where they are."""
    world = world_of(table)
    return Scene(table, None, move, {m.name: _body(world, m, _about(world, m)) for m in table.models}, rules)


def path_of(move, action, start: Pose) -> tuple[Leg, ...]:
    """The declared legs in the action's way, after a turn on the spot where it begins with one, or a place to be picked up from."""
    legs = tuple(leg if leg.by or not action.by else replace(leg, by=action.by) for leg in move.path)
    if not legs:
        raise RefereeError("E_SCENARIO", "the move has no stops; give at least one", "path")
    here = Leg(to=(*start.plan, None), by="pivot")
    ahead = (legs[0].to[0] - start.x, legs[0].to[1] - start.y)
    if action.turns_first and ahead != (0.0, 0.0):
        return replace(here, facing=degrees(atan2(ahead[1], ahead[0]))), *legs
    return (here, *legs) if legs[0].by == "place" else legs


def start_of(world: World, model: Model) -> Pose:
    """Where a model stands (z: the level base's underside): on the highest surface under open sky, or on the level it names."""
    x, y, wanted = model.at
    place = f"models.{model.name}.at"
    levels = _resting(world, model, x, y)
    if wanted is None:
        if not levels:
            raise RefereeError("E_LEVEL", f"there is nothing under {model.name} at ({x / INCH:g}, {y / INCH:g}) to stand on", place)
        return Pose(x, y, levels[-1], model.facing)
    z = min(levels, key=lambda v: abs(v - wanted), default=inf)
    elevation = Rest(world, model.outline, Pose(x, y, z, model.facing)).elevation if z < inf else inf
    if min(abs(z - wanted), abs(elevation - wanted)) <= LEVEL_REACH + AT:
        return Pose(x, y, z, model.facing)
    surfaces = [v.floor for v in world.levels(POINT, x, y)]
    if any(abs(v - wanted) <= LEVEL_REACH + AT for v in surfaces):
        raise RefereeError("E_OVERLAP", f"{model.name}'s base would be inside terrain at ({x / INCH:g}, {y / INCH:g}, {wanted / INCH:g}); move it clear", place)
    says = f"{model.name} cannot stand at height {wanted / INCH:g} in at ({x / INCH:g}, {y / INCH:g}); levels there: {_listed(levels)}"
    raise RefereeError("E_LEVEL", says, place)


def _about(world: World, model: Model) -> Pose:
    """Where another model is: if it does not fit there, where the file has it, since only its own move is spoilt by that."""
    try:
        return start_of(world, model)
    except RefereeError:
        x, y, wanted = model.at
        return Pose(x, y, 0.0 if wanted is None else wanted, model.facing)


def _resting(world: World, model: Model, x: float, y: float, facing: float | None = None) -> list[float]:
    return [v.floor for v in world.levels(model.outline, x, y, model.facing if facing is None else facing, BASE_THICKNESS)]


def _listed(levels) -> str:
    return ", ".join(f"{z / INCH:.2f} in" for z in levels) or "none"


def _body(world: World, model: Model, pose: Pose) -> Body:
    rest = Rest(world, model.outline, pose)
    return Body(model.name, model.outline, Pose(pose.x, pose.y, rest.elevation, pose.facing), model.height, doubt=rest.doubt)


def _no_overlap(table: Table, bodies: dict[str, Body], model: Model, but_mates: bool) -> None:
    mine = bodies[model.name]
    for other in bodies.values():
        if other is mine or not zones.side_by_side(mine, other) or but_mates and table.model(other.name).unit == model.unit:
            continue
        deep = -zones.plan_distance(mine.outline, mine.pose, other.outline, other.pose)
        if deep > AT:
            says = f"{model.name} starts {deep / INCH:.3f} in inside the base of {other.name}; move one of them"
            raise RefereeError("E_OVERLAP", says, f"models.{model.name}.at")


def _levels_exist(survey: Survey, lead_in: int) -> None:
    """A level named at a stop must be one where something is: a resting level, or a surface the base does not fit on; in the air any will do."""
    for i, leg in enumerate(survey.path):
        x, y, wanted = leg.to
        if wanted is None or height_meant(survey, i) is not None:
            continue
        levels = [f.z(survey.legs[i].length) for f in survey.legs[i].floors_at(survey.legs[i].length)]
        surfaces = [v.floor for v in survey.world.levels(POINT, x, y)]
        if all(abs(z - wanted) > LEVEL_REACH + AT for z in (*levels, *surfaces)):
            raise RefereeError("E_LEVEL", f"there is no level at height {wanted / INCH:g} in at ({x / INCH:g}, {y / INCH:g}); levels there: {_listed(levels)}",
                               f"path[{i - lead_in}].to")
