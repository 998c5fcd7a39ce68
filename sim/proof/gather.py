"""From a ruling to plain data: the one page that knows how the referee and the survey call things.

Everything a certificate holds of rules, ways and claims is read off here, so that the rest of the prover depends on no name of theirs.
"""
from __future__ import annotations

import hashlib
import inspect
import sys
from dataclasses import dataclass, field
from functools import cached_property
from math import isfinite

import shapely

from sim.measure import AT, Claim, Compound, Measure
from sim.proof import line
from sim.proof.certificate import THICKNESS
from sim.referee.case import Case, action_of
from sim.shapes import Pose

OTHER_WAYS = 12
PROFILE = 40                          # corners a drawn profile may have at most


def place(x: float, y: float, z: float) -> list[float]:
    """A position in whole nanometres."""
    return [number(x), number(y), number(z)]


def number(value: float | None) -> float | None:
    """A length to the nanometre, endless ones as None."""
    return None if value is None or not isfinite(value) else round(float(value), 6) + 0.0


@dataclass(eq=False)
class Told:
    """One ruling as its certificate needs it; `chosen` are the readings it was asked under, `facts_of` shows what its claims cite."""
    ruling: object
    chosen: dict = field(default_factory=dict)

    def __post_init__(self):
        self.scene, self.way = self.ruling.scene, self.ruling.way
        self.survey, self.world, self.model = self.scene.survey, self.scene.survey.world, self.scene.model
        self.case = Case(self.scene, {**self.chosen, **self.ruling.readings}, self.way)
        self.facts_of = None
        self.steps = [self._step(s) for s in self.way.steps]

    # ---- the way

    @property
    def start(self) -> Pose:
        stand = self.survey.start
        return self.survey.pose_at(stand.leg, stand.s, stand.z)

    @property
    def end(self) -> Pose:
        return self.case.end_pose

    def _step(self, step) -> dict:
        passage, lift = step.passage, 0.0
        corners = passage.trace() or [(s.leg, s.s, s.z) for s in (passage.start, passage.end)]
        leg = passage.end.leg
        before = len(self.survey.path) - len(self.scene.move.path)          # legs put before the declared ones, as for a model set down
        if passage.kind == "LEVEL":
            points, lift = line.over([(s, z) for _, s, z in corners])
            corners = [(leg, s, z) for s, z in points]
        poses = [self.survey.pose_at(*c) for c in corners]
        drawn = [place(p.x, p.y, p.z) for p in poses]
        drawn = [p for i, p in enumerate(drawn) if i == 0 or p != drawn[i - 1]]
        across, rise = passage.run.value, abs(passage.change)
        height = step.charge.value - across
        account = [{"what": "across", "length": number(across), "counts": number(across), "why": step.mode.gloss}]
        if rise > AT or abs(height) > AT:
            what = "up" if passage.change > 0 else "down"
            why = "height is charged here" if abs(height) > 1e-6 else "height costs nothing here"
            account.append({"what": what, "length": number(rise), "counts": number(height), "why": why})
        return {"leg": leg - before, "kind": passage.kind, "by": step.mode.by, "mode": step.mode.name, "line": drawn, "lift": number(lift),
                "facing": poses[0].facing, "charge": number(step.charge.value), "u": number(step.charge.u), "account": account}

    @property
    def ends(self) -> dict:
        """Where and how the model ends."""
        ends = self.ruling.ends
        return {"at": place(self.end.x, self.end.y, self.end.z), "facing": self.end.facing, "elevation": number(self.case.end.pose.z), "state": ends["state"]}

    def way_as_dict(self) -> dict:
        stepwise = sum(s.charge.value for s in self.way.steps)
        extra = self.ruling.charged.value - stepwise
        charged = {"what": "whole move", "length": number(extra), "counts": number(extra), "why": "charged for the move as a whole"}
        whole = [charged] if abs(extra) > 1e-9 else []
        start = self.start
        return {"model": self.model.name, "readings": sorted(self._charged_by), "arrives": self.way.arrives, "cut_by": getattr(self.way, "cut_by", ""),
                "steps": self.steps, "ends": self.ends, "whole": whole, "profile": self._profile(),
                "starts": {"at": place(start.x, start.y, start.z), "facing": start.facing, "elevation": number(self.scene.mover.pose.z), "state": "standing"}}

    @cached_property
    def _charged_by(self) -> dict[str, str]:
        """The readings that the charges rest on."""
        case = Case(self.scene, self.case.readings, self.way)
        for step in self.way.steps:
            step.mode.costs(case, step.passage)
        for charge in self.ruling.rules.whole_charges:
            charge(case)
        return {n: r for n, r in case.consulted.items() if len(self.ruling.rules.definitions[n].readings) > 1}

    def _profile(self) -> dict:
        """The elevation developed along the path: the base's way, and every surface on the centre's line."""
        from sim.facts import slices
        from sim.world import POINT
        offsets, total, ground = [], 0.0, []
        for leg in self.survey.legs:
            offsets.append(total)
            if leg.length:
                cut = self.survey.kept("drawn line", leg.leg, lambda leg=leg: slices.cut(self.world, POINT, leg.start, leg.end, leg.facing, leg.leg))
                ground += [_thinned(f.cells[:, [0, 2, 1, 3]].reshape(-1, 2) + (total, 0.0)) for f in cut.floors if f.end > f.start]
            total += leg.length
        base = [[number(offsets[leg] + s), number(z)] for step in self.way.steps for leg, s, z in step.passage.trace()]
        return {"base": [_thinned(base)] if len(base) > 1 else [], "ground": ground, "stops": [number(v) for v in [*offsets[1:], total]]}

    # ---- what was asked, and what came of it

    def claims(self) -> list[dict]:
        """Every finding as a claim; numbers cite facts."""
        owners = [i for i, s in enumerate(self.way.steps) for _ in s.findings]
        before = len(self.ruling.findings) - sum(len(v) for v in self._clauses().values()) - len(owners)
        out = []
        for i, f in enumerate(self.ruling.findings):
            step = owners[i - before] if before <= i < before + len(owners) else None
            out.append({"clause": f.clause, "model": self.model.name, "step": step, "truth": f.truth.value, "claim": self._node(f.claim, step),
                        "readings": sorted(n for n in f.readings if n in self.ruling.readings)})
        return out

    def claims_of_the_unit(self, findings) -> list[dict]:
        """What is asked of a unit as a whole."""
        return [{"clause": f.clause, "model": None, "step": None, "truth": f.truth.value, "claim": self._node(f.claim, None),
                 "readings": sorted(n for n in f.readings if len(self.ruling.rules.definitions[n].readings) > 1)} for f in findings]

    def _clauses(self) -> dict[str, list]:
        names = self.ruling.rules.clauses
        return {n: [f for f in self.ruling.findings if f.clause == n] for n in names}

    def silent(self) -> dict[str, str]:
        """Clauses that asked nothing of this move."""
        return {name: "nothing of this move falls under it" for name, found in self._clauses().items() if not found}

    def _node(self, claim, step: int | None) -> dict:
        if isinstance(claim, Compound):
            return {"join": claim.word, "parts": [self._node(p, step) for p in claim.parts], "truth": claim.truth.value}
        if isinstance(claim, Claim):
            return {"measured": self._measure(claim.left, step), "relation": claim.relation, "limit": self._measure(claim.right, step),
                    "truth": claim.truth.value, "slack": number(claim.slack), "at": _points(claim.left)}
        fact = self.facts_of.seen(claim.says, step)
        return {"says": claim.says, "truth": claim.truth.value, "fact": fact, "at": _points(claim)}

    def _measure(self, m, step: int | None) -> dict:
        fact, name = self.facts_of.measured(m, step)
        return {"value": number(m.value), "u": number(m.u), "unit": m.unit, "near": float(f"{m.near:.6g}"), "name": m.name, "fact": fact, "measure": name}

    def kept(self, what: str, measured) -> tuple | None:
        """The question under which the survey keeps that very measure."""
        for (kind, key), value in self.survey._kept.items():
            if kind == what and (value is measured or isinstance(value, list) and any(v is measured for v in value)):
                return key
        return None

    def gap_lists(self) -> list[tuple[float, list]]:
        """(depth, gaps of this way) for each depth that was asked about; the way is asked again, the survey keeps its answers."""
        depths = sorted({key[-1] for kind, key in self.survey._kept if kind == "gaps"})
        return [(depth, self.case.gaps(Measure(depth))) for depth in depths]

    def other_ways(self) -> list[dict]:
        """For an illegal move: what is broken on the other ways that were looked at."""
        from sim.referee.bench import Bench
        from sim.referee.ruling import judge
        from sim.referee.ways import TooManyWays, ways
        if self.ruling.verdict != "illegal":
            return []
        bench, out = Bench(self.scene), []
        try:
            for way in ways(bench, self.ruling.readings):
                if way.key == self.way.key:
                    continue
                other = judge(bench, way, self.ruling.readings)
                worst = other.decider
                out.append({"by": list(dict.fromkeys(s.mode.by for s in way.steps)), "charged": number(other.charged.value),
                            "clause": worst.clause, "truth": worst.truth.value, "says": worst.says})
                if len(out) == OTHER_WAYS:
                    break
        except TooManyWays:
            pass
        return out

    def ruleset(self) -> dict:
        """The game's parts as the certificate lists them."""
        rules = self.ruling.rules
        groups = (("mode", rules.modes), ("clause", rules.clauses), ("effect", rules.effects))
        parts = [{"kind": kind, "name": p.name, "ids": list(p.ids), "cite": str(p.cite or ""), "gloss": p.gloss,
                  **({"document": p.cite.document} if p.cite and p.cite.document != rules.document else {}),
                  **({"is_allowance": True} if getattr(p, "is_allowance", False) else {})} for kind, group in groups for p in group.values()]
        return {"name": rules.name, "document": rules.document, "edition": rules.edition, "parts": parts}

    def ruleset_sha256(self) -> str:
        """Hash of the source the game's clauses come from."""
        clause = next(iter(self.ruling.rules.clauses.values()))
        source = inspect.getsource(sys.modules[clause.rule_text.__module__])
        return hashlib.sha256(source.encode()).hexdigest()

    def readings(self, consulted: dict) -> dict:
        """The readings that claims and charges rest on, with what else there was."""
        definitions = self.ruling.rules.definitions
        return {n: {"reading": r, "gloss": definitions[n].readings[r].gloss, "cite": str(definitions[n].readings[r].cite or ""),
                    "others": [o for o in definitions[n].readings if o != r]} for n, r in sorted({**consulted, **self._charged_by}.items())}

    def action(self) -> str:
        return action_of(self.scene.move, self.ruling.rules)


def _points(measured) -> list:
    witness = getattr(measured, "witness", ()) or ()
    return [place(*p) for kind, data in witness if kind == "points" for p in data]


def _thinned(points) -> list[list[float]]:
    """A profile for drawing, with few corners."""
    tolerance = 0.01
    kept = shapely.get_coordinates(shapely.simplify(shapely.LineString(points), 1e-6))
    while len(kept) > PROFILE:
        kept = shapely.get_coordinates(shapely.simplify(shapely.LineString(points), tolerance))
        tolerance *= 3
    return [[round(float(a), 3), round(float(b), 3)] for a, b in kept]


__all__ = ["THICKNESS", "Told", "number", "place"]
