"""Finding what shows that a base passes clear: for each straight piece of its way, few planes that part every triangle from it.

The checker tries all planes of a piece on every triangle that it finds itself, so a certificate needs no list of triangles. What a
plane must do is said in GEOMETRY, Certificates: least n.v over the triangle's corners > h(n), the swept prism's support function.
"""
from __future__ import annotations

from math import pi

import numpy as np

from sim.measure import AT
from sim.shapes import Outline, cos_sin

SCALE = 1_000_000                # plane normals are whole numbers of this size
SAFE = 2e-4                      # mm: what rounding a normal may cost
FAN = 64                         # level directions tried before any is worked out


class SweptBase:
    """A base moving straight from `a` to `b` (undersides, mm), `height` tall, AT smaller all round: bodies in contact are clear."""

    def __init__(self, outline: Outline, facing: float, a, b, height: float):
        self.outline, self.facing = outline, facing
        self.a, self.b = np.array(a, float), np.array(b, float)
        self.low, self.high = AT, height - AT
        c, s = cos_sin(facing)
        self.turn = np.array([[c, s], [-s, c]])

    def box(self) -> tuple:
        """x0 y0 x1 y1 z0 z1."""
        r = self.outline.radius - AT
        low, high = np.minimum(self.a, self.b), np.maximum(self.a, self.b)
        return low[0] - r, low[1] - r, high[0] + r, high[1] + r, low[2] + self.low, high[2] + self.high

    def reach(self, n: np.ndarray) -> np.ndarray:
        """The support function along each row of n."""
        along = np.maximum(n @ self.a, n @ self.b) + np.maximum(n[:, 2] * self.low, n[:, 2] * self.high)
        local = n[:, :2] @ self.turn.T
        if self.outline.corners:
            return along + (local @ np.array(self._inset()).T).max(axis=1)
        return along + np.hypot((self.outline.half[0] - AT) * local[:, 0], (self.outline.half[1] - AT) * local[:, 1])

    def _inset(self) -> np.ndarray:
        from sim.world import Shape
        return Shape.of(self.outline, 0.0, AT).corners

    def around(self) -> np.ndarray:
        """Corners of a body that just holds this one."""
        if self.outline.corners:
            plan = self._inset() @ self.turn
        else:
            angle = np.linspace(0, 2 * pi, 256, endpoint=False)
            plan = np.column_stack([np.cos(angle), np.sin(angle)]) / np.cos(pi / 256) * (np.array(self.outline.half) - AT) @ self.turn
        tops = [np.column_stack([plan + end[:2], np.full(len(plan), end[2] + z)]) for end in (self.a, self.b) for z in (self.low, self.high)]
        return np.vstack(tops)


def parting_planes(world, swept: SweptBase) -> list[list[int]] | None:
    """Normals that part every triangle from the swept base; None if some triangle cannot be parted from it."""
    triangles = world.triangles[world._near(*swept.box())].reshape(-1, 3, 3)
    chosen: list[list[int]] = []
    left = _left_by(_first_tries(swept, triangles), swept, triangles, chosen)
    while len(left):
        normal = _plane_for(swept, left[0])
        if normal is None:
            return None
        rest = _left_by(normal, swept, left, chosen)
        if len(rest) == len(left):
            return None
        left = rest
    return _needed(chosen, swept, triangles)


def _needed(normals: list[list[int]], swept: SweptBase, triangles: np.ndarray) -> list[list[int]]:
    """The normals without those that part nothing the others do not."""
    if not normals:
        return normals
    apart = _parted(np.array(normals), swept, triangles)
    kept = list(range(len(normals)))
    for k in range(len(normals)):
        others = [j for j in kept if j != k]
        if others and apart[others].any(axis=0).all():
            kept = others
    return [normals[k] for k in kept]


def _parted(whole: np.ndarray, swept: SweptBase, triangles: np.ndarray) -> np.ndarray:
    """Which normal (rows) parts which triangle (columns) from the swept base."""
    room = swept.reach(whole.astype(float)) + SAFE * np.linalg.norm(whole, axis=1)
    return np.einsum("tvk,nk->ntv", triangles, whole.astype(float)).min(axis=2) > room[:, None]


def _left_by(normals: np.ndarray, swept: SweptBase, triangles: np.ndarray, chosen: list) -> np.ndarray:
    """Takes the normals that part most until none parts any more; adds them to `chosen`, returns the triangles not parted."""
    if not len(triangles):
        return triangles
    whole = np.rint(normals / np.abs(normals).max(axis=1, keepdims=True) * SCALE)
    apart = _parted(whole, swept, triangles)
    left = np.ones(len(triangles), bool)
    while left.any():
        best = int(np.argmax((apart & left).sum(axis=1)))
        if not (apart[best] & left).any():
            break
        chosen.append([int(v) for v in whole[best]])
        left &= ~apart[best]
    return triangles[left]


def _first_tries(swept: SweptBase, triangles: np.ndarray) -> np.ndarray:
    """Up, down, level directions, slopes along the way, and the normals of some triangles."""
    angle = np.linspace(0, 2 * pi, FAN, endpoint=False)
    fan = np.column_stack([np.cos(angle), np.sin(angle), np.zeros(FAN)])
    d = swept.b - swept.a
    tries = [[[0.0, 0.0, -1.0], [0.0, 0.0, 1.0]], fan]
    run = np.hypot(d[0], d[1])
    if run > 0:
        slope = np.array([d[0] * d[2] / run ** 2, d[1] * d[2] / run ** 2, -1.0])
        tries += [[slope, -slope, [d[1], -d[0], 0.0], [-d[1], d[0], 0.0]]]
    if len(triangles):
        some = triangles[:: max(1, len(triangles) // 32)]
        normal = np.cross(some[:, 1] - some[:, 0], some[:, 2] - some[:, 0])
        normal = normal[np.linalg.norm(normal, axis=1) > 0]
        tries += [normal, -normal]
    return np.vstack([np.asarray(t, float).reshape(-1, 3) for t in tries])


def _plane_for(swept: SweptBase, triangle: np.ndarray) -> np.ndarray | None:
    """The plane that parts one triangle from the body with most room, by linear programming; None if none does."""
    from scipy.optimize import linprog
    body = swept.around()
    middle = body.mean(axis=0)
    body, corners = body - middle, triangle - middle
    rows = np.vstack([np.column_stack([body, np.full(len(body), -1.0), np.ones(len(body))]),
                      np.column_stack([-corners, np.ones(3), np.ones(3)])])
    found = linprog([0, 0, 0, 0, -1.0], A_ub=rows, b_ub=np.zeros(len(rows)), bounds=[(-1, 1)] * 3 + [(None, None), (None, 1e3)])
    if found.status != 0 or found.x[4] <= 0:
        return None
    return np.asarray(found.x[:3]).reshape(1, 3)
