"""The triangles beside a certificate: read, hashed, and found by box, in whole nanometres."""
from __future__ import annotations

import hashlib
import sys
from array import array
from bisect import bisect_right
from pathlib import Path

from sim.proof.check.exact import Refused

ROW = 72                          # bytes of a triangle
BLOCK = 128                       # triangles looked at together


class Terrain:
    """All triangles of a table; after `look_at` only those that meet the box of interest are gone through."""

    def __init__(self, numbers: array):
        self.numbers, self.count = numbers, len(numbers) // 9
        self._ids, self._boxes, self._lows = [], [], []

    @classmethod
    def beside(cls, certificate: Path, told: dict, sha256: str) -> Terrain:
        """The triangles of a certificate, from its own folder or the one above."""
        name, count = told["file"], told["count"]
        if not isinstance(name, str) or Path(name).name != name:
            raise Refused("triangles", "the triangles must lie beside the certificate")
        path = next((p for p in (certificate.parent / name, certificate.parent.parent / name) if p.is_file()), None)
        if path is None:
            raise Refused("triangles", f"the file {name} is not beside the certificate")
        raw = path.read_bytes()
        if len(raw) != count * ROW:
            raise Refused("triangles", f"{name} holds {len(raw) // ROW} triangles, the certificate says {count}")
        if hashlib.sha256(raw).hexdigest() != sha256:
            raise Refused("triangles", f"{name} is not the file the certificate was made with")
        numbers = array("q")
        numbers.frombytes(raw)
        if sys.byteorder == "big":
            numbers.byteswap()
        return cls(numbers)

    def look_at(self, x0: int, y0: int, x1: int, y1: int) -> None:
        """Picks out the triangles whose box meets this one in plan; blocks of them first, since neighbours are mostly filed together."""
        n = self.numbers
        found, self._box = [], (x0, y0, x1, y1)
        for first in range(0, self.count, BLOCK):
            last = min(first + BLOCK, self.count)
            xs, ys = n[9 * first:9 * last:3], n[9 * first + 1:9 * last:3]
            if min(xs) > x1 or max(xs) < x0 or min(ys) > y1 or max(ys) < y0:
                continue
            for i in range(first, last):
                a, b, c, d, e, f, g, h, k = n[9 * i:9 * i + 9]
                if min(a, d, g) <= x1 and max(a, d, g) >= x0 and min(b, e, h) <= y1 and max(b, e, h) >= y0:
                    found.append((min(a, d, g), min(b, e, h), min(c, f, k), max(a, d, g), max(b, e, h), max(c, f, k), i))
        found.sort()
        self._ids, self._boxes, self._lows = [box[6] for box in found], [box[:6] for box in found], [box[0] for box in found]

    def near(self, x0: int, y0: int, z0: int, x1: int, y1: int, z1: int) -> list[int]:
        """Triangles whose box meets this closed box."""
        a, b, c, d = self._box
        if x0 < a or y0 < b or x1 > c or y1 > d:
            self.look_at(min(a, x0), min(b, y0), max(c, x1), max(d, y1))
        reach = bisect_right(self._lows, x1)
        return sorted(i for i, (_, by, bz, ex, ey, ez) in zip(self._ids[:reach], self._boxes[:reach])
                      if ex >= x0 and by <= y1 and ey >= y0 and bz <= z1 and ez >= z0)

    def corners(self, i: int) -> tuple[tuple[int, int, int], ...]:
        """The three corners of a triangle."""
        if isinstance(i, bool) or not isinstance(i, int) or not 0 <= i < self.count:
            raise Refused("witness", f"there is no triangle {i}")
        a = self.numbers[9 * i:9 * i + 9]
        return (a[0], a[1], a[2]), (a[3], a[4], a[5]), (a[6], a[7], a[8])
