"""Lesson 07: ALiBi, its slopes and its bias."""

import numpy as np

from attnedu import core

from ..engine.model import Exercise, Probe, Stage
from ..forms import read_off
from ..forms import sloping as f
from ..forms.positions import aligned


def alibi_slopes(n_heads):
    """A geometric series: its first term is its ratio, and its last term is 1/256."""
    h = np.arange(1, n_heads + 1)
    return 2.0 ** (-8.0 * h / n_heads)


def slopes_by_ratio(n_heads):
    """Another right way, as in the paper's code: first term and ratio."""
    start = 2 ** (-(2 ** -(np.log2(n_heads) - 3)))
    return [start * start**h for h in range(n_heads)]


def slopes_by_cumprod(n_heads):
    """Another right way: the ratio, multiplied up."""
    return np.cumprod(np.full(n_heads, 256.0 ** (-1.0 / n_heads)))


ALIBI_SLOPES = Exercise(
    name="alibi_slopes",
    lesson="07_biases",
    parameters=("n_heads",),
    returns=("slopes",),
    kind=("numbers",),
    stages=(
        Stage("heads", "h", f.heads_of, f.HEAD_FORMS),
        Stage("exponent", "exponent", f.exponents_of, f.EXPONENT_FORMS),
        Stage("series", "slopes", lambda s: 2.0**s.exponent, f.SERIES_FORMS),
        Stage("return", "result", lambda s: s.slopes, f.SLOPE_RETURNS),
    ),
    probes=(Probe((4,)), Probe((8,)), Probe((16,)), Probe((2,)), Probe((1,), "edge")),
    reference=core.alibi_slopes,
    alternatives=(alibi_slopes, slopes_by_ratio, slopes_by_cumprod),
    solution=alibi_slopes,
    rules=(read_off.another_series,),
    atol=1e-9,  # the slopes themselves go down to 1/256 and differences matter there
    hints=(
        "What is the last slope for 4 heads, and what is it for 16?",
        "Each slope is the one before times a fixed ratio, and the last is always 1/256, which is 2 to the power -8.",
        "Count heads from 1. The exponent falls evenly and reaches -8 at the last head, whatever the number of heads.",
    ),
)


def alibi_bias(n_heads, T_q, T_k):
    """Minus slope times distance; the queries are the last T_q of T_k positions."""
    slopes = 2.0 ** (-8.0 * np.arange(1, n_heads + 1) / n_heads)
    position = np.arange(T_q)[:, None] + T_k - T_q
    distance = position - np.arange(T_k)
    return -slopes[:, None, None] * distance


def bias_by_loop(n_heads, T_q, T_k):
    """Another right way: cell by cell, with the future hidden."""
    bias = np.full((n_heads, T_q, T_k), -np.inf)
    for h, slope in enumerate(core.alibi_slopes(n_heads)):
        for i in range(T_q):
            for j in range(T_k - T_q + i + 1):
                bias[h, i, j] = slope * (j - i - T_k + T_q)
    return bias


def bias_symmetric(n_heads, T_q, T_k):
    """Another right way: the size of the distance, which treats the future, not judged, like the past."""
    table = -np.abs(np.arange(T_k)[:, None] - np.arange(T_k))[T_k - T_q :] if T_k >= T_q else None
    if table is None:
        position, j = aligned(T_q, T_k)
        table = -np.abs(position - j)
    return np.einsum("h,ij->hij", core.alibi_slopes(n_heads), table)


def past_only(args, results):
    """Blank the future: what the bias holds there is not judged."""
    _, T_q, T_k = args
    position, j = aligned(T_q, T_k)
    return tuple(np.where(j > position, 0.0, r) if r.shape[-2:] == (T_q, T_k) else r for r in results)


ALIBI_BIAS = Exercise(
    name="alibi_bias",
    lesson="07_biases",
    parameters=("n_heads", "T_q", "T_k"),
    returns=("bias",),
    kind=("scores",),
    stages=(
        Stage("slopes", "slopes", f.all_slopes, f.SLOPES_OF_A_BIAS),
        Stage("distance", "distance", f.distances, f.DISTANCE_FORMS),
        Stage("bias", "bias", lambda s: -s.slopes[:, None, None] * s.distance, f.MEETING_FORMS),
        Stage("return", "result", lambda s: s.bias, f.BIAS_RETURNS),
    ),
    probes=(
        Probe((4, 3, 5)),
        Probe((2, 4, 6)),
        Probe((8, 5, 5)),
        Probe((4, 1, 6)),
        Probe((4, 4, 4)),
        Probe((1, 2, 3), "edge"),
        Probe((2, 5, 3), "edge"),
    ),
    reference=core.alibi_bias,
    alternatives=(alibi_bias, bias_by_loop, bias_symmetric),
    solution=alibi_bias,
    judged=past_only,
    rules=(read_off.another_slope,),
    families={"edge": "M13"},
    hints=(
        "One query, five keys. How far is the last key from the query, and how far is the first?",
        "The bias is never positive where a key may be seen: 0 for the query's own position, one slope less for each step back.",
        "Make a table of distances with the ends aligned, then give each head its own multiple of it, with the head axis in front.",
    ),
)
