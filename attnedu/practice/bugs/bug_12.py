"""Bug 12: a finite number that hides, until scores sink below it."""

import numpy as np

from attnedu.core import softmax

from ..engine.model import Form, Probe, Stage
from ..exercises.probes import scores as draw
from ..forms.bridges import bridge_forms
from ..forms.masking import hiding_forms
from ..forms.tools import guarded_softmax
from .model import Bug, without

LIMIT = "Exact while scores stay far above your fill. No score is below minus infinity."


def copying_weights(scores):
    """Causal weights (…, T, T): a token looks at itself and at what came before."""
    T = scores.shape[-1]
    return softmax(np.where(np.tri(T, dtype=bool), scores, -1e4))


def mended(scores):
    """No score lies below minus infinity."""
    T = scores.shape[-1]
    return softmax(np.where(np.tri(T, dtype=bool), scores, -np.inf))


def by_rows(scores):
    """The same: each row over its visible keys alone."""
    weights = np.zeros(np.shape(scores))
    for i in range(weights.shape[-1]):
        visible = np.asarray(scores)[..., i, : i + 1]
        e = np.exp(visible - visible.max(axis=-1, keepdims=True))
        weights[..., i, : i + 1] = e / e.sum(axis=-1, keepdims=True)
    return weights


def with_a_lower_fill(scores):
    """Right while scores stay above -1e9."""
    T = scores.shape[-1]
    return softmax(np.where(np.tri(T, dtype=bool), scores, -1e9))


def with_a_penalty(scores):
    """Wrong: 1e4 is taken off a hidden score, which may have been larger by more."""
    T = scores.shape[-1]
    return softmax(scores - 1e4 * ~np.tri(T, dtype=bool))


def with_the_lowest(scores):
    """Wrong: a hidden score becomes the lowest of the table, less 1."""
    T = scores.shape[-1]
    return softmax(np.where(np.tri(T, dtype=bool), scores, scores.min() - 1))


def test(copying_weights):
    """Visible scores far below the hidden ones, and ordinary ones: nothing may reach the future."""
    scores = np.random.default_rng(0).normal(size=(4, 4))
    low = np.where(np.tri(4, dtype=bool), scores - 2e4, scores)
    for table in (scores, low):
        weights = copying_weights(table)
        assert np.allclose(np.triu(weights, 1), 0)
        assert np.allclose(weights.sum(axis=-1), 1)


def verify():
    """The numbers of the story."""
    scores = np.array([[-15258.98, 0, 0], [-15044.79, -16940.48, 0], [0, 0, 0]])
    assert copying_weights(scores)[:2].tolist() == [[0, 0.5, 0.5], [0, 0, 1]]


def _low(seed, *shape, level=-2e4, above=2e4):
    """Visible scores around a low level, hidden ones above them."""
    scores = draw(seed, *shape)
    return scores + level + above * ~np.tri(shape[-1], dtype=bool)


def _tri(s, k=0):
    return np.tri(s.scores.shape[-1], k=k, dtype=bool)


BUG = Bug(
    name="bug_12_perfect_loss",
    title="A perfect loss",
    story="A model reached a loss of nearly 0 in training and in validation, and wrote nonsense. After much debugging its owner found that "
    "the network had driven its scores below the -10000 that hides the future: a first token's score was -15258.98, so the two tokens "
    "after it got 0.5 each, and it could copy what it was meant to predict.",
    source="https://github.com/karpathy/minGPT/issues/75",
    buggy=copying_weights,
    id="M15",
    right=((mended, "minus infinity"), (by_rows, "each row over its own slice")),
    relatives=((with_a_penalty, "a penalty of 1e4"), (with_the_lowest, "the lowest score of the table, less 1")),
    parameters=("scores",),
    returns=("weights",),
    kind=("weights",),
    stages=(
        Stage("mask", "seen", _tri, (
            Form("M12", lambda s: _tri(s, 1), "np.tri(T, k=1)", "the next token may be seen"),
            Form("M12", lambda s: _tri(s, -1), "np.tri(T, k=-1)", "a token may not see itself"),
            Form("M11", lambda s: ~_tri(s), "~mask", "True hides"),
            Form("M50", lambda s: np.ones_like(_tri(s)), "no mask", "nothing needs hiding"),
        )),
        Stage("hide", "hidden", lambda s: np.where(s.seen, s.scores, -np.inf), (
            Form("M15", lambda s: np.where(s.seen, s.scores, -1e4), "-1e4", "the bug is still there: -1e4 is below every score"),
            Form("M15", lambda s: s.scores - 1e4 * ~s.seen, "scores - 1e4 * ~mask", "a penalty of 1e4 hides"),
            Form("M15", lambda s: np.where(s.seen, s.scores, -15e3), "-15e3", "a somewhat lower number hides"),
            Form("M15", lambda s: np.where(s.seen, s.scores, 1.5 * np.abs(s.scores).max() * -1), "-1.5 * abs(scores).max()", "a number from the scores hides", rare=True),
            *without(hiding_forms(), "a fill of -1e4", "a fill of -1e9", "np.finfo(float).min", "scores - 1e9 * ~mask"),
        )),
        Stage("softmax", "result", lambda s: guarded_softmax(s.hidden), (
            Form("M10", lambda s: guarded_softmax(s.scores) * s.seen, "softmax(scores) * mask", "zeroing a weight removes the key"),
            *bridge_forms("hidden", masked=True, few=True),
        )),
    ),
    probes=(
        Probe((draw(2121, 5, 5),)),
        Probe((draw(2122, 4, 4),)),
        Probe((_low(2123, 4, 4),)),
        Probe((_low(2124, 5, 5, above=0),)),
        Probe((_low(2125, 7, 4, 4),), "leading"),
        Probe((draw(2126, 2, 6, 5, 5),), "leading"),
        Probe((draw(2128, 3, 3) + np.array([[1e4], [-1e4], [0.0]]),), "large"),
        Probe((_low(2127, 3, 3, level=-2e9, above=0),), "limit", LIMIT),
    ),
    limited=((with_a_lower_fill, LIMIT),),
    hints=(
        "Work out the first row for a score of -15000. Which of its numbers is the largest?",
        "Training moves scores. Whatever finite number hides today, a score can sink below it tomorrow.",
        "One number in the last line has to give way to something that is below every number.",
    ),
    test=test,
    test_hints=(
        "Ordinary scores pass every version. Which scores do not?",
        "Put the visible scores far below the fill, and the hidden ones above them: all three wrong versions then look ahead.",
        "Draw a square table, take 20000 off its lower triangle, and ask for zeros above the diagonal and for rows that sum to 1.",
    ),
    look="Which scores, however unlikely, would make your function look ahead?",
    others=(
        ("M12", "The triangle is right: True on the diagonal and below it."),
        ("M17", "Softmax subtracts each row's maximum, so nothing overflows here."),
        ("M10", "Scores are what the mask changes here, and softmax comes last."),
    ),
    place=3,
    why="The fill hides while visible scores lie far above it. Here training pushed them below it, and the hidden keys took all.",
    verify=verify,
)  # fmt: skip

EXERCISES = BUG.exercises()
