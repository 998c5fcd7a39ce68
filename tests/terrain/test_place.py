"""A piece lies the same whatever its file's format, unit and axes; and no piece of a doubtful size or unit lies anywhere."""
from math import cos, radians, sin

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sim.errors import RefereeError
from sim.measure import INCH
from sim.terrain import solids
from sim.terrain.place import AXES, Known, PartTag, Placement, place, snap, solid, stood, suggested_unit
from sim.terrain.read import RawMesh, read
from tests.terrain import files

WHOLE_MICROMETRES = st.integers(-1_500_000, 1_500_000)
POINTS = st.tuples(WHOLE_MICROMETRES, WHOLE_MICROMETRES, WHOLE_MICROMETRES)
MESHES = st.lists(st.tuples(POINTS, POINTS, POINTS), min_size=1, max_size=6).map(lambda t: np.array(t, dtype=np.float64) / 1000).filter(
    lambda t: np.ptp(t.reshape(-1, 3), axis=0).max() >= 11)
TURNS = st.one_of(st.sampled_from([0, 90, 180, 270, -90, 450]), st.floats(-360, 360))
AT = st.tuples(*[st.floats(-60, 60)] * 3)
ON_FILES = settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)


def raw_of(triangles, unit="mm", up="z", parts=("",), part_of=None, families=()) -> RawMesh:
    part_of = np.zeros(len(triangles), dtype=np.int32) if part_of is None else np.asarray(part_of)
    return RawMesh(triangles=np.asarray(triangles, dtype=np.float64), parts=parts, part_of=part_of, families=families, unit=unit, up=up, source="piece.stl")


def placed(triangles, unit="mm", up="z", **how) -> np.ndarray:
    return place(raw_of(triangles, unit, up), Placement(name="piece", **how)).triangles


def refused(raw: RawMesh, **how) -> RefereeError:
    with pytest.raises(RefereeError) as caught:
        place(raw, Placement(name="piece", **how))
    return caught.value


BLOCK = solids.box((40.0, 30.0, 20.0))


@given(MESHES, TURNS, AT)
@settings(ON_FILES, max_examples=8)
def test_one_table_in_every_format_unit_and_axis_gives_identical_triangles(tmp_path, mesh, turn, at):
    wanted = placed(mesh, turn=turn, at=at)
    for unit, mm in files.MM.items():
        for up, axes in (("z", np.eye(3)), ("y", files.TO_Y_UP)):
            for name, write in files.WRITERS.items():
                path = tmp_path / name
                path.write_bytes(write(mesh @ axes.T / mm))
                feature = place(read(path), Placement(name="piece", units=unit, up=up, turn=turn, at=at))
                assert np.array_equal(feature.triangles, wanted), (name, unit, up)


@ON_FILES
@given(MESHES)
def test_a_glb_is_in_metres_and_y_up_unless_the_scenario_says_otherwise(tmp_path, mesh):
    path = tmp_path / "a.glb"
    path.write_bytes(files.glb(mesh @ files.TO_Y_UP.T / 1000))
    assert np.array_equal(place(read(path), Placement(name="a")).triangles, placed(mesh))


@given(MESHES, AT, TURNS)
def test_placed_corners_are_whole_nanometres(mesh, at, turn):
    nanometres = placed(mesh, at=at, turn=turn) * 1e6
    assert np.abs(nanometres - np.rint(nanometres)).max() < 1e-4


@given(MESHES, AT)
def test_the_bottom_anchor_puts_the_middle_of_the_bounding_box_at_its_lowest_point_there(mesh, at):
    points = placed(mesh, at=at).reshape(-1, 3)
    low, high = points.min(axis=0), points.max(axis=0)
    wanted = np.multiply(at, INCH)
    assert (low[:2] + high[:2]) / 2 == pytest.approx(wanted[:2], abs=2e-6)
    assert low[2] == pytest.approx(wanted[2], abs=2e-6)


@given(MESHES, AT)
def test_the_origin_anchor_puts_the_files_origin_there(mesh, at):
    assert np.allclose(placed(mesh, at=at, anchor="origin"), mesh + np.multiply(at, INCH), atol=2e-6)


@given(MESHES, st.floats(-360, 360))
def test_a_turn_is_counter_clockwise_about_the_anchor(mesh, turn):
    c, s = cos(radians(turn)), sin(radians(turn))
    straight = placed(mesh)
    wanted = np.stack([c * straight[..., 0] - s * straight[..., 1], s * straight[..., 0] + c * straight[..., 1], straight[..., 2]], axis=-1)
    assert np.allclose(placed(mesh, turn=turn), wanted, atol=2e-5)


@given(MESHES, st.integers(-8, 8))
def test_quarter_turns_are_exact(mesh, quarters):
    turned = placed(mesh, turn=90 * quarters)
    for _ in range(quarters % 4):
        turned = np.stack([turned[..., 1], -turned[..., 0], turned[..., 2]], axis=-1)
    assert np.array_equal(turned, placed(mesh))


@given(MESHES, st.sampled_from(sorted(AXES)))
def test_standing_up_turns_and_never_mirrors_and_brings_the_axis_up(mesh, up):
    stood = placed(mesh, up=up, anchor="origin")
    axis = np.array(AXES[up], dtype=float)
    assert np.allclose(stood[..., 2], mesh @ axis, atol=2e-6)
    assert np.allclose(np.linalg.det(stood), np.linalg.det(mesh), rtol=1e-5, atol=1)
    assert np.array_equal(placed(mesh, up=tuple(3 * axis), anchor="origin"), stood)


@given(MESHES, st.tuples(*[st.floats(-1, 1)] * 3).filter(lambda v: np.linalg.norm(v) > 0.1))
def test_any_vector_can_be_up(mesh, up):
    stood = placed(mesh, up=up, anchor="origin")
    assert np.allclose(stood[..., 2], mesh @ up / np.linalg.norm(up), atol=3e-6)
    assert np.allclose(np.linalg.norm(stood, axis=2), np.linalg.norm(mesh, axis=2), atol=3e-6)


@given(MESHES, st.sampled_from([0.95, 1.5, 2.0]))
def test_scale_multiplies_sizes(mesh, scale):
    assert np.allclose(placed(mesh, scale=scale, anchor="origin"), mesh * scale, atol=0.0006)


@given(st.floats(0.2, 5), st.floats(-0.02, 0.02))
def test_known_distances_stand_for_unit_and_scale_and_share_their_error(factor, error):
    file = BLOCK / factor
    known = (Known(between=((0, 0, 0), (40 / factor, 0, 0)), inches=40 * (1 + error) / INCH),
             Known(between=((0, 0, 0), (0, 40 / factor, 0)), inches=40 * (1 - error) / INCH))
    feature = place(raw_of(file, unit=None), Placement(name="piece", known=known))
    assert np.allclose(feature.triangles, placed(BLOCK), atol=0.002)


def test_known_distances_that_disagree_are_refused():
    known = (Known(between=((0, 0, 0), (1, 0, 0)), inches=1), Known(between=((0, 0, 0), (1, 0, 0)), inches=1.1))
    assert refused(raw_of(BLOCK), known=known).at == "known"
    assert refused(raw_of(BLOCK), known=(Known(between=((1, 0, 0), (1, 0, 0)), inches=1),)).at == "known"


@pytest.mark.parametrize("number", [1e-300, 1e300])
def test_a_known_distance_of_absurd_numbers_is_refused_by_the_size_it_gives(number):
    assert refused(raw_of(BLOCK), known=(Known(between=((0, 0, 0), (number, 0, 0)), inches=1),)).code == "E_EXTENT"


def test_a_file_without_a_unit_is_refused_with_the_unit_that_its_size_suggests():
    for unit, mm in (("mm", 1.0), ("in", INCH), ("m", 1000.0)):
        error = refused(raw_of(solids.box((150.0, 100.0, 80.0)) / mm, unit=None))
        assert (error.code, error.at) == ("E_UNITS", "units")
        assert f'units = "{unit}"' in error.message


@given(st.floats(1e-6, 1e6))
def test_the_suggested_unit_is_never_less_plausible_than_another(longest):
    def off(unit):
        mm = longest * files.MM[unit]
        return max(40 / mm, mm / 1500, 1)
    assert off(suggested_unit(longest)) == min(map(off, files.MM))


@pytest.mark.parametrize(("factor", "unit", "hint"), [(1.0, "m", '"mm"'), (0.001, "mm", '"m"'), (1e290, "mm", "no unit"),
                                                      (1e-310, "m", "no unit"), (0.0, "mm", "no unit")])
def test_terrain_too_small_or_too_large_to_be_terrain_is_refused_with_a_way_out(factor, unit, hint):
    error = refused(raw_of(BLOCK * factor, unit=unit))
    assert error.code == "E_EXTENT"
    assert hint in error.message


@pytest.mark.parametrize("longest", [9.999, 12_000.1])
def test_the_limits_of_size_are_sharp(longest):
    def long(mm):
        return raw_of(solids.box((mm, 5.0, 5.0)))
    assert refused(long(longest)).code == "E_EXTENT"
    place(long(10.0 if longest < 100 else 12_000.0), Placement(name="piece"))


def test_a_file_far_from_its_origin_may_not_be_placed_by_it():
    far = raw_of(BLOCK + 1e6)
    assert refused(far, anchor="origin").code == "E_EXTENT"
    assert np.array_equal(place(far, Placement(name="piece")).triangles, placed(BLOCK))


def test_a_vector_for_up_needs_a_direction():
    assert refused(raw_of(BLOCK), up=(0, 0, 0)).at == "up"


HOUSE = raw_of(np.concatenate([BLOCK, BLOCK + 100]), parts=("wall", "door"), part_of=[0] * 12 + [1] * 12, families=(("house", ("wall", "door")),))


def test_a_part_left_out_is_gone_and_moves_nothing_else():
    whole, less = (place(HOUSE, Placement(name="house", parts=parts)) for parts in ({}, {"door": PartTag(leave_out=True)}))
    assert np.array_equal(less.triangles, whole.triangles[:12])
    assert set(less.part_of) == {0}


def test_traits_of_a_part_belong_to_its_triangles_and_those_of_a_node_above_to_all_below():
    feature = place(HOUSE, Placement(name="house", traits=frozenset({"obstacle"}),
                                     parts={"door": PartTag(traits=frozenset({"low"})), "house": PartTag(traits=frozenset({"platform"}))}))
    assert feature.traits == {"obstacle"}
    assert feature.parts == (("wall", {"platform"}), ("door", {"low", "platform"}))
    assert feature.part_of.tolist() == [0] * 12 + [1] * 12


def test_unknown_parts_are_refused_by_name_and_so_is_leaving_everything_out():
    error = refused(HOUSE, parts={"roof": PartTag()})
    assert error.at == "parts.roof" and "door, house, wall" in error.message
    assert refused(HOUSE, parts={"house": PartTag(leave_out=True)}).code == "E_NO_TRIANGLES"


def test_placed_triangles_cannot_be_written_to():
    with pytest.raises(ValueError):
        placed(BLOCK)[0, 0, 0] = 1


def test_a_solid_is_placed_as_a_file_of_its_triangles_would_be(tmp_path):
    shape = solids.stairs((101.6, 76.2, 50.8), 3)
    (tmp_path / "stairs.stl").write_bytes(files.stl(shape))
    how = {"name": "stairs", "at": (3, 4, 1), "turn": 30}
    from_file = place(read(tmp_path / "stairs.stl"), Placement(units="mm", **how))
    assert np.array_equal(place(solid(shape, "stairs"), Placement(**how)).triangles, from_file.triangles)


@given(st.floats(-1e4, 1e4))
def test_snapping_moves_by_half_a_step_at_most_and_twice_is_once(value):
    for step in (1e-3, 1e-6):
        once = snap(value, step)
        assert abs(once - value) <= step / 2 + 1e-11
        assert snap(once, step) == once


def cautions(raw: RawMesh, **how) -> dict:
    return {c.code: c for c in stood(raw, Placement(name="piece", **how))[1]}


def test_an_ordinary_piece_raises_no_doubt():
    assert not cautions(raw_of(solids.box((150.0, 100.0, 80.0))))


def test_a_unit_that_makes_an_odd_size_is_doubted_with_the_likely_one():
    doubt = cautions(raw_of(solids.box((300.0, 200.0, 80.0))), units="in")["W_UNITS"]
    assert doubt.at == "units" and 'units = "mm"' in doubt.message
    assert not cautions(raw_of(solids.box((300.0, 200.0, 80.0))), known=(Known(between=((0, 0, 0), (300, 0, 0)), inches=300),))


def test_a_file_too_far_from_its_origin_for_its_numbers_is_doubted_and_its_steps_count_as_noise():
    near, far = (raw_of((BLOCK + shift).astype(np.float32)) for shift in (1000.0, 1e6))
    assert not cautions(near) and place(near, Placement(name="piece")).noise == 0
    assert cautions(far)["W_PRECISION"].at == "mesh"
    assert place(far, Placement(name="piece")).noise == pytest.approx(0.0625 / np.sqrt(12))
    assert place(far, Placement(name="piece", noise=0.3)).noise == 0.3
    assert not cautions(raw_of(BLOCK + 1e6 + 1 / 3))                  # in double there is no such step


def test_what_fit_found_is_told_so_that_a_person_can_look():
    told = cautions(raw_of(solids.box((150.0, 100.0, 80.0))), up="fit")["W_UP_AXIS"]
    assert told.at == "up" and "[0, 0, 1]" in told.message
