"""The terrain as a page draws it: welded, thinned out away from what matters, packed small. For looking at only: numbers never come from it."""
from __future__ import annotations

import zlib
from base64 import b64encode

import numpy as np
import shapely

MOST = 40_000                # triangles a phone draws with ease
FINEST = 0.5                 # mm: the first grid that far corners are gathered on
LEVELS = 65_535              # steps of a 16-bit number


def thinned(triangles: np.ndarray, keep: shapely.Geometry, most: int = MOST) -> np.ndarray:
    """Triangles (n, 3, 3) with corners outside the plan shape `keep` gathered on a grid, as coarse as it takes to leave `most`.

    What touches `keep` stays as it is, to the last triangle, and nothing tears at its rim.
    """
    corners, index = np.unique(triangles.reshape(-1, 3), axis=0, return_inverse=True)
    index = index.reshape(-1, 3)
    if len(index) <= most:
        return triangles
    shapely.prepare(keep)
    near = shapely.intersects_xy(keep, corners[:, 0], corners[:, 1])
    near[np.unique(index[near[index].any(axis=1)])] = True
    cell = FINEST
    while True:
        kept, found = _gathered(corners, index, near, cell)
        if len(kept) <= max(most, near[index].all(axis=1).sum()) or cell > 100:
            return found[kept]
        cell *= 1.5


def _gathered(corners, index, near, cell: float) -> tuple[np.ndarray, np.ndarray]:
    """(triangles as indices, corners) with all far corners of a cell at their mean."""
    far = np.flatnonzero(~near)
    _, which = np.unique(np.floor(corners[far] / cell).astype(np.int64), axis=0, return_inverse=True)
    which = which.ravel()
    count = np.bincount(which)
    means = np.column_stack([np.bincount(which, corners[far, k]) / count for k in range(3)])
    place = np.empty(len(corners), np.int64)
    place[near] = np.arange(near.sum())
    place[far] = near.sum() + which
    moved = place[index]
    a, b, c = moved.T
    moved = moved[(a != b) & (b != c) & (c != a)]
    a, b, c = moved.T
    turned = np.where((a < b).astype(int) + (b < c) + (c < a) == 2, 1, -1)
    _, first, same = np.unique(np.sort(moved, axis=1), axis=0, return_index=True, return_inverse=True)
    facing = np.bincount(same.ravel(), turned, len(first))                 # of two that fold onto each other neither is left: nothing gapes beside them
    return moved[np.sort(first[facing != 0])], np.concatenate([corners[near], means])


def packed(triangles: np.ndarray) -> dict:
    """Triangles (n, 3, 3) as {low, step, corners, triangles, data}: 16-bit corners in order of use, differences, deflated, base 64.

    `data` holds bytes in planes: low then high bytes of the corners' x, y, z differences, then four planes of the indices' differences.
    """
    if not len(triangles):
        return {"low": [0, 0, 0], "step": 1, "corners": 0, "triangles": 0, "data": ""}
    low = triangles.reshape(-1, 3).min(axis=0)
    step = max(float((triangles.reshape(-1, 3).max(axis=0) - low).max()) / LEVELS, 1e-6)
    whole = np.rint((triangles.reshape(-1, 3) - low) / step).astype(np.int64)
    corners, first, index = np.unique(whole, axis=0, return_index=True, return_inverse=True)
    order = np.argsort(first, kind="stable")
    rank = np.empty(len(order), np.int64)
    rank[order] = np.arange(len(order))
    index, corners = rank[index.ravel()], corners[order]
    shifts = np.diff(corners, axis=0, prepend=np.zeros((1, 3), np.int64)).T.ravel().astype("<i8").astype("<u2")
    turns = np.diff(index, prepend=0)
    turns = ((turns << 1) ^ (turns >> 63)).astype("<u4")                    # small numbers of either sign become small numbers
    planes = shifts.view(np.uint8).reshape(-1, 2).T.tobytes() + turns.view(np.uint8).reshape(-1, 4).T.tobytes()
    return {"low": [round(float(v), 6) for v in low], "step": step, "corners": len(corners), "triangles": len(index) // 3,
            "data": b64encode(zlib.compress(planes, 9)).decode("ascii")}
