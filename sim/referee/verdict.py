"""What a list of findings comes to: verdict, score, margin, and the finding that decides."""
from __future__ import annotations

from functools import cached_property

from sim.measure import Truth


class Verdict:
    """Anything with `findings`, `complete` and `cross_check`; not yes or no: bool() of it is refused."""

    def __bool__(self):
        raise TypeError("a ruling is legal, illegal or undecided, not yes or no: look at .verdict")

    @cached_property
    def verdict(self) -> str:
        """ "legal", "illegal" or "undecided"."""
        truths = {f.truth for f in self.findings}
        if Truth.FAILS in truths:
            return "illegal" if self.complete else "undecided"
        disagrees = "disagrees" in self.cross_check.values()
        return "undecided" if Truth.UNDECIDED in truths or disagrees else "legal"

    @property
    def score(self) -> float:
        """The chance that the weakest finding holds."""
        return min((f.claim.score for f in self.findings), default=1.0)

    @property
    def decider(self):
        """The finding that settles the verdict: the worst that fails, else the tightest; None if there are no findings."""
        rank = {Truth.FAILS: 0, Truth.UNDECIDED: 1, Truth.HOLDS: 2}
        return min(self.findings, key=lambda f: (rank[f.truth], f.fails and f.is_allowance, 1e9 if f.claim.margin is None else f.claim.margin), default=None)

    @property
    def margin(self) -> float | None:
        """The least slack in inches over length claims, the most negative if illegal; None if the deciding finding is no length."""
        wanted = Truth.FAILS if self.verdict == "illegal" else None
        slacks = [f.claim.margin for f in self.findings if f.claim.margin is not None and (wanted is None or f.truth is wanted)]
        slacks = [m for m in slacks if abs(m) < 1e9]
        return min(slacks) if slacks else None

    def _repr_html_(self) -> str:
        """What a notebook shows: the proof sheet."""
        from sim.proof.notebook import as_html
        return as_html(self)

    @property
    def failing(self) -> tuple:
        """The findings that fail."""
        return tuple(f for f in self.findings if f.fails)
