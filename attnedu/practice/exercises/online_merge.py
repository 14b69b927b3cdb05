"""Lesson 10: joining two states of the same queries."""

import numpy as np

from attnedu import core

from ..engine.model import Exercise, Form, Probe, Stage
from .online_update import _safe, _shrink, _state


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


def _factors(s):
    return _shrink(s.a[0], s.top), _shrink(s.b[0], s.top)


MERGE_STAGES = (
    Stage("maximum", "top", lambda s: np.maximum(s.a[0], s.b[0]), (
        Form("M28", lambda s: s.a[0], "a's maximum", "one side's maximum serves both"),
        Form("M28", lambda s: s.b[0], "b's maximum", "one side's maximum serves both"),
        Form("M28", lambda s: np.minimum(s.a[0], s.b[0]), "np.minimum(…)", "the smaller maximum is kept"),
        Form("M28", lambda s: s.a[0] + s.b[0], "max_a + max_b", "maxima add up"),
        Form("M28", lambda s: (s.a[0] + s.b[0]) / 2, "the mean of maxima", "the middle serves both"),
        Form("M28", lambda s: np.full_like(s.a[0], max(float(np.max(s.a[0])), float(np.max(s.b[0])))), "max over rows", "one maximum serves all rows"),
    )),
    Stage("rescale", "factors", _factors, (
        Form("M28", lambda s: (np.ones_like(s.a[0]), np.ones_like(s.b[0])), "no rescale", "both states use one unit already"),
        Form("M28", lambda s: (_shrink(s.a[0], s.top), np.ones_like(s.b[0])), "a alone rescaled", "one side needs no change"),
        Form("M28", lambda s: (np.ones_like(s.a[0]), _shrink(s.b[0], s.top)), "b alone rescaled", "one side needs no change"),
        Form("M28", lambda s: tuple(1 / np.where(f == 0, 1, f) for f in _factors(s)), "np.exp(top - max)", "the smaller side grows"),
        Form("M28", lambda s: _factors(s)[::-1], "factors exchanged", "each side takes the other's factor"),
        Form("M16", lambda s: (np.exp(s.a[0] - s.top), np.exp(s.b[0] - s.top)), "np.exp(max - top)", "-inf minus -inf is 0"),
        Form("M17", lambda s: tuple(np.exp(_safe(x[0])) / np.exp(_safe(s.top)) for x in (s.a, s.b)), "np.exp(max) / np.exp(top)", "the exponential can take any score"),
    )),
    Stage("sum", "total", lambda s: s.factors[0] * s.a[1] + s.factors[1] * s.b[1], (
        Form("M28", lambda s: s.a[1] + s.b[1], "sum_a + sum_b", "sums add without a rescale"),
        Form("M55", lambda s: s.factors[0] * s.a[1], "a's sum", "one side is enough"),
        Form("M55", lambda s: s.factors[1] * s.b[1], "b's sum", "one side is enough"),
        Form("M40", lambda s: (s.factors[0] * s.a[1] + s.factors[1] * s.b[1]) / 2, "the mean of sums", "two sides are averaged"),
        Form("M40", lambda s: s.factors[0] * s.a[1] * s.factors[1] * s.b[1], "sum_a * sum_b", "sums multiply"),
    )),
    Stage("output", "acc", lambda s: s.factors[0][..., None] * s.a[2] + s.factors[1][..., None] * s.b[2], (
        Form("M28", lambda s: s.a[2] + s.b[2], "acc_a + acc_b", "outputs add without a rescale"),
        Form("M55", lambda s: s.factors[0][..., None] * s.a[2], "a's acc", "one side is enough"),
        Form("M55", lambda s: s.factors[1][..., None] * s.b[2], "b's acc", "one side is enough"),
        Form("M40", lambda s: (s.factors[0][..., None] * s.a[2] + s.factors[1][..., None] * s.b[2]) / s.total[..., None], "acc / sum", "a merged output is divided at once"),
        Form("M40", lambda s: (s.a[2] + s.b[2]) / 2, "the mean of acc", "two sides are averaged"),
        Form("M40", lambda s: s.factors[0][..., None] * s.a[2] * s.a[1][..., None] + s.factors[1][..., None] * s.b[2] * s.b[1][..., None], "acc * sum", "acc was divided already"),
    )),
    Stage("return", "result", lambda s: (s.top, s.total, s.acc), (
        Form("M45", lambda s: (s.top, s.acc, s.total), "max, acc, sum", "the order of results is free"),
        Form("M45", lambda s: (s.total, s.top, s.acc), "sum, max, acc", "the order of results is free"),
        Form("M45", lambda s: s.acc, "return acc", "one result is enough"),
        Form("M45", lambda s: (s.top, s.total), "return max, sum", "acc need not be kept"),
    )),
)  # fmt: skip


def _merge_probe(seed, leading=(3,), d_v=2, family="ordinary", a="some", b="some", shift=0.0, level=0.0):
    left, right = _state(seed, leading, d_v, a), _state(seed + 20, leading, d_v, b)
    return Probe(((left[0] + level, *left[1:]), (right[0] + level + shift, *right[1:])), family)


ONLINE_MERGE = Exercise(
    name="online_merge",
    lesson="10_online",
    parameters=("a", "b"),
    returns=("max", "sum", "acc"),
    kind=("numbers", "numbers", "output"),
    stages=MERGE_STAGES,
    probes=(
        _merge_probe(1011),
        _merge_probe(1012, leading=(4,), d_v=3, shift=1.0),
        _merge_probe(1013, leading=(5,), d_v=3, shift=-1.0),
        _merge_probe(1014, leading=(7, 3)),
        _merge_probe(1015, b="none"),
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
