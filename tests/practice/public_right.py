"""Right code from public repositories that looks wrong, in our own words and in the form of an exercise."""

import numpy as np
import torch

from tests.practice.learners.parts import empty_rows_zero, flip, scaled, shares, softmax, tensor
from tests.practice.public_cases import case


@case("OK01", "attention")
def named_axes(q, k, v):
    """einsum contracts over d by its name, so k is not transposed.

    Adapted: axes in front, and the weights returned as well.

    https://github.com/lucidrains/memory-efficient-attention-pytorch
    """
    weights = softmax(np.einsum("...id,...jd->...ij", q * q.shape[-1] ** -0.5, k))
    return np.einsum("...ij,...jd->...id", weights, v), weights


@case("OK04", "masked_softmax")
def multiplied_before_and_after(scores, mask):
    """Hidden shares are multiplied away and the rest is divided by its sum.

    https://github.com/allenai/allennlp (allennlp/nn/util.py masked_softmax)
    """
    weights = softmax(scores * mask) * mask
    return weights / (weights.sum(-1, keepdims=True) + 1e-13)


@case("OK07", "masked_softmax")
def minus_ten_thousand_added(scores, mask):
    """A float32 exponential of -10⁴ is 0.

    Adapted: the original gives an empty row shares of its own; here a guard makes them 0.

    https://github.com/google-research/bert (modeling.py)
    """
    scores = scores.astype(np.float32) + (1.0 - mask.astype(np.float32)) * -10000.0
    return empty_rows_zero(softmax(scores), mask)


@case("OK10", "masked_attention")
def mask_before_scale(q, k, v, mask):
    """-inf over any number is -inf.

    Adapted: the mask is given, and softmax gives an empty row zeros.

    https://github.com/rasbt/LLMs-from-scratch (ch03; page text at https://fliphtml5.com/nzipv/ooiz/Build-a-Large-Language-Model-From-Scratch-2024/95)
    """
    scores = np.where(mask, q @ flip(k), -np.inf)
    weights = softmax(scores / np.sqrt(k.shape[-1]))
    return weights @ v, weights


@case("OK13", "tiled_attention")
def online_in_blocks_of_two(q, k, v, block, mask=None):
    """Running maximum, sum and output; the weights are never formed.

    Adapted: a mask, log-sum-exp returned as well, and a guard for empty rows.

    https://github.com/lucidrains/memory-efficient-attention-pytorch
    https://github.com/Dao-AILab/flash-attention/issues/991
    """
    m = np.full((*np.broadcast_shapes(q.shape[:-2], k.shape[:-2]), q.shape[-2], 1), -np.inf)
    l, o = np.zeros(m.shape), np.zeros((*m.shape[:-1], v.shape[-1]))
    keep = np.broadcast_to(True if mask is None else mask, (*m.shape[:-1], k.shape[-2]))
    for b in range(0, k.shape[-2], 2):
        s = q @ flip(k[..., b : b + 2, :]) / np.sqrt(q.shape[-1])
        s = np.where(keep[..., b : b + 2], s, -np.inf)
        m_new = np.maximum(m, s.max(-1, keepdims=True))
        base = np.where(np.isfinite(m_new), m_new, 0)
        c, p = np.exp(m - base), np.exp(s - base)
        l, o, m = l * c + p.sum(-1, keepdims=True), o * c + p @ v[..., b : b + 2, :], m_new
    return o / np.where(l == 0, 1, l), (m + np.log(np.where(l == 0, 1, l)))[..., 0]


@case("OK16", "softmax")
def powers_of_two(scores, axis=-1):
    """2^(x · log2 e) is e^x.

    Adapted: any axis, and a guard for rows of -inf.

    https://github.com/Dao-AILab/flash-attention/pull/1025
    """
    x = scores * np.log2(np.e)
    m = x.max(axis, keepdims=True)
    p = np.exp2(x - np.where(np.isfinite(m), m, 0))
    return shares(p, axis)


@case("OK19", "attention")
def scale_in_the_queries(q, k, v):
    """(c · q) · k is c · (q · k); q is a copy.

    https://github.com/huggingface/transformers/pull/22444
    https://github.com/Shen-Lab/TALE/issues/5
    https://github.com/lucidrains/slot-attention/issues/9
    https://github.com/patrick-kidger/equinox/pull/274
    """
    q = q.copy()
    q *= q.shape[-1] ** -0.5
    weights = softmax(q @ flip(k))
    return weights @ v, weights


@case("OK22", "attention")
def softmax_in_float32(q, k, v):
    """Only softmax runs in float32, and its result goes back to the type of q.

    Adapted: q keeps the type that it comes with; in the public code that is half precision.

    https://github.com/meta-llama/llama (llama/model.py)
    """
    q, k, v = tensor(q), tensor(k), tensor(v)
    weights = torch.softmax(((q * q.shape[-1] ** -0.5) @ k.mT).float(), -1).type_as(q)
    return weights @ v, weights


@case("OK25", "causal_mask")
def future_of_an_offset_row(T_q, T_k):
    """An offset of T_k - T_q sets the last query beside the last key; ones and zeros for True and False.

    https://github.com/openai/gpt-2 (src/model.py attention_mask)
    """
    row, column = np.indices((T_q, T_k))
    return 1.0 - (column > row + (T_k - T_q)).astype(float)


@case("OK28", "multi_head_attention")
def slices_for_heads(x, w_q, w_k, w_v, w_o, n_heads, mask=None):
    """Slices of the last axis are the heads; no transpose.

    Adapted: axes in front, projections, a mask, and softmax that gives an empty row zeros.

    https://github.com/jaymody/picoGPT (gpt2.py mha)
    """
    heads = [np.split(x @ w, n_heads, axis=-1) for w in (w_q, w_k, w_v)]
    keep = True if mask is None else mask
    outputs = [softmax(np.where(keep, scaled(q, k), -np.inf)) @ v for q, k, v in zip(*heads, strict=True)]
    return np.concatenate(outputs, axis=-1) @ w_o
