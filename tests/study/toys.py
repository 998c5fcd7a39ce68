"""Toy games whose ambiguity is known beforehand: whether their one definition splits a move hangs on a hash of it and on nothing else."""
from __future__ import annotations

import hashlib

from sim.referee import Ruleset, fact, inches
from sim.study.figures import figures
from sim.study.lot import rows_of
from sim.study.parts import frame
from sim.study.plan import Plan

RATE = 0.3


def planted(case) -> bool:
    """True for RATE of all moves, whatever they are."""
    told = repr([leg.to[:2] for leg in case.scene.move.path]).encode()
    return int.from_bytes(hashlib.sha256(told).digest()[:6], "big") < RATE * 2 ** 48


def toy(readings: int) -> Ruleset:
    """A game where every move is legal but for one sentence: with 0 readings there is none, with 3 the second is registered twice."""
    rules = Ruleset("toy", document="toy")

    @rules.action("move", "T1", rules.cite("1"))
    def move(case):
        """A move."""
        return inches(100)

    @rules.mode("walk", "T2", rules.cite("1"), takes="LEVEL TURN UP DOWN SPAN AIR")
    def walking(case, passage):
        """Anyhow."""
        yield from ()

    if readings:
        @rules.clause("T3", rules.cite("1"))
        def where_one_may(case):
            """Not where it is shut."""
            yield shut(case)

        @rules.definition("T3", rules.cite("1"))
        def shut(case):
            """What is shut."""

        def nothing(case):
            """Nothing."""
            return fact(True, "open")

        def something(case):
            """Some places."""
            return fact(not planted(case), "some places are shut")

        def something_again(case):
            """The same places."""
            return fact(not planted(case), "some places are shut")

        for reading in (nothing, something, something_again)[:readings]:
            shut.reading(rules.cite("1"))(reading)
    return rules


def studied(rules: Ruleset, seed: int, moves: int = 400) -> dict:
    """The figures of a study of a toy game."""
    plan = Plan(games=(rules.name,), moves=moves, seed=seed, moves_per_table=20, limits_per_table=1, noise_every=0)
    rows = [row for number in range(plan.drawn_tables) for row in rows_of(plan, number, [rules])]
    return figures(frame(rows), {rules.name: rules})["games"][rules.name]
