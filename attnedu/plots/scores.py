"""How a score looks: orange above 0, purple below, hatched where hidden."""

import numpy as np

from .arrays import as_matrix, axis_names
from .grid import axes_for, draw_cells, draw_colour_bar
from .style import INK, SCORE_MAP, TEXT


def score_limit(scores):
    """The largest size of a finite score: the scale runs from its negative to it, so that 0 is the centre.

    >>> score_limit(np.array([[-3.0, 1.0, -np.inf]]))
    3.0
    """
    finite = scores[np.isfinite(scores)]
    return float(np.abs(finite).max()) or 1.0 if finite.size else 1.0


def plot_scores(scores, queries=None, keys=None, title=None, ax=None):
    """Draw a table of scores on a diverging scale centred at 0; hidden scores are hatched.

    scores:  (T_q, T_k), any real numbers; -inf is drawn as hidden, never as a very low score
    queries: T_q names, top to bottom; keys: T_k names, left to right
    returns  the matplotlib Figure
    raises   TypeError for entries that are not real numbers; ValueError for another number of axes, an
             empty array, NaN, or a wrong number of names

    >>> figure = plot_scores([[2.0, -1.0, 0.5]], queries=["it"], keys=["the", "dog", "ran"])
    >>> [float(limit) for limit in figure.axes[1].get_ylim()]
    [-2.0, 2.0]
    """
    from matplotlib import colormaps

    scores = as_matrix(scores, "scores")
    T_q, T_k = scores.shape
    queries, keys = axis_names(queries, T_q, "q", "queries"), axis_names(keys, T_k, "k", "keys")
    limit = score_limit(scores)
    # Infinite scores are clipped for the colour map alone: a hidden cell is hatched over.
    colours = colormaps[SCORE_MAP]((np.clip(scores.astype(float) / limit, -1, 1) + 1) / 2)
    ax = axes_for(ax, T_q, T_k, beside=2.0)
    finite = scores[np.isfinite(scores)]
    decimals = 0 if np.array_equal(finite, np.round(finite)) else 2
    draw_cells(ax, scores, np.isneginf(scores), colours, queries, keys, decimals)
    draw_colour_bar(ax, SCORE_MAP, (-limit, limit), "score")
    ax.set_title(title if title is not None else "scores", fontsize=TEXT + 1, color=INK, loc="left")
    return ax.figure
