"""The study's charts as SVG text, drawn from its figures; the same figures, the same bytes."""
from __future__ import annotations

import io

import matplotlib
import numpy as np
from matplotlib.backends.backend_svg import FigureCanvasSVG
from matplotlib.figure import Figure

# Okabe and Ito's colours, a marker and a hatch each, so that games differ in black and white too
LOOK = (("#0072B2", "o", ""), ("#D55E00", "s", "//"), ("#009E73", "^", ".."), ("#CC79A7", "D", "xx"), ("#56B4E9", "v", "--"), ("#E69F00", "P", "++"))
STYLE = {"svg.fonttype": "none", "font.family": "DejaVu Sans", "font.size": 9, "svg.hashsalt": "referee study", "hatch.linewidth": 0.4}
MOST_BARS = 26


def svg(figure: Figure) -> str:
    """The figure as an SVG element to be put into a page."""
    FigureCanvasSVG(figure)
    buffer = io.StringIO()
    figure.savefig(buffer, format="svg", metadata={"Date": None}, bbox_inches="tight")
    text = buffer.getvalue()
    return text[text.index("<svg"):]


def styled(draw):
    """A chart drawn in the study's style and given as SVG text."""
    def drawn(*given) -> str:
        with matplotlib.rc_context(STYLE):
            return svg(draw(*given))
    drawn.__doc__ = draw.__doc__
    return drawn


def per_cent(entry: dict) -> tuple[float, float, float]:
    """value, and how far its interval reaches below and above, in per cent."""
    v, low, high = (100 * (entry[k] or 0.0) for k in ("value", "low", "high"))
    return v, max(0.0, v - low), max(0.0, high - v)


def _points(axes, rows, look, label, offset: float = 0.0) -> None:
    """Values with intervals, one under the other; `rows` are entries or None."""
    colour, marker, _ = look
    told = [(k, *per_cent(e)) for k, e in enumerate(rows) if e and e["value"] is not None]
    if told:
        k, v, low, high = map(np.array, zip(*told))
        axes.errorbar(v, k + offset, xerr=[low, high], fmt=marker, color=colour, markersize=5, capsize=2.5, linewidth=1.2, label=label)


@styled
def headline(figures: dict) -> Figure:
    """Share of moves with any split, and pairwise disagreement, for each game and sample."""
    games = list(figures["games"])
    figure = Figure(figsize=(8.5, 0.6 * len(games) + 1.2))
    for axes, name, title in zip(figure.subplots(1, 2, sharey=True), ("split", "disagree"),
                                 ("some readings come to another verdict", "two referees who draw their readings disagree")):
        for n, sample in enumerate(("players", "limits")):
            rows = [(figures["games"][g][sample] or {}).get(name) for g in games]
            _points(axes, rows, LOOK[n], {"players": "moves as players make them", "limits": "drawn near limits, weighted back"}[sample], 0.14 * (2 * n - 1))
        axes.set(title=title, xlabel="% of moves", yticks=range(len(games)), yticklabels=games, ylim=(len(games) - 0.5, -0.5), xlim=(0, None))
        axes.grid(axis="x", color="#DDDDDD")
    figure.axes[0].legend(loc="upper center", bbox_to_anchor=(1.05, -0.2 - 0.25 / len(games)), ncol=2, frameon=False)
    return figure


@styled
def shares(game: str, told: dict) -> Figure:
    """Whose disagreement it is: the Shapley share of each definition."""
    rows = sorted(((d["share"], n) for n, d in told["definitions"].items() if d["share"]["value"]), key=lambda r: -r[0]["value"])[:MOST_BARS]
    figure = Figure(figsize=(7.5, 0.26 * max(2, len(rows)) + 0.9))
    axes = figure.subplots()
    for k, (share, _) in enumerate(rows):
        v, low, high = per_cent(share)
        axes.barh(k, v, xerr=[[low], [high]], color=LOOK[0][0], alpha=0.85, error_kw={"capsize": 2, "linewidth": 1})
    axes.set(yticks=range(len(rows)), yticklabels=[n for _, n in rows], ylim=(max(2, len(rows)) - 0.4, -0.6), xlim=(0, None),
             xlabel="points of the pairwise disagreement, %", title=f"{game}: which words do it")
    axes.grid(axis="x", color="#DDDDDD")
    return figure


@styled
def by_kind(figures: dict, group: str, title: str) -> Figure:
    """Pairwise disagreement for each kind of move or table, games side by side."""
    games = list(figures["games"])
    kinds = list(dict.fromkeys(k for g in games for k in figures["games"][g]["by"][group]))
    figure = Figure(figsize=(7.5, 0.42 * max(2, len(kinds)) + 1))
    axes = figure.subplots()
    for n, game in enumerate(games):
        rows = [figures["games"][game]["by"][group].get(k, {}).get("disagree") for k in kinds]
        _points(axes, rows, LOOK[n % len(LOOK)], game, 0.16 * (n - (len(games) - 1) / 2))
    axes.set(yticks=range(len(kinds)), yticklabels=kinds, ylim=(len(kinds) - 0.5, -0.5), xlim=(0, None), title=title,
             xlabel="% of pairs of referees who disagree")
    axes.grid(axis="x", color="#DDDDDD")
    axes.legend(frameon=False, loc="center left", bbox_to_anchor=(1, 0.5))
    return figure


@styled
def sources(figures: dict) -> Figure:
    """Words, parameters, tape and scan: how often two verdicts differ for each reason, on the same moves."""
    names = {"words": "readings: words", "parameters": "readings: numbers", "tape": "two tapes", "scan": "two scans",
             "trust": "undecided at 0.1 mm of scan noise"}
    games = [g for g in figures["games"] if figures["games"][g]["errors"]]
    figure = Figure(figsize=(7.5, 0.42 * len(names) + 1))
    axes = figure.subplots()
    for n, game in enumerate(games):
        _points(axes, [figures["games"][game]["errors"].get(k) for k in names], LOOK[n % len(LOOK)], game, 0.16 * (n - (len(games) - 1) / 2))
    axes.set(yticks=range(len(names)), yticklabels=list(names.values()), ylim=(len(names) - 0.5, -0.5), xlim=(0, None), xlabel="% of moves",
             title="three sources kept apart, on the same moves")
    axes.grid(axis="x", color="#DDDDDD")
    axes.legend(frameon=False, loc="center left", bbox_to_anchor=(1, 0.5))
    return figure


@styled
def slack_curves(game: str, near: dict) -> Figure:
    """How often a definition turns the verdict, by how near its limit the move is; below, how many moves as players make them are so near."""
    names = sorted(near, key=lambda n: -near[n]["disputed"])[:6]
    figure = Figure(figsize=(7.5, 4.2))
    upper, lower = figure.subplots(2, 1, sharex=True, gridspec_kw={"height_ratios": [2, 1]})
    for n, name in enumerate(names):
        colour, marker, _ = LOOK[n]
        k = np.arange(len(near[name]["bins"]))
        rate = np.array([np.nan if r is None else 100 * r for r in near[name]["rate"]])
        upper.plot(k, rate, marker=marker, color=colour, label=name)
        lower.plot(k, 100 * np.array(near[name]["share"]), marker=marker, color=colour)
    bins = near[names[0]]["bins"] if names else []
    upper.set(ylabel="turns the verdict, %", title=f"{game}: near a definition's limit", ylim=(0, None))
    lower.set(ylabel="of all moves, %", xlabel="distance to the limit, inches (from)", xticks=range(len(bins)), ylim=(0, None),
              xticklabels=[f"{b:g}" for b in bins])
    for axes in (upper, lower):
        axes.grid(color="#E4E4E4")
    upper.legend(frameon=False, fontsize=8)
    return figure


@styled
def map_of(found: dict, table: dict) -> Figure:
    """The argument map of a table under one game: terrain in grey, squares coloured by what the readings differ about there."""
    import shapely
    from matplotlib.patches import Polygon, Rectangle

    from sim.scenario import scenario_from_dict
    figure = Figure(figsize=(7.2, 5.6))
    axes = figure.subplots()
    for feature in scenario_from_dict(table).table.features:
        hull = shapely.convex_hull(shapely.multipoints(feature.triangles.reshape(-1, 3)[:, :2] / 25.4))
        top = feature.triangles[:, :, 2].max() / 25.4
        axes.add_patch(Polygon(np.array(hull.exterior.coords), facecolor=str(max(0.55, 0.93 - 0.07 * top)), edgecolor="#666666", linewidth=0.5))
    counted: dict = {}
    for cell in found["cells"]:
        if cell["about"]:
            counted[cell["about"]] = counted.get(cell["about"], 0) + 1
    names = sorted(counted, key=lambda n: (-counted[n], n))[:len(LOOK)]
    step = found["step"]
    for cell in found["cells"]:
        if cell["about"]:
            colour, _, hatch = LOOK[names.index(cell["about"])] if cell["about"] in names else ("#777777", "", "")
            axes.add_patch(Rectangle((cell["x"] - step / 2, cell["y"] - step / 2), step, step, facecolor=colour, edgecolor="white", hatch=hatch, linewidth=0.2,
                                     alpha=0.25 + 0.7 * min(1.0, 2 * cell["disagree"])))
    for name, look in zip(names, LOOK):
        axes.plot([], [], "s", color=look[0], label=f"{name} ({counted[name]})")
    for model in table["models"]:
        axes.plot(*model["at"][:2], "o", color="#222222", markersize=5)
    axes.set(xlim=(0, table["board"]["size"][0]), ylim=(0, table["board"]["size"][1]), title=found["game"], xlabel="inches")
    axes.set_aspect("equal")
    if names:
        axes.legend(frameon=False, loc="center left", bbox_to_anchor=(1, 0.5), title="readings differ about")
    return figure
