"""Errors of measurement: the same move as two honest people find it, and as two scans of the terrain show it.

Tape: each person's tape, placing of the model and reading of where others stand are off a little. Scan: each piece comes out a little
beside its place and a little too large or small. Trust: the terrain is said to be as noisy as a hand-held scan, and the referee
calls undecided what that doubt does not settle. All under the usual readings, so that no wording is in it.
"""
from __future__ import annotations

from dataclasses import replace
from math import sqrt

import numpy as np

from sim.measure import INCH
from sim.study.draws import draws
from sim.study.rows import base_verdict

TAPE = INCH / 16                          # one standard deviation of a leg measured with a tape, mm
PLACING = INCH / 32                       # of where a model is put or taken to stand, each way, mm
BESIDE = 0.5                              # of a scanned piece's place, each way, mm
SCALE = 0.003                             # of a scanned piece's size
DOUBT = 0.1                               # mm: the scan noise of the trust run
PEOPLE = 2


def under_errors(table, scans, doubtful, move, rules, seed: int, *purpose) -> dict:
    """Columns tape_1, tape_2, scan_1, scan_2, trust: verdicts of the move; `scans` and `doubtful` are features in place of the table's."""
    rng = draws(seed, "tape", *purpose)
    measured = [_by_tape(table, move, rng) for _ in range(PEOPLE)]
    return {**{f"tape_{n}": base_verdict(*there, rules) for n, there in enumerate(measured, 1)},
            **{f"scan_{n}": base_verdict(replace(table, features=f), move, rules) for n, f in enumerate(scans, 1)},
            "trust": base_verdict(replace(table, features=doubtful), move, rules)}


def _by_tape(table, move, rng):
    """The table and the move as one person finds them: models a hair beside their places, stops and allowance a little off."""
    def off(place):
        dx, dy = rng.normal(0, PLACING, 2)
        return place[0] + dx, place[1] + dy, place[2]

    models = tuple(replace(m, at=off(m.at)) for m in table.models)
    stat = table.model(move.model).stats["move"] * INCH
    found = replace(move, path=tuple(replace(leg, to=off(leg.to)) for leg in move.path),
                    allowance=(move.allowance or stat) + float(rng.normal(0, TAPE * sqrt(len(move.path)))))
    return replace(table, models=models), found


def scanned(features, seed: int, number: int, which: int) -> tuple:
    """The features as one scan has them: each a little beside its place and a little too large or small about its foot."""
    rng = draws(seed, "scan", number, which)
    out = []
    for f in features:
        low, high = f.triangles.min(axis=(0, 1)), f.triangles.max(axis=(0, 1))
        foot = np.array([*(low[:2] + high[:2]) / 2, low[2]])
        beside = np.array([*rng.normal(0, BESIDE, 2), 0.0])
        out.append(replace(f, triangles=(f.triangles - foot) * (1 + rng.normal(0, SCALE)) + foot + beside))
    return tuple(out)


def doubted(features) -> tuple:
    """The features, said to be as noisy as a hand-held scan."""
    return tuple(replace(f, noise=DOUBT) for f in features)
