"""What people type into a box, and what it is taken for."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from attnedu.practice.answers import (
    as_text,
    confidence_problem,
    exact,
    from_percent,
    is_empty,
    percent,
    read_guess,
)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("0.67", 0.67), ("0,67", 0.67), (" .5 ", 0.5), ("-2", -2), ("−2,5", -2.5), ("+3", 3), ("1e-3", 0.001),
        ("6.", 6), (" 67 % ", "67 %"), ("67%", "67%"), ("0,5 percent", "0,5 percent"), ("−5 %", "-5 %"),
        ("70 %, 30 %", ["70 %", "30 %"]), ("[0,5 %; 1]", ["0,5 %", 1]), ("%", "%"), ("5 %%", "5 %%"),
        ("1/3", 1 / 3), ("-1 / 4", -0.25), ("1/0", "1/0"), ("1,386", 1.386), ("2.0", 2), ("1e999", "1e999"),
        ("−∞", "-inf"), ("∞", "inf"), ("0.7, 0.3", [0.7, 0.3]), ("0,7; 0,3", [0.7, 0.3]),
        ("1,2,3", [1, 2, 3]), ("[1, 2]", [1, 2]), ("(0,7; 0,3)", [0.7, 0.3]), ("[1,2]", [1, 2]),
        ("[rows, columns]", ["rows", "columns"]), ("[yes; 0,5]", ["yes", 0.5]), ("[]", None), ("[5]", [5]),
        ("rows", "rows"), ("yes", "yes"), ("True", "True"), ('"rows"', "rows"), ("“ball”", "ball"),
        ("A, C", "A, C"), ("c", "c"), ("", None), ("  ", None), ('""', None), ("nan", "nan"),
        ("raw scores", "raw scores"), ("3 or 4", "3 or 4"),
    ],
)  # fmt: skip
def test_a_typed_text_is_read_as_its_writer_means_it(typed, meant):
    assert read_guess(typed) == meant
    assert type(read_guess(typed)) is type(meant)


@pytest.mark.parametrize("word", ["٣", "1_000", "３", "1__0", "٣ %", "constructor"])
def test_a_number_has_the_digits_of_the_number_box_and_no_more(word):
    assert read_guess(word) == word


@pytest.mark.parametrize("depth", [3, 500, 5000])
def test_brackets_may_stand_as_deep_as_anybody_likes(depth):
    assert read_guess("[" * depth + "]" * depth) is None
    assert read_guess("[" * depth + "x" + "]" * depth)


@pytest.mark.parametrize(
    "hollow", ["", " ", "''", '"', "[]", "( )", "[[]]", "[, ;]", "”", "\u00a0", "\ufeff", "\x85", ",", '"[]"']
)
def test_a_text_without_a_letter_is_empty_however_it_is_set(hollow):
    assert read_guess(hollow) is None
    assert is_empty(hollow)


@pytest.mark.parametrize(
    ("guess", "number"),
    [
        ("67 %", 67), ("67%", 67), (" 67 Percent ", 67), ("0,5 %", 0.5), (".5%", 0.5), ("−5 %", -5),
        ("1/4 %", 0.25), ("67", None), (67, None), (True, None), (None, None), ("%", None), ("5 %%", None),
        ("about 5 %", None), ("1e999 %", None), ("٣ %", None), ("1_000 %", None), ("5 %, 6 %", None),
        (["5 %"], None),
    ],
)  # fmt: skip
def test_a_percent_sign_is_understood_beside_one_number_alone(guess, number):
    assert percent(guess) == number
    assert from_percent(guess) == (guess if number is None else number)


@pytest.mark.parametrize(
    ("guess", "number"),
    [
        ("about 36 %", "36 %"), (" ~0,66 ", 0.66), ("≈ −2", -2), ("≃1/4", 0.25), ("ca.3", 3), ("ABOUT 3", 3),
        ("about 1e999", "about 1e999"), ("~", "~"), ("~~3", "~~3"), ("~" * 5000, "~" * 5000),
        ("3", "3"), (3, 3),
        (None, None), (["~3"], ["~3"]), ("3 ~", "3 ~"), ("aboutſ 3", "aboutſ 3"),
    ],
)  # fmt: skip
def test_a_word_for_about_stands_before_one_number(guess, number):
    assert exact(guess) == number
    assert type(exact(guess)) is type(number)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        (" about 36 % ", "about 36 %"), ("~0,66", "~0,66"), ("~0.7, ~0.3", ["~0.7", "~0.3"]),
        ("[about 1; 2]", ["about 1", 2]), ("about 3, rows", "about 3, rows"), ("≈ −2", "≈ -2"),
    ],
)  # fmt: skip
def test_a_number_after_about_stays_as_typed(typed, meant):
    assert read_guess(typed) == meant


numbers = st.floats(-1e9, 1e9).map(lambda x: round(x, 6))
words = st.sampled_from(
    ["rows", "yes", "raw scores", "ball", "AC", "66 %", "0,5 percent", "Yes, they do.", "~0,66"]
)


@given(st.one_of(numbers, words, st.lists(numbers | st.just("66 %"), min_size=1, max_size=5)))
def test_what_was_recorded_can_stand_in_a_box_and_be_read_again(value):
    assert read_guess(as_text(value)) == value


EMPTY = [None, ..., [], [0.5, None], (None,), set(), np.array([]), np.array(""), np.array([[]]), np.str_("")]


@pytest.mark.parametrize("empty", EMPTY)
def test_a_gap_is_empty_and_an_empty_text(empty):
    assert is_empty(empty)
    assert as_text(empty) == ""


@pytest.mark.parametrize("confidence", [0, 100, 55.5])
def test_the_whole_range_of_confidence_has_no_problem(confidence):
    assert confidence_problem(confidence) == ""


@pytest.mark.parametrize("full", [0, False, "0", "x", [0], {0}, np.array(0), np.zeros(2), "?", "-", {}])
def test_a_guess_of_nothing_is_a_guess(full):
    assert not is_empty(full)


@pytest.mark.parametrize(
    "confidence", ["sure", True, np.True_, -1, 101, float("nan"), 0.7, 10**400, -(10**4000), "9" * 400]
)
def test_another_confidence_is_told_the_range(confidence):
    assert "100" in confidence_problem(confidence) or "70" in confidence_problem(confidence)
