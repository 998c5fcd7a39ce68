"""What is read on a page, as HTML that needs no script: every word escaped, nothing styled in place."""
from __future__ import annotations

from html import escape

from sim.proof.certificate import INCH, part_of
from sim.proof.page.rows import account_rows, allowance_of, clauses_of
from sim.proof.sheet.paper import MARKS, inches, plain
from sim.proof.sheet.subject import TRUTH_OF, Subject, settling
from sim.proof.sheet.words import compared, in_a_sentence, margin, named, signed, tolerance

WORDS = {"holds": "holds", "fails": "fails", "undecided": "undecided"}
MOST_ALIKE = 40


def text(words: object) -> str:
    """Words from anywhere as one line of text for HTML."""
    return escape(plain(words), quote=True)


def mark(truth: str) -> str:
    return f'<span class="mark {truth}" aria-hidden="true">{MARKS[truth]}</span>'


def verdict(subject: Subject) -> str:
    """The head of the page: word and mark, the sentence, margin and tolerance, the deciding clause."""
    leaf, word = subject.leaf, subject.word
    if leaf:
        gloss = (subject.gloss or named(subject.claim["clause"])).rstrip(".")
        sentence = f"{gloss}: {in_a_sentence(leaf)}."
        part = part_of(subject.document, subject.claim)
        cite = f" ({plain(', '.join([part['cite'], *part['ids']]))})" if part["cite"] else ""
        below = f"{margin(leaf, subject.document['verdict']['margin'])}{tolerance(leaf)}. Decided by the clause: {named(subject.claim['clause'])}{cite}."
    else:
        sentence, below = "No clause asked anything of this move.", ""
    return (f'<div class="verdict {subject.truth}" role="status" aria-live="polite"><p class="word"><span aria-hidden="true">{MARKS[subject.truth]}</span> '
            f'{word.upper()}</p><div><h1>{text(sentence)}</h1><p>{text(below[:1].upper() + below[1:])}</p></div></div>')


def clauses(subject: Subject) -> str:
    """The clauses, the deciding one first, each with the button that shows it; then those that asked nothing."""
    document, rows = subject.document, []
    for claim, alike in clauses_of(document):
        part, which, leaf = part_of(document, claim), document["claims"].index(claim), settling(claim["claim"])
        deciding = which == document["verdict"]["deciding"]
        about = (part["gloss"] or named(claim["clause"])).rstrip(".")
        ids = f' <span class="ids">{text(", ".join(part["ids"]))}</span>' if part["ids"] else ""
        source = ", ".join(filter(None, (part.get("document", ""), part["cite"]))) or "the referee's own"
        rows.append(f'<tr{" class=deciding" if deciding else ""}><td>{mark(claim["truth"])}<span class="result">{WORDS[claim["truth"]]}</span></td>'
                    f'<th scope="row">{text(about)}{ids}<span class="cite">{text(source)}{_for(subject, claim)}</span></th>'
                    f'<td>{text(compared(leaf))}{_alike(claim, alike)}</td>'
                    f'<td><button type="button" class="show" data-claim="{which}" aria-label="Show me: {text(about)}">show me</button></td></tr>')
    silent = "".join(f"<li>{text(named(name))}: {text(why)}</li>" for name, why in sorted(document["silent"].items()))
    asked_nothing = f'<details><summary>{len(document["silent"])} clauses asked nothing of this move</summary><ul>{silent}</ul></details>' if silent else ""
    return ('<section class="clauses" aria-labelledby="clauses"><h2 id="clauses">Clauses</h2><table><thead><tr><th scope="col">result</th>'
            '<th scope="col">test</th><th scope="col">measured against limit</th><th scope="col"><span class="unseen">in the view</span></th></tr></thead>'
            f'<tbody>{"".join(rows)}</tbody></table>{asked_nothing}</section>')


def _for(subject: Subject, claim: dict) -> str:
    return text(f" · {claim['model']}") if len(subject.document["ways"]) > 1 and claim["model"] else ""


def _alike(claim: dict, alike: list[dict]) -> str:
    others = [c for c in alike if c is not claim]
    if not others:
        return ""
    told = "".join(f"<li>{mark(c['truth'])} {text(compared(settling(c['claim'])))}</li>" for c in others[:MOST_ALIKE])
    rest = f"<li>and {len(others) - MOST_ALIKE} more: see the certificate</li>" if len(others) > MOST_ALIKE else ""
    return f"<details><summary>and {len(others)} alike</summary><ul>{told}{rest}</ul></details>"


def accounts(subject: Subject) -> str:
    """The distance account of everyone who moves: what counts, what does not and why, the running sum, a bar against the allowance."""
    return ('<section aria-labelledby="account"><h2 id="account">Distance</h2>'
            + "".join(_account(subject, way) for way in subject.document["ways"]) + "</section>")


def _account(subject: Subject, way: dict) -> str:
    rows, number = account_rows(way)
    running, lines = 0.0, []
    for row in rows:
        running += row.counts
        free = "" if abs(row.counts - row.length) < 1e-6 else "free: " if abs(row.counts) < 1e-6 else "in part: "
        lines.append(f'<tr><th scope="row">{text(row.what)}</th><td class="n">{inches(row.length, number)}</td><td class="n">{inches(row.counts, number)}</td>'
                     f'<td class="n">{inches(running, number)}</td><td>{text(free + row.why)}</td></tr>')
    allowance, truth = allowance_of(subject.document, way)
    return (f'<h3>{text(way["model"])}</h3>{_bar(running, allowance, truth, number)}<div class="wide"><table><thead><tr><th scope="col">leg</th>'
            '<th scope="col" class="n">measured</th><th scope="col" class="n">counts</th><th scope="col" class="n">sum</th><th scope="col">why</th></tr>'
            f'</thead><tbody>{"".join(lines)}</tbody></table></div>')


def _bar(charged: float, allowance: float | None, truth: str, number: int) -> str:
    end = max(charged, allowance or 0.0, 1e-6) * 1.04
    words = f"{inches(charged, number)} charged" + ("" if allowance is None else f" of {inches(allowance, number)} allowed {MARKS[truth]}")
    line = "" if allowance is None else f'<line x1="{300 * allowance / end:.2f}" x2="{300 * allowance / end:.2f}" y1="0" y2="20"/>'
    used = f'<rect class="used" x="1" y="4" width="{298 * charged / end:.2f}" height="12"/>'
    return (f'<p class="bar"><svg class="{truth}" viewBox="0 0 300 20" width="300" height="20" aria-hidden="true">'
            f'<rect class="room" x="0.5" y="3.5" width="299" height="13"/>{used}{line}</svg> <strong>{text(words)}</strong></p>')


def readings(subject: Subject) -> str:
    """Which definition decides, and the ruling under each reading; then the readings chosen."""
    document = subject.document
    every, out = document["all_readings"], []
    if every is None:
        out.append("<p>Only the readings chosen were looked at.</p>")
    elif every["of"] == 1:
        out.append("<p>Nothing on this move hangs on how the rules are read.</p>")
    elif not every["pivots"]:
        out.append(f"<p>The ruling is the same under all {every['of']} combinations of the readings it rests on.</p>")
    else:
        pivots = sorted(every["pivots"])
        out.append(f"<p><strong>The ruling hangs on how the rules are read.</strong> What decides is {text(' and '.join(map(named, pivots)))}; "
                   f"{every['legal'] * 100:.0f} % of {every['of']} combinations make it legal.</p>")
        rows = "".join(_under(document, ruling, pivots) for ruling in every["rulings"])
        heads = "".join(f'<th scope="col">{text(head)}</th>' for head in (*map(named, pivots), "ruling", "charged", "decided by"))
        out.append(f'<div class="wide"><table><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table></div>'
                   "<p>The reading this page was made under is marked at its left.</p>")
    told = "".join(f"<li><strong>{text(named(name))}</strong>: {text(named(r['reading']))}. {text(r['gloss'])} <span class=cite>{text(r['cite'])}; "
                   f"others: {text(', '.join(map(named, r['others'])))}</span></li>" for name, r in sorted(document["readings"].items()))
    chosen = f"<details><summary>The readings chosen</summary><ul>{told}</ul></details>" if told else ""
    return f'<section aria-labelledby="readings"><h2 id="readings">Readings</h2>{"".join(out)}{chosen}</section>'


def _under(document: dict, ruling: dict, pivots: list[str]) -> str:
    """The ruling under one combination of readings as a row."""
    readings = "".join(f"<td>{text(named(ruling['readings'].get(p, '–')))}</td>" for p in pivots)
    return (f'<tr{" class=deciding" if _chosen(document, ruling, pivots) else ""}>{readings}<td>{mark(TRUTH_OF[ruling["verdict"]])} {ruling["verdict"]}</td>'
            f'<td>{inches(ruling["charged"])}</td><td>{text(named(ruling["deciding"] or "–"))}</td></tr>')


def _chosen(document: dict, ruling: dict, pivots: list[str]) -> bool:
    return all(document["readings"].get(p, {}).get("reading") == ruling["readings"].get(p) for p in pivots)


def rest(subject: Subject, hand: str) -> str:
    """How to check it by hand, effects, other ways, what is assumed; the title block."""
    document = subject.document
    out = [f'<section aria-labelledby="hand"><h2 id="hand">Check it by hand</h2><p id="by-hand">{text(hand)}</p></section>']
    effects = "".join(f"<li><strong>{text(named(e['name']))}</strong>: {text(signed(e['says']))}</li>" for e in document["effects"])
    ways = "".join(f"<li>{mark(w['truth'])} by {text(', '.join(map(named, w['by'])))} ({inches(w['charged'])}): {text(signed(w['says']))}</li>"
                   for w in document["other_ways"])
    broken = "".join(f"<li>{text(w['code'])}: {text(w['message'])}</li>" for w in document["warnings"])
    unproved = "".join(f"<li>{text(sentence)}</li>" for sentence in document["not_proved"])
    lists = (("Effects", effects), ("Other ways looked at", ways), ("Warnings", broken), ("What this does not prove", unproved))
    out += [f"<section><h2>{head}</h2><ul>{items}</ul></section>" for head, items in lists if items]
    return "".join(out)


def title_block(subject: Subject) -> str:
    """Game, edition, model, base, allowance, terrain with its hash, the command that makes it again."""
    document, move, rules, model = subject.document, subject.document["move"], subject.document["ruleset"], subject.mover
    allowed, names = document["distance"]["allowance"], ", ".join(way["model"] for way in document["ways"])
    pairs = (("game", f"{rules['document']}, {rules['edition']}"), ("scenario", f"{move.get('title') or ''} · move {move['number']}"),
             ("who", f"unit {move['unit']}: {names}" if move["unit"] else names), ("action", move["action"]),
             ("base", f"{model['outline']['name']}, {inches(model['height'])} tall"), ("allowance", "–" if allowed is None else inches(allowed)),
             ("table", f"{inches(document['table']['size'][0])} x {inches(document['table']['size'][1])}; numbers in inches, 1 in = {INCH} mm"),
             ("terrain", ", ".join(p["name"] for p in document["triangles"]["pieces"][1:]) or "none"),
             ("terrain sha256", document["hashes"]["triangles"]), ("certificate", document["hashes"]["seal"]),
             ("cross-check", ", ".join(f"{k} {v}" for k, v in sorted(document["cross_check"].items()))), ("made by", document["made_by"]),
             ("to make it again", document["command"]))
    return '<section aria-labelledby="about"><h2 id="about">About this proof</h2><dl>' + "".join(
        f"<dt>{head}</dt><dd>{text(words)}</dd>" for head, words in pairs) + "</dl></section>"
