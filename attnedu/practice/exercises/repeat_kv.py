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


def _tiled(x, n):
    return np.concatenate([x] * n, axis=-3)


REPEAT_KV = Exercise(
    name="repeat_kv",
    lesson="08_heads",
    parameters=("x", "n_rep"),
    returns=("x",),
    kind=("numbers",),
    stages=(
        Stage("repeat", "repeated", lambda s: np.repeat(s.x, s.n_rep, axis=-3), (
            Form("M44", lambda s: _tiled(s.x, s.n_rep), "np.tile / np.concatenate([x] * n_rep)", "the whole list of heads is repeated"),
            Form("M44", lambda s: np.repeat(s.x, s.n_rep, axis=-2), "np.repeat(…, axis=-2)", "time steps are repeated"),
            Form("M44", lambda s: np.repeat(s.x, s.n_rep, axis=-1), "np.repeat(…, axis=-1)", "components are repeated"),
            Form("M44", lambda s: np.repeat(s.x, s.n_rep), "np.repeat(x, n_rep)", "the axis is free"),
            Form("M41", lambda s: np.repeat(s.x, s.n_rep, axis=0), "np.repeat(…, axis=0)", "the head axis is the first"),
            Form("M41", lambda s: np.repeat(s.x, s.n_rep, axis=1), "np.repeat(…, axis=1)", "the head axis is axis 1"),
            Form("M44", lambda s: np.repeat(s.x, s.n_rep, axis=-3).reshape(*s.x.shape[:-3], s.n_rep, s.x.shape[-3], *s.x.shape[-2:]).swapaxes(-3, -4).reshape(*s.x.shape[:-3], -1, *s.x.shape[-2:]),
                 "expand, then the wrong reshape", "the whole list of heads is repeated", rare=True),
            Form("M44", lambda s: s.x, "return x", "broadcasting repeats by itself"),
            Form("M55", lambda s: np.repeat(s.x[..., :1, :, :], s.x.shape[-3] * s.n_rep, axis=-3), "x[..., :1, :, :]", "one head serves all"),
            Form("M44", lambda s: np.concatenate([s.x, *[s.x[..., -1:, :, :]] * (s.x.shape[-3] * (s.n_rep - 1))], axis=-3), "the last head repeated", "only the end is filled up"),
            Form("M55", lambda s: np.repeat(s.x, s.n_rep + 1, axis=-3), "n_rep + 1", "n_rep counts the copies besides the first"),
            Form("M55", lambda s: np.repeat(s.x, max(s.n_rep - 1, 1), axis=-3), "n_rep - 1", "n_rep counts the original"),
            Form("M44", lambda s: np.repeat(s.x[..., ::-1, :, :], s.n_rep, axis=-3), "heads reversed", "the order of heads is free"),
            Form("M44", lambda s: np.repeat(s.x[..., None, :, :], s.n_rep, axis=-3), "a new axis is left", "a new axis is as good"),
            Form("M44", lambda s: np.stack([s.x] * s.n_rep), "np.stack([x] * n_rep)", "a new axis is as good"),
            Form("M44", lambda s: _tiled(s.x, s.n_rep) if s.x.ndim == 3 else np.concatenate([s.x] * s.n_rep, axis=1), "np.tile(x, (1, n_rep, …))", "the whole list of heads is repeated", rare=True),
        )),
        Stage("return", "result", lambda s: s.repeated, (
            Form("M58", lambda s: s.repeated / s.n_rep, "/ n_rep", "copies share the value"),
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
