"""Scores: how well each key answers each query. Any real number; a row sums to whatever it sums to."""

import numpy as np

from ._validate import count, no_overflow, positive, real_scores, table


def raw_scores(q, k):
    """Dot products of every query with every key, before scaling.

    raw_ij = q_i · k_j

    q: (…, T_q, d_k)
    k: (…, T_k, d_k); leading axes broadcast against those of q
    returns (…, T_q, T_k), real numbers; float32 stays float32
    raises ValueError if d_k differs, an array is empty or holds NaN or inf, leading axes do not broadcast, or
    the products overflow

    >>> raw_scores([[1.0, 2.0]], [[3.0, 0.0], [0.0, -1.0]])
    array([[ 3., -2.]])
    """
    q, k = table(q, "q", "(…, T_q, d_k)"), table(k, "k", "(…, T_k, d_k)")
    if q.shape[-1] != k.shape[-1]:
        raise ValueError(
            f"q has d_k={q.shape[-1]} but k has d_k={k.shape[-1]}: q is {q.shape}, k is {k.shape}; "
            "a query and a key must have the same length to be multiplied"
        )
    try:
        np.broadcast_shapes(q.shape[:-2], k.shape[:-2])
    except ValueError:
        raise ValueError(
            f"the axes in front of the last two do not broadcast: q is {q.shape}, k is {k.shape}; "
            "give both the same batch and head axes"
        ) from None
    with np.errstate(all="ignore"):  # an overflow is reported below, by name
        raw = q @ np.swapaxes(k, -1, -2)
    no_overflow(raw, 0.0, "the products of q and k")
    return raw


def scale_scores(raw, d_k):
    """Divide raw scores by √d_k, the standard deviation of a dot product of d_k independent unit numbers.

    raw: (…, T_q, T_k)
    d_k: length of the vectors that were multiplied, a whole number
    returns (…, T_q, T_k)

    Vaswani et al. 2017, section 3.2.1 and footnote 4.

    >>> scale_scores(np.array([[6.0, -4.0]]), d_k=4)
    array([[ 3., -2.]])
    """
    raw = real_scores(raw, "raw")
    return raw / raw.dtype.type(np.sqrt(count(d_k, "d_k")))


def attention_scores(q, k, scale=None):
    """Scaled scores, the first half of attention.

    scores_ij = q_i · k_j / √d_k

    q: (…, T_q, d_k)
    k: (…, T_k, d_k)
    scale: the factor that replaces 1/√d_k; None for 1/√d_k
    returns (…, T_q, T_k), any real numbers
    raises as `raw_scores`; TypeError or ValueError if scale is not a positive number

    Vaswani et al. 2017, eq. 1.

    >>> attention_scores([[2.0, 0.0, 0.0, 0.0]], [[3.0, 1.0, 1.0, 1.0]])
    array([[3.]])
    """
    raw = raw_scores(q, k)
    if scale is None:
        return scale_scores(raw, np.shape(q)[-1])
    with np.errstate(over="ignore"):
        scores = raw * positive(scale, "scale", raw.dtype)
    no_overflow(scores, raw, f"scores times scale={scale}")
    return scores


def score_spread(d_k, n, rng):
    """Measure how far scores spread for random vectors, before and after scaling.

    Draws n pairs of standard normal vectors of length d_k and takes their dot products.

    d_k, n: whole numbers, at least 1 and 2
    rng: a numpy Generator
    returns (unscaled, scaled): the two standard deviations, near √d_k and near 1

    >>> unscaled, scaled = score_spread(64, 20_000, np.random.default_rng(0))
    >>> round(unscaled / 8, 1), round(scaled, 1)
    (1.0, 1.0)
    """
    d_k, n = count(d_k, "d_k"), count(n, "n", least=2)
    if not isinstance(rng, np.random.Generator):
        raise TypeError(f"rng must be a NumPy Generator, but is {rng!r}: use np.random.default_rng(0)")
    products = np.sum(rng.standard_normal((n, d_k)) * rng.standard_normal((n, d_k)), axis=-1)
    return float(products.std()), float((products / np.sqrt(d_k)).std())
