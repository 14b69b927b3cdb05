"""What learners write for `masked_softmax`: wrong once, wrong twice, and right in unusual ways."""

import numpy as np
import torch

from tests.practice.learners.corpus import Learners
from tests.practice.learners.parts import (
    causal,
    empty_rows_zero,
    hide,
    log_sum_exp,
    plain_softmax,
    shares,
    softmax,
    tensor,
)

here = Learners("masked_softmax")
one, two, right = here.one, here.two, here.right


# one mistake each

one("M08", note="times")(lambda scores, mask: empty_rows_zero(softmax(scores * mask), mask))
one("M08", note="fill 0 via expression (B01)")(
    lambda scores, mask: empty_rows_zero(softmax(np.where(mask, scores, mask * -100000000.0)), mask)
)
one("M08", "M15", note="tiny fill")(
    lambda scores, mask: empty_rows_zero(softmax(np.where(mask, scores, 1e-9)), mask)
)
one("M09", note="add")(lambda scores, mask: empty_rows_zero(softmax(scores + mask), mask))
one("M10", note="A01")(lambda scores, mask: softmax(scores) * mask)
one("M11", note="polarity")(lambda scores, mask: softmax(np.where(mask, -np.inf, scores)))
one("M11", note="additive cast (C04)")(
    lambda scores, mask: softmax(hide(scores, np.where(mask, 0.0, -np.inf).astype(bool)))
)
one("M16", note="NaN")(lambda scores, mask: plain_softmax(hide(scores, mask)))
one("M16", "M15", note="-1e30 uniform")(lambda scores, mask: softmax(np.where(mask, scores, -1e30)))
one("M15", "M16", note="-1e9 uniform")(lambda scores, mask: softmax(np.where(mask, scores, -1e9)))
one("M15", note="-1e4 guard")(
    lambda scores, mask: empty_rows_zero(softmax(np.where(mask, scores, -10000.0)), mask)
)
one("M15", note="-100 guard")(
    lambda scores, mask: empty_rows_zero(softmax(np.where(mask, scores, -100.0)), mask)
)
one("M15", note="-10 added")(lambda scores, mask: empty_rows_zero(softmax(scores - 10.0 * ~mask), mask))
one("M04", note="axis -2")(lambda scores, mask: softmax(hide(scores, mask), -2))
one("M05", note="flat")(lambda scores, mask: softmax(hide(scores, mask).ravel()).reshape(scores.shape))
one("M19", note="A04")(lambda scores, mask: empty_rows_zero(softmax(softmax(hide(scores, mask))), mask))
one("M19", note="twice then hidden")(lambda scores, mask: softmax(hide(softmax(hide(scores, mask)), mask)))
one("M50", note="ignored")(lambda scores, mask: softmax(scores))


@one("M38")
def in_place(scores, mask):
    np.copyto(scores, -np.inf, where=~mask)
    return softmax(scores)


one("M01", note="scores")(lambda scores, mask: hide(scores, mask))
one("M58", note="causal")(lambda scores, mask: softmax(hide(scores, mask & causal(*scores.shape[-2:]))))
one("M58", note="scaled")(lambda scores, mask: softmax(hide(scores / np.sqrt(scores.shape[-1]), mask)))
one("M15", "M08", note="0*inf (B07)")(lambda scores, mask: softmax(scores + (1.0 - mask) * -np.inf))


@one("M46")
def plus_inf_fill(scores, mask):
    e = np.exp(np.where(mask, scores, np.inf))
    return e / e.sum(-1, keepdims=True)


one("M46", note="negative")(lambda scores, mask: softmax(hide(-scores, mask)))
one("M17", note="naive")(lambda scores, mask: shares(np.exp(hide(scores, mask))))
one("M17", "M05", note="global max")(
    lambda scores, mask: shares(np.exp(hide(scores, mask) - hide(scores, mask).max()))
)


@one("M52")
def spread(scores, mask):
    mask = np.broadcast_to(mask, scores.shape)
    w = softmax(scores)
    lost = np.where(mask, 0, w).sum(-1, keepdims=True)
    n = mask.sum(-1, keepdims=True)
    return np.where(mask, w + lost / np.maximum(n, 1), 0)


@one("M53")
def sigmoid(scores, mask):
    return np.where(mask, 1 / (1 + np.exp(-scores)), 0)


@one("M53")
def hard(scores, mask):
    s = hide(scores, mask)
    return np.where(np.isfinite(s), s == s.max(-1, keepdims=True), 0).astype(float)


@one("M41")
def bool_index(scores, mask):
    s = np.array(scores, dtype=float)
    s[~mask] = -np.inf
    return softmax(s)


@one("M41")
def loop2d(scores, mask):
    out = np.zeros_like(scores)
    mask = np.broadcast_to(mask, scores.shape)
    for i in range(scores.shape[0]):
        js = [j for j in range(scores.shape[1]) if mask[i, j]]
        if js:
            e = np.exp(scores[i, js] - scores[i, js].max())
            out[i, js] = e / e.sum()
    return out


@one("M40")
def count(scores, mask):
    s = hide(scores, mask)
    m = s.max(-1, keepdims=True)
    e = np.exp(s - np.where(np.isfinite(m), m, 0))
    n = np.broadcast_to(mask, s.shape).sum(-1, keepdims=True)
    return e / np.maximum(n, 1)


@one("M53")
def plus_one(scores, mask):
    s = hide(scores, mask)
    m = np.maximum(s.max(-1, keepdims=True), 0)
    e = np.exp(s - m)
    return e / (np.exp(-m) + e.sum(-1, keepdims=True))


@one("M50")
def discard(scores, mask):
    s = scores.copy()
    np.where(mask, s, -np.inf)
    return softmax(s)


@one("M50", "M55", "M41")
def first_batch_mask(scores, mask):
    full = np.broadcast_to(mask, scores.shape)
    if full.ndim > 2:
        full = np.broadcast_to(full.reshape(-1, *full.shape[-2:])[0], full.shape)
    return softmax(hide(scores, full))


# two mistakes each

two("M10", "M11")(lambda s, m: softmax(s) * ~m)
two("M08", "M11")(lambda s, m: softmax(s * ~m))
two("M10", "M04")(lambda s, m: softmax(s, -2) * m)
two("M08", "M04")(lambda s, m: softmax(s * m, -2))
two("M11", "M15")(lambda s, m: softmax(np.where(m, -1e9, s)))
two("M10", "M17")(lambda s, m: shares(np.exp(s)) * m)


@two("M16", "M17")
def empty_rows_and_no_maximum(s, m):
    e = np.exp(hide(s, m))
    return e / e.sum(-1, keepdims=True)


@two("M16", "M38")
def empty_rows_and_in_place(s, m):
    np.copyto(s, -np.inf, where=~m)
    return np.exp(s - s.max(-1, keepdims=True)) / np.exp(s - s.max(-1, keepdims=True)).sum(-1, keepdims=True)


two("M10", "M19")(lambda s, m: softmax(softmax(s)) * m)
two("M11", "M04")(lambda s, m: softmax(hide(s, ~m), -2))
two("M16", "M11")(lambda s, m: plain_softmax(hide(s, ~m)))
two("M11", "M17")(lambda s, m: shares(np.exp(hide(s, ~m))))


# unusual, and right


@right()
def ok04(s, m):
    p = softmax(s * m) * m
    return p / (p.sum(-1, keepdims=True) + 1e-13)


right("finfo.min guard")(lambda s, m: empty_rows_zero(softmax(np.where(m, s, np.finfo(s.dtype).min)), m))
right("-1e9 guard")(lambda s, m: empty_rows_zero(softmax(np.where(m, s, -1e9)), m))
right("-1e9 added guard")(lambda s, m: empty_rows_zero(softmax(s + (1.0 - m) * -1e9), m))
right("zero and renormalise")(lambda s, m: shares(softmax(s) * m))


@right()
def multiply_weights_then_renormalise(s, m):
    w = np.where(m, softmax(s), 0)
    return np.divide(w, w.sum(-1, keepdims=True), out=np.zeros_like(w), where=w.sum(-1, keepdims=True) > 0)


right("where after exp")(
    lambda s, m: shares(
        np.where(m, np.exp(np.minimum(s - np.maximum(hide(s, m).max(-1, keepdims=True), -1e300), 0)), 0)
    )
)
right("nan_to_num")(lambda s, m: np.nan_to_num(plain_softmax(hide(s, m))))


@right()
def logsumexp(s, m):
    z = hide(s, m)
    l = log_sum_exp(z)
    return np.where(np.isneginf(l), 0, np.exp(z - np.where(np.isneginf(l), 0, l)))


right("float32")(lambda s, m: softmax(hide(s.astype(np.float32), m)))
right("list", child=True)(lambda s, m: softmax(hide(s, m)).tolist())
right("torch: softmax")(
    lambda s, m: torch.nan_to_num(torch.softmax(tensor(s).masked_fill(~tensor(m), -np.inf), -1))
)
right("softmax twice masked (mask before and after)")(lambda s, m: np.where(m, softmax(hide(s, m)), 0))
right("int mask")(lambda s, m: softmax(np.where(m.astype(int) == 0, -np.inf, s)))


@right()
def loop(scores, mask):
    mask = np.broadcast_to(mask, scores.shape)
    out = np.zeros(scores.shape)
    for idx in np.ndindex(*scores.shape[:-1]):
        vis = np.flatnonzero(mask[idx])
        if len(vis):
            e = np.exp(scores[idx][vis] - scores[idx][vis].max())
            out[idx + (vis,)] = e / e.sum()
    return out
