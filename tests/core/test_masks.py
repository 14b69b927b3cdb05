"""Does a mask hide what it should, and leave the rest alone?"""

import numpy as np
import pytest
import torch
import torch.nn.functional as F
from hypothesis import given
from hypothesis import strategies as st
from torch.nn.attention.bias import causal_lower_right

from attnedu.core import causal_mask, mask_scores, padding_mask, sliding_window_mask

SIZES = st.integers(1, 9)


@given(SIZES, SIZES)
def test_causal_rows_see_what_a_loop_says(T_q, T_k):
    expected = [[j <= i + T_k - T_q for j in range(T_k)] for i in range(T_q)]
    mask = causal_mask(T_q, T_k)
    assert mask.dtype == bool
    assert mask.tolist() == expected


@pytest.mark.parametrize(("T_q", "T_k"), [(3, 5), (2, 7), (4, 4)])
def test_causal_is_the_lower_right_alignment_of_pytorch(T_q, T_k):
    q, k, v = torch.zeros(1, 1, T_q, T_k), torch.zeros(1, 1, T_k, T_k), torch.eye(T_k)[None, None]
    weights = F.scaled_dot_product_attention(q, k, v, attn_mask=causal_lower_right(T_q, T_k))
    assert ((weights[0, 0].numpy() > 0) == causal_mask(T_q, T_k)).all()


def test_two_new_queries_on_five_cached_keys_see_six_and_seven():
    assert causal_mask(2, 7).sum(axis=-1).tolist() == [6, 7]


def test_with_more_queries_than_keys_the_first_rows_are_empty():
    assert causal_mask(5, 3).sum(axis=-1).tolist() == [0, 0, 1, 2, 3]


def test_one_argument_makes_a_square():
    assert causal_mask(3).tolist() == [[True, False, False], [True, True, False], [True, True, True]]


@given(SIZES, SIZES, st.integers(1, 12))
def test_a_window_sees_at_most_so_many_keys_back(T_q, T_k, window):
    expected = [[0 <= i + T_k - T_q - j < window for j in range(T_k)] for i in range(T_q)]
    assert sliding_window_mask(T_q, T_k, window).tolist() == expected


def test_a_window_as_long_as_the_keys_is_causal():
    assert (sliding_window_mask(4, 6, 6) == causal_mask(4, 6)).all()
    assert (sliding_window_mask(4, 6, 10**6) == causal_mask(4, 6)).all()


def test_padding_shows_the_first_keys_of_each_sequence_and_broadcasts_over_queries():
    mask = padding_mask([2, 0, 5], 5)
    assert mask.shape == (3, 1, 5)
    assert mask.dtype == bool
    assert mask[:, 0].tolist() == [[True] * 2 + [False] * 3, [False] * 5, [True] * 5]
    hidden = np.isneginf(mask_scores(np.zeros((3, 4, 5)), mask))
    assert hidden.sum(axis=-1).tolist() == [[3] * 4, [5] * 4, [0] * 4]


def test_padding_and_causal_masks_combine():
    both = padding_mask([2, 3], 3) & causal_mask(3)
    assert both[0].tolist() == [[True, False, False], [True, True, False], [True, True, False]]
    assert (both[1] == causal_mask(3)).all()


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_hidden_scores_are_minus_infinity_and_the_others_untouched(rng, dtype):
    scores = rng.standard_normal((2, 3, 5)).astype(dtype)
    mask = rng.random((3, 5)) < 0.5
    masked = mask_scores(scores, mask)
    expected = torch.tensor(scores).masked_fill(~torch.tensor(mask), -torch.inf).numpy()
    assert masked.dtype == dtype
    assert (masked == expected).all()


def test_masking_makes_a_new_array_and_masking_twice_changes_nothing():
    scores = np.array([[1.0, 2.0, -1.0]])
    mask = np.array([[True, False, True]])
    once = mask_scores(scores, mask)
    assert scores.tolist() == [[1.0, 2.0, -1.0]]
    assert not np.shares_memory(once, scores)
    assert (mask_scores(once, mask) == once).all()


def test_a_hidden_infinity_is_hidden_and_not_multiplied():
    scores = np.array([[np.inf, -np.inf, 0.0]])  # 0 · inf would be NaN
    assert mask_scores(scores, np.array([[False, False, True]])).tolist() == [[-np.inf, -np.inf, 0.0]]


def test_one_true_shows_everything_and_one_false_hides_everything():
    assert mask_scores([[1.0, 2.0]], True).tolist() == [[1.0, 2.0]]
    assert np.isneginf(mask_scores([[1.0, 2.0]], False)).all()
