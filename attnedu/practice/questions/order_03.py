"""Lesson 03 out of order: the bridge, safe for large scores."""

import numpy as np

from attnedu.core import softmax

from .ordering import Line, Ordering


def _softmax(made):
    assert round(float(np.log(np.finfo(float).max)), 1) == 709.8
    assert np.exp(-745.0) > 0 == np.exp(-746.0)
    scores = np.random.default_rng(3).normal(size=(2, 3, 5))
    for table in (
        scores,
        scores + np.array([[1e4], [-1e4], [0.0]]),
    ):  # rows far apart, each with its own range
        assert np.allclose(made(table), softmax(table))


QUESTIONS = (
    Ordering(
        "03_order", 3,
        "Weights (…, T_q, T_k) from scores (…, T_q, T_k), along the keys. Scores of ±10,000 must work. Bring the lines "
        "into order, and of each pair choose one.",
        "def softmax(scores):",
        (
            Line("exponentials = np.exp(scores - largest)", "D",
                 "It uses `largest`, and no line above it makes that.",
                 "exponentials = np.exp(scores)", "M17",
                 "In float64 e to a score overflows above 709.8. Taking the row's largest score off first is exact, "
                 "because a shift of the whole row cancels."),
            Line("return exponentials / total", "ACD", "It returns, so nothing below it runs."),
            Line("total = exponentials.sum(axis=-1, keepdims=True)", "A",
                 "It uses `exponentials`, and no line above it makes them.",
                 "total = exponentials.sum(axis=-2, keepdims=True)", "M04",
                 "Each query spends 1 among its keys, and keys lie along the last axis, -1."),
            Line("largest = scores.max(axis=-1, keepdims=True)", "", "",
                 "largest = scores.max()", "M17",
                 "Each row needs its own largest score. Against that of the whole table, every exponential of a row that "
                 "lies more than 745 lower vanishes, and 0/0 is left.",
                 first=False),
        ),
        "Shift, exponential, sum, division: all of it row by row, so that each row of weights sums to 1.",
        _softmax,
    ),
)  # fmt: skip
