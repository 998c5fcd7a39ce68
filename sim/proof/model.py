"""A proof as a GLB: terrain, path, sweeps and marks, for viewers of such files."""
from __future__ import annotations

from pathlib import Path

import numpy as np
from matplotlib.colors import to_rgb

from sim.proof.figures import figures
from sim.proof.sheet.subject import Subject
from sim.terrain.drawing import write_drawing


def write_model(certificate: dict, triangles: np.ndarray, folder: Path) -> Path:
    """Writes proof.glb to a folder: same certificate, same bytes. `triangles`: (n, 3, 3) mm. Returns its path."""
    shown = figures(Subject(certificate, np.asarray(triangles, float).reshape(-1, 3, 3)))
    return write_drawing(folder / "proof.glb", [(s.name, s.triangles, _rgba(s.colour, s.clear)) for s in shown.solids],
                         [(line.name, line.points, _rgba(line.colour)) for line in shown.lines])


def _rgba(colour: str, clear: float = 0.0) -> tuple[int, ...]:
    return tuple(round(255 * v) for v in (*to_rgb(colour), 1 - clear))
