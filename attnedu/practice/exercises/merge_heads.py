"""Lesson 08: joining the heads again."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from attnedu import core

from ..engine.model import Exercise, Form, Probe, Stage
from ..forms.tools import swap
from .split_heads import _array, swap_heads


def merge_heads(x):
    """Bring the head axis behind time, then join it with the last one."""
    x = np.swapaxes(x, -2, -3)
    return x.reshape(*x.shape[:-2], -1)


def merge_by_concatenating(x):
    """Another right way: the heads side by side."""
    return np.concatenate([x[..., h, :, :] for h in range(x.shape[-3])], axis=-1)


def merge_by_einsum(x):
    """Another right way: named axes."""
    moved = np.einsum("...htd->...thd", x)
    return moved.reshape(*moved.shape[:-2], moved.shape[-2] * moved.shape[-1])


@dataclass(frozen=True)
class Axes:
    """Which axes a learner counts on: what stands in front, T, where the heads are, how they get behind time."""

    front: tuple
    T: int
    head: int = -3
    move: Callable = swap_heads


def _sizes(s):
    return Axes(s.x.shape[:-3], s.x.shape[-2])


def _three_axes_only(s):
    h, T, d = s.x.shape
    return Axes((), T, 0)


def _four_axes_only(s):
    B, h, T, d = s.x.shape
    return Axes((B,), T, 1)


def _merge(rule):
    """A form from (x, leading shape, T); what is joined has length -1."""
    return lambda s: rule(s.used, s.axes.front, s.axes.T)


def _over_heads(rule):
    """A form from (x, head axis)."""
    return lambda s: rule(s.x, s.axes.head)


def _cut(x, axis, part):
    return np.moveaxis(np.moveaxis(x, axis, 0)[part], 0, axis)


def _only(x, axis, part):
    """Zeros in every head but the kept ones."""
    kept = np.zeros_like(x)
    np.moveaxis(kept, axis, 0)[part] = np.moveaxis(x, axis, 0)[part]
    return kept


def _joined(s):
    return s.axes.move(s.used).reshape(*s.axes.front, s.axes.T, -1)


def _side_by_side(axis):
    """The heads along this axis, concatenated: right where it is the head axis."""

    def run(s):
        moved = np.moveaxis(s.used, axis, -2)
        return moved.reshape(*moved.shape[:-2], -1)

    return run


MERGE_HEADS = Exercise(
    name="merge_heads",
    lesson="08_heads",
    parameters=("x",),
    returns=("x",),
    kind=("numbers",),
    stages=(
        Stage("sizes", "axes", _sizes, (
            Form("M41", _three_axes_only, "h, T, d = x.shape", "there are three axes only"),
            Form("M41", _four_axes_only, "B, h, T, d = x.shape", "there is always one batch axis"),
            # A slip beside one of these may give a value where unpacking would stop.
            Form("M41", lambda s: Axes((s.x.shape[0],), s.x.shape[2], 1), "x.shape[0], x.shape[2], -1", "there is always one batch axis"),
            Form("M41", lambda s: Axes((), s.x.shape[1], 0), "x.shape[1], -1", "there are three axes only"),
            Form("M41", lambda s: Axes((s.x.shape[0],), s.x.shape[2], 1, lambda x: x.swapaxes(1, 2)), "x.swapaxes(1, 2)", "axes are counted from the front"),
            Form("M41", lambda s: Axes((), s.x.shape[1], 0, lambda x: x.swapaxes(0, 1)), "x.swapaxes(0, 1)", "axes are counted from the front"),
        )),
        Stage("heads used", "used", lambda s: s.x, (
            Form("M55", _over_heads(lambda x, axis: _cut(x, axis, slice(0, 1))), "x[..., 0, :, :]", "one head is enough"),
            Form("M55", _over_heads(lambda x, axis: _cut(x, axis, slice(-1, None))), "x[..., -1, :, :]", "one head is enough"),
            Form("M55", _over_heads(lambda x, axis: _cut(x, axis, slice(0, -1))), "the last head left out", "the last head may be left out"),
            Form("M55", _over_heads(lambda x, axis: _cut(x, axis, slice(1, None))), "the first head left out", "heads are counted from 1"),
            Form("M55", _over_heads(lambda x, axis: _only(x, axis, slice(0, -1))), "the last head stays zero", "the last head may be left out"),
            Form("M55", _over_heads(lambda x, axis: _only(x, axis, slice(1, None))), "the first head stays zero", "heads are counted from 1"),
            Form("M55", _over_heads(lambda x, axis: _only(x, axis, slice(0, 1))), "only the first head filled", "one head is enough"),
            Form("M55", _over_heads(lambda x, axis: np.repeat(_cut(x, axis, slice(0, 1)), x.shape[axis], axis)), "the first head for every head", "one head is enough"),
            Form("M55", _over_heads(lambda x, axis: np.repeat(_cut(x, axis, slice(-1, None)), x.shape[axis], axis)), "the last head for every head", "the last head is the result"),
            Form("M36", _over_heads(lambda x, axis: np.flip(x, axis)), "heads reversed", "the order of heads is free"),
            Form("M22", _over_heads(lambda x, axis: np.repeat(x.mean(axis, keepdims=True), x.shape[axis], axis)), "the mean for every head", "heads are averaged"),
        )),
        Stage("merge", "merged", _joined, (
            Form("M36", _merge(lambda x, f, T: x.reshape(*f, T, -1)), "x.reshape(…, T, d_model)", "a reshape moves axes"),
            Form("M36", _merge(lambda x, f, T: np.moveaxis(x, -3, -1).reshape(*f, T, -1)), "heads interleaved", "the head index runs fastest"),
            Form("M36", _merge(lambda x, f, T: x.reshape(*f, -1, x.shape[-1])), "x.reshape(…, n_heads * T, d)", "heads are more time steps"),
            Form("M36", _merge(lambda x, f, T: swap_heads(x).reshape(*f, -1, x.shape[-1])), "x.reshape(…, T * n_heads, d)", "heads are more time steps"),
            Form("M36", _merge(lambda x, f, T: x.reshape(*f, -1, x.shape[-2])), "x.reshape(…, d_model, T)", "a reshape moves axes"),
            Form("M36", _merge(lambda x, f, T: swap(x.reshape(*f, -1, x.shape[-2]))), "x.reshape(…, d_model, T), then a transpose", "a reshape moves axes"),
            Form("M36", _merge(lambda x, f, T: swap(swap(x).reshape(*f, -1, x.shape[-2]))[..., ::-1]), "components reversed", "the order of components is free", rare=True),
            Form("M22", lambda s: s.used.mean(s.axes.head), "x.mean(axis=-3)", "heads are averaged"),
            Form("M22", lambda s: s.used.sum(s.axes.head), "x.sum(axis=-3)", "heads are added"),
            Form("M22", lambda s: s.used.max(s.axes.head), "x.max(axis=-3)", "the strongest head speaks"),
            Form("M36", _merge(lambda x, f, T: swap_heads(x)), "no reshape", "the transpose is the merge"),
            Form("M36", _merge(lambda x, f, T: np.moveaxis(x, -3, 0).reshape(*f, T, -1)), "head axis moved to 0", "a reshape moves axes"),
            Form("M36", _merge(lambda x, f, T: np.swapaxes(x, -1, -3).reshape(*f, T, -1)), ".swapaxes(-1, -3)", "any exchange of axes will do"),
            Form("M36", _merge(lambda x, f, T: np.swapaxes(x, -1, -2).reshape(*f, T, -1)), ".swapaxes(-1, -2)", "any exchange of axes will do"),
            Form("M36", _merge(lambda x, f, T: np.moveaxis(x, -1, -3).reshape(*f, T, -1)), "np.moveaxis(x, -1, -3)", "any exchange of axes will do"),
            Form("M36", _merge(lambda x, f, T: x.reshape(*f, T, -1, order="F")), "order='F'", "the order in memory is free", rare=True),
            Form("M41", _side_by_side(0), "np.concatenate(list(x), axis=-1)", "the head axis is the first"),
            Form("M41", _side_by_side(1), "np.concatenate of x[:, h]", "the head axis is axis 1"),
        )),
        Stage("return", "result", lambda s: s.merged, (
            Form("M58", lambda s: s.x, "return x", "the merge happens by itself"),
            Form("M58", lambda s: s.merged / s.x.shape[-3], "/ n_heads", "merging divides by the number of heads"),
            Form("M58", lambda s: s.merged / np.sqrt(s.x.shape[-3]), "/ np.sqrt(n_heads)", "merging scales as well"),
            Form("M58", lambda s: s.merged * s.x.shape[-3], "* n_heads", "merging multiplies by the number of heads"),
            Form("M45", lambda s: swap(s.merged), "x.T at the end", "time may stand last"),
            Form("M45", lambda s: s.merged[..., None], "an extra axis", "an axis more does no harm"),
            Form("M45", lambda s: s.merged.reshape(*s.x.shape[:-3], -1), "x.reshape(…, -1)", "time may be joined as well"),
            Form("M45", lambda s: s.merged.reshape(-1, s.merged.shape[-1]) if s.merged.ndim > 2 else s.merged, "batch and time in one", "the leading shape is free"),
        )),
    ),
    probes=(
        Probe((_array(811, 3, 5, 4),)),
        Probe((_array(812, 2, 4, 3),)),
        Probe((_array(813, 4, 4, 3),)),
        Probe((_array(814, 7, 3, 5, 4),), "leading"),
        Probe((_array(815, 2, 7, 3, 5, 4),), "leading"),
    ),
    reference=core.merge_heads,
    alternatives=(merge_heads, merge_by_concatenating, merge_by_einsum),
    solution=merge_heads,
    hints=(
        "Where must all the numbers of one token lie before they can be joined into one row?",
        "A reshape joins neighbours in memory. First bring each token's heads next to each other.",
        "Exchange the head axis with time, counting from the end, then join the last two axes.",
    ),
)  # fmt: skip
