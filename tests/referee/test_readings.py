"""All readings at once say what each choice of readings says alone, in every worked row of every game."""
from __future__ import annotations

import random

import pytest

from sim.errors import RefereeError
from sim.referee import rule, rule_all
from sim.referee.library import names, ruleset
from tests.referee.rows import scene_of

ROWS = [pytest.param(game, i, id=f"{game}: {row.title}") for game in names() for i, row in enumerate(ruleset(game).examples)]
CHOICES = 6               # combinations of readings asked alone, a row


def told(ruling) -> tuple:
    """What a ruling says, but for its words."""
    return ruling.verdict, round(ruling.distance["charged"], 4), sorted({(label, name) for label, _, name in ruling.effects})


@pytest.mark.parametrize("game, i", ROWS)
def test_all_readings_at_once_say_what_each_choice_says_alone(game, i):
    rules = ruleset(game)
    table, move, base = scene_of(rules.examples[i])
    rulings = rule_all(table, move, rules, base, cross_check=False)
    draw = random.Random(i)
    for combination in draw.sample(list(rulings.by_readings), min(CHOICES, len(rulings.by_readings))):
        alone = rule(table, move, rules, base | dict(combination), cross_check=False)
        assert (combination, told(rulings.by_readings[combination])) == (combination, told(alone))


@pytest.mark.parametrize("game, i", ROWS)
def test_readings_left_out_change_nothing(game, i):
    rules = ruleset(game)
    table, move, base = scene_of(rules.examples[i])
    rulings = rule_all(table, move, rules, base, cross_check=False)
    combination = random.Random(i).choice(list(rulings.by_readings))
    multiplied = {name for name, _ in combination}
    others = [d for d in rules.definitions.values() if len(d.readings) > 1 and d.name not in multiplied]
    draw = random.Random(i)
    for _ in range(2):
        elsewhere = {d.name: draw.choice(list(d.readings)) for d in others}
        try:
            alone = rule(table, move, rules, elsewhere | dict(combination), cross_check=False)
        except RefereeError as error:
            assert error.code == "E_STAT"          # a reading may ask for a number that the row's model has not
            continue
        assert told(rulings.by_readings[combination]) == told(alone)
