"""Ways to read a mask wrongly, before it is used: polarity, axis, another mask in its place."""

import numpy as np

from ..engine.model import Form
from .tools import swap


def _tri(shape):
    T_q, T_k = shape[-2:]
    return np.tri(T_q, T_k, T_k - T_q, dtype=bool)


def _row_open(mask, shape, row):
    """One row of the mask is not used."""
    seen = np.broadcast_to(mask, shape).copy()
    seen[..., row, :] = True
    return seen


def reading_forms(mask="mask", scores="scores"):
    """Wrong readings of the mask: `seen` should be the mask as given, True = may look."""

    def of(rule):
        return lambda s: rule(getattr(s, mask), getattr(s, scores).shape)

    return (
        Form("M11", of(lambda m, shape: ~m), "~mask", "True hides"),
        Form("M50", of(lambda m, shape: np.ones_like(m)), "the mask is not used", "the mask has done its work already"),
        Form("M43", of(lambda m, shape: swap(m)), "mask.T", "the mask stands on the query axis"),
        Form("M43", of(lambda m, shape: m.any(axis=-1, keepdims=True)), "mask[..., None]", "the mask says which queries count"),
        Form("M43", of(lambda m, shape: np.broadcast_to(m, shape).any(axis=-2, keepdims=True)), "mask.any(axis=-2)",
             "one query's mask serves all"),
        Form("M43", of(lambda m, shape: m.all(axis=-1, keepdims=True)), "mask.all(axis=-1)", "the mask says which queries count", rare=True),
        Form("M55", of(lambda m, shape: _row_open(m, shape, -1)), "range(T_q - 1)", "the last row can be left out"),
        Form("M55", of(lambda m, shape: _row_open(m, shape, 0)), "range(1, T_q)", "the first row can be left out", rare=True),
        Form("M43", of(lambda m, shape: np.broadcast_to(m, shape)[..., :1, :]), "mask[..., 0, :]", "the first query's mask serves all"),
        Form("M43", of(lambda m, shape: np.broadcast_to(m, shape)[..., -1:, :]), "mask[..., -1, :]", "the last query's mask serves all"),
        Form("M50", of(lambda m, shape: _tri(shape)), "np.tri(…)", "a mask is always causal"),
        Form("M50", of(lambda m, shape: np.tri(*shape[-2:], dtype=bool)), "np.tri(T_q, T_k)", "a mask is always causal", rare=True),
        Form("M58", of(lambda m, shape: m & np.tri(*shape[-2:], dtype=bool)), "mask & np.tri(T_q, T_k)", "the future is hidden as well", rare=True),
        Form("M58", of(lambda m, shape: m & _tri(shape)), "mask & np.tri(…)", "the future is hidden as well"),
        Form("M50", of(lambda m, shape: m | _tri(shape)), "mask | np.tri(…)", "masks combine with or"),
        Form("M58", of(lambda m, shape: m | np.eye(*shape[-2:], dtype=bool)), "mask | np.eye(…)", "a token always sees itself"),
        Form("M12", of(lambda m, shape: np.concatenate([m[..., 1:], m[..., :1]], -1)), "mask shifted by one", "the first column is the next key"),
    )  # fmt: skip
