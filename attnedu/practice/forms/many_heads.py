"""Ways to get several heads wrong: projections, splitting, masks that meet heads, averages over heads, merging."""

import numpy as np

from ..engine.model import Form
from .tools import swap


def split(x, n):
    return np.swapaxes(x.reshape(*x.shape[:-1], n, x.shape[-1] // n), -2, -3)


def merge(x):
    x = np.swapaxes(x, -2, -3)
    return x.reshape(*x.shape[:-2], -1)


def reshape_split(x, n):
    return x.reshape(*x.shape[:-2], n, x.shape[-2], x.shape[-1] // n)


def reshape_merge(x):
    return x.reshape(*x.shape[:-3], x.shape[-2], -1)


class Pair:
    """What `product_forms` reads."""

    def __init__(self, q, k):
        self.q, self.k = q, k


class Scale:
    """What `scaling_forms` reads."""

    def __init__(self, raw, q):
        self.raw, self.q = raw, q


class Mix:
    """What `mixing_forms` reads."""

    def __init__(self, weights, v):
        self.weights, self.v = weights, v


PROJECTIONS = (
    Form(
        "M54",
        lambda s: (s.x @ s.w_q, s.x @ s.w_q, s.x @ s.w_v),
        "k = x @ w_q",
        "queries and keys share a projection",
    ),
    Form(
        "M23",
        lambda s: (s.x @ s.w_k, s.x @ s.w_q, s.x @ s.w_v),
        "w_q and w_k exchanged",
        "queries and keys are interchangeable",
        rare=True,
    ),
    Form("M54", lambda s: (s.x @ s.w_q, s.x @ s.w_k, s.x @ s.w_k), "v = x @ w_k", "keys are what is mixed"),
    Form(
        "M54",
        lambda s: (s.x @ s.w_q, s.x @ s.w_v, s.x @ s.w_k),
        "w_k and w_v exchanged",
        "keys and values are interchangeable",
    ),
    Form("M54", lambda s: (s.x @ s.w_q, s.x @ s.w_k, s.x), "v = x", "values need no projection"),
    Form(
        "M54",
        lambda s: (s.x @ s.w_q.T, s.x @ s.w_k.T, s.x @ s.w_v.T),
        "x @ w.T",
        "projections are stored the other way round",
    ),
    Form("M54", lambda s: (s.x, s.x, s.x), "q = k = v = x", "projections do nothing"),
    Form(
        "M54", lambda s: (s.x @ s.w_q, s.x @ s.w_k, s.x @ s.w_q), "v = x @ w_q", "queries are what is mixed"
    ),
    Form("M54", lambda s: (s.x @ s.w_k, s.x @ s.w_k, s.x @ s.w_v), "q = x @ w_k", "queries and keys share a projection"),
    Form("M54", lambda s: (s.x, s.x @ s.w_k, s.x @ s.w_v), "q = x", "queries need no projection"),
    Form("M54", lambda s: (s.x @ s.w_q, s.x, s.x @ s.w_v), "k = x", "keys need no projection"),
)  # fmt: skip

SPLITS = (
    Form("M36", lambda s: tuple(reshape_split(x, s.n_heads) for x in s.qkv), ".reshape(…, n_heads, T, d)", "a reshape moves axes"),
    Form("M36", lambda s: tuple(np.moveaxis(x.reshape(*x.shape[:-1], -1, s.n_heads), -1, -3) for x in s.qkv), ".reshape(…, d, n_heads)", "the head index runs fastest"),
    Form("M55", lambda s: tuple(np.broadcast_to(x[..., None, :, :], (*x.shape[:-2], s.n_heads, *x.shape[-2:]))[..., : x.shape[-1] // s.n_heads] for x in s.qkv),
         "x[..., :d] for every head", "every head gets the first slice"),
    Form("M36", lambda s: tuple(x[..., None, :, :] for x in s.qkv), "no split", "one wide head is the same"),
    Form("M36", lambda s: tuple(x.reshape(*x.shape[:-1], s.n_heads, x.shape[-1] // s.n_heads) for x in s.qkv), "no transpose", "the head axis may stay behind time"),
    Form("M36", lambda s: (split(s.qkv[0], s.n_heads), split(s.qkv[1], s.n_heads), reshape_split(s.qkv[2], s.n_heads)), "v reshaped, q and k transposed", "a reshape moves axes"),
    Form("M36", lambda s: (reshape_split(s.qkv[0], s.n_heads), reshape_split(s.qkv[1], s.n_heads), split(s.qkv[2], s.n_heads)), "q and k reshaped, v transposed", "a reshape moves axes"),
    Form("M36", lambda s: tuple(split(x, x.shape[-1] // s.n_heads) for x in s.qkv), "n_heads and d swapped", "n_heads is the size of a head"),
    Form("M36", lambda s: tuple(_overlapping(x, s.n_heads) for x in s.qkv), "x[…, h : h + d]", "a head begins one column after the last"),
    Form("M41", lambda s: tuple(_only_batch(x, s.n_heads) for x in s.qkv), "B, T, d_model = x.shape", "there is always a batch axis"),
    Form("M41", lambda s: tuple(_only_matrix(x, s.n_heads) for x in s.qkv), "T, d_model = x.shape", "there is never a batch axis"),
)  # fmt: skip


def _overlapping(x, n):
    d = x.shape[-1] // n
    return np.stack([x[..., h : h + d] for h in range(n)], axis=-3)


def _only_batch(x, n):
    B, T, d = x.shape
    return x.reshape(B, T, n, d // n).transpose(0, 2, 1, 3)


def _only_matrix(x, n):
    T, d = x.shape
    return x.reshape(T, n, d // n).transpose(1, 0, 2)


def _filled(s, part):
    """The merged heads, zeros but for some of them."""
    kept = np.zeros_like(s.heads)
    kept[..., part, :, :] = s.heads[..., part, :, :]
    return merge(kept)


def _padded(s, met):
    """One head's result on the first rows of w_o."""
    return np.concatenate(
        [met, np.zeros_like(s.heads[..., 0, :, :]).repeat(s.heads.shape[-3] - 1, axis=-1)], axis=-1
    )


OUTPUTS = (
    Form("M36", lambda s: reshape_merge(s.heads), ".reshape(…, T, d_model)", "a reshape moves axes"),
    Form("M22", lambda s: np.repeat(s.heads.mean(-3), s.n_heads, axis=-1), "heads.mean(axis=-3)", "heads are averaged", rare=True),
    Form("M22", lambda s: np.concatenate([s.heads.mean(-3)] * s.n_heads, axis=-1), "heads.mean(axis=-3)", "heads are averaged"),
    Form("M22", lambda s: np.concatenate([s.heads.sum(-3)] * s.n_heads, axis=-1), "heads.sum(axis=-3)", "heads are added"),
    Form("M22", lambda s: _padded(s, s.heads.mean(-3)), "heads.mean(axis=-3) @ w_o[:d]", "heads are averaged"),
    Form("M22", lambda s: _padded(s, s.heads.sum(-3)), "heads.sum(axis=-3) @ w_o[:d]", "heads are added"),
    Form("M36", lambda s: np.moveaxis(s.heads, -3, -1).reshape(*s.heads.shape[:-3], s.heads.shape[-2], -1), "heads interleaved", "the head index runs fastest"),
    Form("M36", lambda s: swap(s.heads).reshape(*s.heads.shape[:-3], s.heads.shape[-2], -1), ".swapaxes(-1, -2).reshape(…)", "any exchange of axes will do"),
    Form("M36", lambda s: merge(s.heads[..., ::-1, :, :]), "heads reversed", "the order of heads is free"),
    Form("M55", lambda s: np.concatenate([s.heads[..., 0, :, :]] * s.n_heads, axis=-1), "the first head only", "one head is enough"),
    Form("M55", lambda s: np.concatenate([s.heads[..., -1, :, :]] * s.n_heads, axis=-1), "the last head only", "the last head is the result"),
    Form("M55", lambda s: _filled(s, slice(0, 1)), "the first head, the others zero", "one head is enough"),
    Form("M55", lambda s: _filled(s, slice(-1, None)), "the last head, the others zero", "the last head is the result"),
    Form("M55", lambda s: _filled(s, slice(0, -1)), "range(n_heads - 1)", "the last head may be left out"),
    Form("M55", lambda s: _filled(s, slice(1, None)), "range(1, n_heads)", "heads are counted from 1"),
)  # fmt: skip

WEIGHTS_AVERAGED = (
    Form(
        "M22",
        lambda s: np.broadcast_to(s.weights.mean(-3, keepdims=True), s.weights.shape),
        "weights.mean(axis=-3)",
        "weights are averaged over heads first",
    ),
    Form(
        "M55",
        lambda s: np.broadcast_to(s.weights[..., :1, :, :], s.weights.shape),
        "weights[..., :1, :, :]",
        "one head's weights serve all",
    ),
    Form(
        "M04",
        lambda s: s.weights / s.weights.sum(-3, keepdims=True),
        "softmax over heads",
        "heads share out 1",
        rare=True,
    ),
)

SCORES_AVERAGED = (
    Form(
        "M22",
        lambda s: np.broadcast_to(s.scaled.mean(-3, keepdims=True), s.scaled.shape),
        "scores.mean(axis=-3)",
        "scores are averaged over heads first",
    ),
    Form(
        "M22",
        lambda s: np.broadcast_to(s.scaled.sum(-3, keepdims=True), s.scaled.shape),
        "scores.sum(axis=-3)",
        "scores are added over heads first",
    ),
)

SCALES_OF_THE_WHOLE = (
    Form(
        "M07",
        lambda s: s.raw / np.sqrt(s.x.shape[-1]),
        "/ np.sqrt(d_model)",
        "the scale is the model's width",
    ),
    Form("M07", lambda s: s.raw / np.sqrt(s.n_heads), "/ np.sqrt(n_heads)", "the scale counts heads"),
    Form("M07", lambda s: s.raw / s.x.shape[-1], "/ d_model", "the scale is the model's width"),
)
