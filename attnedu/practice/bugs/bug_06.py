"""Bug 06: a mask for one new token."""

import numpy as np

from attnedu.core import softmax

from ..engine.model import Form, Probe, Stage
from ..exercises.probes import qkv
from ..forms.outputs import mixing_forms
from ..forms.positions import causal_forms
from ..forms.products import product_forms
from ..forms.scaling import scaling_forms
from ..forms.tools import guarded_softmax, hide, swap
from .model import Bug, without


def next_tokens(q, k, v):
    """Output (T_q, d_v) for the newest T_q tokens; k and v hold all T_k tokens so far, the newest last."""
    scores = q @ k.T / np.sqrt(q.shape[-1])
    mask = np.tri(len(q), len(k), dtype=bool)
    return softmax(np.where(mask, scores, -np.inf)) @ v


def mended(q, k, v):
    """The last query stands beside the last key, so query i stands at position i + T_k - T_q."""
    scores = q @ k.T / np.sqrt(q.shape[-1])
    mask = np.tri(len(q), len(k), len(k) - len(q), dtype=bool)
    return softmax(np.where(mask, scores, -np.inf)) @ v


def by_prefixes(q, k, v):
    """The same: each query over the tokens so far."""
    output = []
    for i, query in enumerate(q):
        n = len(k) - len(q) + i + 1
        scores = k[:n] @ query / np.sqrt(len(query))
        e = np.exp(scores - scores.max())
        output.append(e @ v[:n] / e.sum())
    return np.array(output)


def without_a_mask(q, k, v):
    """Wrong: nothing is hidden. Right for a single new token."""
    return softmax(q @ k.T / np.sqrt(q.shape[-1])) @ v


def without_oneself(q, k, v):
    """Wrong: a token sees what came before it, but not itself."""
    mask = np.tri(len(q), len(k), len(k) - len(q) - 1, dtype=bool)
    return softmax(np.where(mask, q @ k.T / np.sqrt(q.shape[-1]), -np.inf)) @ v


def test(next_tokens):
    """The newest tokens get what they would get if all tokens were computed at once."""
    rng = np.random.default_rng(0)
    q, k, v = rng.normal(size=(2, 4)), rng.normal(size=(5, 4)), rng.normal(size=(5, 3))
    output = next_tokens(q, k, v)
    for i, n in enumerate((4, 5)):  # the first of the two sees four keys, the second all five
        e = np.exp(k[:n] @ q[i] / 2)
        assert np.allclose(output[i], e / e.sum() @ v[:n])


def verify():
    """The numbers of the story."""
    k, v = np.zeros((5, 4)), np.arange(5.0)[:, None]
    for position in range(1, 5):
        assert next_tokens(np.ones((1, 4)), k[: position + 1], v[: position + 1]) == 0
    assert mended(np.ones((1, 4)), k, v) == 2


MASKS = tuple(form for form in causal_forms() if form.id in ("M11", "M12", "M13", "M50"))
STILL = Form(
    "M13", lambda s: np.tri(s.T_q, s.T_k, dtype=bool), "np.tri(T_q, T_k)", "the bug is still there: the first query sits beside the first key"
)  # fmt: skip

BUG = Bug(
    name="bug_06_one_new_token",
    title="One new token",
    story="Somebody wrote text token by token, with the keys and values of earlier tokens cached, and switched on the library's causal "
    "mask: each step gave the same vector again. With five cached values 0, 1, 2, 3, 4 and equal scores the newest token's output is 0, "
    "where 2 is right, and it was 0 at the steps before.",
    source="https://github.com/pytorch/pytorch/issues/144858",
    buggy=next_tokens,
    id="M13",
    right=((mended, "a mask with its ends aligned"), (by_prefixes, "each query over the tokens so far")),
    relatives=((without_a_mask, "no mask at all"), (without_oneself, "a token that does not see itself")),
    parameters=("q", "k", "v"),
    returns=("output",),
    kind=("output",),
    stages=(
        Stage("lengths", "T_q", lambda s: len(s.q)),
        Stage("lengths", "T_k", lambda s: len(s.k)),
        Stage("scores", "raw", lambda s: s.q @ swap(s.k), without(product_forms(), "q @ k.T", "scores.mean(axis=-3)")),
        Stage("scale", "scores", lambda s: s.raw / np.sqrt(s.q.shape[-1]), scaling_forms(v="v")),
        Stage("mask", "seen", lambda s: np.tri(s.T_q, s.T_k, s.T_k - s.T_q, dtype=bool), (STILL, *MASKS)),
        Stage("softmax", "weights", lambda s: guarded_softmax(hide(s.scores, s.seen)), (
            Form("M10", lambda s: guarded_softmax(s.scores) * s.seen, "softmax(scores) * mask", "zeroing a weight removes the key"),
            Form("M08", lambda s: guarded_softmax(s.scores * s.seen), "softmax(scores * mask)", "a score of 0 is no attention"),
            Form("M19", lambda s: guarded_softmax(guarded_softmax(hide(s.scores, s.seen))), "softmax(softmax(…))", "a second softmax does no harm"),
            Form("M04", lambda s: guarded_softmax(hide(s.scores, s.seen), 0), "softmax(…, axis=0)", "the first axis shares out 1"),
        )),
        Stage("output", "result", lambda s: s.weights @ s.v, without(mixing_forms(q="q", k="k"), "np.dot(weights, v)", "einsum('ij,jd->id')")),
    ),
    probes=(
        Probe(qkv(2061, T_q=2, T_k=5, d_k=4, d_v=3)),
        Probe(qkv(2062, T_q=3, T_k=7, d_k=4, d_v=2)),
        Probe(qkv(2063, T_q=1, T_k=6, d_k=3, d_v=4)),
        Probe(qkv(2064, T_q=4, T_k=4, d_k=3, d_v=2)),
    ),
    hints=(
        "There is one query and there are five keys. Print the mask. How many keys may the newest token look at?",
        "np.tri aligns the first query with the first key. Here the last query is the last token, so the ends have to meet.",
        "np.tri takes a third argument, an offset. By how many keys must the edge move to the right?",
    ),
    test=test,
    test_hints=(
        "With T_q = T_k the bug cannot be seen. With T_q = 1 one of its relatives cannot be seen.",
        "Two new tokens beside five keys: the first may look at four of them, the second at all five. What must their outputs be?",
        "Work out each new token's output over its own number of keys, by hand, and compare row by row.",
    ),
    look="Try more than one new token, and fewer queries than keys.",
    others=(
        ("M12", "The edge is not off by one here: with five keys it is off by four."),
        ("M30", "Keys and values are what is cached here, and that is what has to be cached."),
        ("M11", "True stands where the scores are kept, as np.where wants it."),
    ),
    place=2,
    why="np.tri(1, 5) is True for the first key alone. The mask fits while T_q = T_k, in training, and breaks once keys are cached.",
    verify=verify,
)  # fmt: skip

EXERCISES = BUG.exercises()
