"""Many tables by one process, several, or a cluster: what is done is kept, what is missing is done, and the bytes are always the same."""
from __future__ import annotations

from collections.abc import Callable
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from sim import jobs
from sim.errors import RefereeError
from sim.files import write_whole
from sim.quiet import hushed
from sim.study.parts import as_bytes, gathered
from sim.study.plan import Plan

RETRIES = 3


@dataclass(frozen=True, slots=True)
class TableJob:
    """One table of a study."""
    plan: Plan
    number: int

    @property
    def key(self) -> str:
        return jobs.key_of("study", *self.plan.told(self.number))


def run(plan: Plan, out: Path, workers: int = 1, cluster: str = "", tick: Callable[[int, int], None] = lambda done, of: None) -> list[jobs.Failed]:
    """Makes `out/results.parquet`, and returns a Failed for each table that could not be done.

    Rows are kept table by table in `out`, so a run that was killed goes on where it was, and a larger study of the same seed takes up a
    smaller one's tables.
    """
    wanted = [TableJob(plan, n) for n in range(plan.drawn_tables + len(plan.tables))]
    with _workers(workers, cluster) as hands:
        done = list(jobs.run(wanted, table_as_bytes, out, hands, tick))
    write_whole(out / "results.parquet", gathered([part for part in done if isinstance(part, bytes)]))
    return [part for part in done if isinstance(part, jobs.Failed)]


def table_as_bytes(job: TableJob) -> bytes:
    """The rows of one table as a Parquet file; what C libraries print is kept off stdout."""
    from sim.study.lot import rows_of
    with hushed():
        rows = rows_of(job.plan, job.number)
    return as_bytes(rows)


@contextmanager
def _workers(workers: int, cluster: str):
    """This process (0), a number of processes, or a cluster's executor."""
    if not cluster:
        yield 0 if workers == 1 else workers
        return
    try:
        from distributed import Client
    except ImportError:
        raise RefereeError("E_WORKER", "a cluster needs the package `distributed`: pip install tabletop-referee[cluster]", "--cluster") from None
    try:
        client = Client(cluster)
    except (OSError, ValueError) as problem:
        raise RefereeError("E_WORKER", f"no scheduler answers at {cluster}: {problem}", "--cluster") from None
    with client:
        yield client.get_executor(retries=RETRIES)
