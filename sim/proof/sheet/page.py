"""The sheet: one A4 page about one move, to a stated scale; a pure function of the certificate and the triangles beside it."""
from __future__ import annotations

import io
import warnings
from contextlib import contextmanager
from pathlib import Path

import matplotlib
import numpy as np
from matplotlib.backends.backend_pdf import FigureCanvasPdf
from matplotlib.backends.backend_svg import FigureCanvasSVG
from matplotlib.figure import Figure

from sim.files import write_whole
from sim.proof.certificate import INCH
from sim.proof.sheet import elevation, plan
from sim.proof.sheet.account import checked
from sim.proof.sheet.marks import Shown
from sim.proof.sheet.measured import shown
from sim.proof.sheet.paper import COLOURS, DASHES, GREY, LINE, MARKS, RC, TALL, WIDE, Drawing, Paper, fitting, inches, plain, shortened, wrapped
from sim.proof.sheet.subject import Subject
from sim.proof.sheet.tables import account_table, clause_table, other_ways, reading_lines
from sim.proof.sheet.words import in_a_sentence, margin, named, signed, tolerance

PLAN = (16.0, 77.0, 138.0, 94.0)              # mm of the page: left, bottom, wide, tall
SIDE = (16.0, 15.5, 84.0, 50.5)
DETAIL = (106.0, 15.5, 48.0, 50.5)
COLUMN, RIGHT = 160.0, 291.0
MOST_READINGS, MOST_ROWS = 8, 9
BETWEEN, FOOT = 1.6, 7.5                     # mm between the parts of the column, and under it
ENLARGED = (4, 2, 1, 0.5, 0.25)               # mm of paper to one mm of table


def sheet(certificate: dict, triangles: np.ndarray) -> Figure:
    """The page about a certificate. `triangles`: (n, 3, 3) mm, as the file beside it holds them. Raises E_MISMATCH where drawing and account differ."""
    accounts = checked(certificate)
    subject = Subject(certificate, np.asarray(triangles, float).reshape(-1, 3, 3))
    measure = shown(subject)
    with _styled(certificate):
        figure = Figure(figsize=(WIDE / INCH, TALL / INCH))
        paper = Paper(figure)
        scales = (_plan(paper, subject, measure), _elevation(paper, subject, measure), _detail(paper, subject, measure))
        _head(paper, subject, scales)
        _column(paper, subject, measure, accounts)
        paper.write(8, 4.2, shortened(f"{subject.command} · terrain sha256 {plain(certificate['hashes']['triangles'])[:16]}… · certificate "
                                      f"{plain(certificate['hashes']['seal'])[:16]}… · {plain(certificate['made_by'])}", WIDE - 16), colour=GREY)
    return figure


def write_sheet(certificate: dict, triangles: np.ndarray, folder: Path) -> list[Path]:
    """Writes sheet.svg and sheet.pdf to a folder: same certificate, same bytes. Returns their paths."""
    figure = sheet(certificate, triangles)
    title = f"Move {certificate['move']['number']}: {certificate['verdict']['word']}"
    out = []
    with _styled(certificate):
        for name, canvas, unsaid in (("sheet.svg", FigureCanvasSVG, ("Date", "Creator")),
                                     ("sheet.pdf", FigureCanvasPdf, ("CreationDate", "ModDate", "Producer", "Creator"))):
            canvas(figure)
            buffer = io.BytesIO()
            figure.savefig(buffer, format=name[-3:], metadata={**dict.fromkeys(unsaid), "Title": title})
            out.append(write_whole(Path(folder) / name, buffer.getvalue()))
    return out


@contextmanager
def _styled(certificate: dict):
    """Drawing in the sheet's style. Letters the page's font lacks are still text in the SVG, so matplotlib's warnings of them are not passed on."""
    with matplotlib.rc_context({**RC, "svg.hashsalt": certificate["hashes"]["seal"]}), warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Glyph .* missing from font")
        yield


def _head(paper: Paper, subject: Subject, scales: tuple) -> None:
    """Verdict, the deciding sentence, margin and tolerance; below, the title block."""
    document, truth = subject.document, subject.truth
    paper.box(8, 189, 58, 13.5, facecolor="white", edgecolor=COLOURS[truth], linewidth=2.4, linestyle=DASHES[truth])
    paper.write(37, 193.2, f"{MARKS[truth]} {subject.word.upper()}", size=20 if len(subject.word) < 8 else 17, bold=True, align="center")
    leaf, verdict, name = subject.leaf, document["verdict"], plain(subject.way["model"])
    if leaf:
        gloss = (subject.gloss or named(subject.claim["clause"])).rstrip(".")
        sentence = f"{plain(gloss)}: {plain(in_a_sentence(leaf))}."
        below = f"{margin(leaf, verdict['margin'])}{tolerance(leaf)}. Decided by the clause: {named(subject.claim['clause'])}."
    else:
        sentence, below = "No clause asked anything of this move.", ""
    paper.paragraph(70, 199.0, sentence, RIGHT - 75, 2, size=11, bold=True)
    paper.write(70, 189.6, shortened(below[:1].upper() + below[1:], RIGHT - 70))
    move, rules, model = document["move"], document["ruleset"], subject.mover
    who = f"unit {plain(move['unit'])}: " if move["unit"] else ""
    others = f" and {len(document['ways']) - 1} more" if len(document["ways"]) > 1 else ""
    allowed = document["distance"]["allowance"]
    one, side, detail = scales
    for y, words in ((184.2, f"{plain(rules['document'])}, {plain(rules['edition'])} · {plain(move.get('title') or '')} · move {move['number']}: "
                             f"{who}{name}{others}, {plain(move['action'])}"),
                     (180.6, f"{plain(model['outline']['name'])}, {inches(model['height'])} tall · allowance {'–' if allowed is None else inches(allowed)} · "
                             f"table {inches(document['table']['size'][0])} x {inches(document['table']['size'][1])} · numbers in inches · plan 1:{one:g}, "
                             f"elevation 1:{side:g}, detail {detail} when printed on A4 at 100 %")):
        paper.write(8, y, shortened(words, RIGHT - 8))
    paper.rule(8, 178.4, RIGHT, 0.8)


def _plan(paper: Paper, subject: Subject, measure: Shown) -> float:
    left, bottom, wide, tall = PLAN
    x0, y0, x1, y1 = plan.extent(subject, measure)
    scale = fitting((x1 - x0, y1 - y0), (wide, tall))
    drawing = Drawing(paper.axes(*PLAN), scale, ((x0 + x1) / 2, (y0 + y1) / 2), (wide, tall))
    plan.draw_plan(drawing, subject, measure)
    paper.write(left, bottom + tall + 1.2, f"PLAN 1:{scale:g}", bold=True)
    key = "start dashed, end solid, inch ticks, climbs thick, enemies hatched, crosses touch"
    paper.write(left + wide, bottom + tall + 1.2, key, colour=GREY, align="right")
    return scale


def _elevation(paper: Paper, subject: Subject, measure: Shown) -> float:
    left, bottom, wide, tall = SIDE
    x0, z0, x1, z1 = elevation.extent(subject)
    scale = fitting((x1 - x0, z1 - z0), (wide, tall - elevation.BELOW))
    middle = ((x0 + x1) / 2, z0 - elevation.BELOW * scale + tall * scale / 2)
    elevation.draw_elevation(Drawing(paper.axes(*SIDE), scale, middle, (wide, tall)), subject, measure)
    paper.write(left, bottom + tall + 1.2, f"ELEVATION along the path 1:{scale:g}, both ways", bold=True)
    return scale


def _detail(paper: Paper, subject: Subject, measure: Shown) -> str:
    left, bottom, wide, tall = DETAIL
    middle, reach = measure.spot
    large = next((n for n in ENLARGED if 2 * reach * n <= min(wide, tall)), ENLARGED[-1])
    drawing = Drawing(paper.axes(*DETAIL), 1 / large, middle, (wide, tall))
    (elevation.draw_elevation if measure.upright else plan.draw_plan)(drawing, subject, measure, detail=True)
    ratio = f"{large}:1" if large >= 1 else f"1:{round(1 / large)}"
    paper.write(left, bottom + tall + 1.2, f"DETAIL {ratio}", bold=True)
    paper.paragraph(left, bottom - 3.6, measure.spot_says, wide, 2)
    return ratio


def _column(paper: Paper, subject: Subject, measure: Shown, accounts: dict) -> None:
    """What is read, down the right side: the clauses have what room the other parts leave them."""
    document, room = subject.document, RIGHT - COLUMN
    readings = [shortened(line, room) for line in reading_lines(document)]
    if len(readings) > MOST_READINGS:
        readings = [*readings[:MOST_READINGS - 1], f"and {len(readings) - MOST_READINGS + 1} more combinations: see the certificate"]
    effects = "; ".join(f"{named(e['name'])}: {signed(e['says'])}" for e in document["effects"])
    parts = [("CHECK IT BY HAND", wrapped(measure.hand, room, 4)), ("READINGS", readings),
             *([("EFFECTS", wrapped(effects, room, 2))] if effects else []),
             *([("OTHER WAYS LOOKED AT", wrapped(other_ways(document), room, 2))] if document["other_ways"] else []),
             ("WHAT THIS DOES NOT PROVE", wrapped("; ".join(document["not_proved"]) + ".", room, 4))]
    below = sum(LINE * (len(lines) + 1) + BETWEEN for _, lines in parts) + FOOT
    account = LINE * (min(len(accounts[subject.way["model"]]), MOST_ROWS) + (len(accounts) > 1)) + 12.0
    y = clause_table(paper, subject, COLUMN, 173.5, below + account) - BETWEEN
    y = account_table(paper, subject, accounts, COLUMN, y, y - account) - 1.0
    for heading, lines in parts:
        y = paper.heading(COLUMN, y, heading)
        for line in lines:
            paper.write(COLUMN, y, line)
            y -= LINE
        y -= BETWEEN - 0.4
