"""The child that reads meshes: what kills it, hangs it or starves it is a message, and the next file is read all the same."""
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from sim.errors import RefereeError, exit_code
from sim.terrain import child
from sim.terrain.child.wire import HEAD, packed, unpacked
from sim.terrain.limits import USUAL, Limits
from sim.terrain.read import read
from sim.terrain.solids import box
from sim.workers import spread
from tests.terrain import files

BLOCK = box((40.0, 30.0, 20.0))
PROJECT = Path(__file__).resolve().parents[2]


@pytest.fixture
def piece(tmp_path):
    path = tmp_path / "piece.stl"
    path.write_bytes(files.stl(BLOCK))
    return path


@pytest.fixture
def another_child(monkeypatch):
    """A child that runs a script of the test's own."""
    def use(script: str) -> None:
        monkeypatch.setattr(child, "START", script.replace("{", "{{").replace("}", "}}"))
        child._child.stop()
    yield use
    child._child.stop()


def refusal(path, limits=USUAL) -> RefereeError:
    with pytest.raises(RefereeError) as caught:
        read(path, limits)
    return caught.value


DYING = ("raise SystemExit", "import os; os.abort()", "import os, sys; sys.stdin.buffer.read(40); os._exit(3)", "print('hello ' * 99)",
         "import sys; sys.stdout.buffer.write(bytes([2]) + bytes(11) + b'{}')", "import sys; sys.stdout.buffer.write(b'\\377' * 64)")


def test_a_child_that_dies_or_lies_is_a_message_and_the_next_file_is_read(piece, another_child, monkeypatch):
    for script in DYING:
        another_child(script)
        error = refusal(piece)
        assert error.code == "E_WORKER" and "piece.stl" in error.message and exit_code(error) == 4, script
    monkeypatch.undo()
    assert len(read(piece).triangles) == 12


def test_a_child_that_hangs_is_ended_after_its_time(piece, another_child, monkeypatch):
    another_child("import time; time.sleep(600)")
    error = refusal(piece, Limits(load_s=0.2))
    assert error.code == "E_LIMIT" and "load_s" in error.message
    monkeypatch.undo()
    assert len(read(piece).triangles) == 12


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux holds a process to a size")
def test_a_file_that_needs_more_memory_than_the_child_may_have_is_a_message(tmp_path):
    large = tmp_path / "large.stl"
    large.write_bytes(files.stl(np.tile(BLOCK, (20_000, 1, 1))))
    error = refusal(large, Limits(memory_mb=1))
    assert error.code == "E_LIMIT" and "memory_mb" in error.message and exit_code(error) == 4
    assert len(read(large).triangles) == 240_000


def test_one_child_reads_one_file_after_the_other(piece):
    read(piece)
    first = child._child.process.pid
    read(piece)
    assert child._child.process.pid == first
    child._child.process.kill()
    assert len(read(piece).triangles) == 12
    assert child._child.process.pid != first


def test_what_the_reader_makes_of_a_file_must_be_what_the_audit_counted(piece, monkeypatch):
    honest = child.read

    def without_a_triangle(*asked):
        return [(vertices, faces[1:], matrix) for vertices, faces, matrix in honest(*asked)]

    def with_two_corners_swapped(*asked):
        return [(vertices, faces[:, [1, 0, 2]], matrix) for vertices, faces, matrix in honest(*asked)]

    def in_another_order(*asked):
        return [(vertices, faces[::-1], matrix) for vertices, faces, matrix in honest(*asked)]

    def moved(*asked):
        return [(vertices + 1e-3, faces, matrix) for vertices, faces, matrix in honest(*asked)]

    def nothing(*asked):
        return []

    for dishonest in (without_a_triangle, with_two_corners_swapped, in_another_order, moved, nothing):
        monkeypatch.setattr(child, "read", dishonest)
        assert refusal(piece).code == "E_MISMATCH", dishonest.__name__


def test_the_child_can_open_no_file_and_no_socket():
    tries = ["open('/etc/hosts')", "open('x', 'w')", "__import__('socket').socket()", "__import__('os').system('true')",
             "__import__('subprocess').run(['true'])", "__import__('urllib.request').request.urlopen('http://127.0.0.1:9')"]
    script = f"""
import os, sys
from sim.terrain.child.serve import _guard
import socket, subprocess, urllib.request
sys.addaudithook(_guard((os.path.realpath(sys.prefix),)))
for line in {tries!r}:
    try:
        eval(line)
        print("done:", line)
    except PermissionError:
        pass
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, cwd=PROJECT)
    assert (done.returncode, done.stdout) == (0, ""), done.stderr


def test_a_script_without_a_main_guard_can_read(piece, tmp_path):
    script = tmp_path / "script.py"
    script.write_text(f"import sys; sys.path[:0] = [{str(PROJECT)!r}]\nfrom sim.terrain.read import read\nprint(len(read({str(piece)!r}).triangles))\n")
    done = subprocess.run([sys.executable, str(script)], capture_output=True, text=True, cwd=tmp_path)
    assert done.stdout == "12\n", done.stderr


def test_workers_read_each_with_a_child_of_their_own(piece):
    told = spread(read, [piece] * 4, 2, given_up=lambda path: None, tick=lambda done, of: None)
    assert [len(raw.triangles) for raw in told] == [12] * 4


def test_a_bad_file_and_a_table_of_solids_start_no_child(tmp_path):
    script = f"""
import sys; sys.path[:0] = [{str(PROJECT)!r}]
from sim.errors import RefereeError
from sim.scenario import scenario_from_dict
from sim.terrain import child
from sim.terrain.read import read
scenario_from_dict({{"board": {{"size": [24, 24]}}, "terrain": [{{"name": "slab", "box": [4, 4, 2], "at": [8, 8, 0]}}]}})
try:
    read({str(tmp_path / "bad.stl")!r})
except RefereeError as error:
    print(error.code, child._child.process, "trimesh" in sys.modules)
"""
    (tmp_path / "bad.stl").write_bytes(files.stl(BLOCK)[:-9])
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, cwd=tmp_path)
    assert done.stdout == "E_TRUNCATED None False\n", done.stderr


def test_arrays_cross_the_wire_as_they_are():
    pieces = [(np.arange(9.0).reshape(3, 3), np.array([[0, 1, 2]]), np.eye(4)),
              (np.empty((0, 3), dtype=np.float32), np.empty((0, 3), dtype=np.int32), np.eye(4))]
    told, blobs = packed(pieces)
    back = unpacked(told, b"".join(bytes(b) for b in blobs))
    for before, after in zip(pieces, back):
        for a, b in zip(before, after):
            assert a.dtype == b.dtype and np.array_equal(a, b)
    assert HEAD.size == 12


def test_an_interrupted_reading_leaves_no_answer_for_the_next_file(piece, tmp_path, monkeypatch):
    other = tmp_path / "other.stl"
    other.write_bytes(files.stl(BLOCK[:4]))
    read(piece)

    def interrupted(*_):
        raise KeyboardInterrupt
    with monkeypatch.context() as while_reading, pytest.raises(KeyboardInterrupt):
        while_reading.setattr(child, "receive", interrupted)
        read(piece)
    assert len(read(other).triangles) == 4


def test_running_out_of_memory_here_is_a_message_too(piece, monkeypatch):
    def out_of_memory(*_):
        raise MemoryError
    monkeypatch.setattr(child, "receive", out_of_memory)
    assert refusal(piece).code == "E_LIMIT"
