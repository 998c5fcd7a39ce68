"""The study's figures, each with its interval: made from results.parquet and nothing else."""
from __future__ import annotations

from itertools import combinations

import numpy as np

from sim.study.agreement import CATEGORIES, alpha, gwet
from sim.study.bootstrap import interval, means, resampled
from sim.study.measures import Measured, by_table
from sim.study.readings import basis

HEADLINE = ("split", "disagree", "charge_gap", "charge_range", "legal", "illegal", "undecided", "words", "parameters", "text", "text and FAQ")
SLACKS = (0.0, 0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 4.0)        # inches
NAMES = {True: "kits, on the quarter inch", False: "hand-built"}
ORDER = ("sparse", "medium", "dense")
FEWEST_NEAR = 20                          # moves in a bin of slack below which no rate is shown
FEW = 30                                  # rows below which a group is not shown


def figures(results, rulesets) -> dict:
    """All figures of a study: `results` is the polars frame, `rulesets` by name. Plain data, the same for the same rows."""
    results = results.filter(results["error"] == "")
    out: dict = {"games": {}, "counts": _counts(results)}
    drawn = results.filter(results["source"] == "parametric")
    for name, rules in rulesets.items():
        rows = {sample: _rows(drawn, name, sample) for sample in ("players", "limits")}
        if rows["players"]:
            out["games"][name] = _game(rules, rows, _rows(results, name, None))
            files = results.filter((results["source"] != "parametric") & (results["game"] == name) & (results["action"] == "plain"))
            out["games"][name]["files"] = _groups(files.to_dicts(), rules, out["games"][name], "source")
    out["side_by_side"] = _side_by_side(drawn, list(out["games"]))
    return out


def _counts(results) -> dict:
    keys = ["game", "sample", "action"]
    counted = results.group_by(keys).len().sort(keys)
    return {"rows": len(results), "by": counted.to_dicts(), "tables": results["table"].n_unique(), "capped": int(results["capped"].sum())}


def _rows(results, game: str, sample: str | None) -> list[dict]:
    kept = results.filter((results["game"] == game) & (results["action"] == "plain")) if sample else results.filter(results["game"] == game)
    return (kept.filter(kept["sample"] == sample) if sample else kept).to_dicts()


def _game(rules, rows: dict, everything: list[dict]) -> dict:
    from sim.study.readings import weights
    drawn = weights(rules, everything)
    measured = {sample: Measured(some, rules, drawn) for sample, some in rows.items() if some}
    players = measured["players"]
    told = {"moves": len(rows["players"]), "tables": len(np.unique(players.tables)),
            "weights": {n: {r: round(float(w), 6) for r, w in zip(rules.definitions[n].readings, ws)} for n, ws in drawn.items()},
            "basis": {n: {r: basis(reading, rules) for r, reading in d.readings.items()} for n, d in rules.definitions.items() if d.readings},
            "players": headline(players), "limits": headline(measured["limits"]) if "limits" in measured else None,
            "definitions": definitions(players), "by": {}}
    for group in ("intent", "density", "kits"):
        told["by"][group] = _groups(rows["players"], rules, told, group, players)
    other = [r for r in everything if r["action"] != "plain" and r["source"] == "parametric"]
    told["by"]["action"] = _groups(other, rules, told, "action")
    told["errors"] = _errors(rows["players"], players)
    told["near"] = near_limits(rows["players"], rows["limits"])
    return told


def headline(measured: Measured, keep=None) -> dict:
    """The figures of one sample of one game, with alpha and AC1 and prevalence beside them."""
    names = [n for n in HEADLINE if n in measured.columns]
    total, sums = by_table(measured, names, keep)
    again = resampled(len(total))
    value, replicates = means(total, sums, again)
    out = {name: interval(v, replicates[:, k]) for k, (name, v) in enumerate(zip(names, value))}
    where = [names.index(c) for c in CATEGORIES]
    d = names.index("disagree")
    out["alpha"] = interval(float(alpha(value[d], value[where])), alpha(replicates[:, d], replicates[:, where]))
    out["ac1"] = interval(float(gwet(value[d], value[where])), gwet(replicates[:, d], replicates[:, where]))
    return out


def definitions(measured: Measured) -> dict:
    """For each definition its Shapley share of the disagreement, and what is left once the text settles it on each reading."""
    total, sums = by_table(measured, list(measured.columns))
    again = resampled(len(total))
    value, replicates = means(total, sums, again)
    at = {name: k for k, name in enumerate(measured.columns)}
    whole = replicates[:, at["disagree"]]
    out = {}
    for name, d in measured.rules.definitions.items():
        if not d.readings:
            continue
        share = at.get(f"share:{name}")
        here = {"gloss": d.gloss, "ids": list(d.ids), "share": interval(value[share], replicates[:, share]) if share is not None else
                {"value": 0.0, "low": 0.0, "high": 0.0}, "settled": {}}
        for reading in d.readings:
            k = at[f"settled:{name}.{reading}"]
            here["settled"][reading] = {"gloss": d.readings[reading].gloss, "left": interval(value[k], replicates[:, k]),
                                        "saved": interval(value[at["disagree"]] - value[k], whole - replicates[:, k])}
        out[name] = here
    return out


def _groups(rows: list[dict], rules, told: dict, group: str, measured: Measured | None = None) -> dict:
    """Headline figures for each kind of move or table."""
    if not rows:
        return {}
    measured = measured or Measured(rows, rules, {n: np.array(list(w.values())) for n, w in told["weights"].items()})
    of = np.array([NAMES.get(r[group], str(r[group])) for r in rows])
    out = {}
    for kind in sorted(set(of), key=lambda kind: (ORDER.index(kind) if kind in ORDER else len(ORDER), kind)):
        keep = of == kind
        if keep.sum() >= FEW:
            out[kind] = {"moves": int(keep.sum())} | {k: v for k, v in headline(measured, keep).items() if k in ("split", "disagree", "legal", "alpha")}
    return out


def _errors(rows: list[dict], measured: Measured) -> dict:
    """Disagreement by errors of measurement, and by readings on the same moves."""
    measured_rows = np.array([r["tape_1"] is not None for r in rows])
    if not measured_rows.any():
        return {}
    pairs = {"tape": ("tape_1", "tape_2"), "scan": ("scan_1", "scan_2")}
    measured.columns |= {name: np.array([bool(r[a] and r[b] and r[a] != r[b]) for r in rows], float) for name, (a, b) in pairs.items()}
    measured.columns["trust"] = np.array([r["trust"] == "undecided" for r in rows], float)
    names = ["tape", "scan", "trust", "disagree", "words", "parameters"]
    names = [n for n in names if n in measured.columns]
    total, sums = by_table(measured, names, measured_rows)
    value, replicates = means(total, sums, resampled(len(total)))
    return {"moves": int(measured_rows.sum())} | {n: interval(v, replicates[:, k]) for k, (n, v) in enumerate(zip(names, value))}


def near_limits(players: list[dict], limits: list[dict]) -> dict:
    """For each definition, by how near its limit a move is: how many moves as players make them are, and how often it turns the verdict there.

    The first from the one sample, the second (weighted) from the other; `disputed` is the sum of their products.
    """
    names = sorted({n for r in limits for n in r["near"]})
    out = {}
    for name in names:
        common, rare = _by_slack(players, name), _by_slack(limits, name)
        share = common[0] / max(1e-300, sum(r["weight"] for r in players))
        rate = np.divide(rare[1], rare[0], out=np.zeros_like(rare[0]), where=rare[0] > 0)
        seen = rare[2] >= FEWEST_NEAR
        out[name] = {"bins": list(SLACKS), "share": np.round(share, 6).tolist(), "rate": [round(float(r), 6) if s else None for r, s in zip(rate, seen)],
                     "moves": rare[2].astype(int).tolist(), "disputed": round(float((share * np.where(seen, rate, 0.0)).sum()), 6),
                     "unseen": round(float(share[~seen].sum()), 6)}
    return out


def _by_slack(rows: list[dict], name: str):
    """Weight of rows, weight of those the definition turns, and number of rows, in each bin of the definition's slack."""
    found = [(abs(dict(zip(r["near"], r["slacks"]))[name]), r["weight"], name in r["pivots"]) for r in rows if name in r["near"]]
    place = np.searchsorted(SLACKS, [s for s, _, _ in found], side="right") - 1
    w = np.array([w for _, w, _ in found], float)
    turns = np.array([t for _, _, t in found], float)
    n = len(SLACKS)
    return np.bincount(place, w, n), np.bincount(place, w * turns, n), np.bincount(place, minlength=n)


def _side_by_side(results, games: list[str]) -> dict:
    """The same moves under all games, in their usual readings: how often they agree, and how often readings differ in how many of them."""
    plain = results.filter((results["sample"] == "players") & (results["action"] == "plain"))
    by_move: dict = {}
    for game, table, move, verdict, agree in plain.select("game", "table", "move", "verdict", "agree").iter_rows():
        by_move.setdefault((table, move), {})[game] = (verdict, agree)
    whole = [(key[0], found) for key, found in sorted(by_move.items()) if len(found) == len(games)]
    if len(games) < 2 or not whole:
        return {}
    tables, place = np.unique([t for t, _ in whole], return_inverse=True)
    columns = {"all agree": [float(len({v for v, _ in f.values()}) == 1) for _, f in whole]}
    columns |= {f"{a} | {b}": [float(f[a][0] == f[b][0]) for _, f in whole] for a, b in combinations(games, 2)}
    columns |= {f"disputed in {k}": [float(sum(not agree for _, agree in f.values()) == k) for _, f in whole] for k in range(len(games) + 1)}
    total = np.bincount(place, minlength=len(tables)).astype(float)
    sums = np.stack([np.bincount(place, c, len(tables)) for c in columns.values()], axis=1)
    value, replicates = means(total, sums, resampled(len(tables)))
    patterns: dict = {}
    for _, f in whole:
        key = " ".join(f[g][0] for g in games)
        patterns[key] = patterns.get(key, 0) + 1
    return {"moves": len(whole), "games": games, "figures": {n: interval(v, replicates[:, k]) for k, (n, v) in enumerate(zip(columns, value))},
            "patterns": dict(sorted(patterns.items(), key=lambda p: (-p[1], p[0])))}
