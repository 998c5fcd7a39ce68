"""Models let go on scenes whose outcome is known."""
from math import radians, tan

import numpy as np
import pytest

from sim.shapes import Outline, Pose
from sim.terrain.solids import box, wedge
from sim.world.bullet import BulletWorld, available

pytestmark = pytest.mark.skipif(not available(), reason="PyBullet has no wheel for this Python")
BASES = [Outline.round(32), Outline.oval(60, 35), Outline.rect(25, 25)]
HEIGHTS = [2.54, 38.1]


@pytest.fixture
def ledge():
    """A block of 60 x 60 x 50 on the floor; its edge at x = 30."""
    with BulletWorld(np.concatenate([box([60, 60, 50]), box([400, 400, 1]) - [0, 0, 1]])) as world:
        yield world


def on_ramp(angle):
    """A ramp of that angle, and the pose of a level 32 mm base that just touches it with its rim."""
    rise = tan(radians(angle))
    return BulletWorld(wedge([200, 120, 200 * rise])), Pose(0, 0, (100 + 16) * rise)


@pytest.mark.parametrize("height", HEIGHTS)
@pytest.mark.parametrize("outline", BASES, ids=lambda o: o.name)
def test_a_model_on_flat_ground_stands_where_it_is(ledge, outline, height):
    settled = ledge.settle(outline, height, Pose(100, 90, 0, 30))
    assert not settled.topples and settled.tilt < 0.05 and settled.moved < 0.05
    assert settled.pose.facing == pytest.approx(30, abs=0.05)


@pytest.mark.parametrize("height", HEIGHTS)
@pytest.mark.parametrize("outline", BASES, ids=lambda o: o.name)
def test_a_model_with_its_centre_past_an_edge_topples_and_one_with_it_short_of_the_edge_stands(ledge, outline, height):
    for inside in (20, 29, 29.8):
        settled = ledge.settle(outline, height, Pose(inside, 0, 50))
        assert not settled.topples and settled.moved < 0.1
    for outside in (30.2, 31, 35):
        assert ledge.settle(outline, height, Pose(outside, 0, 50)).topples


@pytest.mark.parametrize("height", HEIGHTS)
@pytest.mark.parametrize("angle", [10, 20, 30])
def test_a_model_on_a_ramp_leans_by_its_angle_and_stays(angle, height):
    world, pose = on_ramp(angle)
    with world:
        settled = world.settle(Outline.round(32), height, pose)
    assert settled.tilt == pytest.approx(angle, abs=0.1) and not settled.topples
    assert abs(settled.pose.x) < 3 and settled.pose.z == pytest.approx((100 + settled.pose.x) * tan(radians(angle)), abs=0.1)


def test_a_model_slides_down_a_ramp_steeper_than_its_friction_holds():
    world, pose = on_ramp(20)
    with world:
        holds = world.settle(Outline.round(32), 2.54, pose, seconds=0.5, friction=0.5)
        slides = world.settle(Outline.round(32), 2.54, pose, seconds=0.5, friction=0.2)
    assert abs(holds.pose.x) < 3 and slides.pose.x < -20
    assert slides.tilt == pytest.approx(20, abs=1) and not slides.topples


def test_a_model_let_go_in_the_air_lands_and_says_how_far_it_fell(ledge):
    settled = ledge.settle(Outline.round(32), 38.1, Pose(100, 90, 10))
    assert settled.moved == pytest.approx(10, abs=0.05) and settled.pose.z == pytest.approx(0, abs=0.05)


def test_a_model_over_nothing_falls():
    with BulletWorld(box([10, 10, 10])) as world:
        assert world.settle(Outline.round(32), 38.1, Pose(500, 0, 0), seconds=0.5).moved > 40


def test_settling_has_one_answer_whatever_was_asked_before(ledge):
    question = (Outline.oval(60, 35), 30.0, Pose(31, 4, 50, 25))
    first = ledge.settle(*question)
    ledge.overlap(*question[:2], [Pose(31, 4, 49)])
    ledge.settle(Outline.round(32), 10.0, Pose(0, 0, 50))
    assert ledge.settle(*question) == first
