"""What learners write for `tiled_attention`: wrong once, wrong twice, and right in unusual ways."""

import numpy as np

from tests.practice.learners.corpus import Learners
from tests.practice.learners.parts import causal, hide, log_sum_exp, scaled, softmax, unscaled
from tests.practice.learners.parts_online import exp_less, finished, inverted, no_factor, tiled, update


def variant(**other):
    """Tiled attention with some pieces replaced."""

    def tiled_attention(q, k, v, block, mask=None):
        return tiled(q, k, v, block, mask, **other)

    return tiled_attention


def not_rescaled(state, scores, v):
    return update(state, scores, v, of_sum=no_factor, of_acc=no_factor)


def whole_blocks_only(n, block):
    return max(n // block * block, 1) if n >= block else n


here = Learners("tiled_attention")
one, two, right = here.one, here.two, here.right


# one mistake each

one("M06", note="no scale")(variant(score=unscaled))
one("M07", note="/d")(variant(score=lambda q, k: unscaled(q, k) / q.shape[-1]))
one("M07", note="sqrt block")(variant(score=lambda q, k: unscaled(q, k) / np.sqrt(k.shape[-2])))
one("M07", note="* sqrt")(variant(score=lambda q, k: unscaled(q, k) * np.sqrt(q.shape[-1])))
one("M28", note="no rescale")(variant(step=not_rescaled))
one("M28", note="acc not rescaled")(variant(step=lambda st, s, v: update(st, s, v, of_acc=no_factor)))
one("M28", note="inverted")(variant(step=lambda st, s, v: update(st, s, v, of_sum=inverted, of_acc=inverted)))
one("M55", note="last partial block lost")(variant(end=whole_blocks_only))
one("M50", "M55", note="mask first block only")(variant(masked=lambda b: b == 0))
one("M50", note="mask ignored")(variant(hiding=lambda s, m: s))
one("M11", note="polarity")(variant(hiding=lambda s, m: hide(s, ~m)))
one("M08", note="times")(variant(hiding=lambda s, m: s * m))
one("M09", note="add")(variant(hiding=lambda s, m: s + m))
one("M15", "M16", note="-1e9")(variant(hiding=lambda s, m: np.where(m, s, -1e9)))
one("M54", note="keys for values")(lambda q, k, v, block, mask=None: tiled(q, k, k, block, mask))
one("M45", note="swapped results")(variant(finish=lambda *s: finished(*s)[::-1]))
one("M45", note="output only")(variant(finish=lambda *s: finished(*s)[0]))
one("M45", "M55", note="max returned")(variant(finish=lambda m, l, a: (finished(m, l, a)[0], m)))
one("M45", "M55", note="sum returned")(variant(finish=lambda m, l, a: (finished(m, l, a)[0], l)))
one("M55", "M45", note="log sum only")(
    variant(
        finish=lambda m, l, a: (finished(m, l, a)[0], np.where(l > 0, np.log(np.where(l > 0, l, 1)), -np.inf))
    )
)
one("M47", note="log2")(
    variant(finish=lambda m, l, a: (finished(m, l, a)[0], finished(m, l, a)[1] / np.log(2)))
)
one("M40", note="not divided")(variant(finish=lambda m, l, a: (a, finished(m, l, a)[1])))
one("M16", note="NaN empty")(variant(finish=lambda m, l, a: (a / l[..., None], finished(m, l, a)[1])))
one("M16", note="lse 0 for empty")(
    variant(finish=lambda m, l, a: (finished(m, l, a)[0], np.where(l > 0, finished(m, l, a)[1], 0)))
)
one("M46", note="negative")(variant(score=lambda q, k: -scaled(q, k)))
one("M45", note="lse keepdims")(variant(finish=lambda *s: (finished(*s)[0], finished(*s)[1][..., None])))


@one("M40", "M28")
def mean_of_blocks(q, k, v, block, mask=None):
    lead = np.broadcast_shapes(q.shape[:-2], k.shape[:-2], v.shape[:-2])
    _, lse = tiled(q, k, v, block, mask)
    outs = []
    for i in range(0, k.shape[-2], block):
        full = None if mask is None else np.broadcast_to(mask, lead + (q.shape[-2], k.shape[-2]))
        m = None if full is None else full[..., i : i + block]
        outs.append(tiled(q, k[..., i : i + block, :], v[..., i : i + block, :], block, m)[0])
    return np.mean(outs, axis=0), lse


@one("M58")
def with_causal(q, k, v, block, mask=None):
    m = causal(q.shape[-2], k.shape[-2])
    return tiled(q, k, v, block, m if mask is None else m & mask)


@one("M17")
def no_max(q, k, v, block, mask=None):
    lead = np.broadcast_shapes(q.shape[:-2], k.shape[:-2], v.shape[:-2])
    l, a = 0, 0
    for i in range(0, k.shape[-2], block):
        s = scaled(q, k[..., i : i + block, :])
        if mask is not None:
            s = hide(s, np.broadcast_to(mask, lead + (q.shape[-2], k.shape[-2]))[..., i : i + block])
        p = np.exp(s)
        l, a = l + p.sum(-1), a + p @ v[..., i : i + block, :]
    return a / np.where(l == 0, 1, l)[..., None], np.log(l)


@one("M41")
def two_axes(q, k, v, block, mask=None):
    n, d = q.shape
    m, l, a = np.full(n, -np.inf), np.zeros(n), np.zeros((n, v.shape[1]))
    for i in range(0, len(k), block):
        s = q @ k[i : i + block].T / np.sqrt(d)
        if mask is not None:
            s = hide(s, np.broadcast_to(mask, (n, len(k)))[:, i : i + block])
        m, l, a = update((m, l, a), s, v[i : i + block])
    return finished(m, l, a)


@one("M55")
def last_block(q, k, v, block, mask=None):
    return tiled(
        q,
        k,
        v,
        block,
        mask,
        step=lambda st, s, v: (
            s.max(-1),
            exp_less(s, s.max(-1)[..., None]).sum(-1),
            exp_less(s, s.max(-1)[..., None]) @ v,
        ),
    )


@one("M38")
def inplace(q, k, v, block, mask=None):
    q /= np.sqrt(q.shape[-1])
    return tiled(q, k, v, block, mask, score=unscaled)


@one("M10")
def mask_after(q, k, v, block, mask=None):
    o, lse = tiled(q, k, v, block)
    if mask is None:
        return o, lse
    w = np.exp(scaled(q, k) - lse[..., None]) * mask
    return w @ v, lse


# two mistakes each

two("M06", "M28", note="scale+rescale")(variant(score=unscaled, step=not_rescaled))
two("M06", "M11", note="scale+polarity")(variant(score=unscaled, hiding=lambda s, m: hide(s, ~m)))
two("M28", "M45", note="rescale+swapped")(variant(step=not_rescaled, finish=lambda *s: finished(*s)[::-1]))
two("M06", "M55", note="scale+last block")(variant(score=unscaled, end=whole_blocks_only))
two("M50", "M06", note="ignored+scale")(variant(score=unscaled, hiding=lambda s, m: s))
two("M08", "M06", note="times+scale")(variant(score=unscaled, hiding=lambda s, m: s * m))
two("M06", "M45", note="scale + max returned")(
    variant(score=unscaled, finish=lambda m, l, a: (finished(m, l, a)[0], m))
)


# unusual, and right

right("plain")(lambda q, k, v, block, mask=None: tiled(q, k, v, block, mask))


@right()
def untiled(q, k, v, block, mask=None):
    s = scaled(q, k) if mask is None else hide(scaled(q, k), mask)
    return (softmax(s) @ v, np.where(np.isneginf(log_sum_exp(s)), -np.inf, log_sum_exp(s))[..., 0])


right("list", child=True)(lambda q, k, v, block, mask=None: [x.tolist() for x in tiled(q, k, v, block, mask)])
right("backwards blocks")(
    lambda q, k, v, block, mask=None: tiled(
        q,
        k[..., ::-1, :],
        v[..., ::-1, :],
        block,
        None
        if mask is None
        else np.broadcast_to(mask, np.broadcast_shapes(mask.shape, (1, k.shape[-2])))[..., ::-1],
    )
)
right("block ignored, 1")(lambda q, k, v, block, mask=None: tiled(q, k, v, 1, mask))


@right()
def minus_1e30_with_guard(q, k, v, block, mask=None):
    o, l = tiled(q, k, v, block, mask, hiding=lambda s, m: np.where(m, s, -1e30))
    seen = True if mask is None else np.broadcast_to(mask, scaled(q, k).shape).any(-1)
    seen = np.broadcast_to(seen, l.shape)
    return np.where(seen[..., None], o, 0), np.where(seen, l, -np.inf)


right("float32")(
    lambda q, k, v, block, mask=None: tuple(
        x.astype(np.float32)
        for x in tiled(q.astype(np.float32), k.astype(np.float32), v.astype(np.float32), block, mask)
    )
)


@right()
def lse_combine(q, k, v, block, mask=None):  # flash-decoding style: combine blocks by their lse
    n = k.shape[-2]
    s_all = scaled(q, k) if mask is None else hide(scaled(q, k), mask)
    outs, ls = [], []
    for i in range(0, n, block):
        s = s_all[..., i : i + block]
        outs.append(softmax(s) @ v[..., i : i + block, :])
        ls.append(log_sum_exp(s)[..., 0])
    lse = np.stack(ls, -1)
    shares_of_blocks = np.moveaxis(softmax(lse), -1, 0)
    output = sum(w[..., None] * o for w, o in zip(shares_of_blocks, outs, strict=True))
    return output, log_sum_exp(lse)[..., 0]
