"""Ways to combine a soft-cap with a mask and softmax in the wrong order. The steps write capped, seen, hidden, weights."""

import numpy as np

from ..engine.model import Form
from .bridges import bridge_forms
from .masked_bridges import after_forms
from .tools import guarded_softmax, hide


def bend(scores, cap):
    """Right: cap · tanh(scores / cap)."""
    return cap * np.tanh(scores / cap)


def _softsign(x, c):
    return x / (1 + np.abs(x / c))


# Caps that the masked function may get wrong: the common ones of `bending`, as functions of scores and cap.
CAPS = (
    ("M58", lambda x, c: x, "no cap", "the cap may be left out"),
    ("M37", lambda x, c: np.clip(x, -c, c), "np.clip(scores, -cap, cap)", "a cap clips"),
    ("M37", lambda x, c: np.minimum(x, c), "np.minimum(scores, cap)", "a cap clips, at the top only"),
    ("M37", lambda x, c: np.tanh(x / c), "np.tanh(scores / cap)", "the cap stands inside the tanh only"),
    ("M37", lambda x, c: c * np.tanh(x), "cap * np.tanh(scores)", "the cap stands outside the tanh only"),
    ("M37", lambda x, c: np.tanh(x), "np.tanh(scores)", "the cap is always 1"),
    ("M37", lambda x, c: np.tanh(x * c) / c, "np.tanh(scores * cap) / cap", "dividing and multiplying can change places"),
    ("M37", lambda x, c: c * np.tanh(x * c), "cap * np.tanh(scores * cap)", "the cap multiplies inside"),
    ("M37", lambda x, c: c / (1 + np.exp(-x / c)), "cap * sigmoid(scores / cap)", "the sigmoid is the tanh"),
    ("M37", lambda x, c: 50.0 * np.tanh(x / 50.0), "50 * np.tanh(scores / 50)", "the cap is always 50"),
    ("M37", lambda x, c: 30.0 * np.tanh(x / 30.0), "30 * np.tanh(scores / 30)", "the cap is always 30"),
    ("M37", _softsign, "x / (1 + abs(x))", "any bend towards the cap will do"),
    ("M37", lambda x, c: c * 2 / np.pi * np.arctan(np.pi / 2 * x / c), "np.arctan(…)", "any bend towards the cap will do"),
    ("M37", lambda x, c: np.where(np.abs(x) > c, bend(x, c), x), "np.where(abs(scores) > cap, …)", "scores below the cap are left alone"),
    ("M37", lambda x, c: bend(bend(x, c), c), "soft_cap(soft_cap(scores))", "a second cap does no harm"),
    ("M37", lambda x, c: x * np.tanh(x / c), "scores * np.tanh(scores / cap)", "the tanh is a factor on the score"),
    ("M58", lambda x, c: bend(x, c) / np.sqrt(x.shape[-1]), "soft_cap(scores) / np.sqrt(T_k)", "scores are scaled once more"),
    ("M58", lambda x, c: bend(x / np.sqrt(x.shape[-1]), c), "soft_cap(scores / np.sqrt(T_k))", "scores are scaled once more"),
    ("M21", lambda x, c: x / c, "scores / cap", "the cap is a temperature"),
    ("M46", lambda x, c: -bend(x, c), "-cap * np.tanh(…)", "the sign of a score is free"),
    ("M46", lambda x, c: bend(np.abs(x), c), "tanh(abs(scores) / cap)", "the sign of a score can be dropped"),
)  # fmt: skip


# Lines that have another name too, and lines that are named last.
SECOND_NAMES = {
    "scores / cap": ("M37",),
    "soft_cap(scores) / np.sqrt(T_k)": ("M07",),
    "soft_cap(scores / np.sqrt(T_k))": ("M07",),
}
RARE_CAPS = {"30 * np.tanh(scores / 30)"}


def cap_forms():
    """Wrong caps. Each leaves its rule in the state, so that a cap after the mask is the learner's own cap."""

    def form(id, rule, line, belief):
        def run(s):
            s.rule = rule
            return rule(s.scores, s.cap)

        return Form(id, run, line, belief, SECOND_NAMES.get(line, ()), line in RARE_CAPS)

    return tuple(form(*entry) for entry in CAPS)


def _late(rule):
    """A cap on scores that are hidden already: rule(cap as a function of scores, scores, seen, cap)."""

    def run(s):
        bent = getattr(s, "rule", bend)
        return rule(lambda x: bent(x, s.cap), s.scores, s.seen, s.cap)

    return run


LATE = "the cap may come after hiding"
# Under the cap every low fill becomes -cap, so these differ only where the fill itself is small.
ORDER_FORMS = (
    Form("M27", _late(lambda cap, x, m, c: cap(hide(x, m))), "soft_cap(mask_scores(scores, mask))", LATE),
    Form("M27", _late(lambda cap, x, m, c: cap(hide(cap(x), m))), "soft_cap(mask_scores(soft_cap(scores)))", "a second cap, after hiding, does no harm"),
    Form("M27", _late(lambda cap, x, m, c: np.maximum(hide(cap(x), m), -c)), "np.maximum(…, -cap)", "no score lies below the cap"),
    Form("M27", _late(lambda cap, x, m, c: np.where(m, cap(x), -c)), "np.where(mask, capped, -cap)", "the lowest capped score hides"),
    Form("M27", _late(lambda cap, x, m, c: np.where(m, cap(x), -2 * c)), "np.where(mask, capped, -2 * cap)", "a score below the cap hides", rare=True),
    Form("M27", _late(lambda cap, x, m, c: cap(x + np.where(m, 0.0, -1e9))), "soft_cap(scores - 1e9 * ~mask)", LATE, rare=True),
    Form("M27", _late(lambda cap, x, m, c: cap(np.where(m, x, -10.0))), "soft_cap(np.where(mask, scores, -10))", LATE, rare=True),
    Form("M27", _late(lambda cap, x, m, c: cap(x + np.where(m, 0.0, -10.0))), "soft_cap(scores - 10 * ~mask)", LATE, rare=True),
    Form("M27", _late(lambda cap, x, m, c: cap(x - 1.0 * ~m)), "soft_cap(scores - (1 - mask))", LATE, rare=True),
    Form("M27", _late(lambda cap, x, m, c: cap(x * np.where(m, 1.0, -1e9))), "soft_cap(scores * -1e9)", LATE, rare=True),
)  # fmt: skip

# Without a shift of its own a softmax of capped scores is safe for every usual cap: no mistake here.
SAFE_BELOW_THE_CAP = {"M17"}
SCALED_ELSEWHERE = {"scores / np.sqrt(T_k)"}  # a form of hiding and of the cap


def capped_bridges():
    """Wrong forms of `weights = softmax(hidden)` where the visible scores lie between -cap and cap."""
    late = after_forms("capped", without=SAFE_BELOW_THE_CAP)
    bridges = tuple(
        form
        for form in bridge_forms("hidden", masked=True, few=True)
        if form.id not in SAFE_BELOW_THE_CAP and form.line not in SCALED_ELSEWHERE
    )
    return late + bridges + _caps_on_weights()


def _caps_on_weights():
    def weights_of(s):
        return guarded_softmax(hide(s.scores, s.seen))

    return (
        Form("M27", lambda s: bend(weights_of(s), s.cap), "soft_cap(softmax(…))", "a cap is for weights"),
        Form("M27", lambda s: np.minimum(weights_of(s), 1 / s.cap), "np.minimum(weights, 1 / cap)", "a cap is for weights", rare=True),
        Form("M10", lambda s: guarded_softmax(s.capped) * s.seen * s.seen.mean(axis=-1, keepdims=True), "weights * mask.mean()", "the count of visible keys normalises", rare=True),
    )  # fmt: skip
