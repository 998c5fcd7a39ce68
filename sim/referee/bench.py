"""The bench asks modes, clauses and effects, and remembers every answer under the readings it rested on.

A question is asked again only under readings that matter to it: under all readings together, the work is a sum over the questions, not
a product over the definitions. Where every reading is wanted a definition is a question too: what calls it branches only where it hangs on it.
"""
from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from sim.measure import Judged, Measure, Truth
from sim.referee.case import Case, Scene, Way
from sim.referee.replays import Replays
from sim.referee.trees import Answer, Hinge, folded, grown, leaf, told_by


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

    @cached_property
    def fails(self) -> bool:
        return self.truth is Truth.FAILS


class Bench(Replays):
    """Answers questions about one scene, each under the readings it is asked under.

    Given a `trail`, it asks every question under every reading, and notes there the definitions on which its answers hung, with what was
    chosen. `asked` counts how often the body of a mode, clause, effect or stop was run.
    """

    def __init__(self, scene: Scene, trail: dict | None = None):
        super().__init__(scene.rules.definitions)
        self.scene, self.trail = scene, trail
        self._known: dict = {}
        self._folded: dict = {}
        self._how: dict = {}
        self._priced: set[tuple] = {("charged", "")}      # what asks what a way is charged, by kind and name
        self._held: list = []                             # arguments told apart by where they lie in memory
        self.asked = 0

    def mode(self, mode, passage, readings) -> tuple[tuple[Finding, ...], Measure]:
        """What a mode demands of a passage, and what it charges."""
        def ask(case):
            findings = self._findings(mode, mode(case, passage), case)
            return findings, mode.costs(case, passage)
        return self._ask("mode", mode.name, None, readings, ask, passage.key)

    def clause(self, clause, way: Way, readings) -> tuple[Finding, ...]:
        """What a clause says of a way; one that does not ask what the way is charged is asked once for ways that differ in nothing else."""
        return self._ask("clause", clause.name, way, readings, lambda case: self._findings(clause, clause(case), case))

    def effect(self, effect, way: Way, readings) -> tuple[Judged, ...]:
        """Why an effect happens; empty if it does not."""
        return self._ask("effect", effect.name, way, readings, lambda case: tuple(c for c in effect(case) or () if c.truth is Truth.HOLDS))

    def stop(self, stop, way: Way, readings) -> tuple[Measure, ...]:
        """How far along a way something ends it."""
        return self._ask("stop", stop.name, way, readings, lambda case: tuple(stop(case) or ()))

    def charged(self, way: Way, readings) -> Measure:
        """What a way is charged in all."""
        return self._ask("charged", "", way, readings, lambda case: case.charged)

    def defined(self, case: Case, definition, args: tuple, named: dict):
        """What a definition says of a case, which notes the definitions on which that hangs and no others."""
        answer, about = self._under_all("definition", definition.name, case.way, case.readings, lambda sub: definition.read(sub, args, named),
                                        told_by((*args, *sorted(named.items()))), case.hinges)
        self._held.append((args, named))
        case.consulted |= answer.consulted
        case.priced = case.priced or about in self._priced
        return answer.value

    @property
    def questions(self) -> list:
        """Every question asked so far, but for definitions."""
        return [question for question in self._known if question[0] != "definition"]

    def under_every_reading(self, question, chosen: dict):
        """A question's answers as a decision tree over the definitions it hangs on, every branch asked; `chosen` are the other readings.

        None where asking on shows that the question hangs on the charge too: then it is another question, and among `questions`.
        """
        if question in self._known:
            self._completed(question, chosen, self._known[question])
        return self._known.get(question)

    def _completed(self, question, readings, node):
        if isinstance(node, Answer):
            return
        for reading in self.scene.rules.definitions[node.name].readings:
            under = {**readings, node.name: reading}
            if reading not in node.children:
                self._answer(question, under, *self._how[question])
            if question not in self._known:
                return
            self._completed(question, under, node.children[reading])

    def _question(self, kind: str, name: str, way: Way | None, about: tuple) -> tuple:
        return kind, name, None if way is None else way.key if (kind, name) in self._priced else way.line, about

    def _ask(self, kind, name, way, readings, ask, about=()):
        if self.trail is None:
            return self._answer(self._question(kind, name, way, about), readings, way, ask).value
        return self._under_all(kind, name, way, readings, ask, about, self.trail)[0].value

    def _under_all(self, kind, name, way, readings, ask, about, trail) -> tuple[Answer, tuple]:
        """The answer, its question's kind and name; asked under every reading too, and the definitions it hangs on noted in `trail`."""
        question = self._question(kind, name, way, about)
        while question not in self._folded:                    # a second time where it turns out to ask what the way is charged
            self._answer(question, readings, way, ask)
            tree = self.under_every_reading(question, readings)
            if tree is not None:
                self._folded[question] = folded(tree)
            question = self._question(kind, name, way, about)
        node = self._folded[question]
        while isinstance(node, Hinge):
            trail[node.name] = chosen = readings.get(node.name) or self.scene.rules.definitions[node.name].default
            node = node.under(chosen)
        return leaf(self._known[question], readings, self.scene.rules.definitions), (kind, name)

    def _answer(self, question, readings, way, ask) -> Answer:
        known = leaf(self._known.get(question), readings, self.scene.rules.definitions)
        if known is not None:
            return known
        self._how.setdefault(question, (way, ask))
        case = Case(self.scene, readings, way, None if self.trail is None else self)
        self.asked += question[0] != "definition"
        answer = Answer(ask(case), case.consulted)
        if case.priced and question[:2] not in self._priced:
            self._priced.add(question[:2])
            self._known = {q: node for q, node in self._known.items() if q[:2] != question[:2]}      # asked anew, by what the way is charged
            self._folded = {q: node for q, node in self._folded.items() if q[:2] != question[:2]}
            question = *question[:2], way.key, question[3]
            self._how.setdefault(question, (way, ask))
        self._known[question] = grown(self._known.get(question), case.hinges, answer)
        return answer

    @staticmethod
    def _findings(part, claims, case) -> tuple[Finding, ...]:
        found = tuple(claims or ())
        cite = str(part.cite) if part.cite else ""
        return tuple(Finding(part.name, part.ids, cite, part.gloss, c, dict(case.consulted), getattr(part, "is_allowance", False)) for c in found)
