"""Checks for tables and rows of numbers or truths: the name, the shape and the remedy in every refusal."""

import numpy as np

LARGEST = 8  # rows and columns a widget can show with printed numbers


def real_array(value, name, what):
    """The value as an array of floats. TypeError for what NumPy would turn into numbers without a word."""
    remedy = None
    if isinstance(value, np.ma.MaskedArray) and np.ma.is_masked(value):
        remedy = "its hidden entries would come back; pass plain numbers"
    elif isinstance(value, (str, bytes, memoryview, set, frozenset, dict)):
        remedy = "give a list or an array"
    if remedy is None:
        try:
            array = np.asarray(value.detach() if hasattr(value, "detach") else value)
        except (TypeError, ValueError, RuntimeError):
            remedy = "all equally long and of one ordinary dtype"
        else:
            if array.dtype.kind in "iuf":
                return array.astype(float)
            if array.size == 0 and array.dtype == object:
                return array.astype(float)
            words = {
                "b": "True and False are a mask",
                "c": "take the real part",
                "O": "numbers that fit a float",
            }
            remedy = words.get(array.dtype.kind, "convert texts with float")
    raise TypeError(f"{name} must be {what}: got {shortened(value)}; {remedy}")


def table_of_numbers(most=LARGEST, hidden=False):
    """A check for rows of numbers, 1 to `most` each way, of the shape that the owner has fixed for the name.

    hidden: whether -inf may stand for a hidden score
    """

    def check(value, name, owner=None):
        table = real_array(value, name, "rows of numbers, all equally long")
        if table.ndim != 2:
            raise ValueError(f"{name} needs two axes, rows and columns, but its shape is {table.shape}")
        return _checked_table(table, name, owner, most, hidden).tolist()

    return check


def table_of_truth(most=LARGEST):
    """A check for rows of True (may look) and False, of the shape that the owner has fixed for the name."""

    def check(value, name, owner=None):
        try:
            table = np.asarray(value)
        except ValueError:
            raise ValueError(f"{name} has rows of different lengths: got {shortened(value)}") from None
        if table.dtype != bool:
            raise TypeError(
                f"{name} must hold True (may look) and False, but its dtype is {table.dtype}: "
                "compare it with 0"
            )
        if table.ndim != 2:
            raise ValueError(f"{name} needs two axes, queries and keys, but its shape is {table.shape}")
        return _checked_table(table, name, owner, most).tolist()

    return check


number_table = table_of_numbers()


def number_row(value, name, owner=None):
    """A list of 2 to 8 finite numbers, of the length that the owner has fixed."""
    row = real_array(value, name, "one row of numbers")
    if row.ndim != 1:
        raise ValueError(
            f"{name} must be one row, but its shape is {row.shape}: pass {name}[i] for one query"
        )
    if not 2 <= row.size <= LARGEST:
        raise ValueError(f"{name} has {row.size} numbers: this widget shows 2 to {LARGEST}")
    return _checked_table(row, name, owner).tolist()


def _checked_table(table, name, owner, most=LARGEST, hidden=False):
    if table.size == 0:
        raise ValueError(f"{name} is empty: its shape is {table.shape}; every axis needs at least one entry")
    if max(table.shape) > most:
        raise ValueError(
            f"{name} has shape {table.shape}: a widget shows at most {most} × {most}; pass a part of it"
        )
    if table.dtype != bool:
        _checked_numbers(table, name, hidden)
    shape = getattr(owner, "_shapes", {}).get(name)
    if shape is not None and table.shape != shape:
        raise ValueError(
            f"{name} has shape {table.shape}, but this widget needs {shape}: "
            "make a new widget for another size"
        )
    return table


def _checked_numbers(table, name, hidden):
    bad = ~np.isfinite(table) & ~(np.isneginf(table) & hidden)
    if bad.any():
        cell = tuple(int(i) for i in np.argwhere(bad)[0])
        at = f"position {cell[0]}" if table.ndim == 1 else f"index {cell}, shape {table.shape}"
        remedy = ", or -inf for a hidden score" if hidden else ""
        raise ValueError(f"{name} holds {table[cell]} at {at}: give finite numbers{remedy}")
    largest = np.abs(table[np.isfinite(table)]).max(initial=0)
    if largest > 1000:
        raise ValueError(f"{name} reaches {largest:g}: a widget takes numbers from -1000 to 1000")


def shortened(value):
    """A value as a message quotes it."""
    text = " ".join(repr(value).split())  # on one line
    return text if len(text) <= 60 else f"{text[:57]}..."
