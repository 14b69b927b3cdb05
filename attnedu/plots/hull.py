"""Values as points of a plane, outputs as points among them: an output of weights stays inside the hull."""

import numpy as np

from .arrays import as_matrix
from .style import INK, PAPER, QUIET, RIVER, TEXT, new_figure

OUTPUT = "#b35806"
HALO = 3.2  # points of paper around each letter: names stand across the edge of the hull
MARKS = ("o", "s", "D", "^", "v", "P", "X", "*")


def hull_corners(values):
    """The values that are corners of their convex hull, as indices, anticlockwise (Andrew's monotone chain).

    values:  (n, 2)
    returns  a list of indices into values

    >>> hull_corners([[0, 0], [4, 0], [0, 4], [1, 1]])
    [0, 1, 2]
    """
    values = as_matrix(values, "values")
    order = sorted(range(len(values)), key=lambda i: tuple(values[i]))

    def chain(indices):
        kept = []
        for i in indices:
            while len(kept) > 1 and _turn(values[kept[-2]], values[kept[-1]], values[i]) <= 0:
                kept.pop()
            kept.append(i)
        return kept[:-1]

    return chain(order) + chain(order[::-1]) or order[:1]


def _turn(a, b, c):
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def plot_hull(values, outputs, names=None, axes=None, title=None):
    """Draw the values, the hull that they span, and outputs as marks with their names beside them.

    values:  (n, 2), one point for each key
    outputs: dict of name -> (2,) or (m, 2); many points are drawn small
    names:   n names of the values
    axes:    two names, of the horizontal and of the vertical component
    returns  the matplotlib Figure
    raises   ValueError if values are not points of a plane, or the names do not fit

    >>> figure = plot_hull([[0, 0], [4, 0], [0, 4]], {"output": [1, 1]})
    >>> [text.get_text() for text in figure.axes[0].texts]
    ['v0', 'v1', 'v2', 'output']
    """
    values = as_matrix(values, "values")
    if values.shape[1] != 2:
        raise ValueError(f"values must be (n, 2) to be drawn in a plane, but they are {values.shape}")
    names = [f"v{i}" for i in range(len(values))] if names is None else list(names)
    if len(names) != len(values):
        raise ValueError(f"names has {len(names)} entries for {len(values)} values: give one each")
    figure = new_figure(7.2, 5.2)
    ax = figure.add_subplot()
    around = hull_corners(values)
    corners = values[around]
    ax.fill(*corners.T, facecolor=RIVER, alpha=0.55, edgecolor=QUIET, lw=1.2, zorder=1)
    ax.plot(*values.T, linestyle="none", marker="o", color=INK, markersize=9, zorder=3)
    for i, name in enumerate(names):
        _label(ax, values[i], name, *(_outwards(values, around, i) >= 0), weight="bold")
    for (name, points), mark in zip(outputs.items(), MARKS * (1 + len(outputs) // len(MARKS)), strict=False):
        points = np.atleast_2d(np.asarray(points, dtype=float))
        if len(points) == 1:
            ax.plot(*points.T, linestyle="none", marker=mark, color=OUTPUT, markersize=8, zorder=2)
            _label(ax, points[0], name, True, True)
        else:
            ax.plot(*points.T, ls="none", marker=".", color=OUTPUT, ms=3, alpha=0.45, zorder=2)
            ax.annotate(name, points.mean(axis=0), (0.62, 0.78), textcoords="axes fraction", size=TEXT - 1,
                        color=INK, arrowprops={"arrowstyle": "-", "color": QUIET})  # fmt: skip
    labels = axes if axes is not None else ("first component", "second component")
    ax.set_xlabel(labels[0], fontsize=TEXT, color=INK)
    ax.set_ylabel(labels[1], fontsize=TEXT, color=INK)
    ax.margins(0.16)
    ax.spines[["top", "right"]].set_visible(False)
    ax.tick_params(colors=INK, labelsize=TEXT - 1)
    ax.set_title(title or "values and outputs", fontsize=TEXT + 1, color=INK, loc="left")
    return figure


def _outwards(values, around, i):
    """The direction (2,) that leads away from the hull at value i, or from the middle for one inside it."""
    spread = np.ptp(values, axis=0)
    flat = values / np.where(spread > 0, spread, 1)  # as drawn: both axes about equally long
    if i not in around or len(around) < 3:
        return flat[i] - flat.mean(axis=0)
    place = around.index(i)
    sides = flat[[around[place - 1], around[(place + 1) % len(around)]]] - flat[i]
    return -(sides / np.linalg.norm(sides, axis=1, keepdims=True)).sum(axis=0)


def _label(ax, point, text, right, above, weight="normal"):
    from matplotlib.patheffects import withStroke

    place = {"ha": "left" if right else "right", "va": "bottom" if above else "top"}
    shift = (7 if right else -7, 5 if above else -5)
    ax.annotate(
        text, point, shift, textcoords="offset points", fontsize=TEXT - 1, color=INK, weight=weight, zorder=5,
        path_effects=[withStroke(linewidth=HALO, foreground=PAPER)], **place,
    )  # fmt: skip
