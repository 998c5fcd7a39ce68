"""Exact geometry of triangles and swept bases: parted or not, touched or not, clipped, cut."""
from __future__ import annotations

from fractions import Fraction

from sim.proof.check.exact import FINE, Refused
from sim.proof.check.outline import Outline
from sim.proof.check.terrain import Terrain

AT = 5_000                        # nm: what is nearer than this to a limit, or to contact, is at it


def demand_clear(terrain: Terrain, outline: Outline, a, b, low: int, high: int, normals, what: str) -> int:
    """Every triangle near the outline (already shrunk) swept from a to b is parted from it by one of the planes; how many there were.

    `low` and `high` are the body's ends over its underside. A plane with normal n parts a triangle if least n.v over its corners is
    more than the swept body reaches along n. Raises Refused for one that none parts.
    """
    planes = [_plane(outline, n, a, b, low, high) for n in normals]
    r = outline.radius
    ids = terrain.near(min(a[0], b[0]) - r, min(a[1], b[1]) - r, min(a[2], b[2]) + low, max(a[0], b[0]) + r, max(a[1], b[1]) + r, max(a[2], b[2]) + high)
    for i in ids:
        corners = terrain.corners(i)
        for k, (x, y, z, along, square, straight) in enumerate(planes):
            beyond = min(x * p + y * q + z * r for p, q, r in corners) - along
            if beyond > 0 and (beyond > straight if square is None else beyond * beyond > square):
                if k:
                    planes.insert(0, planes.pop(k))          # neighbours are parted by the same plane
                break
        else:
            raise Refused("clear", f"{what}: triangle {i} is not shown to be outside the base")
    return len(ids)


def _plane(outline: Outline, normal, a, b, low: int, high: int) -> tuple:
    """A normal with how far the swept body reaches along it: a straight part, and a square to be compared (or None and a number)."""
    x, y, z = normal
    if any(isinstance(v, bool) or not isinstance(v, int) or abs(v) > 10 ** 9 for v in normal) or not (x or y or z):
        raise Refused("clear", "a plane's normal is three whole numbers, not all nought")
    along = max(x * a[0] + y * a[1] + z * a[2], x * b[0] + y * b[1] + z * b[2]) + max(z * low, z * high)
    rim = outline.square_reach(x, y)
    if outline.corners:
        return x, y, z, along, None, Fraction(rim, FINE)
    return x, y, z, along, rim // (FINE * FINE) + 1, None


def touched(terrain: Terrain, touch: dict) -> tuple[Fraction, Fraction, Fraction]:
    """The point of terrain that a touch names."""
    corners, weights = terrain.corners(touch["triangle"]), touch["weights"]
    if len(weights) != 3 or any(isinstance(w, bool) or not isinstance(w, int) or w < 0 for w in weights) or not any(weights):
        raise Refused("witness", "the weights of a touch are three whole numbers, none below nought")
    total = sum(weights)
    return tuple(Fraction(sum(w * c[k] for w, c in zip(weights, corners)), total) for k in range(3))


def cut_half(points: list[tuple], value) -> list[tuple]:
    """The part of a convex polygon (corner tuples) where a linear function is at least 0; `value` gives it at a corner."""
    out = []
    values = [value(p) for p in points]
    for i, (p, v) in enumerate(zip(points, values)):
        q, w = points[i - 1], values[i - 1]
        if (v < 0) != (w < 0) and v != w:
            t = Fraction(w) / (w - v)
            out.append(tuple(a + t * (b - a) for a, b in zip(q, p)))
        if v >= 0:
            out.append(p)
    return out


class Plane:
    """A plane z + gx (x - x0) + gy (y - y0) over a centre (x0, y0); heights over it come as whole numbers, `scale` times as large."""

    def __init__(self, z: int, gx, gy, centre):
        gx, gy = Fraction(gx), Fraction(gy)
        self.scale = gx.denominator * gy.denominator
        self.z, self.centre = z, centre
        self.gx, self.gy = gx.numerator * gy.denominator, gy.numerator * gx.denominator

    def over(self, p):
        """`scale` times the height of a point over the plane."""
        return self.scale * (p[2] - self.z) - self.gx * (p[0] - self.centre[0]) - self.gy * (p[1] - self.centre[1])

    def band(self, corners, low: int, high: int) -> list[tuple]:
        """The part of a triangle between two heights over the plane."""
        low, high = low * self.scale, high * self.scale
        heights = [self.over(p) for p in corners]
        if min(heights) > high or max(heights) < low:
            return []
        if min(heights) >= low and max(heights) <= high:
            return list(corners)
        return cut_half(cut_half(list(corners), lambda p: self.over(p) - low), lambda p: high - self.over(p))


def under(points: list[tuple], outline: Outline, centre) -> list[tuple[int, int, int]]:
    """The part of a polygon in space whose plan lies in the polygon inside an outline; corners to the nanometre."""
    x0, y0 = centre[0], centre[1]
    piece = [(round(x), round(y), round(z)) for x, y, z in points]
    rim = outline.inside
    if all((x - x0) ** 2 + (y - y0) ** 2 <= outline.core for x, y, _ in piece):
        return piece
    for (ax, ay), (bx, by) in zip(rim, rim[1:] + rim[:1]):
        ex, ey = bx - ax, by - ay
        values = [ex * (p[1] - ay - y0) - ey * (p[0] - ax - x0) for p in piece]
        if not values or max(values) < 0:
            return []
        if min(values) >= 0:
            continue
        out = []
        for p, v, q, w in zip(piece, values, piece[-1:] + piece[:-1], values[-1:] + values[:-1]):
            if (v < 0) != (w < 0):
                out.append(tuple(b + (a - b) * w // (w - v) for a, b in zip(p, q)))
            if v >= 0:
                out.append(p)
        piece = out
    return piece


def supported(terrain: Terrain, outline: Outline, at, depth: int) -> bool:
    """Whether terrain lies under the outline, from AT over its underside down to `depth` under it."""
    r, floor = outline.radius, Plane(at[2], 0, 0, at)
    for i in terrain.near(at[0] - r, at[1] - r, at[2] - depth, at[0] + r, at[1] + r, at[2] + AT):
        corners = terrain.corners(i)
        if any(at[2] - depth <= z <= at[2] + AT and outline.holds(x - at[0], y - at[1]) for x, y, z in corners):
            return True
        if any(at[2] - depth <= z <= at[2] + AT for z in heights_at(corners, [(at[0] + x, at[1] + y) for x, y in [(0, 0), *outline.inside]])):
            return True
        if under(floor.band(corners, -depth, AT), outline, at):
            return True
    return False


def heights_at(corners, places) -> list[Fraction]:
    """Heights of a triangle over those plan points that lie in its shadow; none of an upright one."""
    (ax, ay, az), (bx, by, bz), (cx, cy, cz) = corners
    twice = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
    if twice == 0:
        return []
    sign, out = (1 if twice > 0 else -1), []
    for x, y in places:
        c = sign * ((bx - ax) * (y - ay) - (by - ay) * (x - ax))
        b = sign * ((x - ax) * (cy - ay) - (y - ay) * (cx - ax))
        a = sign * twice - b - c
        if a >= 0 and b >= 0 and c >= 0:
            out.append(Fraction(a * az + b * bz + c * cz, sign * twice))
    return out


def section(corners, a, b) -> list[tuple]:
    """Where the upright plane through the plan line a-b cuts a triangle: points (t, z), t 0 at a and 1 at b; all of it if it lies in that plane."""
    ux, uy = b[0] - a[0], b[1] - a[1]
    square = ux * ux + uy * uy
    side = [ux * (y - a[1]) - uy * (x - a[0]) for x, y, _ in corners]
    flat = [(Fraction((x - a[0]) * ux + (y - a[1]) * uy, square), z) for x, y, z in corners]
    if not any(side):
        return flat
    out = [p for p, s in zip(flat, side) if s == 0]
    for i in range(3):
        (t, z), v, (u, w), s = flat[i - 1], side[i - 1], flat[i], side[i]
        if (v < 0 < s) or (s < 0 < v):
            k = Fraction(v, v - s)
            out.append((t + k * (u - t), z + k * (w - z)))
    return out


def joined(intervals: list[tuple]) -> list[list]:
    """Intervals that meet, as one; in order."""
    out: list[list] = []
    for low, high in sorted(intervals):
        if out and low <= out[-1][1]:
            out[-1][1] = max(out[-1][1], high)
        else:
            out.append([low, high])
    return out
