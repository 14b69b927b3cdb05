"""One row as bars: scores stand about 0, weights stand on 0 and share 1."""

import numpy as np

from .arrays import as_matrix, axis_names
from .scores import score_limit
from .style import HATCH, INK, QUIET, TEXT, new_figure, number
from .weights import refuse_unless_weights

SCORE_COLOURS, WEIGHT_COLOUR = ("#8073ac", "#e08214"), "#3b5b92"


def plot_bars(scores=None, weights=None, keys=None, title=None, *, score_name="score", limit=None):
    """Draw one row of scores, one row of weights, or both beside each other, as bars.

    scores:  (T_k,), any real numbers, -inf drawn as hidden
    weights: (T_k,), shares that sum to 1
    keys:    T_k names
    score_name: what stands along the axis of the scores, such as "score / T" after a temperature
    limit:   the largest size of score that the axis has room for; give figures that are to be compared
             the same. Their own largest if left out
    returns  the matplotlib Figure
    raises   ValueError if neither is given, the lengths differ, the weights do not sum to 1, or a score is
             larger than the limit

    >>> figure = plot_bars(scores=[1.0, -1.0], weights=[0.88, 0.12])
    >>> [axes.get_ylabel() for axes in figure.axes]
    ['score', 'weight']
    """
    rows = [(name, row) for name, row in (("score", scores), ("weight", weights)) if row is not None]
    if not rows:
        raise ValueError("plot_bars needs a row of scores, a row of weights, or both")
    rows = [(name, as_matrix(np.asarray(row)[None], f"{name}s")) for name, row in rows]
    sizes = {row.shape[1] for _, row in rows}
    if len(sizes) > 1:
        raise ValueError(f"scores and weights must have one length, but they have {sorted(sizes)}")
    T_k = sizes.pop()
    keys = axis_names(keys, T_k, "k", "keys")
    width = min(5.3, max(3.6, 0.7 * T_k + 1.6))  # two panels side by side still fit a notebook cell
    figure = new_figure(width * len(rows), 3.4)
    figure.get_layout_engine().set(wspace=0.06)
    for axes, (name, row) in zip(figure.subplots(1, len(rows), squeeze=False)[0], rows, strict=True):
        if name == "score":
            _draw_score_bars(axes, row, _room_for(row, limit))
        else:
            hidden = np.isneginf(rows[0][1][0]) if len(rows) == 2 else np.zeros(T_k, bool)
            _draw_weight_bars(axes, row, hidden)
        axes.set_ylabel(score_name if name == "score" else name, fontsize=TEXT, color=INK)
        axes.set_xticks(
            range(T_k), keys, fontsize=TEXT, rotation=0 if T_k * max(map(len, keys)) <= 36 else 40
        )
        axes.spines[["top", "right"]].set_visible(False)
        axes.tick_params(colors=INK, labelsize=TEXT - 1)
    if title:
        figure.suptitle(title, fontsize=TEXT + 1, color=INK)
    return figure


def _room_for(row, limit):
    largest = score_limit(row)
    if limit is not None and (row[np.isfinite(row)].size and largest > limit):
        raise ValueError(f"limit={limit:g}, but a score has the size {largest:g}: give at least that")
    return largest if limit is None else float(limit)


def _draw_score_bars(axes, row, limit):
    for j, score in enumerate(row[0]):
        if np.isneginf(score):
            axes.bar(j, 2.6 * limit, bottom=-1.3 * limit, color="white", edgecolor=HATCH, hatch="//", lw=0.6)
            axes.text(j, 0, "hidden", ha="center", va="center", fontsize=TEXT - 1, color=INK, rotation=90,
                      bbox={"facecolor": "white", "edgecolor": "none"})  # fmt: skip
            continue
        height = np.clip(score, -limit, limit)
        axes.bar(j, height, color=SCORE_COLOURS[int(score >= 0)], edgecolor=INK, lw=0.6)
        _write(axes, j, height, number(score), above=score >= 0)
    axes.axhline(0, color=INK, lw=1)
    axes.set_ylim(-1.3 * limit, 1.3 * limit)


def _draw_weight_bars(axes, row, hidden):
    refuse_unless_weights(row)
    for j, weight in enumerate(row[0]):
        axes.bar(j, weight, color=WEIGHT_COLOUR, edgecolor=INK, lw=0.6)
        _write(axes, j, weight, number(weight, 0 if hidden[j] and weight == 0 else 2), above=True)
    axes.set_ylim(0, 1.1)
    total = row.astype(np.float64).sum()
    axes.set_title(f"row sum {total:.3f}", fontsize=TEXT, color=QUIET, loc="right")


def _write(axes, j, height, text, above):
    axes.annotate(text, (j, height), (0, 4 if above else -4), textcoords="offset points", ha="center",
                  va="bottom" if above else "top", fontsize=TEXT, color=INK)  # fmt: skip
