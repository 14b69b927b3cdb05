"""Lesson 06: the functions that make masks, and those that apply one in a single step."""

import numpy as np

from attnedu import core

from ..engine.model import Exercise, Form, Probe, Stage
from ..forms.positions import aligned, causal_forms


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
        Stage(
            "positions",
            "result",
            lambda s: aligned(s.T_q, s.T_k)[1] <= aligned(s.T_q, s.T_k)[0],
            causal_forms(),
        ),
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
    families={"edge": "M13"},
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


def _lengths(s):
    return np.asarray(s.lengths)[:, None], np.arange(s.T_k)[None, :]


def _real(rule):
    """A form of the (batch, T_k) table from lengths as a column and positions as a row."""
    return lambda s: rule(*_lengths(s), s.T_k)


PADDING_FORMS = (
    Form("M51", _real(lambda n, j, T: j >= T - n), "j >= T_k - lengths", "padding stands on the left"),
    Form("M11", _real(lambda n, j, T: j >= n), "j >= lengths", "True marks padding"),
    Form("M12", _real(lambda n, j, T: j <= n), "j <= lengths", "the key at position length is real"),
    Form("M12", _real(lambda n, j, T: j < n - 1), "j < lengths - 1", "the last real key is padding"),
    Form("M12", _real(lambda n, j, T: (j > 0) & (j <= n)), "arange(1, T_k + 1) …", "positions count from 1"),
    Form("M12", _real(lambda n, j, T: j + 1 < n), "j + 1 < lengths", "positions count from 1"),
    Form("M11", _real(lambda n, j, T: j < T - n), "j < T_k - lengths", "lengths count the padding"),
    Form(
        "M55",
        _real(lambda n, j, T: np.broadcast_to(j < n.max(), (len(n), T))),
        "max(lengths)",
        "one length serves the whole batch",
    ),
    Form(
        "M55",
        _real(lambda n, j, T: np.broadcast_to(j < n.min(), (len(n), T))),
        "min(lengths)",
        "one length serves the whole batch",
    ),
    Form(
        "M55",
        _real(lambda n, j, T: np.broadcast_to(j < n[0], (len(n), T))),
        "lengths[0]",
        "one length serves the whole batch",
    ),
    Form(
        "M50", _real(lambda n, j, T: np.ones((len(n), T), dtype=bool)), "np.ones(…)", "nothing needs hiding"
    ),
    Form("M12", _real(lambda n, j, T: j == n - 1), "j == lengths - 1", "the last real key stands for all"),
    Form("M11", _real(lambda n, j, T: j > n), "j > lengths", "True marks padding"),
    Form(
        "M09",
        _real(lambda n, j, T: np.where(j < n, 0.0, -np.inf)),
        "np.where(…, 0, -inf)",
        "a mask is what is added to the scores",
    ),
    Form(
        "M09",
        _real(lambda n, j, T: np.where(j < n, 0.0, -1e9)),
        "np.where(…, 0, -1e9)",
        "a mask is what is added to the scores",
    ),
    Form("M14", _real(lambda n, j, T: (j < n) * j), "position * real", "padding is what is 0"),
)

PADDING_SHAPES = (
    Form("M43", lambda s: s.real[:, :, None], "[:, :, None]", "padding belongs to the queries"),
    Form("M43", lambda s: s.real[None], "[None]", "the batch meets the query axis"),
    Form("M45", lambda s: s.real, "(batch, T_k)", "two axes broadcast by themselves"),
    Form("M43", lambda s: s.real[:, None, None, :], "[:, None, None, :]", "a head axis belongs here too"),
    Form(
        "M43",
        lambda s: s.real[:, None, :] & s.real[:, :, None],
        "real & real.T",
        "padded queries must be hidden too",
    ),
    Form("M43", lambda s: s.real.T[:, None, :], ".T[:, None]", "the batch stands last"),
    Form("M43", lambda s: s.real.T, ".T", "the batch stands last"),
    Form(
        "M45",
        lambda s: np.broadcast_to(s.real[:, None, :], (len(s.real), s.T_k, s.T_k)),
        "(batch, T_k, T_k)",
        "queries and keys are equally many",
    ),
    Form("M45", lambda s: s.real.reshape(-1), "a flat list", "the shape is free"),
)

PADDING_MASK = Exercise(
    name="padding_mask",
    lesson="06_masking",
    parameters=("lengths", "T_k"),
    returns=("mask",),
    kind=("mask",),
    stages=(
        Stage("lengths", "real", _real(lambda n, j, T: j < n), PADDING_FORMS),
        Stage("axes", "result", lambda s: s.real[:, None, :], PADDING_SHAPES),
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
