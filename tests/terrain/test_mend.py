"""Mending does what is safe and tells all of it; what is sound is left alone, and no hole is ever filled."""
import numpy as np
import pytest

from sim.terrain.health import health
from sim.terrain.mend import mend
from sim.terrain.solids import box, stairs

SIDES = (30.0, 40.0, 50.0)


def test_a_sound_solid_comes_back_as_it_was():
    whole = stairs(SIDES, 4)
    mended = mend(whole)
    assert mended.changes == ()
    assert np.array_equal(mended.triangles, whole)
    assert np.array_equal(mended.kept, np.arange(len(whole)))


def test_corners_a_few_micrometres_apart_are_welded_and_the_farthest_move_is_told():
    loose = box(SIDES)
    loose[0, 0] += (0.003, 0, 0)
    mended = mend(loose)
    assert [(c.what, c.count) for c in mended.changes] == [("corners welded", 1)]
    assert mended.changes[0].size == pytest.approx(0.003, abs=1e-6)
    assert health(mended.triangles).open_edges == 0 < health(loose).open_edges


def test_a_gap_wider_than_the_weld_stays():
    loose = box(SIDES)
    loose[0, 0] += (0.05, 0, 0)
    assert mend(loose).changes == ()


def test_a_flipped_triangle_is_turned_and_its_area_told():
    wrong = box(SIDES)
    wrong[2] = wrong[2, ::-1]
    mended = mend(wrong)
    change, = mended.changes
    assert (change.what, change.count, change.unit) == ("faces turned", 1, "mm2")
    assert change.size == pytest.approx(np.linalg.norm(np.cross(*(wrong[2, 1:] - wrong[2, 0]))) / 2)
    assert health(mended.triangles).winding_edges == 0


def test_dust_goes_and_what_stays_is_named_by_number():
    both = np.concatenate([box((1, 1, 1)) + (60, 0, 9), box(SIDES)])
    mended = mend(both)
    assert [(c.what, c.count, c.size) for c in mended.changes] == [("loose specks dropped", 1, pytest.approx(1.0))]
    assert np.array_equal(mended.kept, np.arange(12, 24))
    assert np.array_equal(mended.triangles, both[mended.kept])


def test_a_collapsed_triangle_goes_and_opens_nothing():
    flat = np.array([[(15, 20, 50), (15, 20, 50), (0, 0, 50)]], float)
    mended = mend(np.concatenate([box(SIDES), flat]))
    assert [c.what for c in mended.changes] == ["collapsed triangles dropped"]
    assert health(mended.triangles).open_edges == 0


def test_a_hole_is_never_filled():
    holed = np.delete(box(SIDES), 5, axis=0)
    mended = mend(holed)
    assert len(mended.triangles) == 11
    assert len(health(mended.triangles).holes) == 1


def test_mending_twice_is_mending_once():
    rng = np.random.default_rng(1)
    broken = np.concatenate([stairs(SIDES, 5) + rng.normal(0, 0.001, (1, 1, 3)), box((1, 1, 1)) + (80, 0, 0)])
    broken[[3, 8, 11]] = broken[[3, 8, 11], ::-1]
    broken[1, 2] += 0.002
    once = mend(broken)
    assert once.changes
    assert mend(once.triangles).changes == ()
