"""The distance account of a way as a page tells it."""
from __future__ import annotations

from math import dist, inf

from sim.proof.certificate import leaves
from sim.proof.sheet.account import Row, places, rows
from sim.proof.sheet.tables import clause_rows


def clauses_of(document: dict) -> list[tuple[dict, list[dict]]]:
    """(the claim to show, all claims) of each clause, as the sheet lists them; where several would do, the one about who is nearest."""
    ends = [way[e]["at"] for way in document["ways"] for e in ("starts", "ends")]
    models = {m["name"]: m["at"] for m in document["table"]["models"]}

    def away(claim: dict) -> float:
        facts = [document["facts"][n] for leaf in leaves(claim["claim"]) for n in (leaf.get("fact"), leaf.get("measured", {}).get("fact")) if n]
        others = [models[f[k]] for f in facts for k in ("owner", "other") if f.get(k) in models]
        return min((dist(end[:2], at[:2]) for end in ends for at in others), default=inf)

    def alike(claim: dict, shown: dict) -> bool:
        return claim["truth"] == shown["truth"] and all(leaf.get("slack") is None for leaf in leaves(claim["claim"]))
    out = []
    for shown, claims in clause_rows(document):
        undecided = document["claims"].index(shown) != document["verdict"]["deciding"] and alike(shown, shown)
        out.append((min((c for c in claims if alike(c, shown)), key=away) if undecided else shown, claims))
    return out


def account_rows(way: dict) -> tuple[list[Row], int]:
    """The rows of a way's account, and the decimals at which they add up as printed. Raises E_MISMATCH as the sheet does."""
    account = rows(way)
    return account, places(account)


def allowance_of(document: dict, way: dict) -> tuple[float | None, str]:
    """What the model is allowed (mm, or None), and whether what it is charged holds against it."""
    for claim in document["claims"]:
        measured = claim["claim"].get("measured", {})
        if claim["model"] == way["model"] and measured.get("measure") == "charged":
            return claim["claim"]["limit"]["value"], claim["truth"]
    return None, "holds"
