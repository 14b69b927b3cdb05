"""What a diagnosis holds, and when a failing family may be named."""

from dataclasses import dataclass

import numpy as np

from .compare import Failed


@dataclass(frozen=True)
class Diagnosis:
    """What was found.

    ids: of the catalogue, most likely first          forms: the wrong forms that reproduce the results
    relation: 'one', 'both' (two mistakes), 'either' (no input tells them apart), or 'none'
    pivot: index of the probe that shows it best
    """

    ids: tuple = ()
    forms: tuple = ()
    relation: str = "none"
    pivot: int | None = None


def shows_its_family(family, yours, right):
    """True if these results show what the family stands for, so that its name is not a guess.

    An empty row must hold something; a large score must have left NaN, inf, zeros or equal weights; axes in
    front must change more than the last digits.
    """
    if isinstance(yours, Failed) or family not in ("empty", "large", "leading"):
        return True
    pairs = [(a, b) for a, b in zip(yours, right, strict=False) if a.shape == b.shape and a.dtype.kind == "f"]
    if family == "leading":
        return len(pairs) < len(yours) or any(_far(a, b) for a, b in pairs)
    if family == "large":
        return any(_overflowed(a, b) for a, b in pairs)
    return any(_holds_something(a, b) for a, b in pairs)


def _far(a, b):
    """More than rounding, or a small constant, apart somewhere."""
    with np.errstate(all="ignore"):
        return bool((~(np.abs(a - b) <= 1e-3 * (1 + np.abs(b))) & ~(a == b)).any())


def _overflowed(a, b):
    if (~np.isfinite(a) & np.isfinite(b)).any():
        return True
    if a.ndim == 0 or bool(((a == 0).all(axis=-1) & (b != 0).any(axis=-1)).any()):
        return a.ndim > 0
    seen = (a > 0) & (a < 1)  # clipped scores are all the same
    low, high = (rule(axis=-1, where=seen, initial=end) for rule, end in ((a.min, 1.0), (a.max, 0.0)))
    return bool(((seen.sum(axis=-1) > 1) & (high - low < 1e-9) & (np.ptp(b, axis=-1) > 0.1)).any())


def _holds_something(a, b):
    if a.ndim == 0:
        return False
    empty = ((b == 0) | np.isneginf(b)).all(axis=-1)
    with np.errstate(invalid="ignore"):
        differs = ~((a == b) | (np.abs(a - b) < 1e-6))
    return bool((empty & differs.any(axis=-1)).any()) or bool((np.isneginf(b) & differs).any())


def has_numbers(results):
    """True if some number among the results is finite."""
    return isinstance(results, Failed) or any(np.isfinite(a).any() or a.size == 0 for a in results)


def meeting_heads(exercise, i, yours, right):
    """M22 or M55 if every head got the same: a mean of all heads, or one for all. None if not."""
    args, family = exercise.probes[i].args, exercise.probes[i].family
    axis = -1 if isinstance(args[0], tuple) else np.ndim(args[0]) - 3  # a state has parts of several shapes
    if family != "leading" or isinstance(yours, Failed) or axis < 0 or len(yours) != len(right):
        return None
    named = [
        _met(a, b, axis) for a, b in zip(yours, right, strict=True) if b.ndim > axis + 1 and b.shape[axis] > 2
    ]
    return next((name for name in named if name), None)


def _met(a, b, axis):
    if a.ndim == b.ndim - 1:
        a = np.expand_dims(a, axis)
    try:
        a = np.broadcast_to(a, b.shape)
    except ValueError:
        return None
    first = np.take(a, [0], axis)
    if not np.isfinite(a).all() or not np.allclose(a, first) or np.allclose(b, np.take(b, [0], axis)):
        return None
    one = any(np.allclose(first, np.take(b, [k], axis), 1e-4, 1e-5) for k in (0, -1))
    return "M55" if one else "M22"
