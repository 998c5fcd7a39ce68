"""A forger: changes one thing on a certificate and makes the rest fit again, every sum, slack, hash and seal, as far as a forger could.

What the forger touches is drawn at random from KINDS. `outcome_of` says which check refuses a forgery.
"""
from __future__ import annotations

import copy
import hashlib
import random
import re
import struct
from dataclasses import dataclass
from pathlib import Path

from sim.proof.again import differences
from sim.proof.certificate import canonical, decider, leaves, sealed
from sim.proof.check import check

DRAWN = re.compile(r"\.at\.|\.points\.|\.region\.|\.profile\.")
HARMLESS = re.compile(r"\.pieces\.\d|\.weights\.|\.hold\.|tag-\d+\.triangle|\.touch\.triangle|stand\.contacts|gaps\.\d+\.(near|far)|\.plane\.|\.lift$")
TOLD_ONLY = ("all_readings", "other_ways", "effects", "warnings", "not_proved", "cross_check", "made_by", "command", "version", "hashes", "silent")


@dataclass(frozen=True)
class Forgery:
    """What was changed, and what came of it; `drawn_only` marks changes to where drawings point, which nobody checks."""
    kind: str
    what: str
    document: dict
    triangles: bytes

    @property
    def drawn_only(self) -> bool:
        return self.kind == "number" and bool(DRAWN.search(self.what))


def forged(document: dict, triangles: bytes, chance: random.Random, kind: str | None = None) -> Forgery:
    """One forgery, sealed again."""
    document, asked = copy.deepcopy(document), kind
    changed = None
    while changed is None:                       # where there is nothing of that kind to forge, another kind
        kind = asked or chance.choice(sorted(KINDS))
        changed = KINDS[kind](document, triangles, chance) or (("nothing", triangles) if asked else None)
    what, triangles = changed
    return Forgery(kind, what, resealed(document, triangles), triangles)


def written(folder: Path, document: dict, triangles: bytes) -> Path:
    """A certificate on disk with its triangles beside it."""
    (folder / document["triangles"]["file"]).write_bytes(triangles)
    path = folder / "certificate.json"
    path.write_bytes(canonical(document))
    return path


def outcome_of(forgery: Forgery, original: dict, folder: Path) -> str:
    """The check that refuses a forgery; "table" where only the scenario itself tells (`original` is made from it); else why it is let through."""
    path = written(folder, forgery.document, forgery.triangles)
    report = check(path)
    (folder / forgery.document["triangles"]["file"]).unlink()
    if not report.accepted:
        return report.refused[0][0]
    if canonical(forgery.document) == canonical(original):
        return "equal"
    if differences(forgery.document, original):
        return "table"
    if any(f"the parts of {forgery.what.partition(':')[0]} are joined" in s for s in report.open):
        return "not checked"
    return "drawn only" if forgery.drawn_only else "equal" if _within_measure(forgery) else "let through"


def _within_measure(forgery: Forgery) -> bool:
    """Changes that leave a witness as good as it was: a plane that still parts, another point that touches, another triangle with that tag."""
    return forgery.kind in ("plane", "witness") or forgery.kind == "number" and bool(HARMLESS.search(forgery.what))


def resealed(document: dict, triangles: bytes) -> dict:
    """Every sum, slack, margin, score and hash made to fit."""
    for way in document["ways"]:
        for step in way["steps"]:
            step["charge"] = round(sum(e["counts"] for e in step["account"]), 6)
    charged = round(sum(s["charge"] for w in document["ways"] for s in w["steps"]) + sum(e["counts"] for w in document["ways"] for e in w["whole"]), 6)
    document["distance"]["charged"] = charged
    document["distance"]["vertical"] = round(charged - document["distance"]["horizontal"], 6)
    for claim in document["claims"]:
        for leaf in leaves(claim["claim"]):
            if "measured" in leaf and leaf["measured"]["value"] is not None and leaf["limit"]["value"] is not None:
                if leaf["measured"]["measure"] == "charged" and leaf["measured"]["fact"] is not None:
                    leaf["measured"]["value"] = charged
                a, b = leaf["measured"]["value"], leaf["limit"]["value"]
                leaf["slack"] = round(b - a if leaf["relation"] in ("<", "<=") else a - b, 6)
    _verdict_told_anew(document)
    digest = hashlib.sha256(triangles).hexdigest()
    document["hashes"]["triangles"] = digest
    document["triangles"]["file"] = f"triangles-{digest[:16]}.bin"
    return sealed(document)


def _verdict_told_anew(document: dict) -> None:
    verdict, claims = document["verdict"], document["claims"]
    truths = {c["truth"] for c in claims}
    worst = "fails" if "fails" in truths else "undecided" if "undecided" in truths else "holds"
    verdict["score"] = {"fails": 0.0, "undecided": 0.5, "holds": 1.0}[worst]
    deciding = [i for i, c in enumerate(claims) if c["truth"] == worst]
    if deciding and verdict["deciding"] not in deciding:
        verdict["deciding"] = deciding[0]
    margins = [_margin(c) for c in claims if verdict["word"] != "illegal" or c["truth"] == "fails"]
    verdict["margin"] = min((m for m in margins if m is not None), default=None)


def _margin(claim: dict) -> float | None:
    leaf = decider(claim["claim"])
    if "says" in leaf or leaf["measured"]["unit"] != "length" or leaf["slack"] is None:
        return None
    return 0.0 if abs(leaf["slack"]) <= 0.005 else round(leaf["slack"] / 25.4, 6)


def numbers_in(node, path=()):
    """Every number of a document, with the way to it."""
    if isinstance(node, dict):
        for k, v in node.items():
            yield from numbers_in(v, (*path, k))
    elif isinstance(node, list):
        for k, v in enumerate(node):
            yield from numbers_in(v, (*path, k))
    elif isinstance(node, int | float) and not isinstance(node, bool):
        yield path, node


def _put(document, path, value) -> None:
    for key in path[:-1]:
        document = document[key]
    document[path[-1]] = value


def _said(path) -> str:
    return ".".join(map(str, path))


def a_number(document, triangles, chance):
    """Some number moved, turned round, doubled or taken to nought."""
    found = [(p, v) for p, v in numbers_in(document) if p[0] not in TOLD_ONLY]
    path, value = chance.choice(found)
    whole = isinstance(value, int)
    changed = chance.choice([value + (1 if whole else 0.25), -value, 2 * value, 0, value + (7 if whole else 25.4)])
    if changed == value:
        changed = value + 1
    _put(document, path, changed if whole else round(float(changed), 6))
    return _said(path), triangles


def a_plane(document, triangles, chance):
    """A plane turned round, tilted, or left out."""
    planes = [(f"{name}.pieces.{i}", piece) for name, f in document["facts"].items() for i, piece in enumerate(f.get("pieces", [])) if piece]
    if not planes:
        return None
    where, piece = chance.choice(planes)
    k = chance.randrange(len(piece))
    how = chance.choice(["turned", "left out", "tilted"])
    if how == "left out":
        del piece[k]
    elif how == "turned":
        piece[k] = [-v for v in piece[k]]
    else:
        piece[k][chance.randrange(3)] += chance.choice([-300_000, 300_000])
    return f"{where} {how}", triangles


def a_witness(document, triangles, chance):
    """A touch that names another triangle, or another point of it."""
    touches = [(name, t) for name, f in document["facts"].items() for t in [f.get("touch"), *f.get("contacts", [])] if t]
    name, touch = chance.choice(touches)
    if chance.random() < 0.5:
        touch["triangle"] = (touch["triangle"] + 1 + chance.randrange(document["triangles"]["count"] - 1)) % document["triangles"]["count"]
        return f"{name} triangle", triangles
    touch["weights"] = chance.choice([[1, 0, 0], [0, 1, 0], [0, 0, 1], [-1, 1, 1]])
    return f"{name} weights", triangles


def a_triangle(document, triangles, chance):
    """A triangle left out of the file, everything numbered anew; or one of its corners moved."""
    count = document["triangles"]["count"]
    i = chance.randrange(count)
    if chance.random() < 0.5:
        k, by = 72 * i + 8 * chance.randrange(9), chance.choice([-1, 1]) * 10 ** chance.randrange(5, 8)
        (value,) = struct.unpack_from("<q", triangles, k)
        return f"triangle {i} moved", triangles[:k] + struct.pack("<q", value + by) + triangles[k + 8:]
    document["triangles"]["count"] = count - 1
    for piece in document["triangles"]["pieces"]:
        for run in [piece, *piece["parts"]]:
            if run["first"] <= i < run["first"] + run["count"]:
                run["count"] -= 1
            elif run["first"] > i:
                run["first"] -= 1
    for fact in document["facts"].values():
        for touch in [fact.get("touch"), *fact.get("contacts", []), fact if "triangle" in fact else None]:
            if touch and touch["triangle"] > i:
                touch["triangle"] -= 1
    return f"triangle {i} left out", triangles[:72 * i] + triangles[72 * (i + 1):]


def a_reading(document, triangles, chance):
    """A reading exchanged for another one of its definition."""
    if not document["readings"]:
        return None
    name = chance.choice(sorted(document["readings"]))
    told = document["readings"][name]
    other = chance.choice(told["others"])
    told["others"] = [told["reading"], *(o for o in told["others"] if o != other)]
    told["reading"] = other
    return f"{name} = {other}", triangles


def a_verdict(document, triangles, chance):
    """The verdict turned round, with or without the claims that carry it."""
    old = document["verdict"]["word"]
    new = chance.choice([w for w in ("legal", "illegal", "undecided") if w != old])
    document["verdict"]["word"] = new
    if chance.random() < 0.7:
        truth = {"legal": "holds", "illegal": "fails", "undecided": "undecided"}[new]
        for claim in document["claims"] if new == "legal" else [chance.choice(document["claims"])]:
            for node in _nodes(claim["claim"]):
                node["truth"] = truth
            claim["truth"] = truth
    return f"{old} to {new}", triangles


def a_relation(document, triangles, chance):
    """A comparison made with another word, its truth worked out anew."""
    found = [(c, leaf) for c in document["claims"] for leaf in leaves(c["claim"]) if "relation" in leaf]
    claim, leaf = chance.choice(found)
    leaf["relation"] = chance.choice([r for r in ("<", "<=", ">", ">=") if r != leaf["relation"]])
    return f"{claim['clause']} {leaf['relation']}", triangles


def something_left_out(document, triangles, chance):
    """A claim, a fact or a step left out."""
    shelf = chance.choice([document["claims"], document["facts"], document["ways"][0]["steps"]])
    if not shelf:
        return None
    key = chance.choice(sorted(shelf)) if isinstance(shelf, dict) else chance.randrange(len(shelf))
    del shelf[key]
    return f"{'fact' if isinstance(shelf, dict) else 'entry'} {key} left out", triangles


def a_fact_exchanged(document, triangles, chance):
    """A claim made to cite another fact, or another measure of it, the number with it."""
    found = [(c, leaf) for c in document["claims"] for leaf in leaves(c["claim"]) if "measured" in leaf]
    (claim, leaf), (_, other) = chance.choice(found), chance.choice(found)
    if {**leaf["measured"]} == {**other["measured"]}:
        return None
    leaf["measured"] = copy.deepcopy(other["measured"])
    return f"{claim['clause']}: {leaf['measured']['name']}", triangles


def a_base(document, triangles, chance):
    """A model's base, height, place, side or stat changed."""
    model = chance.choice(document["table"]["models"])
    what = chance.choice(["half", "height", "at", "side", "stats", "elevation"])
    if what == "half":
        model["outline"]["half"] = [round(v * chance.choice([0.9, 1.1]), 6) for v in model["outline"]["half"]]
    elif what == "at":
        model["at"][chance.randrange(3)] += 0.5
    elif what == "side":
        model["side"] += "x"
    elif what == "stats" and model["stats"]:
        model["stats"][chance.choice(sorted(model["stats"]))] += 1
    else:
        model["height" if what == "stats" else what] += 1.0
    return f"{model['name']} {what}", triangles


def _nodes(node):
    yield node
    for part in node.get("parts", []):
        yield from _nodes(part)


KINDS = {"number": a_number, "plane": a_plane, "witness": a_witness, "triangle": a_triangle, "reading": a_reading, "verdict": a_verdict,
         "relation": a_relation, "left out": something_left_out, "exchange": a_fact_exchanged, "base": a_base}
