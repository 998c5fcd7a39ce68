"""What each clause must compare, said a second time, apart from the rulesets: so that no claim can be exchanged for an easier one.

A comparison is written as a shape: the kind of fact and measure, the relation, and the limit, in mm or as another fact's measure. A
sight is "kind seen". Games that are not here are listed as not checked.
"""
from __future__ import annotations

from collections import Counter
from fractions import Fraction

from sim.proof.certificate import leaves
from sim.proof.check.exact import Open, Refused

INCH = Fraction(254, 10)
TREADS = {"quarter_inch": INCH / 4, "tenth_inch": INCH / 10, "half_inch": INCH / 2}
GAPS = {"along_travel": "along", "narrowest": "narrowest", "widest": "widest"}
BASES = {"along_travel": "base_along", "shortest": "base_shortest", "longest": "base_longest"}
OVERHANGS = {"by_area": "overhang.area < 0.5", "by_centre": "overhang.centre <= 0", "by_reach": "overhang.reach < base.half_width",
             "by_length": "overhang.length < 0.5"}
DROPS = {"each_drop": "fall", "whole_move": "so_far"}
TETHERS = {"within_half_inch": "12.7", "touching": "0", "within_one_inch": "25.4"}
FEWEST_PARTS = {"walking": 2, "less_than_half_overhangs": 2, "keep_out_of_proximity": 4}     # clauses that hold if one of several things does
LOWEST = {"mirrored": -2 * INCH, "none": Fraction(0), "unlimited": None}


class Fallout:
    """Fallout: Factions with the errata of Q2 2026."""

    name = "fallout-factions"

    def __init__(self, scene, readings: dict):
        self.scene, self.document, self.readings = scene, scene.document, readings
        [self.way] = scene.ways.values()
        mover = self.way.model
        self.others = [m for m in scene.models.values() if m is not mover]
        self.enemies = [m for m in self.others if m["side"] != mover["side"]]
        self.gaps = [g for f in self.document["facts"].values() if f["kind"] == "gaps" for g in f["gaps"]]
        drops = [i for i, s in enumerate(self.way.steps) if s["by"] == "drop"]
        going = [i for i in range(len(self.way.steps)) if self.way.length(i)[1] > 5000 or abs(self.way.rise(i)) > 5000]
        self.drops_before_more = [i for i in drops if going and going[-1] > i]

    def read(self, definition: str) -> str:
        """The reading chosen for a definition that must have been consulted."""
        if definition not in self.readings:
            raise Refused("rules", f"{definition} was not consulted, and must be")
        return self.readings[definition]

    def clauses(self) -> dict:
        """For each clause: how many claims it makes, and a function of the readings that gives the shapes it may have."""
        return {
            "on_the_battlefield": (1, lambda: {"edge.room >= 0"}),
            "less_than_half_overhangs": (1, lambda: {"overhang seen"} | {OVERHANGS[r] for d, r in self.readings.items() if d == "overhang_share"}),
            "standing_up": (1, lambda: {"stand seen"}),
            "not_on_another_base": (len(self.others), lambda: {"apart.plan >= 0", "apart.apart >= 0"}),
            "within_the_distance": (1, lambda: {"account.charged <= allowance.allowance"}),
            "along_the_line": (2, lambda: {"way seen", "blocked seen"} | {f"{fact}.headroom >= {limit}" for fact in ("clear", "rest") for limit in
                               [{"base": "0", "body": "base.height"}[self.read("moving_volume")]]}),
            "never_through_an_enemy": (len(self.enemies), lambda: {"beside.room >= 0"}),
            "directly": (None if str(self.document["move"]["action"]).startswith("directly") else 0, lambda: set()),
            "crossing_gaps": (len(self.gaps), lambda: {f"gaps.{GAPS[self.read('gap_width')]} {self._narrower()} gaps.{base}" for base in self._base_widths()}),
            "long_drops_end_the_move": (len(self.drops_before_more), lambda: {f"drop.{DROPS[self.read('drop_limit')]} <= stat.stat"}),
            "keep_out_of_proximity": (len(self.enemies), lambda: {f"near.distance {'>=' if self.read('zone_edge') == 'open' else '>'} 25.4",
                                                                  "apart.plan <= 0", "apart.height <= 50.8", "apart.over_top <= 0"}),
        }

    def modes(self) -> dict:
        """For each mode: the fewest claims it makes on a step, and the shapes they may have."""
        return {
            "walking": (1, lambda: {"rise.rise < 25.4", "rise.steepest < 25.4"} | ({"rise.steepest <= 25.4", "rise.left_over < 25.4"}
                        if self.readings.get("free_obstacle") == "up_to_one_inch" else set())),
            "climbing": (2, lambda: {f"face.farthest <= {TETHERS[self.read('climb_tether')]}", "tag seen"}),
            "dropping": (0, lambda: set()),
        }

    def _narrower(self) -> str:
        return "<" if self.read("gap_as_wide_as_base") == "blocks" else "<="

    def _base_widths(self) -> set[str]:
        """Which width of the base a gap is held against; of a round base they are all one, and nobody need choose."""
        if "base_width" not in self.readings and self.way.outline(0).is_round:
            return set(BASES.values())
        return {BASES[self.read("base_width")]}

    def demand_facts(self) -> None:
        """Depths, treads, zones and stats as the book has them."""
        if sum(f["kind"] == "gaps" for f in self.document["facts"].values()) != 1:
            raise Refused("rules", "the gaps under the way are not told")
        for name, fact in self.document["facts"].items():
            if fact["kind"] == "gaps" and fact["depth"] != INCH:
                raise Refused("rules", "only what is an inch deep is a gap")
            if fact["kind"] == "rise" and fact["within"] != TREADS[self.readings.get("staircase_tread", "quarter_inch")]:
                raise Refused("rules", f"{name} looks at another run than the tread of a staircase")
            if fact["kind"] == "allowance" and fact["stat"] not in ("move", None) or fact["kind"] == "stat" and fact["stat"] != "agility":
                raise Refused("rules", f"{name} takes the wrong stat")
            if fact["kind"] == "near":
                self._demand_zone(name, fact)
            if fact["kind"] == "overhang":
                self._demand_lie(name, fact)

    def _demand_lie(self, name: str, fact: dict) -> None:
        """Whether the base lies as it rests or is kept level, and whether several pieces bear it together."""
        if self.readings.get("pose") == "kept_level" and (fact["plane"][1] or fact["plane"][2]):
            raise Refused("rules", f"{name}: under this reading a base is kept level")
        if self.readings.get("support") == "pieces_together" and fact["together"] is not True:
            raise Refused("rules", f"{name}: under this reading pieces bear a base together")

    def _demand_zone(self, name: str, fact: dict) -> None:
        if fact["radius"] != INCH:
            raise Refused("rules", f"{name}: a zone reaches an inch")
        if (fact["low"], fact["high"], fact["wall"]) == (None, None, None):
            return
        owner, mover = self.scene.models[fact["owner"]]["height"], self.way.model["height"]
        walls = {"zone_owner": owner, "mover": mover, "taller_of_both": max(owner, mover)}
        wall = None if fact["wall"] is None else walls[self.read("wall_height_of")]
        if fact["low"] != LOWEST[self.read("zone_below")] or fact["high"] != 2 * INCH or fact["wall"] != wall:
            raise Refused("rules", f"{name} is not the zone that the readings make")
        if fact["wall"] is not None and fact["around"] != (self.read("wall_shape") == "every_way_round"):
            raise Refused("rules", f"{name}: the reading says otherwise about a wall's ends")

    def demand_charges(self) -> None:
        """What each step's height is charged."""
        for i, step in enumerate(self.way.steps):
            height = sum(e["counts"] for e in step["account"] if e["what"] != "across")
            rise = Fraction(abs(self.way.rise(i)), 1_000_000)
            if step["by"] == "walk":
                wanted = {Fraction(0)}
            elif step["by"] == "drop":
                wanted = {Fraction(0)} if self.read("drop_cost") == "free" else {rise}
            elif self.way.is_upright(i):
                wanted = {rise} if self.read("climb_cost") == "every_up_and_down" else {Fraction(0)}
            else:
                continue                                     # part of a slope may be steep: told by rise facts, not checked here
            if all(abs(height - w) > Fraction(1, 100) for w in wanted):
                raise Refused("rules", f"step {i} is not charged what the readings make it cost")
        if self.way.told["cut_by"] != "" or self.way.told["ends"]["state"] not in ("standing", "overhanging"):
            raise Refused("rules", "no rule of this game cuts a move, or leaves a model off the ground")
        small = sum(self.way.rise(i) for i, s in enumerate(self.way.steps) if s["by"] == "walk" and self.way.is_upright(i) and self.way.rise(i) > 0)
        if self.readings.get("small_rises") == "added_up" and small >= INCH * 1_000_000 and not self.way.told["whole"]:
            raise Refused("rules", "small rises that come to an inch together are charged under this reading")
        if self.way.told["whole"] and self.readings.get("climb_cost") != "net_change" and self.readings.get("small_rises") != "added_up":
            raise Refused("rules", "nothing is charged for the move as a whole under these readings")


BOOKS = {book.name: book for book in (Fallout,)}


def demand_rules(scene) -> list[str]:
    """Refuses claims that are not those the book makes; returns what stays unchecked."""
    document = scene.document
    if document["ruleset"]["name"] not in BOOKS:
        raise Open(f"that the claims are those that {document['ruleset']['name']} makes")
    book = BOOKS[document["ruleset"]["name"]](scene, {name: told["reading"] for name, told in document["readings"].items()})
    book.demand_facts()
    book.demand_charges()
    clauses, modes = book.clauses(), book.modes()
    wanted = {("clause", name) for name in clauses} | {("mode", name) for name in modes}
    listed = {(p["kind"], p["name"]) for p in document["ruleset"]["parts"] if p["kind"] != "effect"}
    if listed != wanted:
        raise Refused("rules", f"the ruleset's clauses are not those of the book: {', '.join(sorted(n for _, n in listed ^ wanted))}")
    made = Counter(c["clause"] for c in document["claims"] if c["step"] is None)
    for name, (count, _) in clauses.items():
        if count is not None and made[name] != count:
            raise Refused("rules", f"{name} makes {count} claims on this move, not {made[name]}")
    for i, step in enumerate(book.way.steps):
        fewest = modes[step["mode"]][0] if step["mode"] in modes else None
        if fewest is None or sum(c["step"] == i and c["clause"] == step["mode"] for c in document["claims"]) < fewest:
            raise Refused("rules", f"step {i} is not answered for by the mode it is made in")
    _demand_each(book)
    still_open = ["that one piece bears the base"] if book.readings.get("support") == "one_piece" else []
    for claim in document["claims"]:
        if claim["clause"] not in (clauses if claim["step"] is None else modes):
            still_open.append(f"the claim of {claim['clause']}")
            continue
        allowed = (clauses if claim["step"] is None else modes)[claim["clause"]][1]()
        for leaf in leaves(claim["claim"]):
            shape = shape_of(document, leaf)
            if shape is None:
                still_open.append(f"what {claim['clause']} compares")
            elif shape not in allowed:
                raise Refused("rules", f"{claim['clause']} does not compare {shape}; it compares {' or '.join(sorted(allowed))}")
            elif claim["step"] is not None and document["facts"][leaf["fact"] if "says" in leaf else leaf["measured"]["fact"]]["step"] != claim["step"]:
                raise Refused("rules", f"{claim['clause']} on step {claim['step']} cites a fact about another step")
        parts = FEWEST_PARTS.get(claim["clause"], 1)
        if claim["truth"] != "holds" and len(leaves(claim["claim"])) < parts:
            raise Refused("rules", f"{claim['clause']} fails only if {parts} things do")
        if claim["clause"] in FEWEST_PARTS and claim["truth"] != "holds" and claim["claim"].get("join") != "or":
            raise Refused("rules", f"{claim['clause']} holds if one of its parts does")
        if "join" in claim["claim"] and claim["clause"] != "less_than_half_overhangs":
            still_open.append(f"how the parts of {claim['clause']} are joined")
    return list(dict.fromkeys(still_open))


def _demand_each(book) -> None:
    """Clauses about others, and about gaps, make one claim about each: none left out, none told twice."""
    document = book.document
    gaps = [tuple(leaf[side]["measure"].rpartition("-")[2] for side in ("measured", "limit")) for claim in document["claims"]
            if claim["clause"] == "crossing_gaps" for leaf in leaves(claim["claim"]) if leaf["measured"]["fact"] is not None]
    if sorted(gaps) != [(str(k), str(k)) for k in range(len(book.gaps))]:
        raise Refused("rules", "crossing_gaps is not asked about each gap once")
    for clause, models, key in (("not_on_another_base", book.others, "other"), ("never_through_an_enemy", book.enemies, "other"),
                                ("keep_out_of_proximity", book.enemies, "owner")):
        about = []
        for claim in document["claims"]:
            if claim["clause"] == clause and claim["step"] is None:
                cited = {document["facts"][f].get(key) for leaf in leaves(claim["claim"]) if "measured" in leaf and (f := leaf["measured"]["fact"]) is not None}
                cited.discard(None)
                about += sorted(cited)[:1]
        if key == "owner" and len(about) < len(models):
            continue                                         # one that is let off for being Engaged cites no zone
        if sorted(about) != sorted(m["name"] for m in models):
            raise Refused("rules", f"{clause} is not asked about each model once")


def shape_of(document: dict, leaf: dict) -> str | None:
    """The shape of a comparison; None where a side is not shown by a fact."""
    if "says" in leaf:
        return None if leaf["fact"] is None else f"{document['facts'][leaf['fact']]['kind']} seen"
    sides = [_side(document, leaf[k]) for k in ("measured", "limit")]
    return None if None in sides else f"{sides[0]} {leaf['relation']} {sides[1]}"


def _side(document: dict, side: dict) -> str | None:
    if side["fact"] is not None:
        return None if side["measure"] is None else f"{document['facts'][side['fact']]['kind']}.{side['measure'].partition('-')[0]}"
    return None if side["measure"] is not None or side["value"] is None else f"{float(side['value']):g}"
