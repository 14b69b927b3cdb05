"""Lesson 02: scores, and the measurement that explains their square root."""

import numpy as np

from attnedu import core

from ..engine.model import Exercise, Probe, Stage
from ..forms import spread
from ..forms.leading import only_two_axes
from ..forms.products import product_forms, transposing_forms
from ..forms.scaling import length_forms, scaling_forms
from ..forms.score_returns import SCORE_RETURNS
from ..forms.tools import swap
from . import probes as p


def attention_scores(q, k):
    """Scaled scores of every query with every key."""
    d_k = q.shape[-1]
    return q @ np.swapaxes(k, -1, -2) / np.sqrt(d_k)


def score_spread(d_k, n, rng):
    """Standard deviation of n unscaled, and of n scaled, scores of random vectors."""
    q = rng.standard_normal((n, d_k))
    k = rng.standard_normal((n, d_k))
    raw = np.sum(q * k, axis=-1)
    return raw.std(), (raw / np.sqrt(d_k)).std()


def scores_by_einsum(q, k):
    """Another right way: named axes, the scale folded into the queries."""
    return np.einsum("...id,...jd->...ij", q * q.shape[-1] ** -0.5, k)


def scores_by_loops(q, k):
    """Another right way: one dot product at a time."""
    out = np.zeros((*q.shape[:-1], k.shape[-2]))
    for *front, i, j in np.ndindex(out.shape):
        row, column = q[(*front, i)], k[(*front, j)]
        out[(*front, i, j)] = sum(a * b for a, b in zip(row, column, strict=True)) / len(row) ** 0.5
    return out


def scores_scaled_on_both_sides(q, k):
    """Another right way: a fourth root on each side, in float32."""
    root = q.shape[-1] ** 0.25
    q, k = (np.asarray(x, dtype=np.float32) for x in (q, k))
    return np.matmul(q / root, np.moveaxis(k / root, -1, -2))


def expected_spread(d_k, n, rng):
    """The numbers that a measurement comes near: √d_k and 1; the square of a wider rng's spread multiplies both."""
    width = spread.width_of(rng)
    return width**2 * np.sqrt(d_k), width**2


def spread_one_pair_at_a_time(d_k, n, rng):
    """Another right way: another order of drawing, and the definition of the standard deviation."""
    raw = np.array([np.dot(*rng.standard_normal((2, d_k))) for _ in range(n)])
    scaled = raw * d_k**-0.5
    return tuple(float(np.sqrt(np.mean((x - x.mean()) ** 2))) for x in (raw, scaled))


def spread_of_two_draws(d_k, n, rng):
    """Another right way: fresh vectors for the scaled scores, and n - 1 below the line."""
    raw, scaled = (
        np.einsum("nd,nd->n", rng.normal(size=(n, d_k)), rng.normal(size=(n, d_k))) for _ in range(2)
    )
    return np.std(raw, ddof=1), np.std(scaled, ddof=1) / np.sqrt(d_k)


def spread_from_the_diagonal(d_k, n, rng):
    """Another right way: the pairs are the diagonal of the whole table."""
    raw = np.diagonal(rng.standard_normal((n, d_k)) @ rng.standard_normal((d_k, n)))
    return np.array([raw.std(), raw.std() / np.sqrt(d_k)])


def _as_two(args, results):
    """An array or list of two numbers counts as two results."""
    if len(results) == 1 and results[0].shape == (2,):
        return tuple(np.asarray(x) for x in results[0])
    return results


def _qk(*args, **sizes):
    return p.qkv(*args, **sizes)[:2]


def _spread_probe(d_k, n):
    return Probe((d_k, n, np.random.default_rng(spread.SEED)))


ATTENTION_SCORES = Exercise(
    name="attention_scores",
    lesson="02_scores",
    parameters=("q", "k"),
    returns=("scores",),
    kind=("scores",),
    stages=(
        Stage("arguments", "ok", lambda s: True, (only_two_axes("q", "k"),)),
        Stage("scores", "raw", lambda s: s.q @ swap(s.k), (*product_forms(), *transposing_forms())),
        Stage("scale", "scores", lambda s: s.raw / np.sqrt(s.q.shape[-1]), (*scaling_forms(), *length_forms())),
        Stage("return", "result", lambda s: s.scores, SCORE_RETURNS),
    ),
    probes=(
        Probe(_qk(201)),
        Probe(_qk(202, T_q=4, T_k=6, d_k=3)),
        Probe(_qk(203, T_q=5, T_k=5, d_k=3)),
        Probe(_qk(204, T_q=3, T_k=6, d_k=6)),
        Probe(_qk(205, leading=(7,)), "leading"),
        Probe(_qk(206, leading=(2, 6)), "leading"),
    ),
    reference=core.attention_scores,
    alternatives=(attention_scores, scores_by_einsum, scores_by_loops, scores_scaled_on_both_sides),
    solution=attention_scores,
    hints=(
        "Work one entry of the table out by hand: which row of q, which row of k, and how many products does it add up?",
        "`@` multiplies the rows of its left side by the columns of its right side, and keys stand in rows. So the last two "
        "axes of k, and no others, must change places. The scale undoes a spread that grows with the length of the vectors.",
        "Write the shape beside each factor, (…, T_q, d_k) and (…, d_k, T_k). Then divide by the root of the number of "
        "products that each entry adds up; read it off the last axis of q.",
    ),
)  # fmt: skip

SCORE_SPREAD = Exercise(
    name="score_spread",
    lesson="02_scores",
    parameters=("d_k", "n", "rng"),
    returns=("unscaled", "scaled"),
    kind=("numbers", "numbers"),
    stages=(
        Stage("vectors", "drawn", spread.drawn, spread.DRAWING_FORMS),
        Stage("scores", "raw", lambda s: (s.drawn[0] * s.drawn[1]).sum(axis=-1), spread.PRODUCT_FORMS),
        Stage("scale", "scaled", lambda s: s.raw / np.sqrt(s.d_k), spread.SPREAD_SCALING),
        Stage("spread", "measured", lambda s: (np.std(s.raw), np.std(s.scaled)), spread.MEASURING_FORMS),
        Stage("return", "result", lambda s: s.measured, spread.SPREAD_RETURNS),
    ),
    # n is large enough for a measurement within 7 % and small enough for the whole n × n table.
    # The wider rng tells a measurement from a sum that happens to spread alike, and from numbers known beforehand.
    probes=(
        _spread_probe(64, 2500),
        _spread_probe(3, 3500),
        Probe((16, 3000, spread.WideGenerator(np.random.PCG64(spread.SEED))), "wide"),
    ),
    families={"wide": "M58"},
    reference=expected_spread,
    alternatives=(
        score_spread,
        core.score_spread,
        spread_one_pair_at_a_time,
        spread_of_two_draws,
        spread_from_the_diagonal,
    ),
    solution=score_spread,
    judged=_as_two,
    rtol=0.07,
    hints=(
        "How many scores do n pairs of vectors give, and along which axis do the d_k products of one pair lie?",
        "One score for each pair: products of matching components, added up along the components. Both results are "
        "standard deviations of these n numbers, the second after the scale has done its work.",
        "Keep the n unscaled scores in a name of their own; make the scaled ones from them without changing them; take "
        "`.std()` of each, and return the two numbers in the order that the docstring names.",
    ),
)

EXERCISES = (ATTENTION_SCORES, SCORE_SPREAD)
