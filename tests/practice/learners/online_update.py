"""What learners write for `online_update`: wrong once, wrong twice, and right in unusual ways."""

from typing import NamedTuple

import numpy as np

from tests.practice.learners.corpus import Learners
from tests.practice.learners.parts import softmax
from tests.practice.learners.parts_online import exp_less, inverted, merged, no_factor, update


class State(NamedTuple):
    max: object
    sum: object
    acc: object


here = Learners("online_update")
one, two, right = here.one, here.two, here.right


# one mistake each

one("M28", note="no rescale")(
    lambda state, scores, v: update(state, scores, v, of_sum=no_factor, of_acc=no_factor)
)
one("M28", note="acc not")(lambda state, scores, v: update(state, scores, v, of_acc=no_factor))
one("M28", note="sum not")(lambda state, scores, v: update(state, scores, v, of_sum=no_factor))
one("M28", note="inverted")(
    lambda state, scores, v: update(state, scores, v, of_sum=inverted, of_acc=inverted)
)
one("M28", note="inverted acc")(lambda state, scores, v: update(state, scores, v, of_acc=inverted))


@one("M28")
def block_max(state, scores, v):  # new terms use the block's own max
    m, l, a = state
    mb = scores.max(-1)
    m2 = np.maximum(m, mb)
    p = exp_less(scores, mb[..., None])
    c = exp_less(m, m2)
    return m2, l * c + p.sum(-1), a * c[..., None] + p @ v


@one("M28")
def old_max(state, scores, v):  # new terms use the old max
    m, l, a = state
    m2 = np.maximum(m, scores.max(-1))
    ref = np.where(np.isneginf(m), m2, m)
    p = np.exp(np.minimum(scores - np.where(np.isneginf(ref), 0, ref)[..., None], 700))
    c = exp_less(m, m2)
    return m2, l * c + p.sum(-1), a * c[..., None] + p @ v


@one("M28", "M55")
def max_replaced(state, scores, v):  # max is the block's, consistently rescaled
    m, l, a = state
    m2 = scores.max(-1)
    c = np.where(
        np.isneginf(m),
        0,
        np.exp(np.minimum(np.where(np.isneginf(m), 0, m) - np.where(np.isneginf(m2), 0, m2), 700)),
    )
    p = exp_less(scores, m2[..., None])
    return m2, l * c + p.sum(-1), a * c[..., None] + p @ v


@one("M28")
def max_not_updated(state, scores, v):
    m2, l, a = update(state, scores, v)
    return state[0], l, a


@one("M45")
def order(state, scores, v):
    m, l, a = update(state, scores, v)
    return l, m, a


@one("M45")
def acc_first(state, scores, v):
    m, l, a = update(state, scores, v)
    return a, m, l


@one("M45", "M40")
def acc_divided(state, scores, v):
    m, l, a = update(state, scores, v)
    return (m, l, a / np.where(l == 0, 1, l)[..., None])


@one("M45", "M40")
def output_only(state, scores, v):
    m, l, a = update(state, scores, v)
    return a / np.where(l == 0, 1, l)[..., None]


one("M55", note="last block only")(
    lambda state, scores, v: (
        scores.max(-1),
        exp_less(scores, scores.max(-1)[..., None]).sum(-1),
        exp_less(scores, scores.max(-1)[..., None]) @ v,
    )
)


@one("M17", "M28")
def no_max(state, scores, v):
    m, l, a = state
    p = np.exp(scores)
    return np.maximum(m, scores.max(-1)), l + p.sum(-1), a + p @ v


@one("M05", "M17")
def global_max(state, scores, v):
    m, l, a = state
    m2 = np.maximum(m, scores.max()) + 0 * l
    c = exp_less(m, m2)
    p = exp_less(scores, m2[..., None])
    return m2, l * c + p.sum(-1), a * c[..., None] + p @ v


@one("M38")
def inplace(state, scores, v):
    m, l, a = state
    m2, l2, a2 = update(state, scores, v)
    a[...] = a2
    return m2, l2, a


@one("M16")
def nan(state, scores, v):
    m, l, a = state
    m2 = np.maximum(m, scores.max(-1))
    c = np.exp(m - m2)
    p = np.exp(scores - m2[..., None])
    return m2, l * c + p.sum(-1), a * c[..., None] + p @ v


@one("M54", "M40")
def values_summed(state, scores, v):
    m2, l2, _ = update(state, scores, v)
    c = exp_less(state[0], m2)
    return m2, l2, state[2] * c[..., None] + np.broadcast_to(v.sum(-2), state[2].shape)


@one("M40")
def block_mean(state, scores, v):
    m, l, a = state
    m2 = np.maximum(m, scores.max(-1))
    c = exp_less(m, m2)
    p = exp_less(scores, m2[..., None])
    return m2, l * c + p.mean(-1), a * c[..., None] + p @ v


@one("M19", "M40")
def block_softmax(state, scores, v):  # the block is softmaxed before it is added
    m, l, a = state
    m2 = np.maximum(m, scores.max(-1))
    c = exp_less(m, m2)
    p = softmax(scores)
    return m2, l * c + p.sum(-1), a * c[..., None] + p @ v


@one("M45", "M47")
def lse(state, scores, v):
    m2, l2, a2 = update(state, scores, v)
    return m2, m2 + np.log(np.where(l2 == 0, 1, l2)), a2


# two mistakes each


@two("M28", "M45")
def not_rescaled_and_results(st, s, v):
    m, l, a = update(st, s, v, of_sum=no_factor, of_acc=no_factor)
    return l, m, a


@two("M28", "M38")
def not_rescaled_and_in_place(st, s, v):
    r = update(tuple(np.array(x) for x in st), s, v, of_sum=no_factor, of_acc=no_factor)
    np.copyto(st[2], r[2])
    return r[0], r[1], st[2]


@two("M28", "M40")
def not_rescaled_and_normaliser(st, s, v):
    m, l, a = update(st, s, v, of_sum=no_factor, of_acc=no_factor)
    return (m, l, a / np.where(l == 0, 1, l)[..., None])


@two("M28", "M16")
def not_rescaled_and_empty_rows(st, s, v):
    m2 = np.maximum(st[0], s.max(-1))
    return (m2, st[1] + np.exp(s - m2[..., None]).sum(-1), st[2] + np.exp(s - m2[..., None]) @ v)


# unusual, and right

right("plain")(lambda st, s, v: update(st, s, v))
right("list", child=True)(lambda st, s, v: [np.asarray(x).tolist() for x in update(st, s, v)])
right("by merge")(
    lambda st, s, v: merged(
        st, (lambda m: (m, exp_less(s, m[..., None]).sum(-1), exp_less(s, m[..., None]) @ v))(s.max(-1))
    )
)
right("namedtuple")(lambda st, s, v: State(*update(st, s, v)))


@right()
def key_by_key(state, scores, v):
    m, l, a = (np.array(x, dtype=float) for x in state)
    for j in range(scores.shape[-1]):
        s = scores[..., j]
        m2 = np.maximum(m, s)
        c, p = exp_less(m, m2), exp_less(s, m2)
        l, a, m = (
            l * c + p,
            a * c[..., None]
            + p[..., None]
            * v[..., j, :][..., None, :].reshape(
                v.shape[:-2] + ((1,) if p.ndim > v.ndim - 2 else ()) + v.shape[-1:]
            ),
            m2,
        )
    return m, l, a


@right()
def nan_to_num(st, s, v):
    m2 = np.maximum(st[0], s.max(-1))
    c = np.nan_to_num(np.exp(st[0] - m2))
    p = np.nan_to_num(np.exp(s - m2[..., None]))
    return (m2, st[1] * c + p.sum(-1), st[2] * c[..., None] + p @ v)


@right()
def einsum(st, s, v):
    m2 = np.maximum(st[0], s.max(-1))
    c = exp_less(st[0], m2)
    p = exp_less(s, m2[..., None])
    return (
        m2,
        st[1] * c + p.sum(-1),
        np.asarray(st[2]) * c[..., None] + np.einsum("...j,...jd->...d", p, v)
        if s.ndim < v.ndim
        else st[2] * c[..., None] + np.einsum("...ij,...jd->...id", p, v),
    )
