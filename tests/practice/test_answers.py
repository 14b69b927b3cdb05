"""What people type into a box, and what it is taken for."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from attnedu.practice.answers import as_text, confidence_problem, is_empty, read_guess


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("0.67", 0.67), ("0,67", 0.67), (" .5 ", 0.5), ("-2", -2), ("−2,5", -2.5), ("+3", 3), ("1e-3", 0.001),
        ("6.", 6), ("67 %", 67), ("67%", 67), ("0,5 percent", 0.5), ("1/3", 1 / 3), ("-1 / 4", -0.25),
        ("1/0", "1/0"), ("1,386", 1.386), ("2.0", 2), ("1e999", "1e999"), ("−∞", "-inf"), ("∞", "inf"),
        ("0.7, 0.3", [0.7, 0.3]), ("0,7; 0,3", [0.7, 0.3]), ("1,2,3", [1, 2, 3]), ("[1, 2]", [1, 2]),
        ("(0,7; 0,3)", [0.7, 0.3]), ("[1,2]", [1, 2]), ("[rows, columns]", ["rows", "columns"]),
        ("[yes; 0,5]", ["yes", 0.5]), ("[]", None), ("[5]", [5]), ("rows", "rows"), ("yes", "yes"),
        ("True", "True"), ('"rows"', "rows"), ("“ball”", "ball"), ("A, C", "A, C"), ("c", "c"), ("", None),
        ("  ", None), ('""', None), ("nan", "nan"), ("raw scores", "raw scores"), ("3 or 4", "3 or 4"),
    ],
)  # fmt: skip
def test_a_typed_text_is_read_as_its_writer_means_it(typed, meant):
    assert read_guess(typed) == meant
    assert type(read_guess(typed)) is type(meant)


numbers = st.floats(-1e9, 1e9).map(lambda x: round(x, 6))
words = st.sampled_from(["rows", "yes", "raw scores", "ball", "AC"])


@given(st.one_of(numbers, words, st.lists(numbers, min_size=1, max_size=5)))
def test_what_was_recorded_can_stand_in_a_box_and_be_read_again(value):
    assert read_guess(as_text(value)) == value


@pytest.mark.parametrize("empty", [None, ..., [], [0.5, None], (None,)])
def test_a_gap_is_empty_and_an_empty_text(empty):
    assert is_empty(empty)
    assert as_text(empty) == ""


@pytest.mark.parametrize("confidence", [0, 100, 55.5])
def test_the_whole_range_of_confidence_has_no_problem(confidence):
    assert confidence_problem(confidence) == ""


@pytest.mark.parametrize("confidence", ["sure", True, -1, 101, float("nan"), 0.7])
def test_another_confidence_is_told_the_range(confidence):
    assert "100" in confidence_problem(confidence) or "70" in confidence_problem(confidence)
