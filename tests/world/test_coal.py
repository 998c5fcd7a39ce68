"""A second engine, coal, on real meshes: the same placements overlap, the same distances lie between (skips without coal or the meshes)."""
from __future__ import annotations

from math import cos, hypot, inf, radians, sin
from pathlib import Path

import numpy as np
import pytest

from sim.measure import AT
from sim.shapes import Outline
from sim.table import Table
from sim.terrain.place import Placement, place
from sim.terrain.read import read
from sim.world import SKIN, World

coal = pytest.importorskip("coal", reason="the collision library coal is not installed")
TERRAIN = Path(__file__).parents[3] / "shared" / "terrain"
pytestmark = pytest.mark.skipif(not TERRAIN.is_dir(), reason="the shared folder of real terrain is not beside this project")

MESHES = {
    "an industrial stair": ("cqterrain/stairs_industrial_stairs.stl", dict(units="mm")),
    "a slotted walkway": ("cqterrain/walkway_bridge.stl", dict(units="mm")),
    "a platform with rails": ("cqindustry/guard_rail_platorm.stl", dict(units="mm")),
    "a walled stair": ("kaykit_dungeon/stairs_walled.gltf.glb", dict(units="in", scale=0.75)),
    "a wall with a window": ("kaykit_dungeon/wall_archedwindow_open.gltf.glb", dict(units="in", scale=0.75)),
    "a scaffolding": ("kaykit_hexagon/building_scaffolding.obj", dict(units="in", scale=2.0, up="y")),
    "trees": ("kaykit_hexagon/trees_B_large.obj", dict(units="in", scale=2.0, up="y")),
    "one open sheet with walls and a ramp": ("mesh_navigation/floor_is_lava.ply", dict(units="m", scale=0.05)),
}
ROUND, RECT = Outline.round(32), Outline.rect(25, 50)
BLADE = Outline.polygon([(20, 3), (8, 18), (-10, 15), (-18, 0), (-7, -16), (12, -14)])
OUTLINES = [ROUND, RECT, BLADE]
QUESTIONS = 60
CLOSE = 1e-4                       # mm: as exactly as coal is asked to iterate


@pytest.fixture(scope="module", params=MESHES)
def piece(request):
    """A mesh as a table of the referee's and as a model of coal's."""
    file, how = MESHES[request.param]
    feature = place(read(TERRAIN / file), Placement(name="piece", at=(12.0, 12.0, 0.0), **how))
    triangles = feature.triangles
    model = coal.BVHModelOBBRSS()
    model.beginModel(len(triangles), 3 * len(triangles))
    model.addVertices(triangles.reshape(-1, 3))
    model.addTriangles(np.arange(3 * len(triangles)).reshape(-1, 3))
    model.endModel()
    assert model.num_tris == len(triangles)
    return World(Table(size=(24 * 25.4, 24 * 25.4), floor=False, features=(feature,))), model


def prism(outline: Outline, grown: float, height: float):
    """An upright prism about the origin, as coal has it."""
    if outline.is_round:
        return coal.Cylinder(outline.radius + grown, height)
    corners = np.array(outline.corners)
    if grown:
        sides = np.roll(corners, -1, axis=0) - corners
        out = np.column_stack([sides[:, 1], -sides[:, 0]]) / np.linalg.norm(sides, axis=1)[:, None]
        corners = np.array([c + np.linalg.solve(out[[i - 1, i]], [grown, grown]) for i, c in enumerate(corners)])
    points = coal.StdVec_Vec3s()
    for x, y in corners:
        for z in (-height / 2, height / 2):
            points.append(np.array([x, y, z]))
    return coal.Convex.convexHull(points, True, "Qt")


def apart(model, shape, x, y, z, height, facing) -> float:
    """Coal's distance between the mesh and a prism from z to z + height; not above zero where they overlap."""
    c, s = cos(radians(facing)), sin(radians(facing))
    pose = coal.Transform3s(np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]]), np.array([x, y, z + height / 2]))
    request = coal.DistanceRequest()
    request.gjk_tolerance = 1e-8
    return coal.distance(model, coal.Transform3s.Identity(), shape, pose, request, coal.DistanceResult())


def questions(world: World, seed: int):
    """Places in and round the piece's box, half of them where a base just rests or just touches."""
    chance = np.random.default_rng(seed)
    x0, y0, z0, x1, y1, z1 = world.extent
    for n in range(QUESTIONS):
        outline, height = OUTLINES[n % 3], float(chance.choice([2.54, 38.1]))
        x, y, z, facing = chance.uniform(x0 - 30, x1 + 30), chance.uniform(y0 - 30, y1 + 30), chance.uniform(z0 - height, z1 + 10), chance.uniform(0, 360)
        if n % 2:
            levels = world.levels(outline, x, y, facing, height)
            z = levels[chance.integers(len(levels))].floor + chance.choice([-3 * AT, 3 * AT]) if levels else z
        yield outline, x, y, z, height, facing


def test_both_engines_say_of_the_same_placements_that_they_overlap(piece):
    world, model = piece
    overlapping = 0
    for outline, x, y, z, height, facing in questions(world, 1):
        inside = world.overlaps(outline, x, y, z, height, facing) >= 0
        if inside:
            assert apart(model, prism(outline, 0.0, height), x, y, z, height, facing) <= CLOSE
        else:
            trimmed = height - 2 * AT
            assert apart(model, prism(outline, -AT, trimmed), x, y, z + AT, trimmed, facing) > -CLOSE
        overlapping += inside
    assert 0 < overlapping < QUESTIONS


def test_both_engines_measure_the_same_distance(piece):
    world, model = piece
    measured = 0
    for outline, x, y, z, height, facing in questions(world, 2):
        found, _ = world.distance(outline, x, y, z, facing, height)
        theirs = apart(model, prism(outline, 0.0, height), x, y, z, height, facing)
        if theirs > 10 * CLOSE or found > 10 * CLOSE:
            assert found == pytest.approx(theirs, abs=AT)
            measured += 1
    assert measured > QUESTIONS / 10


def test_a_sweep_ends_where_the_other_engine_finds_the_first_contact(piece):
    world, model = piece
    chance = np.random.default_rng(3)
    x0, y0, z0, x1, y1, z1 = world.extent
    met = 0
    for n in range(QUESTIONS // 2):
        outline, height, facing, toward = OUTLINES[n % 3], 2.54, chance.uniform(0, 360), chance.uniform(0, 2 * np.pi)
        z = chance.uniform(z0 - 1, z1)
        middle = np.array([chance.uniform(x0, x1), chance.uniform(y0, y1)])
        far = hypot(x1 - x0, y1 - y0) + 60
        start, end = middle - far * np.array([cos(toward), sin(toward)]), middle + far * np.array([cos(toward), sin(toward)])
        s, _ = world.sweep(outline, tuple(start), tuple(end), z, height, facing)
        if s < inf:
            x, y = start + s * (end - start) / (2 * far)
            shape = prism(outline, -SKIN, height - 2 * SKIN)
            assert abs(apart(model, shape, x, y, z + SKIN, height - 2 * SKIN, facing)) <= CLOSE * 10
            met += 1
    assert met
