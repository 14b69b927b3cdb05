"""What learners write for `capped_masked_softmax`: wrong once, wrong twice, and right in unusual ways."""

import numpy as np
import torch

from tests.practice.learners.corpus import Learners
from tests.practice.learners.parts import (
    empty_rows_zero,
    hide,
    log_sum_exp,
    shares,
    softmax,
    spread_evenly,
    tensor,
)


def capped(s, c):
    return c * np.tanh(s / c)


here = Learners("capped_masked_softmax")
one, two, right = here.one, here.two, here.right


# one mistake each

one("M27", note="E13")(
    lambda scores, mask, cap: empty_rows_zero(softmax(capped(hide(scores, mask), cap)), mask)
)
one("M37", note="clip")(lambda scores, mask, cap: softmax(hide(np.clip(scores, -cap, cap), mask)))
one("M37", note="tanh(s)*cap")(lambda scores, mask, cap: softmax(hide(cap * np.tanh(scores), mask)))
one("M37", note="tanh(s/cap)")(lambda scores, mask, cap: softmax(hide(np.tanh(scores / cap), mask)))
one("M58", note="no cap")(lambda scores, mask, cap: softmax(hide(scores, mask)))
one("M50", note="no mask")(lambda scores, mask, cap: softmax(capped(scores, cap)))
one("M08", note="times")(lambda scores, mask, cap: empty_rows_zero(softmax(capped(scores, cap) * mask), mask))
one("M09", note="add")(lambda scores, mask, cap: empty_rows_zero(softmax(capped(scores, cap) + mask), mask))
one("M10", note="after")(lambda scores, mask, cap: softmax(capped(scores, cap)) * mask)
one("M11", note="polarity")(lambda scores, mask, cap: softmax(hide(capped(scores, cap), ~mask)))


@one("M16")
def nan(scores, mask, cap):
    z = hide(capped(scores, cap), mask)
    return np.exp(z) / np.exp(z).sum(-1, keepdims=True)


one("M15", "M16", note="-1e9")(lambda scores, mask, cap: softmax(np.where(mask, capped(scores, cap), -1e9)))
one("M04", note="axis")(lambda scores, mask, cap: softmax(hide(capped(scores, cap), mask), -2))
one("M05", note="flat")(
    lambda scores, mask, cap: softmax(hide(capped(scores, cap), mask).ravel()).reshape(scores.shape)
)
one("M19", note="twice")(
    lambda scores, mask, cap: empty_rows_zero(softmax(softmax(hide(capped(scores, cap), mask))), mask)
)
one("M01", note="scores")(lambda scores, mask, cap: hide(capped(scores, cap), mask))


@one("M38")
def in_place(scores, mask, cap):
    np.tanh(scores.__itruediv__(cap), out=scores)
    return softmax(hide(scores * cap, mask))


one("M52", note="even")(lambda scores, mask, cap: spread_evenly(capped(scores, cap), mask))
one("M27", "M58", note="cap on weights")(lambda scores, mask, cap: capped(softmax(hide(scores, mask)), cap))
one("M46", note="negative")(lambda scores, mask, cap: softmax(hide(-capped(scores, cap), mask)))
one("M27", note="cap after -1e9")(
    lambda scores, mask, cap: empty_rows_zero(softmax(capped(np.where(mask, scores, -1e9), cap)), mask)
)
one("M27", "M16", note="E13 without guard")(
    lambda scores, mask, cap: softmax(capped(hide(scores, mask), cap))
)


# two mistakes each

two("M27", "M11")(lambda s, m, c: softmax(capped(hide(s, ~m), c)))
two("M27", "M37")(lambda s, m, c: softmax(np.clip(hide(s, m), -c, c)))
two("M37", "M10")(lambda s, m, c: softmax(np.clip(s, -c, c)) * m)
two("M58", "M10")(lambda s, m, c: softmax(s) * m)
two("M37", "M11")(lambda s, m, c: softmax(hide(np.clip(s, -c, c), ~m)))
two("M27", "M04")(lambda s, m, c: softmax(capped(hide(s, m), c), -2))
two("M58", "M08")(lambda s, m, c: softmax(s * m))


# unusual, and right

right("naive is enough")(
    lambda s, m, c: shares(np.exp(capped(s, c)) * m) if c < 600 else softmax(hide(capped(s, c), m))
)
right("zero, renormalise")(lambda s, m, c: shares(softmax(capped(s, c)) * m))
right("-1e9 guard")(lambda s, m, c: empty_rows_zero(softmax(np.where(m, capped(s, c), -1e9)), m))
right("list", child=True)(lambda s, m, c: softmax(hide(capped(s, c), m)).tolist())
right("float32")(lambda s, m, c: softmax(hide(capped(s.astype(np.float32), c), m)))
right("mask twice")(lambda s, m, c: softmax(hide(capped(hide(s, m), c), m)))


@right()
def log_space(s, m, c):
    z = hide(capped(s, c), m)
    l = log_sum_exp(z)
    return np.where(np.isneginf(l), 0, np.exp(z - np.where(np.isneginf(l), 0, l)))


@right()
def ok04(s, m, c):
    p = softmax(capped(s, c) * m) * m
    return p / (p.sum(-1, keepdims=True) + 1e-13)


right("torch: t")(
    lambda s, m, c: torch.nan_to_num(
        torch.softmax((c * torch.tanh(tensor(s) / c)).masked_fill(~tensor(m), -np.inf), -1)
    )
)
