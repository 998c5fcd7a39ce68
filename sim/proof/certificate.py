"""What a certificate holds, how it is written, and how it is sealed. The standard library only: prover, checker and drawings all build on this page.

A certificate is one JSON document about one move under one ruleset. Page, sheet and picture are functions of it and of the triangles
beside it, nothing else. **Lengths are table millimetres, angles degrees, positions [x, y, z] in whole nanometres (at most six
decimals), z up, the table top at 0**; an inch is `INCH` = 25.4. A `touch` is {"triangle": n, "weights": [a, b, c]}: the point of
triangle n with those barycentric weights (whole numbers, divided by their sum). `null` stands for "endless" or "none".

    version         VERSION
    made_by         name and version of the prover
    command         the command that reproduces it
    hashes          scenario, triangles, ruleset (its source), meshes {terrain name: sha256}, seal (of this document without the seal)
    triangles       {file, count, pieces}: `file` lies beside the certificate or one folder up: count x 9 int64, little endian, nanometres,
                    x y z of three corners each. pieces: [{name, first, count, traits, noise, parts}], "the table" is the board itself;
                    parts: [{name, traits, first, count}] where a piece has parts (first counts within the file)
    table           size [x, y], floor, areas [{name, polygon}], regions [{name, polygon, low, high, traits}],
                    models [{name, side, unit, height, outline, at, facing, elevation, traits, stats}]: where everyone stands before the move;
                    outline: {name, half [a, b], corners}: round and oval bases have no corners (a along the facing); `at` z is the
                    underside of the level base, `elevation` the centre of the base as it lies
    move            number (in the file), models (those who move, in order), unit, action, allowance (declared, or null), target, moved_by,
                    paths {model: [{to [x, y, z or null], by, facing}]}, options
    ruleset         name, document, edition, parts [{kind, name, ids, cite, gloss}] (and document where it is another, is_allowance where true): kind
                    is mode, clause or effect, in the book's order; every clause must be answered for by a claim or be listed under `silent`
    readings        {definition: {reading, gloss, cite, others}}: those consulted that have more than one reading
    ways            one per model that moves, the way the ruling is about: {model, arrives, cut_by, starts, steps, ends, profile, whole,
                    readings}: readings: names of those its charges rest on; cut_by: the rule that ended the move before its declared end, or ""
                      starts, ends   {at, facing, elevation, state}
                      steps          [{leg, kind, by, mode, line, lift, facing, charge, u, account}]: `line` is the way of the level base's
                                     underside, corner by corner; it runs no more than `lift` over the ground it follows;
                                     kind: LEVEL UP DOWN SPAN AIR ALOFT FLIGHT TURN PLACE; account: [{what, length, counts, why}] sums to `charge`:
                                     `length` is what was measured, `counts` what is charged of it
                      whole          account of what the move as a whole is charged, on top of its steps
                      profile        {base, ground, stops}: elevation developed along the path for drawing: the way of the base and every surface
                                     on the centre's line, as lists of polylines [[d, z], ...], d in mm of plan length; stops: d of each stop
    facts           {id: {kind, ...}}: what is shown, with what shows it; the kinds are FACTS below
    claims          [{clause, model, step, truth, readings, claim}]: `clause` names a part of the ruleset (part_of(document, claim)), `step` is the
                    step of the way a mode's claim is about, null for clauses; readings: names of those it rests on. `claim` is a node:
                    {join: "and" | "or", parts: [node, ...], truth} or {measured, relation, limit, truth, slack, at} or, for what is seen and
                    not measured, {says, truth, fact, at}.
                    measured and limit: {value, u, unit, near, name, fact, measure}: fact and measure say which number of which fact it is;
                    a limit without a fact is the book's own number. unit: length share angle count. near: how close counts as at the
                    limit. at: [[x, y, z], ...] the points to show
    silent          {clause: why no claim was made}: clauses that had nothing to ask of this move
    verdict         word (legal illegal undecided), deciding (index into claims, or null), margin (inches or null), score, complete (whether
                    the list of ways is)
    distance        charged, horizontal, vertical, allowance (mm)
    effects         [{name, clause, says}]
    all_readings    {agree, legal, pivots, of, rulings [{readings, verdict, charged, deciding}]}: the ruling under each combination of the readings
                    on which the verdict hangs (`pivots`), the others as chosen; `of`: how many combinations were looked at, `legal` the
                    share of legal ones among them all
    other_ways      if illegal: [{by, charged, clause, truth, says}]: a broken claim for every other way that was looked at
    warnings        [{code, message, at}] of the scenario
    cross_check     PyBullet's second opinion
    not_proved      sentences: what no checker can know, and what this certificate leaves open

Drawing: start base = starts, end base = ends, ghosts = ends of legs; climbs are steps whose `by` is climb; the swept volume is the outline
moved along `line`, 2.54 mm tall; crosses at touches; what a claim measures is shown at its `at`, and in more detail by the fact it cites:
FACTS says what each kind holds. `says(node)` puts a claim into words, `leaves(node)` lists its comparisons, `decider(claim)` picks the
one that settled it.
"""
from __future__ import annotations

import hashlib
import json

VERSION = 1
INCH = 25.4
THICKNESS = 2.54                      # mm: the volume `base` is the outline, a tenth of an inch tall
UNITS = {"length": (INCH, " in"), "share": (0.01, " %"), "angle": (1.0, " deg"), "count": (1.0, "")}

FACTS = {
    "rest": "{model, where (start | end), at, facing, touch}: the level base touches terrain there and nothing is in it; measure `height`",
    "clear": "{model, step, volume (base | body), height, pieces}: nothing is in the base on that step; pieces: for each straight piece of "
             "its line a list of plane normals [x, y, z] (whole numbers), one of which parts each triangle from the swept base; measure `headroom`",
    "blocked": "{model, leg, at, facing, touch}: at that place on the leg's line the point of terrain is inside the base",
    "stand": "{model, at, facing, plane [z, gx, gy], contacts [touch, ...], hold [weight, ...]}: the base lies on that plane (z at its centre); the "
             "contacts, so weighted, balance about the centre",
    "edge": "{model, at, facing}: room between the base and the table's edge; measure `room`",
    "overhang": "{model, at, facing, lying, together, plane, band, over, filled}: what of the base is over air: support lies from `band` under the plane "
                "to `over` over it; filled: enclosed holes narrower than the base count as support; measures `area` (share), `centre`, `reach`, "
                "`length`; region: rings of support round the base's centre, for drawing",
    "rise": "{model, step, within}: measures `rise`, `steepest` (over any run shorter than within), `left_over`, `fall`",
    "gaps": "{model, depth, gaps [{step, near, far, along, narrowest, widest, base_along, base_shortest, base_longest}]}: every gap at least so deep "
            "under the centre's way; near and far are the centre's places at the rims; measures `along-0`, `narrowest-0`, `base_along-0`, ...",
    "face": "{model, step, part (rim | centre), farthest, at}: how far terrain ever is from the base straight up or down;"
            "measure `farthest`, at its worst `at`",
    "drop": "{model, step, steps}: measures `fall`, `so_far` over the steps",
    "apart": "{one, other, poses [[x, y, z, facing], ...], points}: two bases in plan and height; measures `plan`, `height`, `over_top`",
    "beside": "{model, other, points}: least plan distance on the way while the bodies' heights overlap; measure `room`",
    "near": "{model, owner, radius, low, high, wall, around, in_sight, points}: how near the way comes where the owner's zone counts; measure `distance`",
    "tag": "{model, step, trait, triangle}: whether terrain carries a person's tag",
    "account": "{model}: the sum of the way; measures `charged`, `across`",
    "allowance": "{model, stat}: the distance allowed: the move's own, or the stat in inches; measure `allowance`",
    "stat": "{model, stat}: measure `stat`",
    "base": "{model}: measures `half_width`, `height`",
    "way": "{model}: the way leads to the declared end, or how far it leads",
}


def canonical(document) -> bytes:
    """The one way to write a document: sorted keys, shortest floats, no spaces, ASCII."""
    return json.dumps(document, sort_keys=True, separators=(",", ":"), allow_nan=False).encode()


def seal_of(document: dict) -> str:
    """The hash that a document's seal must be: of everything but the seal itself."""
    hashes = {k: v for k, v in document["hashes"].items() if k != "seal"}
    return hashlib.sha256(canonical({**document, "hashes": hashes})).hexdigest()


def sealed(document: dict) -> dict:
    """The document with its seal."""
    return {**document, "hashes": {**document["hashes"], "seal": seal_of(document)}}


def part_of(document: dict, claim: dict) -> dict:
    """The part of the ruleset that makes a claim: kind, name, ids, cite, gloss; what the referee itself asks has no source."""
    parts = (p for p in document["ruleset"]["parts"] if p["name"] == claim["clause"] and p["kind"] == ("clause" if claim["step"] is None else "mode"))
    return next(parts, {"kind": "referee", "name": claim["clause"], "ids": [], "cite": "", "gloss": ""})


def leaves(node: dict) -> list[dict]:
    """The comparisons and sights a claim is made of, in order."""
    return [leaf for part in node["parts"] for leaf in leaves(part)] if "join" in node else [node]


def decider(node: dict) -> dict:
    """The comparison or sight that settles a claim: of an "or" the best part, of an "and" the worst."""
    if "join" not in node:
        return node
    rank = {"fails": 0, "undecided": 1, "holds": 2}
    choose, unmeasured = (max, 0.0) if node["join"] == "or" else (min, float("inf"))

    def slack(leaf: dict) -> float:
        return unmeasured if "says" in leaf else leaf["slack"] or 0.0        # what is seen has no slack; an endless one is written as null
    return choose(map(decider, node["parts"]), key=lambda leaf: (rank[leaf["truth"]], slack(leaf)))


def measure_says(m: dict) -> str:
    """One side of a comparison in words, inches and per cent."""
    factor, unit = UNITS[m["unit"]]
    if m["value"] is None:
        number = "endless"
    else:
        number = (f"{float(m['value']) / factor:.2f}".rstrip("0").rstrip(".") + unit).replace("-0 ", "0 ")
    return f"{m['name']} {number}" if m["name"] and m["name"] != number else number


def says(node: dict) -> str:
    """A claim in words: all of its parts."""
    if "join" in node:
        return f" {node['join']} ".join(map(says, node["parts"]))
    if "says" in node:
        return node["says"]
    return f"{measure_says(node['measured'])} {node['relation']} {measure_says(node['limit'])}"
