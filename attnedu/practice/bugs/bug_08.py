"""Bug 08: a cap that comes after the mask."""

import numpy as np

from attnedu.core import softmax

from ..engine.model import Form
from ..exercises.capping import CAPPED_MASKED_SOFTMAX
from .model import Bug, with_bug


def capped_weights(scores, mask, cap):
    """Weights (…, T_q, T_k) of scores bent to stay between -cap and cap; mask True = may look."""
    scores = np.where(mask, scores, -np.inf)
    scores = cap * np.tanh(scores / cap)
    return softmax(scores)


def mended(scores, mask, cap):
    """Cap first: nothing but softmax may touch minus infinity."""
    scores = cap * np.tanh(scores / cap)
    scores = np.where(mask, scores, -np.inf)
    return softmax(scores)


def by_exponentials(scores, mask, cap):
    """The same: exponentials of capped scores, the hidden ones left out of the sum."""
    bent = cap * np.tanh(np.asarray(scores) / cap)
    e = np.exp(bent - bent.max(axis=-1, keepdims=True)) * mask
    total = e.sum(axis=-1, keepdims=True)
    return e / np.where(total == 0, 1, total)


def clipped(scores, mask, cap):
    """Wrong: scores are cut off at the cap, not bent."""
    return softmax(np.where(mask, np.clip(scores, -cap, cap), -np.inf))


def hidden_by_the_cap(scores, mask, cap):
    """Wrong: a hidden score becomes -cap, the lowest that a capped score can be."""
    return softmax(np.where(mask, cap * np.tanh(scores / cap), -cap))


def test(capped_weights):
    """A small cap: the hidden key gets nothing, and the visible ones follow their capped scores."""
    weights = capped_weights(np.array([[1.0, 3.0, 2.0]]), np.array([[True, True, False]]), 2.0)
    assert weights[0, 2] == 0
    assert np.isclose(weights[0, 1] / weights[0, 0], np.exp(2 * np.tanh(1.5) - 2 * np.tanh(0.5)))


def verify():
    """The numbers of the story."""
    scores, mask = np.array([[2.0, 0.0, 1.0]]), np.array([[True, True, False]])
    assert capped_weights(scores, mask, 2.0)[0, 2].round(3) == 0.024
    assert capped_weights(scores, mask, 50.0)[0, 2] < 1e-20


STILL = Form(
    "M27", lambda s: s.cap * np.tanh(np.where(s.seen, s.scores, -np.inf) / s.cap), "cap * np.tanh(hidden / cap)", "the bug is still there: the cap comes after hiding"
)  # fmt: skip

BUG = Bug(
    name="bug_08_capped_scores",
    title="Capped scores",
    story="The specification of an attention operator applied the soft-cap to scores that were hidden already. An issue asked for the other "
    "order, since small caps leak: with scores (2, 0, 1), the third key hidden and a cap of 2, that key gets 0.024. With the cap of 50 "
    "that a well-known model uses, it gets less than any plot can show.",
    source="https://github.com/onnx/onnx/issues/7865",
    buggy=capped_weights,
    id="M27",
    right=((mended, "cap, mask, softmax"), (by_exponentials, "hidden exponentials left out")),
    relatives=((clipped, "scores clipped at the cap"), (hidden_by_the_cap, "hidden scores set to minus the cap")),
    parameters=CAPPED_MASKED_SOFTMAX.parameters,
    returns=CAPPED_MASKED_SOFTMAX.returns,
    kind=CAPPED_MASKED_SOFTMAX.kind,
    stages=with_bug(CAPPED_MASKED_SOFTMAX.stages, "hide", STILL),
    probes=CAPPED_MASKED_SOFTMAX.probes,
    limited=CAPPED_MASKED_SOFTMAX.limited,
    hints=(
        "What is cap · tanh(x / cap) for x = minus infinity?",
        "After hiding, nothing may touch minus infinity but softmax.",
        "Exchange two lines.",
    ),
    test=test,
    test_hints=(
        "With a cap of 50 every wrong version looks right. Which cap shows most?",
        "Choose a cap near the size of the scores. The hidden key must get exactly nothing, and the visible ones the shares of bent scores, "
        "not of clipped ones.",
        "One row, three keys, one hidden, a cap of 2: assert on the hidden share, and on the ratio of the two visible ones.",
    ),
    look="Take a cap that is no larger than the scores.",
    others=(
        ("M37", "The formula is the right one: tanh of scores in caps, and back again."),
        ("M10", "The mask acts on scores here, before softmax."),
        ("M15", "The fill is minus infinity; it does not stay that, but no finite fill was chosen."),
    ),
    place=3,
    why="tanh turns minus infinity into -1, so a hidden score ends as -cap, and e to the power -cap is a share.",
    verify=verify,
)  # fmt: skip

EXERCISES = BUG.exercises()
