"""Bug 09: heads that are cut out of memory."""

import numpy as np

from ..engine.model import Form
from ..exercises.split_heads import SPLIT_HEADS, split_by_slices
from .model import Bug, with_bug


def into_heads(x, n_heads):
    """Split x (…, T, d_model) into heads (…, n_heads, T, d)."""
    *front, T, d_model = x.shape
    return x.reshape(*front, n_heads, T, d_model // n_heads)


def mended(x, n_heads):
    """Cut the last axis in two, then bring the head axis in front of time."""
    *front, T, d_model = x.shape
    return np.swapaxes(x.reshape(*front, T, n_heads, d_model // n_heads), -2, -3)


def interleaved(x, n_heads):
    """Wrong: head h takes every n_heads-th component."""
    *front, T, d_model = x.shape
    return np.moveaxis(x.reshape(*front, T, d_model // n_heads, n_heads), -1, -3)


def first_slice(x, n_heads):
    """Wrong: every head gets the first slice."""
    d = x.shape[-1] // n_heads
    return np.stack([x[..., :d]] * n_heads, axis=-3)


def test(into_heads):
    """Each head holds the same slice of every token."""
    x = np.arange(12.0).reshape(2, 6)
    heads = into_heads(x, 3)
    assert heads.shape == (3, 2, 2)
    for h in range(3):
        assert np.array_equal(heads[h], x[:, 2 * h : 2 * h + 2])


def verify():
    """The numbers of the story."""
    x = np.arange(8).reshape(2, 4)
    assert into_heads(x, 2).tolist() == [[[0, 1], [2, 3]], [[4, 5], [6, 7]]]
    assert mended(x, 2).tolist() == [[[0, 1], [4, 5]], [[2, 3], [6, 7]]]


STILL = Form(
    "M36", lambda s: into_heads(s.x, s.n_heads), "x.reshape(…, n_heads, T, d)", "the bug is still there: a reshape moves no axis"
)  # fmt: skip

BUG = Bug(
    name="bug_09_split_heads",
    title="Splitting heads",
    story="Someone asked on an implementation of the transformer whether the transpose in the split is needed at all, since one reshape "
    "gives the same shape. The answer showed that it mixes tokens. For two tokens 0 1 2 3 and 4 5 6 7 and two heads, head 0 should hold "
    "0 1 and 4 5; with the reshape alone it holds 0 1 and 2 3, the whole first token.",
    source="https://github.com/hyunwoongko/transformer/issues/15",
    buggy=into_heads,
    id="M36",
    right=((mended, "a reshape and a transpose"), (split_by_slices, "slices, stacked")),
    relatives=((interleaved, "components dealt out in turn"), (first_slice, "the first slice for every head")),
    parameters=SPLIT_HEADS.parameters,
    returns=SPLIT_HEADS.returns,
    kind=SPLIT_HEADS.kind,
    stages=with_bug(SPLIT_HEADS.stages, "split", STILL),
    probes=SPLIT_HEADS.probes,
    hints=(
        "Write down the numbers of x in the order in which memory holds them. Which of them are the first n_heads-th part?",
        "A reshape never changes that order; it only says anew where rows end. To bring heads in front of time, an axis has to move.",
        "Reshape the last axis into heads and components, in that order, then exchange the head axis with time.",
    ),
    test=test,
    test_hints=(
        "The shapes agree in every version. Which numbers must head 1 hold?",
        "Number the entries of x, so that each says where it came from. A head holds one slice of every token; look at more than one head.",
        "Take x = 0, 1, 2 … in two rows and compare every head with its own slice of the columns.",
    ),
    look="Number the entries of x, and look into every head of the result.",
    others=(
        ("M22", "Nothing is averaged here: every number of x is somewhere in the result."),
        ("M44", "That is about key heads that several query heads share; here there is one x."),
        ("M41", "Axes in front are kept by `*front`; a single matrix already goes wrong."),
    ),
    place=2,
    why="Memory runs token by token, and reshape cuts it in that order: head 0 gets the first tokens whole, not every token's first slice.",
    verify=verify,
)  # fmt: skip

EXERCISES = BUG.exercises()
