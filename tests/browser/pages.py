"""Pages to open: proofs of moves, written as `referee prove` writes them."""
import json
from pathlib import Path

import numpy as np

import sim
from sim.proof.page.document import write_page
from sim.proof.sheet import write_sheet
from sim.proof.write import prove
from sim.scenario import read_scenario
from sim.terrain.write import write_stl

ANGRY = "</script><img src=x onerror=alert(1)>"
CASES = Path(__file__).parents[1] / "cases"
BESIDE = {"name": "B", "side": "blue", "base": 32, "at": [14, 4]}


def of_a_case(out: Path, name: str, move: int) -> Path:
    """The page of a move of a case file."""
    read = read_scenario(CASES / f"{name}.toml")
    certificate, raw = prove(read, move, read.moves[move].ruleset or read.rulesets[0], cross_check=False)
    triangles = np.frombuffer(raw, "<i8").reshape(-1, 3, 3) / 1e6
    out.mkdir(parents=True)
    write_sheet(certificate, triangles, out)
    return write_page(certificate, triangles, out)


def of_a_scene(out: Path, scene: dict) -> Path:
    """The page of a scene's first move."""
    out.mkdir(parents=True, exist_ok=True)
    (out / "scene.json").write_text(json.dumps(scene))
    [entry, *_] = sim.prove(out / "scene.json", out / "proofs")
    return out / "proofs" / entry["folder"] / "proof.html"


def with_hostile_names(out: Path) -> Path:
    """A move where everything that has a name is called what would break out of a careless page."""
    return of_a_scene(out, {"title": ANGRY, "rulesets": ["fallout-factions"], "board": {"size": [20, 20]},
                            "terrain": [{"name": ANGRY, "box": [4, 4, 2], "at": [14, 14, 0]}],
                            "models": [{"name": ANGRY, "side": "red", "base": 32, "at": [4, 8], "stats": {"move": 8, "agility": 5}},
                                       BESIDE | {"name": ANGRY + " 2", "at": [6, 10]}],
                            "moves": [{"model": ANGRY, "path": [[10, 8]]}]})


def on_a_scan(out: Path, cells: int) -> Path:
    """A walk over one bumpy mesh of 2 * cells^2 triangles."""
    x = np.linspace(0, 500, cells + 1)
    z = 8 * np.sin(x / 60)[:, None] * np.cos(x / 70)[None, :]
    grid = np.stack([*np.meshgrid(x, x, indexing="ij"), z + 12], axis=-1)
    a, b, c, d = grid[:-1, :-1], grid[1:, :-1], grid[1:, 1:], grid[:-1, 1:]
    write_stl(out / "scan.stl", np.concatenate([np.stack([a, b, c], axis=2), np.stack([a, c, d], axis=2)]).reshape(-1, 3, 3))
    return of_a_scene(out, {"rulesets": ["fallout-factions"], "board": {"size": [20, 20]}, "scan": {"noise": 0},
                            "terrain": [{"name": "scan", "mesh": "scan.stl", "units": "mm", "at": [10, 10, 0]}],
                            "models": [{"name": "A", "base": 32, "at": [6, 8], "stats": {"move": 8, "agility": 5}}],
                            "moves": [{"model": "A", "path": [[12, 9]]}]})


def undecided(out: Path) -> Path:
    """A gap a hair narrower than the base, between two blocks that were measured less well than that."""
    blocks = [{"name": name, "box": [4, 4, 2], "at": [x, 6, 0], "scan": {"noise": 0.01}} for name, x in (("west", 6), ("east", 11.25))]
    return of_a_scene(out, {"rulesets": ["fallout-factions"], "board": {"size": [20, 12]}, "terrain": blocks,
                            "models": [{"name": "A", "base": 32, "at": [6, 6, 2], "stats": {"move": 8, "agility": 5}}],
                            "moves": [{"model": "A", "path": [{"to": [11, 6, 2], "by": "walk"}]}]})
