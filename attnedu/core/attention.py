"""The pipeline from queries and keys to the output, with every stage kept to be read."""

from dataclasses import dataclass, fields

import numpy as np

from ._validate import as_real, broadcasts, no_nan, no_overflow
from .biases import apply_temperature, soft_cap
from .masks import mask_scores
from .scores import attention_scores, raw_scores
from .softmax import softmax
from .weights import attention_output


@dataclass(frozen=True, eq=False)
class Trace:
    """Every stage of one attention. Scores: raw, scaled, capped, biased, masked. Then weights. Then output.

    A stage that was not asked for equals the one before it. Iterating gives (output, weights).

    >>> trace = attention(np.eye(2), np.eye(2), np.eye(2))
    >>> output, weights = trace
    >>> weights is trace.weights
    True
    """

    raw: np.ndarray
    scaled: np.ndarray
    capped: np.ndarray
    biased: np.ndarray
    masked: np.ndarray
    weights: np.ndarray
    output: np.ndarray

    def __iter__(self):
        return iter((self.output, self.weights))

    def __repr__(self):
        shapes = ", ".join(f"{f.name} {getattr(self, f.name).shape}" for f in fields(self))
        return f"Trace({shapes})"


def attention(q, k, v, mask=None, *, scale=None, temperature=None, cap=None, bias=None):
    """Scaled dot-product attention, stage by stage.

    output = softmax(mask(cap(q kᵀ / √d_k) + bias)) v

    q: (…, T_q, d_k)   k: (…, T_k, d_k)   v: (…, T_k, d_v)
    mask: bool, broadcasts against the scores; True = may look
    scale: factor instead of 1/√d_k        temperature: divides the scaled scores
    cap: soft-cap in score units           bias: real numbers added to the scores, not divided by √d_k
    returns a Trace; `output, weights = attention(q, k, v)` works too
    raises ValueError or TypeError naming the argument and its shape

    Vaswani et al. 2017, eq. 1; the order scale, cap, bias, mask as in Gemma 2 and ALiBi.

    >>> attention([[1.0, 0.0]], [[1.0, 0.0], [1.0, 0.0]], [[2.0], [4.0]]).output
    array([[3.]])
    """
    raw = raw_scores(q, k)
    scaled = attention_scores(q, k, scale)
    if temperature is not None:
        scaled = apply_temperature(scaled, temperature)
    capped = scaled if cap is None else soft_cap(scaled, cap)
    biased = capped if bias is None else _add_bias(capped, bias)
    masked = biased if mask is None else mask_scores(biased, mask)
    weights = softmax(masked)
    return Trace(raw, scaled, capped, biased, masked, weights, attention_output(weights, v))


def _add_bias(scores, bias):
    bias = as_real(bias, "bias")
    no_nan(bias, "bias")
    if not broadcasts(bias.shape, scores.shape):
        raise ValueError(
            f"bias has shape {bias.shape}, which does not broadcast to the scores {scores.shape}: "
            "its last two axes are (T_q, T_k), and a head axis needs q and k with heads"
        )
    with np.errstate(over="ignore"):
        biased = scores + bias.astype(scores.dtype, copy=False)
    no_overflow(biased, bias, "scores plus bias")
    return biased
