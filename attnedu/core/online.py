"""Attention one block of keys at a time: the weights are never formed, and the result is the same.

The state for each query is (max, sum, acc): the largest score so far, Σ e^(score - max), and
Σ e^(score - max) v, not yet divided. Two states merge in any order, which is why the work can be split.
"""

from typing import NamedTuple

import numpy as np

from ._validate import (
    as_real,
    boolean_mask,
    broadcasts,
    count,
    finite,
    no_nan,
    no_overflow,
    real_scores,
    table,
)
from .masks import mask_scores
from .scores import attention_scores


class OnlineSoftmax(NamedTuple):
    """What is kept for each query while blocks of keys go by. max, sum: (…, T_q); acc: (…, T_q, d_v).

    >>> state = OnlineSoftmax.empty((1,), d_v=1)
    >>> online_update(state, np.array([[0.0, 0.0]]), np.array([[2.0], [4.0]])).output
    array([[3.]])
    """

    max: np.ndarray
    sum: np.ndarray
    acc: np.ndarray

    @classmethod
    def empty(cls, shape, d_v, dtype=np.float64):
        """The state before any key: max -inf, sum 0, acc 0. shape is a tuple, () for a single query."""
        if not isinstance(shape, (tuple, list)):
            raise TypeError(f"shape must be a tuple, one entry for each axis of queries, but is {shape!r}")
        shape, d_v = tuple(count(n, "shape") for n in shape), count(d_v, "d_v")
        return cls(np.full(shape, -np.inf, dtype), np.zeros(shape, dtype), np.zeros((*shape, d_v), dtype))

    @property
    def output(self):
        """acc / sum, (…, T_q, d_v); zeros for a query that saw no key."""
        return self.acc / np.where(self.sum == 0, 1, self.sum)[..., None]

    @property
    def log_sum_exp(self):
        """max + log sum, (…, T_q); -inf for a query that saw no key."""
        with np.errstate(divide="ignore"):
            return np.where(self.sum == 0, -np.inf, self.max + np.log(np.where(self.sum == 0, 1, self.sum)))


def _exp_below(numbers, largest):
    """e^(numbers - largest): 1 at the maximum, were it infinite, and 0 at -inf, were it the maximum."""
    with np.errstate(invalid="ignore", over="ignore", under="ignore"):
        shifted = np.where(numbers == largest, 1, np.exp(numbers - largest))
    return np.where(np.isneginf(numbers), 0, shifted)


def _checked_state(state, name):
    if not isinstance(state, (tuple, list)) or len(state) != 3:
        raise TypeError(f"{name} must be (max, sum, acc), but is {state!r}: begin with OnlineSoftmax.empty")
    state = OnlineSoftmax(
        *(as_real(part, f"{name}.{field}") for part, field in zip(state, OnlineSoftmax._fields, strict=True))
    )
    no_nan(state.max, f"{name}.max")
    finite(state.sum, f"{name}.sum")
    finite(state.acc, f"{name}.acc")
    if not (state.acc.ndim and state.max.shape == state.sum.shape == state.acc.shape[:-1]):
        raise ValueError(
            f"{name} must hold max (…,), sum (…,) and acc (…, d_v), but their shapes are {state.max.shape}, "
            f"{state.sum.shape}, {state.acc.shape}: begin with OnlineSoftmax.empty"
        )
    return state


def online_update(state, scores, v):
    """Take in one block of keys.

    new_max = max(max, block); sum and acc shrink by e^(max - new_max) before the block is added.

    state: (max, sum, acc) with shapes (…,), (…,), (…, d_v)
    scores: (…, block), or (…, T_q, block); ±inf as for softmax
    v: (…, block, d_v), leading axes as in `attention_output`
    returns the new state, an OnlineSoftmax
    raises ValueError or TypeError for shapes that do not fit, NaN, an empty block, infinite values

    Milakov & Gimelshein 2018, arXiv 1805.02867.

    >>> state = online_update(OnlineSoftmax.empty((), 1), np.array([0.0]), np.array([[5.0]]))
    >>> float(state.max), float(state.sum), state.acc
    (0.0, 1.0, array([5.]))
    """
    state = _checked_state(state, "state")
    scores, v = real_scores(scores), table(v, "v", "(…, T_k, d_v)")
    if scores.shape[-1] != v.shape[-2]:
        raise ValueError(
            f"the block has {scores.shape[-1]} scores but v has {v.shape[-2]} rows: scores are "
            f"{scores.shape}, v is {v.shape}; each key brings one value"
        )
    fits = broadcasts(scores.shape[:-1], state.max.shape) and v.shape[-1] == state.acc.shape[-1]
    if not fits or not broadcasts((*v.shape[:-2], *scores.shape[-2:-1]), state.max.shape):
        raise ValueError(
            f"the block does not fit the state: scores are {scores.shape}, v is {v.shape}, state.acc is "
            f"{state.acc.shape}; scores need the queries of the state, v its d_v"
        )
    new_max = np.maximum(state.max, scores.max(axis=-1))
    exponentials, shrink = _exp_below(scores, new_max[..., None]), _exp_below(state.max, new_max)
    with np.errstate(all="ignore"):  # an overflow is reported below, by name
        acc = shrink[..., None] * state.acc + exponentials @ v
    no_overflow(acc, 0.0, "the sums of e^score · v")
    return OnlineSoftmax(new_max, shrink * state.sum + exponentials.sum(axis=-1), acc)


def online_merge(a, b):
    """Join two states of the same queries over different keys. Associative and commutative, up to rounding.

    a, b: (max, sum, acc), of the same shapes
    returns an OnlineSoftmax

    >>> empty = OnlineSoftmax.empty((), 1)
    >>> one = online_update(empty, np.array([1.0]), np.array([[5.0]]))
    >>> online_merge(one, empty) == one
    True
    """
    a, b = _checked_state(a, "a"), _checked_state(b, "b")
    if a.acc.shape != b.acc.shape:
        raise ValueError(
            f"a and b are not states of the same queries: a.acc is {a.acc.shape}, b.acc is {b.acc.shape}; "
            "give both the same queries and the same d_v"
        )
    new_max = np.maximum(a.max, b.max)
    shrink_a, shrink_b = _exp_below(a.max, new_max), _exp_below(b.max, new_max)
    with np.errstate(all="ignore"):
        acc = shrink_a[..., None] * a.acc + shrink_b[..., None] * b.acc
    no_overflow(acc, 0.0, "the sums of e^score · v")
    return OnlineSoftmax(new_max, shrink_a * a.sum + shrink_b * b.sum, acc)


def tiled_attention(q, k, v, block, mask=None):
    """Attention in blocks of keys, in O(block) extra memory for each query. Exact, not an approximation.

    q: (…, T_q, d_k)   k: (…, T_k, d_k)   v: (…, T_k, d_v)
    block: keys in a block, at least 1; the last block may be shorter
    mask: bool, broadcasts against (…, T_q, T_k)
    returns (output (…, T_q, d_v), log_sum_exp (…, T_q)); an empty row gives zeros and -inf

    Rabe & Staats 2021, arXiv 2112.05682; Dao et al. 2022, arXiv 2205.14135.

    >>> output, log_sum_exp = tiled_attention(np.eye(2), np.eye(2), np.eye(2), block=1)
    >>> output.sum(axis=-1).round(12)
    array([1., 1.])
    """
    q, k = table(q, "q", "(…, T_q, d_k)"), table(k, "k", "(…, T_k, d_k)")
    v, block = table(v, "v", "(…, T_k, d_v)"), count(block, "block")
    T_q, T_k = q.shape[-2], k.shape[-2]
    if v.shape[-2] != T_k:
        raise ValueError(
            f"k has T_k={T_k} keys but v has {v.shape[-2]} rows: k is {k.shape}, v is {v.shape}; "
            "each key brings one value"
        )
    try:
        leading = np.broadcast_shapes(q.shape[:-2], k.shape[:-2], v.shape[:-2])
    except ValueError:
        raise ValueError(
            "the axes in front of the last two do not broadcast: "
            f"q is {q.shape}, k is {k.shape}, v is {v.shape}; give all three the same batch and head axes"
        ) from None
    if mask is not None:
        mask = np.broadcast_to(boolean_mask(mask, (*leading, T_q, T_k)), (*leading, T_q, T_k))
    state = OnlineSoftmax.empty((*leading, T_q), v.shape[-1], np.result_type(q, k, v))
    for start in range(0, T_k, block):
        keys = slice(start, start + block)
        scores = np.broadcast_to(
            attention_scores(q, k[..., keys, :]), (*leading, T_q, min(block, T_k - start))
        )
        if mask is not None:
            scores = mask_scores(scores, mask[..., keys])
        state = online_update(state, scores, v[..., keys, :])
    return state.output, state.log_sum_exp
