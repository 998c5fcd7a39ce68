"""The tables people read, made from the same plain data as the JSON; words and marks, never colour alone."""
from __future__ import annotations

import sys
from collections import Counter

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

STYLES = {"legal": "green", "illegal": "red", "undecided": "yellow", "error": "magenta"}
MARKS = {"legal": "✓", "illegal": "✗", "undecided": "?", "error": "!"}
PLAIN_MARKS = {"legal": "+", "illegal": "x", "undecided": "?", "error": "!"}
WIDTH = 110               # where the output is no terminal


class Paper(Console):
    """A console that lets a closed pipe be the caller's affair, and that is wide enough when nobody watches."""

    def __init__(self, *, stderr: bool = False):
        stream = sys.stderr if stderr else sys.stdout
        watched = hasattr(stream, "isatty") and stream.isatty()
        super().__init__(file=stream, highlight=False, markup=False, emoji=False, width=None if watched else WIDTH)

    def on_broken_pipe(self) -> None:
        raise BrokenPipeError

    def line(self, *parts: str | Text, style: str = "") -> None:
        """One line of text, however long: it is the terminal that breaks it."""
        self.print(Text.assemble(*(p if isinstance(p, Text) else safe(p, style) for p in parts)), soft_wrap=True)

    def table(self, table: Table) -> None:
        """A table; without the padding at the ends of its lines where the output is no terminal."""
        if self.is_terminal:
            return self.print(table)
        with self.capture() as captured:
            self.print(table)
        self.file.write("".join(line.rstrip() + "\n" for line in captured.get().splitlines()))


def safe(words: object, style: str = "") -> Text:
    """A text whose control characters are spelt out: names come from files and must not drive the terminal."""
    return Text("".join(c if c.isprintable() or c == "\n" else repr(c)[1:-1] for c in str(words)), style=style)


def show_check(paper: Paper, document: dict, *, verbose: bool = False) -> None:
    """One scenario's rulings as a table, with its warnings above and a count below."""
    outcomes = document["rulings"]
    games = list(dict.fromkeys(o["ruleset"] for o in outcomes))
    paper.line(": ".join(filter(None, (document["scenario"], document["title"]))) + (f" ({games[0]})" if len(games) == 1 else ""), style="bold")
    for warning in document["warnings"]:
        paper.line(f"  {warning['code']}: {warning['message']}" + (f" ({warning['at']})" if warning.get("at") else ""), style="yellow")
    paper.table(_table(paper, outcomes, several=len(games) > 1))
    for sentence in filter(None, (difference([o for o in outcomes if o["move"] == n]) for n in dict.fromkeys(o["move"] for o in outcomes))):
        paper.line(sentence)
    if verbose:
        for outcome in outcomes:
            _show_whole(paper, outcome, several=len(games) > 1)
    counts = Counter(word_of(o) for o in outcomes)
    paper.line(", ".join(f"{counts[w]} {'not judged' if w == 'error' else w}" for w in STYLES if counts[w]) or "no moves")


def _table(paper: Paper, outcomes: list[dict], several: bool) -> Table:
    """A row per move and game; a line after each move where there are several games."""
    table = plain_table()
    for name, how in (("move", {"justify": "right"}), ("model", {}), *((("game", {"no_wrap": True}),) if several else ()),
                      ("verdict", {"no_wrap": True}), ("charged", {"justify": "right", "no_wrap": True}),
                      ("margin", {"justify": "right", "no_wrap": True}), ("because", {"ratio": 1})):
        table.add_column(name, **how)
    for n, outcome in enumerate(outcomes):
        first = n == 0 or outcomes[n - 1]["move"] != outcome["move"]
        last = n + 1 == len(outcomes) or outcomes[n + 1]["move"] != outcome["move"]
        table.add_row(str(outcome["move"]) if first else "", safe(who(outcome)) if first else "",
                      *((safe(outcome["ruleset"]),) if several else ()), verdict(paper, outcome), charged(outcome), margin(outcome),
                      because(outcome), end_section=several and last)
    return table


def plain_table(*columns: str) -> Table:
    """A table of few lines."""
    table = Table(box=box.SIMPLE, show_edge=False, pad_edge=False, padding=(0, 1, 0, 0))
    for name in columns:
        table.add_column(name)
    return table


def word_of(outcome: dict) -> str:
    """The outcome in one word: its verdict, or "error"."""
    return "error" if "error" in outcome else outcome["verdict"]


def who(outcome: dict) -> str:
    """The model or the unit that moves."""
    return outcome.get("unit") or outcome.get("model") or ""


def verdict(paper: Paper, outcome: dict) -> Text:
    """Mark and word."""
    word = word_of(outcome)
    marks = MARKS if "utf" in (paper.encoding or "").lower() else PLAIN_MARKS
    return Text(f"{marks[word]} {'not judged' if word == 'error' else word}", style=STYLES[word])


def charged(outcome: dict) -> str:
    """What the move is charged, of what it may spend."""
    distance = outcome.get("distance") or {}
    if distance.get("charged") is None:
        return ""
    return f"{distance['charged']:.2f} of {_short(distance['allowance'])} in" if distance.get("allowance") is not None else f"{distance['charged']:.2f} in"


def margin(outcome: dict) -> str:
    """Inches to spare, or missing."""
    value = outcome.get("margin")
    return "" if value is None else f"{value:+.2f}"


def because(outcome: dict) -> Text:
    """The finding that decides, where it stands in the book, what happens to the model, and whether readings differ."""
    if "error" in outcome:
        return safe(f"{outcome['error']['code']}: {outcome['error']['message']}")
    lines = []
    if outcome["decider"] is not None:
        finding = outcome["findings"][outcome["decider"]]
        lines.append(Text.assemble(safe(finding["says"]), " ", safe(f"({finding['cite']})", "dim")))
    lines += [safe(f"{e['name']}: {e['why']}" if e.get("why") else e["name"]) for e in outcome["effects"]]
    if outcome.get("all_readings"):
        lines.append(safe(_dispute(outcome["all_readings"])))
    if (outcome.get("cross_check") or {}).get("bullet") == "disagrees":
        lines.append(safe("the cross-check disagrees"))
    if "settle" in outcome:
        lines.append(safe(f"to settle it, {outcome['settle']['says']}"))
    return Text("\n").join(lines)


def difference(outcomes: list[dict]) -> str:
    """In words, how the games differ over one move: in their verdicts, and in what they charge; empty where they do not."""
    ruled = [o for o in outcomes if "error" not in o]
    verdicts = dict.fromkeys(o["verdict"] for o in ruled)
    parts = []
    if len(verdicts) > 1:
        parts += [f"{word} in {_and(_with_reason(o) for o in ruled if o['verdict'] == word)}" for word in verdicts]
    charges = {}
    for o in ruled:
        charges.setdefault((round(o["distance"]["charged"], 2), round(o["distance"]["vertical"], 2)), []).append(o["ruleset"])
    if len(charges) > 1:
        parts += [f"{_and(games)} charge{'s' * (len(games) == 1)} {_short(total)} in"
                  + (f", {_short(height)} of it for height" if height else ", nothing for height") for (total, height), games in charges.items()]
    return f"move {ruled[0]['move']}: " + "; ".join(parts) if parts else ""


def _with_reason(outcome: dict) -> str:
    """A game, and if it says no, what it says no to."""
    if outcome["verdict"] == "legal" or outcome["decider"] is None:
        return outcome["ruleset"]
    return f"{outcome['ruleset']} ({outcome['findings'][outcome['decider']]['clause'].replace('_', ' ')})"


def _and(words) -> str:
    *most, last = words
    return ", ".join(most) + (" and " if most else "") + last


def _dispute(all_readings: dict) -> str:
    if all_readings["agree"]:
        return "all readings agree"
    return f"disputed: {all_readings['legal']:.0%} of the readings say legal; it turns on {', '.join(all_readings['pivots'])}"


def _show_whole(paper: Paper, outcome: dict, several: bool) -> None:
    """Each leg and each finding of one ruling."""
    paper.line("")
    paper.line(f"move {outcome['move']}: {who(outcome)}" + (f", {outcome['ruleset']}" if several else ""), style="bold")
    if "error" in outcome:
        return paper.line(f"  {outcome['error']['code']}: {outcome['error']['message']}")
    for part in outcome.get("models") or [outcome]:
        for leg in part["legs"]:
            paper.line(f"  {leg['by']:<6} {_place(leg['from'])} to {_place(leg['to'])}, charged {leg['charged']:.2f} in")
        paper.line(f"  ends   {_place(part['ends']['at'])}, {part['ends']['state']}")
    for f in outcome["findings"]:
        paper.line(f"  {f['truth']:<9} {f['says']} ", safe(f"({f['cite']}; {f['clause']}, {' '.join(f['ids'])})", "dim"))
    if outcome["readings"]:
        paper.line("  read as: " + ", ".join(f"{d} = {r}" for d, r in outcome["readings"].items()))
    check = outcome.get("cross_check") or {}
    paper.line("  " + ", ".join(f"{name} cross-check: {word}" for name, word in check.items())) if check else None


def _place(at) -> str:
    return "(" + ", ".join(_short(v) for v in at) + ")"


def _short(length: float) -> str:
    return f"{length:.2f}".rstrip("0").rstrip(".") if abs(length) >= 0.005 else "0"
