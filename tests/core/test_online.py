"""Online softmax: is attention in blocks exact, in any order, in little memory?"""

import tracemalloc
from functools import reduce

import numpy as np
import pytest
import torch
import torch.nn.functional as F
from hypothesis import given
from hypothesis import strategies as st

from attnedu.core import (
    OnlineSoftmax,
    attention,
    attention_scores,
    causal_mask,
    logsumexp,
    online_merge,
    online_update,
    softmax,
    tiled_attention,
)

INF = np.inf
SEEDS = st.integers(0, 2**32 - 1)


def block_of(seed, keys=5):
    """Scores of 3 queries, some of them hidden, and values."""
    rng = np.random.default_rng(seed)
    scores = 5 * rng.standard_normal((3, keys))
    scores[rng.random((3, keys)) < 0.3] = -INF
    return scores, rng.standard_normal((keys, 2))


def state_of(seed):
    return online_update(OnlineSoftmax.empty((3,), 2), *block_of(seed))


def assert_same_state(a, b):
    for left, right in zip(a, b, strict=True):
        np.testing.assert_allclose(left, right, rtol=1e-12, atol=1e-12)


@pytest.mark.parametrize("block", [1, 2, 3, 5, 8, 100])
def test_blocks_of_any_length_give_pytorch(qkv, block):
    output, log_sum_exp = tiled_attention(*qkv, block)
    expected = F.scaled_dot_product_attention(*map(torch.tensor, qkv))
    np.testing.assert_allclose(output, expected, rtol=1e-10, atol=1e-14)
    scores = torch.tensor(qkv[0]) @ torch.tensor(qkv[1]).mT / 2
    np.testing.assert_allclose(log_sum_exp, torch.logsumexp(scores, -1), rtol=1e-12)


@pytest.mark.parametrize("block", [1, 2, 5])
def test_masks_and_empty_rows_go_through_blocks(qkv, rng, block):
    mask = rng.random((7, 1, 3, 5)) < 0.4
    mask[2, 0, 1] = False
    output, log_sum_exp = tiled_attention(*qkv, block, mask)
    expected = F.scaled_dot_product_attention(*map(torch.tensor, qkv), attn_mask=torch.tensor(mask))
    np.testing.assert_allclose(output, expected, rtol=1e-10, atol=1e-14)
    assert not output[2, :, 1].any()
    assert np.isneginf(log_sum_exp[2, :, 1]).all()


@given(st.integers(1, 12), st.integers(1, 14), SEEDS)
def test_causal_attention_in_blocks_is_attention(T_k, block, seed):
    rng = np.random.default_rng(seed)
    q, k, v = rng.standard_normal((4, 3)), rng.standard_normal((T_k, 3)), rng.standard_normal((T_k, 2))
    mask = causal_mask(4, T_k)
    output, log_sum_exp = tiled_attention(q, k, v, block, mask)
    trace = attention(q, k, v, mask)
    np.testing.assert_allclose(output, trace.output, rtol=1e-10, atol=1e-12)
    np.testing.assert_allclose(log_sum_exp, logsumexp(trace.masked), rtol=1e-12, atol=1e-12)


def test_the_log_sum_exp_turns_scores_back_into_weights(qkv):
    _, log_sum_exp = tiled_attention(*qkv, 2)
    weights = np.exp(attention_scores(*qkv[:2]) - log_sum_exp[..., None])
    np.testing.assert_allclose(weights, attention(*qkv).weights, rtol=1e-12)


@given(SEEDS, SEEDS, SEEDS)
def test_merging_is_commutative_and_associative(x, y, z):
    a, b, c = state_of(x), state_of(y), state_of(z)
    assert_same_state(online_merge(a, b), online_merge(b, a))
    assert_same_state(online_merge(online_merge(a, b), c), online_merge(a, online_merge(b, c)))


@given(SEEDS)
def test_the_empty_state_is_neutral(seed):
    a, empty = state_of(seed), OnlineSoftmax.empty((3,), 2)
    assert_same_state(online_merge(a, empty), a)
    assert_same_state(online_merge(empty, a), a)
    assert_same_state(online_merge(empty, empty), empty)


@given(st.permutations(range(4)), SEEDS)
def test_blocks_may_come_in_any_order_and_be_merged_or_updated(order, seed):
    blocks = [block_of(seed + i, keys=i + 1) for i in range(4)]
    empty = OnlineSoftmax.empty((3,), 2)
    in_turn = reduce(lambda state, i: online_update(state, *blocks[i]), order, empty)
    merged = reduce(online_merge, [online_update(empty, *blocks[i]) for i in order])
    scores = np.concatenate([s for s, _ in blocks], axis=-1)
    v = np.concatenate([v for _, v in blocks])
    for state in (in_turn, merged):
        np.testing.assert_allclose(state.output, softmax(scores) @ v, rtol=1e-10, atol=1e-12)
        np.testing.assert_allclose(state.log_sum_exp, logsumexp(scores), rtol=1e-12, atol=1e-12)


def test_a_small_case_by_hand():
    """Scores ln 1, ln 3 | ln 4 with values 8, 4 | 2: weights 1/8, 3/8, 4/8; output 1 + 1.5 + 1 = 3.5."""
    state = online_update(OnlineSoftmax.empty((), 1), np.log([1.0, 3.0]), np.array([[8.0], [4.0]]))
    np.testing.assert_allclose([state.max, state.sum, state.acc[0]], [np.log(3), 4 / 3, 20 / 3])
    state = online_update(state, np.log([4.0]), np.array([[2.0]]))
    np.testing.assert_allclose([state.max, state.sum, state.acc[0]], [np.log(4), 2, 7])
    np.testing.assert_allclose([state.output[0], state.log_sum_exp], [3.5, np.log(8)])


def test_scores_of_ten_thousand_are_stable():
    state = OnlineSoftmax.empty((), 1)
    for score, value in [(-1e4, 1.0), (1e4, 2.0), (1e4, 4.0), (-1.7e308, 9.0)]:
        state = online_update(state, np.array([score]), np.array([[value]]))
    assert state.output.tolist() == [3.0]
    assert float(state.log_sum_exp) == pytest.approx(1e4 + np.log(2))


@pytest.mark.parametrize(
    "scores", [[INF, 1, -INF, INF], [-INF, INF, 2, 0], [0, -INF, INF, INF], [-INF] * 4, [INF] * 4]
)
@pytest.mark.parametrize("block", [1, 2, 4])
def test_infinite_scores_agree_with_softmax(scores, block):
    scores, v = np.array(scores, float), np.array([[1.0], [2.0], [4.0], [8.0]])
    state = OnlineSoftmax.empty((), 1)
    for start in range(0, 4, block):
        state = online_update(state, scores[start : start + block], v[start : start + block])
    np.testing.assert_allclose(state.output, softmax(scores) @ v)
    assert state.log_sum_exp == logsumexp(scores)


def test_values_with_a_batch_axis_meet_the_batch_axis_of_the_scores(rng):
    """With as many queries as batches, an axis taken for another would not be noticed by its length."""
    scores, v = rng.standard_normal((3, 3, 5)), rng.standard_normal((3, 5, 2))
    state = online_update(OnlineSoftmax.empty((3, 3), 2), scores, v)
    np.testing.assert_allclose(state.output, softmax(scores) @ v, rtol=1e-12)


def test_shared_keys_and_a_batch_of_values_broadcast(qkv):
    q, k, v = qkv
    output, _ = tiled_attention(q, k[0, 0], v, 2, causal_mask(3, 5))
    np.testing.assert_allclose(output, attention(q, k[0, 0], v, causal_mask(3, 5)).output, rtol=1e-10)
    output, _ = tiled_attention(q[0, 0], k[0, 0], v, 2)
    np.testing.assert_allclose(output, attention(q[0, 0], k[0, 0], v).output, rtol=1e-10)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_the_float_type_is_kept(qkv, dtype):
    q, k, v = (x.astype(dtype) for x in qkv)
    assert {x.dtype for x in tiled_attention(q, k, v, 2, causal_mask(3, 5))} == {np.dtype(dtype)}
    state = online_update(OnlineSoftmax.empty((3,), 2, dtype), (q @ k.swapaxes(-1, -2))[0, 0], v[0, 0])
    assert {x.dtype for x in online_merge(state, state)} == {np.dtype(dtype)}


def peak_bytes(T, call):
    rng = np.random.default_rng(0)
    q, k, v = (rng.standard_normal((T, 4)) for _ in range(3))
    call(q[:2], k[:2], v[:2])
    tracemalloc.start()
    call(q, k, v)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return peak


def test_memory_grows_with_the_length_and_not_with_its_square():
    tiled = [peak_bytes(T, lambda q, k, v: tiled_attention(q, k, v, 16)[0]) for T in (512, 2048)]
    whole = [peak_bytes(T, lambda q, k, v: attention(q, k, v).output) for T in (512, 2048)]
    assert tiled[1] / tiled[0] < 5, "4 times the length, 4 times the memory"
    assert whole[1] / whole[0] > 12, "4 times the length, 16 times the memory"
    assert tiled[1] < 2048 * 2048 * 8 / 10, "a tenth of one table of weights"


def test_memory_grows_with_the_block():
    small, large = (peak_bytes(1024, lambda q, k, v, b=b: tiled_attention(q, k, v, b)[0]) for b in (8, 512))
    assert large > 8 * small
