"""Traits whose errors teach: ValueError or TypeError with the name, the shape and the remedy."""

import math

import numpy as np
import traitlets

LARGEST = 8  # rows and columns a widget can show with printed numbers


class Checked(traitlets.TraitType):
    """A synced trait whose value passes through `check(value, name, owner)` and comes out in plain Python."""

    def __init__(self, check, **kwargs):
        super().__init__(**kwargs)
        self.check = check
        self.tag(sync=True)

    def validate(self, owner, value):
        return self.check(value, self.name, owner)


def number_table(value, name, owner=None):
    """A list of rows of finite numbers, 1 to 8 each way, of the shape that the owner has fixed for `name`."""
    try:
        table = np.asarray(value, dtype=float)
    except (TypeError, ValueError):
        raise TypeError(f"{name} must be rows of numbers, all equally long: got {_short(value)}") from None
    if table.ndim != 2:
        raise ValueError(f"{name} needs two axes, rows and columns, but its shape is {table.shape}")
    return _checked_table(table, name, owner).tolist()


def truth_table(value, name, owner=None):
    """A list of rows of True and False, of the shape that the owner has fixed for `name`."""
    try:
        table = np.asarray(value)
    except ValueError:
        raise ValueError(f"{name} has rows of different lengths: got {_short(value)}") from None
    if table.dtype != bool:
        raise TypeError(
            f"{name} must hold True (may look) and False, but its dtype is {table.dtype}: compare it with 0"
        )
    if table.ndim != 2:
        raise ValueError(f"{name} needs two axes, queries and keys, but its shape is {table.shape}")
    return _checked_table(table, name, owner).tolist()


def number_row(value, name, owner=None):
    """A list of 2 to 8 finite numbers, of the length that the owner has fixed."""
    try:
        row = np.asarray(value, dtype=float)
    except (TypeError, ValueError):
        raise TypeError(f"{name} must be one row of numbers: got {_short(value)}") from None
    if row.ndim != 1:
        raise ValueError(
            f"{name} must be one row, but its shape is {row.shape}: pass {name}[i] for one query"
        )
    if not 2 <= row.size <= LARGEST:
        raise ValueError(f"{name} has {row.size} numbers: this widget shows 2 to {LARGEST}")
    return _checked_table(row, name, owner).tolist()


def _checked_table(table, name, owner):
    if table.size == 0:
        raise ValueError(f"{name} is empty: its shape is {table.shape}; every axis needs at least one entry")
    if max(table.shape) > LARGEST:
        raise ValueError(
            f"{name} has shape {table.shape}: a widget shows at most {LARGEST} × {LARGEST}; pass a part of it"
        )
    if table.dtype != bool and not np.isfinite(table).all():
        cell = tuple(int(i) for i in np.argwhere(~np.isfinite(table))[0])
        raise ValueError(
            f"{name} holds {table[cell]} at index {cell}, shape {table.shape}: give finite numbers; "
            "hide inside the widget"
        )
    if table.dtype != bool and np.abs(table).max() > 1000:
        raise ValueError(f"{name} reaches {np.abs(table).max():g}: a widget takes numbers from -1000 to 1000")
    shape = getattr(owner, "_shapes", {}).get(name)
    if shape is not None and table.shape != shape:
        raise ValueError(
            f"{name} has shape {table.shape}, but this widget needs {shape}: "
            "make a new widget for another size"
        )
    return table


def names(value, name, owner=None):
    """A list of distinct words, fixed once the widget is made."""
    if isinstance(value, str) or not all(isinstance(word, str) for word in value):
        raise TypeError(f"{name} must be a list of words: got {_short(value)}")
    words = list(value)
    if not words or not all(word.strip() for word in words):
        raise ValueError(f"{name} must hold at least one word, none of them empty: got {words}")
    if len(set(words)) < len(words):
        raise ValueError(f"{name} must differ from each other, so that a row can be named: got {words}")
    fixed = getattr(owner, "_names", {}).get(name)
    if fixed is not None and words != fixed:
        raise ValueError(f"{name} cannot change in a widget that stands on the page: make a new widget")
    return words


def number(low, high):
    """A check for one finite number from `low` to `high`."""

    def check(value, name, owner=None):
        if isinstance(value, (bool, str)) or not isinstance(value, (int, float, np.number)):
            raise TypeError(f"{name} must be one number: got {_short(value)}")
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


def _short(value):
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}..."
