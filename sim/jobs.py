"""Batches that can be taken up again: what is done is kept under its job's key, a rerun does what is missing, and nothing is done twice.

A batch's results lie in one SQLite file of its store, each written whole or not at all, so that a run killed at any moment loses only
the jobs then in hand. What `run` gives back depends on the jobs alone: not on workers, on their order of finishing, or on what was kept before.
"""
from __future__ import annotations

import hashlib
import os
import sqlite3
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, wait
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import Protocol

import msgspec

from sim import __version__
from sim.errors import RefereeError
from sim.workers import as_finished

IN_HAND = 64              # jobs handed out at once to an executor whose workers nobody has counted
PATIENCE = 60.0           # s to wait for another run that writes to the same store


class Job(Protocol):
    """Anything with a `key` that names its input, its rules and the version, as `key_of` makes it; two jobs of one key are one job."""
    key: str


@dataclass(frozen=True, slots=True)
class Failed:
    """Stands where a job has no result: its process died even alone, or it raised. It is not kept, so a rerun tries it again."""
    key: str
    why: str


def key_of(*parts) -> str:
    """The hash of plain data (numbers, text, bytes, None, lists, tables), of the rulesets and of the version: the key of a job that rests on them."""
    return hashlib.sha256(msgspec.msgpack.encode([__version__, rules_sha256(), parts], order="sorted")).hexdigest()


@cache
def rules_sha256() -> str:
    """The hash of the files of all rulesets."""
    import rulesets
    digest = hashlib.sha256()
    for path in sorted(Path(rulesets.__path__[0]).glob("*.py")):
        digest.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()


def run(jobs: Iterable[Job], function: Callable, store: Path, workers: int | Executor = 1,
        tick: Callable[[int, int], None] = lambda done, of: None) -> Iterator:
    """`function(job)` of each job, in order, read back from the folder `store`; a `Failed` where there is none.

    The function gives plain data (tuples come back as lists). `workers`: how many processes, 0 for this one, or an executor with the standard
    `submit`, such as a Dask client's `get_executor()`. A job whose process died is tried once more, alone; an executor of the caller's must
    see to that itself. `tick(done, of)` counts jobs. Raises RefereeError E_LIMIT where the store cannot be written; what is kept stays.
    """
    jobs = list(jobs)
    with _opened(store) as kept:
        missing = {job.key: job for job in jobs if job.key not in kept}
        failed: dict[str, Failed] = {}
        finished = _as_finished(partial(_encoded, function), list(missing.values()), workers)
        alike = Counter(job.key for job in jobs)
        done = len(jobs) - sum(alike[key] for key in missing)
        tick(done, len(jobs))
        for job in jobs:
            while job.key not in failed and job.key not in kept:
                key, result = next(finished)
                if isinstance(result, Failed):
                    failed[key] = result
                else:
                    kept.keep(key, result)
                done += alike[key]
                tick(done, len(jobs))
            yield failed.get(job.key) or msgspec.msgpack.decode(kept[job.key])


def _encoded(function: Callable, job: Job) -> bytes | Failed:
    """The result as bytes; a fault of ours costs one job, not the batch."""
    try:
        return msgspec.msgpack.encode(function(job))
    except Exception as fault:
        if "REFEREE_DEBUG" in os.environ:
            raise
        return Failed(job.key, f"{type(fault).__name__}: {fault}")


def _as_finished(function: Callable, jobs: Sequence[Job], workers: int | Executor) -> Iterator[tuple[str, bytes | Failed]]:
    if workers == 0:
        yield from ((job.key, function(job)) for job in jobs)
    elif isinstance(workers, int):
        yield from ((jobs[n].key, result) for n, result in as_finished(function, jobs, workers, _given_up))
    else:
        yield from _through(workers, function, jobs)


def _given_up(job: Job) -> Failed:
    return Failed(job.key, "the process that does this job dies, with no other job beside it")


def _through(executor: Executor, function: Callable, jobs: Sequence[Job]) -> Iterator[tuple[str, bytes | Failed]]:
    waiting, in_hand = iter(jobs), {}
    while True:
        for job in waiting:
            in_hand[executor.submit(function, job)] = job.key
            if len(in_hand) >= IN_HAND:
                break
        if not in_hand:
            return
        for future in wait(in_hand, return_when=FIRST_COMPLETED).done:
            key, fault = in_hand.pop(future), future.exception()
            yield key, future.result() if fault is None else Failed(key, f"{type(fault).__name__}: {fault}")


class _Store:
    """Results by key. Every `keep` is a transaction: written ahead to a log, then in the file whole or not at all."""

    def __init__(self, database: sqlite3.Connection):
        self._database = database
        database.execute("PRAGMA journal_mode = WAL")
        database.execute("PRAGMA synchronous = NORMAL")
        database.execute("CREATE TABLE IF NOT EXISTS results (key TEXT PRIMARY KEY, result BLOB NOT NULL)")
        self._keys = {key for key, in database.execute("SELECT key FROM results")}

    def __contains__(self, key: str) -> bool:
        return key in self._keys

    def __getitem__(self, key: str) -> bytes:
        return self._database.execute("SELECT result FROM results WHERE key = ?", (key,)).fetchone()[0]

    def keep(self, key: str, result: bytes) -> None:
        """Keeps a result; where another run kept one in the meantime, that one stays."""
        self._database.execute("INSERT OR IGNORE INTO results VALUES (?, ?)", (key, result))
        self._keys.add(key)


@contextmanager
def _opened(folder: Path) -> Iterator[_Store]:
    path = folder / "results.sqlite"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        database = sqlite3.connect(path, timeout=PATIENCE, isolation_level=None)
    except (OSError, sqlite3.Error) as problem:
        raise RefereeError("E_LIMIT", f"results cannot be kept: {problem}; name a folder that can be written", str(path)) from problem
    try:
        yield _Store(database)
    except sqlite3.Error as problem:
        raise RefereeError("E_LIMIT", f"results can no longer be kept: {problem}; make room and run again, what is done is not lost", str(path)) from problem
    finally:
        database.close()
