"""Moves near a limit: of the same intents as moves as players make them, but drawn more often where a definition is close to its limit.

Along one of a move's two numbers (how far, how far aside) the usual ruling is looked at in some places. Between two neighbouring places
where the slack of a definition changes sign, or where it begins or ceases to be asked, lies a limit of that definition: a window. A
move is then drawn from a mixture: with chance `PLAIN` as players make it, else uniformly in a window drawn from the windows found, a
definition first, so that common limits do not crowd out rare ones. Its weight is the density of moves as players make them over that
of the mixture, never more than 1 / PLAIN (defensive importance sampling: Hesterberg 1995), so a weighted mean over this sample estimates the same
figure as a plain mean over the other, and knife edges that are rare at the table count as rare.
"""
from __future__ import annotations

from dataclasses import dataclass

from sim.errors import RefereeError
from sim.referee import rule
from sim.study.draws import draws
from sim.study.intent import Intent, built, made, scene
from sim.study.rows import slacks_of
from sim.study.tables import StudyTable

PLACES = 7                                # looked at along a number
HALVINGS = 2                              # how often a window is then cut in half
PLAIN = 0.4
EACH = 4                                  # moves drawn from one intent


@dataclass(frozen=True, kw_only=True)
class Drawn:
    """A move's two numbers, its weight, and the definition near whose limit it was drawn ("" for none)."""
    far: float
    aside: float
    weight: float
    about: str = ""


def near_limits(table: StudyTable, intent: Intent, rules, seed: int, number: int) -> list[Drawn]:
    """EACH moves of one intent, near the limits of one game's definitions."""
    rng = draws(seed, "boundary", table.number, number, rules.name)
    axis = "far" if rng.random() < 0.6 else "aside"
    fixed = float(rng.random())

    def numbers(u: float) -> tuple[float, float]:
        return (u, fixed) if axis == "far" else (fixed, u)

    def seen(u: float) -> dict:
        try:
            ruling = rule(*built(table, scene(table, intent, made(table, intent, *numbers(u)))), rules, cross_check=False)
        except RefereeError:
            return {}
        return slacks_of(ruling)

    windows = found_windows(seen)
    drawn = []
    for _ in range(EACH):
        u, about = float(rng.random()), ""
        if windows and rng.random() >= PLAIN:
            about = sorted(windows)[int(rng.integers(len(windows)))]
            low, high = windows[about][int(rng.integers(len(windows[about])))]
            u = low + u * (high - low)
        far, aside = numbers(u)
        drawn.append(Drawn(far=far, aside=aside, weight=1.0 / density(u, windows), about=about))
    return drawn


def found_windows(seen) -> dict[str, list[tuple[float, float]]]:
    """For each definition the intervals of [0, 1] that hold a limit of it; `seen` gives the slacks by definition at a place."""
    places = [(k + 0.5) / PLACES for k in range(PLACES)]
    known = {u: seen(u) for u in places}
    windows: dict[str, list] = {}
    for a, b in zip(places, places[1:]):
        for name in sorted({*known[a], *known[b]}):
            if crosses(name, known[a], known[b]):
                low, high = a, b
                for _ in range(HALVINGS):
                    middle = (low + high) / 2
                    if middle not in known:
                        known[middle] = seen(middle)
                    if crosses(name, known[low], known[middle]):
                        high = middle
                    else:
                        low = middle
                windows.setdefault(name, []).append((low, high))
    return windows


def crosses(name: str, at_one: dict, at_other: dict) -> bool:
    """Whether a definition's slack changes sign between two places, or it is asked at one of them only."""
    a, b = at_one.get(name), at_other.get(name)
    return (a is None) != (b is None) or a is not None and (a < 0) != (b < 0)


def density(u: float, windows: dict) -> float:
    """The mixture's density at a place, where moves as players make them have density 1."""
    if not windows:
        return 1.0
    close = sum((low <= u <= high) / (high - low) / len(some) for some in windows.values() for low, high in some) / len(windows)
    return PLAIN + (1 - PLAIN) * close
