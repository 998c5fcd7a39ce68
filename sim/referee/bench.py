"""The bench asks modes, clauses and effects, and remembers every answer under the readings it rested on.

A question is asked again only under readings that matter to it: under all readings together, the work is a sum over the questions, not
a product over the definitions.
"""
from __future__ import annotations

from dataclasses import dataclass

from sim.measure import Judged, Measure, Truth
from sim.referee.case import Case, Scene, Way


@dataclass(frozen=True, eq=False)
class Finding:
    """What a clause or mode says of a move: one claim, with the readings it was made under."""
    clause: str
    ids: tuple[str, ...]
    cite: str
    gloss: str
    claim: Judged
    readings: dict
    is_allowance: bool = False

    @property
    def truth(self) -> Truth:
        return self.claim.truth

    @property
    def says(self) -> str:
        """The claim in words."""
        return str(self.claim)

    @property
    def fails(self) -> bool:
        return self.truth is Truth.FAILS


@dataclass(frozen=True, eq=False)
class Answer:
    """What came of a question under some readings."""
    value: object


@dataclass(frozen=True, eq=False)
class Branch:
    """A definition a question goes on to consult, with what follows under each reading asked so far."""
    name: str
    children: dict


class Bench:
    """Answers questions about one scene. `asked` counts how often a body was really run."""

    def __init__(self, scene: Scene):
        self.scene = scene
        self._known: dict = {}
        self._how: dict = {}
        self._priced: set[str] = set()        # clauses and effects that ask what a way is charged
        self.asked = 0

    def mode(self, mode, passage, readings) -> tuple[tuple[Finding, ...], Measure]:
        """What a mode demands of a passage, and what it charges."""
        def ask(case):
            findings = self._findings(mode, mode(case, passage), case)
            return findings, mode.costs(case, passage)
        return self._ask(("mode", mode.name, passage.key), readings, None, ask)

    def clause(self, clause, way: Way, readings) -> tuple[Finding, ...]:
        """What a clause says of a way; one that does not ask what the way is charged is asked once for ways that differ in nothing else."""
        return self._ask(self._question("clause", clause, way), readings, way, lambda case: self._findings(clause, clause(case), case))

    def effect(self, effect, way: Way, readings) -> tuple[Judged, ...]:
        """Why an effect happens; empty if it does not."""
        return self._ask(self._question("effect", effect, way), readings, way,
                         lambda case: tuple(c for c in effect(case) or () if c.truth is Truth.HOLDS))

    def stop(self, stop, way: Way, readings) -> tuple[Measure, ...]:
        """How far along a way something ends it."""
        return self._ask(("stop", stop.name, way.key), readings, way, lambda case: tuple(stop(case) or ()))

    def charged(self, way: Way, readings) -> Measure:
        """What a way is charged in all."""
        return self._ask(("charged", way.key), readings, way, lambda case: case.charged)

    @property
    def questions(self) -> list:
        """Every question asked so far."""
        return list(self._known)

    def under_every_reading(self, question, chosen: dict):
        """A question's answers as a decision tree over the definitions it consults, every branch asked; `chosen` are the other readings.

        None where asking on shows that the question hangs on the charge too: then it is another question, and among `questions`.
        """
        if question in self._known:
            self._completed(question, chosen, self._known[question])
        return self._known.get(question)

    def _completed(self, question, readings, node):
        if isinstance(node, Answer):
            return node
        for reading in self.scene.rules.definitions[node.name].readings:
            under = {**readings, node.name: reading}
            if reading not in node.children:
                self._ask(question, under, *self._how[question])
            if question not in self._known:
                return node
            self._completed(question, under, node.children[reading])
        return node

    def _question(self, kind: str, part, way: Way | None) -> tuple:
        return kind, part.name, None if way is None else way.key if part.name in self._priced else way.line

    def _ask(self, question, readings, way, ask):
        node, definitions = self._known.get(question), self.scene.rules.definitions
        while isinstance(node, Branch):
            node = node.children.get(readings.get(node.name) or definitions[node.name].default)
        if node is not None:
            return node.value
        self._how.setdefault(question, (way, ask))
        case = Case(self.scene, readings, way)
        self.asked += 1
        answer = Answer(ask(case))
        if case.priced and question[0] in ("clause", "effect") and question[1] not in self._priced:
            self._priced.add(question[1])
            self._known = {q: node for q, node in self._known.items() if q[:2] != question[:2]}      # asked anew, by what the way is charged
            question = (*question[:2], way.key)
            self._how.setdefault(question, (way, ask))
        self._grow(question, list(case.consulted.items()), answer)
        return answer.value

    def _grow(self, question, consulted, answer) -> None:
        """Puts an answer at the end of the branches its readings make, in the order they were asked for."""
        if not consulted:
            self._known[question] = answer
            return
        node = self._known.setdefault(question, Branch(consulted[0][0], {}))
        for (_, reading), (after, _) in zip(consulted, consulted[1:]):
            node = node.children.setdefault(reading, Branch(after, {}))
        node.children[consulted[-1][1]] = answer

    @staticmethod
    def _findings(part, claims, case) -> tuple[Finding, ...]:
        found = tuple(claims or ())
        cite = str(part.cite) if part.cite else ""
        return tuple(Finding(part.name, part.ids, cite, part.gloss, c, dict(case.consulted), getattr(part, "is_allowance", False)) for c in found)
