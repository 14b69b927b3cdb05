"""Ways to get a sink wrong: one more score in the denominator, which brings no value.

The state holds scores and sink; the steps write column (the sink beside every row), table (scores and column), shares
(softmax of the table) and the result (the shares without the column).
"""

import numpy as np

from ..engine.model import Form
from .bridges import bridge_forms
from .tools import bare_softmax, guarded_softmax, swap


def per_head(sink):
    """The sink as it meets (…, n_heads, T_q, T_k): a number stays one, a head's sink gets two axes behind it."""
    sink = np.asarray(sink, dtype=float)
    return sink[..., None, None] if sink.ndim else sink


def column_of(s):
    """Right: the sink beside every row."""
    return beside(s, per_head(s.sink))


def beside(s, sink):
    """A sink stretched to a column (…, T_q, 1)."""
    return np.broadcast_to(sink, (*s.scores.shape[:-1], 1))


def table_of(s):
    """Right: scores with the column behind them."""
    return np.concatenate([s.scores, s.column], axis=-1)


def _top(s):
    return s.scores.max(axis=-1, keepdims=True)


def _on_axis_of_queries(s):
    sink = np.asarray(s.sink)
    return beside(s, sink[:, None] if sink.ndim else sink)


def _number_only(s):
    if np.ndim(s.sink):
        raise TypeError("only 0-dimensional arrays can be converted to Python scalars")
    return column_of(s)


COLUMN_FORMS = (
    Form("M36", _on_axis_of_queries, "sink[:, None]", "the heads' sinks meet the queries"),
    Form("M36", lambda s: beside(s, per_head(s.sink)[::-1] if np.ndim(s.sink) else s.sink), "sink[::-1]", "heads count from the end", rare=True),
    Form("M55", lambda s: beside(s, np.ravel(s.sink)[0]), "sink[0]", "the first head's sink serves all"),
    Form("M55", lambda s: beside(s, np.ravel(s.sink)[-1]), "sink[-1]", "the last head's sink serves all", rare=True),
    Form("M55", _number_only, "float(sink)", "a sink is always one number"),
    Form("M55", lambda s: beside(s, np.max(s.sink)), "sink.max()", "the largest sink serves all heads", rare=True),
    Form("M22", lambda s: beside(s, np.mean(s.sink)), "sink.mean()", "heads can share a mean sink"),
    Form("M22", lambda s: beside(s, np.sum(s.sink)), "sink.sum()", "the sinks of all heads add up", rare=True),
    Form("M46", lambda s: -column_of(s), "np.exp(-sink)", "a high sink takes little"),
    Form("M56", lambda s: np.zeros_like(column_of(s)), "1 + e.sum()", "the sink is always an extra 1"),
    Form("M56", lambda s: _top(s) + 0 * column_of(s), "exp(scores - max) / (1 + sum)", "the extra 1 is the same after the shift"),
    Form("M56", lambda s: _top(s) + column_of(s), "exp(scores - max) / (exp(sink) + sum)", "the sink need not be shifted"),
    Form("M56", lambda s: column_of(s) + np.log(s.scores.shape[-1]), "(e + np.exp(sink)).sum()", "the sink counts once for every key"),
    Form("M56", lambda s: column_of(s) - np.log(s.scores.shape[-1]), "e.sum() + np.exp(sink) / T_k", "the sink is shared by all keys", rare=True),
    Form("M56", lambda s: np.exp(column_of(s)), "np.exp(np.exp(sink))", "the sink is exponentiated before softmax"),
    Form("M56", lambda s: np.full_like(column_of(s), -np.inf), "softmax(scores)", "a sink gives its share back", also=("M58",)),
    Form("M56", lambda s: np.ones_like(column_of(s)), "np.ones(…) as the column", "the sink's score is always 1", rare=True),
    Form("M56", lambda s: s.scores.mean(-1, keepdims=True) + 0 * column_of(s), "scores.mean() as the column", "the sink is the mean of the row", rare=True),
    Form("M56", lambda s: 2 * column_of(s), "2 * sink", "the sink counts twice", rare=True),
)  # fmt: skip

TABLE_FORMS = (
    Form("M07", lambda s: np.concatenate([s.scores / np.sqrt(s.scores.shape[-1]), s.column], -1), "scores / np.sqrt(T_k)", "softmax scales once more"),
    Form("M46", lambda s: np.concatenate([-s.scores, s.column], -1), "np.exp(-scores)", "a good match has a low score"),
    Form("M56", lambda s: np.concatenate([s.scores - s.column, s.column], -1), "scores - sink, then the sink", "scores are measured from the sink as well"),
    Form("M56", lambda s: np.concatenate([s.scores + s.column, s.column], -1), "scores + sink, then the sink", "the sink is added to each score"),
    Form("M56", lambda s: np.concatenate([np.maximum(s.scores, s.column), s.column], -1), "np.maximum(scores, sink), then the sink", "the sink is a floor"),
    Form("M56", lambda s: np.concatenate([s.scores[..., :-1], s.column, s.column], -1), "scores[..., -1] = sink", "the sink takes the place of a key", rare=True),
    Form("M17", lambda s: np.concatenate([np.clip(s.scores, -50, 50), s.column], -1), "np.clip(scores, …)", "clipping is the cure for overflow"),
    Form("M58", lambda s: np.concatenate([np.where(np.tri(*s.scores.shape[-2:], dtype=bool), s.scores, -np.inf), s.column], -1), "np.where(np.tri(…), scores, -inf)", "the future is hidden as well"),
)  # fmt: skip


def _unguarded(s):
    """The maximum of the scores alone is -inf in an empty row."""
    top = _top(s)
    e = np.exp(s.scores - top)
    return np.concatenate([e, np.exp(s.column - top)], -1) / (
        np.exp(s.column - top) + e.sum(-1, keepdims=True)
    )


def sink_bridges():
    """Wrong forms of softmax over scores and sink together."""
    return (
        Form("M16", _unguarded, "scores - scores.max()", "a row of -inf takes care of itself"),
        Form(
            "M17",
            lambda s: np.exp(s.table) / np.exp(s.table).sum(-1, keepdims=True),
            "np.exp(scores) / (np.exp(sink) + …)",
            "the exponential can take any score",
        ),
        *(form for form in bridge_forms("table", masked=True, few=True) if "T_k" not in form.line),
    )


def _ratio(s, total):
    """Exponentials over another denominator: total(sum, e of the sink), both shifted alike."""
    top = np.maximum(_top(s), s.column)
    e, sink = np.exp(s.scores - top), np.exp(s.column - top)
    return e / total(e.sum(-1, keepdims=True), sink)


def _shifted_plus_raw_sink(s):
    top = np.where(np.isneginf(_top(s)), 0, _top(s))
    e = np.exp(s.scores - top)
    return e / (e.sum(-1, keepdims=True) + s.column)


def _times(rule):
    """Softmax without the sink, then a factor made of the sink."""
    return lambda s: guarded_softmax(s.scores) * rule(s.column)


def _plain_broadcast(s):
    sink = np.asarray(s.sink)
    top = np.maximum(_top(s), sink.max())
    e = np.exp(s.scores - top)
    return e / (np.exp(sink - top) + e.sum(-1, keepdims=True))


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
    Form("M56", lambda s: np.exp(s.scores - _top(s)) / (np.exp(s.scores - _top(s)).sum(-1, keepdims=True) + s.column), "exp(scores - max).sum() + sink", "the sink need not be exponentiated"),
    Form("M56", _shifted_plus_raw_sink, "exp(scores - max).sum() + sink, guarded", "the sink need not be exponentiated", rare=True),
    Form("M46", lambda s: _ratio(s, lambda total, sink: total - sink), "e.sum() - np.exp(sink)", "the sink is taken off the sum"),
    Form("M40", lambda s: _ratio(s, lambda total, sink: sink + 0 * total), "e / np.exp(sink)", "the sink alone normalises"),
    Form("M40", lambda s: _ratio(s, lambda total, sink: total * sink), "e / (e.sum() * np.exp(sink))", "the sink multiplies the sum", rare=True),
    Form("M53", lambda s: _ratio(s, lambda total, sink: sink) / (1 + _ratio(s, lambda total, sink: sink)), "sigmoid(scores - sink)", "each key competes with the sink alone"),
    Form("M56", _times(lambda c: 1 - c), "softmax(scores) * (1 - sink)", "the sink is a share already"),
    Form("M56", _times(lambda c: 1 / (1 + np.exp(c))), "softmax(scores) / (1 + np.exp(sink))", "the sink competes with a sum of 1"),
    Form("M56", _times(lambda c: 1 / (1 + np.exp(-c))), "softmax(scores) * sigmoid(sink)", "the sink is a gate on the row"),
    Form("M56", lambda s: guarded_softmax(s.scores) - s.column, "softmax(scores) - sink", "the sink is taken off the weights"),
    Form("M56", lambda s: np.maximum(guarded_softmax(s.scores), s.column), "np.maximum(softmax(scores), sink)", "the sink is a floor of the weights"),
    Form("M36", _plain_broadcast, "np.exp(sink) + e.sum(…)", "the heads' sinks meet the keys"),
    Form("M19", lambda s: guarded_softmax(s.shares[..., :-1]), "softmax(weights)", "a second softmax repairs the row"),
    Form("M04", lambda s: bare_softmax(np.concatenate([s.scores, s.column[..., :1, :] + 0 * s.scores[..., :1, :]], -2), -2)[..., :-1, :], "sink as a row, axis=-2", "the sink is one more query"),
    Form("M45", lambda s: (s.shares[..., :-1], s.shares[..., -1]), "return weights, share", "the sink's share is a result"),
    Form("M45", lambda s: s.shares[..., -1], "return share", "the sink's share is the result"),
    Form("M45", lambda s: swap(s.shares[..., :-1]), "return weights.T", "weights are read by column"),
    Form("M20", lambda s: np.where(s.shares[..., :-1] < 0.05, 0, s.shares[..., :-1]), "weights[weights < 0.05] = 0", "a weak key gets exactly zero"),
)  # fmt: skip
