"""Checks for tables and rows of numbers or truths: the name, the shape and the remedy in every refusal."""

import numpy as np

LARGEST = 8  # rows and columns a widget can show with printed numbers


def table_of_numbers(most=LARGEST, hidden=False):
    """A check for rows of numbers, 1 to `most` each way, of the shape that the owner has fixed for the name.

    hidden: whether -inf may stand for a hidden score
    """

    def check(value, name, owner=None):
        try:
            table = np.asarray(value, dtype=float)
        except (TypeError, ValueError):
            raise TypeError(
                f"{name} must be rows of numbers, all equally long: got {shortened(value)}"
            ) from None
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
    try:
        row = np.asarray(value, dtype=float)
    except (TypeError, ValueError):
        raise TypeError(f"{name} must be one row of numbers: got {shortened(value)}") from None
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
        remedy = "or -inf for a hidden score" if hidden else "hide inside the widget"
        raise ValueError(
            f"{name} holds {table[cell]} at index {cell}, shape {table.shape}: give finite numbers; {remedy}"
        )
    largest = np.abs(table[np.isfinite(table)]).max(initial=0)
    if largest > 1000:
        raise ValueError(f"{name} reaches {largest:g}: a widget takes numbers from -1000 to 1000")


def shortened(value):
    """A value as a message quotes it."""
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}..."
