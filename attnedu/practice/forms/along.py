"""The bridge in two steps: which numbers share out 1, and by which rule. So a wrong axis and a wrong rule compose."""

import numpy as np

from ..engine.model import Form
from .bridges import RULES
from .tools import guarded_softmax, share

AXIS_FORMS = (
    Form("M04", lambda s: -2, "axis=-2", "each key shares out 1 among the queries"),
    Form("M04", lambda s: 0, "axis=0", "the first axis shares out 1"),
    Form("M04", lambda s: 1, "axis=1", "axis 1 is the keys, whatever stands in front"),
    Form("M04", lambda s: 2, "axis=2", "axis 2 is the keys, whatever stands in front", rare=True),
    Form("M04", lambda s: -3, "axis=-3", "the heads share out 1"),
    Form("M05", lambda s: None, "e / e.sum()", "the whole table shares out 1"),
    Form("M05", lambda s: (-2, -1), "e.sum(axis=(-2, -1))", "the whole table shares out 1"),
)


def laid(rule, x, axis):
    """The rule, which works along the last axis, applied along another one; None: along all numbers."""
    if axis == -1:
        return rule(x)
    if axis is None:
        return rule(x.reshape(1, -1)).reshape(x.shape)
    if isinstance(axis, tuple):
        return rule(x.reshape(*x.shape[:-2], 1, -1)).reshape(x.shape)
    return np.moveaxis(rule(np.moveaxis(x, axis, -1)), -1, axis)


def along(rule, scores="scores"):
    """A rule as a step that reads the state's `scores` and `ax`."""
    return lambda s: laid(rule, getattr(s, scores), s.ax)


def _without(part):
    """Softmax over all keys but one, which gets nothing."""

    def rule(x):
        w = np.zeros(x.shape)
        w[..., part] = guarded_softmax(x[..., part])
        return w

    return rule


def _sum_without(part):
    def rule(x):
        e = np.exp(x - x.max(axis=-1, keepdims=True))
        return e / e[..., part].sum(axis=-1, keepdims=True)

    return rule


def _tempered_plus_one(x):
    m = np.maximum(x.max(axis=-1, keepdims=True), 0)
    return np.exp(x - m) / (np.exp(-m) + np.exp(x - m).sum(axis=-1, keepdims=True))


def _zero_hidden(x):
    return guarded_softmax(np.where(x == 0, -np.inf, x))


def _causal(fill, offset):
    def rule(x):
        T_q, T_k = x.shape[-2:]
        return guarded_softmax(np.where(np.tri(T_q, T_k, offset(T_q, T_k), dtype=bool), x, fill))

    return rule


def _causal_weights(x):
    T_q, T_k = x.shape[-2:]
    return np.tril(guarded_softmax(x), T_k - T_q)


def _reshared(w):
    total = w.sum(axis=-1, keepdims=True)
    return w / np.where(total == 0, 1.0, total)


MORE_RULES = (
    ("M53", _tempered_plus_one, "exp(-m) + sum", "an extra 1 is harmless"),
    ("M02", _zero_hidden, "scores == 0 hidden", "a score of 0 gets no share"),
    ("M02", lambda x: np.where(x == 0, 0, guarded_softmax(x)), "weights * (scores != 0)", "a score of 0 gets no share"),
    ("M02", lambda x: guarded_softmax(np.where(x < 0, -np.inf, x)), "scores < 0 hidden", "a negative score gets no share"),
    ("M55", _without(slice(None, -1)), "scores[..., :-1]", "the last key is left out"),
    ("M55", _without(slice(1, None)), "scores[..., 1:]", "the first key is left out"),
    ("M55", _sum_without(slice(None, -1)), "e[..., :-1].sum()", "the last key is left out of the sum"),
    ("M55", _sum_without(slice(1, None)), "e[..., 1:].sum()", "the first key is left out of the sum"),
    ("M46", lambda x: guarded_softmax(np.abs(x)), "np.exp(abs(scores))", "the sign of a score can be dropped"),
    ("M46", lambda x: 1 - guarded_softmax(x), "1 - weights", "a good match has a low weight"),
    ("M46", lambda x: share(1 - guarded_softmax(x)), "1 - weights, divided", "a good match has a low weight"),
    ("M58", _causal(-np.inf, lambda T_q, T_k: 0), "np.tri(T_q, T_k)", "the future is hidden as well"),
    ("M58", _causal(0.0, lambda T_q, T_k: 0), "np.tril(scores)", "the future is hidden as well"),
    ("M58", _causal(0.0, lambda T_q, T_k: T_k - T_q), "np.tril(scores, T_k - T_q)", "the future is hidden as well"),
    ("M58", _causal_weights, "np.tril(weights)", "the future is hidden as well"),
    ("M58", lambda x: _reshared(np.tril(guarded_softmax(x))), "np.tril(weights), renormalised", "the future is hidden as well"),
    ("M58", lambda x: _reshared(_causal_weights(x)), "np.tril(weights, T_k - T_q), renormalised", "the future is hidden as well"),
    ("M58", lambda x: np.tril(guarded_softmax(x)), "np.tril(weights, 0)", "the future is hidden as well"),
    ("M58", lambda x: guarded_softmax(np.tanh(x)), "np.tanh(scores)", "scores are capped before softmax"),
    ("M58", lambda x: guarded_softmax(np.clip(x, -1, 1)), "np.clip(scores, -1, 1)", "scores are capped before softmax"),
    ("M53", lambda x: guarded_softmax(np.maximum(x, 0)), "np.maximum(scores, 0)", "a negative score counts as nothing"),
    ("M07", lambda x: guarded_softmax(x / x.shape[-1]), "scores / T_k", "softmax scales once more"),
    ("M07", lambda x: guarded_softmax(x / x.std(axis=-1, keepdims=True)), "scores / scores.std()", "scores are standardised first"),
    ("M07", lambda x: guarded_softmax((x - x.mean(axis=-1, keepdims=True)) / x.std(axis=-1, keepdims=True)), "(scores - mean) / std", "scores are standardised first"),
    ("M07", lambda x: guarded_softmax(x / np.linalg.norm(x, axis=-1, keepdims=True)), "scores / |scores|", "scores are brought to length 1"),
    ("M07", lambda x: guarded_softmax(x / np.abs(x).max(axis=-1, keepdims=True)), "scores / abs(scores).max()", "scores must lie between -1 and 1"),
    ("M40", lambda x: guarded_softmax(x) / guarded_softmax(x).max(axis=-1, keepdims=True), "weights / weights.max()", "the largest becomes 1"),
    ("M40", lambda x: guarded_softmax(x) * x.shape[-1], "weights * T_k", "the weights average to 1"),
    ("M40", lambda x: 100 * guarded_softmax(x), "100 * weights", "shares are percentages"),
    ("M40", lambda x: guarded_softmax(x) / x.shape[-2], "weights / T_q", "the queries share one budget"),
)  # fmt: skip


def rule_forms(scores="scores"):
    """Every wrong rule, along the axis that the step before chose."""
    rules = [
        r
        for r in RULES
        if r[0] not in ("M05",) and r[2] not in ("axis=-2", "axis=0", "axis=1", "axis=2", "axis=-3")
    ]
    return tuple(
        Form(id, along(rule, scores), line, belief) for id, rule, line, belief in (*rules, *MORE_RULES)
    )
