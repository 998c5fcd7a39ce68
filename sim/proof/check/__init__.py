"""The independent checker: standard library only, exact fractions, sharing nothing with the prover but certificate.py.

`check(path)` reads a certificate and the triangles beside it and returns a Report: what was refused, what was confirmed, what was not
checked. It finds for itself every triangle that could matter. Lengths inside are whole nanometres or fractions of them.
"""
from __future__ import annotations

from sim.proof.check.judge import Report, check

__all__ = ["Report", "check"]
