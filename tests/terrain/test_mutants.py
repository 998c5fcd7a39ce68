"""Mesh files with faults put in at random: read whole or refused in one sentence, and never a third thing.

500 mutants by default; `REFEREE_MUTANTS=20000 pytest -n0 tests/terrain/test_mutants.py` for more.
"""
import os
from pathlib import Path

import numpy as np
import pytest

from sim.errors import RefereeError
from sim.terrain.place import Placement, place
from sim.terrain.read import FORMATS, read
from sim.terrain.solids import stairs
from tests.terrain import files
from tests.terrain.mutants import mutant

COUNT = int(os.environ.get("REFEREE_MUTANTS", "500"))
CORPUS = Path(__file__).resolve().parents[3] / "shared" / "corpus"
LARGEST = 1_000_000
CODES = {"E_EMPTY", "E_NO_TRIANGLES", "E_TRUNCATED", "E_COUNT", "E_NUMBER", "E_INDEX", "E_NONFINITE", "E_EXTENT", "E_TYPE_MISMATCH", "E_ENCODING",
         "E_UNSUPPORTED", "E_GRAPH", "E_TRANSFORM", "E_EXTERNAL", "E_XML", "E_BOMB", "E_LIMIT", "E_UNITS"}
PARTS = 20


def seeds() -> list[tuple[str, bytes]]:
    """Whole files of every format, and those of the corpus where it is."""
    shape = stairs((80.0, 60.0, 40.0), 2)
    own = [(name, write(shape)) for name, write in files.WRITERS.items()]
    own.append(("nested.3mf", files.three_mf_of(f'<object id="1" name="a">{files.mesh_xml(shape)}</object><object id="2"><components>'
                                                '<component objectid="1"/><component objectid="1" transform="1 0 0 0 1 0 0 0 1 90 0 0"/></components></object>',
                                                '<item objectid="2"/>')))
    own.append(("nodes.glb", files.glb(shape, shape, nodes=[{"children": [1, 2]}, {"mesh": 0, "scale": [1, 2, 1]}, {"mesh": 1, "rotation": [0, 0, 0, 1]}])))
    found = sorted(p for p in CORPUS.rglob("*") if p.suffix.lower() in FORMATS and p.stat().st_size < LARGEST) if CORPUS.is_dir() else []
    return own + [(p.name, p.read_bytes()) for p in found]


SEEDS = seeds()


@pytest.mark.parametrize("part", range(PARTS))
def test_a_mutant_is_read_whole_or_refused_in_one_sentence(tmp_path, part):
    for number in range(part, COUNT, PARTS):
        name, data = mutant(SEEDS, number)
        path = tmp_path / f"{number}{Path(name).suffix}"
        path.write_bytes(data)
        try:
            raw = read(path)
            feature = place(raw, Placement(name="piece", units=None if raw.unit else "mm"))
        except RefereeError as error:
            assert error.code in CODES, f"mutant {number} of {name}: {error}"
            assert "\n" not in error.message and len(error.message) < 400, f"mutant {number} of {name}"
        else:
            assert len(raw.triangles) == len(raw.part_of) > 0, f"mutant {number} of {name}"
            assert np.isfinite(raw.triangles).all() and np.isfinite(feature.triangles).all(), f"mutant {number} of {name}"
        path.unlink()


def test_the_same_number_is_the_same_mutant():
    assert mutant(SEEDS, 77) == mutant(SEEDS, 77) != mutant(SEEDS, 78)
