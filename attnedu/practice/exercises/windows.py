"""Lesson 07: the sliding window."""

import numpy as np

from attnedu import core

from ..engine.model import Exercise, Probe, Stage
from ..forms import windows as f
from ..forms.causal import position_of


def sliding_window_mask(T_q, T_k, window):
    """Not ahead, and fewer than window steps back; the ends are aligned."""
    position = np.arange(T_q)[:, None] + T_k - T_q
    steps_back = position - np.arange(T_k)
    return (steps_back >= 0) & (steps_back < window)


def window_by_loop(T_q, T_k, window):
    """Another right way: fill each row's window."""
    mask = np.zeros((T_q, T_k), dtype=bool)
    for i in range(T_q):
        end = i + T_k - T_q + 1
        if end > 0:
            mask[i, max(end - window, 0) : end] = True
    return mask


def window_by_tri(T_q, T_k, window):
    """Another right way: two triangles."""
    ones = np.ones((T_q, T_k), dtype=bool)
    return np.tril(ones, T_k - T_q) & np.triu(ones, T_k - T_q - window + 1)


SLIDING_WINDOW_MASK = Exercise(
    name="sliding_window_mask",
    lesson="07_biases",
    parameters=("T_q", "T_k", "window"),
    returns=("mask",),
    kind=("mask",),
    stages=(
        Stage("positions", "position", position_of, f.POSITION_FORMS),
        Stage("distance", "back", f.back_of, f.BACK_FORMS),
        Stage("causal", "near", f.near_of, f.NEAR_FORMS),
        Stage("window", "far", f.far_of, f.FAR_FORMS),
        Stage("both", "both", lambda s: s.near & s.far, f.JOIN_FORMS),
        Stage("polarity", "seen", lambda s: s.both, f.POLARITY_FORMS),
        Stage("return", "result", lambda s: s.seen, f.MASK_RETURNS),
    ),
    probes=(
        Probe((5, 8, 3)),
        Probe((6, 6, 2)),
        Probe((3, 9, 4)),
        Probe((7, 7, 1)),
        Probe((1, 6, 3)),
        Probe((5, 7, 5)),
        Probe((2, 4, 9)),
        Probe((5, 3, 2), "edge"),
    ),
    reference=core.sliding_window_mask,
    alternatives=(sliding_window_mask, window_by_loop, window_by_tri),
    solution=sliding_window_mask,
    families={"edge": "M55"},
    hints=(
        "A window of 1: which key may a query see? And a window of 2?",
        "Two conditions hold at once: the key is not ahead of the query, and it is fewer than window steps back.",
        "Make a table of steps back from each query's true position, the ends aligned, and ask both conditions of it.",
    ),
)
