"""Declared moves: names looked up, stops converted, each leg made plain."""
from __future__ import annotations

from dataclasses import dataclass
from difflib import get_close_matches
from itertools import islice

from sim.measure import INCH
from sim.move import Leg, Move, UnitMove
from sim.scenario.build import millimetres, point
from sim.scenario.decode import Faults
from sim.scenario.schema import ExpectTable, MoveTable, ScenarioTable, StopTable, WithinTable

MANY = 300                # names beyond which a near miss is not looked for: it takes too long to tell


@dataclass(frozen=True, kw_only=True)
class Names:
    """What moves may speak of: models with their starts, units with their models, areas."""
    starts: dict
    units: dict[str, list[str]]
    areas: set[str]


def moves(file: ScenarioTable, data: dict, fault: Faults) -> tuple[Move | UnitMove, ...]:
    """All moves of a file, `data` being the same as plain data; faults are told, never raised."""
    names = _names(file, data)
    made = (_move(entry, f"moves[{i}]", names, fault) for i, entry in enumerate(file.moves) if entry is not None)
    return tuple(m for m in made if m is not None)


def _names(file: ScenarioTable, data: dict) -> Names:
    """Names come from the plain data: a model with a fault elsewhere is told once, not again by each move that names it."""
    named_models, named_areas = (_named(data.get(section)) for section in ("models", "areas"))
    starts = {e["name"]: (0.0, 0.0, None) for e in named_models} | {m.name: point(m.at) for m in file.models if m is not None}
    units: dict[str, list[str]] = {}
    for e in named_models:
        if e.get("unit"):
            units.setdefault(str(e["unit"]), []).append(e["name"])
    return Names(starts=starts, units=units, areas={e["name"] for e in named_areas})


def _named(entries) -> list[dict]:
    """Those entries of a list, if it is one, that are tables with a name."""
    return [e for e in entries if isinstance(e, dict) and isinstance(e.get("name"), str)] if isinstance(entries, (list, tuple)) else []


def _move(entry: MoveTable, at: str, names: Names, fault: Faults) -> Move | UnitMove | None:
    if (entry.model is None) == (entry.unit is None):
        fault(at, "expected either model and path, or unit and paths; got " + ("both" if entry.model else "neither"))
        return None
    if entry.target is not None:
        _look_up(entry.target, {*names.starts, *names.units}, "model or unit", f"{at}.target", fault)
    common = {"action": entry.action, "target": entry.target, "moved_by": entry.moved_by, "ruleset": entry.ruleset,
              "allowance": None if entry.allowance is None else millimetres([entry.allowance])[0], "readings": dict(entry.readings),
              "options": _options(entry.within, at, names, fault), "expect": _expect(entry.expect)}
    if entry.model is not None:
        return _model_move(entry, at, names, common, fault)
    return _unit_move(entry, at, names, common, fault)


def _model_move(entry: MoveTable, at: str, names: Names, common, fault: Faults) -> Move | None:
    if entry.paths is not None:
        fault(f"{at}.paths", "a model has one `path`; `paths` belong to a unit")
    if entry.path is None:
        fault(f"{at}.path", "a model's move needs a `path`: the stops after its start")
    if not _look_up(entry.model, names.starts, "model", f"{at}.model", fault) or entry.path is None:
        return None
    return Move(model=entry.model, path=_legs(entry.path, names.starts[entry.model], f"{at}.path", fault), **common)


def _unit_move(entry: MoveTable, at: str, names: Names, common, fault: Faults) -> UnitMove | None:
    if entry.path is not None:
        fault(f"{at}.path", "a unit has `paths`, one per model; `path` belongs to a model")
    if entry.paths is None:
        fault(f"{at}.paths", "a unit's move needs `paths`: a path for each model that moves")
    if not _look_up(entry.unit, names.units, "unit", f"{at}.unit", fault):
        return None
    paths = {}
    for name, path in (entry.paths or {}).items():
        if _look_up(name, names.units[entry.unit], f"model of the unit {entry.unit!r}", f"{at}.paths.{name}", fault):
            paths[name] = _legs(path, names.starts[name], f"{at}.paths.{name}", fault)
    return UnitMove(unit=entry.unit, paths=paths, **common)


def _legs(path, start, at: str, fault: Faults) -> tuple[Leg, ...]:
    legs, here = [], start
    for i, stop in enumerate(path):
        stop = stop if isinstance(stop, StopTable) else StopTable(to=stop)
        if stop.to is not None:
            here = point(stop.to)
        elif stop.by != "pivot":
            fault(f"{at}[{i}].to", "a stop needs `to` = [x, y] or [x, y, z]; only a pivot stays where it is")
        legs.append(Leg(to=here, by=stop.by, facing=None if stop.facing is None else float(stop.facing)))
    return tuple(legs)


def _options(within: WithinTable | None, at: str, names: Names, fault: Faults) -> dict:
    """`within`, its distance in millimetres."""
    if within is None:
        return {}
    if (within.area is None) == (within.model is None):
        fault(f"{at}.within", "expected within = { area or model = name, inches = ..., wholly = true or false }")
    if within.area is not None:
        _look_up(within.area, names.areas, "area", f"{at}.within.area", fault)
    if within.model is not None:
        _look_up(within.model, names.starts, "model", f"{at}.within.model", fault)
    return {"within": {"area": within.area, "model": within.model, "distance": within.inches * INCH, "wholly": within.wholly}}


def _expect(expect: ExpectTable | None) -> dict | None:
    """What is expected as a dict of the keys that were given."""
    if expect is None:
        return None
    return {k: getattr(expect, k) for k in expect.__struct_fields__ if getattr(expect, k) is not None}


def _look_up(name: str, known, kind: str, at: str, fault: Faults) -> bool:
    if name in known:
        return True
    near = get_close_matches(name, known, 1) if len(known) <= MANY else ()
    names = ", ".join(islice(known, 12))
    fault(at, f"there is no {kind} {name!r}; " + (f"did you mean {near[0]!r}?" if near else f"there are {names}" if names else "the file has none"))
    return False
