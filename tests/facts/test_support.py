"""What a base rests on, worked out by hand on a plane slope: it tilts with the slope up to 45 degrees, and slides off a steeper one."""
from __future__ import annotations

from math import radians, tan

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.facts.support import Rest
from sim.shapes import Outline, Pose
from sim.terrain.solids import wedge
from tests.world.placed import FEW, there, turned, world

OUTLINES = st.sampled_from([Outline.round(25), Outline.round(32), Outline.oval(60, 35), Outline.rect(25, 50)])
HEADINGS = st.floats(0, 360)


def rest_on_slope(outline: Outline, slope: float, heading: float, facing: float) -> Rest:
    """A base in the middle of a slope 200 mm long, rising towards `heading`, `facing` any way."""
    ramp = world(turned(wedge([200, 200, 200 * tan(radians(slope))]), heading))
    x, y = there(0, 0, heading)
    top = ramp.levels(outline, x, y, facing, 10.0)[-1].floor
    return Rest(ramp, outline, Pose(x, y, top, facing))


@FEW
@given(OUTLINES, HEADINGS, HEADINGS, st.sampled_from([5.0, 30.0, 44.9, 45.0]))
def test_a_slope_of_up_to_45_degrees_bears_a_base_at_any_heading(outline, heading, facing, slope):
    rest = rest_on_slope(outline, slope, heading, facing)
    assert rest.stands and rest.plane.tilt == pytest.approx(slope, abs=0.05)
    assert rest.elevation == pytest.approx(100 * tan(radians(slope)), abs=0.05)


@FEW
@given(OUTLINES, HEADINGS, HEADINGS, st.sampled_from([46.0, 50.0, 60.0]))
def test_a_steeper_slope_bears_no_base_at_any_heading(outline, heading, facing, slope):
    assert not rest_on_slope(outline, slope, heading, facing).stands
