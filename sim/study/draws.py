"""Random numbers that depend on what they are for and on nothing else: not on the order of work, not on who does it."""
from __future__ import annotations

import hashlib

import numpy as np


def draws(seed: int, *purpose) -> np.random.Generator:
    """A generator for one purpose, such as draws(7, "move", 12, 3): the same numbers for the same arguments."""
    digest = hashlib.sha256(repr((int(seed), *purpose)).encode()).digest()
    return np.random.Generator(np.random.Philox(key=np.frombuffer(digest[:16], dtype=np.uint64)))
