"""Lesson 10: attention in blocks of keys."""

from types import SimpleNamespace

import numpy as np

from attnedu import core

from ..engine.model import Exercise, Form, Probe, Stage
from ..forms import tiling
from ..forms.scaling import scaling_forms
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
    seen = p.mask(seed + 50, q.shape[-2], k.shape[-2], empty_row=empty) if mask else None
    return Probe((q, k, v, block, seen), family)


TILED_ATTENTION = Exercise(
    name="tiled_attention",
    lesson="10_online",
    parameters=("q", "k", "v", "block", "mask"),
    returns=("output", "log_sum_exp"),
    kind=("output", "numbers"),
    stages=(
        Stage("arguments", "ok", lambda s: True, (Form("M41", _only_two_axes, "T, d = q.shape", "there are two axes only"),)),
        Stage("scale", "scores", lambda s: s.q @ swap(s.k) / np.sqrt(s.q.shape[-1]), tuple(
            Form(f.id, lambda s, f=f: f.run(SimpleNamespace(raw=s.q @ swap(s.k), q=s.q, v=s.v)), f.line, f.belief) for f in scaling_forms(v="v")
            if "T_" not in f.line and "std" not in f.line
        ) + (
            Form("M07", lambda s: s.q @ swap(s.k) / np.sqrt(s.block), "/ np.sqrt(block)", "the scale counts the block"),
        )),
        Stage("blocks", "parts", tiling.run, (
            Form("M28", tiling.switch(rescale_sum=False, rescale_acc=False), "no rescale", "what was kept needs no change"),
            Form("M28", tiling.switch(rescale_acc=False), "acc not rescaled", "the running output needs no rescale"),
            Form("M28", tiling.switch(rescale_sum=False), "sum not rescaled", "the running sum needs no rescale"),
            Form("M28", tiling.switch(inverse=True), "np.exp(new_max - max)", "what was kept grows with the maximum"),
            Form("M28", tiling.switch(block_max=True, rescale_sum=False, rescale_acc=False), "each block's own maximum", "a block uses its own maximum"),
            Form("M28", tiling.switch(block_max=True), "max = block_max", "the block's maximum replaces the running one"),
            Form("M17", tiling.switch(first_max=True), "the first block's maximum", "the first maximum serves all blocks", also=("M28",)),
            Form("M55", tiling.switch(blocks=tiling.full_blocks), "T_k // block", "the last block is full"),
            Form("M55", tiling.switch(blocks=lambda T, b: tiling.in_order(T, b)[:1]), "the first block", "one block is enough"),
            Form("M55", tiling.switch(blocks=lambda T, b: tiling.in_order(T, b)[-1:]), "the last block", "the last block is the result"),
            Form("M55", tiling.switch(blocks=lambda T, b: tiling.in_order(T, b)[:-1] or tiling.in_order(T, b)), "the last block left out", "the last block may be left out"),
            Form("M55", tiling.switch(blocks=lambda T, b: [slice(x, min(x + b, T)) for x in range(0, T, b + 1)]), "range(0, T_k, block + 1)", "blocks have gaps"),
            Form("M55", tiling.switch(blocks=lambda T, b: [slice(x, min(x + b + 1, T)) for x in range(0, T, b)]), "start + block + 1", "blocks overlap by one"),
            Form("M40", tiling.softmax_by_block, "softmax of each block, added", "a block is normalised by itself"),
            Form("M40", tiling.averaged_blocks, "softmax of each block, averaged", "a block is normalised by itself"),
            Form("M17", tiling.naive, "np.exp(scores)", "the exponential can take any score"),
            Form("M50", tiling.mask_ignored, "the mask is not used", "the mask has done its work already"),
            Form("M11", tiling.mask_inverted, "~mask", "True hides"),
            Form("M50", tiling.switch(mask_rule=tiling.first_columns), "mask[..., :block]", "every block has the first block's mask"),
            Form("M50", tiling.switch(mask_rule=lambda x, seen, keys, n: tiling.hide(x, seen, keys, n) if n == 0 else x), "the mask in the first block", "the first block's mask is enough"),
            Form("M08", tiling.switch(mask_rule=tiling.hide_with_zero), "np.where(mask, scores, 0)", "a score of 0 is no attention"),
            Form("M15", tiling.switch(mask_rule=tiling.finite(-1e9)), "np.where(mask, scores, -1e9)", "-1e9 is the same as -inf"),
            Form("M15", tiling.switch(mask_rule=tiling.finite(-1e4)), "np.where(mask, scores, -1e4)", "-1e4 is below every score"),
            Form("M15", tiling.switch(mask_rule=tiling.finite(-10.0)), "np.where(mask, scores, -10)", "a fairly low score hides"),
            Form("M10", tiling.weights_zeroed, "e * mask", "zeroing a weight removes the key"),
            Form("M09", tiling.switch(mask_rule=lambda x, seen, keys, n: x + seen[..., keys]), "scores + mask", "adding the mask hides where it is 0"),
        )),
        Stage("divide", "output", tiling.divided, (
            Form("M40", lambda s: s.parts.acc, "return acc", "the running output is the output"),
            Form("M16", lambda s: s.parts.acc / s.parts.total[..., None], "acc / sum", "an empty row takes care of itself"),
            Form("M40", lambda s: s.parts.acc / s.k.shape[-2], "acc / T_k", "the count normalises"),
            Form("M40", lambda s: s.parts.acc / s.parts.top[..., None], "acc / max", "the maximum normalises"),
            Form("M40", lambda s: s.parts.acc * s.parts.total[..., None], "acc * sum", "multiplying by the sum normalises"),
        )),
        Stage("log-sum-exp", "lse", tiling.log, (
            Form("M55", lambda s: np.log(np.where(s.parts.total == 0, 1, s.parts.total)), "np.log(sum)", "the maximum need not be added back"),
            Form("M55", lambda s: s.parts.top, "max", "the maximum is log-sum-exp"),
            Form("M55", lambda s: s.parts.total, "sum", "the sum is log-sum-exp"),
            Form("M16", lambda s: np.where(s.parts.total == 0, 0.0, tiling.log(s)), "0 for an empty row", "an empty row has a log-sum-exp of 0"),
            Form("M46", lambda s: s.parts.top - np.log(np.where(s.parts.total == 0, 1, s.parts.total)), "max - np.log(sum)", "the logarithm is taken away"),
            Form("M47", lambda s: s.parts.top + np.log2(np.where(s.parts.total == 0, 1, s.parts.total)), "np.log2(sum)", "any logarithm will do"),
            Form("M17", lambda s: np.log(np.exp(s.parts.top) * s.parts.total), "np.log(np.exp(max) * sum)", "the exponential can take any score"),
            Form("M45", lambda s: tiling.log(s)[..., None], "keepdims", "the last axis may stay"),
            Form("M46", lambda s: -tiling.log(s), "-lse", "the sign is free"),
        )),
        Stage("return", "result", lambda s: (s.output, s.lse), (
            Form("M45", lambda s: (s.lse, s.output), "return lse, output", "the order of results is free"),
            Form("M45", lambda s: s.output, "return output", "one result is enough"),
            Form("M45", lambda s: (s.output, s.parts.top, s.parts.total), "return output, max, sum", "max and sum are the result"),
        )),
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
