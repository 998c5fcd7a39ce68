"""What `referee inspect` does: look at one mesh, write the drawings asked for, and say what was found."""
from __future__ import annotations

import json
from pathlib import Path

from sim.checking import limits_of
from sim.errors import RefereeError
from sim.inspect import inspect
from sim.inspect.document import document
from sim.inspect.show import show_inspection
from sim.quiet import hushed
from sim.show import Paper
from sim.terrain.place import AXES, UNITS_MM


def run(mesh: Path, *, units: str | None, up: str | None, scale: float | None, leave_out: tuple[str, ...], plan: Path | None, picture: Path | None,
        as_json: bool, limits: dict[str, str]) -> int:
    """Prints a table, or one JSON document; 0 where the mesh could be looked at."""
    _demand(units is None or units in UNITS_MM, "E_UNITS", f"--units takes {' '.join(UNITS_MM)}, not {units!r}", "--units")
    _demand(up is None or up in AXES, "E_SCENARIO", f"--up takes {' '.join(AXES)}, not {up!r}", "--up")
    _demand(scale is None or 0 < scale < float("inf"), "E_SCENARIO", f"--scale takes a number above zero, not {scale}", "--scale")
    with hushed():
        found = inspect(mesh, units=units, up=up, scale=scale, leave_out=leave_out, limits=limits_of(limits))
        told = document(found)
        written = _drawings(found, plan, picture)
    if as_json:
        print(json.dumps(told, indent=1, allow_nan=False))
        return 0
    paper = Paper()
    show_inspection(paper, told)
    for path in written:
        paper.line(f"wrote {path}")
    return 0


def _drawings(found, plan: Path | None, picture: Path | None) -> list[Path]:
    written = []
    if plan:
        from sim.inspect.plan import write_plan
        written.append(write_plan(plan, found))
    if picture:
        from sim.inspect.picture import write_picture
        written.append(write_picture(picture, found))
    return written


def _demand(true: bool, code: str, says: str, at: str) -> None:
    if not true:
        raise RefereeError(code, says, at)
