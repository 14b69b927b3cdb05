"""Evidence in the learner's own numbers: one short sentence, chosen by what the misconception shows."""

import numpy as np

from .compare import Failed, first_difference, size
from .wording import apart, axis_asked, number, row_name


def _matrix(results, exercise, kind):
    """The first result of this kind with at least two axes, or None."""
    for array, what in zip(results, exercise.kind, strict=False):
        if what == kind and array.ndim >= 2 and array.dtype.kind == "f":
            return array
    return None


def row_sum(context):
    """A row of weights that does not sum to 1."""
    array = _matrix(context.yours, context.exercise, "weights")
    if array is None:
        return None
    sums = array.sum(axis=-1)
    right = _matrix(context.right, context.exercise, "weights").sum(axis=-1)
    if sums.shape != right.shape:
        return None
    off = np.argwhere(~np.isclose(sums, right, atol=1e-4))
    if not len(off):
        return None
    index = tuple(int(i) for i in off[0])
    return f"{row_name(index).capitalize()} of your weights sums to {number(sums[index])}."


def column_sum(context):
    """Columns of weights that sum to 1 while rows do not."""
    array = _matrix(context.yours, context.exercise, "weights")
    if array is None or not np.allclose(array.sum(axis=-2), 1, atol=1e-4):
        return None
    first_row = array.reshape(-1, array.shape[-1])[0]
    return f"Each column of yours sums to 1; row 0 sums to {number(first_row.sum())}."


def total(context):
    """The whole table sums to 1."""
    array = _matrix(context.yours, context.exercise, "weights")
    if array is None or not np.isclose(array.reshape(-1, *array.shape[-2:])[0].sum(), 1, atol=1e-4):
        return None
    first_row = array.reshape(-1, array.shape[-1])[0]
    return f"All {array.shape[-2]} rows together sum to 1; row 0 alone to {number(first_row.sum())}."


def hidden_share(context):
    """A hidden key that carries weight."""
    array = _matrix(context.yours, context.exercise, "weights")
    if array is None or "mask" not in context.exercise.parameters:
        return None
    mask = np.asarray(context.args[context.exercise.parameters.index("mask")])
    try:
        seen = np.broadcast_to(mask, array.shape)
    except ValueError:
        return None
    hidden = np.where(seen, 0, np.abs(np.nan_to_num(array)))
    if hidden.max() < 1e-6:
        return None
    index = tuple(int(i) for i in np.unravel_index(hidden.argmax(), hidden.shape))
    return f"At {list(index)} the key is hidden, yet it gets {number(array[index])}."


def ratio(context):
    """Every number is the same multiple of the right one."""
    yours, right = (
        context.yours[-1 if len(context.yours) == 1 else 0],
        context.right[-1 if len(context.right) == 1 else 0],
    )
    if yours.shape != right.shape or yours.dtype.kind != "f":
        return None
    with np.errstate(all="ignore"):
        quotient = (yours / right)[np.isfinite(yours / right)]
    if (
        quotient.size < 2
        or not np.allclose(quotient, quotient[0], rtol=1e-3)
        or np.isclose(quotient[0], 1, rtol=1e-3)
    ):
        return None
    return f"Every number of yours is {number(quotient[0])} times the right one."


def focus(context):
    """Weights that are too sharp or too flat: the largest of a row."""
    yours, right = (_matrix(r, context.exercise, "weights") for r in (context.yours, context.right))
    if yours is None or yours.shape != right.shape or not np.isfinite(yours).all():
        return None
    gap = np.abs(yours.max(axis=-1) - right.max(axis=-1))
    index = tuple(int(i) for i in np.unravel_index(gap.argmax(), gap.shape))
    if gap[index] < 1e-4:
        return None
    mine, theirs = apart(yours[index].max(), right[index].max())
    return f"In {row_name(index)} your largest weight{axis_asked(context)} is {mine}; it should be {theirs}."


def empty_row(context):
    """What stands in a row that may look at nothing."""
    for yours, right in zip(context.yours, context.right, strict=False):
        if yours.shape != right.shape or right.ndim < 2:
            continue
        rows = np.argwhere((right == 0).all(axis=-1) & ~(np.nan_to_num(yours, nan=1.0) == 0).all(axis=-1))
        if len(rows):
            index = tuple(int(i) for i in rows[0])
            name = row_name(index).capitalize()
            return f"{name} may look at nothing, and yours holds {number(yours[index][0])}."
    return None


def not_finite(context):
    """NaN or inf where the right result is finite."""
    results = zip(context.yours, context.right, context.exercise.returns, context.exercise.kind, strict=False)
    for yours, right, name, _ in sorted(results, key=lambda result: result[3] == "output"):
        if yours.shape == right.shape and yours.dtype.kind == "f":
            bad = np.argwhere(~np.isfinite(yours) & np.isfinite(right))
            if len(bad):
                index = tuple(int(i) for i in bad[0])
                return f"Your {name}{list(index)} is {yours[index]}; it should be {number(right[index])}."
    return None


def shape(context):
    """Shapes that differ."""
    if len(context.yours) != len(context.right):
        mine, asked = len(context.yours), len(context.right)
        are = "are" if asked > 1 else "is"
        return f"You return {mine} result{'s' * (mine != 1)}; {asked} {are} asked for."
    for yours, right, name in zip(context.yours, context.right, context.exercise.returns, strict=True):
        if yours.shape != right.shape:
            return f"Your {name} is {size(yours.shape)}; it should be {size(right.shape)}."
    return None


def cell(context):
    """The first cell that differs, beside the right number."""
    exercise = context.exercise
    results = zip(context.yours, context.right, exercise.returns, exercise.kind, strict=False)
    # The earliest stage first: an output is wrong because its weights are.
    for yours, right, name, _ in sorted(results, key=lambda result: result[3] == "output"):
        index = first_difference(yours, right, *context.closeness)
        if index is not None:
            where = f"{name}{list(index)}" if index else name
            where += _asked(context, yours) + axis_asked(context)
            mine, theirs = apart(yours[index], right[index])
            return f"Your {where} is {mine}; it should be {theirs}."
    return None


def _asked(context, yours):
    """A lone yes or no says little without the array that was asked about."""
    for says in (arg.says for arg in context.args if hasattr(arg, "says")):
        return f", with {says},"
    if yours.ndim or len(context.args) > 1 or np.size(context.args[0]) > 24:
        return ""
    return " for " + "".join(np.array2string(context.args[0], precision=4, separator=",").split())


def raised(context):
    """The call that raised, where the reference does not."""
    if isinstance(context.outcome, Failed):
        arrays = [a[-1] if isinstance(a, tuple) else a for a in context.args[:2]]
        shapes = " and ".join(size(np.shape(a)) for a in arrays if np.ndim(a)) or "this size"
        error = " ".join(str(context.outcome.error).split()[:12])
        return f"With {shapes} it raises {error.rstrip('.,')}."
    return None


EVIDENCE = {
    "row_sum": row_sum, "column_sum": column_sum, "total": total, "hidden_share": hidden_share,
    "ratio": ratio, "focus": focus, "empty_row": empty_row, "not_finite": not_finite, "shape": shape,
    "cell": cell, "raised": raised,
}  # fmt: skip


def evidence(context, shows):
    """The first sentence that holds: what the misconception shows best, then the general ones."""
    if isinstance(context.outcome, Failed):
        return raised(context)
    for key in (*shows, "shape", "not_finite", "focus", "cell"):
        sentence = EVIDENCE[key](context)
        if sentence:
            return sentence
    return "Your numbers differ from the right ones."
