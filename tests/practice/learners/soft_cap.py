"""What learners write for `soft_cap`: wrong once, wrong twice, and right in unusual ways."""

import functools
import math

import numpy as np
import torch

from tests.practice.learners.corpus import Learners
from tests.practice.learners.parts import causal, softmax, tensor

here = Learners("soft_cap")
one, two, right = here.one, here.two, here.right


# one mistake each

one("M37", note="clip")(lambda scores, cap: np.clip(scores, -cap, cap))
one("M37", note="cap*tanh(s)")(lambda scores, cap: cap * np.tanh(scores))
one("M37", note="tanh(s/cap)")(lambda scores, cap: np.tanh(scores / cap))
one("M37", note="cap*tanh(s*cap)")(lambda scores, cap: cap * np.tanh(scores * cap))
one("M37", note="tanh(cap*s)/cap")(lambda scores, cap: np.tanh(scores * cap) / cap)
one("M37", "M53", note="softsign")(lambda scores, cap: scores / (1 + np.abs(scores) / cap))
one("M55", "M37", note="min")(lambda scores, cap: np.minimum(scores, cap))
one("M55", "M37", note="positives only")(
    lambda scores, cap: np.where(scores > 0, cap * np.tanh(scores / cap), scores)
)
one("M37", "M53", note="sigmoid")(lambda scores, cap: cap / (1 + np.exp(-scores / cap)))
one("M37", note="arctan")(lambda scores, cap: cap * 2 / np.pi * np.arctan(np.pi * scores / 2 / cap))
one("M01", note="softmaxed")(lambda scores, cap: softmax(cap * np.tanh(scores / cap)))
one("M58", note="ignored")(lambda scores, cap: scores.copy())
one("M58", "M37", note="fixed 50")(lambda scores, cap: 50 * np.tanh(scores / 50))
one("M46", note="negative")(lambda scores, cap: -cap * np.tanh(scores / cap))
one("M46", note="abs")(lambda scores, cap: cap * np.tanh(np.abs(scores) / cap))
one("M58", note="causal too")(
    lambda scores, cap: np.where(causal(*scores.shape[-2:]), cap * np.tanh(scores / cap), -np.inf)
)
one("M37", "M40", note="by the max")(lambda scores, cap: cap * scores / np.abs(scores).max(-1, keepdims=True))
one("M58", "M07", note="scaled first")(
    lambda scores, cap: cap * np.tanh(scores / np.sqrt(scores.shape[-1]) / cap)
)


@one("M38")
def inplace(scores, cap):
    scores /= cap
    np.tanh(scores, out=scores)
    return cap * scores


# two mistakes each

two("M37", "M01")(lambda s, c: softmax(np.clip(s, -c, c)))
two("M37", "M46")(lambda s, c: -np.tanh(s / c))
two("M37", "M38")(lambda s, c: np.clip(s, -c, c, out=s))
two("M37", "M58")(lambda s, c: np.where(causal(*s.shape[-2:]), np.clip(s, -c, c), -np.inf))
two("M46", "M01")(lambda s, c: softmax(-c * np.tanh(s / c)))


# unusual, and right


@right()
def exp_form(s, c):
    z = s / c
    return c * np.sign(z) * -np.expm1(-2 * np.abs(z)) / (1 + np.exp(-2 * np.abs(z)))


right("sigmoid form")(lambda s, c: c * (2 / (1 + np.exp(np.clip(-2 * s / c, -700, 700))) - 1))
right("list", child=True)(lambda s, c: (c * np.tanh(s / c)).tolist())
right("float32")(lambda s, c: (c * np.tanh(s.astype(np.float32) / c)).astype(np.float32))
right("vectorize")(np.vectorize(lambda x, c: c * math.tanh(x / c), otypes=[float]))
right("torch: tanh")(lambda s, c: c * torch.tanh(tensor(s) / c))


@right()
def copy_then_in_place(s, c):
    x = s.copy()
    x /= c
    np.tanh(x, out=x)
    x *= c
    return x


right("partial")(functools.partial(lambda f, s, c: c * f(s / c), np.tanh))
