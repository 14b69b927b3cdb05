"""Ways to get a causal mask wrong. Windows are in `windows`."""

import numpy as np

from ..engine.model import Form


def rows_and_columns(T_q, T_k):
    """Query and key positions as a column and a row, both from 0."""
    return np.arange(T_q)[:, None], np.arange(T_k)[None, :]


def aligned(T_q, T_k):
    """Query positions with the ends aligned, and key positions."""
    i, j = rows_and_columns(T_q, T_k)
    return i + T_k - T_q, j


# (id, function of T_q, T_k, likely line, belief)
CAUSAL = (
    ("M13", lambda T_q, T_k: np.tri(T_q, T_k, 0, dtype=bool), "np.tri(T_q, T_k)", "the first query sits beside the first key"),
    ("M12", lambda T_q, T_k: np.tri(T_q, T_k, T_k - T_q - 1, dtype=bool), "np.tri(…, T_k - T_q - 1)", "a token may not see itself"),
    ("M12", lambda T_q, T_k: np.tri(T_q, T_k, T_k - T_q + 1, dtype=bool), "np.tri(…, T_k - T_q + 1)", "the next token may be seen"),
    ("M12", lambda T_q, T_k: np.tri(T_q, T_k, T_k - T_q - 2, dtype=bool), "np.tri(…, T_k - T_q - 2)", "a token and the one before it are hidden"),
    ("M12", lambda T_q, T_k: np.tri(T_q, T_k, T_k - T_q + 2, dtype=bool), "np.tri(…, T_k - T_q + 2)", "two tokens ahead may be seen"),
    ("M11", lambda T_q, T_k: ~np.tri(T_q, T_k, T_k - T_q, dtype=bool), "np.triu(…, 1)", "True hides"),
    ("M11", lambda T_q, T_k: ~np.tri(T_q, T_k, T_k - T_q - 1, dtype=bool), "np.triu(…, 0)", "a query looks at itself and what follows"),
    ("M13", lambda T_q, T_k: np.tri(T_q, T_k, T_q - T_k, dtype=bool), "np.tri(…, T_q - T_k)", "the offset is queries minus keys"),
    ("M13", lambda T_q, T_k: np.tri(T_k, T_k, 0, dtype=bool)[:T_q], "np.tri(T_k)[:T_q]", "the queries are the first positions"),
    ("M23", lambda T_q, T_k: np.tri(T_k, T_q, T_q - T_k, dtype=bool), "np.tri(T_k, T_q)", "rows belong to keys"),
    ("M23", lambda T_q, T_k: np.tri(T_q, T_k, T_k - T_q, dtype=bool).T, "mask.T", "rows belong to keys"),
    ("M23", lambda T_q, T_k: np.tri(T_k, T_q, 0, dtype=bool), "np.tri(T_k, T_q, 0)", "rows belong to keys"),
    ("M45", lambda T_q, T_k: np.tri(T_q, T_q, 0, dtype=bool), "np.tri(T_q)", "the table is square"),
    ("M45", lambda T_q, T_k: np.tri(T_k, T_k, 0, dtype=bool), "np.tri(T_k)", "the table is square"),
    ("M50", lambda T_q, T_k: np.ones((T_q, T_k), dtype=bool), "np.ones(…)", "nothing needs hiding"),
    ("M12", lambda T_q, T_k: np.tri(T_q, T_k, T_k - T_q, dtype=bool)[::-1], "mask[::-1]", "the first query sees most"),
    ("M12", lambda T_q, T_k: np.tri(T_q, T_k, T_k - T_q, dtype=bool)[:, ::-1], "mask[:, ::-1]", "the newest keys stand on the left"),
    ("M11", lambda T_q, T_k: np.arange(T_k)[None, :] > np.arange(T_q)[:, None], "j > i", "True hides"),
    ("M11", lambda T_q, T_k: np.arange(T_k)[None, :] >= np.arange(T_q)[:, None], "j >= i", "a query looks at what follows"),
    ("M12", lambda T_q, T_k: np.arange(T_k)[None, :] < np.arange(T_q)[:, None], "j < i", "a token may not see itself"),
    ("M13", lambda T_q, T_k: np.arange(T_k)[None, :] >= np.arange(T_q)[:, None] + T_k - T_q - 0 if T_q > T_k else np.tri(T_q, T_k, 1, dtype=bool),
     "np.tri(T_q, T_k, 1)", "one offset serves every pair of lengths"),
    ("M12", lambda T_q, T_k: np.eye(T_q, T_k, T_k - T_q, dtype=bool), "np.eye(…)", "a token sees itself alone"),
    ("M09", lambda T_q, T_k: np.where(np.tri(T_q, T_k, T_k - T_q, dtype=bool), 0.0, -np.inf), "np.where(…, 0, -inf)", "a mask is what is added to the scores"),
    ("M09", lambda T_q, T_k: np.where(np.tri(T_q, T_k, T_k - T_q, dtype=bool), 1.0, -np.inf), "np.where(…, 1, -inf)", "a mask is what is added to the scores"),
    ("M09", lambda T_q, T_k: np.where(np.tri(T_q, T_k, T_k - T_q, dtype=bool), 0.0, -1e9), "np.where(…, 0, -1e9)", "a mask is what is added to the scores"),
    ("M09", lambda T_q, T_k: np.where(np.tri(T_q, T_k, 0, dtype=bool), 0.0, -np.inf), "np.triu(-inf, 1)", "a mask is what is added to the scores"),
)  # fmt: skip


def causal_forms(T_q="T_q", T_k="T_k"):
    """Wrong forms of a causal mask of shape (T_q, T_k) with the ends aligned."""
    return tuple(
        Form(id, lambda s, rule=rule: rule(getattr(s, T_q), getattr(s, T_k)), line, belief)
        for id, rule, line, belief in CAUSAL
    )
