"""Does the package compute what a person computes on paper? Every expected number here was worked by hand.

The example: tokens sun, warms, stone; d_k = 4, so √d_k = 2; d_v = 2.

    q = 0 1 0 2      k = 0 0  1 2      v = 4 0
        2 1 0 0          2 2 -1 0          0 2
        0 0 2 0          1 0  2 0          2 6
"""

from math import e

import numpy as np
import pytest

from attnedu.core import attention, is_weights, row_sums, stage_of, worked_example

# q_sun · k_sun = 0·0 + 1·0 + 0·1 + 2·2 = 4, q_warms · k_warms = 2·2 + 1·2 + 0·(-1) + 0·0 = 6, and so on.
RAW = [[4, 2, 0], [0, 6, 2], [2, -2, 4]]

# Each raw score divided by √4 = 2.
SCALED = [[2, 1, 0], [0, 3, 1], [1, -1, 2]]

# Row sums of the exponentials:
#   sun    e^2 + e^1 + e^0  = 7.3891 + 2.7183 + 1      = 11.1073
#   warms  e^0 + e^3 + e^1  = 1 + 20.0855 + 2.7183     = 23.8038
#   stone  e^1 + e^-1 + e^2 = 2.7183 + 0.3679 + 7.3891 = 10.4752
SUN, WARMS, STONE = e**2 + e + 1, 1 + e**3 + e, e + 1 / e + e**2
WEIGHTS = [
    [e**2 / SUN, e / SUN, 1 / SUN],
    [1 / WARMS, e**3 / WARMS, e / WARMS],
    [e / STONE, (1 / e) / STONE, e**2 / STONE],
]
ROUNDED = [[0.6652, 0.2447, 0.0900], [0.0420, 0.8438, 0.1142], [0.2595, 0.0351, 0.7054]]

# sun:   4·0.66524 + 0·0.24473 + 2·0.09003 = 2.8410    0·0.6652 + 2·0.2447 + 6·0.0900 = 1.0296
# warms: 4·0.0420 + 0·0.8438 + 2·0.1142 = 0.3964    0·0.0420 + 2·0.8438 + 6·0.1142 = 2.3728
# stone: 4·0.2595 + 0·0.0351 + 2·0.7054 = 2.4488    0·0.2595 + 2·0.0351 + 6·0.7054 = 4.3025
OUTPUT = [
    [(4 * e**2 + 2) / SUN, (2 * e + 6) / SUN],
    [(4 + 2 * e) / WARMS, (2 * e**3 + 6 * e) / WARMS],
    [(4 * e + 2 * e**2) / STONE, (2 / e + 6 * e**2) / STONE],
]
ROUNDED_OUTPUT = [[2.8410, 1.0296], [0.3964, 2.3728], [2.4488, 4.3025]]


@pytest.fixture
def trace():
    example = worked_example()
    return attention(example.q, example.k, example.v)


def test_the_example_is_the_one_printed_in_the_lesson():
    example = worked_example()
    assert example.tokens == ("sun", "warms", "stone")
    assert example.q.tolist() == [[0, 1, 0, 2], [2, 1, 0, 0], [0, 0, 2, 0]]
    assert example.k.tolist() == [[0, 0, 1, 2], [2, 2, -1, 0], [1, 0, 2, 0]]
    assert example.v.tolist() == [[4, 0], [0, 2], [2, 6]]


def test_raw_scores_are_the_dot_products_done_by_hand(trace):
    assert trace.raw.tolist() == RAW


def test_scaled_scores_are_the_raw_scores_halved(trace):
    assert trace.scaled.tolist() == SCALED


def test_without_a_cap_a_bias_or_a_mask_the_scores_pass_through(trace):
    assert trace.capped.tolist() == trace.biased.tolist() == trace.masked.tolist() == SCALED


def test_weights_are_the_fractions_of_powers_of_e(trace):
    np.testing.assert_allclose(trace.weights, WEIGHTS, rtol=1e-14)
    np.testing.assert_allclose(trace.weights, ROUNDED, atol=5.1e-5)


def test_each_row_of_weights_sums_to_one_and_no_row_of_scores_does(trace):
    np.testing.assert_allclose(row_sums(trace.weights), 1, rtol=1e-15)
    assert trace.scaled.sum(axis=-1).tolist() == [3, 4, 2]
    assert is_weights(trace.weights)
    assert not is_weights(trace.scaled)
    assert stage_of(trace.scaled).name == "raw scores"


def test_the_output_is_the_mix_of_the_values_done_by_hand(trace):
    np.testing.assert_allclose(trace.output, OUTPUT, rtol=1e-14)
    np.testing.assert_allclose(trace.output, ROUNDED_OUTPUT, atol=5.1e-5)


def test_two_rows_with_the_same_top_score_share_differently(trace):
    # sun and stone both have 2 as their largest score; the rest of the row decides: 0.6652 and 0.7054.
    assert trace.scaled[0].max() == trace.scaled[2].max() == 2
    assert trace.weights[0].max() == pytest.approx(e**2 / SUN)
    assert trace.weights[2].max() == pytest.approx(e**2 / STONE)


def test_a_causal_mask_leaves_the_last_row_and_shares_the_others_among_fewer():
    example = worked_example()
    trace = attention(example.q, example.k, example.v, np.tri(3, dtype=bool))
    # sun sees itself alone; warms shares e^0 : e^3 among two; stone sees all three, as before.
    expected = [[1, 0, 0], [1 / (1 + e**3), e**3 / (1 + e**3), 0], WEIGHTS[2]]
    np.testing.assert_allclose(trace.weights, expected, rtol=1e-14)
    np.testing.assert_allclose(trace.output[0], [4, 0], rtol=1e-15)


def test_float32_gives_the_same_numbers_to_seven_digits():
    example = worked_example()
    trace = attention(*(array.astype(np.float32) for array in (example.q, example.k, example.v)))
    assert trace.weights.dtype == trace.output.dtype == np.float32
    np.testing.assert_allclose(trace.weights, WEIGHTS, rtol=1e-6)
    np.testing.assert_allclose(trace.output, OUTPUT, rtol=1e-6)
