"""Ways to spoil scores once they are scaled: a bridge nobody asked for, a mask, a part left out, another shape."""

import numpy as np

from ..engine.model import Form
from .tools import bare_softmax, guarded_softmax


def _causal(fill, shifted):
    def run(s):
        T_q, T_k = s.scores.shape[-2:]
        return np.where(np.tri(T_q, T_k, T_k - T_q if shifted else 0, dtype=bool), s.scores, fill)

    return run


def _blank(*part):
    """One row or column of zeros, as a loop leaves it that ends too early."""

    def run(s):
        scores = s.scores.copy()
        scores[(..., *part)] = 0
        return scores

    return run


def _row(s, rule):
    return rule(s.scores, axis=-1, keepdims=True)


EVERY = slice(None)
AS_WEIGHTS = "scores are weights already"
FUTURE = "the future is hidden as well"
ROUNDED = "a rounded score is as good"

SCORE_RETURNS = (
    Form("M01", lambda s: bare_softmax(s.scores), "softmax(scores)", AS_WEIGHTS),
    Form("M01", lambda s: bare_softmax(s.scores, -2), "softmax(scores, axis=-2)", AS_WEIGHTS, second="M04"),
    Form("M01", lambda s: bare_softmax(s.scores, 0), "softmax(scores, axis=0)", AS_WEIGHTS, second="M04"),
    Form("M01", lambda s: bare_softmax(s.scores, 1), "softmax(scores, axis=1)", AS_WEIGHTS, second="M04"),
    Form("M01", lambda s: bare_softmax(s.scores, None), "e / e.sum()", AS_WEIGHTS, second="M05"),
    Form("M01", lambda s: bare_softmax(s.scores, (-2, -1)), "e.sum(axis=(-2, -1))", AS_WEIGHTS, second="M05"),
    Form("M01", lambda s: np.log(guarded_softmax(s.scores)), "np.log(softmax(scores))", "log-weights are scores", rare=True),
    Form("M01", lambda s: np.exp(s.scores), "np.exp(scores)", "scores must be positive"),
    Form("M01", lambda s: np.exp(s.scores - _row(s, np.max)), "np.exp(scores - max)", "scores must be positive", rare=True),
    Form("M40", lambda s: s.scores / _row(s, np.sum), "scores / scores.sum()", "scores must sum to 1"),
    Form("M40", lambda s: s.scores / np.abs(s.scores).sum(axis=-1, keepdims=True), "scores / abs(scores).sum()", "scores must sum to 1"),
    Form("M40", lambda s: s.scores / _row(s, np.max), "scores / scores.max()", "the largest score is 1"),
    Form("M40", lambda s: (s.scores - _row(s, np.min)) / (_row(s, np.max) - _row(s, np.min)), "(scores - min) / (max - min)", "scores lie between 0 and 1"),
    Form("M40", lambda s: s.scores / np.linalg.norm(s.scores, axis=-1, keepdims=True), "scores / |scores|", "a row of scores has length 1"),
    Form("M58", lambda s: s.scores - _row(s, np.max), "scores - scores.max()", "the row's maximum is taken off already"),
    Form("M58", lambda s: s.scores - s.scores.max(), "scores - scores.max(), all rows", "the maximum is taken off already"),
    Form("M58", lambda s: s.scores - _row(s, np.mean), "scores - scores.mean()", "scores are centred"),
    Form("M58", lambda s: s.scores - s.scores.mean(), "scores - scores.mean(), all rows", "scores are centred"),
    Form("M58", lambda s: (s.scores - _row(s, np.mean)) / _row(s, np.std), "(scores - mean) / std", "scores are standardised"),
    Form("M58", lambda s: (s.scores - s.scores.mean()) / s.scores.std(), "(scores - mean) / std, all rows", "scores are standardised", rare=True),
    Form("M58", _causal(-np.inf, False), "np.tri(…)", FUTURE),
    Form("M58", _causal(-np.inf, True), "np.tri(T_q, T_k, T_k - T_q)", FUTURE),
    Form("M58", _causal(-1e9, False), "np.tri(…), -1e9", FUTURE),
    Form("M58", _causal(-1e9, True), "np.tri(T_q, T_k, T_k - T_q), -1e9", FUTURE),
    Form("M58", _causal(0.0, False), "np.tril(scores)", FUTURE),
    Form("M58", _causal(0.0, True), "np.tril(scores, T_k - T_q)", FUTURE),
    Form("M58", lambda s: np.tanh(s.scores), "np.tanh(scores)", "scores are capped"),
    Form("M58", lambda s: np.clip(s.scores, -1, 1), "np.clip(scores, -1, 1)", "scores are capped"),
    Form("M58", lambda s: np.maximum(s.scores, 0), "np.maximum(scores, 0)", "scores cannot be negative"),
    Form("M53", lambda s: 1 / (1 + np.exp(-s.scores)), "1 / (1 + np.exp(-scores))", "a sigmoid turns scores into shares"),
    Form("M46", lambda s: -s.scores, "-scores", "a good match has a low score", rare=True),
    Form("M46", lambda s: np.abs(s.scores), "abs(scores)", "scores cannot be negative", rare=True),
    Form("M55", _blank(EVERY, -1), "range(T_k - 1)", "the last key is left out"),
    Form("M55", _blank(EVERY, 0), "range(1, T_k)", "the first key is left out"),
    Form("M55", _blank(-1, EVERY), "range(T_q - 1)", "the last query is left out"),
    Form("M55", _blank(0, EVERY), "range(1, T_q)", "the first query is left out"),
    Form("M45", lambda s: (s.scores, bare_softmax(s.scores)), "return scores, weights", "the number of results is free"),
    Form("M45", lambda s: s.scores.sum(axis=-1), "scores.sum(axis=-1)", "one number for each query is the result"),
    Form("M45", lambda s: s.scores.max(axis=-1), "scores.max(axis=-1)", "one number for each query is the result"),
    Form("M45", lambda s: s.scores.argmax(axis=-1), "scores.argmax(axis=-1)", "the winner is the result"),
    Form("M45", lambda s: s.scores.ravel(), "scores.ravel()", "the shape of the result is free"),
    Form("M22", lambda s: s.scores.mean(axis=-3, keepdims=True) if s.scores.ndim > 2 else s.scores, "scores.mean(axis=-3)", "heads share one table of scores"),
    Form("M22", lambda s: s.scores.sum(axis=-3) if s.scores.ndim > 2 else s.scores, "scores.sum(axis=-3)", "heads share one table of scores"),
    Form("M55", lambda s: s.scores[..., :1, :, :] + 0 * s.scores if s.scores.ndim > 2 else s.scores, "scores[..., :1, :, :]", "one head serves all"),
    Form("M53", lambda s: np.round(s.scores, 1), "np.round(scores, 1)", ROUNDED),
    Form("M53", lambda s: np.round(s.scores, 2), "np.round(scores, 2)", ROUNDED),
    Form("M53", lambda s: np.round(s.scores), "np.round(scores)", ROUNDED),
)  # fmt: skip
