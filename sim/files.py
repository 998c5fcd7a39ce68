"""Writing files whole: under another name first, flushed, then moved into place, so that a reader never meets half of one."""
from __future__ import annotations

import os
from pathlib import Path


def write_whole(path: Path, content: bytes | str) -> Path:
    """Writes `content` (text as UTF-8) to `path`, making its folder where there is none; returns the path."""
    path.parent.mkdir(parents=True, exist_ok=True)
    half = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        with open(half, "wb") as file:
            file.write(content if isinstance(content, bytes) else content.encode("utf-8"))
            file.flush()
            os.fsync(file.fileno())
        os.replace(half, path)
    finally:
        half.unlink(missing_ok=True)
    return path
