"""Everything else that acts on scores: temperature, soft-cap, ALiBi, T5 buckets, RoPE."""

import numpy as np

from ._validate import count, no_overflow, positive, real_scores, table


def apply_temperature(scores, temperature):
    """Divide scores by a temperature: below 1 sharpens the weights, above 1 flattens them.

    scores: (…, T_q, T_k)
    temperature: one positive number
    returns (…, T_q, T_k)

    >>> apply_temperature(np.array([2.0, -np.inf]), 0.5)
    array([  4., -inf])
    """
    scores = real_scores(scores)
    temperature = positive(temperature, "temperature", scores.dtype)
    with np.errstate(over="ignore"):
        cooled = scores / temperature
    no_overflow(cooled, scores, f"scores divided by temperature={temperature}")
    return cooled


def soft_cap(scores, cap):
    """Bend scores into (-cap, cap): cap · tanh(scores / cap). It comes before the mask, or -inf becomes -cap.

    scores: (…, T_q, T_k)
    cap: one positive number, in the units of the scores
    returns (…, T_q, T_k)

    Gemma 2, arXiv 2408.00118.

    >>> soft_cap(np.array([0.0, 1e9]), 50.0)
    array([ 0., 50.])
    """
    scores = real_scores(scores)
    cap = positive(cap, "cap", scores.dtype)
    with np.errstate(over="ignore"):  # tanh(inf) = 1 is the right answer
        return cap * np.tanh(scores / cap)


def alibi_slopes(n_heads):
    """One slope for each head: 2^(-8h/n_heads), h from 1.

    n_heads: a power of two
    returns (n_heads,) float64, falling

    Press et al. 2022, arXiv 2108.12409.

    >>> alibi_slopes(4)
    array([0.25      , 0.0625    , 0.015625  , 0.00390625])
    """
    n_heads = count(n_heads, "n_heads")
    if n_heads & (n_heads - 1):
        raise ValueError(
            f"n_heads must be a power of two, but is {n_heads}: the paper's rule covers only those"
        )
    return 2.0 ** (-8.0 * np.arange(1, n_heads + 1) / n_heads)


def alibi_bias(n_heads, T_q, T_k):
    """A penalty that grows with distance, added to scores: bias[h, i, j] = -slope_h · (i + T_k - T_q - j).

    The ends are aligned. In future cells the formula gives a reward; a causal mask hides them.

    returns (n_heads, T_q, T_k) float64

    >>> alibi_bias(2, 1, 3)[0]
    array([[-0.125 , -0.0625, -0.    ]])
    """
    T_q, T_k = count(T_q, "T_q"), count(T_k, "T_k")
    distance = (np.arange(T_q)[:, None] + T_k - T_q) - np.arange(T_k)
    return -alibi_slopes(n_heads)[:, None, None] * distance


def relative_buckets(T_q, T_k, n_buckets=32, max_distance=128, bidirectional=True):
    """Which bucket the distance of each key falls into: near ones have one each, far ones share (T5).

    Half the buckets hold the distances 0, 1, 2 … one each; the others split the way to max_distance into
    parts that are equal on a logarithmic scale, and the last holds all beyond. With both directions,
    n_buckets / 2 are for the keys up to the query and as many for those after it. The ends are aligned.

    n_buckets: at least 4 and even, or at least 2 with bidirectional=False
    max_distance: from here on all is the last bucket; above the distances that have a bucket each
    bidirectional: False puts every key after the query into bucket 0, for a causal mask hides those
    returns (T_q, T_k) int
    raises ValueError or TypeError naming the argument

    Raffel et al. 2020, arXiv 1910.10683.

    >>> relative_buckets(1, 9, n_buckets=8, max_distance=8)
    array([[3, 3, 3, 3, 3, 2, 2, 1, 0]])
    """
    T_q, T_k = count(T_q, "T_q"), count(T_k, "T_k")
    ways = 2 if _direction(bidirectional) else 1
    n_buckets, max_distance = count(n_buckets, "n_buckets", 2 * ways), count(max_distance, "max_distance")
    if n_buckets % ways:
        raise ValueError(f"n_buckets must be even, but is {n_buckets}: half for the keys on each side")
    each = n_buckets // ways
    exact = each // 2
    if max_distance <= exact:
        raise ValueError(
            f"max_distance must be above {exact}, but is {max_distance}: with n_buckets={n_buckets} the "
            f"distances 0 to {exact - 1} have a bucket each, and the others share the way to max_distance"
        )
    ahead = np.arange(T_k) - (np.arange(T_q)[:, None] + T_k - T_q)  # position of the key minus the query's
    distance = np.abs(ahead) if bidirectional else np.maximum(-ahead, 0)
    share = np.log(np.maximum(distance, exact) / exact) / np.log(max_distance / exact)
    far = exact + np.floor(share * (each - exact) + 1e-9).astype(int)  # a quotient of logarithms rounds
    bucket = np.where(distance < exact, distance, np.minimum(far, each - 1))
    return bucket + each * (ahead > 0) if bidirectional else bucket


def relative_bias(table, T_q, T_k, max_distance=128, bidirectional=True):
    """T5's relative bias, added to scores: each bucket of distances has a learned number for each head.

    table: (n_buckets, n_heads), or (n_buckets,) for one head
    max_distance, bidirectional: as in `relative_buckets`
    returns (n_heads, T_q, T_k), or (T_q, T_k) for a table with one axis
    raises ValueError or TypeError naming the argument, its shape and the remedy

    T5 adds it to products of q and k that were not divided by √d_k: Raffel et al. 2020, arXiv 1910.10683.

    >>> relative_bias([1.0, 0.5, 0.0, -1.0], 2, 3, max_distance=4, bidirectional=False)
    array([[0.5, 1. , 1. ],
           [0. , 0.5, 1. ]])
    """
    table = _bucket_table(table, 2 if _direction(bidirectional) else 1)
    buckets = relative_buckets(T_q, T_k, len(table), max_distance, bidirectional)
    return np.moveaxis(table[buckets], -1, 0) if table.ndim == 2 else table[buckets]


def _direction(bidirectional):
    if not isinstance(bidirectional, (bool, np.bool_)):
        raise TypeError(f"bidirectional must be True or False, but is {bidirectional!r}: False if causal")
    return bidirectional


def _bucket_table(array, ways):
    array = table(array, "table", "(n_buckets, n_heads)", 1)
    if array.ndim > 2:
        raise ValueError(f"table must be (n_buckets, n_heads), but its shape is {array.shape}")
    if len(array) < 2 * ways or len(array) % ways:
        raise ValueError(
            f"table has {len(array)} buckets, shape {array.shape}: give an even number, at least 4, or with "
            "bidirectional=False at least 2"
        )
    return array


def rotate(x, positions):
    """RoPE: turn each adjacent pair of components by an angle that grows with position. For q and k, never v.

    The pair (x[2i], x[2i+1]) at position p turns by p · 10000^(-2i/d).

    x: (…, T, d), d even
    positions: (T,) real numbers
    returns (…, T, d)

    Su et al. 2021, arXiv 2104.09864.

    >>> rotate(np.array([[1.0, 0.0]]), [np.pi / 2]).round(6)
    array([[0., 1.]])
    """
    x, positions = table(x, "x", "(…, T, d)"), table(positions, "positions", "(T,)", 1)
    T, d = x.shape[-2:]
    if d % 2:
        raise ValueError(f"x has d={d}, shape {x.shape}: components turn in pairs, so d must be even")
    if positions.shape != (T,):
        raise ValueError(
            f"positions must have shape ({T},), one for each of the T={T} rows of x: got {positions.shape}"
        )
    angle = positions[:, None] * 10_000.0 ** (-np.arange(0, d, 2) / d)
    cos, sin = np.cos(angle), np.sin(angle)
    even, odd = x[..., 0::2], x[..., 1::2]
    with np.errstate(all="ignore"):
        turned = np.stack([even * cos - odd * sin, even * sin + odd * cos], axis=-1)
        turned = turned.reshape(x.shape).astype(x.dtype, copy=False)
    no_overflow(turned, x, "the turned components of x")
    return turned
