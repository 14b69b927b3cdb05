"""Lesson 10: taking in one block of keys."""

import numpy as np

from attnedu import core

from ..engine.model import Exercise, Probe
from ..forms import updating
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
    stages=updating.STAGES,
    probes=(
        _update_probe(1001, shift=1.0),
        _update_probe(1002, shift=-1.0, leading=(4,), block=5, d_v=3),
        _update_probe(1003, shift=0.3, leading=(5,), block=2, d_v=4),
        _update_probe(1004, leading=(7, 3), block=4, shift=0.5, family="leading"),
        # Guards for "nothing kept yet" differ from mistake to mistake: no ordinary probe.
        _update_probe(1005, start="none", family="empty"),
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
