"""Answers as people hand them to a Quiz, made plain; errors that teach."""

import re

from ..practice import choosing, ordering
from ..practice.answers import as_text, confidence_problem, from_percent, read_guess
from ..practice.progress import plain
from ._own_questions import several, whole_texts
from ._questions import kind_of
from ._traits import shortened

BETWEEN = re.compile(r"[\s,;.()→>-]+")


def clean_answer(question, value):
    """An answer, complete or not, as the trait keeps it; raises ValueError or TypeError if it cannot be."""
    kind = kind_of(question)
    if kind == "choice":
        if value is None or (isinstance(value, str) and not value):
            return ""
        letter, problem = choosing.read(question, value)
        return _or_raise(letter, problem)
    if kind == "ordering":
        given = filter(None, BETWEEN.split(value)) if isinstance(value, str) else several(value, "answer")
        words = [str(word).strip().upper() for word in given]
        labels = question.labelled()
        if not all(re.fullmatch("[A-H][12]?", word) for word in words):
            wanted = f"Write each of {', '.join(labels)} once, in your order"
            raise ValueError(f"{wanted}, but the choice is {shortened(value)}.")
        # A letter alone is a pair of which nothing is chosen yet.
        halves = [f"{word}1" if word in labels and labels[word].twin else word for word in words]
        _, problem = ordering.read(question, halves)
        return _or_raise(words, problem)
    if not isinstance(value, dict):
        raise TypeError(f"answer must be a dict from a quantity to a guess, but it is {shortened(value)}")
    whole_texts(value, "answer")
    unknown = [name for name in value if name not in question.quantities]
    if unknown:
        raise ValueError(f"answer has {unknown[0]!r}: the quantities are {', '.join(question.quantities)}")
    given = {name: value.get(name, "") for name in question.quantities}
    return {name: guess if isinstance(guess, str) else as_text(guess) for name, guess in given.items()}


def clean_confidence(value):
    """A number from 0 to 100, or None while nobody has said."""
    if value is None:
        return None
    value = plain(from_percent(value))
    _or_raise(None, confidence_problem(value))
    return int(value) if float(value).is_integer() else value


def clean_given(question, value):
    """{} or a complete answer with its confidence."""
    if value is None or (isinstance(value, dict) and not value):
        return {}
    if not isinstance(value, dict) or set(value) != {"answer", "confidence"}:
        wanted = "{} or a dict with 'answer' and 'confidence'"
        raise ValueError(f"given must be {wanted}, but it is {shortened(value)}")
    answer, confidence = clean_answer(question, value["answer"]), clean_confidence(value["confidence"])
    kind = kind_of(question)
    if kind == "ordering":
        _or_raise(None, ordering.read(question, answer)[1])
    elif kind == "prediction":
        empty = [name for name, text in answer.items() if read_guess(text) is None]
        _or_raise(None, f"given lacks a guess for {', '.join(empty)}" if empty else "")
    elif not answer:
        raise ValueError("given has an empty answer: name the letter of an option")
    if confidence is None:
        raise ValueError("given needs a confidence from 0 (a pure guess) to 100 (certain), but it is None")
    return {"answer": answer, "confidence": confidence}


def _or_raise(value, problem):
    if problem:
        raise ValueError(problem)
    return value
