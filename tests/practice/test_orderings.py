"""Lines out of order: an order is judged right exactly if the function that its lines make is right."""

import re
from itertools import permutations, product

import numpy as np
import pytest

from attnedu.core import softmax
from attnedu.practice import progress
from attnedu.practice.catalogue import ids
from attnedu.practice.ordering import judge, read
from attnedu.practice.questions import Line, Ordering, all_orderings, by_name
from attnedu.practice.quiz import quiz

ORDERINGS = all_orderings()
one_each = pytest.mark.parametrize("question", ORDERINGS, ids=lambda question: question.name)
RIGHT = {
    "02_order": "C1 D2 B A2",
    "03_order": "D2 A1 C1 B",
    "04_order": "D C2 A B1",
    "04_order_brings_most": "C B1 A2",
    "05_order": "D2 E1 A2 C1 B1",
    "06_order": "B2 D2 E1 C1 A1",
}


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("ATTNEDU_HOME", str(tmp_path))
    monkeypatch.setattr(progress, "_unsaved", [])


def works(question, texts):
    """Whether the function that has these lines does what the stem says."""
    space = {"np": np, "softmax": softmax}
    exec("\n    ".join([question.head, *texts]), space)  # noqa: S102  our own text
    made = space[re.match(r"def (\w+)", question.head)[1]]
    try:
        with np.errstate(all="ignore"):
            question.verify(made)
    except (AssertionError, ValueError, TypeError, NameError, IndexError):
        return False
    return True


@one_each
def test_an_order_is_judged_right_exactly_if_its_function_works(question):
    labels = question.labelled()
    right = {
        label: label + str(line.texts.index(line.text) + 1) * bool(line.twin)
        for label, line in labels.items()
    }
    seen = {True: 0, False: 0}
    for order in permutations(labels):
        verdict = judge(question, " ".join(right[label] for label in order))
        assert verdict.right == works(question, [labels[label].text for label in order]), order
        seen[verdict.right] += 1
    assert seen[True] >= 1
    assert seen[False] >= 1
    assert judge(question, RIGHT[question.name]).right


@one_each
def test_every_wrong_twin_breaks_the_function_and_is_named(question):
    words = RIGHT[question.name].split()
    labels = question.labelled()
    texts = [labels[word[0]].text for word in words]
    pairs = [i for i, word in enumerate(words) if len(word) == 2]
    assert len(pairs) >= 2
    for i in pairs:
        line = labels[words[i][0]]
        assert not works(question, [*texts[:i], line.twin, *texts[i + 1 :]]), line.twin
        wrong = f"{words[i][0]}{3 - int(words[i][1])}"
        verdict = judge(question, " ".join([*words[:i], wrong, *words[i + 1 :]]))
        assert verdict.misconception == line.misconception
        assert verdict.misconception in ids()
        assert verdict.reply == f"Not yet. The first line that is wrong is line {i + 1}: `{line.twin}`"
        assert line.refutation in verdict.sentences[0]
        assert line.refutation.endswith(".")


@one_each
def test_the_first_wrong_line_is_the_one_that_is_named(question):
    labels = question.labelled()
    for order, number in product(permutations(labels), "12"):
        answer = [label + number * bool(labels[label].twin) for label in order]
        verdict = judge(question, " ".join(answer))
        if verdict.right:
            continue
        place = int(re.search(r"is line (\d)", verdict.reply)[1]) - 1
        chosen = [labels[word[0]].texts[int(word[1:] or 1) - 1] for word in answer]
        for i, word in enumerate(answer[: place + 1]):
            line = labels[word[0]]
            fits = chosen[i] == line.text and set(line.needs) <= set(order[:i])
            assert fits == (i < place)
        # Not the answer: the right line of the pair is never written out.
        assert not any(
            line.text in " ".join(verdict.sentences) for line in question.lines if " = " in line.text
        )


@one_each
def test_the_lines_as_they_are_shown_are_in_no_right_order_and_the_right_twin_is_not_always_first(question):
    above = ""
    fits = []
    for label, line in question.labelled().items():
        fits.append(set(line.needs) <= set(above))
        above += label
    assert not all(fits)
    firsts = [line.first for line in question.lines if line.twin]
    assert 0 < sum(firsts) < len(firsts)
    assert all(line.reason.endswith(".") for line in question.lines if line.needs)


def test_each_lesson_from_scores_to_masking_has_one_and_names_are_its_number():
    assert {question.lesson for question in ORDERINGS} == {2, 3, 4, 5, 6}
    assert all(question.name.startswith(f"{question.lesson:02d}_order") for question in ORDERINGS)
    assert set(RIGHT) == {question.name for question in ORDERINGS}
    assert len(by_name()) == len({*by_name()})


def test_the_card_shows_head_and_lines_and_how_to_answer():
    card = quiz("06_order")
    assert "def masked_softmax(scores, mask):" in str(card)
    assert "B1  hidden = scores * mask\nB2  hidden = np.where(mask, scores, -np.inf)" in str(card)
    assert 'quiz("06_order", choice="A1 B1 C1 D1 E1")' in str(card)
    assert "<pre" in card._repr_html_()


def test_an_order_is_recorded_with_the_misconception_that_it_shows():
    quiz("06_order", "B1 D2 E1 C1 A1", confidence=80)
    quiz("06_order", "D2 B2 E1 C1 A1")
    quiz("06_order", RIGHT["06_order"])
    events = progress.events("quiz", "06_order")
    assert [(e["choice"], e["right"], e["misconception"], e["confidence"]) for e in events] == [
        ("B1 D2 E1 C1 A1", False, "M08", 80),
        ("D2 B2 E1 C1 A1", False, None, None),
        ("B2 D2 E1 C1 A1", True, None, None),
    ]


@pytest.mark.parametrize(
    "typed", ["b2 d2 e1 c1 a1", "B2, D2, E1, C1, A1", "B2D2E1C1A1", ["B2", "D2", "E1", "C1", "A1"]]
)
def test_an_order_may_be_written_as_people_write_it(typed):
    assert quiz("06_order", typed).data["right"]


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        ("B2 D2 E1 C1", "Write each of A, B, C, D, E once"),
        ("B2 D2 E1 C1 A1 A2", "Write each of A, B, C, D, E once"),
        ("first B2", "Write each of A, B, C, D, E once"),
        ("B D2 E1 C1 A1", "Line B: write B1 or B2"),
        ("", "Write each of"),
    ],
)
def test_an_order_that_is_none_is_answered_with_what_to_write(typed, says):
    card = quiz("06_order", typed)
    assert says in str(card)
    assert not card.data["answered"]
    assert progress.events() == []


def test_a_line_without_a_twin_is_written_without_a_number():
    question = Ordering("", 0, "s", "", (Line("b", "B"), Line("a", twin="c", refutation="No.")), "")
    assert read(question, "B1 A") == ("B1 A", "")
    assert "A alone" in read(question, "B1 A1")[1]
