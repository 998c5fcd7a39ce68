"""What a scenario file expects of a move against what the referee said. Takes and gives plain data only."""
from __future__ import annotations

from collections.abc import Callable

CHARGED_WITHIN = 0.002     # inches
ENDS_WITHIN = 0.01         # inches


def misses(expect: dict, ruling: dict, verdict_under: Callable[[str, str], str], all_agree: Callable[[], bool]) -> list[str]:
    """A sentence for each expectation that is not met; none if all are.

    `verdict_under(definition, reading)` judges again under that one change of reading, `all_agree()` under all readings; they are
    called only where the file asks for them.
    """
    found = [*_told(expect, ruling)]
    for change, verdict in (expect.get("readings") or {}).items():
        definition, _, reading = change.partition(".")
        got = verdict_under(definition, reading)
        if got != verdict:
            found.append(f"under {change} it is {got}, expected {verdict}")
    if expect.get("disputed") is not None and all_agree() is expect["disputed"]:
        found.append("the readings agree, expected a dispute" if expect["disputed"] else "the readings differ, expected all to agree")
    return found


def _told(expect: dict, ruling: dict):
    """What can be read off the one ruling."""
    if expect.get("verdict") not in (None, ruling["verdict"]):
        yield f"{ruling['verdict']}, expected {expect['verdict']}" + _because(ruling)
    charged = ruling["distance"]["charged"]
    if expect.get("charged") is not None and (charged is None or abs(charged - expect["charged"]) > CHARGED_WITHIN):
        yield f"charged {_shown(charged)} in, expected {_shown(expect['charged'])} in"
    failing = {i for f in ruling["findings"] if f["truth"] == "fails" for i in f["ids"]}
    for missing in [i for i in expect.get("fails") or () if i not in failing]:
        yield f"{missing} is not among the broken clauses ({', '.join(sorted(failing)) or 'none is broken'})"
    effects = {e["name"] for e in ruling["effects"]}
    yield from (f"no effect {name!r}" for name in expect.get("effects") or () if name not in effects)
    yield from (f"an effect {name!r} that should not be there" for name in expect.get("lacks_effects") or () if name in effects)
    ends = (ruling.get("ends") or {}).get("at")
    wanted = expect.get("ends_at")
    if wanted is not None and (ends is None or max(abs(a - b) for a, b in zip(ends, wanted)) > ENDS_WITHIN):
        yield f"ends at {_place(ends)}, expected {_place(wanted)}"


def _because(ruling: dict) -> str:
    broken = [f["says"] for f in ruling["findings"] if f["truth"] != "holds"]
    return f" ({broken[0]})" if broken else ""


def _shown(length: float | None) -> str:
    return "nothing" if length is None else f"{length:.4f}".rstrip("0").rstrip(".")


def _place(at) -> str:
    return "nowhere" if at is None else "[" + ", ".join(_shown(v) for v in at) + "]"
