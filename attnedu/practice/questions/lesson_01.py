"""Lesson 01: three closed-book questions on the picture of the river, and two on the talent show."""

import numpy as np

from attnedu.core import softmax, talent_show

from .question import Question


def _blaise():
    show = talent_show()
    row = show.scores[1]
    assert row.tolist() == [-3, -1, -2, -5]
    assert row.sum() == -11
    assert (row / row.sum()).argmax() == 3
    assert (row / row.sum()).round(2).tolist() == [0.27, 0.09, 0.18, 0.45]
    assert softmax(row).argmax() == 1


def _strike_out():
    row = talent_show().scores[0]
    shares = softmax(row)
    assert shares.round(2).tolist() == [0.64, 0.24, 0.09, 0.03]
    before = softmax(np.where([False, True, True, True], row, -np.inf))
    assert before.sum().round(12) == 1
    assert shares[1:].sum().round(2) == 0.36


QUESTIONS = (
    Question(
        "01_recall_1", 1,
        "From memory: which order is right?",
        (
            ("q·k, softmax, scale, modify, weights, ·V, output", "M07",
             "Scaling acts on scores, so it comes before softmax; afterwards it would break the row sums."),
            ("q·k, scale, softmax, modify, weights, ·V, output", "M10",
             "Masks and biases act on scores, so “modify” comes before softmax."),
            ("q·k, scale, modify, softmax, weights, ·V, output", None, ""),
            ("q·k, scale, modify, softmax, ·V, weights, output", "M54",
             "The weights must exist before they can mix the values: ·V comes after them."),
        ),
        "Everything that changes scores stands on the left bank, before the bridge.",
    ),
    Question(
        "01_recall_2", 1,
        "From memory: what separates the right bank of the river from the left?",
        (
            ("On the right every row sums to 1 and nothing is negative", None, ""),
            ("On the right the numbers are larger", "M02",
             "On the right all numbers lie between 0 and 1; on the left they may be any size."),
            ("On the right the whole table sums to 1", "M05",
             "Each row on the right sums to 1; a table of 3 rows sums to 3."),
            ("Only the name: scores there, weights here", "M01",
             "The numbers themselves differ: shares on the right, any real numbers on the left."),
        ),
        "A weight is a share of its row. A score is any real number.",
        verify=lambda: _assert_close(softmax(np.arange(12.0).reshape(3, 4)).sum(), 3),
    ),
    Question(
        "01_recall_3", 1,
        "From memory: by how many ways can a number cross from scores to weights in this course's picture?",
        (
            ("Two: softmax, or division by the row sum", "M40",
             "Softmax is the only bridge. Division by the row sum fails as soon as a score is negative."),
            ("One for each head", "M22",
             "Every head uses the same bridge, softmax, on a table of its own."),
            ("None is needed: scores can mix the values as they are", "M54",
             "Only weights mix values; scores have to cross the bridge first."),
            ("One: softmax", None, ""),
        ),
        "One bridge: softmax, row by row.",
    ),
    Question(
        "01_negative_sheet", 1,
        "Blaise writes these scores for juggler, singer, magician and dancer. Someone divides each by their sum, -11. "
        "What goes wrong?",
        (
            ("Nothing: the results sum to 1", "M57",
             "The order is upside down: the dancer, whose score is lowest, gets 0.45. A sum of 1 alone proves little."),
            ("The lowest score gets the largest share", None, ""),
            ("The shares are negative", "M46",
             "A negative number divided by a negative number is positive: 0.27, 0.09, 0.18, 0.45. Their order is wrong."),
            ("Blaise's scores are too small to be scores", "M02",
             "A score may be any real number; only the gaps within the sheet matter."),
        ),
        "The dancer has the lowest score and gets 0.45; softmax gives the singer the most.",
        "[-3, -1, -2, -5]", _blaise,
    ),
    Question(
        "01_strike_out", 1,
        "Ada's shares are 0.64, 0.24, 0.09, 0.03. The juggler is disqualified after the host has calculated, and his "
        "share is set to 0. What is true of Ada's row?",
        (
            ("It still sums to 1", "M10",
             "It sums to 0.36: nobody has shared out again what was the juggler's."),
            ("The other three get a third of 0.64 each", "M52",
             "Nothing is shared out again unless someone does it, and then the three keep their ratios."),
            ("It sums to 0.36, and the rest of the prize is nobody's", None, ""),
            ("It is the same as if he had been struck out before", "M10",
             "Struck out before, the three shares sum to 1; struck out after, to 0.36."),
        ),
        "After the bridge a share that is taken away is missing. Before the bridge it is shared out anew.",
        verify=_strike_out,
    ),
)  # fmt: skip


def _assert_close(found, expected):
    assert np.isclose(found, expected)
