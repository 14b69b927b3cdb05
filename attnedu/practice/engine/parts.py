"""When no known mistake reproduces a result: is it the right one with a part left out, or left at zero?"""

import numpy as np

from .compare import close_cells


def one_edge(exercise, context):
    """Wrong in the first or the last slice of one axis and nowhere else: a part was left out."""
    for mine, right, name in zip(context.yours, context.right, exercise.returns, strict=False):
        if mine.shape != right.shape:
            continue
        wrong = ~close_cells(mine, right, 1e-4, 1e-5)
        for axis in range(mine.ndim):
            where = np.flatnonzero(wrong.any(axis=tuple(i for i in range(mine.ndim) if i != axis)))
            enough = 2 if mine.ndim > 1 else 4  # one number of three may be wrong for any reason
            if mine.shape[axis] > enough and len(where) == 1 and where[0] in (0, mine.shape[axis] - 1):
                edge = "last" if where[0] else "first"
                return (
                    "M55",
                ), f"Your {name} is wrong only in the {edge} slice along axis {axis - mine.ndim}."
    return None


def left_zero(exercise, context):
    """Slices along one axis are zero and all the others are right."""
    for mine, right, name, kind in _results(exercise, context):
        if kind != "numbers" or mine.shape != right.shape or not mine.any():
            continue
        wrong = ~close_cells(mine, right, 1e-4, 1e-5)
        for axis in range(mine.ndim):
            others = tuple(i for i in range(mine.ndim) if i != axis)
            where = np.flatnonzero(wrong.any(axis=others))
            if 0 < len(where) < mine.shape[axis] and not np.take(mine, where, axis).any():
                shown = ", ".join(map(str, where[:3]))
                return (
                    ("M55",),
                    f"Your {name} is 0 at {shown} along axis {axis - mine.ndim}; the rest is right.",
                )
    return None


def shorter(exercise, context):
    """Shorter along one axis, and what is there is right: slices were left out."""
    for mine, right, name, kind in _results(exercise, context):
        if kind != "numbers" or mine.ndim != right.ndim or not mine.size:
            continue
        differ = [i for i in range(mine.ndim) if mine.shape[i] != right.shape[i]]
        if (
            len(differ) == 1
            and mine.shape[differ[0]] < right.shape[differ[0]]
            and _within(mine, right, differ[0])
        ):
            mine_n, right_n = mine.shape[differ[0]], right.shape[differ[0]]
            return (
                "M55",
            ), f"Your {name} holds {mine_n} of {right_n} slices along axis {differ[0] - mine.ndim}."
    return None


def _results(exercise, context):
    return zip(context.yours, context.right, exercise.returns, exercise.kind, strict=False)


def _within(mine, right, axis):
    """True if the slices of `mine` are slices of `right`, in the same order."""
    mine, right = np.moveaxis(mine, axis, 0), np.moveaxis(right, axis, 0)
    remaining = iter(right)
    return all(any(close_cells(a, b, 1e-4, 1e-5).all() for b in remaining) for a in mine)
