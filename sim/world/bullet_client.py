"""PyBullet kept quiet, fed only from memory, and closed: the one file that imports it."""
from __future__ import annotations

import ctypes
import importlib.util
import os
import sys
import weakref
from contextlib import contextmanager, nullcontext, suppress

import numpy as np

from sim.shapes import Outline
from sim.world.bullet_bases import SAGITTA, is_rectangle
from sim.world.tiles import Tile


def available() -> bool:
    """Whether PyBullet is installed; it has no wheels for Python 3.12 and later."""
    return importlib.util.find_spec("pybullet") is not None


class Client:
    """A PyBullet world of its own without a window, in mm; not for use by several threads at once.

    Raises ImportError where PyBullet is not installed, RuntimeError if it cannot start one more world.
    """

    def __init__(self):
        with quiet() if "pybullet" not in sys.modules else nullcontext():    # it greets once, when first imported
            import pybullet
        self.p, self.id = pybullet, pybullet.connect(pybullet.DIRECT)
        if self.id < 0:
            raise RuntimeError("PyBullet cannot start another world: close some")
        self.close = weakref.finalize(self, _disconnect, pybullet, self.id)

    def terrain(self, tile: Tile, margin: float | None = 0.0) -> int:
        """A fixed body of the tile's triangles; `margin` None keeps Bullet's own, 0.001."""
        vertices = tile.pieces.reshape(-1, 3)
        shape = self.p.createCollisionShape(self.p.GEOM_MESH, vertices=vertices.tolist(), indices=list(range(len(vertices))),
                                            flags=self.p.GEOM_FORCE_CONCAVE_TRIMESH, physicsClientId=self.id)
        return self._body(shape, 0.0, margin)

    def base(self, outline: Outline, height: float, mass: float = 0.0, margin: float | None = 0.0) -> int:
        """A body of the outline's prism, its origin in the middle; fixed if it has no mass."""
        x, y = outline.half
        if outline.is_round:
            shape = self._shape(self.p.GEOM_CYLINDER, radius=x, height=height)
        elif is_rectangle(outline):
            shape = self._shape(self.p.GEOM_BOX, halfExtents=(x, y, height / 2))
        else:
            plan = outline.points(0, 0, 0, SAGITTA)
            rings = [np.column_stack([plan, np.full(len(plan), z)]) for z in (-height / 2, height / 2)]
            shape = self._shape(self.p.GEOM_MESH, vertices=np.concatenate(rings).tolist())
        return self._body(shape, mass, margin)

    def _shape(self, kind: int, **size) -> int:
        return self.p.createCollisionShape(kind, physicsClientId=self.id, **size)

    def _body(self, shape: int, mass: float, margin: float | None) -> int:
        body = self.p.createMultiBody(mass, shape, physicsClientId=self.id)
        if margin is not None:             # before createMultiBody it would be lost
            self.p.changeDynamics(body, -1, collisionMargin=margin, physicsClientId=self.id)
        return body


@contextmanager
def quiet():
    """Drop what C code prints on stdout and stderr meanwhile: PyBullet greets, and JSON on stdout has to survive it."""
    sys.stdout.flush(), sys.stderr.flush()
    kept = {}
    for stream in (1, 2):
        with suppress(OSError):            # a service may have closed it
            kept[stream] = os.dup(stream)
    nowhere = os.open(os.devnull, os.O_WRONLY)
    try:
        for stream in kept:
            os.dup2(nowhere, stream)
        yield
    finally:
        with suppress(OSError, AttributeError, TypeError):
            ctypes.CDLL(None).fflush(None)  # or C's buffer would come out after all, once stdout is back
        for stream, copy in kept.items():
            os.dup2(copy, stream)
            os.close(copy)
        os.close(nowhere)


def _disconnect(pybullet, client: int) -> None:
    if pybullet.isConnected(client):
        pybullet.disconnect(client)
