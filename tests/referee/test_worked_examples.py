"""The worked examples of the Fallout: Factions text, FE1 to FE10 of the clause inventory, and all readings at once."""
from __future__ import annotations

import pytest

from meshes import enemy, fence, ledge, open_ground, slab, tower, trench, wall
from sim.referee import rule, rule_all
from sim.referee.trees import Branch
from sim.scenario import scenario_from_dict

GAME = "fallout-factions"
BASE = 32 / 25.4


def scene(made, **move):
    scenario = scenario_from_dict(made.scenario(**move))
    return scenario.table, scenario.moves[0]


def ruled(made, readings=None, **move):
    return rule(*scene(made, **move), GAME, readings, cross_check=False)


def charged(ruling) -> float:
    return ruling.distance["charged"]


def labels(ruling) -> set[str]:
    return {effect[0] for effect in ruling.effects}


def fails(ruling) -> set[str]:
    return {i for f in ruling.failing for i in f.ids}


# ---------------------------------------------------------------- FE1 to FE5: distances between and along bases

@pytest.mark.parametrize("between, verdict", [(1.01, "legal"), (0.99, "illegal")])
def test_fe1_models_are_as_far_apart_as_their_bases(between, verdict):
    assert ruled(enemy((6, 0)), walk=6 - BASE - between).verdict == verdict


def test_fe2_a_distance_is_measured_in_plan_whatever_the_heights():
    ruling = ruled(tower(3), walk=8, allowance=8)
    assert (ruling.verdict, charged(ruling)) == ("legal", pytest.approx(8.0))


@pytest.mark.parametrize("base", [25, 32, 40, [60, 35]])
def test_fe3_front_to_front_5_inches_is_5_inches_moved(base):
    ruling = ruled(open_ground(), walk=5, allowance=5, base=base)
    assert (ruling.verdict, charged(ruling)) == ("legal", pytest.approx(5.0))


def test_fe4_the_back_of_the_base_set_where_the_front_may_come_is_too_far():
    ruling = ruled(open_ground(), walk=5 + BASE, allowance=5)
    assert (ruling.verdict, fails(ruling)) == ("illegal", {"F18", "F19", "F22"})
    assert charged(ruling) == pytest.approx(6.26, abs=0.005)


@pytest.mark.parametrize("base, moved", [(32, 2.74), (40, 2.43)])
def test_fe5_the_front_of_the_base_set_4_inches_from_where_its_back_was_moves_it_less(base, moved):
    ruling = ruled(open_ground(), walk=4 - base / 25.4, base=base)
    assert (ruling.verdict, charged(ruling)) == ("legal", pytest.approx(moved, abs=0.006))


# ---------------------------------------------------------------- FE6 to FE9: heights

def test_fe6_6_across_and_2_up_are_8():
    ruling = ruled(ledge(2), walk=6, allowance=8)
    assert (ruling.verdict, charged(ruling)) == ("legal", pytest.approx(8.0))
    assert ruled(ledge(2), walk=6, allowance=7.99).verdict == "illegal"


def test_fe7_2_across_and_6_climbed_down_are_8():
    ruling = ruled(tower(6), path=[(2.2, 0, 0)], by="climb", allowance=8.2)
    assert (ruling.verdict, charged(ruling)) == ("legal", pytest.approx(8.2))


def test_fe8_a_leap_longer_than_agility_ends_the_move_with_allowance_left():
    ruling = ruled(slab(6), walk=3, allowance=8)
    assert (ruling.verdict, charged(ruling)) == ("legal", pytest.approx(3.0))
    assert "move-ends" in labels(ruling)
    onwards = ruled(slab(6), path=[(3, 0), (4, 0)], allowance=8)
    assert onwards.verdict == "illegal" and "F33" in fails(onwards)
    assert ruled(slab(6), path=[(3, 0), (4, 0)], allowance=8, stats={"move": 8, "agility": 6}).verdict == "legal"


def test_fe8_nothing_to_hold_is_nothing_to_climb_down():
    ruling = ruled(slab(6), path=[(3, 0, 0)], by="climb", allowance=9)
    assert ruling.verdict == "illegal" and "F31" in fails(ruling)


def test_fe9_an_obstacle_of_0_8_and_a_ledge_of_0_9_cost_no_height():
    ruling = ruled(wall(0.8, 0.5) + ledge(0.9, at=4), walk=6, allowance=6)
    assert (ruling.verdict, charged(ruling)) == ("legal", pytest.approx(6.0))
    assert ruling.ends["at"][2] == pytest.approx(0.9)


# ---------------------------------------------------------------- FE10: the alley

def alley(width: float):
    """An alley whose right wall the mover hugs, with a 32 mm enemy against the left one."""
    right = -BASE / 2 - 0.0001
    return fence(2, side=right) + fence(2, side=right + width) + enemy((3, right + width - BASE / 2))


@pytest.mark.parametrize("width, verdict", [(3.0, "illegal"), (3.51, "illegal"), (3.53, "legal"), (4.0, "legal")])
def test_fe10_one_model_against_a_wall_shuts_an_alley_narrower_than_3_52_inches(width, verdict):
    assert ruled(alley(width), walk=6).verdict == verdict


# ---------------------------------------------------------------- all readings at once

SEVERAL = {
    "open ground": (open_ground(), {"walk": 5}),
    "gap as wide as the base": (trench("32 mm"), {"walk": 5, "by": "walk"}),
    "gap, any way": (trench("32 mm"), {"walk": 5}),
    "leap": (slab(6), {"walk": 3, "allowance": 5}),
    "over a wall": (wall(3, 1), {"walk": 5, "allowance": 8}),
    "log of an inch": (wall(1, 0.5), {"walk": 5, "allowance": 5}),
    "past an enemy": (enemy((3, "57.4 mm")), {"walk": 6}),
    "between two enemies": (enemy((4, 0)) + enemy((4, 1.6)), {"walk": "69.6 mm"}),
}


@pytest.mark.parametrize("name", SEVERAL)
def test_all_readings_at_once_say_what_each_choice_says_alone(name):
    made, move = SEVERAL[name]
    table, declared = scene(made, **move)
    rulings = rule_all(table, declared, GAME, cross_check=False)
    for combination, ruling in rulings.by_readings.items():
        alone = rule(table, declared, GAME, dict(combination), cross_check=False)
        assert (combination, ruling.verdict) == (combination, alone.verdict)


@pytest.mark.parametrize("name", SEVERAL)
def test_no_single_reading_that_is_left_out_would_change_the_verdict(name):
    from sim.referee.library import ruleset
    made, move = SEVERAL[name]
    table, declared = scene(made, **move)
    rulings = rule_all(table, declared, GAME, cross_check=False)
    known = {r.verdict for r in rulings.by_readings.values()}
    for definition in ruleset(GAME).definitions.values():
        for reading in definition.readings:
            ruling = rule(table, declared, GAME, {definition.name: reading}, cross_check=False)
            assert ruling.verdict in known
            if definition.name not in rulings.pivots:
                assert (definition.name, reading, ruling.verdict) == (definition.name, reading, rulings.base.verdict)


@pytest.mark.parametrize("name", SEVERAL)
def test_the_work_is_a_sum_over_the_questions(name, monkeypatch):
    from math import prod

    from sim.referee import ruling as judging
    benches = []

    class Watched(judging.Bench):
        def __init__(self, scene, trail):
            super().__init__(scene, trail)
            benches.append(self)

    monkeypatch.setattr(judging, "Bench", Watched)
    made, move = SEVERAL[name]
    rulings = rule_all(*scene(made, **move), GAME, cross_check=False)
    bench, = benches
    definitions = rulings.base.rules.definitions
    asked = [(leaves(tree), names(tree)) for tree in (bench.under_every_reading(q, {}) for q in bench.questions)]
    assert rulings.asked == sum(count for count, _ in asked)
    assert all(count <= prod(len(definitions[n].readings) for n in consulted) for count, consulted in asked)


def leaves(tree) -> int:
    """How many answers a question's tree of readings has."""
    return sum(map(leaves, tree.children.values())) if isinstance(tree, Branch) else 1


def names(tree) -> set[str]:
    """Definitions a question consults under some reading."""
    return {tree.name}.union(*map(names, tree.children.values())) if isinstance(tree, Branch) else set()
