"""Lesson 10: joining two states of the same queries."""

import numpy as np

from attnedu import core

from ..engine.model import Exercise, Probe
from ..forms import merging_states
from .online_update import _state


def online_merge(a, b):
    """Bring both states to the larger maximum, then add."""
    top = np.maximum(a[0], b[0])
    safe = np.where(np.isneginf(top), 0, top)
    shrink_a, shrink_b = np.exp(a[0] - safe), np.exp(b[0] - safe)
    total = shrink_a * a[1] + shrink_b * b[1]
    return top, total, shrink_a[..., None] * a[2] + shrink_b[..., None] * b[2]


def merge_the_smaller_into_the_larger(a, b):
    """Another right way: only the state with the smaller maximum shrinks."""
    larger = a[0] >= b[0]
    high = [
        np.where(larger if x.ndim == larger.ndim else larger[..., None], x, y)
        for x, y in zip(a, b, strict=True)
    ]
    low = [
        np.where(larger if x.ndim == larger.ndim else larger[..., None], y, x)
        for x, y in zip(a, b, strict=True)
    ]
    shrink = np.where(np.isneginf(low[0]), 0, np.exp(low[0] - np.where(np.isneginf(high[0]), 0, high[0])))
    return high[0], high[1] + shrink * low[1], high[2] + shrink[..., None] * low[2]


def merge_with_where(a, b):
    """Another right way: the empty state treated apart."""
    top = np.maximum(a[0], b[0])
    with np.errstate(invalid="ignore"):
        fa = np.where(np.isneginf(a[0]), 0.0, np.exp(a[0] - top))
        fb = np.where(np.isneginf(b[0]), 0.0, np.exp(b[0] - top))
    return top, a[1] * fa + b[1] * fb, a[2] * np.expand_dims(fa, -1) + b[2] * np.expand_dims(fb, -1)


def _merge_probe(seed, leading=(3,), d_v=2, family="ordinary", a="some", b="some", shift=0.0, level=0.0):
    left, right = _state(seed, leading, d_v, a), _state(seed + 20, leading, d_v, b)
    return Probe(((left[0] + level, *left[1:]), (right[0] + level + shift, *right[1:])), family)


ONLINE_MERGE = Exercise(
    name="online_merge",
    lesson="10_online",
    parameters=("a", "b"),
    returns=("max", "sum", "acc"),
    kind=("numbers", "numbers", "output"),
    stages=merging_states.STAGES,
    probes=(
        _merge_probe(1011),
        _merge_probe(1012, leading=(4,), d_v=3, shift=1.0),
        _merge_probe(1013, leading=(5,), d_v=3, shift=-1.0),
        _merge_probe(1014, leading=(7, 3), family="leading"),
        # Guards for "nothing kept yet" differ from mistake to mistake: no ordinary probe.
        _merge_probe(1015, b="none", family="empty"),
        _merge_probe(1016, shift=1e4, family="large"),
        _merge_probe(1018, shift=1.0, level=1e4, family="large"),
        _merge_probe(1017, a="none", b="none", family="empty"),
    ),
    reference=core.online_merge,
    alternatives=(online_merge, merge_the_smaller_into_the_larger, merge_with_where),
    solution=online_merge,
    hints=(
        "Two people counted money in different currencies. What must happen before they add?",
        "Each state counts in units of e to its own maximum. Choose one unit for both; the larger maximum cannot overflow.",
        "Take the larger maximum row by row, bring each side's sum and output to it with its own factor, then add.",
    ),
)  # fmt: skip
