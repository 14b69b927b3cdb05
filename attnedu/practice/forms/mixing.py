"""Ways to get output = weights @ v wrong, step by step: the weights that mix, the values, the product, what comes back.

The state holds weights and v; the steps write h, w, x, output and result. `outputs` has the mix as one step of many.
"""

import numpy as np

from ..engine.model import Form
from .tools import guarded_softmax, share, swap


def _top_two(w):
    return share(np.where(w >= np.sort(w, axis=-1)[..., -2:-1], w, 0))


def _one_hot(w):
    return np.eye(w.shape[-1])[w.argmax(axis=-1)]


def _over(part, rule):
    """Where there are heads, all of them get what `rule` makes of theirs."""
    return lambda w: np.broadcast_to(rule(w[part]), w.shape) if w.ndim > 2 else w


def _blank(*part):
    def rule(a):
        a = a.copy()
        a[(..., *part)] = 0
        return a

    return rule


def _causal(shifted):
    return lambda w: np.tril(w, w.shape[-1] - w.shape[-2] if shifted else 0)


EVERY = slice(None)
FUTURE = "the future is hidden as well"
RESHARED = "rows are renormalised before mixing"
HEADS = "heads share one table of weights"
ROUNDED = "a rounded weight is as good"

# (id, weights → weights, line, belief, rare)
_HEADS = (
    ("M55", _over((..., slice(1), EVERY, EVERY), lambda w: w), "weights[..., :1, :, :]", "one head's weights serve all", False),
    ("M55", _over((..., slice(-1, None), EVERY, EVERY), lambda w: w), "weights[..., -1:, :, :]", "one head's weights serve all", True),
    ("M22", _over(..., lambda w: w.mean(axis=-3, keepdims=True)), "weights.mean(axis=-3)", HEADS, False),
    ("M22", _over(..., lambda w: w.sum(axis=-3, keepdims=True)), "weights.sum(axis=-3)", HEADS, False),
    ("M22", lambda w: np.broadcast_to(w.mean(0), w.shape) if w.ndim > 2 else w, "weights.mean(axis=0)", HEADS, True),
)  # fmt: skip
_WEIGHTS = (
    ("M19", guarded_softmax, "softmax(weights) @ v", "a second softmax does no harm", False),
    ("M19", lambda w: guarded_softmax(w, -2), "softmax(weights, axis=-2)", "a second softmax does no harm", True),
    ("M23", swap, "weights.T @ v", "columns hold a query's shares", False),
    ("M53", _one_hot, "v[weights.argmax()]", "the output is the value of the heaviest key", False),
    ("M54", lambda w: np.full(w.shape, 1 / w.shape[-1]), "v.mean(axis=-2)", "the mean of the values is the output", False),
    ("M54", np.ones_like, "v.sum(axis=-2)", "the sum of the values is the output", False),
    ("M54", lambda w: np.broadcast_to(np.eye(*w.shape[-2:]), w.shape), "np.eye(T_q, T_k) @ v", "a query keeps its own value", True),
    ("M55", _blank(EVERY, -1), "weights[..., :-1] @ …", "the last key is left out", False),
    ("M55", _blank(EVERY, 0), "weights[..., 1:] @ …", "the first key is left out", False),
    ("M40", lambda w: share(w, -2), "weights / weights.sum(axis=-2)", "columns must sum to 1 before mixing", False),
    ("M40", lambda w: w / w.max(axis=-1, keepdims=True), "weights / weights.max()", "the largest becomes 1", False),
    ("M40", lambda w: w / np.linalg.norm(w, axis=-1, keepdims=True), "weights / |weights|", "a row has length 1", True),
    ("M40", lambda w: w / w.sum(), "weights / weights.sum(), all rows", "the whole table shares out 1", False),
    ("M53", lambda w: w**2, "weights**2 @ v", "squares sharpen for free", True),
    ("M53", lambda w: share(w**2), "weights**2, divided", "squares sharpen for free", True),
    ("M53", np.sqrt, "np.sqrt(weights) @ v", "the root of a share is its share", True),
    ("M53", np.exp, "np.exp(weights) @ v", "the exponential of a share is its share", True),
    ("M53", lambda w: np.round(w), "np.round(weights) @ v", ROUNDED, False),
    ("M53", lambda w: np.round(w, 1), "np.round(weights, 1) @ v", ROUNDED, False),
    ("M53", lambda w: np.round(w, 2), "np.round(weights, 2) @ v", ROUNDED, False),
    ("M01", np.log, "np.log(weights) @ v", "scores mix the values", True),
    ("M46", lambda w: 1 - w, "(1 - weights) @ v", "what is not given counts", False),
    ("M20", lambda w: np.where(w < 0.05, 0, w), "weights[weights < 0.05] = 0", "weak keys get exactly zero", False),
    ("M20", lambda w: np.where(w < w.mean(axis=-1, keepdims=True), 0, w), "weights < weights.mean() set to 0", "weak keys get exactly zero", False),
    ("M20", lambda w: np.where(w < 0.1, 0, w), "weights[weights < 0.1] = 0", "weak keys get exactly zero", True),
    ("M20", _top_two, "the two heaviest keys, renormalised", "only the best keys are mixed", False),
    ("M58", share, "weights / weights.sum() @ v", RESHARED, False),
    ("M58", lambda w: w / np.maximum(w.sum(-1, keepdims=True), 1e-12), "renormalised, guarded", RESHARED, False),
    ("M58", _causal(False), "np.tril(weights) @ v", FUTURE, False),
    ("M58", _causal(True), "np.tril(weights, T_k - T_q) @ v", FUTURE, False),
    ("M58", lambda w: share(_causal(False)(w)), "np.tril(weights), renormalised", FUTURE, False),
    ("M58", lambda w: share(_causal(True)(w)), "np.tril(weights, T_k - T_q), renormalised", FUTURE, False),
    ("M58", lambda w: np.triu(w), "np.triu(weights) @ v", "the past is hidden as well", True),
)  # fmt: skip


def _forms(rules, name):
    return tuple(
        Form(id, lambda s, rule=rule: rule(getattr(s, name)), line, belief, rare=rare)
        for id, rule, line, belief, rare in rules
    )


HEAD_FORMS = _forms(_HEADS, "weights")
WEIGHT_FORMS = _forms(_WEIGHTS, "h")

_VALUES = (
    ("M58", lambda v: v - v.mean(-2, keepdims=True), "weights @ (v - v.mean())", "values are centred first"),
    ("M58", lambda v: v / np.linalg.norm(v, axis=-1, keepdims=True), "weights @ (v / |v|)", "values are brought to length 1"),
    ("M58", guarded_softmax, "weights @ softmax(v)", "values go through softmax as well"),
    ("M58", lambda v: np.maximum(v, 0), "weights @ np.maximum(v, 0)", "values are rectified"),
    ("M46", np.abs, "weights @ abs(v)", "a value cannot be negative"),
    ("M23", lambda v: v[..., ::-1, :], "weights @ v[..., ::-1, :]", "keys may come in any order"),
    ("M55", lambda v: np.broadcast_to(v[..., :1], v.shape), "v[..., :1]", "the first component is enough"),
    ("M55", _blank(EVERY, -1), "v[..., :-1]", "the last component is left out"),
    ("M55", lambda v: np.broadcast_to(v[..., :1, :, :], v.shape) if v.ndim > 2 else v, "v[..., :1, :, :]", "one head's values serve all"),
    ("M22", lambda v: np.broadcast_to(v.mean(-3, keepdims=True), v.shape) if v.ndim > 2 else v, "v.mean(axis=-3)", "values are averaged over heads first"),
)  # fmt: skip
VALUE_FORMS = tuple(
    Form(id, lambda s, rule=rule: rule(s.v), line, belief) for id, rule, line, belief in _VALUES
)


def _of(rule):
    return lambda s: rule(s.w, s.x)


PRODUCT_FORMS = (
    Form("M23", _of(lambda w, v: swap(swap(v) @ w)), "(v.T @ weights).T", "values are mixed down the columns"),
    Form("M23", _of(lambda w, v: w @ swap(v)), "weights @ v.T", "values need a transpose, as keys do"),
    Form("M23", _of(lambda w, v: v @ w), "v @ weights", "the order of a product is free"),
    Form("M23", _of(lambda w, v: swap(v) @ w), "v.T @ weights", "the order of a product is free"),
    Form("M23", _of(lambda w, v: w.sum(axis=-2)[..., None] * v), "(weights[…, None] * v).sum(axis=-3)", "the sum runs over queries"),
    Form("M54", _of(lambda w, v: w @ w), "weights @ weights", "weights mix themselves", rare=True),
    Form("M54", _of(lambda w, v: w * v), "weights * v", "a product cell by cell mixes"),
    Form("M54", _of(lambda w, v: np.broadcast_to(v, (*w.shape[:-1], v.shape[-1])) * 1.0), "return v", "a query keeps its own value"),
    Form("M54", _of(lambda w, v: np.diagonal(w, axis1=-2, axis2=-1)[..., None] * v), "diagonal of weights * v", "a query looks at its own position only"),
    Form("M54", _of(lambda w, v: w.sum(-1, keepdims=True) + v.sum(-2, keepdims=True)), "(weights + v).sum()", "weights are added to values"),
    Form("M41", _of(lambda w, v: np.dot(w, v)), "np.dot(weights, v)", "dot works on batches as @ does"),
    Form("M41", _of(lambda w, v: np.tensordot(w, v, axes=(-1, -2))), "np.tensordot(…, axes=(-1, -2))", "tensordot works on batches as @ does"),
    Form("M41", _of(lambda w, v: np.einsum("ij,jd->id", w, v)), "einsum('ij,jd->id')", "there are two axes only"),
    Form("M41", _of(lambda w, v: np.einsum("bij,bjd->bid", w, v)), "einsum('bij,bjd->bid')", "there are exactly three axes"),
    Form("M41", _of(lambda w, v: np.einsum("bhij,bhjd->bhid", w, v)), "einsum('bhij,bhjd->bhid')", "there are exactly four axes"),
    Form("M53", _of(lambda w, v: (w[..., :, :, None] * v[..., None, :, :]).max(axis=-2)), "(weights * v).max()", "the largest contribution is the output"),
)  # fmt: skip


def _out(rule):
    return lambda s: rule(s.output)


def _with_v(s):
    return s.output + (s.v if s.v.shape == s.output.shape else s.v.mean(axis=-2, keepdims=True))


def _with_v_where_it_fits(s):
    return s.output + s.v if s.v.shape == s.output.shape else s.output


MIXED_RETURNS = (
    Form("M58", lambda s: s.output + s.v, "weights @ v + v", "the input is added to the output"),
    Form("M58", _with_v, "weights @ v + v, or its mean", "the input is added to the output"),
    Form("M58", _with_v_where_it_fits, "weights @ v + v, where it fits", "the input is added to the output"),
    Form("M58", lambda s: s.output + s.v.mean(axis=-2, keepdims=True), "weights @ v + v.mean()", "the input is added to the output"),
    Form("M58", _out(lambda o: o - o.mean(axis=-1, keepdims=True)), "output - output.mean()", "the output is centred"),
    Form("M58", _out(lambda o: (o - o.mean(axis=-1, keepdims=True)) / o.std(axis=-1, keepdims=True)), "layer norm of the output", "the output is standardised"),
    Form("M58", _out(guarded_softmax), "softmax(weights @ v)", "the output goes through softmax as well"),
    Form("M58", _out(lambda o: o / np.linalg.norm(o, axis=-1, keepdims=True)), "output / |output|", "the output is brought to length 1"),
    Form("M58", _out(lambda o: np.maximum(o, 0)), "np.maximum(output, 0)", "the output is rectified"),
    Form("M58", _out(np.tanh), "np.tanh(output)", "the output is squashed"),
    Form("M07", lambda s: s.output / np.sqrt(s.v.shape[-1]), "weights @ v / np.sqrt(d_v)", "the output is scaled too"),
    Form("M07", lambda s: s.output / np.sqrt(s.v.shape[-2]), "weights @ v / np.sqrt(T_k)", "the output is scaled too"),
    Form("M40", lambda s: s.output / s.v.shape[-2], "weights @ v / T_k", "a mix is a mean over keys"),
    Form("M40", lambda s: s.output / s.v.shape[-1], "weights @ v / d_v", "a mix is divided by its length"),
    Form("M40", lambda s: s.output * s.v.shape[-2], "weights @ v * T_k", "a mix grows with the number of keys", rare=True),
    Form("M46", _out(lambda o: -o), "-(weights @ v)", "the sign of the output is free"),
    Form("M46", _out(np.abs), "abs(weights @ v)", "the sign of the output is free"),
    Form("M55", _out(_blank(-1, EVERY)), "range(T_q - 1)", "the last query is left out"),
    Form("M55", _out(_blank(0, EVERY)), "range(1, T_q)", "the first query is left out", rare=True),
    Form("M45", _out(swap), "(weights @ v).T", "the output has values first"),
    Form("M45", lambda s: (s.output, s.weights), "return output, weights", "the number of results is free"),
    Form("M45", lambda s: s.w[..., None] * s.x[..., None, :, :], "weights[…, None] * v", "the contributions are the result, not their sum"),
    Form("M45", _out(lambda o: o.sum(axis=-2)), "output.sum(axis=-2)", "one vector for all queries is the output"),
    Form("M45", _out(lambda o: o.mean(axis=-2)), "output.mean(axis=-2)", "one vector for all queries is the output"),
    Form("M45", _out(lambda o: o.sum(axis=-1)), "output.sum(axis=-1)", "one number for each query is the output"),
    Form("M45", _out(lambda o: o.ravel()), "output.ravel()", "the shape of the result is free"),
    Form("M45", _out(lambda o: o[..., -1, :]), "output[..., -1, :]", "the last query's output is the result"),
    Form("M22", _out(lambda o: o.mean(axis=0) if o.ndim > 2 else o), "output.mean(axis=0)", "heads are averaged"),
    Form("M22", _out(lambda o: o.mean(axis=-3) if o.ndim > 2 else o), "output.mean(axis=-3)", "heads are averaged"),
    Form("M53", _out(lambda o: np.round(o, 1)), "np.round(output, 1)", "a rounded output is as good"),
    Form("M53", _out(lambda o: np.round(o, 2)), "np.round(output, 2)", "a rounded output is as good"),
)  # fmt: skip
