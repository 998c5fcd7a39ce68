"""Setting the scene of a move: the world, everyone's place on it, and the survey; what cannot be judged is refused here."""
from __future__ import annotations

from functools import lru_cache
from math import inf

from sim.errors import RefereeError
from sim.facts import zones
from sim.facts.slices import BASE_THICKNESS
from sim.facts.support import Rest
from sim.facts.survey import LEVEL_REACH, Survey
from sim.facts.zones import Body
from sim.measure import AT, INCH
from sim.move import UnitMove
from sim.referee.case import Scene
from sim.shapes import Pose
from sim.table import Model, Table
from sim.world import POINT, World


@lru_cache(maxsize=4)
def _world(size, floor, features, regions) -> World:
    return World(Table(size=size, floor=floor, features=features, regions=regions))


def world_of(table: Table) -> World:
    """The world of a table's terrain; tables with the same terrain share one."""
    return _world(table.size, table.floor, table.features, table.regions)


def set_scene(table: Table, move, rules) -> Scene:
    """Everything a move is judged with. Raises RefereeError: E_LEVEL, E_OVERLAP, E_RULESET."""
    if isinstance(move, UnitMove):
        raise RefereeError("E_RULESET", f"{rules.name} moves models one at a time; name a model instead of a unit", "unit")
    world = world_of(table)
    model = table.model(move.model)
    starts = {m.name: start_of(world, m) if m is model else _about(world, m) for m in table.models}
    bodies = {m.name: _body(world, m, starts[m.name]) for m in table.models}
    _no_overlap(table, bodies, model)
    survey = Survey(world, model, starts[model.name], move.path)
    _levels_exist(survey)
    return Scene(table, survey, move, bodies, rules)


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
    raise RefereeError("E_LEVEL", f"{model.name} cannot stand at height {wanted / INCH:g} in at ({x / INCH:g}, {y / INCH:g}); levels there: {_listed(levels)}", place)


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
    return Body(model.name, model.outline, Pose(pose.x, pose.y, rest.elevation, pose.facing), model.height)


def _no_overlap(table: Table, bodies: dict[str, Body], model: Model) -> None:
    mine = bodies[model.name]
    for other in bodies.values():
        if other is mine or not (mine.pose.z < other.pose.z + other.height - AT and other.pose.z < mine.pose.z + mine.height - AT):
            continue
        deep = -zones.plan_distance(mine.outline, mine.pose, other.outline, other.pose)
        if deep > AT:
            raise RefereeError("E_OVERLAP", f"{model.name} starts {deep / INCH:.3f} in inside the base of {other.name}; move one of them", f"models.{model.name}.at")


def _levels_exist(survey: Survey) -> None:
    """A level named at a stop must be one where something is: a resting level, or a surface the base does not fit on."""
    for i, leg in enumerate(survey.path):
        x, y, wanted = leg.to
        if wanted is None:
            continue
        levels = [f.z(survey.legs[i].length) for f in survey.legs[i].floors_at(survey.legs[i].length)]
        surfaces = [v.floor for v in survey.world.levels(POINT, x, y)]
        if all(abs(z - wanted) > LEVEL_REACH + AT for z in (*levels, *surfaces)):
            raise RefereeError("E_LEVEL", f"there is no level at height {wanted / INCH:g} in at ({x / INCH:g}, {y / INCH:g}); levels there: {_listed(levels)}",
                               f"path[{i}].to")
