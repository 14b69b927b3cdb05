"""Ways to get a sink wrong: one more score in the denominator, which brings no value.

The state holds scores and sink; the steps write column (the sink beside every row), table (scores and column), shares
(softmax of the table) and the result (the shares without the column).
"""

from dataclasses import replace

import numpy as np

from ..engine.model import Form
from .bridges import bridge_forms


def per_head(sink):
    """The sink as it meets (…, n_heads, T_q, T_k): a number stays one, a head's sink gets two axes behind it."""
    sink = np.asarray(sink, dtype=float)
    return sink[..., None, None] if sink.ndim else sink


def beside(s, sink):
    """A sink stretched to a column (…, T_q, 1)."""
    return np.broadcast_to(sink, (*s.scores.shape[:-1], 1))


def table_of(s):
    """Right: scores with the column behind them."""
    return np.concatenate([s.scores, s.column], axis=-1)


def top_of(s):
    return s.scores.max(axis=-1, keepdims=True)


def value_of(s):
    """Right: the sink's own score, or one for each head."""
    return np.asarray(s.sink, dtype=float)


def column_of(s):
    """Right: the sink beside every row, one for each head."""
    return beside(s, per_head(s.value))


def _number_only(s):
    if np.ndim(s.sink):
        raise TypeError("only 0-dimensional arrays can be converted to Python scalars")
    return column_of(s)


# The score that stands for the sink.
VALUE_FORMS = (
    Form("M46", lambda s: -value_of(s), "np.exp(-sink)", "a high sink takes little"),
    Form("M56", lambda s: 0 * value_of(s), "1 + e.sum()", "the sink is always an extra 1"),
    Form("M56", lambda s: value_of(s) + np.log(s.scores.shape[-1]), "(e + np.exp(sink)).sum()", "the sink counts once for every key"),
    Form("M56", lambda s: value_of(s) - np.log(s.scores.shape[-1]), "e.sum() + np.exp(sink) / T_k", "the sink is shared by all keys", rare=True),
    Form("M56", lambda s: np.exp(value_of(s)), "np.exp(np.exp(sink))", "the sink is exponentiated before softmax"),
    Form("M56", lambda s: value_of(s) - np.inf, "softmax(scores)", "a sink gives its share back", also=("M58",)),
    Form("M56", lambda s: 0 * value_of(s) + 1, "np.ones(…) as the column", "the sink's score is always 1", rare=True),
    Form("M56", lambda s: 2 * value_of(s), "2 * sink", "the sink counts twice", rare=True),
    Form("M56", lambda s: value_of(s) / np.sqrt(s.scores.shape[-1]), "sink / np.sqrt(T_k)", "the sink is scaled as scores are", rare=True),
    Form("M56", lambda s: np.log(np.abs(value_of(s))), "e.sum() + abs(sink)", "the sink need not be exponentiated", rare=True),
)  # fmt: skip

AXIS = {
    "name": "sink on another axis",
    "next_step": "Print the shapes of scores and sink side by side, with as many heads as keys.",
}
# How it meets the rows.
COLUMN_FORMS = (
    Form("M56", lambda s: beside(s, s.value[:, None] if s.value.ndim else s.value), "sink[:, None]", "the heads' sinks meet the queries", **AXIS),
    Form("M55", lambda s: beside(s, per_head(s.value)[::-1] if s.value.ndim else s.value), "sink[::-1]", "heads count from the end", rare=True),
    Form("M55", lambda s: beside(s, np.ravel(s.value)[0]), "sink[0]", "the first head's sink serves all"),
    Form("M55", lambda s: beside(s, np.ravel(s.value)[-1]), "sink[-1]", "the last head's sink serves all", rare=True),
    Form("M55", _number_only, "float(sink)", "a sink is always one number"),
    Form("M55", lambda s: beside(s, np.max(s.value)), "sink.max()", "the largest sink serves all heads", rare=True),
    Form("M22", lambda s: beside(s, np.mean(s.value)), "sink.mean()", "heads can share a mean sink"),
    Form("M22", lambda s: beside(s, np.sum(s.value)), "sink.sum()", "the sinks of all heads add up", rare=True),
    Form("M56", lambda s: top_of(s) + 0 * column_of(s), "exp(scores - max) / (1 + sum)", "the extra 1 is the same after the shift"),
    Form("M56", lambda s: top_of(s) + column_of(s), "exp(scores - max) / (exp(sink) + sum)", "the sink need not be shifted"),
    Form("M56", lambda s: s.scores.mean(-1, keepdims=True) + 0 * column_of(s), "scores.mean() as the column", "the sink is the mean of the row", rare=True),
    Form("M56", lambda s: s.scores.min(-1, keepdims=True) + 0 * column_of(s), "scores.min() as the column", "the sink is the lowest of the row", rare=True),
)  # fmt: skip

TABLE_FORMS = (
    Form("M07", lambda s: np.concatenate([s.scores / np.sqrt(s.scores.shape[-1]), s.column], -1), "scores / np.sqrt(T_k)", "softmax scales once more"),
    Form("M07", lambda s: np.concatenate([s.scores, s.column], -1) / np.sqrt(s.scores.shape[-1]), "… / np.sqrt(T_k)", "softmax scales once more"),
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
    top = top_of(s)
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
        *(
            # Along the queries the sink's column is by itself: the weights are those without a sink.
            replace(form, also=("M56",)) if form.line == "axis=-2" else form
            for form in bridge_forms("table", masked=True, few=True)
            if "T_k" not in form.line
        ),
    )
