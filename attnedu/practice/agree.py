"""When a guess agrees with an outcome, and how both are written."""

import math

NEAR, SHARE = 0.02, 0.10
RULE = "Numbers agree when they are within 10 % or 0.02 of the outcome; words when they are the same."
WORDS = {"true": True, "yes": True, "false": False, "no": False}


def agrees(guess, actual):
    """True if a guess counts as agreeing with the outcome.

    Numbers: within 10 % or 0.02. Words and True/False: the same, whatever the case. Lists: every part agrees.

    >>> agrees(0.7, 0.665), agrees(0.5, 0.665), agrees(" Rows", "rows"), agrees([1, 0], [1.05, 0.01])
    (True, False, True, True)
    """
    if isinstance(guess, (list, tuple)) or isinstance(actual, (list, tuple)):
        listed = isinstance(guess, (list, tuple)) and isinstance(actual, (list, tuple))
        return listed and len(guess) == len(actual) and all(map(agrees, guess, actual))
    if isinstance(actual, bool) or isinstance(guess, bool):
        return _truth(guess) is not None and _truth(guess) == _truth(actual)
    a, b = _number(guess), _number(actual)
    if a is None or b is None:
        return " ".join(str(guess).split()).casefold() == " ".join(str(actual).split()).casefold()
    if not (math.isfinite(a) and math.isfinite(b)):
        return a == b or (math.isnan(a) and math.isnan(b))
    rounding = 1e-12  # 0.68 is exactly 0.02 from 0.66, whatever the last bit says
    return abs(a - b) <= max(NEAR, SHARE * abs(b)) + rounding


def show(value):
    """A value as a learner reads it: four significant digits, no brackets inside words.

    >>> show(0.66524), show([1, 0.25]), show(True), show("rows")
    ('0.6652', '[1, 0.25]', 'True', 'rows')
    """
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(map(show, value)) + "]"
    return f"{value:.4g}" if isinstance(value, float) else str(value)


def _truth(value):
    return value if isinstance(value, bool) else WORDS.get(str(value).strip().casefold())


def _number(value):
    try:
        return None if isinstance(value, bool) else float(value)
    except (TypeError, ValueError):
        return None
