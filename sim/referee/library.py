"""Finds rulesets: every module of the package `rulesets` that holds a `rules`."""
from __future__ import annotations

from difflib import get_close_matches
from functools import lru_cache
from importlib import import_module
from pkgutil import iter_modules

from sim.errors import RefereeError
from sim.referee.clause import Ruleset


@lru_cache(maxsize=1)
def _shelf() -> dict[str, Ruleset]:
    import rulesets
    modules = (import_module(f"rulesets.{m.name}") for m in sorted(iter_modules(rulesets.__path__), key=lambda m: m.name))
    return {m.rules.name: m.rules for m in modules if isinstance(getattr(m, "rules", None), Ruleset)}


def names() -> list[str]:
    """Names of all rulesets there are."""
    return list(_shelf())


def ruleset(name: str) -> Ruleset:
    """The ruleset of that name; E_RULESET with the nearest name otherwise."""
    if name in _shelf():
        return _shelf()[name]
    near = get_close_matches(name, names(), 1)
    raise RefereeError("E_RULESET", f"there is no ruleset {name!r}" + (f"; did you mean {near[0]!r}?" if near else f"; there are: {', '.join(names())}"), "rulesets")
