"""`up = "fit"`: the largest flat region becomes level, whatever the noise on it and however the file is turned."""
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sim.errors import RefereeError
from sim.terrain.level import fitted
from sim.terrain.place import Placement, place, solid
from sim.terrain.solids import box, stairs

FLOOR = box((300.0, 240.0, 8.0))
TABLE = np.concatenate([FLOOR, box((60.0, 40.0, 50.0)) + (40, 30, 8), stairs((80.0, 50.0, 60.0), 4) + (-60, -40, 8)])
VECTORS = st.tuples(*[st.floats(-1, 1)] * 4).filter(lambda v: np.linalg.norm(v) > 0.2)


def rotation(quaternion) -> np.ndarray:
    w, x, y, z = np.array(quaternion) / np.linalg.norm(quaternion)
    return np.array([[1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)], [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
                     [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)]])


def sheet(cells: int, bumps: np.ndarray, side: float = 300.0) -> np.ndarray:
    """A grid of triangles facing up, with a height at each of its corners."""
    x, y = np.meshgrid(*[np.linspace(0, side, cells + 1)] * 2, indexing="ij")
    p = np.stack([x, y, bumps], axis=-1)
    a, b, c, d = p[:-1, :-1], p[1:, :-1], p[1:, 1:], p[:-1, 1:]
    return np.concatenate([np.stack([a, b, c], axis=2).reshape(-1, 3, 3), np.stack([a, c, d], axis=2).reshape(-1, 3, 3)])


@given(VECTORS)
@settings(deadline=None, max_examples=40)
def test_a_table_turned_any_way_is_set_level_again(quaternion):
    turn = rotation(quaternion)
    assert np.allclose(fitted(TABLE @ turn.T).up, turn[:, 2], atol=1e-6)


@pytest.mark.parametrize("piece", [FLOOR, TABLE, stairs((80.0, 50.0, 60.0), 4), box((20.0, 20.0, 20.0))])
def test_a_piece_that_stands_level_already_keeps_its_axis_exactly(piece):
    assert fitted(piece).up == (0.0, 0.0, 1.0)


def test_placing_by_fit_is_placing_by_the_axis_it_finds():
    lying = TABLE[..., [2, 0, 1]]                                     # its up is the file's x
    by_fit, by_name = (place(solid(lying, "table"), Placement(name="t", up=up)) for up in ("fit", "x"))
    assert np.array_equal(by_fit.triangles, by_name.triangles)


@pytest.mark.parametrize("sigma", [0.05, 0.2, 0.5])
def test_noise_on_the_ground_turns_it_by_no_more_than_noise_can(sigma):
    noise = np.random.default_rng(1).normal(0, sigma, (61, 61))
    hills = np.zeros((61, 61))
    hills[5:15, 5:20] = 40                                            # a block stands on it, off the middle
    level = fitted(sheet(60, noise + hills))
    assert np.degrees(np.arccos(level.up[2])) < 0.02 + sigma / 10
    assert level.roughness < 2 * sigma


def test_a_mesa_without_an_underside_stands_on_its_foot():
    top = sheet(4, np.full((5, 5), 60.0), 100.0)
    ring = [(0, 0), (100, 0), (100, 100), (0, 100)]
    sides = []
    for (x0, y0), (x1, y1) in zip(ring, ring[1:] + ring[:1]):
        foot = [(50 + 1.6 * (x - 50), 50 + 1.6 * (y - 50), 0.0) for x, y in ((x0, y0), (x1, y1))]
        sides += [[foot[0], foot[1], (x1, y1, 60.0)], [foot[0], (x1, y1, 60.0), (x0, y0, 60.0)]]
    assert fitted(np.concatenate([top, np.array(sides)])).up == (0.0, 0.0, 1.0)


def test_the_order_of_triangles_does_not_matter():
    shuffled = np.random.default_rng(2).permutation(TABLE)
    assert fitted(shuffled).up == fitted(TABLE).up


def test_what_has_no_area_cannot_be_levelled():
    with pytest.raises(RefereeError) as caught:
        fitted(np.zeros((2, 3, 3)) + np.arange(3)[:, None])
    assert caught.value.code == "E_NO_TRIANGLES"
