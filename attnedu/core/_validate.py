"""What every room of the arithmetic asks of its arguments, said once.

An error names the argument, shows its shape and says what to do next.
"""

import reprlib

import numpy as np

LARGEST_COUNT = 2**31 - 1


def as_array(array, name):
    """Return `array` as a NumPy array of any dtype. ValueError if ragged, TypeError if not an array."""
    if isinstance(array, np.ma.MaskedArray):
        raise TypeError(
            f"{name} is a masked array, which hides cells silently: pass plain numbers and a mask"
        )
    try:
        return np.asarray(array)
    except ValueError as error:
        raise ValueError(
            f"{name} has rows of different lengths: every row needs the same number of cells"
        ) from error
    except (TypeError, RuntimeError) as error:  # a PyTorch tensor with a gradient, or in bfloat16
        raise TypeError(
            f"{name} is a {type(array).__name__} that NumPy cannot read ({error}): "
            "pass a NumPy array; from PyTorch, tensor.detach().float().cpu().numpy()"
        ) from error


def as_real(array, name):
    """Return `array` as a floating NumPy array; float32 and float64 are kept as given.

    Integers become float64. Raises TypeError for what is not real numbers.

    >>> as_real([1, 2], "scores").dtype
    dtype('float64')
    """
    array = as_array(array, name)
    if array.dtype.kind in "iu":
        return array.astype(np.float64)
    if array.dtype.kind != "f":
        remedy = "pass it as a mask" if array.dtype == bool else "convert it to float first"
        raise TypeError(
            f"{name} must hold real numbers, but its dtype is {array.dtype}, shape {array.shape}: {remedy}"
        )
    return array


def at_least(array, ndim, name, axes):
    """Raise ValueError unless `array` has `ndim` axes or more; `axes` names them, as in '(…, T_q, d_k)'."""
    if array.ndim < ndim:
        raise ValueError(
            f"{name} needs the axes {axes}, but its shape is {array.shape}: add the missing axes"
        )


def not_empty(array, name):
    """Raise ValueError if some axis of `array` has length 0."""
    if array.size == 0:
        raise ValueError(f"{name} is empty: its shape is {array.shape}; every axis needs at least one entry")


def _first(bad):
    return tuple(int(i) for i in np.argwhere(bad)[0]) if bad.any() else None


def no_nan(array, name):
    """Raise ValueError naming the first cell that is NaN."""
    cell = _first(np.isnan(array))
    if cell is not None:
        raise ValueError(
            f"{name} holds NaN, first at index {cell} of shape {array.shape}: find where it came from"
        )


def finite(array, name):
    """Raise ValueError naming the first cell that is NaN or infinite."""
    no_nan(array, name)
    cell = _first(np.isinf(array))
    if cell is not None:
        raise ValueError(
            f"{name} holds {array[cell]}, first at index {cell} of shape {array.shape}: only a score may be "
            "infinite, for 0 · inf is NaN"
        )


def no_overflow(result, given, what):
    """Raise ValueError if some cell of `result` is not finite although the same cell of `given` is."""
    if np.any(~np.isfinite(result) & np.isfinite(given)):
        raise ValueError(
            f"{what} overflow {result.dtype}, shape {np.shape(result)}: use smaller numbers, or float64"
        )


def table(array, name, axes, ndim=2):
    """Return `array` as a floating array with at least `ndim` axes, not empty, finite."""
    array = as_real(array, name)
    at_least(array, ndim, name, axes)
    not_empty(array, name)
    finite(array, name)
    return array


def real_scores(scores, name="scores"):
    """Scores as a floating array with at least one axis, not empty, without NaN. ±inf is let through."""
    scores = as_real(scores, name)
    at_least(scores, 1, name, "(…, T_k)")
    not_empty(scores, name)
    no_nan(scores, name)
    return scores


def checked_axis(axis, array, name):
    """Return `axis` counted from 0. Raises TypeError unless it is an integer, ValueError out of range."""
    if isinstance(axis, (bool, np.bool_)) or not isinstance(axis, (int, np.integer)):
        raise TypeError(f"axis must be an integer, but is {axis!r}: the keys are on axis -1")
    if not -array.ndim <= axis < array.ndim:
        raise ValueError(
            f"axis={axis} is out of range: {name} has {array.ndim} axes, shape {array.shape}; "
            "the keys are on axis -1"
        )
    return int(axis) % array.ndim


def boolean_mask(mask, shape, of="scores"):
    """Return `mask` as a boolean array that broadcasts to `shape`. True means: may look.

    Raises TypeError for another dtype (a 0/1 float mask would be *added* elsewhere) and ValueError for a
    shape that does not broadcast.
    """
    mask = as_array(mask, "mask")
    if mask.dtype != bool:
        raise TypeError(
            f"mask must be boolean, True where the query may look, but its dtype is {mask.dtype}, "
            f"shape {mask.shape}: write mask.astype(bool) if 1 means may look"
        )
    if not broadcasts(mask.shape, shape):
        raise ValueError(
            f"mask has shape {mask.shape}, which does not broadcast to the {of} {tuple(shape)}: "
            "its last two axes are (T_q, T_k), or 1 where it is the same for all"
        )
    return mask


def broadcasts(small, large):
    """True if shape `small` broadcasts to shape `large` without enlarging it."""
    try:
        return np.broadcast_shapes(small, large) == tuple(large)
    except ValueError:
        return False


def positive(number, name, dtype=np.float64):
    """Return `number` as a scalar of `dtype`.

    Raises TypeError unless it is one real number, ValueError unless it is finite and above 0, in `dtype` too.
    """
    array = as_array(number, name)
    if array.ndim != 0 or array.dtype.kind not in "iuf":
        raise TypeError(
            f"{name} must be one positive number, but is {reprlib.repr(number)}: use a number above 0"
        )
    number = array[()]
    if not (np.isfinite(number) and number > 0):
        raise ValueError(f"{name} must be positive and finite, but is {number}: use a number above 0")
    with np.errstate(over="ignore"):
        in_dtype = np.dtype(dtype).type(number)
    if not (np.isfinite(in_dtype) and in_dtype > 0):
        raise ValueError(
            f"{name}={number} becomes {in_dtype} in {np.dtype(dtype)}: use a number nearer to 1, or float64"
        )
    return in_dtype


def count(number, name, least=1):
    """Return `number` as an int. Raises TypeError unless it is a whole number, ValueError below `least`."""
    if isinstance(number, (bool, np.bool_)) or not isinstance(number, (int, np.integer)):
        raise TypeError(
            f"{name} must be a whole number, but is {reprlib.repr(number)}: use an int, at least {least}"
        )
    if number < least:
        raise ValueError(f"{name} must be at least {least}, but is {number}: use a larger number")
    if number > LARGEST_COUNT:
        raise ValueError(f"{name} is above {LARGEST_COUNT}: no array is that long; use a smaller number")
    return int(number)
