"""Simple terrain as triangles: box, wedge, stairs, cylinder.

Each function returns (n, 3, 3) float64 in the unit of its sizes, closed, wound outward, its bounding box centred in plan on the
origin and standing on z = 0.
"""
from __future__ import annotations

from math import pi

import numpy as np

from sim.shapes import even_count

SAGITTA = 0.001           # mm: how far inside the true circle a cylinder's sides may lie


def box(size) -> np.ndarray:
    """A block of `size` = (x, y, z)."""
    x, y, z = _positive(size)
    a = x / 2
    return _extruded([(a, 0.0), (a, z), (-a, z), (-a, 0.0)], y)


def wedge(size) -> np.ndarray:
    """A ramp of `size` = (x, y, z) rising along +x from nothing to its full height."""
    x, y, z = _positive(size)
    a = x / 2
    return _extruded([(a, 0.0), (a, z), (-a, 0.0)], y)


def stairs(size, steps: int) -> np.ndarray:
    """Solid stairs of `size` = (x, y, z) rising along +x: `steps` equal risers, the first at the front, and as many equal treads."""
    x, y, z = _positive(size)
    if steps < 1:
        raise ValueError("stairs need at least one step")
    a = x / 2
    edge = [i * x / steps - a for i in range(steps)] + [a]
    top = [i * z / steps for i in range(steps)] + [z]
    profile = [(a, 0.0)]                            # the fan's apex: it sees every corner of a rising flight
    for i in reversed(range(steps)):
        profile += [(edge[i + 1], top[i + 1]), (edge[i], top[i + 1])]
    return _extruded([*profile, (-a, 0.0)], y)


def cylinder(radius: float, height: float) -> np.ndarray:
    """An upright cylinder in millimetres: an inscribed polygon of even count, its first corner at angle 0, at most SAGITTA inside."""
    radius, height = _positive((radius, height))
    count = even_count(radius, SAGITTA)
    angle = np.arange(count // 2) * (2 * pi / count)
    half = radius * np.column_stack([np.cos(angle), np.sin(angle)])
    rim = np.vstack([half, -half])                  # opposite corners mirror exactly, so the middle is exactly the origin
    nxt = np.roll(rim, -1, axis=0)

    def at(plan, z):
        return np.column_stack([plan, np.full(len(plan), z)])

    middle = np.zeros_like(rim)
    corners = [(at(middle, 0.0), at(nxt, 0.0), at(rim, 0.0)),
               (at(rim, 0.0), at(nxt, 0.0), at(nxt, height)),
               (at(rim, 0.0), at(nxt, height), at(rim, height)),
               (at(middle, height), at(rim, height), at(nxt, height))]
    return np.concatenate([np.stack(c, axis=1) for c in corners])


def _extruded(profile, depth: float) -> np.ndarray:
    """A profile in (x, z), counter-clockwise and seen whole from its first corner, drawn out along y about the origin."""
    front = [(x, -depth / 2, z) for x, z in profile]
    back = [(x, depth / 2, z) for x, z in profile]
    faces = []
    for i in range(1, len(profile) - 1):
        faces += [(front[0], front[i], front[i + 1]), (back[0], back[i + 1], back[i])]
    for i in range(len(profile)):
        faces += [(front[i - 1], back[i - 1], back[i]), (front[i - 1], back[i], front[i])]
    return np.array(faces, dtype=np.float64)


def _positive(sizes) -> tuple[float, ...]:
    sizes = tuple(float(s) for s in sizes)
    if not all(0 < s < np.inf for s in sizes):
        raise ValueError(f"sizes must be above zero, not {sizes}")
    return sizes
