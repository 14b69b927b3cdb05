"""Ways to get from scores to weights that are not softmax along the keys."""

import numpy as np

from ..engine.model import Form
from .tools import bare_softmax, guarded_softmax, share


def _over_heads(scores):
    return guarded_softmax(scores, -3)  # raises for a matrix: there is no such axis


def _whole(scores):
    exponentials = np.exp(scores - np.max(scores))
    return exponentials / exponentials.sum()


def _heads_averaged(scores):
    return scores.mean(axis=-3, keepdims=True) + 0 * scores if scores.ndim > 2 else scores


def _causal(scores):
    T_q, T_k = scores.shape[-2:]
    return guarded_softmax(np.where(np.tri(T_q, T_k, T_k - T_q, dtype=bool), scores, -np.inf))


def _one_hot(scores):
    return (scores == scores.max(axis=-1, keepdims=True)).astype(float)


def _without_keepdims(scores):
    exponentials = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return exponentials / exponentials.sum(axis=-1)


def _global_max(scores):
    exponentials = np.exp(scores - np.max(scores))
    return share(exponentials)


def _per_matrix(scores):
    exponentials = np.exp(scores - scores.max(axis=(-1, -2), keepdims=True))
    return exponentials / exponentials.sum(axis=(-1, -2), keepdims=True)


def _sparsemax(scores):
    ordered = -np.sort(-scores, axis=-1)
    total = np.cumsum(ordered, axis=-1)
    k = np.arange(1, scores.shape[-1] + 1)
    support = (1 + k * ordered > total).sum(axis=-1, keepdims=True)
    tau = (np.take_along_axis(total, support - 1, axis=-1) - 1) / support
    return np.maximum(scores - tau, 0)


# (id, function of the scores, likely line, belief). -inf may be among the scores where a mask came before.
RULES = (
    ("M04", lambda s: guarded_softmax(s, -2), "axis=-2", "each key shares out 1 among the queries"),
    ("M04", lambda s: guarded_softmax(s, 0), "axis=0", "the first axis shares out 1"),
    ("M04", lambda s: guarded_softmax(s, 1), "axis=1", "axis 1 is the keys, whatever stands in front"),
    ("M04", lambda s: guarded_softmax(s, 2), "axis=2", "axis 2 is the keys, whatever stands in front"),
    ("M04", _over_heads, "axis=-3", "the heads share out 1"),
    ("M22", lambda s: guarded_softmax(_heads_averaged(s)), "scores.mean(axis=-3)", "scores are averaged over heads first"),
    ("M22", lambda s: _heads_averaged(guarded_softmax(s)), "weights.mean(axis=-3)", "weights are averaged over heads first"),
    ("M55", lambda s: guarded_softmax(s[..., :1, :, :]) + 0 * s if s.ndim > 2 else guarded_softmax(s), "scores[..., :1, :, :]", "one head serves all"),
    ("M58", _causal, "np.tri(…)", "the future is hidden as well"),
    ("M05", _whole, "e / e.sum()", "the whole table shares out 1"),
    ("M05", _per_matrix, "e.sum(axis=(-2, -1))", "the whole table shares out 1"),
    ("M04", _without_keepdims, "e / e.sum(axis=-1)", "a sum without keepdims still lines up with its row"),
    ("M17", lambda s: share(np.exp(s)), "np.exp(scores)", "the exponential can take any score"),
    ("M17", _global_max, "scores - scores.max()", "one maximum serves all rows"),
    ("M17", lambda s: share(np.exp(s - s.mean(axis=-1, keepdims=True))), "scores - scores.mean()", "the mean is as good as the maximum"),
    ("M17", lambda s: share(np.exp(s - s.min(axis=-1, keepdims=True))), "scores - scores.min()", "the minimum is as good as the maximum"),
    ("M17", lambda s: share(np.exp(np.clip(s, -50, 50))), "np.clip(scores, …)", "clipping is the cure for overflow"),
    ("M17", lambda s: share(np.exp(s - s.max(axis=-2, keepdims=True))), "scores - scores.max(axis=-2)", "the maximum of a column serves a row"),
    ("M19", lambda s: guarded_softmax(guarded_softmax(s)), "softmax(softmax(scores))", "a second softmax does no harm"),
    ("M19", lambda s: bare_softmax(bare_softmax(s)), "softmax(softmax(scores))", "a second softmax does no harm"),
    ("M01", lambda s: s, "return scores", "a score is already a share"),
    ("M40", lambda s: np.exp(s - s.max(axis=-1, keepdims=True)), "np.exp(scores - max)", "the exponentials are the shares"),
    ("M40", np.exp, "np.exp(scores)", "the exponentials are the shares"),
    ("M40", lambda s: s / s.sum(axis=-1, keepdims=True), "scores / scores.sum()", "scores become shares by division"),
    ("M40", lambda s: s / np.abs(s).sum(axis=-1, keepdims=True), "scores / abs(scores).sum()", "scores become shares by division"),
    ("M40", lambda s: s / s.max(axis=-1, keepdims=True), "scores / scores.max()", "the largest becomes 1"),
    ("M40", lambda s: (s - s.min(axis=-1, keepdims=True)) / (s.max(axis=-1, keepdims=True) - s.min(axis=-1, keepdims=True)),
     "(scores - min) / (max - min)", "squeezing into 0…1 makes shares"),
    ("M40", lambda s: np.exp(s - s.max(axis=-1, keepdims=True)) / s.shape[-1], "e / T_k", "the count normalises"),
    ("M40", lambda s: np.exp(s) / s.shape[-1], "np.exp(scores) / T_k", "the count normalises"),
    ("M40", lambda s: np.exp(s) / np.exp(s).max(axis=-1, keepdims=True), "e / e.max()", "the largest becomes 1"),
    ("M40", lambda s: np.exp(s) / np.exp(s).mean(axis=-1, keepdims=True), "e / e.mean()", "the mean normalises"),
    ("M40", lambda s: np.exp(s) / np.linalg.norm(np.exp(s), axis=-1, keepdims=True), "e / np.linalg.norm(e)", "the length normalises"),
    ("M40", lambda s: np.exp(s - s.max(axis=-1, keepdims=True)) * np.exp(s - s.max(axis=-1, keepdims=True)).sum(axis=-1, keepdims=True),
     "e * e.sum()", "multiplying by the sum normalises"),
    ("M40", lambda s: np.exp(s - s.max(axis=-1, keepdims=True)) / np.exp(s).sum(axis=-1, keepdims=True),
     "exp(s - max) / exp(s).sum()", "the shift is needed above the line only"),
    ("M53", lambda s: 1 / (1 + np.exp(-s)), "1 / (1 + np.exp(-scores))", "a sigmoid makes shares"),
    ("M53", lambda s: share(1 / (1 + np.exp(-s))), "sigmoid, then divided", "any positive function will do"),
    ("M53", lambda s: share(s**2), "scores**2, then divided", "squares make it positive"),
    ("M53", lambda s: share(np.abs(s)), "abs(scores), then divided", "the sign of a score can be dropped"),
    ("M53", lambda s: share(np.maximum(s, 0)), "relu, then divided", "a negative score counts as nothing"),
    ("M53", _one_hot, "scores == scores.max()", "the best key takes everything"),
    ("M53", lambda s: share(2.0 ** (s - s.max(axis=-1, keepdims=True))), "2 ** scores", "any base will do"),
    ("M53", lambda s: share(10.0 ** (s - s.max(axis=-1, keepdims=True))), "10 ** scores", "any base will do"),
    ("M53", lambda s: np.round(guarded_softmax(s)), "np.round(softmax(scores))", "weights are 0 or 1"),
    ("M53", lambda s: np.round(guarded_softmax(s), 1), "np.round(weights, 1)", "a rounded weight is as good"),
    ("M53", lambda s: np.round(guarded_softmax(s), 2), "np.round(weights, 2)", "a rounded weight is as good"),
    ("M53", lambda s: np.round(guarded_softmax(s), 3), "np.round(weights, 3)", "a rounded weight is as good"),
    ("M53", lambda s: np.exp(s) / (1 + np.exp(s).sum(axis=-1, keepdims=True)), "e / (1 + e.sum())", "an extra 1 is harmless"),
    ("M53", lambda s: np.exp(s - s.max(axis=-1, keepdims=True)) / (1 + np.exp(s - s.max(axis=-1, keepdims=True)).sum(axis=-1, keepdims=True)),
     "exp(s - max) / (1 + sum)", "an extra 1 is harmless"),
    ("M53", _sparsemax, "sparsemax", "weights should have exact zeros"),
    ("M53", lambda s: share(np.log1p(np.exp(s))), "softplus, then divided", "any positive function will do"),
    ("M53", lambda s: share(np.exp(s * s)), "np.exp(scores**2)", "the exponent is a square"),
    ("M46", lambda s: bare_softmax(-s), "np.exp(-scores)", "a good match has a low score"),
    ("M07", lambda s: bare_softmax(s / np.sqrt(s.shape[-1])), "scores / np.sqrt(T_k)", "softmax scales once more"),
    ("M01", lambda s: s - s.max(axis=-1, keepdims=True), "scores - max", "the shift alone makes shares"),
    ("M01", lambda s: s - np.log(np.exp(s).sum(axis=-1, keepdims=True)), "log of the weights", "log-weights are weights"),
    ("M53", lambda s: np.full_like(s, 1 / s.shape[-1]), "np.ones / T_k", "all keys share alike"),
)  # fmt: skip


# With -inf among the scores these give NaN or 0 for reasons of their own; nobody writes them there.
NOT_AFTER_A_MASK = {
    "scores**2, then divided", "abs(scores), then divided", "(scores - min) / (max - min)", "np.exp(-scores)",
    "scores / scores.sum()", "scores / abs(scores).sum()", "scores / scores.max()", "np.exp(scores**2)",
    "scores - scores.mean()", "scores - scores.min()", "sparsemax", "np.tri(…)",
}  # fmt: skip


# What is left out where softmax is one step of many: rare there, and every form costs time in the search for pairs.
RARE_IN_A_LONG_FUNCTION = {
    "np.round(weights, 1)", "np.round(weights, 2)", "np.round(weights, 3)", "10 ** scores", "e / np.linalg.norm(e)",
    "log of the weights", "np.ones / T_k", "softplus, then divided", "np.exp(scores) / T_k", "e * e.sum()",
    "sparsemax", "np.exp(scores**2)", "scores**2, then divided", "abs(scores), then divided", "scores - max",
    "(scores - min) / (max - min)", "np.clip(scores, …)", "scores - scores.max(axis=-2)", "e / e.mean()",
    "exp(s - max) / exp(s).sum()", "e / T_k", "weights.mean(axis=-3)", "scores.mean(axis=-3)", "scores[..., :1, :, :]",
}  # fmt: skip


def bridge_forms(scores="scores", masked=False, few=False):
    """Every wrong bridge as a Form on the state's `scores`; masked: -inf may be among them; few: the common ones."""
    return tuple(
        Form(id, _run(rule, scores, masked), line, belief, rare=masked and id == "M01")
        for id, rule, line, belief in RULES
        if not (masked and line in NOT_AFTER_A_MASK) and not (few and line in RARE_IN_A_LONG_FUNCTION)
    )


def _run(rule, scores, masked):
    def run(s):
        array = getattr(s, scores)
        result = rule(array)
        if masked and result is not array and result.shape == array.shape:
            # What becomes of an empty row is a stage of its own: here it has been seen to.
            result = np.where(np.isneginf(array).all(axis=-1, keepdims=True), 0.0, result)
        return result

    return run
