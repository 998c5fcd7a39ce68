"""Claims from facts: each number is the one its fact shows, each truth follows from the numbers, and the verdict from the truths."""
from __future__ import annotations

from fractions import Fraction

from sim.proof.certificate import decider, leaves
from sim.proof.check.exact import Refused

AT = Fraction(5, 1000)            # mm
UNITS = ("length", "share", "angle", "count")
RELATIONS = ("<", "<=", ">", ">=")
ROUNDING = Fraction(2, 1_000_000)
TRUTHS = ("fails", "undecided", "holds")


def truth_of(value, limit, relation: str, near, u) -> str:
    """What a comparison comes to: at the limit the text's word decides, within twice the doubt nothing does. None is endless."""
    if value is None or limit is None:
        slack = None if value is None and limit is None else (1 if (value is None) == (relation in (">", ">=")) else -1)
        return "holds" if slack == 1 or slack is None and "=" in relation else "fails"
    slack = limit - value if relation in ("<", "<=") else value - limit
    if u == 0 and abs(slack) <= near:
        return "holds" if "=" in relation else "fails"
    if abs(slack) < 2 * u:
        return "undecided"
    return "holds" if slack > 0 else "fails"


def demand_leaf(scene, leaf: dict, measures: dict) -> str | None:
    """One comparison or sight against its facts; returns what of it stays unchecked, if anything."""
    if "says" in leaf:
        return _demand_seen(leaf, measures)
    if leaf["relation"] not in RELATIONS or leaf["truth"] not in TRUTHS:
        raise Refused("claims", "a claim compares by < <= > or >=")
    sides = [_side(scene, leaf[k], measures) for k in ("measured", "limit")]
    (value, bounds, near, u, open_a), (limit, limit_bounds, limit_near, limit_u, open_b) = sides
    if leaf["measured"]["unit"] != leaf["limit"]["unit"] and not (limit == 0 and leaf["limit"]["unit"] == "length"):
        raise Refused("claims", "a claim compares like with like")
    near, u = max(near, limit_near if limit else 0), u + limit_u
    if truth_of(value, limit, leaf["relation"], near, u) != leaf["truth"]:
        raise Refused("truth", f"{leaf['measured']['name']}: its numbers do not make it {leaf['truth']}")
    if value is not None and limit is not None:
        slack = limit - value if leaf["relation"] in ("<", "<=") else value - limit
        if leaf["slack"] is None or abs(leaf["slack"] - slack) > 2 * ROUNDING:
            raise Refused("sum", f"{leaf['measured']['name']}: the slack is not the difference of its numbers")
    if open_a or open_b:
        return open_a or open_b
    ends = {truth_of(v, w, leaf["relation"], near, u) for v in bounds for w in limit_bounds}
    if ends != {leaf["truth"]}:
        if leaf["truth"] in ends:
            return f"{leaf['measured']['name']}: which side of its limit it is on, {_told(bounds)} against {_told(limit_bounds)}"
        raise Refused("truth", f"{leaf['measured']['name']}: what was measured again does not make it {leaf['truth']}")
    return None


def _told(bounds) -> str:
    return " to ".join("endless" if v is None else f"{float(v):.3f}" for v in bounds)


def _side(scene, side: dict, measures: dict) -> tuple:
    """(value, bounds, near, doubt, what is open) of one side of a comparison."""
    value, u = side["value"], Fraction(side["u"])
    if side["unit"] not in UNITS or u < 0 or value is not None and isinstance(value, bool):
        raise Refused("claims", "a measure has a unit and a doubt that is not below nought")
    if u > 0 and scene.noise == 0:
        raise Refused("doubt", f"{side['name']}: nothing on this table is uncertain")
    near = _near(scene, side)
    if side["fact"] is None:
        return value, (value, value), near, u, None if value is None or not side["name"] or side["measure"] is None else None
    if side["fact"] not in scene.document["facts"]:
        raise Refused("claims", f"there is no fact {side['fact']}")
    fact = scene.document["facts"][side["fact"]]
    if side["measure"] == "farthest" and fact["farthest"] != value:
        raise Refused("measure", f"{side['name']} is not what its fact says")
    found = measures.get(side["fact"])
    if found is None or side["measure"] not in found:
        return value, None, near, u, f"{side['name']}: {fact['kind']} {side['measure']}"
    low, high = found[side["measure"]]
    slack = max(near, AT) if side["unit"] == "length" else near
    too_low = low is not None and value is not None and value < low - slack - ROUNDING or low is None and high is None and value is not None
    too_high = high is not None and (value is None or value > high + slack + ROUNDING)
    if too_low or too_high:
        raise Refused("measure", f"{side['name']} is {_told((value,))}, and measured again {_told((low, high))}")
    tight = high is not None and low is not None and high - low <= 2 * slack
    return value, (value, value) if tight else (low, high), near, u, None


def _near(scene, side: dict) -> Fraction:
    """How close counts as at the limit: AT for lengths; for a share of a base AT x perimeter / area."""
    near = Fraction(side["near"])
    if side["unit"] == "length":
        wanted = AT, AT
    elif side["unit"] == "share" and side["fact"] is not None:
        outline = next(iter(scene.ways.values())).outline(0)
        exact = AT * 1_000_000 * outline.perimeter / outline.area[0]
        wanted = exact * Fraction(98, 100), exact * Fraction(102, 100)
    else:
        wanted = Fraction(0), Fraction(1, 100)
    if not wanted[0] <= near <= wanted[1]:
        raise Refused("doubt", f"{side['name']}: that is not how close counts as at the limit")
    return near


def _demand_seen(leaf: dict, measures: dict) -> str | None:
    """What was seen and not measured: the sentence's sense is told by the fact it cites."""
    if leaf["truth"] not in TRUTHS:
        raise Refused("claims", "a claim holds, fails, or is undecided")
    found = measures.get(leaf["fact"]) if leaf["fact"] is not None else None
    if found is None:
        return f"that {leaf['says']}"
    shown = {name: bounds[0] for name, bounds in found.items()}
    if "arrives" in shown:
        wanted = "holds" if shown["arrives"] else "fails"
    elif "tagged" in shown:
        wanted = "fails" if shown["tagged"] else "holds"
    elif "area" in shown:
        low, high = found["area"]
        if low > Fraction(1, 1000):
            wanted = "fails"
        elif leaf["truth"] == "holds" and high <= Fraction(1, 1000):
            wanted = "holds"
        else:
            return f"that {leaf['says']}: to within a thousandth of the base"
    else:
        wanted = "holds"                                     # a base that is shown to stand stands; a bar that is shown bars
        if leaf["says"].startswith("no way leads on"):
            wanted = "fails"
    if leaf["truth"] != wanted:
        raise Refused("truth", f"{leaf['says']}: what is shown does not make it {leaf['truth']}")
    return None


def demand_nodes(node: dict) -> str:
    """The truth of a claim from those of its parts; refuses one that does not follow."""
    if "join" not in node:
        return node["truth"]
    if node["join"] not in ("and", "or") or not node["parts"]:
        raise Refused("claims", "claims are joined by and or by or")
    truths = [demand_nodes(p) for p in node["parts"]]
    strong, weak = ("holds", "fails") if node["join"] == "or" else ("fails", "holds")
    wanted = strong if strong in truths else "undecided" if "undecided" in truths else weak
    if node["truth"] != wanted:
        raise Refused("truth", "a joined claim does not follow from its parts")
    return wanted


def demand_verdict(document: dict) -> None:
    """The verdict, the clause that decides it, the margin and the score follow from the claims."""
    verdict, claims = document["verdict"], document["claims"]
    allowance = {p["name"] for p in document["ruleset"]["parts"] if p.get("is_allowance") is True}
    for claim in claims:
        if demand_nodes(claim["claim"]) != claim["truth"]:
            raise Refused("truth", f"{claim['clause']} does not come to {claim['truth']}")
    truths = {c["truth"] for c in claims}
    disagrees = "disagrees" in (document["cross_check"].get("bullet"), document["cross_check"].get("terrain"))
    doubtful = "undecided" in truths or disagrees
    wanted = ("illegal" if verdict["complete"] is True else "undecided") if "fails" in truths else "undecided" if doubtful else "legal"
    if verdict["word"] != wanted:
        raise Refused("verdict", f"the claims make the move {wanted}, not {verdict['word']}")
    worst = "fails" if "fails" in truths else "undecided" if "undecided" in truths else "holds"
    deciding = verdict["deciding"]
    if claims and not (isinstance(deciding, int) and 0 <= deciding < len(claims) and claims[deciding]["truth"] == worst):
        raise Refused("verdict", "the deciding claim is not one of those that decide")
    if any(leaf.get("measured", {}).get("u") or leaf.get("limit", {}).get("u") for c in claims for leaf in leaves(c["claim"])):
        return                                               # with doubt in it the margin is told by the likeliest part; not checked
    margins = [_margin(c) for c in claims if verdict["word"] != "illegal" or c["truth"] == "fails"]
    known = [m for m in margins if m is not None]
    margin = min(known) if known else None
    told = verdict["margin"]
    if (margin is None) != (told is None) or margin is not None and abs(margin - told) > 2 * ROUNDING:
        raise Refused("verdict", "the margin is not the least slack of its lengths")
    if worst != "undecided":
        _demand_tightest(claims, deciding, worst, allowance)
    if verdict["score"] != (0 if "fails" in truths else Fraction(1, 2) if "undecided" in truths else 1) and "undecided" not in truths:
        raise Refused("verdict", "the score does not follow from the claims")


def _demand_tightest(claims: list, deciding: int, worst: str, allowance: set) -> None:
    """Of the claims that come out worst, the one said to decide has least to spare; the allowance decides only where nothing else fails."""
    def rank(claim):
        margin = _margin(claim)
        return claim["clause"] in allowance and worst == "fails", Fraction(10 ** 9) if margin is None else margin

    if claims:
        last, margin = rank(claims[deciding])
        least = min(rank(c) for c in claims if c["truth"] == worst)
        if last > least[0] or margin > least[1] + 2 * ROUNDING:
            raise Refused("verdict", "another claim decides more tightly than the one that is said to decide")


def _margin(claim: dict):
    """Slack in inches of the comparison that settles a claim; nought at the limit; None if no length is compared."""
    leaf = decider(claim["claim"])
    if "says" in leaf or leaf["measured"]["unit"] != "length" or leaf["slack"] is None:
        return None
    return Fraction(0) if abs(leaf["slack"]) <= AT else Fraction(leaf["slack"]) / Fraction(254, 10)
