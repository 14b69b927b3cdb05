"""Ways to get a padding mask wrong, step by step. The steps write n, inside, real, seen and the result.

n is the number of real keys of each sequence as a column; True = may look; padding stands at the end.
"""

import numpy as np

from ..engine.model import Form
from .causal import additive_forms


def lengths_of(s):
    """Right: one length for each sequence, as a column."""
    return np.asarray(s.lengths)[:, None]


def keys(s):
    """Key positions as a row."""
    return np.arange(s.T_k)[None, :]


def inside_of(s):
    """Right: positions below the length."""
    return keys(s) < s.n


def _one(rule):
    """One length for the whole batch."""
    return lambda s: np.full((len(s.lengths), 1), rule(np.asarray(s.lengths)))


def _with_open(index):
    """One sequence of the batch keeps all its keys."""

    def run(s):
        n = lengths_of(s).copy()
        n[index] = s.T_k
        return n

    return run


def _only(index):
    """All sequences but one keep all their keys."""

    def run(s):
        n = np.full_like(lengths_of(s), s.T_k)
        n[index] = lengths_of(s)[index]
        return n

    return run


def _with_closed_last(s):
    n = lengths_of(s).copy()
    n[-1] = 0
    return n


_ALL = "one length serves the whole batch"
LENGTHS = (
    Form("M55", _one(np.max), "max(lengths)", _ALL),
    Form("M55", _one(np.min), "min(lengths)", _ALL),
    Form("M55", _one(lambda n: n[0]), "lengths[0]", _ALL),
    Form("M55", _one(lambda n: n[-1]), "lengths[-1]", _ALL),
    Form("M55", _one(lambda n: int(n.mean())), "int(mean(lengths))", _ALL, rare=True),
    Form("M55", _with_open(-1), "range(batch - 1)", "the last sequence can be left out"),
    Form("M55", _with_open(0), "range(1, batch)", "the first sequence can be left out"),
    Form("M55", _only(0), "lengths[:1]", "the first sequence stands for all"),
    Form("M55", _only(-1), "lengths[-1:]", "the last sequence stands for all", rare=True),
    Form("M55", _with_closed_last, "zeros, range(batch - 1)", "the last sequence can be left out"),
    Form("M43", lambda s: lengths_of(s)[::-1], "lengths[::-1]", "the batch runs the other way", rare=True),
    Form("M43", lambda s: np.sort(lengths_of(s), axis=0), "sorted(lengths)", "the batch is sorted by length", rare=True),
    Form("M58", lambda s: np.cumsum(lengths_of(s), axis=0), "np.cumsum(lengths)", "the sequences stand one behind the other", rare=True),
)  # fmt: skip

EDGE = (
    Form("M12", lambda s: keys(s) <= s.n, "j <= lengths", "the key at position length is real"),
    Form("M12", lambda s: keys(s) < s.n - 1, "j < lengths - 1", "the last real key is padding"),
    Form("M12", lambda s: (keys(s) > 0) & (keys(s) <= s.n), "1 <= j <= lengths", "positions count from 1"),
    Form("M12", lambda s: (keys(s) > 0) & (keys(s) < s.n), "1 <= j < lengths", "the first key is no key"),
    Form("M12", lambda s: keys(s) <= s.n + 1, "j <= lengths + 1", "the key after the edge is real", rare=True),
    Form("M12", lambda s: keys(s) < s.n - 2, "j < lengths - 2", "the last two real keys are padding", rare=True),
    Form("M58", lambda s: keys(s) == s.n - 1, "j == lengths - 1", "the last real key stands for all"),
    Form("M58", lambda s: keys(s) == s.n, "j == lengths", "the edge alone is marked", rare=True),
)  # fmt: skip

SIDE = (
    Form("M51", lambda s: s.inside[:, ::-1], "j >= T_k - lengths", "padding stands on the left"),
    Form("M51", lambda s: s.inside[:, ::-1] & s.inside, "both sides", "padding stands on both sides", rare=True),
)  # fmt: skip

POLARITY = (
    Form("M11", lambda s: ~s.real, "~mask", "True marks padding"),
    Form("M11", lambda s: ~s.real[:, ::-1], "j < T_k - lengths", "lengths count the padding", ("M51",)),
    Form("M50", lambda s: np.ones_like(s.real), "np.ones(…)", "nothing needs hiding"),
    Form("M50", lambda s: np.zeros_like(s.real), "np.zeros(…)", "everything is hidden until it is opened", rare=True),
    Form("M14", lambda s: s.real * keys(s), "position * real", "padding is what is 0", rare=True),
)  # fmt: skip


def _tri(s):
    return np.tri(s.T_k, dtype=bool)


AXES = (
    Form("M43", lambda s: s.seen[:, :, None], "[:, :, None]", "padding belongs to the queries"),
    Form("M43", lambda s: s.seen[None], "[None]", "the batch meets the query axis"),
    Form("M43", lambda s: s.seen[:, None, None, :], "[:, None, None, :]", "a head axis belongs here too"),
    Form("M43", lambda s: s.seen[:, None, :] & s.seen[:, :, None], "real & real.T", "padded queries must be hidden too"),
    Form("M43", lambda s: s.seen[:, None, :] | s.seen[:, :, None], "real | real.T", "masks combine with or", rare=True),
    Form("M43", lambda s: np.broadcast_to(s.seen[:, :, None], (*s.seen.shape, s.T_k)), "(batch, T_k, T_k) by rows", "padding belongs to the queries"),
    Form("M43", lambda s: s.seen.T[:, None, :], ".T[:, None]", "the batch stands last"),
    Form("M43", lambda s: s.seen.T, ".T", "the batch stands last"),
    Form("M43", lambda s: s.seen.T[None], ".T[None]", "the batch stands last", rare=True),
    Form("M58", lambda s: s.seen[:, None, :] & _tri(s), "… & np.tri(T_k)", "the future is hidden as well"),
    Form("M45", lambda s: np.broadcast_to(s.seen[:, None, :], (len(s.seen), s.T_k, s.T_k)), "(batch, T_k, T_k)", "queries and keys are equally many"),
    Form("M45", lambda s: s.seen, "(batch, T_k)", "two axes broadcast by themselves"),
    Form("M45", lambda s: s.seen.reshape(-1), "a flat list", "the shape is free"),
    Form("M45", lambda s: s.seen.sum(-1), "mask.sum(-1)", "the count of real keys is the result"),
    Form("M45", lambda s: s.seen[0][None], "mask[0]", "one sequence is the result", rare=True),
    *(
        Form(f.id, lambda s, f=f: f.run(s)[:, None, :], f.line, f.belief, f.also, f.rare)
        for f in additive_forms()
    ),
)  # fmt: skip
