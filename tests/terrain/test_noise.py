"""Noise that nobody declared is told from the mesh, used where it counts, and said; what was made exactly is never taken for noisy."""
from __future__ import annotations

import numpy as np
import pytest
import trimesh

from sim.measure import INCH
from sim.scenario import scenario_from_dict
from sim.terrain.noise import USED_ABOVE, estimated_noise, sampled
from sim.terrain.topology import Topology
from sim.terrain.write import write_stl

CURVED = {
    "a dome": trimesh.creation.icosphere(subdivisions=5, radius=50), "a boulder": trimesh.creation.icosphere(subdivisions=4, radius=25),
    "a hill": trimesh.creation.icosphere(subdivisions=6, radius=150), "a pipe": trimesh.creation.torus(60, 15, major_sections=128, minor_sections=64),
    "a block cut fine": trimesh.creation.box((120, 80, 60)).subdivide().subdivide().subdivide().subdivide().subdivide()}


def dunes() -> trimesh.Trimesh:
    """Ground that goes up and down smoothly, on a grid of a millimetre."""
    x, y = np.meshgrid(np.arange(120.0), np.arange(120.0))
    points = np.stack([x, y, 8 * np.sin(x / 9) * np.cos(y / 13) + 3 * np.sin(y / 5)], -1).reshape(-1, 3)
    i = np.arange(119 * 120).reshape(119, 120)[:, :119].ravel()
    return trimesh.Trimesh(points, np.concatenate([np.stack([i, i + 1, i + 121], -1), np.stack([i, i + 121, i + 120], -1)]), process=False)


def noise_of(mesh: trimesh.Trimesh, sigma: float = 0.0):
    points = mesh.vertices + np.random.default_rng(5).normal(0, sigma, mesh.vertices.shape)
    return estimated_noise(Topology.of(points[mesh.faces]))


@pytest.mark.parametrize("name", [*CURVED, "dunes"])
def test_an_exact_curve_cut_fine_has_no_doubt(name):
    assert noise_of(CURVED.get(name) or dunes()).doubt == 0


@pytest.mark.parametrize("name", [*CURVED, "dunes"])
@pytest.mark.parametrize("sigma", [0.15, 0.4])
def test_noise_on_a_curve_is_found_within_a_tenth(name, sigma):
    assert noise_of(CURVED.get(name) or dunes(), sigma).doubt == pytest.approx(sigma, rel=0.1)


def test_noise_too_small_to_count_is_told_but_no_doubt():
    found = noise_of(dunes(), USED_ABOVE / 2)
    assert 0 < found.sigma < USED_ABOVE and found.doubt == 0


@pytest.mark.parametrize("size", [0.1, 1.0, 7.0])
def test_a_larger_piece_is_as_much_noisier(size):
    mesh = dunes()
    points = mesh.vertices + np.random.default_rng(5).normal(0, 0.3, mesh.vertices.shape)
    once, more = (estimated_noise(Topology.of((points * s)[mesh.faces])).sigma for s in (1.0, size))
    assert more == pytest.approx(size * once, rel=0.05)


def test_a_drawn_mesh_is_not_sampled_and_a_grid_is():
    assert sampled(Topology.of(dunes().triangles))
    assert not sampled(Topology.of(trimesh.creation.box((50, 50, 50)).triangles))


def scanned(tmp_path, sigma: float, **entry):
    """A scenario over a noisy ground of 4.7 in, in the middle of the board."""
    mesh = dunes()
    points = mesh.vertices + np.random.default_rng(5).normal(0, sigma, mesh.vertices.shape)
    write_stl(tmp_path / "ground.stl", points[mesh.faces])
    data = {"board": {"size": [24, 24]}, "terrain": [{"name": "ground", "mesh": "ground.stl", "units": "mm", "at": [12, 12, 0]} | entry]}
    return scenario_from_dict(data, folder=tmp_path)


def test_noise_nobody_declared_is_used_and_said(tmp_path):
    found = scanned(tmp_path, 0.3)
    assert found.table.features[0].noise == pytest.approx(0.3, rel=0.1)
    [said] = [w for w in found.warnings if w.code == "W_NOISE"]
    assert said.at == "terrain[0]" and "ground.stl" in said.message and "0.01" in said.message


@pytest.mark.parametrize("declared", [0.0, 0.001, 0.02])
def test_noise_that_is_declared_is_believed_and_nothing_said(tmp_path, declared):
    found = scanned(tmp_path, 0.3, scan={"noise": declared})
    assert found.table.features[0].noise == pytest.approx(declared * INCH)
    assert not [w for w in found.warnings if w.code == "W_NOISE"]


def test_a_scale_error_alone_leaves_the_noise_to_be_told_from_the_mesh(tmp_path):
    found = scanned(tmp_path, 0.3, scan={"scale_error": 0.002})
    assert found.table.features[0].noise > 0.2 and found.table.features[0].scale_error == 0.002


def test_a_smooth_scan_is_taken_as_it_is_and_nothing_said(tmp_path):
    found = scanned(tmp_path, 0.05)
    assert found.table.features[0].noise == 0 and not [w for w in found.warnings if w.code == "W_NOISE"]


def test_noise_grows_with_the_scale_a_piece_is_put_at(tmp_path):
    once, twice = (scanned(tmp_path, 0.3, scale=s).table.features[0].noise for s in (1.0, 2.0))
    assert twice == pytest.approx(2 * once, rel=0.05)
