"""Exit codes of the command: 0 all legal, 1 some illegal or a miss, 2 bad input, 3 some undecided, 4 a limit or a dead worker."""
from __future__ import annotations

from sim.errors import RefereeError, exit_code

SEVERITY = (0, 3, 1, 2, 4)        # from nothing wrong to the worst
OF_VERDICT = {"legal": 0, "illegal": 1, "undecided": 3}


def worst(codes) -> int:
    """The worst of several exit codes; 0 of none."""
    return max(codes, key=SEVERITY.index, default=0)


def of_error(error: RefereeError) -> int:
    """The exit code of an error and its companions."""
    return worst(map(exit_code, error.all))


def of_document(document: dict) -> int:
    """The exit code that a document of `check --json` stands for."""
    if "error" in document:
        return worst(map(_told, document["errors"]))
    return worst(_told(o["error"]) if "error" in o else OF_VERDICT[o["verdict"]] for o in document["rulings"])


def _told(error: dict) -> int:
    return exit_code(RefereeError(error["code"], error["message"]))
