"""What a ruleset is made of: modes, clauses, definitions with readings, effects, each with its source.

A decorator holds the source, the function's name is the name, its docstring the gloss, its body the sentence. Readings register as in
`functools.singledispatch`: the first is the default, and a misspelt one fails at import, being an attribute.
"""
from __future__ import annotations

import inspect
from dataclasses import dataclass, field

KINDS = ("LEVEL", "UP", "DOWN", "SPAN", "AIR", "TURN")


@dataclass(frozen=True)
class Citation:
    """A place in a rulebook: document and locator, never a quotation."""
    document: str
    locator: str

    def __str__(self) -> str:
        return self.locator


@dataclass(frozen=True, eq=False)
class Part:
    """What modes, clauses, definitions and effects have in common."""
    name: str
    ids: tuple[str, ...]
    cite: Citation | None
    gloss: str
    rule_text: object = field(repr=False)

    def __call__(self, *args, **named):
        """Asks the function itself."""
        return self.rule_text(*args, **named)

    @classmethod
    def of(cls, func, source, **more):
        ids = tuple(s for s in source if isinstance(s, str))
        cites = [s for s in source if isinstance(s, Citation)]
        return cls(func.__name__.rstrip("_"), ids, cites[0] if cites else None, inspect.getdoc(func) or "", func, **more)


@dataclass(frozen=True, eq=False)
class Clause(Part):
    """Something that must be true of the whole move; `is_allowance` marks the clause that holds it to its distance.

    A clause `of_the_unit` is asked once, when every model of a unit has moved.
    """
    is_allowance: bool = False
    amends: str = ""
    of_the_unit: bool = False


@dataclass(frozen=True, eq=False)
class Stop(Part):
    """Something that ends a move before its declared end: the body yields how far along the way, endless where it does not."""


@dataclass(frozen=True, eq=False)
class Effect(Part):
    """Something that happens because of the move: present if the body yields a claim that holds."""
    label: str = ""
    of_the_unit: bool = False
    harm: bool = False
    when_illegal: bool = False
    dice: tuple[int, ...] = ()


@dataclass(frozen=True, eq=False)
class Mode(Part):
    """What a rulebook calls a passage, what it demands (the body) and what it costs (`costs`)."""
    by: str = ""
    takes: tuple[str, ...] = KINDS
    _cost: list = field(default_factory=list)

    def charge(self, func):
        """Registers what the mode costs: a function of case and passage that returns a Measure."""
        self._cost[:] = [func]
        return func

    @property
    def costs(self):
        return self._cost[0] if self._cost else lambda case, passage: passage.run


@dataclass(frozen=True, eq=False)
class Reading(Part):
    """One way to read a definition."""
    definition: str = ""


@dataclass(frozen=True, eq=False)
class Definition(Part):
    """A word of the rulebook that may be read in several ways; calling it asks the reading chosen for the case."""
    readings: dict[str, Reading] = field(default_factory=dict)

    def reading(self, *source):
        """Registers a reading under the function's name (less a final underscore, where a name is taken); the first is the default."""
        def register(func):
            reading = Reading.of(func, source, definition=self.name)
            if reading.name in dir(type(self)) or reading.name in self.__dict__:
                raise ValueError(f"a reading cannot be called {reading.name!r}: every definition has something of that name")
            if reading.name in self.readings:
                raise ValueError(f"{self.name} has a reading {reading.name!r} already")
            self.readings[reading.name] = reading
            return reading
        return register

    @property
    def default(self) -> str:
        return next(iter(self.readings))

    def __getattr__(self, name: str) -> Reading:
        readings = object.__getattribute__(self, "readings")
        if name in readings:
            return readings[name]
        raise AttributeError(f"{self.name} has no reading {name!r}; it has {', '.join(readings) or 'none'}")

    def __call__(self, case, *args, **named):
        return case.by(self, args, named)

    def read(self, case, args, named):
        """What the body says of the case, or the reading chosen for it."""
        body = self.readings[case.reads(self)] if self.readings else self.rule_text
        return body(case, *args, **named)


@dataclass(frozen=True)
class Example:
    """A worked row: a scene, a move in it, and what the ruleset says; `says` is a verdict, or a verdict per Reading.

    A verdict may be followed by effects that must happen, or must not: "legal, falls, no impact-damage".
    """
    title: str
    scene: object
    move: dict
    says: object


@dataclass(frozen=True, eq=False)
class Action:
    """A kind of move a player may declare; its body gives the distance allowed.

    `by` is how its legs are made where they do not say; `turns_first`: the model faces along its first leg before it goes;
    `moves`: False where nobody moves and the table is judged as it stands.
    """
    name: str
    ids: tuple[str, ...]
    cite: Citation | None
    gloss: str
    body: object
    by: str | None = None
    turns_first: bool = False
    moves: bool = True


class Ruleset:
    """One game's movement rules, filled by the decorators below while its file is imported."""

    def __init__(self, name: str, document: str, edition: str = "", ids: tuple[str, ...] = (), minds_centre: bool = False):
        self.name, self.document, self.edition = name, document, edition
        self.minds_centre = minds_centre         # whether it matters what is under the base's centre on the way
        self.known_ids = tuple(ids)
        self.modes: dict[str, Mode] = {}
        self.clauses: dict[str, Clause] = {}
        self.definitions: dict[str, Definition] = {}
        self.effects: dict[str, Effect] = {}
        self.stops: dict[str, Stop] = {}
        self.actions: dict[str, Action] = {}
        self.skips: dict[str, str] = {}
        self.examples: list[Example] = []
        self.whole_charges: list = []

    def cite(self, locator: str, document: str | None = None) -> Citation:
        """A place in this ruleset's document, or in another one named."""
        return Citation(document or self.document, locator)

    def mode(self, by: str, *source, takes: str = " ".join(KINDS)):
        """A way of making a passage; `by` is its name in a scenario's path, `takes` the kinds of passage it can make."""
        return lambda func: self._add(self.modes, Mode.of(func, source, by=by, takes=tuple(takes.split())))

    def clause(self, *source, is_allowance: bool = False, amends: str = "", of_the_unit: bool = False):
        """A sentence that must hold of the whole move: its body yields claims."""
        return lambda func: self._add(self.clauses, Clause.of(func, source, is_allowance=is_allowance, amends=amends, of_the_unit=of_the_unit))

    def stop(self, *source):
        """Something that cuts a move short: its body yields how far along the way, endless where it does not."""
        return lambda func: self._add(self.stops, Stop.of(func, source))

    def definition(self, *source):
        """A word of the book; give it readings with `@name.reading(...)`, or a body if it has only one."""
        return lambda func: self._add(self.definitions, Definition.of(func, source))

    def effect(self, label: str, *source, of_the_unit: bool = False, harm: bool = False, when_illegal: bool = False,
               dice: tuple[int, ...] = ()):
        """Something a move brings about, under the label that rulings show; a way that does no `harm` is taken first.

        One `when_illegal` is asked only of a move that breaks a rule. `dice`: the damage for each face of one die.
        """
        more = {"label": label, "of_the_unit": of_the_unit, "harm": harm, "when_illegal": when_illegal, "dice": dice}
        return lambda func: self._add(self.effects, Effect.of(func, source, **more))

    def action(self, name: str, *source, by: str | None = None, turns_first: bool = False, moves: bool = True):
        """A kind of move; the body returns the distance it allows."""
        def register(func):
            ids = tuple(s for s in source if isinstance(s, str))
            cites = [s for s in source if isinstance(s, Citation)]
            self.actions[name] = Action(name, ids, cites[0] if cites else None, inspect.getdoc(func) or "", func, by, turns_first, moves)
            return func
        return register

    def whole_move_charge(self, func):
        """A cost of the move as a whole, on top of its passages'."""
        self.whole_charges.append(func)
        return func

    def skip(self, clause_id: str, reason: str) -> None:
        """Says why a statement of the text is not judged."""
        self.skips[clause_id] = reason

    def example(self, title: str, scene, *, says, **move) -> None:
        """A worked example: a scene, a move, and the verdict, or the verdict under each of some readings."""
        self.examples.append(Example(title, scene, move, says))

    def coverage(self) -> dict[str, str]:
        """For every id of the text: the part that carries it, the reason it is skipped, or an empty string."""
        found = dict.fromkeys(self.known_ids, "")
        groups = (("mode", self.modes), ("clause", self.clauses), ("stop", self.stops), ("effect", self.effects), ("action", self.actions),
                  ("definition", self.definitions))
        for kind, parts in groups:
            for part in parts.values():
                for clause_id in part.ids:
                    found[clause_id] = found.get(clause_id) or f"{kind} {part.name}"
        for clause_id, reason in self.skips.items():
            found[clause_id] = found.get(clause_id) or f"skip: {reason}"
        return found

    def _add(self, shelf: dict, part):
        if part.name in shelf:
            raise ValueError(f"{self.name} has two parts called {part.name!r}")
        shelf[part.name] = part
        return part
