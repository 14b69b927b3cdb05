"""Answers and questions as people hand them to a Quiz, made plain; errors that teach."""

from hashlib import sha256

from ..practice import choosing, ordering
from ..practice.agree import from_percent
from ..practice.answers import as_text, confidence_problem, read_guess
from ..practice.catalogue import ids
from ..practice.progress import plain
from ..practice.questions import Line, Ordering, Question
from ..practice.questions.ordering import LABELS
from ._questions import Prediction, kind_of


def clean_answer(question, value):
    """An answer, complete or not, as the trait keeps it; raises ValueError or TypeError if it cannot be."""
    kind = kind_of(question)
    if kind == "choice":
        if value in ("", None):
            return ""
        letter, problem = choosing.read(question, value)
        return _or_raise(letter, problem)
    if kind == "ordering":
        words = [str(word).strip().upper() for word in (value.split() if isinstance(value, str) else value)]
        labels = question.labelled()
        # A letter alone is a pair of which nothing is chosen yet.
        halves = [f"{word}1" if word in labels and labels[word].twin else word for word in words]
        _, problem = ordering.read(question, halves)
        return _or_raise(words, problem)
    if not isinstance(value, dict):
        raise TypeError(f"answer must be a dict from a quantity to a guess, but it is {value!r}")
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
    if not value:
        return {}
    if not isinstance(value, dict) or set(value) != {"answer", "confidence"}:
        raise ValueError(f"given must be {{}} or a dict with 'answer' and 'confidence', but it is {value!r}")
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


def _text(value, name):
    if not isinstance(value, str):
        raise TypeError(f"{name} must be a text, but it is {value!r}")
    return value


def _stem(value):
    if not _text(value, "stem").strip():
        raise ValueError("stem is empty: write what is asked")
    return value


def choice_of(stem, options, why, shown, name):
    """A Question made from (text, None) for the right option and (text, refutation) for the others."""
    rows = []
    for option in list(options):
        if isinstance(option, str) or not 2 <= len(option) <= 3:
            raise ValueError(
                f'an option is ("text", None) or ("text", "why that is not so"), but one is {option!r}'
            )
        text, *trap, refutation = option
        if refutation is None or (trap and trap[0] is None):
            rows.append((_text(text, "an option"), None, ""))
            continue
        if trap and trap[0] not in ids():
            raise ValueError(
                f"option {text!r} has the id {trap[0]!r}: ids run from {ids()[0]} to {ids()[-1]}"
            )
        if not _text(refutation, "a refutation").strip():
            raise ValueError(
                f"option {text!r} has an empty refutation: say what is true instead, or None if it is right"
            )
        rows.append((_text(text, "an option"), trap[0] if trap else "", refutation))
    if not 2 <= len(rows) <= len(choosing.LETTERS):
        raise ValueError(f"options has {len(rows)} entries: a question has 2 to {len(choosing.LETTERS)}")
    right = [row[0] for row in rows if row[1] is None]
    if len(right) != 1:
        raise ValueError(f"options has {len(right)} right ones (refutation None): give exactly one")
    texts = [row[0] for row in rows]
    if len(set(texts)) < len(texts):
        raise ValueError(
            f"options has {max(texts, key=texts.count)!r} twice: nobody could choose between them"
        )
    return Question(
        _text(name, "name"), 0, _stem(stem), tuple(rows), _text(why, "why"), _text(shown, "shown")
    )


def prediction_of(stem, quantities, why, shown, name):
    """A Prediction from names alone, or from a dict with what happened."""
    if isinstance(quantities, str):
        quantities = [quantities]
    names = [_text(one, "a quantity") for one in quantities]
    if not 1 <= len(names) <= 8 or len(set(names)) < len(names) or not all(map(str.strip, names)):
        raise ValueError(f"quantities must be 1 to 8 different names, but they are {names!r}")
    if "confidence" in names:
        raise ValueError("a quantity cannot be called 'confidence': every question asks for that by itself")
    outcomes = dict(quantities) if isinstance(quantities, dict) else {}
    return Prediction(name=_text(name, "name"), stem=_stem(stem), quantities=tuple(names), outcomes=outcomes,
                      why=_text(why, "why"), shown=_text(shown, "shown"))  # fmt: skip


def ordering_of(stem, lines, why, head, name):
    """An Ordering from lines in the right order, each a text or (right, wrong, refutation)."""
    rows = [(line, "", "") if isinstance(line, str) else tuple(line) for line in lines]
    for row in rows:
        if len(row) != 3 or not all(isinstance(part, str) for part in row) or (row[1] and not row[2].strip()):
            raise ValueError(
                f'a line is a text or ("right", "wrong", "why that is wrong"), but one is {row!r}'
            )
    texts = [row[0] for row in rows]
    if not 2 <= len(rows) <= len(LABELS) or len(set(texts)) < len(texts):
        raise ValueError(f"lines has {len(rows)} entries: give 2 to {len(LABELS)} different ones")
    marks = [sha256(f"{i} {text}".encode()).digest() for i, text in enumerate(texts)]
    order = sorted(range(len(rows)), key=marks.__getitem__)
    order = order[1:] + order[:1] if order == sorted(order) else order
    letters = {i: LABELS[place] for place, i in enumerate(order)}
    reason = "What it builds on is not above it."
    made = tuple(
        Line(text, letters.get(i - 1, ""), reason, twin, "", refutation, first=marks[i][-1] % 2 == 0)
        for i, (text, twin, refutation) in ((i, rows[i]) for i in order)
    )
    return Ordering(_text(name, "name"), 0, _stem(stem), _text(head, "head"), made, _text(why, "why"))
