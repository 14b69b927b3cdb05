"""Questions: every distractor has a name and a refutation, and every number in them is computed."""

import inspect
import re

import pytest

from attnedu.practice import progress
from attnedu.practice.questions import all_questions, by_name, of_lesson
from attnedu.practice.quiz import LETTERS, on_record, quiz

QUESTIONS = all_questions()
CATALOGUE = {f"M{number:02d}" for number in range(1, 59)}
one_each = pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: question.name)


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("ATTNEDU_HOME", str(tmp_path))
    monkeypatch.setattr(progress, "_unsaved", [])


def right_letter(question):
    return LETTERS[[option[1] for option in question.options].index(None)]


def everything_written(question):
    parts = [question.stem, question.shown, question.why]
    return "\n".join(
        parts + [part for text, _, refutation in question.options for part in (text, refutation)]
    )


@one_each
def test_one_option_is_right_and_every_other_has_an_id_of_the_catalogue(question):
    ids = [option[1] for option in question.options]
    assert ids.count(None) == 1
    assert {one for one in ids if one} <= CATALOGUE
    assert 4 <= len(ids) <= 6
    assert len({option[0] for option in question.options}) == len(ids)


@one_each
def test_every_distractor_is_refuted_and_the_right_option_explained(question):
    for _, misconception, refutation in question.options:
        if misconception is None:
            assert refutation == ""
        else:
            assert refutation.endswith(".")
            assert len(refutation.split()) >= 5
            # The truth comes first: a refutation that opens with the belief repeats it.
            assert not re.match(
                r"(It is (often|sometimes) said|Some (say|think)|You (think|believe))", refutation
            )
    assert question.why.endswith(".")


@one_each
def test_every_number_in_a_question_is_computed_by_its_verify(question):
    written = everything_written(question)
    if question.verify is None:
        assert not re.search(r"\d", written.replace("sums to 1", "").replace("sum to 1", "")), (
            "needs a verify"
        )
        return
    question.verify()
    source = inspect.getsource(inspect.getmodule(question.verify))
    computed = {float(number) for number in re.findall(r"\d+(?:\.\d+)?", source.split("QUESTIONS = (")[0])}
    computed |= {float(number) for number in re.findall(r"\d+(?:\.\d+)?", source.split("# fmt: skip")[-1])}
    for number in re.findall(r"\d+\.\d+", written):
        assert float(number) in computed, f"{number} is written but not computed"


@one_each
def test_the_card_shows_stem_options_and_then_judges_each_letter(question):
    asked = quiz(question.name)
    assert question.stem in str(asked)
    assert all(option[0] in str(asked) for option in question.options)
    for letter, (_, misconception, refutation) in zip(LETTERS, question.options, strict=False):
        judged = quiz(question.name, letter)
        assert judged.data["right"] == (misconception is None)
        assert judged.data["misconception"] == misconception
        assert (refutation or question.why) in str(judged)


def test_names_are_unique_and_begin_with_the_number_of_their_lesson():
    names = [question.name for question in QUESTIONS]
    assert len(set(names)) == len(names)
    assert all(question.name.startswith(f"{question.lesson:02d}_") for question in QUESTIONS)


def test_the_pretest_has_six_questions_and_each_lesson_three_of_recall():
    assert of_lesson(0) == [f"00_pretest_{number}" for number in range(1, 7)]
    for lesson in range(1, 7):
        recalls = [name for name in of_lesson(lesson) if "_recall_" in name]
        assert recalls == [f"{lesson:02d}_recall_{number}" for number in (1, 2, 3)]


@pytest.mark.parametrize("lesson", [2, 3, 4, 5, 6])
def test_each_lesson_has_at_least_two_questions_of_its_own(lesson):
    assert len([name for name in of_lesson(lesson) if "_recall_" not in name]) >= 2


def test_no_letter_is_the_right_one_too_often():
    letters = [right_letter(question) for question in QUESTIONS]
    for letter in "abcd":
        assert 0.1 <= letters.count(letter) / len(letters) <= 0.4, (letter, letters.count(letter))


def test_the_longest_option_is_not_always_the_right_one():
    longest = [max(question.options, key=lambda option: len(option[0]))[1] is None for question in QUESTIONS]
    assert sum(longest) / len(longest) < 0.5


def test_an_answer_is_recorded_with_the_misconception_that_it_shows():
    quiz("03_axis", "b")
    quiz("03_axis", "A")
    quiz("03_axis")
    assert [(e["choice"], e["right"], e["misconception"]) for e in progress.events("quiz", "03_axis")] == [
        ("b", False, "M04"),
        ("a", True, None),
    ]


def test_confidence_is_kept_with_an_answer_and_a_wrong_one_is_refused():
    quiz("03_axis", "b", confidence="80 %")
    quiz("03_axis", "b")
    assert [event["confidence"] for event in progress.events("quiz")] == [80, None]
    card = quiz("03_axis", "a", confidence=0.8)
    assert "did you mean 80?" in str(card)
    assert not card.data["answered"]
    assert len(progress.events()) == 2


def test_a_question_that_is_asked_again_says_that_an_answer_is_on_record_but_not_which():
    assert "On record" not in str(quiz("03_axis"))
    for letter, said in [
        ("b", "On record: one answer, not right."),
        ("a", "On record: 2 answers, the last one right."),
        ("c", "On record: 3 answers, the last one not right."),
    ]:
        assert "On record" not in str(quiz("03_axis", letter))
        asked = quiz("03_axis")
        assert asked.sentences[0] == f"{said} Answer again from memory if you like."
        assert not asked.reply
    assert "On record" not in str(quiz("03_recall_1"))


@pytest.mark.parametrize("right", [None, "yes", 1])
def test_a_line_that_no_question_has_written_is_no_answer_on_record(right):
    progress.record("quiz", "03_axis", choice="a", right=right)
    progress.record("prediction", "03_axis", right=True)
    assert on_record("03_axis") == ""


def test_a_wrong_answer_does_not_give_the_right_one_away():
    question = by_name()["03_axis"]
    assert question.why not in str(quiz("03_axis", "b"))


@pytest.mark.parametrize("choice", ["z", "ab", "", 3, "(e)", ["a"]])
def test_an_impossible_letter_is_answered_with_the_possible_ones(choice):
    card = quiz("03_axis", choice)
    assert "a, b, c or d" in str(card)
    assert progress.events() == []


@pytest.mark.parametrize("choice", ["a", "A", "a.", "(a)", " a "])
def test_a_letter_may_be_written_as_people_write_it(choice):
    assert quiz("03_axis", choice).data["right"]


def test_an_unknown_name_is_answered_with_names_like_it():
    assert "03_axis" in str(quiz("03_axes"))
    assert "There is no question" in str(quiz(None))
    str(quiz("\ud800")).encode()


def test_the_html_of_a_question_is_a_table_with_headers_and_escaped_text():
    html = quiz("06_which_leaks")._repr_html_()
    assert html.count('scope="col"') == 2
    assert html.count('scope="row"') == 6
    assert re.search(r'<pre style="margin: [^"]+">1  softmax\(np.where', html), (
        "code must not touch the table"
    )
    assert "<script" not in html


@one_each
def test_the_question_stays_above_the_reply(question):
    for letter in ("a", "b"):
        html = quiz(question.name, letter)._repr_html_()
        assert html.count('scope="row"') == len(question.options)
        assert 0 < html.index("<table") < max(html.find("Right: "), html.find("Not so: "))


def test_the_pretest_keeps_an_answer_and_does_not_ask_for_another():
    wrong = str(quiz("00_pretest_1", "a"))
    assert "Your answer is kept" in wrong
    assert "choose once more" not in wrong
    assert "choose once more" in str(quiz("03_axis", "b"))


def test_a_trap_is_called_by_its_name_not_by_its_number():
    printed = str(quiz("00_pretest_2", "a"))
    assert "score read as absolute" in printed
    assert "M02" not in printed
