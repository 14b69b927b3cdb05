"""Traits whose errors teach: ValueError or TypeError with the name, the shape and the remedy."""

import math

import numpy as np
import traitlets

from ._tables import number_row, number_table, shortened, table_of_numbers, table_of_truth  # noqa: F401


class Checked(traitlets.TraitType):
    """A synced trait whose value passes through `check(value, name, owner)` and comes out in plain Python."""

    def __init__(self, check, **kwargs):
        super().__init__(**kwargs)
        self.check = check
        self.tag(sync=True)

    def validate(self, owner, value):
        return self.check(value, self.name, owner)


def texts(value, name, owner=None):
    """A list of texts, fixed once the widget is made. Any text: empty, twice in the list, in any script."""
    if isinstance(value, str) or not hasattr(value, "__iter__"):
        raise TypeError(f"{name} must be a list of words: got {shortened(value)}")
    words = list(value)
    if not all(isinstance(word, str) for word in words):
        raise TypeError(f"{name} must be a list of words: got {shortened(value)}")
    if not words:
        raise ValueError(f"{name} is empty: give at least one word")
    fixed = getattr(owner, "_names", {}).get(name)
    if fixed is not None and words != fixed:
        raise ValueError(f"{name} cannot change in a widget that stands on the page: make a new widget")
    return words


def token_names(words):
    """One name for each token, all different, none empty or very long, as static/parts/tokens.mjs makes them.

    >>> token_names(["the", "", "the", " "])
    ['the (1)', '(empty)', 'the (3)', '(space)']
    """
    plain = ["(empty)" if word == "" else "(space)" if word.isspace() else _cut(word) for word in words]
    taken, unique = set(plain), []
    for i, name in enumerate(plain):
        if plain.count(name) > 1:
            name = f"{name} ({i + 1})"  # position in the sentence, counted from 1
            while name in taken:
                name += "′"
            taken.add(name)
        unique.append(name)
    return unique


def number(low, high):
    """A check for one finite number from `low` to `high`."""

    def check(value, name, owner=None):
        if isinstance(value, (bool, str)) or not isinstance(value, (int, float, np.number)):
            raise TypeError(f"{name} must be one number: got {shortened(value)}")
        if not math.isfinite(value) or not low <= value <= high:
            raise ValueError(f"{name}={value} is out of range: choose a number from {low} to {high}")
        return float(value)

    return check


def one_of(*allowed):
    """A check for one of a few words."""

    def check(value, name, owner=None):
        if value not in allowed:
            raise ValueError(f"{name}={value!r} is unknown: choose one of {', '.join(map(repr, allowed))}")
        return value

    return check


def _cut(word, most=24):
    return word if len(word) <= most else f"{word[: most - 1]}…"


def flag(value, name, owner=None):
    """True or False."""
    if not isinstance(value, (bool, np.bool_)):
        raise TypeError(f"{name} must be True or False: got {shortened(value)}")
    return bool(value)


def position(of, none=False):
    """A check for one position in the owner's list `of`, counted from 0; with `none`, -1 stands for none."""

    def check(value, name, owner=None):
        if isinstance(value, (bool, np.bool_)) or not isinstance(value, (int, np.integer)):
            raise TypeError(f"{name} must be a position, a whole number: got {shortened(value)}")
        last = len(getattr(owner, of, ())) - 1
        if not (-1 if none else 0) <= value <= last:
            low = "-1 (none) or 0" if none else "0"
            raise ValueError(f"{name}={value} is no position in {of}: choose from {low} to {last}")
        return int(value)

    return check


def indices(value, name, owner=None):
    """A sorted list of distinct positions of the owner's acts, given as positions or as names."""
    words = getattr(owner, "_names", {}).get("acts", [])
    found = set()
    for item in [value] if isinstance(value, str) else value:
        if isinstance(item, str) and item in words:
            found.add(words.index(item))
        elif isinstance(item, (int, np.integer)) and not isinstance(item, bool) and 0 <= item < len(words):
            found.add(int(item))
        else:
            raise ValueError(f"{name} holds {item!r}: choose from {words} or positions 0 to {len(words) - 1}")
    return sorted(found)


def same_count(words, name, count, of):
    """Raise ValueError unless there is one name for each row or column."""
    if len(words) != count:
        raise ValueError(f"{name} has {len(words)} names for {count} {of}: give one each")
