"""What a model stands on: open ground, trenches, ledges, edges to leap from, planks, posts and notched corners."""
from __future__ import annotations

from math import cos, radians, sin

from meshes.scene import START, Scene, inch, piece

TOP = 6.0        # how far a block's top runs on, and how wide it is: more than any base needs
RIM = 1.5        # from the mover's start to the edge in front of it: a 60 mm base stands clear of it


def open_ground() -> Scene:
    """Nothing but the table top."""
    return Scene()


def trench(width: float | str = 1.25, depth: float = 2.0, *, slant: float = 0.0, ragged: float | str = 0.0) -> Scene:
    """Two blocks `depth` tall with a gap of `width` between them, the mover on the near one; 0 makes a seam.

    `slant` turns the gap by so many degrees from square; `width` stays the shortest way across. `ragged` draws one half
    of the far rim (y above 0) back by so much more.
    """
    gap, across = inch(width), (cos(radians(slant)), sin(radians(slant)))
    far = RIM + gap / across[0]
    near = piece("near block", _from_rim(RIM, across, -TOP / 2), box=[TOP, 2 * TOP, depth], turn=slant)
    if not inch(ragged):
        return _raised(depth, near, piece("far block", _from_rim(far, across, TOP / 2), box=[TOP, 2 * TOP, depth], turn=slant))
    halves = ((-TOP / 2, 0.0, "far block"), (TOP / 2, inch(ragged), "far block, drawn back"))
    return _raised(depth, near, *(piece(name, _from_rim(far, across, TOP / 2 + back, side), box=[TOP, TOP, depth], turn=slant)
                                  for side, back, name in halves))


def ledge(height: float | str, *, at: float = 2.0, traits=()) -> Scene:
    """A block in front of the mover, its face `at` inches from the start: something to step or climb on."""
    return Scene(terrain=(piece("ledge", (at + TOP / 2, 0), box=[TOP, TOP, inch(height)], traits=traits),))


def tower(height: float | str) -> Scene:
    """A solid block with the mover on top: a sheer face to climb down, an edge to leap from."""
    return _raised(inch(height), piece("tower", (RIM - TOP / 2, 0), box=[TOP, TOP, inch(height)]))


def slab(height: float | str, thickness: float = 0.25) -> Scene:
    """A slab on a post with the mover on top: an edge to leap from and nothing to climb down."""
    top = inch(height)
    return _raised(top, piece("slab", (RIM - TOP / 2, 0, top - thickness), box=[TOP, TOP, thickness]),
                   piece("post", (RIM - TOP / 2, 0), cylinder={"radius": 0.5, "height": top - thickness}))


def plank(width: float | str = "12 mm", *, height: float = 2.0, length: float = 6.0) -> Scene:
    """A block, and from its edge onwards a plank to stand on."""
    block = piece("block", (RIM - TOP / 2, 0), box=[TOP, TOP, height])
    return _raised(height, block, piece("plank", (RIM + length / 2, 0, height - 0.25), box=[length, inch(width), 0.25]))


def post(diameter: float | str = 0.5, *, height: float | str = 0.5, at: float = 3.0) -> Scene:
    """A lone post, its axis `at` inches from the start."""
    return Scene(terrain=(piece("post", (at, 0), cylinder={"radius": inch(diameter) / 2, "height": inch(height)}),))


def corner(height: float = 2.0, inset: float | str = "3 mm") -> Scene:
    """A top with a square notch whose corner lies at the edge, `inset` to the right of the mover's line.

    A base that stops `inset` beyond the edge has its centre over the notch and most of itself supported.
    """
    side, back = -inch(inset), RIM - TOP / 2
    return _raised(height, piece("block", (back, 0), box=[TOP, TOP, height]),
                   piece("wing", (RIM + TOP / 2, side - TOP / 2), box=[TOP, TOP, height]))


def wave(height: float | str = 0.9, length: float | str = 4.0, count: int = 2, *, at: float = 2.0) -> Scene:
    """Ridges in a row across the mover's line, the first foot `at` inches from the start: each rises over half its length and falls again."""
    half = inch(length) / 2
    return Scene(terrain=tuple(piece(f"{side} of ridge {n + 1}", (at + (2 * n + k + 0.5) * half, 0), wedge=[half, TOP, inch(height)], turn=180.0 * k)
                               for n in range(count) for k, side in enumerate(("near side", "far side"))))


def _raised(height: float, *terrain: dict) -> Scene:
    return Scene(terrain=terrain, start=(*START, height))


def _from_rim(rim: float, across: tuple[float, float], on: float, along: float = 0.0) -> tuple[float, float]:
    """The point `on` inches beyond the rim and `along` it, where the rim meets the mover's line at x = `rim`."""
    return rim + on * across[0] - along * across[1], on * across[1] + along * across[0]
