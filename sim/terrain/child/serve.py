"""The child itself: it takes plain files from its parent and gives back arrays, within limits, and opens nothing."""
from __future__ import annotations

import os
import signal
import sys
import sysconfig
import time
from typing import BinaryIO

from sim.terrain.child.parse import parse
from sim.terrain.child.wire import OUT_OF_MEMORY, packed, receive, send

FORBIDDEN = ("socket.", "subprocess.", "os.system", "os.exec", "os.fork", "os.posix_spawn", "os.startfile", "urllib.", "ftplib.", "shutil.", "os.remove",
             "os.rename", "os.mkdir", "os.link", "os.symlink", "os.truncate", "os.chmod")


def serve(memory: int) -> None:
    """Answers until the parent is gone; `memory` bytes at most where the platform can hold a process to that."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)     # an interrupted parent ends us itself
    pipe_in, pipe_out = _own_pipes()
    _preload()
    _limit_memory(memory)
    sys.addaudithook(_guard(_libraries()))
    try:
        while True:
            asked, data = receive(pipe_in, sys.maxsize)
            _limit_time(asked["seconds"])
            _answer(pipe_out, asked["kind"], data)
    except EOFError:
        return
    except MemoryError:
        os._exit(OUT_OF_MEMORY)


def _answer(pipe: BinaryIO, kind: str, data: bytes) -> None:
    try:
        told, blobs = packed(parse(kind, data))
    except MemoryError:
        raise
    except BaseException as problem:                 # whatever trimesh raises is told, and the child goes on
        told, blobs = {"problem": (str(problem).splitlines() or [type(problem).__name__])[0][:120]}, []
    send(pipe, told, *blobs)


def _own_pipes() -> tuple[BinaryIO, BinaryIO]:
    """The pipes to the parent, where no library's print can reach them."""
    pipe_in, pipe_out = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nowhere = os.open(os.devnull, os.O_RDWR)
    os.dup2(nowhere, 0)
    os.dup2(nowhere, 1)
    return pipe_in, pipe_out


def _preload() -> None:
    """What any reading needs is imported before the first; 3MF's own libraries only when one comes."""
    import trimesh.exchange.gltf
    import trimesh.exchange.obj
    import trimesh.exchange.ply
    import trimesh.exchange.stl  # noqa: F401


def _libraries() -> tuple[str, ...]:
    """The folders that code is loaded from."""
    import trimesh

    import sim
    beside_trimesh, own = os.path.dirname(trimesh.__path__[0]), sim.__path__[0]
    return tuple(os.path.join(os.path.realpath(p), "") for p in {sys.prefix, sys.base_prefix, *sysconfig.get_paths().values(), beside_trimesh, own})


def _limit_memory(most: int) -> None:
    _limit("RLIMIT_AS", most)
    _limit("RLIMIT_CORE", 0)


def _limit_time(seconds: float) -> None:
    """Twice the parent's patience in processor time, for a parent that is no longer there to end us."""
    _limit("RLIMIT_CPU", int(time.process_time() + 2 * seconds) + 1)


def _limit(what: str, most: int) -> None:
    """Holds this process to a limit where the platform can: Windows has none, macOS not all of them."""
    try:
        import resource
        which = getattr(resource, what)
        hard = resource.getrlimit(which)[1]
        resource.setrlimit(which, (most if hard == resource.RLIM_INFINITY else min(most, hard), hard))
    except (ImportError, AttributeError, ValueError, OSError):
        return


def _guard(libraries: tuple[str, ...]):
    """An audit hook that lets the child read its own libraries and nothing else."""
    def hook(event: str, details: tuple) -> None:
        if event == "open":
            path, flags = details[0], details[2]
            if isinstance(path, int):
                return
            where = os.path.realpath(os.fsdecode(path))
            if flags & (os.O_WRONLY | os.O_RDWR | os.O_CREAT) or not where.startswith(libraries):
                raise PermissionError("the reader of meshes opens no files")
        elif event.startswith(FORBIDDEN):
            raise PermissionError("the reader of meshes does nothing but read")
    return hook
