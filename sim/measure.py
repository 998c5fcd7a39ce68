"""Measures that know how well they were measured, and claims that stay undecided until measured better.

Millimetres inside, inches at the table. A comparison within `AT` of its limit is *at* the limit and the text's operator decides;
within twice the measuring doubt it is undecided (guard bands as in ISO 14253-1); otherwise the sign decides. SEMANTICS, Numbers.
"""
from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from functools import cached_property
from math import erf, inf, sqrt

INCH = 25.4
AT = 0.005                # mm: a value this near its limit is at the limit
UNITS = {"length": (INCH, " in"), "share": (0.01, " %"), "angle": (1.0, " deg"), "count": (1.0, "")}


class Truth(Enum):
    """What a claim comes to."""
    HOLDS = "holds"
    FAILS = "fails"
    UNDECIDED = "undecided"

    def __invert__(self) -> Truth:
        return {Truth.HOLDS: Truth.FAILS, Truth.FAILS: Truth.HOLDS}.get(self, self)


class Undecided(ValueError):
    """Raised where plain Python asks yes or no of an undecided claim."""


@dataclass(frozen=True, eq=False)
class Measure:
    """A measured value: `value` (mm for lengths), `u` one standard deviation of doubt, `unit` of UNITS.

    `near` is how close to a limit counts as at it (AT for lengths; for a share, AT x perimeter / area). `witness` is what shows it:
    a tuple of (kind, data) pairs, points in table millimetres. Doubts add up linearly, the worst case.
    """
    value: float
    u: float = 0.0
    unit: str = "length"
    name: str = ""
    witness: tuple = ()
    near: float = AT

    def __add__(self, other) -> Measure:
        other = measure(other)
        _same_unit(self, other)
        name = f"{self.name} + {other.name}" if self.name and other.name else self.name or other.name
        return Measure(self.value + other.value, self.u + other.u, self.unit, name, self.witness + other.witness, max(self.near, other.near))

    __radd__ = __add__

    def __sub__(self, other) -> Measure:
        other = measure(other)
        _same_unit(self, other)
        return Measure(self.value - other.value, self.u + other.u, self.unit, self.name, self.witness + other.witness, max(self.near, other.near))

    def __mul__(self, factor: float) -> Measure:
        return replace(self, value=self.value * factor, u=self.u * abs(factor))

    __rmul__ = __mul__

    def __lt__(self, other) -> Claim: return Claim(self, "<", measure(other))
    def __le__(self, other) -> Claim: return Claim(self, "<=", measure(other))
    def __gt__(self, other) -> Claim: return Claim(self, ">", measure(other))
    def __ge__(self, other) -> Claim: return Claim(self, ">=", measure(other))

    def __bool__(self):
        raise TypeError("a Measure is not yes or no; compare it with something")

    def named(self, name: str) -> Measure:
        """The same measure under another name."""
        return replace(self, name=name)

    def shown(self) -> float:
        """The value as people read it: inches, per cent, degrees."""
        return self.value / UNITS[self.unit][0]

    def __str__(self) -> str:
        if abs(self.value) == inf:
            return f"{self.name} endless" if self.name else "endless"
        number = f"{self.shown():.2f}".rstrip("0").rstrip(".")
        text = f"{'0' if number == '-0' else number}{UNITS[self.unit][1]}"
        return f"{self.name} {text}" if self.name and self.name != text else text


def inches(value: float, name: str = "") -> Measure:
    """A length a rulebook states."""
    return Measure(value * INCH, name=name)


def share(value: float, name: str = "") -> Measure:
    """A fraction a rulebook states."""
    return Measure(value, unit="share", name=name, near=1e-9)


def degrees(value: float, name: str = "") -> Measure:
    """An angle a rulebook states."""
    return Measure(value, unit="angle", name=name, near=0.01)


def count(value: float, name: str = "") -> Measure:
    """A number of things."""
    return Measure(value, unit="count", name=name, near=1e-9)


def measure(value) -> Measure:
    """A Measure as it is; 0 as no length, any other bare number refused, since its unit would be a guess."""
    if isinstance(value, Measure):
        return value
    if value == 0:
        return Measure(0.0)
    raise TypeError(f"{value!r} has no unit: write inches({value!r})")


class Judged:
    """What claims of every kind share."""
    truth: Truth
    margin: float | None
    score: float

    def __bool__(self) -> bool:
        if self.truth is Truth.UNDECIDED:
            raise Undecided(f"cannot decide {self}")
        return self.truth is Truth.HOLDS

    def __and__(self, other) -> Judged: return Compound("and", (self, other))
    def __or__(self, other) -> Judged: return Compound("or", (self, other))


@dataclass(frozen=True, eq=False)
class Claim(Judged):
    """One comparison, kept whole so that it can be shown, scored and checked."""
    left: Measure
    relation: str
    right: Measure

    def __post_init__(self):
        a, b = self.left, self.right
        if a.unit != b.unit and not (b.value == 0 and b.unit == "length"):
            raise TypeError(f"cannot compare {a.unit} with {b.unit}")

    @property
    def slack(self) -> float:
        """How much there is to spare, below zero how much is missing; in the measures' own unit."""
        a, b = self.left.value, self.right.value
        if a == b:
            return 0.0
        return b - a if self.relation in ("<", "<=") else a - b

    @property
    def u(self) -> float:
        return self.left.u + self.right.u

    @cached_property
    def at_limit(self) -> bool:
        return self.u == 0 and abs(self.slack) <= max(self.left.near, self.right.near if self.right.value else 0.0)

    @cached_property
    def truth(self) -> Truth:
        if self.at_limit:
            return Truth.HOLDS if self.relation in ("<=", ">=") else Truth.FAILS
        if abs(self.slack) < 2 * self.u:
            return Truth.UNDECIDED
        return Truth.HOLDS if self.slack > 0 else Truth.FAILS

    @property
    def margin(self) -> float | None:
        """Slack in inches, 0 at the limit; None if no length is compared."""
        if self.left.unit != "length":
            return None
        return 0.0 if self.at_limit else self.slack / INCH

    @property
    def score(self) -> float:
        """Probability that the claim holds, given the doubt (normal errors)."""
        if self.u == 0:
            return 1.0 if self.truth is Truth.HOLDS else 0.0
        return 0.5 * (1 + erf(self.slack / self.u / sqrt(2)))

    def __str__(self) -> str:
        return f"{self.left} {self.relation} {self.right}"


@dataclass(frozen=True, eq=False)
class Fact(Judged):
    """A claim about something seen, not measured: holds, fails, or cannot be told."""
    truth: Truth
    says: str
    witness: tuple = ()

    margin = None

    @property
    def score(self) -> float:
        return {Truth.HOLDS: 1.0, Truth.FAILS: 0.0, Truth.UNDECIDED: 0.5}[self.truth]

    def __str__(self) -> str:
        return self.says


@dataclass(frozen=True, eq=False)
class Compound(Judged):
    """Claims joined by "and" or "or" in Kleene's three-valued logic."""
    word: str
    parts: tuple

    @cached_property
    def truth(self) -> Truth:
        strong, weak = (Truth.HOLDS, Truth.FAILS) if self.word == "or" else (Truth.FAILS, Truth.HOLDS)
        truths = [p.truth for p in self.parts]
        return strong if strong in truths else Truth.UNDECIDED if Truth.UNDECIDED in truths else weak

    @cached_property
    def decider(self) -> Judged:
        """The part that settles it: the best of an "or", the worst of an "and"."""
        rank = {Truth.FAILS: 0, Truth.UNDECIDED: 1, Truth.HOLDS: 2}
        choose, unmeasured = (max, 0.0) if self.word == "or" else (min, inf)
        return choose(self.parts, key=lambda p: (rank[p.truth], p.score, p.margin if p.margin is not None else unmeasured))

    @cached_property
    def margin(self) -> float | None:
        return self.decider.margin

    @cached_property
    def score(self) -> float:
        return (max if self.word == "or" else min)(p.score for p in self.parts)

    @property
    def whole(self) -> str:
        """All parts in words; `str` says only the one that settles it."""
        return f" {self.word} ".join(getattr(p, "whole", str(p)) for p in self.parts)

    def __str__(self) -> str:
        return str(self.decider)


def fact(true: bool, says: str, witness: tuple = ()) -> Fact:
    """A Fact from a plain yes or no."""
    return Fact(Truth.HOLDS if true else Truth.FAILS, says, witness)


def given(claim: Judged, then: Judged) -> Judged:
    """`then` is asked only if `claim` holds; where that cannot be told, `then` counts unless it fails or is in doubt itself."""
    return Compound("or", (negated(claim), then))


def negated(claim: Judged) -> Judged:
    """The opposite claim."""
    if isinstance(claim, Claim):
        return Claim(claim.left, {"<": ">=", "<=": ">", ">": "<=", ">=": "<"}[claim.relation], claim.right)
    if isinstance(claim, Fact):
        return Fact(~claim.truth, f"not: {claim.says}", claim.witness)
    return Compound("and" if claim.word == "or" else "or", tuple(map(negated, claim.parts)))


def counted(length: Measure, when: Judged) -> Measure:
    """The length if the claim holds, nothing if it fails; undecided: anything between, as doubt."""
    if when.truth is Truth.HOLDS:
        return length
    if when.truth is Truth.FAILS:
        return replace(length, value=0.0, u=0.0, name="")
    return replace(length, value=length.value / 2, u=length.value / 2 + length.u)


def least(measures, name: str = "") -> Measure:
    """The smallest of some measures by value; an endless length if there are none."""
    return min(measures, key=lambda m: m.value, default=Measure(inf, name=name))


def _same_unit(a: Measure, b: Measure) -> None:
    if a.unit != b.unit:
        raise TypeError(f"cannot add {a.unit} and {b.unit}")
