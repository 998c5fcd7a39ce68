"""Faces with more than three corners are cut into triangles that lie within them."""
from __future__ import annotations

import numpy as np

from sim.errors import Caution, RefereeError

REFLEX = 1e-5             # share of a polygon's area by which a corner must turn back to count as reflex; less is rounding
MOST_WORK = 40_000_000    # corner pairs looked at in concave polygons of one file


def cut(vertices: np.ndarray, sizes: np.ndarray, corners: np.ndarray, name: str) -> tuple[np.ndarray, np.ndarray, tuple[Caution, ...]]:
    """Triangles (n, 3) of polygons, the polygon of each, and a caution where some are concave.

    `sizes` (p,) are the polygons' numbers of corners, at least 3, and `corners` all their vertex indices on end (in range). Convex polygons become
    fans from their first corner, as most programs cut them.
    """
    starts = np.cumsum(sizes) - sizes
    faces, owners, concave, work = [], [], 0, 0
    for size in np.unique(sizes):
        which = np.flatnonzero(sizes == size)
        loops = corners[starts[which][:, None] + np.arange(size)]
        if size > 3:
            reflex = _reflex(vertices[loops])
            bad = reflex.any(axis=1)
            concave += int(bad.sum())
            if size == 4:                            # cut a dart from its notch
                loops[bad] = loops[bad][np.arange(bad.sum())[:, None], (reflex[bad].argmax(axis=1)[:, None] + np.arange(4)) % 4]
            elif bad.any():
                work += int(bad.sum()) * int(size) ** 2
                if work > MOST_WORK:
                    raise RefereeError("E_UNSUPPORTED", f"{name} is drawn in large concave polygons; export it as triangles", name)
                faces += [_ears(vertices[loop], loop) for loop in loops[bad]]
                owners += [np.full(size - 2, w) for w in which[bad]]
                which, loops = which[~bad], loops[~bad]
        fan = np.arange(1, size - 1)
        faces.append(np.stack([np.repeat(loops[:, :1], size - 2, axis=1), loops[:, fan], loops[:, fan + 1]], axis=-1).reshape(-1, 3))
        owners.append(np.repeat(which, size - 2))
    owner = np.concatenate(owners)
    order = np.argsort(owner, kind="stable")
    says = f"{concave:,} faces of {name} are concave polygons, cut along diagonals of our choosing; export it as triangles to be sure"
    return np.concatenate(faces)[order], owner[order], (Caution("W_CONCAVE_POLY", says, name),) if concave else ()


def _reflex(loops: np.ndarray) -> np.ndarray:
    """Which corners of polygons (p, k, 3) turn against the polygon's own sense (p, k)."""
    around = loops - loops[:, :1]
    normal = np.cross(around, np.roll(around, -1, axis=1)).sum(axis=1)
    before, after = loops - np.roll(loops, 1, axis=1), np.roll(loops, -1, axis=1) - loops
    turn = np.einsum("pkj,pj->pk", np.cross(before, after), normal)
    return turn < -REFLEX * np.einsum("pj,pj->p", normal, normal)[:, None]


def _ears(points: np.ndarray, loop: np.ndarray) -> np.ndarray:
    """One concave polygon (k, 3) by cutting off corners that hold no other corner, in the plane it lies in most nearly."""
    around = points - points[0]
    normal = np.cross(around, np.roll(around, -1, axis=0)).sum(axis=0)
    axis = int(np.abs(normal).argmax())
    plan = np.delete(points, axis, axis=1)
    if normal[axis] * (-1 if axis == 1 else 1) < 0:
        plan = plan[:, ::-1]
    left, found = list(range(len(loop))), []
    while len(left) > 3:
        place = next((i for i in range(len(left)) if _is_ear(plan, left, i)), 1)
        found.append([left[place - 1], left[place], left[(place + 1) % len(left)]])
        del left[place]
    return loop[np.array([*found, left])]


def _is_ear(plan: np.ndarray, left: list[int], i: int) -> bool:
    a, b, c = plan[left[i - 1]], plan[left[i]], plan[left[(i + 1) % len(left)]]
    if _twice_area(a, b, c) <= 0:
        return False
    others = plan[[v for v in left if v not in (left[i - 1], left[i], left[(i + 1) % len(left)])]]
    within = (_twice_area(a, b, others) >= 0) & (_twice_area(b, c, others) >= 0) & (_twice_area(c, a, others) >= 0)
    return not within.any()


def _twice_area(a, b, c):
    return (b[..., 0] - a[..., 0]) * (c[..., 1] - a[..., 1]) - (b[..., 1] - a[..., 1]) * (c[..., 0] - a[..., 0])
