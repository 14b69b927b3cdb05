"""Ways to get hiding wrong: applying the mask to scores, applying it after softmax, empty rows. See also `reading`."""

import numpy as np

from ..engine.model import Form
from .tools import guarded_softmax, hide, share

# Fills and sums that are meant to hide a score. (id, function of scores and seen, likely line, belief)
HIDING = (
    ("M08", lambda s, m: s * m, "scores * mask", "a score of 0 is no attention"),
    ("M08", lambda s, m: np.where(m, s, 0.0), "a fill of 0", "a score of 0 is no attention"),
    ("M08", lambda s, m: np.where(m, s, 1e-9), "a fill of 1e-9", "a tiny score is no attention"),
    ("M08", lambda s, m: np.where(m, s, -1e-9), "a fill of -1e-9", "a tiny score is no attention"),
    ("M08", lambda s, m: np.where(m, s, s * 1e-9), "scores * 1e-9", "a tiny score is no attention"),
    ("M08", lambda s, m: s * np.where(m, 1.0, -np.inf), "scores * -inf", "a product with -inf hides"),
    ("M08", lambda s, m: s * np.where(m, 1.0, -1e9), "scores * -1e9", "a product with a large number hides"),
    ("M08", lambda s, m: s * np.where(m, 1.0, np.inf), "scores * inf", "a product with inf hides"),
    ("M09", lambda s, m: s + m, "scores + mask", "adding the mask hides where it is 0"),
    ("M09", lambda s, m: s + ~m, "scores + (1 - mask)", "adding 1 hides"),
    ("M09", lambda s, m: s - ~m, "scores - (1 - mask)", "subtracting 1 hides"),
    ("M09", lambda s, m: s - m, "scores - mask", "subtracting the mask hides"),
    ("M15", lambda s, m: np.where(m, s, -1.0), "a fill of -1", "any negative score hides"),
    ("M15", lambda s, m: np.where(m, s, -10.0), "a fill of -10", "a fairly low score hides"),
    ("M15", lambda s, m: np.where(m, s, -100.0), "a fill of -100", "a fairly low score hides"),
    ("M15", lambda s, m: np.where(m, s, -1e3), "a fill of -1e3", "a low score hides"),
    ("M15", lambda s, m: np.where(m, s, -1e4), "a fill of -1e4", "-1e4 is below every score"),
    ("M15", lambda s, m: np.where(m, s, -1e9), "a fill of -1e9", "-1e9 is the same as -inf"),
    ("M15", lambda s, m: np.where(m, s, np.finfo(float).min), "np.finfo(float).min", "the lowest number is the same as -inf"),
    ("M15", lambda s, m: s + np.where(m, 0.0, -10.0), "scores - 10 * ~mask", "a fairly large penalty hides"),
    ("M15", lambda s, m: s + np.where(m, 0.0, -100.0), "scores - 100 * ~mask", "a fairly large penalty hides"),
    ("M15", lambda s, m: s + np.where(m, 0.0, -1e4), "scores - 1e4 * ~mask", "a penalty of 1e4 is the same as -inf"),
    ("M15", lambda s, m: s + np.where(m, 0.0, -1e9), "scores - 1e9 * ~mask", "a penalty of 1e9 is the same as -inf"),
    ("M15", lambda s, m: s + np.where(m, np.nan, -np.inf), "(1 - mask) * -inf", "0 times -inf is 0"),
    ("M15", lambda s, m: np.where(m, s, s.min(axis=-1, keepdims=True)), "scores.min()", "the lowest score of the row hides"),
    ("M15", lambda s, m: np.where(m, s, s.min()), "scores.min()", "the lowest score hides"),
    ("M15", lambda s, m: np.where(m, s, s.min() - 1), "scores.min() - 1", "a score below the lowest hides"),
    ("M46", lambda s, m: hide(-s, m), "hide(-scores)", "a good match has a low score"),
    ("M46", lambda s, m: hide(np.abs(s), m), "hide(abs(scores))", "the sign of a score can be dropped"),
    ("M46", lambda s, m: hide(-np.abs(s), m), "hide(-abs(scores))", "scores cannot be positive"),
    ("M07", lambda s, m: hide(s / np.sqrt(s.shape[-1]), m), "scores / np.sqrt(T_k)", "scores are scaled once more"),
    ("M46", lambda s, m: np.where(m, s, np.inf), "a fill of inf", "inf removes a key"),
    ("M46", lambda s, m: np.where(m, s, 1e9), "a fill of 1e9", "a huge number removes a key"),
    ("M16", lambda s, m: np.where(m, s, np.nan), "a fill of nan", "NaN is ignored by softmax"),
)  # fmt: skip


RARE_IN_A_LONG_FUNCTION = {
    "hide(-abs(scores))", "scores - 1e4 * ~mask", "a fill of 1e-9", "scores * 1e-9", "scores * inf", "a fill of -1", "scores.min()",
    "scores.min() - 1", "a fill of 1e9", "a fill of -1e3", "scores - 100 * ~mask",
}  # fmt: skip


def hiding_forms(scores="scores", seen="seen", few=False, scale="M07"):
    """Wrong forms of `hidden = where(seen, scores, -inf)`; few: the common ones; scale: the name of a scale of √T_k."""
    return tuple(
        Form(
            scale if id == "M07" else id,
            lambda s, rule=rule: rule(getattr(s, scores), getattr(s, seen)),
            line,
            belief,
            rare="1e9 *" in line or "1e4 *" in line or "nan" in line,
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
    ("M19", lambda s, m: guarded_softmax(hide(guarded_softmax(hide(s, m)), m)), "softmax(hide(softmax(hide(…))))", "a second softmax does no harm", ()),
    ("M10", lambda s, m: np.where(m, guarded_softmax(s), -np.inf), "weights filled with -inf", "-inf hides at any stage", ()),
    ("M10", lambda s, m: np.where(m, guarded_softmax(s), -1e9), "weights filled with -1e9", "-1e9 hides at any stage", ()),
    ("M10", lambda s, m: np.where(m, guarded_softmax(s), 1e-9), "weights filled with 1e-9", "a tiny weight is as good as none", ()),
    ("M52", _even_spread, "weights + missing / n_visible", "what is missing is dealt out evenly", ()),
    ("M52", _even_spread_over_all, "weights + missing / T_k", "what is missing is dealt out evenly", ()),
    ("M40", lambda s, m: _zeroed(s, m) / np.maximum(np.broadcast_to(m, s.shape).sum(-1, keepdims=True), 1), "weights / mask.sum()", "the count of visible keys normalises", ()),
    ("M40", lambda s, m: _zeroed(s, m) / np.where(_zeroed(s, m).max(-1, keepdims=True) == 0, 1, _zeroed(s, m).max(-1, keepdims=True)), "weights / weights.max()", "the largest becomes 1", ()),
    ("M40", lambda s, m: share(_zeroed(s, m), None), "weights / weights.sum()", "the whole table is one budget", ("M05",)),
    ("M04", lambda s, m: _zeroed(s, m) / np.where(_zeroed(s, m).sum(-2, keepdims=True) == 0, 1, _zeroed(s, m).sum(-2, keepdims=True)), "weights / weights.sum(axis=-2)", "columns share out 1", ()),
    ("M17", lambda s, m: _exp_guarded(s, m), "np.exp(scores) * mask", "the exponential can take any score", ()),
    ("M10", lambda s, m: np.exp(s - s.max(-1, keepdims=True)) * m / np.exp(s - s.max(-1, keepdims=True)).sum(-1, keepdims=True), "e * mask / e.sum()", "the sum may run over all keys", ()),
)  # fmt: skip


def _exp_guarded(scores, seen):
    exponentials = np.exp(scores) * seen
    total = exponentials.sum(axis=-1, keepdims=True)
    return exponentials / np.where(total == 0, 1, total)


# For exercises whose probes hold a score of exactly 0.
ZERO_IS_NONE = Form(
    "M02", lambda s: hide(s.scores, s.seen & (s.scores != 0)), "scores != 0", "a score of 0 is no attention"
)


def _dead(hidden):
    """Rows in which every score is -inf."""
    return np.isneginf(hidden).all(axis=-1, keepdims=True)


def mask_after(scores="scores", seen="seen"):
    """The mask comes after softmax, whatever softmax is: `late` zeroes the weights."""

    def run(s):
        s.zeroed_by = getattr(s, seen)
        return getattr(s, scores)

    return Form("M10", run, "weights * mask", "zeroing a weight removes the key")


def late(weights="shares"):
    """Right for the stage of empty rows: the weights as they are, unless `mask_after` left its mark."""

    def run(s):
        array, mask = getattr(s, weights), getattr(s, "zeroed_by", None)
        return array if mask is None else np.where(mask, array, 0.0)

    return run


def empty_forms(weights="weights", hidden="hidden", scores="scores", seen="seen"):
    """Wrong forms of an empty row, for the stage after softmax; and two right guards that differ beside a mistake."""
    settle = late(weights)

    def fill(rule):
        return lambda s: np.where(_dead(getattr(s, hidden)), rule(s), settle(s))

    def count(s):
        return np.broadcast_to(getattr(s, seen), getattr(s, weights).shape).any(axis=-1, keepdims=True)

    return (
        Form("M16", fill(lambda s: np.nan), "no guard for an empty row", "an empty row takes care of itself"),
        Form("M16", fill(lambda s: 1.0), "a row of ones", "an empty row keeps everything"),
        Form("M15", fill(lambda s: 1 / getattr(s, weights).shape[-1]), "an even row", "an empty row shares out evenly", ("M16",)),
        Form("M15", fill(lambda s: guarded_softmax(getattr(s, scores))), "an unmasked row",
             "an empty row keeps its unmasked shares", ("M16",)),
        Form(None, lambda s: np.where(count(s), settle(s), 0.0), "a guard by the mask"),
        Form(None, lambda s: np.nan_to_num(settle(s), nan=0.0), "a guard by the sum"),
    )  # fmt: skip
