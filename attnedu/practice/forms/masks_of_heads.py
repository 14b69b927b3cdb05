"""Ways to get a mask wrong where it meets heads: the head axis, batches, and the mask used after softmax."""

import numpy as np

from ..engine.model import Form
from .masking import AFTER
from .tools import swap


def head_mask(mask, x):
    """The mask as it meets scores (…, n_heads, T, T): a head axis for a mask with a batch."""
    if mask is None:
        return np.ones((x.shape[-2], x.shape[-2]), dtype=bool)
    return mask if mask.ndim == 2 else mask[:, None]


def _only_with(axes):
    """The mask as it should be if it has this many axes, else nothing hidden."""

    def run(s):
        used = s.mask is not None and s.mask.ndim == axes
        return head_mask(s.mask if used else None, s.x)

    return run


def mask_forms():
    raw = (
        Form("M50", _only_with(3), "a mask (T_q, T_k) is not used", "a mask counts only if it has a batch"),
        Form(
            "M50", _only_with(2), "a mask (batch, 1, T_k) is not used", "a mask counts only if it is a matrix"
        ),
        Form(
            "M43",
            lambda s: s.mask if s.mask is not None else head_mask(None, s.x),
            "mask without a head axis",
            "the batch axis meets the heads",
        ),
        Form(
            "M43",
            lambda s: (
                head_mask(None, s.x)
                if s.mask is None
                else (s.mask[None] if s.mask.ndim == 2 else s.mask[None])
            ),
            "mask[None]",
            "the batch axis meets the heads",
            rare=True,
        ),
        Form(
            "M43",
            lambda s: head_mask(None, s.x) if s.mask is None else head_mask(swap(s.mask), s.x),
            "padding on the query axis",
            "padding belongs to the queries",
        ),
        Form("M50", lambda s: _tri(s.x), "np.tri(T)", "a mask is always causal"),
        Form(
            "M50",
            lambda s: np.ones((s.x.shape[-2],) * 2, dtype=bool),
            "the mask is not used",
            "the mask has done its work already",
        ),
        Form(
            "M58",
            lambda s: head_mask(s.mask, s.x) & _tri(s.x),
            "mask & np.tri(T)",
            "the future is hidden as well",
        ),
        Form(
            "M58",
            lambda s: _tri(s.x) if s.mask is None else head_mask(s.mask, s.x),
            "np.tri(T) if mask is None",
            "no mask means causal",
        ),
        Form(
            "M11",
            lambda s: ~head_mask(s.mask, s.x) if s.mask is not None else head_mask(None, s.x),
            "~mask",
            "True hides",
        ),
        Form("M55", lambda s: _first_head_only(s), "mask for the first head", "one head's mask serves all"),
    )
    return raw


def _first_head_only(s):
    seen = np.ones((s.n_heads, s.x.shape[-2], s.x.shape[-2]), dtype=bool)
    mask = head_mask(s.mask, s.x)
    seen = np.broadcast_to(seen, np.broadcast_shapes(seen.shape, mask.shape)).copy()
    seen[..., 0, :, :] = np.broadcast_to(mask, seen.shape)[..., 0, :, :]
    return seen


def _tri(x):
    return np.tri(x.shape[-2], dtype=bool)


NO_SOFTMAX = Form(
    "M01",
    lambda s: np.where(s.seen, s.scores, 0.0),
    "scores * mask, no softmax",
    "a score is already a share",
)

# Plain zeroing is a step of its own, `mask_after`.
MASK_AFTER = {"softmax(scores) * mask", "e * mask / e.sum()"}


def late_forms():
    return tuple(
        Form(
            id,
            lambda s, rule=rule: rule(s.scores, np.broadcast_to(s.seen, s.scores.shape)),
            line,
            belief,
            also,
            "-inf" in line,
        )
        for id, rule, line, belief, also in AFTER
        if line not in MASK_AFTER
    )
