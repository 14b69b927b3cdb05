"""Bug 01: weights that each key hands out."""

import numpy as np

from attnedu.core import softmax

from ..engine.model import Form, Probe, Stage
from ..exercises.probes import qkv
from ..forms.bridges import bridge_forms
from ..forms.products import product_forms
from ..forms.scaling import scaling_forms
from ..forms.tools import guarded_softmax, swap
from .model import Bug, without


def patch_weights(q, k):
    """Weights (batch, T_q, T_k) of queries (batch, T_q, d_k) on keys (batch, T_k, d_k)."""
    scores = q @ np.swapaxes(k, -1, -2) / np.sqrt(q.shape[-1])
    return softmax(scores, axis=1)


def mended(q, k):
    """Every query shares out 1 among its keys, which lie along the last axis."""
    scores = q @ np.swapaxes(k, -1, -2) / np.sqrt(q.shape[-1])
    return softmax(scores, axis=-1)


def by_rows(q, k):
    """The same, one query at a time."""
    weights = np.zeros((len(q), q.shape[1], k.shape[1]))
    for b in range(len(q)):
        for i, query in enumerate(q[b]):
            scores = np.array([np.dot(query, key) / np.sqrt(len(query)) for key in k[b]])
            e = np.exp(scores - scores.max())
            weights[b, i] = e / e.sum()
    return weights


def over_the_batch(q, k):
    """Wrong: shares run over the batch."""
    return softmax(q @ np.swapaxes(k, -1, -2) / np.sqrt(q.shape[-1]), axis=0)


def over_the_table(q, k):
    """Wrong: one budget for all queries of a sequence."""
    scores = q @ np.swapaxes(k, -1, -2) / np.sqrt(q.shape[-1])
    e = np.exp(scores - scores.max(axis=(-2, -1), keepdims=True))
    return e / e.sum(axis=(-2, -1), keepdims=True)


def test(patch_weights):
    """Rows sum to 1, each row for itself, and columns need not."""
    rng = np.random.default_rng(0)
    q, k = rng.normal(size=(2, 3, 4)), rng.normal(size=(2, 5, 4))
    weights = patch_weights(q, k)
    assert weights.shape == (2, 3, 5)
    assert np.allclose(weights.sum(axis=-1), 1)


def verify():
    """The numbers of the story: with keys that read off the scores."""
    scores = np.array([[[2.0, 0, 1], [1, 3, 0]]])
    weights = patch_weights(scores * np.sqrt(3), np.eye(3)[None])
    assert weights[0].sum(axis=1).round(2).tolist() == [1.51, 1.49]
    assert np.allclose(weights[0].sum(axis=0), 1)


def _pair(seed, **sizes):
    return qkv(seed, **sizes)[:2]


BUG = Bug(
    name="bug_01_image_patches",
    title="Image patches",
    story="A reader of a vision transformer in a notebook asked whether softmax ran over the right dimension; its author "
    "agreed that it did not, and changed it. For a batch of one, with scores (2, 0, 1) and (1, 3, 0), the two rows of weights "
    "sum to 1.51 and 1.49.",
    source="https://github.com/nerminnuraydogan/vision-transformer/issues/1",
    buggy=patch_weights,
    id="M04",
    right=((mended, "a softmax from a library"), (by_rows, "a loop over queries")),
    relatives=((over_the_batch, "shares run over the batch"), (over_the_table, "one budget for a whole table")),
    parameters=("q", "k"),
    returns=("weights",),
    kind=("weights",),
    stages=(
        Stage("scores", "raw", lambda s: s.q @ swap(s.k), product_forms()),
        Stage("scale", "scores", lambda s: s.raw / np.sqrt(s.q.shape[-1]), scaling_forms()),
        Stage("softmax", "result", lambda s: guarded_softmax(s.scores), (
            Form("M04", lambda s: softmax(s.scores, axis=1), "softmax(scores, axis=1)", "the bug is still there: axis 1 holds the queries"),
            *without(bridge_forms(few=True), "axis=2", "np.exp(-scores)"),
        )),
    ),
    probes=(
        Probe(_pair(2011, leading=(2,))),
        Probe(_pair(2012, leading=(7,), T_q=4, T_k=6, d_k=3)),
        Probe(_pair(2013, leading=(2,), T_q=5, T_k=5, d_k=3)),
        Probe(_pair(2014, leading=(1,))),
        Probe(tuple(100 * x for x in _pair(2015, leading=(2,))), "large"),
    ),
    hints=(
        "Write the shape of the scores beside each axis number. Who is on axis 1?",
        "Each query spends 1 among its keys. Count the axis of the keys from the end: then no axis in front can move it.",
        "Change one number in the last line.",
    ),
    test=test,
    test_hints=(
        "Which sums are 1 in the right version, and which are 1 in the wrong ones?",
        "The three wrong versions share out 1 along another axis, or over two. With T_q, T_k and batch all different, and more than one "
        "sequence, no wrong sum can be 1 by accident.",
        "Draw q and k for two sequences of different sizes, call the function, and assert on sums along the last axis.",
    ),
    look="Print your function's sums along every axis, for two sequences at once.",
    others=(
        ("M05", "Along each column there is a sum of 1 here; one budget for the table would leave the columns short."),
        ("M07", "The scale is right: the root of the length of the vectors that are multiplied."),
        ("M23", "Rows are queries here, as they should be: q stands on the left of the product."),
    ),
    place=2,
    why="Axis 1 of (batch, T_q, T_k) holds the queries, so every key shares out 1 among them. In a notebook without a batch axis the "
    "same line would be right.",
    verify=verify,
)  # fmt: skip

EXERCISES = BUG.exercises()
