"""Temperature, soft-cap, ALiBi, T5 buckets and rotation: do they do to scores what their papers say?"""

import math

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from attnedu.core import (
    alibi_bias,
    alibi_slopes,
    apply_temperature,
    attention,
    causal_mask,
    raw_scores,
    relative_bias,
    relative_buckets,
    rotate,
    soft_cap,
    temperature_softmax,
)

FLOATS = st.floats(-50, 50)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_temperature_divides_and_keeps_the_float_type(dtype):
    cooled = apply_temperature(np.array([[4.0, -2.0, -np.inf, np.inf]], dtype), 2)
    assert cooled.dtype == dtype
    assert cooled.tolist() == [[2.0, -1.0, -np.inf, np.inf]]


def test_temperature_runs_from_the_winner_alone_to_equal_shares():
    scores = np.array([2.0, 1.0, 0.0])
    np.testing.assert_allclose(temperature_softmax(scores, 1e-3), [1, 0, 0], atol=1e-12)
    np.testing.assert_allclose(temperature_softmax(scores, 1e6), [1 / 3] * 3, atol=1e-6)
    expected = torch.softmax(torch.tensor(scores) / 0.7, dim=-1)
    np.testing.assert_allclose(temperature_softmax(scores, 0.7), expected, rtol=1e-13)


@given(st.lists(FLOATS, min_size=2, max_size=6), st.floats(0.1, 10))
def test_temperature_never_changes_the_order(scores, temperature):
    weights = temperature_softmax(np.array(scores), temperature)
    order = np.argsort(scores, kind="stable")
    assert (np.diff(weights[order]) >= 0).all()


@given(st.lists(st.floats(-1e300, 1e300), min_size=1, max_size=5), st.floats(1, 100))
def test_soft_cap_is_cap_times_tanh_and_stays_inside(scores, cap):
    capped = soft_cap(np.array(scores), cap)
    np.testing.assert_allclose(capped, [cap * math.tanh(s / cap) for s in scores], rtol=1e-12)
    assert (np.abs(capped) <= cap).all()


def test_soft_cap_hardly_touches_small_scores_and_bends_large_ones():
    assert soft_cap(np.array([0.1]), 50.0)[0] == pytest.approx(0.1, rel=1e-5)
    assert soft_cap(np.array([100.0]), 50.0)[0] == pytest.approx(50 * math.tanh(2), rel=1e-13)
    assert soft_cap(np.array([100.0], np.float32), 50.0).dtype == np.float32


def test_soft_cap_after_the_mask_would_show_what_was_hidden():
    assert soft_cap(np.array([-np.inf, np.inf]), 50.0).tolist() == [-50.0, 50.0]


def test_eight_heads_have_the_slopes_of_the_paper():
    assert alibi_slopes(8).tolist() == [1 / 2, 1 / 4, 1 / 8, 1 / 16, 1 / 32, 1 / 64, 1 / 128, 1 / 256]


@pytest.mark.parametrize("n_heads", [1, 2, 4, 16, 64])
def test_slopes_start_at_their_own_ratio(n_heads):
    ratio = 2 ** (-8 / n_heads)
    np.testing.assert_allclose(alibi_slopes(n_heads), [ratio**h for h in range(1, n_heads + 1)])


def test_the_alibi_penalty_is_the_slope_times_the_distance_back():
    bias = alibi_bias(2, 3, 5)
    for h, slope in enumerate([2**-4, 2**-8]):
        for i in range(3):
            for j in range(5):
                assert bias[h, i, j] == -slope * (i + 2 - j)
    assert (bias[:, causal_mask(3, 5)] <= 0).all()


def test_alibi_gives_the_row_of_the_paper_up_to_a_shift(rng):
    """softmax(q_i Kᵀ + m · [-(i-1), …, -1, 0]), Press et al. 2022."""
    q, k, v = rng.standard_normal((8, 6, 4)), rng.standard_normal((8, 6, 4)), rng.standard_normal((8, 6, 2))
    trace = attention(q, k, v, causal_mask(6), bias=alibi_bias(8, 6, 6))
    h, i = 2, 4
    row = torch.tensor(q[h, i] @ k[h, : i + 1].T / 2) + 1 / 8 * torch.arange(-i, 1)
    np.testing.assert_allclose(trace.weights[h, i, : i + 1], torch.softmax(row, 0), rtol=1e-12)


def bucket_in_whole_numbers(ahead, n_buckets, max_distance, bidirectional):
    """T5's rule for one distance, without logarithms: products of whole numbers are compared."""
    if bidirectional and ahead > 0:
        return n_buckets // 2 + bucket_in_whole_numbers(-ahead, n_buckets, max_distance, True)
    each, distance = n_buckets // 2 if bidirectional else n_buckets, max(-ahead, 0)
    exact = each // 2
    if distance < exact:
        return distance
    parts, bucket = each - exact, exact
    # (distance / exact) ^ parts ≥ (max_distance / exact) ^ k opens part k.
    for k in range(1, parts):
        if distance**parts * exact**k >= max_distance**k * exact**parts:
            bucket = exact + k
    return bucket


@pytest.mark.parametrize(
    ("n_buckets", "max_distance", "bidirectional"),
    [(32, 128, True), (32, 128, False), (8, 8, True), (4, 5, True), (19, 16, False), (7, 20, False)],
)
def test_t5_buckets_are_those_of_a_loop_in_whole_numbers(n_buckets, max_distance, bidirectional):
    T_q, T_k = 5, 143
    buckets = relative_buckets(T_q, T_k, n_buckets, max_distance, bidirectional)
    assert buckets.shape == (T_q, T_k)
    for i in range(T_q):
        for j in range(T_k):
            ahead = j - (i + T_k - T_q)
            wanted = bucket_in_whole_numbers(ahead, n_buckets, max_distance, bidirectional)
            assert buckets[i, j] == wanted, (i, j)
    below = relative_buckets(T_k, T_k, n_buckets, max_distance, bidirectional)[0]
    assert below.tolist() == [
        bucket_in_whole_numbers(ahead, n_buckets, max_distance, bidirectional) for ahead in range(T_k)
    ]


def test_t5_buckets_worked_by_hand():
    # 8 buckets up to 8, both ways: 4 for each side. 0 and 1 alone, then 2 to 3 (2·√4 = 4), then 4 and beyond.
    both = relative_buckets(9, 9, 8, 8)
    assert both[8].tolist() == [3, 3, 3, 3, 3, 2, 2, 1, 0]
    assert both[0].tolist() == [0, 5, 6, 6, 7, 7, 7, 7, 7]
    # T5's own setting for a causal decoder: 16 alone; distance 45 opens 16 + 16·ln(45/16)/ln 8 = 23.96.
    back = relative_buckets(1, 200, bidirectional=False)[0, ::-1]
    assert back[:17].tolist() == list(range(17))
    assert [int(back[d]) for d in (45, 46, 127, 128, 199)] == [23, 24, 31, 31, 31]
    assert (
        relative_buckets(1, 5, bidirectional=False) == relative_buckets(5, 5, bidirectional=False)[4]
    ).all()


def test_t5_bias_looks_each_bucket_up_in_the_table_of_its_head(rng):
    table = rng.standard_normal((8, 2))
    bias, buckets = relative_bias(table, 3, 5, 8), relative_buckets(3, 5, 8, 8)
    assert bias.shape == (2, 3, 5)
    for h in range(2):
        for i in range(3):
            for j in range(5):
                assert bias[h, i, j] == table[buckets[i, j], h]
        assert (relative_bias(table[:, h], 3, 5, 8) == bias[h]).all()
    assert relative_bias(table.astype(np.float32), 3, 5, 8).dtype == np.float32


def test_a_t5_bias_that_is_the_same_in_every_bucket_changes_no_weight(rng):
    q, k, v = rng.standard_normal((2, 3, 4)), rng.standard_normal((2, 5, 4)), rng.standard_normal((2, 5, 2))
    plain = attention(q, k, v, causal_mask(3, 5))
    biased = attention(q, k, v, causal_mask(3, 5), bias=relative_bias(np.full((8, 2), 1.7), 3, 5))
    np.testing.assert_allclose(biased.weights, plain.weights, rtol=1e-12)
    assert not np.allclose(biased.biased, plain.biased)


@given(st.integers(0, 2**32 - 1), st.floats(-500, 500))
def test_rotated_scores_depend_on_relative_position_only(seed, shift):
    rng = np.random.default_rng(seed)
    q, k = rng.standard_normal((3, 6)), rng.standard_normal((5, 6))
    at_q, at_k = rng.uniform(0, 50, 3), rng.uniform(0, 50, 5)
    here = raw_scores(rotate(q, at_q), rotate(k, at_k))
    there = raw_scores(rotate(q, at_q + shift), rotate(k, at_k + shift))
    np.testing.assert_allclose(here, there, atol=1e-10)


def test_rotated_scores_do_depend_on_position(rng):
    q, k = rng.standard_normal((1, 6)), rng.standard_normal((1, 6))
    assert not np.allclose(raw_scores(rotate(q, [3]), rotate(k, [0])), raw_scores(q, k))


def test_rotation_turns_each_pair_as_a_complex_number(rng):
    x = rng.standard_normal((2, 5, 6))
    pairs = torch.view_as_complex(torch.tensor(x).reshape(2, 5, 3, 2))
    angles = torch.arange(5).double()[:, None] * 10_000 ** (-torch.arange(3).double() / 3)
    expected = torch.view_as_real(pairs * torch.polar(torch.ones_like(angles), angles)).reshape(2, 5, 6)
    np.testing.assert_allclose(rotate(x, np.arange(5)), expected, rtol=1e-12, atol=1e-14)


def test_rotation_keeps_lengths_and_position_zero_and_the_float_type(rng):
    x = rng.standard_normal((5, 6)).astype(np.float32)
    turned = rotate(x, np.arange(5))
    assert turned.dtype == np.float32
    np.testing.assert_allclose(np.linalg.norm(turned, axis=-1), np.linalg.norm(x, axis=-1), rtol=1e-6)
    assert (turned[0] == x[0]).all()
