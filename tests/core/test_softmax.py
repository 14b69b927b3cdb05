"""Is softmax the bridge: positive, in order, rows that sum to 1, stable, and as stated at infinity?"""

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from attnedu.core import (
    capped_masked_softmax,
    logsumexp,
    masked_softmax,
    naive_softmax,
    sink_softmax,
    softmax,
    softmax_backward,
    softmax_jacobian,
)

INF = np.inf
SCORES = arrays(np.float64, (3, 5), elements=st.floats(-100, 100))
ANY_FINITE = arrays(np.float64, (3, 5), elements=st.floats(allow_nan=False, allow_infinity=False))


@given(SCORES)
def test_weights_and_logsumexp_are_those_of_pytorch(scores):
    np.testing.assert_allclose(softmax(scores), torch.softmax(torch.tensor(scores), -1), rtol=1e-12)
    np.testing.assert_allclose(
        logsumexp(scores), torch.logsumexp(torch.tensor(scores), -1), rtol=1e-12, atol=1e-15
    )


@given(ANY_FINITE)
def test_rows_sum_to_one_for_every_finite_score(scores):
    weights = softmax(scores)
    assert (weights >= 0).all()
    np.testing.assert_allclose(weights.sum(axis=-1), 1, rtol=1e-14)


@given(SCORES, st.floats(-1000, 1000))
def test_adding_a_constant_to_a_row_changes_nothing(scores, shift):
    np.testing.assert_allclose(softmax(scores + shift), softmax(scores), rtol=1e-9, atol=1e-300)
    np.testing.assert_allclose(logsumexp(scores + shift), logsumexp(scores) + shift, atol=1e-10)


@given(SCORES, st.permutations(range(5)))
def test_permuting_the_keys_permutes_the_weights(scores, order):
    np.testing.assert_allclose(softmax(scores[:, order]), softmax(scores)[:, order], rtol=1e-14)


@given(SCORES)
def test_the_log_of_a_weight_is_its_score_minus_logsumexp(scores):
    np.testing.assert_allclose(
        softmax(scores), np.exp(scores - logsumexp(scores)[:, None]), rtol=1e-12, atol=1e-300
    )


@pytest.mark.parametrize("axis", [0, 1, 2, -1, -2, -3])
def test_each_axis_agrees_with_pytorch(rng, axis):
    scores = rng.standard_normal((2, 3, 5))
    as_torch = torch.tensor(scores)
    np.testing.assert_allclose(softmax(scores, axis), torch.softmax(as_torch, axis), rtol=1e-13)
    np.testing.assert_allclose(naive_softmax(scores, axis), torch.softmax(as_torch, axis), rtol=1e-13)
    np.testing.assert_allclose(logsumexp(scores, axis), torch.logsumexp(as_torch, axis), rtol=1e-13)


@pytest.mark.parametrize("dtype", [np.float16, np.float32, np.float64])
def test_the_float_type_is_kept(rng, dtype):
    scores = rng.standard_normal((3, 5)).astype(dtype)
    weights = softmax(scores)
    mask = rng.random((3, 5)) < 0.5
    for result in (
        weights, naive_softmax(scores), logsumexp(scores), masked_softmax(scores, mask),
        capped_masked_softmax(scores, mask, 5.0), sink_softmax(scores, 0.0), softmax_jacobian(weights),
        softmax_backward(weights, scores),
    ):  # fmt: skip
        assert result.dtype == dtype


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_scores_of_ten_thousand_are_stable(dtype):
    scores = np.array([[1e4, 1e4 - 1, -1e4], [-1e4, -1e4 - 1, -1e4 - 2]], dtype)
    expected = torch.softmax(torch.tensor(scores), -1)
    np.testing.assert_allclose(softmax(scores), expected, rtol=1e-6)
    np.testing.assert_allclose(logsumexp(scores), torch.logsumexp(torch.tensor(scores), -1), rtol=1e-6)


def test_the_widest_finite_scores_give_one_winner_without_a_warning():
    assert softmax(np.array([1.7e308, -1.7e308])).tolist() == [1.0, 0.0]
    with np.errstate(all="raise"):
        assert softmax(np.array([1.7e308, -1.7e308, 0.0])).tolist() == [1.0, 0.0, 0.0]


# exp overflows at 11.09, 88.72 and 709.78: the published limits of the three float types.
@pytest.mark.parametrize(("dtype", "limit"), [(np.float16, 11.09), (np.float32, 88.72), (np.float64, 709.78)])
def test_naive_softmax_breaks_just_above_the_published_limit(dtype, limit):
    below, above = np.array([limit - 0.1, -50], dtype), np.array([limit + 0.1, -50], dtype)
    assert naive_softmax(below)[0] == 1
    with np.errstate(over="ignore", invalid="ignore"):
        assert np.isnan(naive_softmax(above)[0])
    assert softmax(above)[0] == 1


@pytest.mark.parametrize(
    ("scores", "weights", "lse"),
    [
        ([0, 0, -INF], [0.5, 0.5, 0], np.log(2)),
        ([-INF, -INF, -INF], [0, 0, 0], -INF),
        ([INF, 0, -INF], [1, 0, 0], INF),
        ([INF, 3, INF], [0.5, 0, 0.5], INF),
        ([INF, INF, INF], [1 / 3, 1 / 3, 1 / 3], INF),
        ([-INF, -1e308, -INF], [0, 1, 0], -1e308),
    ],
)
@pytest.mark.parametrize("others", [[[1.0, 2.0, 3.0]], []])
def test_infinite_scores_have_the_stated_results(scores, weights, lse, others):
    scores = np.array([scores, *others], dtype=np.float64)
    with np.errstate(all="raise"):
        np.testing.assert_allclose(softmax(scores)[0], weights, rtol=1e-15)
        np.testing.assert_allclose(logsumexp(scores)[0], lse)


def test_an_empty_row_is_zero_where_pytorch_has_nan():
    assert torch.softmax(torch.tensor([-INF, -INF]), -1).isnan().all()
    assert softmax(np.array([[-INF, -INF], [0.0, 0.0]])).tolist() == [[0, 0], [0.5, 0.5]]


def test_minus_a_billion_everywhere_is_uniform_and_so_not_the_same_as_hidden():
    assert softmax(np.array([-1e9, -1e9])).tolist() == [0.5, 0.5]


# The margin that gives one key 0.9 of n: ln(9(n-1)) = 4.39, 6.79, 9.10, 11.41 …
@pytest.mark.parametrize(("n", "margin"), [(10, 4.39), (100, 6.79), (1_000, 9.10), (10_000, 11.41)])
def test_the_published_margin_gives_nine_tenths(n, margin):
    scores = np.zeros(n)
    scores[3] = margin
    assert softmax(scores)[3] == pytest.approx(0.9, abs=5e-4)


# With scores between -1 and 1, no weight among n can exceed .451, .069, .0073, .00074.
@pytest.mark.parametrize(("n", "most"), [(10, 0.451), (100, 0.069), (1_000, 0.0073), (10_000, 0.00074)])
def test_bounded_scores_disperse_as_published(n, most):
    scores = np.full(n, -1.0)
    scores[0] = 1.0
    assert softmax(scores)[0] == pytest.approx(most, rel=0.01)


def test_inputs_are_not_changed(rng):
    scores = rng.standard_normal((3, 5))
    before = scores.copy()
    softmax(scores), naive_softmax(scores), logsumexp(scores), sink_softmax(scores, 0.0)
    assert (scores == before).all()
