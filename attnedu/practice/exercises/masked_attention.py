"""Lesson 06: masked attention, whole."""

import numpy as np

from attnedu import core

from ..engine.model import Exercise, Form, Probe, Stage
from ..forms.leading import only_two_axes
from ..forms.masking import hiding_forms, mask_after
from ..forms.outputs import mixing_forms, returning_forms
from ..forms.products import product_forms
from ..forms.reading import reading_forms
from ..forms.scaling import scaling_forms
from ..forms.tools import guarded_softmax, hide, swap
from . import probes as p
from .masked_softmax import (
    BRIDGE,
    EMPTY,
    NOTE_ADDED,
    NOTE_BESIDE_A_GIANT,
    NOTE_DOMINATED,
    NOTE_MULTIPLIED,
    added_then_zeroed,
    masked_softmax,
    masked_softmax_by_logsumexp,
    masked_softmax_by_renormalising,
    multiplied_then_renormalised,
)


def masked_attention(q, k, v, mask):
    """Scores, scaled, then hidden, then softmax, then the mix of values."""
    weights = masked_softmax(q @ np.swapaxes(k, -1, -2) / np.sqrt(q.shape[-1]), mask)
    return weights @ v, weights


def masked_attention_reference(q, k, v, mask):
    """The reference, by the package's own pipeline."""
    trace = core.attention(q, k, v, mask)
    return trace.output, trace.weights


def masked_attention_by_einsum(q, k, v, mask):
    """Another right way: named axes, logs."""
    scores = np.einsum("...id,...jd->...ij", q, k) / np.sqrt(q.shape[-1])
    weights = masked_softmax_by_logsumexp(scores, mask)
    return np.einsum("...ij,...jd->...id", weights, v), weights


def masked_attention_masked_before_scaling(q, k, v, mask):
    """Another right way: -inf divided by √d_k is still -inf."""
    hidden = hide(q @ swap(k), mask) / np.sqrt(q.shape[-1])
    weights = guarded_softmax(hidden)
    return weights @ v, weights


def masked_attention_by_renormalising(q, k, v, mask):
    """Right, with a limit."""
    weights = masked_softmax_by_renormalising(q @ swap(k) / np.sqrt(q.shape[-1]), mask)
    return weights @ v, weights


def masked_attention_added(q, k, v, mask):
    """Right for ordinary scores."""
    weights = added_then_zeroed(q @ swap(k) / np.sqrt(q.shape[-1]), mask)
    return weights @ v, weights


def masked_attention_multiplied(q, k, v, mask):
    """Right for ordinary scores."""
    weights = multiplied_then_renormalised(q @ swap(k) / np.sqrt(q.shape[-1]), mask)
    return weights @ v, weights


def _attention_probe(seed, leading=(), empty_row=False, full_row=False, mask_leading=None, **sizes):
    q, k, v = p.qkv(seed, leading=leading, **sizes)
    shape = (*(leading if mask_leading is None else mask_leading), q.shape[-2], k.shape[-2])
    return q, k, v, p.mask(seed + 50, *shape, empty_row=empty_row, full_row=full_row)


def _large_attention(seed):
    """Rows of scores near 10⁴ and near -10⁴: one component of every key is 1, and the queries shift their row by it."""
    q, k, v, mask = _attention_probe(seed)
    k[:, -1] = 1.0
    q[:, -1] = np.array([1e4, -1e4, 0.0]) * np.sqrt(q.shape[-1])
    return q, k, v, mask


def _dominated_attention(seed):
    """One hidden key whose score lies 10⁴ above the visible ones."""
    q, k, v, mask = _attention_probe(seed)
    q = np.abs(q) + 0.5
    k[2] = 1e4
    mask[0] = np.array([True, True, False, False, True])
    return q, k, v, mask


def _keys_of_zeros(s):
    """Keys that nobody sees are zeros; there is no mask."""
    return s.scores * np.broadcast_to(s.seen, s.scores.shape).any(axis=-2, keepdims=True)


HIDE = Stage("mask", "hidden", lambda s: hide(s.scores, s.seen), (
    mask_after(),
    *hiding_forms(),
    Form("M14", _keys_of_zeros, "k * mask", "a key of zeros gets no share"),
))  # fmt: skip


def _unmasked(s):
    return guarded_softmax(s.scores)


# The mask reaches the output and not the weights, or reaches the values alone.
MASK_ELSEWHERE = (
    Form("M01", lambda s: (s.output, s.hidden), "return output, hidden scores", "masked scores are the weights"),
    Form("M50", lambda s: (s.output, _unmasked(s)), "return output, softmax(scores)", "the weights to return need no mask"),
    Form("M10", lambda s: ((_unmasked(s) * s.seen) @ s.v, _unmasked(s)), "(weights * mask) @ v", "zeroing a weight removes the key"),
    Form("M14", lambda s: (_unmasked(s) @ (s.v * s.seen.any(axis=-2)[..., None]), _unmasked(s)), "v * mask", "a value of zero hides its key"),
)  # fmt: skip

MASKED_ATTENTION = Exercise(
    name="masked_attention",
    lesson="06_masking",
    parameters=("q", "k", "v", "mask"),
    returns=("output", "weights"),
    kind=("output", "weights"),
    stages=(
        Stage("arguments", "ok", lambda s: True, (only_two_axes("q", "k"),)),
        Stage("scores", "raw", lambda s: s.q @ swap(s.k), product_forms()),
        Stage("scale", "scores", lambda s: s.raw / np.sqrt(s.q.shape[-1]), scaling_forms(v="v")),
        Stage("mask", "seen", lambda s: s.mask, reading_forms()),
        HIDE,
        BRIDGE,
        EMPTY,
        Stage("output", "output", lambda s: s.weights @ s.v, mixing_forms(q="q", k="k")),
        Stage("return", "result", lambda s: (s.output, s.weights), (*returning_forms(), *MASK_ELSEWHERE)),
    ),
    probes=(
        Probe(_attention_probe(651)),
        Probe(_attention_probe(652, T_q=4, T_k=6, d_k=3, d_v=5)),
        Probe(_attention_probe(653, T_q=5, T_k=5, d_k=3, d_v=2, full_row=True)),
        Probe(_attention_probe(654, leading=(7,)), "leading"),
        Probe(_attention_probe(655, leading=(2, 6), mask_leading=(2, 1)), "leading"),
        Probe(_attention_probe(656, empty_row=True), "empty"),
        Probe(_large_attention(657), "large"),
        Probe(_dominated_attention(658), "limit", NOTE_BESIDE_A_GIANT),
    ),
    reference=masked_attention_reference,
    alternatives=(
        masked_attention_by_einsum,
        masked_attention_masked_before_scaling,
        masked_attention_by_renormalising,
    ),
    limited=(
        (masked_attention_by_renormalising, NOTE_DOMINATED),
        (masked_attention_added, NOTE_ADDED),
        (masked_attention_multiplied, NOTE_MULTIPLIED),
    ),
    solution=masked_attention,
    hints=(
        "Name the stages in order. At which one does a key have to disappear?",
        "A mask acts on scores, after the scale and before softmax; output and weights then follow as before.",
        "Compute scaled scores as in attention, use your masked_softmax on them, mix the values, and return output first.",
    ),
)
