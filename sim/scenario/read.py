"""Scenario files: TOML or JSON, read strictly; all faults of a file are raised at once."""
from __future__ import annotations

import copy
import hashlib
import json
import tomllib
from dataclasses import dataclass, field
from pathlib import Path

import msgspec

from sim.errors import Caution, RefereeError
from sim.move import Move, UnitMove
from sim.scenario.build import Builder
from sim.scenario.decode import Faults, check_values, fields
from sim.scenario.moves import moves
from sim.scenario.schema import FARTHEST, BoardTable, ScenarioTable
from sim.table import Table
from sim.terrain.limits import USUAL, Limits

LISTS = ("terrain", "regions", "areas", "models", "moves")


@dataclass(frozen=True, kw_only=True, eq=False)
class Scenario:
    """A table and the moves declared on it; `sha256` is the file's, `data` the file as plain data (leave it as it is)."""
    title: str
    table: Table
    moves: tuple[Move | UnitMove, ...]
    rulesets: tuple[str, ...] = ()
    readings: dict = field(default_factory=dict)
    order: str = "independent"
    path: Path | None = None
    sha256: str = ""
    warnings: tuple[Caution, ...] = ()
    data: dict = field(default_factory=dict, repr=False)


def read_scenario(path: Path | str, terrain_dirs=(), limits: Limits = USUAL) -> Scenario:
    """The scenario in a .toml or .json file; meshes come from its folder or below, or from `terrain_dirs`.

    Raises one RefereeError that carries every fault of the file (`.all`), each with its place in the file.
    """
    path = Path(path)
    raw = _bytes(path, limits)
    data = _parsed(raw, path)
    return _scenario(data, path.parent, terrain_dirs, limits, path, hashlib.sha256(raw).hexdigest())


def scenario_from_dict(data: dict, folder: Path | str | None = None, terrain_dirs=(), limits: Limits = USUAL) -> Scenario:
    """The same from a dict of the file's shape; without a `folder` only solids and meshes of `terrain_dirs` can be used."""
    return _scenario(data, None if folder is None else Path(folder), terrain_dirs, limits, None, "")


def to_dict(scenario: Scenario) -> dict:
    """A copy of the scenario's plain data, in the file's shape and units; `dumps_toml` writes it."""
    return copy.deepcopy(scenario.data)


def json_schema() -> dict:
    """The JSON Schema of the scenario file."""
    return msgspec.json.schema(ScenarioTable)


def _scenario(data, folder, terrain_dirs, limits: Limits, path, sha256: str) -> Scenario:
    fault = Faults()
    if not isinstance(data, dict):
        raise RefereeError("E_SCENARIO", "a scenario is a table of keys such as board, terrain, models, moves")
    for section in LISTS:
        if isinstance(data.get(section), (list, tuple)) and len(data[section]) > limits.items:
            raise RefereeError("E_SCENARIO", f"{len(data[section]):,} {section}, more than {limits.items:,}; split the file", section)
    check_values(data, "", fault)
    fault.stop_if_any()
    file = _sound_part(data, fault)
    builder = Builder(fault=fault, folder=folder, terrain_dirs=tuple(map(Path, terrain_dirs)), limits=limits)
    table, declared = builder.table(file), moves(file, data, fault)
    fault.stop_if_any()
    return Scenario(title=file.title, table=table, moves=declared, rulesets=tuple(file.rulesets), readings=dict(file.readings), order=file.order,
                    path=path, sha256=sha256 or _canonical_sha256(data), warnings=tuple(builder.cautions), data=copy.deepcopy(data))


def _canonical_sha256(data: dict) -> str:
    return hashlib.sha256(json.dumps(data, sort_keys=True).encode()).hexdigest()


def _sound_part(data: dict, fault: Faults) -> ScenarioTable:
    """The file with None for each faulty entry of a list, so that what else is wrong can be found in the same run."""
    values = {k: v for k, v in fields(data, ScenarioTable, "", fault).items() if v is not None}
    return ScenarioTable(**({"board": BoardTable(size=[FARTHEST, FARTHEST])} | values))


def _bytes(path: Path, limits: Limits) -> bytes:
    try:
        if not path.is_file():
            raise RefereeError("E_SCENARIO", f"there is no scenario file {path.name!r}", str(path))
        if path.stat().st_size > limits.scenario_mb * 1e6:
            raise RefereeError("E_LIMIT", f"{path.name} is larger than {limits.scenario_mb:g} MB; split it", str(path))
        return path.read_bytes()
    except (OSError, ValueError) as problem:
        raise RefereeError("E_SCENARIO", f"{path.name} cannot be read: {problem}", str(path)) from None


def _parsed(raw: bytes, path: Path):
    name = path.name
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as problem:
        raise RefereeError("E_ENCODING", f"{name} is not UTF-8 at byte {problem.start}; save it as UTF-8", str(path)) from None
    kind = "JSON" if path.suffix.lower() == ".json" else "TOML"
    try:
        return json.loads(text, object_pairs_hook=_once) if kind == "JSON" else tomllib.loads(text)
    except RecursionError:
        raise RefereeError("E_SCENARIO", f"{name} is nested too deep to be a scenario", str(path)) from None
    except ValueError as problem:                    # both parsers' errors tell line and column
        raise RefereeError("E_SCENARIO", f"{name} cannot be read as {kind}: {problem}", str(path)) from None


def _once(pairs) -> dict:
    """A JSON object, each key once; TOML asks for that by itself."""
    table = dict(pairs)
    if len(table) < len(pairs):
        keys = [k for k, _ in pairs]
        raise ValueError(f"the key {next(k for k in keys if keys.count(k) > 1)!r} is given twice")
    return table
