"""A table of the study scanned: its truth, its views taken by a sensor, the merged and simplified mesh, and how good that mesh is."""
from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from io import BytesIO
from pathlib import Path

import fast_simplification
import numpy as np

from benchmarks.scanner.fusion import merged
from benchmarks.scanner.sensor import Sensor, taken
from benchmarks.scanner.views import View, views
from sim.files import write_whole
from sim.referee.setting import world_of
from sim.study.draws import draws
from sim.study.tables import StudyTable, drawn_table
from sim.table import Feature, Table
from sim.terrain.place import snap
from sim.terrain.topology import Topology

MARGIN = 40.0             # mm of table scanned beyond the board's edge, below the ground and above the highest top
VOXEL = 2.0               # mm
TRIANGLES = 60_000        # left once simplified: one for every 8 mm2 of a board of 24 in


@dataclass(frozen=True, slots=True, kw_only=True)
class Scan:
    """One scan asked for: table `number` of the study tables of `seed`, its surface off by `sigma` mm (one standard deviation)."""
    seed: int
    number: int
    sigma: float

    def purpose(self) -> tuple:
        """What tells its random numbers from those of others."""
        return "scan", self.number, self.sigma


@lru_cache(maxsize=2)
def truth(seed: int, number: int) -> StudyTable:
    """The table as it is."""
    return drawn_table(seed, number)


@lru_cache(maxsize=1)
def _views(seed: int, number: int) -> list[View]:
    table = truth(seed, number).table
    return views(world_of(table), table.size)


def scanned(scan: Scan, folder: Path) -> np.ndarray:
    """The scan's triangles (n, 3, 3), mm where the table's are; read from the folder where it has been made before."""
    path = folder / f"table-{scan.number}-sigma-{scan.sigma:g}.npy"
    if not path.exists():
        file = BytesIO()
        np.save(file, _made(scan).astype(np.float32))
        write_whole(path, file.getvalue())
    return np.load(path).astype(np.float64)


def _made(scan: Scan) -> np.ndarray:
    table, sensor = truth(scan.seed, scan.number).table, Sensor(scan.sigma)
    rng = draws(scan.seed, *scan.purpose())
    low = np.array([-MARGIN, -MARGIN, -4 * VOXEL])
    high = np.array([table.size[0] + MARGIN, table.size[1] + MARGIN, world_of(table).top + 4 * VOXEL])
    found = Topology.of(merged([taken(view, sensor, rng) for view in _views(scan.seed, scan.number)], low, high, VOXEL))
    vertices, faces = fast_simplification.simplify(found.vertices.astype(np.float32), found.faces[~found.collapsed].astype(np.int32), target_count=TRIANGLES)
    middle = np.array([*table.size, 0.0]) / 2
    return (vertices.astype(np.float64)[faces] - middle) * (1 + rng.normal(0, sensor.scale_error)) + middle


def as_terrain(table: Table, scan: Scan, triangles: np.ndarray) -> tuple[Feature, ...]:
    """The one piece of terrain that a scan of a whole table is, its noise and scale error declared."""
    placed = snap(triangles, 1e-6)
    placed.setflags(write=False)
    return (Feature(name="scan", triangles=placed, traits=frozenset(), parts=(("", frozenset()),), part_of=np.zeros(len(placed), dtype=np.int32),
                    noise=scan.sigma, scale_error=Sensor(scan.sigma).scale_error, source="scan", sha256=""),)
