"""trimesh reads in a process of its own, with limits on memory and time: what it cannot bear ends there, and is a message here.

One child a run, started with the first mesh and kept: it costs half a second once and some hundredths a mesh. It is a plain new
Python, so that it works from scripts without a main guard, in notebooks, under pytest and in workers alike, on every platform.
"""
from __future__ import annotations

import atexit
import os
import subprocess
import sys
from threading import Lock, Timer

import numpy as np

from sim.errors import RefereeError
from sim.terrain.child.wire import OUT_OF_MEMORY, receive, send, unpacked
from sim.terrain.limits import Limits

START = "import sys; sys.path[:] = {path!r}; from sim.terrain.child.serve import serve; serve({memory})"
ONE_THREAD = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1", "MKL_NUM_THREADS": "1"}     # each thread counts against the memory limit
MOST_BYTES_PER_TRIANGLE = 400     # of what comes back: three corners of their own in double, indices, and room
AT_AN_END = 0.2                   # seconds a child that has closed its pipe may take to end
BREATH = 1_000_000                # bytes an answer may have beyond that


class _Died(RefereeError):
    """The child died over a file, or said what no child says."""


class _Child:
    """The process and its pipes; started when first asked, and again after it died."""

    def __init__(self):
        self.process: subprocess.Popen | None = None
        self.owner = self.memory = 0
        self.lock = Lock()

    def ask(self, kind: str, plain: bytes, name: str, limits: Limits) -> list[tuple[np.ndarray, ...]]:
        with self.lock:
            try:
                return self.answer(kind, plain, name, limits)
            except _Died:                            # for whatever reason: once more, with a child of its own
                return self.answer(kind, plain, name, limits)

    def answer(self, kind: str, plain: bytes, name: str, limits: Limits) -> list[tuple[np.ndarray, ...]]:
        process = self.started(int(limits.memory_mb * 1e6))
        late = Timer(limits.load_s, process.kill)
        late.daemon = True
        late.start()
        try:
            send(process.stdin, {"kind": kind, "seconds": limits.load_s}, plain)
            told, blob = receive(process.stdout, BREATH + MOST_BYTES_PER_TRIANGLE * limits.triangles)
            pieces = [] if "problem" in told else unpacked(told, blob)
        except (OSError, EOFError, ValueError, KeyError, TypeError):
            hung, code = not late.is_alive(), _exit_code(process)
            self.stop()
            if hung:
                raise RefereeError("E_LIMIT", f"{name} took more than {limits.load_s:g} s to read; simplify it or raise the limit `load_s`", name) from None
            if code == OUT_OF_MEMORY:
                says = f"{name} needs more than {limits.memory_mb:,g} MB to read; simplify it or raise the limit `memory_mb`"
                raise RefereeError("E_LIMIT", says, name) from None
            raise _Died("E_WORKER", f"the process that read {name} died; the file is broken or too large for it, so export it again", name) from None
        except BaseException:                        # interrupted, or out of memory here: what the child still says would be taken for the next answer
            self.stop()
            raise
        finally:
            late.cancel()
        if "problem" in told:
            raise RefereeError("E_MISMATCH", f"{name} passed the audit and could not be read after it ({told['problem']}); export it again", name)
        return pieces

    def started(self, memory: int) -> subprocess.Popen:
        """The running child; a fork of our parent's does not count, nor one with another limit."""
        if self.process and (self.owner != os.getpid() or self.memory != memory or self.process.poll() is not None):
            self.stop()
        if not self.process:
            script = START.format(path=[p or os.getcwd() for p in sys.path], memory=memory)
            self.process = subprocess.Popen([sys.executable, "-c", script], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                                            env=os.environ | ONE_THREAD)
            self.owner, self.memory = os.getpid(), memory
        return self.process

    def stop(self) -> None:
        """Ends the child if it is ours."""
        process, self.process = self.process, None
        if process and self.owner == os.getpid():
            process.kill()
            process.wait()
            for pipe in (process.stdin, process.stdout):
                try:
                    pipe.close()
                except OSError:                      # what it had not taken yet
                    pass


def _exit_code(process: subprocess.Popen) -> int | None:
    """How a child that says nothing any more has ended, if it has."""
    try:
        return process.wait(AT_AN_END)
    except subprocess.TimeoutExpired:
        return None


_child = _Child()
atexit.register(_child.stop)


def read(kind: str, plain: bytes, name: str, limits: Limits) -> list[tuple[np.ndarray, ...]]:
    """Vertices, faces and matrix of each piece of a plain file; E_LIMIT, E_WORKER or E_MISMATCH if it cannot be had."""
    return _child.ask(kind, plain, name, limits)
