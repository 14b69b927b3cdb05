"""Bug 11: dropout while a model is in use."""

import numpy as np

from attnedu.core import softmax

from ..engine.model import Form, Probe, Stage
from ..exercises.probes import rng
from ..exercises.probes import scores as draw
from ..forms.bridges import bridge_forms
from ..forms.outputs import mixing_forms
from ..forms.tools import bare_softmax, guarded_softmax, share
from .model import Bug, without


def mix_with_dropout(scores, v, keep, p, training):
    """Output (T_q, d_v). keep (T_q, T_k) is drawn for each call: True where a weight stays. p: the rate."""
    weights = softmax(scores)
    weights = np.where(keep, weights, 0) / (1 - p)
    return weights @ v


def mended(scores, v, keep, p, training):
    """Dropout belongs to training alone."""
    weights = softmax(scores)
    if training:
        weights = np.where(keep, weights, 0) / (1 - p)
    return weights @ v


def by_factors(scores, v, keep, p, training):
    """The same: a table of factors, all 1 in use."""
    factors = np.asarray(keep) / (1 - p) if training else np.ones(np.shape(keep))
    e = np.exp(scores - np.max(scores, axis=-1, keepdims=True))
    return np.einsum("ij,jd->id", e * factors, v) / e.sum(axis=-1)[:, None]


def scaled_by_the_rate(scores, v, keep, p, training):
    """Wrong: survivors are divided by p."""
    weights = softmax(scores)
    return (weights * keep / p if training else weights) @ v


def never_scaled(scores, v, keep, p, training):
    """Wrong: survivors stay as they are."""
    weights = softmax(scores)
    return (weights * keep if training else weights) @ v


def test(mix_with_dropout):
    """In use nothing is dropped; in training survivors are divided by 1 - p. And p is not a half."""
    scores, v = np.array([[0.0, 0.0, 0.0, 0.0]]), np.eye(4)
    keep = np.array([[True, False, True, True]])
    assert np.allclose(mix_with_dropout(scores, v, keep, 0.2, training=False), 0.25)
    in_training = mix_with_dropout(scores, v, keep, 0.2, training=True)
    assert np.allclose(in_training, [[0.3125, 0, 0.3125, 0.3125]])


def verify():
    """The numbers of the story: two equal keys with values 1 and 3."""
    scores, v = np.zeros((1, 2)), np.array([[1.0], [3.0]])
    found = [
        mix_with_dropout(scores, v, np.array([keep]), 0.5, False) for keep in ([True, False], [False, True])
    ]
    assert [float(output[0, 0]) for output in found] == [1, 3]
    assert mended(scores, v, np.array([[True, False]]), 0.5, False) == 2


def _dropped(rule):
    """A form of the weights after dropout, from scores, weights, keep and p, while training; right otherwise."""
    return lambda s: rule(s.scores, s.shares, np.asarray(s.keep), s.p) if s.training else s.shares


def _always(s):
    return np.where(s.keep, s.shares, 0) / (1 - s.p)


DROPOUT = (
    Form("M58", _always, "no `if training`", "the bug is still there: dropout goes on outside training"),
    Form("M58", lambda s: s.shares if s.training else _always(s), "if not training", "dropout is for use, not for training"),
    Form("M58", lambda s: s.shares, "no dropout", "dropout may be left out"),
    Form("M32", _dropped(lambda x, w, k, p: w * k / p), "/ p", "survivors are divided by the rate"),
    Form("M32", _dropped(lambda x, w, k, p: w * k), "weights * keep", "survivors stay as they are"),
    Form("M32", _dropped(lambda x, w, k, p: w * k * (1 - p)), "* (1 - p)", "survivors are multiplied by 1 - p"),
    Form("M32", _dropped(lambda x, w, k, p: w * k / np.sqrt(1 - p)), "/ np.sqrt(1 - p)", "a root keeps the size", rare=True),
    Form("M32", _dropped(lambda x, w, k, p: share(w * k)), "weights * keep / sum", "a row still sums to 1 after dropout"),
    Form("M32", _dropped(lambda x, w, k, p: w * k / k.mean()), "/ keep.mean()", "the share that was kept is the rate"),
    Form("M32", lambda s: s.shares * s.keep if s.training else s.shares * (1 - s.p), "* (1 - p) in use", "weights shrink in use instead"),
    Form("M32", lambda s: s.shares * s.keep / (1 - s.p) if s.training else s.shares / (1 - s.p), "/ (1 - p) always", "the factor belongs to use as well"),
    Form("M32", lambda s: s.shares * s.keep if s.training else s.shares / (1 - s.p), "/ (1 - p) in use", "the factor belongs to use"),
    Form("M11", _dropped(lambda x, w, k, p: w * ~k / (1 - p)), "~keep", "True in keep means dropped"),
    Form("M08", _dropped(lambda x, w, k, p: bare_softmax(np.where(k, x, 0))), "np.where(keep, scores, 0)", "a score of 0 drops a key"),
    Form("M08", _dropped(lambda x, w, k, p: bare_softmax(np.where(k, x, 0) / (1 - p))), "np.where(keep, scores, 0) / (1 - p)", "dropout works on scores"),
    Form("M19", _dropped(lambda x, w, k, p: bare_softmax(w * k / (1 - p))), "softmax(dropped)", "a second softmax repairs the row"),
)  # fmt: skip


def _probe(seed, T_q, T_k, d_v, p, training, family="ordinary", size=1.0):
    r = rng(seed)
    keep = np.ones((T_q, T_k), dtype=bool)
    for row in keep:  # one or two are dropped in each row, never all
        row[r.choice(T_k, size=r.integers(1, 3), replace=False)] = False
    return Probe((draw(seed + 5, T_q, T_k) * size, r.normal(size=(T_k, d_v)), keep, p, training), family)


BUG = Bug(
    name="bug_11_dropout",
    title="Dropout",
    story="A library's attention function drops weights whenever its rate is above 0; switching the model to evaluation changes nothing, "
    "as an issue found and many projects mended one by one. Two calls on the same input then differ: with two equal keys, values 1 and "
    "3 and a rate of 0.5 the output is 1 when the second weight is dropped and 3 when the first is, where 2 is right.",
    source="https://github.com/pytorch/pytorch/issues/124464",
    buggy=mix_with_dropout,
    id="M58",
    right=((mended, "a branch for training"), (by_factors, "a table of factors")),
    relatives=((scaled_by_the_rate, "survivors divided by p"), (never_scaled, "survivors left as they are")),
    parameters=("scores", "v", "keep", "p", "training"),
    returns=("output",),
    kind=("output",),
    stages=(
        Stage("softmax", "shares", lambda s: guarded_softmax(s.scores), without(bridge_forms(few=True), "axis=1", "axis=2")),
        Stage("dropout", "weights", lambda s: np.where(s.keep, s.shares, 0) / (1 - s.p) if s.training else s.shares, DROPOUT),
        Stage("output", "result", lambda s: s.weights @ s.v, without(mixing_forms(), "np.dot(weights, v)", "einsum('ij,jd->id')")),
    ),
    probes=(
        _probe(2111, 3, 5, 2, 0.2, False),
        _probe(2112, 3, 5, 2, 0.2, True),
        _probe(2113, 4, 6, 3, 0.3, True),
        _probe(2114, 5, 4, 2, 0.1, False),
        _probe(2115, 3, 5, 2, 0.2, False, "large", 5000),
    ),
    hints=(
        "Which of the five arguments does the code never use?",
        "Dropout is for training. In use, every weight counts, and no factor is needed, since training already divided by 1 - p.",
        "Put one condition around one line.",
    ),
    test=test,
    test_hints=(
        "Which two cases are there, and what is the right output in each?",
        "In use `keep` must have no effect. In training, a survivor is its weight over 1 - p: with p = 0.5 one relative cannot be seen.",
        "Take equal scores and v = np.eye(4), so that the output is the weights; work out both cases by hand with p = 0.2.",
    ),
    look="Test both values of `training`, with a rate that is not a half.",
    others=(
        ("M32", "Dividing by 1 - p keeps row sums at 1 on average, which is all that dropout keeps."),
        ("M10", "No mask is meant here: `keep` is drawn at random, and dropping comes after softmax by design."),
        ("M40", "Each row is divided by its own sum, in softmax."),
    ),
    place=0,
    why="`training` is an argument, and nothing reads it: weights are dropped in use as well, a step that nobody asked for.",
    verify=verify,
)  # fmt: skip

EXERCISES = BUG.exercises()
