"""The argument of an accepted certificate as a person would make it, from its numbers alone."""
from __future__ import annotations

from fractions import Fraction

from sim.proof.certificate import decider, part_of, says

MARKS = {"holds": "✓", "fails": "✗", "undecided": "?"}


def argument(report) -> list[str]:
    """Sentences: who moves where, what it costs, clause by clause, and what follows."""
    document = report.document
    out = []
    for way in document["ways"]:
        out.append(f"{way['model']} stands at {_place(way['starts']['at'])} and moves like this:")
        so_far = Fraction(0)
        for step in way["steps"]:
            so_far += step["charge"]
            if step["charge"] or step["line"][0] != step["line"][-1]:
                heights = [f"{_inches(e['length'])} {e['what']}" for e in step["account"] if e["length"]]
                what = " and ".join(heights) or "nothing"
                out.append(f"  {step['by']} to {_place(step['line'][-1])}: {what}, charged {_inches(step['charge'])}, so far {_inches(so_far)}")
        out += [f"  {e['what']}: charged {_inches(e['counts'])}" for e in way["whole"]]
        out.append(f"  It ends at {_place(way['ends']['at'])}." if way["arrives"] else f"  It gets no further than {_place(way['ends']['at'])}.")
    seen = set()
    for claim in document["claims"]:
        part = part_of(document, claim)
        gloss = part["gloss"].splitlines()[0] if part["gloss"] else claim["clause"]
        sentence = f"{MARKS[claim['truth']]} {gloss} ({part['cite']}) {says(decider(claim['claim']))}"
        if sentence not in seen:
            seen.add(sentence)
            out.append(sentence)
    verdict = document["verdict"]
    why = document["claims"][verdict["deciding"]] if verdict["deciding"] is not None else None
    out.append(f"So the move is {verdict['word']}" + (f": {says(decider(why['claim']))}." if why else "."))
    return out


def _inches(mm) -> str:
    return f"{float(mm) / 25.4:.2f} in"


def _place(p) -> str:
    return "(" + ", ".join(f"{float(v) / 25.4:.2f}" for v in p) + ")"
