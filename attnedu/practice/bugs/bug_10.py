"""Bug 10: shared heads in the wrong order."""

import numpy as np

from ..engine.model import Form
from ..exercises.repeat_kv import REPEAT_KV, repeat_by_index
from .model import Bug, with_bug


def for_all_heads(x, n_rep):
    """Repeat key-value heads (…, n_kv, T, d) for n_kv * n_rep query heads: (…, n_kv * n_rep, T, d)."""
    return np.concatenate([x] * n_rep, axis=-3)


def mended(x, n_rep):
    """Neighbouring query heads share: each head n_rep times in a row."""
    return np.repeat(x, n_rep, axis=-3)


def turned_round(x, n_rep):
    """Wrong: each head n_rep times in a row, the last one first."""
    return np.repeat(x[..., ::-1, :, :], n_rep, axis=-3)


def one_for_all(x, n_rep):
    """Wrong: the first head serves every query head."""
    return np.repeat(x[..., :1, :, :], x.shape[-3] * n_rep, axis=-3)


def test(for_all_heads):
    """Query head h uses key-value head h // n_rep."""
    x = np.arange(12.0).reshape(2, 3, 2)
    heads = for_all_heads(x, 2)
    assert heads.shape == (4, 3, 2)
    for h in range(4):
        assert np.array_equal(heads[h], x[h // 2])


def verify():
    """The numbers of the story."""
    x = np.array([0, 5]).reshape(2, 1, 1)
    assert for_all_heads(x, 2).ravel().tolist() == [0, 5, 0, 5]
    assert mended(x, 2).ravel().tolist() == [0, 0, 5, 5]


STILL = Form(
    "M44", lambda s: for_all_heads(s.x, s.n_rep), "np.concatenate([x] * n_rep)", "the bug is still there: the whole list is repeated"
)  # fmt: skip

BUG = Bug(
    name="bug_10_shared_heads",
    title="Shared heads",
    story="In grouped-query attention several query heads share one head of keys and values. A merged pull request on a training library "
    "restored the order in which they do, which a change had turned round. Two heads, filled with 0 and 5 and each used twice, should "
    "come out as 0, 0, 5, 5; they came out as 0, 5, 0, 5.",
    source="https://github.com/apple/axlearn/pull/842",
    buggy=for_all_heads,
    id="M44",
    right=((mended, "heads repeated in place"), (repeat_by_index, "heads picked by number")),
    relatives=((turned_round, "the last head first"), (one_for_all, "the first head for everyone")),
    parameters=REPEAT_KV.parameters,
    returns=REPEAT_KV.returns,
    kind=REPEAT_KV.kind,
    stages=with_bug(REPEAT_KV.stages, "repeat", STILL),
    probes=REPEAT_KV.probes,
    hints=(
        "Two key heads, four query heads. Which key head does query head 1 use in this code, and which should it use?",
        "Neighbours share: query head h uses key head h // n_rep. Whole copies, one after another, give h % n_kv.",
        "Another function of NumPy repeats entries in place, along an axis.",
    ),
    test=test,
    test_hints=(
        "With one key head, or with n_rep = 1, all orders agree. So take more.",
        "Give every head numbers of its own, then say for each query head which key head it must find.",
        "Loop over the query heads of the result and compare each with head h // n_rep of x.",
    ),
    look="Take two key heads that differ, and look at every head of the result.",
    others=(
        ("M36", "No axis of heads is exchanged with time: each head arrives whole."),
        ("M31", "The number of heads is right: n_rep times as many as before."),
        ("M22", "Heads are copied here, not averaged."),
    ),
    place=1,
    why="Whole copies one after another give the order 0, 1, 0, 1. Query heads 0 and 1 belong to one group, so it has to be 0, 0, 1, 1.",
    verify=verify,
)  # fmt: skip

EXERCISES = BUG.exercises()
