"""The line a certificate draws for a base that follows the ground: few corners, never under the ground, never far over it."""
from __future__ import annotations

from math import inf

LIFTS = (1e-3, 0.05, 0.508)          # mm: a fiftieth of an inch is where support ends; the least that will do is taken
FEW = 16                             # corners


def over(points: list[tuple[float, float]]) -> tuple[list[tuple[float, float]], float]:
    """A line over a profile of (s, z) corners from its first to its last, and how far it is over it at most."""
    if len(points) <= 2:
        return points, 0.0
    for lift in LIFTS:
        line = _over(points, lift)
        if len(line) <= FEW:
            break
    return line, lift


def _over(points, lift: float) -> list[tuple[float, float]]:
    """Greedy: from each corner as far as one straight piece stays between the profile and `lift` over it."""
    line, i, last = [points[0]], 0, len(points) - 1
    while i < last:
        s0, z0 = line[-1]
        low, high, j = -inf, inf, i + 1
        reached, slope = None, 0.0
        while j <= last:
            s, z = points[j]
            if s - s0 <= 0.0:
                if not z <= z0 <= z + lift:
                    break
                j += 1
                continue
            low = max(low, (z - z0) / (s - s0))
            high = min(high, (z + (0.0 if j == last else lift) - z0) / (s - s0))
            if low > high:
                break
            reached, slope = j, low if j == last else 0.5 * (low + high)
            j += 1
        if reached is None:                      # straight up or down: to the next corner of the profile itself
            line.append(points[i + 1])
            i += 1
            continue
        s, z = points[reached]
        line.append((s, min(max(z0 + slope * (s - s0), z), z + lift) if reached < last else z))
        i = reached
    return line
