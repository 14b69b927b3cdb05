"""Masked, capped, with a sink, and backwards: is each the softmax that its formula says?"""

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from attnedu.core import (
    capped_masked_softmax,
    masked_softmax,
    sink_softmax,
    soft_cap,
    softmax,
    softmax_backward,
    softmax_jacobian,
)

INF = np.inf
SCORES = arrays(np.float64, (3, 5), elements=st.floats(-100, 100))


def test_masked_softmax_is_the_softmax_of_what_remains(rng):
    scores, mask = rng.standard_normal((3, 5)), np.array([[1, 0, 1, 1, 0], [0, 0, 0, 1, 0], [0] * 5], bool)
    weights = masked_softmax(scores, mask)
    assert (weights[~mask] == 0).all()
    kept = torch.softmax(torch.tensor(scores[0, mask[0]]), 0)
    np.testing.assert_allclose(weights[0, mask[0]], kept, rtol=1e-13)
    assert weights[1].tolist() == [0, 0, 0, 1, 0]
    assert not weights[2].any()


# Multiplying a score by 0 does not hide it: .09 stays in [2, 1, 0], .665 when the others are negative.
@pytest.mark.parametrize(("scores", "leak"), [([2.0, 1.0, 5.0], 0.09), ([-1.0, -2.0, 5.0], 0.665)])
def test_multiplying_by_zero_leaks_as_published_and_the_mask_does_not(scores, leak):
    mask = np.array([True, True, False])
    assert softmax(np.array(scores) * mask)[2] == pytest.approx(leak, abs=5e-4)
    assert masked_softmax(np.array(scores), mask)[2] == 0


def test_the_cap_comes_before_the_mask(rng):
    scores, mask = 30 * rng.standard_normal((3, 5)), rng.random((3, 5)) < 0.6
    weights = capped_masked_softmax(scores, mask, 5.0)
    assert (weights[~mask] == 0).all()
    np.testing.assert_allclose(weights, masked_softmax(5 * np.tanh(scores / 5), mask), rtol=1e-13)
    wrong_order = softmax(soft_cap(np.where(mask, scores, -INF), 5.0))
    assert (wrong_order[~mask] > 0).all()


def test_a_sink_takes_its_share_and_brings_nothing(rng):
    scores = rng.standard_normal((2, 6, 3, 5))
    sinks = rng.standard_normal(6)
    column = torch.tensor(sinks)[:, None, None].expand(2, 6, 3, 1)
    expected = torch.softmax(torch.cat([torch.tensor(scores), column], -1), -1)[..., :-1]
    np.testing.assert_allclose(sink_softmax(scores, sinks), expected, rtol=1e-12)
    assert (sink_softmax(scores, sinks).sum(axis=-1) < 1).all()


def test_a_sink_of_zero_is_softmax_off_by_one(rng):
    scores = rng.standard_normal((3, 5))
    expected = np.exp(scores) / (1 + np.exp(scores).sum(axis=-1, keepdims=True))
    np.testing.assert_allclose(sink_softmax(scores, 0.0), expected, rtol=1e-13)


def test_sinks_at_infinity_and_empty_rows_have_stated_results():
    scores = np.array([[0.0, 0.0], [-INF, -INF]])
    assert sink_softmax(scores, -INF).tolist() == [[0.5, 0.5], [0, 0]]
    assert sink_softmax(scores, INF).tolist() == [[0, 0], [0, 0]]
    assert sink_softmax(scores, 3.0)[1].tolist() == [0, 0]
    assert sink_softmax(np.array([0.0], np.float32), 1e300).tolist() == [0]


@given(arrays(np.float64, (5,), elements=st.floats(-10, 10)))
def test_the_jacobian_is_that_of_autograd(scores):
    expected = torch.autograd.functional.jacobian(lambda s: torch.softmax(s, -1), torch.tensor(scores))
    jacobian = softmax_jacobian(softmax(scores))
    np.testing.assert_allclose(jacobian, expected, atol=1e-15)
    np.testing.assert_allclose(jacobian.sum(axis=-1), 0, atol=1e-15)


def test_the_jacobian_has_batch_axes(rng):
    weights = softmax(rng.standard_normal((2, 3, 5)))
    assert softmax_jacobian(weights).shape == (2, 3, 5, 5)
    np.testing.assert_allclose(softmax_jacobian(weights)[1, 2], softmax_jacobian(weights[1, 2]))


@given(SCORES, st.integers(0, 2**32 - 1))
def test_the_backward_pass_is_that_of_autograd(scores, seed):
    upstream = np.random.default_rng(seed).standard_normal((3, 5))
    leaf = torch.tensor(scores, requires_grad=True)
    torch.softmax(leaf, -1).backward(torch.tensor(upstream))
    mine = softmax_backward(softmax(scores), upstream)
    np.testing.assert_allclose(mine, leaf.grad, atol=1e-14)
    np.testing.assert_allclose(mine.sum(axis=-1), 0, atol=1e-14)


# Median Frobenius norm of the Jacobian for 16 random keys at d_k = 64: .113 unscaled, .303 scaled.
def test_the_jacobian_shrinks_without_scaling_as_published():
    rng = np.random.default_rng(0)
    raw = np.einsum("nd,nkd->nk", rng.standard_normal((4_000, 64)), rng.standard_normal((4_000, 16, 64)))
    norms = [np.median(np.linalg.norm(softmax_jacobian(softmax(s)), axis=(-2, -1))) for s in (raw, raw / 8)]
    assert norms == [pytest.approx(0.113, rel=0.1), pytest.approx(0.303, rel=0.02)]
