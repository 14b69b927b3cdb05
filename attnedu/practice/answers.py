"""Answers as people give them: what was typed into a box, and how sure somebody says to be."""

import re

from . import progress

NUMBER = re.compile(r"[+-]?(?:\d+(?:[.,]\d*)?|[.,]\d+)(?:e[+-]?\d+)?", re.I)
PERCENT = re.compile(r"(.*?)\s*(?:%|percent)", re.I)
INFINITE = {"∞": "inf", "+∞": "inf", "-∞": "-inf"}
QUOTES = {'"': '"', "'": "'", "“": "”", "‘": "’"}
BRACKETS = {"[": "]", "(": ")"}


def read_guess(text):
    """What a typed text says: a number, a word, or a list; None if it is empty.

    A comma may be a decimal point, `67 %` is 67, `1/3` a fraction; a list has commas or semicolons.
    static/logic/guesses.mjs reads in the same way.

    >>> read_guess("0,67"), read_guess(" 67 %"), read_guess("−2"), read_guess("1/4"), read_guess("yes")
    (0.67, 67, -2, 0.25, 'yes')
    >>> read_guess("0.7, 0.3"), read_guess("[0,7; 0,3]"), read_guess("A, C"), read_guess(" ")
    ([0.7, 0.3], [0.7, 0.3], 'A, C', None)
    """
    text = text.strip().replace("−", "-")
    number = _number(text)
    if not text or number is not None:
        return number
    if len(text) > 1 and QUOTES.get(text[0]) == text[-1]:
        return text[1:-1].strip() or None
    bracketed = len(text) > 1 and BRACKETS.get(text[0]) == text[-1]
    inside = text[1:-1] if bracketed else text
    for separator in (";", ", ", ","):
        parts = [_number(part.strip()) for part in inside.split(separator)]
        if separator in inside and None not in parts:
            return parts
    if not bracketed:
        return INFINITE.get(text, text)
    parts = [read_guess(part) for part in inside.split(";" if ";" in inside else ",")]
    return [part for part in parts if part is not None] or None


def _number(text):
    found = PERCENT.fullmatch(text)
    above, slash, below = (found[1] if found else text).partition("/")
    if not all(NUMBER.fullmatch(part.strip()) for part in ((above, below) if slash else (above,))):
        return None
    value = _float(above) / (_float(below) or float("nan")) if slash else _float(above)
    if value != value or abs(value) == float("inf"):
        return None
    return int(value) if value.is_integer() else value


def _float(text):
    return float(text.replace(",", "."))


def as_text(value):
    """A guess as somebody would type it, so that `read_guess` gives it back; "" for an empty one.

    >>> as_text(0.5), as_text([1, 0.25]), as_text("rows"), as_text(None), as_text(True)
    ('0.5', '[1; 0.25]', 'rows', '', 'True')
    """
    value = progress.plain(None if value is ... else value)
    if isinstance(value, list):
        return "" if None in value or not value else "[" + "; ".join(map(as_text, value)) + "]"
    return "" if value is None else str(value)


def is_empty(value):
    """True for a guess that is still to be filled in: None, ..., an empty list, a list with a gap."""
    if isinstance(value, (list, tuple)):
        return not value or any(map(is_empty, value))
    return value is None or value is ...


def confidence_problem(confidence):
    """A sentence about a confidence that is none, or "".

    >>> confidence_problem(0.8)
    'confidence goes from 0 to 100: did you mean 80?'
    """
    if isinstance(confidence, bool) or not isinstance(progress.plain(confidence), (int, float)):
        return f"confidence is a number from 0 (a pure guess) to 100 (certain), but it is {confidence!r}."
    if 0 < confidence < 1:
        return f"confidence goes from 0 to 100: did you mean {100 * confidence:g}?"
    if not 0 <= confidence <= 100:
        return f"confidence goes from 0 (a pure guess) to 100 (certain), but it is {confidence:g}."
    return ""
