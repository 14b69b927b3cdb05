"""Heads: are they cut, joined and shared as PyTorch does it?"""

import numpy as np
import pytest
import torch
import torch.nn.functional as F
from hypothesis import given
from hypothesis import strategies as st

from attnedu.core import (
    attention,
    causal_mask,
    merge_heads,
    multi_head_attention,
    padding_mask,
    repeat_kv,
    split_heads,
)

SMALL = st.integers(1, 5)


@given(SMALL, SMALL, SMALL, SMALL)
def test_split_then_merge_is_the_identity(batch, T, n_heads, d):
    x = np.random.default_rng(0).standard_normal((batch, T, n_heads * d))
    heads = split_heads(x, n_heads)
    assert heads.shape == (batch, n_heads, T, d)
    assert (merge_heads(heads) == x).all()
    assert (split_heads(merge_heads(heads), n_heads) == heads).all()


def test_head_h_holds_its_own_slice_of_every_position(rng):
    x = rng.standard_normal((7, 5, 12))
    heads = split_heads(x, 3)
    expected = torch.tensor(x).unflatten(-1, (3, 4)).transpose(1, 2).numpy()
    assert (heads == expected).all()
    for h in range(3):
        assert (heads[:, h] == x[..., 4 * h : 4 * h + 4]).all()
    assert not np.array_equal(heads, x.reshape(7, 3, 5, 4)), "a reshape alone mixes positions and heads"


def test_a_sequence_without_a_batch_axis_splits_too(rng):
    assert split_heads(rng.standard_normal((5, 12)), 3).shape == (3, 5, 4)


def test_key_value_heads_repeat_as_neighbours(rng):
    x = rng.standard_normal((7, 2, 5, 4))
    expected = torch.tensor(x).repeat_interleave(3, dim=1).numpy()
    assert (repeat_kv(x, 3) == expected).all()
    assert (repeat_kv(x, 1) == x).all()


def test_grouped_heads_are_those_of_pytorch(rng):
    q, k, v = (rng.standard_normal(s) for s in [(7, 6, 3, 4), (7, 2, 5, 4), (7, 2, 5, 4)])
    expected = F.scaled_dot_product_attention(*map(torch.tensor, (q, k, v)), enable_gqa=True)
    output = attention(q, repeat_kv(k, 3), repeat_kv(v, 3)).output
    np.testing.assert_allclose(output, expected, rtol=1e-10, atol=1e-14)


def as_pytorch(x, projections, n_heads, mask=None):
    """The same projections in nn.MultiheadAttention, where True in a mask means the opposite: blocked."""
    w_q, w_k, w_v, w_o = (torch.tensor(w).T for w in projections)
    module = torch.nn.MultiheadAttention(
        x.shape[-1], n_heads, bias=False, batch_first=True, dtype=torch.float64
    )
    with torch.no_grad():
        module.in_proj_weight.copy_(torch.cat([w_q, w_k, w_v]))
        module.out_proj.weight.copy_(w_o)
        blocked = None if mask is None else ~torch.tensor(mask)
        x = torch.tensor(x)
        return module(x, x, x, attn_mask=blocked, need_weights=False)[0].numpy()


@pytest.mark.parametrize("masked", [False, True])
def test_multi_head_attention_is_that_of_pytorch(rng, masked):
    x = rng.standard_normal((7, 5, 12))
    projections = rng.standard_normal((4, 12, 12))
    mask = causal_mask(5) if masked else None
    expected = as_pytorch(x, projections, 3, mask)
    np.testing.assert_allclose(
        multi_head_attention(x, *projections, 3, mask), expected, rtol=1e-9, atol=1e-11
    )


def test_a_mask_with_a_batch_axis_hides_the_padding_in_every_head(rng):
    x = rng.standard_normal((2, 5, 12))
    projections = rng.standard_normal((4, 12, 12))
    output = multi_head_attention(x, *projections, 3, padding_mask([5, 3], 5))
    np.testing.assert_allclose(output[0], multi_head_attention(x[0], *projections, 3), rtol=1e-9)
    alone = multi_head_attention(x[1, :3], *projections, 3)
    np.testing.assert_allclose(output[1, :3], alone, rtol=1e-9)


def test_several_heads_differ_from_one_head_of_full_width(rng):
    x, projections = rng.standard_normal((5, 12)), rng.standard_normal((4, 12, 12))
    one, three = multi_head_attention(x, *projections, 1), multi_head_attention(x, *projections, 3)
    assert one.shape == three.shape == (5, 12)
    assert not np.allclose(one, three)


def test_permuting_the_heads_changes_nothing_if_w_o_is_permuted_too(rng):
    x, (w_q, w_k, w_v, w_o) = rng.standard_normal((5, 12)), rng.standard_normal((4, 12, 12))
    columns = np.arange(12).reshape(3, 4)[[2, 0, 1]].ravel()
    moved = multi_head_attention(x, w_q[:, columns], w_k[:, columns], w_v[:, columns], w_o[columns], 3)
    np.testing.assert_allclose(moved, multi_head_attention(x, w_q, w_k, w_v, w_o, 3), rtol=1e-9, atol=1e-11)


def test_float32_stays_float32(rng):
    x, projections = rng.standard_normal((5, 12)), rng.standard_normal((4, 12, 12))
    x, projections = x.astype(np.float32), projections.astype(np.float32)
    assert split_heads(x, 3).dtype == merge_heads(split_heads(x, 3)).dtype == np.float32
    assert multi_head_attention(x, *projections, 3).dtype == np.float32
