"""Plain data becomes the schema's types, every fault told at its place.

msgspec stops at the first fault, so where it finds one, structs, lists and tables are walked here and it is asked again about what is in them.
"""
from __future__ import annotations

import re
from difflib import get_close_matches
from functools import cache
from math import isfinite
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec

from sim.errors import RefereeError

PLACE = re.compile(r" - at `(?:key in )?\$(.*)`$")
LARGEST = 2**53           # whole numbers beyond it are no longer exact
DEEPEST = 32
WORDS = {"float": "a number", "int": "a whole number", "str": "text", "bool": "true or false", "array": "a list", "object": "a table"}


class Faults:
    """The faults of one file, gathered."""

    def __init__(self):
        self.found: list[RefereeError] = []

    def __call__(self, place: str, message: str, code: str = "E_SCENARIO") -> None:
        self.found.append(RefereeError(code, message, place))

    def take(self, error: RefereeError, place: str) -> None:
        """A mesh's or a placing's error (and its companions), with its place in this file."""
        self.found += [RefereeError(e.code, e.message, place) for e in error.all]

    def stop_if_any(self) -> None:
        if self.found:
            raise RefereeError.of(self.found)


def check_values(value, place: str, fault: Faults, depth: int = 0) -> None:
    """Only what TOML and JSON share, and only numbers that are numbers."""
    if depth > DEEPEST:
        fault(place, f"nested more than {DEEPEST} deep")
    elif isinstance(value, dict):
        for key, inner in value.items():
            if not isinstance(key, str) or not _is_text(key):
                fault(place, f"the key {key!r} is not text")
                continue
            check_values(inner, _at(place, key), fault, depth + 1)
    elif isinstance(value, (list, tuple)):
        for i, inner in enumerate(value):
            check_values(inner, f"{place}[{i}]", fault, depth + 1)
    elif isinstance(value, float) and not isfinite(value):
        fault(place, f"{value} is no number that can be measured; expected a finite number")
    elif isinstance(value, int) and abs(value) > LARGEST:
        fault(place, "the number is too large; expected one of at most 16 digits")
    elif isinstance(value, str) and not _is_text(value):
        fault(place, "holds half a character (a lone surrogate), which no file can keep")
    elif not isinstance(value, (str, int, float, bool, NoneType)):
        fault(place, f"expected text, a number, true or false, not a {type(value).__name__}")


def _is_text(text: str) -> bool:
    return not any("\ud800" <= c <= "\udfff" for c in text)


def decode(raw, kind, place: str, fault: Faults):
    """`raw` as the type `kind`, or None and at least one fault."""
    try:
        return msgspec.convert(raw, kind)
    except msgspec.ValidationError:
        return _walk(raw, kind, place, fault)


def _walk(raw, kind, place: str, fault: Faults):
    """The same for data known to be faulty somewhere."""
    kind, limits = _plain(kind)
    origin = get_origin(kind)
    if origin in (Union, UnionType):
        inner = _branch(raw, get_args(kind))
        return _leaf(raw, kind, limits, place, fault) if inner is None else decode(raw, inner, place, fault)
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        return _struct(raw, kind, place, fault)
    if origin is list and isinstance(raw, (list, tuple)):
        _check_length(len(raw), limits, place, fault)
        return [decode(v, get_args(kind)[0], f"{place}[{i}]", fault) for i, v in enumerate(raw)]
    if origin is dict and isinstance(raw, dict):
        key, inner = get_args(kind)
        return {_leaf(k, key, (), place, fault): decode(v, inner, _at(place, k), fault) for k, v in raw.items()}
    return _leaf(raw, kind, limits, place, fault)


def fields(raw: dict, kind, place: str, fault: Faults) -> dict:
    """The values of a struct's keys, None where one is faulty; faults for unknown and missing keys."""
    hints = _hints(kind)
    for key in [k for k in raw if k not in hints]:
        near = get_close_matches(str(key), hints, 1)
        fault(_at(place, key), f"unknown key {key!r}; " + (f"did you mean {near[0]!r}?" if near else f"there are {', '.join(hints)}"))
    for f in msgspec.structs.fields(kind):
        if f.required and f.name not in raw:
            fault(_at(place, f.name), f"{f.name!r} is missing")
    return {k: decode(v, hints[k], _at(place, k), fault) for k, v in raw.items() if k in hints}


@cache
def _hints(kind) -> dict:
    return get_type_hints(kind, include_extras=True)


def _struct(raw, kind, place: str, fault: Faults):
    if not isinstance(raw, dict):
        fault(place, f"expected a table with keys such as {', '.join(kind.__struct_fields__[:4])}, not {_named(raw)}")
        return None
    before = len(fault.found)
    values = fields(raw, kind, place, fault)
    return kind(**values) if len(fault.found) == before else None


def _branch(raw, kinds):
    """The member of a union that data of this shape is meant for."""
    for kind in kinds:
        plain, _ = _plain(kind)
        if isinstance(raw, dict) and isinstance(plain, type) and issubclass(plain, msgspec.Struct):
            return kind
        if isinstance(raw, dict) and get_origin(plain) is dict or isinstance(raw, (list, tuple)) and get_origin(plain) is list:
            return kind
    return None


def _leaf(raw, kind, limits, place: str, fault: Faults):
    try:
        return msgspec.convert(raw, Annotated[(kind, *limits)] if limits else kind)
    except msgspec.ValidationError as problem:
        text = str(problem)
        inner = PLACE.search(text)
        fault(place + (inner[1] if inner else ""), _in_words(PLACE.sub("", text), kind, raw))
        return None


def _in_words(text: str, kind, raw) -> str:
    if choices := _choices(kind):
        return f"expected one of {', '.join(choices)}, not {_named(raw)}"
    text = re.sub("`([^`]*)`", lambda m: " or ".join(WORDS.get(w, w) for w in m[1].split(" | ") if w != "null"), text)
    return f"{text[0].lower()}{text[1:].partition(', got')[0]}, not {_named(raw)}"


def _choices(kind) -> list[str]:
    """The words a value may be, if it is one of a few words."""
    plain, _ = _plain(kind)
    if get_origin(plain) is Literal:
        return [str(c) for c in get_args(plain)]
    return [c for k in get_args(plain) for c in _choices(k)] if get_origin(plain) in (Union, UnionType) else []


def _check_length(length: int, limits, place: str, fault: Faults) -> None:
    for m in limits:
        if m.min_length is not None and length < m.min_length or m.max_length is not None and length > m.max_length:
            wanted = m.min_length if m.min_length == m.max_length else f"{m.min_length or 0} to {m.max_length}"
            fault(place, f"expected a list of {wanted}, got {length}")


def _plain(kind) -> tuple[Any, tuple]:
    """A type without its Annotated wrappers, and the limits they carry."""
    limits: tuple = ()
    while get_origin(kind) is Annotated:
        kind, *more = get_args(kind)
        limits = (*more, *limits)
    return kind, limits


def _at(place: str, key) -> str:
    shown = str(key) if re.fullmatch(r"[\w-]+", str(key)) else repr(str(key)[:60])
    return f"{place}.{shown}" if place else shown


def _named(raw) -> str:
    text = repr(raw)
    return text if len(text) <= 60 else f"{text[:57]}..."
