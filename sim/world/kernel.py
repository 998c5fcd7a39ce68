"""The exact judge: one immutable tree over all placed triangles, float64, compiled with numba.

Conventions. Millimetres, z up. A base volume is an upright prism: a convex outline in plan, from z to z + h. Outlines reach the kernel
in a frame of their own (see `Shape` in world/__init__): a disc of radius `R` (ovals: the plan is scaled until the oval is a disc) or a
polygon. One skin, half of AT a side, is taken off the outline before it comes here and AT off the height, in every predicate alike, so
that bodies in exact contact are clear of each other.

Of a triangle T and an outline at c, span(T, c) is the interval of heights of the part of T under the outline. Seen along a leg, T
keeps the base's underside out of (low - h, high): the slice. All kernels stand in this one file because numba's cache does not see
changes in functions of other files.
"""
from __future__ import annotations

import hashlib
import os
from math import inf, sqrt
from pathlib import Path

import numba
import numpy as np


def _cache_folder() -> str:
    """A folder of the user's, keyed by this file's text, so that stale machine code is never run."""
    key = hashlib.sha256(Path(__file__).read_bytes() + numba.__version__.encode()).hexdigest()[:16]
    home = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
    return os.path.join(home, "tabletop-referee", key)


numba.config.CACHE_DIR = os.environ.get("NUMBA_CACHE_DIR") or _cache_folder()
jit = numba.njit(cache=True, fastmath=False, nogil=True, error_model="numpy")

LEAF = 4
NUDGE = 1e-9              # mm: how far inside an interval its ends are looked at
FINE = 1e-7               # mm: how finely a change of structure inside an interval is located
STRIDE = 4.0              # mm: coarse intervals of a slice
BOW = 2.5e-3              # mm: how far twice the middle of a piece may be from its two ends together; the piece is then straight to AT / 4


# ---------------------------------------------------------------- the tree

@jit
def build_tree(tris):
    """Boxes (m, 6) float32 rounded outward, children (m, 2) and order (n,); a leaf has child0 = -first - 1 and child1 = count."""
    n = tris.shape[0]
    low, high, mid = np.empty((n, 3)), np.empty((n, 3)), np.empty((n, 3))
    for i in range(n):
        for k in range(3):
            low[i, k] = min(tris[i, k], tris[i, 3 + k], tris[i, 6 + k])
            high[i, k] = max(tris[i, k], tris[i, 3 + k], tris[i, 6 + k])
            mid[i, k] = low[i, k] + high[i, k]
    order = np.arange(n)
    m = 0
    boxes = np.empty((2 * n + 1, 6), np.float32)
    child = np.empty((2 * n + 1, 2), np.int64)
    todo = np.empty((128, 3), np.int64)          # node, first, count
    todo[0, 0], todo[0, 1], todo[0, 2] = 0, 0, n
    depth, m = 1, 1
    while depth > 0:
        depth -= 1
        node, first, size = todo[depth, 0], todo[depth, 1], todo[depth, 2]
        axis, spread = 0, -1.0
        for k in range(3):
            lo, hi, clo, chi = inf, -inf, inf, -inf
            for q in range(first, first + size):
                i = order[q]
                lo, hi = min(lo, low[i, k]), max(hi, high[i, k])
                clo, chi = min(clo, mid[i, k]), max(chi, mid[i, k])
            boxes[node, k] = np.nextafter(np.float32(lo), np.float32(-inf))
            boxes[node, 3 + k] = np.nextafter(np.float32(hi), np.float32(inf))
            if chi - clo > spread:
                axis, spread = k, chi - clo
        if size <= LEAF or spread <= 0.0:
            child[node, 0], child[node, 1] = -first - 1, size
            continue
        half = size // 2
        part = order[first:first + size].copy()
        key = np.empty(size)
        for q in range(size):
            key[q] = mid[part[q], axis]
        rank = np.argsort(key, kind="mergesort")
        for q in range(size):
            order[first + q] = part[rank[q]]
        child[node, 0], child[node, 1] = m, m + 1
        todo[depth, 0], todo[depth, 1], todo[depth, 2] = m + 1, first + half, size - half
        todo[depth + 1, 0], todo[depth + 1, 1], todo[depth + 1, 2] = m, first, half
        m += 2
        depth += 2
    return boxes[:m].copy(), child[:m].copy(), order


@jit
def gather(boxes, child, order, tris, x0, y0, z0, x1, y1, z1):
    """Triangles whose own box meets the closed box."""
    found = np.empty(64, np.int64)
    n = 0
    todo = np.empty(128, np.int64)
    todo[0] = 0
    depth = 1
    while depth > 0:
        depth -= 1
        node = todo[depth]
        b = boxes[node]
        if b[0] > x1 or b[3] < x0 or b[1] > y1 or b[4] < y0 or b[2] > z1 or b[5] < z0:
            continue
        if child[node, 0] >= 0:
            todo[depth], todo[depth + 1] = child[node, 1], child[node, 0]
            depth += 2
            continue
        first = -child[node, 0] - 1
        for q in range(first, first + child[node, 1]):
            i = order[q]
            t = tris[i]
            if (min(t[0], t[3], t[6]) > x1 or max(t[0], t[3], t[6]) < x0 or min(t[1], t[4], t[7]) > y1
                    or max(t[1], t[4], t[7]) < y0 or min(t[2], t[5], t[8]) > z1 or max(t[2], t[5], t[8]) < z0):
                continue
            if n == found.shape[0]:
                bigger = np.empty(2 * n, np.int64)
                bigger[:n] = found
                found = bigger
            found[n] = i
            n += 1
    return np.sort(found[:n])


@jit
def box_meets(b, x, y, ux, uy, length, radius):
    """Whether a box may meet the strip of a way: by its middle and its half-extents along and across."""
    mx, my = 0.5 * (b[0] + b[3]) - x, 0.5 * (b[1] + b[4]) - y
    hx, hy = 0.5 * (b[3] - b[0]), 0.5 * (b[4] - b[1])
    along, across = mx * ux + my * uy, mx * uy - my * ux
    reach, wide = hx * abs(ux) + hy * abs(uy), hx * abs(uy) + hy * abs(ux)
    return along - reach <= length + radius and along + reach >= -radius and across - wide <= radius and across + wide >= -radius


@jit
def off_the_way(t, x, y, ux, uy, length, radius):
    """Whether a triangle lies wholly before, behind or to one side of the strip of a way."""
    a0, a1, c0, c1 = inf, -inf, inf, -inf
    for k in range(3):
        dx, dy = t[3 * k] - x, t[3 * k + 1] - y
        a, c = dx * ux + dy * uy, dx * uy - dy * ux
        a0, a1, c0, c1 = min(a0, a), max(a1, a), min(c0, c), max(c1, c)
    return a1 < -radius or a0 > length + radius or c1 < -radius or c0 > radius


@jit
def corridor(boxes, child, order, tris, x, y, ux, uy, length, radius, z0, z1):
    """Triangles that may meet the strip swept from (x, y) along u between two heights."""
    found = np.empty(256, np.int64)
    n = 0
    todo = np.empty(128, np.int64)
    todo[0] = 0
    depth = 1
    while depth > 0:
        depth -= 1
        node = todo[depth]
        b = boxes[node]
        if b[2] > z1 or b[5] < z0 or not box_meets(b, x, y, ux, uy, length, radius):
            continue
        if child[node, 0] >= 0:
            todo[depth], todo[depth + 1] = child[node, 1], child[node, 0]
            depth += 2
            continue
        first = -child[node, 0] - 1
        for q in range(first, first + child[node, 1]):
            t = tris[order[q]]
            if min(t[2], t[5], t[8]) > z1 or max(t[2], t[5], t[8]) < z0 or off_the_way(t, x, y, ux, uy, length, radius):
                continue
            if n == found.shape[0]:
                bigger = np.empty(2 * n, np.int64)
                bigger[:n] = found
                found = bigger
            found[n] = order[q]
            n += 1
    return np.sort(found[:n])


@jit
def in_frame(t, matrix, x, y, out):
    """One triangle with plan coordinates in a frame with its origin at (x, y), heights as they are."""
    for k in range(3):
        dx, dy = t[3 * k] - x, t[3 * k + 1] - y
        out[3 * k] = matrix[0] * dx + matrix[1] * dy
        out[3 * k + 1] = matrix[2] * dx + matrix[3] * dy
        out[3 * k + 2] = t[3 * k + 2]


@jit
def localized(tris, which, frame):
    """The chosen triangles with plan coordinates in the outline's frame (frame: 2 x 2 and origin, 6 numbers), heights as they are."""
    out = np.empty((which.shape[0], 9))
    for q in range(which.shape[0]):
        t = tris[which[q]]
        for k in range(3):
            x, y = t[3 * k] - frame[4], t[3 * k + 1] - frame[5]
            out[q, 3 * k] = frame[0] * x + frame[1] * y
            out[q, 3 * k + 1] = frame[2] * x + frame[3] * y
            out[q, 3 * k + 2] = t[3 * k + 2]
    return out


# ---------------------------------------------------------------- span: the heights of a triangle under an outline

@jit
def _inside_tri(t, x, y):
    a = (t[3] - t[0]) * (y - t[1]) - (t[4] - t[1]) * (x - t[0])
    b = (t[6] - t[3]) * (y - t[4]) - (t[7] - t[4]) * (x - t[3])
    c = (t[0] - t[6]) * (y - t[7]) - (t[1] - t[7]) * (x - t[6])
    return (a >= 0 and b >= 0 and c >= 0) or (a <= 0 and b <= 0 and c <= 0)


@jit
def _plane(t):
    """z = z0 + gx (x - x0) + gy (y - y0); (0, 0, 0) for a triangle that is upright in plan."""
    ux, uy, uz = t[3] - t[0], t[4] - t[1], t[5] - t[2]
    vx, vy, vz = t[6] - t[0], t[7] - t[1], t[8] - t[2]
    d = ux * vy - uy * vx
    scale = (abs(ux) + abs(uy)) * (abs(vx) + abs(vy))
    if abs(d) <= 1e-13 * scale:
        return 0.0, 0.0, 0.0
    return (uz * vy - vz * uy) / d, (ux * vz - vx * uz) / d, d


@jit
def _inside_poly(poly, x, y):
    k = poly.shape[0]
    for i in range(k):
        j = i + 1 if i + 1 < k else 0
        if (poly[j, 0] - poly[i, 0]) * (y - poly[i, 1]) - (poly[j, 1] - poly[i, 1]) * (x - poly[i, 0]) < 0:
            return False
    return True


@jit
def span(t, cx, cy, R, poly):
    """(low, high) heights of the part of t under the outline at (cx, cy); (inf, -inf) if none."""
    low, high = inf, -inf
    gx, gy, d = _plane(t)
    if poly.shape[0] == 0:
        R2 = R * R
        for k in range(3):
            ax, ay, az = t[3 * k] - cx, t[3 * k + 1] - cy, t[3 * k + 2]
            if ax * ax + ay * ay <= R2:
                low, high = min(low, az), max(high, az)
            j = 3 * k + 3 if k < 2 else 0
            ex, ey, ez = t[j] - cx - ax, t[j + 1] - cy - ay, t[j + 2] - az
            A = ex * ex + ey * ey
            if A == 0.0:
                continue
            B = ax * ex + ay * ey
            h = (ax * ey - ay * ex)
            disc = R2 * A - h * h
            if disc < 0:
                continue
            root = sqrt(disc)
            s = (-B - root) / A
            if 0.0 <= s <= 1.0:
                low, high = min(low, az + s * ez), max(high, az + s * ez)
            s = (-B + root) / A
            if 0.0 <= s <= 1.0:
                low, high = min(low, az + s * ez), max(high, az + s * ez)
        if d != 0.0:
            g = sqrt(gx * gx + gy * gy)
            px, py = (gx / g * R, gy / g * R) if g > 0 else (0.0, 0.0)
            z = t[2] + gx * (cx - t[0]) + gy * (cy - t[1])
            if _inside_tri(t, cx + px, cy + py):
                high, low = max(high, z + g * R), min(low, z + g * R)
            if _inside_tri(t, cx - px, cy - py):
                high, low = max(high, z - g * R), min(low, z - g * R)
        return low, high
    K = poly.shape[0]
    for k in range(3):
        ax, ay, az = t[3 * k] - cx, t[3 * k + 1] - cy, t[3 * k + 2]
        if _inside_poly(poly, ax, ay):
            low, high = min(low, az), max(high, az)
        j = 3 * k + 3 if k < 2 else 0
        ex, ey, ez = t[j] - cx - ax, t[j + 1] - cy - ay, t[j + 2] - az
        for i in range(K):
            m = i + 1 if i + 1 < K else 0
            fx, fy = poly[m, 0] - poly[i, 0], poly[m, 1] - poly[i, 1]
            D = ex * fy - ey * fx
            if D == 0.0:
                continue
            wx, wy = poly[i, 0] - ax, poly[i, 1] - ay
            s = (wx * fy - wy * fx) / D
            r = (wx * ey - wy * ex) / D
            if 0.0 <= s <= 1.0 and 0.0 <= r <= 1.0:
                low, high = min(low, az + s * ez), max(high, az + s * ez)
    if d != 0.0:
        for i in range(K):
            x, y = cx + poly[i, 0], cy + poly[i, 1]
            if _inside_tri(t, x, y):
                z = t[2] + gx * (x - t[0]) + gy * (y - t[1])
                low, high = min(low, z), max(high, z)
    return low, high


@jit
def breakpoints(t, px, py, vx, vy, R, poly, out):
    """Writes into `out` every s at which span(t, p + s v) can change its form: first the touching ones, then the inner ones.

    Returns (first, last, n): the interval of s where t is under the outline (first > last if never), and how many were written.
    """
    n = 0
    first, last = inf, -inf
    V = vx * vx + vy * vy
    gx, gy, d = _plane(t)
    if poly.shape[0] == 0:
        for k in range(3):
            ax, ay = t[3 * k] - px, t[3 * k + 1] - py
            m = (ax * vx + ay * vy) / V
            h2 = (ax * vy - ay * vx) ** 2 / V
            disc = (R * R - h2) / V
            if disc >= 0:
                q = sqrt(disc)
                out[n], out[n + 1] = m - q, m + q
                first, last = min(first, m - q), max(last, m + q)
                n += 2
            j = 3 * k + 3 if k < 2 else 0
            ex, ey = t[j] - px - ax, t[j + 1] - py - ay
            E = ex * ex + ey * ey
            c = vx * ey - vy * ex
            if E == 0.0 or c * c <= 1e-24 * E * V:
                continue
            a0 = ax * ey - ay * ex              # the line meets the centre where s c = a0
            w = R * sqrt(E)
            for sign in (-1.0, 1.0):
                s = (a0 + sign * w) / c
                foot = ((px + s * vx - t[3 * k]) * ex + (py + s * vy - t[3 * k + 1]) * ey) / E
                if 0.0 <= foot <= 1.0:
                    out[n] = s
                    n += 1
                    first, last = min(first, s), max(last, s)
        g = sqrt(gx * gx + gy * gy)
        if d != 0.0 and g > 0.0:
            for sign in (-1.0, 1.0):
                n = _line_enters(t, px + sign * R * gx / g, py + sign * R * gy / g, vx, vy, out, n)
        return first, last, n
    K = poly.shape[0]
    for k in range(3):
        ax, ay = t[3 * k] - px, t[3 * k + 1] - py
        for i in range(K):
            m = i + 1 if i + 1 < K else 0
            fx, fy = poly[m, 0] - poly[i, 0], poly[m, 1] - poly[i, 1]
            c = vx * fy - vy * fx
            if c == 0.0:
                continue
            wx, wy = ax - poly[i, 0], ay - poly[i, 1]
            s = (wx * fy - wy * fx) / c
            F = fx * fx + fy * fy
            r = ((wx - s * vx) * fx + (wy - s * vy) * fy) / F
            if -1e-12 <= r <= 1 + 1e-12:
                out[n] = s
                n += 1
                first, last = min(first, s), max(last, s)
    for i in range(K):
        before = n
        n = _line_enters(t, px + poly[i, 0], py + poly[i, 1], vx, vy, out, n)
        for q in range(before, n):
            first, last = min(first, out[q]), max(last, out[q])
    return first, last, n


@jit
def _line_enters(t, x, y, vx, vy, out, n):
    for k in range(3):
        j = 3 * k + 3 if k < 2 else 0
        ex, ey = t[j] - t[3 * k], t[j + 1] - t[3 * k + 1]
        c = vx * ey - vy * ex
        if c == 0.0:
            continue
        wx, wy = t[3 * k] - x, t[3 * k + 1] - y
        s = (wx * ey - wy * ex) / c
        r = (wx * vy - wy * vx) / c
        if 0.0 <= r <= 1.0:
            out[n] = s
            n += 1
    return n


# ---------------------------------------------------------------- columns and slices

@jit
def _merge(lows, highs, ids_low, ids_high, n, out):
    """Sorts n blocked intervals and joins those that overlap; rows of out: low, high, id of low, id of high. Returns how many."""
    order = np.empty(n, np.int64)
    for i in range(n):                           # few, and mostly in order already
        q = i
        while q > 0 and lows[order[q - 1]] > lows[i]:
            order[q] = order[q - 1]
            q -= 1
        order[q] = i
    m = 0
    for q in range(n):
        i = order[q]
        if highs[i] <= lows[i]:
            continue
        if m > 0 and lows[i] <= out[m - 1, 1]:
            if highs[i] > out[m - 1, 1]:
                out[m - 1, 1] = highs[i]
                out[m - 1, 3] = ids_high[i]
        else:
            out[m, 0], out[m, 1], out[m, 2], out[m, 3] = lows[i], highs[i], ids_low[i], ids_high[i]
            m += 1
    return m


@jit
def column(local, ids, cx, cy, R, poly, h):
    """Blocked intervals for the underside of a base of height h at one place: rows low, high, id of low, id of high."""
    n = local.shape[0]
    lows, highs, who = np.empty(n), np.empty(n), np.empty(n)
    m = 0
    for i in range(n):
        a, b = span(local[i], cx, cy, R, poly)
        if b >= a:
            lows[m], highs[m], who[m] = a - h, b, ids[i]
            m += 1
    out = np.empty((m, 4))
    m = _merge(lows, highs, who, who, m, out)
    return out[:m]


@jit
def _held(t, ax, ay, bx, by, R, poly):
    """Heights (low, high) of a triangle that stay under the outline all the way from a to b: its corners', else what is common to both ends."""
    low, high = inf, -inf
    for k in range(3):
        x, y = t[3 * k], t[3 * k + 1]
        if poly.shape[0] == 0:
            held = (x - ax) ** 2 + (y - ay) ** 2 <= R * R and (x - bx) ** 2 + (y - by) ** 2 <= R * R
        else:
            held = _inside_poly(poly, x - ax, y - ay) and _inside_poly(poly, x - bx, y - by)
        if held:
            low, high = min(low, t[3 * k + 2]), max(high, t[3 * k + 2])
    if high >= low:
        return low, high
    a0, b0 = span(t, ax, ay, R, poly)
    a1, b1 = span(t, bx, by, R, poly)
    if b0 < a0 or b1 < a1:
        return inf, -inf
    return max(a0, a1), min(b0, b1)


@jit
def _absorb(base, n, low, high, who):
    """Joins an interval to disjoint ones (rows low, high, id of low, id of high, lowest first) and to what it makes touch; returns how many are left."""
    if high <= low:
        return n
    i = 0
    while i < n and base[i, 1] < low:
        i += 1
    j, id_low, id_high = i, who, who
    while j < n and base[j, 0] <= high:
        if base[j, 0] <= low:
            low, id_low = base[j, 0], base[j, 2]
        if base[j, 1] >= high:
            high, id_high = base[j, 1], base[j, 3]
        j += 1
    if j == i:
        for q in range(n, i, -1):
            base[q] = base[q - 1]
    elif j > i + 1:
        for q in range(j, n):
            base[i + 1 + q - j] = base[q]
    base[i, 0], base[i, 1], base[i, 2], base[i, 3] = low, high, id_low, id_high
    return n + 1 - (j - i)


@jit
def _buried(base, n, low, high):
    """Whether one of some intervals holds another."""
    for k in range(n):
        if low >= base[k, 0] and high <= base[k, 1]:
            return True
    return False


@jit
def _column_at(local, act, nact, base, nbase, s, px, py, vx, vy, R, poly, h, lows, highs, idl, idh, out):
    for q in range(nbase):
        lows[q], highs[q], idl[q], idh[q] = base[q, 0], base[q, 1], base[q, 2], base[q, 3]
    n = nbase
    cx, cy = px + s * vx, py + s * vy
    for q in range(nact):
        a, b = span(local[act[q]], cx, cy, R, poly)
        if b >= a:
            lows[n], highs[n], idl[n], idh[n] = a - h, b, act[q], act[q]
            n += 1
    return _merge(lows, highs, idl, idh, n, out)


@jit
def _straight(a, m, b, n, tolerance):
    """Whether floors and ceilings run straight through the middle of a piece, whichever triangles make them."""
    for i in range(n):
        if abs(2 * m[i, 0] - a[i, 0] - b[i, 0]) > tolerance or abs(2 * m[i, 1] - a[i, 1] - b[i, 1]) > tolerance:
            return False
    return True


@jit
def _put(cells, n, s0, s1, a, na, b):
    """One row per free interval of a simple piece: s0 s1 floor0 floor1 ceiling0 ceiling1 floor-id ceiling-id."""
    if n + na + 1 > cells.shape[0]:
        bigger = np.empty((2 * cells.shape[0] + na, 8))
        bigger[:n] = cells[:n]
        cells = bigger
    for i in range(na):
        cells[n, 0], cells[n, 1] = s0, s1
        cells[n, 2], cells[n, 3], cells[n, 6] = a[i, 1], b[i, 1], a[i, 3]
        if i + 1 < na:
            cells[n, 4], cells[n, 5], cells[n, 7] = a[i + 1, 0], b[i + 1, 0], a[i + 1, 2]
        else:
            cells[n, 4], cells[n, 5], cells[n, 7] = inf, inf, -1
        n += 1
    return cells, n


@jit
def slice_cells(local, length, px, py, vx, vy, R, poly, h):
    """The free (s, z) space of the underside of a base moving from p along v: rows of cells, sorted by s then z.

    Each row is a piece [s0, s1] with a floor and a ceiling that run straight from one end to the other, to AT / 4.
    Ids are rows of `local`. The lowest blocked interval counts as ground: nothing below it is free.
    """
    n = local.shape[0]
    first, last = np.empty(n), np.empty(n)
    zmin, zmax = np.empty(n), np.empty(n)
    room = 30 + 12 * poly.shape[0]
    buf = np.empty(room)
    for i in range(n):
        t = local[i]
        zmin[i], zmax[i] = min(t[2], t[5], t[8]), max(t[2], t[5], t[8])
        first[i], last[i], _ = breakpoints(t, px, py, vx, vy, R, poly, buf)
    cells = np.empty((256, 8))
    ncell = 0
    steps = max(1, int(np.ceil(length / STRIDE)))
    act = np.empty(n, np.int64)
    rel = np.empty(n, np.int64)
    here = np.empty(n, np.int64)
    lows, highs, idl, idh = np.empty(2 * n + 2), np.empty(2 * n + 2), np.empty(2 * n + 2), np.empty(2 * n + 2)
    base, held = np.empty((n + 1, 4)), np.empty((2 * n + 2, 4))
    A, B, M = np.empty((2 * n + 2, 4)), np.empty((2 * n + 2, 4)), np.empty((2 * n + 2, 4))
    events = np.empty(1024)
    stack = np.empty((64, 2))
    for step in range(steps):
        sa, sb = length * step / steps, length * (step + 1) / steps
        # what blocks all the way from sa to sb, with one floor and ceiling each
        nact, nbase = 0, 0
        for i in range(n):
            if first[i] < sb and last[i] > sa:
                act[nact] = i
                nact += 1
                if first[i] <= sa and last[i] >= sb:
                    low, high = _held(local[i], px + sa * vx, py + sa * vy, px + sb * vx, py + sb * vy, R, poly)
                    if high >= low:
                        nbase = _absorb(base, nbase, low - h, high, i)
        # triangles that could reach out of that
        nrel, nev = 0, 2
        events[0], events[1] = sa, sb
        for q in range(nact):
            i = act[q]
            if _buried(base, nbase, zmin[i] - h, zmax[i]):
                continue
            rel[nrel] = i
            nrel += 1
            _, _, m = breakpoints(local[i], px, py, vx, vy, R, poly, buf)
            if nev + m > events.shape[0]:
                bigger = np.empty(2 * (nev + m))
                bigger[:nev] = events[:nev]
                events = bigger
            for k in range(m):
                if sa < buf[k] < sb:
                    events[nev] = buf[k]
                    nev += 1
        cuts = np.sort(events[:nev])
        for e in range(nev - 1):
            if cuts[e + 1] - cuts[e] <= 3 * NUDGE:
                continue
            depth = 1
            stack[0, 0], stack[0, 1] = cuts[e], cuts[e + 1]
            # the same once more for this piece: what is held all along it buries most of the rest
            nhere, nheld = 0, nbase
            held[:nbase] = base[:nbase]
            a, b = cuts[e] + NUDGE, cuts[e + 1] - NUDGE
            for q in range(nrel):
                i = rel[q]
                if first[i] < a and last[i] > b:
                    here[nhere] = i
                    nhere += 1
                    low, high = _held(local[i], px + a * vx, py + a * vy, px + b * vx, py + b * vy, R, poly)
                    if high >= low:
                        nheld = _absorb(held, nheld, low - h, high, i)
            there, nhere = nhere, 0
            for q in range(there):
                i = here[q]
                if not _buried(held, nheld, zmin[i] - h, zmax[i]):
                    here[nhere] = i
                    nhere += 1
            while depth > 0:
                depth -= 1
                s0, s1 = stack[depth, 0], stack[depth, 1]
                na = _column_at(local, here, nhere, held, nheld, s0 + NUDGE, px, py, vx, vy, R, poly, h, lows, highs, idl, idh, A)
                nb = _column_at(local, here, nhere, held, nheld, s1 - NUDGE, px, py, vx, vy, R, poly, h, lows, highs, idl, idh, B)
                simple = False
                if na == nb:                     # a rim slides along a slanting edge in a curve; seams of a flat change nothing
                    nm = _column_at(local, here, nhere, held, nheld, 0.5 * (s0 + s1), px, py, vx, vy, R, poly, h, lows, highs, idl, idh, M)
                    simple = nm == na and _straight(A, M, B, na, BOW)
                if simple or s1 - s0 < FINE or depth > 60:
                    if na == nb:
                        cells, ncell = _put(cells, ncell, s0, s1, A, na, B)
                    else:                        # the change lies within FINE: each side keeps its own form
                        cells, ncell = _put(cells, ncell, s0, 0.5 * (s0 + s1), A, na, A)
                        cells, ncell = _put(cells, ncell, 0.5 * (s0 + s1), s1, B, nb, B)
                    continue
                mid = 0.5 * (s0 + s1)
                stack[depth, 0], stack[depth, 1] = mid, s1
                stack[depth + 1, 0], stack[depth + 1, 1] = s0, mid
                depth += 2
    return cells[:ncell]


# ---------------------------------------------------------------- rays, sweeps, distances

@jit
def ray(boxes, child, order, tris, ox, oy, oz, dx, dy, dz, reach):
    """First hit of a segment: (fraction of reach, triangle), (inf, -1) if none; both sides of a triangle count."""
    best, who = inf, -1
    todo = np.empty(128, np.int64)
    todo[0] = 0
    depth = 1
    while depth > 0:
        depth -= 1
        node = todo[depth]
        b = boxes[node]
        t0, t1 = 0.0, min(best, reach)
        for k in range(3):
            o, d = (ox, dx) if k == 0 else (oy, dy) if k == 1 else (oz, dz)
            if d == 0.0:
                if o < b[k] or o > b[3 + k]:
                    t0, t1 = 1.0, 0.0
                    break
            else:
                a, c = (b[k] - o) / d, (b[3 + k] - o) / d
                t0, t1 = max(t0, min(a, c)), min(t1, max(a, c))
        if t0 > t1:
            continue
        if child[node, 0] >= 0:
            todo[depth], todo[depth + 1] = child[node, 1], child[node, 0]
            depth += 2
            continue
        first = -child[node, 0] - 1
        for q in range(first, first + child[node, 1]):
            i = order[q]
            t = tris[i]
            ux, uy, uz = t[3] - t[0], t[4] - t[1], t[5] - t[2]
            wx, wy, wz = t[6] - t[0], t[7] - t[1], t[8] - t[2]
            nx, ny, nz = uy * wz - uz * wy, uz * wx - ux * wz, ux * wy - uy * wx
            D = nx * dx + ny * dy + nz * dz
            if D == 0.0:
                continue
            sx, sy, sz = t[0] - ox, t[1] - oy, t[2] - oz
            s = (nx * sx + ny * sy + nz * sz) / D
            if s < -NUDGE or s > reach or s >= best:
                continue
            # the hit point against the three sides, seen along the ray: shared edges and corners leave no crack
            inside_plus, inside_minus = True, True
            for k in range(3):
                j = 3 * k + 3 if k < 2 else 0
                ax, ay, az = t[3 * k] - ox, t[3 * k + 1] - oy, t[3 * k + 2] - oz
                ex, ey, ez = t[j] - t[3 * k], t[j + 1] - t[3 * k + 1], t[j + 2] - t[3 * k + 2]
                cx, cy, cz = dy * ez - dz * ey, dz * ex - dx * ez, dx * ey - dy * ex
                v = -(ax * cx + ay * cy + az * cz)   # how far the ray passes this side, times the side's length seen along it
                hair = NUDGE * sqrt(cx * cx + cy * cy + cz * cz)
                if v < -hair:
                    inside_plus = False
                elif v > hair:
                    inside_minus = False
            if inside_plus or inside_minus:
                best, who = max(0.0, s), i           # what starts on a surface hits it, rounding or not
    return best, who


@jit
def _before(p, q):
    """An order of points, so that two triangles cut the side they share in one point to the last bit."""
    return p[0] < q[0] or p[0] == q[0] and (p[1] < q[1] or p[1] == q[1] and p[2] < q[2])


@jit
def _clip_slab(t, z0, z1, buf, tmp):
    """The part of t with z0 <= z <= z1, as plan corners in buf (x, y, z); returns how many."""
    n = 0
    for k in range(3):
        for c in range(3):
            buf[n, c] = t[3 * k + c]
        n += 1
    for side in range(2):
        m = 0
        for k in range(n):
            j = k + 1 if k + 1 < n else 0
            a = buf[k, 2] - z0 if side == 0 else z1 - buf[k, 2]
            b = buf[j, 2] - z0 if side == 0 else z1 - buf[j, 2]
            if a >= 0:
                for c in range(3):
                    tmp[m, c] = buf[k, c]
                m += 1
            if (a >= 0) != (b >= 0):
                p, q, s = (k, j, a / (a - b)) if _before(buf[k], buf[j]) else (j, k, b / (b - a))
                for c in range(3):
                    tmp[m, c] = buf[p, c] + s * (buf[q, c] - buf[p, c])
                tmp[m, 2] = z0 if side == 0 else z1
                m += 1
        n = m
        for k in range(n):
            for c in range(3):
                buf[k, c] = tmp[k, c]
    return n


@jit
def touch(t, px, py, vx, vy, R, poly, z0, z1, flat, buf, tmp, out):
    """First s >= 0 at which the prism from z0 to z1 moving from p along v meets triangle t, inf if it does not; the last four are work space."""
    best = inf
    if min(t[2], t[5], t[8]) >= z1 or max(t[2], t[5], t[8]) <= z0:
        return best
    n = _clip_slab(t, z0, z1, buf, tmp)
    for k in range(1, n - 1):               # a fan of the clipped part, seen in plan
        for c in range(2):
            flat[c], flat[3 + c], flat[6 + c] = buf[0, c], buf[k, c], buf[k + 1, c]
        flat[2], flat[5], flat[8] = 0.0, 0.0, 0.0
        a, b = span(flat, px, py, R, poly)
        if b >= a:
            return 0.0
        s, last, _ = breakpoints(flat, px, py, vx, vy, R, poly, out)
        if last >= 0.0 and 0.0 <= s < best:
            best = s
    return best


@jit
def sweep(local, length, px, py, vx, vy, R, poly, z0, z1):
    """First s in [0, length] at which the prism from z0 to z1 moving from p along v meets a triangle: (s, row), (inf, -1) if none."""
    best, who = inf, -1
    flat, buf, tmp, out = np.empty(9), np.empty((10, 3)), np.empty((10, 3)), np.empty(30 + 12 * poly.shape[0])
    for i in range(local.shape[0]):
        s = touch(local[i], px, py, vx, vy, R, poly, z0, z1, flat, buf, tmp, out)
        if s <= length and s < best:
            best, who = s, i
    return best, who


@jit
def _segment_from_outline(ax, ay, bx, by, half_a, half_b, poly):
    """Plan distance from the segment a-b to an outline at the origin: a disc (half_a = half_b), an oval, or a polygon; 0 inside."""
    if poly.shape[0] == 0 and half_a == half_b:
        ex, ey = bx - ax, by - ay
        E = ex * ex + ey * ey
        s = 0.0 if E == 0 else min(1.0, max(0.0, -(ax * ex + ay * ey) / E))
        x, y = ax + s * ex, ay + s * ey
        return max(0.0, sqrt(x * x + y * y) - half_a)
    if poly.shape[0] == 0:                       # greatest separation over directions; unimodal while apart
        best, at = -inf, 0.0
        for k in range(48):
            th = 2 * np.pi * k / 48
            v = _separation(th, ax, ay, bx, by, half_a, half_b)
            if v > best:
                best, at = v, th
        lo, hi = at - np.pi / 24, at + np.pi / 24
        for _ in range(60):
            p, q = lo + (hi - lo) * 0.381966, lo + (hi - lo) * 0.618034
            if _separation(p, ax, ay, bx, by, half_a, half_b) < _separation(q, ax, ay, bx, by, half_a, half_b):
                lo = p
            else:
                hi = q
        return max(0.0, max(best, _separation(0.5 * (lo + hi), ax, ay, bx, by, half_a, half_b)))
    if _inside_poly(poly, ax, ay) or _inside_poly(poly, bx, by):
        return 0.0
    best = inf
    K = poly.shape[0]
    for i in range(K):
        j = i + 1 if i + 1 < K else 0
        best = min(best, _segments(ax, ay, bx, by, poly[i, 0], poly[i, 1], poly[j, 0], poly[j, 1]))
    return best


@jit
def _separation(th, ax, ay, bx, by, half_a, half_b):
    c, s = np.cos(th), np.sin(th)
    return min(ax * c + ay * s, bx * c + by * s) - sqrt((half_a * c) ** 2 + (half_b * s) ** 2)


@jit
def _point_segment(px, py, ax, ay, bx, by):
    ex, ey = bx - ax, by - ay
    E = ex * ex + ey * ey
    s = 0.0 if E == 0 else min(1.0, max(0.0, ((px - ax) * ex + (py - ay) * ey) / E))
    return sqrt((px - ax - s * ex) ** 2 + (py - ay - s * ey) ** 2)


@jit
def _segments(ax, ay, bx, by, cx, cy, dx, dy):
    d1 = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
    d2 = (bx - ax) * (dy - ay) - (by - ay) * (dx - ax)
    d3 = (dx - cx) * (ay - cy) - (dy - cy) * (ax - cx)
    d4 = (dx - cx) * (by - cy) - (dy - cy) * (bx - cx)
    if d1 * d2 < 0 and d3 * d4 < 0:
        return 0.0
    return min(_point_segment(ax, ay, cx, cy, dx, dy), _point_segment(bx, by, cx, cy, dx, dy),
               _point_segment(cx, cy, ax, ay, bx, by), _point_segment(dx, dy, ax, ay, bx, by))


@jit
def _level_distance(t, z, half_a, half_b, poly):
    """Plan distance from the cut of t at height z to the outline at the origin."""
    n = 0
    x0 = y0 = x1 = y1 = 0.0
    for k in range(3):
        j = 3 * k + 3 if k < 2 else 0
        za, zb = t[3 * k + 2], t[j + 2]
        if (za <= z <= zb or zb <= z <= za) and za != zb:
            s = (z - za) / (zb - za)
            x, y = t[3 * k] + s * (t[j] - t[3 * k]), t[3 * k + 1] + s * (t[j + 1] - t[3 * k + 1])
            if n == 0:
                x0, y0, x1, y1 = x, y, x, y
            elif abs(x - x0) + abs(y - y0) > abs(x1 - x0) + abs(y1 - y0):
                x1, y1 = x, y
            n += 1
    if n == 0:
        return inf
    return _segment_from_outline(x0, y0, x1, y1, half_a, half_b, poly)


@jit
def prism_distance(t, half_a, half_b, poly, z0, z1):
    """Distance in space from triangle t (in the outline's frame, unscaled) to the prism [z0, z1] over the outline at the origin.

    Over the heights of t the plan distance to its cut is convex, so one search over height finds the least.
    """
    lo, hi = min(t[2], t[5], t[8]), max(t[2], t[5], t[8])
    if hi - lo < 1e-9:
        plan = inf
        if poly.shape[0] == 0:
            if _inside_tri(t, 0.0, 0.0):
                plan = 0.0
        elif _inside_tri(t, poly[0, 0], poly[0, 1]):
            plan = 0.0
        for k in range(3):
            j = 3 * k + 3 if k < 2 else 0
            plan = min(plan, _segment_from_outline(t[3 * k], t[3 * k + 1], t[j], t[j + 1], half_a, half_b, poly))
        up = max(0.0, max(z0 - hi, lo - z1))
        return sqrt(plan * plan + up * up)
    a, b = lo, hi
    best = inf
    for _ in range(70):
        p, q = a + (b - a) * 0.381966, a + (b - a) * 0.618034
        fp, fq = _height_distance(t, p, half_a, half_b, poly, z0, z1), _height_distance(t, q, half_a, half_b, poly, z0, z1)
        best = min(best, fp, fq)
        if fp < fq:
            b = q
        else:
            a = p
    return min(best, _height_distance(t, lo, half_a, half_b, poly, z0, z1), _height_distance(t, hi, half_a, half_b, poly, z0, z1))


@jit
def _height_distance(t, z, half_a, half_b, poly, z0, z1):
    plan = _level_distance(t, z, half_a, half_b, poly)
    up = max(0.0, max(z0 - z, z - z1))
    return sqrt(plan * plan + up * up)


@jit
def _no_nearer(low_x, high_x, low_y, high_y, low_z, high_z, x, y, z0, z1, reach):
    """A box is at least so far from the cylinder of radius `reach` that holds a prism."""
    dx = max(0.0, max(low_x - x, x - high_x))
    dy = max(0.0, max(low_y - y, y - high_y))
    aside = max(0.0, sqrt(dx * dx + dy * dy) - reach)
    up = max(0.0, max(z0 - high_z, low_z - z1))
    return sqrt(aside * aside + up * up)


@jit
def nearest(boxes, child, order, tris, x, y, c, s, half_a, half_b, poly, reach, z0, z1, at_most):
    """Least distance from any triangle to the prism at (x, y) turned by (c, s): (distance, triangle), (at_most, -1) if none is nearer."""
    best, who = at_most, -1
    local, frame = np.empty(9), np.array([c, s, -s, c])
    todo, bound = np.empty(128, np.int64), np.empty(128)
    todo[0], bound[0], depth = 0, 0.0, 1
    while depth > 0:
        depth -= 1
        if bound[depth] >= best:
            continue
        node = todo[depth]
        if child[node, 0] >= 0:
            near, far = child[node, 0], child[node, 1]
            b = boxes[near]
            to_near = _no_nearer(b[0], b[3], b[1], b[4], b[2], b[5], x, y, z0, z1, reach)
            b = boxes[far]
            to_far = _no_nearer(b[0], b[3], b[1], b[4], b[2], b[5], x, y, z0, z1, reach)
            if to_far < to_near:
                near, far, to_near, to_far = far, near, to_far, to_near
            todo[depth], bound[depth] = far, to_far
            todo[depth + 1], bound[depth + 1] = near, to_near
            depth += 2
            continue
        first = -child[node, 0] - 1
        for q in range(first, first + child[node, 1]):
            t = tris[order[q]]
            if _no_nearer(min(t[0], t[3], t[6]), max(t[0], t[3], t[6]), min(t[1], t[4], t[7]), max(t[1], t[4], t[7]),
                          min(t[2], t[5], t[8]), max(t[2], t[5], t[8]), x, y, z0, z1, reach) >= best:
                continue
            in_frame(t, frame, x, y, local)
            d = prism_distance(local, half_a, half_b, poly, z0, z1)
            if d < best:
                best, who = d, order[q]
    return best, who


@jit
def spans(local, cx, cy, R, poly):
    """span() of every triangle: rows low, high; (inf, -inf) where it is not under the outline."""
    out = np.empty((local.shape[0], 2))
    for i in range(local.shape[0]):
        out[i, 0], out[i, 1] = span(local[i], cx, cy, R, poly)
    return out


# ---------------------------------------------------------------- two outlines in plan

@jit
def _reach(half_a, half_b, poly, c, s, x, y):
    """How far an outline at a facing (cosine, sine) reaches in a direction of the table."""
    u, v = x * c + y * s, y * c - x * s
    if poly.shape[0] == 0:
        return sqrt((half_a * u) ** 2 + (half_b * v) ** 2)
    best = -inf
    for i in range(poly.shape[0]):
        best = max(best, u * poly[i, 0] + v * poly[i, 1])
    return best


@jit
def outlines_apart(dx, dy, half_a, half_b, poly, c, s, half_a2, half_b2, poly2, c2, s2):
    """Signed plan distance from one outline to another (dx, dy) away, each with its facing as cosine and sine; below zero, how deep they overlap.

    It is the greatest separation over all directions: the best of 720, then four times the best of 65 about it.
    """
    low, step, count = 0.0, 2 * np.pi / 720, 720
    best = -inf
    for _ in range(5):
        at = low
        for k in range(count):
            th = low + k * step
            x, y = np.cos(th), np.sin(th)
            v = x * dx + y * dy - _reach(half_a, half_b, poly, c, s, x, y) - _reach(half_a2, half_b2, poly2, c2, s2, -x, -y)
            if v > best or k == 0:
                best, at = v, th
        low, step, count = at - step, step / 32, 65
    return best


# ---------------------------------------------------------------- steepness of a height profile

@jit
def _between(S, Z, i, s):
    """z at s on the edge from corner i to i + 1."""
    if S[i + 1] <= S[i]:
        return Z[i]
    return Z[i] + (s - S[i]) / (S[i + 1] - S[i]) * (Z[i + 1] - Z[i])


@jit
def edge_swings(S, Z, run, low, high):
    """For each edge of a profile within [low, high]: the greatest rise or fall of any stretch that holds it and is at most `run` long."""
    n = S.shape[0]
    out = np.zeros(max(0, n - 1))
    for k in range(n - 1):
        if S[k] < low or S[k + 1] > high:
            continue
        for c in range(n):
            if S[c] < S[k] - 2 * run or S[c] > S[k + 1] + 2 * run:
                continue
            for side in range(2):
                a = S[c] if side == 0 else S[c] - run
                b = a + run
                if a > S[k] or b < S[k + 1]:
                    continue
                plo, phi, qlo, qhi = Z[k], Z[k], Z[k + 1], Z[k + 1]
                i = k
                while i > 0 and S[i - 1] >= a:
                    i -= 1
                    plo, phi = min(plo, Z[i]), max(phi, Z[i])
                if i > 0:
                    z = _between(S, Z, i - 1, a)
                    plo, phi = min(plo, z), max(phi, z)
                i = k + 1
                while i < n - 1 and S[i + 1] <= b:
                    i += 1
                    qlo, qhi = min(qlo, Z[i]), max(qhi, Z[i])
                if i < n - 1:
                    z = _between(S, Z, i, b)
                    qlo, qhi = min(qlo, z), max(qhi, z)
                out[k] = max(out[k], qhi - plo, phi - qlo)
    return out


# ---------------------------------------------------------------- what bears a base

@jit
def contacts(local, R, poly, floor, roof, px=0.0, py=0.0):
    """Points (m, 4: x, y, z, row) of triangles under the outline with floor <= z <= roof that could bear it: in its frame.

    Of the part of a triangle along a curved rim those are given that rise most over a plane of gradient (px, py), and some more.
    """
    out = np.empty((64, 4))
    n = 0
    for i in range(local.shape[0]):
        t = local[i]
        if max(t[2], t[5], t[8]) < floor or min(t[2], t[5], t[8]) > roof:
            continue
        if n + 40 + 8 * poly.shape[0] > out.shape[0]:
            bigger = np.empty((2 * out.shape[0] + 40 + 8 * poly.shape[0], 4))
            bigger[:n] = out[:n]
            out = bigger
        first = n
        gx, gy, d = _plane(t)
        for k in range(3):
            ax, ay, az = t[3 * k], t[3 * k + 1], t[3 * k + 2]
            if (poly.shape[0] == 0 and ax * ax + ay * ay <= R * R) or (poly.shape[0] > 0 and _inside_poly(poly, ax, ay)):
                out[n, 0], out[n, 1], out[n, 2] = ax, ay, az
                n += 1
            j = 3 * k + 3 if k < 2 else 0
            ex, ey, ez = t[j] - ax, t[j + 1] - ay, t[j + 2] - az
            if poly.shape[0] == 0:
                A = ex * ex + ey * ey
                if A == 0.0:
                    continue
                B = ax * ex + ay * ey
                h = ax * ey - ay * ex
                disc = R * R * A - h * h
                if disc < 0:
                    continue
                for sign in (-1.0, 1.0):
                    s = (-B + sign * sqrt(disc)) / A
                    if 0.0 <= s <= 1.0:
                        out[n, 0], out[n, 1], out[n, 2] = ax + s * ex, ay + s * ey, az + s * ez
                        n += 1
            else:
                for q in range(poly.shape[0]):
                    m = q + 1 if q + 1 < poly.shape[0] else 0
                    fx, fy = poly[m, 0] - poly[q, 0], poly[m, 1] - poly[q, 1]
                    D = ex * fy - ey * fx
                    if D == 0.0:
                        continue
                    wx, wy = poly[q, 0] - ax, poly[q, 1] - ay
                    s, r = (wx * fy - wy * fx) / D, (wx * ey - wy * ex) / D
                    if 0.0 <= s <= 1.0 and 0.0 <= r <= 1.0:
                        out[n, 0], out[n, 1], out[n, 2] = ax + s * ex, ay + s * ey, az + s * ez
                        n += 1
        if d != 0.0:
            if poly.shape[0] == 0:
                g = sqrt((gx - px) ** 2 + (gy - py) ** 2)
                ux, uy = ((gx - px) / g, (gy - py) / g) if g > 0 else (1.0, 0.0)
                for q in range(4):
                    x, y = (R * ux, R * uy) if q == 0 else (-R * ux, -R * uy) if q == 1 else (-R * uy, R * ux) if q == 2 else (R * uy, -R * ux)
                    if _inside_tri(t, x, y):
                        out[n, 0], out[n, 1], out[n, 2] = x, y, t[2] + gx * (x - t[0]) + gy * (y - t[1])
                        n += 1
            else:
                for q in range(poly.shape[0]):
                    x, y = poly[q, 0], poly[q, 1]
                    if _inside_tri(t, x, y):
                        out[n, 0], out[n, 1], out[n, 2] = x, y, t[2] + gx * (x - t[0]) + gy * (y - t[1])
                        n += 1
        m = first
        for q in range(first, n):
            if floor <= out[q, 2] <= roof:
                for c in range(3):
                    out[m, c] = out[q, c]
                out[m, 3] = i
                m += 1
        n = m
    return out[:n]


@jit
def clip_band(local, z, gx, gy, below, above):
    """Plan polygons of the parts of triangles between `below` under and `above` over the plane z + gx x + gy y.

    Returns (corners (m, 2), counts (n,)): counts[i] corners belong to row i, 0 if it has no such part.
    """
    n = local.shape[0]
    corners, counts = np.empty((7 * n, 2)), np.zeros(n, np.int64)
    buf, tmp = np.empty((10, 3)), np.empty((10, 3))
    t = np.empty(9)
    m = 0
    for i in range(n):
        for k in range(3):
            x, y = local[i, 3 * k], local[i, 3 * k + 1]
            t[3 * k], t[3 * k + 1], t[3 * k + 2] = x, y, local[i, 3 * k + 2] - z - gx * x - gy * y
        if max(t[2], t[5], t[8]) < -below or min(t[2], t[5], t[8]) > above or abs(_plane(t)[2]) == 0.0:
            continue
        c = _clip_slab(t, -below, above, buf, tmp)
        if c < 3:
            continue
        for k in range(c):
            corners[m, 0], corners[m, 1] = buf[k, 0], buf[k, 1]
            m += 1
        counts[i] = c
    return corners[:m], counts
