"""What learners write for `attention_output`: wrong once, wrong twice, and right in unusual ways."""

import numpy as np

from tests.practice.learners.corpus import Learners
from tests.practice.learners.parts import causal, flip, softmax, tensor

here = Learners("attention_output")
one, two, right = here.one, here.two, here.right


# one mistake each


@one("M23")
def wt(weights, v):
    return flip(weights) @ v


@one("M19")
def with_softmax(weights, v):
    return softmax(weights) @ v


@one("M55")
def last_key(weights, v):
    out = 0
    for j in range(v.shape[-2] - 1):
        out = out + weights[..., :, j, None] * v[..., None, j, :]
    return out


@one("M40")
def mean(weights, v):
    return np.mean(weights[..., :, :, None] * v[..., None, :, :], axis=-2)


@one("M41")
def einsum(weights, v):
    return np.einsum("ij,jk->ik", weights, v)


@one("M41")
def dot(weights, v):
    return np.dot(weights, v)


@one("M53")
def hard(weights, v):
    best = weights.argmax(-1)
    return np.eye(weights.shape[-1])[best] @ v


@one("M22")
def heads_mean(weights, v):
    if weights.ndim > 2:
        weights = weights.mean(axis=-3, keepdims=True)
    return weights @ v


@one("M55")
def one_head(weights, v):
    if weights.ndim > 2:
        weights = weights[..., :1, :, :]
    return weights @ v


@one("M46")
def neg(weights, v):
    return -(weights @ v)


@one("M45")
def transposed_result(weights, v):
    return flip(weights @ v)


@one("M45")
def with_tuple(weights, v):
    return weights @ v, weights


@one("M58")
def residual(weights, v):
    o = weights @ v
    return o + v if o.shape == v.shape else o + v.mean(-2, keepdims=True)


@one("M54", "M40")
def weights_unused(weights, v):
    return np.ones_like(weights) / weights.shape[-1] @ v


@one("M58")
def with_causal(weights, v):
    return np.where(causal(*weights.shape[-2:]), weights, 0) @ v


@one("M58", "M07")
def with_scaled(weights, v):
    return weights @ v / np.sqrt(v.shape[-1])


@one("M40", "M54")
def sum_unweighted(weights, v):  # sum of the values
    return np.broadcast_to(v.sum(-2, keepdims=True), weights.shape[:-1] + v.shape[-1:])


# two mistakes each

two("M19", "M23")(lambda w, v: flip(softmax(w)) @ v)
two("M46", "M23")(lambda w, v: -flip(w) @ v)
two("M19", "M40")(lambda w, v: softmax(w) @ v / w.shape[-1])
two("M19", "M46")(lambda w, v: -(softmax(w) @ v))
two("M22", "M19")(lambda w, v: softmax(w.mean(-3, keepdims=True) if w.ndim > 2 else w) @ v)
two("M19", "M45")(lambda w, v: (softmax(w) @ v, w))


# unusual, and right

right("einsum")(lambda w, v: np.einsum("...ij,...jd->...id", w, v))
right("sum of outer")(lambda w, v: sum(w[..., :, j, None] * v[..., None, j, :] for j in range(v.shape[-2])))
right("transposed twice")(lambda w, v: flip(flip(v) @ flip(w)))
right("list", child=True)(lambda w, v: (w @ v).tolist())
right("float32")(lambda w, v: w.astype(np.float32) @ v.astype(np.float32))
right("fortran")(lambda w, v: np.asfortranarray(w @ v))
right("matmul ufunc itself")(np.matmul)
right("torch: matmul")(lambda w, v: tensor(w) @ tensor(v))
right("reversed keys")(lambda w, v: w[..., ::-1] @ v[..., ::-1, :])
