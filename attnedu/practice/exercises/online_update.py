"""Lesson 10: taking in one block of keys."""

import numpy as np

from attnedu import core

from ..engine.model import Exercise, Form, Probe, Stage
from . import probes as p


def online_update(state, scores, v):
    """Shrink what was kept to the new maximum, then add the block."""
    old_max, old_sum, acc = state
    new_max = np.maximum(old_max, scores.max(axis=-1))
    safe = np.where(np.isneginf(new_max), 0, new_max)
    shrink = np.where(np.isneginf(old_max), 0, np.exp(old_max - safe))
    e = np.exp(scores - safe[..., None])
    added = (e[..., None, :] @ v)[..., 0, :]
    return new_max, shrink * old_sum + e.sum(axis=-1), shrink[..., None] * acc + added


def update_key_by_key(state, scores, v):
    """Another right way: one key after another."""
    m, total, acc = (np.array(x, dtype=float) for x in state)
    for j in range(scores.shape[-1]):
        s = scores[..., j]
        new = np.maximum(m, s)
        shrink = np.where(np.isneginf(m), 0, np.exp(m - np.where(np.isneginf(new), 0, new)))
        e = np.where(np.isneginf(s), 0, np.exp(s - np.where(np.isneginf(new), 0, new)))
        total, acc, m = shrink * total + e, shrink[..., None] * acc + e[..., None] * v[..., j, :], new
    return m, total, acc


def update_by_merging(state, scores, v):
    """Another right way: a state for the block alone, then a merge."""
    empty = core.OnlineSoftmax.empty(scores.shape[:-1], v.shape[-1])
    return tuple(core.online_merge(state, core.online_update(empty, scores, v)))


def _safe(x):
    return np.where(np.isneginf(x), 0.0, x)


def _shrink(old, new):
    with np.errstate(all="ignore"):
        return np.where(np.isneginf(old), 0.0, np.exp(old - _safe(new)))


def _block(s, top):
    return np.exp(s.scores - _safe(top)[..., None])


def _added(e, v):
    return (e[..., None, :] @ v)[..., 0, :]


UPDATE_STAGES = (
    Stage("maximum", "top", lambda s: np.maximum(s.state[0], s.scores.max(-1)), (
        Form("M28", lambda s: s.scores.max(-1), "scores.max(axis=-1)", "the block's maximum replaces the running one"),
        Form("M28", lambda s: np.where(np.isneginf(s.state[0]), s.scores.max(-1), s.state[0]), "the first maximum", "the first maximum serves all blocks"),
        Form("M17", lambda s: np.zeros_like(s.state[0]), "no maximum", "the exponential can take any score"),
        Form("M28", lambda s: np.full_like(s.state[0], max(float(np.max(s.state[0])), float(s.scores.max()))), "scores.max()", "one maximum serves all rows"),
        Form("M28", lambda s: np.minimum(s.state[0], s.scores.max(-1)), "np.minimum(…)", "the smaller maximum is the running one"),
        Form("M28", lambda s: _safe(s.state[0]) + s.scores.max(-1), "max + block max", "maxima add up"),
    )),
    Stage("rescale", "shrink", lambda s: _shrink(s.state[0], s.top), (
        Form("M28", lambda s: np.ones_like(s.state[0]), "no rescale", "what was kept needs no change"),
        Form("M28", lambda s: 1 / np.where(_shrink(s.state[0], s.top) == 0, 1, _shrink(s.state[0], s.top)), "np.exp(new_max - max)", "what was kept grows with the maximum"),
        Form("M28", lambda s: np.exp(s.state[0] - s.top) ** 2, "rescaled twice", "the rescale is applied twice"),
        Form("M28", lambda s: _shrink(s.state[0], s.scores.max(-1)), "np.exp(max - block_max)", "the block's maximum is the new one"),
        Form("M16", lambda s: np.exp(s.state[0] - s.top), "np.exp(max - new_max)", "-inf minus -inf is 0"),
        Form("M28", lambda s: _safe(s.state[0]) - _safe(s.top), "max - new_max", "the difference is the factor"),
        Form("M28", lambda s: _safe(s.state[0]) / np.where(s.top == 0, 1, _safe(s.top)), "max / new_max", "the quotient is the factor"),
        Form("M17", lambda s: np.exp(_safe(s.state[0])) / np.exp(_safe(s.top)), "np.exp(max) / np.exp(new_max)", "the exponential can take any score"),
    )),
    Stage("block", "e", lambda s: _block(s, s.top), (
        Form("M28", lambda s: _block(s, s.scores.max(-1)), "scores - block_max", "a block uses its own maximum"),
        Form("M17", lambda s: np.exp(s.scores), "np.exp(scores)", "the exponential can take any score"),
        Form("M28", lambda s: np.exp(s.scores - _safe(s.state[0])[..., None]), "scores - old_max", "a block uses the old maximum"),
        Form("M16", lambda s: np.exp(s.scores - s.top[..., None]), "scores - new_max", "-inf minus -inf is 0"),
        Form("M40", lambda s: _block(s, s.top) / _block(s, s.top).sum(-1, keepdims=True), "softmax(scores)", "a block is normalised by itself"),
        Form("M53", lambda s: s.scores - _safe(s.top)[..., None], "scores - new_max", "the difference needs no exponential"),
    )),
    Stage("sum", "total", lambda s: s.shrink * s.state[1] + s.e.sum(-1), (
        Form("M28", lambda s: s.state[1] + s.e.sum(-1), "sum + e.sum()", "the running sum needs no rescale"),
        Form("M50", lambda s: s.e.sum(-1), "e.sum()", "the block replaces what was kept"),
        Form("M28", lambda s: s.shrink * (s.state[1] + s.e.sum(-1)), "shrink * (sum + e.sum())", "the block is rescaled too"),
        Form("M40", lambda s: s.shrink * s.state[1] + s.e.mean(-1), "e.mean()", "the mean is the sum"),
        Form("M40", lambda s: s.shrink * s.state[1] + s.e.max(-1), "e.max()", "the largest is the sum"),
        Form("M05", lambda s: s.shrink * s.state[1] + s.e.sum(), "e.sum()", "one sum serves all rows"),
        Form("M40", lambda s: s.shrink * s.state[1] + s.e.shape[-1], "+ block", "the count is the sum"),
    )),
    Stage("output", "acc", lambda s: s.shrink[..., None] * s.state[2] + _added(s.e, s.v), (
        Form("M28", lambda s: s.state[2] + _added(s.e, s.v), "acc + e @ v", "the running output needs no rescale"),
        Form("M50", lambda s: _added(s.e, s.v), "e @ v", "the block replaces what was kept"),
        Form("M28", lambda s: s.shrink[..., None] * (s.state[2] + _added(s.e, s.v)), "shrink * (acc + e @ v)", "the block is rescaled too"),
        Form("M40", lambda s: (s.shrink[..., None] * s.state[2] + _added(s.e, s.v)) / s.total[..., None], "acc / sum", "the running output is divided at each step"),
        Form("M40", lambda s: s.shrink[..., None] * s.state[2] + _added(s.e, s.v) / s.e.sum(-1)[..., None], "e @ v / e.sum()", "a block is normalised by itself"),
        Form("M54", lambda s: s.shrink[..., None] * s.state[2] + _added(s.scores, s.v), "scores @ v", "scores mix the values"),
        Form("M54", lambda s: s.shrink[..., None] * s.state[2] + s.v.sum(-2), "v.sum()", "values are added as they are"),
    )),
    Stage("return", "result", lambda s: (s.top, s.total, s.acc), (
        Form("M45", lambda s: (s.top, s.acc, s.total), "max, acc, sum", "the order of results is free"),
        Form("M45", lambda s: (s.total, s.top, s.acc), "sum, max, acc", "the order of results is free"),
        Form("M45", lambda s: s.acc, "return acc", "one result is enough"),
        Form("M45", lambda s: (s.top, s.total), "return max, sum", "acc need not be kept"),
        Form("M40", lambda s: (s.top, s.total, s.acc / s.total[..., None]), "acc / sum", "the running output is divided at each step"),
        Form("M45", lambda s: (s.top + np.log(s.total), s.total, s.acc), "max + log(sum)", "log-sum-exp is the maximum"),
    )),
)  # fmt: skip


def _state(seed, leading, d_v, start="some"):
    """A state after a first block, or before any."""
    if start == "none":
        return tuple(core.OnlineSoftmax.empty(leading, d_v))
    r = p.rng(seed)
    first = p.scores(seed + 1, *leading, 3)
    return tuple(
        np.array(x)
        for x in core.online_update(core.OnlineSoftmax.empty(leading, d_v), first, r.normal(size=(3, d_v)))
    )


def _update_probe(
    seed, leading=(3,), block=4, d_v=2, family="ordinary", start="some", shift=0.0, hidden=False, level=0.0
):
    scores = p.scores(seed, *leading, block) + shift + level
    if hidden:
        scores[..., 0, :] = -np.inf
    v = p.rng(seed + 9).normal(size=(block, d_v))
    top, total, acc = _state(seed + 3, leading, d_v, start)
    return Probe(((top + level, total, acc), scores, v), family)


ONLINE_UPDATE = Exercise(
    name="online_update",
    lesson="10_online",
    parameters=("state", "scores", "v"),
    returns=("max", "sum", "acc"),
    kind=("numbers", "numbers", "output"),
    stages=UPDATE_STAGES,
    probes=(
        _update_probe(1001, shift=1.0),
        _update_probe(1002, shift=-1.0, leading=(4,), block=5, d_v=3),
        _update_probe(1003, shift=0.3, leading=(5,), block=2, d_v=4),
        _update_probe(1004, leading=(7, 3), block=4, shift=0.5),
        _update_probe(1005, start="none"),
        _update_probe(1006, shift=1e4, family="large"),
        _update_probe(1008, shift=1.0, level=1e4, family="large"),
        _update_probe(1007, start="none", hidden=True, family="empty"),
    ),
    reference=core.online_update,
    alternatives=(online_update, update_key_by_key, update_by_merging),
    solution=online_update,
    hints=(
        "A new key has the largest score so far. What do the numbers you have kept mean now, and what should they mean?",
        "Sum and output were counted in units of e to the old maximum. When the maximum moves, their unit moves.",
        "Find the new maximum, multiply both kept numbers by e to (old minus new), then add the block measured from the new one.",
    ),
)  # fmt: skip
