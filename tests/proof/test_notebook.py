from pathlib import Path
from xml.etree import ElementTree

import pytest

import sim
from sim.scenario import scenario_from_dict

CASES = Path(__file__).parents[1] / "cases"
ANGRY = "</script><img src=x onerror=alert(1)>"


@pytest.mark.parametrize("name, ruleset, move", [("fallout-gaps", "fallout-factions", 2), ("warhammer-40k", "warhammer-40k", 4), ("bushido", "bushido", 10)])
def test_a_notebook_shows_a_ruling_as_its_sheet(name, ruleset, move):
    table, moves = sim.load(CASES / f"{name}.toml")
    ruling = sim.rule(table, moves[move], ruleset)
    shown = ElementTree.fromstring(ruling._repr_html_())
    words = " ".join(e.text or "" for e in shown.iter("{http://www.w3.org/2000/svg}text"))
    assert shown.tag.endswith("svg") and ruling.verdict.upper() in words and "DISTANCE" in words


def test_names_in_a_notebook_are_words():
    scene = scenario_from_dict({"rulesets": ["fallout-factions"], "board": {"size": [20, 20]}, "moves": [{"model": ANGRY, "path": [[10, 8]]}],
                                "models": [{"name": ANGRY, "base": 32, "at": [4, 8], "stats": {"move": 8, "agility": 5}}]})
    shown = sim.rule(scene.table, scene.moves[0], "fallout-factions")._repr_html_()
    assert "<img" not in shown and "&lt;img" in shown
