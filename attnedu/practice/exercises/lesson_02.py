"""Lesson 02: scores, and the measurement that explains their square root."""

import numpy as np

from attnedu import core

from ..engine.model import Exercise, Form, Probe, Stage
from ..forms import spread
from ..forms.leading import only_two_axes
from ..forms.products import product_forms, transposing_forms
from ..forms.scaling import length_forms, scaling_forms
from ..forms.tools import bare_softmax, swap
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
    """The numbers that a measurement comes near: √d_k and 1."""
    return np.sqrt(d_k), 1.0


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
        Stage("return", "result", lambda s: s.scores, (
            Form("M01", lambda s: bare_softmax(s.scores), "softmax(scores)", "scores are weights already"),
            Form("M01", lambda s: bare_softmax(s.scores, -2), "softmax(scores, axis=-2)", "scores are weights already", rare=True),
            Form("M01", lambda s: np.exp(s.scores), "np.exp(scores)", "scores must be positive"),
            Form("M40", lambda s: s.scores / s.scores.sum(axis=-1, keepdims=True), "scores / scores.sum()", "scores must sum to 1"),
            Form("M58", lambda s: s.scores - s.scores.max(axis=-1, keepdims=True), "scores - scores.max()", "the row's maximum is taken off already"),
            Form("M58", lambda s: s.scores - s.scores.mean(axis=-1, keepdims=True), "scores - scores.mean()", "scores are centred"),
            Form("M58", lambda s: np.where(np.tri(*s.scores.shape[-2:], dtype=bool), s.scores, -np.inf), "np.tri(…)", "the future is hidden as well"),
            Form("M58", lambda s: np.tanh(s.scores), "np.tanh(scores)", "scores are capped"),
            Form("M58", lambda s: np.clip(s.scores, -1, 1), "np.clip(scores, -1, 1)", "scores are capped"),
            Form("M58", lambda s: np.maximum(s.scores, 0), "np.maximum(scores, 0)", "scores cannot be negative"),
            Form("M53", lambda s: 1 / (1 + np.exp(-s.scores)), "1 / (1 + np.exp(-scores))", "a sigmoid turns scores into shares"),
            Form("M45", lambda s: (s.scores, bare_softmax(s.scores)), "return scores, weights", "the number of results is free"),
            Form("M45", lambda s: s.scores.sum(axis=-1), "scores.sum(axis=-1)", "one number for each query is the result"),
            Form("M45", lambda s: s.scores.ravel(), "scores.ravel()", "the shape of the result is free"),
            Form("M22", lambda s: s.scores.mean(axis=-3, keepdims=True) if s.scores.ndim > 2 else s.scores, "scores.mean(axis=-3)", "heads share one table of scores"),
            Form("M53", lambda s: np.round(s.scores, 1), "np.round(scores, 1)", "a rounded score is as good"),
            Form("M53", lambda s: np.round(s.scores), "np.round(scores)", "a rounded score is as good"),
        )),
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
        Stage("vectors", "drawn", lambda s: spread.normals(s.d_k, s.n), spread.DRAWING_FORMS),
        Stage("scores", "raw", lambda s: (s.drawn[0] * s.drawn[1]).sum(axis=-1), spread.PRODUCT_FORMS),
        Stage("scale", "scaled", lambda s: s.raw / np.sqrt(s.d_k), spread.SPREAD_SCALING),
        Stage("spread", "measured", lambda s: (np.std(s.raw), np.std(s.scaled)), spread.MEASURING_FORMS),
        Stage("return", "result", lambda s: s.measured, spread.SPREAD_RETURNS),
    ),
    # n is large enough for a measurement within 7 % and small enough for the whole n × n table.
    probes=(_spread_probe(64, 2500), _spread_probe(9, 3500)),
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
