"""Ways to get a soft-cap wrong: cap · tanh(scores / cap). The steps write x, bent and capped."""

import numpy as np

from ..engine.model import Form
from .tools import guarded_softmax, swap

# The cap that is used.
CAP_FORMS = (
    Form("M37", lambda s: 50.0, "50 * np.tanh(scores / 50)", "the cap is always 50"),
    Form("M37", lambda s: 30.0, "30 * np.tanh(scores / 30)", "the cap is always 30"),
    Form("M37", lambda s: 1.0, "np.tanh(scores)", "the cap is always 1"),
    Form("M37", lambda s: np.sqrt(s.cap), "np.sqrt(cap)", "the cap goes under a root, as d_k does", rare=True),
    Form("M37", lambda s: np.abs(s.scores).max(), "abs(scores).max()", "the largest score is the cap"),
    Form("M37", lambda s: np.abs(s.scores).max(-1, keepdims=True), "abs(scores).max(-1)", "the largest score of a row is its cap"),
    Form("M37", lambda s: 2.0 * s.cap, "2 * cap", "the cap is half of the range", rare=True),
    Form("M37", lambda s: s.cap / 2.0, "cap / 2", "the cap is the width of the range"),
)  # fmt: skip

RATIO_FORMS = (
    Form("M37", lambda s: s.scores, "tanh(scores)", "the cap stands outside the tanh only"),
    Form("M37", lambda s: s.scores * s.unit, "tanh(scores * cap)", "the cap multiplies inside"),
    Form("M37", lambda s: s.scores / s.unit**2, "tanh(scores / cap**2)", "the cap divides twice", rare=True),
    Form("M37", lambda s: s.scores / np.sqrt(s.unit), "tanh(scores / np.sqrt(cap))", "the cap goes under a root, as d_k does"),
    Form("M37", lambda s: s.scores / 2, "tanh(scores / 2)", "the division is by 2", rare=True),
    Form("M37", lambda s: s.scores / (2 * s.unit), "tanh(scores / (2 * cap))", "the cap divides twice over"),
    Form("M37", lambda s: s.scores / (1 + s.unit), "tanh(scores / (1 + cap))", "1 is added for safety", rare=True),
    Form("M37", lambda s: s.scores - s.unit, "tanh(scores - cap)", "the cap is taken off"),
    Form("M37", lambda s: s.unit / s.scores, "tanh(cap / scores)", "the cap is divided by the score"),
    Form("M37", lambda s: s.scores / np.abs(s.scores).max(), "tanh(scores / abs(scores).max())", "the largest score sets the scale"),
    Form("M37", lambda s: s.scores / np.abs(s.scores).max(-1, keepdims=True), "tanh(scores / row maximum)", "the largest score sets the scale"),
    Form("M37", lambda s: s.scores // s.unit, "tanh(scores // cap)", "a floor division is a division"),
    Form("M07", lambda s: s.scores / (s.unit * np.sqrt(s.scores.shape[-1])), "tanh(scores / (cap * np.sqrt(T_k)))", "scores are scaled once more"),
    Form("M58", lambda s: (s.scores - s.scores.max(-1, keepdims=True)) / s.unit, "scores - scores.max()", "scores are shifted before the cap"),
    Form("M58", lambda s: (s.scores - s.scores.mean(-1, keepdims=True)) / s.unit, "scores - scores.mean()", "scores are centred before the cap"),
    Form("M46", lambda s: -s.scores / s.unit, "tanh(-scores / cap)", "the sign of a score is free"),
    Form("M46", lambda s: np.abs(s.scores) / s.unit, "tanh(abs(scores) / cap)", "the sign of a score can be dropped"),
    Form("M55", lambda s: np.maximum(s.scores, 0) / s.unit, "np.maximum(scores, 0)", "only positive scores count"),
)  # fmt: skip


def _by_exponentials(s):
    up, down = np.exp(s.x), np.exp(-s.x)
    return (up - down) / (up + down)


def _by_one_exponential(s):
    e = np.exp(2 * s.x)
    return (e - 1) / (e + 1)


def _error_function(s):
    from math import erf

    return np.vectorize(erf, otypes=[float])(np.asarray(s.x, dtype=float))


BEND_FORMS = (
    Form("M37", lambda s: np.clip(s.x, -1, 1), "np.clip(scores, -cap, cap)", "a cap clips"),
    Form("M37", lambda s: np.minimum(s.x, 1), "np.minimum(scores, cap)", "a cap clips, at the top only"),
    Form("M37", lambda s: np.where(np.abs(s.x) > 1, np.tanh(s.x), s.x), "np.where(abs(scores) > cap, …)", "scores below the cap are left alone"),
    Form("M37", lambda s: s.x / (1 + np.abs(s.x)), "x / (1 + abs(x))", "any bend towards 1 will do"),
    Form("M37", lambda s: s.x / np.sqrt(1 + s.x**2), "x / np.sqrt(1 + x**2)", "any bend towards 1 will do"),
    Form("M37", lambda s: np.arctan(s.x), "np.arctan(x)", "the arctangent is the tanh"),
    Form("M37", lambda s: 2 / np.pi * np.arctan(np.pi / 2 * s.x), "2 / pi * np.arctan(…)", "any bend towards 1 will do"),
    Form("M37", lambda s: 2 / np.pi * np.arctan(s.x), "2 / pi * np.arctan(x)", "any bend towards 1 will do", rare=True),
    Form("M37", _error_function, "erf(x)", "any bend towards 1 will do"),
    Form("M37", lambda s: np.sin(s.x), "np.sin(x)", "any bend towards 1 will do"),
    Form("M37", lambda s: 1 / (1 + np.exp(-s.x)), "sigmoid(x)", "the sigmoid is the tanh"),
    Form("M37", lambda s: 2 / (1 + np.exp(-s.x)) - 1, "2 * sigmoid(x) - 1", "a stretched sigmoid is the tanh"),
    Form("M37", lambda s: np.sign(s.x) * np.log1p(np.abs(s.x)), "np.log1p(…)", "a logarithm caps"),
    Form("M37", lambda s: np.sign(s.x), "np.sign(x)", "only the sign of a score is left"),
    Form("M37", lambda s: np.arctanh(np.clip(s.x, -0.999, 0.999)), "np.arctanh(x)", "the inverse bends too"),
    Form("M37", lambda s: np.sinh(np.clip(s.x, -20, 20)), "np.sinh(x)", "sinh is tanh", rare=True),
    Form("M37", lambda s: np.tan(s.x), "np.tan(x)", "tan is tanh"),
    Form("M37", lambda s: np.tanh(s.x) ** 2, "np.tanh(x) ** 2", "the square bends more", rare=True),
    Form("M37", lambda s: 1 - np.exp(-s.x), "1 - np.exp(-x)", "any bend towards 1 will do", rare=True),
    Form("M37", lambda s: np.sign(s.x) * (1 - np.exp(-np.abs(s.x))), "1 - np.exp(-abs(x))", "any bend towards 1 will do", rare=True),
    Form("M58", lambda s: s.x, "no tanh", "the cap may be left out"),
    Form("M55", lambda s: np.where(s.x > 0, np.tanh(s.x), s.x), "np.where(x > 0, np.tanh(x), x)", "only positive scores need a cap"),
    Form("M55", lambda s: np.where(s.x < 0, np.tanh(s.x), s.x), "np.where(x < 0, np.tanh(x), x)", "only negative scores need a cap", rare=True),
    Form("M55", lambda s: np.maximum(np.tanh(s.x), 0), "np.maximum(np.tanh(x), 0)", "a negative score counts as nothing"),
    Form("M46", lambda s: np.abs(np.tanh(s.x)), "abs(np.tanh(x))", "the sign of a score can be dropped", rare=True),
    Form("M17", _by_exponentials, "(exp(x) - exp(-x)) / (exp(x) + exp(-x))", "the exponential can take any score"),
    Form("M17", _by_one_exponential, "(exp(2x) - 1) / (exp(2x) + 1)", "the exponential can take any score"),
)  # fmt: skip

UNIT_FORMS = (
    Form("M37", lambda s: s.bent, "np.tanh(scores / cap)", "the cap stands inside the tanh only"),
    Form("M37", lambda s: s.bent / s.unit, "np.tanh(scores / cap) / cap", "the cap divides outside as well"),
    Form("M37", lambda s: s.bent * s.unit**2, "cap**2 * np.tanh(…)", "the cap multiplies twice", rare=True),
    Form("M37", lambda s: s.bent * np.sqrt(s.unit), "np.sqrt(cap) * np.tanh(…)", "the cap goes under a root, as d_k does"),
    Form("M37", lambda s: s.bent + s.unit, "cap + np.tanh(…)", "the cap is added"),
    Form("M37", lambda s: s.bent - s.unit, "np.tanh(…) - cap", "the cap is taken off", rare=True),
    Form("M37", lambda s: s.scores * s.bent, "scores * np.tanh(…)", "the tanh is a factor on the score"),
    Form("M37", lambda s: s.bent * np.abs(s.scores).max(), "abs(scores).max() * np.tanh(…)", "the largest score is the cap"),
    Form("M37", lambda s: s.bent * s.scores.max(), "scores.max() * np.tanh(…)", "the largest score is the cap"),
    Form("M37", lambda s: 2 * s.unit * s.bent, "2 * cap * np.tanh(…)", "the cap is the width of the range"),
    Form("M37", lambda s: s.unit / 2 * s.bent, "cap / 2 * np.tanh(…)", "the cap is the width of the range"),
    Form("M37", lambda s: s.unit * (1 + s.bent) / 2, "cap * (1 + np.tanh(…)) / 2", "scores lie between 0 and the cap"),
    Form("M37", lambda s: s.scores - s.unit * s.bent, "scores - cap * np.tanh(…)", "what the cap takes off is the result"),
    Form("M58", lambda s: s.scores + s.unit * s.bent, "scores + cap * np.tanh(…)", "the capped scores are added to the others"),
    Form("M58", lambda s: (s.scores + s.unit * s.bent) / 2, "(scores + cap * np.tanh(…)) / 2", "half of the cap is enough", rare=True),
    Form("M58", lambda s: np.round(s.unit * s.bent), "np.round(…)", "whole numbers are exact enough"),
    Form("M37", lambda s: s.unit * s.bent / np.tanh(1), "cap * np.tanh(…) / np.tanh(1)", "the curve must pass through the cap"),
)  # fmt: skip

CAPPED_RETURNS = (
    Form("M01", lambda s: guarded_softmax(s.capped), "softmax(…)", "capping ends with weights"),
    Form("M01", lambda s: s.cap * np.tanh(guarded_softmax(s.scores) / s.cap), "soft_cap(softmax(scores))", "a cap is for weights"),
    Form("M45", lambda s: swap(s.capped), "….T", "scores are read by column"),
    Form("M45", lambda s: (s.capped, s.cap), "return capped, cap", "the number of results is free"),
    Form("M45", lambda s: s.capped.max(-1), "….max(-1)", "the largest of each row is the result"),
    Form("M58", lambda s: np.where(np.tri(*s.capped.shape[-2:], dtype=bool), s.capped, -np.inf), "np.where(np.tri(…), …, -inf)", "the future is hidden as well"),
    Form("M58", lambda s: np.where(np.tri(*s.capped.shape[-2:], s.capped.shape[-1] - s.capped.shape[-2], dtype=bool), s.capped, -np.inf), "np.where(causal, …, -inf)", "the future is hidden as well"),
    Form("M58", lambda s: s.capped - s.capped.max(-1, keepdims=True), "… - max", "scores are shifted as well"),
    Form("M58", lambda s: s.capped / np.sqrt(s.capped.shape[-1]), "… / np.sqrt(T_k)", "scores are scaled as well"),
    Form("M37", lambda s: s.cap * np.tanh(np.tanh(s.scores / s.cap)), "soft_cap(soft_cap(scores))", "a second cap does no harm"),
)  # fmt: skip
