"""A ruling in a notebook: its proof sheet, or, where there is none, its table as text."""
from __future__ import annotations

from html import escape
from pathlib import Path
from tempfile import TemporaryDirectory
from types import SimpleNamespace

import numpy as np

from sim.errors import RefereeError
from sim.proof.sheet import write_sheet
from sim.proof.write import certify


def as_html(ruling) -> str:
    """The sheet of a model's or a unit's ruling as SVG inside a document; the readings it was asked under are all it looks at."""
    models = getattr(ruling, "models", (ruling,))
    if not models:
        return _text(ruling)
    move = getattr(ruling, "move", None) or ruling.scene.move
    asked = SimpleNamespace(path=None, sha256="", title="", warnings=(), table=models[0].scene.table, moves=(move,))
    certificate, triangles = certify(asked, 0, ruling, readings=dict(ruling.readings))
    with TemporaryDirectory() as folder:
        try:
            write_sheet(certificate, np.frombuffer(triangles, "<i8").reshape(-1, 3, 3) / 1e6, Path(folder))
        except RefereeError:
            return _text(ruling)
        svg = (Path(folder) / "sheet.svg").read_text("utf-8")
    return svg[svg.index("<svg"):]


def _text(ruling) -> str:
    return f"<pre>{escape(str(ruling))}</pre>"
