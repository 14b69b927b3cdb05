"""Answers as people give them: what was typed into a box, and how sure somebody says to be."""

import re

import numpy as np

from . import progress

NUMBER = re.compile(r"[+-]?(?:[0-9]+(?:[.,][0-9]*)?|[.,][0-9]+)(?:e[+-]?[0-9]+)?", re.I)
PERCENT = re.compile(r"(.*)(?:%|percent)", re.I | re.S)
# What is no guess: nothing but space, quotes, brackets and separators.
HOLLOW = re.compile(r"""[\s\ufeff"'“”‘’\[\]();,]*""")
EDGES = re.compile(r"\A[\s\ufeff]+|[\s\ufeff]+\Z")
DEEP = 9  # brackets inside brackets; what stands deeper is left as text
# Letters of ASCII alone, whatever their case, as the page has it.
ABOUT = re.compile(
    r"(?:[~≈≃]|(?ai:about|around|roughly|nearly|almost|approx(?:imately|\.)?|circa|ca\.?))(.*)", re.S
)
INFINITE = {"∞": "inf", "+∞": "inf", "-∞": "-inf"}
QUOTES = {'"': '"', "'": "'", "“": "”", "‘": "’"}
BRACKETS = {"[": "]", "(": ")"}


def read_guess(text):
    """What a typed text says: a number, a word, or a list; None if it is empty.

    A comma may be a decimal point, `1/3` is a fraction; a list has commas or semicolons. `67 %` stays as it
    is typed, for it may mean 67 or 0.67: see `percent`; so does `about 3`: see `exact`.
    static/logic/guesses.mjs reads in the same way.

    >>> read_guess("0,67"), read_guess(" 67 %"), read_guess("−2"), read_guess("1/4"), read_guess("yes")
    (0.67, '67 %', -2, 0.25, 'yes')
    >>> read_guess("0.7, 0.3"), read_guess("[0,7; 0,3]"), read_guess("A, C"), read_guess(" ")
    ([0.7, 0.3], [0.7, 0.3], 'A, C', None)
    """
    return _read(text, DEEP)


def _read(text, deep):
    text = EDGES.sub("", text).replace("−", "-")
    if HOLLOW.fullmatch(text):
        return None
    amount = _amount(text)
    if amount is not None:
        return amount
    if len(text) > 1 and QUOTES.get(text[0]) == text[-1]:
        return EDGES.sub("", text[1:-1])
    bracketed = deep and len(text) > 1 and BRACKETS.get(text[0]) == text[-1]
    inside = text[1:-1] if bracketed else text
    for separator in (";", ", ", ","):
        parts = [_amount(part) for part in inside.split(separator)]
        if separator in inside and None not in parts:
            return parts
    if not bracketed:
        return INFINITE.get(text, text)
    parts = [_read(part, deep - 1) for part in inside.split(";" if ";" in inside else ",")]
    return [part for part in parts if part is not None]


def percent(guess):
    """The number before a percent sign, typed alone; None for anything else.

    >>> percent("67 %"), percent("0,5 percent"), percent("67"), percent(67)
    (67, 0.5, None, None)
    """
    found = PERCENT.fullmatch(EDGES.sub("", guess.replace("−", "-"))) if isinstance(guess, str) else None
    return _number(found[1]) if found else None


def exact(guess):
    """The number, or the percentage as typed, after a word or sign for "about"; any other guess as it is.

    >>> exact("about 36 %"), exact("~0,66"), exact("ca. 3"), exact("about all"), exact(3)
    ('36 %', 0.66, 3, 'about all', 3)
    """
    found = ABOUT.fullmatch(EDGES.sub("", guess.replace("−", "-"))) if isinstance(guess, str) else None
    value = _plain(found[1]) if found else None
    return guess if value is None else value


def from_percent(confidence):
    """The number in a confidence such as "67 %"; anything else as it is.

    >>> from_percent("67 %"), from_percent(67), from_percent("sure")
    (67, 67, 'sure')
    """
    number = percent(confidence)
    return confidence if number is None else number


def _amount(text):
    text = EDGES.sub("", text)
    return _plain(text) if exact(text) == text else text


def _plain(text):
    text = EDGES.sub("", text)
    return _number(text) if percent(text) is None else text


def _number(text):
    above, slash, below = text.partition("/")
    above, below = EDGES.sub("", above), EDGES.sub("", below)
    if not all(map(NUMBER.fullmatch, (above, below) if slash else (above,))):
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
    if is_empty(value):
        return ""
    value = progress.plain(value)
    return "[" + "; ".join(map(as_text, value)) + "]" if isinstance(value, list) else str(value)


def is_empty(value):
    """True for a guess that is still to be filled in: None, ..., an empty text or list, a list with a gap."""
    if isinstance(value, (np.ndarray, np.generic, set, frozenset)):
        value = progress.plain(value)
    if isinstance(value, str):
        return bool(HOLLOW.fullmatch(value))
    if isinstance(value, (list, tuple)):
        return not len(value) or any(map(is_empty, value))
    return value is None or value is ...


def confidence_problem(confidence):
    """A sentence about a confidence that is none, or "".

    >>> confidence_problem(0.8)
    'confidence goes from 0 to 100: did you mean 80?'
    """
    plain = progress.plain(confidence)
    if isinstance(plain, bool) or not isinstance(plain, (int, float)):
        given = repr(plain)
        given = given if len(given) <= 60 else f"{given[:59]}…"
        return f"confidence is a number from 0 (a pure guess) to 100 (certain), but it is {given}."
    if 0 < confidence < 1:
        return f"confidence goes from 0 to 100: did you mean {100 * confidence:g}?"
    if not 0 <= confidence <= 100:
        return f"confidence goes from 0 (a pure guess) to 100 (certain), but it is {confidence:g}."
    return ""
