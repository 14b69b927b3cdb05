"""Lesson 02 out of order: how scores are made."""

import numpy as np

from attnedu.core import attention_scores

from .ordering import Line, Ordering


def _scores(made):
    rng = np.random.default_rng(2)
    q, k = rng.normal(size=(2, 3, 4)), rng.normal(size=(2, 5, 4))
    assert np.allclose(made(q, k), attention_scores(q, k))


QUESTIONS = (
    Ordering(
        "02_order", 2,
        "Scaled scores (…, T_q, T_k) of queries (…, T_q, d_k) and keys (…, T_k, d_k), whatever batch and head axes "
        "stand in front. Bring the lines into order, and of each pair choose one.",
        "def attention_scores(q, k):",
        (
            Line("return raw / np.sqrt(d_k)", "BCD",
                 "It returns, so nothing below it runs, and it uses `raw` and `d_k`.",
                 "return raw / d_k", "M07",
                 "The spread of a dot product grows with √d_k, so the scale is the root and not d_k itself.",
                 first=False),
            Line("raw = q @ turned", "D", "It uses `turned`, and no line above it makes that."),
            Line("d_k = q.shape[-1]", "", "",
                 "d_k = k.shape[-2]", "M07",
                 "The scale undoes the spread of a sum of d_k products. How many keys there are changes no dot product."),
            Line("turned = np.swapaxes(k, -1, -2)", "", "",
                 "turned = k.T", "M41",
                 "Only the last two axes change places; `.T` turns batch and head axes round as well.",
                 first=False),
        ),
        "Each score is one dot product of length d_k, and √d_k takes its spread out. Where `d_k` is read does not "
        "matter, as long as it is above its use.",
        _scores,
    ),
)  # fmt: skip
