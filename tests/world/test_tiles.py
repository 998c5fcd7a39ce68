"""Terrain cut into tiles loses nothing and knows where each piece came from."""
import numpy as np
import pytest

from sim.errors import RefereeError
from sim.terrain.solids import box
from sim.world.tiles import MOST, Tiles, split


def areas(triangles):
    return np.linalg.norm(np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0]), axis=1) / 2


def scattered(n, seed=0):
    rng = np.random.default_rng(seed)
    return rng.uniform(0, 1000, (n, 1, 3)) + rng.normal(0, 5, (n, 3, 3))


def test_every_piece_is_in_exactly_one_tile_and_within_its_box():
    terrain = scattered(3000)
    tiles = Tiles.of(terrain, most=100).tiles
    assert sorted(np.concatenate([tile.source for tile in tiles]).tolist()) == list(range(3000))
    for tile in tiles:
        low, high = tile.box
        assert len(tile.pieces) <= 100
        assert (tile.pieces == terrain[tile.source]).all()
        assert (tile.pieces >= low).all() and (tile.pieces <= high).all()


def test_a_tile_fits_into_the_smallest_of_pybullets_limits():
    assert 3 * MOST <= 8192


def test_triangles_over_one_spot_are_still_divided():
    assert {len(tile.pieces) for tile in Tiles.of(np.tile(scattered(1), (64, 1, 1)), most=8).tiles} == {8}


def test_split_pieces_are_short_cover_their_source_and_keep_its_side():
    rng = np.random.default_rng(1)
    terrain = rng.uniform(-600, 600, (20, 3, 3))
    pieces, source = split(terrain, 100.0)
    assert np.linalg.norm(np.roll(pieces, -1, axis=1) - pieces, axis=2).max() <= 100
    covered = np.bincount(source, weights=areas(pieces), minlength=20)
    assert covered == pytest.approx(areas(terrain))
    normals = np.cross(pieces[:, 1] - pieces[:, 0], pieces[:, 2] - pieces[:, 0])
    whole = np.cross(terrain[:, 1] - terrain[:, 0], terrain[:, 2] - terrain[:, 0])[source]
    assert ((normals * whole).sum(1) > 0).all()


def test_splitting_opens_no_crack_between_neighbours():
    pieces, _ = split(box([1200, 700, 300]), 100.0)
    edges = {}
    for a, b, c in pieces:
        for start, end in ((a, b), (b, c), (c, a)):
            edges[tuple(start), tuple(end)] = edges.get((tuple(start), tuple(end)), 0) + 1
    assert all(edges.get((end, start)) == count == 1 for (start, end), count in edges.items())


def test_short_triangles_are_left_as_they_are():
    terrain = scattered(50)
    pieces, source = split(terrain, 100.0)
    assert (pieces == terrain).all() and source.tolist() == list(range(50))


def test_a_point_lies_on_all_triangles_that_share_its_edge_and_on_none_beside_them():
    square = np.array([[[0, 0, 0], [10, 0, 0], [10, 10, 0]], [[0, 0, 0], [10, 10, 0], [0, 10, 0]]], dtype=float)
    (tile,) = Tiles.of(square).tiles
    assert tile.triangles_at((5, 5, 0)) == [0, 1]
    assert tile.triangles_at((5, 1, 0)) == [0]
    assert tile.triangles_at((5, 1, 0.001)) == [] and tile.triangles_at((11, 1, 0)) == []


def test_triangles_without_area_hold_no_point():
    line = np.array([[[0, 0, 0], [5, 0, 0], [10, 0, 0]]], dtype=float)
    assert Tiles.of(line).tiles[0].triangles_at((5, 0, 0)) == []


def test_segments_find_the_tiles_along_them_and_no_others():
    cubes = np.concatenate([box([10, 10, 10]) + [x, y, 0] for x in (0, 100) for y in (0, 100)])
    tiles = Tiles.of(cubes, most=12)
    every = np.arange(4)

    def met(start, end):
        found = tiles.along(np.array([start], dtype=float), np.array([end], dtype=float), every)
        return sorted(tuple(tiles.tiles[i].pieces.mean((0, 1))[:2].round(6)) for i in found)

    assert met((0, 0, 50), (0, 0, -50)) == [(0, 0)]
    assert met((-50, -50, 5), (150, 150, 5)) == [(0, 0), (100, 100)]
    assert met((-50, 0, 5), (150, 0, 5)) == [(0, 0), (100, 0)]
    assert met((0, 0, 50), (0, 0, 20)) == [] and met((0, 0, 50), (0, 0, 50)) == []


def test_terrain_that_would_be_cut_without_end_is_refused():
    with pytest.raises(RefereeError, match="E_LIMIT"):
        Tiles.of(box([1e7, 1e7, 1]))


def test_arrays_of_another_shape_are_refused():
    with pytest.raises(ValueError, match="triangles"):
        Tiles.of(np.zeros((4, 3)))
