"""Many questions of one kind at once, answered by the same exact predicates as one: compiled loops over the tree.

The tree is walked nearest first by what is left of the way, so that a sweep stops looking where it has stopped moving. Compiled code is
kept in the folder of `kernel.py`'s text, from which these loops take their predicates.
"""
from __future__ import annotations

from math import inf

import numpy as np

from sim.world.kernel import box_meets, in_frame, jit, off_the_way, ray, span, touch


@jit
def rays(boxes, child, order, tris, origins, targets):
    """First hit of each segment (n, 3): its fraction (n,), inf where it is free, and the triangle, -1."""
    n = origins.shape[0]
    where, who = np.empty(n), np.empty(n, np.int64)
    for i in range(n):
        dx, dy, dz = targets[i, 0] - origins[i, 0], targets[i, 1] - origins[i, 1], targets[i, 2] - origins[i, 2]
        length = np.sqrt(dx * dx + dy * dy + dz * dz)
        where[i], who[i] = inf, -1
        if length > 0.0:
            s, t = ray(boxes, child, order, tris, origins[i, 0], origins[i, 1], origins[i, 2], dx / length, dy / length, dz / length, length)
            where[i], who[i] = s / length, t
    return where, who


@jit
def sweeps(boxes, child, order, tris, matrix, R, poly, radius, starts, ends, height, skin):
    """How far each prism moves level from starts (n, 3) towards ends (n, 2): mm, inf where the way is free, and the triangle met, -1."""
    n = starts.shape[0]
    where, who = np.empty(n), np.empty(n, np.int64)
    local, flat, buf, tmp, out = np.empty(9), np.empty(9), np.empty((10, 3)), np.empty((10, 3)), np.empty(30 + 12 * poly.shape[0])
    todo = np.empty(128, np.int64)
    for i in range(n):
        x, y, z0, z1 = starts[i, 0], starts[i, 1], starts[i, 2] + skin, starts[i, 2] + height - skin
        dx, dy = ends[i, 0] - x, ends[i, 1] - y
        length = np.sqrt(dx * dx + dy * dy)
        ux, uy = (dx / length, dy / length) if length > 0.0 else (1.0, 0.0)
        vx, vy = matrix[0] * ux + matrix[1] * uy, matrix[2] * ux + matrix[3] * uy
        best, which = inf, -1
        todo[0], depth = 0, 1
        while depth > 0:
            depth -= 1
            node = todo[depth]
            b = boxes[node]
            left = min(best, length)
            if b[2] >= z1 or b[5] <= z0 or not box_meets(b, x, y, ux, uy, left, radius):
                continue
            if child[node, 0] >= 0:
                near, far = child[node, 0], child[node, 1]
                if _middle(boxes[near], ux, uy) > _middle(boxes[far], ux, uy):
                    near, far = far, near
                todo[depth], todo[depth + 1] = far, near
                depth += 2
                continue
            first = -child[node, 0] - 1
            for q in range(first, first + child[node, 1]):
                t = tris[order[q]]
                if off_the_way(t, x, y, ux, uy, min(best, length), radius):
                    continue
                in_frame(t, matrix, x, y, local)
                s = touch(local, 0.0, 0.0, vx, vy, R, poly, z0, z1, flat, buf, tmp, out)
                if s <= length and (s < best or s == best and s < inf and order[q] < which):
                    best, which = s, order[q]
        where[i], who[i] = best, which
    return where, who


@jit
def _middle(b, ux, uy):
    return (b[0] + b[3]) * ux + (b[1] + b[4]) * uy


@jit
def rests(boxes, child, order, tris, matrix, R, poly, radius, places):
    """The highest terrain under an outline at each place (n, 2): height in mm, -inf where there is none, and the triangle, -1."""
    n = places.shape[0]
    where, who = np.empty(n), np.empty(n, np.int64)
    local, todo = np.empty(9), np.empty(128, np.int64)
    for i in range(n):
        x, y, best, which = places[i, 0], places[i, 1], -inf, -1
        todo[0], depth = 0, 1
        while depth > 0:
            depth -= 1
            node = todo[depth]
            b = boxes[node]
            if b[5] <= best or b[0] > x + radius or b[3] < x - radius or b[1] > y + radius or b[4] < y - radius:
                continue
            if child[node, 0] >= 0:
                low, high = child[node, 0], child[node, 1]
                if boxes[low][5] > boxes[high][5]:
                    low, high = high, low
                todo[depth], todo[depth + 1] = low, high
                depth += 2
                continue
            first = -child[node, 0] - 1
            for q in range(first, first + child[node, 1]):
                t = tris[order[q]]
                if max(t[2], t[5], t[8]) <= best:
                    continue
                in_frame(t, matrix, x, y, local)
                high = span(local, 0.0, 0.0, R, poly)[1]
                if high > best:
                    best, which = high, order[q]
        where[i], who[i] = best, which
    return where, who
