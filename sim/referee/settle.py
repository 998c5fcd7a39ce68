"""What would settle an undecided move: the one thing to measure or to look at on the table, and what it must show for the move to be legal."""
from __future__ import annotations

from dataclasses import replace
from math import inf

from sim.measure import INCH, UNITS, Claim, Compound, Truth

BOUNDS = {"<": "less than", "<=": "at most", ">": "more than", ">=": "at least"}
TURNED = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}


def settle(ruling) -> dict | None:
    """`says` in words, and where something is to be measured `measure`, `relation`, `limit`, `unit` and `at`; None where the verdict is sure.

    Of several things in doubt it is the one that is most likely to fail: if it does, the rest no longer matters.
    """
    if ruling.verdict != "undecided":
        return None
    open_ones = [leaf for f in ruling.findings if f.truth is Truth.UNDECIDED for leaf in _open_parts(f.claim)]
    claims = [leaf for leaf in open_ones if isinstance(leaf, Claim) and abs(leaf.slack) < inf]
    others = len({str(leaf) for leaf in open_ones}) - 1
    if claims and not any(f.fails for f in ruling.findings):
        return _measured(min(claims, key=lambda c: c.score), others)
    if open_ones and not any(f.fails for f in ruling.findings):
        at = _place(open_ones[0].witness)
        where = "" if at is None else f" at ({at[0]:.1f}, {at[1]:.1f})"
        return {"says": f"put the model{where} on the table and look: {open_ones[0]}", "at": at}
    if ruling.cross_check.get("terrain") == "disagrees":
        at = [round(v, 4) for v in ruling.ends["at"]] if hasattr(ruling, "ends") else None
        where = "" if at is None else f" at ({at[0]:.1f}, {at[1]:.1f})"
        return {"says": f"put the model{where} on the table and look: {ruling.cross_check['because']}", "at": at}
    if ruling.cross_check.get("bullet") == "disagrees":
        at = ruling.cross_check.get("at")
        return {"says": "put the model" + (f" at ({at[0]:.1f}, {at[1]:.1f})" if at else "") + " on the table and look whether it fits", "at": at}
    return {"says": "declare the way leg by leg: not every way could be looked at", "at": None}


def _open_parts(claim) -> list:
    """The leaves in doubt of a claim in doubt."""
    if isinstance(claim, Compound):
        return [leaf for part in claim.parts if part.truth is Truth.UNDECIDED for leaf in _open_parts(part)]
    return [claim]


def _measured(claim: Claim, others: int) -> dict:
    """The doubtful side of a comparison is what to measure; the other is the limit."""
    left_is_open = claim.left.u >= claim.right.u
    what, limit, relation = (claim.left, claim.right, claim.relation) if left_is_open else (claim.right, claim.left, TURNED[claim.relation])
    at, (scale, unit) = _place(what.witness), UNITS[what.unit]
    where = "" if at is None else f" at ({at[0]:.1f}, {at[1]:.1f})"
    bound = str(replace(limit, name="", unit=what.unit))
    then = "the move is legal" if others <= 0 else "that much is settled, if not all"
    return {"says": f"measure the {what.name or 'length'}{where} with a ruler: {BOUNDS[relation]} {bound} and {then}",
            "measure": what.name, "relation": relation, "limit": round(limit.value / scale, 7) + 0.0, "unit": unit.strip(), "at": at}


def _place(witness) -> list[float] | None:
    """The first point of a witness, in inches."""
    points = [data[0] for kind, data in witness if kind == "points" and len(data)]
    return [round(float(v) / INCH, 4) + 0.0 for v in points[0]] if points else None
