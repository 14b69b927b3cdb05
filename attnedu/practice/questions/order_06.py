"""Lesson 06 out of order: hide first, then cross. The letters are those of the exercise."""

import numpy as np

from attnedu.core import masked_softmax

from .ordering import Line, Ordering


def _masked_softmax(made):
    scores = np.random.default_rng(6).normal(size=(2, 4, 5))
    mask = np.array([[1, 1, 0, 0, 1], [1, 0, 1, 0, 0], [0, 0, 0, 0, 0], [0, 0, 1, 1, 1]], bool)
    for table in (scores, scores + np.array([[1e4], [-1e4], [0.0], [5.0]])):
        assert np.allclose(made(table, mask), masked_softmax(table, mask))


QUESTIONS = (
    Ordering(
        "06_order", 6,
        "Weights (…, T_q, T_k) of which hidden keys get 0; a row in which nothing may be looked at is all zeros. Visible "
        "scores of ±10,000 must work. Bring the lines into order, and of each pair choose one.",
        "def masked_softmax(scores, mask):",
        (
            Line("return exponentials / np.where(total == 0, 1, total)", "BCDE",
                 "It returns, so nothing below it runs.",
                 "return exponentials / total", "M16",
                 "In an empty row the total is 0, and 0/0 is NaN; a divisor of 1 leaves such a row at zeros."),
            Line("hidden = np.where(mask, scores, -np.inf)", "", "",
                 "hidden = scores * mask", "M08",
                 "Softmax gives a score of 0 a share, since e to the 0 is 1. Only minus infinity gets none.",
                 first=False),
            Line("total = exponentials.sum(axis=-1, keepdims=True)", "E",
                 "It uses `exponentials`, and no line above it makes them.",
                 "total = exponentials.sum()", "M05",
                 "Rows are separate: each query spends 1 of its own among its keys."),
            Line("largest = hidden.max(axis=-1, keepdims=True)", "B",
                 "It uses `hidden`, and no line above it makes that.",
                 "largest = hidden.max()", "M17",
                 "Each row needs its own largest score: against that of the whole table, every exponential of a row that "
                 "lies far lower vanishes.",
                 first=False),
            Line("exponentials = np.exp(hidden - np.where(np.isneginf(largest), 0, largest))", "D",
                 "It uses `largest`, and no line above it makes that.",
                 "exponentials = np.exp(hidden - largest)", "M16",
                 "An empty row has minus infinity for its largest score, and minus infinity less itself is NaN."),
        ),
        "Scores are hidden before the exponential, so that nothing of a hidden key is left in the total.",
        _masked_softmax,
    ),
)  # fmt: skip
