"""What rows tell by themselves: an order, weak keys at exactly 0, one shift for all, a sum that is not 0."""

from dataclasses import replace
from types import SimpleNamespace

import numpy as np

from .compare import Failed, close_cells
from .wording import number


def _pairs(exercise, context, *kinds):
    """(learner's, right) arrays of these kinds, finite, of one shape, with rows of more than one number."""
    for mine, right, kind in zip(context.yours, context.right, exercise.kind, strict=False):
        whole = kind in kinds and mine.shape == right.shape and mine.ndim and mine.shape[-1] > 1
        if whole and np.isfinite(mine.astype(float)).all() and np.isfinite(right.astype(float)).all():
            yield mine.astype(float), right.astype(float), kind


def through_the_output(exercise, context):
    """The weights that mixed the output, where values of as many components as keys tell them; else None."""
    if exercise.kind != ("output",) or exercise.parameters[:2] != ("weights", "v") or len(context.yours) != 1:
        return None
    weights, v = context.args[:2]
    output = context.yours[0]
    if not _invertible(v) or output.shape != context.right[0].shape or not np.isfinite(output).all():
        return None
    mixed_with = np.round(output @ np.linalg.inv(v), 9)
    what = {"kind": ("weights",), "returns": ("weights",), "parameters": (), "rules": ()}
    seen = SimpleNamespace(name=exercise.name, **what)
    return replace(context, exercise=seen, yours=(mixed_with,), right=(np.asarray(weights, dtype=float),))


def _invertible(v):
    return np.ndim(v) == 2 and v.shape[0] == v.shape[1] and np.linalg.cond(v) < 1e3


def telling_probe(exercise, failing, results):
    """Which failing probe to look at: the first with values, or one that tells which weights mixed."""
    alive = [i for i in failing if not isinstance(results[i], Failed)]
    if exercise.kind == ("output",) and exercise.parameters[:2] == ("weights", "v"):
        alive.sort(key=lambda i: not _invertible(exercise.probes[i].args[1]))
    return alive[0] if alive else failing[0]


def _sides(T_q, T_k):
    """Tables of what stays visible on one side of a diagonal."""
    for k in (0, T_k - T_q, -1, 1, T_k - T_q + 1, T_k - T_q - 1):
        yield np.tri(T_q, T_k, k, dtype=bool)
        yield ~np.tri(T_q, T_k, k - 1, dtype=bool)


def uninvited_mask(exercise, context):
    """Cells on one side of a diagonal hold nothing, though nobody hid them; the others are right."""
    for mine, right, kind in zip(context.yours, context.right, exercise.kind, strict=False):
        fits = kind in ("scores", "weights") and mine.shape == right.shape and mine.ndim >= 2
        if not fits or "mask" in exercise.parameters:
            continue
        near = close_cells(mine, right, 1e-4, 1e-5)
        for seen in _sides(*mine.shape[-2:]):
            hidden = mine[..., ~seen]
            if not hidden.size or not (mine[..., seen] != 0).any():
                continue
            nothing = (hidden <= -1e3).all() if kind == "scores" else (np.abs(hidden) <= 1e-12).all()
            whole = near[..., seen].all() if kind == "scores" else near[..., seen.all(axis=-1), :].all()
            if whole and (nothing or (hidden == 0).all()):
                return ("M58",), "Yours hides the keys on one side of the diagonal, and no mask was given."
    return None


def permuted(exercise, context):
    """The right numbers in each row, in another order."""
    for mine, right, _ in _pairs(exercise, context, "scores", "weights", "output", "numbers"):
        same = close_cells(mine, right, 1e-4, 1e-5).all()  # another result may be the wrong one
        if not same and close_cells(np.sort(mine, axis=-1), np.sort(right, axis=-1), 1e-4, 1e-5).all():
            return ("M45",), "Each of your rows holds the right numbers, in another order."
    return None


def one_for_all(exercise, context):
    """Every row the same, where the right ones differ."""
    for mine, right, kind in _pairs(exercise, context, "scores", "weights", "output", "numbers"):
        if mine.ndim == 1 and kind == "numbers" and np.ptp(mine) < 1e-9 < np.ptp(right):
            return ("M05",), f"Every row of yours has {number(mine[0])}; the right ones differ."
        if mine.ndim < 2 or mine.shape[-2] < 2 or np.abs(right - right[..., :1, :]).max() < 1e-4:
            continue
        if np.abs(mine - mine[..., :1, :]).max() < 1e-9:
            return ("M54",), "All queries get the same row from yours, whatever they ask."
        if kind in ("weights", "output") and np.abs(mine - mine[..., :1]).max() < 1e-9 and mine.shape[-1] > 2:
            return ("M54",), "All numbers of a row of yours are alike."
    return None


def shifted(exercise, context):
    """Right but for one number added to each row, or one row added to all."""
    for mine, right, _ in _pairs(exercise, context, "scores", "output"):
        gap = mine - right
        for axis in (-1, -2)[: mine.ndim]:
            if mine.shape[axis] > 2 and np.ptp(gap, axis=axis).max() < 1e-5 < np.abs(gap).max() - 1e-4:
                shown = f"At {[0] * mine.ndim} and beside it yours is off by {number(gap.flat[0])}."
                return ("M58",), shown
    return None


def thresholded(exercise, context):
    """Weak keys have exactly 0, and those that are left kept their ratios."""
    for mine, right, _ in _pairs(exercise, context, "weights"):
        gone = (mine == 0) & (right > 1e-9)
        kept = (mine > 0) & (right > 1e-9)
        if not gone.any() or not (gone | kept | (right <= 1e-9)).all() or not kept.any(axis=-1).all():
            continue
        weakest = np.where(kept, right, np.inf).min(axis=-1) >= np.where(gone, right, 0).max(axis=-1)
        ratio = np.where(kept, mine / np.where(right > 0, right, 1), np.nan)
        even = np.nanmax(ratio, axis=-1) - np.nanmin(ratio, axis=-1) < 1e-3
        if weakest.all() and even.all():
            return (
                "M20",
            ), f"{int(gone.sum())} keys get exactly 0; softmax gives every finite score something."
    return None


def another_rule(exercise, context):
    """Rows that share out 1 in the right order, and not by e to the power of the gaps."""
    for mine, right, _ in _pairs(exercise, context, "weights"):
        rows = right.sum(axis=-1) > 0.5
        if not rows.any() or (mine < -1e-12).any() or not np.allclose(mine.sum(axis=-1)[rows], 1, atol=1e-4):
            continue
        order = np.argsort(right, axis=-1, kind="stable")
        if (np.diff(np.take_along_axis(mine, order, axis=-1), axis=-1) >= -1e-9).all():
            index = tuple(int(i) for i in np.unravel_index(np.abs(mine - right).argmax(), mine.shape))
            a, b = number(mine[index]), number(right[index])
            return ("M53",), f"Your rows sum to 1 in the right order, but at {list(index)}: {a}, not {b}."
    return None


def gradient_of_a_shift(exercise, context):
    """Rows of a gradient at scores that do not sum to 0: adding 1 to a whole row would change weights."""
    if exercise.returns != ("grad_scores",):
        return None
    for mine, _, _ in _pairs(exercise, context, "numbers"):
        sums = mine.sum(axis=-1)
        if np.abs(sums).max() > 1e-4:
            return ("M42",), f"Row 0 of yours sums to {number(sums.flat[0])}; each should sum to 0."
    return None


def two_spreads(exercise, context):
    """Two measurements: how far they lie apart tells of the scale, both together of what was measured."""
    if (
        exercise.returns != ("unscaled", "scaled")
        or len(context.yours) != 2
        or any(a.size != 1 for a in context.yours)
    ):
        return None
    (a, b), (x, y) = ([float(part.ravel()[0]) for part in parts] for parts in (context.yours, context.right))
    if not a or not b or not np.isfinite([a, b]).all():
        return None
    shown = f"Yours are {number(a)} and {number(b)}; they should be near {number(x)} and {number(y)}."
    if abs(a / x - 1) < 0.07:
        return ("M07",), shown
    return (("M58",), shown) if abs(a / b / (x / y) - 1) < 0.07 else None


BEFORE = (permuted, one_for_all, thresholded)
AFTER = (shifted, another_rule, gradient_of_a_shift, two_spreads)
