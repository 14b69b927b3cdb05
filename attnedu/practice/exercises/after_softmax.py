"""Lesson 06: the weight-level way, in two steps: zero the hidden weights, then renormalise the rows."""

import numpy as np

from attnedu import core

from ..engine.model import Exercise, Form, Probe, Stage
from ..forms import read_off
from ..forms import renormalising as f
from ..forms.leading import only_two_axes
from ..forms.reading import reading_forms
from ..forms.tools import guarded_softmax, share, swap
from . import probes as p
from .hiding import _probes


def zero_weights(weights, mask):
    """Hidden weights become 0; the others stay as they are."""
    return np.where(mask, weights, 0.0)


def zero_by_product(weights, mask):
    """Another right way: False counts as 0."""
    return weights * mask


def zero_a_copy(weights, mask):
    """Another right way: a copy, with its hidden cells overwritten."""
    kept = np.array(weights)
    kept[~np.broadcast_to(mask, kept.shape)] = 0
    return kept


def _fill(value):
    return lambda s: np.where(s.seen, s.weights, value)


def _row_total(weights):
    total = weights.sum(axis=-1, keepdims=True)
    return np.where(total == 0, 1, total)


ZERO_WEIGHTS = Exercise(
    name="zero_weights",
    lesson="06_masking",
    parameters=("weights", "mask"),
    returns=("weights",),
    kind=("weights",),
    stages=(
        Stage("arguments", "ok", lambda s: True, (only_two_axes("weights"),)),
        Stage("mask", "seen", lambda s: s.mask, reading_forms(scores="weights")),
        Stage("zero", "zeroed", lambda s: s.weights * s.seen, (
            Form("M01", _fill(-np.inf), "weights filled with -inf", "weights can be hidden as scores are"),
            Form("M15", _fill(-1e9), "weights filled with -1e9", "weights can be hidden as scores are"),
            Form("M15", lambda s: s.weights - 1e9 * ~s.seen, "weights - 1e9 * ~mask", "weights can be hidden as scores are"),
            Form("M15", _fill(-1e4), "weights filled with -1e4", "weights can be hidden as scores are", rare=True),
            Form("M16", _fill(np.nan), "weights filled with nan", "NaN means no weight"),
            Form("M15", _fill(1e-3), "weights filled with 1e-3", "a small weight is as good as none"),
            Form("M46", lambda s: np.where(s.seen, s.weights, -s.weights), "-weights", "a negative weight is a hidden one", rare=True),
            Form("M46", lambda s: np.where(s.seen, s.weights, -1.0), "weights filled with -1", "a negative weight is a hidden one"),
            Form("M58", lambda s: np.where(s.weights < 0.05, 0.0, s.weights * s.seen), "weights < 0.05", "small weights go as well"),
            Form("M09", lambda s: s.weights + s.seen, "weights + mask", "adding the mask hides where it is 0"),
            Form("M09", lambda s: s.weights - ~s.seen, "weights - (1 - mask)", "subtracting 1 hides"),
            Form("M52", lambda s: np.where(s.seen, s.weights + (1 - (s.weights * s.seen).sum(-1, keepdims=True))
                 / np.maximum(np.broadcast_to(s.seen, s.weights.shape).sum(-1, keepdims=True), 1), 0.0), "weights + missing / n",
                 "what is missing is dealt out evenly"),
            Form("M52", lambda s: np.where(s.seen, s.weights + (1 - (s.weights * s.seen).sum(-1, keepdims=True)) / s.weights.shape[-1], 0.0), "weights + missing / T_k", "what is missing is dealt out evenly", rare=True),
            Form("M45", lambda s: s.seen * 1.0 * np.ones_like(s.weights), "mask.astype(float)", "the mask is the result"),
        )),
        Stage("return", "result", lambda s: s.zeroed, (
            Form("M58", lambda s: s.zeroed / _row_total(s.zeroed), "… / row sum", "zeroing includes renormalising"),
            Form("M58", lambda s: share(s.zeroed), "… / row sum", "zeroing includes renormalising"),
            Form("M19", lambda s: guarded_softmax(s.zeroed), "softmax(…)", "a second softmax repairs the row"),
            Form("M19", lambda s: guarded_softmax(np.where(s.seen, s.weights, -np.inf)), "softmax(where(…, -inf))", "weights can be masked like scores"),
            Form("M45", lambda s: swap(s.zeroed), "….T", "weights are read by column"),
            Form("M45", lambda s: s.zeroed.sum(-1), "row sums", "the row sums are the result"),
            Form("M45", lambda s: s.weights[np.broadcast_to(s.seen, s.weights.shape)], "weights[mask]", "hidden cells can be left out"),
        )),
    ),
    probes=_probes(p.distribution, 621),
    reference=core.zero_weights,
    alternatives=(zero_weights, zero_by_product, zero_a_copy),
    solution=zero_weights,
    hints=(
        "A weight is a share. What share does a hidden key get?",
        "This is the first of two steps: it takes shares away and gives nothing back, so rows fall short of 1.",
        "Choose cell by cell between the weight and zero, into a new array.",
    ),
)  # fmt: skip


def renormalise(weights):
    """Each row divided by its own sum; a row of zeros stays zero."""
    total = weights.sum(axis=-1, keepdims=True)
    return weights / np.where(total == 0, 1, total)


def renormalise_by_rows(weights):
    """Another right way: a loop over rows."""
    out = np.array(weights, dtype=float)
    for index in np.ndindex(out.shape[:-1]):
        if out[index].sum() > 0:
            out[index] = out[index] / out[index].sum()
    return out


def renormalise_with_divide(weights):
    """Another right way: divide only where there is something to divide by."""
    total = weights.sum(axis=-1, keepdims=True)
    return np.divide(weights, total, out=np.zeros_like(weights), where=total > 0)


def _short_rows(seed, *shape, empty_row=False):
    """Weights after zeroing: rows that sum to less than 1."""
    return (p.distribution(seed, *shape) * p.mask(seed + 50, *shape, empty_row=empty_row),)


RENORMALISE = Exercise(
    name="renormalise",
    lesson="06_masking",
    parameters=("weights",),
    returns=("weights",),
    kind=("weights",),
    stages=(
        Stage("arguments", "ok", lambda s: True, (only_two_axes("weights"),)),
        Stage("row", "row", lambda s: s.weights, f.READY),
        Stage("axis", "axis", lambda s: -1, f.AXES),
        Stage("normaliser", "total", f.total_of, f.TOTALS),
        Stage("divide", "shares", f.divided, f.DIVISIONS),
        Stage("return", "result", lambda s: s.shares, f.RETURNS),
    ),
    probes=(
        Probe(_short_rows(631, 3, 5)),
        Probe(_short_rows(632, 4, 6)),
        Probe(_short_rows(633, 5, 5)),
        Probe(_short_rows(634, 7, 3, 5), "leading"),
        Probe(_short_rows(635, 2, 6, 3, 5), "leading"),
        Probe(_short_rows(636, 3, 5, empty_row=True), "empty"),
    ),
    reference=core.renormalise,
    rules=(read_off.another_power,),
    alternatives=(renormalise, renormalise_by_rows, renormalise_with_divide),
    solution=renormalise,
    hints=(
        "What does each row sum to now, and what should it sum to?",
        "Keep the ratios within a row: only one operation does that. A row of zeros has no ratios to keep.",
        "Divide each row by its own sum, keeping the axis so that it lines up, and replace a sum of zero by something harmless first.",
    ),
)  # fmt: skip
