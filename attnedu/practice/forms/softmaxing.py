"""Ways to get softmax along a given axis wrong, by the step they belong to. The bridges of other exercises are in `bridges`.

The state holds scores and axis; the steps write ax, x, z, e and w.
"""

import numpy as np

from ..engine.model import Form
from .tools import share


def largest_of(s):
    """The maximum along the axis, kept as an axis."""
    return s.x.max(axis=s.ax, keepdims=True)


def shifted(s):
    """Right: scores less their maximum; a row of -inf is not shifted."""
    largest = largest_of(s)
    return s.x - np.where(np.isneginf(largest), 0.0, largest)


def total_of(e, ax):
    """The sum along the axis, kept as an axis."""
    return e.sum(axis=ax, keepdims=True)


def over(e, total):
    """Division with the guard for rows that sum to 0."""
    return e / np.where(total == 0, 1.0, total)


def settled(w, e, ax, fill):
    """Weights with another content where nothing could be shared out."""
    return np.where(total_of(e, ax) == 0, fill, w)


def _other_axis(s):
    return {-1: -2, -2: -1}.get(s.axis, -1) if s.scores.ndim > 1 else s.axis


AXIS_FORMS = (
    Form("M04", lambda s: -1, "axis=-1, whatever is asked", "shares always run along the last axis"),
    Form("M04", lambda s: 0, "axis=0, whatever is asked", "shares always run along the first axis"),
    Form("M04", lambda s: 1, "axis=1, whatever is asked", "axis 1 is the keys, whatever stands in front"),
    Form(
        "M04",
        lambda s: -2 if s.scores.ndim > 1 else -1,
        "axis=-2, whatever is asked",
        "shares run down the columns",
    ),
    Form("M04", lambda s: abs(s.axis), "abs(axis)", "a negative axis counts from the front", rare=True),
    Form(
        "M04",
        lambda s: s.axis - 1 if s.scores.ndim > 1 else s.axis,
        "axis - 1",
        "the axis is the one before",
        rare=True,
    ),
    Form("M04", _other_axis, "the other axis", "the axis named is the one that stays"),
    Form("M05", lambda s: None, "e / e.sum()", "the whole table shares out 1"),
    Form("M05", lambda s: tuple(range(s.scores.ndim))[-2:], "axis=(-2, -1)", "the whole table shares out 1"),
)


def _spread(s):
    return s.scores.std(axis=s.ax, keepdims=True)


PREPARE_FORMS = (
    Form("M46", lambda s: -s.scores, "np.exp(-scores)", "a good match has a low score"),
    Form("M07", lambda s: s.scores / np.sqrt(s.scores.shape[s.ax]), "scores / np.sqrt(T_k)", "softmax scales once more"),
    Form("M07", lambda s: s.scores / s.scores.shape[s.ax], "scores / T_k", "softmax scales once more"),
    Form("M07", lambda s: s.scores / _spread(s), "scores / scores.std()", "scores are standardised first"),
    Form("M07", lambda s: s.scores / s.scores.std(), "scores / scores.std(), all rows", "scores are standardised first"),
    Form("M07", lambda s: s.scores / s.scores.max(axis=s.ax, keepdims=True), "scores / scores.max()", "dividing by the maximum is as good as subtracting it"),
    Form("M07", lambda s: s.scores / np.abs(s.scores).max(axis=s.ax, keepdims=True), "scores / abs(scores).max()", "scores must lie between -1 and 1"),
    Form("M53", lambda s: np.abs(s.scores), "abs(scores)", "the sign of a score can be dropped"),
    Form("M53", lambda s: np.maximum(s.scores, 0), "np.maximum(scores, 0)", "a negative score counts as nothing"),
    Form("M53", lambda s: s.scores**2, "np.exp(scores**2)", "the exponent is a square"),
    Form("M53", lambda s: np.round(s.scores), "np.round(scores)", "whole numbers are exact enough"),
    Form("M58", lambda s: np.tanh(s.scores), "np.tanh(scores)", "scores are capped before softmax"),
    Form("M58", lambda s: np.clip(s.scores, -1, 1), "np.clip(scores, -1, 1)", "scores are capped before softmax"),
    Form("M58", lambda s: np.where(np.tri(*s.scores.shape[-2:], dtype=bool), s.scores, -np.inf), "np.where(np.tri(…), scores, -inf)", "the future is hidden as well"),
    Form("M17", lambda s: np.clip(s.scores, -50, 50), "np.clip(scores, -50, 50)", "clipping is the cure for overflow"),
    Form("M17", lambda s: np.clip(s.scores, -500, 500), "np.clip(scores, -500, 500)", "clipping is the cure for overflow"),
    Form("M17", lambda s: np.minimum(s.scores, 700), "np.minimum(scores, 700)", "clipping is the cure for overflow"),
)  # fmt: skip


def _less(x, level):
    """x - level where the level is finite: a row of -inf stays as it is."""
    return x - np.where(np.isfinite(level), level, 0.0)


SHIFT_FORMS = (
    Form("M17", lambda s: s.x, "np.exp(scores)", "the exponential can take any score"),
    Form("M17", lambda s: s.x - s.x.max(), "scores - scores.max()", "one maximum serves all rows"),
    Form("M17", lambda s: s.x - s.x.mean(axis=s.ax, keepdims=True), "scores - scores.mean()", "the mean is as good as the maximum"),
    Form("M17", lambda s: _less(s.x, s.x.mean(axis=s.ax, keepdims=True)), "scores - scores.mean(), guarded", "the mean is as good as the maximum"),
    Form("M17", lambda s: s.x - s.x.min(axis=s.ax, keepdims=True), "scores - scores.min()", "the minimum is as good as the maximum"),
    Form("M17", lambda s: _less(s.x, s.x.min(axis=s.ax, keepdims=True)), "scores - scores.min(), guarded", "the minimum is as good as the maximum"),
    Form("M17", lambda s: _less(s.x, np.abs(s.x).max(axis=s.ax, keepdims=True)), "scores - abs(scores).max()", "the largest size is the largest score"),
    Form("M17", lambda s: s.x + np.where(np.isneginf(largest_of(s)), 0.0, largest_of(s)), "scores + scores.max()", "the maximum is added"),
    Form("M17", lambda s: s.x / 100, "scores / 100", "smaller scores are the cure for overflow", rare=True),
    Form("M04", lambda s: _less(s.x, s.x.max(axis=-1, keepdims=True)), "scores.max(axis=-1), whatever is asked", "the maximum may come from another axis"),
    Form("M04", lambda s: _less(s.x, s.x.max(axis=0, keepdims=True)), "scores.max(axis=0), whatever is asked", "the maximum may come from another axis"),
    Form("M04", lambda s: _less(s.x, s.x.max(axis=s.ax)), "scores - scores.max(axis)", "a maximum without keepdims still lines up"),
    Form("M16", lambda s: s.x - largest_of(s), "-inf - (-inf)", "a row of -inf takes care of itself"),
)  # fmt: skip


def _exponentials(s):
    return np.exp(s.z)


def _ranks(s):
    return s.x.argsort(axis=s.ax).argsort(axis=s.ax) + 1.0


EXPONENTIAL_FORMS = (
    Form("M53", lambda s: 2.0**s.z, "2 ** scores", "any base will do"),
    Form("M53", lambda s: 10.0**s.z, "10 ** scores", "any base will do"),
    Form("M53", lambda s: np.expm1(s.z), "np.expm1(scores)", "expm1 is a safer exp"),
    Form("M53", lambda s: np.exp(s.z) + 1, "np.exp(scores) + 1", "an extra 1 is harmless"),
    Form("M53", lambda s: 1 / (1 + np.exp(-s.x)), "sigmoid, then divided", "any positive function will do"),
    Form("M53", lambda s: np.log1p(np.exp(s.x)), "softplus, then divided", "any positive function will do"),
    Form("M53", lambda s: s.x**2, "scores**2, then divided", "squares make it positive"),
    Form("M53", lambda s: np.abs(s.x), "abs(scores), then divided", "the sign of a score can be dropped"),
    Form("M53", lambda s: np.maximum(s.x, 0), "relu, then divided", "a negative score counts as nothing"),
    Form("M53", lambda s: (s.x == largest_of(s)).astype(float), "scores == scores.max()", "the best key takes everything"),
    Form("M53", _ranks, "scores.argsort().argsort()", "the order of scores is all that counts", rare=True),
    Form("M53", lambda s: np.exp(s.z) ** 2, "np.exp(scores) ** 2", "squaring sharpens for free", rare=True),
    Form("M40", lambda s: s.x, "scores / scores.sum()", "scores become shares by division"),
    Form("M40", lambda s: s.x - s.x.min(axis=s.ax, keepdims=True), "(scores - min) / sum", "scores become shares by division"),
)  # fmt: skip


def _log_weights(s):
    return s.z - np.log(total_of(s.e, s.ax))


def _min_max(s):
    low, high = s.e.min(axis=s.ax, keepdims=True), s.e.max(axis=s.ax, keepdims=True)
    return (s.e - low) / (high - low)


NORMALISE_FORMS = (
    Form("M17", lambda s: share(np.exp(s.x), s.ax), "np.exp(scores) / np.exp(scores).sum()", "the exponential can take any score", also=("M16",)),
    Form("M17", lambda s: share(np.exp(s.x - s.x.max()), s.ax), "scores - scores.max(), no guard", "one maximum serves all rows", also=("M16",)),
    Form("M16", lambda s: s.e / total_of(s.e, s.ax), "0 / 0 in a row of -inf", "a row of -inf takes care of itself"),
    Form("M16", lambda s: settled(over(s.e, total_of(s.e, s.ax)), s.e, s.ax, 1 / s.e.shape[s.ax]), "np.maximum(scores, -1e9)", "a row of -inf shares out evenly", also=("M15",)),
    Form("M16", lambda s: settled(over(s.e, total_of(s.e, s.ax)), s.e, s.ax, 1.0), "a row of ones", "a row of -inf keeps everything"),
    Form("M05", lambda s: s.e / s.e.sum(), "e / e.sum()", "the whole table shares out 1"),
    Form("M05", lambda s: s.e / s.e.sum(axis=tuple(range(s.e.ndim))[-2:], keepdims=True), "e.sum(axis=(-2, -1))", "the whole table shares out 1"),
    Form("M04", lambda s: over(s.e, total_of(s.e, -1)), "e.sum(axis=-1), whatever is asked", "the sum may run along another axis"),
    Form("M04", lambda s: over(s.e, total_of(s.e, 0)), "e.sum(axis=0), whatever is asked", "the sum may run along another axis"),
    Form("M04", lambda s: over(s.e, s.e.sum(axis=s.ax)), "e / e.sum(axis)", "a sum without keepdims still lines up"),
    Form("M40", lambda s: s.e, "np.exp(scores - max)", "the exponentials are the shares"),
    Form("M40", lambda s: np.exp(s.x), "np.exp(scores)", "the exponentials are the shares"),
    Form("M40", lambda s: s.e / s.e.shape[s.ax], "e / T_k", "the count normalises"),
    Form("M40", lambda s: over(s.e, s.e.mean(axis=s.ax, keepdims=True)), "e / e.mean()", "the mean normalises"),
    Form("M40", lambda s: np.exp(s.x) / s.e.shape[s.ax], "np.exp(scores) / T_k", "the count normalises"),
    Form("M40", lambda s: over(s.e, np.sqrt((s.e**2).sum(axis=s.ax, keepdims=True))), "e / np.linalg.norm(e)", "the length normalises"),
    Form("M40", lambda s: s.e * total_of(s.e, s.ax), "e * e.sum()", "multiplying by the sum normalises"),
    Form("M40", lambda s: over(s.e, total_of(s.e, s.ax) ** 2), "e / e.sum()**2", "dividing twice is safer", rare=True),
    Form("M40", lambda s: over(s.e, np.exp(s.x).sum(axis=s.ax, keepdims=True)), "exp(s - max) / exp(s).sum()", "the shift is needed above the line only"),
    Form("M40", lambda s: over(np.exp(s.x), total_of(s.e, s.ax)), "exp(s) / exp(s - max).sum()", "the shift is needed below the line only"),
    Form("M40", _min_max, "(e - min) / (max - min)", "squeezing into 0…1 makes shares"),
    Form("M40", lambda s: s.e / (total_of(s.e, s.ax) + 1e-3), "e / (e.sum() + 1e-3)", "a small constant in the sum is harmless"),
    Form("M53", lambda s: s.e / (1 + total_of(s.e, s.ax)), "e / (1 + e.sum())", "an extra 1 is harmless"),
    Form("M53", lambda s: 1 / (1 + np.exp(-s.x)), "1 / (1 + np.exp(-scores))", "a sigmoid makes shares"),
    Form("M01", _log_weights, "scores - log(sum(exp(scores)))", "log-weights are weights"),
    Form("M01", lambda s: s.z, "scores - max", "the shift alone makes shares"),
    Form("M01", lambda s: s.scores, "return scores", "a score is already a share"),
)  # fmt: skip
