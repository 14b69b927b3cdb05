"""Lesson 04: the output as a mix of values, and the entropy of a row. The test for weights is in `lesson_04_test`."""

import numpy as np

from attnedu import core

from ..engine.model import Exercise, Probe, Stage
from ..forms import entropies, mixing
from ..forms.leading import only_two_axes
from ..forms.tools import guarded_softmax
from . import probes as p


def attention_output(weights, v):
    """Mix the values of all keys by each query's weights."""
    return weights @ v


def row_entropy(weights):
    """Entropy of each row in nats, with 0 · log 0 = 0."""
    logs = np.log(np.where(weights > 0, weights, 1))
    return -np.sum(weights * logs, axis=-1)


def output_by_einsum(weights, v):
    """Another right way: named axes."""
    return np.einsum("...ij,...jd->...id", weights, v)


def output_by_broadcasting(weights, v):
    """Another right way: every weight times every value, then the sum over keys."""
    return (weights[..., :, :, None] * v[..., None, :, :]).sum(axis=-2)


def output_by_loops(weights, v):
    """Another right way: one query at a time, in plain Python."""
    out = np.zeros((*weights.shape[:-1], v.shape[-1]))
    for *front, i in np.ndindex(weights.shape[:-1]):
        for j in range(v.shape[-2]):
            out[(*front, i)] += weights[(*front, i, j)] * v[(*front, j)]
    return out


def entropy_with_a_tiny_constant(weights):
    """Another right way: a constant too small to matter keeps the logarithm finite."""
    return -(weights * np.log(weights + 1e-12)).sum(-1)


def entropy_by_nansum(weights):
    """Another right way: 0 · log 0 is NaN here, and left out of the sum."""
    return np.nansum(weights * -np.log(weights), axis=-1)


def entropy_by_rows(weights):
    """Another right way: only the keys that hold something, in bits and back to nats."""
    out = np.zeros(weights.shape[:-1])
    for row in np.ndindex(out.shape):
        held = weights[row][weights[row] > 0]
        out[row] = np.log(2) * sum(w * np.log2(1 / w) for w in held)
    return out


def _mix(seed, *shape, d_v=2):
    weights = p.distribution(seed, *shape)
    return weights, p.rng(seed + 50).normal(size=(*shape[:-2], shape[-1], d_v))


def _short_rows(seed):
    """Weights zeroed after softmax and not renormalised: the mix is linear whatever a row sums to."""
    weights, v = _mix(seed, 3, 5)
    weights[0, 1:3] = 0
    weights[2, 4] = 0
    return weights, v


def _empty_row(seed):
    weights, v = _mix(seed, 3, 5)
    weights[1] = 0
    return weights, v


def _with_zeros(seed, *shape):
    """Weights with hidden keys and one row that has everything on one key."""
    scores = p.scores(seed, *shape)
    scores[..., 0, 1] = scores[..., 1, -1] = -np.inf
    scores[..., -1, 1:] = -np.inf
    return guarded_softmax(scores)


ATTENTION_OUTPUT = Exercise(
    name="attention_output",
    lesson="04_weights_and_output",
    parameters=("weights", "v"),
    returns=("output",),
    kind=("output",),
    stages=(
        Stage("arguments", "ok", lambda s: True, (only_two_axes("weights", "v"),)),
        Stage("heads", "h", lambda s: s.weights, mixing.HEAD_FORMS),
        Stage("weights", "w", lambda s: s.h, mixing.WEIGHT_FORMS),
        Stage("values", "x", lambda s: s.v, mixing.VALUE_FORMS),
        Stage("output", "output", lambda s: s.w @ s.x, mixing.PRODUCT_FORMS),
        Stage("return", "result", lambda s: s.output, mixing.MIXED_RETURNS),
    ),
    probes=(
        Probe(_mix(401, 3, 5)),
        Probe(_mix(402, 4, 6, d_v=3)),
        Probe(_mix(403, 5, 5, d_v=2)),
        Probe(_mix(404, 3, 5, d_v=5)),
        Probe(_mix(405, 4, 4, d_v=4)),
        Probe(_mix(406, 7, 3, 5), "leading"),
        Probe(_mix(407, 2, 6, 3, 5), "leading"),
        Probe(_short_rows(408), "edge"),
        Probe(_empty_row(409), "empty"),
    ),
    families={"edge": "M58"},
    reference=core.attention_output,
    alternatives=(attention_output, output_by_einsum, output_by_broadcasting, output_by_loops),
    solution=attention_output,
    hints=(
        "One query, two keys, shares of 3/4 and 1/4: what are its shares taken of, and how many numbers come out?",
        "The output of a query is the sum of all values, each times its share. Row i of the weights belongs to query i; "
        "column j belongs to key j, and so does row j of the values.",
        "Write the shapes side by side: (…, T_q, T_k) and (…, T_k, d_v). One operation sums over what they have in common.",
    ),
)

ROW_ENTROPY = Exercise(
    name="row_entropy",
    lesson="04_weights_and_output",
    parameters=("weights",),
    returns=("entropy",),
    kind=("numbers",),
    stages=(
        Stage("arguments", "ok", lambda s: True, (only_two_axes("weights"),)),
        Stage("weights", "w", lambda s: s.weights, entropies.READING_FORMS),
        Stage("logarithm", "logs", lambda s: np.log(entropies.safe(s.w)), entropies.LOG_FORMS),
        Stage("terms", "terms", lambda s: s.w * s.logs, entropies.TERM_FORMS),
        Stage("sum", "summed", lambda s: -s.terms.sum(axis=-1), entropies.SUM_FORMS),
        Stage("sign", "entropy", lambda s: s.summed, entropies.SIGN_FORMS),
        Stage("unit", "result", lambda s: s.entropy, entropies.UNIT_FORMS),
    ),
    probes=(
        Probe((p.distribution(421, 3, 5),)),
        Probe((p.distribution(422, 4, 6),)),
        Probe((p.distribution(423, 5, 5),)),
        Probe((p.distribution(424, 7, 3, 5),), "leading"),
        Probe((p.distribution(425, 2, 6, 3, 5),), "leading"),
        Probe((_with_zeros(426, 3, 5),), "zero"),
        Probe((_with_zeros(427, 4, 3),), "zero"),
        Probe((_empty_row(428)[0],), "empty"),
    ),
    families={"zero": "M20"},
    atol=1e-5,  # a constant of 1e-6 in the logarithm is common, and does no harm
    reference=core.row_entropy,
    alternatives=(row_entropy, entropy_with_a_tiny_constant, entropy_by_nansum, entropy_by_rows),
    solution=row_entropy,
    hints=(
        "Which entropy has a row that gives everything to one key, and which one that gives four keys 1/4 each?",
        "Each key adds its weight times the surprise of its weight, the negative natural logarithm. A key that holds nothing "
        "adds nothing, though its logarithm is -inf: keep that product from being computed.",
        "Give the logarithm a harmless number wherever a weight is 0, with np.where. Then multiply, add up along the keys, "
        "and look after the sign.",
    ),
)

EXERCISES = (ATTENTION_OUTPUT, ROW_ENTROPY)
