"""Expectations against rulings, on plain data."""
import pytest

from sim.expect import misses

RULING = {"verdict": "illegal", "distance": {"charged": 8.5}, "effects": [{"name": "falls"}], "ends": {"at": [1.0, 2.0, 3.0]},
          "findings": [{"truth": "fails", "ids": ["F19", "F22"], "says": "8.5 in <= 8 in"}, {"truth": "holds", "ids": ["F28"], "says": "1 in < 2 in"}]}


def found(expect: dict, ruling: dict = RULING, under: str = "legal", agree: bool = True) -> list[str]:
    return misses(expect, ruling, lambda definition, reading: under, lambda: agree)


@pytest.mark.parametrize("expect", [
    {}, {"verdict": "illegal"}, {"charged": 8.5}, {"charged": 8.5019}, {"charged": 8.4981}, {"fails": ["F22"]}, {"effects": ["falls"]},
    {"lacks_effects": ["engaged"]}, {"ends_at": [1.0, 2.009, 2.991]}, {"readings": {"gap_width.narrowest": "legal"}}, {"disputed": False},
])
def test_what_is_as_expected_is_no_miss(expect):
    assert found(expect) == []


@pytest.mark.parametrize("expect, sentence", [
    ({"verdict": "legal"}, "illegal, expected legal (8.5 in <= 8 in)"),
    ({"charged": 8.503}, "charged 8.5 in, expected 8.503 in"),
    ({"fails": ["F19", "F28"]}, "F28 is not among the broken clauses (F19, F22)"),
    ({"effects": ["falls", "engaged"]}, "no effect 'engaged'"),
    ({"lacks_effects": ["falls"]}, "an effect 'falls' that should not be there"),
    ({"ends_at": [1.0, 2.0, 3.02]}, "ends at [1, 2, 3], expected [1, 2, 3.02]"),
    ({"readings": {"gap_width.narrowest": "illegal"}}, "under gap_width.narrowest it is legal, expected illegal"),
    ({"disputed": True}, "the readings agree, expected a dispute"),
])
def test_each_kind_of_miss_has_its_sentence(expect, sentence):
    assert found(expect) == [sentence]


def test_a_dispute_that_was_not_expected_is_a_miss():
    assert found({"disputed": False}, agree=False) == ["the readings differ, expected all to agree"]


def test_every_miss_of_a_move_is_told():
    assert len(found({"verdict": "legal", "charged": 1.0, "effects": ["engaged"]})) == 3


def test_no_further_judging_is_asked_for_without_need():
    def never(*_):
        raise AssertionError("judged again without need")
    assert misses({"verdict": "illegal"}, RULING, never, never) == []
