"""Making a scan and saying how good it is, as one job of a batch."""
from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

from benchmarks.scanner.edges import quality
from benchmarks.scanner.scans import Scan, as_terrain, scanned, truth
from benchmarks.scanner.trial import code
from sim.jobs import key_of
from sim.referee.setting import world_of


@dataclass(frozen=True)
class Grade:
    """A scan asked for, kept in the folder `scans`."""
    scan: Scan
    scans: str

    @cached_property
    def key(self) -> str:
        return key_of("scan", self.scan.seed, self.scan.number, self.scan.sigma, code())


def grade_of(job: Grade) -> dict:
    """Figures of one scan (mm); it is made where it has not been."""
    table = truth(job.scan.seed, job.scan.number)
    terrain = as_terrain(table.table, job.scan, scanned(job.scan, Path(job.scans)))
    return {"table": job.scan.number, "sigma": job.scan.sigma, **quality(table, world_of(replace(table.table, floor=False, features=terrain)))}
