"""A ruleset as people and programs read it: what it demands, where its book says so, and what it leaves out."""
from __future__ import annotations

from collections import Counter

from sim.show import Paper, plain_table, safe


def rules_document(ruleset) -> dict:
    """The whole ruleset as plain data."""
    coverage = {i: where for i, where in ruleset.coverage().items() if where}
    definitions = [_entry(d) | {"readings": [{"name": name, "gloss": r.gloss, "cite": str(r.cite or "")} for name, r in d.readings.items()]}
                   for d in ruleset.definitions.values()]
    return {"version": 1, "name": ruleset.name, "document": ruleset.document, "edition": ruleset.edition,
            "actions": {name: action.gloss for name, action in ruleset.actions.items()},
            "modes": [_entry(m) | {"by": m.by} for m in ruleset.modes.values()],
            "clauses": [_entry(c) for c in ruleset.clauses.values()],
            "effects": [_entry(e) | {"name": e.label} for e in ruleset.effects.values()],
            "definitions": definitions, "skips": dict(ruleset.skips), "coverage": coverage,
            "missing": [i for i in ruleset.known_ids if i not in coverage]}


def show_rules(paper: Paper, document: dict) -> None:
    """One ruleset: actions, modes, clauses, definitions with their readings, coverage of the text."""
    paper.line(f"{document['name']}: {document['document']}" + (f", {document['edition']}" if document["edition"] else ""), style="bold")
    for kind in ("modes", "clauses", "effects"):
        table = plain_table(kind, "ids", "says", "where")
        for entry in document[kind]:
            table.add_row(safe(entry["name"]), " ".join(entry["ids"]), safe(entry["gloss"]), safe(entry["cite"]))
        paper.table(table)
    table = plain_table("definitions", "readings", "means", "where")
    for entry in document["definitions"]:
        table.add_row(safe(entry["name"]), "", safe(entry["gloss"]), safe(entry["cite"]))
        for n, reading in enumerate(entry["readings"]):
            table.add_row("", safe(reading["name"] + (" (default)" if n == 0 else "")), safe(reading["gloss"]), safe(reading["cite"]))
    paper.table(table)
    paper.line("actions: " + "; ".join(f"{name} ({doc})" if doc else name for name, doc in document["actions"].items()))
    paper.line(_coverage(document))


def show_names(paper: Paper, rulesets) -> None:
    """All rulesets there are, a line each."""
    table = plain_table("ruleset", "text", "clauses", "definitions")
    for r in rulesets:
        table.add_row(safe(r.name), safe(r.document + (f", {r.edition}" if r.edition else "")), str(len(r.clauses)), str(len(r.definitions)))
    paper.table(table)


def _entry(thing) -> dict:
    return {"name": thing.name, "ids": list(thing.ids), "gloss": thing.gloss, "cite": str(thing.cite or "")}


def _coverage(document: dict) -> str:
    kinds = Counter("skipped" if where.startswith("skip") else "covered" for where in document["coverage"].values())
    total = sum(kinds.values()) + len(document["missing"])
    words = f"of {total} statements of the text, {kinds['covered']} are covered and {kinds['skipped']} left out with a reason"
    return words + (f"; missing: {' '.join(document['missing'])}" if document["missing"] else "")

