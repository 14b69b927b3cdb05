"""The table of coloured cells that scores and weights share; what differs is passed in."""

import numpy as np
from matplotlib.patches import Patch, Rectangle

from .style import FAINT, HATCH, INK, LABELS_UP_TO, NUMBERS_UP_TO, QUIET, TEXT, ink_on, new_figure, number

WIDEST = 10.4  # inches: at 100 dots an inch, about the width of a notebook cell


def table_size(T_q, T_k):
    """Width and height in inches of the coloured part of a table with T_q rows and T_k columns."""
    width = 0.72 * T_k if T_k <= NUMBERS_UP_TO else max(5.0, 0.3 * T_k)
    height = 0.58 * T_q if T_q <= NUMBERS_UP_TO else max(4.2, 0.26 * T_q)
    return min(width, WIDEST - 2.6), min(height, WIDEST - 2.6)


def axes_for(ax, T_q, T_k, beside):
    """The axes given, or the axes of a new figure with `beside` inches left for labels and colour bar."""
    if ax is not None:
        return ax
    width, height = table_size(T_q, T_k)
    return new_figure(max(4.4, width + beside), max(2.7, height + 1.5)).add_subplot()


def draw_cells(ax, matrix, hidden, colours, queries, keys, decimals):
    """Draw the coloured cells, their numbers where there is room, and name the two axes.

    matrix:  (T_q, T_k)
    hidden:  (T_q, T_k) bool, cells to hatch instead of colouring: scores of -inf, or their weights of 0,
             which are hatched more lightly
    colours: (T_q, T_k, 4), one rgba per cell
    """
    T_q, T_k = matrix.shape
    written = max(T_q, T_k) <= NUMBERS_UP_TO
    ax.imshow(colours, aspect="auto", interpolation="nearest", extent=(-0.5, T_k - 0.5, T_q - 0.5, -0.5))
    of_scores = np.isneginf(matrix).any()
    look = {"facecolor": "white", "edgecolor": HATCH if of_scores else FAINT, "hatch": "//", "lw": 0.6}
    for i, j in np.argwhere(hidden):
        ax.add_patch(Rectangle((j - 0.5, i - 0.5), 1, 1, **look))
    if written:
        ax.hlines(np.arange(1, T_q) - 0.5, -0.5, T_k - 0.5, color="white", lw=1)
        ax.vlines(np.arange(1, T_k) - 0.5, -0.5, T_q - 0.5, color="white", lw=1)
        for i, j in np.ndindex(T_q, T_k):
            decimals_here = 0 if hidden[i, j] else decimals  # a hidden weight is 0, not nearly 0
            _write(ax, i, j, number(matrix[i, j], decimals_here), hidden[i, j], ink_on(colours[i, j]))
    name_axes(ax, queries, keys)
    if hidden.any() and not written:
        patch = Patch(**look, label=f"hatched = hidden ({'score is −∞' if of_scores else 'weight is 0'})")
        ax.legend(
            handles=[patch], loc="upper center", bbox_to_anchor=(0.5, -0.02), frameon=False, fontsize=TEXT - 1
        )


def _write(ax, i, j, text, is_hidden, ink):
    # A white plate under the word: hatching through letters cannot be read.
    plate = {"facecolor": "white", "edgecolor": "none", "pad": 1.5} if is_hidden else None
    size = TEXT - 2 if len(text) > 5 else TEXT
    colour = INK if is_hidden else ink
    ax.text(j, i, text, ha="center", va="center", color=colour, fontsize=size, bbox=plate)


def name_axes(ax, queries, keys):
    """Queries down the side, keys along the top: a row is read from left to right."""
    ax.xaxis.set_label_position("top")
    ax.xaxis.tick_top()
    ax.set_xlabel("key", fontsize=TEXT, color=INK, labelpad=7)
    ax.set_ylabel("query", fontsize=TEXT, color=INK)
    for names, ticks in ((keys, ax.set_xticks), (queries, ax.set_yticks)):
        step = -(-len(names) // LABELS_UP_TO)
        ticks(range(0, len(names), step), names[::step], fontsize=TEXT if len(names) <= 12 else TEXT - 3)
    if rotated(keys):
        for label in ax.get_xticklabels():
            label.set(rotation=45, ha="left", va="bottom", rotation_mode="anchor")
    ax.tick_params(length=0, colors=INK)
    for side in ax.spines.values():
        side.set_color(QUIET)


def rotated(keys):
    """True where the names of the keys are too long or too many to stand upright beside one another."""
    return max(map(len, keys)) > 8 or len(keys) > NUMBERS_UP_TO


def draw_colour_bar(ax, colour_map, limits, label, pad=0.02):
    """A narrow colour bar to the right, with its name written along it."""
    from matplotlib.cm import ScalarMappable
    from matplotlib.colors import Normalize

    scale = ScalarMappable(Normalize(*limits), colour_map)
    bar = ax.figure.colorbar(scale, ax=ax, shrink=0.95, pad=pad, fraction=0.06)
    bar.set_label(label, fontsize=TEXT, color=INK)
    bar.ax.tick_params(labelsize=TEXT - 1, colors=INK)
    bar.outline.set_edgecolor(QUIET)
    return bar
