"""Lesson 03: softmax along any axis, and at a temperature. The way back is in `lesson_03_backward`."""

import numpy as np

from attnedu import core

from ..engine.model import Exercise, Probe, Stage
from ..forms import softmax_sums, softmaxing, tempering
from ..forms.along import AXIS_FORMS, along, rule_forms
from ..forms.leading import only_two_axes
from ..forms.softmax_returns import RETURN_FORMS
from ..forms.tools import guarded_softmax
from . import probes as p


def softmax(scores, axis=-1):
    """Turn scores into weights along one axis; a row of -inf gives zeros."""
    largest = scores.max(axis=axis, keepdims=True)
    shift = np.where(np.isneginf(largest), 0, largest)  # -inf - (-inf) would be nan
    exponentials = np.exp(scores - shift)
    total = exponentials.sum(axis=axis, keepdims=True)
    return exponentials / np.where(total == 0, 1, total)


def temperature_softmax(scores, temperature):
    """Softmax at a temperature: below 1 sharpens, above 1 flattens."""
    scores = scores / temperature
    top = scores.max(axis=-1, keepdims=True)
    exponentials = np.exp(scores - np.where(np.isneginf(top), 0, top))
    total = exponentials.sum(axis=-1, keepdims=True)
    return exponentials / np.where(total == 0, 1, total)


def softmax_in_logs(scores, axis=-1):
    """Another right way: one exponential, of log-weights."""
    log_total = np.logaddexp.reduce(scores, axis=axis, keepdims=True)
    return np.exp(scores - np.where(np.isneginf(log_total), 0, log_total))


def softmax_by_slices(scores, axis=-1):
    """Another right way: one slice at a time, in plain Python."""

    def one(row):
        e = np.array([np.exp(x - max(row)) if x > -np.inf else 0.0 for x in row])
        return e / e.sum() if e.any() else e

    return np.apply_along_axis(one, axis, scores)


def softmax_in_base_two(scores, axis=-1):
    """Another right way: 2 to the power of scores · log2(e), the NaN of an empty row mended last."""
    x = np.asarray(scores) * np.log2(np.e)
    e = np.exp2(x - x.max(axis=axis, keepdims=True))
    return np.nan_to_num(e / e.sum(axis=axis, keepdims=True))


def tempered_by_a_power(scores, temperature):
    """Another right way: the weights to the power 1/T, renormalised; in logs, so that nothing underflows."""
    log_weights = scores - np.logaddexp.reduce(scores, axis=-1, keepdims=True)
    powered = log_weights * (1 / temperature)
    return np.nan_to_num(np.exp(powered - np.logaddexp.reduce(powered, axis=-1, keepdims=True)))


def weights_to_a_power(scores, temperature):
    """Another right way: the same with the weights themselves."""
    powered = guarded_softmax(scores) ** (1 / temperature)
    total = powered.sum(axis=-1, keepdims=True)
    return powered / np.where(total == 0, 1, total)


def tempered_after_the_shift(scores, temperature):
    """Another right way: the shift first, then the division."""
    e = np.exp((scores - scores.max(axis=-1, keepdims=True)) / temperature)
    return np.nan_to_num(e / np.einsum("...j->...", e)[..., None])


def _hiding(seed, *shape, empty=None):
    """Scores with a few -inf among them; `empty` makes a whole slice -inf."""
    scores = p.scores(seed, *shape)
    scores.flat[1] = scores.flat[-2] = -np.inf
    if empty is not None:
        scores[empty] = -np.inf
    return scores


def _with_zeros(seed, *shape):
    """Scores with an exact 0 in each row, which is a score like any other."""
    scores = p.scores(seed, *shape)
    scores[..., 2] = 0.0
    return scores


def _large(seed):
    """Rows near 10⁴, near -10⁴ and near 0, and one that spans them."""
    scores = p.scores(seed, 4, 6)
    span = np.array([1e4, -1e4, 0.0, 1e4 - 1, 5.0, -3.0])
    return np.concatenate([scores[:3] + np.array([[1e4], [-1e4], [0.0]]), span[None]])


SOFTMAX = Exercise(
    name="softmax",
    lesson="03_softmax",
    parameters=("scores", "axis"),
    returns=("weights",),
    kind=("weights",),
    stages=(
        Stage("arguments", "ok", lambda s: True, (only_two_axes("scores"),)),
        Stage("axis", "ax", lambda s: s.axis, softmaxing.AXIS_FORMS),
        Stage("scores", "x", lambda s: s.scores, softmaxing.PREPARE_FORMS),
        Stage("shift", "z", softmaxing.shifted, softmaxing.SHIFT_FORMS),
        Stage("exponentials", "e", lambda s: np.exp(s.z), softmax_sums.EXPONENTIAL_FORMS),
        Stage("normalise", "w", lambda s: softmaxing.over(s.e, softmaxing.total_of(s.e, s.ax)), softmax_sums.NORMALISE_FORMS),
        Stage("return", "result", lambda s: s.w, RETURN_FORMS),
    ),
    probes=(
        Probe((p.scores(301, 3, 5), -1)),
        Probe((p.scores(302, 4, 4), -1)),
        Probe((_hiding(303, 6, 4), -1), "hidden"),
        Probe((_with_zeros(313, 3, 6), -1), "zero"),
        Probe((p.scores(314, 3, 5),), "default"),
        Probe((p.scores(304, 3, 5), 0), "axis"),
        Probe((p.scores(305, 4, 4), -2), "axis"),
        Probe((p.scores(306, 5), -1), "leading"),
        Probe((p.scores(307, 7, 3, 5), -1), "leading"),
        Probe((p.scores(308, 2, 3, 4), 0), "leading"),
        Probe((p.scores(315, 4, 3, 5),), "leading"),
        Probe((p.scores(309, 2, 6, 5), -2), "leading"),
        Probe((_hiding(310, 3, 5, empty=1), -1), "empty"),
        Probe((_hiding(311, 4, 4, empty=(slice(None), 2)), 0), "empty"),
        Probe((_large(312), -1), "large"),
    ),
    families={"axis": "M04", "default": "M04", "zero": "M02"},
    defaults={"axis": -1},
    reference=core.softmax,
    alternatives=(softmax, softmax_in_logs, softmax_by_slices, softmax_in_base_two),
    solution=softmax,
    hints=(
        "Write down what one row of the result must satisfy, then how a row of scores of 10,000 could get there.",
        "A shift of a whole row changes no weight, so choose the shift that leaves no exponent above 0. A row of -inf has "
        "no such shift and nothing to share out: find what your lines make of it, and give both a harmless number.",
        "Four steps: the largest along `axis`, kept as an axis; the exponentials of the shifted scores; their sum along "
        "`axis`, kept as an axis; the quotient. Before the shift and before the division, use np.where for the empty row.",
    ),
)  # fmt: skip

TEMPERATURE_SOFTMAX = Exercise(
    name="temperature_softmax",
    lesson="03_softmax",
    parameters=("scores", "temperature"),
    returns=("weights",),
    kind=("weights",),
    stages=(
        Stage("arguments", "ok", lambda s: True, (only_two_axes("scores"),)),
        Stage("temperature", "x", lambda s: s.scores / s.temperature, tempering.DIVIDING_FORMS),
        Stage("axis", "ax", lambda s: -1, AXIS_FORMS),
        Stage("softmax", "weights", along(guarded_softmax, "x"), (*tempering.late_forms(), *rule_forms("x"))),
        Stage("return", "result", lambda s: s.weights, tempering.tempered_returns()),
    ),
    probes=(
        Probe((p.scores(321, 3, 5), 0.5)),
        Probe((p.scores(322, 4, 6), 3.0)),
        Probe((p.scores(323, 5, 5), 1.7)),
        Probe((_with_zeros(328, 3, 6), 0.7), "zero"),
        Probe((p.scores(324, 7, 3, 5), 2.5), "leading"),
        Probe((p.scores(325, 2, 6, 3, 5), 0.6), "leading"),
        Probe((_large(326), 0.5), "large"),
        Probe((_large(327), 2.0), "large"),
        Probe((_hiding(329, 3, 5, empty=1), 2.0), "empty"),
    ),
    families={"zero": "M02"},
    reference=core.temperature_softmax,
    alternatives=(temperature_softmax, tempered_by_a_power, weights_to_a_power, tempered_after_the_shift),
    solution=temperature_softmax,
    hints=(
        "At which bank of the river does a temperature live: where numbers may be anything, or where they sum to 1?",
        "A low temperature must widen the gaps between scores, a high one must narrow them. Which operation does that?",
        "Change the scores by the temperature first, and let the rest of the function see only the changed ones.",
    ),
)

EXERCISES = (SOFTMAX, TEMPERATURE_SOFTMAX)
