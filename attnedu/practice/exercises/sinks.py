"""Lesson 07: softmax with a sink."""

import numpy as np

from attnedu import core

from ..engine.model import Exercise, Probe, Stage
from ..forms import read_off
from ..forms import sinking as f
from ..forms.leading import only_two_axes
from ..forms.sink_results import RESULT_FORMS
from ..forms.tools import guarded_softmax
from . import probes as p

NOTE_NO_SINK = (
    "Exact for every finite sink: with a sink of minus infinity, which is no sink at all, infinite differences "
    "are left. A sink that stands beside the scores has no such case."
)


def sink_softmax(scores, sink):
    """The sink is one more score in the maximum and in the sum, and nowhere else."""
    sink = np.asarray(sink, dtype=float)
    if sink.ndim == 1:
        sink = sink[:, None, None]
    top = np.maximum(scores.max(axis=-1, keepdims=True), sink)
    e = np.exp(scores - top)
    return e / (np.exp(sink - top) + e.sum(axis=-1, keepdims=True))


def sink_by_column(scores, sink):
    """Another right way: softmax over one more column, which is dropped afterwards."""
    sink = np.reshape(sink, (-1, 1, 1)) if np.ndim(sink) else sink
    column = np.broadcast_to(sink, (*scores.shape[:-1], 1))
    return guarded_softmax(np.concatenate([column, scores], axis=-1))[..., 1:]


def sink_subtracted(scores, sink):
    """Right for every finite sink: scores measured from the sink, whose own score is then 0."""
    sink = np.asarray(sink, dtype=float)
    above = scores - (sink[:, None, None] if sink.ndim else sink)
    return guarded_softmax(np.concatenate([above, np.zeros((*scores.shape[:-1], 1))], axis=-1))[..., :-1]


def sink_by_logs(scores, sink):
    """Another right way: subtract the logarithm of the whole denominator."""
    sink = np.asarray(sink)[..., None] if np.ndim(sink) else sink
    log_total = np.logaddexp(np.logaddexp.reduce(scores, axis=-1), sink)
    return np.exp(scores - log_total[..., None])


def sink_as_a_gate(scores, sink):
    """Another right way: plain softmax times the share that the sink leaves."""
    sink = np.asarray(sink, dtype=float)
    sink = sink[:, None, None] if sink.ndim else sink
    log_sum = np.logaddexp.reduce(scores, axis=-1, keepdims=True)
    return guarded_softmax(scores) / (1 + np.exp(sink - log_sum))


def _heads(seed, n):
    """One sink for each head, of both signs."""
    return p.rng(seed).normal(size=n) * 1.5


def _empty(seed, *shape):
    """Scores in which row 1 is -inf throughout."""
    scores = p.scores(seed, *shape)
    scores[..., 1, :] = -np.inf
    return scores


def _large(seed):
    return p.scores(seed, 3, 5) + np.array([[1e4], [-1e4], [0.0]])


SINK_SOFTMAX = Exercise(
    name="sink_softmax",
    lesson="07_biases",
    parameters=("scores", "sink"),
    returns=("weights",),
    kind=("weights",),
    stages=(
        Stage("arguments", "ok", lambda s: True, (only_two_axes("scores"),)),
        Stage("sink", "value", f.value_of, f.VALUE_FORMS),
        Stage("heads", "column", f.column_of, f.COLUMN_FORMS),
        Stage("scores", "table", f.table_of, f.TABLE_FORMS),
        Stage("softmax", "shares", lambda s: guarded_softmax(s.table), f.sink_bridges()),
        Stage("return", "result", lambda s: s.shares[..., :-1], RESULT_FORMS),
    ),
    probes=(
        Probe((p.scores(731, 3, 5), 0.7)),
        Probe((p.scores(732, 4, 6), -1.3)),
        Probe((p.scores(733, 6, 3, 5), _heads(783, 6))),
        Probe((p.scores(734, 4, 4, 4), _heads(784, 4))),
        Probe((p.scores(735, 7, 3, 5), 1.5), "leading"),
        Probe((p.scores(736, 2, 6, 3, 5), _heads(786, 6)), "leading"),
        Probe((_large(737), 0.5), "large"),
        Probe((_empty(738, 3, 5), 0.4), "empty"),
        Probe((p.scores(739, 3, 5), -np.inf), "limit", NOTE_NO_SINK),
    ),
    reference=core.sink_softmax,
    rules=(read_off.another_share,),
    alternatives=(sink_softmax, sink_by_column, sink_by_logs, sink_as_a_gate),
    limited=((sink_subtracted, NOTE_NO_SINK),),
    solution=sink_softmax,
    hints=(
        "Two scores of 0 and a sink of 0: three equal claims. What does each of the two keys get?",
        "The sink counts in the denominator like a score, and has no weight of its own in the result. Shift it with the scores.",
        "Take the maximum over scores and sink, exponentiate all with the same shift, and divide by the sum that includes the sink.",
    ),
)
