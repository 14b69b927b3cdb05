"""Ways to renormalise wrongly, step by step. The steps write row, axis, total, shares and the result.

What is divided, along which axis the normaliser runs, what the normaliser is, and what becomes of an empty row are
steps of their own, so that pairs compose.
"""

import numpy as np

from ..engine.model import Form
from .tools import guarded_softmax, share, swap


def total_of(s):
    """Right: the sum of the row."""
    return s.row.sum(axis=s.axis, keepdims=True)


def divided(s):
    """Right: divided, a sum of 0 replaced by 1."""
    return s.row / np.where(s.total == 0, 1, s.total)


READY = (
    Form("M53", lambda s: s.weights**2, "weights ** 2, then divided", "sharper is as good"),
    Form("M53", lambda s: np.sqrt(s.weights), "sqrt(weights), then divided", "flatter is as good"),
    Form("M53", lambda s: s.weights + 1e-2, "(weights + 0.01) / sum", "a little for everyone is harmless"),
    Form("M53", lambda s: 1.0 * (s.weights == s.weights.max(-1, keepdims=True)) * (s.weights > 0), "weights == weights.max()", "the best key takes everything", rare=True),
)  # fmt: skip

AXES = (
    Form("M04", lambda s: -2, "weights.sum(axis=-2)", "columns share out 1"),
    Form("M04", lambda s: 0, "weights.sum(axis=0)", "the first axis shares out 1"),
    Form("M04", lambda s: 1, "weights.sum(axis=1)", "axis 1 is the keys, whatever stands in front"),
    Form("M05", lambda s: None, "weights.sum()", "the whole table is one budget"),
    Form("M05", lambda s: (-1, -2), "weights.sum((-1, -2))", "the whole table is one budget"),
)  # fmt: skip


def _total(rule):
    return lambda s: rule(s.row, s.axis)


def _not_squeezed(w, axis):
    """Without keepdims: the sums meet the keys."""
    return w.sum(axis=axis)


def _beside_axis_one(w, axis):
    """[:, None] puts an axis second, wherever the rows are."""
    return w.sum(axis=axis)[:, None]


TOTALS = (
    Form("M04", _total(_not_squeezed), "weights.sum(-1)", "a sum without keepdims still lines up with its row"),
    Form("M41", _total(_beside_axis_one), "weights.sum(-1)[:, None]", "there are two axes only"),
    Form("M40", _total(lambda w, axis: w.max(axis, keepdims=True)), "weights.max(-1)", "the largest becomes 1"),
    Form("M40", _total(lambda w, axis: w.mean(axis, keepdims=True)), "weights.mean(-1)", "the mean normalises"),
    Form("M40", _total(lambda w, axis: (w > 0).sum(axis, keepdims=True)), "count of visible keys", "the count normalises"),
    Form("M40", _total(lambda w, axis: np.full((*w.shape[:-1], 1), w.shape[-1])), "/ T_k", "the count normalises"),
    Form("M40", _total(lambda w, axis: np.sqrt((w**2).sum(axis, keepdims=True))), "np.linalg.norm", "the length normalises"),
    Form("M40", _total(lambda w, axis: np.exp(w).sum(axis, keepdims=True)), "np.exp(weights).sum()", "the sum runs over exponentials", rare=True),
    Form("M40", _total(lambda w, axis: 1 - w.sum(axis, keepdims=True)), "1 - row sum", "what is missing normalises", rare=True),
    Form("M40", _total(lambda w, axis: 1 + w.sum(axis, keepdims=True)), "row sum + 1", "an extra 1 is harmless"),
    Form("M40", _total(lambda w, axis: w.sum(axis, keepdims=True) + 1e-2), "row sum + 0.01", "a guard may be large", rare=True),
    Form("M55", _total(lambda w, axis: w[..., :-1].sum(axis, keepdims=True)), "weights[..., :-1].sum(-1)", "the last key is left out", ("M40",)),
    Form("M55", _total(lambda w, axis: w[..., 1:].sum(axis, keepdims=True)), "weights[..., 1:].sum(-1)", "the first key is left out", ("M40",)),
    Form("M40", _total(lambda w, axis: np.ones_like(w[..., :1]) * w[..., :1, :].sum(-1, keepdims=True)), "weights[0].sum()", "the first row's sum serves all", rare=True),
)  # fmt: skip


def _even(row):
    seen = row > 0
    missing = 1 - row.sum(-1, keepdims=True)
    return np.where(seen, row + missing / np.maximum(seen.sum(-1, keepdims=True), 1), 0.0)


def _even_over_all(row):
    return row + (1 - row.sum(-1, keepdims=True)) / row.shape[-1]


def _where_empty(value):
    return lambda s: np.where(s.total == 0, value(s), divided(s))


DIVISIONS = (
    Form("M16", lambda s: s.row / s.total, "weights / weights.sum(-1)", "an empty row takes care of itself"),
    Form("M16", _where_empty(lambda s: 1 / s.row.shape[-1]), "an even row", "an empty row shares out evenly"),
    Form("M16", _where_empty(lambda s: 1.0), "a row of ones", "an empty row keeps everything"),
    Form("M16", _where_empty(lambda s: np.nan), "a row of nan", "an empty row has no numbers"),
    Form("M40", lambda s: s.row * s.total, "weights * row sum", "multiplying by the sum normalises"),
    Form("M40", lambda s: s.row + 1 - s.total, "weights + missing", "adding what is missing normalises"),
    Form("M40", lambda s: s.row - s.total, "weights - row sum", "subtracting the sum normalises", rare=True),
    Form("M40", lambda s: np.where(s.row > 0, s.row + 1 - s.total, 0.0), "visible weights + missing", "adding what is missing normalises"),
    Form("M46", lambda s: s.total / np.where(s.row == 0, 1, s.row), "row sum / weights", "the fraction may stand on its head"),
    Form("M52", lambda s: _even(s.row), "weights + missing / n", "what is missing is dealt out evenly"),
    Form("M52", lambda s: _even_over_all(s.row), "weights + missing / T_k", "what is missing is dealt out evenly"),
    Form("M52", lambda s: _even_over_all(s.row) * (s.row.sum(-1, keepdims=True) > 0), "weights + missing / T_k, guarded", "what is missing is dealt out evenly"),
    Form("M52", lambda s: np.where((s.row == s.row.max(-1, keepdims=True)) & (s.row > 0), s.row + 1 - s.total, s.row), "the heaviest + missing", "the heaviest key takes what is missing", rare=True),
    Form("M52", lambda s: (s.row > 0) / np.maximum((s.row > 0).sum(-1, keepdims=True), 1), "1 / n", "visible keys share alike"),
    Form("M19", lambda s: guarded_softmax(s.row), "softmax(weights)", "a second softmax repairs the row"),
    Form("M19", lambda s: np.where(s.total == 0, 0.0, guarded_softmax(s.row)), "softmax(weights), guarded", "a second softmax repairs the row"),
    Form("M19", lambda s: guarded_softmax(np.where(s.row > 0, s.row, -np.inf)), "softmax of what is left", "a second softmax repairs the row"),
    Form("M10", lambda s: s.row, "return weights", "a row may stay short"),
    Form(None, lambda s: s.row / (s.total + 1e-12), "a guard by adding"),
    Form(None, lambda s: np.nan_to_num(share(s.row)), "a guard by the result"),
)  # fmt: skip

RETURNS = (
    Form("M45", lambda s: swap(s.shares), "….T", "weights are read by column"),
    Form("M45", lambda s: s.weights.sum(-1), "row sums", "the row sums are the result"),
    Form("M45", lambda s: s.weights.sum(-1, keepdims=True), "row sums, keepdims", "the row sums are the result"),
    Form("M45", lambda s: (s.shares, s.weights.sum(-1)), "return weights, sums", "the number of results is free"),
    Form("M53", lambda s: np.round(s.shares, 2), "np.round(…, 2)", "a rounded weight is as good"),
)  # fmt: skip
