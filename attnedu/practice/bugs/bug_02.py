"""Bug 02: a mask made for one library and given to another."""

import numpy as np

from attnedu.core import softmax

from ..engine.model import Form, Probe, Stage
from ..exercises.probes import scores as draw
from ..forms.bridges import bridge_forms
from ..forms.masking import hiding_forms
from ..forms.tools import guarded_softmax, hide
from .model import Bug, without


def next_word_weights(scores):
    """Causal weights (…, T, T): a token looks at itself and at what came before."""
    T = scores.shape[-1]
    mask = np.triu(np.ones((T, T), dtype=bool), 1)
    return softmax(np.where(mask, scores, -np.inf))


def mended(scores):
    """True in the mask means may look, so it has to be True on the diagonal and below."""
    T = scores.shape[-1]
    mask = np.tril(np.ones((T, T), dtype=bool))
    return softmax(np.where(mask, scores, -np.inf))


def by_rows(scores):
    """The same: each row over its visible keys alone."""
    weights = np.zeros(np.shape(scores))
    for i in range(weights.shape[-1]):
        visible = np.asarray(scores)[..., i, : i + 1]
        e = np.exp(visible - visible.max(axis=-1, keepdims=True))
        weights[..., i, : i + 1] = e / e.sum(axis=-1, keepdims=True)
    return weights


def itself_and_the_future(scores):
    """Wrong: the mask is turned round, and the diagonal is visible."""
    T = scores.shape[-1]
    return softmax(np.where(np.triu(np.ones((T, T), dtype=bool)), scores, -np.inf))


def one_word_ahead(scores):
    """Wrong: the next token is visible too."""
    T = scores.shape[-1]
    return softmax(np.where(np.tril(np.ones((T, T), dtype=bool), 1), scores, -np.inf))


def test(next_word_weights):
    """Nothing above the diagonal, and rows that sum to 1."""
    scores = np.random.default_rng(0).normal(size=(5, 5))
    weights = next_word_weights(scores)
    assert np.allclose(np.triu(weights, 1), 0)
    assert np.allclose(weights.sum(axis=-1), 1)


def verify():
    """The numbers of the story."""
    weights = next_word_weights(np.zeros((3, 3)))
    assert weights.tolist() == [[0, 0.5, 0.5], [0, 0, 1], [0, 0, 0]]


def _seen(rule):
    """A form of the mask from the positions of queries, as a column, and of keys, as a row."""

    def run(s):
        T = s.scores.shape[-1]
        return rule(np.arange(T)[:, None], np.arange(T)[None, :])

    return run


MASKS = (
    Form(
        "M11", _seen(lambda i, j: j > i), "np.triu(…, 1)", "the bug is still there: True marks what is hidden"
    ),
    Form("M11", _seen(lambda i, j: j >= i), "np.triu(…)", "True marks what is hidden, and oneself"),
    Form("M12", _seen(lambda i, j: j < i), "np.tril(…, -1)", "a token may not see itself"),
    Form("M12", _seen(lambda i, j: j <= i + 1), "np.tril(…, 1)", "the next token may be seen"),
    Form("M12", _seen(lambda i, j: j == i), "np.eye(T)", "a token sees itself alone"),
    Form("M12", _seen(lambda i, j: i + j < j.max() + 1), "mask[::-1]", "the first query sees most"),
    Form("M50", _seen(lambda i, j: (i >= 0) & (j >= 0)), "np.ones((T, T))", "nothing needs hiding"),
)
# No row is empty here, and no score near -1e9, so these are right.
NOT_HERE = ("a fill of -1e9", "np.finfo(float).min", "scores - 1e9 * ~mask")

BUG = Bug(
    name="bug_02_next_word",
    title="The next word",
    story="A reader of a book on language models saw a mask of True above the diagonal go into a function that reads True as “may "
    "look”; another function of the same library reads it as “hidden”. The author confirmed it, and a test was added that changes "
    "later tokens. With three equal scores in each row, the first row of weights is (0, 0.5, 0.5) and the last is empty.",
    source="https://github.com/rasbt/LLMs-from-scratch/issues/1061",
    buggy=next_word_weights,
    id="M11",
    right=((mended, "a mask, then softmax"), (by_rows, "each row over its own slice")),
    relatives=((itself_and_the_future, "a token sees itself and what follows"), (one_word_ahead, "the next token is visible too")),
    parameters=("scores",),
    returns=("weights",),
    kind=("weights",),
    stages=(
        Stage("mask", "seen", _seen(lambda i, j: j <= i), MASKS),
        Stage("hide", "hidden", lambda s: hide(s.scores, s.seen), without(hiding_forms(few=True), *NOT_HERE)),
        Stage("softmax", "result", lambda s: guarded_softmax(s.hidden), bridge_forms("hidden", masked=True, few=True)),
    ),
    probes=(
        Probe((draw(2021, 5, 5),)),
        Probe((draw(2022, 4, 4),)),
        Probe((draw(2023, 3, 3),)),
        Probe((draw(2024, 7, 4, 4),), "leading"),
        Probe((draw(2025, 2, 6, 5, 5),), "leading"),
        Probe((draw(2026, 3, 3) + np.array([[1e4], [-1e4], [0.0]]),), "large"),
    ),
    hints=(
        "Print the mask for T = 3. What may the first token look at?",
        "np.where keeps the score where the mask is True. So True has to stand where a token may look.",
        "Build the mask from the other triangle, with the diagonal in it.",
    ),
    test=test,
    test_hints=(
        "Name a cell of the weights that has to be 0, and one that must not be.",
        "Each wrong version shows a token something that comes later, or leaves a row without anything. Two assertions cover both.",
        "Draw square scores; ask for zeros above the diagonal and for rows that sum to 1.",
    ),
    look="List, row by row, which keys your function shows to a query.",
    others=(
        ("M12", "One key too many or too few would leave most of the past visible; here none of it is."),
        ("M10", "The mask acts on scores here, before softmax, and that is its place."),
        ("M15", "Minus infinity hides completely; no finite number is involved."),
    ),
    place=0,
    why="np.triu with offset 1 is True for what comes after the token, and True is what np.where lets through.",
    verify=verify,
)  # fmt: skip

EXERCISES = BUG.exercises()
