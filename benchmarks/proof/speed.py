"""A 6 in leg on a noisy scan of about 300,000 triangles: CPU time to rule, to prove, to check, and the size of the certificate.

    python benchmarks/proof/speed.py [--moves 5] [--noise 0.01]

The scan is made here: hills of half an inch over 24 x 24 in, a point every 1/16 in, heights off by `--noise` inches (one standard deviation).
"""
from __future__ import annotations

import argparse
import platform
import tempfile
import time
from math import cos, sin
from pathlib import Path

import numpy as np

from rulesets.fallout_factions import rules
from sim.proof.certificate import canonical
from sim.proof.check import check
from sim.proof.write import certify
from sim.referee import rule
from sim.scenario import scenario_from_dict

SIDE, POINTS = 24.0, 389


def scan(path: Path, noise: float, points: int = POINTS) -> int:
    """Writes the scan as a binary STL in inches, `points` along each side; how many triangles it has."""
    chance = np.random.default_rng(1)
    x, y = np.meshgrid(np.linspace(0, SIDE, points), np.linspace(0, SIDE, points), indexing="ij")
    z = 1 + 0.25 * np.sin(x / 2) * np.cos(y / 3) + noise * chance.standard_normal(x.shape)
    p = np.stack([x, y, z], axis=-1)
    a, b, c, d = p[:-1, :-1], p[1:, :-1], p[1:, 1:], p[:-1, 1:]
    triangles = np.concatenate([np.stack([a, b, c], axis=2).reshape(-1, 3, 3), np.stack([a, c, d], axis=2).reshape(-1, 3, 3)])
    rows = np.zeros(len(triangles), dtype=[("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("attribute", "<u2")])
    rows["corners"] = triangles
    path.write_bytes(b"\0" * 80 + np.uint32(len(triangles)).tobytes() + rows.tobytes())
    return len(triangles)


def main() -> None:
    ask = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    ask.add_argument("--moves", type=int, default=5)
    ask.add_argument("--noise", type=float, default=0.01)
    asked = ask.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        count = scan(Path(folder, "scan.stl"), asked.noise)
        moves = [{"model": "A", "path": [[round(10 + 6 * cos(t), 4), round(12 + 6 * sin(t), 4)]]} for t in np.linspace(0.1, 6, asked.moves)]
        scenario = scenario_from_dict({
            "board": {"size": [SIDE, SIDE], "floor": False}, "scan": {"noise": asked.noise},
            "terrain": [{"name": "scan", "mesh": "scan.stl", "units": "in", "at": [12, 12, 0], "anchor": "bottom"}],
            "models": [{"name": "A", "base": 32, "at": [10, 12], "stats": {"move": 8, "agility": 5}}], "moves": moves}, folder)
        print(f"{count} triangles, noise {asked.noise} in; {platform.machine()}, Python {platform.python_version()}")
        rule(scenario.table, scenario.moves[0], rules, cross_check=False)          # compiled and cached before anything is timed
        for i, move in enumerate(scenario.moves):
            t = [time.process_time()]
            ruling = rule(scenario.table, move, rules, cross_check=False)
            t.append(time.process_time())
            document, triangles = certify(scenario, i, ruling)
            t.append(time.process_time())
            Path(folder, document["triangles"]["file"]).write_bytes(triangles)
            path = Path(folder, "certificate.json")
            path.write_bytes(canonical(document))
            t.append(time.process_time())
            report = check(path)
            t.append(time.process_time())
            planes = sum(len(piece or ()) for f in document["facts"].values() for piece in f.get("pieces", []))
            print(f"move {i}: {ruling.verdict}; ruled {t[1] - t[0]:.2f} s, proved {t[2] - t[1]:.2f} s, checked {t[4] - t[3]:.2f} s; "
                  f"{len(path.read_bytes()) / 1000:.1f} kB, {planes} planes; " + ("accepted" if report.accepted else f"REFUSED {report.refused[:3]}"))
            for line in report.open:
                print(f"    not checked: {line}")


if __name__ == "__main__":
    main()
