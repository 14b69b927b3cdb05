"""What learners write for `sliding_window_mask`: wrong once, wrong twice, and right in unusual ways."""

import numpy as np
import torch

from tests.practice.learners.corpus import Learners
from tests.practice.learners.parts import distance


def band(d, lo, hi):
    return (d >= lo) & (d < hi)


here = Learners("sliding_window_mask")
one, two, right = here.one, here.two, here.right


# one mistake each

one("M12", note="window+1")(lambda T_q, T_k, window: band(distance(T_q, T_k), 0, window + 1))
one("M12", note="window-1")(lambda T_q, T_k, window: band(distance(T_q, T_k), 0, window - 1))
one("M12", note="without oneself")(lambda T_q, T_k, window: band(distance(T_q, T_k), 1, window + 1))
one("M12", note="self hidden, same far edge")(lambda T_q, T_k, window: band(distance(T_q, T_k), 1, window))
one("M12", note="one future visible")(lambda T_q, T_k, window: band(distance(T_q, T_k), -1, window))
one("M58", "M50", note="both sides")(lambda T_q, T_k, window: np.abs(distance(T_q, T_k)) < window)
one("M58", note="no causal")(lambda T_q, T_k, window: distance(T_q, T_k) < window)
one("M58", note="no window")(lambda T_q, T_k, window: distance(T_q, T_k) >= 0)
one("M13", note="top-left")(
    lambda T_q, T_k, window: band(np.arange(T_q)[:, None] - np.arange(T_k), 0, window)
)
one("M11", note="polarity")(lambda T_q, T_k, window: ~band(distance(T_q, T_k), 0, window))
one("M46", "M11", note="looks forward")(lambda T_q, T_k, window: band(-distance(T_q, T_k), 0, window))
one("M45", "M23", note="transposed")(lambda T_q, T_k, window: band(distance(T_q, T_k), 0, window).T)
one("M58", note="first key kept")(
    lambda T_q, T_k, window: (
        band(distance(T_q, T_k), 0, window) | (np.arange(T_k) == 0) & (distance(T_q, T_k) >= 0)
    )
)
one("M50", note="ones")(lambda T_q, T_k, window: np.ones((T_q, T_k), bool))
one("M45", "M11", "M09", note="additive")(
    lambda T_q, T_k, window: np.where(band(distance(T_q, T_k), 0, window), 0.0, -np.inf)
)
one("M58", note="blocks")(
    lambda T_q, T_k, window: (
        (distance(T_q, T_k) >= 0) & (np.arange(T_k - T_q, T_k)[:, None] // window == np.arange(T_k) // window)
    )
)
one("M58", "M46", note="only the far past")(lambda T_q, T_k, window: distance(T_q, T_k) >= window)
one("M58", "M46", note="F10")(
    lambda T_q, T_k, window: (distance(T_q, T_k) >= 0) | (distance(T_q, T_k) < -window)
)
one("M13", note="causal top-left, window ends")(
    lambda T_q, T_k, window: (
        np.tril(np.ones((T_q, T_k), bool)) & np.triu(np.ones((T_q, T_k), bool), T_k - T_q - window + 1)
    )
)
one("M58", note="last window keys for all")(
    lambda T_q, T_k, window: (np.arange(T_k) >= T_k - window) & (distance(T_q, T_k) >= 0)
)


# two mistakes each

two("M13", "M12")(lambda a, b, w: band(np.arange(a)[:, None] - np.arange(b), 0, w + 1))
two("M13", "M11")(lambda a, b, w: ~band(np.arange(a)[:, None] - np.arange(b), 0, w))
two("M12", "M11")(lambda a, b, w: ~band(distance(a, b), 0, w + 1))
two("M12", "M58")(lambda a, b, w: np.abs(distance(a, b)) <= w)
two("M13", "M58")(lambda a, b, w: np.tril(np.ones((a, b), bool)))
two("M13", "M58", note="top-left both sides")(
    lambda a, b, w: np.abs(np.arange(a)[:, None] - np.arange(b)) < w
)
two("M12", "M45")(lambda a, b, w: band(distance(a, b), 0, w + 1).T)


# unusual, and right

right("two tri")(lambda a, b, w: np.tri(a, b, b - a, dtype=bool) & ~np.tri(a, b, b - a - w, dtype=bool))
right("xor")(lambda a, b, w: np.tri(a, b, b - a, dtype=bool) ^ np.tri(a, b, b - a - w, dtype=bool))
right("subtract int")(lambda a, b, w: np.tri(a, b, b - a, dtype=int) - np.tri(a, b, b - a - w, dtype=int))
right("list", child=True)(lambda a, b, w: [[0 <= i + b - a - j < w for j in range(b)] for i in range(a)])
right("sum of eyes")(lambda a, b, w: sum(np.eye(a, b, b - a - t) for t in range(w)) > 0)


@right()
def slice_of_square(a, b, w):
    n = max(a, b)
    return (np.tri(n, n, 0, bool) & ~np.tri(n, n, -w, bool))[-a:, -b:]


right("float")(lambda a, b, w: band(distance(a, b), 0, w).astype(float))
right("torch: tril triu")(lambda a, b, w: torch.ones(a, b, dtype=torch.bool).tril(b - a).triu(b - a - w + 1))
