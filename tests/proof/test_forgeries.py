"""Forged certificates, sealed again as a forger would: each is refused by a check, none crashes it."""
import json
import random

import pytest

from sim.proof.certificate import canonical, sealed
from sim.proof.check import check
from sim.proof.write import prove
from sim.scenario import scenario_from_dict
from tests.proof.forger import KINDS, forged, outcome_of, written
from tests.proof.test_certificates import GAME, RAMP

CLIMB = RAMP | {"terrain": [*RAMP["terrain"][1:], {"name": "slab", "box": [4, 6, 2], "at": [10, 8, 0]}, {"name": "next", "box": [4, 6, 2], "at": [15, 8, 0]}],
                "models": [*RAMP["models"], {"name": "B", "base": 32, "side": "red", "at": [18, 12]}],
                "moves": [{"model": "A", "path": [[14, 8]], "allowance": 15}]}
SCENES = {"ramp": RAMP, "climb and gap": CLIMB}


@pytest.fixture(scope="module", params=SCENES)
def proved(request):
    scenario = scenario_from_dict(SCENES[request.param])
    return prove(scenario, 0, GAME, every_reading=False, cross_check=False)


def test_what_is_forged_below_is_accepted_as_it_was_made(proved, tmp_path):
    assert check(written(tmp_path, *proved)).refused == []


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_no_forgery_is_let_through(kind, proved, tmp_path):
    document, triangles = proved
    chance = random.Random(7)
    for _ in range(10):
        forgery = forged(document, triangles, chance, kind)
        assert outcome_of(forgery, document, tmp_path) != "let through", forgery.what


def _refused_by(tmp_path, document, triangles) -> set[str]:
    return {kind for kind, _ in check(written(tmp_path, document, triangles)).refused}


def test_a_plane_turned_round_is_refused_by_the_check_for_clearance(proved, tmp_path):
    document, triangles = proved
    document = json.loads(json.dumps(document))
    pieces = [piece for f in document["facts"].values() if f["kind"] == "clear" for piece in f["pieces"] if piece]
    pieces[0][:] = [[-v for v in n] for n in pieces[0]]
    assert _refused_by(tmp_path, sealed(document), triangles) == {"clear"}


def test_a_wider_base_is_refused(proved, tmp_path):
    document, triangles = proved
    document = json.loads(json.dumps(document))
    document["table"]["models"][0]["outline"]["half"] = [25.0, 25.0]
    assert _refused_by(tmp_path, sealed(document), triangles) & {"clear", "rest", "measure"}


def test_what_is_not_sealed_anew_is_refused(proved, tmp_path):
    document, triangles = proved
    assert _refused_by(tmp_path, document | {"command": "another"}, triangles) == {"seal"}
    assert _refused_by(tmp_path, document, triangles[:-72] + triangles[:72]) == {"triangles"}


@pytest.mark.parametrize("raw", [
    b"", b"[]", b"{}", b"null", b"\xff\xfe", b'{"version":1}', b'{"version":1e999999999}', b"[" * 100_000, b'{"a":NaN}', b"1" * 9_999])
def test_what_is_no_certificate_is_refused_without_a_crash(raw, tmp_path):
    path = tmp_path / "certificate.json"
    path.write_bytes(raw)
    assert not check(path).accepted


def test_values_of_the_wrong_kind_never_crash_the_checker(proved, tmp_path):
    document, triangles = proved
    chance = random.Random(3)
    for _ in range(40):
        forgery = json.loads(json.dumps(document))
        node, key = _somewhere(forgery, chance)
        node[key] = chance.choice([None, True, "x", -1, [], {}, [[]], 1e-9, 10 ** 30])
        try:
            sealed(forgery)
        except (TypeError, KeyError):
            continue
        path = tmp_path / "certificate.json"
        path.write_bytes(canonical(sealed(forgery)))
        (tmp_path / document["triangles"]["file"]).write_bytes(triangles)
        check(path)


def _somewhere(node, chance):
    """Some place in a document: (container, key)."""
    while True:
        key = chance.choice(list(node) if isinstance(node, dict) else range(len(node)))
        if not isinstance(node[key], dict | list) or not node[key] or chance.random() < 0.1:
            return node, key
        node = node[key]
