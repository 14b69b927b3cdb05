"""Ways to get hiding wrong: reading the mask, applying it to scores, applying it after softmax, empty rows."""

import numpy as np

from ..engine.model import Form
from .bridges import bridge_forms
from .tools import bare_softmax, each_empty_row, guarded_softmax, hide, share, swap


def _tri(shape):
    T_q, T_k = shape[-2:]
    return np.tri(T_q, T_k, T_k - T_q, dtype=bool)


def reading_forms(mask="mask", scores="scores"):
    """Wrong readings of the mask: `seen` should be the mask as given, True = may look."""

    def of(rule):
        return lambda s: rule(getattr(s, mask), getattr(s, scores).shape)

    return (
        Form("M11", of(lambda m, shape: ~m), "~mask", "True hides"),
        Form("M50", of(lambda m, shape: np.ones_like(m)), "the mask is not used", "the mask has done its work already"),
        Form("M43", of(lambda m, shape: swap(m)), "mask.T", "the mask stands on the query axis"),
        Form("M43", of(lambda m, shape: m.any(axis=-1, keepdims=True)), "mask[..., None]", "the mask says which queries count"),
        Form("M43", of(lambda m, shape: np.broadcast_to(m, shape).any(axis=-2, keepdims=True)), "mask.any(axis=-2)",
             "one query's mask serves all"),
        Form("M43", of(lambda m, shape: np.broadcast_to(m, shape).all(axis=-2, keepdims=True)), "mask.all(axis=-2)",
             "one query's mask serves all"),
        Form("M43", of(lambda m, shape: np.broadcast_to(m, shape)[..., :1, :]), "mask[..., 0, :]", "the first query's mask serves all"),
        Form("M43", of(lambda m, shape: np.broadcast_to(m, shape)[..., -1:, :]), "mask[..., -1, :]", "the last query's mask serves all"),
        Form("M50", of(lambda m, shape: _tri(shape)), "np.tri(…)", "a mask is always causal"),
        Form("M58", of(lambda m, shape: m & _tri(shape)), "mask & np.tri(…)", "the future is hidden as well"),
        Form("M50", of(lambda m, shape: m | _tri(shape)), "mask | np.tri(…)", "masks combine with or"),
        Form("M58", of(lambda m, shape: m | np.eye(*shape[-2:], dtype=bool)), "mask | np.eye(…)", "a token always sees itself"),
        Form("M12", of(lambda m, shape: np.concatenate([m[..., 1:], m[..., :1]], -1)), "mask shifted by one", "the first column is the next key"),
    )  # fmt: skip


# Fills and sums that are meant to hide a score. (id, function of scores and seen, likely line, belief)
HIDING = (
    ("M08", lambda s, m: s * m, "scores * mask", "a score of 0 is no attention"),
    ("M08", lambda s, m: np.where(m, s, 0.0), "np.where(mask, scores, 0)", "a score of 0 is no attention"),
    ("M08", lambda s, m: np.where(m, s, 1e-9), "np.where(mask, scores, 1e-9)", "a tiny score is no attention"),
    ("M08", lambda s, m: np.where(m, s, -1e-9), "np.where(mask, scores, -1e-9)", "a tiny score is no attention"),
    ("M08", lambda s, m: np.where(m, s, s * 1e-9), "scores * 1e-9", "a tiny score is no attention"),
    ("M08", lambda s, m: s * np.where(m, 1.0, -np.inf), "scores * -inf", "a product with -inf hides"),
    ("M08", lambda s, m: s * np.where(m, 1.0, -1e9), "scores * -1e9", "a product with a large number hides"),
    ("M08", lambda s, m: s * np.where(m, 1.0, np.inf), "scores * inf", "a product with inf hides"),
    ("M09", lambda s, m: s + m, "scores + mask", "adding the mask hides where it is 0"),
    ("M09", lambda s, m: s + ~m, "scores + (1 - mask)", "adding 1 hides"),
    ("M09", lambda s, m: s - ~m, "scores - (1 - mask)", "subtracting 1 hides"),
    ("M09", lambda s, m: s - m, "scores - mask", "subtracting the mask hides"),
    ("M15", lambda s, m: np.where(m, s, -1.0), "np.where(mask, scores, -1)", "any negative score hides"),
    ("M15", lambda s, m: np.where(m, s, -10.0), "np.where(mask, scores, -10)", "a fairly low score hides"),
    ("M15", lambda s, m: np.where(m, s, -100.0), "np.where(mask, scores, -100)", "a fairly low score hides"),
    ("M15", lambda s, m: np.where(m, s, -1e3), "np.where(mask, scores, -1e3)", "a low score hides"),
    ("M15", lambda s, m: np.where(m, s, -1e4), "np.where(mask, scores, -1e4)", "-1e4 is below every score"),
    ("M15", lambda s, m: np.where(m, s, -1e9), "np.where(mask, scores, -1e9)", "-1e9 is the same as -inf"),
    ("M15", lambda s, m: np.where(m, s, np.finfo(float).min), "np.finfo(float).min", "the lowest number is the same as -inf"),
    ("M15", lambda s, m: s + np.where(m, 0.0, -10.0), "scores - 10 * ~mask", "a fairly large penalty hides"),
    ("M15", lambda s, m: s + np.where(m, 0.0, -100.0), "scores - 100 * ~mask", "a fairly large penalty hides"),
    ("M15", lambda s, m: s + np.where(m, 0.0, -1e9), "scores - 1e9 * ~mask", "a penalty of 1e9 is the same as -inf"),
    ("M15", lambda s, m: s + np.where(m, np.nan, -np.inf), "(1 - mask) * -inf", "0 times -inf is 0"),
    ("M15", lambda s, m: np.where(m, s, s.min(axis=-1, keepdims=True)), "scores.min()", "the lowest score of the row hides"),
    ("M15", lambda s, m: np.where(m, s, s.min()), "scores.min()", "the lowest score hides"),
    ("M15", lambda s, m: np.where(m, s, s.min() - 1), "scores.min() - 1", "a score below the lowest hides"),
    ("M46", lambda s, m: np.where(m, s, np.inf), "np.where(mask, scores, inf)", "inf removes a key"),
    ("M46", lambda s, m: np.where(m, s, 1e9), "np.where(mask, scores, 1e9)", "a huge number removes a key"),
    ("M46", lambda s, m: s + np.where(m, 0.0, 1e9), "scores + 1e9 * ~mask", "a huge number removes a key"),
    ("M16", lambda s, m: np.where(m, s, np.nan), "np.where(mask, scores, nan)", "NaN is ignored by softmax"),
)  # fmt: skip


RARE_IN_A_LONG_FUNCTION = {
    "np.where(mask, scores, 1e-9)", "scores * 1e-9", "scores * inf", "np.where(mask, scores, -1)", "scores.min()",
    "scores.min() - 1", "np.where(mask, scores, 1e9)", "np.where(mask, scores, -1e3)", "scores - 100 * ~mask",
}  # fmt: skip


def hiding_forms(scores="scores", seen="seen", few=False):
    """Wrong forms of `hidden = where(seen, scores, -inf)`; few: the common ones."""
    return tuple(
        Form(
            id,
            lambda s, rule=rule: rule(getattr(s, scores), getattr(s, seen)),
            line,
            belief,
            rare="1e9 *" in line or "nan" in line,
        )
        for id, rule, line, belief in HIDING
        if not (few and line in RARE_IN_A_LONG_FUNCTION)
    )


def _even_spread(scores, seen):
    shares = guarded_softmax(scores) * seen
    missing = 1 - shares.sum(axis=-1, keepdims=True)
    return np.where(
        seen, shares + missing / np.maximum(np.broadcast_to(seen, scores.shape).sum(-1, keepdims=True), 1), 0
    )


def _even_spread_over_all(scores, seen):
    shares = guarded_softmax(scores) * seen
    return shares + (1 - shares.sum(axis=-1, keepdims=True)) / scores.shape[-1]


def _zeroed(scores, seen):
    return guarded_softmax(scores) * seen


# Ways to use the mask after softmax, or to settle empty rows otherwise.
AFTER = (
    ("M10", _zeroed, "softmax(scores) * mask", "zeroing a weight removes the key", ()),
    ("M19", lambda s, m: guarded_softmax(_zeroed(s, m)), "softmax(softmax(scores) * mask)", "a second softmax repairs the row", ("M10",)),
    ("M19", lambda s, m: guarded_softmax(np.where(m, guarded_softmax(s), -np.inf)), "softmax(where(mask, weights, -inf))", "weights can be masked like scores", ("M10",)),
    ("M10", lambda s, m: np.where(m, guarded_softmax(s), -np.inf), "np.where(mask, weights, -inf)", "-inf hides at any stage", ()),
    ("M10", lambda s, m: np.where(m, guarded_softmax(s), -1e9), "np.where(mask, weights, -1e9)", "-1e9 hides at any stage", ()),
    ("M10", lambda s, m: np.where(m, guarded_softmax(s), 1e-9), "np.where(mask, weights, 1e-9)", "a tiny weight is as good as none", ()),
    ("M52", _even_spread, "weights + missing / n_visible", "what is missing is dealt out evenly", ()),
    ("M52", _even_spread_over_all, "weights + missing / T_k", "what is missing is dealt out evenly", ()),
    ("M40", lambda s, m: _zeroed(s, m) / np.maximum(np.broadcast_to(m, s.shape).sum(-1, keepdims=True), 1), "weights / mask.sum()", "the count of visible keys normalises", ()),
    ("M40", lambda s, m: _zeroed(s, m) / np.where(_zeroed(s, m).max(-1, keepdims=True) == 0, 1, _zeroed(s, m).max(-1, keepdims=True)), "weights / weights.max()", "the largest becomes 1", ()),
    ("M40", lambda s, m: share(_zeroed(s, m), None), "weights / weights.sum()", "the whole table is one budget", ("M05",)),
    ("M04", lambda s, m: _zeroed(s, m) / np.where(_zeroed(s, m).sum(-2, keepdims=True) == 0, 1, _zeroed(s, m).sum(-2, keepdims=True)), "weights / weights.sum(axis=-2)", "columns share out 1", ()),
    ("M16", lambda s, m: bare_softmax(hide(s, m)), "softmax without a guard", "an empty row takes care of itself", ()),
    ("M16", lambda s, m: share(_zeroed(s, m)), "0 / 0 in an empty row", "an empty row takes care of itself", ()),
    ("M16", lambda s, m: each_empty_row(guarded_softmax(hide(s, m)), m, 1.0), "a row of ones", "an empty row keeps everything", ()),
    ("M15", lambda s, m: each_empty_row(guarded_softmax(hide(s, m)), m, 1 / s.shape[-1]), "an even row", "an empty row shares out evenly", ("M16",)),
    ("M15", lambda s, m: each_empty_row(guarded_softmax(hide(s, m)), m, guarded_softmax(s)), "an unmasked row", "an empty row keeps its unmasked shares", ("M16",)),
    ("M17", lambda s, m: share(np.exp(s) * m), "np.exp(scores) * mask", "the exponential can take any score", ("M16",)),
    ("M17", lambda s, m: _exp_guarded(s, m), "np.exp(scores) * mask", "the exponential can take any score", ()),
    ("M10", lambda s, m: np.exp(s - s.max(-1, keepdims=True)) * m / np.exp(s - s.max(-1, keepdims=True)).sum(-1, keepdims=True), "e * mask / e.sum()", "the sum may run over all keys", ()),
)  # fmt: skip


def _exp_guarded(scores, seen):
    exponentials = np.exp(scores) * seen
    total = exponentials.sum(axis=-1, keepdims=True)
    return exponentials / np.where(total == 0, 1, total)


def bridging_forms(scores="scores", seen="seen", hidden="hidden"):
    """Wrong forms of `weights = softmax(hidden)`: the mask used too late, empty rows, and everything in `bridges`."""
    late = tuple(
        Form(
            id,
            lambda s, rule=rule: rule(getattr(s, scores), getattr(s, seen)),
            line,
            belief,
            also,
            "-inf" in line,
        )
        for id, rule, line, belief, also in AFTER
    )
    return late + bridge_forms(hidden, masked=True)
