"""What `sim.terrain.classify` makes of real terrain, thing by thing, as a confusion table; wrong ones are printed, not hidden.

    python -m benchmarks.surfaces [FOLDER] [--jitter INCHES]

FOLDER holds the shared terrain (by default ../shared/terrain). With --jitter the meshes are cut fine and every corner is moved by that much noise:
jittered corners, not a scanner. Each thing is named by a point on it, and what counts as right was written down from the meshes' own description.
"""
from __future__ import annotations

import sys
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import shapely

from sim.measure import INCH
from sim.terrain.classify import Surface, surfaces
from sim.terrain.place import PartTag, Placement, place
from sim.terrain.read import read

LIFE_SIZE = 1 / 46
NEAR = 0.2                # inches between a named point and the surface that is asked for there


@dataclass(frozen=True, slots=True)
class Thing:
    """A thing on a piece: its name, what it may rightly be called, a point on it (inches), and the opening it must have, "" for none, None for either."""
    name: str
    kinds: tuple[str, ...]
    at: tuple[float, float, float]
    opening: str | None = None


@dataclass(frozen=True, slots=True)
class Piece:
    """A mesh as a person would put it down, and the things on it."""
    mesh: str
    units: str
    up: str
    scale: float
    things: tuple[Thing, ...]
    leave_out: str = ""


PIECES = (
    Piece("cqterrain/stairs_industrial_stairs.stl", "mm", "z", 1, (Thing("industrial stairs", ("stairs",), (0, 0, 1.18)),)),
    Piece("cqterrain/walkway_bridge.stl", "mm", "z", 1,
          (Thing("walkway deck", ("platform",), (0, 1.22, 0.24)), Thing("walkway rail", ("wall", "obstacle"), (0, 1.38, 1.81)))),
    Piece("cqterrain/ladder.stl", "mm", "z", 1, (Thing("ladder", ("ladder",), (0, 0, 1.0)),)),
    Piece("cqindustry/guard_rail_platorm.stl", "mm", "z", 1,
          (Thing("octagon deck", ("platform",), (0, 2.2, 0.24)), Thing("guard rail (0.79 in)", ("low",), (2.95, 1.6, 1.0)))),
    Piece("kaykit_dungeon/stairs_walled.gltf.glb", "in", "y", 0.75,
          (Thing("walled stairs", ("stairs",), (0, 0, 1.5)), Thing("side wall of stairs", ("wall", "obstacle"), (1.6, 0, 3.0)))),
    Piece("kaykit_dungeon/wall_doorway.glb", "in", "y", 0.75, (Thing("wall, door shut", ("wall",), (0, 0, 3.0), ""),)),
    Piece("kaykit_dungeon/wall_doorway.glb", "in", "y", 0.75, (Thing("wall, door left out", ("wall",), (0, 0, 3.0), "doorway"),), "wall_doorway_door"),
    Piece("kaykit_dungeon/wall_archedwindow_open.gltf.glb", "in", "y", 0.75, (Thing("wall with window", ("wall",), (0, 0, 3.0), "window"),)),
    Piece("kaykit_dungeon/floor_tile_big_grate_open.obj", "in", "y", 0.75, (Thing("grate in a floor tile", ("floor", "platform"), (0, 0, 0.68)),
                                                                           Thing("rim of the tile", ("floor", "platform"), (1.4, 0, 0.79)))),
    Piece("kaykit_hexagon/building_bridge_A.obj", "in", "y", 6,
          (Thing("bridge deck", ("platform",), (0, 0, 7.2)), Thing("ramp onto the bridge", ("ramp",), (1.9, -3.2, 6.9)))),
    Piece("kaykit_hexagon/building_scaffolding.obj", "in", "y", 4,
          (Thing("scaffold's middle deck", ("platform",), (2.7, 0.3, 2.97)), Thing("scaffold's low deck", ("platform",), (2.7, 1.0, 1.77)),
           Thing("scaffold's cover", ("ramp",), (2.0, -1.0, 4.9)), Thing("stack of boards", ("low", "obstacle"), (-1.2, 0.2, 0.85)))),
    Piece("kaykit_hexagon/trees_B_large.obj", "in", "y", 4,
          (Thing("tree", ("obstacle",), (-0.2, -0.2, 4.0)), Thing("another tree", ("obstacle",), (2.0, -1.6, 3.5)))),
    Piece("quaternius_polypizza/market_stand_02.glb", "in", "y", 2, (Thing("market stand", ("obstacle", "ramp"), (0, 0, 2.0)),)),
    Piece("mesh_navigation/floor_is_lava.ply", "m", "z", LIFE_SIZE,
          (Thing("arena floor", ("floor",), (0, 1, 0)), Thing("walkway in the arena", ("platform",), (0, 3, 0.75)), Thing("ramp", ("ramp",), (3.2, 1.2, 0.9)),
           Thing("upper walkway", ("platform",), (0, 0, 1.1)), Thing("wall without thickness", ("wall",), (3.85, 1.2, 1.7)))),
    Piece("avian/character_controller_demo.glb", "m", "y", LIFE_SIZE,
          (Thing("ground", ("floor",), (4, 0, 0)), Thing("block", ("platform",), (-4, 4, 1.71)), Thing("floating platform", ("platform",), (-4.3, -2.2, 1.71)),
           Thing("gentle ramp", ("ramp",), (0, 7, 1.0)), Thing("steep ramp", ("ramp",), (-0.9, 2, 0.9)))),
)


def main(folder: Path, jitter: float) -> int:
    """Prints a row per thing and the confusion table; returns how many are wrong."""
    seen, wrong = Counter(), 0
    for piece in PIECES:
        found = look(folder, piece, jitter)
        for thing in piece.things:
            surface = there(found, thing)
            word, right = named(surface), is_right(thing, surface)
            wrong += not right
            seen[thing.kinds[0], word] += 1
            sure = f"{surface.confidence:.2f}" if surface else "    "
            print(f"{'ok   ' if right else 'WRONG'}  {thing.name:26} is {'/'.join(thing.kinds):18} called {word:18} {sure}  {piece.mesh}")
    print(f"\n{sum(seen.values()) - wrong} of {sum(seen.values())} right" + (f", corners jittered by {jitter:g} in" if jitter else ""))
    _table(seen)
    return wrong


def look(folder: Path, piece: Piece, jitter: float = 0.0) -> tuple[Surface, ...]:
    """The surfaces of a piece."""
    parts = {piece.leave_out: PartTag(leave_out=True)} if piece.leave_out else {}
    placed = place(read(folder / piece.mesh), Placement(name="piece", units=piece.units, up=piece.up, scale=piece.scale, parts=parts)).triangles
    return surfaces(jittered(placed, jitter * INCH) if jitter else placed, sigma=jitter * INCH)


def jittered(triangles: np.ndarray, sigma: float, longest: float = INCH / 16) -> np.ndarray:
    """Triangles cut until no edge is longer than `longest`, each corner moved by normal noise of `sigma` in every direction (mm)."""
    from trimesh.remesh import subdivide_to_size
    points, faces = subdivide_to_size(triangles.reshape(-1, 3), np.arange(triangles.size // 3).reshape(-1, 3), longest, max_iter=20)
    _, first, back = np.unique(np.round(points, 4), axis=0, return_index=True, return_inverse=True)
    moved = points[first] + np.random.default_rng(1).normal(0, sigma, (len(first), 3))
    return moved[back.reshape(-1)[faces]]


def there(found: tuple[Surface, ...], thing: Thing) -> Surface | None:
    """The surface nearest in height to a thing's point, among those under or over it; None where there is none near."""
    x, y, z = (c * INCH for c in thing.at)
    over = [(max(s.low - z, z - s.high, 0.0), -s.area, n) for n, s in enumerate(found) if s.plan.distance(shapely.Point(x, y)) < NEAR / 2 * INCH]
    near = [row for row in over if row[0] < NEAR * INCH]
    return found[min(near)[2]] if near else None


def named(surface: Surface | None) -> str:
    """What a surface is called, with its first opening."""
    if surface is None:
        return "nothing"
    return surface.kind + (f" with {surface.openings[0].kind}" if surface.openings else "")


def is_right(thing: Thing, surface: Surface | None) -> bool:
    """Whether a thing was called one of the things it is, with the opening it has."""
    opening = surface.openings[0].kind if surface and surface.openings else ""
    return surface is not None and surface.kind in thing.kinds and thing.opening in (None, opening)


def _table(seen: Counter) -> None:
    rows, columns = sorted({k for k, _ in seen}), sorted({w for _, w in seen})
    print(f"\n{'is, called':>12}" + "".join(f"{c:>20}" for c in columns))
    for row in rows:
        print(f"{row:>12}" + "".join(f"{seen[row, c] or '.':>20}" for c in columns))


if __name__ == "__main__":
    arguments = sys.argv[1:]
    amount = float(arguments.pop(arguments.index("--jitter") + 1)) if "--jitter" in arguments else 0.0
    folders = [Path(a) for a in arguments if a != "--jitter"]
    sys.exit(min(main(folders[0] if folders else Path("../shared/terrain"), amount), 1))
