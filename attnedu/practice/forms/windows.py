"""Ways to get a causal window wrong, step by step.

The steps write position, back (steps back from query to key), near (not ahead), far (not too old), both, seen and the
result. A mistake of direction, edge, alignment or polarity is one step each, so that pairs compose.
"""

import numpy as np

from ..engine.model import Form
from .causal import additive_forms, keys, position_of, rows, table_forms
from .positions import rows_and_columns


def back_of(s):
    """Right: how many steps back from each query a key stands; negative ahead."""
    return s.position - keys(s)


def near_of(s):
    """Right: not in the future."""
    return s.back >= 0


def far_of(s):
    """Right: at most window keys back, oneself included."""
    return s.back < s.window


def _ones(s):
    return np.ones((s.T_q, s.T_k), dtype=bool)


def _from_starts(s):
    return rows(s) - keys(s)


POSITION_FORMS = (
    Form("M13", rows, "i", "the first query sits beside the first key"),
    Form("M13", lambda s: rows(s) + s.T_q - s.T_k, "i + T_q - T_k", "the offset is queries minus keys"),
    Form("M13", lambda s: rows(s) + s.T_k, "i + T_k", "the queries come after all keys"),
    Form("M13", lambda s: position_of(s) if s.T_q == 1 else rows(s), "if T_q == 1: …", "only a single query needs its true position"),
    Form("M13", lambda s: np.arange(s.T_k)[: s.T_q, None], "mask[:T_q]", "the queries are the first positions"),
    Form("M13", lambda s: rows(s) + max(s.T_k - s.T_q, 0), "i + max(T_k - T_q, 0)", "queries are never more than keys"),
    Form("M13", lambda s: rows(s) + abs(s.T_k - s.T_q), "i + abs(T_k - T_q)", "queries are never more than keys"),
    Form("M13", lambda s: np.full((s.T_q, 1), s.T_k - 1), "T_k - 1", "all queries stand at the last position"),
    Form("M12", lambda s: position_of(s) + 1, "i + T_k - T_q + 1", "positions count from 1"),
    Form("M12", lambda s: position_of(s) - 1, "i + T_k - T_q - 1", "the last query stands before the last key"),
    Form("M13", lambda s: position_of(s)[::-1], "position[::-1]", "the first query stands last", rare=True),
)  # fmt: skip

BACK_FORMS = (
    Form("M46", lambda s: -back_of(s), "j - i", "the window looks ahead", ("M11",)),
    Form("M58", lambda s: np.abs(back_of(s)), "abs(i - j)", "the window reaches forward as well"),
)  # fmt: skip

NEAR_FORMS = (
    Form("M12", lambda s: s.back > 0, "j < i", "a token may not see itself"),
    Form("M12", lambda s: s.back >= -1, "j <= i + 1", "the next token may be seen"),
    Form("M58", _ones, "j > i - window", "the window alone hides the future"),
    Form("M58", lambda s: s.back >= -s.window, "j <= i + window", "the window reaches forward, and one key further", rare=True),
    Form("M58", lambda s: s.back >= -(s.window // 2), "j <= i + window // 2", "half of the window lies ahead"),
    Form("M11", lambda s: s.back <= 0, "j >= i", "a query looks at what follows"),
    Form("M11", lambda s: s.back < 0, "j > i", "a query looks at what follows"),
    Form("M13", lambda s: _from_starts(s) >= 0, "np.tri(T_q, T_k)", "causal needs no alignment"),
)  # fmt: skip

FAR_FORMS = (
    Form("M12", lambda s: s.back <= s.window, "j >= i - window", "the window does not count oneself"),
    Form("M12", lambda s: s.back < s.window - 1, "j > i - window + 1", "the window is one key shorter"),
    Form("M12", lambda s: s.back <= s.window + 1, "j >= i - window - 1", "the window is two keys longer", rare=True),
    Form("M58", _ones, "np.tri(…)", "causal is enough"),
    Form("M58", lambda s: s.back < 2 * s.window, "j > i - 2 * window", "the window is twice as long", rare=True),
    Form("M58", lambda s: s.back < s.window / 2, "j > i - window / 2", "half of the window lies ahead"),
    Form("M58", lambda s: s.back <= s.window // 2, "j >= i - window // 2", "half of the window lies ahead"),
    Form("M58", lambda s: keys(s) + 0 * s.back < s.window, "j < window", "one window serves all queries"),
    Form("M58", lambda s: keys(s) + 0 * s.back >= s.T_k - s.window, "j >= T_k - window", "one window serves all queries"),
    Form("M58", lambda s: keys(s) // s.window == s.position // s.window, "i // window == j // window", "the window is a block"),
    Form("M58", lambda s: keys(s) // s.window == rows(s) // s.window, "row // window == j // window", "the window is a block of rows", rare=True),
    Form("M58", lambda s: s.back % s.window == 0, "(i - j) % window == 0", "the window is a stride"),
    Form("M58", lambda s: s.back >= s.window, "j <= i - window", "the window says what is hidden", ("M11",)),
    Form("M58", lambda s: s.back > s.window, "j < i - window", "the window hides the near keys", ("M46",)),
    Form("M58", lambda s: s.back == s.window, "j == i - window", "only the edge of the window counts", rare=True),
    Form("M58", lambda s: s.back == s.window - 1, "j == i - window + 1", "only the oldest key of the window counts", rare=True),
    Form("M13", lambda s: _from_starts(s) < s.window, "np.tri(T_q, T_k, -window)", "the window needs no alignment"),
)  # fmt: skip

JOIN_FORMS = (
    Form("M50", lambda s: s.near | s.far, "causal | window", "the two conditions combine with or"),
    Form("M58", lambda s: s.near & s.far | (s.near & (keys(s) == 0)), "… | (j == 0)", "the first key is always kept, as a sink"),
    Form("M58", lambda s: s.near & s.far | (keys(s) == 0), "mask[:, 0] = True", "the first key is always kept, as a sink"),
    Form("M46", lambda s: s.near | (s.back < -s.window), "… | (j > i + window)", "the window's sign is free", rare=True),
    Form("M45", lambda s: s.near.astype(int) + s.far, "causal + window", "adding two masks combines them", ("M09",)),
    Form("M55", lambda s: s.near & s.far & (np.arange(len(s.near))[:, None] < max(len(s.near) - 1, 1)), "range(T_q - 1)", "the last row can be left out", rare=True),
)  # fmt: skip

POLARITY_FORMS = (
    Form("M11", lambda s: ~s.both, "~mask", "True hides"),
    Form("M50", lambda s: np.ones_like(s.both), "np.ones(…)", "nothing needs hiding"),
    Form("M50", lambda s: np.zeros_like(s.both), "np.zeros(…)", "everything is hidden until it is opened", rare=True),
)  # fmt: skip


def _square(T, window):
    i, j = rows_and_columns(T, T)
    return (j <= i) & (j > i - window)


MASK_RETURNS = (
    *table_forms(),
    Form("M45", lambda s: _square(s.T_q, s.window), "(T_q, T_q)", "the table is square"),
    Form("M45", lambda s: _square(s.T_k, s.window), "(T_k, T_k)", "the table is square"),
    Form("M23", lambda s: _square(max(s.T_q, s.T_k), s.window)[: s.T_k, : s.T_q], "(T_k, T_q)", "rows belong to keys", ("M45",)),
    Form("M45", lambda s: (s.seen, s.near), "return mask, causal", "the number of results is free"),
    *additive_forms(),
)  # fmt: skip
