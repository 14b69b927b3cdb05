"""Does plot_hull draw the hull that the values have, and name what it draws?"""

import numpy as np
import pytest

from attnedu.plots.hull import hull_corners, plot_hull


def test_a_value_inside_the_others_is_no_corner():
    assert hull_corners([[0, 0], [4, 0], [4, 3], [0, 3], [2, 1]]) == [0, 1, 2, 3]


def test_a_value_on_an_edge_is_no_corner():
    assert sorted(hull_corners([[0, 0], [4, 0], [2, 0], [0, 4]])) == [0, 1, 3]


def test_two_values_and_one_value_have_a_hull_too():
    assert sorted(hull_corners([[1, 0], [0, 0]])) == [0, 1]
    assert hull_corners([[1, 2]]) == [0]


def test_no_value_lies_outside_the_corners():
    values = np.random.default_rng(3).normal(size=(40, 2))
    corners = values[hull_corners(values)]
    following = np.roll(corners, -1, axis=0)
    for (x0, y0), (x1, y1) in zip(corners, following, strict=True):
        turns = (x1 - x0) * (values[:, 1] - y0) - (y1 - y0) * (values[:, 0] - x0)
        assert turns.min() >= -1e-12  # every value is on the left of every edge


def test_the_figure_names_values_outputs_and_axes():
    figure = plot_hull([[8, 0], [1, 9], [5, 1]], {"Ada": [4, 3]}, ["a", "b", "c"], ("laughter", "music"))
    (axes,) = figure.axes
    assert [text.get_text() for text in axes.texts] == ["a", "b", "c", "Ada"]
    assert (axes.get_xlabel(), axes.get_ylabel()) == ("laughter", "music")


def test_many_outputs_are_one_cloud_with_one_name():
    figure = plot_hull([[0, 0], [4, 0], [0, 4]], {"cloud": np.ones((30, 2))})
    assert [text.get_text() for text in figure.axes[0].texts].count("cloud") == 1


def box_in_data(figure, text):
    """Left, right, bottom, top of a text, in the units of the axes."""
    figure.draw_without_rendering()
    (axes,) = figure.axes
    (left, bottom), (right, top) = axes.transData.inverted().transform(text.get_window_extent())
    return left, right, bottom, top


def test_the_name_of_a_corner_stands_outside_the_hull():
    values = np.array([[8.0, 0], [1, 9], [5, 1], [2, 6]])  # the talent show: a long thin hull
    corners = values[hull_corners(values)]
    figure = plot_hull(values, {}, ["juggler", "singer", "magician", "dancer"])
    for text in figure.axes[0].texts:
        left, right, bottom, top = box_in_data(figure, text)
        for point in np.stack(np.meshgrid(np.linspace(left, right, 9), [bottom, top]), -1).reshape(-1, 2):
            sides = np.roll(corners, -1, axis=0) - corners
            turns = sides[:, 0] * (point - corners)[:, 1] - sides[:, 1] * (point - corners)[:, 0]
            assert turns.min() < 0, f"{text.get_text()} covers the hull"


def test_names_have_paper_around_them_where_they_cross_an_edge():
    figure = plot_hull([[0, 0], [4, 0], [0, 4]], {"output": [1, 1]})
    assert all(text.get_path_effects() for text in figure.axes[0].texts)


def test_values_on_a_line_have_names_too():
    assert len(plot_hull([[0, 0], [1, 0], [2, 0]], {}).axes[0].texts) == 3


def test_values_that_are_not_points_of_a_plane_are_refused_with_their_shape():
    with pytest.raises(ValueError, match=r"\(2, 3\)"):
        plot_hull(np.ones((2, 3)), {})


def test_a_name_too_few_is_refused_with_both_counts():
    with pytest.raises(ValueError, match="1 entries for 3 values"):
        plot_hull(np.eye(3, 2), {}, names=["a"])
