"""How much a file may ask of us; every limit is data, so that a caller may widen it."""
from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class Limits:
    """Limits on one mesh file or one scenario."""
    file_mb: float = 256            # megabytes a mesh file may have
    scenario_mb: float = 16         # megabytes a scenario file may have
    unpacked_mb: float = 1_000      # megabytes a packed file may have when unpacked
    memory_mb: float = 6_000        # megabytes of address space that the process reading a mesh may take
    load_s: float = 30              # seconds it may take
    triangles: int = 4_000_000      # triangles one file may hold, instances counted each
    parts: int = 1_000              # solids or nodes with geometry; groups of an OBJ are free
    depth: int = 64                 # nodes above a node
    items: int = 10_000             # models, moves, or pieces of terrain in a scenario
    least_mm: float = 10.0          # longest side of a placed mesh, at least
    most_mm: float = 12_000.0       # longest side of anything placed, at most


USUAL = Limits()
