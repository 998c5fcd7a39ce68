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
    modules = [_imported(m.name) for m in sorted(iter_modules(rulesets.__path__), key=lambda m: m.name)]
    return {m.rules.name: m.rules for m in modules if isinstance(getattr(m, "rules", None), Ruleset)}


def _imported(name: str):
    """One ruleset file; E_RULESET naming it where Python cannot read it."""
    try:
        return import_module(f"rulesets.{name}")
    except Exception as error:            # whatever a ruleset's author may have got wrong
        says = f"the ruleset file rulesets/{name}.py cannot be read: {type(error).__name__}: {error}"
        raise RefereeError("E_RULESET", says, f"rulesets/{name}.py") from error


def names() -> list[str]:
    """Names of all rulesets there are."""
    return list(_shelf())


def ruleset(name: str) -> Ruleset:
    """The ruleset of that name; E_RULESET with the nearest name otherwise."""
    if name in _shelf():
        return _shelf()[name]
    near = get_close_matches(name, names(), 1)
    hint = f"did you mean {near[0]!r}?" if near else f"there are: {', '.join(names())}"
    raise RefereeError("E_RULESET", f"there is no ruleset {name!r}; {hint}", "rulesets")
