"""Exit codes."""
import pytest

from sim.exits import of_document, worst

ERRORS = {"bad": {"code": "E_OVERLAP", "message": "", "at": ""}, "limit": {"code": "E_LIMIT", "message": "", "at": ""}}


@pytest.mark.parametrize("outcomes, code", [
    ("", 0), ("legal", 0), ("legal illegal", 1), ("legal undecided", 3), ("undecided illegal", 1), ("illegal bad", 2), ("undecided bad", 2), ("bad limit", 4),
    ("limit illegal", 4),
])
def test_the_worst_outcome_of_a_document_decides(outcomes, code):
    rulings = [{"error": ERRORS[o]} if o in ERRORS else {"verdict": o} for o in outcomes.split()]
    assert of_document({"rulings": rulings}) == code
    assert of_document({"rulings": rulings[::-1]}) == code


def test_a_file_that_cannot_be_read_has_the_code_of_its_worst_error():
    assert of_document({"errors": [ERRORS["bad"]], "error": ERRORS["bad"]}) == 2
    assert of_document({"errors": [ERRORS["bad"], ERRORS["limit"]], "error": ERRORS["bad"]}) == 4


def test_nothing_is_nothing_wrong():
    assert worst([]) == 0
