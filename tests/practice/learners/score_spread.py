"""What learners write for `score_spread`: wrong once, wrong twice, and right in unusual ways."""

import math

import numpy as np

from tests.practice.learners.corpus import Learners


def draw(d_k, n, rng):
    return rng.standard_normal((n, d_k)), rng.standard_normal((n, d_k))


def from_scores(f):
    def spread(d_k, n, rng):
        q, k = draw(d_k, n, rng)
        return f((q * k).sum(1), d_k)

    return spread


here = Learners("score_spread")
one, two, right = here.one, here.two, here.right


# one mistake each


@one("M45")
def swapped(d_k, n, rng):
    q, k = draw(d_k, n, rng)
    s = (q * k).sum(-1)
    return (s / np.sqrt(d_k)).std(), s.std()


@one("M45")
def only_scaled(d_k, n, rng):
    q, k = draw(d_k, n, rng)
    return ((q * k).sum(-1) / np.sqrt(d_k)).std()


@one("M45")
def samples(d_k, n, rng):
    q, k = draw(d_k, n, rng)
    s = (q * k).sum(-1)
    return s, s / np.sqrt(d_k)


@one("M07")
def div_d(d_k, n, rng):
    q, k = draw(d_k, n, rng)
    s = np.einsum("nd,nd->n", q, k)
    return np.std(s), np.std(s / d_k)


@one("M06")
def same(d_k, n, rng):
    q, k = draw(d_k, n, rng)
    s = np.einsum("nd,nd->n", q, k)
    return np.std(s), np.std(s)


@one("M47", "M58")
def var(d_k, n, rng):
    q, k = draw(d_k, n, rng)
    s = np.einsum("nd,nd->n", q, k)
    return np.var(s), np.var(s / np.sqrt(d_k))


@one("M58", "M54")
def uniform(d_k, n, rng):
    q, k = rng.random((n, d_k)), rng.random((n, d_k))
    s = (q * k).sum(1)
    return s.std(), s.std() / math.sqrt(d_k)


@one("M54")
def qq(d_k, n, rng):
    q = rng.standard_normal((n, d_k))
    s = (q * q).sum(1)
    return s.std(), (s / np.sqrt(d_k)).std()


@one("M55")
def one_comp(d_k, n, rng):
    q, k = draw(d_k, n, rng)
    s = q[:, 0] * k[:, 0]
    return s.std(), s.std() / np.sqrt(d_k)


@one("M07")
def sqrt_n(d_k, n, rng):
    q, k = draw(d_k, n, rng)
    s = (q * k).sum(1)
    return s.std(), (s / np.sqrt(n)).std()


@one("M07")
def times(d_k, n, rng):
    q, k = draw(d_k, n, rng)
    s = (q * k).sum(1)
    return s.std(), (s * np.sqrt(d_k)).std()


@one("M40", "M45", "M58")
def means(d_k, n, rng):
    q, k = draw(d_k, n, rng)
    s = (q * k).sum(1)
    return s.mean(), (s / np.sqrt(d_k)).mean()


@one("M40", "M07")
def mean_products(d_k, n, rng):
    q, k = draw(d_k, n, rng)
    s = (q * k).mean(1)
    return s.std(), (s / np.sqrt(d_k)).std()


@one("M54", "M45")
def axis(d_k, n, rng):  # sums over the n pairs, not over the components
    q, k = draw(d_k, n, rng)
    s = (q * k).sum(0)
    return s.std(), (s / np.sqrt(d_k)).std()


# two mistakes each

two("M45", "M07")(from_scores(lambda s, d: (s.std() / d, s.std())))
two("M47", "M07")(from_scores(lambda s, d: (s.var(), (s / d).var())))
two("M47", "M45")(from_scores(lambda s, d: ((s / np.sqrt(d)).var(), s.var())))
two("M47", "M06")(from_scores(lambda s, d: (s.var(), s.var())))


@two("M54", "M07")
def operand_and_wrong_scale(d, n, r):
    s = (r.standard_normal((n, d)) ** 2).sum(1)
    return (s.std(), s.std() / d)


@two("M54", "M45")
def operand_and_results(d, n, r):
    s = (r.standard_normal((n, d)) ** 2).sum(1)
    return (s.std() / np.sqrt(d), s.std())


# unusual, and right


@right()
def legacy_std(d_k, n, rng):
    s = (rng.normal(size=(n, d_k)) * rng.normal(size=(n, d_k))).sum(1)
    return (s.std(), s.std() / d_k**0.5)


@right()
def ddof_1(d_k, n, rng):
    s = np.einsum("nd,nd->n", rng.standard_normal((n, d_k)), rng.standard_normal((n, d_k)))
    return (s.std(ddof=1), (s / np.sqrt(d_k)).std(ddof=1))


@right()
def k_drawn_first_transposed(d_k, n, rng):
    s = (rng.standard_normal((d_k, n)) * rng.standard_normal((d_k, n))).sum(0)
    return [float(s.std()), float(s.std() / np.sqrt(d_k))]


@right()
def one_draw(d_k, n, rng):
    a = rng.standard_normal((2, n, d_k))
    s = (a[0] * a[1]).sum(-1)
    return np.array([s.std(), (s / np.sqrt(d_k)).std()])


@right()
def loop(d_k, n, rng):
    s = []
    for _ in range(n):
        s.append(rng.standard_normal(d_k) @ rng.standard_normal(d_k))
    s = np.array(s)
    return np.sqrt(((s - s.mean()) ** 2).mean()), np.sqrt(((s - s.mean()) ** 2).mean() / d_k)


@right()
def scaled_vectors(d_k, n, rng):
    q = rng.standard_normal((n, d_k))
    k = rng.standard_normal((n, d_k))
    return ((q * k).sum(-1).std(), (q / d_k**0.25 * (k / d_k**0.25)).sum(-1).std())


@right()
def float32_draw(d_k, n, rng):
    s = (
        rng.standard_normal((n, d_k), dtype=np.float32) * rng.standard_normal((n, d_k), dtype=np.float32)
    ).sum(1)
    return (s.std(), s.std() / np.float32(d_k) ** np.float32(0.5))
