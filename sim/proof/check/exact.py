"""Exact numbers: JSON read into fractions, roots and turns bracketed by whole numbers. No float decides anything here."""
from __future__ import annotations

import json
from fractions import Fraction
from math import isqrt

NM = 1_000_000                    # nanometres in a millimetre
FINE = 10 ** 12                   # parts a bracketed root or a cosine is told to


class Refused(Exception):
    """Something on the certificate does not hold: `check` says which check found it, the message what is wrong."""

    def __init__(self, check: str, message: str):
        super().__init__(message)
        self.check = check


class Open(Exception):
    """Something this checker does not check; the message says what."""


def parsed(raw: bytes):
    """JSON with every number exact; what no certificate holds is refused."""
    def number(text: str) -> Fraction:
        exponent = text.lower().partition("e")[2]
        if len(text) > 40 or exponent and abs(int(exponent)) > 60:
            raise Refused("form", f"the number {text[:50]} is no measure of anything")
        return Fraction(text)

    def constant(text: str):
        raise Refused("form", f"{text} is no number")
    return json.loads(raw, parse_float=number, parse_constant=constant)


def nanometres(value) -> int:
    """A length of the certificate in whole nanometres."""
    if isinstance(value, bool) or not isinstance(value, int | Fraction):
        raise Refused("form", f"{value!r} is no length")
    scaled = Fraction(value) * NM
    if scaled.denominator != 1:
        raise Refused("form", f"{float(value)} mm is not a whole number of nanometres")
    return scaled.numerator


def position(point) -> tuple[int, int, int]:
    """A position of the certificate in whole nanometres."""
    x, y, z = point
    return nanometres(x), nanometres(y), nanometres(z)


def root(square) -> tuple[Fraction, Fraction]:
    """Two fractions with the square root between them."""
    square = Fraction(square)
    if square < 0:
        raise Refused("form", "a length with a negative square")
    scaled = square.numerator * FINE * FINE // square.denominator
    low = isqrt(scaled)
    return Fraction(low, FINE), Fraction(low + 1, FINE)


def turn(degrees) -> tuple[int, int]:
    """Cosine and sine of an angle as whole numbers of parts of FINE; exact at quarter turns."""
    turned = Fraction(degrees) % 360
    quarters = {0: (FINE, 0), 90: (0, FINE), 180: (-FINE, 0), 270: (0, -FINE)}
    if turned in quarters:
        return quarters[turned]
    x = turned / 180 * PI
    x = Fraction(round(x * 10 ** 24), 10 ** 24)
    return round(_series(x, 0) * FINE), round(_series(x, 1) * FINE)


def _series(x: Fraction, k: int) -> Fraction:
    """Cosine (k = 0) or sine (k = 1) by its power series, to 1e-20."""
    one = 10 ** 24
    scaled, term = round(x * one), one if k == 0 else round(x * one)
    square, total, n = scaled * scaled // one, 0, k
    while term:
        total += term
        term = -term * square // one // ((n + 1) * (n + 2)) if abs(term) > 1 else 0
        n += 2
    return Fraction(total, one)


PI = Fraction(3141592653589793238462643383279502884197, 10 ** 39)
