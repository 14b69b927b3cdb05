"""Figures that hold both banks of the river."""

import numpy as np
import pytest
from matplotlib.patches import FancyBboxPatch

from attnedu.plots import plot_bars, plot_pipeline, side_by_side

SCORES = np.array([[2.0, 1.0, 0.0], [-1.0, 3.0, -np.inf]])
WEIGHTS = np.array([[0.665, 0.245, 0.09], [0.018, 0.982, 0.0]])


def test_both_tables_have_the_rows_in_the_same_order():
    left, right = side_by_side(SCORES, WEIGHTS, ["it", "ran"], ["a", "b", "c"]).axes[:2]
    assert left.get_ylim() == right.get_ylim() == (1.5, -0.5)
    assert [t.get_text() for t in left.get_yticklabels()] == [t.get_text() for t in right.get_yticklabels()]


def test_the_two_banks_never_share_a_colour_map():
    bars = side_by_side(SCORES, WEIGHTS).axes[2:]
    assert [bar.get_ylabel() for bar in bars] == ["score", "weight"]
    assert [bar.get_ylim() for bar in bars] == [(-3, 3), (0, 1)]


def test_a_hidden_score_is_hatched_among_the_weights_as_well():
    left, right = side_by_side(SCORES, WEIGHTS).axes[:2]
    for axes in (left, right):
        (hatched,) = (patch for patch in axes.patches if patch.get_hatch())
        assert hatched.get_xy() == (1.5, 0.5)


def test_a_hidden_score_whose_weight_is_not_zero_is_not_hatched_among_the_weights():
    right = side_by_side(SCORES, [[0.665, 0.245, 0.09], [0.018, 0.882, 0.1]]).axes[1]
    assert not any(patch.get_hatch() for patch in right.patches)


def test_tables_of_different_shapes_are_refused():
    with pytest.raises(ValueError, match=r"\(2, 3\) but weights is \(1, 3\)"):
        side_by_side(SCORES, WEIGHTS[:1])


def test_swapped_arguments_are_refused():
    with pytest.raises(ValueError, match="not a table of weights"):
        side_by_side(WEIGHTS, np.where(np.isfinite(SCORES), SCORES, 0))


def test_bars_print_the_row_sum_and_name_hidden_keys():
    figure = plot_bars(scores=[1.0, -np.inf], weights=[1.0, 0.0], keys=["dog", "ball"])
    assert "hidden" in [text.get_text() for text in figure.axes[0].texts]
    assert [text.get_text() for text in figure.axes[1].texts] == ["1.00", "0"]
    assert figure.axes[1].get_title(loc="right") == "row sum 1.000"


def test_bars_that_are_to_be_compared_share_one_range():
    ranges = [plot_bars([s, 0.0], limit=4).axes[0].get_ylim() for s in (4.0, -1.0)]
    assert ranges[0] == ranges[1]
    assert plot_bars([1.0, 0.0], score_name="score / T").axes[0].get_ylabel() == "score / T"
    with pytest.raises(ValueError, match="limit=3, but a score has the size 4"):
        plot_bars([4.0, 0.0], limit=3)


@pytest.mark.parametrize(
    "arguments",
    [
        {},
        {"weights": [0.5, 0.2]},
        {"scores": [1.0], "weights": [0.5, 0.5]},
        {"scores": [[1.0]]},
        {"scores": []},
    ],
)
def test_bars_refuse_what_is_not_one_row(arguments):
    with pytest.raises(ValueError):
        plot_bars(**arguments)


def lit_boxes(figure):
    boxes = [patch for patch in figure.axes[0].patches if isinstance(patch, FancyBboxPatch)]
    return [i for i, box in enumerate(boxes) if box.get_linewidth() > 3]


def words(figure):
    return [text.get_text() for text in figure.axes[0].texts]


@pytest.mark.parametrize(
    ("lit", "boxes"),
    [
        ("scores", [0]),
        ("softmax", [3]),
        ("output", [5, 6]),
        (["scale", "modify"], [1, 2]),
        (None, []),
        ([], []),
    ],
)
def test_the_lit_part_has_a_bold_outline(lit, boxes):
    assert lit_boxes(plot_pipeline(lit)) == boxes


def test_the_lit_part_is_named_in_words_and_not_by_colour_alone():
    assert words(plot_pipeline("scale")).count("this lesson") == 1
    assert words(plot_pipeline(["scores", "weights"])).count("this lesson") == 2
    assert words(plot_pipeline(["scores", "scale", "modify"])).count("this lesson") == 1
    assert "this lesson" not in words(plot_pipeline(None))


def test_a_picture_with_nothing_lit_leaves_no_room_for_words():
    unlit, lit = (plot_pipeline(part) for part in (None, "scale"))
    per_unit = [f.get_figheight() / np.ptp(f.axes[0].get_ylim()) for f in (unlit, lit)]
    assert unlit.get_figheight() < lit.get_figheight()
    assert per_unit[0] == pytest.approx(per_unit[1])


def test_the_banks_and_the_stages_stand_in_order():
    shown = words(plot_pipeline())
    stages = [
        word for word in shown if word in ("q·k", "scale", "modify", "softmax", "weights", "·V", "output")
    ]
    assert stages == ["q·k", "scale", "modify", "softmax", "weights", "·V", "output"]
    assert any("SCORES" in word for word in shown)
    assert any("WEIGHTS" in word for word in shown)


def test_an_unknown_part_is_refused_with_the_list_of_parts():
    with pytest.raises(ValueError, match="scores, scale, modify, softmax, weights, output"):
        plot_pipeline("masking")
