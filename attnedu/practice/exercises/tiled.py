"""Lesson 10: attention in blocks of keys."""

import numpy as np

from attnedu import core

from ..engine.model import Exercise, Form, Probe, Stage
from ..forms import tiled_steps as steps
from ..forms import tiling
from ..forms.tools import swap
from . import probes as p


def tiled_attention(q, k, v, block, mask=None):
    """One block of keys at a time, with a running maximum, sum and output for each query."""
    T_q, T_k = q.shape[-2], k.shape[-2]
    front = q.shape[:-2]
    top = np.full((*front, T_q), -np.inf)
    total = np.zeros((*front, T_q))
    acc = np.zeros((*front, T_q, v.shape[-1]))
    for start in range(0, T_k, block):
        keys = slice(start, start + block)
        scores = q @ np.swapaxes(k[..., keys, :], -1, -2) / np.sqrt(q.shape[-1])
        if mask is not None:
            seen = np.broadcast_to(mask, (*front, T_q, T_k))[..., keys]
            scores = np.where(seen, scores, -np.inf)
        new = np.maximum(top, scores.max(axis=-1))
        safe = np.where(np.isneginf(new), 0, new)
        shrink, e = np.exp(top - safe), np.exp(scores - safe[..., None])
        total = shrink * total + e.sum(axis=-1)
        acc = shrink[..., None] * acc + e @ v[..., keys, :]
        top = new
    empty = total == 0
    output = acc / np.where(empty, 1, total)[..., None]
    return output, np.where(empty, -np.inf, top + np.log(np.where(empty, 1, total)))


def by_the_whole_table(q, k, v, block, mask=None):
    """Another right way in its numbers, though not in its memory: log-sum-exp of the whole row."""
    trace = core.attention(q, k, v, mask)
    return trace.output, core.logsumexp(trace.masked)


def by_merging_blocks(q, k, v, block, mask=None):
    """Another right way: a finished result for each block, joined through their log-sum-exps."""
    outputs, logs = [], []
    for start in range(0, k.shape[-2], block):
        keys = slice(start, start + block)
        seen = None if mask is None else np.broadcast_to(mask, (*q.shape[:-1], k.shape[-2]))[..., keys]
        trace = core.attention(q, k[..., keys, :], v[..., keys, :], seen)
        outputs.append(trace.output)
        logs.append(core.logsumexp(trace.masked))
    logs = np.stack(logs)
    shares = core.softmax(logs, axis=0)
    return (shares[..., None] * np.stack(outputs)).sum(axis=0), core.logsumexp(logs, axis=0)


def _only_two_axes(s):
    T_q, d_k = s.q.shape
    return True


def _probe(seed, block, mask=False, family="ordinary", leading=(), empty=False, shift=None, **sizes):
    q, k, v = p.qkv(seed, leading=leading, **sizes)
    k = k * np.linspace(0.6, 1.6, k.shape[-2])[:, None]  # the largest scores tend to come late
    if shift is not None:
        k[..., -1], q[..., -1] = 1.0, shift * np.sqrt(q.shape[-1])
    # With axes in front, every matrix of the last of them has its own mask: `mask[:, keys]` misses the keys.
    seen = p.mask(seed + 50, *leading[1:], q.shape[-2], k.shape[-2], empty_row=empty) if mask else None
    return Probe((q, k, v, block, seen), family)


TILED_ATTENTION = Exercise(
    name="tiled_attention",
    lesson="10_online",
    parameters=("q", "k", "v", "block", "mask"),
    returns=("output", "log_sum_exp"),
    kind=("output", "numbers"),
    stages=(
        Stage("arguments", "ok", lambda s: True, (Form("M41", _only_two_axes, "T, d = q.shape", "there are two axes only"),)),
        Stage("values", "values", lambda s: s.v, (Form("M54", lambda s: s.k, "e @ k", "keys are what is mixed"),)),
        Stage("product", "raw", lambda s: s.q @ swap(s.k), steps.PRODUCTS),
        Stage("scale", "scores", lambda s: s.raw / np.sqrt(s.q.shape[-1]), steps.SCALES),
        Stage("mask", "seen", lambda s: tiling.of_all(s.mask, s), steps.MASKS),
        Stage("hide", "hiding", lambda s: tiling.hide, steps.HIDING),
        Stage("cuts", "cuts", tiling.cut(tiling.in_order), steps.CUTS),
        Stage("blocks", "parts", tiling.run, steps.LOOPS),
        Stage("divide", "output", tiling.output, steps.OUTPUTS),
        Stage("log-sum-exp", "lse", tiling.log, steps.LOGS),
        Stage("return", "result", lambda s: (s.output, s.lse), steps.RETURNS),
    ),
    probes=(
        _probe(1021, 2, mask=True),
        _probe(1022, 3, T_q=4, T_k=6, d_k=3, d_v=5, mask=True),
        _probe(1023, 2, T_q=3, T_k=6, d_k=5, d_v=4),
        _probe(1024, 4, T_k=7),
        _probe(1025, 2, leading=(7,), family="leading"),
        _probe(1026, 3, leading=(2, 6), mask=True, family="leading"),
        _probe(1027, 2, mask=True, empty=True, family="empty"),
        _probe(1028, 2, shift=np.array([1e4, -1e4, 0.0]), mask=True, family="large"),
        _probe(1029, 9, family="edge"),
        _probe(1030, 1, mask=True, family="edge"),
    ),
    reference=core.tiled_attention,
    alternatives=(tiled_attention, by_merging_blocks, by_the_whole_table),
    solution=tiled_attention,
    hints=(
        "You may look at only a few keys at a time and never again. Which three numbers for each query must you keep?",
        "A running maximum, a running sum and a running output, all in the unit of the maximum; divide once, at the end.",
        "Loop over blocks, update as in online_update, mind the last short block and the mask's columns, then divide and take the log.",
    ),
)  # fmt: skip
