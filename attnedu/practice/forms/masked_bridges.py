"""Ways to get from scores and a mask to weights that are not softmax over the visible keys."""

import numpy as np

from ..engine.model import Form
from .bridges import bridge_forms
from .masking import AFTER
from .tools import bare_softmax, share


def after_forms(scores="scores", seen="seen", without=()):
    """The forms of AFTER on the state; plain zeroing is `mask_after`, a step that composes."""
    return tuple(
        Form(
            id,
            lambda s, rule=rule: rule(getattr(s, scores), getattr(s, seen)),
            line,
            belief,
            also,
            "-inf" in line or "1e-9" in line,
        )
        for id, rule, line, belief, also in AFTER
        if line not in ("softmax(scores) * mask", "e * mask / e.sum()") and id not in without
    )


def _other_rules(scores, seen):
    """Positive numbers that are no exponentials, over the visible keys."""

    def of(rule):
        return lambda s: share(rule(getattr(s, scores)) * getattr(s, seen))

    return (
        Form("M53", of(np.square), "scores**2 * mask, then divided", "squares make it positive", rare=True),
        Form("M53", of(lambda x: np.maximum(x, 0)), "relu * mask, then divided", "a negative score counts as nothing", rare=True),
    )  # fmt: skip


def _extra_one(hidden):
    """e / (1 + e.sum()), without overflow."""
    top = np.maximum(hidden.max(axis=-1, keepdims=True), 0)
    e = np.exp(hidden - top)
    return e / (np.exp(-top) + e.sum(axis=-1, keepdims=True))


def bridging_forms(scores="scores", seen="seen", hidden="hidden"):
    """Wrong forms of `weights = softmax(hidden)`: the mask used too late, and everything in `bridges`."""
    # A scale of √T_k is the same before and after hiding: one form of it is enough, in `hiding_forms`.
    bridges = bridge_forms(hidden, masked=True)
    columns = Form(
        "M04",
        lambda s: bare_softmax(getattr(s, hidden), -2),
        "axis=-2, no guard",
        "each key shares out 1",
        second="M16",
    )
    extra = Form(
        "M53", lambda s: _extra_one(getattr(s, hidden)), "np.exp(-max) + e.sum()", "an extra 1 is harmless"
    )
    return (
        after_forms(scores, seen)
        + (columns, extra, *_other_rules(scores, seen))
        + tuple(form for form in bridges if form.line != "scores / np.sqrt(T_k)")
    )
