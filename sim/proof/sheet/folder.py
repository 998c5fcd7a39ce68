"""Sheets for a folder of proofs, each drawn from the certificate as it lies there, and the page that lists them."""
from __future__ import annotations

import json
from html import escape
from pathlib import Path

import numpy as np

from sim.errors import RefereeError
from sim.files import write_whole
from sim.proof.sheet.page import write_sheet
from sim.proof.sheet.paper import MARKS, plain
from sim.proof.sheet.subject import TRUTH_OF, Subject
from sim.proof.sheet.words import in_a_sentence

SHOWN = (("proof.html", "page"), ("sheet.svg", "sheet"), ("sheet.pdf", "sheet to print"), ("picture.png", "picture"), ("proof.glb", "model (GLB)"),
         ("certificate.json", "certificate"))
STYLE = """body{font:16px/1.5 sans-serif;color:#111;max-width:60em;margin:2em auto;padding:0 1em}table{border-collapse:collapse;width:100%}
th,td{text-align:left;padding:.4em .6em;border-bottom:1px solid #ccc;vertical-align:top;overflow-wrap:anywhere}
.legal{border-left:6px solid #0072B2}.illegal{border-left:6px dashed #D55E00}.undecided{border-left:6px dotted #E69F00}"""


def sheets(out: Path, written: list[dict], tick=lambda done, of: None) -> list[str]:
    """Draws the sheet of every proof listed in `written` ({folder, verdict | error}); returns a sentence for each that could not be."""
    problems = []
    for n, entry in enumerate(written, 1):
        if "verdict" in entry:
            try:
                write_sheet(*read_proof(out / entry["folder"]), out / entry["folder"])
            except RefereeError as error:
                problems.append(f"{entry['folder']}: {error}")
        tick(n, len(written))
    return problems


def read_proof(folder: Path) -> tuple[dict, np.ndarray]:
    """A certificate and its triangles (n, 3, 3) in mm, as they lie in a folder or, the triangles, one above it."""
    document = json.loads((folder / "certificate.json").read_text("ascii"))
    name = Path(document["triangles"]["file"]).name
    beside = folder / name if (folder / name).exists() else folder.parent / name
    return document, np.frombuffer(beside.read_bytes(), "<i8").reshape(-1, 3, 3) / 1e6


def write_listing(out: Path, written: list[dict]) -> Path:
    """Writes index.html: every move with its verdict, the sentence that decided it and the files there are."""
    rows = "\n".join(_row(out, entry) for entry in written)
    return write_whole(out / "index.html", f"""<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>Proofs</title><style>{STYLE}</style></head><body><h1>Proofs</h1>
<table><thead><tr><th scope="col">move</th><th scope="col">verdict</th><th scope="col">decided by</th><th scope="col">see</th></tr></thead><tbody>
{rows}
</tbody></table></body></html>
""")


def _row(out: Path, entry: dict) -> str:
    if "error" in entry:
        said = escape(plain(f"{entry['error']['code']}: {entry['error']['message']}"))
        return f"<tr><th scope=\"row\">{entry['move']}</th><td>not judged</td><td>{said}</td><td></td></tr>"
    folder = out / entry["folder"]
    document, triangles = read_proof(folder)
    subject = Subject(document, triangles)
    who = escape(plain(f"{entry['move']}: {', '.join(way['model'] for way in document['ways'])} ({document['ruleset']['name']})"))
    word = document["verdict"]["word"]
    why = escape(plain(f"{subject.gloss.rstrip('.')}: {in_a_sentence(subject.leaf)}" if subject.leaf else "nothing was asked"))
    links = ", ".join(f'<a href="{escape(entry["folder"], quote=True)}/{name}">{words}</a>' for name, words in SHOWN if (folder / name).exists())
    return f'<tr class="{word}"><th scope="row">{who}</th><td>{MARKS[TRUTH_OF[word]]} {word}</td><td>{why}</td><td>{links}</td></tr>'
