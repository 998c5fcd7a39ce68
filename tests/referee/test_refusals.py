"""What cannot be judged is refused in one sentence, with its place."""
from __future__ import annotations

import pytest

from meshes import enemy, ledge, open_ground, tower
from sim.errors import RefereeError
from sim.referee import rule
from sim.scenario import scenario_from_dict


def refused(scene, ruleset="fallout-factions", readings=None, **move) -> RefereeError:
    scenario = scenario_from_dict(scene.scenario(**move))
    with pytest.raises(RefereeError) as caught:
        rule(scenario.table, scenario.moves[0], ruleset, readings)
    return caught.value


def test_a_start_inside_another_base_says_how_deep():
    error = refused(open_ground() + enemy((0.5, 0)), walk=3)
    assert error.code == "E_OVERLAP" and "foe" in error.message and "0.760 in" in error.message and error.at == "models.A.at"


def test_a_start_inside_terrain_is_named():
    error = refused(ledge(2, at=0.3), walk=3)
    assert error.code == "E_OVERLAP" and "inside terrain" in error.message and error.at == "models.A.at"


def test_a_level_that_is_not_there_lists_those_that_are():
    error = refused(tower(3), path=[(1, 0, 1.5)])
    assert error.code == "E_LEVEL" and "3.00 in" in error.message and error.at == "path[0].to"


def test_a_missing_stat_is_asked_for_by_name():
    error = refused(open_ground(), walk=3, stats={"agility": 5})
    assert error.code == "E_STAT" and "'move'" in error.message and error.at == "models.A.stats.move"


def test_an_unknown_reading_and_an_unknown_definition_are_told_at_once():
    error = refused(open_ground(), walk=3, readings={"gap_width": "narow", "drop_kost": "free"})
    assert {e.code for e in error.all} == {"E_READING"} and len(error.all) == 2
    assert any("drop_cost" in e.message for e in error.all) and any("narrowest" in e.message for e in error.all)


def test_an_unknown_ruleset_and_an_unknown_action_are_refused():
    assert "fallout-factions" in refused(open_ground(), "falout-factions", walk=3).message
    assert refused(open_ground(), walk=3, action="teleport").code == "E_RULESET"


def test_a_move_that_is_badly_placed_does_not_spoil_another_models():
    scenario = scenario_from_dict((open_ground() + enemy((5, 5)) + enemy((5.2, 5), name="other")).scenario(walk=3))
    assert rule(scenario.table, scenario.moves[0], "fallout-factions").verdict == "legal"


def test_a_ruling_is_not_yes_or_no():
    scenario = scenario_from_dict(open_ground().scenario(walk=3))
    with pytest.raises(TypeError):
        bool(rule(scenario.table, scenario.moves[0], "fallout-factions"))
