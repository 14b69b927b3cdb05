"""quiz and predict as a notebook uses them: a form on the page, or the answer that a cell holds."""

from ..practice.answers import as_text, confidence_problem, from_percent, is_empty
from ..practice.predict import predict as recorded_prediction
from ..practice.predict import recorded
from ..practice.questions import by_name
from ..practice.quiz import quiz as card_of_quiz
from ._asked import clean_given
from ._questions import Prediction
from .quiz import Quiz

LATE = "You had seen the outcome, so this one is kept and marked “after the outcome”."


def quiz(name, choice=None, *, confidence=None):
    """Ask a question of a lesson as a form on the page; or judge an answer that is typed into the cell.

    name:       the question, as the lesson writes it, such as "03_axis"
    choice:     None for the form; "a", "b", "c" or "d" to answer in the cell; for lines out of order their
                letters, such as "B2 A C1"
    confidence: how sure you are, 0 to 100, if you want that kept with an answer from the cell
    returns     a Quiz, or a Card; nothing is raised: an unknown name or letter is answered with a sentence

    >>> quiz("03_axis")
    Quiz('03_axis', choice)
    >>> print(quiz("no such question"))
    There is no question “no such question”.
    The lesson's text has the name.
    """
    question = by_name().get(str(name))
    if question is None or not (choice is None or choice is ...):
        return card_of_quiz(name, choice, confidence=confidence)
    return Quiz(question)


def predict(name, /, *, confidence=None, **guesses):
    """Ask for a prediction as a form on the page; or record the one that is typed into the cell.

    name:       which prediction, as the lesson writes it
    confidence: 0 (a pure guess) to 100 (certain), or None
    guesses:    one per quantity: numbers, words, True or False, or lists of them; None if the form is to ask
    returns     a Card if all is filled in, else a Quiz: a box for each quantity, with what is there already

    >>> predict("03_ratio", before=None, after=None)
    Quiz('03_ratio', prediction)
    """
    name = str(name)
    if not guesses or not (is_empty(confidence) or any(map(is_empty, guesses.values()))):
        return recorded_prediction(name, confidence=confidence, **guesses)
    known = None if is_empty(confidence) or confidence_problem(from_percent(confidence)) else confidence
    asked = Prediction(
        name=name,
        stem=f"What do you expect? Your prediction “{name}”",
        quantities=tuple(guesses),
        filled={key: guess for key, guess in guesses.items() if not is_empty(guess)},
        confidence=known,
    )
    return Quiz(asked, **({} if asked.filled or known is not None else _on_file(asked)))


def _on_file(asked):
    """What was predicted before, so that a cell that is run again does not show an empty form."""
    earlier = recorded(asked.name)
    if not earlier or set(earlier[-1]["guesses"]) != set(asked.quantities):
        return {}
    last = earlier[-1]
    answer = {key: as_text(last["guesses"][key]) for key in asked.quantities}
    given = {"answer": answer, "confidence": last["confidence"]}
    try:
        clean_given(asked, given)
    except (ValueError, TypeError):  # what was written by hand, or by an earlier version
        return {}
    reply = [
        f"Your prediction for “{asked.name}” is recorded.",
        *([LATE] if last.get("after_outcome") else []),
    ]
    return {"given": given, "reply": reply}
