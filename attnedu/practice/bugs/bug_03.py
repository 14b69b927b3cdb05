"""Bug 03: a mask that comes after softmax."""

import numpy as np

from attnedu.core import softmax

from ..engine.model import Form
from ..exercises.masked_softmax import (
    MASKED_SOFTMAX,
    NOTE_MULTIPLIED,
    masked_softmax_by_rows,
    multiplied_then_renormalised,
)
from .model import Bug, with_bug


def masked_patches(scores, mask):
    """Weights (…, T_q, T_k) on the patches that are there; mask True = may look."""
    weights = softmax(scores)
    return weights * mask


def mended(scores, mask):
    """Hidden scores become minus infinity, so softmax shares out everything among the others."""
    return softmax(np.where(mask, scores, -np.inf))


def topped_up(scores, mask):
    """Wrong: what is missing is dealt out evenly among the visible keys."""
    weights = softmax(scores) * mask
    seen = np.broadcast_to(mask, weights.shape).sum(axis=-1, keepdims=True)
    return np.where(mask, weights + (1 - weights.sum(axis=-1, keepdims=True)) / np.maximum(seen, 1), 0.0)


def multiplied_before(scores, mask):
    """Wrong: a hidden score is set to 0, which gets a share."""
    return softmax(scores * mask)


def test(masked_patches):
    """Hidden keys get nothing, rows sum to 1, and the ratios of the visible ones follow from their scores."""
    scores = np.array([[1.0, 0.0, 2.0], [0.0, 3.0, -1.0]])
    mask = np.array([[True, True, False], [True, True, False]])
    weights = masked_patches(scores, mask)
    assert np.allclose(weights[~mask], 0)
    assert np.allclose(weights.sum(axis=-1), 1)
    assert np.allclose(weights[:, 1] / weights[:, 0], np.exp(scores[:, 1] - scores[:, 0]))


def verify():
    """The numbers of the story."""
    weights = masked_patches(np.array([[2.0, 0.0, 1.0]]), np.array([[True, True, False]]))
    assert weights[0, 2] == 0
    assert weights.sum().round(2) == 0.76


STILL = Form(
    "M10",
    lambda s: softmax(s.scores) * s.seen,
    "weights * mask",
    "the bug is still there: the mask comes too late",
)

BUG = Bug(
    name="bug_03_hidden_patches",
    title="Hidden patches",
    story="A library of image models applied the mask of one of its attention blocks after softmax, until a merged change moved it. The "
    "hidden column is 0, as it should be, and nothing looks wrong in a picture. With scores (2, 0, 1) and the third key hidden, the "
    "row of weights sums to 0.76.",
    source="https://github.com/huggingface/pytorch-image-models/pull/2236",
    buggy=masked_patches,
    id="M10",
    right=((mended, "masked scores"), (masked_softmax_by_rows, "each row over its visible keys")),
    relatives=((topped_up, "the missing share dealt out evenly"), (multiplied_before, "scores multiplied by the mask")),
    parameters=MASKED_SOFTMAX.parameters,
    returns=MASKED_SOFTMAX.returns,
    kind=MASKED_SOFTMAX.kind,
    stages=with_bug(MASKED_SOFTMAX.stages, "softmax", STILL),
    probes=MASKED_SOFTMAX.probes,
    limited=((multiplied_then_renormalised, NOTE_MULTIPLIED),),
    hints=(
        "Add up a row of its result. Where did the rest go?",
        "Softmax has shared out 1 among all keys before the mask is asked. The hidden scores sit in the denominator.",
        "Exchange the two steps: change the hidden scores first, so that their exponential is 0, and apply softmax last.",
    ),
    test=test,
    test_hints=(
        "Three things hold for masked weights. Zeros at hidden keys are one of them.",
        "One relative has zeros and sums of 1, and is wrong all the same. What does softmax promise about two visible keys?",
        "Compare the ratio of two visible weights with e to the power of the gap of their scores, besides zeros and sums.",
    ),
    look="Which numbers would still look right if only the ratios were wrong?",
    others=(
        ("M08", "Nothing sets a score to 0 here; it is the weight that becomes 0, one step later."),
        ("M19", "There is one softmax here, and it is given scores."),
        ("M43", "The mask lies along the keys, the last axis, where it belongs."),
    ),
    place=1,
    why="The mask zeroes weights that softmax has already shared out. Hidden keys still count in the denominator, so rows fall short and "
    "hidden scores still have a say.",
    verify=verify,
)  # fmt: skip

EXERCISES = BUG.exercises()
