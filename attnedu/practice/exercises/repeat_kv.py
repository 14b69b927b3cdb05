"""Lesson 08: key-value heads that several query heads share."""

import numpy as np

from attnedu import core

from ..engine.model import Exercise, Form, Probe, Stage
from .split_heads import _array


def repeat_kv(x, n_rep):
    """Each key-value head n_rep times in a row."""
    return np.repeat(x, n_rep, axis=-3)


def repeat_by_index(x, n_rep):
    """Another right way: query head h uses key-value head h // n_rep."""
    return x[..., np.arange(x.shape[-3] * n_rep) // n_rep, :, :]


def repeat_by_broadcasting(x, n_rep):
    """Another right way: a new axis, then a reshape that joins it with the heads."""
    *front, h, T, d = x.shape
    return np.broadcast_to(x[..., :, None, :, :], (*front, h, n_rep, T, d)).reshape(*front, h * n_rep, T, d)


def _heads(rule):
    """A form from (x, head axis)."""
    return lambda s: rule(s.x, s.axis)


def _first(x, axis, part=slice(0, 1)):
    return np.moveaxis(np.moveaxis(x, axis, 0)[part], 0, axis)


def _zeroed(x, axis, head):
    left = np.moveaxis(x.copy(), axis, 0)
    left[head] = 0
    return np.moveaxis(left, 0, axis)


def _repeat(rule):
    """A form from (heads, copies, head axis)."""
    return lambda s: rule(s.heads, s.copies, s.axis)


def _tiled(x, n, axis=-3):
    return np.concatenate([x] * n, axis=axis)


def _new_axis(x, n, after):
    """n copies along a new axis, behind the heads or in front of them."""
    return np.repeat(np.expand_dims(x, -3 if after else -4), n, axis=-3 if after else -4)


def _resized(x, n, axis):
    """Copies made along another axis, then the numbers poured into the shape that is asked for."""
    return np.repeat(x, n, axis=axis).reshape(*x.shape[:-3], -1, *x.shape[-2:])


def _end_filled(s, fill):
    """The heads once, then `fill` up to the length asked for."""
    missing = s.x.shape[-3] * (s.n_rep - 1)
    return np.concatenate([s.x, np.repeat(fill(s.x), missing, axis=-3)], axis=-3)


def _only_first_copies(s):
    shown = np.arange(s.repeated.shape[-3]) % s.n_rep == 0
    return np.where(shown[:, None, None], s.repeated, 0.0)


REPEAT_KV = Exercise(
    name="repeat_kv",
    lesson="08_heads",
    parameters=("x", "n_rep"),
    returns=("x",),
    kind=("numbers",),
    stages=(
        Stage("head axis", "axis", lambda s: -3, (
            Form("M41", lambda s: 0, "axis=0", "the head axis is the first"),
            Form("M41", lambda s: 1, "axis=1", "the head axis is axis 1"),
        )),
        Stage("heads used", "heads", lambda s: s.x, (
            Form("M55", _heads(lambda x, axis: np.repeat(_first(x, axis), x.shape[axis], axis)), "x[..., :1, :, :]", "one head serves all"),
            Form("M55", _heads(lambda x, axis: np.repeat(_first(x, axis, slice(-1, None)), x.shape[axis], axis)), "x[..., -1:, :, :]", "one head serves all"),
            Form("M55", _heads(lambda x, axis: _first(x, axis)), "the first head alone", "one head is enough"),
            Form("M55", _heads(lambda x, axis: _first(x, axis, slice(0, -1))), "the last head left out", "the last head may be left out"),
            Form("M55", _heads(lambda x, axis: _first(x, axis, slice(1, None))), "the first head left out", "heads are counted from 1"),
            Form("M55", _heads(lambda x, axis: _zeroed(x, axis, -1)), "the last head stays zero", "the last head may be left out"),
            Form("M55", _heads(lambda x, axis: _zeroed(x, axis, 0)), "the first head stays zero", "heads are counted from 1"),
            Form("M44", _heads(lambda x, axis: np.flip(x, axis)), "heads reversed", "the order of heads is free"),
            Form("M22", _heads(lambda x, axis: np.repeat(x.mean(axis, keepdims=True), x.shape[axis], axis)), "x.mean(axis=-3)", "heads are averaged before they are shared"),
            Form("M22", _heads(lambda x, axis: x.mean(axis, keepdims=True)), "the mean of the heads alone", "heads are averaged before they are shared"),
        )),
        Stage("copies", "copies", lambda s: s.n_rep, (
            Form("M55", lambda s: s.n_rep + 1, "n_rep + 1", "n_rep counts the copies besides the first"),
            Form("M55", lambda s: max(s.n_rep - 1, 1), "n_rep - 1", "n_rep counts the original"),
            Form("M58", lambda s: s.n_rep * s.x.shape[-3], "n_rep * n_heads", "n_rep copies are made for every head"),
            Form("M58", lambda s: 2, "2 copies", "there are two copies, whatever n_rep says", (), True),
        )),
        Stage("repeat", "repeated", _repeat(lambda x, n, axis: np.repeat(x, n, axis)), (
            Form("M44", _repeat(_tiled), "np.tile / np.concatenate([x] * n_rep)", "the whole list of heads is repeated"),
            Form("M36", _repeat(lambda x, n, axis: np.repeat(x, n, axis=-2)), "np.repeat(…, axis=-2)", "time steps are repeated"),
            Form("M36", _repeat(lambda x, n, axis: np.repeat(x, n, axis=-1)), "np.repeat(…, axis=-1)", "components are repeated"),
            Form("M36", _repeat(lambda x, n, axis: _tiled(x, n, -2)), "np.concatenate(…, axis=-2)", "time steps are repeated"),
            Form("M36", _repeat(lambda x, n, axis: _tiled(x, n, -1)), "np.concatenate(…, axis=-1)", "components are repeated"),
            Form("M36", _repeat(lambda x, n, axis: _resized(x, n, -2)), "np.repeat(…, axis=-2).reshape(…)", "a reshape brings the copies to the heads"),
            Form("M36", _repeat(lambda x, n, axis: _resized(x, n, -1)), "np.repeat(…, axis=-1).reshape(…)", "a reshape brings the copies to the heads"),
            Form("M36", _repeat(lambda x, n, axis: _tiled(x, n, -1).reshape(*x.shape[:-3], -1, *x.shape[-2:])), "np.concatenate(…, axis=-1).reshape(…)", "a reshape brings the copies to the heads"),
            Form("M45", _repeat(lambda x, n, axis: np.repeat(x, n)), "np.repeat(x, n_rep)", "the axis may be left out"),
            Form("M45", _repeat(lambda x, n, axis: _new_axis(x, n, True)), "a new axis is left", "a new axis is as good"),
            Form("M45", _repeat(lambda x, n, axis: _new_axis(x, n, False)), "a new axis in front of the heads is left", "a new axis is as good"),
            Form("M45", _repeat(lambda x, n, axis: np.stack([x] * n)), "np.stack([x] * n_rep)", "a new axis is as good"),
            Form("M45", _repeat(lambda x, n, axis: np.stack([x] * n, -1)), "np.stack([x] * n_rep, axis=-1)", "a new axis is as good"),
            Form("M45", _repeat(lambda x, n, axis: np.stack([x] * n, -2)), "np.stack([x] * n_rep, axis=-2)", "a new axis is as good"),
        )),
        Stage("return", "result", lambda s: s.repeated, (
            Form("M58", lambda s: s.x, "return x", "broadcasting repeats by itself"),
            Form("M58", lambda s: s.repeated / s.n_rep, "/ n_rep", "copies share the value"),
            Form("M58", lambda s: s.repeated * s.n_rep, "* n_rep", "a copy is a multiple"),
            Form("M58", lambda s: s.repeated / np.sqrt(s.n_rep), "/ np.sqrt(n_rep)", "copying scales as well"),
            Form("M55", lambda s: _end_filled(s, lambda x: np.zeros_like(x[..., :1, :, :])), "zeros for copies", "the copies may stay empty"),
            Form("M55", _only_first_copies, "zeros for all but the first copy", "the copies may stay empty"),
            Form("M44", lambda s: _end_filled(s, lambda x: x[..., -1:, :, :]), "the last head repeated", "only the end is filled up"),
            Form("M44", lambda s: _end_filled(s, lambda x: x[..., :1, :, :]), "the first head repeated", "only the end is filled up"),
            Form("M45", lambda s: np.swapaxes(s.repeated, -2, -3), "time in front of heads", "the head axis may stand behind time"),
            Form("M45", lambda s: np.swapaxes(s.repeated, -1, -2), "…, d, T", "time may stand last"),
            Form("M45", lambda s: s.repeated.reshape(-1, *s.repeated.shape[-2:]) if s.x.ndim > 3 else s.repeated, "batch and heads in one", "the leading shape is free"),
        )),
    ),
    probes=(
        Probe((_array(821, 3, 5, 4), 2)),
        Probe((_array(822, 2, 4, 3), 3)),
        Probe((_array(823, 7, 2, 5, 4), 3), "leading"),
        Probe((_array(824, 2, 7, 3, 5, 4), 2), "leading"),
        Probe((_array(825, 3, 5, 4), 1), "edge"),
    ),
    reference=core.repeat_kv,
    alternatives=(repeat_kv, repeat_by_index, repeat_by_broadcasting),
    solution=repeat_kv,
    hints=(
        "Two key-value heads, four query heads. Which key-value head does query head 1 use: the first or the second?",
        "Neighbouring query heads share: query head h uses key-value head h // n_rep.",
        "Repeat each head in place along the head axis, counted from the end; do not put whole copies one after another.",
    ),
)  # fmt: skip
