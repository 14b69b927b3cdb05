"""Lesson 06: the functions that make masks, and those that apply one in a single step."""

import numpy as np

from attnedu import core

from ..engine.model import Exercise, Probe, Stage
from ..forms import causal as c
from ..forms import padding as pad


def causal_mask(T_q, T_k):
    """The last query sees the last key, so query i stands at position i + T_k - T_q."""
    return np.arange(T_k) <= np.arange(T_q)[:, None] + T_k - T_q


def causal_by_loop(T_q, T_k):
    """Another right way: a loop over cells."""
    mask = np.zeros((T_q, T_k), dtype=bool)
    for i in range(T_q):
        for j in range(T_k):
            mask[i, j] = j - i <= T_k - T_q
    return mask


def causal_by_triu(T_q, T_k):
    """Another right way: what is not above the diagonal."""
    return ~np.triu(np.ones((T_q, T_k), dtype=bool), T_k - T_q + 1)


CAUSAL_MASK = Exercise(
    name="causal_mask",
    lesson="06_masking",
    parameters=("T_q", "T_k"),
    returns=("mask",),
    kind=("mask",),
    stages=(
        Stage("alignment", "position", c.position_of, c.ALIGNMENT),
        Stage("edge", "near", c.near_of, c.EDGE),
        Stage("polarity", "seen", lambda s: s.near, c.POLARITY),
        Stage("table", "result", lambda s: s.seen, c.TABLE),
    ),
    probes=(
        Probe((3, 5)),
        Probe((4, 4)),
        Probe((2, 7)),
        Probe((1, 5)),
        Probe((1, 1), "edge"),
        Probe((5, 3), "edge"),
    ),
    reference=core.causal_mask,
    alternatives=(causal_mask, causal_by_loop, causal_by_triu),
    solution=causal_mask,
    families={"edge": "M55"},
    hints=(
        "With three queries and five keys, which token is the last query? Which key is that token?",
        "The queries are the last T_q positions of the sequence. Give each query its true position, then compare it with the keys'.",
        "Write the query positions as a column and the key positions as a row, shifted so that the last ones meet, and compare once.",
    ),
)


def padding_mask(lengths, T_k):
    """A key is real if its position is below the length of its sequence; the middle axis is for the queries."""
    return (np.arange(T_k) < np.asarray(lengths)[:, None])[:, None, :]


def padding_by_loop(lengths, T_k):
    """Another right way: a row of True and False for each sequence."""
    return np.array([[[j < n for j in range(T_k)]] for n in lengths])


def padding_by_slices(lengths, T_k):
    """Another right way: fill the real part."""
    mask = np.zeros((len(lengths), 1, T_k), dtype=bool)
    for b, n in enumerate(lengths):
        mask[b, :, :n] = True
    return mask


PADDING_MASK = Exercise(
    name="padding_mask",
    lesson="06_masking",
    parameters=("lengths", "T_k"),
    returns=("mask",),
    kind=("mask",),
    stages=(
        Stage("lengths", "n", pad.lengths_of, pad.LENGTHS),
        Stage("edge", "inside", pad.inside_of, pad.EDGE),
        Stage("side", "real", lambda s: s.inside, pad.SIDE),
        Stage("polarity", "seen", lambda s: s.real, pad.POLARITY),
        Stage("axes", "result", lambda s: s.seen[:, None, :], pad.AXES),
    ),
    probes=(
        Probe((np.array([3, 5, 1, 4]), 5)),
        Probe((np.array([2, 6, 3]), 7)),
        Probe(([1, 2, 4, 3, 2], 4)),
        Probe((np.array([2, 0, 4]), 4), "edge"),
    ),
    reference=padding_mask,
    alternatives=(padding_by_loop, padding_by_slices, core.padding_mask),
    solution=padding_mask,
    hints=(
        "Whom does padding concern: the one who asks, or the one who is looked at?",
        "A key is real while its position is below its sequence's length. The middle axis lets every query of a sequence share that row.",
        "Compare a row of key positions with a column of lengths, then put an axis of length 1 between batch and keys.",
    ),
)  # fmt: skip
