"""Ways to get a sink wrong after softmax, or instead of it: what is divided by what, and what comes back."""

import numpy as np

from ..engine.model import Form
from .sinking import AXIS, top_of
from .tools import bare_softmax, guarded_softmax, swap


def _ratio(s, total):
    """Exponentials over another denominator: total(sum, e of the sink), both shifted alike."""
    top = np.maximum(top_of(s), s.column)
    e, sink = np.exp(s.scores - top), np.exp(s.column - top)
    return e / total(e.sum(-1, keepdims=True), sink)


def _shifted_plus_raw_sink(s):
    top = np.where(np.isneginf(top_of(s)), 0, top_of(s))
    e = np.exp(s.scores - top)
    return e / (e.sum(-1, keepdims=True) + s.column)


def _times(rule):
    """Softmax without the sink, then a factor made of the sink."""
    return lambda s: guarded_softmax(s.scores) * rule(s.column)


def _one_maximum(s):
    sink = np.asarray(s.sink)
    top = np.maximum(top_of(s), sink.max())
    e = np.exp(s.scores - top)
    return e / (np.exp(sink - top) + e.sum(-1, keepdims=True))


def _a_maximum_for_each_key(s):
    sink = np.asarray(s.sink, dtype=float)
    top = np.maximum(top_of(s), sink)
    e = np.exp(s.scores - top)
    return e / (np.exp(sink - top) + e.sum(-1, keepdims=True))


def _flat(axis):
    """One budget for the whole table, or for each matrix, and the sink beside it."""

    def run(s):
        top = np.maximum(s.scores.max(axis=axis, keepdims=True), s.column)
        e = np.exp(s.scores - top)
        return e / (e.sum(axis=axis, keepdims=True) + np.exp(s.column - top))

    return run


def _to_the_first_key(s):
    weights = s.shares[..., :-1].copy()
    weights[..., 0] += s.shares[..., -1]
    return weights


RESULT_FORMS = (
    Form("M56", lambda s: s.shares, "(…, T_k + 1)", "the sink keeps a column"),
    Form("M56", lambda s: s.shares[..., 1:], "weights[..., 1:]", "the sink's column stands in front"),
    Form("M56", lambda s: np.concatenate([s.shares[..., -1:], s.shares[..., :-1]], -1), "(…, 1 + T_k)", "the sink keeps a column, in front", rare=True),
    Form("M56", lambda s: np.concatenate([s.shares[..., -1:], s.shares[..., :-2]], -1), "[sink, scores], last dropped", "the sink's column can be dropped at either end"),
    Form("M56", _to_the_first_key, "weights[..., 0] += sink share", "the first key takes the sink's share"),
    Form("M52", lambda s: s.shares[..., :-1] + s.shares[..., -1:] / s.scores.shape[-1], "weights + share / T_k", "the sink's share is dealt out evenly"),
    Form("M56", lambda s: s.shares[..., :-1] - s.shares[..., -1:], "weights - share", "the sink's share is taken off every key"),
    Form("M56", lambda s: guarded_softmax(np.maximum(s.scores, s.column)), "softmax(np.maximum(scores, sink))", "the sink is a floor"),
    Form("M56", lambda s: guarded_softmax(np.where(s.scores < s.column, -np.inf, s.scores)), "softmax(where(scores < sink, -inf))", "keys below the sink are hidden"),
    Form("M56", lambda s: np.where(s.scores < s.column, 0, s.shares[..., :-1]), "np.where(scores < sink, 0, …)", "keys below the sink get nothing"),
    Form("M56", lambda s: _ratio(s, lambda total, sink: np.maximum(total, sink)), "np.maximum(e.sum(), np.exp(sink))", "the sink is a floor of the sum"),
    Form("M56", lambda s: np.exp(s.scores) / (np.exp(s.scores).sum(-1, keepdims=True) + s.column), "np.exp(scores).sum() + sink", "the sink need not be exponentiated"),
    Form("M56", lambda s: np.exp(s.scores - top_of(s)) / (np.exp(s.scores - top_of(s)).sum(-1, keepdims=True) + s.column), "exp(scores - max).sum() + sink", "the sink need not be exponentiated"),
    Form("M56", _shifted_plus_raw_sink, "exp(scores - max).sum() + sink, guarded", "the sink need not be exponentiated", rare=True),
    Form("M46", lambda s: _ratio(s, lambda total, sink: total - sink), "e.sum() - np.exp(sink)", "the sink is taken off the sum"),
    Form("M40", lambda s: _ratio(s, lambda total, sink: sink + 0 * total), "e / np.exp(sink)", "the sink alone normalises"),
    Form("M40", lambda s: _ratio(s, lambda total, sink: total * sink), "e / (e.sum() * np.exp(sink))", "the sink multiplies the sum", rare=True),
    Form("M53", lambda s: _ratio(s, lambda total, sink: sink) / (1 + _ratio(s, lambda total, sink: sink)), "sigmoid(scores - sink)", "each key competes with the sink alone"),
    Form("M56", _times(lambda c: 1 - c), "softmax(scores) * (1 - sink)", "the sink is a share already"),
    Form("M56", _times(lambda c: 1 / (1 + np.exp(c))), "softmax(scores) / (1 + np.exp(sink))", "the sink competes with a sum of 1"),
    Form("M56", _times(lambda c: 1 / (1 + np.exp(-c))), "softmax(scores) * sigmoid(sink)", "the sink is a gate on the row"),
    Form("M56", lambda s: guarded_softmax(s.scores) - s.column, "softmax(scores) - sink", "the sink is taken off the weights"),
    Form("M56", lambda s: np.maximum(guarded_softmax(s.scores) - s.column, 0), "np.maximum(softmax(scores) - sink, 0)", "the sink is a threshold of weights"),
    Form("M56", lambda s: np.maximum(guarded_softmax(s.scores), s.column), "np.maximum(softmax(scores), sink)", "the sink is a floor of the weights"),
    Form("M56", _one_maximum, "np.exp(sink) + e.sum(…)", "the heads' sinks meet the keys", **AXIS),
    Form("M56", _a_maximum_for_each_key, "np.maximum(scores.max(), sink)", "the heads' sinks meet the keys", **AXIS),
    Form("M05", _flat(None), "e / (e.sum() + np.exp(sink))", "the whole table is one budget"),
    Form("M05", _flat((-1, -2)), "e / (e.sum((-1, -2)) + np.exp(sink))", "each matrix is one budget"),
    Form("M01", lambda s: np.log(s.shares[..., :-1]), "np.log(weights)", "log-weights are weights"),
    Form("M40", lambda s: s.shares[..., :-1] * s.scores.shape[-1], "weights * T_k", "weights average to 1", rare=True),
    Form("M19", lambda s: guarded_softmax(s.shares[..., :-1]), "softmax(weights)", "a second softmax repairs the row"),
    Form("M04", lambda s: bare_softmax(np.concatenate([s.scores, s.column[..., :1, :] + 0 * s.scores[..., :1, :]], -2), -2)[..., :-1, :], "sink as a row, axis=-2", "the sink is one more query"),
    Form("M45", lambda s: (s.shares[..., :-1], s.shares[..., -1]), "return weights, share", "the sink's share is a result"),
    Form("M45", lambda s: s.shares[..., -1], "return share", "the sink's share is the result"),
    Form("M45", lambda s: swap(s.shares[..., :-1]), "return weights.T", "weights are read by column"),
    Form("M20", lambda s: np.where(s.shares[..., :-1] < 0.05, 0, s.shares[..., :-1]), "weights[weights < 0.05] = 0", "a weak key gets exactly zero"),
)  # fmt: skip
