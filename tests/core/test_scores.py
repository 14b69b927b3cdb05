"""Are scores the scaled dot products that a loop and PyTorch get?"""

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from attnedu.core import attention_scores, raw_scores, scale_scores, score_spread

SIZES = st.integers(1, 6)


def by_loop(q, k):
    return [[sum(a * b for a, b in zip(qi, kj, strict=True)) for kj in k.tolist()] for qi in q.tolist()]


def test_raw_scores_are_the_dot_products_of_a_loop(qkv):
    q, k, _ = qkv
    np.testing.assert_allclose(raw_scores(q[0, 0], k[0, 0]), by_loop(q[0, 0], k[0, 0]), rtol=1e-13)


@given(SIZES, SIZES, SIZES, st.integers(0, 2**32 - 1))
def test_scaled_scores_are_the_loop_over_root_d_k_for_any_sizes(T_q, T_k, d_k, seed):
    rng = np.random.default_rng(seed)
    q, k = rng.standard_normal((T_q, d_k)), rng.standard_normal((T_k, d_k))
    expected = np.array(by_loop(q, k)) / d_k**0.5
    np.testing.assert_allclose(attention_scores(q, k), expected, rtol=1e-12, atol=1e-13)


def test_batch_and_head_axes_agree_with_pytorch(qkv):
    q, k, _ = qkv
    expected = torch.einsum("bhqd,bhkd->bhqk", torch.tensor(q), torch.tensor(k)) / 2
    assert attention_scores(q, k).shape == (7, 6, 3, 5)
    np.testing.assert_allclose(attention_scores(q, k), expected, rtol=1e-12)


def test_a_missing_head_axis_of_k_broadcasts(qkv):
    q, k, _ = qkv
    shared = k[:, :1]
    for head in range(6):
        np.testing.assert_allclose(raw_scores(q, shared)[:, head], raw_scores(q[:, head], k[:, 0]))
    np.testing.assert_allclose(raw_scores(q, k[0, 0])[3, 2], raw_scores(q[3, 2], k[0, 0]))


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_the_float_type_is_kept(qkv, dtype):
    q, k, _ = (x.astype(dtype) for x in qkv)
    assert raw_scores(q, k).dtype == dtype
    assert attention_scores(q, k).dtype == dtype
    assert attention_scores(q, k, scale=0.3).dtype == dtype
    assert scale_scores(raw_scores(q, k), 4).dtype == dtype


def test_lists_and_integers_become_float64():
    assert raw_scores([[1, 2]], [[3, 4]]).dtype == np.float64
    assert raw_scores([[1, 2]], [[3, 4]]).tolist() == [[11.0]]


def test_scaling_divides_by_the_root_of_d_k_and_not_by_d_k():
    assert scale_scores(np.array([[6.0, -12.0]]), 9).tolist() == [[2.0, -4.0]]


def test_scaling_leaves_a_hidden_score_hidden():
    assert scale_scores(np.array([-np.inf, 4.0]), 4).tolist() == [-np.inf, 2.0]


def test_a_given_scale_replaces_root_d_k(qkv):
    q, k, _ = qkv
    np.testing.assert_allclose(attention_scores(q, k, scale=0.25), np.array(raw_scores(q, k)) * 0.25)


def test_permuting_the_keys_permutes_the_columns(qkv, rng):
    q, k, _ = qkv
    order = rng.permutation(5)
    np.testing.assert_allclose(raw_scores(q, k[..., order, :]), raw_scores(q, k)[..., order], rtol=1e-13)


def test_scores_are_bilinear_and_not_symmetric(qkv):
    q, k, _ = qkv
    np.testing.assert_allclose(raw_scores(2 * q, -3 * k), -6 * raw_scores(q, k), rtol=1e-13)
    square = k[0, 0]
    other = square[::-1] * [1, 2, 3, 4]
    assert not np.allclose(raw_scores(square, other), raw_scores(other, square))


# Standard deviation of q·k for independent standard normal vectors: 2.0, 4.0, 8.0, 11.3, 16.1, 22.6.
@pytest.mark.parametrize(("d_k", "published"), [(4, 2.0), (16, 4.0), (64, 8.0), (128, 11.3), (512, 22.6)])
def test_the_spread_grows_as_the_root_of_d_k_and_scaling_undoes_it(d_k, published):
    unscaled, scaled = score_spread(d_k, 5_000, np.random.default_rng(3))
    assert unscaled == pytest.approx(published, rel=0.05)
    assert scaled == pytest.approx(1, rel=0.05)


def test_inputs_are_not_changed(qkv):
    q, k, _ = qkv
    before = q.copy(), k.copy()
    attention_scores(q, k)
    assert (q == before[0]).all()
    assert (k == before[1]).all()
