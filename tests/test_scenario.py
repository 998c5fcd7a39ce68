"""Scenario files are read strictly: what is right is read exactly, what is wrong is told all at once, each fault at its place."""
import copy
import json
import os
import subprocess
import sys
import tomllib
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sim.errors import RefereeError, exit_code
from sim.measure import INCH
from sim.move import Leg, Move, UnitMove
from sim.scenario import dumps_toml, json_schema, read_scenario, scenario_from_dict, to_dict
from sim.shapes import Outline
from sim.terrain import solids
from sim.terrain.limits import Limits
from tests.terrain import files

WHOLE = {
    "title": "Everything at once", "rulesets": ["fallout-factions"], "readings": {"drop_cost": "counted"}, "order": "sequence",
    "board": {"size": [24, 24], "floor": False}, "scan": {"noise": 0.01, "scale_error": 0.001},
    "terrain": [
        {"name": "slab", "box": [4, 4, 2], "at": [8, 8, 0], "turn": 30, "traits": ["platform"]},
        {"name": "ramp", "wedge": [4, 4, 2], "at": [18, 8, 0]},
        {"name": "flight", "stairs": {"size": [4, 4, 2], "steps": 4}, "at": [18, 16, 0], "anchor": "origin"},
        {"name": "drum", "cylinder": {"radius": 1, "height": 2}, "at": [3, 18, 0], "scan": {"noise": 0.02}},
    ],
    "regions": [{"name": "top", "box": [[10, 10, 2.5], [6, 6, 1.5]], "traits": ["low"]},
                {"name": "yard", "polygon": [[0, 0], [0, 5], [5, 0]], "z": [-1, 1], "traits": ["impassable"]}],
    "areas": [{"name": "deployment", "polygon": [[0, 0], [24, 0], [24, 6], [0, 6]]}],
    "models": [
        {"name": "A", "side": "red", "unit": "first", "base": 32, "height": 2, "at": [4, 12], "facing": 90, "stats": {"move": 8, "keen": True},
         "traits": ["fly"]},
        {"name": "B", "unit": "first", "base": [60, 35], "at": [4, 16, 0]},
        {"name": "C", "base": {"rect": [25, 50]}, "at": [12, 4]},
        {"name": "D", "base": {"polygon": [[20, 0], [-10, 15], [-10, -15]]}, "at": [20, 4]},
    ],
    "moves": [
        {"model": "A", "ruleset": "warcry", "action": "move", "allowance": 8, "target": "C", "moved_by": "opponent", "readings": {"x": "y"},
         "path": [[10, 8], {"to": [12, 8, 2], "by": "climb", "facing": 90}, {"by": "pivot", "facing": 45}],
         "expect": {"verdict": "legal", "charged": 8.0, "fails": ["F1"], "effects": [], "ends_at": [1, 2, 3], "disputed": False}},
        {"unit": "first", "action": "set-up", "within": {"area": "deployment", "inches": 3, "wholly": True}, "paths": {"B": [[6, 8]], "A": [[6, 10]]}},
    ],
}
SMALL = {"board": {"size": [24, 24]}, "terrain": [{"name": "slab", "box": [4, 4, 2], "at": [12, 12, 0]}],
         "models": [{"name": "A", "base": 32, "at": [4, 8]}], "moves": [{"model": "A", "path": [[10, 8]]}]}


def small(**changes) -> dict:
    return copy.deepcopy(SMALL) | changes


def terrain(**keys) -> dict:
    return small(terrain=[{"name": "piece", **keys}])


def model(**keys) -> dict:
    return small(models=[SMALL["models"][0] | keys])


def move(**keys) -> dict:
    return small(moves=[keys])


def faults(data: dict, **where) -> list[RefereeError]:
    with pytest.raises(RefereeError) as caught:
        scenario_from_dict(data, **where)
    return list(caught.value.all)


def told(data: dict, **where) -> dict[str, str]:
    """The faults' codes by place."""
    return {e.at: e.code for e in faults(data, **where)}


def test_every_key_is_read_into_millimetres():
    scene = scenario_from_dict(WHOLE)
    table, (first, second) = scene.table, scene.moves
    assert (scene.title, scene.rulesets, scene.readings, scene.order) == ("Everything at once", ("fallout-factions",), {"drop_cost": "counted"}, "sequence")
    assert (table.size, table.floor) == ((609.6, 609.6), False)
    assert [(f.name, f.traits, f.noise) for f in table.features] == [("slab", {"platform"}, 0), ("ramp", frozenset(), 0), ("flight", {"stairs"}, 0),
                                                                     ("drum", frozenset(), pytest.approx(0.02 * INCH))]
    a, b, c, d = table.models
    assert (a.name, a.side, a.unit, a.at, a.facing, a.traits) == ("A", "red", "first", (101.6, 304.8, None), 90, {"fly"})
    assert (a.outline, a.height, a.stats) == (Outline.round(32), 50.8, {"move": 8, "keen": True})
    assert (b.outline, b.at, b.height) == (Outline.oval(60, 35), (101.6, 406.4, 0.0), 38.1)
    assert (c.outline, d.outline.corners) == (Outline.rect(25, 50), ((20, 0), (-10, 15), (-10, -15)))
    assert table.unit("first") == (a, b)
    top, yard = table.regions
    assert (top.polygon, top.low, top.high) == (((152.4, 152.4), (254, 152.4), (254, 254), (152.4, 254)), 38.1, 63.5)
    assert (yard.polygon, yard.low, yard.high, yard.traits) == (((127, 0), (0, 127), (0, 0)), -25.4, 25.4, {"impassable"})
    assert table.areas[0].polygon[2] == (609.6, 152.4)
    assert first == Move(model="A", path=(Leg(to=(254.0, 203.2, None)), Leg(to=(304.8, 203.2, 50.8), by="climb", facing=90.0),
                                          Leg(to=(304.8, 203.2, 50.8), by="pivot", facing=45.0)),
                         action="move", allowance=203.2, target="C", moved_by="opponent", ruleset="warcry", readings={"x": "y"}, options={},
                         expect=WHOLE["moves"][0]["expect"])
    assert second == UnitMove(unit="first", paths={"B": (Leg(to=(152.4, 203.2, None)),), "A": (Leg(to=(152.4, 254.0, None)),)}, action="set-up",
                              options={"within": {"area": "deployment", "model": None, "distance": pytest.approx(76.2), "wholly": True}})
    assert list(second.paths) == ["B", "A"]
    assert scene.warnings == ()


def test_a_pivot_before_any_other_stop_stays_at_the_start():
    scene = scenario_from_dict(move(model="A", path=[{"by": "pivot", "facing": 10}]))
    assert scene.moves[0].path == (Leg(to=scene.table.models[0].at, by="pivot", facing=10.0),)


def test_stops_may_lie_off_the_board():
    assert scenario_from_dict(move(model="A", path=[[-3, 40]])).moves[0].path[0].to == (-76.2, 1016.0, None)


def test_toml_json_and_plain_data_tell_the_same(tmp_path):
    (tmp_path / "a.toml").write_text(dumps_toml(WHOLE), encoding="utf-8")
    (tmp_path / "a.json").write_text(json.dumps(WHOLE), encoding="utf-8")
    (tmp_path / "b.toml").write_bytes(b"\xef\xbb\xbf" + dumps_toml(WHOLE).replace("\n", "\r\n").encode())
    scenes = [read_scenario(tmp_path / n) for n in ("a.toml", "a.json", "b.toml")] + [scenario_from_dict(WHOLE)]
    assert all(s.moves == scenes[0].moves and s.table.models == scenes[0].table.models for s in scenes)
    assert len({s.table.terrain_sha256 for s in scenes}) == 1
    assert len({s.sha256 for s in scenes}) == 4
    assert scenes[0].path == tmp_path / "a.toml"


def test_a_scenarios_data_can_be_written_and_read_again():
    scene = scenario_from_dict(WHOLE)
    assert tomllib.loads(dumps_toml(to_dict(scene))) == WHOLE
    to_dict(scene)["models"].clear()
    assert to_dict(scene) == WHOLE


TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
VALUES = st.recursive(st.one_of(st.booleans(), st.integers(-2**53, 2**53), st.floats(allow_nan=False, allow_infinity=False), TEXTS),
                      lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(TEXTS, inner, max_size=3)), max_leaves=12)


@given(st.dictionaries(TEXTS, VALUES, max_size=5))
def test_whatever_toml_can_hold_is_written_so_that_it_reads_the_same(data):
    assert tomllib.loads(dumps_toml(data)) == data


def test_what_toml_cannot_hold_is_not_written():
    for value in (float("nan"), float("inf"), [None], object()):
        with pytest.raises(TypeError):
            dumps_toml({"a": value})


FAULTY = {
    "an unknown key": (model(hight=2), "models[0].hight", "height"),
    "an unknown key above": (small(modles=[]), "modles", "models"),
    "an unknown key in a stop": (move(model="A", path=[{"too": [1, 2]}]), "moves[0].path[0].too", "'to'"),
    "an unknown key of a table in a table": (terrain(stairs={"size": [1, 1, 1], "steps": 2, "width": 3}), "terrain[0].stairs.width", "size"),
    "a key missing": (small(models=[{"name": "A", "at": [4, 8]}]), "models[0].base", "missing"),
    "no board": ({"models": []}, "board", "missing"),
    "text for a number": (model(height="2"), "models[0].height", "a number"),
    "yes for a number": (small(board={"size": [24, True]}), "board.size[1]", "a number"),
    "a number for text": (small(title=3), "title", "text"),
    "a number for a table": (small(moves=[3]), "moves[0]", "table"),
    "a table for a list": (small(models={"A": 1}, moves=[]), "models", "a list"),
    "a stop of one number": (move(model="A", path=[[1]]), "moves[0].path[0]", "2 to 3"),
    "a stop of text": (move(model="A", path=[[4, 5], ["x", 5]]), "moves[0].path[1][0]", "a number"),
    "a path without stops": (move(model="A", path=[]), "moves[0].path", "1 to"),
    "no path": (move(model="A"), "moves[0].path", "path"),
    "a stop without a place": (move(model="A", path=[{"by": "walk"}]), "moves[0].path[0].to", "pivot"),
    "an unknown way to move": (move(model="A", path=[{"to": [1, 2], "by": "swim"}]), "moves[0].path[0].by", "climb"),
    "an unknown verdict": (move(model="A", path=[[1, 2]], expect={"verdict": "maybe"}), "moves[0].expect.verdict", "undecided"),
    "an unknown order": (small(order="random"), "order", "sequence"),
    "an unknown unit of length": (terrain(mesh="a.stl", units="yd"), "terrain[0].units", "mm"),
    "an unknown up": (terrain(mesh="a.stl", up="w"), "terrain[0].up", "fit"),
    "an unknown anchor": (terrain(box=[1, 1, 1], anchor="top"), "terrain[0].anchor", "bottom"),
    "not a number": (small(board={"size": [24, float("nan")]}), "board.size[1]", "finite"),
    "an endless number": (model(stats={"move": float("inf")}), "models[0].stats.move", "finite"),
    "an enormous number": (model(stats={"move": 10**400}), "models[0].stats.move", "too large"),
    "a place beyond any table": (move(model="A", path=[[1e9, 0]]), "moves[0].path[0][0]", "10000"),
    "half a character": (model(side="\ud800"), "models[0].side", "character"),
    "nesting without end": (model(stats={"a": json.loads("[" * 40 + "]" * 40)}), "models[0].stats.a" + "[0]" * 29, "deep"),
    "a move by nobody": (move(path=[[1, 2]]), "moves[0]", "neither"),
    "a move by a model and a unit": (move(model="A", unit="x", path=[[1, 2]]), "moves[0]", "both"),
    "a model's move with paths": (move(model="A", path=[[1, 2]], paths={"A": [[1, 2]]}), "moves[0].paths", "unit"),
    "a unit's move without paths": (model(unit="x") | {"moves": [{"unit": "x"}]}, "moves[0].paths", "path for each"),
    "a unit's move with a path": (model(unit="x") | {"moves": [{"unit": "x", "path": [[1, 2]], "paths": {"A": [[1, 2]]}}]}, "moves[0].path", "paths"),
    "a path of a model that is not in the unit": (model(unit="x") | {"moves": [{"unit": "x", "paths": {"B": [[1, 2]]}}]}, "moves[0].paths.B", "of the unit"),
    "within of an unknown model": (move(model="A", path=[[1, 2]], within={"model": "B", "inches": 3}), "moves[0].within.model", "'B'"),
    "a key that is no text": (model(stats={1: 2}), "models[0].stats", "text"),
    "a corner twice": (small(areas=[{"name": "a", "polygon": [[0, 0], [1, 0], [1, 0], [0, 1]]}]), "areas[0].polygon", "twice"),
    "a region upside down": (small(regions=[{"name": "r", "traits": [], "polygon": [[0, 0], [1, 0], [1, 1]], "z": [2, 1]}]), "regions[0].z", "low"),
    "an unknown model": (small(moves=[{"model": "a", "path": [[1, 2]]}]), "moves[0].model", "'a'"),
    "an unknown target": (move(model="A", path=[[1, 2]], target="Z"), "moves[0].target", "'Z'"),
    "an unknown unit": (move(unit="third", paths={"A": [[1, 2]]}), "moves[0].unit", "third"),
    "an unknown area": (move(model="A", path=[[1, 2]], within={"area": "base", "inches": 3}), "moves[0].within.area", "base"),
    "within of nothing": (move(model="A", path=[[1, 2]], within={"inches": 3}), "moves[0].within", "area or model"),
    "two models of one name": (small(models=SMALL["models"] * 2), "models[1].name", "models[0]"),
    "two pieces of one name": (small(terrain=SMALL["terrain"] * 2), "terrain[1].name", "terrain[0]"),
    "neither mesh nor solid": (terrain(at=[1, 1, 0]), "terrain[0]", "none"),
    "both mesh and solid": (terrain(mesh="a.stl", box=[1, 1, 1]), "terrain[0]", "mesh and box"),
    "units of a solid": (terrain(box=[1, 1, 1], units="mm"), "terrain[0]", "units"),
    "a solid without thickness": (terrain(box=[1, 1, 0]), "terrain[0].box[2]", "0.001"),
    "stairs without steps": (terrain(stairs={"size": [1, 1, 1], "steps": 0}), "terrain[0].stairs.steps", "1"),
    "half a step": (terrain(stairs={"size": [1, 1, 1], "steps": 1.5}), "terrain[0].stairs.steps", "whole"),
    "a base without size": (model(base=0), "models[0].base", "1"),
    "a base of three numbers": (model(base=[1, 2, 3]), "models[0].base", "2"),
    "a base of neither shape": (model(base={}), "models[0].base", "rect"),
    "a base with a notch": (model(base={"polygon": [[-5, -5], [5, -5], [0, -4], [0, 5]]}), "models[0].base", "convex"),
    "a base beside its centre": (model(base={"polygon": [[1, 1], [5, 1], [5, 5]]}), "models[0].base", "centre"),
    "a model over the edge": (model(at=[0.6, 8]), "models[0].at", "left edge"),
    "an area that crosses itself": (small(areas=[{"name": "a", "polygon": [[0, 0], [2, 2], [2, 0], [0, 1]]}]), "areas[0].polygon", "crosses"),
    "an area of no extent": (small(areas=[{"name": "a", "polygon": [[0, 0], [1, 1], [2, 2]]}]), "areas[0].polygon", ""),
    "a region without height": (small(regions=[{"name": "r", "traits": [], "box": [[0, 0, 1], [1, 1, 1]]}]), "regions[0].box", "size"),
    "a region with a polygon and no z": (small(regions=[{"name": "r", "traits": [], "polygon": [[0, 0], [1, 0], [1, 1]]}]), "regions[0]", "z ="),
    "a mesh that is not there": (terrain(mesh="a.stl"), "terrain[0].mesh", "a.stl"),
    "a mesh without a name": (terrain(mesh=""), "terrain[0].mesh", "1"),
}


@pytest.mark.parametrize("fault", FAULTY)
def test_a_faulty_scenario_is_refused_at_the_fault_with_what_was_expected(fault):
    data, place, hint = FAULTY[fault]
    error, = faults(data)
    assert (error.code, error.at) == ("E_SCENARIO", place), error
    assert hint in error.message
    assert exit_code(error) == 2


def test_all_faults_of_a_file_are_told_at_once():
    data = {"board": {"size": [24]}, "titel": "x", "terrain": [{"name": "a", "mesh": "a.stl"}, {"name": "b", "box": [1, 1, "1"]}],
            "models": [{"name": "A", "base": 32, "at": [-4, 8], "hight": 2, "side": 3}, {"name": "B", "base": 32, "at": [-4, 8]}],
            "areas": [{"name": "a", "polygon": [[0, 0], [1, 1], [1, 0], [0, 1]]}],
            "moves": [{"model": "A", "path": []}, {"model": "Q", "path": [[1, 2]]}, {"model": "B", "path": [[1, 2], {"by": "walk"}]}]}
    assert set(told(data)) == {"board.size", "titel", "terrain[0].mesh", "terrain[1].box[2]", "models[0].hight", "models[0].side", "models[1].at",
                               "areas[0].polygon", "moves[0].path", "moves[1].model", "moves[2].path[1].to"}


def test_a_model_with_a_fault_is_still_known_to_its_moves():
    assert told(model(height="tall")) == {"models[0].height": "E_SCENARIO"}


@pytest.mark.parametrize("section", ["models", "moves", "terrain"])
def test_more_entries_than_the_limit_are_refused(section):
    data = small(**{section: [copy.deepcopy(SMALL[section][0]) for _ in range(10_001)]})
    assert told(data) == {section: "E_SCENARIO"}


def test_a_model_may_touch_the_boards_edge_from_inside():
    scene = scenario_from_dict(small(models=[{"name": "A", "base": {"rect": [INCH, 2 * INCH]}, "at": [1, 0.5], "facing": 90}]))
    assert scene.table.models[0].at == (25.4, 12.7, None)
    assert told(small(models=[{"name": "A", "base": {"rect": [INCH, 2 * INCH]}, "at": [1, 0.5]}]))["models[0].at"]


def test_a_trait_nobody_knows_is_kept_with_a_caution():
    scene = scenario_from_dict(terrain(box=[1, 1, 1], at=[5, 5, 0], traits=["platfrom"]))
    assert scene.table.features[0].traits == {"platfrom"}
    caution, = scene.warnings
    assert (caution.code, caution.at) == ("W_TRAIT", "terrain[0]") and "platform" in caution.message


@pytest.mark.parametrize(("name", "text", "code", "says"), [
    ("a.toml", b"title = [1,\n", "E_SCENARIO", "TOML"), ("a.json", b"{", "E_SCENARIO", "line 1"), ("a.toml", b"title = '\xff'", "E_ENCODING", "byte 9"),
    ("a.json", b'{"title": "a", "title": "b"}', "E_SCENARIO", "twice"), ("a.toml", b"title = 'a'\ntitle = 'b'\norder = 'x'\n", "E_SCENARIO", "line 2"),
    ("a.json", b"[" * 100_000, "E_SCENARIO", "deep"), ("a.toml", b"a = " + b"[" * 100_000, "E_SCENARIO", "deep"), ("a.json", b"[]", "E_SCENARIO", "table"),
    ("a.json", b'{"board": {"size": [1e400, 24]}}', "E_SCENARIO", "finite"), ("a.toml", b"board = {size = [24, nan]}", "E_SCENARIO", "finite"),
    ("a.toml", b"board = {size = [24, 24]}\ntitle = 1979-05-27", "E_SCENARIO", "date"),
    ("a.json", b'{"board": {"size": [24, ' + b"9" * 5000 + b"]}}", "E_SCENARIO", "")])
def test_a_file_that_cannot_be_parsed_is_refused(tmp_path, name, text, code, says):
    (tmp_path / name).write_bytes(text)
    with pytest.raises(RefereeError) as caught:
        read_scenario(tmp_path / name)
    assert caught.value.code == code and says in caught.value.message


def test_a_file_that_is_not_there_or_is_too_large_is_refused(tmp_path):
    (tmp_path / "a.toml").write_text(dumps_toml(SMALL))
    for path, limits, code in ((tmp_path / "b.toml", Limits(), "E_SCENARIO"), (tmp_path, Limits(), "E_SCENARIO"),
                               (tmp_path / "a.toml", Limits(scenario_mb=1e-5), "E_LIMIT")):
        with pytest.raises(RefereeError) as caught:
            read_scenario(path, limits=limits)
        assert caught.value.code == code


@pytest.fixture
def folders(tmp_path):
    """A scenario's folder with a mesh in it, and a mesh beside it."""
    block = solids.box((40.0, 30.0, 20.0))
    inside, outside = tmp_path / "game", tmp_path / "elsewhere"
    (inside / "deeper").mkdir(parents=True)
    outside.mkdir()
    for path in (inside / "in.stl", inside / "deeper" / "deep.stl", outside / "out.stl"):
        path.write_bytes(files.stl(block))
    return inside, outside


def test_meshes_come_from_the_scenarios_folder_or_below_or_from_terrain_folders(folders):
    inside, outside = folders
    wanted = scenario_from_dict(terrain(box=[40 / INCH, 30 / INCH, 20 / INCH])).table.features[0].triangles
    for name in ("in.stl", "deeper/deep.stl", "deeper/../in.stl", "out.stl"):
        scene = scenario_from_dict(terrain(mesh=name, units="mm"), folder=inside, terrain_dirs=[outside])
        assert np.array_equal(scene.table.features[0].triangles, wanted)


def test_meshes_from_anywhere_else_are_refused_whatever_the_way_there(folders):
    inside, outside = folders
    (inside / "link.stl").symlink_to(outside / "out.stl")
    (inside / "loop.stl").symlink_to(inside / "loop.stl")
    os.mkfifo(inside / "pipe.stl")
    for name in ("../elsewhere/out.stl", str(outside / "out.stl"), "link.stl", "loop.stl", "pipe.stl", "deeper", "/dev/zero", "a\0.stl", "x" * 190 + "/.stl"):
        assert told(terrain(mesh=name, units="mm"), folder=inside) == {"terrain[0].mesh": "E_SCENARIO"}, name
    assert scenario_from_dict(terrain(mesh="link.stl", units="mm"), folder=inside, terrain_dirs=[outside])


def test_a_mesh_without_units_is_refused_at_its_units_with_a_suggestion(folders):
    error, = faults(terrain(mesh="in.stl"), folder=folders[0])
    assert (error.code, error.at) == ("E_UNITS", "terrain[0].units") and '"mm"' in error.message


def test_faults_of_meshes_and_of_placing_are_told_at_their_keys(folders):
    inside, _ = folders
    (inside / "empty.stl").write_bytes(b"")
    entries = [{"mesh": "empty.stl", "units": "mm"}, {"mesh": "in.stl", "units": "m"}, {"mesh": "in.stl", "units": "mm", "up": [0, 0, 0]},
               {"mesh": "in.stl", "units": "mm", "parts": {"door": {"leave_out": True}}}, {"mesh": "empty.stl", "units": "mm"},
               {"mesh": "in.stl", "units": "mm", "known": [{"between": [[0, 0, 0], [1, 0, 0]], "inches": 1}]}, {"mesh": "in.stl"}]
    data = small(terrain=[{"name": f"piece {i}", **e} for i, e in enumerate(entries)])
    assert told(data, folder=inside) == {"terrain[0].mesh": "E_EMPTY", "terrain[1].units": "E_EXTENT", "terrain[2].up": "E_SCENARIO",
                                         "terrain[3].parts.door": "E_SCENARIO", "terrain[4].mesh": "E_EMPTY", "terrain[5].known": "E_SCENARIO",
                                         "terrain[6].units": "E_UNITS"}


def test_known_lengths_stand_for_units(folders):
    inside, _ = folders
    known = [{"between": [[-20, 0, 0], [20, 0, 0]], "inches": 4}]
    scene = scenario_from_dict(terrain(mesh="in.stl", known=known), folder=inside)
    assert np.ptp(scene.table.features[0].triangles.reshape(-1, 3), axis=0) / INCH == pytest.approx((4, 3, 2), abs=1e-4)


def test_the_scan_table_is_for_meshes_and_a_pieces_own_comes_first(folders):
    inside, _ = folders
    data = small(scan={"noise": 0.01, "scale_error": 0.002}, terrain=[
        {"name": "mesh", "mesh": "in.stl", "units": "mm"}, {"name": "own", "mesh": "in.stl", "units": "mm", "scan": {"noise": 0}},
        {"name": "solid", "box": [1, 1, 1]}])
    scene = scenario_from_dict(data, folder=inside)
    assert [(f.noise, f.scale_error) for f in scene.table.features] == [(pytest.approx(0.254), 0.002), (0, 0), (0, 0)]


def test_cautions_of_a_mesh_are_told_once_at_its_piece(folders):
    inside, _ = folders
    (inside / "tail.stl").write_bytes((inside / "in.stl").read_bytes() + b"123")
    scene = scenario_from_dict(small(terrain=[{"name": n, "mesh": "tail.stl", "units": "mm"} for n in "ab"]), folder=inside)
    assert [(w.code, w.at) for w in scene.warnings] == [("W_TRAILING", "terrain[0]")]


def test_the_hash_of_the_terrain_is_the_same_in_every_process_and_changes_with_what_is_on_the_table():
    code = f"from sim.scenario import scenario_from_dict; print(scenario_from_dict({WHOLE!r}).table.terrain_sha256)"
    here = scenario_from_dict(WHOLE).table.terrain_sha256
    for seed in ("1", "2"):
        run = subprocess.run([sys.executable, "-c", code], env=os.environ | {"PYTHONHASHSEED": seed}, capture_output=True, text=True, check=True,
                             cwd=Path(__file__).parents[1])
        assert run.stdout.strip() == here
    for section, key, value in (("terrain", "turn", 31), ("terrain", "traits", ["low"]), ("regions", "traits", ["platform"])):
        other = copy.deepcopy(WHOLE)
        other[section][0][key] = value
        assert scenario_from_dict(other).table.terrain_sha256 != here


def test_a_scenario_of_solids_does_not_import_trimesh():
    code = f"import sys; from sim.scenario import scenario_from_dict; scenario_from_dict({WHOLE!r}); print('trimesh' in sys.modules)"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=Path(__file__).parents[1])
    assert run.stdout.strip() == "False"


def schema_keys(schema: dict, name: str) -> set:
    return set(schema["$defs"][name]["properties"])


def test_the_json_schema_names_every_key_and_forbids_others():
    schema = json_schema()
    json.dumps(schema)
    assert schema_keys(schema, "ScenarioTable") >= set(WHOLE)
    assert schema_keys(schema, "MoveTable") >= {k for m in WHOLE["moves"] for k in m}
    assert schema_keys(schema, "ModelTable") >= {k for m in WHOLE["models"] for k in m}
    assert schema_keys(schema, "TerrainTable") >= {k for t in WHOLE["terrain"] for k in t} | {"mesh", "units", "up", "scale", "known", "parts"}
    assert all(d.get("additionalProperties") is False for n, d in schema["$defs"].items() if "properties" in d)
    assert all(d.get("description") for d in schema["$defs"].values())


def places(value, path=()):
    """Every place in plain data."""
    yield path
    for key, inner in value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ():
        yield from places(inner, (*path, key))


ODD = [None, True, -1, 0, 1e300, "", "x", [], [1], {}, {"x": 1}, [[]], [{}], "\0", 2**60]


@given(st.data())
@settings(max_examples=300, deadline=None)
def test_anything_put_anywhere_in_a_scenario_is_read_or_refused_and_never_worse(data):
    scene = copy.deepcopy(WHOLE)
    *way, last = data.draw(st.sampled_from([p for p in places(WHOLE) if p]))
    target = scene
    for key in way:
        target = target[key]
    target[last] = data.draw(st.sampled_from(ODD))
    try:
        scenario_from_dict(scene)
    except RefereeError as refused:
        assert all(e.code.startswith("E_") and e.message and "\n" not in e.message for e in refused.all)
