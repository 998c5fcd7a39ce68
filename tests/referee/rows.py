"""The worked rows of rulesets, as tests ask them: the readings a row names, what it says under each, and whether it comes to that."""
from __future__ import annotations

from sim.referee import rule
from sim.scenario import scenario_from_dict


def verdicts(example) -> list[tuple[dict, str]]:
    """The readings a row names, with what it says under each: a verdict, perhaps with effects ("legal, falls, no impact-damage")."""
    if isinstance(example.says, str):
        return [({}, example.says)]
    return [({reading.definition: reading.name}, verdict) for reading, verdict in example.says.items()]


def scene_of(example) -> tuple:
    """The table of a row, its move and the readings it is judged under."""
    scenario = scenario_from_dict(example.scene.scenario(**example.move))
    return scenario.table, scenario.moves[0], dict(scenario.readings)


def comes_out(rules, example, readings: dict, says: str) -> None:
    """Asserts that a row comes to a verdict, with the effects named and without those said not to be."""
    table, move, base = scene_of(example)
    ruling = rule(table, move, rules, {**base, **readings}, cross_check=False)
    word, *effects = says.split(", ")
    assert ruling.verdict == word, f"{example.title}: {ruling}"
    happened = {name for name, _, _ in ruling.effects}
    assert [e for e in effects if (e.removeprefix("no ") in happened) == e.startswith("no ")] == [], f"{example.title}: {ruling}"
