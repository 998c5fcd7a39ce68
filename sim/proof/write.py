"""The prover: a scenario's move, ruled on, becomes a sealed certificate with its triangles beside it.

Same input, same bytes: nothing here asks the clock, and every list has an order of its own.
"""
from __future__ import annotations

import hashlib
from pathlib import Path

import numpy as np

from sim import __version__
from sim.errors import RefereeError
from sim.files import write_whole
from sim.house import readings_for
from sim.proof.certificate import INCH, VERSION, canonical, sealed
from sim.proof.facts import Facts
from sim.proof.gather import Told, number, place
from sim.referee import library, rule, rule_all

NOT_PROVED = [
    "that the mesh is the table in front of you, at its true size and place",
    "that what people tagged (stairs, ladders, what cannot be climbed) is so",
    "that a reading of the rules is the right one",
    "that the clauses listed say what the rulebook says",
]
ALL_WAYS = "that the ways looked at are all the ways there are"
MOST_RULINGS = 64


def nanometres(triangles: np.ndarray) -> bytes:
    """Placed triangles (n, 9) in mm as int64 nanometres, little endian."""
    return np.rint(triangles * 1e6).astype("<i8").tobytes()


def prove(scenario, i: int, ruleset: str, every_reading: bool = True, cross_check: bool = True) -> tuple[dict, bytes]:
    """The certificate of one move under one ruleset, and the triangles that lie beside it. Raises what `rule` raises."""
    move, rules = scenario.moves[i], library.ruleset(ruleset)
    readings = readings_for(rules, scenario.readings, move.readings)
    ruling = rule(scenario.table, move, rules, readings, cross_check=cross_check)
    rulings = rule_all(scenario.table, move, rules, readings, cross_check=False) if every_reading else None
    return certify(scenario, i, ruling, rulings, readings)


def certify(scenario, i: int, ruling, rulings=None, readings: dict | None = None) -> tuple[dict, bytes]:
    """The certificate of a ruling, a model's or a unit's, that was made under `readings`; `rulings` are those under all readings, if asked for."""
    tolds = [Told(r, readings or {}) for r in getattr(ruling, "models", (ruling,))]
    every = [Facts(told, f"{told.model.name}/" if len(tolds) > 1 else "") for told in tolds]
    claims = [c for told in tolds for c in told.claims()] + tolds[-1].claims_of_the_unit(getattr(ruling, "of_the_unit", ()))
    for facts in every:
        facts.always()
        facts.gaps()
    told = tolds[0]
    triangles = nanometres(told.world.triangles)
    digest = hashlib.sha256(triangles).hexdigest()
    spoken = {c["clause"] for c in claims if c["step"] is None}
    document = {
        "version": VERSION, "made_by": f"tabletop-referee {__version__}",
        "command": f"referee prove {scenario.path.name if scenario.path else 'scenario.toml'} --out proofs",
        "hashes": {"scenario": scenario.sha256, "triangles": digest, "ruleset": told.ruleset_sha256(),
                   "meshes": {f.name: f.sha256 for f in scenario.table.features}},
        "triangles": {"file": f"triangles-{digest[:16]}.bin", "count": len(told.world.triangles), "pieces": _pieces(told.world, scenario.table)},
        "table": _table(scenario.table, told.scene.bodies, {t.model.name: t.start for t in tolds}),
        "move": _move(scenario.moves[i], i, told.action()) | {"title": scenario.title},
        "ruleset": told.ruleset(), "readings": {n: r for t in tolds for n, r in t.readings(ruling.readings).items()},
        "ways": [t.way_as_dict() for t in tolds], "facts": {n: f for facts in every for n, f in facts.made.items()},
        "claims": claims, "silent": {n: why for n, why in told.silent().items() if n not in spoken},
        "verdict": {"word": ruling.verdict, "complete": ruling.complete, "deciding": None if ruling.decider is None else ruling.findings.index(ruling.decider),
                    "margin": number(ruling.margin), "score": number(ruling.score)},
        "distance": {k: number(v * INCH) for k, v in ruling.distance.items()},
        "effects": [{"name": name, "clause": clause, "says": why} for name, why, clause in ruling.effects],
        "all_readings": _all_readings(rulings), "other_ways": [w for t in tolds for w in t.other_ways()],
        "warnings": [w.as_dict() for w in scenario.warnings], "cross_check": ruling.cross_check,
        "not_proved": NOT_PROVED + ([ALL_WAYS] if ruling.verdict != "legal" else []),
    }
    return sealed(document), triangles


def write(scenario, out: Path, rulesets: tuple[str, ...] = (), tick=lambda done, of: None) -> list[dict]:
    """A folder per move and ruleset with its certificate; the triangles once, in `out`. Returns {move, ruleset, folder, verdict | error}."""
    asked = [(i, game) for i, move in enumerate(scenario.moves) for game in (rulesets or ((move.ruleset,) if move.ruleset else scenario.rulesets))]
    done = []
    for n, (i, game) in enumerate(asked):
        folder = out / f"move-{i:02d}-{game}"
        entry = {"move": i, "ruleset": game, "folder": folder.name}
        try:
            document, triangles = prove(scenario, i, game)
            beside = out / document["triangles"]["file"]
            if not beside.exists():
                write_whole(beside, triangles)
            write_whole(folder / "certificate.json", canonical(document))
            entry["verdict"] = document["verdict"]["word"]
        except RefereeError as error:
            entry["error"] = error.as_dict()
        done.append(entry)
        tick(n + 1, len(asked))
    return done


def _pieces(world, table) -> list[dict]:
    first = int((world.feature_of == -1).sum())
    pieces = [{"name": "the table", "first": 0, "count": first, "traits": [], "noise": 0.0, "parts": []}]
    for f in table.features:
        count = f.triangles.shape[0]
        pieces.append({"name": f.name, "first": first, "count": count, "traits": sorted(f.traits), "noise": number(f.noise), "parts": _parts(f, first)})
        first += count
    return pieces


def _parts(feature, first: int) -> list[dict]:
    """Parts of a piece that carry tags of their own, as runs of triangles."""
    if feature.part_of is None:
        return []
    runs = []
    for k, (name, traits) in enumerate(feature.parts):
        which = np.flatnonzero(feature.part_of == k)
        if not len(which) or not (traits or len(feature.parts) > 1):
            continue
        for run in np.split(which, np.flatnonzero(np.diff(which) > 1) + 1)[:256]:
            runs.append({"name": name, "traits": sorted(traits), "first": first + int(run[0]), "count": len(run)})
    return runs


def _table(table, bodies, starts) -> dict:
    """The table with everyone on it; of those who move `starts` tells the underside of the level base."""
    return {"size": [number(v) for v in table.size], "floor": table.floor,
            "areas": [{"name": a.name, "polygon": [list(map(number, p)) for p in a.polygon]} for a in table.areas],
            "regions": [{"name": r.name, "polygon": [list(map(number, p)) for p in r.polygon], "low": number(r.low), "high": number(r.high),
                         "traits": sorted(r.traits)} for r in table.regions],
            "models": [_model(m, bodies[m.name], starts.get(m.name)) for m in table.models]}


def _model(model, body, start) -> dict:
    o, p, z = model.outline, body.pose, (start or body.pose).z
    return {"name": model.name, "side": model.side, "unit": model.unit, "height": number(model.height), "at": place(p.x, p.y, z), "facing": p.facing,
            "elevation": number(p.z), "traits": sorted(model.traits), "stats": dict(sorted(model.stats.items())),
            "outline": {"name": o.name, "half": [number(v) for v in o.half], "corners": [[number(v) for v in c] for c in o.corners]}}


def _move(move, i: int, action: str) -> dict:
    paths = getattr(move, "paths", None) or {move.model: move.path}
    return {"number": i, "models": list(paths), "unit": getattr(move, "unit", None), "action": action, "allowance": number(move.allowance),
            "target": move.target, "moved_by": move.moved_by, "options": move.options,
            "paths": {name: [{"to": [number(v) for v in leg.to], "by": leg.by, "facing": leg.facing} for leg in legs] for name, legs in paths.items()}}


def _all_readings(rulings) -> dict | None:
    """Rulings under the readings on which the verdict hangs; of those that differ in other readings only, the first."""
    if rulings is None:
        return None
    pivotal: dict = {}
    for combo, ruling in rulings.by_readings.items():
        pivotal.setdefault(tuple(p for p in combo if p[0] in rulings.pivots), ruling)
    listed = [{"readings": dict(combo), "verdict": r.verdict, "charged": number(r.distance["charged"] * INCH),
               "deciding": r.decider.clause if r.decider else None}
              for combo, r in list(pivotal.items())[:MOST_RULINGS]]
    return {**rulings.as_dict(), "of": len(rulings.by_readings), "rulings": listed}
