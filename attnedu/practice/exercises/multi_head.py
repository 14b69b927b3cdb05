"""Lesson 08: multi-head attention, whole."""

import numpy as np

from attnedu import core

from ..engine.model import Exercise, Form, Probe, Stage
from ..forms import many_heads as heads
from ..forms import masks_of_heads as masks
from ..forms.bridges import bridge_forms
from ..forms.masking import empty_forms, hiding_forms, late, mask_after
from ..forms.outputs import mixing_forms
from ..forms.products import product_forms
from ..forms.scaling import scaling_forms
from ..forms.tools import guarded_softmax, hide, swap
from . import probes as p


def multi_head_attention(x, w_q, w_k, w_v, w_o, n_heads, mask=None):
    """Project, split, attend in each head, merge, project."""
    q, k, v = (heads.split(x @ w, n_heads) for w in (w_q, w_k, w_v))
    scores = q @ np.swapaxes(k, -1, -2) / np.sqrt(q.shape[-1])
    if mask is not None:
        if mask.ndim == 3:
            mask = mask[:, None]
        scores = np.where(mask, scores, -np.inf)
    top = scores.max(axis=-1, keepdims=True)
    e = np.exp(scores - np.where(np.isneginf(top), 0, top))
    total = e.sum(axis=-1, keepdims=True)
    weights = e / np.where(total == 0, 1, total)
    return heads.merge(weights @ v) @ w_o


def one_head_at_a_time(x, w_q, w_k, w_v, w_o, n_heads, mask=None):
    """Another right way: a loop over heads, each with its columns of the projections, then joined."""
    d = w_q.shape[1] // n_heads
    outputs = []
    for h in range(n_heads):
        cut = slice(h * d, (h + 1) * d)
        outputs.append(core.attention(x @ w_q[:, cut], x @ w_k[:, cut], x @ w_v[:, cut], mask).output)
    return np.concatenate(outputs, axis=-1) @ w_o


def summed_over_heads(x, w_q, w_k, w_v, w_o, n_heads, mask=None):
    """Another right way: each head has its rows of w_o, and the heads' contributions are added."""
    d = w_q.shape[1] // n_heads
    total = 0
    for h in range(n_heads):
        cut = slice(h * d, (h + 1) * d)
        total = (
            total + core.attention(x @ w_q[:, cut], x @ w_k[:, cut], x @ w_v[:, cut], mask).output @ w_o[cut]
        )
    return total


# In so long a function every form costs time in the search for pairs: what is left out here is rare, or the like of another.
LEFT_OUT = {
    "a fill of nan", "a fill of -100", "a fill of -1e-9", "scores * -1e9", "scores - 10 * ~mask", "scores - 1e9 * ~mask",
    "weights filled with 1e-9", "weights filled with -1e9", "weights + missing / T_k", "e / e.max()", "exp(s - max) / (1 + sum)",
    "scores / np.sqrt(T_k)", "hide(abs(scores))", "np.finfo(float).min", "relu, then divided", "np.round(softmax(scores))",
}  # fmt: skip


def _common(forms):
    """Each effect once, and nothing rare."""
    seen = LEFT_OUT.copy()
    return tuple(form for form in forms if not (form.line in seen or seen.add(form.line)))


def _probe(seed, T=5, n_heads=3, d=4, batch=None, mask=None, size=1.0, family="ordinary", empty=False):
    r = p.rng(seed)
    d_model = n_heads * d
    x = r.normal(size=(T, d_model) if batch is None else (batch, T, d_model))
    w = [r.normal(size=(d_model, d_model)) / np.sqrt(d_model) * 1.3 for _ in range(4)]
    w[0], w[1] = w[0] * size, w[1] * size
    if mask == "square":
        mask = p.mask(seed + 50, T, T, empty_row=empty)
    elif mask == "padding":
        mask = (np.arange(T) < r.integers(1, T, size=batch)[:, None])[:, None, :]
    return Probe((x, *w, n_heads, mask), family)


MULTI_HEAD_ATTENTION = Exercise(
    name="multi_head_attention",
    lesson="08_heads",
    parameters=("x", "w_q", "w_k", "w_v", "w_o", "n_heads", "mask"),
    returns=("output",),
    kind=("output",),
    stages=(
        Stage("projections", "qkv", lambda s: (s.x @ s.w_q, s.x @ s.w_k, s.x @ s.w_v), heads.PROJECTIONS),
        Stage("heads", "split", lambda s: tuple(heads.split(x, s.n_heads) for x in s.qkv), heads.SPLITS),
        Stage("scores", "raw", lambda s: s.split[0] @ swap(s.split[1]), tuple(
            Form(f.id, lambda s, f=f: f.run(heads.Pair(s.split[0], s.split[1])), f.line, f.belief, f.also, f.rare) for f in product_forms()[:7]
        )),
        Stage("scale", "scaled", lambda s: s.raw / np.sqrt(s.split[0].shape[-1]), (*heads.SCALES_OF_THE_WHOLE, *(
            Form(f.id, lambda s, f=f: f.run(heads.Scale(s.raw, s.split[0])), f.line, f.belief, f.also, f.rare) for f in scaling_forms()[:6]
        ))),
        Stage("scores of heads", "scores", lambda s: s.scaled, heads.SCORES_AVERAGED),
        Stage("mask", "seen", lambda s: masks.head_mask(s.mask, s.x), masks.mask_forms()),
        Stage("hide", "hidden", lambda s: hide(s.scores, s.seen), (mask_after(), *_common(hiding_forms(few=True)))),
        Stage("softmax", "bare", lambda s: guarded_softmax(s.hidden), _common((masks.NO_SOFTMAX, *masks.late_forms(), *bridge_forms("hidden", masked=True, few=True)))),
        Stage("empty rows", "weights", late("bare"), empty_forms("bare")),
        Stage("weights of heads", "shares", lambda s: s.weights, heads.WEIGHTS_AVERAGED),
        Stage("output of heads", "heads", lambda s: s.shares @ s.split[2], tuple(
            Form(f.id, lambda s, f=f: f.run(heads.Mix(s.shares, s.split[2])), f.line, f.belief, f.also, f.rare) for f in mixing_forms()[:11]
        )),
        Stage("merge", "merged", lambda s: heads.merge(s.heads), heads.OUTPUTS),
        Stage("output", "result", lambda s: s.merged @ s.w_o, (
            Form("M55", lambda s: s.merged, "no w_o", "the last projection may be left out"),
            Form("M54", lambda s: s.merged @ s.w_o.T, "@ w_o.T", "projections are stored the other way round"),
            Form("M45", lambda s: (s.merged @ s.w_o, s.shares), "return output, weights", "weights are asked for too"),
            Form("M45", lambda s: swap(s.merged @ s.w_o), "…, d_model, T", "time may stand last"),
            Form("M58", lambda s: s.merged @ s.w_o + s.x, "x + …", "a residual belongs here"),
            Form("M58", lambda s: s.merged @ s.w_o / s.n_heads, "/ n_heads", "heads are averaged in the end"),
        )),
    ),
    probes=(
        _probe(831, mask="square"),
        _probe(832, T=4, n_heads=2, d=5),
        _probe(833, T=5, n_heads=3, d=4, batch=7, mask="padding"),
        _probe(834, T=4, n_heads=3, d=2, batch=3, mask="padding"),
        _probe(835, batch=2, mask="square"),
        _probe(836, mask="square", family="empty", empty=True),
        _probe(837, size=60.0, family="large"),
    ),
    reference=core.multi_head_attention,
    alternatives=(multi_head_attention, one_head_at_a_time, summed_over_heads),
    solution=multi_head_attention,
    hints=(
        "Follow one token through: what shape does it have before the split, in one head, and after the merge?",
        "Each head has its own scores, its own rows that sum to 1, its own mix of values. Heads meet only at the last projection.",
        "Project, split, attend, merge, project. A mask with a batch axis needs a head axis after it; the scale is one head's length.",
    ),
)  # fmt: skip
