"""The worked rows of every ruleset: each says what the referee says, and every reading is told from another by some row."""
from __future__ import annotations

import pytest

from sim.referee.library import names, ruleset
from tests.referee.rows import comes_out, verdicts

ROWS = [pytest.param(name, example, readings, verdict, id=f"{name}: {example.title}" + "".join(f" [{d}.{r}]" for d, r in readings.items()))
        for name in names() for example in ruleset(name).examples for readings, verdict in verdicts(example)]
OPEN = [pytest.param(name, definition, id=f"{name}: {definition.name}")
        for name in names() for definition in ruleset(name).definitions.values() if len(definition.readings) > 1]


@pytest.mark.parametrize("name, example, readings, verdict", ROWS)
def test_a_worked_row_comes_to_what_it_says(name, example, readings, verdict):
    comes_out(name, example, readings, verdict)


@pytest.mark.parametrize("name, definition", OPEN)
def test_some_row_tells_the_default_reading_from_another(name, definition):
    rows = [_of(definition, example) for example in ruleset(name).examples]
    assert any(definition.default in says and len(set(says.values())) > 1 for says in rows)


@pytest.mark.parametrize("name, definition", OPEN)
def test_every_two_readings_are_told_apart_by_some_row(name, definition):
    rows = [_of(definition, example) for example in ruleset(name).examples]
    readings = list(definition.readings)
    alike = [(a, b) for i, a in enumerate(readings) for b in readings[i + 1:]
             if not any(a in says and b in says and says[a] != says[b] for says in rows)]
    assert alike == []


@pytest.mark.parametrize("name", names())
def test_no_two_rows_have_one_title(name):
    titles = [example.title for example in ruleset(name).examples]
    assert len(titles) == len(set(titles))


def _of(definition, example) -> dict[str, str]:
    """A row's verdicts by reading, of this definition alone."""
    says = {} if isinstance(example.says, str) else example.says
    return {reading.name: verdict for reading, verdict in says.items() if reading.definition == definition.name}
