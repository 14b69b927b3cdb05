"""Small arithmetic for forms, written without the guards of `core`: a wrong form must be free to go wrong."""

import numpy as np


def swap(x):
    """The last two axes exchanged."""
    return np.swapaxes(x, -1, -2)


def share(exponentials, axis=-1):
    """Divide by the sum along an axis; 0/0 stays NaN."""
    return exponentials / exponentials.sum(axis=axis, keepdims=True)


def bare_softmax(scores, axis=-1):
    """Stable softmax without a guard for empty rows: they become NaN."""
    return share(np.exp(scores - scores.max(axis=axis, keepdims=True)), axis)


def guarded_softmax(scores, axis=-1):
    """Stable softmax; a row of -inf gives zeros."""
    largest = scores.max(axis=axis, keepdims=True)
    exponentials = np.exp(scores - np.where(np.isneginf(largest), 0.0, largest))
    total = exponentials.sum(axis=axis, keepdims=True)
    return exponentials / np.where(total == 0, 1.0, total)


def hide(scores, mask):
    """Hidden scores to -inf."""
    return np.where(mask, scores, -np.inf)
