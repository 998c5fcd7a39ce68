"""Contested scenes: shrinking keeps what matters, and the published ones say what they are said to."""
from __future__ import annotations

import json
import tomllib
from pathlib import Path

import pytest

from meshes import enemy, ledge, post
from sim.referee import library, rule
from sim.scenario import read_scenario
from sim.study.contested import Pair, as_file, contested
from sim.study.drawing import draw
from sim.study.readings import every_pair
from sim.study.shrink import cost, moved_home, shrunk

PUBLISHED = Path(__file__).parents[2] / "benchmarks" / "ambiguity" / "contested"
CROWDED = (ledge(2.37) + post(at=-4.0) + enemy((-3, 3)) + enemy((1, -4), name="other")).scenario(path=[(1, 0.3), (4.13, 0.1)], stats={"move": 9})


def test_a_crowded_scene_is_shrunk_to_the_one_piece_that_splits_the_readings():
    found = contested(Pair(game="warcry", definition="climb_tether", one="nearest_edge", other="centre", seeds=(CROWDED,)))
    assert found.kind == "verdict" and found.outcomes[0]["verdict"] != found.outcomes[1]["verdict"]
    assert [t["name"] for t in found.scene["terrain"]] == ["ledge"]
    assert len(found.scene["models"]) == len(found.scene["moves"][0]["path"]) == 1
    assert cost(found.scene) < cost(CROWDED)


def test_a_scene_that_cannot_be_split_is_not_found():
    pair = Pair(game="warcry", definition="impact_height", one="two_or_more", other="more_than_two", seeds=(CROWDED,))
    assert contested(pair).scene is None


def test_shrinking_keeps_what_is_asked_of_it_and_stops():
    small = shrunk(CROWDED, lambda scene: len(scene["models"]) >= 2)
    assert len(small["models"]) == 2 and small["terrain"] == []


def test_a_scene_moved_home_comes_to_the_same_ruling():
    from sim.scenario import scenario_from_dict
    rulings = [rule(s.table, s.moves[0], "warcry", cross_check=False) for s in map(scenario_from_dict, (CROWDED, moved_home(CROWDED)))]
    assert rulings[0].verdict == rulings[1].verdict and rulings[0].distance == pytest.approx(rulings[1].distance)


def test_a_found_scene_is_written_and_drawn_the_same_each_time(tmp_path):
    pair = Pair(game="warcry", definition="climb_tether", one="nearest_edge", other="centre", seeds=(CROWDED,))
    found = contested(pair)
    file = as_file(found, library.ruleset("warcry"))
    assert [m["expect"]["verdict"] for m in file["moves"]] == [o["verdict"] for o in found.outcomes]
    one, other = (draw(tmp_path / f"{k}.svg", found.scene, "scene").read_bytes() for k in (1, 2))
    assert one == other and b"<svg" in one


# ---------------------------------------------------------------- what is published

INDEX = json.loads((PUBLISHED / "index.json").read_text(encoding="utf-8"))


def test_every_pair_of_readings_is_listed_and_every_definition_has_a_scene():
    rulesets = [library.ruleset(name) for name in library.names()]
    listed = {(e["game"], e["definition"], *e["readings"]) for e in INDEX["scenes"]}
    assert listed == {(r.name, *pair) for r in rulesets for pair in every_pair(r)}
    found = {(e["game"], e["definition"]) for e in INDEX["scenes"] if e["found"]}
    assert found == {(game, definition) for game, definition, *_ in listed}


@pytest.mark.parametrize("entry", [e for e in INDEX["scenes"] if e["found"]], ids=lambda e: e["file"])
def test_a_published_scene_comes_out_as_its_index_entry_says_and_has_a_drawing(entry):
    path = PUBLISHED / entry["file"]
    scenario = read_scenario(path)
    assert path.with_suffix(".svg").exists() and tomllib.loads(path.read_text(encoding="utf-8"))["title"] == entry["question"]
    for move, reading in zip(scenario.moves, entry["readings"], strict=True):
        ruling, said = rule(scenario.table, move, entry["game"], move.readings, cross_check=False), entry["answers"][reading]
        assert move.readings[entry["definition"]] == reading
        assert ruling.verdict == said["verdict"] == move.expect["verdict"]
        assert sorted({name for name, _, _ in ruling.effects}) == said["effects"]
        assert ruling.distance["charged"] == pytest.approx(said["charged"], abs=0.002)
