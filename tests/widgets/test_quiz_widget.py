"""Quiz in Python: what it keeps, records, refuses, and what stands in its place."""

import json
import xml.etree.ElementTree as ET
from itertools import permutations, product

import numpy as np
import pytest
import traitlets

from attnedu.practice import progress
from attnedu.practice.agree import agrees, remark
from attnedu.practice.answers import read_guess
from attnedu.practice.cards import Card
from attnedu.practice.predict import outcome
from attnedu.practice.predict import predict as typed_prediction
from attnedu.practice.questions import Question, by_name
from attnedu.practice.quiz import LETTERS
from attnedu.practice.quiz import quiz as typed_quiz
from attnedu.widgets._questions import spec_of, verdict_on
from attnedu.widgets.asking import predict, quiz
from attnedu.widgets.quiz import Quiz, explore_quiz

from .node_tests import run_node_test

RIGHT_06 = ["B2", "D2", "E1", "C1", "A1"]
HALF = "x\ud800"  # of a letter that UTF-16 writes as two
OPTIONS = [("scores", "Scores may have any sum."), ("weights", None)]


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("ATTNEDU_HOME", str(tmp_path))
    monkeypatch.setattr(progress, "_unsaved", [])


def events(kind=None):
    """What was recorded, without the time."""
    return [{key: x for key, x in event.items() if key != "time"} for event in progress.events(kind)]


TYPED = [
    "0,67", "0.67", "67 %", "1/3", "−2", "1, 2", "[0,7; 0,3]", "[1,2]", "[rows, columns]", "yes", "True", "٣",
    "３ %", "1_000", "[" * 500 + "]" * 500, "[" * 500 + "x" + "]" * 500, "[[5]]", "[(1), 2]", '"', "'[]'",
    "[, ]", "\ufeff", "\x85", "\u00a05", "5\n%", "(", "[a, , b]", ",", '"rows"', "A, C", "", "  ", "1e3",
    "1e999", "3 or 4", "6.", "1/0", ".5 percent", "[]", "(1; 2)", " 66% ", "66,5 PERCENT", "−66 %", "1/4 %",
    "1e999 %", "%", "5 %%", "about 5 %", "70 %, 30 %", "[0,5 %; rows]", "70 %; 1", "yes, they do", "true.",
    "~0,66", "about 36 %", "~0.7, ~0.3", "[about 1; 2]", "about 3, rows", "≈ −2", "~~3",
    "~" * 5000, "cırca 3",
]  # fmt: skip
GUESSES = [
    0.68, 0.681, 0.75, 0, 110, 111, -1, "0.66", "yes", True, False, "rows", "Rows ", "CA", "c, a", "CAB",
    [1, 2], [1, 2, 3], 67, "much", 1e-3, "", "٣", "1_000", "66 %", "66%", "66,5 percent", "67.2 %", "0.67 %",
    "100 %", "-66 %", "66 %%", ["1 %", "200 %"], ["100 %", 2], "yes, they do", "No. Never", "no;\nnever",
    "True!", "false: no", "no idea", "yes and no", "no?", "yesterday", ", no", "nan",
    "no it can't", "yes — always", "yes(all)", "yes - or no", "no clue", "no-one", "yes / no",
    "the rows", "Rows!",
    "a", "the", "A.", "a b", "A and C", "A & C", "only A, c", "~0.66", "≈ 0,66", "about 66 %", "ca. 3",
    "about 67",
    "~0.67", ["~1", "about 2"], "about", "~inf", "cırca 3", "ROWſ", "straße", ".", "5!", "yes où", "no andé",
]  # fmt: skip
ACTUAL = [
    0.66, 100, 1, 3, 1000, True, False, "rows", "AC", "ABC", [1, 2], 67.2, 0, "no", "Yes", "66 %", "inf",
    "nan", -0.66, "the rows.", "a", "the", "B", "STRASSE", "about 3", "!", "and",
]  # fmt: skip


def answers_to(question):
    """Every letter; or every order of the right lines, and in one order every choice of the pairs."""
    if isinstance(question, Question):
        return list(LETTERS[: len(question.options)])
    labels = question.labelled()
    right = {label: str(line.texts.index(line.text) + 1) * bool(line.twin) for label, line in labels.items()}
    orders = [[label + right[label] for label in order] for order in permutations(labels)]
    first = next(order for order in orders if verdict_on(question, order)[0])
    return orders + list(
        map(list, product(*([w[0] + n for n in "12"] if len(w) > 1 else [w] for w in first)))
    )


def test_node_reads_and_judges_as_python_does(tmp_path):
    rows = [
        {
            "question": spec_of(question),
            "answers": [[answer, *verdict_on(question, answer)] for answer in answers_to(question)],
        }
        for question in by_name().values()
    ]
    for row in rows:
        assert {right for _, right, _ in row["answers"]} == {True, False}
    numbers = {
        "typed": [[text, read_guess(text)] for text in TYPED],
        # As one text: words such as "-inf" are to stay words.
        "agreements": json.dumps([[g, a, agrees(g, a), remark("a", g, a)] for g in GUESSES for a in ACTUAL]),
        "judged": json.dumps(rows),
    }
    run_node_test("quiz", numbers, tmp_path)


@pytest.mark.parametrize("name", by_name())
def test_every_question_of_the_course_stands_on_the_page_with_its_card_as_the_fallback(name):
    widget, card = quiz(name), typed_quiz(name)
    assert isinstance(widget, Quiz)
    data, _ = widget._repr_mimebundle_()
    assert data["text/plain"] == str(card) == str(widget)
    assert data["text/html"] == card._repr_html_()
    assert "application/vnd.jupyter.widget-view+json" in data
    assert repr(widget) == repr(quiz(name))
    assert repr(widget).startswith(f"Quiz('{name}', ")
    assert progress.events() == []
    widget.close()


@pytest.mark.parametrize("empty", [None, ...])
def test_an_answer_in_the_cell_is_judged_there_and_an_empty_one_asks_on_the_page(empty):
    assert isinstance(quiz("03_axis", choice=empty), Quiz)
    card = quiz("03_axis", choice="b", confidence=70)
    assert isinstance(card, Card)
    assert events() == [
        {
            "kind": "quiz",
            "name": "03_axis",
            "choice": "b",
            "right": False,
            "misconception": "M04",
            "confidence": 70,
        }
    ]
    assert "There is no question" in str(quiz("03_axes"))
    assert "There is no question" in str(quiz(None))


@pytest.mark.parametrize(
    ("name", "answer", "typed"),
    [("03_axis", "b", "b"), ("03_axis", "a", "a"), ("06_order", RIGHT_06, "B2 D2 E1 C1 A1")],
)
def test_the_form_records_what_the_cell_records_and_shows_what_the_cell_shows(name, answer, typed):
    card = quiz(name, typed, confidence=80)
    from_cell = events()
    progress.path().unlink()
    widget = quiz(name)
    widget.given = {"answer": answer, "confidence": 80}
    assert events() == from_cell
    assert widget.reply == [card.reply, *card.sentences]
    assert widget.reached == ["answered", "right"] if card.data["right"] else ["answered"]


def test_the_same_answer_handed_in_twice_is_recorded_once_and_another_again():
    widget = quiz("03_axis")
    for answer, confidence in [("b", 80), ("b", 80), ("b", 60), ("a", 60)]:
        widget.given = {"answer": answer, "confidence": confidence}
    assert [(e["choice"], e["confidence"]) for e in progress.events("quiz")] == [
        ("b", 80),
        ("b", 60),
        ("a", 60),
    ]
    widget.given = {}
    assert len(progress.events()) == 3


def test_a_message_of_the_page_is_answered_with_a_reply():
    widget = quiz("00_pretest_1")
    answer = {"answer": "a", "confidence": 30}
    widget.set_state({"answer": "a", "confidence": 30, "given": answer, "reply": [], "reached": ["answered"]})
    assert widget.reply[0].startswith("Not so: a.")
    assert widget.reply[-1] == "Your answer is kept; the end of the course asks again."
    assert "choose once more" not in " ".join(widget.reply)
    assert widget.reached == ["answered"]


AGAIN = "Answer again from memory if you like."


@pytest.mark.parametrize(
    ("name", "wrong", "right"),
    [("03_axis", "b", "a"), ("06_order", ["A1", "B2", "C1", "D2", "E1"], RIGHT_06)],
)
def test_a_question_opens_empty_again_and_says_that_an_answer_is_on_record(name, wrong, right):
    first = quiz(name)
    assert first.on_record == ""
    first.given = {"answer": wrong, "confidence": 50}
    assert first.on_record == f"On record: one answer, not right. {AGAIN}"
    again = quiz(name)
    assert (again.given, again.reply, again.answer) == ({}, [], quiz(name).answer)
    assert again.answer != wrong
    assert again.on_record == first.on_record
    data = again._repr_mimebundle_()[0]
    for text in (data["text/plain"], data["text/html"], again.describe(), str(again)):
        assert again.on_record in text
    assert data["text/plain"] == str(typed_quiz(name))
    again.given = {"answer": right, "confidence": 50}
    assert again.on_record == f"On record: 2 answers, the last one right. {AGAIN}"
    assert again.reply[0].startswith("Right: ")
    for text in (again.describe(), str(again), again.static_html()):
        assert "On record" not in text
    again.given = {}  # started again
    assert again.on_record in again.describe()
    assert len(progress.events()) == 2


def test_nothing_is_on_record_for_a_prediction_or_for_a_question_without_a_name():
    form().given = {"answer": {"before": "2", "after": "2"}, "confidence": 50}
    assert form().on_record == ""
    assert "On record" not in form().describe()
    progress.record("quiz", "", choice="a", right=True)
    assert Quiz.choice("Which sum to 1?", OPTIONS).on_record == ""
    progress.record("quiz", "mine", choice="a", right=True)
    assert Quiz.choice("Which sum to 1?", OPTIONS, name="mine").on_record.startswith("On record: one answer")


def test_a_page_for_anybody_does_not_say_what_is_on_record_here(tmp_path):
    quiz("03_axis", "a", confidence=50)
    asked = quiz("03_axis")
    assert "On record:" not in asked.save(tmp_path / "axis").read_text(encoding="utf-8")
    assert asked.on_record.startswith("On record: one answer, right.")


def form(**more):
    return predict("03_ratio", before=None, after=None, **more)


def test_a_prediction_may_be_typed_or_filled_in_with_the_same_record():
    predict("03_ratio", before=2.5, after=[1, 2], confidence=70)
    from_cell = events()
    progress.path().unlink()
    widget = form()
    widget.given = {"answer": {"before": "2,5", "after": "1, 2"}, "confidence": 70}
    assert events() == from_cell
    assert widget.reply == ["Your prediction for “03_ratio” is recorded.", "Then go on."]
    assert "agree" in str(outcome("03_ratio", before=2.5, after=[1, 2]))
    assert widget.reached == ["answered"]


def test_a_percentage_is_kept_and_comes_back_as_it_was_typed():
    form().given = {"answer": {"before": " 66 %", "after": "70%; 30%"}, "confidence": 70}
    from_form = events()
    assert from_form[0]["guesses"] == {"before": "66 %", "after": ["70%", "30%"]}
    assert form().answer == {"before": "66 %", "after": "[70%; 30%]"}
    assert outcome("03_ratio", before=0.664, after=[0.7, 0.3]).data["agreed"] == {
        "before": True,
        "after": True,
    }
    progress.path().unlink()
    predict("03_ratio", before="66 %", after=["70%", "30%"], confidence=70)
    assert events() == from_form
    asked = Quiz.prediction("How much?", {"share": 0.664})
    asked.given = {"answer": {"share": "66 %"}, "confidence": 10}
    assert asked.numbers()["right"] is True


def test_the_fallback_of_a_form_is_the_sentence_about_what_is_missing():
    assert str(form()) == str(typed_prediction("03_ratio", before=None, after=None))
    assert "Still empty: before, after, confidence." in form()._repr_mimebundle_()[0]["text/plain"]
    assert progress.events() == []


def test_a_form_holds_what_the_cell_held_and_its_fallback_names_the_rest():
    widget = predict("x", share=0.5, row=np.array([1, 2]), word=None, list_of=[None, 1], confidence=40)
    assert widget.answer == {"share": "0.5", "row": "[1; 2]", "word": "", "list_of": ""}
    assert widget.confidence == 40
    assert widget.given == {}
    assert "Still empty: word, list_of." in str(widget)
    assert predict("x", share=0.5).answer == {"share": "0.5"}
    assert predict("x", share=None, confidence=0.8).confidence is None
    assert progress.events() == []


@pytest.mark.parametrize(
    "arguments", [{}, {"confidence": 50}, {"a": 1, "confidence": 101}, {"a": 1, "confidence": "sure"}]
)
def test_what_no_form_could_mend_is_answered_as_before(arguments):
    assert isinstance(predict("x", **arguments), Card)
    assert progress.events() == []


def test_a_late_prediction_stays_late_and_the_same_one_is_no_second():
    predict("03_ratio", before=1, after=1, confidence=50)
    outcome("03_ratio", before=2, after=2)
    widget = form()
    widget.given = {"answer": {"before": "2", "after": "2"}, "confidence": 90}
    assert "after the outcome" in widget.reply[1]
    form().given = {"answer": {"before": "2.0", "after": "2"}, "confidence": 90}
    assert [event["after_outcome"] for event in progress.events("prediction")] == [False, True]


def test_a_cell_run_again_opens_with_the_prediction_on_file():
    form().given = {"answer": {"before": "e", "after": "[1; 2.5]"}, "confidence": 55}
    again = form()
    assert again.given == {"answer": {"before": "e", "after": "[1; 2.5]"}, "confidence": 55}
    assert again.answer == again.given["answer"]
    assert again.reply == ["Your prediction for “03_ratio” is recorded."]
    again.given = {**again.given, "confidence": 55}
    assert len(progress.events()) == 1
    other = predict("03_ratio", somewhat_else=None)
    assert other.given == {}
    progress.record("prediction", "03_ratio", guesses="gone", confidence=None)  # a line edited by hand
    assert form().given["confidence"] == 55


EMPTY = ["", " ", "''", "[]", np.array([]), set()]


@pytest.mark.parametrize("empty", EMPTY)
def test_an_empty_guess_is_asked_for_and_never_recorded(empty):
    made = predict("q", a=empty, confidence=50)
    assert isinstance(made, Quiz)
    assert (made.answer, made.confidence) == ({"a": ""}, 50)
    assert "Still empty: a." in str(made)
    assert progress.events() == []


@pytest.mark.parametrize(
    "guess", ["", " ", "''", "[]", [], None, [None], {}, "\ud800", [[[]]], {"x": [1]}, 10**400, "x" * 9999]
)
@pytest.mark.parametrize("confidence", [50, 0.5, 10**400, True, "sure"])
def test_a_form_opens_whatever_is_on_file(guess, confidence):
    line = {"kind": "prediction", "name": "q", "guesses": {"a": guess}, "confidence": confidence}
    progress.path().parent.mkdir(parents=True, exist_ok=True)
    progress.path().write_text(json.dumps(line) + "\n", encoding="utf-8")
    made = predict("q", a=None)
    made._repr_mimebundle_()[0]["text/html"].encode()
    assert made.given in ({}, {"answer": made.answer, "confidence": 50})
    made.given = {"answer": {"a": "1"}, "confidence": 60}
    assert predict("q", a=None).given == {"answer": {"a": "1"}, "confidence": 60}


def test_a_form_knows_what_the_cell_held_so_that_it_can_start_again():
    asked = predict("zq", a=0.5, b=None, confidence=40).question
    assert [row["filled"] for row in asked["quantities"]] == ["0.5", ""]
    assert asked["confidence"] == 40
    assert predict("zq", a=0.5, b=None).question["confidence"] is None


def test_brackets_and_numbers_without_end_do_not_stop_a_kernel():
    made = form()
    made.given = {"answer": {"before": "[" * 500 + "x" + "]" * 500, "after": "9" * 5000}, "confidence": 5}
    assert made.reply[0].endswith("is recorded.")
    assert predict("03_ratio", before=None, after=None).given["confidence"] == 5
    assert predict("q", a=1, confidence=10**400).data == {"recorded": False}
    assert predict("q", a=None, confidence=10**400).confidence is None


def test_a_quiz_of_ones_own_is_judged_and_records_nothing_without_a_name():
    for widget, answer, right in [
        (Quiz.choice("Which sum to 1?", OPTIONS), "b", True),
        (Quiz.choice("Which sum to 1?", OPTIONS), "a", False),
        (
            Quiz.prediction("How much?", {"share": 0.25, "rows": [1, 1]}),
            {"share": "25/100", "rows": "1; 1"},
            True,
        ),
        (Quiz.prediction("How much?", ["share"]), {"share": "?"}, None),
        (Quiz.ordering("In order", ["scores", ("softmax", "argmax", "It is smooth.")]), None, None),
    ]:
        if answer is not None:
            widget.given = {"answer": answer, "confidence": 10}
            assert widget.numbers()["right"] is right
            assert widget.reply == []
    assert progress.events() == []


def test_a_quiz_of_ones_own_with_a_name_is_recorded():
    widget = Quiz.choice(
        "Which sum to 1?", [("scores", "M01", "Scores may have any sum."), OPTIONS[1]], name="mine"
    )
    widget.given = {"answer": "a", "confidence": 10}
    assert events("quiz")[0]["misconception"] == "M01"
    assert "score taken for weight" in widget.reply[1]
    guess = Quiz.prediction("How much?", {"share": 0.25}, name="guess")
    guess.given = {"answer": {"share": "0,5"}, "confidence": 90}
    assert [event["kind"] for event in events()] == ["quiz", "prediction", "outcome"]
    assert "0 of 1 agree" in " ".join(guess.reply)


@pytest.mark.parametrize("count", range(2, 9))
def test_lines_of_ones_own_are_shuffled_and_their_order_is_found(count):
    texts = [f"line {i}" for i in range(count)]
    widget = Quiz.ordering("In order", texts)
    shown = [line["texts"][0] for line in widget.question["lines"]]
    assert sorted(shown) == texts
    assert shown != texts
    labels = {line["texts"][0]: line["label"] for line in widget.question["lines"]}
    widget.given = {"answer": [labels[text] for text in texts], "confidence": 50}
    assert widget.numbers()["right"] is True
    widget.given = {"answer": widget.answer, "confidence": 50}
    assert widget.numbers()["right"] is False


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (lambda: Quiz("03_axes"), "no question '03_axes' in the course: did you mean '03_axis'"),
        (lambda: Quiz(5), "question must be a name, such as '03_axis', but it is 5: Quiz.choice"),
        (lambda: Quiz(None), "question must be a name"),
        (lambda: Quiz("03_axis", given=5), "given must be {} or a dict with .*, but it is 5"),
        (lambda: Quiz("03_axis", given=[1]), "given must be {} or a dict"),
        (lambda: Quiz.choice("s", None), "options must be a list, but it is None"),
        (lambda: Quiz.choice("s", [5, ("b", None)]), "an option is"),
        (lambda: Quiz.choice("s", [("a", ["M01"], "No."), ("b", None)]), "ids run from M01 to M58"),
        (lambda: Quiz.prediction("s", 5), "quantities must be a list, but it is 5"),
        (lambda: Quiz.ordering("s", 5), "lines must be a list, but it is 5"),
        (lambda: Quiz.ordering("s", "ab"), "lines must be a list, but it is 'ab'"),
        (lambda: Quiz.ordering("s", ["a", 5]), "a line is a text or"),
        (lambda: Quiz.choice(HALF, OPTIONS), "stem holds half a letter"),
        (lambda: Quiz.choice("s", OPTIONS, why=HALF), "why holds half a letter"),
        (lambda: Quiz.choice("s", OPTIONS, shown=HALF), "shown holds half a letter"),
        (lambda: Quiz.choice("s", OPTIONS, name=HALF), "name holds half a letter"),
        (lambda: Quiz.choice("s", [(HALF, "No."), ("b", None)]), "an option holds half a letter"),
        (lambda: Quiz.choice("s", [("a", HALF), ("b", None)]), "a refutation holds half a letter"),
        (lambda: Quiz.prediction("s", [HALF]), "a quantity holds half a letter"),
        (lambda: Quiz.prediction("s", {"a": [HALF]}), "a holds half a letter"),
        (lambda: Quiz.ordering("s", ["a", HALF]), "lines holds half a letter"),
        (lambda: Quiz.ordering("s", ["a", ("b", "c", HALF)]), "lines holds half a letter"),
        (lambda: Quiz.ordering("s", ["a", "b"], head=HALF), "head holds half a letter"),
        (lambda: predict(HALF, a=None), "holds half a letter"),
        (lambda: Quiz.choice("", OPTIONS), "stem is empty"),
        (lambda: Quiz.choice(3, OPTIONS), "stem must be a text"),
        (lambda: Quiz.choice("s", ["a", "b"]), "an option is"),
        (lambda: Quiz.choice("s", OPTIONS[:1]), "options has 1 entries: a question has 2 to 8"),
        (lambda: Quiz.choice("s", [("a", None), ("b", None)]), "options has 2 right ones"),
        (lambda: Quiz.choice("s", [("a", "No."), ("b", "No.")]), "options has 0 right ones"),
        (lambda: Quiz.choice("s", [("a", " "), ("b", None)]), "option 'a' has an empty refutation"),
        (lambda: Quiz.choice("s", [("a", "No."), ("a", None)]), "options has 'a' twice"),
        (lambda: Quiz.choice("s", [("a", "M99", "No."), ("b", None)]), "ids run from M01 to M58"),
        (lambda: Quiz.prediction("s", []), "1 to 8 different names"),
        (lambda: Quiz.prediction("s", ["a", "a"]), "1 to 8 different names"),
        (lambda: Quiz.prediction("s", ["confidence"]), "cannot be called 'confidence'"),
        (lambda: Quiz.prediction("s", [3]), "a quantity must be a text"),
        (lambda: Quiz.ordering("s", ["a"]), "lines has 1 entries: give 2 to 8"),
        (lambda: Quiz.ordering("s", ["a", "a"]), "different"),
        (lambda: Quiz.ordering("s", ["a", ("b", "c")]), "a line is a text or"),
        (lambda: Quiz.ordering("s", ["a", ("b", "c", "")]), "a line is a text or"),
    ],
)  # fmt: skip
def test_a_question_that_cannot_be_asked_is_refused_with_the_remedy(make, says):
    with pytest.raises((ValueError, TypeError), match=says.replace("(", r"\(")):
        make()


@pytest.mark.parametrize(
    ("widget", "name", "value", "says"),
    [
        (lambda: Quiz("03_axis"), "answer", "z", "The options are a, b, c or d"),
        (lambda: Quiz("03_axis"), "confidence", 101, "from 0"),
        (lambda: Quiz("03_axis"), "confidence", 0.8, "did you mean 80"),
        (lambda: Quiz("03_axis"), "given", {"answer": "", "confidence": 3}, "empty answer"),
        (lambda: Quiz("03_axis"), "given", {"answer": "a", "confidence": None}, "needs a confidence"),
        (lambda: Quiz("03_axis"), "given", {"answer": "a"}, "a dict with 'answer' and 'confidence'"),
        (lambda: Quiz("03_axis"), "question", {}, "make a new widget"),
        (lambda: Quiz("06_order"), "answer", ["A", "B"], "Write each of A, B, C, D, E once"),
        (lambda: Quiz.ordering("o", ["x", "y", "z"]), "answer", ["AB", "C"], "Write each of A, B, C once"),
        (lambda: Quiz.ordering("o", ["x", "y", "z"]), "answer", ["A B", "C"], "Write each of A, B, C once"),
        (lambda: Quiz.ordering("o", ["x", "y", "z"]), "answer", 5, "answer must be a list, but it is 5"),
        (lambda: Quiz.prediction("s", ["a"]), "answer", {"a": HALF}, "a holds half a letter"),
        (lambda: Quiz("03_axis"), "confidence", 10**400, "a number from 0"),
        (lambda: Quiz("06_order"), "answer", ["A3", "B", "C", "D", "E"], "Write each of"),
        (lambda: Quiz("06_order"), "given", {"answer": list("ABCDE"), "confidence": 1}, "write A1 or A2"),
        (lambda: Quiz.prediction("s", ["a"]), "answer", {"b": "1"}, "the quantities are a"),
        (lambda: Quiz.prediction("s", ["a"]), "answer", "1", "a dict from a quantity"),
        (lambda: Quiz.prediction("s", ["a"]), "given", {"answer": {"a": ""}, "confidence": 1}, "lacks a"),
    ],
)  # fmt: skip
def test_a_trait_refuses_what_it_cannot_hold_and_keeps_the_old(widget, name, value, says):
    made = widget()
    before = getattr(made, name)
    with pytest.raises((ValueError, TypeError, traitlets.TraitError), match=says):
        setattr(made, name, value)
    assert getattr(made, name) == before
    assert progress.events() == []


def test_an_answer_may_be_given_to_a_trait_in_any_form():
    widget = Quiz("06_order")
    widget.answer = "b2 D E1 c A1"
    assert widget.answer == ["B2", "D", "E1", "C", "A1"]
    asked = Quiz.prediction("s", ["a", "b"])
    asked.answer = {"b": np.float32(0.5)}
    assert asked.answer == {"a": "", "b": "0.5"}
    asked.confidence = np.int64(70)
    assert asked.confidence == 70
    assert type(asked.confidence) is int


def test_the_twin_prints_what_the_widget_describes_and_leaves_nothing_behind(capsys):
    import ipywidgets

    before = len(ipywidgets.widgets.widget._instances)
    made = explore_quiz("06_order", RIGHT_06, 70)
    assert len(ipywidgets.widgets.widget._instances) == before
    printed = capsys.readouterr().out.strip()
    widget = Quiz("06_order")
    assert explore_quiz("06_order") == {"answer": list("ABCDE"), "confidence": None, "right": None}
    assert capsys.readouterr().out.strip() == widget.describe()
    assert progress.events() == []
    progress.record("quiz", "06_order", right=False)
    explore_quiz("06_order")
    twin = capsys.readouterr().out.strip()
    assert twin == Quiz("06_order").describe()
    assert "On record: one answer, not right." in twin
    progress.path().unlink()
    widget.answer, widget.confidence = RIGHT_06, 70
    widget.given = {"answer": RIGHT_06, "confidence": 70}
    assert printed == widget.describe()
    assert made == widget.numbers() == {"answer": RIGHT_06, "confidence": 70, "right": True}


@pytest.mark.parametrize("make", [lambda: Quiz("03_axis"), form, lambda: Quiz("06_order")])
def test_the_picture_and_the_table_hold_the_question(make):
    widget = make()
    alt, svg = widget.static_picture()
    root = ET.fromstring(svg)
    assert root.get("role") == "img"
    assert root[0].text == alt
    assert widget.question["stem"] in alt
    assert 'id="' not in svg
    caption, heads, rows = widget.static_table()
    assert caption == widget.question["stem"]
    assert {len(row) for row in rows} == {len(heads)}


def test_texts_cannot_break_out_of_the_fallback():
    bad = "<script>alert(1)</script>"
    widget = Quiz.choice(bad, [(bad, f"{bad}."), ("b", None)], why=bad, shown=bad)
    data = widget._repr_mimebundle_()[0]["text/html"]
    assert "<script" not in data
    assert ET.fromstring(widget.static_picture()[1])[0].text.startswith("A question, choice: <script>")


def test_the_front_end_is_small_and_brings_no_drawing():
    assert len(Quiz._esm) < 36_500
    assert "scoreColour" not in Quiz._esm
    assert "createElementNS" in Quiz._esm  # the shared part for elements is there
    assert "innerHTML" not in Quiz._esm
