"""Checking one certificate from end to end, and what came of it."""
from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path

from sim.proof.certificate import VERSION, canonical, leaves, seal_of
from sim.proof.check import claims as claim_checks
from sim.proof.check import way as way_checks
from sim.proof.check.exact import Open, Refused, parsed
from sim.proof.check.measures import Scene, measures_of
from sim.proof.check.rulebook import demand_rules
from sim.proof.check.terrain import Terrain

LARGEST = 64 * 2 ** 20            # bytes
MALFORMED = (KeyError, TypeError, ValueError, IndexError, AttributeError, ZeroDivisionError, OverflowError, RecursionError, StopIteration)
ALWAYS_OPEN = (
    "the rulings under other readings, other ways, and effects: they are told, not proved",
    "that the other models stand where the table says, and what the table says of them beyond what is measured",
    "where drawings point: the places to show, the drawn profile, the drawn regions",
)
UNKNOWABLE = (
    "that the mesh is the table in front of you, at its true size and place",
    "that what people tagged is so",
    "that a reading of the rules is the right one, and that the clauses say what the rulebook says",
    "that the list of ways is all there are, where a move is illegal or undecided",
    "that the triangles are those of the mesh files: compare the hashes",
)


@dataclass
class Report:
    """What a check found: `refused` (check, message) pairs, `confirmed` and `open` sentences; `document` where it could be read."""
    path: Path
    document: dict = field(default_factory=dict)
    refused: list[tuple[str, str]] = field(default_factory=list)
    confirmed: list[str] = field(default_factory=list)
    open: list[str] = field(default_factory=list)
    measures: dict = field(default_factory=dict)

    @property
    def accepted(self) -> bool:
        return not self.refused

    @property
    def verdict(self) -> str | None:
        """The verdict of an accepted certificate."""
        return self.document["verdict"]["word"] if self.accepted else None

    def attempt(self, check: str, says: str, action, *args):
        """Runs one check; what it raises is noted, what it returns comes back (None if it did not hold)."""
        try:
            found = action(*args)
        except Refused as refusal:
            self.refused.append((refusal.check, f"{says}: {refusal}"))
        except Open as gap:
            self.open.append(str(gap))
        except MALFORMED as fault:
            self.refused.append(("form", f"{says}: the certificate does not have the form it must have ({type(fault).__name__}: {fault})"[:300]))
        else:
            self.confirmed.append(says)
            return found
        return None


def check(path: Path) -> Report:
    """Checks a certificate file with the triangles beside it. Raises OSError where it cannot be read."""
    path = Path(path)
    report = Report(path)
    raw = path.read_bytes()
    document = report.attempt("form", "it is a certificate", _document, raw)
    if document is None:
        return report
    report.document = document
    terrain = report.attempt("triangles", "the triangles beside it are those it was made with", _terrain, path, document)
    scene = None if terrain is None else report.attempt("form", "its table and ways can be read", _scene, terrain, document)
    if scene is None:
        return report
    for name, way in scene.ways.items():
        report.attempt("way", f"the way of {name} is unbroken and keeps to its legs", way_checks.demand_unbroken, way)
        for i in range(len(way.steps)):
            report.attempt("ground", f"step {i} of {name} keeps to the ground it follows", way_checks.demand_on_the_ground, terrain, way, i)
    for name, fact in document["facts"].items():
        found = report.attempt("form", f"fact {name}", measures_of, scene, fact)
        if found is not None:
            report.measures[name] = found
    report.attempt("form", "every step is shown to be clear, start and end to be at rest", _demand_whole, scene)
    report.open += ["that holes narrower than the base count as support" for f in document["facts"].values() if f.get("filled") is True]
    for claim in document["claims"]:
        report.attempt("claims", f"claim {claim.get('clause') if isinstance(claim, dict) else claim}", _demand_claim, scene, claim, report)
    report.attempt("clauses", "every clause is answered for", _demand_clauses, document)
    left = report.attempt("rules", "the claims are those the book makes", demand_rules, scene)
    report.attempt("verdict", "the verdict follows from the claims", claim_checks.demand_verdict, document)
    report.attempt("sum", "the distance told is that of the account", _demand_distance, scene, report.measures)
    report.open = list(dict.fromkeys([*report.open, *(left or []), *ALWAYS_OPEN]))
    return report


def _document(raw: bytes) -> dict:
    if len(raw) > LARGEST:
        raise Refused("form", f"a certificate has at most {LARGEST} bytes")
    document = parsed(raw)
    _demand_shape(document)
    plain = json.loads(raw)
    if not isinstance(plain, dict) or document["version"] != VERSION:
        raise Refused("form", f"a certificate of version {VERSION} was expected")
    if canonical(plain) != raw.rstrip(b"\n"):
        raise Refused("seal", "it is not written the one way certificates are written")
    if seal_of(plain) != plain["hashes"]["seal"]:
        raise Refused("seal", "it was changed after it was sealed")
    return document


def _demand_shape(document) -> None:
    """The parts that the checks below go through are lists and tables."""
    shapes = {"facts": dict, "claims": list, "ways": list, "hashes": dict, "triangles": dict, "table": dict, "move": dict, "ruleset": dict, "verdict": dict}
    if not isinstance(document, dict) or any(not isinstance(document[k], kind) for k, kind in shapes.items()):
        raise Refused("form", "it does not have the parts of a certificate")
    if not all(isinstance(entry, dict) for entry in (*document["facts"].values(), *document["claims"], *document["ways"])):
        raise Refused("form", "facts, claims and ways are tables")


def _terrain(path: Path, document: dict) -> Terrain:
    terrain = Terrain.beside(path, document["triangles"], document["hashes"]["triangles"])
    first = 0
    for piece in document["triangles"]["pieces"]:
        if piece["first"] != first or piece["count"] < 0:
            raise Refused("triangles", "the pieces do not follow one another")
        first += piece["count"]
    if first != terrain.count:
        raise Refused("triangles", "the pieces do not make up all triangles")
    return terrain


def _scene(terrain: Terrain, document: dict) -> Scene:
    scene = Scene(terrain, document)
    points = [p for way in scene.ways.values() for p in [way.start, way.end, *(q for line in way.lines for q in line)]]
    reach = max(way.outline(0).radius for way in scene.ways.values()) + 10 ** 6
    terrain.look_at(min(p[0] for p in points) - reach, min(p[1] for p in points) - reach, max(p[0] for p in points) + reach, max(p[1] for p in points) + reach)
    if set(document["ways"] and [w["model"] for w in document["ways"]]) != set(document["move"]["models"]):
        raise Refused("form", "there is not one way for each model that moves")
    return scene


def _demand_whole(scene: Scene) -> None:
    facts = scene.document["facts"].values()
    for name, way in scene.ways.items():
        shown = {f["step"] for f in facts if f["kind"] == "clear" and f["model"] == name}
        if shown != {i for i, step in enumerate(way.steps) if step["kind"] != "PLACE"}:
            raise Refused("clear", f"not every step of {name} is shown to be clear")
        if {f["where"] for f in facts if f["kind"] == "rest" and f["model"] == name} != {"start", "end"}:
            raise Refused("rest", f"{name} is not shown to be at rest at its start and its end")
        stand = [f for f in facts if f["kind"] == "stand" and f["model"] == name]
        if stand and stand[0]["plane"][0] != way.told["ends"]["elevation"]:
            raise Refused("stand", f"{name} does not end at the elevation it stands at")


def _demand_claim(scene: Scene, claim: dict, report: Report) -> None:
    for leaf in leaves(claim["claim"]):
        unchecked = claim_checks.demand_leaf(scene, leaf, report.measures)
        if unchecked:
            report.open.append(f"{claim['clause']}: {unchecked}")


def _demand_clauses(document: dict) -> None:
    """Every clause of the list has a claim or is listed as silent, never both."""
    clauses = {p["name"] for p in document["ruleset"]["parts"] if p["kind"] == "clause"}
    made = {c["clause"] for c in document["claims"] if c["step"] is None}
    silent = set(document["silent"])
    if clauses - made - silent:
        raise Refused("clauses", f"nobody answers for {', '.join(sorted(clauses - made - silent))}")
    if made & silent or silent - clauses:
        raise Refused("clauses", "a clause is said to be silent that is not")
    consulted = {r for part in (*document["claims"], *document["ways"]) for r in part["readings"]}
    if consulted != set(document["readings"]):
        raise Refused("clauses", "the readings listed are not those the claims rest on")


def _demand_distance(scene: Scene, measures: dict) -> None:
    told = scene.document["distance"]
    if "allowance" in measures and abs(told["allowance"] - measures["allowance"]["allowance"][0]) * 10_000 > 1:
        raise Refused("sum", "the allowance told is another")
    charged = sum(sum(s["charge"] for s in w.steps) + sum(e["counts"] for e in w.told["whole"]) for w in scene.ways.values())
    across = sum(w.length(i)[0] for w in scene.ways.values() for i, s in enumerate(w.steps) if s["kind"] != "PLACE") / 1_000_000
    if len(scene.ways) == 1 and (abs(told["charged"] - charged) * 10_000 > 1 or abs(told["horizontal"] - across) * 10_000 > 1
                                 or abs(told["charged"] - told["horizontal"] - told["vertical"]) * 10_000 > 1):
        raise Refused("sum", "charged, horizontal and vertical do not add up")
