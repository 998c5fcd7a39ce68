"""Zip files as 3MF uses them: opened only if nothing in them overlaps, is hidden, or grows out of all measure."""
from __future__ import annotations

import io
import zipfile
import zlib
from collections.abc import Iterator

from sim.errors import RefereeError
from sim.terrain.audit.faults import fault
from sim.terrain.limits import Limits

MOST_ENTRIES = 10_000
GROWTH = 200              # no mesh's text packs better than this
SMALL = 10_000_000        # bytes below which growth does not matter
CHUNK = 1 << 20
LOCAL_HEADER = 30         # bytes before the name of an entry


class Package:
    """A zip file in memory."""

    def __init__(self, data: bytes, name: str, limits: Limits):
        self.name = name
        try:
            self.zip = zipfile.ZipFile(io.BytesIO(data))
        except (zipfile.BadZipFile, ValueError, OSError, NotImplementedError, EOFError):
            raise fault("E_TYPE_MISMATCH", name, "is not a whole zip file, and a 3MF is one") from None
        entries = sorted(self.zip.infolist(), key=lambda e: e.header_offset)
        if len(entries) > MOST_ENTRIES:
            raise RefereeError("E_LIMIT", f"{name} packs {len(entries):,} files, more than {MOST_ENTRIES:,}; save it anew", name)
        for entry, after in zip(entries, entries[1:]):
            if entry.header_offset + LOCAL_HEADER + entry.compress_size > after.header_offset:
                raise RefereeError("E_BOMB", f"{name} packs two files into the same bytes, which only a trap does", name)
        for entry in entries:
            if entry.file_size > SMALL and entry.file_size > GROWTH * max(entry.compress_size, 1):
                times = entry.file_size // max(entry.compress_size, 1)
                raise RefereeError("E_BOMB", f"{name} would grow {times:,} times when unpacked, which only a trap does", name)
        total = sum(e.file_size for e in entries)
        if total > limits.unpacked_mb * 1e6:
            says = f"{name} would unpack to {total / 1e6:,.0f} MB, more than {limits.unpacked_mb:g}; simplify it or raise the limit `unpacked_mb`"
            raise RefereeError("E_LIMIT", says, name)
        self.entries = {e.filename.replace("\\", "/").strip("/").lower(): e for e in entries}

    def chunks(self, path: str) -> Iterator[bytes]:
        """The bytes of an entry, never more than it says it has."""
        entry = self.entries[path]
        if entry.flag_bits & 1:
            raise RefereeError("E_UNSUPPORTED", f"{self.name} is encrypted; save it without a password", self.name)
        if entry.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
            raise RefereeError("E_UNSUPPORTED", f"{self.name} is packed in a way 3MF does not know; save it anew", self.name)
        try:
            with self.zip.open(entry) as file:
                while chunk := file.read(CHUNK):
                    yield chunk
        except (zipfile.BadZipFile, zlib.error, EOFError, OSError, NotImplementedError, ValueError):
            raise RefereeError("E_TRUNCATED", f"{self.name} is damaged at `{entry.filename[:60]}`; copy or export it again", self.name) from None
