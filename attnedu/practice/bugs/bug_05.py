"""Bug 05: padding that hides queries."""

import numpy as np

from attnedu.core import softmax

from ..engine.model import Form, Probe, Stage
from ..exercises.probes import scores as draw
from ..forms.bridges import bridge_forms
from ..forms.masking import hiding_forms
from ..forms.tools import guarded_softmax, hide
from .model import Bug, without


def translation_weights(scores, real):
    """Weights (batch, n_heads, T, T); real (batch, T) is True for a word and False for padding."""
    mask = real[:, None, :, None]
    return softmax(np.where(mask, scores, -1e4))


def mended(scores, real):
    """Padding is what must not be looked at: a matter of keys, on the last axis."""
    mask = real[:, None, None, :]
    return softmax(np.where(mask, scores, -np.inf))


def by_sequences(scores, real):
    """The same: in each sequence, over the real keys alone."""
    weights = np.zeros(np.shape(scores))
    for b, row in enumerate(np.asarray(real, dtype=bool)):
        visible = np.asarray(scores)[b][..., row]
        e = np.exp(visible - visible.max(axis=-1, keepdims=True))
        weights[b][..., row] = e / e.sum(axis=-1, keepdims=True)
    return weights


def one_length_for_all(scores, real):
    """Wrong: the first sequence's padding serves the whole batch."""
    return softmax(np.where(real[:1, None, None, :], scores, -np.inf))


def set_to_zero(scores, real):
    """Wrong: a padded key's score becomes 0, which gets a share."""
    return softmax(scores * real[:, None, None, :])


def test(translation_weights):
    """No share for padding, in sequences of different lengths; rows that sum to 1."""
    scores = np.random.default_rng(0).normal(size=(3, 2, 4, 4))
    real = np.arange(4) < np.array([[4], [2], [3]])
    weights = translation_weights(scores, real)
    padded = np.broadcast_to(~real[:, None, None, :], weights.shape)
    assert np.allclose(weights[padded], 0)
    assert np.allclose(weights.sum(axis=-1), 1)


def verify():
    """The numbers of the story."""
    scores = np.array([[[[2.0, 0, 1], [1, 3, 0], [0, 1, 2]]]])
    weights = translation_weights(scores, np.array([[True, True, False]]))
    assert weights[0, 0, 0, 2].round(3) == 0.245
    assert weights[0, 0, 2].round(3).tolist() == [0.333, 0.333, 0.333]


def _batch(seed, batch, heads, T, lengths):
    return draw(seed, batch, heads, T, T), np.arange(T) < np.array(lengths)[:, None]


def _on(rule):
    return lambda s: rule(np.asarray(s.real, dtype=bool))


AXES = (
    Form("M43", _on(lambda r: r[:, None, :, None]), "real[:, None, :, None]", "padding hides queries"),
    Form(
        "M43",
        _on(lambda r: r[:, None, None, :] & r[:, None, :, None]),
        "real & real.T",
        "padded queries must be hidden too",
    ),
    Form(
        "M43",
        _on(lambda r: r[:, None, None, :] | r[:, None, :, None]),
        "real | real.T",
        "one real token makes a real pair",
    ),
    Form("M11", _on(lambda r: ~r[:, None, None, :]), "~real", "True marks padding"),
    Form("M50", _on(lambda r: np.ones_like(r)[:, None, None, :]), "no mask", "nothing needs hiding"),
    Form("M55", _on(lambda r: r[:1, None, None, :]), "real[0]", "one length serves the whole batch"),
    Form("M55", _on(lambda r: r[-1:, None, None, :]), "real[-1]", "one length serves the whole batch"),
    Form(
        "M55",
        _on(lambda r: r.any(axis=0)[None, None, None]),
        "real.any(axis=0)",
        "one length serves the whole batch",
    ),
    Form(
        "M55",
        _on(lambda r: r.all(axis=0)[None, None, None]),
        "real.all(axis=0)",
        "one length serves the whole batch",
    ),
    Form("M51", _on(lambda r: r[:, None, None, ::-1]), "real[:, ::-1]", "padding stands at the start"),
    Form(
        "M58",
        _on(lambda r: r[:, None, None, :] & np.tri(r.shape[-1], dtype=bool)),
        "real & np.tri(T)",
        "the future is hidden as well",
    ),
)
STILL = Form(
    "M43", lambda s: np.where(s.real[:, None, :, None], s.scores, -1e4), "real[:, None, :, None]", "the bug is still there: padding hides queries"
)  # fmt: skip
# No row is empty here and no score far below 0, so these are right.
NOT_HERE = (
    "a fill of -100", "a fill of -1e4", "a fill of -1e9", "np.finfo(float).min",
    "scores - 1e9 * ~mask",
)  # fmt: skip

BUG = Bug(
    name="bug_05_translation",
    title="Translation in batches",
    story="In a well-known implementation of the translation model, sentences of a batch are filled up with padding. A pull request "
    "noted that the mask works only because the fill is -10000 and not minus infinity, with which whole rows would become NaN. With "
    "scores (2, 0, 1) and a padded third key, that key gets 0.245 of the first row; the row of the padding itself is even, 0.333 each.",
    source="https://github.com/hyunwoongko/transformer/pull/40",
    buggy=translation_weights,
    id="M43",
    right=((mended, "a mask that broadcasts"), (by_sequences, "a loop over sequences")),
    relatives=((one_length_for_all, "the first sequence's padding for the whole batch"), (set_to_zero, "a padded score set to 0")),
    parameters=("scores", "real"),
    returns=("weights",),
    kind=("weights",),
    stages=(
        Stage("mask", "seen", _on(lambda r: r[:, None, None, :]), AXES),
        Stage("hide", "hidden", lambda s: hide(s.scores, s.seen), (STILL, *without(hiding_forms(few=True), *NOT_HERE))),
        Stage("softmax", "result", lambda s: guarded_softmax(s.hidden), without(bridge_forms("hidden", masked=True, few=True), "np.exp(scores)", "scores - scores.max()")),
    ),
    probes=(
        Probe(_batch(2051, 3, 2, 5, (5, 2, 3))),
        Probe(_batch(2052, 4, 3, 6, (1, 6, 4, 3))),
        Probe(_batch(2053, 2, 7, 4, (4, 3))),
        Probe(_batch(2054, 2, 1, 3, (2, 1))),
    ),
    hints=(
        "Padding: is it what asks, or what is looked at?",
        "The scores are (batch, n_heads, T_q, T_k). What is hidden is a key, and keys are the last axis; the other new axes have length 1.",
        "Move the last `None` one place to the left. Then ask whether the fill is still what you want.",
    ),
    test=test,
    test_hints=(
        "In a batch without padding every wrong version is right. What about a batch in which all sentences are equally long?",
        "A padded key gets nothing, in every row of its own sequence. One relative looks at the first sequence alone, so lengths must differ.",
        "Draw scores for three sequences with three lengths, and ask for zeros at the padded keys and for row sums of 1.",
    ),
    look="Use a batch of several sentences, no two of the same length.",
    others=(
        ("M15", "The fill of -10000 is far below these scores; it covers something up, but is not what lets padding in."),
        ("M11", "True marks words, and np.where keeps the scores of words: the reading of True is right."),
        ("M51", "Where padding stands does not matter here: `real` says it token by token."),
    ),
    place=1,
    why="The mask has its long axis where the queries are. Rows of padding are blanked, and padded keys stay visible to everyone.",
    verify=verify,
)  # fmt: skip

EXERCISES = BUG.exercises()
