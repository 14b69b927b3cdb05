"""Lesson 08: joining the heads again."""

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


def _merge(rule):
    def run(s):
        *front, h, T, d = s.x.shape
        return rule(s.x, tuple(front), h, T, d)

    return run


def _merge_three_axes(s):
    h, T, d = s.x.shape
    return s.x.transpose(1, 0, 2).reshape(T, h * d)


def _merge_four_axes(s):
    B, h, T, d = s.x.shape
    return s.x.transpose(0, 2, 1, 3).reshape(B, T, h * d)


MERGE_HEADS = Exercise(
    name="merge_heads",
    lesson="08_heads",
    parameters=("x",),
    returns=("x",),
    kind=("numbers",),
    stages=(
        Stage("merge", "merged", _merge(lambda x, f, h, T, d: swap_heads(x).reshape(*f, T, h * d)), (
            Form("M36", _merge(lambda x, f, h, T, d: x.reshape(*f, T, h * d)), "x.reshape(…, T, d_model)", "a reshape moves axes"),
            Form("M36", _merge(lambda x, f, h, T, d: np.moveaxis(x, -3, -1).reshape(*f, T, d * h)), "heads interleaved", "the head index runs fastest"),
            Form("M36", _merge(lambda x, f, h, T, d: x.reshape(*f, h * T, d)), "x.reshape(…, n_heads * T, d)", "heads are more time steps"),
            Form("M36", _merge(lambda x, f, h, T, d: swap(x).reshape(*f, h * d, T)), "…, d_model, T", "time stands last"),
            Form("M36", _merge(lambda x, f, h, T, d: swap(swap(x).reshape(*f, h * d, T))[..., ::-1]), "components reversed", "the order of components is free", rare=True),
            Form("M22", _merge(lambda x, f, h, T, d: x.mean(-3)), "x.mean(axis=-3)", "heads are averaged"),
            Form("M22", _merge(lambda x, f, h, T, d: x.sum(-3)), "x.sum(axis=-3)", "heads are added"),
            Form("M55", _merge(lambda x, f, h, T, d: x[..., 0, :, :]), "x[..., 0, :, :]", "one head is enough"),
            Form("M55", _merge(lambda x, f, h, T, d: x[..., -1, :, :]), "x[..., -1, :, :]", "one head is enough"),
            Form("M22", _merge(lambda x, f, h, T, d: x.max(-3)), "x.max(axis=-3)", "the strongest head speaks"),
            Form("M36", _merge(lambda x, f, h, T, d: np.concatenate([x[..., i, :, :] for i in reversed(range(h))], -1)), "heads reversed", "the order of heads is free"),
            Form("M36", _merge(lambda x, f, h, T, d: np.concatenate([x[..., i, :, :] for i in range(h)], -2)), "np.concatenate(axis=-2)", "heads are more time steps"),
            Form("M36", _merge(lambda x, f, h, T, d: swap_heads(x)), "no reshape", "the transpose is the merge"),
            Form("M36", _merge(lambda x, f, h, T, d: np.moveaxis(x, -3, 0).reshape(*f, T, h * d)), "head axis moved to 0", "a reshape moves axes"),
            Form("M36", _merge(lambda x, f, h, T, d: np.swapaxes(x, -1, -3).reshape(*f, T, h * d)), ".swapaxes(-1, -3)", "any exchange of axes will do"),
            Form("M36", _merge(lambda x, f, h, T, d: np.swapaxes(x, -1, -2).reshape(*f, T, h * d)), ".swapaxes(-1, -2)", "any exchange of axes will do"),
            Form("M41", _merge_three_axes, "h, T, d = x.shape", "there are three axes only"),
            Form("M41", _merge_four_axes, "B, h, T, d = x.shape", "there is always one batch axis"),
            Form("M41", _merge(lambda x, f, h, T, d: x.swapaxes(0, 1).reshape(*f, T, h * d)), ".swapaxes(0, 1)", "axes are counted from the front"),
            Form("M41", _merge(lambda x, f, h, T, d: x.swapaxes(1, 2).reshape(*f, T, h * d)), ".swapaxes(1, 2)", "axes are counted from the front"),
        )),
        Stage("return", "result", lambda s: s.merged, (
            Form("M58", lambda s: s.merged / s.x.shape[-3], "/ n_heads", "merging divides by the number of heads"),
            Form("M58", lambda s: s.merged / np.sqrt(s.x.shape[-3]), "/ np.sqrt(n_heads)", "merging scales as well"),
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
