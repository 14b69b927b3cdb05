"""What learners write for `multi_head_attention`: wrong once, wrong twice, and right in unusual ways."""

import numpy as np
import torch

from tests.practice.learners.corpus import Learners
from tests.practice.learners.parts import (
    causal,
    empty_rows_zero,
    hide,
    merge,
    plain_softmax,
    scaled,
    shares,
    softmax,
    split,
    spread_evenly,
    tensor,
    unscaled,
)


def mha(
    x, w_q, w_k, w_v, w_o, n_heads, mask=None, *, sp=split, mg=merge, score=scaled, weigh=None, project=True
):
    q, k, v = (sp(x @ w, n_heads) for w in (w_q, w_k, w_v))
    s = score(q, k)
    m = np.ones(s.shape[-2:], bool) if mask is None else mask
    m = m if m.ndim <= 2 else m[..., None, :, :]
    w = softmax(hide(s, m)) if weigh is None else weigh(s, m)
    o = mg(w @ v)
    return o @ w_o if project else o


def variant(**other):
    """Multi-head attention with some pieces replaced."""

    def multi_head_attention(x, w_q, w_k, w_v, w_o, n_heads, mask=None):
        return mha(x, w_q, w_k, w_v, w_o, n_heads, mask, **other)

    return multi_head_attention


def view_split(x, h):
    return x.reshape(*x.shape[:-2], h, x.shape[-2], x.shape[-1] // h)


def view_merge(x):
    return x.reshape(*x.shape[:-3], x.shape[-2], -1)


def dh_split(x, h):
    return np.moveaxis(x.reshape(*x.shape[:-1], x.shape[-1] // h, h), -1, -3)


here = Learners("multi_head_attention")
one, two, right = here.one, here.two, here.right


# one mistake each

one("M06", note="no scale")(variant(score=unscaled))
one("M07", note="/d")(variant(score=lambda q, k: unscaled(q, k) / q.shape[-1]))
one("M07", note="* sqrt d")(variant(score=lambda q, k: unscaled(q, k) * np.sqrt(q.shape[-1])))
one("M07", note="sqrt d_model")(
    lambda x, w_q, w_k, w_v, w_o, n_heads, mask=None: mha(
        x, w_q, w_k, w_v, w_o, n_heads, mask, score=lambda q, k: unscaled(q, k) / np.sqrt(x.shape[-1])
    )
)
one("M07", note="sqrt n_heads")(
    lambda x, w_q, w_k, w_v, w_o, n_heads, mask=None: mha(
        x, w_q, w_k, w_v, w_o, n_heads, mask, score=lambda q, k: unscaled(q, k) / np.sqrt(n_heads)
    )
)
one("M36", note="view split")(variant(sp=view_split))
one("M36", note="view merge")(variant(mg=view_merge))
one("M36", note="d,h split only")(variant(sp=dh_split))
one("M58", "M55", note="no w_o")(variant(project=False))
one("M04", note="axis")(variant(weigh=lambda s, m: softmax(hide(s, m), -2)))
one("M04", note="over heads")(variant(weigh=lambda s, m: softmax(hide(s, m), -3)))
one("M05", note="flat")(variant(weigh=lambda s, m: softmax(hide(s, m).ravel()).reshape(s.shape)))
one("M50", note="ignored")(variant(weigh=lambda s, m: softmax(s)))
one("M11", note="polarity")(variant(weigh=lambda s, m: softmax(hide(s, ~m)) if not m.all() else softmax(s)))
one("M08", note="times")(variant(weigh=lambda s, m: empty_rows_zero(softmax(s * m), m)))
one("M10", note="after")(variant(weigh=lambda s, m: softmax(s) * m))
one("M16", note="NaN")(variant(weigh=lambda s, m: plain_softmax(hide(s, m))))
one("M15", "M16", note="-1e9")(variant(weigh=lambda s, m: softmax(np.where(m, s, -1e9))))
one("M19", note="twice")(variant(weigh=lambda s, m: empty_rows_zero(softmax(softmax(hide(s, m))), m)))
one("M22", note="mean scores")(
    variant(weigh=lambda s, m: softmax(hide(np.broadcast_to(s.mean(-3, keepdims=True), s.shape), m)))
)
one("M22", note="mean weights")(
    variant(
        weigh=lambda s, m: (lambda w: np.broadcast_to(w.mean(-3, keepdims=True), w.shape))(
            softmax(hide(s, m))
        )
    )
)
one("M01", "M08", note="no softmax")(variant(weigh=lambda s, m: np.where(m, s, 0)))
one("M58", note="causal always")(variant(weigh=lambda s, m: softmax(hide(s, m & causal(*s.shape[-2:])))))
one("M53", note="sigmoid")(variant(weigh=lambda s, m: np.where(m, 1 / (1 + np.exp(-s)), 0)))
one("M23", note="kq")(variant(score=lambda q, k: scaled(k, q)))
one("M46", note="negative")(variant(score=lambda q, k: -scaled(q, k)))
one("M52", note="spread")(variant(weigh=spread_evenly))


@one("M36", "M58")
def one_big_head(x, w_q, w_k, w_v, w_o, n_heads, mask=None):
    return mha(x, w_q, w_k, w_v, w_o, 1, mask)


@one("M54")
def wk_for_q(x, w_q, w_k, w_v, w_o, n_heads, mask=None):
    return mha(x, w_k, w_k, w_v, w_o, n_heads, mask)


@one("M54")
def k_for_v(x, w_q, w_k, w_v, w_o, n_heads, mask=None):
    return mha(x, w_q, w_k, w_k, w_o, n_heads, mask)


@one("M54", "M23")
def qk_projections(x, w_q, w_k, w_v, w_o, n_heads, mask=None):
    return mha(x, w_k, w_q, w_v, w_o, n_heads, mask)


@one("M23", "M54")
def linear_T(x, w_q, w_k, w_v, w_o, n_heads, mask=None):  # torch Linear convention x @ w.T
    return mha(x, w_q.T, w_k.T, w_v.T, w_o.T, n_heads, mask)


@one("M43")
def batch_mask_on_heads(x, w_q, w_k, w_v, w_o, n_heads, mask=None):
    q, k, v = (split(x @ w, n_heads) for w in (w_q, w_k, w_v))
    s = scaled(q, k)
    w = softmax(s if mask is None else hide(s, mask))
    return merge(w @ v) @ w_o


@one("M45")
def returns_two(x, w_q, w_k, w_v, w_o, n_heads, mask=None):
    q, k, v = (split(x @ w, n_heads) for w in (w_q, w_k, w_v))
    s = scaled(q, k)
    m = True if mask is None else (mask if mask.ndim <= 2 else mask[..., None, :, :])
    w = softmax(hide(s, m))
    return merge(w @ v) @ w_o, w


@one("M55")
def first_head_out(x, w_q, w_k, w_v, w_o, n_heads, mask=None):
    return mha(
        x, w_q, w_k, w_v, w_o, n_heads, mask, mg=lambda o: merge(np.repeat(o[..., :1, :, :], n_heads, -3))
    )


@one("M55")
def loop_misses_last(x, w_q, w_k, w_v, w_o, n_heads, mask=None):
    d = x.shape[-1] // n_heads
    out = np.zeros(x.shape)
    for h in range(n_heads - 1):
        sl_ = slice(h * d, (h + 1) * d)
        s = scaled((x @ w_q)[..., sl_], (x @ w_k)[..., sl_])
        out[..., sl_] = softmax(s if mask is None else hide(s, mask)) @ (x @ w_v)[..., sl_]
    return out @ w_o


@one("M41")
def two_axes(x, w_q, w_k, w_v, w_o, n_heads, mask=None):
    heads = [np.split(x @ w, n_heads, axis=1) for w in (w_q, w_k, w_v)]
    outs = []
    for q, k, v in zip(*heads, strict=True):
        s = q @ k.T / np.sqrt(q.shape[1])
        outs.append(softmax(s if mask is None else hide(s, mask)) @ v)
    return np.hstack(outs) @ w_o


# two mistakes each

two("M36", "M06", note="view split+no scale")(variant(sp=view_split, score=unscaled))
two("M06", "M04", note="no scale+axis")(variant(score=unscaled, weigh=lambda s, m: softmax(hide(s, m), -2)))
two("M06", "M10", note="no scale+after")(variant(score=unscaled, weigh=lambda s, m: softmax(s) * m))
two("M36", "M11", note="view merge+polarity")(
    variant(mg=view_merge, weigh=lambda s, m: softmax(hide(s, ~m)) if not m.all() else softmax(s))
)
two("M06", "M58", note="no scale+no w_o")(variant(score=unscaled, project=False))
two("M36", "M36", note="view both")(variant(sp=view_split, mg=view_merge))
two("M06", "M50", note="no scale+ignored")(variant(score=unscaled, weigh=lambda s, m: softmax(s)))
two("M36", "M22", note="view merge+mean")(
    variant(
        mg=view_merge,
        weigh=lambda s, m: softmax(hide(np.broadcast_to(s.mean(-3, keepdims=True), s.shape), m)),
    )
)
two("M07", "M36", note="d_model+view merge")(
    lambda x, w_q, w_k, w_v, w_o, n_heads, mask=None: mha(
        x,
        w_q,
        w_k,
        w_v,
        w_o,
        n_heads,
        mask,
        mg=view_merge,
        score=lambda q, k: unscaled(q, k) / np.sqrt(x.shape[-1]),
    )
)


# unusual, and right


@right()
def hstack(x, w_q, w_k, w_v, w_o, n_heads, mask=None):  # OK28
    heads = [np.split(x @ w, n_heads, axis=-1) for w in (w_q, w_k, w_v)]
    return (
        np.concatenate(
            [
                softmax(scaled(q, k) if mask is None else hide(scaled(q, k), mask)) @ v
                for q, k, v in zip(*heads, strict=True)
            ],
            -1,
        )
        @ w_o
    )


@right()
def per_head_projection(x, w_q, w_k, w_v, w_o, n_heads, mask=None):
    d, out = x.shape[-1] // n_heads, 0
    for h in range(n_heads):
        c = slice(h * d, (h + 1) * d)
        s = scaled(x @ w_q[:, c], x @ w_k[:, c])
        out = out + softmax(s if mask is None else hide(s, mask)) @ (x @ w_v[:, c]) @ w_o[c]
    return out


@right()
def einsum(x, w_q, w_k, w_v, w_o, n_heads, mask=None):
    w3 = [w.reshape(w.shape[0], n_heads, -1) for w in (w_q, w_k, w_v)]
    q, k, v = (np.einsum("...ti,ihd->...htd", x, w) for w in w3)
    s = np.einsum("...hid,...hjd->...hij", q, k) / q.shape[-1] ** 0.5
    if mask is not None:
        s = np.where(mask if mask.ndim == 2 else mask[:, None], s, -np.inf)
    return np.einsum("...hij,...hjd,hdo->...io", softmax(s), v, w_o.reshape(n_heads, -1, w_o.shape[-1]))


right("-1e9 guard")(
    lambda x, a, b, c, d, h, mask=None: mha(
        x, a, b, c, d, h, mask, weigh=lambda s, m: empty_rows_zero(softmax(np.where(m, s, -1e9)), m)
    )
)
right("zero renorm")(
    lambda x, a, b, c, d, h, mask=None: mha(x, a, b, c, d, h, mask, weigh=lambda s, m: shares(softmax(s) * m))
)
right("list", child=True)(lambda x, a, b, c, d, h, mask=None: mha(x, a, b, c, d, h, mask).tolist())
right("float32")(
    lambda x, a, b, c, d, h, mask=None: mha(
        x.astype(np.float32),
        a.astype(np.float32),
        b.astype(np.float32),
        c.astype(np.float32),
        d.astype(np.float32),
        h,
        mask,
    )
)


@right()
def fused_qkv(x, a, b, c, d, h, mask=None):
    qkv = np.split(x @ np.concatenate([a, b, c], 1), 3, -1)
    return (
        mha(x, a, b, c, d, h, mask)
        if qkv is None
        else merge(
            (
                lambda s, v: (
                    softmax(s if mask is None else hide(s, mask if mask.ndim <= 2 else mask[:, None])) @ v
                )
            )(scaled(split(qkv[0], h), split(qkv[1], h)), split(qkv[2], h))
        )
        @ d
    )


right("scale in w_q")(
    lambda x, a, b, c, d, h, mask=None: mha(x, a / np.sqrt(a.shape[1] // h), b, c, d, h, mask, score=unscaled)
)


@right()
def torch_sdpa(x, a, b, c, d, h, mask=None):
    q = split(x @ a, h)
    k = split(x @ b, h)
    v = split(x @ c, h)
    return tensor(
        merge(
            torch.nan_to_num(
                torch.nn.functional.scaled_dot_product_attention(
                    tensor(q),
                    tensor(k),
                    tensor(v),
                    attn_mask=None if mask is None else tensor(mask if mask.ndim == 2 else mask[:, None]),
                )
            ).numpy()
        )
        @ d
    )
