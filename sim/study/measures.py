"""What each row says in numbers: the columns that the study's figures are means of."""
from __future__ import annotations

import numpy as np

from sim.study import attribution as of
from sim.study.readings import PARAMETERS, allowed, weights

FEWEST = 1e-12


class Measured:
    """The rows of one game in numbers: `columns` maps a name to one number a row; `tables` and `w` are each row's table and weight.

    Names: split, disagree, legal, illegal, undecided, charge_gap (expected), charge_range, share:DEFINITION (its Shapley share), settled:DEFINITION.READING
    (what is left once settled so), text, text and FAQ (what is left if only those are heard), words, parameters (the shares of both kinds).
    """

    def __init__(self, rows: list[dict], rules, reading_weights: dict | None = None):
        self.rules = rules
        self.readings = reading_weights or weights(rules, rows)
        self.allowed = {sources: allowed(rules, sources) for sources in ("text", "text and FAQ")}
        self.parameters = set(PARAMETERS.get(rules.name, ()))
        self._known: dict = {}
        told = [self._row(row) for row in rows]
        self.settlements = [f"settled:{n}.{r}" for n, d in rules.definitions.items() for r in d.readings]
        names = sorted({name for values in told for name in values} | set(self.settlements))
        self.columns = {name: np.array([values.get(name, values["disagree"] if name.startswith("settled:") else 0.0) for values in told]) for name in names}
        self.tables = np.array([row["table"] for row in rows], dtype=int)
        self.w = np.array([row.get("weight", 1.0) for row in rows], dtype=float)

    def _row(self, row) -> dict:
        key = (tuple(row["matters"]), row["verdicts"])
        if key not in self._known:
            self._known[key] = self._table(*key)
        values, cells = self._known[key]
        legal = [(c, w) for v, c, w in zip(row["verdicts"], row["charges"], cells) if v == "L"]
        gap = of.mean_difference(*zip(*legal)) if len(legal) > 1 else 0.0
        return values | {"charge_gap": gap, "charge_range": max(c for c, _ in legal) - min(c for c, _ in legal) if legal else 0.0}

    def _table(self, names, verdicts: str):
        w = [self.readings[n] for n in names]
        table = of.tensor(verdicts, tuple(map(len, w)))
        every = tuple(range(len(w)))
        legal, illegal, undecided = of.chances(table, w)
        all_of_it = of.disagreement(table, w, every)
        values = {"split": float(len(set(verdicts)) > 1), "disagree": all_of_it, "legal": legal, "illegal": illegal, "undecided": undecided}
        values |= {sources: of.restricted(table, w, [masks[n] for n in names]) for sources, masks in self.allowed.items()}
        if all_of_it > FEWEST:
            shares = dict(zip(names, of.shapley(table, w)))
            values |= {f"share:{n}": s for n, s in shares.items()}
            values["parameters"] = sum(s for n, s in shares.items() if n in self.parameters)
            values["words"] = all_of_it - values["parameters"]
            values |= {f"settled:{n}.{r}": of.settled(table, w, axis, k)
                       for axis, n in enumerate(names) for k, r in enumerate(self.rules.definitions[n].readings)}
        return values, of.cell_weights(tuple(map(tuple, w)))


def by_table(measured: Measured, names: list[str], keep=None):
    """Weighted sums by table: (weights (T,), sums (T, K)); `keep` picks rows."""
    keep = np.ones(len(measured.w), dtype=bool) if keep is None else keep
    kinds, place = np.unique(measured.tables, return_inverse=True)
    w = np.where(keep, measured.w, 0.0)
    total = np.bincount(place, w, len(kinds))
    sums = np.stack([np.bincount(place, w * measured.columns[n], len(kinds)) for n in names], axis=1) if names else np.zeros((len(kinds), 0))
    return total, sums
