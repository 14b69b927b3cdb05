"""Bug 07: a scale that was inverted already."""

import numpy as np

from attnedu.core import softmax

from ..engine.model import Form, Probe, Stage
from ..exercises.probes import qkv
from ..forms.bridges import bridge_forms
from ..forms.leading import only_two_axes
from ..forms.outputs import mixing_forms
from ..forms.products import product_forms
from ..forms.scaling import scaling_forms
from ..forms.tools import guarded_softmax, swap
from .model import Bug, without


def perceive(q, k, v):
    """Cross-attention: output (…, T_q, d_v) for q (…, T_q, d_k), k (…, T_k, d_k) and v (…, T_k, d_v)."""
    scale = q.shape[-1] ** -0.5
    scores = q @ np.swapaxes(k, -1, -2) / scale
    return softmax(scores) @ v


def mended(q, k, v):
    """The scale is 1/√d_k, so it multiplies."""
    scale = q.shape[-1] ** -0.5
    scores = q @ np.swapaxes(k, -1, -2) * scale
    return softmax(scores) @ v


def by_einsum(q, k, v):
    """The same: queries scaled first, named axes, and the log of the sum."""
    scores = np.einsum("...id,...jd->...ij", q / np.sqrt(q.shape[-1]), k)
    weights = np.exp(scores - np.logaddexp.reduce(scores, axis=-1, keepdims=True))
    return np.einsum("...ij,...jd->...id", weights, v)


def unscaled(q, k, v):
    """Wrong: no scale."""
    return softmax(q @ np.swapaxes(k, -1, -2)) @ v


def scaled_by_keys(q, k, v):
    """Wrong: the scale counts keys."""
    return softmax(q @ np.swapaxes(k, -1, -2) / np.sqrt(k.shape[-2])) @ v


def test(perceive):
    """One query, worked out by hand; d_k, T_k and d_v are all different."""
    rng = np.random.default_rng(0)
    q, k, v = rng.normal(size=(1, 4)), rng.normal(size=(5, 4)), rng.normal(size=(5, 3))
    e = np.exp(k @ q[0] / 2)  # the root of d_k = 4
    assert np.allclose(perceive(q, k, v)[0], e / e.sum() @ v)


def verify():
    """The numbers of the story: d_k = 64, dot products of 8 and 0, values that read off the first weight."""
    q, k = np.zeros((1, 64)), np.zeros((2, 64))
    q[0, 0], k[0, 0] = 8.0, 1.0
    assert mended(q, k, np.eye(2)).round(3).tolist() == [[0.731, 0.269]]
    assert perceive(q, k, np.array([[1.0], [0.0]])).round(3) == 1


BUG = Bug(
    name="bug_07_perceiver",
    title="A perceiver",
    story="An issue on a model with cross-attention pointed at the line that scales the scores; its author called the mistake a dumb one "
    "and mended it. With d_k = 64 and dot products of 8 and 0, the weights should be 0.731 and 0.269; they came out as 1 and 0, to "
    "three digits. The best key is still the best, so the model trains.",
    source="https://github.com/esceptico/perceiver-io/issues/9",
    buggy=perceive,
    id="M07",
    right=((mended, "a scale that multiplies"), (by_einsum, "queries scaled first")),
    relatives=((unscaled, "no scale"), (scaled_by_keys, "the root of the number of keys")),
    parameters=("q", "k", "v"),
    returns=("output",),
    kind=("output",),
    stages=(
        Stage("arguments", "ok", lambda s: True, (only_two_axes("q", "k"),)),
        Stage("scores", "raw", lambda s: s.q @ swap(s.k), product_forms()),
        Stage("scale", "scores", lambda s: s.raw / np.sqrt(s.q.shape[-1]), (
            Form("M07", lambda s: s.raw * np.sqrt(s.q.shape[-1]), "/ d_k**-0.5", "the bug is still there: the scale multiplies"),
            *scaling_forms(v="v"),
        )),
        Stage("softmax", "weights", lambda s: guarded_softmax(s.scores), without(bridge_forms(few=True), "np.exp(-scores)")),
        Stage("output", "result", lambda s: s.weights @ s.v, mixing_forms(scores="scores", q="q", k="k")),
    ),
    probes=(
        Probe(qkv(2071)),
        Probe(qkv(2072, T_q=4, T_k=6, d_k=3, d_v=5)),
        Probe(qkv(2073, T_q=5, T_k=5, d_k=3, d_v=2)),
        Probe(qkv(2074, leading=(7,)), "leading"),
        Probe(qkv(2075, leading=(2, 6)), "leading"),
        Probe(tuple(x * size for x, size in zip(qkv(2076), (100, 100, 1), strict=True)), "large"),
    ),
    hints=(
        "With d_k = 64, which number is `scale`? Are the scores larger or smaller after that line?",
        "The scale has to make scores smaller by the root of d_k, once. The name `scale` already holds one over that root.",
        "One of two signs has to change: that of the exponent, or the one between the product and the scale.",
    ),
    test=test,
    test_hints=(
        "The largest weight sits at the right key in every wrong version. So what has to be compared?",
        "Work out one output by hand, from dot products that differ by little. Keep d_k, T_k and d_v different, and d_k above 1.",
        "For one query: e to the power of each dot product over the root of d_k, shared out, then mixed with v; compare with the function's output.",
    ),
    look="Compare numbers, not only which key wins, with d_k and T_k different.",
    others=(
        ("M06", "There is a scale here; it acts in the other direction."),
        ("M53", "This is softmax: the exponential of scores, shared out along the keys."),
        ("M54", "Queries meet keys and the weights mix values: each array has its own role."),
    ),
    place=0,
    why="`scale` holds d_k to the power -0.5, and dividing by it multiplies by the root of d_k. Scores come out d_k times too large.",
    verify=verify,
)  # fmt: skip

EXERCISES = BUG.exercises()
