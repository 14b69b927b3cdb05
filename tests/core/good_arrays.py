"""What the tests of errors share: small good arrays with pairwise distinct sizes, and `refuses`."""

import numpy as np
import pytest

from attnedu import core

INF, NAN = np.inf, np.nan
Q, K, V = np.ones((3, 4)), np.ones((5, 4)), np.ones((5, 2))
SCORES = np.linspace(-1, 1, 15).reshape(3, 5)
MASK = np.ones((3, 5), bool)
X, W = np.ones((5, 12)), np.eye(12)
WEIGHTS = core.softmax(SCORES)
STATE = core.online_update(core.OnlineSoftmax.empty((3,), 2), SCORES, V)
NAN_CELL = np.where(np.arange(15).reshape(3, 5) == 7, NAN, SCORES)  # NaN at (1, 2)


def refuses(error, *pieces):
    """Expect `error` with every piece, a regular expression, somewhere in its message."""
    return pytest.raises(error, match="".join(f"(?=.*{piece})" for piece in pieces))
