"""What learners write for `softmax_backward`: wrong once, wrong twice, and right in unusual ways."""

import numpy as np

from tests.practice.learners.corpus import Learners
from tests.practice.learners.parts import softmax, tensor

here = Learners("softmax_backward")
one, two, right = here.one, here.two, here.right


# one mistake each


@one("M42")
def no_row(weights, grad_weights):
    return weights * grad_weights


@one("M42")
def diag(weights, grad_weights):
    return grad_weights * weights * (1 - weights)


@one("M42", "M46")
def sign(weights, grad_weights):
    inner = np.sum(weights * grad_weights, axis=-1, keepdims=True)
    return weights * (inner - grad_weights)


@one("M42", "M46")
def plus(weights, grad_weights):
    inner = np.sum(weights * grad_weights, axis=-1, keepdims=True)
    return weights * (grad_weights + inner)


@one("M42")
def sum_g(weights, grad_weights):
    return weights * (grad_weights - grad_weights.sum(-1, keepdims=True))


@one("M42")
def mean_g(weights, grad_weights):
    return weights * (grad_weights - grad_weights.mean(-1, keepdims=True))


@one("M42")
def no_outer(weights, grad_weights):
    return grad_weights - (weights * grad_weights).sum(-1, keepdims=True)


@one("M05", "M42")
def total(weights, grad_weights):
    return weights * (grad_weights - (weights * grad_weights).sum())


@one("M04")
def axis(weights, grad_weights):
    return weights * (grad_weights - (weights * grad_weights).sum(-2, keepdims=True))


@one("M04")
def axis0(weights, grad_weights):
    return weights * (grad_weights - np.einsum("i...,i...->...", weights, grad_weights))


@one("M41")
def loop_2d(weights, grad_weights):
    out = np.empty_like(weights)
    for i, (w, g) in enumerate(zip(weights, grad_weights, strict=True)):
        out[i] = (np.diag(w) - np.outer(w, w)) @ g
    return out


@one("M54")
def swapped(weights, grad_weights):
    return grad_weights * (weights - (weights * grad_weights).sum(-1, keepdims=True))


@one("M38")
def inplace(weights, grad_weights):
    grad_weights -= (weights * grad_weights).sum(-1, keepdims=True)
    return weights * grad_weights


@one("M19", "M01")
def softmax_first(weights, grad_weights):
    w = softmax(weights)
    return w * (grad_weights - (w * grad_weights).sum(-1, keepdims=True))


@one("M45")
def jacobian(weights, grad_weights):
    return weights[..., None] * np.eye(weights.shape[-1]) - weights[..., :, None] * weights[..., None, :]


@one("M42", "M40")
def mean_inner(weights, grad_weights):
    return weights * (grad_weights - (weights * grad_weights).mean(-1, keepdims=True))


@one("M58", "M07")
def with_scaled(weights, grad_weights):
    g = weights * (grad_weights - (weights * grad_weights).sum(-1, keepdims=True))
    return g / np.sqrt(weights.shape[-1])


@one("M42")
def outer_only(weights, grad_weights):  # forgets the diagonal, keeps -w wT g
    return -weights * (weights * grad_weights).sum(-1, keepdims=True)


@one("M42")
def w_squared(weights, grad_weights):
    return weights * (grad_weights - (weights**2 * grad_weights).sum(-1, keepdims=True))


# two mistakes each


@two("M42", "M38")
def row_term_and_in_place(w, g):
    g *= w
    return g


two("M46", "M04")(lambda w, g: w * ((w * g).sum(-2, keepdims=True) - g))
two("M46", "M05")(lambda w, g: w * ((w * g).sum() - g))
two("M42", "M19")(lambda w, g: softmax(w) * g)
two("M42", "M46")(lambda w, g: -w * g)
two("M42", "M04", note="no outer, axis")(lambda w, g: g - (w * g).sum(-2, keepdims=True))


# unusual, and right

right("jacobian")(
    lambda w, g: ((w[..., :, None] * np.eye(w.shape[-1]) - w[..., :, None] * w[..., None, :]) @ g[..., None])[
        ..., 0
    ]
)
right("einsum")(lambda w, g: w * (g - np.einsum("...i,...i->...", w, g)[..., None]))


@right()
def wg_w_sum(w, g):
    p = w * g
    return p - w * p.sum(-1, keepdims=True)


right("centred")(
    lambda w, g: (
        w * (g - g.mean(-1, keepdims=True) - (w * (g - g.mean(-1, keepdims=True))).sum(-1, keepdims=True)) + 0
        if np.allclose(w.sum(-1), 1)
        else w * (g - (w * g).sum(-1, keepdims=True))
    )
)
right("list", child=True)(lambda w, g: (w * (g - (w * g).sum(-1, keepdims=True))).tolist())


@right()
def float32(w, g):
    w, g = w.astype(np.float32), g.astype(np.float32)
    return w * (g - (w * g).sum(-1, keepdims=True))


right("matmul inner")(lambda w, g: w * (g - (w[..., None, :] @ g[..., :, None])[..., 0]))


@right()
def loops(w, g):
    out = np.zeros(w.shape)
    for idx in np.ndindex(*w.shape[:-1]):
        for i in range(w.shape[-1]):
            for j in range(w.shape[-1]):
                out[idx + (i,)] += w[idx + (i,)] * ((i == j) - w[idx + (j,)]) * g[idx + (j,)]
    return out


@right()
def torch_plain(w, g):
    w, g = tensor(w), tensor(g)
    return w * (g - (w * g).sum(-1, keepdim=True))
