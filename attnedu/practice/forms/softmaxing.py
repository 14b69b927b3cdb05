"""Ways to get softmax along a given axis wrong, by the step they belong to. The bridges of other exercises are in `bridges`.

The state holds scores and axis; the steps write ax, x, z, e and w.
"""

import numpy as np

from ..engine.model import Form


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
    Form(
        "M04",
        lambda s: s.axis if len(s.args) > 1 else _other_axis(s),
        "def softmax(scores, axis=-2)",
        "the queries share out 1 unless asked otherwise",
    ),
    Form(
        "M04",
        lambda s: s.axis if len(s.args) > 1 else 0,
        "def softmax(scores, axis=0)",
        "the axis is 0 unless asked otherwise",
        rare=True,
    ),
    Form(
        "M04",
        lambda s: s.axis if len(s.args) > 1 else 1,
        "def softmax(scores, axis=1)",
        "the axis is 1 unless asked otherwise",
        rare=True,
    ),
    Form("M04", lambda s: -1, "axis=-1, whatever is asked", "shares always run along the last axis"),
    Form("M04", lambda s: 0, "axis=0, whatever is asked", "shares always run along the first axis"),
    Form("M04", lambda s: 1, "axis=1, whatever is asked", "axis 1 is the keys, whatever stands in front"),
    Form(
        "M04",
        lambda s: -2 if s.scores.ndim > 1 else -1,
        "axis=-2, where there are two",
        "shares run down the columns",
        rare=True,
    ),
    Form("M04", lambda s: -2, "axis=-2, whatever is asked", "shares run down the columns"),
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


def _seen(rule):
    """The rule where a score is finite: who guards against -inf leaves it as it is."""
    return lambda s: np.where(
        np.isfinite(s.scores), rule(s, np.where(np.isfinite(s.scores), s.scores, 0.0)), s.scores
    )


PREPARE_FORMS = (
    Form("M02", lambda s: np.where(s.scores == 0, -np.inf, s.scores), "scores == 0 hidden", "a score of 0 gets no share"),
    Form("M02", lambda s: np.where(s.scores < 0, -np.inf, s.scores), "scores < 0 hidden", "a negative score gets no share"),
    Form("M46", _seen(lambda s, x: -x), "-scores where finite", "a good match has a low score"),
    Form("M46", lambda s: np.abs(s.scores), "abs(scores)", "the sign of a score can be dropped"),
    Form("M46", _seen(lambda s, x: np.abs(x)), "abs(scores) where finite", "the sign of a score can be dropped"),
    Form("M53", _seen(lambda s, x: x**2), "scores**2 where finite", "the exponent is a square", rare=True),
    Form("M53", _seen(lambda s, x: np.maximum(x, 0)), "np.maximum(scores, 0) where finite", "a negative score counts as nothing", rare=True),
    Form("M58", _seen(lambda s, x: np.tanh(x)), "np.tanh(scores) where finite", "scores are capped before softmax", rare=True),
    Form("M58", _seen(lambda s, x: np.clip(x, -1, 1)), "np.clip(scores, -1, 1) where finite", "scores are capped before softmax", rare=True),
    Form("M07", _seen(lambda s, x: x / np.linalg.norm(x, axis=s.ax, keepdims=True)), "scores / |scores|", "scores are brought to length 1"),
    Form("M07", _seen(lambda s, x: (x - x.mean(axis=s.ax, keepdims=True)) / x.std(axis=s.ax, keepdims=True)), "(scores - mean) / std", "scores are standardised first", rare=True),
    Form("M58", lambda s: np.tril(s.scores), "np.tril(scores)", "the future is hidden as well", rare=True),
    Form("M46", lambda s: -s.scores, "np.exp(-scores)", "a good match has a low score"),
    Form("M07", lambda s: s.scores / np.sqrt(s.scores.shape[s.ax]), "scores / np.sqrt(T_k)", "softmax scales once more"),
    Form("M07", lambda s: s.scores / s.scores.shape[s.ax], "scores / T_k", "softmax scales once more"),
    Form("M07", lambda s: s.scores / _spread(s), "scores / scores.std()", "scores are standardised first"),
    Form("M07", lambda s: s.scores / s.scores.std(), "scores / scores.std(), all rows", "scores are standardised first"),
    Form("M07", lambda s: s.scores / s.scores.max(axis=s.ax, keepdims=True), "scores / scores.max()", "dividing by the maximum is as good as subtracting it"),
    Form("M07", lambda s: s.scores / np.abs(s.scores).max(axis=s.ax, keepdims=True), "scores / abs(scores).max()", "scores must lie between -1 and 1"),
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
