"""What every format hands back: named pieces in the file's own frame and unit."""
from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from sim.errors import Caution, RefereeError
from sim.terrain.limits import Limits


@dataclass(frozen=True, eq=False)
class Piece:
    """Part of a file: `vertices` (n, 3), `faces` (m, 3) indices as the file gives them, not yet trusted, `matrix` (4, 4) into the file's frame.

    `group_of` names several parts within one piece: an index into `groups` for each face.
    """
    name: str
    vertices: np.ndarray
    faces: np.ndarray
    matrix: np.ndarray | None = None
    groups: tuple[str, ...] = ()
    group_of: np.ndarray | None = None


@dataclass(frozen=True, eq=False)
class Content:
    """All of a file: its pieces, its unit and up axis where the format fixes them, and what was put up with.

    `families` maps the name of a node without geometry to the names of the pieces below it.
    """
    pieces: tuple[Piece, ...]
    unit: str | None = None
    up: str | None = None
    cautions: tuple[Caution, ...] = ()
    families: tuple[tuple[str, tuple[str, ...]], ...] = ()


def empty(name: str, what: str = "triangles") -> RefereeError:
    """The error for a file that holds no terrain."""
    return RefereeError("E_NO_TRIANGLES", f"{name} holds no {what}; terrain must be a mesh of triangles, so export it again as a mesh", name)


def too_many(name: str, count: int, limits: Limits) -> RefereeError:
    """The error for more triangles than we take on."""
    says = f"{name} holds {count:,} triangles, more than {limits.triangles:,}; simplify it or raise the limit `triangles`"
    return RefereeError("E_LIMIT", says, name)


def fault_in_line(code: str, name: str, line: int, says: str) -> RefereeError:
    """An error at a line of a text file."""
    return RefereeError(code, f"{name}, line {line}: {says}", f"{name}:{line}")


def not_numbers(name: str, line: int, words: list[str]) -> RefereeError:
    """The error for a corner that is not written in numbers."""
    return fault_in_line("E_NUMBER", name, line, f"`{' '.join(words)[:60]}` is not three numbers (decimals need a point, not a comma)")
