"""Mistakes that people made and reported are named; right code that looks wrong is accepted."""

import inspect

import pytest

from attnedu.practice import check
from attnedu.practice.catalogue import ids
from attnedu.practice.exercises import names
from tests.practice import public_formulas, public_masks, public_right  # noqa: F401  (they fill CASES)
from tests.practice.public_cases import CASES, NOT_FITTING

WRONG = [case for case in CASES if case.ids]
RIGHT = [case for case in CASES if not case.ids]


def called(case):
    return f"{case.id}-{case.exercise}"


@pytest.mark.parametrize("case", WRONG, ids=called)
def test_a_reported_mistake_gets_its_name(case):
    report = check(case.exercise, case.function)
    assert report.verdict == "misconception", report
    told = report.misconceptions if report.relation == "either" else report.misconceptions[:1]
    assert set(told) & set(case.ids), report


@pytest.mark.parametrize("case", RIGHT, ids=called)
def test_right_code_that_looks_wrong_is_accepted(case):
    report = check(case.exercise, case.function)
    assert report.correct, report


def test_every_case_names_an_exercise_known_mistakes_and_a_public_address():
    for case in CASES:
        assert case.exercise in names()
        assert set(case.ids) <= set(ids())
        assert "https://" in inspect.getdoc(case.function), case.id
    assert all(why and address.startswith("https://") for _, why, address in NOT_FITTING)


def test_there_are_51_cases_and_each_has_an_id_of_its_own():
    found = [case.id for case in CASES] + [id for id, _, _ in NOT_FITTING]
    assert len(found) == len(set(found)) == 51
    assert len(RIGHT) == 10
