"""Ways to go wrong in each step of attention by blocks, but for the loop itself, which is in `tiling`."""

import numpy as np

from ..engine.model import Form
from . import tiling
from .scaling import scaling_forms
from .tools import swap

PRODUCTS = (
    Form("M46", lambda s: -(s.q @ swap(s.k)), "-(q @ k.T)", "a good match has a low score"),
    Form("M46", lambda s: np.abs(s.q @ swap(s.k)), "abs(q @ k.T)", "scores cannot be negative"),
    Form("M55", lambda s: s.q[..., :-1] @ swap(s.k[..., :-1]), "q[..., :-1] @ …", "the last component is left out"),
)  # fmt: skip

USUAL = (
    "q @ k.T, never divided",
    "/ d_k",
    "* np.sqrt(d_k)",
    "/ np.sqrt(T_k)",
    "/ np.sqrt(T_q)",
    "/ T_k",
    "/ np.sqrt(d_v)",
    "/ d_k**2",
    "/ np.sqrt(2 * d_k)",
)


def _last_block_counts(s):
    """Each column divided by the root of the length of its block; the last block may be shorter."""
    lengths = [min(s.block, s.k.shape[-2] - start) for start in range(0, s.k.shape[-2], s.block)]
    return s.raw / np.sqrt(np.repeat(lengths, lengths))


SCALES = (
    *(form for form in scaling_forms(v="values") if form.line in USUAL),
    Form("M07", lambda s: s.raw / np.sqrt(s.block), "/ np.sqrt(block)", "the scale counts the block"),
    Form("M07", _last_block_counts, "/ np.sqrt(keys in the block)", "the scale counts the block"),
    Form("M07", lambda s: s.raw / s.block, "/ block", "the scale counts the block"),
)  # fmt: skip

MASKS = (
    Form("M50", lambda s: None, "the mask is not used", "the mask has done its work already"),
    Form("M11", lambda s: tiling.of_all(None if s.mask is None else ~s.mask, s), "~mask", "True hides"),
    Form("M58", lambda s: tiling.causal(s, lambda T_q, T_k: 0), "mask & np.tri(…)", "the future is hidden as well"),
    Form("M58", lambda s: tiling.causal(s, lambda T_q, T_k: T_k - T_q), "mask & np.tri(…), ends aligned", "the future is hidden as well"),
    Form("M50", lambda s: tiling.of_all(np.tri(s.q.shape[-2], s.k.shape[-2], dtype=bool), s), "np.tri(…)", "a mask is always causal"),
    Form("M43", lambda s: tiling.of_all(None if s.mask is None else s.mask[..., :1, :], s), "mask[..., 0, keys]", "the first query's mask serves all"),
    Form("M43", lambda s: tiling.of_all(None if s.mask is None else s.mask.any(-1, keepdims=True), s), "mask.any(axis=-1)", "the mask says which queries count"),
)  # fmt: skip

HIDING = (
    Form("M08", lambda s: lambda x, seen, keys, n: np.where(seen[..., keys], x, 0.0), "a fill of 0", "a score of 0 is no attention"),
    Form("M15", tiling.finite(-1e9), "a fill of -1e9", "-1e9 is the same as -inf"),
    Form("M15", tiling.finite(-1e4), "a fill of -1e4", "-1e4 is below every score"),
    Form("M15", tiling.hidden_by(lambda x, seen: x + np.where(seen, 0.0, -1e9)), "scores - 1e9 * ~mask", "a penalty of 1e9 is the same as -inf", rare=True),
    Form("M15", tiling.hidden_by(lambda x, seen: x + np.where(seen, 0.0, -1e4)), "scores - 1e4 * ~mask", "a penalty of 1e4 is the same as -inf", rare=True),
    Form("M15", tiling.finite(-100.0), "a fill of -100", "a fairly low score hides"),
    Form("M15", tiling.finite(-10.0), "a fill of -10", "a fairly low score hides"),
    Form("M09", tiling.hidden_by(lambda x, seen: x + seen), "scores + mask", "adding the mask hides where it is 0"),
    Form("M09", tiling.hidden_by(lambda x, seen: x - ~seen), "scores - (1 - mask)", "subtracting 1 hides"),
    Form("M50", lambda s: tiling.first_columns, "mask[..., :block]", "every block has the first block's mask"),
    Form("M50", lambda s: tiling.first_block, "the mask in the first block", "the first block's mask is enough"),
    Form("M50", lambda s: tiling.uncut, "the whole mask in each block", "the mask fits every block as it is"),
)  # fmt: skip

CUTS = (
    Form("M55", tiling.cut(tiling.full_blocks), "T_k // block", "the last block is full"),
    Form("M55", tiling.cut(lambda T, b: tiling.in_order(T, b)[:1]), "the first block", "one block is enough"),
    Form("M55", tiling.cut(lambda T, b: tiling.in_order(T, b)[-1:]), "the last block", "the last block is the result"),
    Form("M55", tiling.cut(lambda T, b: tiling.in_order(T, b)[:-1] or tiling.in_order(T, b)), "the last block left out", "the last block may be left out"),
    Form("M55", tiling.cut(lambda T, b: [slice(x, min(x + b, T)) for x in range(0, T - b, b)]), "range(0, T_k - block, block)", "the last block may be left out"),
    Form("M55", tiling.cut(lambda T, b: [slice(x, x + b) for x in range(0, T - b + 1, b)]), "range(0, T_k - block + 1, block)", "the last block is full", rare=True),
    Form("M55", tiling.cut(lambda T, b: tiling.in_order(T, b)[1:]), "the first block left out", "blocks are counted from 1"),
    Form("M55", tiling.cut(lambda T, b: [slice(x, min(x + b, T)) for x in range(0, T, b + 1)]), "range(0, T_k, block + 1)", "blocks have gaps"),
    Form("M55", tiling.cut(lambda T, b: [slice(x, min(x + b - 1, T)) for x in range(0, T, b)] if b > 1 else tiling.in_order(T, b)), "start + block - 1", "a block ends before its last key"),
    Form("M55", tiling.cut(lambda T, b: [slice(x, min(x + b + 1, T)) for x in range(0, T, b)]), "start + block + 1", "blocks overlap by one"),
    Form("M55", tiling.cut(lambda T, b: [slice(x, min(x + b, T)) for x in range(T)]), "range(T_k)", "blocks may overlap"),
)  # fmt: skip

OUTPUTS = (
    Form("M40", lambda s: s.parts.acc, "return acc", "the running output is the output"),
    Form("M16", lambda s: s.parts.acc / s.parts.total[..., None], "acc / sum", "an empty row takes care of itself"),
    Form("M40", lambda s: s.parts.acc / s.k.shape[-2], "acc / T_k", "the count normalises"),
    Form("M40", lambda s: s.parts.acc / s.block, "acc / block", "the count normalises"),
    Form("M40", lambda s: s.parts.acc / s.parts.top[..., None], "acc / max", "the maximum normalises"),
    Form("M40", lambda s: s.parts.acc * s.parts.total[..., None], "acc * sum", "multiplying by the sum normalises"),
    Form("M40", lambda s: s.parts.acc / np.where(s.parts.total == 0, 1, tiling.log(s))[..., None], "acc / lse", "log-sum-exp normalises"),
    Form("M40", lambda s: tiling.outputs(s).mean(axis=0), "the mean of the blocks' outputs", "a block is normalised by itself"),
    Form("M40", lambda s: tiling.outputs(s).sum(axis=0), "the sum of the blocks' outputs", "a block is normalised by itself"),
    Form("M58", lambda s: tiling.output(s) / np.sqrt(s.values.shape[-1]), "output / np.sqrt(d_v)", "the output is scaled too"),
)  # fmt: skip


def _total(s):
    return np.where(s.parts.total == 0, 1, s.parts.total)


LOGS = (
    Form("M55", lambda s: np.log(s.parts.total), "np.log(sum)", "the maximum need not be added back"),
    Form("M55", lambda s: s.parts.top, "max", "the maximum is log-sum-exp", ("M45",)),
    Form("M55", lambda s: s.parts.total, "sum", "the sum is log-sum-exp", ("M45",)),
    Form("M55", lambda s: s.parts.top + s.parts.total, "max + sum", "the sum needs no logarithm"),
    Form("M16", lambda s: np.where(s.parts.total == 0, 0.0, tiling.log(s)), "0 for an empty row", "an empty row has a log-sum-exp of 0"),
    Form("M16", lambda s: np.where(s.parts.total == 0, np.nan, tiling.log(s)), "NaN for an empty row", "an empty row takes care of itself"),
    Form("M46", lambda s: s.parts.top - np.log(_total(s)), "max - np.log(sum)", "the logarithm is taken away"),
    Form("M46", lambda s: np.log(_total(s)) - s.parts.top, "np.log(sum) - max", "the maximum is taken away"),
    Form("M46", lambda s: -tiling.log(s), "-lse", "the sign is free"),
    Form("M47", lambda s: s.parts.top + np.log2(s.parts.total), "np.log2(sum)", "any logarithm will do"),
    Form("M47", lambda s: s.parts.top + np.log10(s.parts.total), "np.log10(sum)", "any logarithm will do"),
    Form("M47", lambda s: tiling.log(s) / np.log(2), "lse in bits", "any logarithm will do"),
    Form("M47", lambda s: np.exp(tiling.log(s)), "np.exp(lse)", "the sum of exponentials is its logarithm"),
    Form("M17", lambda s: np.log(np.exp(s.parts.top) * s.parts.total), "np.log(np.exp(max) * sum)", "the exponential can take any score"),
    Form("M40", lambda s: tiling.log(s) - np.log(s.k.shape[-2]), "np.log(sum / T_k)", "a mean stands for the sum"),
    Form("M40", lambda s: tiling.logs(s).mean(axis=0), "the mean of the blocks' log-sum-exps", "logarithms may be averaged"),
    Form("M40", lambda s: tiling.logs(s).sum(axis=0), "the sum of the blocks' log-sum-exps", "logarithms add as sums do"),
    Form("M55", lambda s: tiling.logs(s)[-1], "the last block's log-sum-exp", "the last block is the result"),
    Form("M45", lambda s: tiling.log(s)[..., None], "keepdims", "the last axis may stay"),
)  # fmt: skip

RETURNS = (
    Form("M45", lambda s: (s.lse, s.output), "return lse, output", "the order of results is free"),
    Form("M45", lambda s: s.output, "return output", "one result is enough"),
    Form("M45", lambda s: (s.output, s.parts.top, s.parts.total), "return output, max, sum", "max and sum are the result"),
    Form("M45", lambda s: (s.parts.top, s.parts.total, s.parts.acc), "return max, sum, acc", "the state is the result"),
    Form("M45", lambda s: (s.output, s.lse, s.parts.total), "return output, lse, sum", "one result more does no harm"),
)  # fmt: skip

LOOPS = (
    Form("M28", tiling.switch(factor=tiling.kept), "no rescale", "what was kept needs no change"),
    Form("M28", tiling.switch(factor_acc=tiling.kept), "acc not rescaled", "the running output needs no rescale"),
    Form("M28", tiling.switch(factor=tiling.kept, factor_acc=lambda top, new, block_max: tiling.shrink(top, new)), "sum not rescaled", "the running sum needs no rescale"),
    Form("M28", tiling.switch(factor=tiling.grown), "np.exp(new_max - max)", "what was kept grows with the maximum"),
    Form("M28", tiling.switch(factor_acc=tiling.grown), "np.exp(new_max - max) for acc", "what was kept grows with the maximum"),
    Form("M28", tiling.switch(factor=tiling.grown, factor_acc=lambda top, new, block_max: tiling.shrink(top, new)), "np.exp(new_max - max) for sum", "what was kept grows with the maximum"),
    Form("M28", tiling.switch(factor=tiling.by_block_max), "np.exp(max - block_max)", "the block's maximum is the new one"),
    Form("M28", tiling.switch(new_max=tiling.block_only, factor=tiling.kept), "each block's own maximum", "a block uses its own maximum"),
    Form("M28", tiling.switch(new_max=tiling.block_only), "max = block_max", "the block's maximum replaces the running one"),
    Form("M28", tiling.switch(against=tiling.of_the_block), "scores - block_max", "a block uses its own maximum"),
    Form("M28", tiling.switch(against=tiling.of_the_block, factor=tiling.kept), "scores - block_max, no rescale", "a block uses its own maximum"),
    Form("M28", tiling.switch(against=tiling.of_the_old), "scores - old_max", "a block uses the old maximum"),
    Form("M28", tiling.switch(keep_top=False), "the maximum is never kept", "each block starts without a maximum"),
    Form("M28", tiling.switch(new_max=tiling.added_up), "max + block_max", "maxima add up"),
    Form("M17", tiling.switch(new_max=tiling.first_only), "the first block's maximum", "the first maximum serves all blocks", ("M28",)),
    Form("M17", tiling.switch(new_max=tiling.nothing), "np.exp(scores)", "the exponential can take any score"),
    Form("M17", tiling.switch(new_max=tiling.over_rows), "scores.max()", "one maximum serves all rows"),
    Form("M40", tiling.switch(each_divided=True), "acc / sum in the loop", "the running output is divided at each step"),
    Form("M10", tiling.zeroed, "e * mask", "zeroing a weight removes the key"),
)  # fmt: skip
