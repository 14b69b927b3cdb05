"""What learners write for `causal_mask`: wrong once, wrong twice, and right in unusual ways."""

import numpy as np
import torch

from tests.practice.learners.corpus import Learners

here = Learners("causal_mask")
one, two, right = here.one, here.two, here.right


# one mistake each

one("M13", note="tril")(lambda T_q, T_k: np.tril(np.ones((T_q, T_k), dtype=bool)))
one("M12", note="k-1")(lambda T_q, T_k: np.tri(T_q, T_k, T_k - T_q - 1, dtype=bool))
one("M12", note="k+1")(lambda T_q, T_k: np.tri(T_q, T_k, T_k - T_q + 1, dtype=bool))
one("M11", note="inverted")(lambda T_q, T_k: ~np.tri(T_q, T_k, T_k - T_q, dtype=bool))
one("M11", note="triu future hidden=True")(lambda T_q, T_k: np.triu(np.ones((T_q, T_k), bool), 1 + T_k - T_q))
one("M11", "M23", note="triu incl diagonal")(lambda T_q, T_k: np.triu(np.ones((T_q, T_k), bool), T_k - T_q))
one("M45", "M11", "M09", note="additive")(
    lambda T_q, T_k: np.where(np.tri(T_q, T_k, T_k - T_q), 0.0, -np.inf)
)
one("M50", note="all ones")(lambda T_q, T_k: np.ones((T_q, T_k), bool))
one("M45", "M23", note="shape swapped")(lambda T_q, T_k: np.tri(T_q, T_k, T_k - T_q, dtype=bool).T)
one("M13", "M45", note="square T_q")(lambda T_q, T_k: np.tril(np.ones((T_q, T_q), bool)))
one("M13", note="square T_k cut")(lambda T_q, T_k: np.tril(np.ones((max(T_k, T_q), T_k), bool))[:T_q])
one("M13", "M46", note="offset sign")(lambda T_q, T_k: np.tri(T_q, T_k, T_q - T_k, dtype=bool))


@one("M13")
def loop(T_q, T_k):
    m = np.zeros((T_q, T_k), bool)
    for i in range(T_q):
        for j in range(T_k):
            if j <= i:
                m[i, j] = True
    return m


@one("M12")
def strict(T_q, T_k):
    i = np.arange(T_k - T_q, T_k)[:, None]
    return np.arange(T_k)[None, :] < i


@one("M58")
def window(T_q, T_k):
    d = np.arange(T_q)[:, None] + T_k - T_q - np.arange(T_k)
    return (d >= 0) & (d < 3)


@one("M55", "M58")
def only_self(T_q, T_k):
    return np.eye(T_q, T_k, T_k - T_q, dtype=bool)


@one("M13", "M55")
def decode_special(T_q, T_k):  # handles one query, forgets the rest
    if T_q == 1:
        return np.ones((1, T_k), bool)
    return np.tril(np.ones((T_q, T_k), bool))


# two mistakes each

two("M13", "M11")(lambda a, b: np.triu(np.ones((a, b), bool), 1))
two("M13", "M12")(lambda a, b: np.tril(np.ones((a, b), bool), -1))
two("M13", "M12", note="top-left +1")(lambda a, b: np.tril(np.ones((a, b), bool), 1))
two("M11", "M12")(lambda a, b: ~np.tri(a, b, b - a - 1, dtype=bool))
two("M13", "M45")(lambda a, b: np.where(np.tril(np.ones((a, b))), 0, -np.inf))
two("M12", "M45")(lambda a, b: np.tri(a, b, b - a - 1, dtype=bool).T)


# unusual, and right


@right()
def ok25_float(nd, ns):
    rc = np.indices((nd, ns))
    return 1.0 - (rc[1] > rc[0] + (ns - nd)).astype(float)


right("ints")(lambda a, b: np.tri(a, b, b - a, dtype=int))
right("last rows of square")(lambda a, b: np.tril(np.ones((max(a, b),) * 2, bool))[-a:, -b:])
right("list of bools", child=True)(lambda a, b: [[j - i <= b - a for j in range(b)] for i in range(a)])
right("fromfunction")(lambda a, b: np.fromfunction(lambda i, j: j <= i + b - a, (a, b)))
right("triu inverted")(lambda a, b: ~np.triu(np.ones((a, b), bool), b - a + 1))
right("flip flip")(lambda a, b: np.triu(np.ones((a, b), bool))[::-1, ::-1])
right("torch: tril")(lambda a, b: torch.ones(a, b, dtype=torch.bool).tril(b - a))
right("uint8")(lambda a, b: np.tri(a, b, b - a, dtype=np.uint8))
right("default T_k")(lambda T_q, T_k=None: np.tri(T_q, T_k or T_q, (T_k or T_q) - T_q, dtype=bool))
