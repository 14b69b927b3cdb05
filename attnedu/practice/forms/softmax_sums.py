"""Ways to get the exponentials and the normaliser of softmax wrong. The steps before them are in `softmaxing`."""

import numpy as np

from ..engine.model import Form
from .softmaxing import largest_of, over, settled, total_of
from .tools import share


def _ranks(s):
    return s.x.argsort(axis=s.ax).argsort(axis=s.ax) + 1.0


def _finite(s):
    return np.where(np.isfinite(s.x), s.x, 0.0)


EXPONENTIAL_FORMS = (
    Form("M53", lambda s: _finite(s) ** 2, "scores**2, guarded, then divided", "squares make it positive", rare=True),
    Form("M53", lambda s: np.abs(_finite(s)), "abs(scores), guarded, then divided", "the sign of a score can be dropped", rare=True),
    Form("M40", _finite, "scores / scores.sum(), guarded", "scores become shares by division", rare=True),
    Form("M53", lambda s: np.cosh(_finite(s)), "np.cosh(scores)", "any positive function will do", rare=True),
    Form("M53", lambda s: np.exp(s.z) * (s.x > 0), "exp(scores) where positive", "a negative score counts as nothing", rare=True),
    Form("M53", lambda s: 2.0**s.z, "2 ** scores", "any base will do"),
    Form("M53", lambda s: 10.0**s.z, "10 ** scores", "any base will do"),
    Form("M53", lambda s: np.expm1(s.z), "np.expm1(scores)", "expm1 is a safer exp"),
    Form("M53", lambda s: np.exp(s.z) + 1, "np.exp(scores) + 1", "an extra 1 is harmless"),
    Form("M53", lambda s: 1 / (1 + np.exp(-s.x)), "sigmoid, then divided", "any positive function will do"),
    Form("M53", lambda s: np.log1p(np.exp(s.x)), "softplus, then divided", "any positive function will do"),
    Form("M53", lambda s: s.x**2, "scores**2, then divided", "squares make it positive"),
    Form("M53", lambda s: np.abs(s.x), "abs(scores), then divided", "the sign of a score can be dropped"),
    Form("M53", lambda s: np.maximum(s.x, 0), "relu, then divided", "a negative score counts as nothing"),
    Form("M53", lambda s: (s.x == largest_of(s)).astype(float), "scores == scores.max()", "the best key takes everything"),
    Form("M53", _ranks, "scores.argsort().argsort()", "the order of scores is all that counts", rare=True),
    Form("M53", lambda s: np.exp(s.z) ** 2, "np.exp(scores) ** 2", "squaring sharpens for free", rare=True),
    Form("M40", lambda s: s.x, "scores / scores.sum()", "scores become shares by division"),
    Form("M40", lambda s: s.x - s.x.min(axis=s.ax, keepdims=True), "(scores - min) / sum", "scores become shares by division"),
)  # fmt: skip


def _log_weights(s):
    return s.z - np.log(total_of(s.e, s.ax))


def _min_max(s):
    low, high = s.e.min(axis=s.ax, keepdims=True), s.e.max(axis=s.ax, keepdims=True)
    return (s.e - low) / (high - low)


def _plus_one(s):
    """The extra 1 of an unshifted sum, in shifted exponentials."""
    m = np.maximum(largest_of(s), 0)
    return np.exp(s.x - m) / (np.exp(-m) + total_of(np.exp(s.x - m), s.ax))


def _part(s, part):
    """Exponentials of all keys but one along the axis."""
    cut = [slice(None)] * s.e.ndim
    cut[s.ax] = part
    return tuple(cut)


def _without(part, kept):
    def run(s):
        cut = _part(s, part)
        w = over(s.e, s.e[cut].sum(axis=s.ax, keepdims=True))
        if not kept:
            left, w = w, np.zeros(w.shape)
            w[cut] = left[cut]
        return w

    return run


NORMALISE_FORMS = (
    Form("M53", _plus_one, "e / (np.exp(-m) + e.sum())", "an extra 1 is harmless"),
    Form("M55", _without(slice(None, -1), False), "scores[..., :-1]", "the last key is left out"),
    Form("M55", _without(slice(1, None), False), "scores[..., 1:]", "the first key is left out"),
    Form("M55", _without(slice(None, -1), True), "e[..., :-1].sum()", "the last key is left out of the sum"),
    Form("M55", _without(slice(1, None), True), "e[..., 1:].sum()", "the first key is left out of the sum"),
    Form("M17", lambda s: share(np.exp(s.x), s.ax), "np.exp(scores) / np.exp(scores).sum()", "the exponential can take any score", also=("M16",), rare=True),
    Form("M17", lambda s: share(np.exp(s.x - s.x.max()), s.ax), "scores - scores.max(), no guard", "one maximum serves all rows", also=("M16",), rare=True),
    Form("M16", lambda s: s.e / total_of(s.e, s.ax), "0 / 0 in a row of -inf", "a row of -inf takes care of itself"),
    Form("M16", lambda s: settled(over(s.e, total_of(s.e, s.ax)), s.e, s.ax, 1 / s.e.shape[s.ax]), "np.maximum(scores, -1e9)", "a row of -inf shares out evenly", also=("M15",)),
    Form("M16", lambda s: settled(over(s.e, total_of(s.e, s.ax)), s.e, s.ax, 1.0), "a row of ones", "a row of -inf keeps everything"),
    Form("M05", lambda s: s.e / s.e.sum(), "e / e.sum()", "the whole table shares out 1"),
    Form("M05", lambda s: s.e / s.e.sum(axis=tuple(range(s.e.ndim))[-2:], keepdims=True), "e.sum(axis=(-2, -1))", "the whole table shares out 1"),
    Form("M04", lambda s: over(s.e, total_of(s.e, -1)), "e.sum(axis=-1), whatever is asked", "the sum may run along another axis"),
    Form("M04", lambda s: over(s.e, total_of(s.e, 0)), "e.sum(axis=0), whatever is asked", "the sum may run along another axis"),
    Form("M04", lambda s: over(s.e, s.e.sum(axis=s.ax)), "e / e.sum(axis)", "a sum without keepdims still lines up"),
    Form("M40", lambda s: s.e, "np.exp(scores - max)", "the exponentials are the shares"),
    Form("M40", lambda s: np.exp(s.x), "np.exp(scores)", "the exponentials are the shares", second="M17"),
    Form("M40", lambda s: s.e / s.e.shape[s.ax], "e / T_k", "the count normalises"),
    Form("M40", lambda s: over(s.e, s.e.mean(axis=s.ax, keepdims=True)), "e / e.mean()", "the mean normalises"),
    Form("M40", lambda s: np.exp(s.x) / s.e.shape[s.ax], "np.exp(scores) / T_k", "the count normalises"),
    Form("M40", lambda s: over(s.e, np.sqrt((s.e**2).sum(axis=s.ax, keepdims=True))), "e / np.linalg.norm(e)", "the length normalises"),
    Form("M40", lambda s: s.e * total_of(s.e, s.ax), "e * e.sum()", "multiplying by the sum normalises"),
    Form("M40", lambda s: over(s.e, total_of(s.e, s.ax) ** 2), "e / e.sum()**2", "dividing twice is safer", rare=True),
    Form("M40", lambda s: over(s.e, np.exp(s.x).sum(axis=s.ax, keepdims=True)), "exp(s - max) / exp(s).sum()", "the shift is needed above the line only"),
    Form("M40", lambda s: over(np.exp(s.x), total_of(s.e, s.ax)), "exp(s) / exp(s - max).sum()", "the shift is needed below the line only"),
    Form("M40", _min_max, "(e - min) / (max - min)", "squeezing into 0…1 makes shares"),
    Form("M40", lambda s: s.e / (total_of(s.e, s.ax) + 1e-3), "e / (e.sum() + 1e-3)", "a small constant in the sum is harmless"),
    Form("M53", lambda s: s.e / (1 + total_of(s.e, s.ax)), "e / (1 + e.sum())", "an extra 1 is harmless"),
    Form("M53", lambda s: 1 / (1 + np.exp(-s.x)), "1 / (1 + np.exp(-scores))", "a sigmoid makes shares"),
    Form("M01", _log_weights, "scores - log(sum(exp(scores)))", "log-weights are weights"),
    Form("M01", lambda s: s.z, "scores - max", "the shift alone makes shares"),
    Form("M01", lambda s: s.scores, "return scores", "a score is already a share"),
)  # fmt: skip
