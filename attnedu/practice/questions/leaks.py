"""The eight lines of "06_which_leaks", as text and as functions, so that the answer is computed and not believed."""

import numpy as np

from attnedu.core import softmax

FORMS = (
    ("softmax(np.where(m, s, -np.inf))", lambda s, m: softmax(np.where(m, s, -np.inf))),
    ("softmax(s * m)", lambda s, m: softmax(s * m)),
    ("softmax(s) * m", lambda s, m: softmax(s) * m),
    ("softmax(s) * m, then each row divided by its sum", lambda s, m: _shared(softmax(s) * m)),
    ("softmax(s + m)", lambda s, m: softmax(s + m)),
    ("softmax(np.where(m, s, -1e9))", lambda s, m: softmax(np.where(m, s, -1e9))),
    ("np.exp(s) * m, then each row divided by its sum", lambda s, m: _shared(np.exp(s) * m)),
    ("softmax(np.where(m, -np.inf, s))", lambda s, m: softmax(np.where(m, -np.inf, s))),
)
LINES = "\n".join(f"{number}  {text}" for number, (text, _) in enumerate(FORMS, start=1))


def _shared(rows):
    return rows / rows.sum(axis=-1, keepdims=True)


def leaking_lines():
    """Numbers of the lines in which hidden scores or keys have any effect: change them, and compare.

    >>> leaking_lines()
    [2, 3, 5, 8]
    """
    rng = np.random.default_rng(6)
    s = rng.normal(size=(3, 5))
    m = np.array(
        [[True, True, False, False, False], [True, True, True, False, True], [False, True, True, True, True]]
    )
    changed = np.where(m, s, s + rng.normal(size=s.shape))
    leaks = []
    for number, (_, form) in enumerate(FORMS, start=1):
        before, after = form(s, m), form(changed, m)
        if not np.allclose(before, after) or (before[~m] > 1e-12).any():
            leaks.append(number)
    return leaks
