"""Every mesh file of other people's projects loads and lies as a person would put it; heights as measured on the pieces themselves."""
from pathlib import Path

import numpy as np
import pytest

from sim.errors import RefereeError
from sim.measure import INCH
from sim.scenario import scenario_from_dict
from sim.terrain.read import FORMATS

ROOT = Path(__file__).resolve().parents[3] / "shared" / "terrain"
needs_files = pytest.mark.skipif(not ROOT.is_dir(), reason="the terrain folder beside the project is not here")

KIT = {"units": "in", "scale": 0.75}              # a figure of these kits is two units tall: 1.5 in
HEX = {"units": "in", "scale": 1.5}
LIFE = {"units": "m", "scale": 1 / 46}            # drawn life size: a person of 1.75 m is 1.5 in
MM = {"units": "mm"}
ONE_UNIT_IS_FIVE_INCHES = {"known": [{"between": [[0, 0, 0], [0, 0, 1]], "inches": 5}]}

# file: what a person writes of it, its size in inches, and level ground (inches above its lowest point, square inches at least)
PIECES = {
    "cqterrain/stairs_industrial_stairs.stl": (MM, (75 / INCH, 75 / INCH, 50 / INCH), [(10 * i / INCH, 1.7) for i in range(1, 6)]),
    "cqterrain/walkway_bridge.stl": (MM, (235 / INCH, 75 / INCH, 46 / INCH), [(6 / INCH, 17)]),
    "cqterrain/ladder.stl": (MM, (26.5 / INCH, 4 / INCH, 50 / INCH), []),
    "cqindustry/guard_rail_platorm.stl": (MM, (6.142, 6.142, 26 / INCH), [(6 / INCH, 21)]),
    "kaykit_dungeon/stairs_walled.gltf.glb": (KIT, (3.75, 3, 3), [(0.375 * i, 0.6) for i in range(1, 9)]),
    "kaykit_dungeon/wall_doorway.glb": (KIT | {"parts": {"wall_doorway_door": {"leave_out": True}}}, (3, 0.75, 3), [(3, 2)]),
    "kaykit_dungeon/wall_archedwindow_open.gltf.glb": (KIT, (3, 0.75, 3), [(1.05 * 0.75, 1)]),
    "kaykit_dungeon/floor_tile_big_grate_open.obj": (KIT | {"up": "y"}, (3, 3, 0.7875), [(0.7875, 3)]),
    "kaykit_hexagon/building_bridge_A.obj": (HEX | {"up": "y"}, (2, 2.887, 1.875), [(1.8, 0.4)]),
    "kaykit_hexagon/building_scaffolding.obj": (HEX | {"up": "y"}, (2.851, 3.164, 1.948), [(h, 0.2) for h in (0.424, 0.664, 1.114)]),
    "kaykit_hexagon/trees_B_large.obj": (HEX | {"up": "y"}, (2.774, 2.899, 1.762), []),
    "quaternius_polypizza/market_stand_02.glb": ({"units": "in", "scale": 3}, (2.853, 3.57, 3.148), []),
    "mesh_navigation/floor_is_lava.ply": (LIFE, (7.703, 7.703, 2 / 46 / 0.0254), [(0.88 / 46 / 0.0254, 1.8), (1.28 / 46 / 0.0254, 10)]),
    "avian/character_controller_demo.glb": (LIFE, (12.838, 17.973, 1.712), [(0, 270), (1.712, 20)]),
    "esp32cam_rig/texturedMesh.obj": (ONE_UNIT_IS_FIVE_INCHES | {"up": "fit"}, (13.87, 13.7, 3.70), []),
    "trimesh_models/pyramids.3mf": ({}, (13.651, 6.421, 25 / INCH), [(25 / INCH, 4.8)]),
    "trimesh_models/multibody.stl": ({"units": "in"}, (0.636, 1.088, 0.34), []),
}
REFUSED = {"assimp/IndexOutOfRange/IndexOutOfRange.gltf": "E_INDEX"}


def laid(file: str, how: dict):
    """The piece's triangles in inches, in the middle of a table, and the scenario."""
    entry = {"name": "piece", "mesh": Path(file).name, "at": [24, 24, 0]} | how
    scenario = scenario_from_dict({"board": {"size": [48, 48]}, "terrain": [entry]}, folder=(ROOT / file).parent)
    return scenario.table.features[0].triangles / INCH, scenario


def level_area(triangles: np.ndarray, height: float) -> float:
    """Square inches facing up, level, at a height."""
    across = np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0])
    area = np.linalg.norm(across, axis=1)
    there = (across[:, 2] > 0.999 * area) & (np.abs(triangles.mean(axis=1)[:, 2] - height) < 0.002)
    return float(area[there].sum() / 2)


@needs_files
@pytest.mark.parametrize("file", PIECES)
def test_a_piece_loads_and_lies_as_a_person_would_put_it(file):
    how, size, levels = PIECES[file]
    triangles, _ = laid(file, how)
    low, high = triangles.min(axis=(0, 1)), triangles.max(axis=(0, 1))
    assert high - low == pytest.approx(size, abs=0.01)
    assert (low + high)[:2] / 2 == pytest.approx((24, 24), abs=1e-6)
    assert low[2] == 0
    for height, area in levels:
        assert level_area(triangles, height) >= area, height


@needs_files
@pytest.mark.parametrize("file", REFUSED)
def test_a_faulty_file_is_refused_for_what_is_wrong_with_it(file):
    with pytest.raises(RefereeError) as caught:
        laid(file, {"units": "mm"})
    assert caught.value.code == REFUSED[file]


@needs_files
def test_no_file_is_forgotten():
    there = {str(p.relative_to(ROOT)) for p in ROOT.rglob("*") if p.suffix.lower() in FORMATS}
    assert there == {*PIECES, *REFUSED}


@needs_files
def test_the_doorway_is_as_wide_and_high_as_its_kit_says_once_the_door_is_out():
    triangles, _ = laid("kaykit_dungeon/wall_doorway.glb", PIECES["kaykit_dungeon/wall_doorway.glb"][0])
    assert heights_over(triangles, 24.001).min() == pytest.approx(2.75 * 0.75, abs=0.01)
    for side in (-1, 1):
        assert heights_over(triangles, 24 + side * (0.75 + 0.05)).min() == 0


def heights_over(triangles: np.ndarray, x: float) -> np.ndarray:
    """The heights at which edges of triangles cross a plane x = const."""
    start, end = triangles, np.roll(triangles, -1, axis=1)
    crosses = (start[..., 0] < x) != (end[..., 0] < x)
    start, end = start[crosses], end[crosses]
    return start[:, 2] + (x - start[:, 0]) / (end[:, 0] - start[:, 0]) * (end[:, 2] - start[:, 2])


@needs_files
def test_the_scan_is_levelled_by_the_floor_it_stands_on_and_says_so():
    triangles, scenario = laid("esp32cam_rig/texturedMesh.obj", PIECES["esp32cam_rig/texturedMesh.obj"][0])
    told = {w.code: w for w in scenario.warnings}
    assert told["W_UP_AXIS"].at == "terrain[0].up"
    across = np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0])
    height, area = triangles.mean(axis=1)[:, 2], np.linalg.norm(across, axis=1)
    floor = height < 0.4
    assert across[floor & (across[:, 2] > 0.95 * area), 2].sum() > 0.5 * area[floor].sum()
    assert height[np.argsort(height)[-500:]].min() > 3                # the turntable's head is on top, not below


@needs_files
def test_instances_of_a_3mf_are_parts_by_item_and_by_object():
    def count(parts):
        return len(laid("trimesh_models/pyramids.3mf", {"parts": parts})[0])
    out = {"leave_out": True}
    whole = count({})
    assert whole == 3276
    one, boxes = whole - count({"Composed Part_1/Box": out}), whole - count({"Box": out})
    assert boxes == 3 * one > 0
    assert count({"Composed Part_1": out}) == count({"Composed Part_1/Box": out, "Composed Part_1/Pyramid_3": out})
