"""Traits whose errors teach: ValueError or TypeError with the name, the shape and the remedy."""

import numpy as np
import traitlets

from ._names import texts, token_names  # noqa: F401 - one place to import checks from
from ._number_tables import number_row, number_table, shortened, table_of_numbers, table_of_truth  # noqa: F401


class Checked(traitlets.TraitType):
    """A synced trait whose value passes through `check(value, name, owner)` and comes out in plain Python."""

    def __init__(self, check, default=traitlets.Undefined):
        super().__init__(default_value=default)
        self.check = check
        self.tag(sync=True)

    def validate(self, owner, value):
        return self.check(value, self.name, owner)


def number(low, high):
    """A check for one finite number from `low` to `high`."""

    def check(value, name, owner=None):
        if isinstance(value, bool) or not isinstance(value, (int, float, np.integer, np.floating)):
            raise TypeError(f"{name} must be one number: got {shortened(value)}")
        if not low <= value <= high:  # NaN too
            raise ValueError(
                f"{name}={shortened(value)} is out of range: choose a number from {low} to {high}"
            )
        return float(value) + 0.0  # no minus zero

    return check


def one_of(*allowed):
    """A check for one of a few words or whole numbers."""

    def check(value, name, owner=None):
        plain = int(value) if isinstance(value, np.integer) else value
        for one in allowed:
            if type(plain) is type(one) and plain == one:
                return one
        listed = ", ".join(map(repr, allowed))
        raise ValueError(f"{name}={shortened(value)} is unknown: choose one of {listed}")

    return check


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
    if not isinstance(value, (str, list, tuple, np.ndarray, int, np.integer)):
        raise TypeError(f"{name} must be a list of names or positions: got {shortened(value)}")
    for item in [value] if isinstance(value, (str, int, np.integer)) else value:
        if isinstance(item, str) and item in words:
            found.add(words.index(item))
        elif isinstance(item, (int, np.integer)) and not isinstance(item, bool) and 0 <= item < len(words):
            found.add(int(item))
        else:
            raise ValueError(f"{name} holds {item!r}: choose from {words} or positions 0 to {len(words) - 1}")
    return sorted(found)


def ids(value, name, owner=None):
    """A list of short texts, such as the ids of the goals that were reached."""
    if not isinstance(value, (list, tuple)) or not all(isinstance(one, str) for one in value):
        raise TypeError(f"{name} must be a list of texts: got {shortened(value)}")
    return list(value)


def same_count(words, name, count, of):
    """Raise ValueError unless there is one name for each row or column."""
    if len(words) != count:
        raise ValueError(f"{name} has {len(words)} names for {count} {of}: give one each")
