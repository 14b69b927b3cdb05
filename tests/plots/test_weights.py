"""plot_weights: 0 to 1, row sums beside the rows, and nothing else is let in."""

import numpy as np
import pytest

from attnedu.plots import plot_weights

WEIGHTS = np.array([[0.7, 0.2, 0.1, 0, 0], [0.25, 0.25, 0.25, 0.25, 0], [0, 0, 0, 0, 1]])


def texts(figure):
    return [text.get_text() for text in figure.axes[0].texts]


def test_the_row_sums_printed_are_those_of_numpy():
    weights = np.random.default_rng(7).dirichlet(np.ones(5), size=3)
    shown = texts(plot_weights(weights))
    after = shown[shown.index("row sum") + 1 :]
    assert after == [f"{total:.3f}" for total in weights.sum(axis=1)]


def test_the_scale_runs_from_zero_to_one_whatever_the_largest_weight_is():
    bar = plot_weights(np.full((2, 5), 0.2)).axes[1]
    assert bar.get_ylim() == (0, 1)
    assert bar.get_ylabel() == "weight"


def test_a_row_of_zeros_is_allowed_and_named():
    weights = WEIGHTS.copy()
    weights[1] = 0
    assert any("nothing" in text and text.startswith("0.000") for text in texts(plot_weights(weights)))


def test_the_first_row_that_does_not_sum_to_one_is_named_with_its_sum():
    short = WEIGHTS.copy()
    short[1, 0] = 0
    with pytest.raises(ValueError, match=r"row 1 sums to 0\.75") as refusal:
        plot_weights(short)
    assert "weights zeroed, not renormalised" in str(refusal.value)


def test_scores_are_refused_and_called_scores():
    with pytest.raises(ValueError, match=r"row 0 holds -1 at column 1.*It may be: raw scores"):
        plot_weights([[2.0, -1.0]])


def test_hidden_scores_are_refused():
    with pytest.raises(ValueError, match="masked scores"):
        plot_weights([[0.0, -np.inf]])


@pytest.mark.parametrize("dtype", [np.float16, np.float32, np.float64])
def test_rounding_of_the_dtype_is_forgiven(dtype):
    weights = np.random.default_rng(1).dirichlet(np.ones(64), size=4).astype(dtype)
    plot_weights(weights)


def test_an_error_that_float16_may_make_is_not_forgiven_in_float64():
    weights = np.array([[0.5, 0.502]])
    plot_weights(weights.astype(np.float16))
    with pytest.raises(ValueError, match="sums to 1.002"):
        plot_weights(weights)


def test_short_rows_are_drawn_and_marked_when_their_stage_is_said():
    figure = plot_weights([[0.5, 0.0, 0.25], [0, 1, 0]], stage="zeroed, not renormalised")
    assert "0.750 ≠ 1" in texts(figure)
    assert figure.axes[0].get_title(loc="left") == "shares: zeroed, not renormalised"
    assert [axes.get_ylabel() or axes.get_xlabel() for axes in figure.axes[1:]] == ["share"]
    with pytest.raises(ValueError, match="negative"):
        plot_weights([[2.0, -1.0]], stage="weights, I hope")


def test_hidden_cells_are_hatched_and_hold_a_plain_zero():
    hidden = WEIGHTS == 0
    axes = plot_weights(WEIGHTS, hidden=hidden).axes[0]
    assert sum(patch.get_hatch() is not None for patch in axes.patches) == hidden.sum()
    assert [text.get_text() for text in axes.texts].count("0") == hidden.sum()


def test_hidden_cells_of_a_large_table_are_explained_in_words():
    large = np.tril(np.ones((9, 9))) / np.arange(1, 10)[:, None]
    axes = plot_weights(large, hidden=large == 0).axes[0]
    assert axes.get_legend().get_texts()[0].get_text() == "hatched = hidden (weight is 0)"


def test_a_weight_that_is_not_zero_is_never_drawn_as_hidden():
    with pytest.raises(ValueError, match=r"row 0, column 0, but the weight there is 0\.7"):
        plot_weights(WEIGHTS, hidden=np.ones(WEIGHTS.shape, bool))
    with pytest.raises(ValueError, match="~mask"):
        plot_weights(WEIGHTS, hidden=WEIGHTS)


@pytest.mark.parametrize("keys", [list("abcde"), ["because"] * 4 + ["afterwards"]])
def test_row_sum_stands_above_the_sums_also_where_the_names_of_the_keys_slant(keys):
    axes = plot_weights(WEIGHTS, keys=keys).axes[0]
    (head,) = (text for text in axes.texts if text.get_text() == "row sum")
    assert head.xy[1] == -0.5, "the top of the first row"
    assert head.get_rotation() == axes.get_xticklabels()[0].get_rotation()


@pytest.mark.parametrize("bad", [np.zeros(3), np.zeros((2, 3, 4)), np.zeros((0, 3)), np.array([[np.nan, 1]])])
def test_arrays_that_are_no_table_are_refused(bad):
    with pytest.raises(ValueError, match="weights"):
        plot_weights(bad)
