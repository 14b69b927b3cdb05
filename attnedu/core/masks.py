"""Masks: which keys a query may look at. Boolean, True = may look; they act on scores, before softmax."""

import numpy as np

from ._validate import as_array, boolean_mask, count, real_scores


def causal_mask(T_q, T_k=None):
    """A query may look at itself and at what came before. Ends are aligned: the last query sees the last key.

    T_q: number of queries
    T_k: number of keys, T_q if None; the queries are the last T_q positions of T_k
    returns (T_q, T_k) bool; with T_q > T_k the first rows are empty

    >>> causal_mask(2, 4).astype(int)
    array([[1, 1, 1, 0],
           [1, 1, 1, 1]])
    """
    T_q = count(T_q, "T_q")
    T_k = T_q if T_k is None else count(T_k, "T_k")
    return np.tri(T_q, T_k, T_k - T_q, dtype=bool)


def sliding_window_mask(T_q, T_k, window):
    """Causal, and at most `window` keys back, oneself included. The ends are aligned.

    T_q, T_k, window: whole numbers, at least 1
    returns (T_q, T_k) bool

    >>> sliding_window_mask(3, 3, 2).astype(int)
    array([[1, 0, 0],
           [1, 1, 0],
           [0, 1, 1]])
    """
    T_q, T_k, window = count(T_q, "T_q"), count(T_k, "T_k"), count(window, "window")
    too_old = np.tri(T_q, T_k, T_k - T_q - window, dtype=bool)
    return causal_mask(T_q, T_k) & ~too_old


def padding_mask(lengths, T_k):
    """Hide padding keys: sequence b has lengths[b] real keys, and the padding is on the right.

    lengths: (batch,) whole numbers from 0 to T_k
    T_k: number of keys, padding included
    returns (batch, 1, T_k) bool; the middle axis is there to broadcast over queries

    >>> padding_mask([1, 3], 3).astype(int)
    array([[[1, 0, 0]],
    <BLANKLINE>
           [[1, 1, 1]]])
    """
    T_k = count(T_k, "T_k")
    lengths = as_array(lengths, "lengths")
    if lengths.ndim != 1 or lengths.size == 0 or lengths.dtype.kind not in "iu":
        raise TypeError(
            f"lengths must be a sequence of whole numbers, one for each sequence of the batch: got shape "
            f"{lengths.shape}, dtype {lengths.dtype}; write [3, 5], not 3"
        )
    if lengths.min() < 0 or lengths.max() > T_k:
        raise ValueError(
            f"lengths must lie between 0 and T_k={T_k}, but run from {lengths.min()} to "
            f"{lengths.max()}, shape {lengths.shape}: count the real keys of each sequence"
        )
    return (np.arange(T_k) < lengths[:, None])[:, None, :]


def mask_scores(scores, mask):
    """Hide scores: where the mask is False the score becomes -inf, and e^(-inf) = 0.

    scores: (…, T_q, T_k)
    mask: bool, broadcasts against scores; True = may look
    returns (…, T_q, T_k), a new array
    raises TypeError if the mask is not boolean, ValueError if it does not broadcast or scores hold NaN

    >>> mask_scores(np.array([[2.0, 1.0]]), np.array([[True, False]]))
    array([[  2., -inf]])
    """
    scores = real_scores(scores)
    return np.where(boolean_mask(mask, scores.shape), scores, scores.dtype.type(-np.inf))
