"""What a study is asked to do: everything its rows depend on, and nothing else."""
from __future__ import annotations

import tomllib
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path

from sim.errors import RefereeError


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """A study: `moves` moves as players make them, `moves_per_table` on each table, under each of `games`.

    `limits_per_table`: intents per table and game from which moves near limits are drawn. Every `noise_every`-th move is also ruled on
    under errors of measurement. `tables`: scenario files whose tables are studied too, apart; `terrain`: folders meshes may be read from.
    """
    games: tuple[str, ...]
    moves: int = 2000
    seed: int = 1
    moves_per_table: int = 25
    limits_per_table: int = 1
    noise_every: int = 10
    tables: tuple[str, ...] = ()
    terrain: tuple[str, ...] = ()

    @property
    def drawn_tables(self) -> int:
        return -(-self.moves // self.moves_per_table)

    def moves_on(self, number: int) -> int:
        """How many moves as players make them are made on a table; the last drawn table may have fewer."""
        return self.moves_per_table if number >= self.drawn_tables else min(self.moves_per_table, self.moves - number * self.moves_per_table)

    def told(self, number: int) -> tuple:
        """All that a table's rows rest on beside rules and version: the plan but for how many tables it asks for, and the table."""
        plan = asdict(self) | {"moves": self.moves_on(number), "tables": self.tables[number - self.drawn_tables:][:1] if number >= self.drawn_tables else ()}
        return number, {name: list(value) if isinstance(value, tuple) else value for name, value in sorted(plan.items())}


def read_plan(path: Path | None, **given) -> Plan:
    """A plan from a TOML file of the fields of Plan (and none other), with what is `given` (not None, not empty) instead of the file's."""
    try:
        told = tomllib.loads(path.read_text(encoding="utf-8")) if path else {}
    except (OSError, ValueError) as problem:
        raise RefereeError("E_SCENARIO", f"the study's configuration cannot be read: {problem}", str(path)) from None
    known = {f.name: f for f in fields(Plan)}
    for name, value in told.items():
        if name not in known:
            raise RefereeError("E_SCENARIO", f"a study has no {name!r}; it has {', '.join(known)}", str(path))
        wanted = int if known[name].type == "int" else list
        if not isinstance(value, wanted) or isinstance(value, bool):
            raise RefereeError("E_SCENARIO", f"expected {'a whole number' if wanted is int else 'a list of names'}, got {value!r}", f"{path}: {name}")
    values = {k: tuple(v) if isinstance(v, list) else v for k, v in told.items()} | {k: v for k, v in given.items() if v not in (None, ())}
    from sim.referee import library
    plan = Plan(**({"games": tuple(library.names())} | values))
    for name in plan.games:
        library.ruleset(name)
    for name, least in (("moves", 1), ("moves_per_table", 1), ("limits_per_table", 0), ("noise_every", 0)):
        if getattr(plan, name) < least:
            raise RefereeError("E_SCENARIO", f"a study needs {name} of at least {least}, not {getattr(plan, name)}", name)
    return replace(plan, games=tuple(dict.fromkeys(plan.games)))
