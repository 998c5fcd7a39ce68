"""The demo table's files."""
from __future__ import annotations

import numpy as np
import pytest

from meshes.demo import MESHES, write
from sim.scenario import read_scenario


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return write(tmp_path_factory.mktemp("demo")).parent


def test_every_mesh_lies_on_the_board_where_its_parts_were_made(folder):
    features = {f.source.rsplit("/")[-1]: f for f in read_scenario(folder / "demo.toml").table.features if f.source.endswith((".stl", ".glb"))}
    assert set(features) == set(MESHES)
    for name, parts in MESHES.items():
        boxes = [(np.array(at) - (size[0] / 2, size[1] / 2, 0), np.array(at) + (size[0] / 2, size[1] / 2, size[2]))
                 for kind, size, at in parts.values() if kind != "cylinder"]
        low, high = np.min([b[0] for b in boxes], axis=0), np.max([b[1] for b in boxes], axis=0)
        placed = features[name].triangles / 25.4
        assert placed.max(axis=(0, 1)) == pytest.approx(high, abs=1e-4)
        assert placed.min(axis=(0, 1))[:2] == pytest.approx(low[:2], abs=1e-4)
        assert placed[..., 2].min() == pytest.approx(0, abs=1e-4)


def test_the_nodes_of_the_glb_keep_their_names(folder):
    ruin = next(f for f in read_scenario(folder / "demo.toml").table.features if f.name == "ruin")
    assert {name for name, _ in ruin.parts} == set(MESHES["ruin.glb"])


def test_the_same_table_is_written_every_time(folder, tmp_path):
    write(tmp_path)
    assert {p.name: p.read_bytes() for p in folder.iterdir()} == {p.name: p.read_bytes() for p in tmp_path.iterdir()}


def test_the_file_brings_moves_of_both_verdicts_and_expects_something_of_each(folder):
    moves = read_scenario(folder / "demo.toml").moves
    assert 8 <= len(moves) <= 12
    assert {m.expect["verdict"] for m in moves} == {"legal", "illegal"}
