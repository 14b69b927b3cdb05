"""Ways to spoil weights after softmax: another shape, another order, one more step. The state holds w, axis and scores."""

import numpy as np

from ..engine.model import Form
from .softmaxing import over, total_of
from .tools import bare_softmax, guarded_softmax, swap


def _top_two(s):
    """Only the two heaviest of each row keep a share, renormalised."""
    second = np.sort(s.w, axis=s.ax).take([-2], axis=s.ax)
    kept = np.where(s.w >= second, s.w, 0)
    return over(kept, total_of(kept, s.ax))


RETURN_FORMS = (
    Form("M19", lambda s: guarded_softmax(s.w, s.ax), "softmax(softmax(scores))", "a second softmax does no harm"),
    Form("M19", lambda s: np.where(total_of(s.w, s.ax) == 0, 0, bare_softmax(s.w, s.ax)), "softmax(softmax(scores)), guarded", "a second softmax does no harm"),
    Form("M01", lambda s: np.log(s.w), "np.log(weights)", "log-weights are weights"),
    Form("M02", lambda s: np.where(s.scores == 0, 0, s.w), "weights * (scores != 0)", "a score of 0 gets no share"),
    Form("M46", lambda s: over(1 - s.w, total_of(1 - s.w, s.axis)), "1 - weights, divided", "a good match has a low weight"),
    Form("M40", lambda s: s.w * s.w.shape[-1], "weights * T_k", "the weights average to 1", rare=True),
    Form("M58", lambda s: np.tril(s.w), "np.tril(weights)", "the future is hidden as well", rare=True),
    Form("M22", lambda s: np.broadcast_to(s.w.mean(axis=-3, keepdims=True), s.w.shape) if s.w.ndim > 2 else s.w, "weights.mean(axis=-3)", "heads share one table of weights"),
    Form("M45", lambda s: swap(s.w) if s.w.ndim > 1 else s.w, "return weights.T", "weights are read by column"),
    Form("M45", lambda s: np.sort(s.w, axis=s.axis), "np.sort(weights)", "weights come in order of size"),
    Form("M45", lambda s: -np.sort(-s.w, axis=s.axis), "np.sort(weights)[::-1]", "weights come in order of size"),
    Form("M45", lambda s: s.w.argmax(axis=s.axis), "weights.argmax()", "the winner is the result"),
    Form("M45", lambda s: s.w.max(axis=s.axis), "weights.max()", "the largest weight is the result"),
    Form("M45", lambda s: s.w.sum(axis=s.axis), "weights.sum()", "the row sums are the result"),
    Form("M45", lambda s: (s.w, s.scores), "return weights, scores", "the number of results is free"),
    Form("M45", lambda s: s.w.ravel() if s.w.ndim > 1 else s.w[None, :, None], "weights.ravel()", "the shape of the result is free"),
    Form("M40", lambda s: s.w * 100, "100 * weights", "shares are percentages"),
    Form("M40", lambda s: s.w / s.w.max(axis=s.axis, keepdims=True), "weights / weights.max()", "the largest becomes 1"),
    Form("M53", lambda s: np.round(s.w), "np.round(weights)", "weights are 0 or 1"),
    Form("M53", lambda s: np.round(s.w, 1), "np.round(weights, 1)", "a rounded weight is as good"),
    Form("M53", lambda s: np.round(s.w, 2), "np.round(weights, 2)", "a rounded weight is as good"),
    Form("M53", lambda s: np.round(s.w, 3), "np.round(weights, 3)", "a rounded weight is as good"),
    Form("M53", lambda s: np.round(s.w, 4), "np.round(weights, 4)", "a rounded weight is as good"),
    Form("M20", lambda s: np.where(s.w < 0.05, 0, s.w), "weights[weights < 0.05] = 0", "a weak key gets exactly zero"),
    Form("M20", _top_two, "the two largest, renormalised", "only the best keys keep a share"),
    Form("M46", lambda s: 1 - s.w, "1 - weights", "a good match has a low weight"),
    Form("M58", lambda s: np.clip(s.w, 1e-2, 1), "np.clip(weights, 0.01, 1)", "a weight is kept away from zero"),
)  # fmt: skip
