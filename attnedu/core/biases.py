"""Everything else that acts on scores: temperature, soft-cap, ALiBi, and rotation of queries and keys."""

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
