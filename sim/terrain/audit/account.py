"""What the audit found a file to hold: figures that the reader's triangles must have too, and all that the reader need not be asked."""
from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from sim.errors import Caution, RefereeError
from sim.terrain.audit.faults import empty, too_many
from sim.terrain.limits import Limits

CLOSE = 1e-9              # share of the largest coordinate by which sums of the same numbers in another order may differ


@dataclass(frozen=True, eq=False)
class Figures:
    """Figures of triangles (n, 3, 3): how many, their bounds, and sums that change with any corner, its place and its order."""
    triangles: int
    low: np.ndarray
    high: np.ndarray
    mean: np.ndarray
    moment: np.ndarray

    @classmethod
    def of(cls, corners: np.ndarray) -> Figures:
        """The figures of at least one triangle."""
        rank = np.linspace(0.0, 1.0, len(corners))
        with np.errstate(all="ignore"):              # what overflows, overflows in both readings
            return cls(triangles=len(corners), low=corners.min(axis=(0, 1)), high=corners.max(axis=(0, 1)), mean=corners.mean(axis=0),
                       moment=np.einsum("i,ijk->jk", rank, corners) / len(corners))

    def difference(self, other: Figures) -> str:
        """The first figure in which the two differ, in words; empty if they agree."""
        if self.triangles != other.triangles:
            return f"{self.triangles:,} triangles against {other.triangles:,}"
        reach = CLOSE * max(float(np.abs([self.low, self.high]).max()), 1e-300)
        for figure, words in (("low", "lowest corners"), ("high", "highest corners"), ("mean", "middle"), ("moment", "order")):
            if not np.allclose(getattr(self, figure), getattr(other, figure), rtol=0, atol=reach, equal_nan=True):
                return f"another {words}" if figure in ("mean", "moment") else f"other {words}"
        return ""


@dataclass(frozen=True, kw_only=True, eq=False)
class Account:
    """A file as the audit read it.

    `plain` is what the reader is given, in the format `kind`: the same geometry and nothing else. `names` are those of the parts and `name_of`
    (n,) gives the part of each triangle; `families` maps a name that stands for several parts to theirs. `beside` lists the files read along
    with it (name, sha256).
    """
    kind: str
    plain: bytes
    figures: Figures
    names: tuple[str, ...]
    name_of: np.ndarray
    families: tuple[tuple[str, tuple[str, ...]], ...] = ()
    unit: str | None = None
    up: str | None = None
    cautions: tuple[Caution, ...] = ()
    beside: tuple[tuple[str, str], ...] = ()


def demand_some(count: int, name: str, limits: Limits) -> None:
    """At least one triangle and no more than the limit."""
    if not count:
        raise empty(name)
    if count > limits.triangles:
        raise too_many(name, count, limits)


def corners_of(vertices: np.ndarray, faces: np.ndarray, name: str, matrix: np.ndarray | None = None) -> np.ndarray:
    """Corner coordinates (n, 3, 3): indices are checked before they are used, numbers before they are believed.

    `vertices` (v, 3), `faces` (n, 3) indices, `matrix` (4, 4) into the file's frame; a mirror's triangles are turned over, so that out stays out.
    """
    if len(faces) and (faces.min() < 0 or faces.max() >= len(vertices)):
        bad, = np.nonzero(((faces < 0) | (faces >= len(vertices))).any(axis=1))
        raise RefereeError("E_INDEX", f"{name}: face {bad[0]} asks for a vertex that is not there ({len(vertices):,} are); export it again", name)
    with np.errstate(invalid="ignore"):
        corners = np.asarray(vertices, dtype=np.float64)[faces.astype(np.int64)]
    if not np.isfinite(corners).all():
        bad = np.nonzero(~np.isfinite(corners).all(axis=(1, 2)))[0][0]
        raise RefereeError("E_NONFINITE", f"{name}: triangle {bad} has a coordinate that is not a finite number; export it again", name)
    if matrix is not None and not np.array_equal(matrix, np.eye(4)):
        corners = corners @ matrix[:3, :3].T + matrix[:3, 3]
        if np.linalg.det(matrix[:3, :3]) < 0:
            corners = corners[:, ::-1]
    return corners


def check_matrix(matrix: np.ndarray, name: str, whose: str) -> None:
    """E_TRANSFORM unless the transform is finite, keeps straight what is straight and flattens nothing."""
    if not np.isfinite(matrix).all():
        raise RefereeError("E_TRANSFORM", f"{name}: the transform of {whose} is not finite; export it again", name)
    sizes = np.linalg.svd(matrix[:3, :3], compute_uv=False)
    if not np.allclose(matrix[3], (0, 0, 0, 1)) or sizes[2] <= 1e-9 * sizes[0] or sizes[0] < 1e-30:
        says = f"{name}: the transform of {whose} flattens it or puts it in perspective; apply transforms and export it again"
        raise RefereeError("E_TRANSFORM", says, name)


def stretch_caution(matrices: list[np.ndarray], name: str) -> list[Caution]:
    """A caution if some transform makes a thing longer one way than another."""
    if not matrices:
        return []
    sizes = np.linalg.svd(np.array([m[:3, :3] for m in matrices]), compute_uv=False)
    most = float((sizes[:, 0] / sizes[:, 2]).max())
    if most < 1.001:
        return []
    return [Caution("W_NONUNIFORM_SCALE", f"{name} stretches a part {most:.3g} times as much one way as another; look whether that is meant", name)]
