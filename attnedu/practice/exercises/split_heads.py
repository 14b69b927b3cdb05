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


def _sizes(s):
    """(leading shape, T, length of a head), counted from the end."""
    return s.x.shape[:-2], s.x.shape[-2], s.x.shape[-1] // s.n_heads


def _two_axes_only(s):
    T, d_model = s.x.shape
    return (), T, d_model // s.n_heads


def _three_axes_only(s):
    B, T, d_model = s.x.shape
    return (B,), T, d_model // s.n_heads


def _split(rule):
    """A form from (x, leading shape, T, n_heads, d)."""
    return lambda s: rule(s.x, *s.sizes[:2], s.n_heads, s.sizes[2])


def _kept(rule):
    """A form from the heads."""
    return lambda s: rule(s.heads)


def _only(x, kept):
    """Zeros in every head but the kept ones."""
    shown = np.zeros((x.shape[-3], 1, 1), dtype=bool)
    shown[kept] = True
    return np.where(shown, x, 0.0)


def _slices(x, n, start, d):
    """Head h as d columns from start(h) on."""
    return np.stack([x[..., start(h) : start(h) + d] for h in range(n)], axis=-3)


SPLIT_HEADS = Exercise(
    name="split_heads",
    lesson="08_heads",
    parameters=("x", "n_heads"),
    returns=("heads",),
    kind=("numbers",),
    stages=(
        Stage("sizes", "sizes", _sizes, (
            Form("M41", _two_axes_only, "T, d_model = x.shape", "there are two axes only"),
            Form("M41", _three_axes_only, "B, T, d_model = x.shape", "there is always one batch axis"),
            # A slip beside one of these may give a value where unpacking would stop.
            Form("M41", lambda s: ((s.x.shape[0],), s.x.shape[1], -1), "x.shape[0], x.shape[1], n_heads, -1", "there is always one batch axis"),
            Form("M41", lambda s: ((s.x.shape[0],), s.x.shape[1], s.x.shape[-1] // s.n_heads), "x.shape[0], x.shape[1]", "there is always one batch axis"),
            Form("M41", lambda s: ((), s.x.shape[0], -1), "x.shape[0], n_heads, -1", "there are two axes only"),
        )),
        Stage("split", "heads", _split(lambda x, f, T, h, d: swap_heads(x.reshape(*f, T, h, d))), (
            Form("M36", _split(lambda x, f, T, h, d: x.reshape(*f, h, T, d)), "x.reshape(…, n_heads, T, d)", "a reshape moves axes"),
            Form("M36", _split(lambda x, f, T, h, d: swap_heads(x.reshape(*f, T, d, h)).swapaxes(-1, -3).swapaxes(-1, -2)), "x.reshape(…, T, d, n_heads)", "the head index runs fastest"),
            Form("M36", _split(lambda x, f, T, h, d: np.moveaxis(x.reshape(*f, T, d, h), -1, -3)), "x.reshape(…, d, n_heads)", "the head index runs fastest"),
            Form("M36", _split(lambda x, f, T, h, d: x.reshape(*f, T, h, d)), "no transpose", "the head axis may stay behind time"),
            Form("M36", _split(lambda x, f, T, h, d: x.reshape(*f, T, d, h)), "x.reshape(…, T, d, n_heads), no transpose", "the head axis may stand last"),
            Form("M36", _split(lambda x, f, T, h, d: np.moveaxis(x.reshape(*f, T, h, d), -2, 0)), "head axis moved to 0", "heads come before the batch"),
            Form("M36", _split(lambda x, f, T, h, d: swap(x).reshape(*f, h, d, T)), "x.T.reshape(…)", "each head holds columns"),
            Form("M36", _split(lambda x, f, T, h, d: x.reshape(*f, h, d, T)), "x.reshape(…, n_heads, d, T)", "a reshape moves axes"),
            Form("M36", _split(lambda x, f, T, h, d: swap(x.reshape(*f, h, d, T))), "x.reshape(…, n_heads, d, T), then a transpose", "a reshape moves axes"),
            Form("M36", _split(lambda x, f, T, h, d: swap_heads(x.reshape(*f, h, T, d))), "x.reshape(…, n_heads, T, d), then a transpose", "a reshape moves axes"),
            Form("M36", _split(lambda x, f, T, h, d: swap(swap_heads(x.reshape(*f, T, h, d)))), "…, d, T", "time stands last in a head"),
            Form("M36", _split(lambda x, f, T, h, d: x.reshape(*f, T, h, d).swapaxes(-1, -3)), ".swapaxes(-1, -3)", "any exchange of axes will do"),
            Form("M36", _split(lambda x, f, T, h, d: x.reshape(*f, T, h, d).swapaxes(-1, -2)), ".swapaxes(-1, -2)", "any exchange of axes will do"),
            Form("M36", _split(lambda x, f, T, h, d: np.broadcast_to(x[..., None, :, :], (*f, h, T, x.shape[-1]))), "whole copies", "each head sees all of d_model"),
            Form("M36", _split(lambda x, f, T, h, d: swap(x).reshape(*f, h, T, d)), "x.T.reshape(…, n_heads, T, d)", "a reshape moves axes"),
            Form("M36", _split(lambda x, f, T, h, d: swap_heads(x.reshape(*f, T, d, h))), "n_heads and d swapped", "n_heads is the size of a head"),
            Form("M36", _split(lambda x, f, T, h, d: _slices(x, h, lambda i: i, d)), "x[…, h : h + d]", "a head begins one column after the last"),
            Form("M36", _split(lambda x, f, T, h, d: _slices(x, h, lambda i: i * h, d)), "x[…, h * n_heads : h * n_heads + d]", "a head begins n_heads columns after the last"),
            Form("M36", _split(lambda x, f, T, h, d: x.reshape(*f[:-1], h, -1, T, d) if f else x.reshape(h, T, d)), "batch and heads mixed", "a reshape moves axes", rare=True),
            Form("M36", _split(lambda x, f, T, h, d: x.reshape(*f, T * h, d)), "x.reshape(…, T * n_heads, d)", "heads are more time steps"),
            Form("M36", _split(lambda x, f, T, h, d: x.reshape(*f, T, h, d, order="F").swapaxes(-2, -3)), "order='F'", "the order in memory is free", rare=True),
            Form("M36", _split(lambda x, f, T, h, d: x.reshape(*f, h, T, d, order="F")), "x.reshape(…, n_heads, T, d, order='F')", "the order in memory is free", rare=True),
            Form("M41", _split(lambda x, f, T, h, d: x.reshape(*f, T, h, d).transpose(1, 0, *range(2, len(f) + 3))), ".transpose(1, 0, …)", "axes are counted from the front"),
            Form("M41", _split(lambda x, f, T, h, d: x.reshape(*f, T, h, d).swapaxes(1, 2)), ".swapaxes(1, 2)", "axes are counted from the front"),
            Form("M41", _split(lambda x, f, T, h, d: np.moveaxis(x.reshape(*f, T, h, d), -2, 1)), "np.stack(…, axis=1)", "the head axis is axis 1, whatever stands in front"),
        )),
        Stage("heads kept", "kept", lambda s: s.heads, (
            Form("M55", _kept(lambda x: x[..., :1, :, :]), "the first head", "one head is enough"),
            Form("M55", _kept(lambda x: x[..., 0, :, :]), "heads[0]", "one head is enough"),
            Form("M55", _kept(lambda x: x[..., -1, :, :]), "heads[-1]", "one head is enough"),
            Form("M55", _kept(lambda x: np.repeat(x[..., :1, :, :], x.shape[-3], axis=-3)), "x[..., :d] for every head", "one head's slice serves all"),
            Form("M55", _kept(lambda x: x[..., :-1, :, :]), "the last head left out", "the last head may be left out"),
            Form("M55", _kept(lambda x: x[..., 1:, :, :]), "the first head left out", "heads are counted from 1"),
            Form("M55", _kept(lambda x: _only(x, slice(0, -1))), "the last head stays zero", "the last head may be left out"),
            Form("M55", _kept(lambda x: _only(x, slice(1, None))), "the first head stays zero", "heads are counted from 1"),
            Form("M55", _kept(lambda x: _only(x, slice(0, 1))), "only the first head filled", "one head is enough"),
            Form("M55", _kept(lambda x: x[..., :-1]), "the last component left out", "a slice holds its end"),
            Form("M36", _kept(lambda x: x[..., ::-1, :, :]), "heads reversed", "the order of heads is free"),
            Form("M22", _kept(lambda x: np.broadcast_to(x.mean(-3, keepdims=True), x.shape)), "heads.mean(axis=-3)", "heads are averaged"),
        )),
        Stage("return", "result", lambda s: s.kept, (
            Form("M58", lambda s: s.x, "return x", "the split happens by itself"),
            Form("M58", lambda s: s.kept / np.sqrt(s.kept.shape[-1]), "/ np.sqrt(d)", "splitting scales as well"),
            Form("M58", lambda s: s.kept / s.n_heads, "/ n_heads", "splitting divides by the number of heads"),
            Form("M58", lambda s: s.kept - s.kept.mean(-1, keepdims=True), "- heads.mean(axis=-1)", "a head is centred as well"),
            Form("M58", lambda s: s.kept * np.sqrt(s.kept.shape[-1]), "* np.sqrt(d)", "splitting scales as well"),
            Form("M45", lambda s: s.kept.reshape(-1, *s.kept.shape[-2:]) if s.kept.ndim > 3 else s.kept, "batch and heads in one", "the leading shape is free"),
            Form("M45", lambda s: s.kept[..., None], "an extra axis", "an axis more does no harm"),
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
