"""Nouns of a case that say what is asked: this or that, only in some moves, only if something holds, and what follows from it."""
from __future__ import annotations

from dataclasses import dataclass
from math import inf

from sim.measure import Compound, Fact, Measure, Truth, fact


@dataclass(frozen=True)
class Consequence:
    """What follows from something: whether it is allowed, what it is charged, where it stops the move."""
    allowed: object
    charge: Measure
    stop: Measure


ALLOWED, FREE, NOWHERE = fact(True, "nothing forbids it"), Measure(0.0), Measure(inf)


class Asking:
    """Claims joined and conditions put; mixed into `Case`."""

    @staticmethod
    def total(lengths) -> Measure:
        """A sum of lengths, nothing if there are none."""
        return sum(lengths, Measure(0.0))

    @staticmethod
    def taller_of(a: Measure, b: Measure) -> Measure:
        return a if a.value >= b.value else b

    @staticmethod
    def whichever(first: bool, yes: Measure, no: Measure) -> Measure:
        """One of two lengths by a plain yes or no."""
        return yes if first else no

    @staticmethod
    def any_of(claims):
        """Holds if one of the claims does, and asks no further; fails if there is none."""
        asked = []
        for claim in claims:
            if claim.truth is Truth.HOLDS:
                return claim
            asked.append(claim)
        return Compound("or", tuple(asked)) if len(asked) > 1 else asked[0] if asked else fact(False, "there is none")

    @staticmethod
    def all_of(claims):
        """Fails if one of the claims does, and asks no further; holds if there is none."""
        asked = []
        for claim in claims:
            if claim.truth is Truth.FAILS:
                return claim
            asked.append(claim)
        return Compound("and", tuple(asked)) if len(asked) > 1 else asked[0] if asked else fact(True, "there is none")

    def settled(self, definition, *about):
        """A measure by a definition, which is consulted only where its readings differ."""
        measures = [reading(self, *about) for reading in definition.readings.values()]
        alike = all((m.value, m.u) == (measures[0].value, measures[0].u) for m in measures)
        return measures[0] if alike else definition(self, *about)

    @staticmethod
    def so(says: str) -> Fact:
        """Something that holds whatever the table looks like."""
        return fact(True, says)

    @staticmethod
    def never(says: str) -> Fact:
        """Something that holds on no table."""
        return fact(False, says)

    @staticmethod
    def if_so(claim) -> list:
        """The claim, to go on from if it holds; else nothing."""
        return [claim] if claim.truth is Truth.HOLDS else []

    @staticmethod
    def beyond(length: Measure, mark: Measure) -> Measure:
        """What of a length lies beyond a mark on it."""
        return Measure(max(0.0, length.value - mark.value), length.u, name="beyond the mark")

    @staticmethod
    def only_if(length: Measure, claim) -> Measure:
        """A length along the way if the claim does not fail; endless otherwise."""
        return length if claim.truth.value != "fails" else Measure(inf, name=length.name)

    @staticmethod
    def consequence(allowed=ALLOWED, charge: Measure = FREE, stop: Measure = NOWHERE) -> Consequence:
        """What follows: allowed, free and nowhere stopped, unless said otherwise."""
        return Consequence(allowed, charge, stop)

    def during(self, actions: str, things=(None,)):
        """Some things one by one, in moves of the actions named (words) that are not made by placing; else none."""
        return [] if self.is_placed or self.action not in actions.split() else list(things)

    def in_action(self, actions: str, things=(None,)):
        """Some things one by one, in moves of the actions named (words); else none."""
        return list(things) if self.action in actions.split() else []

    def only_by(self, mode: str, things=(None,)):
        """Some things one by one, where all of the move is made in one mode; else none."""
        return list(things) if {s.mode.by for s in self.steps if s.passage.run.value or s.passage.kind == "PLACE"} == {mode} else []

    def unless_by(self, mode: str, things=(None,)):
        """Some things one by one, unless all of the move is made in one mode."""
        return [] if self.only_by(mode) else list(things)

    @property
    def is_placed(self) -> bool:
        return any(s.passage.kind == "PLACE" for s in self.steps)

    @property
    def is_cut_short(self) -> Fact:
        """Whether a rule ends the move before its declared end."""
        return fact(bool(self.way.cut_by), "the move is cut short" if self.way.cut_by else "the move is not cut short")
