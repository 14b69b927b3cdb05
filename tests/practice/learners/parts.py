"""Right building blocks, as a learner keeps them in earlier cells."""

import numpy as np
import torch


def flip(x):
    """Swap the last two axes."""
    return np.swapaxes(x, -1, -2)


def softmax(s, axis=-1):
    """Shares along an axis; a row of -inf gives zeros."""
    m = s.max(axis=axis, keepdims=True)
    e = np.exp(s - np.where(np.isfinite(m), m, 0.0))
    t = e.sum(axis=axis, keepdims=True)
    return e / np.where(t == 0, 1.0, t)


def plain_softmax(s):
    """Shares along the last axis; a row of -inf gives NaN."""
    e = np.exp(s - s.max(-1, keepdims=True))
    return e / e.sum(-1, keepdims=True)


def log_sum_exp(s, axis=-1):
    """The logarithm of the sum of exponentials, with the axis kept."""
    m = s.max(axis=axis, keepdims=True)
    finite = np.where(np.isfinite(m), m, 0)
    with np.errstate(divide="ignore"):
        return finite + np.log(np.exp(s - finite).sum(axis=axis, keepdims=True))


def unscaled(q, k):
    """The dot products."""
    return q @ flip(k)


def scaled(q, k):
    """The dot products over the square root of their length."""
    return q @ flip(k) / np.sqrt(q.shape[-1])


def hide(s, mask):
    """Hidden scores are -inf."""
    return np.where(mask, s, -np.inf)


def shares(w, axis=-1):
    """Divide by the sum; a row of zeros stays as it is."""
    t = w.sum(axis=axis, keepdims=True)
    return w / np.where(t == 0, 1.0, t)


def empty_rows_zero(w, mask):
    """Zero the rows that see nothing."""
    return w * np.broadcast_to(mask, w.shape).any(-1, keepdims=True)


def causal(n, m, k=None):
    """True where a query may look; the ends are aligned unless k says otherwise."""
    return np.tril(np.ones((n, m), bool), m - n if k is None else k)


def distance(a, b):
    """How far a key lies behind a query, the ends aligned."""
    return np.arange(a)[:, None] + (b - a) - np.arange(b)


def split(x, h):
    """(…, T, h·d) to (…, h, T, d)."""
    *lead, t, d = x.shape
    return np.swapaxes(x.reshape(*lead, t, h, d // h), -2, -3)


def merge(x):
    """(…, h, T, d) to (…, T, h·d)."""
    x = np.swapaxes(x, -2, -3)
    return x.reshape(*x.shape[:-2], -1)


def tensor(a):
    """A torch tensor of an array."""
    return torch.as_tensor(np.ascontiguousarray(a))


def spread_evenly(scores, mask):
    """Wrong: what the hidden keys had is dealt out in equal parts."""
    mask = np.broadcast_to(mask, scores.shape)
    w = softmax(scores)
    lost = np.where(mask, 0, w).sum(-1, keepdims=True)
    n = mask.sum(-1, keepdims=True)
    return np.where(mask, w + lost / np.maximum(n, 1), 0)


def masked_sigmoid(scores, mask):
    """Wrong: every visible key by itself, no budget."""
    return np.where(mask, 1 / (1 + np.exp(-scores)), 0)
