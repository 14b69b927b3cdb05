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


def elementwise_forms(weights="weights", v="v"):
    """More wrong mixes, for an exercise whose whole subject is the mix."""

    def of(rule):
        return lambda s: rule(getattr(s, weights), getattr(s, v))

    def top_two(w, v):
        kept = np.where(w >= np.sort(w, axis=-1)[..., -2:-1], w, 0)
        return share(kept) @ v

    return (
        Form("M54", of(lambda w, v: w * v), "weights * v", "a product cell by cell mixes"),
        Form("M54", of(lambda w, v: np.broadcast_to(v, (*w.shape[:-1], v.shape[-1])) * 1.0), "return v", "a query keeps its own value"),
        Form("M54", of(lambda w, v: np.diagonal(w, axis1=-2, axis2=-1)[..., None] * v), "diagonal of weights * v", "a query looks at its own position only"),
        Form("M23", of(lambda w, v: w @ swap(v)), "weights @ v.T", "values need a transpose, as keys do"),
        Form("M23", of(lambda w, v: v @ w), "v @ weights", "the order of a product is free"),
        Form("M23", of(lambda w, v: swap(v) @ w), "v.T @ weights", "the order of a product is free"),
        Form("M23", of(lambda w, v: w.sum(axis=-2)[..., None] * v), "(weights[…, None] * v).sum(axis=-3)", "the sum runs over queries"),
        Form("M41", of(lambda w, v: np.tensordot(w, v, axes=(-1, -2))), "np.tensordot(…, axes=(-1, -2))", "tensordot works on batches as @ does"),
        Form("M41", of(lambda w, v: np.einsum("bij,bjd->bid", w, v)), "einsum('bij,bjd->bid')", "there are exactly three axes"),
        Form("M41", of(lambda w, v: np.einsum("bhij,bhjd->bhid", w, v)), "einsum('bhij,bhjd->bhid')", "there are exactly four axes"),
        Form("M53", of(lambda w, v: (w[..., :, :, None] * v[..., None, :, :]).max(axis=-2)), "(weights * v).max()", "the largest contribution is the output"),
        Form("M53", of(lambda w, v: w**2 @ v), "weights**2 @ v", "squares sharpen for free", rare=True),
        Form("M53", of(lambda w, v: np.sqrt(w) @ v), "np.sqrt(weights) @ v", "the root of a share is its share", rare=True),
        Form("M01", of(lambda w, v: np.log(w) @ v), "np.log(weights) @ v", "scores mix the values", rare=True),
        Form("M46", of(lambda w, v: (1 - w) @ v), "(1 - weights) @ v", "what is not given counts"),
        Form("M20", of(lambda w, v: np.where(w < 0.05, 0, w) @ v), "weights[weights < 0.05] = 0", "weak keys get exactly zero"),
        Form("M20", of(top_two), "the two heaviest keys, renormalised", "only the best keys are mixed"),
        Form("M53", of(lambda w, v: np.round(w, 1) @ v), "np.round(weights, 1) @ v", "a rounded weight is as good"),
        Form("M53", of(lambda w, v: np.round(w, 2) @ v), "np.round(weights, 2) @ v", "a rounded weight is as good"),
        Form("M58", of(lambda w, v: share(w) @ v), "weights / weights.sum() @ v", "rows are renormalised before mixing"),
        Form("M58", of(lambda w, v: w / np.maximum(w.sum(-1, keepdims=True), 1e-12) @ v), "renormalised, guarded", "rows are renormalised before mixing"),
        Form("M58", of(lambda w, v: np.tril(w) @ v), "np.tril(weights) @ v", "the future is hidden as well"),
        Form("M07", of(lambda w, v: w @ v / np.sqrt(v.shape[-2])), "weights @ v / np.sqrt(T_k)", "the output is scaled too"),
        Form("M40", of(lambda w, v: w @ v * v.shape[-2]), "weights @ v * T_k", "a mix grows with the number of keys", rare=True),
        Form("M58", of(lambda w, v: w @ (v - v.mean(-2, keepdims=True))), "weights @ (v - v.mean())", "values are centred first"),
        Form("M58", of(lambda w, v: w @ (v / np.linalg.norm(v, axis=-1, keepdims=True))), "weights @ (v / |v|)", "values are brought to length 1"),
    )  # fmt: skip


def mixed_returns(output="output", weights="weights", v="v"):
    """Wrong forms of `return output`."""

    def of(rule):
        return lambda s: rule(getattr(s, output))

    return (
        Form("M45", lambda s: (getattr(s, output), getattr(s, weights)), "return output, weights", "the number of results is free"),
        Form("M45", lambda s: getattr(s, weights)[..., None] * getattr(s, v)[..., None, :, :], "weights[…, None] * v", "the contributions are the result, not their sum"),
        Form("M45", of(lambda o: o.sum(axis=-2)), "output.sum(axis=-2)", "one vector for all queries is the output"),
        Form("M45", of(lambda o: o.mean(axis=-2)), "output.mean(axis=-2)", "one vector for all queries is the output"),
        Form("M45", of(lambda o: o.sum(axis=-1)), "output.sum(axis=-1)", "one number for each query is the output"),
        Form("M45", of(lambda o: o.ravel()), "output.ravel()", "the shape of the result is free"),
        Form("M45", of(lambda o: o[..., -1, :]), "output[..., -1, :]", "the last query's output is the result"),
        Form("M22", of(lambda o: o.mean(axis=0) if o.ndim > 2 else o), "output.mean(axis=0)", "heads are averaged"),
        Form("M58", of(lambda o: o / np.linalg.norm(o, axis=-1, keepdims=True)), "output / |output|", "the output is brought to length 1"),
        Form("M58", of(lambda o: np.maximum(o, 0)), "np.maximum(output, 0)", "the output is rectified"),
        Form("M58", of(np.tanh), "np.tanh(output)", "the output is squashed"),
        Form("M53", of(lambda o: np.round(o, 1)), "np.round(output, 1)", "a rounded output is as good"),
        Form("M53", of(lambda o: np.round(o, 2)), "np.round(output, 2)", "a rounded output is as good"),
    )  # fmt: skip
