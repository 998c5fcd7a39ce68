"""Every length the books of Warcry, Warhammer 40,000 and Bushido state, met exactly and passed by a hair: at the limit the text's word decides."""
from __future__ import annotations

from math import cos, radians, sin

import pytest

from meshes import Scene, bridge, enemy, friend, ledge, open_ground, overhang, piece, tower
from meshes.scene import START
from sim.referee import rule
from sim.scenario import scenario_from_dict

HAIR = 0.02 / 25.4                    # inches: four times what counts as at the limit
BASE = 32 / 25.4
SMALL = 30 / 25.4
W, K, B = "warcry", "warhammer-40k", "bushido"


def mate(at):
    return friend(at, name="B", unit="squad")


def strip(depth):
    """A zone along the near edge of the table, `depth` deep."""
    return Scene(areas=({"name": "zone", "polygon": [[0, 0], [24, 0], [24, depth], [0, depth]]},))


ZONE = {"area": "zone", "inches": 0, "wholly": True}
# title: (game, scene and move by how far past the limit it is, verdict at the limit, verdict a hair past it)
ROWS = {
    "W01 the whole Move is spent": (W, lambda h: (open_ground(), {"walk": 4 + h, "stats": {"move": 4}}), "legal", "illegal"),
    "W03 a part as far as the Move": (W, lambda h: (open_ground(), {"path": [{"to": (0, 0), "by": "pivot", "facing": 180}], "base": [60, 35],
                                                                    "allowance": 60 / 25.4 - h}), "legal", "illegal"),
    "W04 brushing past a fighter": (W, lambda h: (friend((2, BASE - h)), {"walk": 4}), "legal", "illegal"),
    "W06 the rim on the battlefield's edge": (W, lambda h: (open_ground(), {"path": [(24 - START[0] - BASE / 2 + h, 0)], "stats": {"move": 16}}), "legal", "illegal"),
    "W07 an inch from an enemy at the start": (W, lambda h: (enemy((-BASE - 1 + h, 0)), {"walk": 3}), "illegal", "illegal"),
    "W07 a hair more than an inch": (W, lambda h: (enemy((-BASE - 1 - HAIR - h, 0)), {"walk": 3}), "legal", "legal"),
    "W09 the centre at the rim of the platform": (W, lambda h: (tower(3), {"walk": 1.5 + h, "by": "walk"}), "legal", "illegal"),
    "W09 a platform no larger than an inch": (W, lambda h: (Scene(terrain=(piece("pillar", (0, 0), box=[1, 1, 3]),),
                                                            start=(*START, 3.0)), {"path": [(0.1, 0, 3)], "by": "walk"}), "illegal", "illegal"),
    "W16 half an inch from the face": (W, lambda h: (overhang(3, back=0.5 + h), {"path": [{"to": (3, 0, 0), "by": "climb"}], "stats": {"move": 9}}), "legal", "illegal"),
    "K05 the rim on the battlefield's edge": (K, lambda h: (open_ground(), {"path": [(24 - START[0] - BASE / 2 + h, 0)], "stats": {"move": 16}}), "legal", "illegal"),
    "K04 brushing past an enemy": (K, lambda h: (enemy((2, BASE - h)), {"walk": 4}), "legal", "illegal"),
    "K07 half an inch from the face": (K, lambda h: (overhang(3, back=0.5 + h), {"path": [(3, 0, 0)], "stats": {"move": 9}}), "legal", "illegal"),
    "K08 the whole maximum is spent": (K, lambda h: (open_ground(), {"walk": 6 + h, "stats": {"move": 6}}), "legal", "illegal"),
    "K11 ending in contact with a friend": (K, lambda h: (friend((4, 0)), {"walk": 4 - BASE + h}), "legal", "illegal"),
    "K12 head to the ceiling": (K, lambda h: (bridge(1.5 - h), {"path": [(3, 0, 0)]}), "legal", "illegal"),
    "K20 the whole base in the zone": (K, lambda h: (strip(6 - h), {"path": [(0, 6 - BASE / 2 - START[1])], "action": "set-up", "within": ZONE}), "legal", "illegal"),
    "K21 eight inches from an enemy": (K, lambda h: (enemy((10, 0)), {"path": [(2 - BASE + h, 0)], "action": "strategic-reserves"}), "illegal", "illegal"),
    "K21 a hair more than eight inches": (K, lambda h: (enemy((10, 0)), {"path": [(2 - BASE - HAIR - h, 0)], "action": "strategic-reserves"}), "legal", "legal"),
    "K22 all within three inches of the transport": (K, lambda h: (friend((-6, 0), name="truck", base=100),
                                                                   {"path": [(-6 + 50 / 25.4 + 3 - BASE / 2 + h, 0)], "action": "disembark", "target": "truck"}), "legal", "illegal"),
    "K25 two inches from a mate": (K, lambda h: (mate((0, 2)), {"path": [(0, -BASE + h * -1)], "unit": "squad"}), "legal", "illegal"),
    "K25 five inches under a mate": (K, lambda h: (ledge(5 + h, at=3) + mate((4, 0, 5 + h)), {"walk": 2, "unit": "squad"}), "legal", "illegal"),
    "K28 set up two inches from an enemy": (K, lambda h: (enemy((6, 0)), {"path": [(4 - BASE - h, 0)], "action": "set-up"}), "illegal", "legal"),
    "B03 all of the distance is spent": (B, lambda h: (open_ground(), {"walk": 4 + h, "stats": {"move": 4}}), "legal", "illegal"),
    "B05 brushing past a friend": (B, lambda h: (friend((2, SMALL - h), base=30), {"walk": 4}), "legal", "illegal"),
    "B09 an inch from an enemy": (B, lambda h: (enemy((3, SMALL + 1 - h), base=30, facing=270), {"walk": 6}), "legal", "illegal"),
    "B12 a line an inch from the target": (B, lambda h: (enemy((5, SMALL + 1 + h), base=30, facing=270), {"walk": 2, "action": "charge", "target": "foe"}), "legal", "illegal"),
    "B18 put down in contact with an enemy": (B, lambda h: (enemy((6, 0), base=30), {"path": [(6 - SMALL - h, 0)], "action": "place"}), "illegal", "legal"),
    "B18 put down beside a friend": (B, lambda h: (friend((6, 0), base=30), {"path": [(6 - SMALL + h, 0)], "action": "place"}), "legal", "illegal"),
}


def turned(data: dict, degrees: float) -> dict:
    """The same table turned about the mover's start, far from its edges."""
    c, s = cos(radians(degrees)), sin(radians(degrees))

    def place(at):
        x, y = at[0] - START[0], at[1] - START[1]
        return [60 + x * c - y * s, 60 + x * s + y * c, *at[2:]]

    data["board"]["size"] = [120, 120]
    for entry in data["models"]:
        entry["at"], entry["facing"] = place(entry["at"]), entry.get("facing", 0) + degrees
    for entry in data.get("terrain", []):
        entry["at"], entry["turn"] = place(entry["at"]), entry.get("turn", 0) + degrees
    for move in data["moves"]:
        move["path"] = [leg | {"to": place(leg["to"])} | ({"facing": leg["facing"] + degrees} if "facing" in leg else {}) if isinstance(leg, dict) else place(leg)
                        for leg in move["path"]]
    return data


def verdict(game, made, move, degrees=None) -> str:
    data = made.scenario(**({"base": 30} if game == B else {}) | {"stats": {"move": 8}} | move)
    scenario = scenario_from_dict(data if degrees is None else turned(data, degrees))
    return rule(scenario.table, scenario.moves[0], game, cross_check=False).verdict


@pytest.mark.parametrize("title", ROWS)
def test_at_the_limit_the_word_of_the_text_decides_and_a_hair_past_it_the_sign(title):
    game, made, at_it, past_it = ROWS[title]
    assert (verdict(game, *made(0.0)), verdict(game, *made(HAIR))) == (at_it, past_it)


@pytest.mark.parametrize("title", [t for t in ROWS if "edge" not in t and "zone" not in t])
@pytest.mark.parametrize("degrees", [17.3, 251.0])
def test_so_it_does_at_any_angle(title, degrees):
    game, made, at_it, past_it = ROWS[title]
    assert (verdict(game, *made(0.0), degrees), verdict(game, *made(HAIR), degrees)) == (at_it, past_it)
