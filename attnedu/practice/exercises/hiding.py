"""Lesson 06: hiding scores with a mask."""

import numpy as np

from attnedu import core

from ..engine.model import Exercise, Form, Probe, Stage
from ..forms.leading import only_two_axes
from ..forms.masking import hiding_forms
from ..forms.reading import reading_forms
from ..forms.tools import guarded_softmax, swap
from . import probes as p


def mask_scores(scores, mask):
    """A hidden score becomes -inf, because e to the power -inf is 0."""
    return np.where(mask, scores, -np.inf)


def hide_by_adding(scores, mask):
    """Another right way: add 0 or -inf."""
    return scores + np.where(mask, 0.0, -np.inf)


def hide_a_copy(scores, mask):
    """Another right way: a copy, with its hidden cells overwritten."""
    hidden = np.array(scores, dtype=float)
    hidden[~np.broadcast_to(mask, hidden.shape)] = -np.inf
    return hidden


def _with_mask(make, seed, *shape, mask_shape=None, **rows):
    return make(seed, *shape), p.mask(seed + 50, *(mask_shape or shape), **rows)


def _probes(make, seed):
    """Scores or weights with a mask: ordinary, square, with leading axes, with an empty row."""
    return (
        Probe(_with_mask(make, seed, 3, 5)),
        Probe(_with_mask(make, seed + 1, 4, 6)),
        Probe(_with_mask(make, seed + 2, 5, 5, full_row=True)),
        Probe(_with_mask(make, seed + 3, 7, 3, 5), "leading"),
        Probe(_with_mask(make, seed + 4, 2, 6, 3, 5, mask_shape=(2, 1, 3, 5)), "leading"),
        Probe(_with_mask(make, seed + 5, 3, 5, empty_row=True), "empty"),
    )


MASK_SCORES = Exercise(
    name="mask_scores",
    lesson="06_masking",
    parameters=("scores", "mask"),
    returns=("scores",),
    kind=("scores",),
    stages=(
        Stage("arguments", "ok", lambda s: True, (only_two_axes("scores"),)),
        Stage("mask", "seen", lambda s: s.mask, reading_forms()),
        Stage("hide", "hidden", lambda s: np.where(s.seen, s.scores, -np.inf), hiding_forms(scale="M58")),
        Stage("return", "result", lambda s: s.hidden, (
            Form("M01", lambda s: guarded_softmax(s.hidden), "softmax(…)", "masking ends with weights"),
            Form("M01", lambda s: np.where(s.seen, guarded_softmax(s.scores), 0.0), "softmax(…) * mask", "masking works on weights"),
            Form("M58", lambda s: s.hidden - np.where(np.isneginf(s.hidden.max(-1, keepdims=True)), 0, s.hidden.max(-1, keepdims=True)), "… - max", "masking shifts as well"),
            Form("M45", lambda s: swap(s.hidden), "….T", "scores are read by column"),
            Form("M45", lambda s: s.scores[np.broadcast_to(s.seen, s.scores.shape)], "scores[mask]", "hidden cells can be left out"),
            Form("M50", lambda s: np.where(s.seen, 0.0, -np.inf), "np.where(mask, 0, -inf)", "the additive mask is the result"),
        )),
    ),
    probes=_probes(p.scores, 611),
    reference=core.mask_scores,
    alternatives=(mask_scores, hide_by_adding, hide_a_copy),
    solution=mask_scores,
    hints=(
        "Which number x makes e to the power x exactly 0?",
        "A hidden score must contribute nothing to the sum below the line. A finite number always contributes something.",
        "Choose cell by cell between the score and minus infinity, into a new array.",
    ),
)  # fmt: skip
