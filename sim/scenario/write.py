"""A scenario's dict as TOML that reads the same."""
from __future__ import annotations

import json
import re
from math import isfinite

BARE = re.compile(r"[A-Za-z0-9_-]+")


def dumps_toml(data: dict) -> str:
    """TOML text of a scenario's dict: tables by section, everything below them inline; keys that are None are left out.

    Raises TypeError for a value TOML cannot hold.
    """
    data = {k: v for k, v in data.items() if v is not None}
    tables = {k: v for k, v in data.items() if _is_tables(v)}
    lines = [f"{_key(k)} = {_value(v)}" for k, v in data.items() if k not in tables and not (k in ("board", "scan") and isinstance(v, dict))]
    for section in ("board", "scan"):
        if isinstance(data.get(section), dict):
            lines += ["", f"[{section}]", *_entries(data[section])]
    for section, entries in tables.items():
        for entry in entries:
            lines += ["", f"[[{_key(section)}]]", *_entries(entry)]
    return "\n".join(lines).lstrip("\n") + "\n"


def _is_tables(value) -> bool:
    return isinstance(value, (list, tuple)) and len(value) > 0 and all(isinstance(v, dict) for v in value)


def _entries(table: dict) -> list[str]:
    return [f"{_key(k)} = {_value(v)}" for k, v in table.items() if v is not None]


def _key(key: str) -> str:
    return key if BARE.fullmatch(key) else _text(key)


def _value(value) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return _text(value)
    if isinstance(value, int):
        return str(value)
    if isinstance(value, float) and isfinite(value):
        return repr(float(value))
    if isinstance(value, dict):
        inner = ", ".join(_entries(value))
        return f"{{ {inner} }}" if inner else "{}"
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(map(_value, value))}]"
    raise TypeError(f"{value!r} cannot be written in a scenario file")


def _text(text: str) -> str:
    """A TOML basic string: JSON's escapes are TOML's, but for the slash and DEL."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
