"""Answers under every reading as a decision tree over definitions, and what of such a tree can change a ruling."""
from __future__ import annotations

from dataclasses import dataclass, fields, is_dataclass

from sim.facts.zones import Body
from sim.measure import Judged, Measure


@dataclass(frozen=True, eq=False)
class Answer:
    """What came of a question under some readings; `consulted`: all definitions it asked, also those on which nothing hangs."""
    value: object
    consulted: dict


@dataclass(frozen=True, eq=False)
class Branch:
    """A definition a question goes on to consult, with what follows under each reading asked so far."""
    name: str
    children: dict


@dataclass(frozen=True)
class Hinge:
    """A definition on which something hangs, with what follows under each reading: Hinges, or what of an answer can change a ruling."""
    name: str
    branches: tuple

    def under(self, reading: str):
        return dict(self.branches)[reading]


def leaf(node, readings: dict, definitions) -> Answer | None:
    """The answer of a tree under some readings; None if it has not been asked under them."""
    while isinstance(node, Branch):
        node = node.children.get(readings.get(node.name) or definitions[node.name].default)
    return node


def grown(node, hinges: dict, answer: Answer):
    """A tree with an answer at the end of the branches its readings make, in the order they were asked for."""
    names = iter(hinges.items())
    name, reading = next(names, (None, None))
    if name is None:
        return answer
    root = node = node or Branch(name, {})
    for after, chosen in names:
        node, reading = node.children.setdefault(reading, Branch(after, {})), chosen
    node.children[reading] = answer
    return root


def folded(node):
    """A tree all of whose branches have been asked, without the definitions on which nothing hangs."""
    if isinstance(node, Answer):
        return essence(node.value)
    branches = tuple((reading, folded(child)) for reading, child in sorted(node.children.items()))
    same = all(what == branches[0][1] for _, what in branches)
    return branches[0][1] if same else Hinge(node.name, branches)


def hinges(node) -> set[str]:
    """The definitions a folded tree hangs on."""
    return {node.name}.union(*(hinges(what) for _, what in node.branches)) if isinstance(node, Hinge) else set()


def essence(answer):
    """What of an answer can change a ruling: truths of claims, values of measures; of other things, which they are."""
    if isinstance(answer, Measure):
        return round(answer.value, 4), round(answer.u, 4)
    if isinstance(answer, Judged):
        return answer.truth.value
    if hasattr(answer, "claim"):
        return essence(answer.claim)
    return _told_apart(answer, essence)


def told_by(argument):
    """What tells an argument of a definition from others, in words too, so that an answer kept for it says the right thing."""
    if isinstance(argument, Measure):
        return argument.value, argument.u, argument.unit, argument.name
    return argument if isinstance(argument, Body) else argument.key if hasattr(argument, "key") else _told_apart(argument, told_by)


def _told_apart(thing, part):
    if thing is None or isinstance(thing, (bool, int, float, str)):
        return thing
    if isinstance(thing, (tuple, list)):
        return tuple(map(part, thing))
    if is_dataclass(thing) and type(thing).__eq__ is not object.__eq__:
        return type(thing).__name__, *(part(getattr(thing, f.name)) for f in fields(thing))
    return id(thing)
