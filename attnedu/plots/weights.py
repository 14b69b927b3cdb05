"""How a weight looks: a share between 0 and 1, with the sum of every row printed beside it."""

import numpy as np

from attnedu.core import stage_of
from attnedu.core.weights import TOLERANCE

from .arrays import as_matrix, axis_names
from .grid import axes_for, draw_cells, draw_colour_bar, rotated
from .style import INK, QUIET, TEXT, WEIGHT_MAP


def tolerance(dtype):
    """How far from 1 a row sum may lie: rounding in that dtype, and no more.

    >>> tolerance(np.float64), tolerance(np.float16)
    (1e-06, 0.01)
    """
    return TOLERANCE.get(np.dtype(dtype), 1e-6)


def row_totals(matrix):
    """Row sums in float64, so that adding up does not add an error of its own."""
    return matrix.astype(np.float64).sum(axis=-1)


def refuse_unless_weights(matrix, name="weights"):
    """Raise ValueError, with the reason, unless every row is a row of shares.

    matrix: (T_q, T_k)
    raises  ValueError naming the first row that has a negative or infinite entry or whose sum is neither 1
            nor 0 (all entries zero: nothing may be looked at), its sum, and what the array may be

    >>> refuse_unless_weights(np.array([[0.5, 0.5], [0.0, 0.0]]))
    """
    problem = None
    sums = row_totals(np.where(np.isfinite(matrix), matrix, 0))
    wrong = (np.abs(sums - 1) > tolerance(matrix.dtype)) & (matrix != 0).any(axis=-1)
    unshared = ~np.isfinite(matrix) | (matrix < 0)
    if unshared.any():
        row, column = np.argwhere(unshared)[0]
        problem = (
            f"row {row} holds {matrix[row, column]:.4g} at column {column}, and a weight lies between 0 and 1"
        )
    elif wrong.any():
        row = int(np.argmax(wrong))
        problem = f"row {row} sums to {sums[row]:.4g}, not to 1"
    if problem:
        raise ValueError(
            f"{name} is not a table of weights: {problem}. {_what_else(matrix)}"
            " Draw scores with plot_scores; for rows that are short on purpose, say so with stage=…"
        )


def _what_else(matrix):
    names = stage_of(matrix).candidates
    return f"It may be: {', '.join(names)}." if names else "It may be an array from before softmax."


def plot_weights(weights, queries=None, keys=None, title=None, ax=None, stage=None, hidden=None):
    """Draw a table of weights from 0 to 1, the sum of each row printed beside it.

    weights: (T_q, T_k); every row sums to 1, or is all zeros where nothing may be looked at
    queries: T_q names, top to bottom; keys: T_k names, left to right
    stage:   only for rows that do not sum to 1 on purpose, such as "zeroed, not renormalised": says what the
             array is; it is then called shares, no longer weights, and the rows whose sum is not 1 are marked
    hidden:  (T_q, T_k) bool, the cells that a mask hides: hatched as among the scores, and 0
    returns  the matplotlib Figure
    raises   TypeError for entries that are not real numbers; ValueError, with the first bad row and its sum,
             for anything that is not a table of weights, and for a hidden cell whose weight is not 0

    >>> figure = plot_weights([[0.7, 0.3]])
    >>> [text.get_text() for text in figure.axes[0].texts]
    ['0.70', '0.30', 'row sum', '1.000']
    """
    from matplotlib import colormaps

    weights = as_matrix(weights, "weights")
    if stage is None:
        refuse_unless_weights(weights)
    elif not str(stage).strip() or (weights < 0).any() or not np.isfinite(weights).all():
        raise ValueError("stage must say what the array is, and no entry may be negative or infinite")
    T_q, T_k = weights.shape
    queries, keys = axis_names(queries, T_q, "q", "queries"), axis_names(keys, T_k, "k", "keys")

    ax = axes_for(ax, T_q, T_k, beside=3.0)
    colours = colormaps[WEIGHT_MAP](np.clip(weights.astype(float), 0, 1))
    draw_cells(ax, weights, _hidden_cells(hidden, weights), colours, queries, keys, 2)
    draw_row_sums(ax, weights, slanted=rotated(keys))
    draw_colour_bar(ax, WEIGHT_MAP, (0, 1), "weight" if stage is None else "share", pad=0.03)
    default = "weights" if stage is None else f"shares: {stage}"
    ax.set_title(title if title is not None else default, fontsize=TEXT + 1, color=INK, loc="left")
    return ax.figure


def _hidden_cells(hidden, weights):
    hidden = np.zeros(weights.shape, bool) if hidden is None else np.asarray(hidden)
    if hidden.dtype != bool or hidden.shape != weights.shape:
        raise ValueError(
            f"hidden must be True and False of the shape {weights.shape}, but it is {hidden.dtype}, "
            f"{hidden.shape}: use ~mask"
        )
    if weights[hidden].any():
        row, column = np.argwhere(hidden & (weights != 0))[0]
        raise ValueError(
            f"hidden is True at row {row}, column {column}, but the weight there is "
            f"{weights[row, column]:.4g}, not 0: hide the score before softmax"
        )
    return hidden


def draw_row_sums(ax, weights, slanted):
    """Print the sum of each row to the right of it; a row of zeros and a sum other than 1 are named."""
    T_q, T_k = weights.shape
    size = TEXT if T_q <= 12 else max(6, TEXT - T_q // 6)
    place = {"ha": "left", "va": "center", "annotation_clip": False}
    shift = {"xytext": (8, 0), "textcoords": "offset points"}
    # Where the names of the keys slant, the head of this column slants with them.
    head = {"rotation": 45, "rotation_mode": "anchor", "va": "bottom"} if slanted else {}
    ax.annotate("row sum", (T_k - 0.5, -0.5), (22, 4) if slanted else (8, 9), color=QUIET, fontsize=TEXT - 1,
                textcoords="offset points", **{**place, **head})  # fmt: skip
    for i, total in enumerate(row_totals(weights)):
        text, bold = f"{total:.3f}", "normal"
        if not weights[i].any():
            text += "\nnothing\nto look at" if T_q <= 12 else " (empty)"
        elif abs(total - 1) > tolerance(weights.dtype):
            text, bold = f"{text} ≠ 1", "bold"
        ax.annotate(text, (T_k - 0.5, i), color=INK, fontsize=size, weight=bold, **shift, **place)
