"""Text as meshes are written in: which letters, which lines."""
from __future__ import annotations

from collections.abc import Iterator

from sim.errors import RefereeError


def decoded(data: bytes, name: str) -> str:
    """UTF-8 with or without a mark, else Latin-1 (comments and names of older programs); E_ENCODING for wider letters."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        pass
    if data[:2] in (b"\xff\xfe", b"\xfe\xff") or b"\0" in data[:1024]:
        raise RefereeError("E_ENCODING", f"{name} is not written in UTF-8 or ASCII; save it as UTF-8", name)
    return data.decode("latin-1")


def is_plain(text: str) -> bool:
    """False for what only Python takes for a number: digits of other scripts, and underscores."""
    return text.isascii() and "_" not in text


def lines(text: str) -> Iterator[tuple[int, str]]:
    """Lines with their numbers from 1; they end in LF, CR LF or, in very old files, CR."""
    return enumerate(text.split("\n" if "\n" in text else "\r"), 1)
