"""Batches killed, shuffled, doubled and out of room: nothing is lost, nothing is done twice, and the results are always the same."""
from __future__ import annotations

import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

import pytest

from sim.errors import RefereeError
from sim.jobs import Failed, key_of, run

HERE = Path(__file__).resolve().parent


@dataclass(frozen=True)
class Sum:
    """Adds up to `n` and writes down in `log` that it did; what is odd about it is in `how`."""
    n: int
    log: str
    how: str = ""

    @property
    def key(self) -> str:
        return key_of("sum", self.n, self.how)


def work(job: Sum) -> dict:
    with open(job.log, "a") as log:
        log.write(f"{job.n}\n")
    if job.how == "dies" or job.how == "dies once" and Path(job.log).read_text().split().count(str(job.n)) == 1:
        os._exit(3)
    if job.how == "raises":
        raise ValueError("no such sum")
    if job.how == "slow":
        time.sleep(0.02)
    return {"n": job.n, "sum": sum(range(job.n + 1)) / 10, "parts": (job.n, None)}


def sums(log: Path, how: str = "", count: int = 20) -> list[Sum]:
    return [Sum(n, str(log), how) for n in range(count)]


def done(log: Path) -> list[int]:
    return sorted(map(int, log.read_text().split())) if log.exists() else []


@pytest.fixture(autouse=True)
def importable_elsewhere(monkeypatch):
    """The functions of this file cross to other processes by name."""
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(HERE), str(HERE.parent)]))
    monkeypatch.syspath_prepend(str(HERE))
    module = sys.modules[__name__]
    monkeypatch.setitem(sys.modules, "test_jobs", module)
    for thing in (Sum, work):
        monkeypatch.setattr(thing, "__module__", "test_jobs")


@pytest.mark.parametrize("workers", [0, 1, 2, 4])
def test_results_are_the_same_for_any_number_of_workers_and_any_order(tmp_path, workers):
    jobs = sums(tmp_path / "log")
    expected = [{"n": n, "sum": sum(range(n + 1)) / 10, "parts": [n, None]} for n in range(20)]
    assert list(run(jobs, work, tmp_path / "store", workers)) == expected
    random.Random(workers).shuffle(jobs)
    assert list(run(jobs, work, tmp_path / "shuffled", workers)) == [expected[job.n] for job in jobs]


def test_a_rerun_does_what_is_missing_and_nothing_twice(tmp_path):
    log, store = tmp_path / "log", tmp_path / "store"
    first = list(run(sums(log)[5:9], work, store, 2))
    ticks = []
    assert list(run(sums(log), work, store, 2, lambda n, of: ticks.append((n, of))))[5:9] == first
    assert done(log) == list(range(20))
    assert ticks == [(n, 20) for n in range(4, 21)]
    assert len(list(run(sums(log), work, store, 2))) == 20 and done(log) == list(range(20))


def test_jobs_of_one_key_are_done_once_and_all_get_the_result(tmp_path):
    log, ticks = tmp_path / "log", []
    found = list(run([*sums(log, count=3), *sums(log, count=3)], work, tmp_path / "store", 0, lambda n, of: ticks.append((n, of))))
    assert found[:3] == found[3:] and done(log) == [0, 1, 2]
    assert ticks[0] == (0, 6) and ticks[-1] == (6, 6)


def test_a_job_that_kills_its_process_is_tried_once_more_alone_then_listed_as_failed(tmp_path):
    log = tmp_path / "log"
    jobs = sums(log, count=6)
    jobs[1], jobs[3] = Sum(1, str(log), "dies"), Sum(3, str(log), "dies once")
    found = list(run(jobs, work, tmp_path / "store", 2))
    assert found[1] == Failed(jobs[1].key, "the process that does this job dies, with no other job beside it")
    assert [f["n"] for f in found if not isinstance(f, Failed)] == [0, 2, 3, 4, 5]
    assert 1 <= done(log).count(1) <= 2               # once with others, if it came to that before another died, and once alone


def test_a_job_that_raises_costs_no_other_and_is_tried_again_by_a_rerun(tmp_path):
    log = tmp_path / "log"
    jobs = [Sum(7, str(log), "raises"), *sums(log, count=3)]
    for times in (1, 2):
        found = list(run(jobs, work, tmp_path / "store", 0))
        assert found[0] == Failed(jobs[0].key, "ValueError: no such sum") and [f["n"] for f in found[1:]] == [0, 1, 2]
        assert done(log).count(7) == times and done(log).count(0) == 1


@pytest.mark.parametrize("workers", [0, 2])
def test_a_run_nobody_listens_to_any_longer_can_be_taken_up(tmp_path, workers):
    log, store = tmp_path / "log", tmp_path / "store"
    some = list(islice(run(sums(log), work, store, workers), 6))
    assert list(run(sums(log), work, store, 2))[:6] == some
    assert set(done(log)) == set(range(20)) and len(done(log)) <= 20 + workers


def test_a_main_process_killed_midway_loses_only_what_was_in_hand(tmp_path):
    log, store = tmp_path / "log", tmp_path / "store"
    script = tmp_path / "main.py"
    script.write_text("import sys\nfrom pathlib import Path\nfrom test_jobs import run, sums, work\n"
                      f"if __name__ == '__main__':\n    list(run(sums(Path({str(log)!r}), 'slow', 60), work, Path({str(store)!r}), 2))\n")
    process = subprocess.Popen([sys.executable, str(script)], start_new_session=True)
    while len(done(log)) < 12:
        assert process.poll() is None
        time.sleep(0.01)
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    before = done(log)
    assert len(before) < 60
    found = list(run(sums(log, "slow", 60), work, store, 2))
    assert [f["n"] for f in found] == list(range(60))
    twice = len(done(log)) - 60
    assert 0 <= twice <= 4                            # two in hand, and two done but not yet handed over
    assert found == list(run(sums(tmp_path / "other", "slow", 60), work, tmp_path / "fresh", 4))


def test_a_full_disk_is_one_clear_error_and_what_was_done_stays(tmp_path, monkeypatch):
    log, store = tmp_path / "log", tmp_path / "store"
    connect = sqlite3.connect

    def on_a_small_disk(*args, **named):
        database = connect(*args, **named)
        database.execute("PRAGMA max_page_count = 6")
        return database

    jobs = sums(log, count=400)
    with monkeypatch.context() as small:
        small.setattr(sqlite3, "connect", on_a_small_disk)
        with pytest.raises(RefereeError) as full:
            list(run(jobs, work, store, 0))
    assert full.value.code == "E_LIMIT" and "make room" in full.value.message
    before = len(done(log))
    assert 10 < before < 400
    assert [f["n"] for f in run(jobs, work, store, 0)] == list(range(400))
    assert len(done(log)) == 401                      # only the one that found no room was done again


def test_a_store_that_is_no_folder_is_refused(tmp_path):
    (tmp_path / "store").write_text("a file")
    with pytest.raises(RefereeError, match="E_LIMIT"):
        list(run(sums(tmp_path / "log"), work, tmp_path / "store", 0))


def test_any_executor_of_the_standard_kind_will_do(tmp_path):
    with ThreadPoolExecutor(3) as threads:
        found = list(run(sums(tmp_path / "log", count=100), work, tmp_path / "store", threads))
    assert found == list(run(sums(tmp_path / "log", count=100), work, tmp_path / "other", 0))


def test_a_key_rests_on_all_its_parts():
    keys = [key_of("a", 1), key_of("a", 2), key_of("b", 1), key_of("a", 1.5), key_of("a", {"x": 1}), key_of("a", {"x": 2})]
    assert len(set(keys)) == len(keys)
    assert key_of({"x": 1, "y": 2}) == key_of({"y": 2, "x": 1})
