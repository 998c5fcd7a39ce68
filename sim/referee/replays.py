"""What is worked out from answers is worked out once for all readings that agree on what those answers hung on."""
from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from sim.referee.trees import Answer, grown, leaf

END = object()


class Replays:
    """Results and searches made from a bench's answers, given again under other readings. `trail` is where the bench notes what answers hang on."""

    trail: dict | None

    def __init__(self, definitions):
        self._definitions = definitions
        self._made: dict = {}
        self._searches: list[Search] = []

    def kept(self, what: tuple, readings: dict, make: Callable):
        """What `make()` makes of answers under some readings; where every reading is asked, made anew only under readings on which it hung."""
        if self.trail is None:
            return make()
        tree = self._made.get(what)
        answer = leaf(tree, readings, self._definitions)
        if answer is None:
            with self.noting({}) as noted:
                answer = Answer(make(), noted)
            self._made[what] = grown(tree, noted, answer)
        self.trail.update(answer.consulted)
        return answer.value

    def searched(self, readings: dict, search: Callable[[], Iterator]) -> Iterator:
        """What `search()` gives under some readings; where every reading is asked, one search serves all readings under which it finds the same."""
        if self.trail is None:
            yield from search()
            return
        n = 0
        while True:
            same = next((s for s in self._searches if s.fits(self, readings, n)), None)
            if same is None:
                same = Search(search())
                self._searches.append(same)
            noted, found = same.upto(self, n)
            self.trail.update(noted)
            if found is END:
                return
            if isinstance(found, Exception):
                raise found
            yield found
            n += 1

    @contextmanager
    def noting(self, trail: dict) -> Iterator[dict]:
        """While it lasts, the definitions on which answers hang are noted there."""
        outer, self.trail = self.trail, trail
        try:
            yield trail
        finally:
            self.trail = outer


class Search:
    """What a search under some readings has given so far, and the definitions on which it hung up to each thing given."""

    def __init__(self, under: Iterator):
        self._under, self._noted, self._given = under, {}, []

    def upto(self, bench: Replays, n: int) -> tuple[dict, object]:
        """What it hung on up to its n-th thing, and that thing: END once there is none, or what it broke off with."""
        while len(self._given) <= n:
            with bench.noting(self._noted):
                try:
                    found = next(self._under, END)
                except Exception as broke_off:      # whatever it is, it is raised where the search would have raised it
                    found = broke_off
            self._given.append((dict(self._noted), found))
        return self._given[n]

    def fits(self, bench: Replays, readings: dict, n: int) -> bool:
        """Whether under some readings the search would give the same up to its n-th thing."""
        return (not self._given or self._agrees(readings, min(n, len(self._given) - 1))) and (self.upto(bench, n) and self._agrees(readings, n))

    def _agrees(self, readings: dict, n: int) -> bool:
        return all(readings[name] == reading for name, reading in self._given[n][0].items())
