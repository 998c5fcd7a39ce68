"""The page as one file: a strict policy, the words as HTML, the data as JSON, the sheet as a picture, the bundle as its only script."""
from __future__ import annotations

import hashlib
import json
import re
from base64 import b64encode
from pathlib import Path
from urllib.parse import quote

import numpy as np

from sim.files import write_whole
from sim.proof.page import bundle, tables
from sim.proof.page.scene import scene
from sim.proof.sheet.measured import shown
from sim.proof.sheet.subject import Subject

# The view in space, the slider and the elevation: filled in by the script.
VIEWER = """<div class="viewer"><div class="stage" id="stage"><canvas id="canvas" tabindex="0"
 aria-label="The table in space. Drag to turn, pinch or scroll to come nearer; arrow keys turn, plus and minus come nearer."></canvas>
<svg id="leaders" aria-hidden="true"></svg><div id="labels"></div>
<div class="views" role="group" aria-label="Look from"><button type="button" data-view="whole">whole move</button>
<button type="button" data-view="above">above</button><button type="button" data-view="side">side</button></div></div>
<p class="fault" id="fault" hidden></p><p id="caption" aria-live="polite"></p>
<div class="replay"><button type="button" id="play" aria-pressed="false">play</button><label for="along">along the path</label>
<input type="range" id="along" min="0" max="1" step="any" value="0"><output id="where" for="along"></output></div>
<figure class="elevation"><figcaption>Elevation along the path, one scale both ways <span id="whose"></span></figcaption>
<svg id="elevation" role="img" aria-label="Elevation along the path"></svg></figure>
<p class="key"><span class="k start"></span>start <span class="k end"></span>end <span class="k ghost"></span>stop
<span class="k sweep"></span>what the base sweeps <span class="k holds"></span>holds <span class="k fails"></span>fails
<span class="k undecided"></span>undecided</p></div>"""


def page(certificate: dict, triangles: np.ndarray, sheet: str) -> str:
    """The page about a certificate: one document that asks nothing of any network.

    `triangles`: (n, 3, 3) mm, as the file beside the certificate holds them; `sheet`: the text of sheet.svg.
    """
    subject = Subject(certificate, np.asarray(triangles, float).reshape(-1, 3, 3))
    style = bundle.STYLE.read_text("utf-8")
    script = bundle.script()
    policy = (f"default-src 'none'; script-src {_hash(script)}; style-src {_hash(style)}; img-src data:; connect-src 'none'; "
              "base-uri 'none'; form-action 'none'")
    title = f"{subject.word}: move {certificate['move']['number']}, {', '.join(way['model'] for way in certificate['ways'])}"
    words = "".join((tables.clauses(subject), tables.rest(subject, shown(subject).hand), tables.accounts(subject), tables.readings(subject),
                     tables.title_block(subject), _licences() if script else ""))
    viewer = VIEWER if script else f'<p class="missing">{tables.text(bundle.UNBUILT)}</p>'
    data = f'<script type="application/json" id="scene">{_json(scene(subject))}</script><script>{script}</script>' if script else ""
    return f"""<!doctype html>
<html lang="en" data-state="{'loading' if script else 'nowebgl'}"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="viewport" content="width=device-width,initial-scale=1"><meta name="referrer" content="no-referrer">
<link rel="icon" href="data:,"><title>{tables.text(title)}</title><style>{style}</style></head><body>
<header>{tables.verdict(subject)}</header>
<main>{viewer}
<div class="words">{words}</div>
<section class="sheet" aria-labelledby="sheet"><h2 id="sheet">The sheet, to print</h2>
<img alt="{tables.text(_alt(subject))}" src="{_picture(sheet)}"></section></main>
{data}
</body></html>
"""


def write_page(certificate: dict, triangles: np.ndarray, folder: Path) -> Path:
    """Writes proof.html beside the sheet in a folder: same certificate, same bytes. Returns its path."""
    return write_whole(folder / "proof.html", page(certificate, triangles, (folder / "sheet.svg").read_text("utf-8")))


def _alt(subject: Subject) -> str:
    return f"Sheet to print: {subject.word}. Plan, elevation, detail, clauses and distance account; its numbers are in the tables of this page."


def _picture(sheet: str) -> str:
    """The sheet as a data address; its lines to a hundredth of a point, which no screen shows."""
    lean = re.sub(r' d="[^"]*"', lambda found: re.sub(r"(\.\d\d)\d+", r"\1", found[0]), sheet[sheet.index("<svg"):])
    lean = re.sub(r"\s*\n\s*", " ", re.sub(r"<metadata>.*?</metadata>", "", lean, flags=re.S))
    return "data:image/svg+xml," + quote(lean, safe=" ='/;:,.()!*@$?+-_~")


def _licences() -> str:
    told = tables.escape(bundle.NOTICE.read_text("utf-8"))
    return f'<details class="licences"><summary>Licences of what this page is built with</summary><pre>{told}</pre></details>'


def _json(data) -> str:
    """JSON that cannot end the element it stands in."""
    return json.dumps(data, sort_keys=True, separators=(",", ":"), allow_nan=False).replace("<", "\\u003c")


def _hash(source: str) -> str:
    return f"'sha256-{b64encode(hashlib.sha256(source.encode('utf-8')).digest()).decode()}'"
