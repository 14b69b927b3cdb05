"""Does a bad array get an error that teaches: its name, its shape or the bad cell, the next step?"""

import numpy as np
import pytest
import torch

from attnedu import core
from tests.core.good_arrays import INF, MASK, NAN, NAN_CELL, SCORES, STATE, WEIGHTS, K, Q, V, refuses


@pytest.mark.parametrize("function", [core.raw_scores, core.attention_scores])
def test_mismatched_d_k_names_both_lengths_and_both_shapes(function):
    with refuses(ValueError, "q has d_k=4", "k has d_k=6", r"\(3, 4\)", r"\(5, 6\)", "same length"):
        function(Q, np.ones((5, 6)))


def test_attention_and_tiled_attention_refuse_mismatched_d_k_too():
    for call in (lambda k: core.attention(Q, k, V), lambda k: core.tiled_attention(Q, k, V, 2)):
        with refuses(ValueError, "q has d_k=4", "k has d_k=6"):
            call(np.ones((5, 6)))


def test_values_that_do_not_match_the_keys_are_named():
    for call in (
        lambda v: core.attention(Q, K, v),
        lambda v: core.attention_output(WEIGHTS, v),
        lambda v: core.tiled_attention(Q, K, v, 2),
        lambda v: core.online_update(STATE, SCORES, v),
    ):
        for rows in (4, 6):  # too many rows must not be dropped in silence
            with refuses(ValueError, f"v has {rows} rows", "each key brings one value"):
                call(np.ones((rows, 2)))


def test_leading_axes_that_do_not_broadcast_are_named():
    with refuses(
        ValueError, "in front of the last two", r"q is \(7, 3, 4\)", r"k is \(6, 5, 4\)", "give both"
    ):
        core.raw_scores(np.ones((7, 3, 4)), np.ones((6, 5, 4)))
    with refuses(ValueError, "in front of the last two", r"v is \(6, 5, 2\)"):
        core.attention_output(np.ones((7, 3, 5)), np.ones((6, 5, 2)))
    with refuses(ValueError, "in front of the last two", r"v is \(6, 5, 2\)", "give all three"):
        core.tiled_attention(np.ones((7, 3, 4)), K, np.ones((6, 5, 2)), 2)


@pytest.mark.parametrize("mask", [MASK.astype(int), MASK.astype(float), 1, "all", None, [[1]]])
def test_a_mask_that_is_not_boolean_is_refused_with_the_cure(mask):
    for call in (core.mask_scores, core.masked_softmax, core.zero_weights):
        with refuses(TypeError, "mask must be boolean", "may look", "dtype is", r"astype\(bool\)"):
            call(WEIGHTS, mask)


@pytest.mark.parametrize("shape", [(5, 3), (4,), (2, 3, 5), (0,), (3, 5, 1)])
def test_a_mask_that_does_not_broadcast_shows_both_shapes(shape):
    for call in (
        lambda mask: core.mask_scores(SCORES, mask),
        lambda mask: core.masked_softmax(SCORES, mask),
        lambda mask: core.capped_masked_softmax(SCORES, mask, 2.0),
        lambda mask: core.attention(Q, K, V, mask),
        lambda mask: core.tiled_attention(Q, K, V, 2, mask),
    ):
        with refuses(ValueError, "mask has shape", r"the scores \(3, 5\)", r"\(T_q, T_k\)"):
            call(np.ones(shape, bool))


def test_weights_are_not_called_scores_when_their_mask_does_not_broadcast():
    with refuses(ValueError, r"the weights \(3, 5\)"):
        core.zero_weights(WEIGHTS, np.ones((5, 3), bool))


@pytest.mark.parametrize(
    "call",
    [
        core.softmax, core.naive_softmax, core.logsumexp, lambda s: core.mask_scores(s, MASK),
        lambda s: core.masked_softmax(s, MASK), lambda s: core.apply_temperature(s, 1.0),
        lambda s: core.soft_cap(s, 1.0), lambda s: core.sink_softmax(s, 0.0),
        lambda s: core.online_update(STATE, s, V),
    ],
)  # fmt: skip
def test_nan_in_scores_is_refused_with_its_place(call):
    with refuses(ValueError, "scores holds NaN", r"\(1, 2\)", r"\(3, 5\)", "where it came from"):
        call(NAN_CELL)


@pytest.mark.parametrize(
    ("name", "bad"), [*((name, bad) for name in "qkv" for bad in (NAN, INF, -INF)), ("bias", NAN)]
)
def test_a_number_that_is_not_finite_is_named_where_it_stands(name, bad):
    arrays = {"q": Q, "k": K, "v": V, "bias": SCORES}
    spoiled = arrays[name].copy()
    spoiled[2, 1] = bad
    with refuses(ValueError, f"{name} holds", r"\(2, 1\)"):
        core.attention(**{**arrays, name: spoiled})


def test_an_infinite_value_is_refused_even_where_its_weight_is_zero():
    with refuses(ValueError, "v holds inf", r"\(1, 0\)", "0 · inf is NaN"):
        core.attention_output([[1.0, 0.0]], [[1.0], [INF]])


@pytest.mark.parametrize("shape", [(0,), (0, 5), (3, 0), (2, 0, 5)])
def test_empty_arrays_are_refused_with_their_shape(shape):
    for call in (core.softmax, core.naive_softmax, core.logsumexp, core.row_sums, core.row_entropy,
                 core.renormalise, core.softmax_jacobian, core.stage_of):  # fmt: skip
        with refuses(
            ValueError, "is empty", str(shape).replace("(", r"\(").replace(")", r"\)"), "at least one"
        ):
            call(np.zeros(shape))


def test_empty_queries_keys_values_and_heads_are_refused():
    for call in (
        lambda: core.raw_scores(np.ones((0, 4)), K),
        lambda: core.raw_scores(np.ones((3, 0)), np.ones((5, 0))),
        lambda: core.attention(Q, np.ones((0, 4)), np.ones((0, 2))),
        lambda: core.attention(Q, K, np.ones((5, 0))),
        lambda: core.tiled_attention(Q, np.ones((0, 4)), np.ones((0, 2)), 2),
        lambda: core.split_heads(np.ones((5, 0)), 3),
        lambda: core.rotate(np.ones((0, 4)), []),
    ):
        with refuses(ValueError, "is empty"):
            call()


@pytest.mark.parametrize("axis", [2, -3, 99])
def test_an_axis_out_of_range_shows_the_shape(axis):
    for call in (core.softmax, core.naive_softmax, core.logsumexp):
        with refuses(ValueError, f"axis={axis}", "2 axes", r"\(3, 5\)", "axis -1"):
            call(SCORES, axis)


@pytest.mark.parametrize("axis", [None, 1.0, "last", (0, 1), True, [0], NAN])
def test_an_axis_that_is_not_an_integer_is_refused(axis):
    for call in (core.softmax, core.naive_softmax, core.logsumexp):
        with refuses(TypeError, "axis must be an integer", "axis -1"):
            call(SCORES, axis)


def test_arrays_without_enough_axes_are_told_which_ones_are_missing():
    for call in (core.softmax, core.logsumexp, core.row_sums, core.stage_of):
        with refuses(ValueError, r"needs the axes \(…, T_k\)", r"shape is \(\)", "add"):
            call(np.float64(3))
    with refuses(ValueError, "q needs the axes", r"\(4,\)"):
        core.raw_scores(np.ones(4), K)
    with refuses(ValueError, "x needs the axes", r"\(…, n_heads, T, d\)"):
        core.merge_heads(Q)


@pytest.mark.parametrize("ragged", [[[1.0, 2.0], [1.0]], [[1.0], 2.0], [[[1.0]], [[1.0, 2.0]]]])
def test_ragged_lists_are_refused_by_name(ragged):
    with refuses(ValueError, "scores has rows of different lengths", "same number"):
        core.softmax(ragged)
    with refuses(ValueError, "mask has rows of different lengths"):
        core.mask_scores(SCORES, [[True], [True, False]])


@pytest.mark.parametrize(
    "array",
    [
        "text",
        [["a", "b"]],
        [[1j, 2]],
        [[None, 1.0]],
        [[{}]],
        [[True, False]],
        np.array(["2020"], "M8[D]"),
        None,
    ],
)
def test_what_is_not_real_numbers_is_refused_with_its_dtype(array):
    for call, name in ((core.softmax, "scores"), (core.row_sums, "weights"), (core.stage_of, "array")):
        with refuses(TypeError, f"{name} must hold real numbers", "dtype is"):
            call(array)


def test_a_masked_array_is_refused_because_it_hides_cells_silently():
    with refuses(TypeError, "scores is a masked array", "pass plain numbers and a mask"):
        core.softmax(np.ma.masked_array(SCORES, ~MASK))


def test_a_tensor_is_read_unless_numpy_cannot_and_then_the_error_says_how():
    np.testing.assert_allclose(core.softmax(torch.zeros(3, 5)), 0.2, rtol=1e-6)
    for tensor in (torch.zeros(3, 5, requires_grad=True), torch.zeros(3, 5, dtype=torch.bfloat16)):
        with refuses(TypeError, "scores is a Tensor that NumPy cannot read", "detach"):
            core.softmax(tensor)


def test_scores_given_where_weights_belong_are_recognised():
    for call in (core.row_entropy, core.renormalise, core.softmax_jacobian):
        with refuses(ValueError, "weights hold -1", "never negative", r"\(3, 5\)", "softmax first"):
            call(SCORES)
    for call in (core.row_entropy, core.softmax_jacobian):
        with refuses(ValueError, "sums to 3", "at most 1"):
            call([[2.0, 1.0]])
    with refuses(ValueError, "weights hold -1"):
        core.softmax_backward(SCORES, SCORES)
    with refuses(ValueError, r"weights are \(3, 5\)", r"\(5, 2\)", "one gradient for each"):
        core.softmax_backward(WEIGHTS, V)
