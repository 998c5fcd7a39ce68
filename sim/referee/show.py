"""A ruling as data and as plain text. Inches."""
from __future__ import annotations

from math import inf

from sim.measure import INCH, UNITS, Claim, Compound
from sim.referee.case import action_of
from sim.referee.settle import settle

MARKS = {"legal": "LEGAL ✓", "illegal": "ILLEGAL ✗", "undecided": "UNDECIDED ?"}


def _number(value: float | None) -> float | None:
    """Rounded past what anyone measures, without minus zero; JSON has no endless numbers."""
    if value is None or abs(value) == inf:
        return None
    return round(value, 7) + 0.0


def legs(ruling) -> tuple[dict, ...]:
    """Steps of one mode on one leg together: by, from, to, charged."""
    survey = ruling.scene.survey
    out: list[dict] = []
    for step in ruling.way.steps:
        a, b = step.passage.start, step.passage.end
        place = [[_number(v / INCH) for v in (p.x, p.y, p.z)] for p in (survey.pose_at(s.leg, s.s, s.z) for s in (a, b))]
        if step.passage.kind == "LEVEL" and step.passage.run.value == 0.0 and a.leg != b.leg:
            continue
        if out and out[-1]["by"] == step.mode.by and out[-1]["leg"] == b.leg:
            out[-1]["to"], out[-1]["charged"] = place[1], _number(out[-1]["charged"] + step.charge.value / INCH)
        else:
            out.append({"leg": b.leg, "by": step.mode.by, "from": place[0], "to": place[1], "charged": _number(step.charge.value / INCH)})
    return tuple(out)


def finding(f) -> dict:
    """One finding as CONTRACT has it."""
    claim = f.claim.decider if isinstance(f.claim, Compound) else f.claim
    while isinstance(claim, Compound):
        claim = claim.decider
    out = {"clause": f.clause, "ids": list(f.ids), "cite": f.cite, "truth": f.truth.value, "measured": None, "relation": None, "limit": None,
           "unit": None, "uncertainty": 0.0, "slack": None, "says": str(f.claim), "readings": f.readings, "at": None}
    if isinstance(claim, Claim):
        scale = UNITS[claim.left.unit][0]
        out |= {"measured": _number(claim.left.value / scale), "relation": claim.relation, "limit": _number(claim.right.value / scale),
                "unit": UNITS[claim.left.unit][1].strip(), "uncertainty": _number(claim.u / scale), "slack": _number(claim.slack / scale)}
    points = [data for kind, data in getattr(claim, "witness", ()) or getattr(getattr(claim, "left", None), "witness", ()) if kind == "points"]
    if points:
        out["at"] = [_number(v / INCH) for v in points[0][0]]
    return out


def as_dict(ruling) -> dict:
    """The ruling as CONTRACT's JSON has it, without the move's number."""
    own = _part(ruling)
    return {"model": own["model"], "ruleset": ruling.rules.name, "edition": ruling.rules.edition,
            "action": action_of(ruling.scene.move, ruling.rules), "verdict": ruling.verdict, "score": _number(ruling.score), "margin": _number(ruling.margin),
            "distance": own["distance"], "ends": own["ends"], "legs": own["legs"], "effects": _effects(ruling),
            "findings": [finding(f) for f in ruling.findings], "readings": ruling.readings, "cross_check": ruling.cross_check, **_settled(ruling)}


def unit_as_dict(ruling) -> dict:
    """A unit's ruling as CONTRACT has it: `models` holds each model's legs, end and distance."""
    move = ruling.move
    return {"unit": move.unit, "ruleset": ruling.rules.name, "edition": ruling.rules.edition, "action": action_of(move, ruling.rules),
            "verdict": ruling.verdict, "score": _number(ruling.score), "margin": _number(ruling.margin),
            "distance": {k: _number(v) for k, v in ruling.distance.items()}, "models": [_part(r) for r in ruling.models],
            "effects": _effects(ruling), "findings": [finding(f) for f in ruling.findings], "readings": ruling.readings,
            "cross_check": ruling.cross_check, **_settled(ruling)}


def _settled(ruling) -> dict:
    """`settle` for an undecided ruling, nothing for others."""
    told = settle(ruling)
    return {} if told is None else {"settle": told}


def _part(ruling) -> dict:
    """One model's share of a ruling."""
    ends = ruling.ends
    return {"model": ruling.scene.model.name, "distance": {k: _number(v) for k, v in ruling.distance.items()},
            "ends": {"at": [_number(v) for v in ends["at"]], "facing": ends["facing"], "state": ends["state"]},
            "legs": [{k: v for k, v in leg.items() if k != "leg"} for leg in ruling.legs]}


def _effects(ruling) -> list[dict]:
    return [{"name": name, "why": why, "clause": clause} | _dice(ruling.rules.effects.get(clause)) for name, why, clause in ruling.effects]


def _dice(effect) -> dict:
    """The damage for each face of the die that an effect is rolled for, and what it comes to on average."""
    if effect is None or not effect.dice:
        return {}
    return {"dice": {str(face): damage for face, damage in enumerate(effect.dice, 1)}, "expected_damage": _number(sum(effect.dice) / len(effect.dice))}


def unit_as_text(ruling) -> str:
    """A unit's ruling as a person reads it."""
    lines = [f"{ruling.move.unit}: {MARKS[ruling.verdict]} under {ruling.rules.name}"]
    lines += [as_text(r) for r in ruling.models] + _found(ruling.of_the_unit)
    return "\n".join([*lines, *(f"  -> {name}: {why}" for name, why, _ in ruling.effects), *_settling(ruling)])


def as_text(ruling) -> str:
    """The ruling as a person reads it, without colours."""
    d = ruling.distance
    lines = [f"{ruling.scene.model.name}: {MARKS[ruling.verdict]} under {ruling.rules.name}",
             f"  charged {d['charged']:.2f} of {d['allowance']:.2f} in ({d['horizontal']:.2f} across, {d['vertical']:.2f} for height)"]
    for leg in ruling.legs:
        a, b = (", ".join(f"{v:.2f}" for v in leg[k]) for k in ("from", "to"))
        lines.append(f"  {leg['by']:<6} ({a}) -> ({b})  {leg['charged']:.2f} in")
    lines += _found(ruling.findings) + [f"  -> {name}: {why}" for name, why, _ in ruling.effects] + _settling(ruling)
    return "\n".join(lines)


def _settling(ruling) -> list[str]:
    told = settle(ruling)
    return [f"  to settle it, {told['says']}"] if told else []


def _found(findings) -> list[str]:
    marks = {"holds": "✓", "fails": "✗", "undecided": "?"}
    return [f"  {marks[f.truth.value]} {f.clause} {'/'.join(f.ids)} ({f.cite}): {f.claim}" for f in findings]
