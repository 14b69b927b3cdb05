"""Ways to get a causal mask wrong, step by step. The steps write position, near, seen and the result.

True = may look. Pairs compose: starts aligned and True for hidden, an edge one key off in a table of another shape.
"""

import numpy as np

from ..engine.model import Form
from .positions import aligned, rows_and_columns


def keys(s):
    """Key positions as a row."""
    return np.arange(s.T_k)[None, :]


def rows(s):
    """Query numbers as a column, from 0."""
    return rows_and_columns(s.T_q, s.T_k)[0]


def position_of(s):
    """Right: query positions as a column, the ends aligned."""
    return aligned(s.T_q, s.T_k)[0]


def near_of(s):
    """Right: not ahead of the query."""
    return keys(s) <= s.position


ALIGNMENT = (
    Form("M13", rows, "i", "the first query sits beside the first key"),
    Form("M13", lambda s: rows(s) + s.T_q - s.T_k, "i + T_q - T_k", "the offset is queries minus keys"),
    Form("M13", lambda s: position_of(s) if s.T_q == 1 else rows(s), "if T_q == 1: …", "only a single query needs its true position"),
    Form("M13", lambda s: rows(s) + (s.T_k - s.T_q) // 2, "i + (T_k - T_q) // 2", "the queries stand in the middle", rare=True),
    Form("M13", lambda s: position_of(s)[::-1], "mask[::-1]", "the first query stands beside the last key", rare=True),
    Form("M13", lambda s: np.arange(s.T_k)[: s.T_q, None], "np.tri(T_k)[:T_q]", "the queries are the first positions"),
    Form("M13", lambda s: rows(s) + max(s.T_k - s.T_q, 0), "i + max(T_k - T_q, 0)", "queries are never more than keys"),
    Form("M13", lambda s: rows(s) + abs(s.T_k - s.T_q), "i + abs(T_k - T_q)", "queries are never more than keys"),
)  # fmt: skip


def _back(least, most):
    """Visible from `least` to `most` steps back."""
    return lambda s: (keys(s) <= s.position - least) & (keys(s) >= s.position - most)


EDGE = (
    Form("M12", lambda s: keys(s) < s.position, "j < i", "a token may not see itself"),
    Form("M12", lambda s: keys(s) <= s.position + 1, "j <= i + 1", "the next token may be seen"),
    Form("M12", lambda s: keys(s) < s.position - 1, "j < i - 1", "a token and the one before it are hidden"),
    Form("M12", lambda s: keys(s) <= s.position + 2, "j <= i + 2", "two tokens ahead may be seen"),
    Form("M12", lambda s: (keys(s) > 0) & (keys(s) <= s.position), "j > 0", "keys count from 1"),
    Form("M11", lambda s: keys(s) >= s.position, "j >= i", "a query looks at itself and what follows", ("M12",)),
    Form("M58", _back(0, 0), "np.eye(…)", "a token sees itself alone"),
    Form("M58", _back(0, 1), "two keys back at most", "old keys are hidden as well"),
    Form("M58", _back(0, 2), "three keys back at most", "old keys are hidden as well"),
    Form("M58", _back(0, 3), "four keys back at most", "old keys are hidden as well"),
    Form("M58", _back(1, 1), "np.eye(…, k=-1)", "a token sees the one before it alone"),
    Form("M58", lambda s: np.abs(keys(s) - s.position) <= 1, "abs(i - j) <= 1", "a token sees its neighbours"),
    Form("M55", lambda s: (keys(s) <= s.position) & (np.arange(s.position.shape[0])[:, None] < max(s.position.shape[0] - 1, 1)), "range(T_q - 1)", "the last row can be left out"),
    Form("M55", lambda s: (keys(s) <= s.position) & (keys(s) < s.T_k - 1), "range(T_k - 1)", "the last key can be left out"),
    Form("M55", lambda s: keys(s) <= 0 * s.position + s.position[0], "the first query's row", "one row serves all queries"),
)  # fmt: skip

POLARITY = (
    Form("M11", lambda s: ~s.near, "~mask", "True hides"),
    Form("M50", lambda s: np.ones_like(s.near), "np.ones(…)", "nothing needs hiding"),
    Form("M50", lambda s: np.zeros_like(s.near), "np.zeros(…)", "everything is hidden until it is opened", rare=True),
    Form("M11", lambda s: s.near[:, ::-1], "mask[:, ::-1]", "the newest keys stand on the left", rare=True),
)  # fmt: skip


def additive_forms(seen="seen"):
    """What is added to scores, returned for the mask."""

    def of(visible, hidden):
        return lambda s: np.where(getattr(s, seen), visible, hidden)

    added = "a mask is what is added to the scores"
    return (
        Form("M45", of(0.0, -np.inf), "np.where(…, 0, -inf)", added, ("M09",)),
        Form("M45", of(0.0, -1e9), "np.where(…, 0, -1e9)", added, ("M09",)),
        Form("M45", of(1.0, -np.inf), "np.where(…, 1, -inf)", added, ("M09",), rare=True),
        Form("M45", of(1.0, np.nan), "np.where(…, 1, nan)", "a hidden cell holds nothing", rare=True),
        Form("M45", of(1.0, -1.0), "np.where(…, 1, -1)", "-1 stands for False", rare=True),
    )


def _triangle(T):
    i, j = rows_and_columns(T, T)
    return j <= i


def table_forms():
    """Tables of another shape."""
    return (
        Form("M45", lambda s: s.seen.T, "mask.T", "rows belong to keys", ("M23",)),
        Form("M45", lambda s: s.seen[-1], "mask[-1]", "the last query's row is the result"),
        Form("M45", lambda s: s.seen.ravel(), "mask.ravel()", "the shape is free"),
        Form("M45", lambda s: s.seen.sum(-1), "mask.sum(-1)", "the count of visible keys is the result"),
        Form("M45", lambda s: np.argwhere(s.seen), "np.argwhere(mask)", "a list of visible cells is a mask"),
        Form("M45", lambda s: s.seen[..., None], "mask[..., None]", "one more axis belongs here"),
    )


TABLE = (
    *table_forms(),
    Form("M45", lambda s: _triangle(s.T_q), "(T_q, T_q)", "the table is square"),
    Form("M45", lambda s: _triangle(s.T_k), "(T_k, T_k)", "the table is square"),
    Form("M23", lambda s: np.tri(s.T_k, s.T_q, s.T_q - s.T_k, dtype=bool), "np.tri(T_k, T_q, …)", "rows belong to keys", ("M45",)),
    Form("M23", lambda s: np.tri(s.T_k, s.T_q, 0, dtype=bool), "np.tri(T_k, T_q)", "rows belong to keys", ("M45",)),
    *additive_forms(),
)  # fmt: skip
