"""Ways to combine a soft-cap with a mask and softmax in the wrong order. The steps write capped, seen, hidden, weights."""

import numpy as np

from ..engine.model import Form
from .bridges import bridge_forms
from .masking import AFTER
from .tools import guarded_softmax, hide, share


def bend(scores, cap):
    """Right: cap · tanh(scores / cap)."""
    return cap * np.tanh(scores / cap)


def _softsign(s):
    return s.cap * (s.scores / s.cap) / (1 + np.abs(s.scores / s.cap))


# Caps that the masked function may get wrong: the common ones of `bending`.
CAP_FORMS = (
    Form("M58", lambda s: s.scores, "no cap", "the cap may be left out"),
    Form("M37", lambda s: np.clip(s.scores, -s.cap, s.cap), "np.clip(scores, -cap, cap)", "a cap clips"),
    Form("M37", lambda s: np.minimum(s.scores, s.cap), "np.minimum(scores, cap)", "a cap clips, at the top only"),
    Form("M37", lambda s: np.tanh(s.scores / s.cap), "np.tanh(scores / cap)", "the cap stands inside the tanh only"),
    Form("M37", lambda s: s.cap * np.tanh(s.scores), "cap * np.tanh(scores)", "the cap stands outside the tanh only"),
    Form("M37", lambda s: np.tanh(s.scores), "np.tanh(scores)", "the cap is always 1"),
    Form("M37", lambda s: np.tanh(s.scores * s.cap) / s.cap, "np.tanh(scores * cap) / cap", "dividing and multiplying can change places"),
    Form("M37", lambda s: s.cap * np.tanh(s.scores * s.cap), "cap * np.tanh(scores * cap)", "the cap multiplies inside"),
    Form("M37", lambda s: s.cap / (1 + np.exp(-s.scores / s.cap)), "cap * sigmoid(scores / cap)", "the sigmoid is the tanh"),
    Form("M37", lambda s: 50.0 * np.tanh(s.scores / 50.0), "50 * np.tanh(scores / 50)", "the cap is always 50"),
    Form("M37", lambda s: 30.0 * np.tanh(s.scores / 30.0), "30 * np.tanh(scores / 30)", "the cap is always 30", rare=True),
    Form("M37", _softsign, "x / (1 + abs(x))", "any bend towards the cap will do"),
    Form("M37", lambda s: s.cap * 2 / np.pi * np.arctan(np.pi / 2 * s.scores / s.cap), "np.arctan(…)", "any bend towards the cap will do"),
    Form("M37", lambda s: np.where(np.abs(s.scores) > s.cap, bend(s.scores, s.cap), s.scores), "np.where(abs(scores) > cap, …)", "scores below the cap are left alone"),
    Form("M37", lambda s: bend(bend(s.scores, s.cap), s.cap), "soft_cap(soft_cap(scores))", "a second cap does no harm"),
    Form("M37", lambda s: s.scores * np.tanh(s.scores / s.cap), "scores * np.tanh(scores / cap)", "the tanh is a factor on the score"),
    Form("M07", lambda s: bend(s.scores, s.cap) / np.sqrt(s.scores.shape[-1]), "soft_cap(scores) / np.sqrt(T_k)", "scores are scaled once more"),
    Form("M07", lambda s: bend(s.scores / np.sqrt(s.scores.shape[-1]), s.cap), "soft_cap(scores / np.sqrt(T_k))", "scores are scaled once more"),
    Form("M21", lambda s: s.scores / s.cap, "scores / cap", "the cap is a temperature", also=("M37",)),
    Form("M46", lambda s: -bend(s.scores, s.cap), "-cap * np.tanh(…)", "the sign of a score is free"),
    Form("M46", lambda s: bend(np.abs(s.scores), s.cap), "tanh(abs(scores) / cap)", "the sign of a score can be dropped"),
)  # fmt: skip


def _late(rule):
    """A cap on scores that are hidden already: rule(scores, seen, cap)."""
    return lambda s: rule(s.scores, s.seen, s.cap)


LATE = "the cap may come after hiding"
# Under the cap every low fill becomes -cap, so these differ only where the fill itself is small.
ORDER_FORMS = (
    Form("M27", _late(lambda x, m, c: bend(hide(x, m), c)), "soft_cap(mask_scores(scores, mask))", LATE),
    Form("M27", _late(lambda x, m, c: bend(hide(bend(x, c), m), c)), "soft_cap(mask_scores(soft_cap(scores)))", "a second cap, after hiding, does no harm"),
    Form("M27", _late(lambda x, m, c: np.clip(hide(x, m), -c, c)), "np.clip(mask_scores(…), -cap, cap)", LATE),
    Form("M27", _late(lambda x, m, c: np.maximum(hide(bend(x, c), m), -c)), "np.maximum(…, -cap)", "no score lies below the cap"),
    Form("M27", _late(lambda x, m, c: np.where(m, bend(x, c), -c)), "np.where(mask, capped, -cap)", "the lowest capped score hides"),
    Form("M27", _late(lambda x, m, c: np.where(m, bend(x, c), -2 * c)), "np.where(mask, capped, -2 * cap)", "a score below the cap hides", rare=True),
    Form("M27", _late(lambda x, m, c: np.tanh(hide(x, m) / c)), "np.tanh(mask_scores(…) / cap)", LATE),
    Form("M27", _late(lambda x, m, c: c * np.tanh(hide(x, m))), "cap * np.tanh(mask_scores(…))", LATE),
    Form("M27", _late(lambda x, m, c: bend(np.where(m, x, -10.0), c)), "soft_cap(np.where(mask, scores, -10))", LATE, rare=True),
    Form("M27", _late(lambda x, m, c: bend(x + np.where(m, 0.0, -10.0), c)), "soft_cap(scores - 10 * ~mask)", LATE, rare=True),
    Form("M27", _late(lambda x, m, c: bend(x - 1.0 * ~m, c)), "soft_cap(scores - (1 - mask))", LATE, rare=True),
    Form("M27", _late(lambda x, m, c: bend(x * np.where(m, 1.0, -1e9), c)), "soft_cap(scores * -1e9)", LATE, rare=True),
)  # fmt: skip

# Without a shift of its own a softmax of capped scores is safe for every usual cap: no mistake here.
SAFE_BELOW_THE_CAP = {"M17"}


def capped_bridges():
    """Wrong forms of `weights = softmax(hidden)` where the visible scores lie between -cap and cap."""
    late = tuple(
        Form(id, lambda s, rule=rule: rule(s.capped, s.seen), line, belief, also, "-inf" in line)
        for id, rule, line, belief, also in AFTER
        if id not in SAFE_BELOW_THE_CAP
    )
    bridges = tuple(
        form for form in bridge_forms("hidden", masked=True, few=True) if form.id not in SAFE_BELOW_THE_CAP
    )
    return late + bridges + _caps_on_weights()


def _caps_on_weights():
    def weights_of(s):
        return guarded_softmax(hide(s.scores, s.seen))

    return (
        Form("M27", lambda s: bend(weights_of(s), s.cap), "soft_cap(softmax(…))", "a cap is for weights"),
        Form("M27", lambda s: np.minimum(weights_of(s), 1 / s.cap), "np.minimum(weights, 1 / cap)", "a cap is for weights", rare=True),
        Form("M16", lambda s: share(np.exp(s.capped) * s.seen), "exp(capped) * mask, then divided", "an empty row takes care of itself"),
        Form("M10", lambda s: guarded_softmax(s.capped) * s.seen * s.seen.mean(axis=-1, keepdims=True), "weights * mask.mean()", "the count of visible keys normalises", rare=True),
    )  # fmt: skip
