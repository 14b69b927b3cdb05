"""Ways to get the mix of values wrong, and ways to hand results back wrong."""

import numpy as np

from ..engine.model import Form
from .tools import guarded_softmax, share, swap


def mixing_forms(weights="weights", v="v", scores=None, q=None, k=None):
    """Wrong forms of `output = weights @ v`. Forms that need scores, q or k are added where those names are given."""

    def of(rule):
        return lambda s: rule(getattr(s, weights), getattr(s, v))

    forms = [
        Form("M23", of(lambda w, v: swap(w) @ v), "weights.T @ v", "columns hold a query's shares"),
        Form("M23", of(lambda w, v: swap(swap(v) @ w)), "(v.T @ weights).T", "values are mixed down the columns"),
        Form("M45", of(lambda w, v: swap(w @ v)), "(weights @ v).T", "the output has values first"),
        Form("M40", of(lambda w, v: (w @ v) / v.shape[-2]), "weights @ v / T_k", "a mix is a mean over keys"),
        Form("M40", of(lambda w, v: (w @ v) / v.shape[-1]), "weights @ v / d_v", "a mix is divided by its length"),
        Form("M07", of(lambda w, v: (w @ v) / np.sqrt(v.shape[-1])), "weights @ v / np.sqrt(d_v)", "the output is scaled too"),
        Form("M54", of(lambda w, v: np.broadcast_to(v.mean(-2, keepdims=True), (*w.shape[:-1], v.shape[-1]))),
             "v.mean(axis=-2)", "the mean of the values is the output"),
        Form("M54", of(lambda w, v: np.broadcast_to(v.sum(-2, keepdims=True), (*w.shape[:-1], v.shape[-1]))),
             "v.sum(axis=-2)", "the sum of the values is the output"),
        Form("M53", of(lambda w, v: np.take_along_axis(v, w.argmax(-1)[..., None], -2)), "v[weights.argmax()]",
             "the output is the value of the heaviest key"),
        Form("M19", of(lambda w, v: guarded_softmax(w) @ v), "softmax(weights) @ v", "a second softmax does no harm"),
        Form("M55", of(lambda w, v: w[..., :-1] @ v[..., :-1, :]), "weights[..., :-1] @ …", "the last key is left out"),
        Form("M55", of(lambda w, v: w[..., 1:] @ v[..., 1:, :]), "weights[..., 1:] @ …", "the first key is left out"),
        Form("M40", of(lambda w, v: share(w, -2) @ v), "weights / weights.sum(axis=-2)", "columns must sum to 1 before mixing"),
        Form("M58", of(lambda w, v: guarded_softmax(w @ v)), "softmax(weights @ v)", "the output goes through softmax as well"),
        Form("M46", of(lambda w, v: -(w @ v)), "-(weights @ v)", "the sign of the output is free"),
        Form("M54", of(lambda w, v: w @ v + v.mean(-2, keepdims=True)), "weights @ v + …", "the input is added to the output"),
        Form("M41", of(lambda w, v: np.dot(w, v)), "np.dot(weights, v)", "dot works on batches as @ does"),
        Form("M41", of(lambda w, v: np.einsum("ij,jd->id", w, v)), "einsum('ij,jd->id')", "there are two axes only"),
    ]  # fmt: skip
    if scores is not None:
        forms.append(
            Form("M01", lambda s: getattr(s, scores) @ getattr(s, v), "scores @ v", "scores mix the values")
        )
    if k is not None:
        forms.append(
            Form(
                "M54", lambda s: getattr(s, weights) @ getattr(s, k), "weights @ k", "keys are what is mixed"
            )
        )
    if q is not None:
        forms.append(
            Form(
                "M54",
                lambda s: getattr(s, weights) @ getattr(s, q),
                "weights @ q",
                "queries are what is mixed",
            )
        )
    return tuple(forms)


def returning_forms(scores="scores"):
    """Wrong forms of `return output, weights`."""
    return (
        Form(
            "M45", lambda s: (s.weights, s.output), "return weights, output", "the order of results is free"
        ),
        Form("M45", lambda s: s.output, "return output", "one result is enough"),
        Form("M45", lambda s: s.weights, "return weights", "one result is enough"),
        Form(
            "M01", lambda s: (s.output, getattr(s, scores)), "return output, scores", "scores are the weights"
        ),
        Form(
            "M45",
            lambda s: (s.output, swap(s.weights)),
            "return output, weights.T",
            "weights are read by column",
        ),
        Form("M45", lambda s: (s.output, s.output), "return output, output", "one result twice"),
        Form(
            "M45",
            lambda s: (s.output, s.weights.sum(axis=-1)),
            "return output, weights.sum(-1)",
            "the row sums are the weights",
        ),
    )


def residual_forms(q="q", v="v"):
    """The mix with something added that nobody asked for, where sizes let it."""

    def plus(x, s):
        mix = s.weights @ getattr(s, v)
        return mix + x if x.shape == mix.shape else mix

    return (
        Form("M58", lambda s: s.weights @ getattr(s, v) + getattr(s, q), "weights @ v + q", "the input is added to the output"),
        Form("M58", lambda s: s.weights @ getattr(s, v) + getattr(s, v), "weights @ v + v", "the input is added to the output"),
        Form("M58", lambda s: plus(getattr(s, q), s), "weights @ v + q, where it fits", "the input is added to the output"),
        Form("M58", lambda s: plus(getattr(s, v), s), "weights @ v + v, where it fits", "the input is added to the output"),
        Form("M58", lambda s: s.weights @ getattr(s, v) / np.linalg.norm(s.weights @ getattr(s, v), axis=-1, keepdims=True),
             "output / |output|", "the output is brought to length 1"),
        Form("M46", lambda s: np.abs(s.weights @ getattr(s, v)), "abs(weights @ v)", "the sign of the output is free", rare=True),
        Form("M58", lambda s: np.tril(s.weights) @ getattr(s, v), "np.tril(weights) @ v", "the future is hidden as well"),
    )  # fmt: skip
