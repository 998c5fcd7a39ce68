"""Nothing but answers reaches stdout."""
import ctypes
import os

from sim.quiet import hushed


def test_what_libraries_print_is_lost_and_what_we_print_is_kept(capfd):
    print("before")
    with hushed():
        os.write(1, b"chatter of a system call\n")
        ctypes.CDLL(None).puts(b"chatter of C, kept in its own buffer")
        print("chatter of Python")
    print("after")
    ctypes.CDLL(None).fflush(None)
    assert capfd.readouterr().out == "before\nafter\n"


def test_stdout_comes_back_after_an_error(capfd):
    try:
        with hushed():
            raise ValueError
    except ValueError:
        print("back")
    assert capfd.readouterr().out == "back\n"
