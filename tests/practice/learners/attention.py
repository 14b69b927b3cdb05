"""What learners write for `attention`: wrong once, wrong twice, and right in unusual ways."""

import math
from typing import NamedTuple

import numpy as np
import torch

from tests.practice.learners.corpus import Learners
from tests.practice.learners.parts import causal, flip, log_sum_exp, scaled, shares, softmax, tensor
from tests.practice.learners.parts_online import tiled


def attend(q, k, v, score=None, weigh=softmax):
    w = weigh(scaled(q, k) if score is None else score)
    return w @ v, w


class Result(NamedTuple):
    output: object
    weights: object


here = Learners("attention")
one, two, right = here.one, here.two, here.right


# one mistake each

one("M06", note="no scale")(lambda q, k, v: attend(q, k, v, q @ flip(k)))
one("M07", note="/d")(lambda q, k, v: attend(q, k, v, q @ flip(k) / k.shape[-1]))
one("M07", note="x sqrt d")(lambda q, k, v: attend(q, k, v, q @ flip(k) / k.shape[-1] ** (-0.5)))
one("M07", note="/ sqrt d_v")(lambda q, k, v: attend(q, k, v, q @ flip(k) / np.sqrt(v.shape[-1])))
one("M07", note="/ sqrt T_k")(lambda q, k, v: attend(q, k, v, q @ flip(k) / np.sqrt(k.shape[-2])))
one("M07", note="/ sqrt T_q")(lambda q, k, v: attend(q, k, v, q @ flip(k) / np.sqrt(q.shape[-2])))
one("M07", note="scale on weights")(
    lambda q, k, v: attend(q, k, v, q @ flip(k), lambda s: softmax(s) / np.sqrt(q.shape[-1]))
)
one("M04", note="axis -2")(lambda q, k, v: attend(q, k, v, weigh=lambda s: softmax(s, -2)))
one("M04", note="axis 0")(lambda q, k, v: attend(q, k, v, weigh=lambda s: softmax(s, 0)))
one("M04", "M41", note="axis 1")(lambda q, k, v: attend(q, k, v, weigh=lambda s: softmax(s, 1)))
one("M05", note="flat")(
    lambda q, k, v: attend(q, k, v, weigh=lambda s: np.exp(s - s.max()) / np.exp(s - s.max()).sum())
)


@one("M05", note="last two axes")
def last_two(q, k, v):
    s = scaled(q, k)
    w = softmax(s.reshape(*s.shape[:-2], -1)).reshape(s.shape)
    return w @ v, w


@one("M17")
def naive(q, k, v):
    w = np.exp(scaled(q, k))
    w /= w.sum(axis=-1, keepdims=True)
    return w @ v, w


@one("M54")
def keys_for_values(q, k, v):
    w = softmax(scaled(q, k))
    return w @ k, w


@one("M54")
def qq(q, k, v):
    w = softmax(scaled(q, q))
    return w @ (v if v.shape[-2] == q.shape[-2] else v[..., : q.shape[-2], :]), w


@one("M23")
def kq(q, k, v):
    w = softmax(k @ flip(q) / np.sqrt(q.shape[-1]))
    return w @ v, w


@one("M23")
def wt(q, k, v):
    w = softmax(scaled(q, k))
    return flip(w) @ v, w


@one("M45")
def swapped(q, k, v):
    o, w = attend(q, k, v)
    return w, o


@one("M45")
def only_output(q, k, v):
    return attend(q, k, v)[0]


@one("M01", "M45")
def scores_returned(q, k, v):
    s = scaled(q, k)
    return softmax(s) @ v, s


@one("M01")
def no_softmax(q, k, v):
    s = np.einsum("...qd,...kd->...qk", q, k) / math.sqrt(q.shape[-1])
    return s @ v, s


@one("M01")
def scores_mix(q, k, v):
    s = scaled(q, k)
    return s @ v, softmax(s)


@one("M19")
def twice(q, k, v):
    w = softmax(softmax(scaled(q, k)))
    return w @ v, w


@one("M22")
def head_mean_scores(q, k, v):
    s = scaled(q, k)
    if s.ndim > 2:
        s = np.broadcast_to(s.mean(-3, keepdims=True), s.shape)
    return attend(q, k, v, s)


@one("M22")
def head_mean_weights(q, k, v):
    w = softmax(scaled(q, k))
    if w.ndim > 2:
        w = np.broadcast_to(w.mean(-3, keepdims=True), w.shape)
    return w @ v, w


@one("M38")
def inplace(q, k, v):
    q *= q.shape[-1] ** -0.5
    w = softmax(q @ flip(k))
    return w @ v, w


@one("M58")
def with_causal(q, k, v):
    s = scaled(q, k)
    return attend(q, k, v, np.where(np.tril(np.ones(s.shape[-2:]), s.shape[-1] - s.shape[-2]) == 1, s, -1e30))


@one("M41")
def kT(q, k, v):
    w = softmax(q @ k.T / np.sqrt(q.shape[-1]))
    return w @ v, w


@one("M41")
def einsum(q, k, v):
    w = softmax(np.einsum("id,jd->ij", q, k) / q.shape[1] ** 0.5)
    return np.einsum("ij,jd->id", w, v), w


one("M53", note="sigmoid")(lambda q, k, v: attend(q, k, v, weigh=lambda s: 1 / (1 + np.exp(-s))))
one("M53", note="hard max")(
    lambda q, k, v: attend(q, k, v, weigh=lambda s: np.eye(s.shape[-1])[s.argmax(-1)])
)
one("M53", note="+1")(
    lambda q, k, v: attend(
        q,
        k,
        v,
        weigh=lambda s: (
            np.exp(s) / (1 + np.exp(s).sum(-1, keepdims=True)) if np.abs(s).max() < 500 else softmax(s)
        ),
    )
)
one("M46", note="negative")(lambda q, k, v: attend(q, k, v, -scaled(q, k)))
one("M40", note="divided by row max")(
    lambda q, k, v: attend(q, k, v, weigh=lambda s: softmax(s) / softmax(s).max(-1, keepdims=True))
)
one("M58", "M32", note="dropout in eval (J01)")(
    lambda q, k, v: attend(
        q, k, v, weigh=lambda s: softmax(s) * (np.random.default_rng(0).random(s.shape) > 0.3) / 0.7
    )
)
one("M32", "M58", note="dropout /p (J04)")(
    lambda q, k, v: attend(
        q, k, v, weigh=lambda s: softmax(s) * (np.random.default_rng(0).random(s.shape) > 0.1) / 0.1
    )
)
one("M58", "M47", note="cosine")(
    lambda q, k, v: attend(
        q,
        k,
        v,
        q / np.linalg.norm(q, axis=-1, keepdims=True) @ flip(k / np.linalg.norm(k, axis=-1, keepdims=True)),
    )
)


@one("M55")
def first_comp(q, k, v):
    s = sum(q[..., :, None, c] * k[..., None, :, c] for c in range(q.shape[-1] - 1)) / np.sqrt(q.shape[-1])
    return attend(q, k, v, s)


# two mistakes each

two("M06", "M04")(lambda q, k, v: attend(q, k, v, q @ flip(k), lambda s: softmax(s, -2)))
two("M06", "M45")(lambda q, k, v: attend(q, k, v, q @ flip(k))[::-1])
two("M06", "M17")(
    lambda q, k, v: attend(q, k, v, q @ flip(k), lambda s: np.exp(s) / np.exp(s).sum(-1, keepdims=True))
)
two("M06", "M54")(lambda q, k, v: (softmax(q @ flip(k)) @ k, softmax(q @ flip(k))))
two("M07", "M04")(lambda q, k, v: attend(q, k, v, q @ flip(k) / q.shape[-1], lambda s: softmax(s, -2)))
two("M06", "M19")(lambda q, k, v: attend(q, k, v, q @ flip(k), lambda s: softmax(softmax(s))))
two("M07", "M58")(
    lambda q, k, v: attend(
        q, k, v, np.where(causal(q.shape[-2], k.shape[-2]), q @ flip(k) / q.shape[-1], -np.inf)
    )
)
two("M06", "M05")(lambda q, k, v: attend(q, k, v, q @ flip(k), lambda s: softmax(s.ravel()).reshape(s.shape)))
two("M45", "M04")(lambda q, k, v: attend(q, k, v, weigh=lambda s: softmax(s, -2))[::-1])
two("M46", "M06")(lambda q, k, v: attend(q, k, v, -q @ flip(k)))
two("M06", "M41")(lambda q, k, v: attend(q, k, v, q @ k.T))


# unusual, and right


@right()
def ok01_einsum(q, k, v):
    w = softmax(np.einsum("...id,...jd->...ij", q * q.shape[-1] ** (-0.5), k))
    return (np.einsum("...ij,...jd->...id", w, v), w)


@right()
def ok19(q, k, v):
    q = q.copy() * q.shape[-1] ** (-0.5)
    w = softmax(q @ flip(k))
    return w @ v, w


@right()
def ok16(q, k, v):
    x = scaled(q, k) * np.log2(np.e)
    w = shares(np.exp2(x - x.max(-1, keepdims=True)))
    return w @ v, w


right("list returned", child=True)(lambda q, k, v: list(attend(q, k, v)))
right("lists of lists", child=True)(lambda q, k, v: tuple(x.tolist() for x in attend(q, k, v)))


@right()
def float32_upcast_ok22(q, k, v):
    w = softmax(scaled(q, k).astype(np.float32))
    return (w.astype(q.dtype) @ v, w.astype(q.dtype))


@right()
def log_space(q, k, v):
    s = scaled(q, k)
    w = np.exp(s - log_sum_exp(s))
    return w @ v, w


@right()
def online(q, k, v):  # OK13 + weights from lse
    o, l = tiled(q, k, v, 2)
    return o, np.exp(scaled(q, k) - l[..., None])


@right()
def torch_softmax(q, k, v):
    w = torch.softmax(tensor(q) @ tensor(k).mT / q.shape[-1] ** 0.5, -1)
    return (w @ tensor(v), w)


right("torch: sdpa")(
    lambda q, k, v: (
        torch.nn.functional.scaled_dot_product_attention(tensor(q), tensor(k), tensor(v)),
        torch.softmax(tensor(q) @ tensor(k).mT / q.shape[-1] ** 0.5, -1),
    )
)
right("namedtuple")(lambda q, k, v: Result(*attend(q, k, v)))
right("dict values order")(lambda q, k, v: tuple({"o": attend(q, k, v)[0], "w": attend(q, k, v)[1]}.values()))
right("optional mask parameter")(lambda q, k, v, mask=None: attend(q, k, v))


@right()
def unnormalised_then_divided(q, k, v):
    e = np.exp(scaled(q, k) - scaled(q, k).max(-1, keepdims=True))
    return (e @ v / e.sum(-1, keepdims=True), e / e.sum(-1, keepdims=True))
