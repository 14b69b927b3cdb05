"""Lesson 08: cutting the last axis into heads."""

import numpy as np

from attnedu import core

from ..engine.model import Exercise, Form, Probe, Stage
from ..forms.tools import swap
from . import probes as p


def _array(seed, *shape):
    return p.rng(seed).normal(size=shape)


def swap_heads(x):
    """The head axis and time exchanged."""
    return np.swapaxes(x, -2, -3)


def split_heads(x, n_heads):
    """Cut the last axis into (n_heads, d), then bring the head axis in front of time."""
    *front, T, d_model = x.shape
    return np.swapaxes(x.reshape(*front, T, n_heads, d_model // n_heads), -2, -3)


def split_by_slices(x, n_heads):
    """Another right way: one slice of the last axis for each head."""
    return np.stack(np.split(x, n_heads, axis=-1), axis=-3)


def split_by_loop(x, n_heads):
    """Another right way: copy each head's columns."""
    d = x.shape[-1] // n_heads
    out = np.empty((*x.shape[:-2], n_heads, x.shape[-2], d))
    for h in range(n_heads):
        out[..., h, :, :] = x[..., h * d : (h + 1) * d]
    return out


def _front(x):
    return x.shape[:-2], x.shape[-2], x.shape[-1]


def _split(rule):
    """A form from (x, leading shape, T, n_heads, d)."""

    def run(s):
        front, T, d_model = _front(s.x)
        return rule(s.x, front, T, s.n_heads, d_model // s.n_heads)

    return run


def _two_axes_only(s):
    T, d_model = s.x.shape
    return s.x.reshape(T, s.n_heads, d_model // s.n_heads).transpose(1, 0, 2)


def _three_axes_only(s):
    B, T, d_model = s.x.shape
    return s.x.reshape(B, T, s.n_heads, d_model // s.n_heads).transpose(0, 2, 1, 3)


SPLIT_HEADS = Exercise(
    name="split_heads",
    lesson="08_heads",
    parameters=("x", "n_heads"),
    returns=("heads",),
    kind=("numbers",),
    stages=(
        Stage("split", "heads", _split(lambda x, f, T, h, d: swap_heads(x.reshape(*f, T, h, d))), (
            Form("M36", _split(lambda x, f, T, h, d: x.reshape(*f, h, T, d)), "x.reshape(…, n_heads, T, d)", "a reshape moves axes"),
            Form("M36", _split(lambda x, f, T, h, d: swap_heads(x.reshape(*f, T, d, h)).swapaxes(-1, -3).swapaxes(-1, -2)), "x.reshape(…, T, d, n_heads)", "the head index runs fastest"),
            Form("M36", _split(lambda x, f, T, h, d: np.moveaxis(x.reshape(*f, T, d, h), -1, -3)), "x.reshape(…, d, n_heads)", "the head index runs fastest"),
            Form("M36", _split(lambda x, f, T, h, d: x.reshape(*f, T, h, d)), "no transpose", "the head axis may stay behind time"),
            Form("M36", _split(lambda x, f, T, h, d: np.moveaxis(x.reshape(*f, T, h, d), -2, 0)), "head axis moved to 0", "heads come before the batch"),
            Form("M36", _split(lambda x, f, T, h, d: swap(x).reshape(*f, h, d, T)), "x.T.reshape(…)", "each head holds columns"),
            Form("M36", _split(lambda x, f, T, h, d: swap(swap_heads(x.reshape(*f, T, h, d)))), "…, d, T", "time stands last in a head"),
            Form("M36", _split(lambda x, f, T, h, d: np.broadcast_to(x[..., None, :, :], (*f, h, T, h * d))), "whole copies", "each head sees all of d_model"),
            Form("M36", _split(lambda x, f, T, h, d: swap(x).reshape(*f, h, T, d)), "x.T.reshape(…, n_heads, T, d)", "a reshape moves axes"),
            Form("M55", _split(lambda x, f, T, h, d: np.broadcast_to(x[..., None, :, :d], (*f, h, T, d))), "x[..., :d] for every head", "one head's slice serves all"),
            Form("M55", _split(lambda x, f, T, h, d: swap_heads(x.reshape(*f, T, h, d))[..., :1, :, :]), "the first head", "one head is enough"),
            Form("M36", _split(lambda x, f, T, h, d: swap_heads(x.reshape(*f, T, h, d))[..., ::-1, :, :]), "heads reversed", "the order of heads is free"),
            Form("M36", _split(lambda x, f, T, h, d: swap_heads(x.reshape(*f, T, d, h))), "n_heads and d swapped", "n_heads is the size of a head"),
            Form("M36", _split(lambda x, f, T, h, d: x.reshape(*f[:-1], h, -1, T, d) if f else x.reshape(h, T, d)), "batch and heads mixed", "a reshape moves axes", rare=True),
            Form("M36", _split(lambda x, f, T, h, d: x.reshape(*f, T * h, d)), "x.reshape(…, T * n_heads, d)", "heads are more time steps"),
            Form("M41", _two_axes_only, "T, d_model = x.shape", "there are two axes only"),
            Form("M41", _three_axes_only, "B, T, d_model = x.shape", "there is always one batch axis"),
            Form("M41", _split(lambda x, f, T, h, d: x.reshape(*f, T, h, d).transpose(1, 0, *range(2, len(f) + 3))), ".transpose(1, 0, …)", "axes are counted from the front"),
            Form("M41", _split(lambda x, f, T, h, d: x.reshape(*f, T, h, d).swapaxes(1, 2)), ".swapaxes(1, 2)", "axes are counted from the front"),
        )),
        Stage("return", "result", lambda s: s.heads, (
            Form("M58", lambda s: s.heads / np.sqrt(s.heads.shape[-1]), "/ np.sqrt(d)", "splitting scales as well"),
            Form("M45", lambda s: s.heads.reshape(-1, *s.heads.shape[-2:]) if s.heads.ndim > 3 else s.heads, "batch and heads in one", "the leading shape is free"),
        )),
    ),
    probes=(
        Probe((_array(801, 5, 12), 3)),
        Probe((_array(802, 3, 10), 2)),
        Probe((_array(803, 4, 12), 4)),
        Probe((_array(804, 7, 5, 12), 3), "leading"),
        Probe((_array(805, 2, 7, 5, 12), 3), "leading"),
    ),
    reference=core.split_heads,
    alternatives=(split_heads, split_by_slices, split_by_loop),
    solution=split_heads,
    hints=(
        "Take T = 2 tokens of four numbers and two heads. Write down by hand what head 1 should hold.",
        "Every head gets the same slice of every token. Reshape cuts memory in order; only a transpose moves an axis.",
        "Cut the last axis into two, heads first, then exchange the head axis with time, counting axes from the end.",
    ),
)  # fmt: skip
