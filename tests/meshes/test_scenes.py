"""Scenes are whole scenarios, and as large as they say."""
from __future__ import annotations

import tomllib

import numpy as np
import pytest

from meshes import bridge, corner, door, enemy, fence, friend, inch, ledge, open_ground, plank, post, ramp, ruin, slab, stairs, tower, trench, wall, wave
from sim.scenario import dumps_toml, scenario_from_dict

SCENES = {"open ground": open_ground(), "trench": trench(), "slanted trench": trench(slant=30), "ragged trench": trench(ragged=0.2, slant=20),
          "seam": trench(0), "ledge": ledge(1), "tower": tower(6), "slab": slab(6), "plank": plank(), "post": post(), "corner": corner(), "wall": wall(2),
          "fence": fence(2, side=1), "doorway": door(), "low door": door(1.5, 1.4), "stairs": stairs(), "ramp": ramp(), "bridge": bridge(), "ruin": ruin(),
          "wave": wave(),
          "company": enemy((3, 0.5)) + friend((1, 3))}


def triangles(scene) -> dict[str, np.ndarray]:
    """Each piece's triangles in inches, relative to the mover's start in plan."""
    table = scenario_from_dict(scene.scenario()).table
    return {f.name: f.triangles / 25.4 - (*scene.start[:2], 0) for f in table.features}


@pytest.mark.parametrize("name", SCENES)
def test_every_scene_is_a_scenario_and_survives_being_written(name):
    data = SCENES[name].scenario(walk="100 mm", rulesets=["fallout-factions"], title=name)
    scenario = scenario_from_dict(data)
    assert len(scenario.moves) == 1 and scenario.moves[0].model == "A"
    assert tomllib.loads(dumps_toml(data)) == data


@pytest.mark.parametrize("name", SCENES)
def test_the_mover_starts_on_what_it_should_stand_on(name):
    scene = SCENES[name]
    tops = [0.0] + [corner_z for piece in triangles(scene).values() for corner_z in [piece[..., 2].max()] if _covers(piece, 0.0, 0.0)]
    assert max(tops) == pytest.approx(scene.start[2])


def _covers(piece: np.ndarray, x: float, y: float) -> bool:
    low, high = piece.min(axis=(0, 1)), piece.max(axis=(0, 1))
    return low[0] <= x <= high[0] and low[1] <= y <= high[1]


@pytest.mark.parametrize("width", [1.25, "32 mm", 0])
def test_a_trench_is_as_wide_as_it_says(width):
    near, far = triangles(trench(width)).values()
    assert far[..., 0].min() - near[..., 0].max() == pytest.approx(inch(width), abs=1e-7)


def test_a_slanted_trench_is_as_wide_as_it_says_the_shortest_way():
    across = np.array([np.cos(np.radians(30)), np.sin(np.radians(30))])
    near, far = (piece[..., :2] @ across for piece in triangles(trench(1.2, slant=30)).values())
    assert far.min() - near.max() == pytest.approx(1.2, abs=1e-6)


def test_a_ragged_trench_is_wider_on_one_side_only():
    near, far, back = triangles(trench(1.2, ragged=0.3)).values()
    assert far[..., 0].min() - near[..., 0].max() == pytest.approx(1.2)
    assert back[..., 0].min() - near[..., 0].max() == pytest.approx(1.5)
    assert far[..., 1].max() == pytest.approx(0) and back[..., 1].min() == pytest.approx(0)


def test_the_notch_of_a_corner_lies_where_it_says():
    block, wing = triangles(corner(inset="3 mm")).values()
    assert wing[..., 0].min() == pytest.approx(block[..., 0].max())
    assert wing[..., 1].max() == pytest.approx(-3 / 25.4)


def test_a_wave_rises_and_falls_without_a_break():
    sides = list(triangles(wave(0.9, 4, count=2)).values())
    tops = [piece[piece[..., 2] > 0.1][:, 0] for piece in sides]
    assert [(t.min(), t.max()) for t in tops] == [pytest.approx((x, x)) for x in (4, 4, 8, 8)]
    assert [(p[..., 0].min(), p[..., 0].max()) for p in sides] == [pytest.approx((x, x + 2)) for x in (2, 4, 6, 8)]


def test_scenes_add_up_and_names_stay_apart():
    both = trench() + enemy(at=(3, 0.5)) + enemy(at=(5, 0.5)) + wall(2, at=4) + wall(1, at=6) + enemy(at=(7, 1), name="A")
    assert both.start == trench().start
    assert [m["name"] for m in both.models] == ["foe", "foe 2", "A 2"]
    assert [t["name"] for t in both.terrain] == ["near block", "far block", "wall", "wall 2"]
    assert both.models[0]["at"] == [11.0, 12.5]
    assert len(scenario_from_dict(both.scenario()).table.models) == 4


def test_a_path_is_told_from_the_start_and_its_heights_from_the_table():
    move = tower(3).scenario(path=[(1, 2), {"to": (2, 0, 0), "by": "drop"}, {"by": "pivot", "facing": 90}])["moves"][0]
    assert move["path"] == [[9.0, 14.0], {"to": [10.0, 12.0, 0.0], "by": "drop"}, {"by": "pivot", "facing": 90}]


def test_one_mode_is_said_of_every_leg_that_says_none():
    move = open_ground().scenario(path=[(1, 0), {"to": (2, 0), "by": "walk"}], by="climb")["moves"][0]
    assert [leg["by"] for leg in move["path"]] == ["climb", "walk"]


@pytest.mark.parametrize("text, length", [("32 mm", 32 / 25.4), ("2 in", 2.0), (1.5, 1.5), (3, 3.0)])
def test_lengths_are_inches_or_say_their_unit(text, length):
    assert inch(text) == length


@pytest.mark.parametrize("text", ["32", "32 cm", "mm", ""])
def test_a_length_without_a_known_unit_is_refused(text):
    with pytest.raises(ValueError):
        inch(text)
