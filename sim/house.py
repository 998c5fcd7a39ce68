"""House rules: which of the readings asked for concern which ruleset."""
from __future__ import annotations

from difflib import get_close_matches

from sim.errors import RefereeError


def readings_for(ruleset, *layers: dict) -> dict:
    """The readings among `layers` that this ruleset knows, later layers winning; names it does not know are left to the others."""
    merged = {definition: reading for layer in layers for definition, reading in layer.items()}
    return {definition: reading for definition, reading in merged.items() if _knows(ruleset, definition, reading)}


def demand_known(readings: dict, rulesets, at: str) -> None:
    """Raises E_READING, with what was probably meant, for readings that none of the rulesets knows."""
    rulesets = list(rulesets)
    errors = [_unknown(definition, reading, rulesets, at) for definition, reading in readings.items()
              if not any(_knows(r, definition, reading) for r in rulesets)]
    if errors:
        raise RefereeError.of(errors)


def _knows(ruleset, definition: str, reading: str) -> bool:
    return definition in ruleset.definitions and reading in ruleset.definitions[definition].readings


def _unknown(definition: str, reading: str, rulesets, at: str) -> RefereeError:
    """Says whether the definition or the reading is the unknown one."""
    readings = [name for r in rulesets if definition in r.definitions for name in r.definitions[definition].readings]
    if readings:
        return RefereeError("E_READING", f"{definition} has no reading {reading!r}; it has {', '.join(dict.fromkeys(readings))}", at)
    names = sorted({name for r in rulesets for name in r.definitions if r.definitions[name].readings})
    meant = get_close_matches(definition, names, 1)
    games = " or ".join(r.name for r in rulesets)
    return RefereeError("E_READING", f"{games} has no definition {definition!r}" + (f"; did you mean {meant[0]!r}?" if meant else ""), at)
