"""plot_scores: symmetric about 0, hidden cells hatched, numbers in the cells."""

import numpy as np
import pytest
from matplotlib.patches import Rectangle

from attnedu.plots import plot_scores

SCORES = np.array([[2.0, -4.5, 0.0, 1.0, -np.inf], [0.5, 0.5, 3.0, -np.inf, -np.inf], [1, 2, -1, 0, 0.25]])


def hatched(axes):
    """Row and column of every hatched cell."""
    cells = [patch for patch in axes.patches if isinstance(patch, Rectangle) and patch.get_hatch()]
    return {(round(cell.get_y() + 0.5), round(cell.get_x() + 0.5)) for cell in cells}


def cell_texts(axes):
    return [text.get_text() for text in axes.texts]


def test_hidden_cells_are_hatched_white_and_named():
    axes = plot_scores(SCORES).axes[0]
    assert hatched(axes) == {(0, 4), (1, 3), (1, 4)}
    assert cell_texts(axes).count("hidden") == 3
    assert all(patch.get_facecolor() == (1, 1, 1, 1) for patch in axes.patches if patch.get_hatch())


def test_colour_limits_are_symmetric_and_come_from_the_finite_scores():
    bar = plot_scores(SCORES).axes[1]
    assert bar.get_ylim() == (-4.5, 4.5)
    assert bar.get_ylabel() == "score"


def test_a_score_of_zero_has_the_middle_colour():
    colours = plot_scores(SCORES).axes[0].images[0].get_array()
    assert np.ptp(np.asarray(colours)[0, 2, :3]) < 0.02  # grey: neither orange nor purple
    assert np.ptp(np.asarray(colours)[0, 1, :3]) > 0.1


def test_axes_say_query_and_key_and_carry_the_names():
    axes = plot_scores(SCORES, ["it", "ran", "off"], list("abcde")).axes[0]
    assert (axes.get_ylabel(), axes.get_xlabel()) == ("query", "key")
    assert [label.get_text() for label in axes.get_yticklabels()] == ["it", "ran", "off"]
    assert axes.get_ylim()[0] > axes.get_ylim()[1], "the first query must be at the top"


def test_numbers_stand_in_the_cells_up_to_eight_and_not_beyond():
    assert "−4.50" in cell_texts(plot_scores(SCORES).axes[0])
    large = np.where(np.eye(9, dtype=bool), -np.inf, 1.0)
    axes = plot_scores(large).axes[0]
    assert not axes.texts
    assert len(hatched(axes)) == 9
    assert "hidden" in axes.get_legend().get_texts()[0].get_text()


@pytest.mark.parametrize("everything", [np.zeros((2, 3)), np.full((2, 3), -np.inf), np.full((2, 3), np.inf)])
def test_scores_without_a_size_still_get_a_scale(everything):
    assert plot_scores(everything).axes[1].get_ylim() == (-1, 1)


def test_it_draws_into_the_axes_it_is_given():
    from matplotlib.figure import Figure

    axes = Figure().add_subplot()
    assert plot_scores(SCORES, ax=axes) is axes.figure


def test_float32_and_integers_are_accepted_and_left_alone():
    scores = np.array([[1, -2]])
    before = scores.copy()
    assert cell_texts(plot_scores(scores).axes[0]) == ["1", "−2"]
    plot_scores(SCORES.astype(np.float32))
    assert (scores == before).all()


@pytest.mark.parametrize(
    ("bad", "words"),
    [
        (np.zeros(3), "query axis"),
        (np.zeros((2, 3, 4)), r"scores\[0\]"),
        (np.zeros((0, 3)), "empty"),
        (np.array([[0.0, np.nan]]), "row 0, column 1"),
    ],
)
def test_arrays_that_are_no_table_are_refused_with_the_remedy(bad, words):
    with pytest.raises(ValueError, match=words):
        plot_scores(bad)


def test_a_mask_in_place_of_scores_is_refused():
    with pytest.raises(TypeError, match="bool"):
        plot_scores(np.ones((2, 3), bool))


def test_names_must_fit_the_axis():
    with pytest.raises(ValueError, match="2 names for an axis of size 3"):
        plot_scores(SCORES, queries=["a", "b"])
