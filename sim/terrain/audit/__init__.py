"""The strict audit of a mesh file, before any geometry library sees it: the standard library and numpy, every count and index checked.

It refuses most bad files in milliseconds, and hands the rest on as plain geometry with the figures the reader's triangles must have.
"""
from __future__ import annotations

import struct
from collections.abc import Callable
from importlib import import_module

import numpy as np

from sim.errors import RefereeError
from sim.terrain.audit.account import Account
from sim.terrain.limits import Limits

FORMATS = {".stl": "stl", ".obj": "obj", ".ply": "ply", ".glb": "gltf", ".gltf": "gltf", ".3mf": "build"}
FAULTS = (ValueError, TypeError, KeyError, IndexError, AttributeError, OverflowError, ArithmeticError, RecursionError, struct.error)


def audit(data: bytes, name: str, suffix: str, limits: Limits, beside: Callable[[str], bytes] | None = None) -> Account:
    """What the file holds; RefereeError with its code if there is any doubt about it."""
    module = import_module(f"sim.terrain.audit.{FORMATS[suffix]}")
    try:
        with np.errstate(all="ignore"):              # absurd numbers are looked for, not computed with
            return module.audit(data, name, limits, beside)
    except FAULTS as problem:                        # a value of the wrong kind where the format has another
        told = str(problem).splitlines()[0][:80] if str(problem) else type(problem).__name__
        raise RefereeError("E_TYPE_MISMATCH", f"{name} is not a readable {suffix[1:].upper()} file ({told}); export it again", name) from problem
