"""What numbers show by themselves: a power, a slope, a curve, a sink's share, an angle that is another one.

Rules of single exercises, for constants that nobody can list: a base of 20,000, a cap of 20, a sink divided by T_k.
Each takes (exercise, context) and returns (ids, sentence), or None.
"""

import numpy as np

from ..engine import more_properties, properties
from ..engine.compare import close_cells
from ..engine.evidence import number
from .positions import aligned


def _pair(context):
    """The learner's only result and the right one, if both are finite and of one shape; else None."""
    if len(context.yours) != 1 or context.yours[0].shape != context.right[0].shape:
        return None
    mine, right = context.yours[0].astype(float), context.right[0].astype(float)
    return (mine, right) if mine.size and np.isfinite(mine).all() else None


def another_series(exercise, context):
    """One positive number for each head, and not the right one."""
    pair = _pair(context)
    if pair is None or (pair[0] <= 0).any():
        return None
    return (
        "M39",
    ), f"Your slopes run from {number(pair[0][0])} to {number(pair[0][-1])}; they should end at 1/256."


def another_slope(exercise, context):
    """Each head's table is a multiple of the right one, or of another function of the distance."""
    pair = _pair(context)
    if pair is None:
        return None
    mine, right = pair
    position, j = aligned(*context.args[1:])
    distance = position - j
    past = np.broadcast_to(distance > 0, right.shape)
    if not past.any() or not close_cells(mine, right, 0, 1e-9)[:, distance == 0].all():
        return None
    factors = [(mine[h] / np.where(right[h] == 0, 1, right[h]))[past[h]] for h in range(len(mine))]
    if all(np.ptp(f) < 1e-6 * max(1, np.abs(f).max()) for f in factors) and all(f[0] > 0 for f in factors):
        h = int(np.argmax([abs(f[0] - 1) for f in factors]))
        return ("M39",), f"Head {h} of yours falls {number(factors[h][0])} times as fast as it should."
    steps = np.unique(distance[distance > 0])
    if all(np.ptp(factors[0][distance[distance > 0] == step]) < 1e-6 for step in steps):
        return ("M58",), "Your penalty depends on the distance, but does not grow evenly with it."
    return None


def another_curve(exercise, context):
    """Larger scores stay larger: scores pass through a curve, and it is another one."""
    pair = _pair(context)
    if pair is None:
        return None
    scores = np.asarray(context.args[0], dtype=float).ravel()
    order = np.argsort(scores)
    mine = pair[0].ravel()[order]
    if (np.diff(mine) < -1e-9).any() or mine[0] == mine[-1]:
        return None
    top = number(scores[order[-1]])
    return (
        "M37",
    ), f"Your curve takes {top} to {number(mine[-1])}; it should be {number(pair[1].ravel()[order[-1]])}."


def another_curve_inside(exercise, context):
    """Right rows of weights over the visible keys, ordered as the scores are, with other ratios."""
    pair = _pair(context)
    if pair is None:
        return None
    mine, right = pair
    scores, mask = context.args[0], np.broadcast_to(context.args[1], mine.shape)
    if not np.allclose(mine.sum(-1), right.sum(-1), atol=1e-6) or np.abs(mine[~mask]).max(initial=0) > 1e-9:
        return None
    for index in np.ndindex(mine.shape[:-1]):
        seen = mask[index]
        if (np.diff(mine[index][seen][np.argsort(scores[index][seen])]) < -1e-12).any():
            return None
    return ("M37",), "The order within each row is right, and the ratios are those of another curve."


def another_share(exercise, context):
    """Ratios between keys are right, and what the sink takes is not."""
    pair = _pair(context)
    if pair is None:
        return None
    mine, right = pair
    sums, wanted = mine.sum(-1, keepdims=True), right.sum(-1, keepdims=True)
    if (sums <= 1e-9).any() or not close_cells(mine / sums * wanted, right, 1e-4, 1e-6).all():
        return None
    first = (0,) * mine.ndim
    return (
        "M56",
    ), f"In row 0 your sink takes {number(1 - sums[first])}; it should take {number(1 - wanted[first])}."


def another_angle(exercise, context):
    """Pairs keep their lengths: they turn, by another angle, or with another partner."""
    pair = _pair(context)
    if pair is None:
        return None
    mine, right = pair
    x = np.asarray(context.args[0], dtype=float)
    half = x.shape[-1] // 2

    def lengths(array):
        return np.hypot(array[..., 0::2], array[..., 1::2])

    def far_lengths(array):
        return np.hypot(array[..., :half], array[..., half:])

    if close_cells(lengths(mine), lengths(x), 1e-5, 1e-7).all():
        off = np.argwhere(~close_cells(mine, right, 1e-5, 1e-6))[0]
        row, i = tuple(off[:-1]), off[-1] // 2
        a, b, c = (np.arctan2(z[row][2 * i + 1], z[row][2 * i]) for z in (x, mine, right))
        turned, wanted = ((angle - a) % (2 * np.pi) for angle in (b, c))
        return (
            "M49",
        ), f"Pair {i} of row {int(row[-1])} turns by {number(turned)}; it should be {number(wanted)}."
    if half > 1 and close_cells(far_lengths(mine), far_lengths(x), 1e-5, 1e-7).all():
        return ("M48",), "Components half a vector apart keep their length together; neighbours should."
    return None


def another_power(exercise, context):
    """Weights raised to a power before they are divided: log-ratios are a multiple of the right ones."""
    found = properties.scale_factor(exercise, context)
    return found and (("M53",), found[1].replace("Your scores", "The logarithms of your weights"))


BENT = (more_properties.rounded, another_curve)
BENT_INSIDE = (properties.scale_factor, properties.ratios_kept, another_curve_inside)
