"""Heads: several score tables side by side, each with its own softmax. The head axis stands before time."""

import numpy as np

from ._validate import as_real, boolean_mask, count, finite, no_overflow, table
from .attention import attention


def split_heads(x, n_heads):
    """Cut the last axis into heads and move the head axis in front of time.

    x: (…, T, n_heads · d)
    returns (…, n_heads, T, d)
    raises ValueError if the last axis does not divide

    >>> split_heads(np.arange(8.0).reshape(2, 4), 2)[1]
    array([[2., 3.],
           [6., 7.]])
    """
    x, n_heads = table(x, "x", "(…, T, n_heads · d)"), count(n_heads, "n_heads")
    if x.shape[-1] % n_heads:
        raise ValueError(
            f"x has d_model={x.shape[-1]}, shape {x.shape}, which n_heads={n_heads} does not divide: "
            "use a divisor"
        )
    return np.swapaxes(x.reshape(*x.shape[:-1], n_heads, x.shape[-1] // n_heads), -2, -3)


def merge_heads(x):
    """The way back: move the head axis behind time and join it with the last one.

    x: (…, n_heads, T, d)
    returns (…, T, n_heads · d)

    >>> x = np.arange(12.0).reshape(2, 6)
    >>> bool((merge_heads(split_heads(x, 3)) == x).all())
    True
    """
    x = table(x, "x", "(…, n_heads, T, d)", 3)
    x = np.swapaxes(x, -2, -3)
    return x.reshape(*x.shape[:-2], x.shape[-2] * x.shape[-1])


def repeat_kv(x, n_rep):
    """Give each key-value head to n_rep neighbouring query heads: k0, k0, k1, k1.

    x: (…, n_kv_heads, T, d)
    returns (…, n_kv_heads · n_rep, T, d); query head h uses key-value head h // n_rep

    Ainslie et al. 2023, arXiv 2305.13245.

    >>> repeat_kv(np.array([[[0.0]], [[1.0]]]), 2)[:, 0, 0]
    array([0., 0., 1., 1.])
    """
    x = table(x, "x", "(…, n_kv_heads, T, d)", 3)
    return np.repeat(x, count(n_rep, "n_rep"), axis=-3)


def multi_head_attention(x, w_q, w_k, w_v, w_o, n_heads, mask=None):
    """Self-attention with several heads: project, split, attend in each head, merge, project.

    x: (…, T, d_model)
    w_q, w_k, w_v, w_o: (d_model, d_model) projections, used as x @ w
    mask: bool, (T_q, T_k) or (batch, 1, T_k); the head axis is added here
    returns (…, T, d_model)

    Vaswani et al. 2017, section 3.2.2.

    >>> x = np.array([[1.0, 2.0]])
    >>> multi_head_attention(x, np.eye(2), np.eye(2), np.eye(2), np.eye(2), n_heads=2)
    array([[1., 2.]])
    """
    x = table(x, "x", "(…, T, d_model)")
    T, d_model = x.shape[-2:]
    w_q, w_k, w_v, w_o = (
        _projection(w, name, d_model) for w, name in ((w_q, "w_q"), (w_k, "w_k"), (w_v, "w_v"), (w_o, "w_o"))
    )
    q, k, v = (
        split_heads(_project(x, w, name), n_heads) for w, name in ((w_q, "w_q"), (w_k, "w_k"), (w_v, "w_v"))
    )
    if mask is not None:
        mask = boolean_mask(mask, (*x.shape[:-1], T))
        mask = mask if mask.ndim <= 2 else np.expand_dims(mask, -3)
    return _project(merge_heads(attention(q, k, v, mask).output), w_o, "w_o")


def _projection(w, name, d_model):
    w = as_real(w, name)
    if w.shape != (d_model, d_model):
        raise ValueError(
            f"{name} must be (d_model, d_model) = ({d_model}, {d_model}) to project x, but is {w.shape}"
        )
    finite(w, name)
    return w


def _project(x, w, name):
    with np.errstate(all="ignore"):  # an overflow is reported below, by name
        projected = x @ w
    no_overflow(projected, 0.0, f"the products of x and {name}")
    return projected
