"""More properties that name a mistake by themselves, whatever code made it: of masks, of fills, of digits."""

import numpy as np

from .compare import close_cells
from .wording import number


def _one_pair(exercise, context, *kinds):
    """The learner's only result and the right one, if of one shape and one of these kinds; else None."""
    if len(exercise.kind) != 1 or exercise.kind[0] not in kinds or len(context.yours) != 1:
        return None
    mine, right = context.yours[0], context.right[0]
    return (mine, right) if mine.shape == right.shape and mine.size else None


def not_yes_or_no(exercise, context):
    """A mask that holds something else than True and False: what is added to scores, or scores."""
    pair = _one_pair(exercise, context, "mask")
    if pair is None or np.isin(pair[0], (0, 1)).all():
        return None
    other = next(x for x in pair[0].ravel() if x not in (0, 1))
    return ("M45", "M09"), f"Your mask holds {number(other)}; a mask holds True and False."


def hides_or_shows_more(exercise, context):
    """A mask that is wrong on one side only: it hides what may be seen, or shows what is hidden."""
    pair = _one_pair(exercise, context, "mask")
    if pair is None:
        return None
    mine, right = pair[0].astype(bool), pair[1].astype(bool)
    hidden, shown = int((right & ~mine).sum()), int((mine & ~right).sum())
    if hidden and not shown:
        return ("M58",), f"You hide {hidden} cells that may be seen, and show none that may not."
    if shown and not hidden:
        return ("M58",), f"You show {shown} cells that should be hidden, and hide none that may be seen."
    return None


def finite_fill(exercise, context):
    """Visible cells are right and hidden ones hold finite numbers: far below as a rule, or around 0."""
    pair = _one_pair(exercise, context, "scores", "weights")
    if pair is None or "mask" not in exercise.parameters or pair[0].dtype.kind != "f":
        return None
    mine, right = pair
    try:
        mask = np.asarray(context.args[exercise.parameters.index("mask")])
        seen = np.broadcast_to(mask, mine.shape).astype(bool)
    except ValueError:
        return None
    hidden = mine[~seen]
    visible_right = close_cells(mine, right, 1e-4, 1e-5)[seen].all()
    if not hidden.size or not visible_right or not np.isfinite(hidden).all():
        return None
    near_zero = exercise.kind[0] == "scores" and np.abs(hidden).max() < 1
    cell = tuple(int(i) for i in np.argwhere(~seen)[0])
    shown = f"At {list(cell)} the key is hidden, and yours holds {number(mine[cell])}."
    return ("M08" if near_zero else "M15",), shown


def rounded(exercise, context):
    """The right numbers, but for their last digits."""
    pair = _one_pair(exercise, context, "scores", "weights", "output", "numbers")
    if pair is None or not np.isfinite(pair[1]).all():
        return None
    mine, right = pair
    for digits in range(5):
        if close_cells(mine, np.round(right, digits), 1e-6, 1e-9).all():
            name = "M53" if exercise.kind[0] == "weights" else "M58"
            return (name,), f"Yours are the right numbers, rounded to {digits} decimals."
    return None


FIRST = (not_yes_or_no, finite_fill, rounded)
LAST = (hides_or_shows_more,)
