"""Texts of any kind, and the names by which tables and sentences call them."""

import contextlib
import re
import unicodedata

from ._number_tables import shortened

# What JavaScript calls space, so that page and Python agree.
SPACES = re.compile("[\\t\\n\\v\\f\\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]+")
LONG = 24  # letters; what is longer is cut
JOINER = "\u200d"


def texts(value, name, owner=None):
    """A list of texts, fixed once the widget is made. Any text: empty, twice in the list, in any script."""
    words = None
    if not isinstance(value, (str, bytes, set, frozenset, dict)):
        with contextlib.suppress(TypeError):
            words = list(value)
    if words is None:
        raise TypeError(f"{name} must be a list of words: got {shortened(value)}")
    if not all(isinstance(word, str) for word in words):
        raise TypeError(f"{name} must be a list of words: got {shortened(value)}")
    if not words:
        raise ValueError(f"{name} is empty: give at least one word")
    for i, word in enumerate(words):
        if any("\ud800" <= sign <= "\udfff" for sign in word):
            raise ValueError(f"{name} holds half a letter at position {i}, {word!r}: no page can show it")
    fixed = getattr(owner, "_names", {}).get(name)
    if fixed is not None and words != fixed:
        raise ValueError(f"{name} cannot change in a widget that stands on the page: make a new widget")
    return words


def token_names(words):
    """One name for each token, all different, none empty or very long, as static/parts/tokens.mjs makes them.

    >>> token_names(["the", "", "the", " "])
    ['the (1)', '(empty)', 'the (3)', '(space)']
    """
    plain = [
        "(empty)" if word == "" else "(space)" if SPACES.fullmatch(word) else _cut(word) for word in words
    ]
    taken, unique = set(plain), []
    for i, name in enumerate(plain):
        if plain.count(name) > 1:
            name = f"{name} ({i + 1})"  # position in the sentence, counted from 1
            while name in taken:
                name += "′"
            taken.add(name)
        unique.append(name)
    return unique


def _cut(word):
    """At most LONG letters as a reader counts them: an emoji, or a letter with its accents, is one."""
    letters = []
    for sign in word:
        joins = (
            unicodedata.category(sign).startswith("M")
            or sign == JOINER
            or "\U0001f3fb" <= sign <= "\U0001f3ff"
        )
        if letters and (joins or letters[-1].endswith(JOINER)):
            letters[-1] += sign
        else:
            letters.append(sign)
    return word if len(letters) <= LONG else "".join(letters[: LONG - 1]) + "…"
