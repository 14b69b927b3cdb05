"""Ways to get the entropy of a row wrong: the logarithm, the terms, the sum, the sign, the unit."""

import numpy as np

from ..engine.model import Form
from .tools import bare_softmax

NEVER_ZERO = "a weight is never exactly zero"


def safe(w):
    """Weights with 1 where nothing is held: log 1 = 0, so such a key adds nothing."""
    return np.where(w > 0, w, 1.0)


READING_FORMS = (
    Form("M19", lambda s: bare_softmax(s.weights), "softmax(weights)", "weights still have to go through softmax"),
    Form("M46", lambda s: 1 - s.weights, "1 - weights", "what is not given counts"),
    Form("M22", lambda s: np.broadcast_to(s.weights.mean(-3, keepdims=True), s.weights.shape) if s.weights.ndim > 2 else s.weights,
         "weights.mean(axis=-3)", "heads share one table of weights"),
    Form("M22", lambda s: s.weights.mean(-3) if s.weights.ndim > 2 else s.weights, "weights.mean(axis=-3), no keepdims", "heads share one table of weights"),
    Form("M55", lambda s: np.broadcast_to(s.weights[..., :1, :, :], s.weights.shape) if s.weights.ndim > 2 else s.weights,
         "weights[..., :1, :, :]", "one head serves all"),
    Form("M20", lambda s: np.where(s.weights < 0.05, 0, s.weights), "weights[weights < 0.05] = 0", "weak keys get exactly zero"),
    Form("M20", lambda s: np.where(s.weights < 0.1, 0, s.weights), "weights[weights < 0.1] = 0", "weak keys get exactly zero", rare=True),
    Form("M20", lambda s: np.where(s.weights < 0.02, 0, s.weights), "weights[weights < 0.02] = 0", "weak keys get exactly zero", rare=True),
    Form("M20", lambda s: np.where(s.weights < 0.01, 0, s.weights), "weights[weights < 0.01] = 0", "weak keys get exactly zero"),
    Form("M53", lambda s: np.round(s.weights, 1), "np.round(weights, 1)", "a rounded weight is as good", rare=True),
    Form("M40", lambda s: s.weights / s.weights.max(axis=-1, keepdims=True), "weights / weights.max()", "the largest becomes 1"),
    Form("M58", lambda s: np.tril(s.weights), "np.tril(weights)", "the future is hidden as well"),
    Form("M58", lambda s: np.tril(s.weights, s.weights.shape[-1] - s.weights.shape[-2]), "np.tril(weights, T_k - T_q)", "the future is hidden as well"),
    Form("M16", lambda s: s.weights / s.weights.sum(axis=-1, keepdims=True), "weights / weights.sum()", "a row of zeros takes care of itself"),
    Form("M04", lambda s: s.weights / np.maximum(s.weights.sum(axis=-2, keepdims=True), 1e-300), "weights / weights.sum(axis=-2)", "columns are the distributions"),
    Form("M05", lambda s: s.weights / s.weights.sum(), "weights / weights.sum(), all rows", "the whole table is one distribution"),
    Form("M53", lambda s: np.round(s.weights, 2), "np.round(weights, 2)", "a rounded weight is as good", rare=True),
)  # fmt: skip


def _log_that_raises(s):
    if (s.w <= 0).any():
        raise ValueError("math domain error")
    return np.log(s.w)


LOG_FORMS = (
    *(Form(None, lambda s, tiny=tiny: np.log(s.w + tiny), f"np.log(weights + {tiny})") for tiny in (1e-8, 1e-9, 1e-10, 1e-12)),
    *(Form(None, lambda s, tiny=tiny: np.log(np.maximum(s.w, tiny)), f"np.maximum(weights, {tiny})") for tiny in (1e-9, 1e-10, 1e-12)),
    Form("M47", lambda s: np.log2(safe(s.w)), "np.log2(weights)", "entropy is wanted in bits"),
    Form("M47", lambda s: np.log10(safe(s.w)), "np.log10(weights)", "any logarithm will do"),
    Form("M20", lambda s: np.log(s.w), "np.log(weights)", NEVER_ZERO),
    Form("M20", _log_that_raises, "math.log(weight)", NEVER_ZERO),
    Form("M58", lambda s: np.log(s.w + 1e-1), "np.log(weights + 0.1)", "a constant in the logarithm is harmless", rare=True),
    Form("M58", lambda s: np.log(s.w + 1e-2), "np.log(weights + 0.01)", "a constant in the logarithm is harmless"),
    Form("M58", lambda s: np.log(s.w + 1e-3), "np.log(weights + 1e-3)", "a constant in the logarithm is harmless"),
    Form("M58", lambda s: np.log(s.w + 1e-4), "np.log(weights + 1e-4)", "a constant in the logarithm is harmless"),
    Form("M58", lambda s: np.log(s.w + 1e-5), "np.log(weights + 1e-5)", "a constant in the logarithm is harmless"),
    Form("M58", lambda s: np.log1p(s.w), "np.log1p(weights)", "log1p is a safer log"),
    Form("M58", lambda s: np.log(np.maximum(s.w, 1e-1)), "np.maximum(weights, 0.1)", "a weight is kept away from zero", rare=True),
    Form("M58", lambda s: np.log(np.maximum(s.w, 5e-2)), "np.maximum(weights, 0.05)", "a weight is kept away from zero", rare=True),
)  # fmt: skip

TERM_FORMS = (
    Form("M58", lambda s: s.logs, "np.log(weights).sum()", "each logarithm counts alike"),
    Form("M58", lambda s: np.abs(s.logs), "abs(np.log(weights)).sum()", "each logarithm counts alike", rare=True),
    Form("M58", lambda s: s.w**2 * s.logs, "weights**2 * np.log(weights)", "the weight counts twice", rare=True),
    Form("M58", lambda s: s.logs / s.w.shape[-1], "np.log(weights).mean()", "each logarithm counts alike"),
    Form("M53", lambda s: s.w * s.logs + (1 - s.w) * np.log(safe(1 - s.w)), "w log w + (1 - w) log(1 - w)", "every key is a yes or no of its own"),
    Form("M53", lambda s: (1 - s.w) * s.logs, "(1 - weights) * np.log(weights)", "the complement stands before the logarithm", rare=True),
    Form("M53", lambda s: s.w * np.log(safe(1 - s.w)), "weights * np.log(1 - weights)", "the complement stands in the logarithm", rare=True),
    Form("M53", lambda s: s.w * s.logs**2, "weights * np.log(weights)**2", "logarithms are squared to lose their sign", rare=True),
    Form("M53", lambda s: s.w + s.logs, "weights + np.log(weights)", "the weight is added to its logarithm", rare=True),
    Form("M53", lambda s: s.logs / s.w, "np.log(weights) / weights", "the weight divides its logarithm", rare=True),
    Form("M53", lambda s: s.w * s.w, "(weights**2).sum()", "the squares measure focus"),
    Form("M53", lambda s: s.w * np.exp(s.w), "weights * np.exp(weights)", "the exponential measures focus", rare=True),
    Form("M55", lambda s: (s.w * s.logs)[..., :-1], "weights[..., :-1]", "the last key is left out"),
    Form("M55", lambda s: (s.w * s.logs)[..., 1:], "weights[..., 1:]", "the first key is left out"),
)  # fmt: skip

SUM_FORMS = (
    Form("M04", lambda s: -s.terms.sum(axis=-2), "sum(axis=-2)", "columns are the distributions"),
    Form("M04", lambda s: -s.terms.sum(axis=0), "sum(axis=0)", "the first axis is summed"),
    Form(
        "M41", lambda s: -s.terms.sum(axis=1), "sum(axis=1)", "axis 1 is the keys, whatever stands in front"
    ),
    Form("M05", lambda s: -s.terms.sum(), "(…).sum()", "the whole table has one entropy", also=("M45",)),
    Form(
        "M05", lambda s: -s.terms.sum(axis=(-2, -1)), "sum(axis=(-2, -1))", "the whole table has one entropy"
    ),
    Form(
        "M45",
        lambda s: -s.terms.sum(axis=-1).mean(),
        "(…).sum(axis=-1).mean()",
        "the mean over rows is the result",
    ),
    Form(
        "M45",
        lambda s: -s.terms.sum(axis=-1).mean(axis=-1),
        "(…).mean(axis=-1)",
        "the mean over rows is the result",
    ),
    Form("M45", lambda s: -s.terms.sum(axis=-1, keepdims=True), "keepdims=True", "the summed axis stays"),
    Form("M45", lambda s: -s.terms, "-weights * np.log(weights)", "the terms are the result, not their sum"),
    Form(
        "M40",
        lambda s: -s.terms.mean(axis=-1),
        "(…).mean(axis=-1), for the sum",
        "a mean over keys is as good as the sum",
    ),
    Form("M40", lambda s: -s.terms.mean(), "(…).mean()", "one mean over the table is the result"),
    Form(
        "M53",
        lambda s: -s.terms.min(axis=-1),
        "max of the terms",
        "the largest term is the entropy",
        rare=True,
    ),
)

SIGN_FORMS = (
    Form("M46", lambda s: -s.summed, "(weights * np.log(weights)).sum()", "the sign of an entropy is free"),
)  # fmt: skip


def _blank(part):
    """One row's entropy stays 0, as a loop leaves it that ends too early."""

    def run(s):
        entropy = np.array(s.entropy)
        entropy[..., part] = 0
        return entropy

    return run


def _keys(s):
    return s.weights.shape[-1]


UNIT_FORMS = (
    Form("M55", _blank(-1), "range(T_q - 1)", "the last row is left out"),
    Form("M55", _blank(0), "range(1, T_q)", "the first row is left out", rare=True),
    Form("M22", lambda s: s.entropy.mean(axis=-2) if s.entropy.ndim > 1 else s.entropy, "entropy.mean(axis=-2)", "heads share one entropy"),
    Form("M22", lambda s: np.broadcast_to(s.entropy.mean(axis=-2, keepdims=True), s.entropy.shape) if s.entropy.ndim > 1 else s.entropy,
         "entropy.mean(axis=-2, keepdims=True)", "heads share one entropy"),
    Form("M47", lambda s: 1 / s.entropy, "1 / entropy", "entropy measures focus", rare=True),
    Form("M47", lambda s: s.entropy * np.log(2), "entropy * np.log(2)", "nats are made from bits", rare=True),
    Form("M47", lambda s: s.entropy * np.log2(np.e), "entropy / np.log(2)", "entropy is wanted in bits", rare=True),
    Form("M07", lambda s: s.entropy / np.sqrt(_keys(s)), "entropy / np.sqrt(T_k)", "entropy is scaled too", rare=True),
    Form("M47", lambda s: np.exp(s.entropy), "np.exp(entropy)", "perplexity is the entropy"),
    Form("M47", lambda s: 2**s.entropy, "2 ** entropy", "perplexity is the entropy"),
    Form("M47", lambda s: s.entropy / np.log(_keys(s)), "entropy / np.log(T_k)", "entropy is a fraction of its largest value"),
    Form("M47", lambda s: s.entropy / np.log(np.maximum((s.weights > 0).sum(axis=-1), 2)), "entropy / np.log(keys in use)", "entropy is a fraction of its largest value", rare=True),
    Form("M47", lambda s: 1 - s.entropy / np.log(_keys(s)), "1 - entropy / np.log(T_k)", "entropy is a fraction, and measures focus"),
    Form("M47", lambda s: np.log(_keys(s)) - s.entropy, "np.log(T_k) - entropy", "entropy is the distance from an even row"),
    Form("M47", lambda s: s.entropy / np.log2(_keys(s)), "entropy / np.log2(T_k)", "entropy is a fraction of its largest value"),
    Form("M47", lambda s: np.exp(s.entropy) / _keys(s), "np.exp(entropy) / T_k", "entropy is the fraction of keys in use"),
    Form("M47", lambda s: 1 - s.entropy, "1 - entropy", "entropy measures focus"),
    Form("M53", lambda s: 1 - (s.w**2).sum(axis=-1), "1 - (weights**2).sum()", "Gini's impurity is the entropy"),
    Form("M53", lambda s: -np.log((s.w**2).sum(axis=-1)), "-np.log((weights**2).sum())", "the collision entropy is the entropy"),
    Form("M53", lambda s: -np.log(s.w.max(axis=-1)), "-np.log(weights.max())", "the heaviest weight tells the entropy"),
    Form("M53", lambda s: s.w.max(axis=-1), "weights.max()", "the heaviest weight tells the focus"),
    Form("M53", lambda s: s.w.var(axis=-1), "weights.var()", "the variance is the entropy"),
    Form("M53", lambda s: s.w.std(axis=-1), "weights.std()", "the standard deviation is the entropy"),
    Form("M53", lambda s: (s.w > 0).sum(axis=-1), "(weights > 0).sum()", "the number of keys in use is the entropy", rare=True),
    Form("M53", lambda s: np.log((s.w > 0).sum(axis=-1)), "np.log((weights > 0).sum())", "keys in use share alike", rare=True),
    Form("M53", lambda s: np.round(s.entropy, 1), "np.round(entropy, 1)", "a rounded entropy is as good"),
    Form("M53", lambda s: np.round(s.entropy, 2), "np.round(entropy, 2)", "a rounded entropy is as good"),
    Form("M53", lambda s: np.round(s.entropy, 3), "np.round(entropy, 3)", "a rounded entropy is as good"),
    Form("M45", lambda s: (s.entropy, np.log(_keys(s))), "return entropy, np.log(T_k)", "the number of results is free"),
)  # fmt: skip
