"""Lesson 04 out of order: entropy, and which key brings most."""

import numpy as np

from attnedu.core import row_entropy, softmax

from .ordering import Line, Ordering


def _entropy(made):
    weights = softmax(np.random.default_rng(4).normal(size=(2, 3, 5)))
    weights[0, 0] = [0.5, 0.5, 0, 0, 0]
    assert np.allclose(made(weights), row_entropy(weights))
    assert round(float(made(weights)[0, 0]), 3) == 0.693


def _brings_most(made):
    weights = np.array([[0.6, 0.3, 0.1], [0.1, 0.2, 0.7]])
    v = np.array([[0.1, 0.0], [0.0, 2.0], [-3.0, 0.0]])
    by_loop = [[w * np.sqrt((value**2).sum()) for w, value in zip(row, v, strict=True)] for row in weights]
    assert list(made(weights, v)) == [row.index(max(row)) for row in by_loop] == [1, 2]


QUESTIONS = (
    Ordering(
        "04_order", 4,
        "The entropy of each row of weights (…, T_k), in nats; a weight of 0 contributes 0. Bring the lines into order, "
        "and of each pair choose one.",
        "def row_entropy(weights):",
        (
            Line("terms = weights * logs", "C", "It uses `logs`, and no line above it makes them."),
            Line("return -terms.sum(axis=-1)", "ACD", "It returns, so nothing below it runs.",
                 "return -terms.sum()", "M05",
                 "Rows are separate, and each has an entropy of its own: the sum runs along the keys alone."),
            Line("logs = np.log(safe)", "D", "It uses `safe`, and no line above it makes that.",
                 "logs = np.log2(safe)", "M47",
                 "Nats count with the natural logarithm; log2 gives bits, 1 where nats give 0.693.",
                 first=False),
            Line("safe = np.where(weights > 0, weights, 1)"),
        ),
        "Two equal shares have entropy ln 2 = 0.693, and ln 1 = 0 stands in for ln 0.",
        _entropy,
    ),
    Ordering(
        "04_order_brings_most", 4,
        "For each query, the position of the key that contributes most to its output: weights (T_q, T_k), values v "
        "(T_k, d_v). Bring the lines into order, and of each pair choose one.",
        "def brings_most(weights, v):",
        (
            Line("return contributions.argmax(axis=-1)", "BC", "It returns, so nothing below it runs.",
                 "return weights.argmax(axis=-1)", "M25",
                 "A key contributes its weight times its value, and a long value can outdo a large weight.",
                 first=False),
            Line("contributions = weights * lengths[None, :]", "C",
                 "It uses `lengths`, and no line above it makes them.",
                 "contributions = weights * lengths[:, None]", "M23",
                 "Values belong to keys, and keys are the columns: the lengths lie along the last axis."),
            Line("lengths = np.linalg.norm(v, axis=-1)"),
        ),
        "What counts is the weight times the length of the value.",
        _brings_most,
    ),
)  # fmt: skip
