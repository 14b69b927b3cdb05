"""When two results are the same: shapes, values within the tolerance of the dtype, NaN where NaN is."""

import numpy as np

# float32 and half precision answers are right too; how close they can come depends on their digits.
LOOSER = {np.dtype(np.float32): (1e-3, 2e-5), np.dtype(np.float16): (2e-2, 2e-3)}


class Failed:
    """A call that raised instead of returning."""

    def __init__(self, error):
        self.error = error

    def __repr__(self):
        return f"Failed({self.error!r})"


def as_results(value):
    """A result as a tuple of arrays, or Failed if some part is not numeric."""
    parts = value if isinstance(value, (tuple, list)) else (value,)
    arrays = []
    for part in parts:
        try:
            array = np.asarray(part)
        except ValueError:
            return Failed("rows of different lengths")
        if array.dtype.kind == "c" and not array.imag.any():
            array = array.real
        if array.dtype.kind not in "biuf":
            return Failed(
                "returned complex numbers" if array.dtype.kind == "c" else f"returned {type(part).__name__}"
            )
        arrays.append(array)
    return tuple(arrays)


def tolerance(array, rtol, atol):
    """The (rtol, atol) for a learner's array: its dtype decides, unless the exercise is looser still."""
    loose_rtol, loose_atol = LOOSER.get(array.dtype, (0.0, 0.0))
    return max(rtol, loose_rtol), max(atol, loose_atol)


def close_cells(yours, right, rtol, atol):
    """Boolean array: which cells agree, shapes being equal. NaN agrees with NaN, inf with the same inf."""
    with np.errstate(all="ignore"):
        a, b = yours.astype(float, copy=False), right.astype(float, copy=False)
        # An infinite b would make the bound infinite, and everything close to it.
        near = (np.abs(a - b) <= atol + rtol * np.abs(b)) & np.isfinite(b)
        return (a == b) | near | (np.isnan(a) & np.isnan(b))


def same(yours, right, rtol, atol):
    """True if two results (tuples of arrays, or Failed) agree in number, shape and value."""
    if isinstance(yours, Failed) or isinstance(right, Failed):
        return isinstance(yours, Failed) and isinstance(right, Failed)
    if len(yours) != len(right):
        return False
    for a, b in zip(yours, right, strict=True):
        if a.shape != b.shape:
            return False
        if not close_cells(a, b, *tolerance(a, rtol, atol)).all():
            return False
    return True


def strip_leading_ones(yours, right):
    """`yours` without the axes of length 1 in front, if that gives the shape of `right`; else `yours`."""
    extra = yours.ndim - right.ndim
    if extra > 0 and yours.shape == (1,) * extra + right.shape:
        return yours.reshape(right.shape)
    return yours


def first_difference(yours, right, rtol, atol):
    """Index of the first cell that differs, None if none does or the shapes differ."""
    if yours.shape != right.shape:
        return None
    wrong = ~close_cells(yours, right, *tolerance(yours, rtol, atol))
    return tuple(int(i) for i in np.argwhere(wrong)[0]) if wrong.any() else None


def size(shape):
    """A shape as one word: (3, 5) is 3×5."""
    return "×".join(map(str, shape)) if shape else "one number"
