"""Ways to join two states wrongly: the maximum, the two factors, the sums, the results."""

import numpy as np

from ..engine.model import Form, Stage
from .updating import HANDING_BACK, divided, grow, safe, shrink


def _factors(s):
    return shrink(s.a[0], s.top), shrink(s.b[0], s.top)


def _joined(s, factors):
    return factors[0] * s.a[1] + factors[1] * s.b[1]


def _joined_acc(s, factors):
    return factors[0][..., None] * s.a[2] + factors[1][..., None] * s.b[2]


def _larger(s, part):
    """The side with the larger maximum, as it is."""
    larger = s.a[0] >= s.b[0]
    return np.where(larger if part < 2 else larger[..., None], s.a[part], s.b[part])


def _all_rows(s):
    return np.full_like(s.a[0], max(float(np.max(s.a[0])), float(np.max(s.b[0]))))


def _halved(s):
    return tuple(factor / 2 for factor in _factors(s))


# What the two factors are taken for. (id, rule, likely line, belief)
FACTORS = (
    ("M28", lambda s: (np.ones_like(s.a[0]), np.ones_like(s.b[0])), "no rescale", "both states use one unit already"),
    ("M28", lambda s: (shrink(s.a[0], s.top), np.ones_like(s.b[0])), "a alone rescaled", "one side needs no change"),
    ("M28", lambda s: (np.ones_like(s.a[0]), shrink(s.b[0], s.top)), "b alone rescaled", "one side needs no change"),
    ("M28", lambda s: (grow(s.a[0], s.top), grow(s.b[0], s.top)), "np.exp(top - max)", "the smaller side grows"),
    ("M28", lambda s: (grow(s.a[0], s.top), shrink(s.b[0], s.top)), "np.exp(top - max) for a", "the smaller side grows"),
    ("M28", lambda s: (shrink(s.a[0], s.top), grow(s.b[0], s.top)), "np.exp(top - max) for b", "the smaller side grows"),
    ("M28", lambda s: _factors(s)[::-1], "factors exchanged", "each side takes the other's factor"),
    ("M28", lambda s: (shrink(s.a[0], s.b[0]), np.ones_like(s.b[0])), "np.exp(max_a - max_b) for a", "b is always the larger side"),
    ("M28", lambda s: (np.ones_like(s.a[0]), shrink(s.b[0], s.a[0])), "np.exp(max_b - max_a) for b", "a is always the larger side"),
)  # fmt: skip


def _factor_forms(part):
    """The same slips in one of the two sums only."""
    return tuple(Form(id, lambda s, rule=rule: part(s, rule(s)), f"{line}, here alone", belief) for id, rule, line, belief in FACTORS)  # fmt: skip


STAGES = (
    Stage("maximum", "top", lambda s: np.maximum(s.a[0], s.b[0]), (
        Form("M28", lambda s: s.a[0], "a's maximum", "one side's maximum serves both"),
        Form("M28", lambda s: s.b[0], "b's maximum", "one side's maximum serves both"),
        Form("M28", lambda s: np.minimum(s.a[0], s.b[0]), "np.minimum(…)", "the smaller maximum is kept"),
        Form("M28", lambda s: s.a[0] + s.b[0], "max_a + max_b", "maxima add up"),
        Form("M28", lambda s: (s.a[0] + s.b[0]) / 2, "the mean of maxima", "the middle serves both"),
        Form("M05", _all_rows, "max over rows", "one maximum serves all rows"),
        Form("M17", lambda s: np.zeros_like(s.a[0]), "no maximum", "the exponential can take any score"),
        Form("M28", lambda s: np.logaddexp(s.a[0], s.b[0]), "np.logaddexp(max_a, max_b)", "maxima join as log-sum-exps do"),
    )),
    Stage("rescale", "factors", _factors, (
        *(Form(*factor) for factor in FACTORS),
        Form("M28", lambda s: tuple(factor**2 for factor in _factors(s)), "rescaled twice", "the rescale is applied twice"),
        Form("M28", lambda s: (safe(s.a[0]) - safe(s.top), safe(s.b[0]) - safe(s.top)), "max - top", "the difference is the factor"),
        Form("M40", _halved, "both sides halved", "two sides are averaged"),
        Form("M40", lambda s: tuple(f / np.where(sum(_factors(s)) == 0, 1, sum(_factors(s))) for f in _factors(s)), "factors that sum to 1", "the factors are shares"),
        Form("M17", lambda s: (np.exp(s.a[0]), np.exp(s.b[0])), "np.exp(max)", "the exponential can take any score"),
        Form("M16", lambda s: (np.exp(s.a[0] - s.top), np.exp(s.b[0] - s.top)), "np.exp(max - top)", "-inf minus -inf is 0"),
        Form("M17", lambda s: tuple(np.exp(safe(x[0])) / np.exp(safe(s.top)) for x in (s.a, s.b)), "np.exp(max) / np.exp(top)", "the exponential can take any score"),
        Form("M53", lambda s: tuple(np.where(np.isneginf(x[0]), 0.0, 2.0 ** (safe(x[0]) - safe(s.top))) for x in (s.a, s.b)), "2 ** (max - top)", "any base will do"),
    )),
    Stage("sum", "total", lambda s: _joined(s, s.factors), (
        *_factor_forms(_joined),
        Form("M55", lambda s: s.factors[0] * s.a[1], "a's sum", "one side is enough"),
        Form("M55", lambda s: s.factors[1] * s.b[1], "b's sum", "one side is enough"),
        Form("M55", lambda s: _larger(s, 1), "the sum of the larger side", "the larger side is enough"),
        Form("M55", lambda s: s.a[1], "a's sum as it was", "one side is enough"),
        Form("M55", lambda s: s.b[1], "b's sum as it was", "one side is enough"),
        Form("M40", lambda s: _joined(s, _halved(s)), "the mean of sums", "two sides are averaged"),
        Form("M40", lambda s: (s.a[1] + s.b[1]) / 2, "(sum_a + sum_b) / 2", "two sides are averaged"),
        Form("M40", lambda s: s.factors[0] * s.a[1] * s.factors[1] * s.b[1], "sum_a * sum_b", "sums multiply"),
        Form("M40", lambda s: np.maximum(s.factors[0] * s.a[1], s.factors[1] * s.b[1]), "np.maximum of sums", "the larger sum is the sum"),
        Form("M40", lambda s: np.maximum(s.a[1], s.b[1]), "np.maximum(sum_a, sum_b)", "the larger sum is the sum"),
        Form("M40", lambda s: s.factors[0] + s.factors[1], "the sum of factors", "each side counts as one key"),
        Form("M46", lambda s: s.factors[0] * s.a[1] - s.factors[1] * s.b[1], "sum_a - sum_b", "one side is taken away"),
        Form("M05", lambda s: np.full_like(s.a[1], _joined(s, s.factors).sum()), "one sum for all rows", "one sum serves all rows"),
    )),
    Stage("output", "acc", lambda s: _joined_acc(s, s.factors), (
        *_factor_forms(_joined_acc),
        Form("M55", lambda s: s.factors[0][..., None] * s.a[2], "a's acc", "one side is enough"),
        Form("M55", lambda s: s.factors[1][..., None] * s.b[2], "b's acc", "one side is enough"),
        Form("M55", lambda s: _larger(s, 2), "acc of the larger side", "the larger side is enough"),
        Form("M55", lambda s: s.a[2], "a's acc as it was", "one side is enough"),
        Form("M55", lambda s: s.b[2], "b's acc as it was", "one side is enough"),
        Form("M40", lambda s: _joined_acc(s, s.factors) * s.total[..., None], "acc * new_sum", "multiplying by the sum normalises"),
        Form("M40", lambda s: divided(_joined_acc(s, s.factors), s.total), "acc / sum", "a merged output is divided at once"),
        Form("M40", lambda s: (s.a[2] + s.b[2]) / 2, "(acc_a + acc_b) / 2", "two sides are averaged"),
        Form("M40", lambda s: _joined_acc(s, _halved(s)), "the mean of acc", "two sides are averaged"),
        Form("M40", lambda s: _joined_acc(s, (s.factors[0] * s.a[1], s.factors[1] * s.b[1])), "acc * sum", "acc was divided already"),
        Form("M40", lambda s: divided(_joined_acc(s, (s.factors[0] * s.a[1], s.factors[1] * s.b[1])), s.total), "acc * sum / sum", "acc was divided already"),
        Form("M40", lambda s: divided(_joined_acc(s, (s.a[1], s.b[1])), s.a[1] + s.b[1]), "acc weighed by the sums", "the sums are the shares of the two sides"),
        Form("M40", lambda s: s.factors[0][..., None] * divided(s.a[2], s.a[1]) + s.factors[1][..., None] * divided(s.b[2], s.b[1]), "acc_a / sum_a + acc_b / sum_b", "each side is divided before it is added"),
        Form("M46", lambda s: s.factors[0][..., None] * s.a[2] - s.factors[1][..., None] * s.b[2], "acc_a - acc_b", "one side is taken away"),
    )),
    Stage("state", "kept", lambda s: (s.top, s.total, s.acc), (
        Form("M28", lambda s: (s.a[0], s.total, s.acc), "return a's max", "one side's maximum is handed on"),
        Form("M28", lambda s: (s.b[0], s.total, s.acc), "return b's max", "one side's maximum is handed on"),
        Form("M28", lambda s: (s.a[0] + s.b[0], s.total, s.acc), "return max_a + max_b", "maxima add up like sums"),
        Form("M28", lambda s: (np.minimum(s.a[0], s.b[0]), s.total, s.acc), "return np.minimum(…)", "the smaller maximum is handed on"),
        Form("M40", lambda s: (s.top, np.where(s.total == 0, 0.0, 1.0), divided(s.acc, s.total)), "sum and acc / sum", "both sums are divided at once"),
        Form("M55", lambda s: tuple(s.a), "return a", "one side is enough"),
        Form("M55", lambda s: tuple(s.b), "return b", "one side is enough"),
        Form("M55", lambda s: tuple(_larger(s, part) for part in range(3)), "the side with the larger maximum", "the larger side is enough"),
        Form("M55", lambda s: (s.top, s.b[1], s.b[2]), "b with the new maximum", "one side is enough", (), True),
        Form("M55", lambda s: (s.top, s.a[1], s.a[2]), "a with the new maximum", "one side is enough", (), True),
    )),
    HANDING_BACK,
)  # fmt: skip
