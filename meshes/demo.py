"""The demo table: a scenario file with comments, and the mesh files it names, made here from simple solids.

Sizes and places are inches; each part's place is the middle of its underside on the board.
"""
from __future__ import annotations

from pathlib import Path

MESHES = {
    "ruin.glb": {                                                     # open to the left and to the front, stairs inside
        "ground floor": ("box", (8, 6, 0.2), (7, 20, 0)),
        "stairs": ("stairs", (4, 2, 2.8, 8), (6, 20, 0.2)),
        "upper floor": ("box", (3, 6, 0.25), (9.5, 20, 2.75)),
        "back wall": ("box", (0.25, 6.25, 5), (11.125, 20.125, 0)),
        "side wall": ("box", (8, 0.25, 4.5), (7, 23.125, 0)),
    },
    "walkway.stl": {
        "near block": ("box", (3, 3, 3), (14.5, 18.5, 0)),
        "far block": ("box", (3, 3, 3), (21.5, 18.5, 0)),
        "deck": ("box", (4, 1.5, 0.25), (18, 18.5, 2.75)),
    },
    "crates.stl": {
        "left crate": ("box", (3, 3, 2), (6, 9, 0)),
        "right crate": ("box", (3, 3, 2), (10.5, 9, 0)),
    },
    "slab.stl": {
        "slab": ("box", (5, 5, 0.25), (19.5, 10.5, 5.75)),
        "post": ("cylinder", (0.5, 5.75), (19.5, 10.5, 0)),
    },
}


def write(folder: Path) -> Path:
    """Writes the demo table's files into the folder, STL in millimetres and GLB in metres, and returns the scenario's path."""
    from sim.files import write_whole
    from sim.terrain.write import write_glb, write_stl
    for name, parts in MESHES.items():
        nodes = {part: _solid(*made) for part, made in parts.items()}
        if name.endswith(".glb"):
            write_glb(folder / name, nodes)
        else:
            write_stl(folder / name, [triangle for part in nodes.values() for triangle in part])
    return write_whole(folder / "demo.toml", scenario_text())


def scenario_text() -> str:
    """The scenario file, comments and all."""
    return Path(__file__).with_name("demo.toml").read_text(encoding="utf-8")


def _solid(kind: str, size: tuple[float, ...], at: tuple[float, float, float]):
    """One part in millimetres, where it stands on the board."""
    from sim.terrain import solids
    mm = [25.4 * v for v in size]
    made = {"box": lambda: solids.box(mm), "stairs": lambda: solids.stairs(mm[:3], size[3]), "cylinder": lambda: solids.cylinder(*mm)}
    return made[kind]() + [25.4 * v for v in at]
