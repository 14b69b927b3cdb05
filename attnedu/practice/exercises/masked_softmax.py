"""Lesson 06: masked softmax."""

import numpy as np

from attnedu import core

from ..engine.model import Exercise, Form, Probe, Stage
from ..forms.leading import only_two_axes
from ..forms.masked_bridges import bridging_forms
from ..forms.masking import (
    ZERO_IS_NONE,
    empty_forms,
    hiding_forms,
    late,
    mask_after,
)
from ..forms.reading import reading_forms
from ..forms.tools import guarded_softmax, hide, swap
from . import probes as p

NOTE_DOMINATED = (
    "Exact until a hidden score dominates: with a hidden score 10⁴ above the visible ones, the visible weights "
    "underflow to 0 before the row is renormalised, and 0/0 is left. Masking the scores has no such row."
)
NOTE_BESIDE_A_GIANT = (
    "Exact until a hidden score dominates: with a hidden score 10⁴ above the visible ones, yours differs from masking "
    "with -inf, which no hidden score can reach."
)
NOTE_ADDED = (
    "Exact until a hidden score stands 10⁴ above the visible ones: what is added then only brings it down to them, "
    "and it takes a share. Masking with -inf has no such row."
)
NOTE_MULTIPLIED = (
    "Exact while visible scores are not far below 0: in a row of scores near -10⁴, the hidden ones, set to 0, take "
    "everything before they are removed. Masking with -inf has no such row."
)


def masked_softmax(scores, mask):
    """Hidden scores to -inf, then a stable softmax in which an empty row gives zeros."""
    hidden = np.where(mask, scores, -np.inf)
    top = hidden.max(axis=-1, keepdims=True)
    e = np.exp(hidden - np.where(np.isneginf(top), 0, top))
    total = e.sum(axis=-1, keepdims=True)
    return e / np.where(total == 0, 1, total)


def masked_softmax_by_renormalising(scores, mask):
    """Right, with a limit: the weight-level way."""
    weights = guarded_softmax(scores) * mask
    total = weights.sum(axis=-1, keepdims=True)
    return weights / np.where(total == 0, 1, total)


def masked_softmax_by_logsumexp(scores, mask):
    """Another right way: subtract the log of the sum, in logs throughout."""
    hidden = np.where(mask, scores, -np.inf)
    log_total = np.logaddexp.reduce(hidden, axis=-1, keepdims=True)
    return np.where(mask, np.exp(hidden - np.where(np.isneginf(log_total), 0, log_total)), 0)


def masked_softmax_by_rows(scores, mask):
    """Another right way: a loop over rows that only ever sees visible keys."""
    out = np.zeros(scores.shape)
    seen = np.broadcast_to(mask, scores.shape)
    for index in np.ndindex(scores.shape[:-1]):
        row = scores[index][seen[index]]
        if row.size:
            e = np.exp(row - row.max())
            out[index][seen[index]] = e / e.sum()
    return out


def multiplied_then_renormalised(scores, mask):
    """Right for ordinary scores: AllenNLP's form."""
    weights = guarded_softmax(scores * mask) * mask
    return weights / (weights.sum(axis=-1, keepdims=True) + 1e-13)


def added_then_zeroed(scores, mask):
    """Right for ordinary scores: -10⁴ is added to the hidden ones, and empty rows are seen to."""
    seen = np.broadcast_to(mask, scores.shape)
    return guarded_softmax(scores - 1e4 * ~seen) * seen.any(axis=-1, keepdims=True)


def _scores_and_mask(seed, *shape, mask_shape=None, **rows):
    return p.scores(seed, *shape), p.mask(seed + 50, *(mask_shape or shape), **rows)


def large_scores(seed):
    """Rows of scores near 10⁴ and near -10⁴, hidden ones among them."""
    scores, mask = _scores_and_mask(seed, 3, 5)
    return scores + np.array([[1e4], [-1e4], [0.0]]), mask


def dominated(seed):
    """A hidden score of 10⁴ beside ordinary visible ones."""
    scores, mask = _scores_and_mask(seed, 3, 5)
    return np.where(mask, scores, 1e4), mask


def _with_a_zero(seed):
    """A visible score of exactly 0 in two rows, and a row that sees everything."""
    scores, mask = _scores_and_mask(seed, 5, 5, full_row=True)
    for row in (0, 2):
        scores[row, np.flatnonzero(mask[row])[0]] = 0.0
    return scores, mask


def _all_visible_negative(seed):
    """Every visible score negative and the hidden ones positive: a leak shows most here."""
    scores, mask = _scores_and_mask(seed, 4, 6)
    return np.where(mask, -np.abs(scores) - 0.5, np.abs(scores) + 0.5), mask


READ = Stage("mask", "seen", lambda s: s.mask, reading_forms())
HIDE = Stage("mask", "hidden", lambda s: hide(s.scores, s.seen), (mask_after(), *hiding_forms(scale="M58")))
BRIDGE = Stage("softmax", "shares", lambda s: guarded_softmax(s.hidden), bridging_forms())
EMPTY = Stage("empty rows", "weights", late(), empty_forms("shares"))

MASKED_SOFTMAX = Exercise(
    name="masked_softmax",
    lesson="06_masking",
    parameters=("scores", "mask"),
    returns=("weights",),
    kind=("weights",),
    stages=(
        Stage("arguments", "ok", lambda s: True, (only_two_axes("scores"),)),
        READ,
        Stage("mask", "hidden", HIDE.right, (*HIDE.wrong, ZERO_IS_NONE)),
        BRIDGE,
        EMPTY,
        Stage("return", "result", lambda s: s.weights, (
            Form("M45", lambda s: swap(s.weights), "return weights.T", "weights are read by column"),
            Form("M01", lambda s: s.hidden, "return scores", "masked scores are weights"),
            Form("M45", lambda s: (s.weights, s.hidden), "return weights, scores", "the order of results is free"),
            Form("M58", lambda s: np.where(s.weights < 0.05, 0, s.weights), "weights < …", "small weights are cut off"),
            Form("M58", lambda s: np.where(s.weights < 0.1, 0, s.weights), "weights < 0.1", "small weights are cut off"),
        )),
    ),
    probes=(
        Probe(_scores_and_mask(601, 3, 5)),
        Probe(_all_visible_negative(602)),
        Probe(_with_a_zero(603)),
        Probe(_scores_and_mask(604, 7, 3, 5), "leading"),
        Probe(_scores_and_mask(605, 7, 3, 5, mask_shape=(3, 5)), "leading"),
        Probe(_scores_and_mask(606, 2, 6, 3, 5, mask_shape=(2, 1, 3, 5)), "leading"),
        Probe(_scores_and_mask(607, 3, 5, empty_row=True), "empty"),
        Probe(large_scores(608), "large"),
        Probe(dominated(609), "limit", NOTE_BESIDE_A_GIANT),
    ),
    reference=core.masked_softmax,
    alternatives=(masked_softmax_by_logsumexp, masked_softmax_by_rows, masked_softmax_by_renormalising),
    limited=(
        (masked_softmax_by_renormalising, NOTE_DOMINATED),
        (added_then_zeroed, NOTE_ADDED),
        (multiplied_then_renormalised, NOTE_MULTIPLIED),
    ),
    solution=masked_softmax,
    hints=(
        "Which rows of your result sum to 1, and which keys share that 1?",
        "Hide before softmax, and the visible keys share everything. A row with no visible key has nothing to share: what is 0/0?",
        "Set hidden scores to -inf, subtract each row's largest score unless it is -inf, and do not divide by a sum of zero.",
    ),
)  # fmt: skip
