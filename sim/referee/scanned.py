"""Moves over scans: ruled three times where the terrain is noisy, with bases as they are, smaller and larger by twice the terrain's doubt.

Measures carry their doubt into their claims. What is seen and not measured (whether a base fits, gets past, turns, rests level) does
not; a verdict that hangs on it is the same all three times, or undecided, and `cross_check` says so under "terrain".
"""
from __future__ import annotations

from dataclasses import replace

from sim.errors import RefereeError
from sim.facts import doubt
from sim.measure import INCH
from sim.referee.bench import Bench
from sim.referee.setting import set_scene, world_of

SURE = ("legal", "illegal")


def doubted(ruling, table, move, ruling_of):
    """The ruling, undecided where a base a little smaller or larger would have it otherwise; as it is where no terrain is noisy.

    `ruling_of(bench)` rules on a scene as the ruling was made.
    """
    give = 2 * doubt.worst_across(world_of(table))
    if give == 0 or ruling.verdict not in SURE:
        return ruling
    for size, sign in (("smaller", 1), ("larger", -1)):
        try:
            other = ruling_of(Bench(set_scene(table, move, ruling.rules, give=sign * give))).verdict
        except RefereeError as error:
            other = error.code
        if other not in (ruling.verdict, "undecided"):
            says = (f"the terrain is known to {give / INCH:.2f} in, and a base {size} by that all round would make the move "
                    f"{other if other in SURE else 'impossible to judge'}")
            return replace(ruling, cross_check={**ruling.cross_check, "terrain": "disagrees", "because": says}, complete=False)
    return ruling
