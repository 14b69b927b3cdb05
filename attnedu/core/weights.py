"""Weights: how one unit is shared among the keys. Rows are ≥ 0 and sum to 1; only weights mix values."""

import numpy as np

from ._validate import boolean_mask, no_overflow, table

# Row sums of a softmax drift by rounding; what counts as 1 depends on how many digits the dtype keeps.
TOLERANCE = {np.dtype(np.float16): 1e-2, np.dtype(np.float32): 1e-5, np.dtype(np.float64): 1e-6}


def real_weights(weights, name="weights"):
    """Weights as a floating array with at least one axis, not empty, finite. Row sums are not looked at."""
    return table(weights, name, "(…, T_k)", 1)


def shares(weights, of_one=True):
    """As `real_weights`, but no entry may be negative and, if `of_one`, no row may sum to more than 1."""
    weights = real_weights(weights)
    if weights.min() < 0:
        problem = f"hold {weights.min():.4g}, and a share is never negative"
    elif of_one and not (most := row_totals(weights).max()) <= 1 + TOLERANCE.get(weights.dtype, 1e-6):
        problem = f"have a row that sums to {most:.4g}, and shares sum to at most 1"
    else:
        return weights
    raise ValueError(
        f"weights {problem}; their shape is {weights.shape}: if these are scores, apply softmax first"
    )


def row_totals(array):
    """Row sums in float64, so that adding up brings no error of its own. Too large a sum is inf."""
    with np.errstate(over="ignore", invalid="ignore"):
        return array.sum(axis=-1, dtype=np.float64)


def row_sums(weights):
    """What each row spends: 1 for weights, less where something was taken away after softmax.

    weights: (…, T_k)
    returns the shape without the last axis

    >>> row_sums([[0.5, 0.5], [0.5, 0.25]])
    array([1.  , 0.75])
    """
    weights = real_weights(weights)
    with np.errstate(over="ignore"):  # numbers that large are no weights, and a sum of inf says so
        return weights.sum(axis=-1)


def is_weights(array):
    """True if the array can be weights: real, not negative, no NaN, every row sums to 1.

    The tolerance follows the dtype: 1e-6 for float64, 1e-5 for float32, 1e-2 for float16.

    >>> is_weights(np.array([[0.5, 0.5]])), is_weights(np.array([[1.5, -0.5]]))
    (True, False)
    """
    try:
        array = real_weights(array, "array")
    except (TypeError, ValueError):
        return False
    tolerance = TOLERANCE.get(array.dtype, 1e-6)
    return bool(array.min() >= 0 and np.all(np.abs(row_totals(array) - 1) <= tolerance))


def row_entropy(weights):
    """Entropy of each row in nats: 0 if one key has everything, ln T_k if all share alike. 0 · log 0 = 0.

    weights: (…, T_k)
    returns the shape without the last axis
    raises ValueError for a negative entry or a row that sums to more than 1

    >>> row_entropy([[1.0, 0.0], [0.5, 0.5]]).round(4)
    array([0.    , 0.6931])
    """
    weights = shares(weights)
    logs = np.log(np.where(weights > 0, weights, 1))
    return -(weights * logs).sum(axis=-1) + 0.0  # + 0.0 turns -0. into 0.


def zero_weights(weights, mask):
    """Set hidden weights to 0 after softmax. The rows now sum to less than 1: see `renormalise`.

    weights: (…, T_q, T_k)
    mask: bool, broadcasts; True = may look
    returns (…, T_q, T_k), a new array

    >>> zero_weights(np.array([[0.75, 0.25]]), np.array([[True, False]]))
    array([[0.75, 0.  ]])
    """
    weights = real_weights(weights)
    return np.where(boolean_mask(mask, weights.shape, "weights"), weights, weights.dtype.type(0))


def renormalise(weights):
    """Divide each row by its own sum, so that it sums to 1 again. A row of zeros stays zero.

    weights: (…, T_k), not negative
    returns the same shape
    raises ValueError for a negative entry

    >>> renormalise(np.array([[0.5, 0.0], [0.0, 0.0]]))
    array([[1., 0.],
           [0., 0.]])
    """
    weights = shares(weights, of_one=False)
    with np.errstate(over="ignore"):
        total = weights.sum(axis=-1, keepdims=True)
    no_overflow(total, 0.0, "the row sums of weights")
    return weights / np.where(total == 0, weights.dtype.type(1), total)


def attention_output(weights, v):
    """Mix the values by the weights: output_i = Σ_j weights_ij v_j, a point inside the hull of the values.

    weights: (…, T_q, T_k)
    v: (…, T_k, d_v)
    returns (…, T_q, d_v)
    raises ValueError if T_k differs, or if an entry is NaN or infinite, hidden or not: 0 · inf is NaN

    >>> attention_output([[0.5, 0.5]], [[2.0], [4.0]])
    array([[3.]])
    """
    weights, v = table(weights, "weights", "(…, T_q, T_k)"), table(v, "v", "(…, T_k, d_v)")
    if weights.shape[-1] != v.shape[-2]:
        raise ValueError(
            f"weights share among T_k={weights.shape[-1]} keys but v has {v.shape[-2]} rows: weights are "
            f"{weights.shape}, v is {v.shape}; each key brings one value"
        )
    try:
        with np.errstate(all="ignore"):  # an overflow is reported below, by name
            output = weights @ v
    except ValueError:
        raise ValueError(
            f"the axes in front of the last two do not broadcast: weights are {weights.shape}, "
            f"v is {v.shape}; give both the same batch and head axes"
        ) from None
    no_overflow(output, 0.0, "the products of weights and v")
    return output
