"""Does a bad number, size or setting get an error that teaches: its name, its value, the next step?"""

import numpy as np
import pytest

from attnedu import core
from attnedu.core import OnlineSoftmax
from tests.core.good_arrays import INF, MASK, NAN, SCORES, STATE, K, Q, V, W, X, refuses


@pytest.mark.parametrize("value", [0, 0.0, -1, -0.5, NAN, INF, -INF])
def test_a_temperature_cap_or_scale_that_is_not_positive_is_refused(value):
    with refuses(ValueError, "temperature must be positive and finite", str(value), "above 0"):
        core.temperature_softmax(SCORES, value)
    with refuses(ValueError, "cap must be positive and finite"):
        core.soft_cap(SCORES, value)
    with refuses(ValueError, "scale must be positive and finite"):
        core.attention_scores(Q, K, scale=value)


@pytest.mark.parametrize("value", [None, "1", True, 1j, [1.0], [1.0, 2.0], np.ones(3), {}])
def test_a_temperature_that_is_not_one_number_is_refused(value):
    with refuses(TypeError, "temperature must be one positive number"):
        core.apply_temperature(SCORES, value)


@pytest.mark.parametrize("value", [1e-60, 1e60])
def test_a_temperature_that_float32_cannot_hold_is_refused_instead_of_dividing_by_zero(value):
    with refuses(ValueError, "temperature=", "in float32", "float64"):
        core.apply_temperature(SCORES.astype(np.float32), value)


def test_an_overflow_is_an_error_and_not_an_infinity_that_looks_like_a_tie():
    with refuses(ValueError, "scores divided by temperature", "overflow float64"):
        core.temperature_softmax(np.array([4.0, 3.0]), 1e-308)
    with refuses(ValueError, "products of q and k overflow float32", "float64"):
        core.raw_scores(np.full((3, 4), 3e38, np.float32), np.ones((5, 4), np.float32))
    with refuses(ValueError, "scores plus bias overflow"):
        core.attention(np.full((3, 1), 1e200), np.full((5, 1), 1e107), V, bias=1.7e308)


@pytest.mark.parametrize("value", [0, -3, 2**40])
def test_a_size_that_no_array_can_have_is_refused(value):
    with refuses(ValueError, "T_q"):
        core.causal_mask(value)
    with refuses(ValueError, "window"):
        core.sliding_window_mask(3, 5, value)
    with refuses(ValueError, "block"):
        core.tiled_attention(Q, K, V, value)
    with refuses(ValueError, "d_k"):
        core.scale_scores(SCORES, value)


@pytest.mark.parametrize("value", [2.0, "3", None, [3], True, np.ones(2)])
def test_a_size_that_is_not_a_whole_number_is_refused(value):
    with refuses(TypeError, "T_k must be a whole number" if value is not None else "T_q must be"):
        core.causal_mask(*((3, value) if value is not None else (value,)))
    with refuses(TypeError, "n_heads must be a whole number", "use an int"):
        core.split_heads(X, value)


def test_heads_projections_slopes_and_pairs_must_fit():
    with refuses(ValueError, "d_model=12", r"\(5, 12\)", "n_heads=5 does not divide"):
        core.split_heads(X, 5)
    with refuses(ValueError, r"w_o must be \(d_model, d_model\)", r"\(12, 12\)", r"\(12, 3\)"):
        core.multi_head_attention(X, W, W, W, np.ones((12, 3)), 3)
    with refuses(ValueError, r"mask has shape \(3, 5\)"):
        core.multi_head_attention(X, W, W, W, W, 3, MASK)
    with refuses(ValueError, "n_heads must be a power of two", "6"):
        core.alibi_slopes(6)
    with refuses(ValueError, "x has d=3", "pairs"):
        core.rotate(np.ones((5, 3)), np.arange(5))
    with refuses(ValueError, "positions must have shape", "T=5"):
        core.rotate(X, np.arange(4))


def test_buckets_and_their_table_must_fit():
    with refuses(ValueError, "n_buckets must be at least 4", "2"):
        core.relative_buckets(3, 5, 2)
    with refuses(ValueError, "n_buckets must be at least 2", "1"):
        core.relative_buckets(3, 5, 1, bidirectional=False)
    with refuses(ValueError, "n_buckets must be even", "7", "each side"):
        core.relative_buckets(3, 5, 7)
    with refuses(ValueError, "max_distance must be above 8", "but is 8", "n_buckets=32", "0 to 7"):
        core.relative_buckets(3, 5, 32, 8)
    with refuses(TypeError, "bidirectional must be True or False", "1"):
        core.relative_buckets(3, 5, bidirectional=1)
    with refuses(ValueError, r"table must be \(n_buckets, n_heads\)", r"\(8, 2, 1\)"):
        core.relative_bias(np.ones((8, 2, 1)), 3, 5)
    with refuses(ValueError, "table has 3 buckets", r"\(3, 2\)", "even number, at least 4"):
        core.relative_bias(np.ones((3, 2)), 3, 5)
    with refuses(ValueError, "table holds NaN"):
        core.relative_bias([1.0, NAN, 0.0, 0.0], 3, 5)


def test_lengths_sinks_biases_and_states_must_fit():
    with refuses(TypeError, "lengths must be a sequence of whole numbers"):
        core.padding_mask(3, 5)
    with refuses(ValueError, "lengths must lie between 0 and T_k=5", "9"):
        core.padding_mask([2, 9], 5)
    with refuses(ValueError, "sink has 2 entries", r"\(3, 5\)", "head axis"):
        core.sink_softmax(SCORES, [0.0, 1.0])
    with refuses(ValueError, "sink holds NaN"):
        core.sink_softmax(SCORES, NAN)
    with refuses(ValueError, r"bias has shape \(2, 3, 5\)", r"\(3, 5\)", "heads"):
        core.attention(Q, K, V, bias=np.ones((2, 3, 5)))
    with refuses(ValueError, "does not fit the state", r"\(4, 2\)"):
        core.online_update(OnlineSoftmax.empty((4,), 2), SCORES, V)
    with refuses(ValueError, "does not fit the state"):
        core.online_update(OnlineSoftmax.empty((3,), 1), SCORES, V)
    with refuses(ValueError, "not states of the same queries", r"\(3, 2\)", r"\(4, 2\)"):
        core.online_merge(STATE, OnlineSoftmax.empty((4,), 2))
    with refuses(TypeError, r"state must be \(max, sum, acc\)", "OnlineSoftmax.empty"):
        core.online_update(None, SCORES, V)
    with refuses(TypeError, "rng must be a NumPy Generator", "default_rng"):
        core.score_spread(4, 10, 0)
    with refuses(TypeError, "shape must be a tuple"):
        OnlineSoftmax.empty(3, 2)
