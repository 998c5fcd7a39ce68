"""The parts of a sheet that are read: clauses, distance account, readings, what is left open. Long lists are cut with a count, never in silence."""
from __future__ import annotations

from sim.proof.certificate import decider, part_of
from sim.proof.sheet.account import Row, places
from sim.proof.sheet.paper import COLOURS, DASHES, GREY, INK, LINE, MARKS, Paper, inches, plain, shortened, wrapped
from sim.proof.sheet.subject import TRUTH_OF, Subject, settling
from sim.proof.sheet.words import compared, named, signed

COLUMNS = ((0, 12, "id"), (12, 48, "test"), (61, 41, "measured against limit"), (103, 5, ""), (109, 22, "citation"))       # mm: left, width, head
RANK = {"fails": 0, "undecided": 1, "holds": 2}


def clause_rows(document: dict) -> list[tuple[dict, list[dict]]]:
    """(deciding claim, all claims) of each clause: the one that decided the move first, then what fails, then the rest as the book has them."""
    grouped: dict[tuple, list[dict]] = {}
    for claim in document["claims"]:
        grouped.setdefault((claim["clause"], claim["step"] is None), []).append(claim)
    which = document["verdict"]["deciding"]
    first = None if which is None else document["claims"][which]
    rows = [(min(claims, key=lambda c: (c is not first, RANK[c["truth"]], _slack(c))), claims) for claims in grouped.values()]
    return sorted(rows, key=lambda row: (row[0] is not first, RANK[row[0]["truth"]]))


def _slack(claim: dict) -> float:
    slack = decider(claim["claim"]).get("slack")
    return 1e9 if slack is None else slack


def clause_table(paper: Paper, subject: Subject, x: float, y: float, floor: float) -> float:
    """The clauses from y downward, no lower than `floor`; returns the y below."""
    y = paper.heading(x, y, "CLAUSES, the deciding one first")
    for left, _, head in COLUMNS:
        paper.write(x + left, y, head, colour=GREY)
    paper.rule(x, y - 1.1, x + 131)
    y -= LINE + 0.9
    rows, silent = clause_rows(subject.document), subject.document["silent"]
    most = next((n for n in (3, 2) if sum(_tall(_cells(subject.document, *row, n)) for row in rows) < y - floor), 2)
    for i, (claim, alike) in enumerate(rows):
        cells = _cells(subject.document, claim, alike, most if i else 4, bold=claim is subject.claim)
        tall = _tall(cells)
        if y - tall < floor + (LINE if i < len(rows) - 1 else 0):
            left = rows[i:]
            bad = sum(claim["truth"] != "holds" for claim, _ in left)
            paper.write(x, y, f"and {len(left)} more clauses, {f'{bad} of them not held' if bad else 'all of them hold'}: see the certificate")
            y -= LINE
            break
        for (left, _, head), lines in zip(COLUMNS, cells):
            for k, line in enumerate(lines):
                mark = not head
                paper.write(x + left, y - k * LINE, line, 10 if mark else 8, mark or i == 0 and left > 0, COLOURS[claim["truth"]] if mark else INK)
        y -= tall
        paper.rule(x, y + LINE - 1.0, x + 131, 0.15)
    if silent:
        paper.write(x, y, shortened(f"{len(silent)} clauses asked nothing of this move: {', '.join(map(named, silent))}", 131), colour=GREY)
        y -= LINE
    return y


def _tall(cells: list[list[str]]) -> float:
    return max(map(len, cells)) * LINE + 0.7


def _cells(document: dict, claim: dict, alike: list[dict], most: int, bold: bool = False) -> list[list[str]]:
    part, leaf = part_of(document, claim), settling(claim["claim"])
    ids = [shortened(plain(n), 11) for n in part["ids"][:1]] + ([f"+{len(part['ids']) - 1}"] if len(part["ids"]) > 1 else [])
    words = compared(leaf) + (f" (and {len(alike) - 1} alike)" if len(alike) > 1 else "")
    return [[" ".join(ids)] if ids else ["–"], wrapped(part["gloss"] or named(claim["clause"]), COLUMNS[1][1], most, bold=bold),
            wrapped(words, COLUMNS[2][1], most, bold=bold), [MARKS[claim["truth"]]],
            wrapped(part["cite"] or "the referee's own", COLUMNS[4][1], most, bold=bold)]


def account_table(paper: Paper, subject: Subject, accounts: dict[str, list[Row]], x: float, y: float, floor: float) -> float:
    """The distance account of the model the ruling is about, with its running sum, and a bar against the allowance."""
    name = subject.way["model"]
    account, others = accounts[name], [n for n in accounts if n != name]
    number, total = places(account), sum(row.counts for row in account)
    y = paper.heading(x, y, shortened(f"DISTANCE of {plain(name)}: what the drawing measures, what counts, running sum", 131, bold=True))
    running, room = 0.0, max(int((y - floor - 7.0 - (LINE if others else 0)) / LINE + 1e-6), 1)
    kept = account if len(account) <= room else account[:room - 1]
    for row in kept:
        running += row.counts
        free = "" if abs(row.counts - row.length) < 1e-6 else " (free)" if abs(row.counts) < 1e-6 else " (in part)"
        paper.write(x, y, shortened(row.what + free, 46))
        paper.write(x + 62, y, inches(row.length, number), align="right")
        paper.write(x + 82, y, inches(row.counts, number), align="right")
        paper.write(x + 103, y, f"Σ {inches(running, number)}", align="right")
        y -= LINE
    if len(kept) < len(account):
        rest = sum(row.counts for row in account[len(kept):])
        paper.write(x, y, f"and {len(account) - len(kept)} more")
        paper.write(x + 82, y, inches(rest, number), align="right")
        paper.write(x + 103, y, f"Σ {inches(running + rest, number)}", align="right")
        y -= LINE
    if others:
        paper.write(x, y, shortened("others: " + ", ".join(f"{plain(n)} {inches(sum(r.counts for r in accounts[n]))}" for n in others), 131))
        y -= LINE
    return _bar(paper, subject, total, x, y, number)


def _bar(paper: Paper, subject: Subject, total: float, x: float, y: float, number: int) -> float:
    """What is charged as a bar, the allowance as a line across it."""
    allowance = _allowance(subject)
    end = max(total, allowance or 0.0, 1e-6) * 1.04
    truth = "holds" if allowance is None else next((c["truth"] for c in subject.document["claims"] if c["model"] == subject.way["model"]
                                                    and c["claim"].get("measured", {}).get("measure") == "charged"), "holds")
    y -= 1.4
    long = 62 * total / end
    paper.box(x, y, 62, 3.2, facecolor="white", edgecolor=GREY, linewidth=0.4)
    paper.box(x, y, long, 3.2, facecolor=COLOURS[truth], edgecolor=INK, linewidth=0.8, linestyle=DASHES[truth], alpha=0.85)
    words = f"{inches(total, number)} charged"
    if allowance is not None:
        paper.line([x + 62 * allowance / end] * 2, [y - 1.0, y + 4.2], color=INK, linewidth=1.8)
        words += f" of {inches(allowance, number)} allowed {MARKS[truth]}"
    paper.write(x + 65, y + 0.5, words, bold=True)
    return y - LINE - 1.2


def _allowance(subject: Subject) -> float | None:
    """The limit that the distance of the model is held against."""
    for claim in subject.document["claims"]:
        if claim["model"] == subject.way["model"] and claim["claim"].get("measured", {}).get("measure") == "charged":
            return claim["claim"]["limit"]["value"]
    return subject.document["distance"]["allowance"]


def reading_lines(document: dict) -> list[str]:
    """The ruling under each combination of the readings on which it hangs; if none does, that."""
    every = document["all_readings"]
    if every is None:
        return ["Only the readings chosen were looked at."]
    if every["of"] == 1:
        return ["Nothing on this move hangs on how the rules are read."]
    if not every["pivots"]:
        return [f"The ruling is the same under all {every['of']} combinations of the readings it rests on."]
    lines = []
    for ruling in every["rulings"]:
        chosen = ", ".join(f"{named(n)}: {named(r)}" for n, r in sorted(ruling["readings"].items()) if n in every["pivots"])
        lines.append(f"{ruling['verdict'].upper()} {MARKS[TRUTH_OF[ruling['verdict']]]} if {chosen} ({inches(ruling['charged'])})")
    return lines


def other_ways(document: dict) -> str:
    """What is broken on the other ways of an illegal move."""
    ways = document["other_ways"]
    told = "; ".join(f"by {', '.join(map(named, way['by']))}: {signed(way['says'])} {MARKS[way['truth']]}" for way in ways)
    return f"{len(ways)} more: {told}."
