"""PyBullet against closed forms and a brute-force clip of its own, and every trap of it that we know of."""
import subprocess
import sys
from math import cos, hypot, inf, pi, radians, sin, tan

import numpy as np
import pytest

from sim.errors import RefereeError
from sim.measure import AT
from sim.shapes import Outline, Pose
from sim.terrain.solids import box, wedge
from sim.world.bullet import SKIN, BulletWorld, available
from sim.world.cross_check import cross_check

needs_pybullet = pytest.mark.skipif(not available(), reason="PyBullet has no wheel for this Python")
BAND = 1e-6               # mm: how closely PyBullet and the closed forms are held to agree
ROUND, RECT, OVAL = Outline.round(32), Outline.rect(50, 25), Outline.oval(60, 35)
KITE = Outline.polygon([(20, 0), (0, 14), (-15, 0), (0, -14)])
HEIGHT = 2.54


def block(low, high):
    """The box between two corners."""
    low, high = np.array(low, dtype=float), np.array(high, dtype=float)
    return box(high - low) + [*((low + high) / 2)[:2], low[2]]


def sheet(n, size, z=0.0):
    """A square of 2 n n triangles about the origin."""
    x = np.linspace(-size / 2, size / 2, n + 1)
    grid = np.dstack([*np.meshgrid(x, x, indexing="ij"), np.full((n + 1, n + 1), z)])
    a, b, c, d = grid[:-1, :-1], grid[1:, :-1], grid[1:, 1:], grid[:-1, 1:]
    return np.stack([a, b, c, a, c, d], axis=2).reshape(-1, 3, 3)


@pytest.fixture
def table():
    """A block of 60 x 60 x 50 on a floor of 400 x 400 at z = 0."""
    with BulletWorld(np.concatenate([block((-30, -30, 0), (30, 30, 50)), sheet(1, 400)])) as world:
        yield world


# --- independent answers

def disc_margin(low, high, radius, height, pose):
    """Clearance (below zero: overlap) of an upright disc and a box, the larger of that in plan and that in height."""
    dx, dy = max(low[0] - pose.x, pose.x - high[0]), max(low[1] - pose.y, pose.y - high[1])
    plan = hypot(max(dx, 0), max(dy, 0)) if max(dx, dy) > 0 else max(dx, dy)
    return max(plan - radius, low[2] - pose.z - height, pose.z - high[2])


def inside(low, high, reach, height, pose):
    """Whether a prism of that reach touches no face of the box since it lies wholly within."""
    return (low[0] + reach < pose.x < high[0] - reach and low[1] + reach < pose.y < high[1] - reach
            and low[2] < pose.z and pose.z + height < high[2])


def clipped(corners, axis, limit, sign):
    """What of a polygon lies beyond a limit along one axis."""
    out = []
    for a, b in zip(corners, corners[1:] + corners[:1]):
        da, db = sign * (a[axis] - limit), sign * (b[axis] - limit)
        if da > 0:
            out.append(a)
        if da * db < 0:
            out.append(a + (b - a) * (da / (da - db)))
    return out


def meets(triangle, half, height, pose, rectangle=False):
    """Whether a triangle comes into the open prism of an ellipse or a rectangle, by clipping it."""
    turn = np.array([[cos(radians(pose.facing)), -sin(radians(pose.facing))], [sin(radians(pose.facing)), cos(radians(pose.facing))]])
    local = triangle - (pose.x, pose.y, pose.z)
    local = np.column_stack([local[:, :2] @ turn / half, local[:, 2]])
    part = clipped(clipped([*local], 2, 0.0, 1), 2, height, -1)
    if rectangle:
        for axis in (0, 1):
            part = clipped(clipped(part, axis, -1.0, 1), axis, 1.0, -1)
        return bool(part)
    if not part:
        return False
    p = np.array(part)[:, :2]
    q = np.roll(p, -1, axis=0)
    d = q - p
    length = (d * d).sum(1)
    t = np.clip(-(p * d).sum(1) / np.where(length > 0, length, 1), 0, 1)
    around = p[:, 0] * q[:, 1] - p[:, 1] * q[:, 0]
    return ((p + d * t[:, None]) ** 2).sum(1).min() < 1 or (len(p) > 2 and (bool((around > 0).all()) or bool((around < 0).all())))


def near_contact(rng, low, high, radius, height):
    """A random pose: anywhere about, or within a hair's breadth of resting on the box, hanging under it or standing at a side."""
    x, y = rng.uniform(low[:2] - radius - 5, high[:2] + radius + 5)
    z = rng.uniform(low[2] - height - 3, high[2] + 3)
    off = rng.choice([0, 1e-12, 1e-9, 1e-6, 1e-4, 0.001, 0.0024, 0.0026, 0.004, 0.01]) * rng.choice([-1, 1])
    match rng.integers(5):
        case 0:
            z = high[2] + off
        case 1:
            z = low[2] - height + off
        case 2:
            x = high[0] + radius + off
        case 3:
            angle = rng.uniform(0, pi / 2)
            x, y = high[:2] + (radius + off) * np.array([cos(angle), sin(angle)])
    return Pose(x, y, z, rng.uniform(0, 360))


def near_triangle(rng, triangle, outline):
    """A random pose about a point of a triangle, every third time within a hair's breadth of its highest or lowest corner."""
    reach, point = max(outline.half), rng.dirichlet([1, 1, 1]) @ triangle
    x, y = point[:2] + rng.uniform(-1, 1, 2) * reach
    z = point[2] - rng.uniform(-0.2, 1.2) * HEIGHT
    if rng.integers(3) == 0:
        z = rng.choice([triangle[:, 2].max(), triangle[:, 2].min() - HEIGHT]) + rng.choice([-0.01, -0.004, -0.0026, -0.0024, 0, 0.001])
    return Pose(x, y, z, rng.uniform(0, 360))


# --- agreement

@needs_pybullet
def test_a_disc_overlaps_a_box_exactly_where_the_closed_form_says_so():
    rng, counts = np.random.default_rng(1), {True: 0, False: 0}
    for _ in range(40):
        low = rng.uniform(-30, 30, 3) + [1000, 600, 40]
        high = low + rng.uniform(2, 90, 3)
        radius, height = rng.choice([12.5, 16, 25, 50]), rng.choice([HEIGHT, 25, 38.1])
        poses = [near_contact(rng, low, high, radius, height) for _ in range(100)]
        with BulletWorld(block(low, high)) as world:
            depths = world.overlap(Outline.round(2 * radius), height, poses)
        for pose, depth in zip(poses, depths):
            margin = disc_margin(low, high, radius, height, pose)
            if inside(low, high, radius, height, pose) or abs(margin + SKIN) < BAND:
                continue
            assert (depth > 0) == (margin < -SKIN), (pose, margin, depth)
            counts[depth > 0] += 1
    assert sum(counts.values()) >= 3000 and min(counts.values()) >= 500


@needs_pybullet
@pytest.mark.parametrize("outline", [ROUND, RECT, OVAL, Outline.oval(170, 105)], ids=lambda o: o.name)
def test_a_base_meets_a_triangle_exactly_where_a_clip_of_the_triangle_says_so(outline):
    rng, counts, rect = np.random.default_rng(2), {True: 0, False: 0}, bool(outline.corners)
    for kind in range(120):
        triangle = rng.uniform([0, 0, 0], [1200, 1200, 100]) + rng.normal(0, rng.choice([0.3, 3, 30]), (3, 3))
        if kind % 4 == 1:                                  # a needle, as scans have them
            triangle[2] = triangle[0] + rng.uniform() * (triangle[1] - triangle[0]) + rng.normal(0, 1e-4, 3)
        if kind % 4 == 2:
            triangle[:, 2] = triangle[0, 2]
        if kind % 4 == 3:
            triangle[:, 0] = triangle[0, 0]
        poses = [near_triangle(rng, triangle, outline) for _ in range(25)]
        with BulletWorld(triangle[None]) as world:
            depths, short = world.overlap(outline, HEIGHT, poses), world.error(outline, HEIGHT) + BAND
        exact = outline.is_round or rect
        small, large = (SKIN + BAND, SKIN - BAND) if exact else (short, 0.0)
        for pose, depth in zip(poses, depths):
            must, may = (meets(triangle, np.array(outline.half) - skin, HEIGHT - 2 * skin,
                               Pose(pose.x, pose.y, pose.z + skin, pose.facing), rect) for skin in (small, large))
            assert not (must and depth == 0), (triangle, pose)
            assert not (depth > 0 and not may), (triangle, pose, depth)
            counts[depth > 0] += 1
    assert min(counts.values()) >= 300


@needs_pybullet
@pytest.mark.parametrize("outline", [ROUND, RECT, OVAL, KITE], ids=lambda o: o.name)
def test_contact_at_equality_is_no_overlap(table, outline):
    at_wall = [Pose(30 + outline.reach((-1, 0), turn), 3, 10, turn) for turn in (0, 17, 45, 90)]
    under = [Pose(100, 3, -HEIGHT)]
    assert not table.overlap(outline, HEIGHT, [Pose(0.3, 0.1, 50, 33), Pose(100, 80, 0), *at_wall, *under]).any()


@needs_pybullet
def test_a_level_base_resting_on_its_rim_on_a_ramp_is_no_overlap():
    rise = tan(radians(30))
    with BulletWorld(wedge([200, 120, 200 * rise])) as world:
        resting = [Pose(x, y, (100 + x + 16) * rise) for x in np.linspace(-60, 60, 41) for y in (-9.7, 0, 13.1)]
        assert not world.overlap(ROUND, HEIGHT, resting).any()
        sunk = [Pose(p.x, p.y, p.z - 0.1) for p in resting]
        assert world.overlap(ROUND, HEIGHT, sunk) == pytest.approx(0.1 * cos(radians(30)), abs=SKIN)


@needs_pybullet
@pytest.mark.parametrize("outline", [ROUND, RECT, OVAL, KITE], ids=lambda o: o.name)
def test_depth_on_a_face_is_how_far_the_base_is_below_it(table, outline):
    for depth in (0.01, 0.1, 1.0):
        found = table.overlap(outline, HEIGHT, [Pose(0, 0, 50 - depth, 20)])
        exact = outline in (ROUND, RECT)
        assert found == pytest.approx(depth, abs=1e-9 if exact else table.error(outline, HEIGHT))


@needs_pybullet
def test_the_facing_turns_the_base(table):
    assert not table.overlap(RECT, HEIGHT, [Pose(43, 0, 10, 90)]).any()
    assert table.overlap(RECT, HEIGHT, [Pose(43, 0, 10, 0)]).all()


@needs_pybullet
def test_the_deepest_contact_names_the_source_of_a_split_triangle():
    terrain = np.concatenate([sheet(1, 1000), block((-30, -30, 20), (30, 30, 50))])
    with BulletWorld(terrain) as world:
        assert world.deepest(ROUND, HEIGHT, Pose(200, -300, -1)).triangle == 0
        assert world.deepest(ROUND, HEIGHT, Pose(-300, 200, -1)).triangle == 1
        wall = world.deepest(ROUND, HEIGHT, Pose(45, 5, 30))
        assert set(terrain[wall.triangle][:, 0]) == {30} and wall.depth == pytest.approx(1)
        assert world.deepest(ROUND, HEIGHT, Pose(200, 200, 1)) is None


@needs_pybullet
def test_touches_finds_terrain_within_reach_and_none_much_further(table):
    for outline in (ROUND, RECT, OVAL, KITE):
        slack = table.error(outline, HEIGHT)
        for reach in (AT, 1.0, 25.4):
            assert table.touches(outline, HEIGHT, Pose(30 + outline.reach((-1, 0)) + reach, 0, 30), reach)
            assert not table.touches(outline, HEIGHT, Pose(30 + outline.reach((-1, 0)) + reach + slack + BAND, 0, 30), reach)


# --- PyBullet's traps

@needs_pybullet
def test_a_mesh_is_its_surface_and_not_its_hull():
    room = np.concatenate([block((-100, -100, 0), (100, -90, 60)), block((-100, 90, 0), (100, 100, 60))])
    with BulletWorld(room) as world:
        assert not world.overlap(ROUND, HEIGHT, [Pose(0, 0, 20)]).any()
        assert world.rays([[0, 0, 100]], [[0, 0, -100]])[0] == inf


@needs_pybullet
def test_bodies_have_no_hidden_margin(table):
    assert table.overlap(ROUND, HEIGHT, [Pose(0, 0, 50 - SKIN + 1e-5), Pose(30 + 16 - SKIN + 1e-5, 0, 30)]).tolist() == [0, 0]
    assert table.overlap(ROUND, HEIGHT, [Pose(0, 0, 50 - SKIN - 1e-5)]) == pytest.approx(SKIN + 1e-5, abs=1e-9)


@needs_pybullet
@pytest.mark.parametrize("count", [16_000, 16_384, 32_768])
def test_no_ray_of_a_large_batch_is_lost(table, count):
    starts = np.column_stack([np.linspace(-25, 25, count), np.zeros(count), np.full(count, 60.0)])
    assert table.rays(starts, starts - [0, 0, 20]) == pytest.approx(np.full(count, 0.5), abs=1e-6)


@needs_pybullet
def test_rays_reach_past_a_free_edge_only_where_triangles_are_large():
    terrain = np.array([[[0, 0, 0], [1500, 0, 0], [0, 1500, 0]]], dtype=float)    # a slanting edge: boxes hide it along the others
    along = np.linspace(300, 1200, 50)
    beside = np.array([[x + off, 1500 - x + off, 10.0] for x in along for off in (0.01, 0.07)])
    first = np.array([[x - 1, 1500 - x - 1, 10.0] for x in along])                # on the sheet, so that its edge is loaded
    with BulletWorld(terrain) as world, BulletWorld(terrain, longest=inf) as unsplit:
        for w in (world, unsplit):
            assert np.isfinite(w.rays(first, first - [0, 0, 20])).all()
        assert np.isinf(world.rays(beside, beside - [0, 0, 20])).all()
        assert np.isfinite(unsplit.rays(beside, beside - [0, 0, 20])).all()


@needs_pybullet
def test_a_ray_down_from_a_surface_meets_it_and_one_up_from_it_does_not(table):
    on = [[3, 2, 50.0]] * 3
    fractions = table.rays(on, [[3, 2, -10], [3, 2, 90], [25, 2, 50]])
    assert fractions[0] == pytest.approx(0, abs=1e-6) and np.isinf(fractions[1:]).all()


@needs_pybullet
def test_rays_pass_through_bases(table):
    table.overlap(ROUND, 30, [Pose(100, 100, 0)])
    assert table.rays([[100, 100, 60]], [[100, 100, -60]]) == pytest.approx([0.5], abs=1e-6)


@needs_pybullet
def test_ten_thousand_placements_answer_alike_in_a_used_and_in_a_fresh_world():
    rng = np.random.default_rng(3)
    terrain = np.concatenate([block(low, low + rng.uniform(5, 60, 3)) for low in rng.uniform([0, 0, 0], [600, 600, 10], (60, 3))])
    poses = [Pose(*p) for p in rng.uniform([0, 0, -2, 0], [600, 600, 70, 360], (2500, 4))]
    with BulletWorld(terrain) as used, BulletWorld(terrain) as fresh:
        for outline in (RECT, OVAL, ROUND):
            used.overlap(outline, 20, poses[::-1])
        first = used.overlap(ROUND, HEIGHT, poses)
        assert (first > 0).any() and not (first > 0).all()
        for _ in range(3):
            assert (used.overlap(ROUND, HEIGHT, poses) == first).all()
        assert (fresh.overlap(ROUND, HEIGHT, poses) == first).all()


@needs_pybullet
def test_a_base_is_one_body_however_often_it_is_asked_about(table):
    for _ in range(50):
        table.overlap(ROUND, HEIGHT, [Pose(0, 0, 50)])
        table.overlap(Outline.round(32), HEIGHT, [Pose(0, 0, 40)])
    client = table._client
    assert client.p.getNumBodies(physicsClientId=client.id) == table.loaded + 1


@needs_pybullet
def test_a_question_loads_only_the_tiles_that_it_comes_near():
    with BulletWorld(sheet(64, 1280), most=512) as world:            # 16 tiles of 320 x 320
        assert world.loaded == 0
        world.overlap(ROUND, HEIGHT, [Pose(-480, -480, 0)])
        assert world.loaded == 1
        world.overlap(ROUND, HEIGHT, [Pose(-480, -480, 40), Pose(-480, -480, 0.0, 90)])
        assert world.loaded == 1
        world.overlap(ROUND, HEIGHT, [Pose(-320, -320, 0)])
        assert world.loaded == 4
        world.rays([[480, 480, 10], [480, 160, 10], [170, 480, 10]], [[480, 480, -10], [480, 160, 1], [200, 480, -10]])
        assert world.loaded == 6


@needs_pybullet
def test_more_vertices_than_pybullet_takes_at_once_are_all_there():
    terrain = sheet(220, 1100)                                        # 290,400 vertices; it stops at 131,072
    middles = terrain[::37].mean(1)
    with BulletWorld(terrain) as world:
        assert world.rays(middles + [0, 0, 5], middles - [0, 0, 5]) == pytest.approx(np.full(len(middles), 0.5), abs=1e-6)
        probe = Outline.round(1)
        depths = world.overlap(probe, HEIGHT, [Pose(x, y, -1) for x, y, _ in middles])
        assert depths == pytest.approx(np.full(len(middles), 1.0), abs=1e-6)


@needs_pybullet
def test_nothing_is_printed_on_stdout():
    code = ("import numpy as np; from sim.shapes import Outline, Pose; from sim.terrain.solids import box\n"
            "from sim.world.bullet import BulletWorld\n"
            "with BulletWorld(box([60, 60, 50])) as w:\n"
            "    for o in (Outline.round(32), Outline.oval(60, 35)):\n"
            "        w.deepest(o, 2.54, Pose(0, 0, 49)), w.rays([[0, 0, 90]], [[0, 0, 0]]), w.settle(o, 30, Pose(0, 0, 50))\n")
    done = subprocess.run([sys.executable, "-c", code], capture_output=True)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")


@needs_pybullet
def test_what_was_printed_before_and_after_still_comes_out():
    code = "print('before'); import sim.world.bullet_client as b; b.Client().close(); print('after')"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.stdout.split() == ["before", "after"]


# --- the world as an object

@needs_pybullet
def test_nothing_reaches_pybullet_unvalidated(table):
    with pytest.raises(RefereeError, match="E_NONFINITE"):
        BulletWorld(np.full((1, 3, 3), np.nan))
    for nonsense in (np.nan, inf):
        with pytest.raises(ValueError, match="finite"):
            table.overlap(ROUND, HEIGHT, [Pose(nonsense, 0, 0)])
        with pytest.raises(ValueError, match="finite"):
            table.rays([[0, 0, nonsense]], [[0, 0, 0]])
        with pytest.raises(ValueError, match="finite"):
            table.settle(ROUND, HEIGHT, Pose(0, 0, 0, nonsense))
    with pytest.raises(ValueError, match="higher"):
        table.overlap(ROUND, AT, [Pose(0, 0, 0)])
    with pytest.raises(ValueError, match="wider"):
        table.overlap(Outline.round(AT), HEIGHT, [Pose(0, 0, 0)])


@needs_pybullet
def test_worlds_do_not_share_anything_and_close_for_themselves(table):
    other = BulletWorld(sheet(1, 100, z=80))
    assert other.overlap(ROUND, HEIGHT, [Pose(0, 0, 49), Pose(0, 0, 79)]) == pytest.approx([0, 1])
    other.close(), other.close()
    assert table.overlap(ROUND, HEIGHT, [Pose(0, 0, 49), Pose(0, 0, 79)]) == pytest.approx([1, 0])


@needs_pybullet
def test_an_empty_table_blocks_nothing():
    with BulletWorld(np.zeros((0, 3, 3))) as world:
        assert world.overlap(ROUND, HEIGHT, [Pose(0, 0, 0)]).tolist() == [0]
        assert world.rays([[0, 0, 1]], [[0, 0, -1]])[0] == inf and len(world.rays([], [])) == 0


def test_without_pybullet_the_package_imports_and_the_cross_check_is_absent(monkeypatch):
    monkeypatch.setitem(sys.modules, "pybullet", None)
    assert not available()
    with pytest.raises(ImportError):
        BulletWorld(sheet(1, 10))
    assert cross_check(None, ROUND, HEIGHT, [Pose(0, 0, 0)]).status == "absent"


# --- the cross-check

@needs_pybullet
def test_the_cross_check_agrees_where_the_base_is_free_or_in_contact(table):
    walk = [Pose(x, 0, 0) for x in np.linspace(150, 46, 14)]
    assert cross_check(table, ROUND, HEIGHT, [*walk, Pose(0, 0, 50)]).status == "agrees"


@needs_pybullet
def test_the_cross_check_shows_where_a_wall_was_overlooked(table):
    walk = [Pose(x, 0, 0) for x in (150, 100, 45.5, 45, 100)]
    found = cross_check(table, ROUND, HEIGHT, walk)
    assert (found.status, found.where) == ("disagrees", walk[3]) and found.depth == pytest.approx(1)


@needs_pybullet
def test_the_cross_check_forgives_depth_up_to_what_is_allowed(table):
    sunk = [Pose(100, 100, -0.5)]
    assert cross_check(table, ROUND, HEIGHT, sunk, depth_ok=0.6).status == "agrees"
    assert cross_check(table, ROUND, HEIGHT, sunk, depth_ok=0.4).status == "disagrees"
    assert cross_check(table, ROUND, HEIGHT, [Pose(100, 100, -AT + 1e-6)]).status == "agrees"
    assert cross_check(table, ROUND, HEIGHT, [Pose(100, 100, -AT - 1e-6)]).status == "disagrees"


@needs_pybullet
def test_the_cross_check_overlooks_allowed_triangles_and_no_others(table):
    floor = {12, 13}                                                  # the block's twelve triangles come first
    assert cross_check(table, ROUND, HEIGHT, [Pose(100, 100, -1)], allowed=floor).status == "agrees"
    in_both = cross_check(table, ROUND, HEIGHT, [Pose(45.5, 0, -1)], allowed=floor)
    assert in_both.status == "disagrees" and in_both.triangle < 12 and in_both.depth == pytest.approx(0.5)
