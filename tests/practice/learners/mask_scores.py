"""What learners write for `mask_scores`: wrong once, wrong twice, and right in unusual ways."""

import numpy as np

from tests.practice.learners.corpus import Learners
from tests.practice.learners.parts import causal, hide, softmax, tensor

here = Learners("mask_scores")
one, two, right = here.one, here.two, here.right


# one mistake each

one("M08", note="times")(lambda scores, mask: scores * mask)
one("M08", note="fill 0")(lambda scores, mask: np.where(mask, scores, 0))
one("M08", note="fill mask*-1e8 (B01)")(lambda scores, mask: np.where(mask, scores, mask * -100000000.0))
one("M09", note="add")(lambda scores, mask: scores + mask.astype(float))
one("M09", note="add inverted 0/1")(lambda scores, mask: scores - (~mask).astype(float))
one("M11", note="polarity")(lambda scores, mask: np.where(mask, -np.inf, scores))
one("M15", note="-1e9")(lambda scores, mask: np.where(mask, scores, -1e9))
one("M15", note="finfo.min")(lambda scores, mask: np.where(mask, scores, np.finfo(scores.dtype).min))
one("M15", note="-1e4 added")(lambda scores, mask: scores + (1.0 - mask) * -10000.0)
one("M46", note="+inf")(lambda scores, mask: np.where(mask, scores, np.inf))
one("M15", "M08", note="0*inf (B07)")(lambda scores, mask: scores + (1.0 - mask) * -np.inf)
one("M08", "M46", note="times -inf")(lambda scores, mask: scores * np.where(mask, 1, -np.inf))
one("M01", note="softmaxed")(lambda scores, mask: softmax(np.where(mask, scores, -np.inf)))
one("M08", "M15", note="tiny fill")(lambda scores, mask: np.where(mask, scores, 1e-9))
one("M08", "M15", note="-1e-9 fill")(lambda scores, mask: np.where(mask, scores, -1e-9))
one("M50", note="ignored")(lambda scores, mask: scores + 0)
one("M58", note="scaled too")(
    lambda scores, mask: np.where(mask, scores / np.sqrt(scores.shape[-1]), -np.inf)
)
one("M58", note="causal too")(
    lambda scores, mask: np.where(mask & causal(*scores.shape[-2:]), scores, -np.inf)
)
one("M16", note="empty rows left open")(
    lambda scores, mask: np.where(
        mask | ~(mask & np.ones(scores.shape, bool)).any(-1, keepdims=True), scores, -np.inf
    )
)
one("M15", note="row min")(lambda scores, mask: np.where(mask, scores, scores.min(-1, keepdims=True)))


@one("M38")
def inplace(scores, mask):
    scores[np.broadcast_to(~mask, scores.shape)] = -np.inf
    return scores


@one("M38")
def copyto(scores, mask):
    np.copyto(scores, -np.inf, where=~mask)
    return scores


@one("M41")
def index(scores, mask):
    out = scores.copy()
    out[~mask] = -np.inf
    return out


@one("M50", note="result discarded (N01)")
def discard(scores, mask):
    np.where(mask, scores, -np.inf)
    return scores.copy()


@one("M55", "M50")
def last_row(scores, mask):
    full = np.broadcast_to(mask, scores.shape)
    out = scores.copy()
    for i in range(scores.shape[-2] - 1):
        out[..., i, :] = np.where(full[..., i, :], scores[..., i, :], -np.inf)
    return out


# two mistakes each

two("M11", "M08")(lambda s, m: s * ~m)
two("M11", "M15")(lambda s, m: np.where(m, -1e9, s))


@two("M11", "M38")
def polarity_and_in_place(s, m):
    np.copyto(s, -np.inf, where=m)
    return s


@two("M08", "M38")
def times_zero_and_in_place(s, m):
    s *= m
    return s


two("M01", "M11")(lambda s, m: softmax(np.where(m, -np.inf, s)))
two("M01", "M08")(lambda s, m: softmax(s * m))
two("M11", "M46")(lambda s, m: np.where(m, np.inf, s))


@two("M15", "M38")
def finite_fill_and_in_place(s, m):
    np.copyto(s, -1e9, where=~m)
    return s


# unusual, and right

right("additive bias")(lambda s, m: s + np.where(m, 0, -np.inf))
right("masked array")(lambda s, m: np.ma.filled(np.ma.array(s, mask=np.broadcast_to(~m, s.shape)), -np.inf))
right("list", child=True)(lambda s, m: hide(s, m).tolist())
right("float32")(lambda s, m: hide(s.astype(np.float32), m))


@right()
def copy_and_copyto(s, m):
    c = s.copy()
    np.copyto(c, -np.inf, where=~m)
    return c


right("log mask")(lambda s, m: s + np.log(m.astype(float)))


@right()
def putmask(s, m):
    c = s.copy()
    np.putmask(c, ~np.broadcast_to(m, c.shape), -np.inf)
    return c


right("torch: masked_fill")(lambda s, m: tensor(s).masked_fill(~tensor(m), float("-inf")))
right("divide by mask")(lambda s, m: np.where(m, s, 0) + np.where(m, 0, -np.inf))
right("minimum")(lambda s, m: np.minimum(s, np.where(m, np.inf, -np.inf)))
