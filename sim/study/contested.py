"""Contested scenes: for each definition and each pair of its readings the smallest scene found on which the two come out differently."""
from __future__ import annotations

import copy
import json
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from sim.errors import RefereeError
from sim.files import write_whole
from sim.referee import rule
from sim.referee.setting import start_of, world_of
from sim.scenario import dumps_toml, scenario_from_dict
from sim.study.readings import every_pair
from sim.study.shrink import length_of, moved_home, shrunk
from sim.workers import spread

KINDS = ("verdict", "effects", "charge")  # how two readings can come out differently, the plainest first
NO_WAY = ("place", "set-up")              # actions that put a model down where it was
MOST_FOUND = 6                            # scenes of the sample tried for a pair
ASK = {"verdict": "Is this move allowed?", "effects": "What happens to the model that moves?", "charge": "How many inches is this move charged?"}


@dataclass(frozen=True, kw_only=True)
class Pair:
    """Two readings of a definition, and scenes on which they may come out differently (scenario files' dicts)."""
    game: str
    definition: str
    one: str
    other: str
    seeds: tuple

    @property
    def name(self) -> str:
        return f"{self.definition}-{self.one}-{self.other}"


@dataclass(frozen=True, kw_only=True)
class Contested:
    """A pair with the scene found for it, how it is split, and what comes out under each; `scene` None where none was found."""
    pair: Pair
    kind: str = ""
    scene: dict | None = None
    outcomes: tuple = ()


def pairs(rules, found=()) -> list[Pair]:
    """Every pair of readings of a ruleset, with its worked rows as seeds, those about the definition first, then scenes `found` elsewhere by definition."""
    out = []
    for definition, one, other in every_pair(rules):
        about = sorted(rules.examples, key=lambda e: not (isinstance(e.says, dict) and any(r.definition == definition for r in e.says)))
        seeds = [e.scene.scenario(**e.move) for e in about] + [scene for name, scene in found if name == definition][:MOST_FOUND]
        out.append(Pair(game=rules.name, definition=definition, one=one, other=other, seeds=tuple(seeds)))
    return out


def contested(pair: Pair) -> Contested:
    """The smallest scene found for a pair: from the first seed that splits it by verdict, else by effects, else by charge."""
    for kind in KINDS:
        for seed in pair.seeds:
            scene = _bare(seed)
            if _splits(pair, kind, scene):
                home = moved_home(scene) if not scene.get("areas") else scene
                scene = shrunk(home if _splits(pair, kind, home) else scene, partial(_splits, pair, kind))
                return Contested(pair=pair, kind=kind, scene=scene, outcomes=tuple(_outcome(pair, scene, r) for r in (pair.one, pair.other)))
    return Contested(pair=pair)


def _bare(seed: dict) -> dict:
    """A seed without what a judge is not told, its one move ready to be changed."""
    scene = {k: v for k, v in copy.deepcopy(seed).items() if k not in ("title", "rulesets")}
    scene["moves"] = [{k: v for k, v in scene["moves"][0].items() if k != "expect"}]
    return json.loads(json.dumps(scene))


def _splits(pair: Pair, kind: str, scene: dict) -> bool:
    """Whether the two readings come out differently on a scene that could stand on a table: a model moves, and none hangs in the air."""
    if scene["moves"][0].get("action") not in NO_WAY and length_of(scene) == 0:
        return False
    one, other = (_outcome(pair, scene, reading) for reading in (pair.one, pair.other))
    if one is None or other is None or "undecided" in (one["verdict"], other["verdict"]):
        return False
    if kind == "verdict":
        return one["verdict"] != other["verdict"]
    same_verdict = one["verdict"] == other["verdict"] == "legal"
    return same_verdict and (one["effects"] != other["effects"] if kind == "effects" else abs(one["charged"] - other["charged"]) > 0.01)


def _outcome(pair: Pair, scene: dict, reading: str) -> dict | None:
    """What comes of the scene under a reading, all else as usual or as the scene says; None where it cannot be judged."""
    try:
        scenario = scenario_from_dict(scene)
        world = world_of(scenario.table)
        for model in scenario.table.models:
            start_of(world, model)
        ruling = rule(scenario.table, scenario.moves[0], pair.game, scenario.readings | {pair.definition: reading}, cross_check=False)
    except RefereeError:
        return None
    return {"verdict": ruling.verdict, "charged": round(ruling.distance["charged"], 3), "effects": sorted({name for name, _, _ in ruling.effects}),
            "why": str(ruling.decider.claim) if ruling.decider else ""}


# ---- writing them down

def search(rulesets, out: Path, found=None, workers: int = 1, tick=lambda done, of: None) -> dict:
    """Looks for a scene for every pair of every ruleset; writes those found, with drawings, and an index that lists all; returns the index."""
    from sim.study.drawing import draw
    asked = [pair for rules in rulesets.values() for pair in pairs(rules, (found or {}).get(rules.name, ()))]
    if workers == 1:
        done = []
        for pair in asked:
            done.append(contested(pair))
            tick(len(done), len(asked))
    else:
        done = spread(contested, asked, workers, lambda pair: Contested(pair=pair), tick)
    index = []
    for each in done:
        entry = told(each, rulesets[each.pair.game])
        if each.scene is not None:
            folder = out / each.pair.game
            write_whole(folder / f"{each.pair.name}.toml", dumps_toml(as_file(each, rulesets[each.pair.game])))
            draw(folder / f"{each.pair.name}.svg", each.scene, f"{each.pair.game}: {each.pair.definition}")
            entry["file"] = f"{each.pair.game}/{each.pair.name}.toml"
        index.append(entry)
    document = {"pairs": len(index), "found": sum("file" in e for e in index), "scenes": index}
    write_whole(out / "index.json", json.dumps(document, indent=1, ensure_ascii=False) + "\n")
    return document


def told(each: Contested, rules) -> dict:
    """An index entry: the pair, a neutral question, and what each reading answers."""
    pair, definition = each.pair, rules.definitions[each.pair.definition]
    entry = {"game": pair.game, "definition": pair.definition, "ids": list(definition.ids), "gloss": definition.gloss, "readings": [pair.one, pair.other]}
    if each.scene is None:
        return entry | {"found": False}
    answers = {r: {"reads": definition.readings[r].gloss} | o for r, o in zip((pair.one, pair.other), each.outcomes)}
    return entry | {"found": True, "splits_by": each.kind, "question": question(each), "answers": answers,
                    "size": {"pieces": len(each.scene.get("terrain", ())), "models": len(each.scene["models"]), "inches": round(length_of(each.scene), 3)}}


def question(each: Contested) -> str:
    """What to ask a player, without saying what turns on it."""
    move = each.scene["moves"][0]
    allowance = move.get("allowance", next(m for m in each.scene["models"] if m["name"] == move["model"])["stats"].get("move"))
    doing = f"{move['action']}s" if move.get("action") in ("charge", "run", "place", "walk") else "moves"
    return f"{move['model']} {doing} {length_of(each.scene):.3g} in as drawn and may go {allowance:.3g} in. {ASK[each.kind]}"


def as_file(each: Contested, rules) -> dict:
    """The scene as a scenario file: the same move once under each of the two readings, with what is expected of it."""
    pair = each.pair
    moves = []
    for reading, outcome, against in zip((pair.one, pair.other), each.outcomes, reversed(each.outcomes)):
        expect = {"verdict": outcome["verdict"]}
        if each.kind == "effects":
            expect |= {"effects": [e for e in outcome["effects"] if e not in against["effects"]],
                       "lacks_effects": [e for e in against["effects"] if e not in outcome["effects"]]}
        if each.kind == "charge":
            expect["charged"] = outcome["charged"]
        expect = {k: v for k, v in expect.items() if v}
        moves.append(each.scene["moves"][0] | {"readings": each.scene.get("readings", {}) | {pair.definition: reading}, "expect": expect})
    rest = {k: v for k, v in each.scene.items() if k not in ("moves", "readings")}
    return {"title": question(each), "rulesets": [pair.game]} | rest | {"moves": moves}
