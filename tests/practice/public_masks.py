"""What people reported about masks and empty rows, in our own words and in the form of an exercise."""

import numpy as np
import torch
import torch.nn.functional as F

from tests.practice.learners.parts import (
    distance,
    empty_rows_zero,
    hide,
    merge,
    plain_softmax,
    scaled,
    shares,
    softmax,
    split,
    tensor,
)
from tests.practice.public_cases import case


@case("A01", "masked_softmax", "M10")
def mask_multiplies_the_weights(scores, mask):
    """The mask comes after softmax, and nobody fills the rows up again.

    https://github.com/huggingface/pytorch-image-models/pull/2236
    https://github.com/autosome-ru/vigg_ribonanza/issues/1
    https://stats.stackexchange.com/questions/619612/in-transformer-architecture-why-does-masked-self-attention-layer-uses-additive
    """
    return softmax(scores) * mask


@case("A04", "masked_softmax", "M19")
def second_softmax(scores, mask):
    """A second softmax gives e^0 to the keys that the first one had hidden.

    https://github.com/zyy-2001/DisKT/issues/6
    """
    return empty_rows_zero(softmax(softmax(hide(scores, mask))), mask)


@case("B01", "masked_softmax", "M08")
def fill_that_is_zero(scores, mask):
    """The fill is a product with the mask, so it is 0 where it should be huge.

    https://github.com/30stomercury/Interaction-Aware-Attention-Network/issues/1
    """
    fill = mask * -1e8
    return empty_rows_zero(softmax(np.where(mask, scores, fill)), mask)


@case("B04", "masked_softmax", "M15")
def fill_of_minus_ten_thousand(scores, mask):
    """Visible scores can sink below the fill, and then the hidden keys win.

    https://github.com/karpathy/minGPT/issues/75
    """
    return empty_rows_zero(softmax(np.where(mask, scores, -1e4)), mask)


@case("B07", "mask_scores", "M15")
def zero_times_infinity(scores, mask):
    """0 · −∞ is NaN, at every key that may be seen.

    https://github.com/onnx/onnx/pull/8068
    """
    return scores + (1.0 - mask) * -np.inf


@case("B10", "sliding_window_mask", "M50")
def additive_mask_times_band(T_q, T_k, window):
    """An additive mask times a band of 0 and 1: outside the band 0 is left, which hides nothing.

    https://github.com/huggingface/transformers/issues/31673
    """
    behind = distance(T_q, T_k)
    additive = np.where(behind >= 0, 0.0, -1e30) * (behind >= window)
    return additive == 0


@case("C01", "masked_attention", "M11")
def blocked_for_keep(q, k, v, mask):
    """PyTorch reads True as may look; it is given what is blocked.

    https://github.com/rasbt/LLMs-from-scratch/issues/1061
    https://github.com/rasbt/LLMs-from-scratch/pull/1062
    https://github.com/InseeFrLab/torchTextClassifiers/pull/92
    """
    blocked = tensor(~mask)
    output = F.scaled_dot_product_attention(tensor(q), tensor(k), tensor(v), attn_mask=blocked)
    scores = (tensor(q) @ tensor(k).mT / q.shape[-1] ** 0.5).masked_fill(~blocked, -np.inf)
    return torch.nan_to_num(output), torch.nan_to_num(torch.softmax(scores, -1))


@case("C04", "masked_softmax", "M11")
def additive_mask_as_bool(scores, mask):
    """−∞ is true and 0 is false, so an additive mask read as bool is turned round.

    https://github.com/mlverse/torch/pull/1208
    """
    additive = np.where(mask, 0.0, -np.inf)
    return softmax(hide(scores, additive.astype(bool)))


@case("E13", "capped_masked_softmax", "M27")
def cap_after_mask(scores, mask, cap):
    """The cap comes after the mask and lifts −∞ to −cap.

    https://github.com/onnx/onnx/issues/7865
    https://github.com/Dao-AILab/flash-attention/pull/1025
    https://github.com/emmtrix/emx-onnx-cgen/pull/731
    """
    return empty_rows_zero(softmax(cap * np.tanh(hide(scores, mask) / cap)), mask)


@case("F01", "causal_mask", "M12")
def diagonal_hidden(T_q, T_k):
    """The triangle to hide starts at the diagonal, not above it.

    https://github.com/pbloem/former/issues/10
    """
    return ~np.triu(np.ones((T_q, T_k), dtype=bool), T_k - T_q)


@case("F04", "causal_mask", "M13")
def aligned_at_the_top_left(T_q, T_k):
    """A new query with a cache sees the first key alone.

    https://github.com/pytorch/pytorch/issues/144858
    https://github.com/pytorch/pytorch/issues/103082
    https://github.com/pytorch/pytorch/issues/108108
    """
    return torch.ones(T_q, T_k, dtype=torch.bool).tril()


@case("F07", "multi_head_attention", "M50")
def causal_only_with_padding(x, w_q, w_k, w_v, w_o, n_heads, mask=None):
    """A mask is used in one branch alone.

    Adapted: the public code dropped the causal mask where no padding mask came with it; here a mask for each
    sequence of the batch is used, and a plain (T_q, T_k) mask is dropped.

    https://github.com/facebookresearch/xformers/issues/103
    https://github.com/keras-team/keras/issues/23038
    """
    q, k, v = (split(x @ w, n_heads) for w in (w_q, w_k, w_v))
    scores = scaled(q, k)
    if mask is not None and mask.ndim == 3:
        scores = hide(scores, mask[..., None, :, :])
    return merge(softmax(scores) @ v) @ w_o


@case("F10", "sliding_window_mask", "M46", "M58")
def window_on_the_wrong_side(T_q, T_k, window):
    """The sign of the window is wrong: it opens the far future and leaves the past whole.

    https://github.com/huggingface/transformers/pull/41228
    """
    behind = distance(T_q, T_k)
    return (behind >= 0) | (behind < -window)


@case("G01", "padding_mask", "M43")
def padding_on_the_query_axis(lengths, T_k):
    """The axis is put after the positions, so queries are blanked and padded keys stay visible.

    https://github.com/hyunwoongko/transformer/pull/40
    https://github.com/lsdefine/attention-is-all-you-need-keras/issues/16
    """
    return (np.arange(T_k) < np.asarray(lengths)[:, None])[:, :, None]


@case("G04", "padding_mask", "M43", "M45")
def padded_queries_too(lengths, T_k):
    """Padded queries are hidden along with padded keys, and are left with nothing to look at.

    https://github.com/pytorch/pytorch/issues/41508
    https://github.com/patrick-kidger/equinox/pull/274
    """
    keep = np.arange(T_k) < np.asarray(lengths)[:, None]
    return keep[:, None, :] & keep[:, :, None]


@case("H01", "masked_softmax", "M16")
def empty_row_minus_its_maximum(scores, mask):
    """An empty row: −∞ − (−∞) is NaN.

    https://github.com/robertknight/rten/pull/1321
    https://github.com/pytorch/pytorch/issues/103963
    https://github.com/pytorch/pytorch/issues/26098
    https://github.com/pytorch/pytorch/issues/40932
    """
    return plain_softmax(hide(scores, mask))


@case("H04", "masked_softmax", "M17")
def where_after_exp(scores, mask):
    """Exponentials first, the mask after: what overflows is only covered up.

    The report is about gradients; without a maximum the visible weights overflow too, and that shows here.

    https://github.com/pytorch/pytorch/issues/68425
    https://github.com/pytorch/pytorch/issues/52248
    https://github.com/huggingface/trl/pull/7252
    """
    e = np.where(mask, np.exp(scores), 0)
    return shares(e)


@case("H07", "masked_attention", "M16")
def weights_asked_for(q, k, v, mask):
    """The path that returns weights has no guard for an empty row.

    https://github.com/pytorch/pytorch/issues/160064
    https://github.com/pytorch/pytorch/issues/152028
    """
    weights = plain_softmax(hide(scaled(q, k), mask))
    return weights @ v, weights


@case("M07", "masked_softmax", "M10")
def columns_blanked(scores, mask):
    """Columns of the weights are set to 0 and the rows are left short.

    https://github.com/zjysteven/VLM-Visualizer/issues/15
    https://github.com/huggingface/transformers/issues/2975
    """
    weights = softmax(scores)
    weights[~np.broadcast_to(mask, weights.shape)] = 0
    return weights


@case("N01", "masked_softmax", "M50")
def masked_fill_discarded(scores, mask):
    """masked_fill returns a new tensor, which is thrown away.

    https://github.com/lucidrains/flamingo-pytorch/issues/10
    https://github.com/facebookresearch/ParlAI/pull/3068
    """
    scores, mask = tensor(scores), tensor(mask)
    scores.masked_fill(~mask, float("-inf"))
    return torch.softmax(scores, -1)
