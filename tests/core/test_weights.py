"""What acts on weights: row sums, entropy, zeroing, renormalising, and mixing the values."""

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from attnedu.core import (
    attention_output,
    causal_mask,
    is_weights,
    masked_softmax,
    renormalise,
    row_entropy,
    row_sums,
    softmax,
    zero_weights,
)


def random_weights(seed, shape=(3, 5), dtype=np.float64):
    return softmax(3 * np.random.default_rng(seed).standard_normal(shape).astype(dtype))


SEEDS = st.integers(0, 2**32 - 1)


def test_row_sums_are_what_a_loop_adds_up():
    weights = random_weights(1, (2, 3, 5))
    expected = [[sum(row) for row in table] for table in weights.tolist()]
    np.testing.assert_allclose(row_sums(weights), expected, rtol=1e-15)


@pytest.mark.parametrize("dtype", [np.float16, np.float32, np.float64])
def test_what_softmax_returns_can_be_weights_in_every_float_type(dtype):
    assert is_weights(random_weights(2, (6, 3, 700), dtype))


@pytest.mark.parametrize(
    "array",
    [
        [[0.5, 0.4]], [[0.5, 0.5], [0.5, 0.6]], [[1.5, -0.5]], [[np.nan, 1.0]], [[np.inf, 0.0]],
        [[np.inf, -np.inf]], [[1e308, 1e308]], [[0.0, 0.0]], [], 1.0, "weights", None, [[1j, 1]],
        [[1], [0, 1]], [[True, False]], np.ma.masked_array([[0.5, 0.5]], [[True, False]]),
    ],
)  # fmt: skip
def test_what_cannot_be_weights_gives_false_and_never_an_error(array):
    assert is_weights(array) is False


def test_one_hot_and_uniform_and_integer_rows_can_be_weights():
    assert is_weights(np.eye(3))
    assert is_weights([[0.2] * 5])
    assert is_weights([[0, 1], [1, 0]]) is True


@given(SEEDS)
def test_entropy_is_that_of_pytorch_and_between_zero_and_log_n(seed):
    weights = random_weights(seed)
    expected = torch.distributions.Categorical(probs=torch.tensor(weights)).entropy()
    np.testing.assert_allclose(row_entropy(weights), expected, rtol=1e-10, atol=1e-12)
    assert (row_entropy(weights) >= 0).all()
    assert (row_entropy(weights) <= np.log(5) + 1e-12).all()


def test_entropy_knows_its_ends():
    assert row_entropy(np.eye(3)).tolist() == [0, 0, 0]
    assert not np.signbit(row_entropy(np.eye(3))).any()
    assert row_entropy([[1 / 16] * 16])[0] == pytest.approx(2.7726, abs=1e-4)  # ln 16


@given(SEEDS, SEEDS)
def test_zeroing_then_renormalising_equals_hiding_the_scores(seed, mask_seed):
    scores = np.random.default_rng(seed).standard_normal((3, 5))
    mask = np.random.default_rng(mask_seed).random((3, 5)) < 0.6
    zeroed = zero_weights(softmax(scores), mask)
    np.testing.assert_allclose(renormalise(zeroed), masked_softmax(scores, mask), rtol=1e-12)


def test_zeroing_alone_leaves_rows_short_and_keeps_the_visible_weights():
    weights = softmax(np.array([[-1.0, -2.0, 0.0]]))
    zeroed = zero_weights(weights, np.array([True, True, False]))
    assert row_sums(zeroed)[0] == pytest.approx(0.335, abs=5e-4)  # the published example
    assert (zeroed[0, :2] == weights[0, :2]).all()
    assert weights[0, 2] > 0, "the input is not changed"


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_the_float_type_is_kept(dtype):
    weights = random_weights(3, dtype=dtype)
    zeroed = zero_weights(weights, causal_mask(3, 5))
    v = np.ones((5, 2), dtype)
    for result in (row_sums(weights), row_entropy(weights), zeroed, renormalise(zeroed)):
        assert result.dtype == dtype
    assert attention_output(weights, v).dtype == dtype


def test_renormalising_leaves_an_empty_row_empty_and_tiny_rows_whole():
    rows = renormalise([[0.0, 0.0], [1e-310, 3e-310], [1e200, 1e200]])
    np.testing.assert_allclose(rows, [[0, 0], [0.25, 0.75], [0.5, 0.5]], rtol=1e-12)


def test_the_output_mixes_the_values_as_a_loop_does():
    weights, v = random_weights(4), np.random.default_rng(5).standard_normal((5, 2))
    expected = [[sum(weights[i, j] * v[j, d] for j in range(5)) for d in range(2)] for i in range(3)]
    np.testing.assert_allclose(attention_output(weights, v), expected, rtol=1e-13)


def test_the_output_has_batch_axes_and_broadcasts():
    weights, v = random_weights(4, (7, 6, 3, 5)), np.random.default_rng(5).standard_normal((7, 6, 5, 2))
    expected = torch.einsum("bhqk,bhkd->bhqd", torch.tensor(weights), torch.tensor(v))
    np.testing.assert_allclose(attention_output(weights, v), expected, rtol=1e-12, atol=1e-15)
    np.testing.assert_allclose(attention_output(weights, v[0, 0])[3, 2], weights[3, 2] @ v[0, 0])


@given(SEEDS)
def test_the_output_lies_in_the_hull_of_the_values(seed):
    v = np.random.default_rng(seed).standard_normal((5, 2))
    output = attention_output(random_weights(seed), v)
    assert (output <= v.max(axis=0) + 1e-12).all()
    assert (output >= v.min(axis=0) - 1e-12).all()


def test_a_one_hot_row_returns_that_value_and_a_zero_row_returns_zero():
    v = np.array([[1.0, 2.0], [3.0, 4.0]])
    assert attention_output([[0.0, 1.0], [0.0, 0.0]], v).tolist() == [[3.0, 4.0], [0.0, 0.0]]


def test_permuting_keys_and_values_together_changes_no_output():
    weights, v = random_weights(6), np.random.default_rng(7).standard_normal((5, 2))
    order = [3, 1, 4, 0, 2]
    np.testing.assert_allclose(attention_output(weights[:, order], v[order]), attention_output(weights, v))
