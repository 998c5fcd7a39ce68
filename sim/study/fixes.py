"""Wording fixes: what the text could say, and how much disagreement would be left."""
from __future__ import annotations

LEAST = 1e-5


def fixes(told: dict) -> list[dict]:
    """For each definition with a share in the disagreement, its readings by what is left once the text settles on one, the best first.

    `told` is one game's figures. Sorted by what the best settlement saves.
    """
    whole = told["players"]["disagree"]["value"]
    out = []
    for name, d in told["definitions"].items():
        options = sorted(({"reading": r, "says": s["gloss"], "left": s["left"], "saved": s["saved"]} for r, s in d["settled"].items()),
                         key=lambda o: (o["left"]["value"], o["reading"]))
        saved = [o["saved"]["value"] for o in options]
        if max(saved, default=0.0) > LEAST or d["share"]["value"] > LEAST:
            out.append({"definition": name, "gloss": d["gloss"], "ids": d["ids"], "share": d["share"], "from": whole, "options": options})
    return sorted(out, key=lambda f: (-f["options"][0]["saved"]["value"], f["definition"]))


def in_words(fix: dict) -> str:
    """One line: say 'by area': 3.1 % to 0.9 %."""
    best = fix["options"][0]
    return f"say {best['reading']!r}: {100 * fix['from']:.2f} % to {100 * best['left']['value']:.2f} %"
