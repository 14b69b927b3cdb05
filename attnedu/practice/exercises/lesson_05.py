"""Lesson 05: attention, whole."""

import numpy as np

from attnedu import core

from ..engine.model import Exercise, Form, Probe, Stage
from ..forms.along import AXIS_FORMS, along, rule_forms
from ..forms.leading import only_two_axes
from ..forms.outputs import mixing_forms, residual_forms, returning_forms
from ..forms.products import component_forms, product_forms
from ..forms.scaling import cosine, scaling_forms
from ..forms.tools import bare_softmax, guarded_softmax, swap
from . import probes as p


def attention(q, k, v):
    """The reference, by the package's own pipeline."""
    trace = core.attention(q, k, v)
    return trace.output, trace.weights


def attention_by_hand(q, k, v):
    """Scores, scaled; a stable softmax along the keys; the mix of values."""
    scores = q @ np.swapaxes(k, -1, -2) / np.sqrt(q.shape[-1])
    e = np.exp(scores - scores.max(axis=-1, keepdims=True))
    weights = e / e.sum(axis=-1, keepdims=True)
    return weights @ v, weights


def by_einsum(q, k, v):
    """Another right way: named axes instead of transposes."""
    scores = np.einsum("...id,...jd->...ij", np.asarray(q), np.asarray(k)) / np.sqrt(q.shape[-1])
    weights = np.exp(scores - np.logaddexp.reduce(scores, axis=-1, keepdims=True))
    return np.einsum("...ij,...jd->...id", weights, v), weights


def with_q_scaled_first(q, k, v):
    """Another right way: the scale folded into the queries."""
    scores = (q * q.shape[-1] ** -0.5) @ np.swapaxes(k, -1, -2)
    weights = guarded_softmax(scores)
    return weights @ v, weights


LATE_SCALE = Form(
    "M07",
    lambda s: bare_softmax(s.raw, s.ax) / np.sqrt(s.q.shape[-1]),
    "softmax(raw) / np.sqrt(d_k)",
    "the scale may come after softmax",
)


def large(seed):
    """Queries and keys whose scores reach ±10⁴."""
    q, k, v = p.qkv(seed)
    return q * 100, k * 100, v


def with_a_zero_key(seed):
    """A key of zeros scores exactly 0 with every query: a score like any other."""
    q, k, v = p.qkv(seed)
    k[2] = 0.0
    return q, k, v


EXERCISES = (
    Exercise(
        name="attention",
        lesson="05_worked_example",
        parameters=("q", "k", "v"),
        returns=("output", "weights"),
        kind=("output", "weights"),
        stages=(
            Stage("arguments", "ok", lambda s: True, (only_two_axes("q", "k"),)),
            Stage("scores", "raw", lambda s: s.q @ swap(s.k), (*product_forms(v="v"), *component_forms())),
            Stage(
                "scale", "scores", lambda s: s.raw / np.sqrt(s.q.shape[-1]), (*scaling_forms(v="v"), cosine())
            ),
            Stage("axis", "ax", lambda s: -1, AXIS_FORMS),
            Stage("softmax", "weights", along(guarded_softmax), (LATE_SCALE, *rule_forms())),
            Stage(
                "output",
                "output",
                lambda s: s.weights @ s.v,
                (*mixing_forms(scores="scores", q="q", k="k"), *residual_forms()),
            ),
            Stage("return", "result", lambda s: (s.output, s.weights), returning_forms()),
        ),
        probes=(
            Probe(p.qkv(501)),
            Probe(p.qkv(502, T_q=4, T_k=6, d_k=3, d_v=5)),
            Probe(p.qkv(503, T_q=5, T_k=5, d_k=3, d_v=2)),
            Probe(p.qkv(508, T_q=3, T_k=6, d_k=4, d_v=4)),  # a residual fits only here
            Probe(p.qkv(504, leading=(7,)), "leading"),
            Probe(p.qkv(505, leading=(2, 6)), "leading"),
            Probe(large(506), "large"),
            Probe(with_a_zero_key(507), "zero"),
        ),
        families={"zero": "M02"},
        reference=attention,
        alternatives=(attention_by_hand, by_einsum, with_q_scaled_first),
        solution=attention_by_hand,
        hints=(
            "Say the pipeline aloud: which three things happen between q, k, v and the output?",
            "Scores compare each query with each key, softmax shares out 1 along the keys, and those shares mix the values.",
            "Multiply q by k with its last two axes exchanged, divide by the root of d_k, softmax over the last axis, multiply by v.",
        ),
    ),
)
