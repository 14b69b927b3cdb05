"""What learners write for `sink_softmax`: wrong once, wrong twice, and right in unusual ways."""

import numpy as np
import torch

from tests.practice.learners.corpus import Learners
from tests.practice.learners.parts import log_sum_exp, shares, softmax, tensor


def column(sink):
    s = np.asarray(sink, float)
    return s[:, None, None] if s.ndim == 1 else s


def parts(scores, sink):
    s = column(sink)
    m = np.maximum(scores.max(-1, keepdims=True), s)
    return np.exp(scores - m), np.exp(s - m), m


def right_weights(scores, sink):
    e, z, _ = parts(scores, sink)
    return e / (e.sum(-1, keepdims=True) + z)


here = Learners("sink_softmax")
one, two, right = here.one, here.two, here.right


# one mistake each


@one("M56")
def column_kept(scores, sink):
    col = np.broadcast_to(column(sink), scores.shape[:-1] + (1,))
    return softmax(np.concatenate([scores, col], -1))


@one("M56")
def column_first_kept(scores, sink):
    col = np.broadcast_to(column(sink), scores.shape[:-1] + (1,))
    return softmax(np.concatenate([col, scores], -1))[..., :-1]


@one("M56")
def renorm(scores, sink):
    return shares(right_weights(scores, sink))


one("M56", "M58", note="sink ignored")(lambda scores, sink: softmax(scores))


@one("M56")
def floor(scores, sink):
    e, z, _ = parts(scores, sink)
    return e / np.maximum(e.sum(-1, keepdims=True), z)


@one("M56", "M53")
def with_one(scores, sink):
    return right_weights(scores, 0.0)


@one("M56")
def shifted(scores, sink):  # I07
    m = scores.max(-1, keepdims=True)
    e = np.exp(scores - np.where(np.isfinite(m), m, 0))
    return e / (np.exp(column(sink)) + e.sum(-1, keepdims=True))


@one("M17")
def naive(scores, sink):
    e = np.exp(scores)
    return e / (np.exp(column(sink)) + e.sum(-1, keepdims=True))


@one("M04")
def axis(scores, sink):
    s = column(sink)
    m = np.maximum(scores.max(-2, keepdims=True), s)
    e = np.exp(scores - m)
    return e / (e.sum(-2, keepdims=True) + np.exp(s - m))


@one("M05")
def flat(scores, sink):
    s = column(sink)
    m = np.maximum(scores.max(), s)
    e = np.exp(scores - m)
    return e / (e.sum() + np.exp(s - m))


@one("M56")
def added(scores, sink):  # sink added to every score: vanishes
    return softmax(scores + column(sink))


@one("M56")
def max_scores(scores, sink):
    return softmax(np.maximum(scores, column(sink)))


@one("M55", "M56")
def first_sink(scores, sink):
    return right_weights(scores, float(np.ravel(sink)[0]))


@one("M46")
def sign(scores, sink):
    return right_weights(scores, -np.asarray(sink))


@one("M56")
def not_exp(scores, sink):
    s = column(sink)
    m = scores.max(-1, keepdims=True)
    m = np.where(np.isfinite(m), np.maximum(m, 0), 0)
    e = np.exp(scores - m)
    return e / (e.sum(-1, keepdims=True) + s * np.exp(-m))


@one("M56")
def per_key(scores, sink):  # one sink for each key
    return right_weights(scores, np.asarray(sink) + np.log(scores.shape[-1]))


@one("M43", "M56")
def last_axis(scores, sink):  # meets the key axis
    s = np.asarray(sink, float)
    m = np.maximum(scores.max(-1, keepdims=True), s)
    e = np.exp(scores - m)
    return e / (e.sum(-1, keepdims=True) + np.exp(s - m))


@one("M41", "M43")
def head_first(scores, sink):  # head axis taken to be the first
    s = np.asarray(sink, float)
    if s.ndim:
        s = s.reshape((-1,) + (1,) * (scores.ndim - 1))
    m = np.maximum(scores.max(-1, keepdims=True), s)
    e = np.exp(scores - m)
    return e / (e.sum(-1, keepdims=True) + np.exp(s - m))


one("M19", note="twice")(lambda scores, sink: softmax(right_weights(scores, sink)))


@one("M38")
def in_place(scores, sink):
    w = right_weights(scores, sink)
    scores -= np.where(np.isfinite(scores.max(-1, keepdims=True)), scores.max(-1, keepdims=True), 0)
    return w


@one("M16")
def nan(scores, sink):
    m = scores.max(-1, keepdims=True)
    return np.exp(scores - m) / (np.exp(scores - m).sum(-1, keepdims=True) + np.exp(column(sink) - m))


one("M01", "M45", note="log")(lambda scores, sink: np.log(right_weights(scores, sink)))


# two mistakes each

two("M56", "M04")(lambda s, z: softmax(s, -2))
two("M56", "M17")(lambda s, z: np.exp(s) / (1 + np.exp(s).sum(-1, keepdims=True)))
two("M46", "M17")(lambda s, z: np.exp(s) / (np.exp(-column(z)) + np.exp(s).sum(-1, keepdims=True)))
two("M17", "M04")(lambda s, z: np.exp(s) / (np.exp(column(z)) + np.exp(s).sum(-2, keepdims=True)))
two("M56", "M05")(lambda s, z: np.exp(s - s.max()) / np.exp(s - s.max()).sum())
two("M55", "M46")(lambda s, z: right_weights(s, -float(np.ravel(z)[0])))


# unusual, and right

right("column cut")(
    lambda s, z: softmax(np.concatenate([s, np.broadcast_to(column(z), s.shape[:-1] + (1,))], -1))[..., :-1]
)
right("logaddexp")(
    lambda s, z: np.exp(s - np.logaddexp(np.logaddexp.reduce(s, axis=-1, keepdims=True), column(z)))
)
right("softmax times share")(
    lambda s, z: (
        softmax(s)
        / (
            1
            + np.exp(
                np.clip(column(z) - np.where(np.isneginf(log_sum_exp(s)), -1e300, log_sum_exp(s)), -745, 700)
            )
        )
    )
)
right("list", child=True)(lambda s, z: right_weights(s, z).tolist())
right("float32")(lambda s, z: right_weights(s.astype(np.float32), z))


@right()
def shift_scores_by_sink_plus_one(s, z):
    y = s - column(z)
    m = np.maximum(y.max(-1, keepdims=True), 0)
    return np.exp(y - m) / (np.exp(-m) + np.exp(y - m).sum(-1, keepdims=True))


@right()
def reshape_1_1_1(s, z):
    y = np.reshape(z, (-1, 1, 1)) if np.ndim(z) else z
    m = np.maximum(s.max(-1, keepdims=True), y)
    return np.exp(s - m) / (np.exp(y - m) + np.exp(s - m).sum(-1, keepdims=True))


right("torch: cat")(
    lambda s, z: torch.softmax(
        torch.cat([tensor(s), tensor(np.broadcast_to(column(z), s.shape[:-1] + (1,)).astype(s.dtype))], -1),
        -1,
    )[..., :-1]
)
