"""Worked examples of the other games: WE1 to WE7 and KE1 to KE5 of the clause inventory, by their geometry, and one move under all four games."""
from __future__ import annotations

import pytest

from meshes import Scene, enemy, friend, ledge, open_ground, piece, post, tower, trench, wall
from sim.referee import rule, rule_all
from sim.referee.library import ruleset
from sim.scenario import scenario_from_dict

BASE = 32 / 25.4
FOUR = ("fallout-factions", "warcry", "warhammer-40k", "bushido")


def ruled(game, made, **move):
    scenario = scenario_from_dict(made.scenario(**move))
    return rule(scenario.table, scenario.moves[0], game, cross_check=False)


def unit_ruled(made, paths, unit="squad", **move):
    data = made.scenario(unit=unit)
    data["moves"] = [{"unit": unit, "paths": paths} | move]
    scenario = scenario_from_dict(data)
    return rule(scenario.table, scenario.moves[0], "warhammer-40k", cross_check=False)


def labels(ruling) -> set[str]:
    return {effect[0] for effect in ruling.effects}


def failing(ruling) -> set[str]:
    return {i for f in ruling.failing for i in f.ids}


# ---------------------------------------------------------------- Warcry

def test_we1_a_leap_over_an_enemy_counts_across_only_and_hurts():
    ruling = ruled("warcry", tower(3) + enemy((3, 0)), path=[{"to": (5, 0, 0), "by": "jump"}], stats={"move": 5})
    assert (ruling.verdict, ruling.distance["charged"]) == ("legal", pytest.approx(5.0))
    assert "impact-damage" in labels(ruling)
    damage = next(e for e in ruling.as_dict()["effects"] if e["name"] == "impact-damage")
    assert (damage["dice"], damage["expected_damage"]) == ({"1": 3, "2": 1, "3": 1, "4": 0, "5": 0, "6": 0}, pytest.approx(5 / 6))


@pytest.mark.parametrize("past_the_edge, verdict", [(-0.01, "legal"), (0.01, "illegal")])
def test_we2_the_rim_may_hang_over_an_edge_but_not_the_centre(past_the_edge, verdict):
    assert ruled("warcry", tower(3), walk=1.5 + past_the_edge, by="walk", stats={"move": 4}).verdict == verdict


def test_we3_up_a_trunk_and_with_a_leap_onto_a_platform_in_one_action():
    trunk = post(diameter=1, height=4, at=BASE / 2 + 0.5)
    platform = Scene(terrain=(piece("platform", (0, 5), box=[4, 4, 2]),))
    ruling = ruled("warcry", trunk + platform, path=[{"to": (0, 0, 3), "by": "climb"}, {"to": (0, 4, 2), "by": "jump"}], stats={"move": 8})
    assert (ruling.verdict, ruling.distance["charged"]) == ("legal", pytest.approx(7.0))
    assert ruling.ends["at"][2] == pytest.approx(2.0) and "impact-damage" not in labels(ruling)


def test_we4_a_flyer_hops_over_terrain_and_fighters_and_only_across_counts():
    ruling = ruled("warcry", wall(3, at=2) + enemy((4, 0)), path=[{"to": (7, 0), "by": "fly"}], stats={"move": 7}, traits=["fly"])
    assert (ruling.verdict, ruling.distance["charged"]) == ("legal", pytest.approx(7.0))


def test_we4_flying_is_chosen_undeclared_only_where_nothing_else_arrives():
    assert {leg["by"] for leg in ruled("warcry", open_ground(), walk=4, traits=["fly"]).legs} == {"walk"}


def test_we5_an_action_may_end_hanging_beside_a_plugged_edge_and_says_so():
    deck = ledge(3, at=BASE / 2) + enemy((BASE + 0.2, 0, 3))
    hanging = ruled("warcry", deck + enemy((9, 9), name="far"), path=[{"to": (0, 0, 2), "by": "climb"}], stats={"move": 4})
    assert (hanging.verdict, hanging.ends["state"], hanging.distance["charged"]) == ("legal", "hanging", pytest.approx(2.0))
    assert "still-climbing" in labels(hanging) and "falls" not in labels(hanging)


def test_we5_the_plugged_platform_itself_is_not_to_be_had():
    deck = ledge(3, at=3) + enemy((3.8, 0, 3))
    assert ruled("warcry", deck, walk=4, stats={"move": 9}).verdict == "illegal"


@pytest.mark.parametrize("groove, verdict", [(0.4, "legal"), (0.6, "illegal")])
def test_we6_a_climber_passes_hollows_as_deep_as_the_tether_and_no_deeper(groove, verdict):
    steps = [piece(f"course {i}", (1.5 + 2 + (groove if i % 2 else 0), 0, i * 1.5), box=[4, 6, 1.5]) for i in range(3)]
    ruling = ruled("warcry", Scene(terrain=tuple(steps)), walk=3, stats={"move": 9})
    assert ruling.verdict == verdict


def test_we7_a_leap_whose_way_down_goes_through_a_fighter_is_no_move_and_the_fighter_goes_back():
    ruling = ruled("warcry", tower(3) + enemy((4, 0)), path=[{"to": (4.5, 0, 0), "by": "jump"}])
    assert ruling.verdict == "illegal" and "W04" in failing(ruling) and "returned" in labels(ruling)


def test_two_ways_down_a_harmless_one_is_taken_first():
    ruling = ruled("warcry", tower(3), path=[(4, 0, 0)], stats={"move": 12})
    assert (ruling.verdict, "impact-damage" in labels(ruling)) == ("legal", False)
    assert "climb" in {leg["by"] for leg in ruling.legs}


def test_a_crack_narrower_than_the_base_stops_a_centre_that_may_not_leave_the_ground():
    assert "W09" in failing(ruled("warcry", trench(width=0.5), walk=5, by="walk"))


# ---------------------------------------------------------------- Warhammer 40,000

SIX = {"move": 6}


def mate(at, name="B"):
    return friend(at, name=name, unit="squad", stats=SIX)


SQUAD = mate((0, 2)) + mate((0, -2), "C")


def test_ke1_two_lines_of_3_inches_are_6():
    assert ruled("warhammer-40k", open_ground(), path=[(3, 0), (3, 3)], stats={"move": 6}).distance["charged"] == pytest.approx(6.0)


def test_ke2_turning_on_the_way_costs_nothing():
    ruling = ruled("warhammer-40k", open_ground(), path=[{"to": (6, 0), "facing": 90}, {"to": (6, 6), "facing": 0}], base=[60, 35], stats={"move": 12})
    assert (ruling.verdict, ruling.distance["charged"], ruling.ends["facing"]) == ("legal", pytest.approx(12.0), 0)


def test_ke3_each_model_of_a_unit_has_its_own_maximum():
    slow = mate((0, 2))
    assert unit_ruled(slow, {"A": [[14, 12]], "B": [[14, 14]]}).verdict == "legal"
    assert unit_ruled(slow, {"A": [[16, 12]], "B": [[14.1, 14]]}).verdict == "illegal"


@pytest.mark.parametrize("apart, verdict", [(2.0, "legal"), (2.001, "illegal")])
def test_ke4_a_unit_ends_with_each_model_within_2_inches_of_another(apart, verdict):
    assert unit_ruled(mate((0, 2)), {"A": [[8, 12]], "B": [[8, 12 + BASE + apart]]}).verdict == verdict


@pytest.mark.parametrize("apart, engaged", [(2.0, True), (2.001, False)])
def test_ke5_one_model_within_2_inches_engages_both_units(apart, engaged):
    ruling = unit_ruled(SQUAD + enemy((7 + BASE + apart, 0)), {"A": [[15, 12]], "B": [[15, 14]], "C": [[15, 10]]})
    assert ("engaged" in labels(ruling)) == engaged


def test_a_unit_is_returned_as_one_when_one_of_its_models_breaks_a_rule():
    ruling = unit_ruled(SQUAD, {"A": [[17, 12]], "B": [[10, 14]], "C": [[10, 10]]})
    assert ruling.verdict == "illegal" and "returned" in labels(ruling)
    assert {part["model"] for part in ruling.as_dict()["models"]} == {"A", "B", "C"}


def test_models_may_change_places_since_the_unit_is_looked_at_when_all_have_moved():
    file = mate((2, 0))
    assert unit_ruled(file, {"A": [[10, 12]], "B": [[12, 12]]}).verdict == "legal"
    assert unit_ruled(file, {"A": [[10, 12]], "B": [[10.5, 12]]}).verdict == "illegal", "both stand on one spot"


def test_at_the_end_of_a_turn_the_largest_sets_that_may_stay_are_named():
    far = mate((0, 2)) + mate((0, 8), "C")
    ruling = unit_ruled(far, {}, action="end-of-turn")
    said = [why for label, why, _ in ruling.effects if label == "models-lost"]
    assert ruling.verdict == "illegal" and said[0] == "may stay: A, B"
    assert said[-1] == "removed one at a time until coherent, 1 to 2 are left"


@pytest.mark.parametrize("reach, verdict", [(2.99, "legal"), (3.01, "illegal")])
def test_a_model_gets_out_wholly_within_3_inches_of_its_transport(reach, verdict):
    transport = friend((-6, 0), name="truck", base=100)
    x = -6 + 50 / 25.4 + reach - BASE / 2
    assert ruled("warhammer-40k", transport, path=[(x, 0)], action="disembark", target="truck").verdict == verdict


def test_a_model_put_down_on_a_deck_from_under_it_takes_no_way_through_the_deck():
    deck = Scene(terrain=(piece("deck", (0, 0, 2), box=[6, 6, 0.4]),), start=(8.0, 12.0, 0.0))
    scenario = scenario_from_dict(deck.scenario(path=[{"to": (0.5, 0, 2.4)}], action="place", base=30))
    ruling = rule(scenario.table, scenario.moves[0], "bushido")
    assert (ruling.verdict, ruling.cross_check["bullet"]) in (("legal", "agrees"), ("legal", "absent"))


# ---------------------------------------------------------------- side by side

def test_one_move_over_a_block_comes_out_differently_in_each_game():
    block = Scene(terrain=(piece("block", (6, 0), box=[4, 4, 0.9]),))
    rulings = {game: ruled(game, block, walk=6, stats={"move": 6, "agility": 5}) for game in FOUR}
    assert {game: r.verdict for game, r in rulings.items()} == {
        "fallout-factions": "legal", "warcry": "legal", "warhammer-40k": "illegal", "bushido": "illegal"}
    assert rulings["warhammer-40k"].distance["charged"] == pytest.approx(6.9)


@pytest.mark.parametrize("game, title", [(game, example.title) for game in ("warcry", "warhammer-40k", "bushido") for example in ruleset(game).examples])
def test_all_readings_at_once_name_each_definition_that_alone_changes_a_verdict(game, title):
    example = next(e for e in ruleset(game).examples if e.title == title)
    scenario = scenario_from_dict(example.scene.scenario(**example.move))
    found = rule_all(scenario.table, scenario.moves[0], game, scenario.readings, cross_check=False)
    says = {} if isinstance(example.says, str) else example.says
    for name in {reading.definition for reading in says}:
        verdicts = {verdict.split(",")[0] for reading, verdict in says.items() if reading.definition == name}
        assert len(verdicts) == 1 or name in found.pivots, (name, found.pivots)
