"""Rows: small tables hold what rulings say, and models too far away to matter may be left out."""
from __future__ import annotations

from itertools import product

import pytest

from sim.referee import library, rule, rule_all
from sim.study.draws import draws
from sim.study.intent import built, intended, made, scene
from sim.study.rows import LETTERS, ruled
from sim.study.tables import drawn_table

GAMES = library.names()
TABLE = drawn_table(31, 1)
DISTANCES = ("near", "slacks")            # how far off limits are: models left out may have been listed, inches away


def moves(count: int):
    for n in range(count):
        intent = intended(TABLE, 31, n)
        yield intent, made(TABLE, intent, *map(float, draws(31, "move", n).random(2)))


@pytest.mark.parametrize("game", GAMES)
def test_a_cell_of_the_small_table_is_the_ruling_under_its_readings(game):
    rules, seen = library.ruleset(game), 0
    for intent, move in moves(8):
        table, declared = built(TABLE, scene(TABLE, intent, move))
        row = ruled(table, declared, rules, {})
        cells = product(*(rules.definitions[n].readings for n in row["matters"]))
        for choice, letter, charge in zip(cells, row["verdicts"], row["charges"], strict=True):
            ruling = rule(table, declared, rules, dict(zip(row["matters"], choice)), cross_check=False)
            assert LETTERS[ruling.verdict] == letter
            assert ruling.distance["charged"] == pytest.approx(charge, abs=1e-3)
            seen += len(row["matters"]) > 0
    assert seen > 0


@pytest.mark.parametrize("game", GAMES)
def test_models_out_of_earshot_change_no_row(game):
    rules, left_out = library.ruleset(game), 0
    for intent, move in moves(10):
        near = scene(TABLE, intent, move)
        whole = near | {"models": [intent.mover, *TABLE.data["models"]]}
        left_out += len(whole["models"]) - len(near["models"])
        one, other = (ruled(*built(TABLE, file), rules, {}) for file in (near, whole))
        assert {k: v for k, v in one.items() if k not in DISTANCES} == {k: v for k, v in other.items() if k not in DISTANCES}
    assert left_out > 0


def test_whether_the_readings_agree_is_what_the_referee_says():
    for intent, move in moves(8):
        table, declared = built(TABLE, scene(TABLE, intent, move))
        for game in GAMES:
            row = ruled(table, declared, library.ruleset(game), {})
            assert row["agree"] == rule_all(table, declared, game, cross_check=False).agree
