"""Jobs spread over processes that may die: results in the jobs' order, a dead process costs no job but its own.

A pool of the standard library fails every pending job when one process dies. So only as many jobs are handed out as there are
processes; when one dies, the jobs then in hand are tried once more, each alone, and only what dies again is given up.
"""
from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing import get_context


def spread(function: Callable, jobs: Sequence, workers: int, given_up: Callable, tick: Callable[[int, int], None]) -> list:
    """`function(job)` for each job, in order; `given_up(job)` stands in for a job whose process died twice.

    The function, the jobs and the results cross between processes. `tick(done, of)` is told how far it is.
    """
    results = {}
    for n, result in as_finished(function, jobs, workers, given_up):
        results[n] = result
        tick(len(results), len(jobs))
    return [results[n] for n in range(len(jobs))]


def as_finished(function: Callable, jobs: Sequence, workers: int, given_up: Callable) -> Iterator[tuple[int, object]]:
    """(number, result) of each job as it gets done, otherwise like `spread`; what was in hand is dropped where nobody asks on."""
    waiting = deque(range(len(jobs)))
    while waiting:
        for n in (yield from _until_one_dies(function, jobs, waiting, workers)):
            yield n, _alone(function, jobs[n], given_up)


def _until_one_dies(function, jobs, waiting: deque, workers: int) -> Iterator[tuple[int, object]]:
    """Empties `waiting`; returns the jobs in hand when a process died, none if all went well."""
    in_hand: dict = {}
    with _pool(min(workers, len(waiting))) as pool:
        try:
            while waiting or in_hand:
                while waiting and len(in_hand) < workers:
                    in_hand[pool.submit(function, jobs[waiting[0]])] = waiting[0]
                    waiting.popleft()
                for future in wait(in_hand, return_when=FIRST_COMPLETED).done:
                    result = future.result()
                    yield in_hand.pop(future), result
        except BrokenProcessPool:
            return sorted(in_hand.values())
    return []


def _alone(function, job, given_up):
    try:
        with _pool(1) as pool:
            return pool.submit(function, job).result()
    except BrokenProcessPool:
        return given_up(job)


@contextmanager
def _pool(workers: int) -> Iterator[ProcessPoolExecutor]:
    """Never by fork: a forked process would inherit half-held locks and open worlds."""
    pool = ProcessPoolExecutor(workers, mp_context=get_context("forkserver" if os.name == "posix" else "spawn"))
    try:
        yield pool
    finally:
        pool.shutdown(cancel_futures=True)
