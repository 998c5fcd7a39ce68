"""Figures of a trial: wrong verdicts near limits and undecided ones among moves as players make them, by noise and game, in words and as a picture."""
from __future__ import annotations

import json
from pathlib import Path

import numpy as np

from sim.files import write_whole
from sim.measure import INCH

NEAR = 3.0                # standard deviations
MOST_WRONG, MOST_OPEN = 0.025, 0.2


def summary(rows: list[dict], grades: list[dict]) -> list[dict]:
    """A line for each noise and game, then one for all games (game "all")."""
    lines = []
    for sigma in sorted({row["sigma"] for row in rows}):
        for game in [*sorted({row["game"] for row in rows}), "all"]:
            some = [row for row in rows if row["sigma"] == sigma and game in (row["game"], "all") and row["true"] in "LIU"]
            lines.append({"noise": round(sigma / INCH, 4), "game": game, **_counts(some)})
        good = [g for g in grades if g["sigma"] == sigma]
        lines[-1] |= {name: round(float(np.nanmean([g[name] for g in good])), 3)
                      for name in ("floor_sd", "face_mean", "face_sd", "edge_mean", "edge_sd")}
    return lines


def _counts(rows: list[dict]) -> dict:
    near = [row for row in rows if row["nearness"] is not None and row["nearness"] < NEAR]
    wrong = [row for row in near if {row["true"], row["scan"]} == {"L", "I"}]
    usual = [row for row in rows if row["sample"] == "players"]
    left = {letter: sum(row["scan"] == letter for row in usual) for letter in "UTE"}
    far = [row for row in rows if row not in near and {row["true"], row["scan"]} == {"L", "I"}]
    return {"near": len(near), "wrong": len(wrong), "wrong_share": _share(len(wrong), len(near)), "players": len(usual), "undecided": left["U"],
            "too_long": left["T"], "not_judged": left["E"], "open_share": _share(sum(left.values()), len(usual)), "all": len(rows), "wrong_elsewhere": len(far)}


def _share(some: int, of: int) -> float | None:
    return round(some / of, 4) if of else None


def written(out: Path, lines: list[dict], asked: dict) -> None:
    """`summary.json`, `summary.md` and `summary.svg` in a folder."""
    write_whole(out / "summary.json", json.dumps(lines, indent=1))
    text = [f"Asked for: {asked['tables']} tables, {asked['moves']} moves on each (half near limits), seed {asked['seed']}; done: "
            f"{sum(line['all'] for line in lines if line['game'] == 'all'):,} rulings on scans of {asked['done']} tables.", "",
            "| noise, in | game | near a limit | wrong | share | as players move | undecided | too long | not judged | open | all | wrong elsewhere |",
            "|---|---|---|---|---|---|---|---|---|---|---|---|"]
    for line in lines:
        text.append("| " + " | ".join(_told(line[k]) for k in ("noise", "game", "near", "wrong", "wrong_share", "players", "undecided", "too_long",
                                                                 "not_judged", "open_share", "all", "wrong_elsewhere")) + " |")
    text += ["", "| noise, in | floor, sd mm | faces, mean | sd | top ends before the edge, mean mm | sd |", "|---|---|---|---|---|---|"]
    for line in lines:
        if line["game"] == "all":
            text.append("| " + " | ".join(_told(line[k]) for k in ("noise", "floor_sd", "face_mean", "face_sd", "edge_mean", "edge_sd")) + " |")
    write_whole(out / "summary.md", "\n".join(text) + "\n")
    _drawn(out / "summary.svg", lines)


def _told(value) -> str:
    return "-" if value is None else str(value)


def _drawn(path: Path, lines: list[dict]) -> None:
    import matplotlib
    matplotlib.use("Agg")
    import matplotlib.pyplot as plt
    plt.rcParams["svg.hashsalt"] = "scanner"
    figure, (left, middle, right) = plt.subplots(1, 3, figsize=(15, 4.6), layout="constrained")
    for game in dict.fromkeys(line["game"] for line in lines):
        own = [line for line in lines if line["game"] == game]
        style = {"color": "black", "linewidth": 2.5} if game == "all" else {"linewidth": 1.2}
        for axes, share in ((left, "wrong_share"), (middle, "open_share")):
            axes.plot([line["noise"] for line in own], [np.nan if line[share] is None else 100 * line[share] for line in own], marker="o", label=game, **style)
    whole = [line for line in lines if line["game"] == "all"]
    noise = [line["noise"] for line in whole]
    right.errorbar(noise, [line["edge_mean"] for line in whole], [line["edge_sd"] for line in whole], marker="o", label="where a top ends, from its edge")
    right.plot(noise, [line["floor_sd"] for line in whole], marker="s", label="the floor's noise")
    right.axhline(0, color="grey", linewidth=0.8)
    left.axhline(100 * MOST_WRONG, color="red", linestyle="--", linewidth=1)
    middle.axhline(100 * MOST_OPEN, color="red", linestyle="--", linewidth=1)
    left.set(title=f"wrong confident verdicts within {NEAR:g} u of a limit, %", ylim=(-0.5, None))
    middle.set(title="left open among moves as players make them, %", ylim=(-2, 102))
    right.set(title="the scan against the truth, mm")
    for axes in (left, middle, right):
        axes.set_xlabel("noise of the scan, in (one standard deviation)")
        axes.legend(fontsize=8)
    with open(path, "wb") as file:
        figure.savefig(file, format="svg", metadata={"Date": None})
    plt.close(figure)
