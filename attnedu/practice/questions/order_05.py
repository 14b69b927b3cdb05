"""Lesson 05 out of order: the whole of attention."""

import numpy as np

from attnedu.core import attention

from .ordering import Line, Ordering


def _attention(made):
    rng = np.random.default_rng(5)
    q, k, v = (rng.normal(size=(2, *shape)) for shape in ((3, 4), (5, 4), (5, 2)))
    trace = attention(q, k, v)
    output, weights = made(q, k, v)
    assert output.shape == trace.output.shape
    assert np.allclose(output, trace.output)
    assert np.allclose(weights, trace.weights)


QUESTIONS = (
    Ordering(
        "05_order", 5,
        "Attention of queries (…, T_q, d_k), keys (…, T_k, d_k) and values (…, T_k, d_v); what comes back is the pair "
        "(output, weights). Bring the lines into order, and of each pair choose one.",
        "def attention(q, k, v):",
        (
            Line("weights = softmax(scores)", "E", "It uses `scores`, and no line above it makes them.",
                 "weights = softmax(scores, axis=-2)", "M04",
                 "Each query spends 1 among its keys, and keys lie along the last axis.",
                 first=False),
            Line("return output, weights", "ACDE", "It returns, so nothing below it runs.",
                 "return weights, output", "M45",
                 "Callers unpack results by position: the task says output first."),
            Line("output = weights @ v", "A", "It uses `weights`, and no line above it makes them.",
                 "output = weights @ k", "M54",
                 "Keys are for being found; what is carried to the output are the values."),
            Line("raw = q @ np.swapaxes(k, -1, -2)", "", "",
                 "raw = k @ np.swapaxes(q, -1, -2)", "M23",
                 "Rows ask and columns answer: a row of scores belongs to one query.",
                 first=False),
            Line("scores = raw / np.sqrt(q.shape[-1])", "D", "It uses `raw`, and no line above it makes that.",
                 "scores = raw / np.sqrt(v.shape[-1])", "M07",
                 "The scale undoes the spread of a dot product of length d_k; the values take no part in it."),
        ),
        "Scores on the left, softmax as the one bridge, weights on the right: values come in only after it.",
        _attention,
    ),
)  # fmt: skip
