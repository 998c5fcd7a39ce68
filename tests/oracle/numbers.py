"""Exact numbers for the oracle: fractions, roots held between two fractions, directions of rational sine and cosine, arcs to fifty digits."""
from __future__ import annotations

from decimal import Decimal, localcontext
from fractions import Fraction
from math import isqrt

FINE = 10**20                      # roots are held this finely
DIGITS = 50
NEVER = (Fraction(10**9), Fraction(10**9))     # a bracket beyond every table: no contact at all

Bracket = tuple[Fraction, Fraction]


def root(x: Fraction) -> Bracket:
    """Two fractions that hold the square root of x >= 0, one and the same if it is rational."""
    n, d = isqrt(x.numerator), isqrt(x.denominator)
    if n * n == x.numerator and d * d == x.denominator:
        return Fraction(n, d), Fraction(n, d)
    low = isqrt(x.numerator * FINE * FINE // x.denominator)
    return Fraction(low, FINE), Fraction(low + 1, FINE)


def plus(a: Bracket, b: Fraction, times: Fraction = Fraction(1)) -> Bracket:
    """b + times * a."""
    ends = (b + times * a[0], b + times * a[1])
    return min(ends), max(ends)


def least(brackets) -> Bracket:
    """A bracket of the least of several numbers; NEVER of none."""
    brackets = list(brackets)
    return (min(b[0] for b in brackets), min(b[1] for b in brackets)) if brackets else NEVER


def greatest(brackets) -> Bracket | None:
    """A bracket of the greatest of several numbers; None of none."""
    brackets = list(brackets)
    return (max(b[0] for b in brackets), max(b[1] for b in brackets)) if brackets else None


def direction(m: int, n: int) -> tuple[Fraction, Fraction]:
    """(cosine, sine) of the angle of m + ni, doubled: both rational."""
    return Fraction(m * m - n * n, m * m + n * n), Fraction(2 * m * n, m * m + n * n)


def decimal(x: Fraction) -> Decimal:
    """A fraction to DIGITS digits (call inside `digits`)."""
    return Decimal(x.numerator) / Decimal(x.denominator)


def digits():
    """Arithmetic in `Decimal` to DIGITS digits."""
    return localcontext(prec=DIGITS)


def angle(x: Decimal, y: Decimal) -> Decimal:
    """The angle of (x, y) from the x axis, -pi to pi."""
    if x < 0:
        turn = angle(-x, -y)
        return turn + pi() if y >= 0 else turn - pi()
    if abs(y) > x:
        quarter = pi() / 2
        return (quarter if y > 0 else -quarter) - angle(abs(y), x if y > 0 else -x)
    return _arctan(y / x) if x else Decimal(0)


def pi() -> Decimal:
    """The half turn (Machin)."""
    return 4 * (4 * _series(Decimal(1) / 5) - _series(Decimal(1) / 239))


def _arctan(t: Decimal) -> Decimal:
    """For |t| <= 1: halved four times, then the series."""
    for _ in range(4):
        t = t / (1 + (1 + t * t).sqrt())
    return 16 * _series(t)


def _series(t: Decimal) -> Decimal:
    total, power, k = Decimal(0), t, 1
    while abs(power) > Decimal(10) ** -(DIGITS + 5):
        total += power / k
        power, k = -power * t * t, k + 2
    return total
