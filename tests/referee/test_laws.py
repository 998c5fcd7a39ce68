"""Laws: what changes nothing about a move changes nothing about its ruling. `REFEREE_SCENES=1000` runs more scenes."""
from __future__ import annotations

import os
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from sim.measure import INCH
from sim.referee import rule
from sim.referee.library import names
from tests.referee import generated
from tests.referee.generated import scenes

SCENES = settings(max_examples=int(os.environ.get("REFEREE_SCENES", "30")), deadline=None, derandomize=True, phases=[Phase.explicit, Phase.generate],
                  suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])


every_game = pytest.mark.parametrize("game", names())


def said(scene, game) -> tuple[str, float]:
    """Verdict and charge."""
    ruling = rule(scene.table, scene.move, game, cross_check=False)
    return ruling.verdict, ruling.distance["charged"]


def same(game, scene, other) -> None:
    (verdict, charged), (verdict2, charged2) = said(scene, game), said(other, game)
    assert verdict == verdict2
    assert charged == pytest.approx(charged2, abs=1e-3)


@every_game
@SCENES
@given(scenes(), st.floats(0, 360), st.floats(-500, 500), st.floats(-500, 500))
def test_turning_and_shifting_the_whole_table_changes_no_ruling(game, scene, degrees, dx, dy):
    same(game, scene, generated.turned(scene, degrees, dx, dy))


@every_game
@SCENES
@given(scenes())
def test_a_mirror_changes_no_ruling(game, scene):
    same(game, scene, generated.mirrored(scene))


@every_game
@SCENES
@given(scenes())
def test_finer_triangles_in_another_order_change_no_ruling(game, scene):
    same(game, scene, generated.refined(scene))


@every_game
@SCENES
@given(scenes(), st.sampled_from([0.3, 0.5, 0.9]))
def test_a_leg_parted_where_the_model_stands_is_ruled_as_one(game, scene, at):
    same(game, scene, generated.split(scene, at))


@every_game
@SCENES
@given(scenes())
def test_a_piece_far_away_changes_no_ruling(game, scene):
    same(game, scene, generated.with_far_piece(scene))


@every_game
@SCENES
@given(scenes(), st.floats(0.01, 3))
def test_a_larger_allowance_never_makes_a_legal_move_illegal(game, scene, more):
    if said(scene, game)[0] == "legal":
        assert said(replace(scene, move=replace(scene.move, allowance=scene.move.allowance + more * INCH)), game)[0] == "legal"


@every_game
@SCENES
@given(generated.trenches(), st.floats(0.0, 1.5))
def test_a_wider_gap_is_never_easier(game, trench, more):
    wider = said(trench.scene(trench.width + more), game)[0]
    assert said(trench.scene(trench.width), game)[0] == "legal" or wider != "legal"


@every_game
@SCENES
@given(scenes())
def test_pybullet_agrees_with_every_legal_ruling(game, scene):
    pytest.importorskip("pybullet")
    ruling = rule(scene.table, scene.move, game)
    assert ruling.cross_check["bullet"] == "agrees" or ruling.verdict == "illegal"
