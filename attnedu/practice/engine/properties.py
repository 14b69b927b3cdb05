"""When no known mistake reproduces a result: which properties fail, in the learner's numbers.

Some properties name a misconception by themselves, whatever code broke them: log-weights in proportion to the
right scores tell of a wrong scale, with the factor read off.
"""

import numpy as np

from .compare import close_cells
from .evidence import _matrix, number


def explain(exercise, context):
    """(ids, sentences): names that the properties alone justify, and what fails, the most telling first."""
    for rule in RULES:
        found = rule(exercise, context)
        if found is not None:
            ids, sentence = found
            return ids, [sentence]
    return (), []


def _weights(context):
    mine, right = (
        _matrix(results, context.exercise, "weights") for results in (context.yours, context.right)
    )
    return (
        (mine, right)
        if mine is not None and right is not None and mine.shape == right.shape
        else (None, None)
    )


def negative_weights(exercise, context):
    """A weight below 0."""
    mine, _ = _weights(context)
    if mine is None or not (mine < -1e-9).any():
        return None
    return (), f"Your smallest weight is {number(np.nanmin(mine))}, and a weight is never negative."


def scale_factor(exercise, context):
    """Right but for a factor on the scores: log-ratios within rows are a multiple of the right ones."""
    mine, right = _weights(context)
    if mine is None or not np.isfinite(mine).all():
        return None
    usable = (right > 1e-9) & (mine > 1e-9)
    if not (mine[~usable & (right <= 1e-9)] <= 1e-9).all() or usable.sum() < 3:
        return None
    logs = [np.where(usable, np.log(np.where(usable, w, 1.0)), np.nan) for w in (mine, right)]
    a, b = (
        x - np.nanmax(np.where(usable.any(-1, keepdims=True), x, 0), axis=-1, keepdims=True) for x in logs
    )
    usable &= np.abs(np.nan_to_num(b)) > 1e-3
    if usable.sum() < 3:
        return None
    factors = a[usable] / b[usable]
    if factors.std() > 1e-3 * abs(factors.mean()) or np.isclose(factors.mean(), 1, atol=1e-3):
        return None
    return ("M07",), f"Your scores behave as {number(factors.mean())} times the right ones in every row."


def ratios_kept(exercise, context):
    """Rows that are a multiple of the right ones: only the normaliser is wrong."""
    mine, right = _weights(context)
    if mine is None or not np.isfinite(mine).all():
        return None
    sums = mine.sum(axis=-1, keepdims=True)
    if (np.abs(sums) < 1e-9).any() or not close_cells(
        mine / sums * right.sum(-1, keepdims=True), right, 1e-4, 1e-5
    ).all():
        return None
    return (
        "M40",
    ), f"The ratios are right, but row sums run from {number(sums.min())} to {number(sums.max())}."


def hidden_carry(exercise, context):
    """A hidden key that carries weight."""
    from .evidence import hidden_share

    sentence = hidden_share(context)
    return None if sentence is None else ((), sentence)


def sums(exercise, context):
    """Row sums that are not what they should be."""
    from .evidence import row_sum

    sentence = row_sum(context)
    return None if sentence is None else ((), sentence)


RULES = (negative_weights, scale_factor, ratios_kept, hidden_carry, sums)
