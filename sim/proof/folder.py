"""Everything that is drawn of a folder of proofs: sheet, page, picture and model of each, all from the certificate as it lies there."""
from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

from sim.errors import RefereeError
from sim.proof.page.document import write_page
from sim.proof.sheet import write_sheet
from sim.proof.sheet.folder import read_proof


def drawings(out: Path, written: list[dict], glb: bool = False, tick=lambda done, of: None) -> list[str]:
    """Draws what there is to draw of every proof listed in `written` ({folder, verdict | error}); returns a sentence for each that could not be.

    The picture needs the extra `render`; without it there is none, and the sheet serves.
    """
    problems, render = [], find_spec("pyvista") is not None
    for n, entry in enumerate(written, 1):
        if "verdict" in entry:
            folder = out / entry["folder"]
            certificate, triangles = read_proof(folder)
            try:
                write_sheet(certificate, triangles, folder)
                write_page(certificate, triangles, folder)
            except RefereeError as error:
                problems.append(f"{entry['folder']}: {error}")
            if render:
                from sim.proof.picture import write_picture
                write_picture(certificate, triangles, folder)
            if glb:
                from sim.proof.model import write_model
                write_model(certificate, triangles, folder)
        tick(n, len(written))
    return problems
