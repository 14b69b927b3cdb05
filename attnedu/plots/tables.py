"""Numbers under a figure, as an HTML table that a screen reader can walk through."""

from html import escape

import numpy as np

from .style import true_minus

CELL = "border: 1px solid #8888; padding: 0.2em 0.6em; text-align: right;"


def as_rows(table, names=None):
    """Turn any accepted form of table into column headers and rows of values.

    table:  a 1-D or 2-D array · a list of rows (a first row of words is the headers) · a list of dicts ·
            a dict of columns · a pair (columns, rows)
    names:  (row names, column names) for an array, where known
    raises  ValueError if the rows do not all have one value per column

    >>> as_rows({"T": [1, 2], "sum": [0.5, 0.7]})
    (['T', 'sum'], [[1, 0.5], [2, 0.7]])
    """
    if isinstance(table, dict):
        columns = [str(name) for name in table]
        parts = [list(np.ravel(np.asarray(values))) for values in table.values()]
        if len({len(part) for part in parts}) > 1:
            raise ValueError(
                f"table: the columns {columns} have the lengths {[len(p) for p in parts]}: make them one"
            )
        parts = [[getattr(value, "item", lambda value=value: value)() for value in part] for part in parts]
        rows = [list(row) for row in zip(*parts, strict=True)]
    elif isinstance(table, tuple) and len(table) == 2 and all(isinstance(c, str) for c in table[0]):
        columns, rows = list(table[0]), [list(row) for row in table[1]]
    elif isinstance(table, (list, tuple)) and table and isinstance(table[0], dict):
        columns, rows = [str(name) for name in table[0]], [list(row.values()) for row in table]
    elif isinstance(table, (list, tuple)) and table and _is_header(table[0]):
        columns, rows = list(table[0]), [list(row) for row in table[1:]]
    else:
        columns, rows = _from_array(np.asarray(table), names)
    for i, row in enumerate(rows):
        if len(row) != len(columns):
            raise ValueError(f"table: row {i} has {len(row)} values for the {len(columns)} columns {columns}")
    return columns, rows


def _is_header(row):
    return isinstance(row, (list, tuple)) and row and all(isinstance(cell, str) for cell in row)


def _from_array(array, names):
    if array.ndim > 2 or array.size == 0:
        raise ValueError(
            f"table must have one or two axes and at least one number, but its shape is {array.shape}"
        )
    array = np.atleast_2d(array)
    row_names, column_names = names or (None, None)
    if names is None or array.shape != (len(row_names), len(column_names)):
        row_names = [f"row {i}" for i in range(array.shape[0])]
        column_names = [f"column {j}" for j in range(array.shape[1])]
        corner = "row"
    else:
        corner = "query"
    rows = [[name, *row.tolist()] for name, row in zip(row_names, array, strict=True)]
    return [corner, *column_names], rows


def cell_text(value, largest=0.0):
    """One value as text: three decimals for a float, a true minus, and the word for a hidden score.

    value:   anything; floats and integers are written as numbers
    largest: the size of the largest number beside it. A number too small for three decimals is "<0.001"
             among numbers that have them, so that it is not taken for 0, and written out among its equals.

    >>> cell_text(0.12345), cell_text(-3), cell_text(float("-inf"))
    ('0.123', '−3', '−∞ (hidden)')
    >>> cell_text(0.0004, largest=8.0), cell_text(0.0004), cell_text(0.0, largest=8.0)
    ('<0.001', '0.0004', '0.000')
    """
    if isinstance(value, (float, np.floating)):
        if np.isneginf(value):
            return "−∞ (hidden)"
        size = abs(value)
        if 0 < size < 0.0005 and largest >= 0.001:
            return "<0.001" if value > 0 else ">−0.001"
        plain = size == 0 or 0.0005 <= size < 1e5
        return true_minus(f"{size:.3f}" if size == 0 else f"{value:.3f}" if plain else f"{value:.3g}")
    return true_minus(str(value)) if isinstance(value, (int, np.integer)) else str(value)


def _largest(row):
    """The size of the largest finite number of a row, 0 where there is none."""
    floats = [abs(value) for value in row if isinstance(value, (float, np.floating)) and np.isfinite(value)]
    return max(floats, default=0.0)


def html_table(columns, rows, caption="The same numbers as a table"):
    """An HTML table with a caption, column headers and row headers; colours are the page's own.

    A number below 0.0005 in a table that also holds larger ones is written as <0.001.

    >>> html_table(["key", "score"], [["dog", 2.0]]).count("<th ")
    3
    """
    head = "".join(f'<th scope="col" style="{CELL}">{escape(str(column))}</th>' for column in columns)
    body, largest = "", max(map(_largest, rows), default=0.0)
    for row in rows:
        first, *rest = [escape(cell_text(value, largest)) for value in row]
        cells = "".join(f'<td style="{CELL}">{value}</td>' for value in rest)
        body += f'<tr><th scope="row" style="{CELL}">{first}</th>{cells}</tr>'
    # A table of two narrow columns would break its caption over four lines.
    style = "text-align: left; padding: 0.3em 0; white-space: nowrap;"
    caption = f'<caption style="{style}">{escape(caption)}</caption>'
    return (
        f'<table style="border-collapse: collapse;">{caption}'
        f"<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
    )
