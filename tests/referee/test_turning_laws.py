"""The laws of test_laws.py for bases that are not round, and that turn on the spot: ovals, rectangles, a polygon. `REFEREE_SCENES=1000` runs more."""
from __future__ import annotations

import os
from dataclasses import replace
from random import Random

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from sim.measure import AT, INCH
from sim.move import Leg
from sim.referee import rule
from sim.referee.library import names
from sim.shapes import Outline
from sim.table import Table
from tests.referee import generated
from tests.referee.generated import MIDDLE, Scene, model, turning_scenes
from tests.referee.test_laws import said

SCENES = settings(max_examples=int(os.environ.get("REFEREE_SCENES", "10")), deadline=None, derandomize=True, phases=[Phase.explicit, Phase.generate],
                  suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
GAMES = st.sampled_from(names())
known: dict[tuple[str, str], tuple[str, float]] = {}         # every law is asked of the same scenes: what was said of each is kept by its title


def as_drawn(scene: Scene, game: str) -> tuple[str, float]:
    if (scene.title, game) not in known:
        known[scene.title, game] = said(scene, game)
    return known[scene.title, game]


def faced_on(scene: Scene, degrees: float) -> Scene:
    """Every facing changed, the base's and those it turns to."""
    models = tuple(replace(m, facing=m.facing + degrees) for m in scene.table.models)
    legs = tuple(replace(leg, facing=None if leg.facing is None else leg.facing + degrees) for leg in scene.move.path)
    return replace(scene, table=replace(scene.table, models=models), move=replace(scene.move, path=legs))


def half_turned(scene: Scene) -> Scene:
    """An oval or a rectangle the other way round is the same base; a polygon need not be."""
    return faced_on(scene, 180.0) if len(scene.table.models[0].outline.corners) in (0, 4) else scene


def elsewhere(scene: Scene, chance: Random) -> Scene:
    return generated.turned(scene, chance.uniform(0, 360), chance.uniform(-500, 500), chance.uniform(-500, 500))


LAWS = {
    "the whole table turned and shifted": elsewhere,
    "seen in a mirror": lambda scene, chance: generated.mirrored(scene),
    "finer triangles in another order": lambda scene, chance: generated.refined(scene),
    "another piece far away": lambda scene, chance: generated.with_far_piece(scene),
    "facings a whole turn on": lambda scene, chance: faced_on(scene, chance.choice([-360.0, 360.0, 720.0])),
    "the base the other way round": lambda scene, chance: half_turned(scene),
}


@pytest.mark.parametrize("law", LAWS)
@SCENES
@given(scene=turning_scenes(), game=GAMES, seed=st.integers(0, 10**6))
def test_what_changes_nothing_about_a_move_changes_no_ruling(law, scene, game, seed):
    (verdict, charged), (verdict2, charged2) = as_drawn(scene, game), said(LAWS[law](scene, Random(seed)), game)
    assert verdict == verdict2
    assert charged == pytest.approx(charged2, abs=1e-3)


@SCENES
@given(scene=turning_scenes(), game=GAMES, more=st.floats(0.01, 3))
def test_a_larger_allowance_never_makes_a_legal_move_illegal(scene, game, more):
    if as_drawn(scene, game)[0] == "legal":
        assert said(replace(scene, move=replace(scene.move, allowance=scene.move.allowance + more * INCH)), game)[0] == "legal"


# ---- at the limit, worked out by hand

def beside(outline: Outline, near: float, facing: float, to: float, degrees: float = 0.0) -> Scene:
    """A base that turns on the spot from one facing to another with a wall at distance `near` on its left."""
    here = (MIDDLE, MIDDLE, None)
    wall = generated._beside(generated.box(40, 1, 2), 0.0, 1, near)
    return generated.turned(Scene(Table(size=(generated.BOARD, generated.BOARD), features=(wall,), models=(model("A", 0, 0, "red", None, outline, facing),)),
                                  generated.Move(model="A", path=(Leg(to=here, facing=to),), allowance=INCH)), degrees, 0.0, 0.0)


def turns(scene: Scene) -> bool:
    ruling = rule(scene.table, scene.move, "fallout-factions", cross_check=False)
    assert ruling.verdict in ("legal", "illegal")
    return ruling.verdict == "legal"


@pytest.mark.parametrize("degrees", [0.0, 37.3, 211.0])
@pytest.mark.parametrize("outline", [Outline.oval(60, 35), Outline.rect(25, 50)], ids=lambda o: o.name)
def test_a_base_turns_past_a_wall_as_near_as_its_longest_half_and_not_past_a_nearer_one(outline, degrees):
    lengthwise, across = (0.0, 180.0) if not outline.corners else (90.0, 270.0)             # its length along the wall, both ways round
    assert turns(beside(outline, outline.radius, lengthwise, across, degrees))
    assert not turns(beside(outline, outline.radius - 4 * AT, lengthwise, across, degrees))


@pytest.mark.parametrize("degrees", [0.0, 37.3, 211.0])
def test_the_short_way_round_decides_and_at_a_half_turn_the_side_that_is_clear(degrees):
    """A rectangle reaches farthest in the directions of its corners: 26.6 degrees off its length it is 27.95 mm away, before and after less."""
    outline, corner = Outline.rect(50, 25), 26.565
    near = 27.0
    assert turns(beside(outline, near, 0.0, 40.0, degrees))                                 # at 40 its corner reaches 25.64 to the left
    assert turns(beside(outline, near, 0.0, 320.0, degrees))
    assert not turns(beside(outline, near, 0.0, 90.0 - corner, degrees))
    assert not turns(beside(outline, near, 0.0, 180.0, degrees))
    assert turns(beside(outline, 28.0, 0.0, 180.0, degrees))
