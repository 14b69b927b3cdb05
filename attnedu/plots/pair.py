"""Scores and weights beside each other, row by row: the figure this course returns to."""

import numpy as np

from .arrays import as_matrix
from .grid import table_size
from .scores import plot_scores
from .style import INK, TEXT, new_figure
from .weights import plot_weights


def side_by_side(scores, weights, queries=None, keys=None, titles=None, stage=None):
    """Draw scores on the left and weights on the right, on the same row order.

    scores:  (T_q, T_k); weights: (T_q, T_k), the same queries and keys. Where a score is hidden (-inf) and
             its weight is 0, the weight is hatched as well
    titles:  two titles, left and right
    stage:   passed to plot_weights, for rows that do not sum to 1 on purpose
    returns  the matplotlib Figure; its first two axes hold the two tables
    raises   as plot_scores and plot_weights do; ValueError if the shapes differ

    >>> figure = side_by_side([[0.0, 0.0]], [[0.5, 0.5]])
    >>> [axes.get_title(loc="left") for axes in figure.axes[:2]]
    ['scores', 'weights']
    """
    scores, weights = as_matrix(scores, "scores"), as_matrix(weights, "weights")
    if scores.shape != weights.shape:
        raise ValueError(
            f"scores is {scores.shape} but weights is {weights.shape}: they share queries and keys"
        )
    left, right = titles if titles is not None else (None, None)
    width, height = table_size(*scores.shape)
    figure = new_figure(min(11.0, max(8.6, 2 * width + 4.4)), max(2.9, min(height, 4.4) + 1.7))
    # The right half is wider by the column of row sums, so that the cells come out the same size.
    left_ax, right_ax = figure.subplots(1, 2, sharey=True, width_ratios=[1, 1.08])
    plot_scores(scores, queries, keys, left, left_ax)
    hidden = np.isneginf(scores) & (weights == 0)
    plot_weights(weights, queries, keys, right, right_ax, stage, hidden)
    right_ax.tick_params(labelleft=True)
    figure.get_layout_engine().set(wspace=0.06)
    figure.supxlabel("softmax goes along each row, from left to right", fontsize=TEXT - 1, color=INK)
    return figure
