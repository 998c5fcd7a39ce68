"""The skeleton of a new ruleset is a ruleset."""
from __future__ import annotations

import importlib.util

import pytest

from sim.skeleton import write
from tests.referee.rows import comes_out, verdicts


@pytest.fixture
def rules(tmp_path):
    spec = importlib.util.spec_from_file_location("my_game", write("my-game", tmp_path))
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.rules


def test_it_has_a_mode_a_clause_a_definition_and_covers_its_text(rules):
    assert rules.name == "my-game" and rules.modes and rules.clauses and rules.actions
    assert all(rules.coverage().values()) and set(rules.coverage()) == set(rules.known_ids)
    assert all(len(d.readings) >= 2 for d in rules.definitions.values())


def test_its_examples_come_out_as_they_say(rules):
    assert len(rules.examples) >= 3
    for example in rules.examples:
        for readings, says in verdicts(example):
            comes_out(rules, example, readings, says)
