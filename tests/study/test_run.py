"""A study's rows depend on its plan and on nothing else: not on workers, order, interruption, nor on a cluster that loses a worker."""
from __future__ import annotations

import os
import signal
from dataclasses import replace

import pytest

pl = pytest.importorskip("polars", reason="the study needs the extra `study`")

from sim.study.lot import rows_of  # noqa: E402
from sim.study.plan import Plan  # noqa: E402
from sim.study.run import run  # noqa: E402

PLAN = Plan(games=("bushido", "warhammer-40k"), moves=12, seed=21, moves_per_table=3, limits_per_table=1, noise_every=3)


@pytest.fixture(scope="module")
def results(tmp_path_factory) -> bytes:
    out = tmp_path_factory.mktemp("one")
    assert run(PLAN, out) == []
    return (out / "results.parquet").read_bytes()


def test_two_workers_write_the_same_bytes_as_one(results, tmp_path):
    assert run(PLAN, tmp_path, workers=2) == []
    assert (tmp_path / "results.parquet").read_bytes() == results


def test_a_larger_study_takes_up_the_tables_of_a_smaller_and_writes_the_same_bytes(results, tmp_path):
    run(replace(PLAN, moves=6), tmp_path)
    told = []
    run(PLAN, tmp_path, tick=lambda done, of: told.append((done, of)))
    assert told[0] == (2, 4)
    assert (tmp_path / "results.parquet").read_bytes() == results


def test_a_tables_rows_are_the_same_whatever_was_ruled_on_before():
    alone = rows_of(PLAN, 2)
    rows_of(PLAN, 0)
    assert rows_of(PLAN, 2) == alone


def test_each_move_has_one_row_for_each_game_and_action(results, tmp_path):
    (tmp_path / "r.parquet").write_bytes(results)
    rows = pl.read_parquet(tmp_path / "r.parquet")
    key = ["sample", "table", "move", "game", "action"]
    assert len(rows) == rows.select(key).n_unique()
    assert rows.filter((pl.col("sample") == "players") & (pl.col("action") == "plain")).group_by("game").len()["len"].to_list() == [12, 12]


def test_a_cluster_that_loses_a_worker_midway_loses_no_table_and_counts_none_twice(results, tmp_path):
    distributed = pytest.importorskip("distributed", reason="a cluster needs the extra `cluster`")
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None) as cluster:
        with distributed.Client(cluster) as client:
            victim = min(client.run(os.getpid).values())
        told = []

        def killing(done: int, of: int) -> None:
            told.append(done)
            if len(told) == 2:                    # the first table is done, others are in hand
                os.kill(victim, signal.SIGKILL)

        assert run(PLAN, tmp_path, cluster=cluster.scheduler_address, tick=killing) == []
    assert told == list(range(5))
    assert (tmp_path / "results.parquet").read_bytes() == results
