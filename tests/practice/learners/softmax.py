"""What learners write for `softmax`: wrong once, wrong twice, and right in unusual ways."""

import math

import numpy as np
import torch

from tests.practice.learners.corpus import Learners
from tests.practice.learners.parts import log_sum_exp, shares, softmax, tensor


class SoftmaxLayer:
    def __init__(self):
        self.calls = 0

    def __call__(self, scores, axis=-1):
        self.calls += 1
        return softmax(scores, axis)


here = Learners("softmax")
one, two, right = here.one, here.two, here.right


# one mistake each


@one("M17")
def naive(scores, axis=-1):
    e = np.exp(scores)
    t = e.sum(axis=axis, keepdims=True)
    return np.divide(e, t, out=np.zeros_like(e), where=t != 0)


@one("M17", "M05")
def global_max(scores, axis=-1):
    e = np.exp(scores - scores.max())
    t = e.sum(axis, keepdims=True)
    return np.divide(e, t, out=np.zeros_like(e), where=t > 0)


@one("M17")
def minus_mean(scores, axis=-1):
    fin = np.where(np.isfinite(scores), scores, 0)
    n = np.isfinite(scores).sum(axis, keepdims=True)
    e = np.exp(scores - fin.sum(axis, keepdims=True) / np.maximum(n, 1))
    t = e.sum(axis=axis, keepdims=True)
    return e / np.where(t == 0, 1, t)


@one("M04", "M58")
def axis_ignored(scores, axis=-1):
    return softmax(scores)


@one("M04")
def axis0(scores, axis=-1):
    return softmax(scores, axis=0)


@one("M04")
def axis_m2(scores, axis=-2):
    return softmax(scores, axis=axis)


@one("M05")
def flat(scores, axis=-1):
    return softmax(scores.reshape(-1)).reshape(scores.shape)


@one("M16")
def nan(scores, axis=-1):
    e = np.exp(scores - np.max(scores, axis=axis, keepdims=True))
    return e / np.sum(e, axis=axis, keepdims=True)


@one("M16")
def uniform(scores, axis=-1):
    s = np.where(np.isneginf(scores).all(axis, keepdims=True), 0.0, scores)
    return softmax(s, axis)


@one("M53", "M40")
def divide(scores, axis=-1):
    s = np.where(np.isfinite(scores), scores, 0)
    t = s.sum(axis=axis, keepdims=True)
    return s / np.where(t == 0, 1, t)


@one("M53")
def sigmoid(scores, axis=-1):
    return 1 / (1 + np.exp(-scores))


@one("M53")
def hard(scores, axis=-1):
    return (scores == scores.max(axis, keepdims=True)).astype(float) * np.isfinite(scores)


@one("M19")
def twice(scores, axis=-1):
    return softmax(softmax(scores, axis), axis)


@one("M53")
def plus_one(scores, axis=-1):
    m = np.maximum(scores.max(axis, keepdims=True), 0)
    e = np.exp(scores - m)
    return e / (np.exp(-m) + e.sum(axis, keepdims=True))


@one("M53", "M47")
def base2(scores, axis=-1):
    m = scores.max(axis, keepdims=True)
    e = 2.0 ** (scores - np.where(np.isfinite(m), m, 0))
    return shares(e, axis)


@one("M40")
def div_max(scores, axis=-1):
    m = scores.max(axis, keepdims=True)
    return np.exp(scores - np.where(np.isfinite(m), m, 0))


@one("M40")
def div_mean(scores, axis=-1):
    m = scores.max(axis, keepdims=True)
    e = np.exp(scores - np.where(np.isfinite(m), m, 0))
    t = e.mean(axis, keepdims=True)
    return e / np.where(t == 0, 1, t)


@one("M01", "M53")
def log(scores, axis=-1):
    w = softmax(scores, axis)
    return np.log(w)


@one("M38")
def inplace(scores, axis=-1):
    m = scores.max(axis, keepdims=True)
    scores -= np.where(np.isfinite(m), m, 0)
    np.exp(scores, out=scores)
    t = scores.sum(axis, keepdims=True)
    return scores / np.where(t == 0, 1, t)


@one("M53")
def with_round(scores, axis=-1):
    return np.round(softmax(scores, axis), 2)


@one("M53")
def squares(scores, axis=-1):
    return shares(np.where(np.isfinite(scores), scores, 0) ** 2, axis)


@one("M46")
def neg(scores, axis=-1):
    s = np.where(np.isneginf(scores), np.inf, scores)
    return softmax(-s, axis)


@one("M46")
def with_abs(scores, axis=-1):
    return softmax(np.where(np.isfinite(scores), np.abs(scores), scores), axis)


@one("M02", "M58")
def zero_is_none(scores, axis=-1):
    return softmax(np.where(scores == 0, -np.inf, scores), axis)


@one("M41", "M40", "M04")
def no_keepdims(scores, axis=-1):
    m = scores.max(axis, keepdims=True)
    e = np.exp(scores - np.where(np.isfinite(m), m, 0))
    t = e.sum(axis)
    return e / np.where(t == 0, 1, t)


@one("M41")
def rows_loop(scores, axis=-1):
    if axis in (0, -2) and scores.ndim == 2:
        return rows_loop(scores.T).T
    out = []
    for row in scores:
        m = max(row)
        e = [math.exp(x - m) if m > -math.inf else 0.0 for x in row]
        out.append([x / (sum(e) or 1) for x in e])
    return np.array(out)


@one("M58", "M07")
def with_scaled(scores, axis=-1):
    return softmax(scores / np.sqrt(scores.shape[axis]), axis)


# two mistakes each

two("M17", "M04")(lambda s, axis=-1: shares(np.exp(s), axis=-2))
two("M17", "M16")(lambda s, axis=-1: np.exp(s) / np.exp(s).sum(axis, keepdims=True))
two("M17", "M05")(lambda s, axis=-1: np.exp(s) / np.exp(s).sum())
two("M19", "M04")(lambda s, axis=-1: softmax(softmax(s, 0), 0))
two("M46", "M04")(lambda s, axis=-1: softmax(-np.where(np.isneginf(s), np.inf, s), -2))
two("M16", "M04")(lambda s, axis=-1: np.exp(s - s.max(0)) / np.exp(s - s.max(0)).sum(0))


@two("M38", "M04")
def in_place_and_axis(s, axis=-1):
    s -= np.where(np.isfinite(s.max(0)), s.max(0), 0)
    return softmax(s, 0)


two("M17", "M40")(lambda s, axis=-1: np.exp(s))


# unusual, and right


@right()
def lse(scores, axis=-1):
    l = log_sum_exp(scores, axis)
    return np.where(np.isneginf(l), 0, np.exp(scores - np.where(np.isneginf(l), 0, l)))


@right()
def exp2_ok16(s, axis=-1):
    x = s * np.log2(np.e)
    return shares(
        np.exp2(x - np.where(np.isfinite(x.max(axis, keepdims=True)), x.max(axis, keepdims=True), 0)), axis
    )


right("nan_to_num")(
    lambda scores, axis=-1: np.nan_to_num(
        (lambda e: e / e.sum(axis, keepdims=True))(np.exp(scores - scores.max(axis, keepdims=True)))
    )
)


@right()
def eps(scores, axis=-1):
    e = np.exp(
        scores - np.where(np.isfinite(scores.max(axis, keepdims=True)), scores.max(axis, keepdims=True), 0)
    )
    return e / (e.sum(axis, keepdims=True) + 1e-12)


right("float32")(lambda scores, axis=-1: softmax(scores.astype(np.float32), axis))
right("list", child=True)(lambda scores, axis=-1: softmax(scores, axis).tolist())
right("moveaxis")(lambda scores, axis=-1: np.moveaxis(softmax(np.moveaxis(scores, axis, -1)), -1, axis))
right("apply_along_axis")(
    lambda scores, axis=-1: np.apply_along_axis(
        lambda r: (
            np.zeros_like(r) if np.isneginf(r).all() else np.exp(r - r.max()) / np.exp(r - r.max()).sum()
        ),
        axis,
        scores,
    )
)


@right()
def pairwise_differences(scores, axis=-1):
    s = np.moveaxis(scores, axis, -1)
    return np.moveaxis(
        np.where(
            np.isneginf(s),
            0,
            1
            / np.exp(np.minimum(s[..., None, :] - np.where(np.isneginf(s), 0, s)[..., :, None], 700)).sum(-1),
        ),
        -1,
        axis,
    )


right("torch: softmax nan_to_num")(
    lambda scores, axis=-1: torch.nan_to_num(torch.softmax(tensor(scores), dim=axis))
)
right("constant 1e4 shift in log space")(
    lambda scores, axis=-1: np.nan_to_num(
        np.exp(scores - np.logaddexp.reduce(scores, axis=axis, keepdims=True))
    )
)
right("class")(SoftmaxLayer())
