"""What learners write for `renormalise`: wrong once, wrong twice, and right in unusual ways."""

import numpy as np

from tests.practice.learners.corpus import Learners
from tests.practice.learners.parts import empty_rows_zero, shares, softmax, tensor

here = Learners("renormalise")
one, two, right = here.one, here.two, here.right


# one mistake each

one("M16", note="NaN")(lambda weights: weights / weights.sum(-1, keepdims=True))
one("M16", note="uniform")(
    lambda weights: np.where(weights.sum(-1, keepdims=True) == 0, 1 / weights.shape[-1], shares(weights))
)
one("M40", note="max")(
    lambda weights: weights / np.where(weights.max(-1, keepdims=True) == 0, 1, weights.max(-1, keepdims=True))
)
one("M40", note="mean")(
    lambda weights: (
        weights / np.where(weights.sum(-1, keepdims=True) == 0, 1, weights.mean(-1, keepdims=True))
    )
)
one("M40", note="count")(lambda weights: weights / np.maximum((weights > 0).sum(-1, keepdims=True), 1))
one("M40", note="length")(lambda weights: weights / weights.shape[-1])
one("M40", note="L2")(
    lambda weights: (
        weights
        / np.where(weights.sum(-1, keepdims=True) == 0, 1, np.linalg.norm(weights, axis=-1, keepdims=True))
    )
)
one("M40", note="times")(lambda weights: weights * weights.sum(-1, keepdims=True))
one("M05", note="total")(lambda weights: weights / weights.sum())
one("M04", note="columns")(lambda weights: shares(weights, -2))
one("M04", note="axis 0")(lambda weights: shares(weights, 0))
one("M19", note="softmax")(lambda weights: empty_rows_zero(softmax(weights), weights > 0))
one("M19", note="softmax of visible")(lambda weights: softmax(np.where(weights > 0, weights, -np.inf)))


@one("M38")
def in_place(weights):
    weights /= np.where(weights.sum(-1, keepdims=True) == 0, 1, weights.sum(-1, keepdims=True))
    return weights


one("M41", "M04", note="[:, None]")(
    lambda weights: weights / np.where(weights.sum(1) == 0, 1, weights.sum(1))[:, None]
)
one("M58", "M10", note="identity")(lambda weights: weights.copy())
one("M55", "M40", note="last key left out")(
    lambda weights: (
        weights
        / np.where(weights[..., :-1].sum(-1, keepdims=True) == 0, 1, weights[..., :-1].sum(-1, keepdims=True))
    )
)
one("M45", note="sums")(lambda weights: weights.sum(-1, keepdims=True))
one("M52", note="even over all")(
    lambda weights: (
        weights
        + (1 - weights.sum(-1, keepdims=True)) / weights.shape[-1] * (weights.sum(-1, keepdims=True) > 0)
    )
)


@one("M52")
def even_visible(weights):
    vis = weights > 0
    n = vis.sum(-1, keepdims=True)
    return np.where(vis, weights + (1 - weights.sum(-1, keepdims=True)) / np.maximum(n, 1), 0)


@one("M41")
def rows(weights):
    out = weights.copy()
    for i in range(len(out)):
        if sum(out[i]) > 0:
            out[i] = out[i] / sum(out[i])
    return out


# two mistakes each

two("M16", "M04")(lambda w: w / w.sum(-2, keepdims=True))
two("M16", "M40")(lambda w: w / w.max(-1, keepdims=True))


@two("M16", "M38")
def empty_rows_and_in_place(w):
    w /= w.sum(-1, keepdims=True)
    return w


two("M16", "M41")(lambda w: w / w.sum(1)[:, None])


@two("M05", "M38")
def flat_and_in_place(w):
    w /= w.sum()
    return w


two("M40", "M04")(lambda w: w / np.where(w.max(-2, keepdims=True) == 0, 1, w.max(-2, keepdims=True)))


# unusual, and right

right("divide where")(
    lambda w: np.divide(w, w.sum(-1, keepdims=True), out=np.zeros_like(w), where=w.sum(-1, keepdims=True) > 0)
)
right("eps")(lambda w: w / (w.sum(-1, keepdims=True) + 1e-12))
right("nan_to_num")(lambda w: np.nan_to_num(w / w.sum(-1, keepdims=True)))
right("softmax of log")(lambda w: softmax(np.log(w)))
right("list", child=True)(lambda w: shares(w).tolist())
right("einsum")(lambda w: np.einsum("...i,...->...i", w, 1 / np.where(w.sum(-1) == 0, 1, w.sum(-1))))
right("maximum")(lambda w: w / np.maximum(w.sum(-1, keepdims=True), np.finfo(float).tiny))
right("matmul ones")(
    lambda w: w / np.where(w @ np.ones((w.shape[-1], 1)) == 0, 1, w @ np.ones((w.shape[-1], 1)))
)
right("torch: clamp")(lambda w: tensor(w) / tensor(w).sum(-1, keepdim=True).clamp_min(1e-12))
right("apply")(lambda w: np.apply_along_axis(lambda r: r / r.sum() if r.any() else r, -1, w))
