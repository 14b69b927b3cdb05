"""Questions as people make them for a Quiz; errors that teach."""

from difflib import get_close_matches
from hashlib import sha256

from ..practice import choosing
from ..practice.catalogue import ids
from ..practice.questions import Line, Ordering, Question, by_name
from ..practice.questions.ordering import LABELS
from ._questions import Prediction
from ._traits import shortened


def question_of(what):
    """The question of this name, or one that `choice_of` and its like have made."""
    if isinstance(what, (Question, Ordering, Prediction)):
        return what
    own = "Quiz.choice(...), Quiz.prediction(...) and Quiz.ordering(...) ask one of your own"
    if not isinstance(what, str):
        raise TypeError(f"question must be a name, such as '03_axis', but it is {shortened(what)}: {own}")
    if what not in by_name():
        near = get_close_matches(what, by_name(), n=3, cutoff=0.4)
        hint = f"did you mean {' or '.join(map(repr, near))}?" if near else own
        raise ValueError(f"there is no question {what!r} in the course: {hint}")
    return by_name()[what]


def whole_texts(value, name):
    """The value as it is; raises ValueError if a text in it has half of a character: no page shows it."""
    if isinstance(value, dict):
        for key, part in value.items():
            whole_texts(key, name)
            whole_texts(part, key if isinstance(key, str) else name)
    elif isinstance(value, (list, tuple)):
        for part in value:
            whole_texts(part, name)
    elif isinstance(value, str) and any("\ud800" <= char <= "\udfff" for char in value):
        raise ValueError(
            f"{name} holds half a letter, {shortened(value)}: no page can show it; write the whole letter"
        )
    return value


def _text(value, name):
    if not isinstance(value, str):
        raise TypeError(f"{name} must be a text, but it is {shortened(value)}")
    return whole_texts(value, name)


def several(value, name):
    if isinstance(value, (str, bytes)) or not hasattr(value, "__iter__"):
        raise TypeError(f"{name} must be a list, but it is {shortened(value)}")
    return list(value)


def _stem(value):
    if not _text(value, "stem").strip():
        raise ValueError("stem is empty: write what is asked")
    return value


def choice_of(stem, options, why, shown, name):
    """A Question made from (text, None) for the right option and (text, refutation) for the others."""
    rows = []
    for option in several(options, "options"):
        if not isinstance(option, (list, tuple)) or not 2 <= len(option) <= 3:
            wanted = '("text", None) or ("text", "why that is not so")'
            raise ValueError(f"an option is {wanted}, but one is {shortened(option)}")
        text, *trap, refutation = option
        if refutation is None or (trap and trap[0] is None):
            rows.append((_text(text, "an option"), None, ""))
            continue
        if trap and not (isinstance(trap[0], str) and trap[0] in ids()):
            raise ValueError(
                f"option {text!r} has the id {shortened(trap[0])}: ids run from {ids()[0]} to {ids()[-1]}"
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
    names = [_text(one, "a quantity") for one in several(quantities, "quantities")]
    if not 1 <= len(names) <= 8 or len(set(names)) < len(names) or not all(map(str.strip, names)):
        raise ValueError(f"quantities must be 1 to 8 different names, but they are {names!r}")
    if "confidence" in names:
        raise ValueError("a quantity cannot be called 'confidence': every question asks for that by itself")
    outcomes = whole_texts(dict(quantities), "quantities") if isinstance(quantities, dict) else {}
    return Prediction(name=_text(name, "name"), stem=_stem(stem), quantities=tuple(names), outcomes=outcomes,
                      why=_text(why, "why"), shown=_text(shown, "shown"))  # fmt: skip


def ordering_of(stem, lines, why, head, name):
    """An Ordering from lines in the right order, each a text or (right, wrong, refutation)."""
    rows = [(line, "", "") if isinstance(line, str) else line for line in several(lines, "lines")]
    for row in rows:
        texts = isinstance(row, (list, tuple)) and [part for part in row if isinstance(part, str)]
        if not texts or not len(row) == len(texts) == 3 or (row[1] and not row[2].strip()):
            raise ValueError(
                f'a line is a text or ("right", "wrong", "why that is wrong"), but one is {shortened(row)}'
            )
        whole_texts(row, "lines")
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
