"""What learners write for `masked_attention`: wrong once, wrong twice, and right in unusual ways."""

import numpy as np
import torch

from tests.practice.learners.corpus import Learners
from tests.practice.learners.parts import (
    causal,
    empty_rows_zero,
    flip,
    hide,
    masked_sigmoid,
    plain_softmax,
    scaled,
    shares,
    softmax,
    spread_evenly,
    tensor,
    unscaled,
)
from tests.practice.learners.parts_online import tiled


def hide_then_softmax(s, mask):
    return softmax(hide(s, mask))


def attend(q, k, v, mask, score=scaled, weigh=hide_then_softmax):
    w = weigh(score(q, k), mask)
    return w @ v, w


here = Learners("masked_attention")
one, two, right = here.one, here.two, here.right


# one mistake each

one("M06", note="no scale")(lambda q, k, v, m: attend(q, k, v, m, unscaled))
one("M07", note="/d")(lambda q, k, v, m: attend(q, k, v, m, lambda q, k: unscaled(q, k) / q.shape[-1]))
one("M07", note="*sqrt")(
    lambda q, k, v, m: attend(q, k, v, m, lambda q, k: unscaled(q, k) * np.sqrt(q.shape[-1]))
)
one("M07", note="/sqrt d_v")(
    lambda q, k, v, m: attend(q, k, v, m, lambda q, k: unscaled(q, k) / np.sqrt(v.shape[-1]))
)
one("M07", note="/sqrt T_k")(
    lambda q, k, v, m: attend(q, k, v, m, lambda q, k: unscaled(q, k) / np.sqrt(k.shape[-2]))
)
one("M08", note="times")(
    lambda q, k, v, m: attend(q, k, v, m, weigh=lambda s, m: empty_rows_zero(softmax(s * m), m))
)
one("M09", note="add")(
    lambda q, k, v, m: attend(q, k, v, m, weigh=lambda s, m: empty_rows_zero(softmax(s + m), m))
)
one("M10", note="after")(lambda q, k, v, m: attend(q, k, v, m, weigh=lambda s, m: softmax(s) * m))
one("M11", note="polarity")(lambda q, k, v, m: attend(q, k, v, ~m))
one("M15", "M16", note="-1e9")(
    lambda q, k, v, m: attend(q, k, v, m, weigh=lambda s, m: softmax(np.where(m, s, -1e9)))
)
one("M16", note="NaN")(lambda q, k, v, m: attend(q, k, v, m, weigh=lambda s, m: plain_softmax(hide(s, m))))
one("M17", note="naive")(lambda q, k, v, m: attend(q, k, v, m, weigh=lambda s, m: shares(np.exp(hide(s, m)))))
one("M04", note="axis")(lambda q, k, v, m: attend(q, k, v, m, weigh=lambda s, m: softmax(hide(s, m), -2)))
one("M05", note="flat")(
    lambda q, k, v, m: attend(q, k, v, m, weigh=lambda s, m: softmax(hide(s, m).ravel()).reshape(s.shape))
)
one("M19", note="twice")(
    lambda q, k, v, m: attend(q, k, v, m, weigh=lambda s, m: empty_rows_zero(softmax(softmax(hide(s, m))), m))
)
one("M23", note="wT")(
    lambda q, k, v, m: (flip(softmax(hide(scaled(q, k), m))) @ v, softmax(hide(scaled(q, k), m)))
)
one("M54", note="keys for values")(lambda q, k, v, m: attend(q, k, k, m))
one("M45", note="swapped")(lambda q, k, v, m: attend(q, k, v, m)[::-1])
one("M45", note="output only")(lambda q, k, v, m: attend(q, k, v, m)[0])
one("M01", "M45", note="scores for weights")(
    lambda q, k, v, m: (attend(q, k, v, m)[0], hide(scaled(q, k), m))
)
one("M50", note="ignored")(lambda q, k, v, m: attend(q, k, v, np.ones_like(m)))
one("M58", note="causal as well")(lambda q, k, v, m: attend(q, k, v, m & causal(q.shape[-2], k.shape[-2])))
one("M50", "M58", note="causal instead")(lambda q, k, v, m: attend(q, k, v, causal(q.shape[-2], k.shape[-2])))


@one("M38")
def q_scaled_in_place(q, k, v, m):
    q /= np.sqrt(q.shape[-1])
    return attend(q, k, v, m, unscaled)


one("M41", note="k.T")(lambda q, k, v, m: attend(q, k, v, m, lambda q, k: q @ k.T / np.sqrt(q.shape[-1])))
one("M52", note="even")(lambda q, k, v, m: attend(q, k, v, m, weigh=spread_evenly))
one("M53", note="sigmoid")(lambda q, k, v, m: attend(q, k, v, m, weigh=masked_sigmoid))
one("M46", note="negative")(lambda q, k, v, m: attend(q, k, v, m, lambda q, k: -scaled(q, k)))
one("M14", "M50", note="zero V rows")(
    lambda q, k, v, m: (
        softmax(scaled(q, k)) @ (v * np.broadcast_to(m, scaled(q, k).shape).any(-2)[..., None]),
        softmax(scaled(q, k)),
    )
)
one("M14", "M50", note="zero K rows")(
    lambda q, k, v, m: attend(
        q, k * np.broadcast_to(m, scaled(q, k).shape).any(-2)[..., None], v, np.ones_like(m)
    )
)
one("M10", "M50", note="mask on output only")(
    lambda q, k, v, m: (np.where(m, softmax(scaled(q, k)), 0) @ v, softmax(scaled(q, k)))
)


@one("M50", "M45")
def weights_unmasked(q, k, v, mask):  # output right, weights returned before the mask
    s = scaled(q, k)
    return softmax(hide(s, mask)) @ v, softmax(s)


@one("M15")
def minus_1e4(q, k, v, mask):  # minGPT (B04)
    w = empty_rows_zero(softmax(np.where(mask, scaled(q, k), -1e4)), mask)
    return w @ v, w


@one("M22")
def head_mean(q, k, v, mask):
    s = scaled(q, k)
    if s.ndim > 2:
        s = np.broadcast_to(s.mean(-3, keepdims=True), s.shape)
    w = softmax(hide(s, mask))
    return w @ v, w


@one("M55")
def last_key(q, k, v, mask):
    w = softmax(hide(scaled(q, k), mask))
    return w[..., :-1] @ v[..., :-1, :], w


# two mistakes each

two("M06", "M11")(lambda q, k, v, m: attend(q, k, v, ~m, unscaled))
two("M06", "M10")(lambda q, k, v, m: attend(q, k, v, m, unscaled, lambda s, m: softmax(s) * m))
two("M06", "M08")(lambda q, k, v, m: attend(q, k, v, m, unscaled, lambda s, m: softmax(s * m)))
two("M06", "M04")(lambda q, k, v, m: attend(q, k, v, m, unscaled, lambda s, m: softmax(hide(s, m), -2)))
two("M07", "M10")(
    lambda q, k, v, m: attend(
        q, k, v, m, lambda q, k: unscaled(q, k) / q.shape[-1], lambda s, m: softmax(s) * m
    )
)
two("M11", "M10")(lambda q, k, v, m: attend(q, k, v, m, weigh=lambda s, m: softmax(s) * ~m))
two("M10", "M45")(lambda q, k, v, m: attend(q, k, v, m, weigh=lambda s, m: softmax(s) * m)[::-1])
two("M06", "M16")(lambda q, k, v, m: attend(q, k, v, m, unscaled, lambda s, m: plain_softmax(hide(s, m))))
two("M54", "M06")(lambda q, k, v, m: attend(q, k, k, m, unscaled))
two("M06", "M15")(lambda q, k, v, m: attend(q, k, v, m, unscaled, lambda s, m: softmax(np.where(m, s, -1e9))))


@two("M06", "M38")
def no_scale_and_in_place(q, k, v, m):
    q *= 1.0 + 0.001
    q /= 1.0 + 0.001
    return attend(q, k, v, m, unscaled)


two("M50", "M06")(lambda q, k, v, m: attend(q, k, v, np.ones_like(m), unscaled))
two("M19", "M06")(lambda q, k, v, m: attend(q, k, v, m, unscaled, lambda s, m: softmax(softmax(hide(s, m)))))


# unusual, and right


@right()
def ok10_mask_before_scale(q, k, v, m):
    w = softmax(hide(unscaled(q, k), m) / np.sqrt(k.shape[-1]))
    return w @ v, w


@right()
def ok04(q, k, v, m):
    s = scaled(q, k)
    p = softmax(s * m) * m
    w = p / (p.sum(-1, keepdims=True) + 1e-13)
    return w @ v, w


@right()
def zero_renormalise(q, k, v, m):
    w = shares(softmax(scaled(q, k)) * m)
    return w @ v, w


@right()
def finfo_guard(q, k, v, m):
    w = empty_rows_zero(softmax(np.where(m, scaled(q, k), np.finfo(float).min)), m)
    return w @ v, w


@right()
def minus_1e9_guard(q, k, v, m):
    w = empty_rows_zero(softmax(scaled(q, k) + ~m * -1e9), m)
    return w @ v, w


right("float32")(
    lambda q, k, v, m: attend(q.astype(np.float32), k.astype(np.float32), v.astype(np.float32), m)
)
right("lists", child=True)(lambda q, k, v, m: [x.tolist() for x in attend(q, k, v, m)])


@right()
def online(q, k, v, m):
    o, l = tiled(q, k, v, 3, m)
    return (
        o,
        np.where(
            np.isneginf(l)[..., None],
            0,
            np.exp(hide(scaled(q, k), m) - np.where(np.isneginf(l), 0, l)[..., None]),
        ),
    )


right("torch: sdpa")(
    lambda q, k, v, m: (
        torch.nan_to_num(
            torch.nn.functional.scaled_dot_product_attention(
                tensor(q), tensor(k), tensor(v), attn_mask=tensor(m)
            )
        ),
        torch.nan_to_num(
            torch.softmax(
                (tensor(q) @ tensor(k).mT / q.shape[-1] ** 0.5).masked_fill(~tensor(m), -np.inf), -1
            )
        ),
    )
)
right("mask default")(lambda q, k, v, mask=None: attend(q, k, v, mask))


@right()
def output_masked_too(q, k, v, m):
    o, w = attend(q, k, v, m)
    return (np.where(w.any(-1, keepdims=True), o, 0), w)
