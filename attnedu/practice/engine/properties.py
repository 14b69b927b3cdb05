"""When no known mistake reproduces a result: which properties fail, in the learner's numbers.

Some properties name a misconception by themselves, whatever code broke them: log-weights in proportion to the
right scores tell of a wrong scale, with the factor read off.
"""

import numpy as np

from . import more_properties, parts, row_rules
from .compare import close_cells
from .evidence import _matrix, hidden_share, row_sum
from .wording import number


def explain(exercise, context):
    """(ids, sentences): names that the properties alone justify, and what fails, the most telling first."""
    ids, sentences = _first(exercise, context)
    if not ids:
        through = row_rules.through_the_output(exercise, context)
        through_ids, through_sentences = _first(through.exercise, through) if through else ((), [])
        if through_ids:
            return through_ids, ["Read off your output: " + sentence for sentence in through_sentences]
    return ids, sentences


def _first(exercise, context):
    for rule in (*exercise.rules, *RULES):
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


def nothing_finite(exercise, context):
    """NaN everywhere."""
    if context.yours and all(a.size and not np.isfinite(a.astype(float)).any() for a in context.yours):
        return (), "Not one number of yours is finite."
    return None


def dropout(exercise, context):
    """Some weights are gone, and the others are all the same multiple, above 1, of the right ones."""
    mine, right = _weights(context)
    if mine is None or not np.isfinite(mine).all():
        return None
    visible = right > 1e-6
    gone = visible & (mine == 0)
    kept = mine[visible & ~gone] / right[visible & ~gone]
    if not gone.any() or kept.size < 3 or np.ptp(kept) > 1e-3 * kept.mean() or kept.mean() < 0.999:
        return None
    if kept.mean() < 1.001 and any(gone.all(axis=i).any() for i in range(gone.ndim)):
        return None  # a whole row or column left out is something else
    return (
        "M32",
    ), f"{int(gone.sum())} visible keys get 0, and the others {number(kept.mean())} times their weight."


def negative_weights(exercise, context):
    """A weight below 0."""
    mine, _ = _weights(context)
    if mine is None or not (mine < -1e-9).any():
        return None
    return (), f"Your smallest weight is {number(np.nanmin(mine))}, and a weight is never negative."


def _scaled(exercise):
    """The misconception behind a factor on the whole result."""
    return {"scores": "M07", "output": "M40"}.get(exercise.kind[0]) or {
        ("grad_scores",): "M40", ("entropy",): "M47"
    }.get(exercise.returns)  # fmt: skip


def scale_of_scores(exercise, context):
    """Scores, or another single array, that are one multiple of the right ones."""
    if len(context.yours) != 1 or _scaled(exercise) is None or context.yours[0].ndim < 1:
        return None
    mine, right = context.yours[0], context.right[0]
    if mine.shape != right.shape or not np.isfinite(mine).all() or not np.isfinite(right).all():
        return None
    usable = np.abs(right) > 1e-9
    factors = mine[usable] / right[usable]
    if (
        factors.size < 3
        or np.ptp(factors) > 1e-3 * abs(factors.mean())
        or np.isclose(factors.mean(), 1, atol=1e-3)
    ):
        return None
    name = "M46" if np.isclose(factors.mean(), -1, atol=1e-3) else _scaled(exercise)
    return (name,), f"Every number of yours is {number(factors.mean())} times the right one."


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
    mean = factors.mean()
    if factors.std() > 1e-3 * abs(mean) or np.isclose(mean, 1, atol=1e-3) or abs(mean) < 0.02:
        return None
    name = "M46" if np.isclose(mean, -1, atol=1e-3) else "M07"
    return (name,), f"Your scores behave as {number(mean)} times the right ones in every row."


def ratios_kept(exercise, context):
    """Rows that are a multiple of the right ones: only the normaliser is wrong."""
    mine, right = _weights(context)
    if mine is None or not np.isfinite(mine).all():
        return None
    sums = mine.sum(axis=-1, keepdims=True)
    if close_cells(mine, right, 1e-4, 1e-5).all():
        return None
    if (np.abs(sums) < 1e-9).any() or not close_cells(
        mine / sums * right.sum(-1, keepdims=True), right, 1e-4, 1e-5
    ).all():
        return None
    return (
        "M40",
    ), f"The ratios are right, but row sums run from {number(sums.min())} to {number(sums.max())}."


def hidden_carry(exercise, context):
    """A hidden key that carries weight."""
    sentence = hidden_share(context)
    return None if sentence is None else ((), sentence)


def sums(exercise, context):
    """Row sums that are not what they should be."""
    sentence = row_sum(context)
    return None if sentence is None else ((), sentence)


RULES = (
    nothing_finite,
    *more_properties.FIRST,
    row_rules.uninvited_mask,
    parts.one_edge,
    parts.left_zero,
    *row_rules.BEFORE,
    dropout,
    negative_weights,
    scale_of_scores,
    scale_factor,
    ratios_kept,
    *row_rules.AFTER,
    *more_properties.LAST,
    hidden_carry,
    sums,
)
