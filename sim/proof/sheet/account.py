"""The distance account: what a ruler finds on the drawing, leg by leg, added up again and held against the ruling's own sum."""
from __future__ import annotations

from dataclasses import dataclass
from math import dist

from sim.errors import RefereeError
from sim.proof.certificate import INCH
from sim.proof.sheet.paper import plain

AGREED = 1e-3                  # mm that a drawn length may differ from the account's


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the account: what was done between two stops, its drawn length and what is charged of it, mm."""
    what: str
    length: float
    counts: float
    why: str


def rows(way: dict) -> list[Row]:
    """The account of a way from its drawn lines. Raises E_MISMATCH where a drawn length is not the account's."""
    out: list[Row] = []
    run: dict[tuple, int] = {}                       # where the rows of the present run of like steps stand
    last = max((step["leg"] for step in way["steps"]), default=0)
    for i, step in enumerate(way["steps"]):
        for entry in step["account"]:
            drawn = _drawn(step, entry)
            if abs(drawn - entry["length"]) > AGREED:
                raise _differs(f"step {i} of {way['model']} goes {entry['what']} {drawn / INCH:.4f} in", f"{entry['length'] / INCH:.4f} in")
            if entry["what"] == "across" and drawn == 0 and entry["counts"] == 0 and len(step["account"]) > 1:
                continue
            leg = f"{'S' if step['leg'] <= 0 else step['leg']}→{'E' if step['leg'] >= last else step['leg'] + 1}"
            run = run if all(key[:2] == (leg, step["by"]) for key in run) else {}
            at = run.setdefault((leg, step["by"], entry["what"]), len(out))
            before = out[at] if at < len(out) else Row(f"{leg} {plain(step['by'])} {entry['what']}", 0.0, 0.0, entry["why"])
            out[at:at + 1] = [Row(before.what, before.length + drawn, before.counts + entry["counts"], before.why)]
    return out + [Row(plain(e["what"]), e["length"], e["counts"], e["why"]) for e in way["whole"]]


def _drawn(step: dict, entry: dict) -> float:
    """The length that the drawn line shows for an entry; nothing is drawn of the way of a model that is set down."""
    line = step["line"]
    if step["kind"] == "PLACE":
        return entry["length"]
    if entry["what"] == "across":
        return sum(dist(a[:2], b[:2]) for a, b in zip(line, line[1:]))
    return abs(line[-1][2] - line[0][2])


def checked(document: dict) -> dict[str, list[Row]]:
    """The rows of every way. Raises E_MISMATCH where the rows do not add up to what the ruling charges."""
    accounts = {way["model"]: rows(way) for way in document["ways"]}
    charged = {name: sum(row.counts for row in account) for name, account in accounts.items()}
    for claim in document["claims"]:
        measured = claim["claim"].get("measured", {})
        if measured.get("measure") == "charged" and abs(charged[claim["model"]] - measured["value"]) > AGREED:
            raise _differs(f"the legs of {claim['model']} add up to {charged[claim['model']] / INCH:.4f} in", f"{measured['value'] / INCH:.4f} in")
    if abs(max(charged.values()) - document["distance"]["charged"]) > AGREED:
        raise _differs(f"the legs add up to {max(charged.values()) / INCH:.4f} in", f"{document['distance']['charged'] / INCH:.4f} in")
    return accounts


def places(account: list[Row]) -> int:
    """Decimals at which the rows as printed add up to their sum as printed."""
    total = sum(row.counts for row in account) / INCH
    return next((n for n in (2, 3) if round(sum(round(row.counts / INCH, n) for row in account), n) == round(total, n)), 4)


def _differs(drawn: str, ruled: str) -> RefereeError:
    message = f"On the sheet {plain(drawn)}, the ruling's account says {ruled}: no sheet is written; make the certificate again"
    return RefereeError("E_MISMATCH", message, "ways")
