"""Lesson 07: the soft-cap, alone and in its place before the mask."""

import numpy as np

from attnedu import core

from ..engine.model import Exercise, Form, Probe, Stage
from ..forms import bending as f
from ..forms import read_off
from ..forms.late_caps import ORDER_FORMS, bend, cap_forms, capped_bridges
from ..forms.leading import only_two_axes
from ..forms.masking import empty_forms, hiding_forms, late, mask_after
from ..forms.reading import reading_forms
from ..forms.tools import guarded_softmax, hide, swap
from . import probes as p
from .masked_softmax import multiplied_then_renormalised

NOTE_UNSHIFTED = (
    "Exact while e to the power cap is a number, which holds for every cap in use: with a cap of 1,000 it "
    "overflows. Subtracting the row maximum has no such limit."
)
NOTE_MULTIPLIED = (
    "Exact for every cap in use: with a cap of 1,000 and a row of scores near -400, the hidden ones, set to 0, "
    "take everything before they are removed. Masking with -inf has no such row."
)


def soft_cap(scores, cap):
    """Small scores pass almost unchanged; large ones approach the cap."""
    return cap * np.tanh(scores / cap)


def cap_by_sigmoid(scores, cap):
    """Another right way: tanh(x) = 2 · sigmoid(2x) - 1."""
    return cap * (2 / (1 + np.exp(-2 * scores / cap)) - 1)


def cap_in_place_of_a_copy(scores, cap):
    """Another right way: three steps on a copy, as Gemma's code writes it."""
    capped = np.array(scores, dtype=float)
    capped /= cap
    np.tanh(capped, out=capped)
    capped *= cap
    return capped


def _around(seed, *shape, level=1e4):
    """Rows of scores near level, near -level and around 0."""
    return p.scores(seed, *shape) + level * np.array([[1.0], [-1.0], [0.0]])


SOFT_CAP = Exercise(
    name="soft_cap",
    lesson="07_biases",
    parameters=("scores", "cap"),
    returns=("scores",),
    kind=("scores",),
    stages=(
        Stage("arguments", "ok", lambda s: True, (only_two_axes("scores"),)),
        Stage("cap", "unit", lambda s: s.cap, f.CAP_FORMS),
        Stage("divide", "x", lambda s: s.scores / s.unit, f.RATIO_FORMS),
        Stage("bend", "bent", lambda s: np.tanh(s.x), f.BEND_FORMS),
        Stage("multiply", "capped", lambda s: s.unit * s.bent, f.UNIT_FORMS),
        Stage("return", "result", lambda s: s.capped, f.CAPPED_RETURNS),
    ),
    probes=(
        Probe((p.scores(701, 3, 5), 2.0)),
        Probe((p.scores(702, 4, 6), 3)),
        Probe((p.scores(703, 5, 5), 0.7)),
        Probe((p.scores(704, 7, 3, 5), 2.5), "leading"),
        Probe((p.scores(705, 2, 6, 3, 5), 2.5), "leading"),
        Probe((_around(706, 3, 5), 5.0), "large"),
        Probe((p.scores(707, 1, 1), 50.0), "edge"),
    ),
    reference=core.soft_cap,
    rules=read_off.BENT,
    alternatives=(soft_cap, cap_by_sigmoid, cap_in_place_of_a_copy),
    solution=soft_cap,
    hints=(
        "With a cap of 5, what should become of a score of 0.1, and of a score of 1,000?",
        "tanh leaves small numbers almost as they are and never leaves -1 to 1. Its slope at 0 is 1, and it must stay 1.",
        "Measure the scores in caps, bend, and return to the unit of the scores.",
    ),
)  # fmt: skip


def capped_masked_softmax(scores, mask, cap):
    """Cap, then hide, then softmax: after the cap, minus infinity stays minus infinity."""
    capped = cap * np.tanh(scores / cap)
    hidden = np.where(mask, capped, -np.inf)
    top = hidden.max(axis=-1, keepdims=True)
    e = np.exp(hidden - np.where(np.isneginf(top), 0, top))
    total = e.sum(axis=-1, keepdims=True)
    return e / np.where(total == 0, 1, total)


def capped_by_renormalising(scores, mask, cap):
    """Another right way: capped scores never dominate, so zeroing the weights and renormalising is exact."""
    weights = guarded_softmax(bend(scores, cap)) * mask
    total = weights.sum(axis=-1, keepdims=True)
    return weights / np.where(total == 0, 1, total)


def capped_around_the_mask(scores, mask, cap):
    """Another right way: cap after hiding, and hide once more."""
    late = bend(hide(scores, mask), cap)
    return core.softmax(np.where(mask, late, -np.inf))


def capped_without_a_shift(scores, mask, cap):
    """Right for every cap in use: e to the power cap does not overflow."""
    e = np.exp(bend(scores, cap)) * mask
    total = e.sum(axis=-1, keepdims=True)
    return e / np.where(total == 0, 1, total)


def capped_by_multiplying(scores, mask, cap):
    """Right for every cap in use: hidden scores to 0, softmax, zero, renormalise."""
    return multiplied_then_renormalised(bend(scores, cap), mask)


def _probe(seed, *shape, cap, mask_shape=None, level=None, family="ordinary", note="", **rows):
    scores = p.scores(seed, *shape) if level is None else _around(seed, *shape, level=level)
    return Probe((scores, p.mask(seed + 50, *(mask_shape or shape), **rows), cap), family, note)


def _beyond(seed, level):
    """Scores far from 0 under a cap that lets them through."""
    return p.scores(seed, 3, 5) + level, p.mask(seed + 50, 3, 5), 1000.0


CAPPED_MASKED_SOFTMAX = Exercise(
    name="capped_masked_softmax",
    lesson="07_biases",
    parameters=("scores", "mask", "cap"),
    returns=("weights",),
    kind=("weights",),
    stages=(
        Stage("arguments", "ok", lambda s: True, (only_two_axes("scores"),)),
        Stage("cap", "capped", lambda s: bend(s.scores, s.cap), cap_forms()),
        Stage("mask", "seen", lambda s: s.mask, reading_forms()),
        Stage("hide", "hidden", lambda s: hide(s.capped, s.seen), (mask_after("capped"), *ORDER_FORMS, *hiding_forms("capped", few=True, scale="M58"))),
        Stage("softmax", "shares", lambda s: guarded_softmax(s.hidden), capped_bridges()),
        Stage("empty rows", "weights", late(), empty_forms("shares", scores="capped")),
        Stage("return", "result", lambda s: s.weights, (
            Form("M45", lambda s: swap(s.weights), "return weights.T", "weights are read by column"),
            Form("M01", lambda s: s.hidden, "return scores", "masked scores are weights", rare=True),
            Form("M45", lambda s: (s.weights, s.hidden), "return weights, scores", "the number of results is free"),
            Form("M20", lambda s: np.where(s.weights < 0.05, 0, s.weights), "weights[weights < 0.05] = 0", "a weak key gets exactly zero"),
        )),
    ),
    probes=(
        _probe(711, 3, 5, cap=5.0),
        _probe(712, 4, 6, cap=3),
        _probe(713, 5, 5, cap=2.0, full_row=True),
        _probe(714, 7, 3, 5, cap=3.0, family="leading"),
        _probe(715, 2, 6, 3, 5, cap=3.0, mask_shape=(2, 1, 3, 5), family="leading"),
        _probe(716, 3, 5, cap=5.0, empty_row=True, family="empty"),
        _probe(717, 3, 5, cap=5.0, level=1e4, family="large"),
        Probe(_beyond(718, 1e4), "limit", NOTE_UNSHIFTED),
        Probe(_beyond(719, -400.0), "limit", NOTE_MULTIPLIED),
    ),
    reference=core.capped_masked_softmax,
    rules=read_off.BENT_INSIDE,
    alternatives=(capped_masked_softmax, capped_by_renormalising, capped_around_the_mask),
    limited=((capped_without_a_shift, NOTE_UNSHIFTED), (capped_by_multiplying, NOTE_MULTIPLIED)),
    solution=capped_masked_softmax,
    hints=(
        "Hide a key first and cap afterwards, with a cap of 5. Which score does the hidden key have now?",
        "After hiding, nothing may touch minus infinity except softmax. Where does that leave the cap?",
        "Three steps in the order of the name: bend all scores, hide, then a softmax that survives an empty row.",
    ),
)  # fmt: skip
