"""What learners write for `zero_weights`: wrong once, wrong twice, and right in unusual ways."""

import numpy as np

from tests.practice.learners.corpus import Learners
from tests.practice.learners.parts import causal, shares, softmax, tensor

here = Learners("zero_weights")
one, two, right = here.one, here.two, here.right


# one mistake each

one("M11", note="polarity")(lambda weights, mask: np.where(mask, 0, weights))
one("M58", note="renormalised too")(lambda weights, mask: shares(weights * mask))
one("M09", note="add")(lambda weights, mask: weights + mask)
one("M09", note="subtract hidden")(lambda weights, mask: weights - ~mask)
one("M01", "M58", note="-inf in weights")(lambda weights, mask: np.where(mask, weights, -np.inf))
one("M19", note="softmax again")(lambda weights, mask: softmax(np.where(mask, weights, -np.inf)))


@one("M38")
def in_place(weights, mask):
    weights *= mask
    return weights


one("M50", note="ignored")(lambda weights, mask: weights.copy())
one("M45", note="compressed")(lambda weights, mask: weights[np.broadcast_to(mask, weights.shape)])


@one("M41")
def bool_index(weights, mask):
    w = weights.copy()
    w[~mask] = 0
    return w


one("M43", note="rows with any hidden")(
    lambda weights, mask: weights * np.broadcast_to(mask, weights.shape).all(-1, keepdims=True)
)
one("M15", "M58", note="-1e9 in weights")(lambda weights, mask: np.where(mask, weights, -1e9))
one("M45", "M58", note="mask returned as weights")(
    lambda weights, mask: np.broadcast_to(mask, weights.shape).astype(float)
)
one("M58", note="causal too")(lambda weights, mask: weights * mask * causal(*weights.shape[-2:]))


@one("M52", "M58")
def spread(weights, mask):
    mask = np.broadcast_to(mask, weights.shape)
    lost = (weights * ~mask).sum(-1, keepdims=True)
    return np.where(mask, weights + lost / np.maximum(mask.sum(-1, keepdims=True), 1), 0)


@one("M55", "M50")
def last_row(weights, mask):
    full = np.broadcast_to(mask, weights.shape)
    out = weights.copy()
    for i in range(weights.shape[-2] - 1):
        out[..., i, :] = weights[..., i, :] * full[..., i, :]
    return out


# two mistakes each

two("M11", "M58")(lambda w, m: shares(w * ~m))


@two("M11", "M38")
def polarity_and_in_place(w, m):
    w *= ~m
    return w


two("M58", "M38")(lambda w, m: shares(w.__imul__(m)))
two("M01", "M11")(lambda w, m: np.where(m, -np.inf, w))
two("M19", "M11")(lambda w, m: softmax(np.where(m, -np.inf, w)))


# unusual, and right

right("times")(lambda w, m: w * m)
right("int")(lambda w, m: w * m.astype(int))
right("minus")(lambda w, m: w - w * ~m)
right("list", child=True)(lambda w, m: np.where(m, w, 0).tolist())
right("einsum")(lambda w, m: np.einsum("...,...->...", w, m.astype(float)))
right("float32")(lambda w, m: (w * m).astype(np.float32))


@right()
def copy(w, m):
    c = w.copy()
    c[np.broadcast_to(~m, c.shape)] = 0
    return c


right("torch: masked_fill")(lambda w, m: tensor(w).masked_fill(~tensor(m), 0))
right("np.multiply")(np.multiply)
