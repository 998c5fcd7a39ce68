"""Walls between bases, as the checker finds them: on lines from every place of a stretch, up to the height asked for."""
from array import array

import pytest

from sim.proof.check.terrain import Terrain
from sim.proof.check.walls import stretch_within, walled

MM = 1_000_000
OWNER, RADII = (0, 0, 0), (16 * MM, 16 * MM)


def fence(x0, x1, y, tall, low=0) -> Terrain:
    """An upright sheet from x0 to x1 at y, from `low` to `tall` (mm)."""
    a, b, c, d = (x0, y, low), (x1, y, low), (x1, y, tall), (x0, y, tall)
    terrain = Terrain(array("q", [v * MM for t in ((a, b, c), (a, c, d)) for p in t for v in p]))
    terrain.look_at(-10 ** 9, -10 ** 9, 10 ** 9, 10 ** 9)
    return terrain


@pytest.mark.parametrize("terrain, tall, stands", [
    (fence(-100, 100, 25, 40), 40, True),
    (fence(-100, 100, 25, 39), 40, False),
    (fence(-100, 100, 25, 40, low=1), 40, False),
    (fence(-100, 3, 25, 40), 40, False),
    (fence(-100, 100, 55, 40), 40, False),
])
def test_a_wall_stands_between_only_if_tall_unbroken_long_enough_and_in_between(terrain, tall, stands):
    p, q = (-30 * MM, 50 * MM, 0), (30 * MM, 50 * MM, 0)
    assert walled(terrain, p, q, OWNER, (0, 0), tall * MM, RADII, (0, 1)) is stands


def test_the_stretch_within_reach_is_that_of_a_chord():
    low, high = stretch_within((-100, 30, 0), (100, 30, 0), (0, 0), 50)
    assert float(low) == pytest.approx(0.3) and float(high) == pytest.approx(0.7)
    assert stretch_within((-100, 60, 0), (100, 60, 0), (0, 0), 50) is None
