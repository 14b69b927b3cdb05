"""When a guess agrees with an outcome, and how both are written."""

import math
import re

from .answers import exact, percent

NEAR, SHARE = 0.02, 0.10
RULE = "Numbers agree when they are within 10 % or 0.02 of the outcome; words when they are the same."
# As the page has it: Python alone would take 1_000 and the digits of every script.
NUMBER = re.compile(r"[+-]?(?:(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:e[+-]?[0-9]+)?|inf(?:inity)?|nan)", re.I)
WORDS = {"true": True, "yes": True, "false": False, "no": False}
# "yes, they do", "no it can't", "yes (all)", but neither "yes and no" nor "no idea"; re.A as on the page
ANSWER = re.compile(
    r"(yes|no|true|false)(?:[,.;:!].*|[ –—(][-–—( ]*(?!(?:ideas?|clues?|and|or)\b)\w.*)?", re.S | re.A
)
BETWEEN = re.compile(r"\b(?:and|only)\b|[ ,;&+]", re.A)  # the letters of an answer
END, ARTICLE = re.compile(r"([^.! ])[.! ]+\Z"), re.compile(r"\A(?:the|an?) (?=.)")


def agrees(guess, actual):
    """True if a guess counts as agreeing with the outcome.

    Numbers: within 10 % or 0.02; with a percent sign 66 may be 0.66, and "about" is passed over. Words and
    True/False: the same, whatever the case, the article and the full stop; yes or no may begin a sentence.
    Lists: every part agrees.

    >>> agrees(0.7, 0.665), agrees(0.5, 0.665), agrees(" Rows", "rows"), agrees([1, 0], [1.05, 0.01])
    (True, False, True, True)
    >>> agrees("CA", "AC"), agrees("A", "AC"), agrees("66 %", 0.664), agrees("Yes, they do", True)
    (True, False, True, True)
    >>> agrees("no it can't", False), agrees("The rows.", "rows"), agrees("~0,66", 0.664)
    (True, True, True)
    """
    if isinstance(guess, (list, tuple)) or isinstance(actual, (list, tuple)):
        listed = isinstance(guess, (list, tuple)) and isinstance(actual, (list, tuple))
        return listed and len(guess) == len(actual) and all(map(agrees, guess, actual))
    if isinstance(guess, bool) or _truth(actual) is not None:
        said = _truth(guess, begins=True)
        return said is not None and said == _truth(actual)
    b = _number(actual)
    if b is None:
        said, happened = END.sub(r"\1", _squeezed(guess)), END.sub(r"\1", _squeezed(actual))
        letters = _letters(said), _letters(happened)
        if None not in letters:  # "A B" is two letters, no word after an article
            return letters[0] == letters[1]
        return ARTICLE.sub("", said) == ARTICLE.sub("", happened)
    guess = exact(guess)
    a, share = _number(guess), percent(guess)
    if share is not None:
        return _near(share, b) or _near(share / 100, b)
    return a is not None and _near(a, b)


def _near(a, b):
    if not (math.isfinite(a) and math.isfinite(b)):
        return a == b or (math.isnan(a) and math.isnan(b))
    rounding = 1e-12  # 0.68 is exactly 0.02 from 0.66, whatever the last bit says
    return abs(a - b) <= max(NEAR, SHARE * abs(b)) + rounding


def remark(name, guess, actual):
    """A sentence about a guess that differs for a reason apart from its size, or "".

    >>> remark("share", 0.67, 67.2)
    'share: did you mean 67, in percent?'
    >>> remark("share", "much", 0.67)
    'share: the outcome is a number, but you wrote much.'
    """
    meant = exact(guess)
    wanted, got = _kind(actual), _kind(meant)
    if (
        isinstance(actual, bool)
        and _truth(guess, begins=True) is not None
        or (isinstance(guess, bool) and _truth(actual) is not None)
    ):
        return ""
    if isinstance(actual, str) and _number(actual) is not None and got == "a word":
        return ""  # "nan" is a number and a word
    if wanted != got:
        return f"{name}: the outcome is {wanted}, but you wrote {show(guess)}."
    share = percent(meant)
    a, b = _number(meant) if share is None else share, _number(actual)
    if a is None or b is None or not (math.isfinite(a) and math.isfinite(b)) or a == 0 or b == 0:
        return ""
    if abs(100 * a - b) <= SHARE * abs(b):
        return f"{name}: did you mean {show(100 * a)}, in percent?"
    if abs(a / 100 - b) <= SHARE * abs(b):
        return f"{name}: did you mean {show(a / 100)}? The outcome is a share of 1, not in percent."
    return ""


def show(value):
    """A value as a learner reads it: four significant digits, no brackets inside words.

    >>> show(0.66524), show([1, 0.25]), show(True), show("rows")
    ('0.6652', '[1, 0.25]', 'True', 'rows')
    """
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(map(show, value)) + "]"
    return f"{value:.4g}" if isinstance(value, float) else str(value)


def _truth(value, begins=False):
    """True or False as a value or a word, with `begins` also as the first word of a sentence; else None."""
    if isinstance(value, bool):
        return value
    word = _squeezed(value)
    found = ANSWER.fullmatch(word) if begins else None
    return WORDS.get(found[1] if found else word)


def _squeezed(value):
    return " ".join(str(value).split()).lower()  # no casefold: the page has none


def _number(value):
    if isinstance(value, bool) or (isinstance(value, str) and not NUMBER.fullmatch(value.strip())):
        return None
    try:
        return float(value)
    except OverflowError:
        return math.inf if value > 0 else -math.inf
    except (TypeError, ValueError):
        return None


def _kind(value):
    if isinstance(value, (list, tuple)):
        return f"a list of {len(value)}"
    if isinstance(value, bool):
        return "True or False"
    return "a word" if _number(value) is None and percent(value) is None else "a number"


def _letters(squeezed):
    """The letters of an answer such as "ac", "c, a" or "only b", in order; None for any other text."""
    letters = BETWEEN.sub("", squeezed)
    alone = re.fullmatch("[a-h]+", letters) and len(set(letters)) == len(letters)
    return sorted(letters) if alone else None
