"""Softmax, the bridge: scores go in, weights come out. Nothing else crosses.

Stated results for infinite scores: -inf gets weight 0; a row with nothing but -inf gets zero weights; +inf
takes the whole row, shared equally among the +inf of that row (the limit of equal scores that grow).
"""

import numpy as np

from ._validate import as_real, boolean_mask, checked_axis, no_nan, no_overflow, real_scores
from .biases import apply_temperature, soft_cap
from .masks import mask_scores
from .weights import real_weights, shares


def _shifted_exponentials(scores, axis):
    """e^(scores - row maximum), with the infinite cases settled: every entry is finite and at most 1."""
    largest = scores.max(axis=axis, keepdims=True)
    # A row of -inf would give -inf - (-inf) = NaN, so its shift is 0 and its exponentials are all 0.
    shift = np.where(np.isneginf(largest), scores.dtype.type(0), largest)
    with np.errstate(invalid="ignore", over="ignore", under="ignore"):
        exponentials = np.exp(scores - shift)
    return np.where(np.isposinf(largest), np.isposinf(scores).astype(scores.dtype), exponentials), largest


def softmax(scores, axis=-1):
    """Turn scores into weights: positive, in the same order, each row summing to 1.

    weights_ij = e^(scores_ij) / Σ_j e^(scores_ij). The row maximum is subtracted first, which is exact.

    scores: (…, T_k) real numbers; ±inf as stated above the module
    axis: the axis that shares out one unit; the keys, -1
    returns the shape of scores; float32 stays float32
    raises ValueError for NaN, an empty array, a 0-d array or an axis out of range

    >>> softmax(np.array([0.0, 0.0, -np.inf]))
    array([0.5, 0.5, 0. ])
    """
    scores = real_scores(scores)
    axis = checked_axis(axis, scores, "scores")
    exponentials, _ = _shifted_exponentials(scores, axis)
    total = exponentials.sum(axis=axis, keepdims=True)
    return exponentials / np.where(total == 0, scores.dtype.type(1), total)


def naive_softmax(scores, axis=-1):
    """Softmax as the formula reads, without the shift: overflows above 88.7 in float32, 709.8 in float64.

    Kept to be broken in lessons: NaN and inf come back as they arise.

    scores: (…, T_k)
    returns the shape of scores

    >>> with np.errstate(over="ignore", invalid="ignore"):
    ...     naive_softmax(np.array([1000.0, 0.0]))
    array([nan,  0.])
    """
    scores = real_scores(scores)
    axis = checked_axis(axis, scores, "scores")
    exponentials = np.exp(scores)
    return exponentials / exponentials.sum(axis=axis, keepdims=True)


def logsumexp(scores, axis=-1):
    """log Σ e^scores without overflow: the one number for each row that turns scores into weights.

    weights = e^(scores - logsumexp). A row of -inf gives -inf.

    scores: (…, T_k)
    returns the shape of scores without `axis`

    >>> logsumexp(np.array([1000.0, 1000.0])).round(4)
    np.float64(1000.6931)
    """
    scores = real_scores(scores)
    axis = checked_axis(axis, scores, "scores")
    exponentials, largest = _shifted_exponentials(scores, axis)
    with np.errstate(divide="ignore"):
        log_total = np.log(exponentials.sum(axis=axis))
    largest = np.squeeze(largest, axis=axis)
    return np.where(np.isinf(largest), largest, largest + log_total)[()]


def temperature_softmax(scores, temperature):
    """Softmax of scores / temperature. Low sharpens, high flattens.

    >>> temperature_softmax(np.array([2.0, 1.0, 0.0]), 2.0).round(3)
    array([0.506, 0.307, 0.186])
    """
    return softmax(apply_temperature(scores, temperature))


def masked_softmax(scores, mask):
    """Weights over the visible keys: hidden scores become -inf, then softmax. An empty row gives zeros.

    scores: (…, T_q, T_k)
    mask: bool, broadcasts against scores; True = may look
    returns (…, T_q, T_k)

    >>> masked_softmax(np.array([[2.0, 1.0], [3.0, 4.0]]), np.array([[True, False], [False, False]]))
    array([[1., 0.],
           [0., 0.]])
    """
    return softmax(mask_scores(scores, mask))


def capped_masked_softmax(scores, mask, cap):
    """Soft-cap, then mask, then softmax: the only order in which a hidden key stays hidden.

    >>> capped_masked_softmax(np.array([[9.0, 9.0]]), np.array([[True, False]]), 5.0)
    array([[1., 0.]])
    """
    scores = real_scores(scores)
    boolean_mask(mask, scores.shape)
    return softmax(mask_scores(soft_cap(scores, cap), mask))


def sink_softmax(scores, sink):
    """Softmax with one more score in the denominator, which brings no value: rows sum to less than 1.

    weights_ij = e^(scores_ij) / (e^sink + Σ_j e^(scores_ij))

    scores: (…, T_q, T_k)
    sink: a number, or one for each head, (n_heads,), which meets the head axis at -3
    returns (…, T_q, T_k)

    Miller 2023, "Attention Is Off By One" (sink = 0); gpt-oss learns one sink for each head.

    >>> sink_softmax(np.array([[0.0, 0.0]]), 0.0).round(4)
    array([[0.3333, 0.3333]])
    """
    scores = real_scores(scores)
    sink = as_real(sink, "sink")
    no_nan(sink, "sink")
    if sink.ndim == 1:
        if scores.ndim < 3 or scores.shape[-3] != sink.size:
            raise ValueError(
                f"sink has {sink.size} entries, one for each head, but scores have shape {scores.shape}: "
                "the head axis is the third from the end"
            )
        sink = sink[:, None, None]
    elif sink.ndim:
        raise ValueError(
            f"sink must be one number or one for each head, but its shape is {sink.shape}: give (n_heads,)"
        )
    with np.errstate(over="ignore"):  # a sink too large for the dtype is inf: it takes all
        sink = sink.astype(scores.dtype)
    column = np.broadcast_to(sink, (*scores.shape[:-1], 1))
    return softmax(np.concatenate([scores, column], axis=-1))[..., :-1]


def softmax_jacobian(weights):
    """How each weight of one row answers to each score: ∂w_i/∂s_j = w_i (δ_ij - w_j) = diag(w) - w wᵀ.

    weights: (…, n), rows that sum to 1
    returns (…, n, n)

    >>> softmax_jacobian(np.array([0.5, 0.5]))
    array([[ 0.25, -0.25],
           [-0.25,  0.25]])
    """
    weights = shares(weights)
    return weights[..., :, None] * np.eye(weights.shape[-1], dtype=weights.dtype) - (
        weights[..., :, None] * weights[..., None, :]
    )


def softmax_backward(weights, grad_weights):
    """Gradient with respect to the scores: weights ⊙ (g - ⟨g, weights⟩), row by row.

    weights: (…, T_k), what softmax returned
    grad_weights: (…, T_k), the gradient g with respect to those weights
    returns (…, T_k); each row sums to 0

    >>> softmax_backward(np.array([0.5, 0.5]), np.array([1.0, 0.0]))
    array([ 0.25, -0.25])
    """
    weights, grad_weights = shares(weights), real_weights(grad_weights, "grad_weights")
    if weights.shape != grad_weights.shape:
        raise ValueError(
            f"weights are {weights.shape} but grad_weights {grad_weights.shape}: give one gradient "
            "for each weight"
        )
    with np.errstate(over="ignore"):
        grad_scores = weights * (grad_weights - np.sum(grad_weights * weights, axis=-1, keepdims=True))
    no_overflow(grad_scores, 0.0, "the products of weights and grad_weights")
    return grad_scores
