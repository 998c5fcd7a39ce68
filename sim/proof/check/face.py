"""The face of a climb found again: terrain near the base at every height between foot and lip, and none nearer where it is farthest."""
from __future__ import annotations

from fractions import Fraction

from sim.proof.check.exact import NM, Open, Refused, nanometres, position
from sim.proof.check.outline import Outline
from sim.proof.check.solid import AT, cut_half, joined, under

FARTHEST = 4 * 25_400_000         # nm: farther off is as good as nothing there


def face_measures(terrain, way, fact: dict) -> dict[str, tuple]:
    """`farthest` between two bounds (nm): terrain on a level with the base is no farther, at the place shown none is nearer."""
    i, told = fact["step"], fact["farthest"]
    if not way.is_upright(i):
        raise Refused("face", f"step {i} does not go straight up or down")
    if fact["part"] not in ("rim", "centre"):
        raise Refused("form", "a face is measured from the rim or from the centre")
    outline = way.outline(way.steps[i]["facing"])
    if not outline.is_round and fact["part"] == "rim":
        raise Open("the face beside a base that is not round")
    x, y, _ = way.lines[i][0]
    heights = [p[2] for p in way.lines[i]]
    around = outline.a if fact["part"] == "rim" else 0
    within = FARTHEST if told is None else nanometres(told) + AT
    high = None
    if told is not None and _all_along(terrain, _disc(around + within), (x, y), min(heights), max(heights)):
        high = within
    at = (x, y, min(heights)) if fact["at"] is None else position(fact["at"])
    if at[:2] != (x, y) or not min(heights) - AT <= at[2] <= max(heights) + AT:
        raise Refused("face", "the place shown is not on the step")
    clear_of = within - 2 * AT
    low = clear_of if clear_of > 0 and _nothing_in(terrain, _disc(around + clear_of), at, clear_of) else 0
    if low == 0 and (high is None or high > 4 * AT):
        raise Open(f"the face of step {i}: what is nearest to the base does not lie on a level with it")
    return {"farthest": (low, high)}


def _disc(radius: int) -> Outline:
    return Outline({"half": [Fraction(radius, NM)] * 2, "corners": []}, 0)


def _all_along(terrain, disc: Outline, place, low: int, high: int) -> bool:
    """Whether at every height there is terrain within the disc."""
    r, spans = disc.radius, []
    for i in terrain.near(place[0] - r, place[1] - r, low, place[0] + r, place[1] + r, high):
        part = under(list(terrain.corners(i)), disc, place)
        if part:
            spans.append((min(p[2] for p in part) - AT, max(p[2] for p in part) + AT))
    return any(a <= low and high <= b for a, b in joined(spans))


def _nothing_in(terrain, disc: Outline, at, half: int) -> bool:
    """Whether no terrain is in the disc up to `half` above and below a place."""
    r = disc.radius
    for i in terrain.near(at[0] - r, at[1] - r, at[2] - half, at[0] + r, at[1] + r, at[2] + half):
        band = cut_half(cut_half(list(terrain.corners(i)), lambda p: p[2] - at[2] + half), lambda p: at[2] + half - p[2])
        if under(band, disc, at):
            return False
    return True
