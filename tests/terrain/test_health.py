"""Health: faults made on purpose are counted and measured; nothing depends on the order or the turning of triangles."""
import numpy as np
import pytest

from sim.measure import INCH
from sim.terrain.health import health
from sim.terrain.noise import estimated_noise
from sim.terrain.solids import box, cylinder, stairs
from sim.terrain.topology import Topology

SIDES = (30.0, 40.0, 50.0)
FIGURES = ("triangles", "vertices", "components", "closed_components", "open_edges", "nonmanifold_edges", "winding_edges", "turned", "duplicates",
           "degenerate", "t_junctions", "cracks")


def sheet(count: int, side: float, heights=None) -> np.ndarray:
    """A square grid of 2 count^2 triangles, `side` mm wide; `heights` (count + 1, count + 1)."""
    x, y = np.meshgrid(np.linspace(0, side, count + 1), np.linspace(0, side, count + 1), indexing="ij")
    p = np.stack([x, y, np.zeros_like(x) if heights is None else heights], axis=-1)
    a, b, c, d = p[:-1, :-1], p[1:, :-1], p[1:, 1:], p[:-1, 1:]
    return np.concatenate([np.stack([a, b, c], axis=2).reshape(-1, 3, 3), np.stack([a, c, d], axis=2).reshape(-1, 3, 3)])


def slit(at) -> np.ndarray:
    """Two squares on one table height that meet along x = 10, the right one cut at a corner `at` on that line which the left one lacks."""
    left = np.array([[(0, 0, 0), (10, 0, 0), (10, 20, 0)], [(0, 0, 0), (10, 20, 0), (0, 20, 0)]], float)
    right = np.array([[(10, 0, 0), (20, 0, 0), at], [at, (20, 0, 0), (20, 20, 0)], [at, (20, 20, 0), (10, 20, 0)]], float)
    return np.concatenate([left, right])


@pytest.mark.parametrize("solid", [box(SIDES), stairs(SIDES, 5), cylinder(20, 30)])
def test_a_solid_is_closed_and_without_any_fault(solid):
    h = health(solid)
    assert (h.components, h.closed_components, h.open_edges, h.loops, h.dust) == (1, 1, 0, (), ())
    assert h.nonmanifold_edges == h.winding_edges == h.turned == h.duplicates == h.degenerate == h.t_junctions == h.cracks == 0


@pytest.mark.parametrize("missing", range(12))
def test_a_box_without_one_triangle_has_one_hole_as_long_as_that_triangle_round(missing):
    whole = box(SIDES)
    h = health(np.delete(whole, missing, axis=0))
    corners = whole[missing]
    round_it = np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1)
    assert [loop.kind for loop in h.loops] == ["hole"]
    assert h.holes[0].length == pytest.approx(round_it.sum())
    assert h.holes[0].size == pytest.approx(round_it.max(), rel=0.05)
    assert (h.open_edges, h.closed_components) == (3, 0)


def test_a_box_without_its_underside_has_an_open_end_that_faces_down_and_no_hole():
    shell = np.array([t for t in box(SIDES) if t[:, 2].max() > 0])
    end, = health(shell).loops
    assert (end.kind, end.faces) == ("end", "down")
    assert end.length == pytest.approx(2 * (SIDES[0] + SIDES[1]))
    assert health(shell * (1, -1, -1)).loops[0].faces == "up"


def test_a_sheet_has_a_rim_and_what_is_cut_out_of_it_is_a_hole():
    whole = sheet(10, 100.0)
    middle = whole.mean(axis=1)
    h = health(whole[(np.abs(middle[:, :2] - 50) > 10).any(axis=1)])
    assert [(loop.kind, round(loop.length, 6)) for loop in h.loops] == [("rim", 400.0), ("hole", 80.0)]
    assert h.open_length == pytest.approx(480)


def test_one_triangle_the_wrong_way_round_is_one_that_would_be_turned():
    wrong = box(SIDES)
    wrong[4] = wrong[4, ::-1]
    h = health(wrong)
    assert (h.winding_edges, h.turned, h.inside_out) == (3, 1, False)
    assert h.turned_area == pytest.approx(np.linalg.norm(np.cross(*(wrong[4, 1:] - wrong[4, 0]))) / 2)


def test_a_whole_box_inside_out_is_said_to_be():
    assert health(box(SIDES)[:, ::-1]).inside_out


def test_a_cavity_may_face_inward():
    hollow = np.concatenate([box((60, 60, 60)), (box((20, 20, 20)) + (0, 0, 20))[:, ::-1]])
    assert health(hollow).turned == 0


def test_two_boxes_that_share_an_edge_meet_in_one_non_manifold_edge():
    both = np.concatenate([box((10, 10, 10)), box((10, 10, 10)) + (10, 10, 0)])
    assert (health(both).nonmanifold_edges, health(both).components) == (1, 1)


def test_every_triangle_twice_is_as_many_duplicates_and_a_second_sheet():
    h = health(np.concatenate([box(SIDES)] * 2))
    assert (h.duplicates, h.turned) == (12, 0)
    assert h.coincident > 0.4


@pytest.mark.parametrize("thickness, thin", [(0.2, True), (0.49, True), (0.6, False), (3.0, False)])
def test_a_plate_is_thin_below_half_a_millimetre(thickness, thin):
    h = health(box((40, 40, thickness)))
    assert (h.thin > 0.9) == thin
    assert h.thinnest == pytest.approx(thickness)


def test_a_corner_within_an_open_edge_is_a_t_junction_and_one_beside_it_a_crack():
    assert (health(slit((10, 7, 0))).t_junctions, health(slit((10, 7, 0))).cracks) == (1, 0)
    assert (health(slit((10.05, 7, 0))).t_junctions, health(slit((10.05, 7, 0))).cracks) == (0, 1)
    assert (health(slit((10.5, 7, 0))).t_junctions, health(slit((10.5, 7, 0))).cracks) == (0, 0)


def test_a_loose_speck_is_dust_and_a_stud_that_touches_is_not():
    speck = box((1.0, 0.8, 0.6))
    h = health(np.concatenate([box(SIDES), speck + (40, 0, 60)]))
    assert [s.size for s in h.dust] == [pytest.approx(1.0)]
    assert not health(np.concatenate([box(SIDES), speck + (0, 0, 50)])).dust
    assert not health(np.concatenate([box(SIDES), box((INCH / 8 + 0.1,) * 3) + (40, 0, 60)])).dust


def test_triangles_without_area_are_counted_and_hang_with_what_they_touch():
    flat = np.array([[(15, 20, 50), (15, 20, 50), (0, 0, 50)], [(-15, 20, 50), (0, 20, 50), (15, 20, 50)]], float)
    h = health(np.concatenate([box(SIDES), flat[:1]]))
    assert (h.degenerate, h.components) == (1, 1)
    assert health(flat[1:]).degenerate == 1


def test_boxes_that_run_into_each_other_have_surface_inside():
    assert health(np.concatenate([box((20, 20, 20)), box((20, 20, 20)) + (10, 0.3, 0.7)])).crossing > 0.2
    assert health(np.concatenate([box((20, 20, 20)), box((20, 20, 20)) + (30, 0, 0)])).crossing == 0


@pytest.mark.parametrize("turn", ["order", "corners", "quarter", "skew", "far"])
def test_order_turning_and_place_change_no_figure(turn):
    r = np.random.default_rng(5)
    broken = np.delete(np.concatenate([stairs((30, 20, 25), 4), box((10, 10, 10)) + (40, 0, 0), box((1, 1, 1)) + (0, 30, 0)]), [3, 9, 50], axis=0)
    broken[7] = broken[7, ::-1]
    c, s = np.cos(0.7), np.sin(0.7)
    other = {"order": lambda t: t[r.permutation(len(t))], "corners": lambda t: np.roll(t, 1, axis=1), "quarter": lambda t: t[..., [1, 0, 2]] * (-1, 1, 1),
             "skew": lambda t: t @ np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]]).T, "far": lambda t: t + (1000, 2000, 30)}[turn](broken)
    one, two = health(broken), health(other)
    assert [getattr(one, f) for f in FIGURES] == [getattr(two, f) for f in FIGURES]
    assert [(loop.kind, loop.edges) for loop in one.loops] == [(loop.kind, loop.edges) for loop in two.loops]
    assert [loop.length for loop in one.loops] == pytest.approx([loop.length for loop in two.loops])


@pytest.mark.parametrize("sigma", [0.05, 0.2, 0.5])
def test_noise_on_a_flat_floor_is_found_within_a_tenth(sigma):
    rng = np.random.default_rng(3)
    assert estimated_noise(Topology.of(sheet(80, 160.0, rng.normal(0, sigma, (81, 81))))).sigma == pytest.approx(sigma, rel=0.1)


def test_an_exact_floor_has_no_noise_and_of_a_drawn_solid_it_is_not_said():
    assert estimated_noise(Topology.of(sheet(60, 100.0))).sigma == 0
    assert estimated_noise(Topology.of(stairs(SIDES, 6))).sigma is None
