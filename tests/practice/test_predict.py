"""predict and outcome: a guess, then what happened, side by side; never a traceback."""

import json

import numpy as np
import pytest

from attnedu.practice import progress
from attnedu.practice.agree import agrees
from attnedu.practice.calibration import calibration
from attnedu.practice.predict import outcome, predict


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("ATTNEDU_HOME", str(tmp_path))
    monkeypatch.setattr(progress, "_unsaved", [])


def comparison(card):
    return {row[0]: row[-1] for row in card.rows}


def test_a_guess_stands_beside_the_outcome_with_a_word_for_each():
    predict("03_bridge", confidence=60, top=0.7, rows=3)
    card = outcome("03_bridge", top=0.665, rows=5)
    assert comparison(card) == {"top": "agree", "rows": "differ"}
    assert "within 10 % or 0.02" in str(card)
    assert "60 of 100" in str(card)


def test_the_html_has_headers_words_and_no_colour_of_its_own():
    predict("x", confidence=50, a=1)
    html = outcome("x", a=1)._repr_html_()
    assert html.count('scope="col"') == 4
    assert 'scope="row"' in html
    assert ">agree<" in html
    assert 'role="status"' in html
    assert "background" not in html
    assert "color: #" not in html


@pytest.mark.parametrize(
    "empty",
    [{"a": None}, {"a": ...}, {"a": [0.5, None]}, {"a": []}, {}]
    + [{"a": empty} for empty in ("", " ", "''", "[]", np.array([]), set(), ["x", " "])],
)
def test_an_empty_guess_asks_to_be_filled_in_and_records_nothing(empty):
    assert "Fill in your prediction first" in str(predict("x", confidence=50, **empty))
    assert progress.events() == []


@pytest.mark.parametrize("confidence", [None, ..., "sure", True, -1, 101, 0.8, float("nan"), [50]])
def test_a_confidence_that_is_none_is_answered_with_a_sentence(confidence):
    card = predict("x", confidence=confidence, a=1)
    assert not card.data["recorded"]
    assert "confidence" in str(card)
    assert progress.events() == []


@pytest.mark.parametrize("confidence", [0, 100, 55.5, np.int64(70)])
def test_the_whole_range_of_confidence_is_accepted(confidence):
    assert predict("x", confidence=confidence, a=1).data["recorded"]


def test_an_outcome_without_a_prediction_names_the_cell_and_shows_no_result():
    card = outcome("06_leak", weight=0.3141)
    assert 'predict("06_leak", …)' in str(card)
    assert "0.3141" not in str(card)
    assert progress.events() == []


def test_what_happened_can_be_opened_where_nobody_can_run_a_cell():
    html = outcome("06_leak", weight=0.3141, word="<b>")._repr_html_()
    assert "<details><summary>Show what happened</summary>" in html  # closed: no attribute `open`
    inside = html.split("<details>")[1]
    assert "0.3141" in inside
    assert "&lt;b&gt;" in inside
    assert 'scope="row"' in inside
    assert "0.3141" not in html.split("<details>")[0]
    predict("06_leak", confidence=50, weight=0.3, word="b")
    assert "<details>" not in outcome("06_leak", weight=0.3141, word="<b>")._repr_html_()


def test_on_a_page_where_no_cell_can_be_run_nobody_is_asked_to_run_one(monkeypatch):
    monkeypatch.setenv("ATTNEDU_STATIC_PAGE", "1")
    card = outcome("06_leak", weight=0.3141)
    assert str(card) == "What happened: 06_leak\nCompare it with what you predicted above."
    html = card._repr_html_()
    assert "0.3141" in html.split("<details><summary>Show what happened</summary>")[1]
    assert "0.3141" not in html.split("<details>")[0]
    assert progress.events() == []
    predict("06_leak", confidence=50, weight=0.3)
    assert comparison(outcome("06_leak", weight=0.3141)) == {"weight": "agree"}
    monkeypatch.setenv("ATTNEDU_STATIC_PAGE", "")
    assert "run this cell again" in str(outcome("none", weight=0.3141))


def test_an_outcome_that_was_only_opened_is_recorded_as_nothing():
    outcome("x", a=1)._repr_html_()
    assert not progress.events()
    assert "<details>" not in outcome("x")._repr_html_()


def test_a_prediction_changed_after_the_outcome_is_kept_and_marked():
    predict("x", confidence=90, a=1)
    outcome("x", a=5)
    late = predict("x", confidence=90, a=5)
    assert "after the outcome" in str(late)
    card = outcome("x", a=5)
    assert comparison(card) == {"a": "differ", "a (changed after the outcome)": "agree"}
    assert [event["after_outcome"] for event in progress.events("prediction")] == [False, True]


def test_a_prediction_changed_before_the_outcome_replaces_the_first():
    predict("x", confidence=30, a=1)
    predict("x", confidence=40, a=5)
    assert comparison(outcome("x", a=5)) == {"a": "agree"}


def test_running_the_cells_twice_records_them_once():
    for _ in range(2):
        predict("x", confidence=90, a=[1, 2])
        outcome("x", a=[1, 2])
    assert [event["kind"] for event in progress.events()] == ["prediction", "outcome"]


def test_names_that_do_not_match_are_shown_and_not_compared():
    predict("x", confidence=10, mine=1)
    card = outcome("x", theirs=2)
    assert comparison(card) == {"mine": "not compared", "theirs": "not compared"}
    assert "names in the two cells" in str(card)


def test_a_quantity_may_be_called_name():
    predict("x", confidence=10, name="softmax")
    assert comparison(outcome("x", name="Softmax")) == {"name": "agree"}


def test_a_line_edited_by_hand_does_no_harm():
    progress.record("prediction", "x", guesses="gone", confidence=None)
    assert "No prediction" in str(outcome("x", a=1))


@pytest.mark.parametrize("confidence", [True, 10**400, float("inf"), float("nan"), -5, "50", None, 0.5])
def test_a_confidence_that_no_cell_has_written_is_passed_over(confidence):
    line = {"kind": "prediction", "name": "x", "guesses": {"a": 1}, "confidence": confidence}
    progress.path().parent.mkdir(parents=True, exist_ok=True)
    progress.path().write_text(json.dumps(line) + "\n", encoding="utf-8")
    assert "No prediction" in str(outcome("x", a=1))


def test_lists_in_lists_without_end_are_passed_over():
    line = '{"kind": "prediction", "name": "x", "confidence": 5, "guesses": {"a": %s}}\n'
    progress.path().parent.mkdir(parents=True, exist_ok=True)
    progress.path().write_text(line % ("[" * 900 + "1" + "]" * 900), encoding="utf-8")
    assert "No prediction" in str(outcome("x", a=1))


@pytest.mark.parametrize(("sign", "digits"), [(1, 400), (-1, 400), (1, 5000)])
def test_a_number_that_no_float_holds_is_an_infinity(sign, digits):
    huge = sign * 10**digits
    card = predict("x", confidence=50, a=huge)
    assert card.data["guesses"] == {"a": "inf" if huge > 0 else "-inf"}
    assert comparison(outcome("x", a=1.0)) == {"a": "differ"}
    assert not agrees(huge, 1.0)


def test_half_a_letter_is_kept_as_a_question_mark_that_can_be_printed():
    cards = [predict("\ud800", confidence=50, a="\ud800"), outcome("\ud800", a="\udfff")]
    assert cards[0].data["guesses"] == {"a": "?"}
    for card in cards:
        (str(card) + card._repr_html_()).encode()


@pytest.mark.parametrize(
    ("guess", "actual", "agree"),
    [
        (0.68, 0.66, True), (0.681, 0.66, True), (0.75, 0.66, False), (0.0, 0.02, True), (0.0, 0.03, False),
        (110, 100, True), (111, 100, False), (-1, 1, False), ("0.66", 0.66, True), ("nan", "nan", True),
        ("inf", "-inf", False), ("-inf", "-inf", True), (1e9, "inf", False), (True, True, True),
        ("yes", True, True), (1, True, False), (False, True, False), ("  Softmax ", "softmax", True),
        ("rows", "columns", False), ([3, 5], [3, 5], True), ([3, 5], [3], False), (3, [3], False),
        ([True], [True], True), ("٣", 3, False), ("1_000", 1000, False), ("1_000", "1_000", True),
        ("CA", "AC", True), ("c, a", "AC", True), ("CAB", "AC", False), ("A", "B", False),
        ("66 %", 0.664, True), ("66%", 0.664, True), ("66 percent", 0.664, True), ("66,5 %", 0.664, True),
        ("90 %", 90.1, True), ("0,9 %", 90.1, False), ("66 %", 0.8, False), ("66 %", 6.6, False),
        (66, 0.664, False), ("66", 0.664, False), ("60 %", 0.664, True), ("59 %", 0.664, False),
        ("−66 %", -0.664, True), (["70 %", "30 %"], [0.7, 0.3], True), (["70 %", "30 %"], [70, 30], True),
        ("66 %", [0.66], False), ("66 %", True, False), ("50 %", "50 %", True), ("50 %", "50%", False),
        ("5 %", "inf", False), ("yes, they do", True, True), ("Yes. They do", True, True),
        ("No, never", False, True), ("true.", True, True), ("False!", False, True),
        ("no; never\nagain", False, True), ("NO: never", True, False), ("yes.", False, False),
        ("no idea", False, False), ("yes and no", True, False), ("nothing.", False, False),
        ("yesterday", True, False), ("no?", False, False), (", yes", True, False),
        ("Yes, they do", "yes", True), ("No, never", "no", True), ("no idea", "no", False),
        ("true", "yes", True), ("yes, they do", "rows", False), (["no, never"], [False], True),
    ],
)  # fmt: skip
def test_agreement_follows_the_rule_that_is_printed(guess, actual, agree):
    assert agrees(guess, actual) is agree


@pytest.mark.parametrize(
    ("guess", "actual", "agree"),
    [
        ("no it can't", False, True), ("no it can't", True, False), ("yes they do", True, True),
        ("Yes - always", True, True), ("yes — always", True, True), ("yes—always", "yes", True),
        ("yes (all)", True, True), ("yes(all)", False, False), ("No it can't", "no", True),
        ("yes -- they\ndo", True, True), ("no ideal", False, True), ("yes order", True, True),
        ("true for all rows", True, True), (["no it can't"], [False], True), ("no  clue", False, False),
        ("no idea", "no", False), ("no ideas", False, False), ("yes and no", "yes", False),
        ("yes or no", True, False), ("yes - or no", True, False), ("no or yes", False, False),
        ("not sure", False, False), ("no-one", False, False), ("yes / no", True, False),
        ("yes & no", True, False), ("yes -", True, False), ("yes ?", True, False), ("no it", "rows", False),
    ],
)  # fmt: skip
def test_yes_or_no_may_begin_a_sentence_without_a_comma_unless_it_hedges(guess, actual, agree):
    assert agrees(guess, actual) is agree


@pytest.mark.parametrize(
    ("guess", "actual", "agree"),
    [
        ("the dancer", "dancer", True), ("The  Dancer!", "dancer", True), ("dancer.", "dancer", True),
        ("a dancer", "the dancer.", True), ("an owl ...", "owl", True), ("the dancer", "singer", False),
        ("dancer?", "dancer", False), ("thedancer", "dancer", False), ("another", "other", False),
        ("the", "a", False), ("an", "a", False), ("the", "the", True), ("The.", "the", True),
        ("a", "A", True),
        ("A", "the", False), ("the cat", "the", False), ("cat", "the", False), ("a", "cat", False),
        ("a cat", "the cat", True), (".", "!", False), (".", ".", True), ("...", "dancer", False),
        ("the 3", 3, False), ("5!", 5, False), ("an AC", "AC", True), ("the B", "B", True),
        ("a head", "head", True),
    ],
)  # fmt: skip
def test_an_article_in_front_and_a_full_stop_at_the_end_do_not_count(guess, actual, agree):
    assert agrees(guess, actual) is agree


@pytest.mark.parametrize(
    ("guess", "actual", "agree"),
    [
        ("A and C", "AC", True), ("A & C", "AC", True), ("c, and a", "AC", True), ("only B", "B", True),
        ("B.", "B", True), ("B only!", "B", True), ("only A and C", "AC", True), ("A", "A", True),
        ("A, B and D.", "ABD", True), ("A and B", "AC", False), ("only B", "AB", False), ("A B", "B", False),
        ("A and", "C", False), ("AandC", "AC", False), ("and", "and", True), ("only", "only", True),
        ("and", "only", False), ("B?", "B", False), ("A or C", "AC", False),
    ],
)  # fmt: skip
def test_letters_may_be_joined_by_words_and_signs(guess, actual, agree):
    assert agrees(guess, actual) is agree


@pytest.mark.parametrize(
    ("guess", "actual", "agree"),
    [
        ("about 36 %", 0.355, True), ("about 36 %", 35.5, True), ("about 36 %", 0.6, False),
        ("~0.66", 0.664, True),
        ("≈ 0.66", 0.664, True), ("roughly 2", 2.1, True), ("roughly 2", 3, False), ("ca. 3", 3, True),
        ("ca 3", 3, True), ("circa 3", 3, True), ("Approx. 0,66", 0.664, True),
        ("approximately 1/3", 0.333, True),
        ("around 5", 5, True), ("nearly 1", 0.98, True), ("almost 1", 0.98, True), ("about −2", -2, True),
        ("about 66", 0.664, False), ("about", 0, False), ("about all", 3, False), ("about about 3", 3, False),
        ("about ٣", 3, False), ("abouts 3", 3, False), ("cırca 3", 3, False), ("~inf", "inf", False),
        ("~3", True, False), ("~3", "rows", False), ("about 3", "about 3", True), ("3", "about 3", False),
        (["~0.7", "about 30 %"], [0.7, 0.3], True), (["~0.7"], [0.5], False),
    ],
)  # fmt: skip
def test_a_number_may_stand_after_a_word_or_sign_for_about(guess, actual, agree):
    assert agrees(guess, actual) is agree


def test_a_number_after_about_is_shown_as_typed_and_may_be_told_another_unit():
    card = predict("x", confidence=50, a="about 36 %", b="~67", c="about 3")
    assert [row[1] for row in card.rows[:3]] == ["about 36 %", "~67", "about 3"]
    shown = outcome("x", a=0.355, b=0.665, c="rows")
    assert comparison(shown) == {"a": "agree", "b": "differ", "c": "differ"}
    assert "b: did you mean 0.67? The outcome is a share of 1, not in percent." in shown.sentences
    assert "c: the outcome is a word, but you wrote about 3." in shown.sentences


def test_arrays_are_compared_entry_by_entry():
    predict("x", confidence=50, row=np.array([0.7, 0.2, 0.1]))
    assert comparison(outcome("x", row=np.array([0.665, 0.245, 0.09]))) == {"row": "differ"}


def test_calibration_counts_first_outcomes_and_names_the_surprises():
    assert calibration().data["predictions"] == 0
    for name, confidence, guess in [("a", 90, 1), ("b", 85, 9), ("c", 10, 1)]:
        predict(name, confidence=confidence, x=guess)
        outcome(name, x=1)
    predict("b", confidence=85, x=1)
    outcome("b", x=1)
    card = calibration()
    assert card.data["predictions"] == 3
    assert card.data["sure (80 to 100)"] == {"predictions": 2, "agreed": 1}
    assert card.data["sure_and_different"] == ["b"]
    assert "50 %" in str(card)


@pytest.mark.parametrize("typed", ["66 %", "66%", "66 percent"])
@pytest.mark.parametrize("actual", [0.664, 66.4])
def test_a_percentage_agrees_with_a_share_and_with_a_number_in_percent_and_is_shown_as_typed(typed, actual):
    card = predict("x", confidence="80 %", share=typed)
    assert card.data["guesses"] == {"share": typed}
    assert card.data["confidence"] == 80
    assert card.rows[0] == ["share", typed]
    shown = outcome("x", share=actual)
    assert shown.rows == [["share", typed, f"{actual:g}", "agree"]]
    assert "did you mean" not in str(shown)
    assert progress.events("prediction")[0]["guesses"] == {"share": typed}


def test_a_bare_66_is_no_share_and_is_asked_about():
    predict("x", confidence=80, share=66)
    shown = outcome("x", share=0.664)
    assert comparison(shown) == {"share": "differ"}
    assert "share: did you mean 0.66? The outcome is a share of 1, not in percent." in shown.sentences


def test_a_percentage_of_an_earlier_version_was_kept_as_a_number_and_still_loads():
    progress.record("prediction", "x", guesses={"singer": 90}, confidence=70, after_outcome=False)
    assert outcome("x", singer=90.1).rows == [["singer", "90", "90.1", "agree"]]


def test_a_percentage_that_differs_may_be_told_another_unit():
    predict("x", confidence=50, a="0.67 %", b="12 %")
    shown = outcome("x", a=67.2, b="rows")
    assert "a: did you mean 67, in percent?" in shown.sentences
    assert "b: the outcome is a word, but you wrote 12 %." in shown.sentences


@pytest.mark.parametrize(
    ("guess", "actual", "said"),
    [
        (0.67, 67.2, "did you mean 67, in percent?"),
        (67, 0.665, "did you mean 0.67?"),
        ("much", 0.3, "the outcome is a number, but you wrote much"),
        (3, True, "the outcome is True or False, but you wrote 3"),
        ("no idea", False, "the outcome is True or False, but you wrote no idea"),
        (3, "rows", "the outcome is a word, but you wrote 3"),
        ([1, 2], [1, 2, 3], "the outcome is a list of 3"),
    ],
)
def test_a_guess_of_another_kind_or_unit_is_told_what_was_expected(guess, actual, said):
    predict("x", confidence=50, a=guess)
    assert said in str(outcome("x", a=actual))


@pytest.mark.parametrize(
    ("guess", "actual"),
    [
        (0.4, 0.6),
        ("no", True),
        (True, "no"),
        ("uniform", "nan"),
        (0, 50),
        (1, 0),
        ("AB", "ABC"),
        ("50 %", 0.66),
        ("yes, they do", False),
        ("No. Never", True),
        ("no idea", "yes"),
    ],
)
def test_an_ordinary_difference_gets_no_remark(guess, actual):
    predict("x", confidence=50, a=guess)
    printed = str(outcome("x", a=actual))
    assert "did you mean" not in printed
    assert "but you wrote" not in printed


def test_what_to_do_next_is_true_wherever_the_cell_stands():
    assert "Then go on." in str(predict("x", confidence=50, a=1))
    assert "next cell" not in str(predict("x", confidence=50, a=2))
