"""Rows as Parquet: one schema, the same bytes for the same rows."""
from __future__ import annotations

import io

from sim.errors import RefereeError

WORDS = ("sample", "source", "density", "intent", "game", "action", "about", "verdict", "decider", "error", "verdicts",
         "tape_1", "tape_2", "scan_1", "scan_2", "trust")
NUMBERS = ("weight", "legal", "charged", "charged_low", "charged_high", "allowance", "slack")
COUNTS = ("table", "move", "combinations")
FLAGS = ("kits", "agree", "capped")
LISTS = {"matters": str, "pivots": str, "near": str, "charges": float, "slacks": float}


def polars():
    """The library, or E_SCENARIO saying how to get it."""
    try:
        import polars
        return polars
    except ImportError:
        raise RefereeError("E_SCENARIO", "a study needs the package `polars`; install the extra: pip install tabletop-referee[study]", "study") from None


def schema() -> dict:
    """The columns of results.parquet and their types."""
    pl = polars()
    of = {str: pl.String, float: pl.Float64}
    return {**dict.fromkeys(WORDS[:7], pl.String), **dict.fromkeys(COUNTS, pl.Int64), **dict.fromkeys(FLAGS, pl.Boolean),
            **dict.fromkeys(WORDS[7:], pl.String), **dict.fromkeys(NUMBERS, pl.Float64), **{name: pl.List(of[kind]) for name, kind in LISTS.items()}}


def frame(rows: list[dict]):
    """Rows as a polars frame of the study's schema."""
    return polars().DataFrame(rows, schema=schema(), orient="row") if rows else polars().DataFrame(schema=schema())


def as_bytes(rows: list[dict]) -> bytes:
    """Rows as a Parquet file."""
    return _written(frame(rows))


def gathered(parts: list[bytes]) -> bytes:
    """Many Parquet files as one, in the order given."""
    pl = polars()
    return _written(pl.concat([pl.read_parquet(io.BytesIO(part)) for part in parts]) if parts else frame([]))


def _written(table) -> bytes:
    buffer = io.BytesIO()
    table.write_parquet(buffer, compression="zstd", compression_level=9, row_group_size=50_000)
    return buffer.getvalue()
