"""Ways to get a causal window wrong. The steps write position, near (not ahead), far (not too old) and seen."""

import numpy as np

from ..engine.model import Form
from .positions import aligned, rows_and_columns


def keys(s):
    """Key positions as a row."""
    return np.arange(s.T_k)[None, :]


def position_of(s):
    """Right: query positions as a column, the ends aligned."""
    return aligned(s.T_q, s.T_k)[0]


def near_of(s):
    """Right: not in the future."""
    return keys(s) <= s.position


def far_of(s):
    """Right: at most window keys back, oneself included."""
    return keys(s) > s.position - s.window


POSITION_FORMS = (
    Form("M13", lambda s: rows_and_columns(s.T_q, s.T_k)[0], "i", "the first query sits beside the first key"),
    Form("M13", lambda s: rows_and_columns(s.T_q, s.T_k)[0] + s.T_q - s.T_k, "i + T_q - T_k", "the offset is queries minus keys"),
    Form("M13", lambda s: rows_and_columns(s.T_q, s.T_k)[0] + s.T_k, "i + T_k", "the queries come after all keys"),
    Form("M13", lambda s: rows_and_columns(s.T_q, s.T_k)[0] + max(s.T_k - s.T_q, 0), "i + max(T_k - T_q, 0)", "queries are never more than keys", rare=True),
    Form("M13", lambda s: rows_and_columns(s.T_q, s.T_k)[0] + abs(s.T_k - s.T_q), "i + abs(T_k - T_q)", "queries are never more than keys", rare=True),
    Form("M13", lambda s: np.full((s.T_q, 1), s.T_k - 1), "T_k - 1", "all queries stand at the last position"),
    Form("M12", lambda s: position_of(s) + 1, "i + T_k - T_q + 1", "positions count from 1"),
    Form("M12", lambda s: position_of(s) - 1, "i + T_k - T_q - 1", "the last query stands before the last key"),
    Form("M12", lambda s: position_of(s)[::-1], "position[::-1]", "the first query stands last", rare=True),
)  # fmt: skip

NEAR_FORMS = (
    Form("M12", lambda s: keys(s) < s.position, "j < i", "a token may not see itself"),
    Form("M12", lambda s: keys(s) <= s.position + 1, "j <= i + 1", "the next token may be seen"),
    Form("M58", lambda s: np.ones((s.T_q, s.T_k), dtype=bool), "j > i - window", "the window alone hides the future"),
    Form("M58", lambda s: keys(s) < s.position + s.window, "abs(i - j) < window", "the window reaches forward as well"),
    Form("M58", lambda s: keys(s) <= s.position + s.window, "j <= i + window", "the window reaches forward as well"),
    Form("M11", lambda s: keys(s) >= s.position, "j >= i", "a query looks at what follows"),
    Form("M11", lambda s: keys(s) > s.position, "j > i", "a query looks at what follows"),
    Form("M13", lambda s: keys(s) <= rows_and_columns(s.T_q, s.T_k)[0], "np.tri(T_q, T_k)", "causal needs no alignment"),
)  # fmt: skip

FAR_FORMS = (
    Form("M12", lambda s: keys(s) >= s.position - s.window, "j >= i - window", "the window does not count oneself"),
    Form("M12", lambda s: keys(s) > s.position - s.window + 1, "j > i - window + 1", "the window is one key shorter"),
    Form("M12", lambda s: keys(s) > s.position - s.window - 2, "j > i - window - 2", "the window is two keys longer", rare=True),
    Form("M58", lambda s: np.ones((s.T_q, s.T_k), dtype=bool), "np.tri(…)", "causal is enough"),
    Form("M58", lambda s: keys(s) > s.position - 2 * s.window, "j > i - 2 * window", "the window is twice as long", rare=True),
    Form("M58", lambda s: keys(s) > s.position - s.window / 2, "j > i - window / 2", "half of the window lies ahead"),
    Form("M58", lambda s: keys(s) >= s.position - s.window // 2, "j >= i - window // 2", "half of the window lies ahead"),
    Form("M58", lambda s: keys(s) + 0 * s.position < s.window, "j < window", "one window serves all queries"),
    Form("M58", lambda s: keys(s) + 0 * s.position >= s.T_k - s.window, "j >= T_k - window", "one window serves all queries"),
    Form("M58", lambda s: keys(s) // s.window == s.position // s.window, "i // window == j // window", "the window is a block"),
    Form("M58", lambda s: (s.position - keys(s)) % s.window == 0, "(i - j) % window == 0", "the window is a stride"),
    Form("M11", lambda s: keys(s) <= s.position - s.window, "j <= i - window", "the window says what is hidden"),
    Form("M46", lambda s: keys(s) < s.position - s.window, "j < i - window", "the window hides the near keys"),
    Form("M46", lambda s: keys(s) > s.position + s.window, "j > i + window", "the window's sign is free"),
    Form("M58", lambda s: keys(s) < s.position + s.window, "j < i + window", "the window reaches forward, and causal is enough behind"),
    Form("M13", lambda s: keys(s) > rows_and_columns(s.T_q, s.T_k)[0] - s.window, "np.tri(T_q, T_k, -window)", "the window needs no alignment"),
)  # fmt: skip


def _centred(s):
    return np.abs(s.position - keys(s))


JOIN_FORMS = (
    Form("M50", lambda s: s.near | s.far, "causal | window", "the two conditions combine with or"),
    Form("M50", lambda s: s.near.astype(int) + s.far.astype(int) > 0, "causal + window", "adding two masks combines them", rare=True),
    Form("M50", lambda s: np.ones((s.T_q, s.T_k), dtype=bool), "np.ones(…)", "nothing needs hiding"),
    Form("M11", lambda s: ~(s.near & s.far), "~mask", "True hides"),
    Form("M58", lambda s: _centred(s) <= s.window // 2, "abs(i - j) <= window // 2", "the window is centred"),
    Form("M58", lambda s: _centred(s) <= s.window, "abs(i - j) <= window", "the window reaches forward as well"),
    Form("M12", lambda s: _centred(s) == s.window, "abs(i - j) == window", "only the edge of the window counts", rare=True),
    Form("M12", lambda s: (keys(s) >= s.position) & (keys(s) < s.position + s.window), "i <= j < i + window", "the window looks ahead"),
    Form("M58", lambda s: s.near & s.far | (s.near & (keys(s) == 0)), "… | (j == 0)", "the first key is always kept, as a sink"),
    Form("M09", lambda s: np.where(s.near & s.far, 0.0, -np.inf), "np.where(…, 0, -inf)", "a mask is what is added to the scores"),
    Form("M09", lambda s: np.where(s.near & s.far, 0.0, -1e9), "np.where(…, 0, -1e9)", "a mask is what is added to the scores"),
    Form("M09", lambda s: s.near.astype(int) + s.far, "causal + window", "adding two masks combines them"),
)  # fmt: skip


def _square(T, window):
    i, j = rows_and_columns(T, T)
    return (j <= i) & (j > i - window)


def _other_way_round(s):
    i, j = aligned(s.T_k, s.T_q)
    return (j <= i) & (j > i - s.window)


MASK_RETURNS = (
    Form("M23", lambda s: s.seen.T, "mask.T", "rows belong to keys"),
    Form("M23", _other_way_round, "(T_k, T_q)", "rows belong to keys"),
    Form("M45", lambda s: _square(s.T_q, s.window), "(T_q, T_q)", "the table is square"),
    Form("M45", lambda s: _square(s.T_k, s.window), "(T_k, T_k)", "the table is square"),
    Form("M13", lambda s: _square(max(s.T_q, s.T_k), s.window)[: s.T_q, : s.T_k], "mask[:T_q]", "the queries are the first positions"),
    Form("M45", lambda s: s.seen[-1], "mask[-1]", "the last query's row is the result"),
    Form("M45", lambda s: (s.seen, s.near), "return mask, causal", "the number of results is free"),
    Form("M45", lambda s: np.argwhere(s.seen), "np.argwhere(mask)", "a list of visible cells is a mask"),
    Form("M45", lambda s: s.seen.sum(-1), "mask.sum(-1)", "the count of visible keys is the result"),
)  # fmt: skip
