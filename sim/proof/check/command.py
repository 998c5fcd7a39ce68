"""`referee verify`: certificates checked, and what was found said in words or as JSON."""
from __future__ import annotations

import json
from pathlib import Path

from sim.proof.check.explain import argument
from sim.proof.check.judge import UNKNOWABLE, Report, check

EXIT = {"legal": 0, "illegal": 1, "undecided": 3, None: 2}
SEVERITY = (0, 3, 1, 2)


def run(paths: list[Path], explain: bool = False, as_json: bool = False, table=None) -> int:
    """Checks certificates (or folders of them) and prints; the worst exit code: 2 where one is refused, else as its verdict.

    `table` tells of an accepted document what in it a scenario file says otherwise.
    """
    reports = [check(p) for p in _found(paths)]
    for report in reports:
        if table is not None and report.accepted:
            report.refused += [("table", f"the scenario says otherwise: {key}") for key in table(report.document)]
    if as_json:
        told = [as_dict(r) for r in reports]
        print(json.dumps(told[0] if len(told) == 1 else {"version": 1, "certificates": told}, indent=1))
    else:
        for report in reports:
            print("\n".join(lines(report, explain)))
        if any(r.accepted for r in reports):
            print("What no checker can know:")
            print("\n".join(f"  - {s}" for s in UNKNOWABLE))
    return max((EXIT[r.verdict] for r in reports), key=SEVERITY.index, default=2)


def as_dict(report: Report) -> dict:
    """A report as plain data."""
    return {"version": 1, "certificate": str(report.path), "accepted": report.accepted, "verdict": report.verdict,
            "refused": [{"check": c, "message": m} for c, m in report.refused], "confirmed": report.confirmed, "not_checked": report.open,
            "unknowable": list(UNKNOWABLE)}


def lines(report: Report, explain: bool = False) -> list[str]:
    """A report as people read it."""
    if not report.accepted:
        return [f"{report.path}: REFUSED", *(f"  ✗ {message} [{kind}]" for kind, message in report.refused)]
    head = f"{report.path}: accepted, {report.verdict}; {len(report.confirmed)} things checked, {len(report.open)} not"
    body = argument(report) if explain else []
    return [head, *(f"  {s}" for s in body), *(f"  not checked: {s}" for s in report.open)]


def _found(paths: list[Path]):
    for path in paths:
        yield from sorted(path.rglob("certificate.json")) if path.is_dir() else [path]
