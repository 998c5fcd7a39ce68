"""Keeps the chatter of C libraries off stdout, which holds answers only."""
from __future__ import annotations

import ctypes
import io
import os
import sys
from contextlib import contextmanager, redirect_stdout, suppress


@contextmanager
def hushed():
    """While inside, whatever is printed to file descriptor 1, by Python or by C, is lost."""
    sys.stdout.flush()
    try:
        kept = os.dup(1)
    except OSError:                       # stdout is closed: nothing to keep clean
        yield
        return
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.close(nowhere)
    try:
        with redirect_stdout(io.StringIO()):
            yield
    finally:
        with suppress(OSError, TypeError, AttributeError):   # C has a buffer of its own, to be emptied before the way back
            ctypes.CDLL(None).fflush(None)
        os.dup2(kept, 1)
        os.close(kept)
