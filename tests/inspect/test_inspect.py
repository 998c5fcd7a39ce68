"""`referee inspect`: what it suggests, what it warns of, its one document, its drawings, and that none of it depends on chance."""
from __future__ import annotations

import json
import re
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from sim.cli import run
from sim.errors import RefereeError
from sim.inspect import inspect
from sim.inspect.document import document
from sim.inspect.suggest import suggest
from sim.terrain.place import UNITS_MM
from sim.terrain.read import read
from sim.terrain.solids import box, stairs
from tests.terrain import files

SHARED = Path(__file__).parents[3] / "shared" / "terrain"
BLOCK = np.concatenate([box((200.0, 150.0, 3.0)), stairs((60.0, 40.0, 40.0), 5) + (-50, 0, 3), box((60.0, 60.0, 50.0)) + (50, 0, 3)])
HOLED = np.delete(BLOCK, len(BLOCK) - 1, axis=0)


@pytest.fixture
def mesh(tmp_path):
    """Writes triangles as a mesh file and returns its path."""
    def write(triangles, name: str = "piece.stl") -> Path:
        path = tmp_path / name
        path.write_bytes(next(w for ending, w in files.WRITERS.items() if ending.endswith(name.rpartition(".")[2]))(np.asarray(triangles)))
        return path
    return write


def told(path: Path, **how) -> dict:
    return document(inspect(path, **how))


def codes(document: dict) -> list[str]:
    return [w["code"] for w in document["warnings"]]


def test_a_sound_piece_is_told_in_full_and_nothing_is_warned_of(mesh):
    found = told(mesh(BLOCK), units="mm")
    assert found["size"] == pytest.approx([200 / 25.4, 150 / 25.4, 53 / 25.4], abs=1e-3)
    assert (found["triangles"], found["components"], found["used"]["up"]) == (len(BLOCK), 3, "z")
    assert sorted(s["kind"] for s in found["surfaces"]) == ["floor", "platform", "stairs"]
    assert codes(found) == []


def test_without_units_the_likely_one_is_taken_and_said(mesh):
    found = told(mesh(BLOCK))
    assert (found["used"]["units"], found["used"]["given"]) == ("mm", [])
    assert "W_UNITS" in codes(found)
    assert {"code": "E_UNITS"}.items() <= found["refused"][0].items()


def test_an_odd_size_is_warned_of_even_in_units_that_were_given(mesh):
    assert "W_UNITS" in codes(told(mesh(BLOCK / 15), units="mm"))


def test_a_piece_on_its_head_is_warned_of(mesh):
    assert "W_UP_AXIS" in codes(told(mesh(BLOCK * (1, -1, -1)), units="mm", up="z"))
    assert "W_UP_AXIS" not in codes(told(mesh(BLOCK), units="mm", up="z"))
    unsaid = told(mesh(BLOCK * (1, -1, -1)), units="mm")
    assert (unsaid["used"]["up"], codes(unsaid)) == ("-z", ["W_UP_AXIS"])


@pytest.mark.parametrize("fault, code", [
    (lambda t: t[:-1], "W_HOLE"), (lambda t: np.concatenate([t, t[:6]]), "W_DUPLICATE"), (lambda t: np.concatenate([t[:-1], t[-1:, ::-1]]), "W_WINDING"),
    (lambda t: t[:, ::-1], "W_WINDING"), (lambda t: np.concatenate([t, box((1, 1, 1)) + (0, 0, 90)]), "W_ISLANDS"),
    (lambda t: np.concatenate([t, box((30, 30, 0.2)) + (0, 55, 20)]), "W_THIN"),
    (lambda t: np.concatenate([t, np.repeat(t[:1, :1], 3, axis=1)]), "W_DEGENERATE"),
    (lambda t: np.concatenate([t, box((60, 60, 50)) + (110, 60, 3)]), "W_NONMANIFOLD"),
    (lambda t: np.concatenate([t, box((60, 30, 80)) + (51, 1, 9)]), "W_SELF_INTERSECT")])
def test_each_fault_has_its_warning(mesh, fault, code):
    assert code in codes(told(mesh(fault(BLOCK)), units="mm"))


def test_a_holes_place_and_size_are_told(mesh):
    found = told(mesh(HOLED), units="mm")
    hole = next(loop for loop in found["health"]["loops"] if loop["kind"] == "hole")
    corners = BLOCK[-1]
    assert hole["length"] == pytest.approx(np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1).sum() / 25.4, abs=2e-3)
    assert found["health"]["holes"] == 1


@pytest.mark.parametrize("units", ["m", "in"])
def test_the_unit_of_the_file_changes_no_figure(mesh, units):
    one, other = (told(mesh(HOLED * 25.4 / UNITS_MM[u], "plain.obj"), units=u, up="z") for u in ("mm", units))
    assert one["size"] == pytest.approx(other["size"], abs=1e-3)
    for part in ("health", "surfaces", "noise"):
        assert json.dumps(one[part]) == json.dumps(other[part])


def test_the_order_of_the_triangles_changes_no_figure(mesh):
    shuffled = HOLED[np.random.default_rng(4).permutation(len(HOLED))]
    one, other = (told(mesh(t), units="mm") for t in (HOLED, shuffled))
    del one["sha256"], other["sha256"]
    assert one == other


def test_a_part_may_be_left_out(tmp_path):
    path = tmp_path / "house.glb"
    path.write_bytes(files.glb(BLOCK[:12] / 1000, BLOCK[12:] / 1000, nodes=[{"mesh": 0, "name": "plate"}, {"mesh": 1, "name": "rest"}]))
    assert told(path, up="z", leave_out=("rest",))["triangles"] == 12
    assert [p["name"] for p in told(path)["parts"]] == ["plate", "rest"]


def test_rules_lengths_are_told_on_a_drawn_mesh_and_not_on_a_coarse_noisy_one(mesh):
    rng = np.random.default_rng(0)
    x, y = np.meshgrid(np.arange(0, 300, 5.0), np.arange(0, 300, 5.0), indexing="ij")
    p = np.stack([x, y, rng.normal(0, 1.0, x.shape)], axis=-1)
    a, b, c, d = p[:-1, :-1], p[1:, :-1], p[1:, 1:], p[:-1, 1:]
    scan = np.concatenate([np.stack([a, b, c], axis=2).reshape(-1, 3, 3), np.stack([a, c, d], axis=2).reshape(-1, 3, 3)])
    assert all(row["told"] for row in told(mesh(BLOCK), units="mm")["resolution"]["rules"])
    rows = told(mesh(scan), units="mm")["resolution"]["rules"]
    assert [row["told"] for row in rows] == [False, True, True]


def test_the_command_prints_one_document_or_a_table(mesh, capsys):
    path = str(mesh(HOLED))
    assert run(["inspect", path, "--units", "mm", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["mesh"] == "piece.stl"
    assert run(["inspect", path, "--units", "mm"]) == 0
    table = capsys.readouterr().out
    assert "W_HOLE" in table and "platform" in table and "5 steps" in table


@pytest.mark.parametrize("arguments, code", [(["--units", "parsec"], 2), (["--up", "north"], 2), (["--scale", "0"], 2), (["--scale", "nan"], 2),
                                             (["--units", "m"], 2), (["--limit", "triangles=5"], 4), (["--leave-out", "nobody"], 2)])
def test_bad_wishes_are_refused_in_a_sentence(mesh, capsys, arguments, code):
    assert run(["inspect", str(mesh(BLOCK)), *arguments]) == code
    assert re.match(r"E_[A-Z]+: .+", capsys.readouterr().err)


def test_the_plan_has_its_scale_its_levels_and_its_hole_and_the_same_bytes_twice(mesh, tmp_path):
    path = str(mesh(HOLED))
    for name in ("one.svg", "two.svg"):
        assert run(["inspect", path, "--units", "mm", "--plan", str(tmp_path / name)]) == 0
    drawn = (tmp_path / "one.svg").read_text()
    assert drawn == (tmp_path / "two.svg").read_text()
    for words in ("plan 1:2", "platform", "2.09", "7.87 in", "5.91 in", "hole 1:"):
        assert words in drawn


def test_the_plan_is_drawn_to_the_scale_it_states(mesh, tmp_path):
    plan = tmp_path / "plan.svg"
    run(["inspect", str(mesh(BLOCK)), "--units", "mm", "--plan", str(plan)])
    text = plan.read_text()
    axes = text[text.index('id="axes_1"'):text.index('id="axes_2"')]
    pairs = sorted(_tick_places(axes).items())
    assert len(pairs) >= 3
    assert [b[1] - a[1] for a, b in pairwise(pairs) if b[0] - a[0] == 1][:2] == pytest.approx([36.0] * 2, abs=0.01)


def _tick_places(axes: str) -> dict[float, float]:
    """Where the x axis has its numbers, in points."""
    at = axes[axes.index('id="matplotlib.axis_1"'):axes.index('id="matplotlib.axis_2"')]
    return {float(words.replace("−", "-")): float(x) for x, words in re.findall(r'<text[^>]* x="([\d.]+)"[^>]*>(−?\d+)</text>', at)}


def test_the_picture_is_a_picture(mesh, tmp_path):
    path = tmp_path / "picture.png"
    assert run(["inspect", str(mesh(HOLED)), "--units", "mm", "--picture", str(path)]) == 0
    assert path.read_bytes().startswith(b"\x89PNG")


UPS = {"cqterrain/stairs_industrial_stairs.stl": "z", "cqterrain/walkway_bridge.stl": "z", "cqterrain/ladder.stl": "z",
       "cqindustry/guard_rail_platorm.stl": "z", "kaykit_dungeon/stairs_walled.gltf.glb": "y", "kaykit_dungeon/wall_doorway.glb": "y",
       "kaykit_dungeon/wall_archedwindow_open.gltf.glb": "y", "kaykit_dungeon/floor_tile_big_grate_open.obj": "y",
       "kaykit_hexagon/building_bridge_A.obj": "y", "kaykit_hexagon/building_scaffolding.obj": "y", "kaykit_hexagon/trees_B_large.obj": "y",
       "quaternius_polypizza/market_stand_02.glb": "y", "mesh_navigation/floor_is_lava.ply": "z", "avian/character_controller_demo.glb": "y"}
UNITS = {"cqterrain/stairs_industrial_stairs.stl": ("mm", 1), "cqterrain/walkway_bridge.stl": ("mm", 1), "cqterrain/ladder.stl": ("mm", 1),
         "cqindustry/guard_rail_platorm.stl": ("mm", 1), "kaykit_dungeon/stairs_walled.gltf.glb": ("in", 0.75),
         "kaykit_dungeon/wall_doorway.glb": ("in", 0.75), "kaykit_dungeon/wall_archedwindow_open.gltf.glb": ("in", 0.75),
         "kaykit_dungeon/floor_tile_big_grate_open.obj": ("in", 0.75), "avian/character_controller_demo.glb": ("m", 1 / 46),
         "mesh_navigation/floor_is_lava.ply": ("m", 1 / 46)}
KNOWN_WRONG_UNITS = {"kaykit_dungeon/floor_tile_big_grate_open.obj": "an OBJ says no unit, so a kit's tile of 4 units is taken for 4 in",
                     "mesh_navigation/floor_is_lava.ply": "a PLY says no unit, so 9 m drawn life size is taken for 9 in"}


@pytest.mark.skipif(not SHARED.is_dir(), reason="the shared terrain is not beside this project")
@pytest.mark.parametrize("name", UPS)
def test_real_terrain_is_stood_up_as_a_person_would(name):
    assert suggest(read(SHARED / name)).up == UPS[name]


@pytest.mark.skipif(not SHARED.is_dir(), reason="the shared terrain is not beside this project")
@pytest.mark.parametrize("name", UNITS)
def test_real_terrain_gets_the_unit_and_scale_a_person_would_give_but_for_known_misses(name):
    advice = suggest(read(SHARED / name))
    right = (advice.units, advice.scale) == (UNITS[name][0], pytest.approx(UNITS[name][1]))
    assert right == (name not in KNOWN_WRONG_UNITS)


@pytest.mark.skipif(not SHARED.is_dir(), reason="the shared terrain is not beside this project")
def test_the_scaffold_has_the_faults_its_description_counts():
    h = inspect(SHARED / "kaykit_hexagon/building_scaffolding.obj", units="in", scale=4).health
    assert (h.nonmanifold_edges, h.winding_edges) == (26, 8)


@pytest.mark.skipif(not SHARED.is_dir(), reason="the shared terrain is not beside this project")
def test_a_file_that_would_be_refused_is_refused():
    with pytest.raises(RefereeError):
        inspect(SHARED / "assimp/IndexOutOfRange/IndexOutOfRange.gltf")
