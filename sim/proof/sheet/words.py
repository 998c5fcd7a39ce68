"""Claims and numbers as a person would say them."""
from __future__ import annotations

from sim.proof.certificate import INCH, measure_says, says
from sim.proof.sheet.paper import inches, plain

SIGNS = {"<": "<", "<=": "≤", ">": ">", ">=": "≥", "==": "="}
SPOKEN = {"<": "less than", "<=": "at most", ">": "more than", ">=": "at least", "==": "just"}
VERBS = {"holds": "is", "fails": "is not", "undecided": "may or may not be"}


def named(name: str) -> str:
    """A clause, reading or effect by its name, as words."""
    return plain(name).replace("_", " ").replace("-", " ")


def signed(words: str) -> str:
    """A sentence of the referee's with the book's signs in it."""
    return " ".join(SIGNS.get(word, word) for word in plain(words).split(" "))


def compared(leaf: dict) -> str:
    """A comparison with the book's signs."""
    return signed(says(leaf))


def in_a_sentence(leaf: dict) -> str:
    """A comparison as it turned out."""
    if "measured" not in leaf:
        seen = signed(says(leaf))
        if leaf["truth"] == "fails" and seen.startswith("not: "):
            return seen.removeprefix("not: ")
        return seen + {"holds": "", "fails": ": it is not so", "undecided": ": too close to tell"}[leaf["truth"]]
    return f"{measure_says(leaf['measured'])} {VERBS[leaf['truth']]} {SPOKEN[leaf['relation']]} {measure_says(leaf['limit'])}"


def margin(leaf: dict, whole: float | None) -> str:
    """How much is to spare: `whole`, the verdict's own in inches, or that of a share or an angle."""
    if whole is not None:
        return f"Margin {inches(whole * INCH)}; "
    if leaf.get("slack") is not None and leaf["measured"]["unit"] == "share":
        return f"Margin {leaf['slack'] * 100:.1f} %; "
    return ""


def tolerance(leaf: dict) -> str:
    """How close counts as at the limit, and how sure the number is."""
    if "measured" not in leaf:
        return "seen, not measured"
    near, sure, slack = leaf["measured"]["near"], leaf["measured"]["u"] or 0.0, leaf.get("slack")
    unit = {"length": f"{near:.3g} mm", "share": f"{near * 100:.2g} %", "angle": f"{near:.2g} deg"}.get(leaf["measured"]["unit"], f"{near:.2g}")
    unsure = f", known to ± {inches(sure, 3)}" if sure and leaf["measured"]["unit"] == "length" else ""
    return f"within ± {unit} it counts as at the limit{unsure}" + (", and so it is here" if slack is not None and abs(slack) <= near else "")
