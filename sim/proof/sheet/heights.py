"""What a deciding claim measures up and down: faces that are climbed, rises, drops; drawn in the elevation."""
from __future__ import annotations

import shapely

from sim.proof.sheet.marks import ASIDE, FOUND, Dimension, Shown, measured_length, place
from sim.proof.sheet.paper import inches, plain
from sim.proof.sheet.subject import Subject
from sim.proof.sheet.terrain import sections


def face(subject: Subject) -> Shown:
    """How far the terrain's face is from the base where it climbs."""
    fact, value = subject.fact, measured_length(subject)
    at = fact["at"] or subject.way["steps"][fact["step"]]["line"][0]
    d, words = subject.developed(at), f"face {inches(value)} from the {fact['part']}"
    across = _across_to_a_face(subject, d, at[2], value)
    apart = across is not None and value > 1e-2
    spot = ((d, at[2]), subject.mover["outline"]["half"][0] * 1.2)
    if across is not None:
        spot = (((d + across.end[0]) / 2, at[2]), abs(d - across.end[0]) * 0.6) if apart else (across.end, 5.0)
    made = Shown(f"Hold the base with its centre at {place(at)} and a ruler level from its {fact['part']} to the nearest upright face: {inches(value)}.",
                 spot, "the face that is climbed, and the base beside it", upright=True, crosses=[(tuple(at[:2]), words)], side_bases=[(d, at[2])],
                 side=[across] if apart else [])
    if not apart:
        made.side_crosses = [(across.end if across is not None else (d, at[2]), words)]
    return made


def _across_to_a_face(subject: Subject, d: float, z: float, value: float) -> Dimension | None:
    """The level line in the elevation from the base to the face, where the face lies along the path."""
    half = subject.mover["outline"]["half"][0] if subject.fact["part"] == "rim" else 0.0
    level = shapely.LineString([(d - half - value - 1, z), (d + half + value + 1, z)])
    for _, lines in sections(subject, subject.path(subject.way), half + value + 1, half + value + 1):
        for x in shapely.get_coordinates(lines.intersection(level))[:, 0]:
            if abs(abs(x - d) - half - value) < FOUND:
                return Dimension((d + (half if x > d else -half), z), (x, z), inches(value))
    return None


def _step(subject: Subject, words: str, hand: str) -> Shown:
    """A height along one step of the way."""
    step = subject.way["steps"][subject.fact["step"]]
    points = subject.leaf.get("at") or [step["line"][0], step["line"][-1]]
    a, b = points[0], points[-1]
    d = subject.developed(b)
    low, high = sorted((a[2], b[2]))
    spot = ((d, (low + high) / 2), max((high - low) * 0.7, 8.0))
    made = Shown(hand.format(a=place(a), b=place(b)), spot, words, upright=True, crosses=[(tuple(b[:2]), words)])
    if abs(high - low - measured_length(subject)) < FOUND and high - low > 1e-2:
        made.side = [Dimension((d, low), (d, high), words, -ASIDE * max(subject.mover["outline"]["half"]))]
    else:
        made.side_crosses = [((d, b[2]), words)]
    return made


def rise(subject: Subject) -> Shown:
    value = measured_length(subject)
    if subject.leaf["measured"]["measure"] == "steepest":
        return _step(subject, f"steepest rise {inches(value)}", "Hold an upright ruler anywhere on the way from {a} to {b}: within " +
                     f"{inches(subject.fact['within'])} along the way it never rises by more than {inches(value)}.")
    return _step(subject, f"{plain(subject.leaf['measured']['name'])} {inches(value)}",
                 "Stand a ruler upright and compare the heights from {a} to {b}: " + f"they rise by {inches(value)}.")


def drop(subject: Subject) -> Shown:
    value = measured_length(subject)
    return _step(subject, f"drop {inches(value)}", "Stand a ruler upright at the foot of the drop, {b}, up to where the base left: " + f"{inches(value)}.")
