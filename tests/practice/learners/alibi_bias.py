"""What learners write for `alibi_bias`: wrong once, wrong twice, and right in unusual ways."""

import numpy as np

from tests.practice.learners.corpus import Learners
from tests.practice.learners.parts import distance, softmax


def slopes(n):
    return 2.0 ** (-8.0 * np.arange(1, n + 1) / n)


def biases(slope, far):
    return -np.asarray(slope)[:, None, None] * far


here = Learners("alibi_bias")
one, two, right = here.one, here.two, here.right


# one mistake each

one("M46", note="L01")(lambda n_heads, T_q, T_k: -biases(slopes(n_heads), distance(T_q, T_k)))
one("M39", note="from 0")(
    lambda n_heads, T_q, T_k: biases(2.0 ** (-8.0 * np.arange(n_heads) / n_heads), distance(T_q, T_k))
)
one("M39", note="half")(
    lambda n_heads, T_q, T_k: biases(0.5 ** np.arange(1, n_heads + 1), distance(T_q, T_k))
)
one("M39", note="linear")(
    lambda n_heads, T_q, T_k: biases(np.arange(1, n_heads + 1) / n_heads, distance(T_q, T_k))
)
one("M39", note="reversed")(lambda n_heads, T_q, T_k: biases(slopes(n_heads)[::-1], distance(T_q, T_k)))
one("M13", note="top-left")(
    lambda n_heads, T_q, T_k: biases(slopes(n_heads), np.arange(T_q)[:, None] - np.arange(T_k))
)
one("M13", note="top-left clipped")(
    lambda n_heads, T_q, T_k: biases(slopes(n_heads), np.maximum(np.arange(T_q)[:, None] - np.arange(T_k), 0))
)
one("M39", "M55", note="no slope")(
    lambda n_heads, T_q, T_k: np.repeat(-distance(T_q, T_k)[None].astype(float), n_heads, 0)
)
one("M55", "M39", note="one slope")(
    lambda n_heads, T_q, T_k: biases(np.full(n_heads, slopes(n_heads)[0]), distance(T_q, T_k))
)
one("M45", "M55", note="no head axis")(lambda n_heads, T_q, T_k: -slopes(n_heads)[0] * distance(T_q, T_k))
one("M45", "M36", note="heads last")(
    lambda n_heads, T_q, T_k: -distance(T_q, T_k)[..., None] * slopes(n_heads)
)
one("M12", note="distance +1")(lambda n_heads, T_q, T_k: biases(slopes(n_heads), distance(T_q, T_k) + 1))
one("M12", note="distance -1")(lambda n_heads, T_q, T_k: biases(slopes(n_heads), distance(T_q, T_k) - 1))
one("M13", "M46", note="offset sign")(
    lambda n_heads, T_q, T_k: biases(slopes(n_heads), np.arange(T_q)[:, None] - (T_k - T_q) - np.arange(T_k))
)
one("M39", "M58", note="squared")(lambda n_heads, T_q, T_k: biases(slopes(n_heads), distance(T_q, T_k) ** 2))
one("M39", "M58", note="log distance")(
    lambda n_heads, T_q, T_k: biases(slopes(n_heads), np.log1p(np.maximum(distance(T_q, T_k), 0)))
)
one("M01", note="softmaxed")(
    lambda n_heads, T_q, T_k: softmax(
        np.where(distance(T_q, T_k) >= 0, biases(slopes(n_heads), distance(T_q, T_k)), -np.inf)
    )
)
one("M13", "M58", note="key index only")(
    lambda n_heads, T_q, T_k: biases(slopes(n_heads), -np.arange(T_k) * np.ones((T_q, 1)))
)
one("M23", "M45", note="transposed")(
    lambda n_heads, T_q, T_k: np.swapaxes(biases(slopes(n_heads), distance(T_q, T_k)), 1, 2)
)
one("M47", "M39", note="slopes base e")(
    lambda n_heads, T_q, T_k: biases(np.exp(-8 * np.arange(1, n_heads + 1) / n_heads), distance(T_q, T_k))
)


# two mistakes each

two("M46", "M39")(lambda h, a, b: -biases(2.0 ** (-8.0 * np.arange(h) / h), distance(a, b)))
two("M46", "M13")(lambda h, a, b: -biases(slopes(h), np.arange(a)[:, None] - np.arange(b)))
two("M39", "M13")(lambda h, a, b: biases(0.5 ** np.arange(1, h + 1), np.arange(a)[:, None] - np.arange(b)))
two("M39", "M12")(lambda h, a, b: biases(2.0 ** (-8.0 * np.arange(h) / h), distance(a, b) + 1))
two("M46", "M12")(lambda h, a, b: -biases(slopes(h), distance(a, b) + 1))
two("M13", "M45")(lambda h, a, b: -(np.arange(a)[:, None] - np.arange(b))[..., None] * slopes(h))


# unusual, and right

right("einsum")(lambda h, a, b: np.einsum("h,ij->hij", -slopes(h), distance(a, b)))
right("future -inf")(
    lambda h, a, b: np.where(distance(a, b) >= 0, biases(slopes(h), distance(a, b)), -np.inf)
)
right("abs distance")(lambda h, a, b: biases(slopes(h), np.abs(distance(a, b))))
right("future 0")(lambda h, a, b: biases(slopes(h), np.maximum(distance(a, b), 0)))
right("list", child=True)(lambda h, a, b: biases(slopes(h), distance(a, b)).tolist())
right("multiply.outer")(
    lambda h, a, b: np.multiply.outer(slopes(h), np.arange(b) - np.arange(b - a, b)[:, None])
)
right("float32")(lambda h, a, b: biases(slopes(h), distance(a, b)).astype(np.float32))


@right()
def loop(n_heads, T_q, T_k):
    out = np.zeros((n_heads, T_q, T_k))
    for h in range(n_heads):
        for i in range(T_q):
            for j in range(i + T_k - T_q + 1):
                out[h, i, j] = -(2 ** (-8 * (h + 1) / n_heads)) * (i + T_k - T_q - j)
    return out


right("future NaN")(lambda h, a, b: np.where(distance(a, b) >= 0, biases(slopes(h), distance(a, b)), np.nan))
