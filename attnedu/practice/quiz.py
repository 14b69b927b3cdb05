"""Read and decide: a question, what an answer to it shows, and a line in the learner's file about it."""

from difflib import get_close_matches

from . import choosing, ordering, progress
from .answers import confidence_problem, from_percent
from .cards import Card
from .choosing import LETTERS
from .questions import Ordering, by_name

__all__ = ["LETTERS", "answer_card", "on_record", "quiz", "unknown"]


def quiz(name, choice=None, *, confidence=None):
    """Ask a question of a lesson, or judge an answer to it.

    name:       the question, as the lesson writes it, such as "03_axis"
    choice:     None to read the question; "a", "b", "c" or "d" to answer it; for lines that are out of order,
                their letters, such as "B2 A C1"
    confidence: how sure you are, 0 to 100, if you want that kept with the answer
    returns     a Card; nothing is raised: an unknown name or letter is answered with a sentence
    """
    question = by_name().get(str(name))
    return unknown(name) if question is None else answer_card(question, choice, confidence, on_record(name))


def unknown(name):
    """The card for a name that no question has: names like it."""
    name = progress.plain(str(name))
    near = get_close_matches(name, by_name(), n=3, cutoff=0.4)
    hint = f"Did you mean {' or '.join(near)}?" if near else "The lesson's text has the name."
    return Card(f"There is no question “{name}”.", [hint], data={"known": False})


def on_record(name):
    """How often a question was answered, and if the last answer was right, not which it was; or ""."""
    answers = [event for event in progress.events("quiz", str(name)) if isinstance(event.get("right"), bool)]
    if not answers:
        return ""
    count = "one answer, " if len(answers) == 1 else f"{len(answers)} answers, the last one "
    right = "right" if answers[-1]["right"] else "not right"
    return f"On record: {count}{right}. Answer again from memory if you like."


def answer_card(question, choice=None, confidence=None, note=""):
    """The card of a question, or of an answer to it; an answer to a question with a name is recorded.

    note: a sentence for the card that asks, such as `on_record` gives
    """
    kind = ordering if isinstance(question, Ordering) else choosing
    open_ = {"known": True, "answered": False}
    if choice is None or choice is ...:
        how_to = kind.how_to(question) if question.name else ""
        return kind.card(question, open_, list(filter(None, [note, how_to])))
    answer, problem = kind.read(question, choice)
    if problem:
        return kind.card(question, open_, [problem], "Choose one letter." if kind is choosing else "")
    confidence = progress.plain(from_percent(None if confidence is ... else confidence))
    problem = "" if confidence is None else confidence_problem(confidence)
    if problem:
        return kind.card(question, open_, [problem], "Not recorded yet.")
    verdict = kind.judge(question, answer)
    about = {"right": verdict.right, "misconception": verdict.misconception or None}
    if question.name:
        progress.record("quiz", question.name, choice=answer, **about, confidence=confidence)
    return kind.card(question, {**open_, "answered": True, **about}, verdict.sentences, verdict.reply)
