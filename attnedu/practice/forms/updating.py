"""Ways to take in a block of keys wrongly: the maximum, the rescale, the block's exponentials, the sums, the results."""

import numpy as np

from ..engine.model import Form, Stage


def safe(x):
    """0 in place of -inf, so that a difference stays a number."""
    return np.where(np.isneginf(x), 0.0, x)


def shrink(old, new):
    """e^(old - new); 0 where nothing was kept."""
    with np.errstate(all="ignore"):
        return np.where(np.isneginf(old), 0.0, np.exp(old - safe(new)))


def grow(old, new):
    """e^(new - old), the wrong way round; 1 where nothing was kept."""
    with np.errstate(all="ignore"):
        return np.where(np.isneginf(old), 1.0, np.exp(new - safe(old)))


def divided(acc, total):
    return acc / np.where(total == 0, 1, total)[..., None]


def _block_max(s):
    return s.scores.max(-1)


def _started(s):
    """The old maximum, or the block's where there is none yet."""
    return np.where(np.isneginf(s.state[0]), _block_max(s), s.state[0])


def _against(s, top):
    return np.exp(s.scores - safe(top)[..., None])


def added(e, v):
    return (e[..., None, :] @ v)[..., 0, :]


def _whole_block(s):
    e = _against(s, _block_max(s))
    return _block_max(s), e.sum(-1), added(e, s.v)


def _all_rows(s):
    return np.full_like(s.state[0], max(float(np.max(s.state[0])), float(s.scores.max())))


# What the factor of one kept number is taken for. (id, rule, likely line, belief)
FACTORS = (
    ("M28", lambda s: np.ones_like(s.state[0]), "no rescale", "what was kept needs no change"),
    ("M28", lambda s: grow(s.state[0], s.top), "np.exp(new_max - max)", "what was kept grows with the maximum"),
    ("M28", lambda s: shrink(s.state[0], s.scores.max(-1)), "np.exp(max - block_max)", "the block's maximum is the new one"),
    ("M28", lambda s: shrink(s.scores.max(-1), s.top), "np.exp(block_max - new_max)", "the block's factor is the old sum's"),
    ("M28", lambda s: shrink(s.state[0], s.top) ** 2, "rescaled twice", "the rescale is applied twice"),
    ("M28", lambda s: safe(s.state[0]) - safe(s.top), "max - new_max", "the difference is the factor"),
)  # fmt: skip


def _factor_forms(part):
    """The same slips for one of the two kept numbers only."""
    return tuple(Form(id, lambda s, rule=rule: part(s, rule(s)), f"{line}, here alone", belief) for id, rule, line, belief in FACTORS[:4])  # fmt: skip


# A state is handed back in the same wrong ways, whether it was updated or merged.
HANDING_BACK = Stage("return", "result", lambda s: s.kept, (
    Form("M45", lambda s: (s.kept[0], s.kept[2], s.kept[1]), "max, acc, sum", "the order of results is free"),
    Form("M45", lambda s: (s.kept[1], s.kept[0], s.kept[2]), "sum, max, acc", "the order of results is free"),
    Form("M45", lambda s: (s.kept[2], s.kept[0], s.kept[1]), "acc, max, sum", "the order of results is free"),
    Form("M45", lambda s: (s.kept[2], s.kept[1], s.kept[0]), "acc, sum, max", "the order of results is free"),
    Form("M45", lambda s: (s.kept[1], s.kept[2], s.kept[0]), "sum, acc, max", "the order of results is free"),
    Form("M45", lambda s: s.kept[2], "return acc", "one result is enough"),
    Form("M45", lambda s: divided(s.kept[2], s.kept[1]), "return acc / sum", "the output is what comes back"),
    Form("M45", lambda s: (s.kept[0], s.kept[1]), "return max, sum", "acc need not be kept"),
    Form("M45", lambda s: (s.kept[0][..., None], s.kept[1][..., None], s.kept[2]), "keepdims", "the last axis may stay"),
    Form("M45", lambda s: (s.kept[0] + np.log(s.kept[1]), s.kept[1], s.kept[2]), "max + log(sum)", "log-sum-exp is the maximum"),
    Form("M45", lambda s: (s.kept[0], s.kept[0] + np.log(np.where(s.kept[1] == 0, 1, s.kept[1])), s.kept[2]), "log-sum-exp for sum", "log-sum-exp is the sum", ("M47",)),
    Form("M45", lambda s: (s.kept[0], np.log(s.kept[1]), s.kept[2]), "np.log(sum)", "the logarithm of the sum is the sum", ("M47",)),
))  # fmt: skip


STAGES = (
    Stage("maximum", "top", lambda s: np.maximum(s.state[0], _block_max(s)), (
        Form("M28", _block_max, "scores.max(axis=-1)", "the block's maximum replaces the running one"),
        Form("M28", _started, "the first maximum", "the first maximum serves all blocks"),
        Form("M28", lambda s: s.state[0], "the old maximum", "the maximum stays as it was"),
        Form("M17", lambda s: np.zeros_like(s.state[0]), "no maximum", "the exponential can take any score"),
        Form("M05", _all_rows, "scores.max()", "one maximum serves all rows"),
        Form("M05", lambda s: np.maximum(s.state[0], s.scores.max()), "np.maximum(max, scores.max())", "one maximum serves all rows"),
        Form("M28", lambda s: np.minimum(s.state[0], _block_max(s)), "np.minimum(…)", "the smaller maximum is the running one"),
        Form("M28", lambda s: np.maximum(s.state[0], s.scores.min(-1)), "scores.min(axis=-1)", "the block's minimum is compared"),
        Form("M28", lambda s: np.maximum(s.state[0], s.scores.mean(-1)), "scores.mean(axis=-1)", "the block's mean is compared"),
        Form("M55", lambda s: np.maximum(s.state[0], s.scores[..., 0]), "scores[..., 0]", "the block's first score is its maximum"),
        Form("M55", lambda s: np.maximum(s.state[0], s.scores[..., -1]), "scores[..., -1]", "the block's last score is its maximum"),
        Form("M28", lambda s: safe(s.state[0]) + _block_max(s), "max + block max", "maxima add up"),
    )),
    Stage("rescale", "shrink", lambda s: shrink(s.state[0], s.top), (
        *(Form(*factor) for factor in FACTORS),
        Form("M16", lambda s: np.exp(s.state[0] - s.top), "np.exp(max - new_max)", "-inf minus -inf is 0"),
        Form("M28", lambda s: safe(s.state[0]) / np.where(s.top == 0, 1, safe(s.top)), "max / new_max", "the quotient is the factor"),
        Form("M55", lambda s: np.zeros_like(s.top), "what was kept is dropped", "the block replaces what was kept"),
        Form("M17", lambda s: np.exp(safe(s.state[0])) / np.exp(safe(s.top)), "np.exp(max) / np.exp(new_max)", "the exponential can take any score"),
    )),
    Stage("block", "e", lambda s: _against(s, s.top), (
        Form("M28", lambda s: _against(s, _block_max(s)), "scores - block_max", "a block uses its own maximum"),
        Form("M17", lambda s: np.exp(s.scores), "np.exp(scores)", "the exponential can take any score"),
        Form("M28", lambda s: _against(s, s.state[0]), "scores - old_max", "a block uses the old maximum"),
        Form("M28", lambda s: _against(s, s.top) * s.shrink[..., None], "the block rescaled too", "the block needs the factor as well"),
        Form("M16", lambda s: np.exp(s.scores - s.top[..., None]), "scores - new_max", "-inf minus -inf is 0"),
        Form("M05", lambda s: np.exp(s.scores - safe(s.scores.max())), "scores - scores.max()", "one maximum serves all rows"),
        Form("M46", lambda s: np.exp(safe(s.top)[..., None] - s.scores), "new_max - scores", "the sign of the exponent is free"),
        Form("M40", lambda s: divided(_against(s, s.top), _against(s, s.top).sum(-1)), "softmax(scores)", "a block is normalised by itself"),
        Form("M53", lambda s: s.scores - safe(s.top)[..., None], "the shift alone", "the difference needs no exponential"),
        Form("M53", lambda s: 2.0 ** (s.scores - safe(s.top)[..., None]), "2 ** (scores - new_max)", "any base will do"),
        Form("M53", lambda s: (s.scores == s.top[..., None]).astype(float), "scores == new_max", "the best key takes everything"),
    )),
    Stage("sum", "total", lambda s: s.shrink * s.state[1] + s.e.sum(-1), (
        *_factor_forms(lambda s, factor: factor * s.state[1] + s.e.sum(-1)),
        Form("M55", lambda s: s.e.sum(-1), "e.sum()", "the block replaces what was kept"),
        Form("M55", lambda s: s.shrink * s.state[1], "shrink * sum", "the block adds nothing to the sum"),
        Form("M55", lambda s: s.state[1], "sum", "the sum stays as it was"),
        Form("M28", lambda s: s.shrink * (s.state[1] + s.e.sum(-1)), "shrink * (sum + e.sum())", "the block is rescaled too"),
        Form("M28", lambda s: s.state[1] + s.shrink * s.e.sum(-1), "sum + shrink * e.sum()", "the block is rescaled, not what was kept"),
        Form("M28", lambda s: s.shrink * s.state[1] + _against(s, _block_max(s)).sum(-1), "the block's own maximum in the sum", "a block uses its own maximum"),
        Form("M28", lambda s: s.shrink * s.state[1] + _against(s, s.state[0]).sum(-1), "the old maximum in the sum", "a block uses the old maximum"),
        Form("M17", lambda s: s.shrink * s.state[1] + np.exp(s.scores).sum(-1), "np.exp(scores).sum()", "the exponential can take any score"),
        Form("M01", lambda s: s.shrink * s.state[1] + s.scores.sum(-1), "scores.sum()", "scores are summed as they are"),
        Form("M40", lambda s: s.shrink * s.state[1] + s.e.mean(-1), "e.mean()", "the mean is the sum"),
        Form("M40", lambda s: s.shrink * s.state[1] + s.e.max(-1), "e.max()", "the largest is the sum"),
        Form("M05", lambda s: s.shrink * s.state[1] + s.e.sum(), "one e.sum() for all rows", "one sum serves all rows"),
        Form("M40", lambda s: s.shrink * s.state[1] + s.e.shape[-1], "+ block", "the count is the sum"),
        Form("M40", lambda s: s.shrink * s.state[1] * s.e.sum(-1), "sum * e.sum()", "sums multiply"),
        Form("M40", lambda s: (s.shrink * s.state[1] + s.e.sum(-1)) / 2, "the mean of sums", "old and new are averaged"),
        Form("M46", lambda s: s.shrink * s.state[1] - s.e.sum(-1), "sum - e.sum()", "the block is taken away"),
        Form("M55", lambda s: s.shrink * s.state[1] + s.e[..., :-1].sum(-1), "e[..., :-1].sum()", "the last key is left out"),
    )),
    Stage("output", "acc", lambda s: s.shrink[..., None] * s.state[2] + added(s.e, s.v), (
        *_factor_forms(lambda s, factor: factor[..., None] * s.state[2] + added(s.e, s.v)),
        Form("M55", lambda s: added(s.e, s.v), "e @ v", "the block replaces what was kept"),
        Form("M55", lambda s: s.shrink[..., None] * s.state[2], "shrink * acc", "the block adds nothing to the output"),
        Form("M55", lambda s: s.state[2], "acc", "the running output stays as it was"),
        Form("M28", lambda s: s.shrink[..., None] * (s.state[2] + added(s.e, s.v)), "shrink * (acc + e @ v)", "the block is rescaled too"),
        Form("M28", lambda s: s.state[2] + s.shrink[..., None] * added(s.e, s.v), "acc + shrink * e @ v", "the block is rescaled, not what was kept"),
        Form("M28", lambda s: s.shrink[..., None] * s.state[2] + added(_against(s, _block_max(s)), s.v), "the block's own maximum in acc", "a block uses its own maximum"),
        Form("M28", lambda s: s.shrink[..., None] * s.state[2] + added(_against(s, s.state[0]), s.v), "the old maximum in acc", "a block uses the old maximum"),
        Form("M17", lambda s: s.shrink[..., None] * s.state[2] + added(np.exp(s.scores), s.v), "np.exp(scores) @ v", "the exponential can take any score"),
        Form("M40", lambda s: (s.shrink[..., None] * s.state[2] + added(s.e, s.v)) * s.total[..., None], "acc * sum", "multiplying by the sum normalises"),
        Form("M40", lambda s: divided(s.shrink[..., None] * s.state[2] + added(s.e, s.v), s.total), "acc / sum", "the running output is divided at each step"),
        Form("M40", lambda s: divided((s.shrink * s.state[1])[..., None] * s.state[2] + added(s.e, s.v), s.total), "(sum * acc + e @ v) / new_sum", "acc is an output, divided already"),
        Form("M40", lambda s: (s.shrink * s.state[1])[..., None] * s.state[2] + added(s.e, s.v), "sum * acc + e @ v", "acc is an output, divided already"),
        Form("M40", lambda s: s.shrink[..., None] * s.state[2] + divided(added(s.e, s.v), s.e.sum(-1)), "e @ v / e.sum()", "a block is normalised by itself"),
        Form("M40", lambda s: s.shrink[..., None] * s.state[2] + divided(added(s.e, s.v), s.total), "e @ v / sum", "the block is divided by the running sum"),
        Form("M40", lambda s: (s.shrink[..., None] * s.state[2] + added(s.e, s.v)) / 2, "the mean of acc", "old and new are averaged"),
        Form("M40", lambda s: s.shrink[..., None] * s.state[2] + added(s.e, s.v) / s.e.shape[-1], "(e @ v) / block", "a mix is a mean over keys"),
        Form("M54", lambda s: s.shrink[..., None] * s.state[2] + added(s.scores, s.v), "scores @ v", "scores mix the values"),
        Form("M54", lambda s: s.shrink[..., None] * s.state[2] + s.v.sum(-2), "v.sum()", "values are added as they are"),
        Form("M54", lambda s: s.shrink[..., None] * s.state[2] + s.v.mean(-2), "v.mean()", "values are averaged as they are"),
        Form("M46", lambda s: s.shrink[..., None] * s.state[2] - added(s.e, s.v), "acc - e @ v", "the block is taken away"),
        Form("M55", lambda s: s.shrink[..., None] * s.state[2] + added(s.e[..., :-1], s.v[..., :-1, :]), "e[..., :-1] @ v", "the last key is left out"),
    )),
    Stage("state", "kept", lambda s: (s.top, s.total, s.acc), (
        Form("M40", lambda s: (s.top, np.where(s.total == 0, 0.0, 1.0), divided(s.acc, s.total)), "sum and acc / sum", "both sums are divided at each step"),
        Form("M28", lambda s: (s.state[0], s.total, s.acc), "return the old max", "the maximum stays as it was"),
        Form("M28", lambda s: (_block_max(s), s.total, s.acc), "return the block's max", "the block's maximum is handed on"),
        Form("M17", lambda s: (s.top, s.state[1] + np.exp(s.scores).sum(-1), s.state[2] + added(np.exp(s.scores), s.v)), "np.exp(scores), the maximum unused", "the exponential can take any score", ("M28",)),
        Form("M55", _whole_block, "the block alone", "the last block is the state"),
        Form("M55", lambda s: tuple(s.state), "return state", "the block adds nothing"),
        Form("M58", lambda s: (s.top, s.total / s.scores.shape[-1], s.acc / s.scores.shape[-1]), "/ block", "the state is divided by the length of the block"),
    )),
    HANDING_BACK,
)  # fmt: skip
