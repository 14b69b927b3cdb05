"""Ways to measure the spread of scores wrongly. The draws are kept, so that a hundred forms cost one drawing."""

from functools import lru_cache

import numpy as np

from ..engine.model import Form

SEED = 7  # of the generator in the probes: a learner who draws queries, then keys, gets exactly these numbers


class WideGenerator(np.random.Generator):
    """A generator whose normal numbers spread twice as far: scores measured with it must spread four times as far."""

    width = 2
    says = "an rng of twice the spread"

    def standard_normal(self, *args, **kwargs):
        """Twice a standard normal number."""
        return self.width * super().standard_normal(*args, **kwargs)

    def normal(self, loc=0.0, scale=1.0, size=None):
        """A normal number of twice the scale."""
        return super().normal(loc, np.multiply(scale, self.width), size)

    def __reduce__(self):
        return WideGenerator, (self.bit_generator,)


def width_of(rng):
    """The spread of an rng's standard normal numbers: 1, or a WideGenerator's width."""
    return getattr(rng, "width", 1)


def drawn(s):
    """Right: queries and keys from the rng that came in."""
    return tuple(width_of(s.rng) * x for x in normals(s.d_k, s.n))


@lru_cache(maxsize=8)
def normals(d_k, n):
    """Queries and keys, standard normal, as the exercise's first cell draws them."""
    rng = np.random.default_rng(SEED)
    return rng.standard_normal((n, d_k)), rng.standard_normal((n, d_k))


@lru_cache(maxsize=8)
def _uniforms(d_k, n):
    rng = np.random.default_rng(SEED)
    return rng.random((n, d_k)), rng.random((n, d_k))


def _both(rule):
    return lambda s: tuple(rule(x) for x in drawn(s))


def _one_vector(s):
    q, _ = drawn(s)
    return q, q


def _one_key(s):
    q, k = drawn(s)
    return q, k[:1]


DRAWING_FORMS = (
    Form("M54", _one_vector, "q * q", "a vector is compared with itself"),
    Form("M54", _one_key, "k = rng.standard_normal(d_k)", "one key serves all queries"),
    Form("M58", lambda s: _uniforms(s.d_k, s.n), "rng.random((n, d_k))", "uniform numbers are as good as normal ones"),
    Form("M58", lambda s: tuple(2 * x - 1 for x in _uniforms(s.d_k, s.n)), "rng.uniform(-1, 1)", "uniform numbers are as good as normal ones"),
    Form("M58", lambda s: normals(s.d_k, s.n), "np.random.standard_normal(…)", "the rng that comes in may be left out"),
    Form("M58", _both(lambda x: x / np.linalg.norm(x, axis=-1, keepdims=True)), "q / |q|", "vectors are brought to length 1"),
    Form("M54", lambda s: (drawn(s)[0], np.ones((1, s.d_k))), "q.sum(axis=-1)", "the sum of one vector is a dot product"),
    Form("M58", _both(lambda x: x + 1), "rng.normal(1, 1)", "the mean of the vectors is free", rare=True),
    Form("M58", _both(lambda x: 2 * x), "rng.normal(0, 2)", "the size of the vectors is free", rare=True),
)  # fmt: skip


def _per_component(s):
    return (s.drawn[0] * s.drawn[1]).sum(axis=0)


def _dots(s):
    return (s.drawn[0] * s.drawn[1]).sum(axis=-1)


PRODUCT_FORMS = (
    Form("M55", lambda s: s.drawn[0][:, 0] * s.drawn[1][:, 0], "q[:, 0] * k[:, 0]", "the first component is enough"),
    Form("M55", lambda s: (s.drawn[0] * s.drawn[1])[:, : s.d_k // 2].sum(axis=-1), "q[:, : d_k // 2]", "half of the components are enough", rare=True),
    Form("M55", lambda s: (s.drawn[0] * s.drawn[1])[:, 1:].sum(axis=-1), "q[:, 1:] * k[:, 1:]", "the first component is left out"),
    Form("M54", lambda s: (s.drawn[0] + s.drawn[1]).sum(axis=-1) / np.sqrt(2), "(q + k).sum(axis=-1) / √2", "components are added, not multiplied", rare=True),
    Form("M54", lambda s: (s.drawn[0] + s.drawn[1]).sum(axis=-1), "(q + k).sum(axis=-1)", "components are added, not multiplied"),
    Form("M58", lambda s: s.drawn[0] * s.drawn[1], "q * k, never summed", "a product of two components is a score"),
    Form("M54", _per_component, "(q * k).sum(axis=0)", "products of different pairs are added"),
    Form("M54", lambda s: (s.drawn[0] * s.drawn[1]).sum(), "(q * k).sum()", "all products make one score"),
    Form("M07", lambda s: (s.drawn[0] * s.drawn[1]).mean(axis=-1), "(q * k).mean(axis=-1)", "a mean of products is a dot product", also=("M54",)),
    Form("M46", lambda s: np.abs(_dots(s)), "abs(q · k)", "scores cannot be negative"),
    Form("M54", lambda s: ((s.drawn[0] - s.drawn[1]) ** 2).sum(axis=-1), "((q - k)**2).sum(axis=-1)", "a score is a distance"),
    Form("M54", lambda s: np.sqrt(((s.drawn[0] - s.drawn[1]) ** 2).sum(axis=-1)), "np.linalg.norm(q - k)", "a score is a distance"),
    Form("M54", lambda s: (s.drawn[0] - s.drawn[1]).sum(axis=-1), "(q - k).sum(axis=-1)", "components are subtracted, not multiplied"),
    Form("M54", lambda s: (s.drawn[0] * s.drawn[1]).max(axis=-1), "(q * k).max(axis=-1)", "the largest product is the score", rare=True),
    Form("M54", lambda s: _dots(s) ** 2, "(q · k) ** 2", "a score is a squared product", rare=True),
)  # fmt: skip

SPREAD_SCALING = (
    Form("M06", lambda s: s.raw, "raw.std(), raw.std()", "the scaled scores are never scaled"),
    Form("M07", lambda s: s.raw / s.d_k, "/ d_k", "the scale is d_k itself"),
    Form("M07", lambda s: s.raw * np.sqrt(s.d_k), "* np.sqrt(d_k)", "the scale multiplies"),
    Form("M07", lambda s: s.raw * s.d_k, "* d_k", "the scale multiplies", rare=True),
    Form("M07", lambda s: s.raw / np.sqrt(s.n), "/ np.sqrt(n)", "the scale counts the pairs"),
    Form("M07", lambda s: s.raw / s.n, "/ n", "the scale counts the pairs"),
    Form("M07", lambda s: s.raw / s.d_k**0.25, "/ d_k**0.25", "one fourth root is enough"),
    Form("M07", lambda s: s.raw / s.d_k**2, "/ d_k**2", "the scale is d_k squared"),
    Form("M07", lambda s: s.raw / np.log(s.d_k), "/ np.log(d_k)", "the scale is a logarithm"),
    Form("M07", lambda s: s.raw / np.sqrt(2 * s.d_k), "/ np.sqrt(2 * d_k)", "both vectors count"),
    Form("M07", lambda s: s.raw / (2 * np.sqrt(s.d_k)), "/ (2 * np.sqrt(d_k))", "scaled and halved"),
    Form("M07", lambda s: s.raw / np.sqrt(s.d_k * s.n), "/ np.sqrt(d_k * n)", "the scale counts every number drawn"),
    Form("M07", lambda s: s.raw / np.std(s.raw) / np.sqrt(s.d_k), "standardised, then / np.sqrt(d_k)", "scores are standardised and scaled"),
)  # fmt: skip

MEASURING_FORMS = tuple(
    Form(
        "M47" if "variance" in belief else "M58",  # the variance is in other units
        lambda s, rule=rule: (rule(s.raw), rule(s.scaled)), line, belief, rare=rare,
    )
    for rule, line, belief, rare in (
        (np.var, "raw.var()", "the variance is the standard deviation", False),
        (np.mean, "raw.mean()", "the mean is the spread", False),
        (np.ptp, "raw.max() - raw.min()", "the range is the spread", False),
        (lambda x: np.percentile(x, 75) - np.percentile(x, 25), "np.percentile(raw, 75) - …", "the middle half is the spread", True),
        (np.max, "raw.max()", "the largest score is the spread", False),
        (lambda x: np.abs(x).mean(), "abs(raw).mean()", "the mean size is the standard deviation", False),
        (lambda x: np.abs(x).max(), "abs(raw).max()", "the largest size is the spread", True),
        (lambda x: np.sqrt(np.std(x)), "np.sqrt(raw.std())", "std is the variance and needs a root", False),
        (lambda x: np.std(x) ** 2, "raw.std()**2", "the variance is the standard deviation", True),
        (lambda x: np.std(x) / np.sqrt(np.size(x)), "raw.std() / np.sqrt(n)", "the error of the mean is the spread", False),
        (lambda x: np.linalg.norm(x), "np.linalg.norm(raw)", "the length of all scores is the spread", False),
    )
)  # fmt: skip

SPREAD_RETURNS = (
    Form("M58", lambda s: (np.sqrt(s.d_k), 1.0), "return np.sqrt(d_k), 1.0", "the numbers are known and need no measurement"),
    Form("M45", lambda s: s.measured[::-1], "return scaled, unscaled", "the order of results is free"),
    Form("M45", lambda s: s.measured[0], "return unscaled", "one result is enough"),
    Form("M45", lambda s: s.measured[1], "return scaled", "one result is enough"),
    Form("M45", lambda s: (s.raw, s.scaled), "return raw, scaled", "the scores are the result, not their spread"),
    Form("M45", lambda s: s.measured[0] / s.measured[1], "return unscaled / scaled", "one ratio is the result"),
    Form("M58", lambda s: (s.measured[1], s.measured[1]), "raw /= np.sqrt(d_k) before both", "the unscaled scores are scaled as well"),
    Form("M07", lambda s: (s.measured[0], s.measured[0] / s.d_k), "raw.std() / d_k", "the scale is d_k itself"),
)  # fmt: skip
