"""Processes that die cost no job but their own."""
from __future__ import annotations

import operator
import os
from functools import partial

from sim.workers import spread

# What crosses to another process must be importable there: builtins are, functions of a test file may not be.
DIE = partial(os._exit, 3)


def given_up(job) -> str:
    return "given up"


def run(jobs, workers: int = 2, ticks: list | None = None) -> list:
    return spread(operator.call, jobs, workers, given_up, lambda done, of: ticks.append((done, of)) if ticks is not None else None)


def dies_once(mark) -> partial:
    """A job that kills its process the first time and answers 7 the second."""
    return partial(eval, f"7 if __import__('os').path.exists({str(mark)!r}) else (open({str(mark)!r}, 'w').close(), __import__('os')._exit(3))")


def test_results_come_in_the_order_of_the_jobs():
    ticks = []
    assert run([partial(abs, -n) for n in range(12)], workers=3, ticks=ticks) == list(range(12))
    assert ticks == [(n, 12) for n in range(1, 13)]


def test_a_job_that_kills_its_process_twice_is_given_up_and_the_others_are_done():
    jobs = [partial(abs, -1), DIE, partial(abs, -2), partial(abs, -3), DIE, partial(abs, -4)]
    assert run(jobs) == [1, "given up", 2, 3, "given up", 4]


def test_a_job_that_kills_its_process_once_is_done_at_the_second_try(tmp_path):
    assert run([dies_once(tmp_path / "mark"), partial(abs, -2)]) == [7, 2]
