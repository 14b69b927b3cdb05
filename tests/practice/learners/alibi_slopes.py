"""What learners write for `alibi_slopes`: wrong once, wrong twice, and right in unusual ways."""

import math

import numpy as np
import torch

from tests.practice.learners.corpus import Learners


def heads(n):
    return np.arange(1, n + 1)


here = Learners("alibi_slopes")
one, two, right = here.one, here.two, here.right


# one mistake each

one("M39", note="h from 0")(lambda n_heads: 2.0 ** (-8.0 * np.arange(n_heads) / n_heads))
one("M39", note="fixed half")(lambda n_heads: 0.5 ** heads(n_heads))
one("M39", note="linear")(lambda n_heads: heads(n_heads) / n_heads)
one("M39", note="1/h")(lambda n_heads: 1 / heads(n_heads))
one("M39", note="-4h/n")(lambda n_heads: 2.0 ** (-4.0 * heads(n_heads) / n_heads))
one("M39", note="-h/n")(lambda n_heads: 2.0 ** (-heads(n_heads) / n_heads))
one("M39", note="reversed")(lambda n_heads: (2.0 ** (-8.0 * heads(n_heads) / n_heads))[::-1])
one("M39", note="geomspace")(lambda n_heads: np.geomspace(0.5, 2.0 ** (-8), n_heads))
one("M39", note="-8/h")(lambda n_heads: 2.0 ** (-8.0 / heads(n_heads)))
one("M46", "M39", note="negative")(lambda n_heads: -(2.0 ** (-8.0 * heads(n_heads) / n_heads)))
one("M46", "M39", note="exponent sign")(lambda n_heads: 2.0 ** (8.0 * heads(n_heads) / n_heads))
one("M39", "M47", note="base e")(lambda n_heads: np.exp(-8.0 * heads(n_heads) / n_heads))
one("M55", "M39", note="one slope for all")(lambda n_heads: np.full(n_heads, 2.0 ** (-8.0 / n_heads)))
one("M55", "M45", note="last missing")(lambda n_heads: 2.0 ** (-8.0 * np.arange(1, n_heads) / n_heads))
one("M55", "M45", note="one extra")(lambda n_heads: 2.0 ** (-8.0 * np.arange(0, n_heads + 1) / n_heads))
one("M55", "M45", note="scalar")(lambda n_heads: 2.0 ** (-8.0 / n_heads))
one("M39", note="n-1")(lambda n_heads: 2.0 ** (-8.0 * np.arange(n_heads) / max(n_heads - 1, 1)))


@one("M01", "M40")
def normalised(n_heads):
    s = 2.0 ** (-8.0 * heads(n_heads) / n_heads)
    return s / s.sum()


# two mistakes each

two("M39", "M46")(lambda n: -(2.0 ** (-8.0 * np.arange(n) / n)))
two("M39", "M46", note="half, neg")(lambda n: -(0.5 ** heads(n)))
two("M39", "M55")(lambda n: (0.5 ** heads(n))[:-1])
two("M46", "M39", note="from 0, exp sign")(lambda n: 2.0 ** (8.0 * np.arange(n) / n))


# unusual, and right

right("list", child=True)(lambda n: [2 ** (-8 * h / n) for h in range(1, n + 1)])
right("ratio power")(lambda n: (2 ** (-8 / n)) ** np.arange(1, n + 1))
right("cumprod")(lambda n: np.cumprod(np.full(n, 2 ** (-8 / n))))
right("exp")(lambda n: np.exp(-8 * np.log(2) * np.arange(1, n + 1) / n))
right("256")(lambda n: 256.0 ** (-np.arange(1, n + 1) / n))
right("float32")(lambda n: (2.0 ** (-8 * np.arange(1, n + 1) / n)).astype(np.float32))
right("logspace")(lambda n: np.logspace(-8 / n, -8, n, base=2))
right("tuple", child=True)(lambda n: tuple(math.pow(2, -8 * h / n) for h in range(1, n + 1)))
right("torch: pow")(lambda n: torch.pow(2.0, -8 * torch.arange(1, n + 1, dtype=torch.float64) / n))
