"""What goes wrong, said once: a code, one sentence, and the place."""
from __future__ import annotations

from dataclasses import dataclass


class RefereeError(Exception):
    """Input that cannot be judged: `code` from CONTRACT, one sentence `message`, `at` the place in the user's own terms.

    `others` holds further errors of the same input, so that all faults of a file are told at once.
    """

    def __init__(self, code: str, message: str, at: str = "", others: tuple[RefereeError, ...] = ()):
        super().__init__(f"{code}: {message}" + (f" ({at})" if at else ""))
        self.code, self.message, self.at, self.others = code, message, at, tuple(others)

    @property
    def all(self) -> tuple[RefereeError, ...]:
        """This error and its companions, in the order they were found."""
        return (self, *self.others)

    def as_dict(self) -> dict:
        """The error as CONTRACT's JSON shows it."""
        return {"code": self.code, "message": self.message, "at": self.at}

    @classmethod
    def of(cls, errors: list[RefereeError]) -> RefereeError:
        """One error that carries a whole list."""
        first, *rest = errors
        return cls(first.code, first.message, first.at, tuple(rest))


@dataclass(frozen=True)
class Caution:
    """Something put up with: a W_ code, one sentence, and the place. (Python's own `Warning` is an exception.)"""
    code: str
    message: str
    at: str = ""

    def as_dict(self) -> dict:
        """The caution as CONTRACT's `warnings` show it."""
        return {"code": self.code, "message": self.message, "at": self.at}


LIMIT_CODES = frozenset({"E_LIMIT", "E_BOMB", "E_WORKER"})


def exit_code(error: RefereeError) -> int:
    """2 for bad input, 4 where a limit was hit."""
    return 4 if error.code in LIMIT_CODES else 2
