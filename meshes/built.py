"""What people have built: walls, doors, stairs, ramps, bridges and a ruin."""
from __future__ import annotations

from math import radians, tan

from meshes.scene import START, Scene, inch, piece

WIDE = 6.0


def wall(height: float | str, thickness: float | str = 0.25, *, at: float = 2.0, side: float = 0.0, length: float = WIDE, traits=()) -> Scene:
    """A wall across the mover's line, its near face `at` inches from the start, its middle `side` inches to the left.

    A low one is a kerb or a log, a thick one a block to climb over.
    """
    return Scene(terrain=(piece("wall", (at + inch(thickness) / 2, side), box=[inch(thickness), length, inch(height)], traits=traits),))


def overhang(height: float | str = 3.0, *, back: float | str = 0.3, lip: float | str = "1 mm") -> Scene:
    """A block with the mover on a thin lid that juts out `back` beyond its face: a climber hangs so far from what there is to hold."""
    top, thin, rim = inch(height), inch(lip), 1.5
    return Scene(terrain=(piece("block", (rim - inch(back) - WIDE / 2, 0), box=[WIDE, WIDE, top - thin]),
                          piece("lid", (rim - WIDE / 2, 0, top - thin), box=[WIDE, WIDE, thin])), start=(*START, top))


def fence(height: float | str, *, side: float, thickness: float = 0.25, at: float = 0.0, length: float = WIDE) -> Scene:
    """A wall along the mover's line: its near face `side` inches to the left (negative: to the right), from `at` onwards."""
    middle = side + thickness / 2 * (1 if side > 0 else -1)
    return Scene(terrain=(piece("fence", (at + length / 2, middle), box=[length, thickness, inch(height)]),))


def door(width: float | str = 1.5, height: float | str | None = None, *, at: float = 2.0, thickness: float = 0.25, tall: float = 4.0) -> Scene:
    """A wall with an opening of `width` on the mover's line, open to the top or only up to `height`."""
    opening, jamb = inch(width), (WIDE - inch(width)) / 2
    middle = at + thickness / 2
    pieces = [piece(f"{name} jamb", (middle, sign * (opening + jamb) / 2), box=[thickness, jamb, tall])
              for name, sign in (("left", 1), ("right", -1))]
    if height is not None:
        sill = inch(height)
        pieces.append(piece("lintel", (middle, 0, sill), box=[thickness, opening, tall - sill]))
    return Scene(terrain=tuple(pieces))


def stairs(height: float | str = 3.0, steps: int = 6, tread: float | str = 0.5, *, at: float = 2.0) -> Scene:
    """Solid stairs rising along the mover's line onto a landing; each riser is `height` / `steps`."""
    top, run = inch(height), inch(tread) * steps
    return Scene(terrain=(piece("stairs", (at + run / 2, 0), stairs={"size": [run, WIDE, top], "steps": steps}),
                          piece("landing", (at + run + WIDE / 2, 0), box=[WIDE, WIDE, top])))


def ramp(height: float | str = 2.0, angle: float = 30.0, *, at: float = 2.0) -> Scene:
    """A slope of `angle` degrees up to a landing."""
    top = inch(height)
    run = top / tan(radians(angle))
    return Scene(terrain=(piece("ramp", (at + run / 2, 0), wedge=[run, WIDE, top]),
                          piece("landing", (at + run + WIDE / 2, 0), box=[WIDE, WIDE, top])))


def bridge(clearance: float | str = 2.0, *, at: float = 2.0, width: float = 2.0, thickness: float = 0.25) -> Scene:
    """A walkway across the mover's line on two far blocks: the mover passes below it if it fits under `clearance`."""
    low = inch(clearance)
    top, middle = low + thickness, at + width / 2
    deck = piece("walkway", (middle, 0, low), box=[width, WIDE, thickness])
    return Scene(terrain=(deck, *(piece(f"{name} block", (middle, sign * (WIDE + 3) / 2), box=[width, 3.0, top])
                                  for name, sign in (("left", 1), ("right", -1)))))


def ruin(floor: float | str = 3.0, *, at: float = 1.5) -> Scene:
    """Two floors between two side walls, with stairs inside: they start `at` inches ahead and lead to the upper floor."""
    level, run, deck = inch(floor), 4.0, 0.25
    upper = at + run
    pieces = [piece("ruin stairs", (at + run / 2, 0), stairs={"size": [run, 2.0, level], "steps": 8}),
              piece("ruin upper floor", (upper + 2, 0, level - deck), box=[4.0, WIDE, deck]),
              piece("ruin back wall", (upper + 4 + deck / 2, 0), box=[deck, WIDE, level + 2])]
    pieces += [piece(f"ruin {name} wall", (at + 4, sign * (WIDE + deck) / 2), box=[8.0, deck, level + 2])
               for name, sign in (("left", 1), ("right", -1))]
    return Scene(terrain=tuple(pieces))
