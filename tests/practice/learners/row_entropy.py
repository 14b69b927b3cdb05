"""What learners write for `row_entropy`: wrong once, wrong twice, and right in unusual ways."""

import math

import numpy as np
import torch

from tests.practice.learners.corpus import Learners
from tests.practice.learners.parts import softmax, tensor


def w_log_w(w, log=np.log):
    return w * log(np.where(w > 0, w, 1))


here = Learners("row_entropy")
one, two, right = here.one, here.two, here.right


# one mistake each


@one("M47")
def bits(weights):
    return -w_log_w(weights, np.log2).sum(-1)


@one("M47")
def dits(weights):
    return -w_log_w(weights, np.log10).sum(-1)


@one("M47")
def norm(weights):
    return -w_log_w(weights).sum(-1) / np.log(weights.shape[-1])


@one("M47")
def perplexity(weights):
    return np.exp(-w_log_w(weights).sum(-1))


@one("M46")
def sign(weights):
    return w_log_w(weights).sum(-1)


@one("M55", "M20")
def nan(weights):
    return -(weights * np.log(weights)).sum(-1)


@one("M05")
def total(weights):
    return -w_log_w(weights).sum()


@one("M04")
def axis(weights):
    return -w_log_w(weights).sum(-2)


@one("M04")
def axis0(weights):
    return -w_log_w(weights).sum(axis=0)


@one("M40")
def mean(weights):
    return -w_log_w(weights).mean(-1)


@one("M45", "M05")
def mean_rows(weights):
    return (-w_log_w(weights).sum(-1)).mean()


@one("M19")
def with_softmax(weights):
    return -w_log_w(softmax(weights)).sum(-1)


@one("M41")
def loop(weights):
    return np.array([-sum(x * math.log(x) for x in row if x > 0) for row in weights])


@one("M38")
def inplace(weights):
    weights[weights == 0] = 1
    return -(weights * np.log(weights)).sum(-1)


@one("M45")
def keepdims(weights):
    return -w_log_w(weights).sum(-1, keepdims=True)


@one("M47", "M53")
def gini(weights):
    return 1 - (weights**2).sum(-1)


@one("M22")
def with_heads(weights):
    w = np.broadcast_to(weights.mean(-3, keepdims=True), weights.shape) if weights.ndim > 2 else weights
    return -w_log_w(w).sum(-1)


@one("M47", "M46")
def from_uniform(weights):
    return np.log(weights.shape[-1]) + w_log_w(weights).sum(-1)


@one("M55")
def last(weights):
    return -w_log_w(weights[..., :-1]).sum(-1)


@one("M45")
def elementwise(weights):
    return -w_log_w(weights)


@one("M46", "M53", "M58")
def abs_log(weights):  # the w in front forgotten: mean surprisal
    return -np.log(np.where(weights > 0, weights, 1)).sum(-1)


# two mistakes each

two("M47", "M04")(lambda w: -w_log_w(w, np.log2).sum(-2))
two("M47", "M46")(lambda w: w_log_w(w, np.log2).sum(-1))
two("M47", "M55")(lambda w: -(w * np.log2(w)).sum(-1))
two("M46", "M05")(lambda w: w_log_w(w).sum())
two("M19", "M47")(lambda w: -w_log_w(softmax(w), np.log2).sum(-1))
two("M46", "M04")(lambda w: w_log_w(w).sum(-2))
two("M47", "M40")(lambda w: -w_log_w(w, np.log2).mean(-1))


# unusual, and right

right("where")(lambda w: -np.where(w > 0, w * np.log(np.where(w > 0, w, 1)), 0).sum(-1))
right("eps")(lambda w: -(w * np.log(w + 1e-12)).sum(-1))
right("nansum")(lambda w: -np.nansum(w * np.log(w), axis=-1))
right("log2 * ln2")(lambda w: -w_log_w(w, np.log2).sum(-1) * np.log(2))
right("product")(lambda w: -np.log(np.prod(np.power(w, w), -1)))
right("list", child=True)(lambda w: (-w_log_w(w).sum(-1)).tolist())
right("float32")(lambda w: -w_log_w(w.astype(np.float32)).sum(-1))
right("einsum")(lambda w: -np.einsum("...i,...i->...", w, np.log(np.maximum(w, 1e-300))))
right("torch: xlogy")(lambda w: -torch.special.xlogy(tensor(w), tensor(w)).sum(-1))
right("apply")(lambda w: np.apply_along_axis(lambda r: math.fsum(-x * math.log(x) for x in r if x), -1, w))
right("clip")(lambda w: -np.sum(w * np.log(np.clip(w, 1e-15, None)), axis=-1))
