"""What learners write for `attention_scores`: wrong once, wrong twice, and right in unusual ways."""

import functools
import math

import numpy as np

from tests.practice.learners.corpus import Learners
from tests.practice.learners.parts import causal, flip, scaled, softmax, tensor


class Scorer:
    def __call__(self, q, k):
        return scaled(q, k)


here = Learners("attention_scores")
one, two, right = here.one, here.two, here.right


# one mistake each


@one("M06")
def no_scale(q, k):
    return np.matmul(q, np.swapaxes(k, -2, -1))


@one("M06")
def no_scale_loop(q, k):
    out = np.zeros(np.broadcast_shapes(q.shape[:-2], k.shape[:-2]) + (q.shape[-2], k.shape[-2]))
    for i in range(q.shape[-2]):
        for j in range(k.shape[-2]):
            out[..., i, j] = np.sum(q[..., i, :] * k[..., j, :], axis=-1)
    return out


@one("M07")
def div_d(q, k):
    d_k = q.shape[-1]
    return np.einsum("...id,...jd->...ij", q, k) / d_k


@one("M07")
def both_scaled(q, k):  # q and k each by d**-0.5
    s = q.shape[-1] ** -0.5
    return (q * s) @ flip(k * s)


@one("M07")
def inverted_scale(q, k):  # E04
    scale = q.shape[-1] ** -0.5
    return q @ flip(k) / scale


@one("M07")
def sqrt_tk(q, k):
    return q @ flip(k) / math.sqrt(k.shape[-2])


@one("M07")
def sqrt_tq(q, k):
    return q @ flip(k) / np.sqrt(q.shape[-2])


@one("M07")
def sqrt_len(q, k):  # len() of the array: first axis
    return q @ flip(k) / np.sqrt(len(q))


@one("M07")
def quarter(q, k):  # d^-1/4 once only
    return (q * q.shape[-1] ** -0.25) @ flip(k)


@one("M07")
def half_d(q, k):
    return q @ flip(k) / (q.shape[-1] / 2)


@one("M01")
def softmaxed(q, k):
    return softmax(scaled(q, k))


@one("M23")
def transposed(q, k):
    return k @ flip(q) / np.sqrt(k.shape[-1])


@one("M41")
def dot_t(q, k):
    return q.dot(k.T) / np.sqrt(q.shape[-1])


@one("M41")
def einsum_2d(q, k):
    return np.einsum("id,jd->ij", q, k) / np.sqrt(q.shape[1])


@one("M41")
def shape1(q, k):  # d taken from axis 1
    return q @ flip(k) / np.sqrt(q.shape[1])


@one("M54")
def qq(q, k):
    return q @ flip(q) / np.sqrt(q.shape[-1])


@one("M54")
def kk(q, k):
    return k @ flip(k) / np.sqrt(k.shape[-1])


@one("M46")
def negative(q, k):
    return -np.einsum("...id,...jd->...ij", q, k) / np.sqrt(q.shape[-1])


@one("M46")
def with_abs(q, k):
    return np.abs(scaled(q, k))


@one("M38")
def inplace(q, k):
    q /= np.sqrt(q.shape[-1])
    return q @ flip(k)


@one("M58")
def with_causal(q, k):
    s = scaled(q, k)
    return np.where(causal(*s.shape[-2:]), s, -np.inf)


@one("M58")
def minus_max(q, k):
    s = scaled(q, k)
    return s - s.max(-1, keepdims=True)


@one("M07", "M58")
def cosine(q, k):
    def n(x):
        return x / np.linalg.norm(x, axis=-1, keepdims=True)

    return n(q) @ flip(n(k))


@one("M55")
def last_comp(q, k):
    d = q.shape[-1]
    return sum(q[..., :, None, c] * k[..., None, :, c] for c in range(d - 1)) / np.sqrt(d)


@one("M55")
def last_key_zero(q, k):
    s = scaled(q, k)
    out = np.zeros_like(s)
    for j in range(k.shape[-2] - 1):
        out[..., j] = s[..., j]
    return out


@one("M45")
def two_results(q, k):
    s = scaled(q, k)
    return s, softmax(s)


@one("M22")
def head_mean(q, k):
    s = scaled(q, k)
    return s.mean(axis=-3, keepdims=True) + 0 * s if s.ndim > 2 else s


# two mistakes each

two("M06", "M23")(lambda q, k: k @ flip(q))
two("M06", "M54")(lambda q, k: q @ flip(q))
two("M07", "M23")(lambda q, k: np.einsum("...id,...jd->...ji", q, k) / q.shape[-1])
two("M06", "M01")(lambda q, k: softmax(q @ flip(k)))
two("M06", "M58")(lambda q, k: np.where(causal(q.shape[-2], k.shape[-2]), q @ flip(k), -np.inf))
two("M06", "M46")(lambda q, k: -(q @ flip(k)))
two("M07", "M46")(lambda q, k: -(q @ flip(k)) * np.sqrt(q.shape[-1]))
two("M06", "M41")(lambda q, k: q @ k.T)
two("M01", "M04")(lambda q, k: softmax(scaled(q, k), axis=-2))
two("M07", "M01")(lambda q, k: softmax(q @ flip(k) / q.shape[-1]))


# unusual, and right

right("einsum")(lambda q, k: np.einsum("...id,...jd->...ij", q, k) * q.shape[-1] ** (-0.5))
right("quarter each")(lambda q, k: q * q.shape[-1] ** (-0.25) @ flip(k * k.shape[-1] ** (-0.25)))
right("tolist", child=True)(lambda q, k: scaled(q, k).tolist())
right("float32")(lambda q, k: scaled(q.astype(np.float32), k.astype(np.float32)))
right("fortran")(lambda q, k: np.asfortranarray(scaled(q, k)))
right("broadcast sum")(
    lambda q, k: (q[..., :, None, :] * k[..., None, :, :]).sum(-1) / math.sqrt(k.shape[-1])
)
right("torch: matmul")(lambda q, k: tensor(q) @ tensor(k).mT / q.shape[-1] ** 0.5)


@right()
def loops(q, k):
    lead = np.broadcast_shapes(q.shape[:-2], k.shape[:-2])
    q, k = np.broadcast_to(q, lead + q.shape[-2:]), np.broadcast_to(k, lead + k.shape[-2:])
    out = np.empty(lead + (q.shape[-2], k.shape[-2]))
    for idx in np.ndindex(*lead):
        for i, a in enumerate(q[idx]):
            for j, b in enumerate(k[idx]):
                out[idx + (i, j)] = sum(x * y for x, y in zip(a, b, strict=True)) / len(a) ** 0.5
    return out


right("class with __call__")(Scorer())
right("partial")(functools.partial(lambda power, q, k: q @ flip(k) * k.shape[-1] ** power, -0.5))
right("kwonly default")(lambda q, k, scale=None: q @ flip(k) * (scale or q.shape[-1] ** (-0.5)))
right("star args")(lambda *args: scaled(*args))
right("norm distance form")(
    lambda q, k: (
        (
            (q**2).sum(-1)[..., :, None]
            + (k**2).sum(-1)[..., None, :]
            - ((q[..., :, None, :] - k[..., None, :, :]) ** 2).sum(-1)
        )
        / 2
        / np.sqrt(q.shape[-1])
    )
)
