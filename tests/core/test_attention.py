"""The whole pipeline against PyTorch, and what has to hold whatever the numbers."""

import numpy as np
import pytest
import torch
import torch.nn.functional as F
from hypothesis import given
from hypothesis import strategies as st

from attnedu.core import (
    alibi_bias,
    attention,
    causal_mask,
    mask_scores,
    padding_mask,
    soft_cap,
    softmax,
)

STAGES = ("raw", "scaled", "capped", "biased", "masked", "weights", "output")


def by_pytorch(q, k, v, mask=None, **options):
    q, k, v = (torch.tensor(x) for x in (q, k, v))
    mask = None if mask is None else torch.tensor(mask)
    return F.scaled_dot_product_attention(q, k, v, attn_mask=mask, **options).numpy()


def test_without_a_mask_it_is_pytorch(qkv):
    np.testing.assert_allclose(attention(*qkv).output, by_pytorch(*qkv), rtol=1e-10, atol=1e-14)


def test_with_a_boolean_mask_it_is_pytorch_and_true_means_may_look(qkv, rng):
    mask = rng.random((3, 5)) < 0.6
    mask[:, 1] = True
    np.testing.assert_allclose(attention(*qkv, mask).output, by_pytorch(*qkv, mask), rtol=1e-10, atol=1e-14)


def test_with_padding_and_causal_masks_it_is_pytorch(qkv):
    mask = (padding_mask([5, 4, 3, 5, 4, 3, 5], 5) & causal_mask(3, 5))[:, None]
    np.testing.assert_allclose(attention(*qkv, mask).output, by_pytorch(*qkv, mask), rtol=1e-10, atol=1e-14)


def test_with_another_scale_it_is_pytorch(qkv):
    expected = by_pytorch(*qkv, scale=0.3)
    np.testing.assert_allclose(attention(*qkv, scale=0.3).output, expected, rtol=1e-10, atol=1e-14)


def test_a_float_bias_is_added_to_scaled_scores_as_in_pytorch(qkv, rng):
    bias = rng.standard_normal((6, 3, 5))
    expected = by_pytorch(*qkv, bias)
    np.testing.assert_allclose(attention(*qkv, bias=bias).output, expected, rtol=1e-10, atol=1e-14)
    np.testing.assert_allclose(attention(*qkv, bias=2.5).weights, attention(*qkv).weights, rtol=1e-12)


def test_a_bias_of_minus_infinity_hides_like_a_mask(qkv):
    bias = np.where(causal_mask(3, 5), 0.0, -np.inf)
    np.testing.assert_array_equal(
        attention(*qkv, bias=bias).weights, attention(*qkv, causal_mask(3, 5)).weights
    )


def test_every_stage_is_kept_in_order(qkv):
    q, k, v = qkv
    bias, mask = alibi_bias(2, 3, 5).repeat(3, axis=0), causal_mask(3, 5)
    trace = attention(q, k, v, mask, temperature=0.5, cap=2.0, bias=bias)
    raw = np.einsum("bhqd,bhkd->bhqk", q, k)
    np.testing.assert_allclose(trace.raw, raw, rtol=1e-12)
    np.testing.assert_allclose(trace.scaled, raw / 2 / 0.5, rtol=1e-12)
    np.testing.assert_allclose(trace.capped, 2 * np.tanh(raw / 2), rtol=1e-12)
    np.testing.assert_allclose(trace.biased, 2 * np.tanh(raw / 2) + bias, rtol=1e-12)
    np.testing.assert_array_equal(trace.masked, np.where(mask, trace.biased, -np.inf))
    np.testing.assert_allclose(trace.weights, torch.softmax(torch.tensor(trace.masked), -1), rtol=1e-12)
    np.testing.assert_allclose(trace.output, np.einsum("bhqk,bhkd->bhqd", trace.weights, v), atol=1e-14)


def test_a_stage_that_was_not_asked_for_equals_the_one_before(qkv):
    trace = attention(*qkv)
    assert trace.scaled is trace.capped is trace.biased is trace.masked


def test_a_trace_gives_output_and_weights_and_prints_its_shapes(qkv):
    trace = attention(*qkv)
    output, weights = trace
    assert output is trace.output
    assert weights is trace.weights
    assert "weights (7, 6, 3, 5), output (7, 6, 3, 2)" in repr(trace)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_the_float_type_is_kept_at_every_stage(qkv, dtype):
    q, k, v = (x.astype(dtype) for x in qkv)
    bias = np.ones((3, 5))  # a float64 bias must not widen float32 scores
    trace = attention(q, k, v, causal_mask(3, 5), scale=0.4, temperature=2.0, cap=3.0, bias=bias)
    assert {getattr(trace, stage).dtype for stage in STAGES} == {np.dtype(dtype)}


def test_float32_is_as_near_to_pytorch_as_float32_allows(qkv):
    q, k, v = (x.astype(np.float32) for x in qkv)
    np.testing.assert_allclose(attention(q, k, v).output, by_pytorch(q, k, v), rtol=1e-4, atol=1e-6)


@given(st.integers(0, 2**32 - 1))
def test_changing_the_future_leaves_the_past_identical_to_the_last_bit(seed):
    rng = np.random.default_rng(seed)
    q, k, v = rng.standard_normal((6, 4)), rng.standard_normal((6, 4)), rng.standard_normal((6, 2))
    t = int(rng.integers(1, 6))
    before = attention(q, k, v, causal_mask(6))
    for x in (q, k, v):
        x[t:] = 100 * rng.standard_normal(x[t:].shape)
    after = attention(q, k, v, causal_mask(6))
    assert (before.output[:t] == after.output[:t]).all()
    assert (before.weights[:t] == after.weights[:t]).all()
    assert not np.allclose(before.output[t:], after.output[t:])


def test_what_stands_in_the_padding_does_not_matter(qkv):
    q, k, v = qkv
    mask = padding_mask([3] * 7, 5)[:, None]
    before = attention(q, k, v, mask).output
    k[..., 3:, :], v[..., 3:, :] = 1e6, -1e6
    assert (attention(q, k, v, mask).output == before).all()
    np.testing.assert_allclose(attention(q, k[..., :3, :], v[..., :3, :]).output, before, rtol=1e-10)


def test_an_empty_row_has_zero_weights_and_zero_output_as_in_pytorch(qkv):
    mask = np.ones((3, 5), bool)
    mask[1] = False
    trace = attention(*qkv, mask)
    assert not trace.weights[..., 1, :].any()
    assert not trace.output[..., 1, :].any()
    np.testing.assert_allclose(trace.output, by_pytorch(*qkv, mask), rtol=1e-10, atol=1e-14)


@given(st.permutations(range(5)), st.permutations(range(3)))
def test_keys_with_their_values_may_be_permuted_and_queries_carry_their_rows(keys, queries):
    rng = np.random.default_rng(1)
    q, k, v = rng.standard_normal((3, 4)), rng.standard_normal((5, 4)), rng.standard_normal((5, 2))
    plain = attention(q, k, v)
    moved = attention(q[queries], k[keys], v[keys])
    np.testing.assert_allclose(moved.output, plain.output[queries], rtol=1e-10, atol=1e-14)
    np.testing.assert_allclose(moved.weights, plain.weights[queries][:, keys], rtol=1e-12)


def test_scores_of_ten_thousand_give_a_winner_and_no_warning():
    q, k, v = np.array([[1e4, 0.0]]), np.array([[1.0, 0.0], [-1.0, 0.0], [0.5, 0]]), np.eye(3)
    assert attention(q, k, v).output.tolist() == [[1.0, 0.0, 0.0]]


def test_cap_then_mask_hides_and_mask_then_cap_leaks(qkv):
    mask = causal_mask(3, 5)
    trace = attention(*qkv, mask, cap=1.5)
    assert (trace.weights[..., ~mask] == 0).all()
    leaky = softmax(soft_cap(mask_scores(trace.scaled, mask), 1.5))
    assert (leaky[..., ~mask] > 0.01).all()


def test_shared_keys_and_values_broadcast_over_batch_and_heads(qkv):
    q, k, v = qkv
    output = attention(q, k[0, 0], v[0, 0]).output
    assert output.shape == (7, 6, 3, 2)
    np.testing.assert_allclose(output[5, 4], by_pytorch(q[5, 4], k[0, 0], v[0, 0]), rtol=1e-10)


def test_inputs_are_not_changed(qkv):
    copies = [x.copy() for x in qkv]
    mask = causal_mask(3, 5)
    attention(*qkv, mask, cap=1.0, bias=np.ones((3, 5)), temperature=2.0)
    assert all((x == copy).all() for x, copy in zip(qkv, copies, strict=True))
    assert (mask == causal_mask(3, 5)).all()
