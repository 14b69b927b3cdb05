"""Bug 04: one softmax more."""

import numpy as np

from attnedu.core import softmax

from ..engine.model import Form, Probe, Stage
from ..exercises.probes import qkv
from ..forms.bridges import bridge_forms
from ..forms.outputs import mixing_forms
from ..forms.products import product_forms
from ..forms.scaling import scaling_forms
from ..forms.tools import guarded_softmax, hide, swap
from .model import Bug, without


def trace_knowledge(q, k, v):
    """Causal self-attention: the output (…, T, d_v) for q and k (…, T, d_k) and v (…, T, d_v)."""
    attn = q @ np.swapaxes(k, -1, -2) / np.sqrt(q.shape[-1])
    attn = np.where(np.tri(attn.shape[-1], dtype=bool), attn, -np.inf)
    attn = softmax(attn)
    return softmax(attn) @ v


def mended(q, k, v):
    """Softmax once, of masked scores."""
    scores = q @ np.swapaxes(k, -1, -2) / np.sqrt(q.shape[-1])
    scores = np.where(np.tri(scores.shape[-1], dtype=bool), scores, -np.inf)
    return softmax(scores) @ v


def by_prefixes(q, k, v):
    """The same: each query over the keys up to its own, with e to the power of the gap to the largest score."""
    output = np.zeros((*np.shape(q)[:-1], np.shape(v)[-1]))
    for i in range(output.shape[-2]):
        scores = np.einsum("...d,...jd->...j", q[..., i, :], k[..., : i + 1, :]) * q.shape[-1] ** -0.5
        e = np.exp(scores - scores.max(axis=-1, keepdims=True))
        total = e.sum(axis=-1)[..., None]
        output[..., i, :] = np.einsum("...j,...jd->...d", e, v[..., : i + 1, :]) / total
    return output


def masked_in_between(q, k, v):
    """Wrong: softmax, then the mask on its result, then softmax again. No leak, but flat."""
    attn = softmax(q @ np.swapaxes(k, -1, -2) / np.sqrt(q.shape[-1]))
    return softmax(np.where(np.tri(attn.shape[-1], dtype=bool), attn, -np.inf)) @ v


def unmasked(q, k, v):
    """Wrong: nothing is hidden."""
    return softmax(q @ np.swapaxes(k, -1, -2) / np.sqrt(q.shape[-1])) @ v


def test(trace_knowledge):
    """The last token, worked out by hand; and the first, which sees itself alone."""
    rng = np.random.default_rng(0)
    q, k, v = 2 * rng.normal(size=(4, 3)), 2 * rng.normal(size=(4, 3)), rng.normal(size=(4, 2))
    output = trace_knowledge(q, k, v)
    e = np.exp(k @ q[-1] / np.sqrt(3))
    assert np.allclose(output[-1], e / e.sum() @ v)
    assert np.allclose(output[0], v[0])


def verify():
    """The numbers of the story: the values read off the weights, and the scores are those of the story."""
    scores = np.array([[4.0, 0, 0], [0, 0, 0], [0, 0, 0]])
    output = trace_knowledge(scores * np.sqrt(3), np.eye(3), np.eye(3))
    assert output[0].round(3).tolist() == [0.576, 0.212, 0.212]
    assert mended(scores * np.sqrt(3), np.eye(3), np.eye(3))[0].tolist() == [1, 0, 0]


def _square(seed, T, leading=()):
    return qkv(seed, T_q=T, T_k=T, d_k=4, d_v=2, leading=leading)


def _seen(k):
    return lambda s: np.tri(s.scores.shape[-1], k=k, dtype=bool)


BUG = Bug(
    name="bug_04_knowledge_tracing",
    title="Knowledge tracing",
    story="A reader of a knowledge-tracing model printed the probabilities and found some above 0 for answers that lie in the future; the "
    "authors agreed and changed it. For a first token, which may look at itself alone, the shares come out as (0.576, 0.212, 0.212), "
    "and every row is nearly even.",
    source="https://github.com/zyy-2001/DisKT/issues/6",
    buggy=trace_knowledge,
    id="M19",
    right=((mended, "a mask, then softmax"), (by_prefixes, "each query over the keys so far")),
    relatives=((masked_in_between, "the mask between two softmaxes"), (unmasked, "no mask at all")),
    parameters=("q", "k", "v"),
    returns=("output",),
    kind=("output",),
    stages=(
        Stage("scores", "raw", lambda s: s.q @ swap(s.k), product_forms()),
        Stage("scale", "scores", lambda s: s.raw / np.sqrt(s.q.shape[-1]), scaling_forms(v="v")),
        Stage("mask", "seen", _seen(0), (
            Form("M12", _seen(1), "np.tri(…, k=1)", "the next token may be seen"),
            Form("M12", _seen(-1), "np.tri(…, k=-1)", "a token may not see itself"),
            Form("M11", lambda s: ~_seen(0)(s), "~mask", "True hides"),
            Form("M50", lambda s: np.ones_like(_seen(0)(s)), "no mask", "nothing needs hiding"),
        )),
        Stage("softmax", "weights", lambda s: guarded_softmax(hide(s.scores, s.seen)), (
            Form("M19", lambda s: guarded_softmax(guarded_softmax(hide(s.scores, s.seen))), "softmax(attn)", "the bug is still there: a second softmax"),
            Form("M19", lambda s: guarded_softmax(hide(guarded_softmax(s.scores), s.seen)), "softmax(where(mask, softmax(…), -inf))", "weights can be masked like scores"),
            Form("M19", lambda s: guarded_softmax(guarded_softmax(s.scores) * s.seen), "softmax(softmax(…) * mask)", "a second softmax repairs the row"),
            Form("M10", lambda s: guarded_softmax(s.scores) * s.seen, "softmax(scores) * mask", "zeroing a weight removes the key"),
            Form("M08", lambda s: guarded_softmax(s.scores * s.seen), "softmax(scores * mask)", "a score of 0 is no attention"),
            *bridge_forms("scores", few=True)[:4],
        )),
        Stage("output", "result", lambda s: s.weights @ s.v, without(mixing_forms(q="q", k="k"), "softmax(weights) @ v")),
    ),
    probes=(
        Probe(_square(2041, 5)),
        Probe(_square(2042, 3)),
        Probe(_square(2043, 6)),
        Probe(_square(2044, 5, (7,)), "leading"),
        Probe(_square(2045, 5, (2, 6)), "leading"),
    ),
    hints=(
        "Which of its lines turn scores into weights? Count them.",
        "Softmax of weights sees numbers from 0 to 1: no two shares can differ by more than a factor of e, and a 0 becomes positive again.",
        "Take one of the two softmaxes away: the one whose argument already sums to 1.",
    ),
    test=test,
    test_hints=(
        "Whose output can you work out by hand? What must the first token's output be?",
        "One wrong version hides the future and is flat, one hides nothing. So the test needs a row with sharp weights and a row in which "
        "something is hidden.",
        "Work out the last row with e to the power of its scores, and compare; then compare the first row of the output with the first value.",
    ),
    look="Work out one row by hand that your test does not look at yet.",
    others=(
        ("M10", "The mask acts before the first softmax here, on scores."),
        ("M21", "There is no temperature; something else flattens the rows."),
        ("M08", "Hidden scores are minus infinity here, and the first softmax gives them exactly 0."),
    ),
    place=3,
    why="The last line applies softmax to what is already weights. Zeros become e to the power 0, which is 1, and get a share again.",
    verify=verify,
)  # fmt: skip

EXERCISES = BUG.exercises()
