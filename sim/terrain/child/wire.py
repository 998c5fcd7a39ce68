"""What parent and child say to each other over a pipe: a length, a line of JSON, then arrays as bare bytes. Nothing is ever unpickled."""
from __future__ import annotations

import json
import struct
from typing import BinaryIO

import numpy as np

HEAD = struct.Struct("<IQ")       # how long the JSON is, and how long the bytes after it
OUT_OF_MEMORY = 77                # the exit code of a child that asked for more than it may have
KINDS = ("float32", "float64", "int32", "int64", "uint8", "uint16", "uint32")


def send(pipe: BinaryIO, told: dict, *blobs) -> None:
    """One message."""
    text = json.dumps(told).encode()
    pipe.write(HEAD.pack(len(text), sum(len(b) for b in blobs)))
    pipe.write(text)
    for blob in blobs:
        pipe.write(blob)
    pipe.flush()


def receive(pipe: BinaryIO, most: int) -> tuple[dict, bytes]:
    """One message of at most so many bytes; EOFError if the other side is gone, ValueError for what is no message."""
    text, blob = HEAD.unpack(_exactly(pipe, HEAD.size))
    if text + blob > most:
        raise ValueError("too long a message")
    told = json.loads(_exactly(pipe, text))
    if not isinstance(told, dict):
        raise ValueError("no message")
    return told, _exactly(pipe, blob)


def _exactly(pipe: BinaryIO, count: int) -> bytes:
    data = pipe.read(count) if count else b""
    if len(data) < count:
        raise EOFError
    return data


def packed(pieces) -> tuple[dict, list[memoryview]]:
    """Tuples of arrays as a message: their shapes and kinds, and their bytes."""
    told, blobs = [], []
    for piece in pieces:
        whole = [np.ascontiguousarray(a) for a in piece]
        told.append([[a.dtype.name, list(a.shape)] for a in whole])
        blobs += [memoryview(a).cast("B") if a.size else memoryview(b"") for a in whole]
    return {"pieces": told}, blobs


def unpacked(told: dict, blob: bytes) -> list[tuple[np.ndarray, ...]]:
    """The arrays again; ValueError for shapes that do not fill the bytes exactly."""
    pieces, at = [], 0
    for piece in told["pieces"]:
        arrays = []
        for kind, shape in piece:
            if kind not in KINDS:
                raise ValueError("an array of no kind we know")
            count = int(np.prod(shape, dtype=np.int64))
            arrays.append(np.frombuffer(blob, kind, count, at).reshape(shape))
            at += arrays[-1].nbytes
        pieces.append(tuple(arrays))
    if at != len(blob):
        raise ValueError("bytes without an array")
    return pieces
