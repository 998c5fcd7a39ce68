"""The errors that several formats share, in one wording."""
from __future__ import annotations

from sim.errors import RefereeError
from sim.terrain.limits import Limits


def empty(name: str, what: str = "triangles") -> RefereeError:
    """The error for a file that holds no terrain."""
    return RefereeError("E_NO_TRIANGLES", f"{name} holds no {what}; terrain must be a mesh of triangles, so export it again as a mesh", name)


def too_many(name: str, count: int, limits: Limits) -> RefereeError:
    """The error for more triangles than we take on."""
    says = f"{name} holds {count:,} triangles, more than {limits.triangles:,}; simplify it or raise the limit `triangles`"
    return RefereeError("E_LIMIT", says, name)


def too_many_parts(name: str, count: int, limits: Limits) -> RefereeError:
    """The error for more solids or nodes than we take on."""
    says = f"{name} holds {count:,} solids or nodes, more than {limits.parts:,}; join them or raise the limit `parts`"
    return RefereeError("E_LIMIT", says, name)


def fault(code: str, name: str, says: str) -> RefereeError:
    """An error of a whole file, which another export may mend."""
    return RefereeError(code, f"{name} {says}; export it again", name)


def fault_in_line(code: str, name: str, line: int, says: str) -> RefereeError:
    """An error at a line of a text file."""
    return RefereeError(code, f"{name}, line {line}: {says}", f"{name}:{line}")


def not_numbers(name: str, line: int, words: list[str]) -> RefereeError:
    """The error for a corner that is not written in numbers."""
    return fault_in_line("E_NUMBER", name, line, f"`{' '.join(words)[:60]}` is not three numbers (decimals need a point, not a comma)")
