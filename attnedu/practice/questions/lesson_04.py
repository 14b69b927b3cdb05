"""Lesson 04, weights and the output: the hull, contributions, entropy."""

import numpy as np

from attnedu.core import (
    attention_output,
    attention_scores,
    is_weights,
    row_entropy,
    softmax,
    stage_of,
    talent_show,
    temperature_softmax,
)

from .question import Question

VALUES = np.array([[0.0, 0.0], [4.0, 0.0], [0.0, 2.0]])
DROPPED = np.array([[0.0, 1.4, 0.0], [0.5, 0.3, 0.0]])


def _shift_one_key():
    row = np.array([2.0, 1.0, 0.0])
    moved = softmax(row + np.array([5.0, 0.0, 0.0]))
    assert np.isclose(moved[0] / moved[1], np.exp(5) * softmax(row)[0] / softmax(row)[1])
    assert np.isclose(moved.sum(), 1)


def _cold():
    row = np.array([2.0, 2.0, 0.0])
    assert temperature_softmax(row, 0.01).round(6).tolist() == [0.5, 0.5, 0]


def _which_d():
    q, k = np.full((3, 4), 1.0), np.full((5, 4), 1.0)
    assert (attention_scores(q, k) == 4 / np.sqrt(4)).all()
    assert np.sqrt(4) == 2


def _hull():
    assert VALUES.tolist() == [[0, 0], [4, 0], [0, 2]]
    reached = attention_output([[0.25, 0.5, 0.25], [0.0, 0.5, 0.5], [1.0, 0.0, 0.0]], VALUES)
    assert reached.tolist() == [[2, 0.5], [2, 1], [0, 0]]
    # (3, 1): the shares that reach it are found from the coordinates, and they sum to more than 1
    shares = np.array([3 / 4, 1 / 2])
    assert shares.sum() == 1.25


def _uniform():
    assert np.isclose(row_entropy([np.full(5, 1 / 5)])[0], np.log(5))
    assert round(np.log(5), 2) == 1.61
    assert row_entropy([[0, 0, 1.0, 0, 0]])[0] == 0


def _dropout():
    assert DROPPED.sum(axis=1).round(1).tolist() == [1.4, 0.8]
    assert not is_weights(DROPPED)
    assert stage_of(DROPPED).name == "weights after dropout"


def _biggest_change():
    weights, lengths = np.array([0.7, 0.2, 0.1]), np.array([0.1, 1.0, 5.0])
    assert np.allclose(weights * lengths, [0.07, 0.2, 0.5])


def _laughter():
    show = talent_show()
    ada = softmax(show.scores)[0]
    assert ada.round(2).tolist() == [0.64, 0.24, 0.09, 0.03]
    assert round(float(ada @ show.values[:, 0]), 1) == 5.9
    assert show.values[:, 0].tolist() == [8, 1, 5, 2]
    assert show.values[:, 0].mean() == 4


QUESTIONS = (
    Question(
        "04_recall_1", 4,
        "From memory: the scores [2, 2, 0] are divided by a temperature that goes to 0, and softmax follows. Where do "
        "the weights go?",
        (
            ("To [1, 0, 0]", "M53",
             "Softmax treats equal scores alike at every temperature, so the two leaders share: 0.5 each."),
            ("To [1/3, 1/3, 1/3]", "M21",
             "A small temperature widens the gaps. It is a large one that levels the row."),
            ("To [0.5, 0.5, 0]", None, ""),
            ("They overflow", "M17",
             "The row's maximum is subtracted first, so the largest exponent is 0 at every temperature."),
        ),
        "The gap to the third key grows without end; the gap between the two leaders stays 0.",
        verify=_cold,
    ),
    Question(
        "04_recall_2", 4,
        "From memory: q is (3, 4), k is (5, 4). By what does attention_scores divide?",
        (
            ("√4 = 2", None, ""),
            ("√3", "M07", "The divisor is the root of the length of the dotted vectors, d_k = 4; 3 counts the queries."),
            ("√5", "M07", "The divisor is the root of the length of the dotted vectors, d_k = 4; 5 counts the keys."),
            ("4", "M07", "The spread of a dot product grows like the root of its length, so the divisor is √4."),
        ),
        "The vectors that meet in the dot product have 4 components.",
        verify=_which_d,
    ),
    Question(
        "04_recall_3", 4,
        "From memory: in one row, 5 is added to the score of one key alone. What happens to the ratio of its weight "
        "to another weight of the row?",
        (
            ("It grows by 5", "M01",
             "Adding to a score multiplies the ratio of weights: the factor is e to the power 5."),
            ("Nothing: adding a constant cancels", "M02",
             "A constant cancels when the whole row gets it. Here one gap has changed by 5."),
            ("It grows, but the row then sums to more than 1", "M10",
             "Softmax shares out again, so the row sums to 1 and the other weights shrink."),
            ("It is multiplied by e to the power 5", None, ""),
        ),
        "w_i / w_j = e^(s_i − s_j): differences of scores become ratios of weights.",
        verify=_shift_one_key,
    ),
    Question(
        "04_hull", 4,
        "Three keys bring these values. Which output can no row of weights give?",
        (
            ("(2, 0.5)", "M34", "It can be reached, by the weights 0.25, 0.5, 0.25: it lies inside the triangle."),
            ("(3, 1)", None, ""),
            ("(2, 1)", "M34", "It can be reached, by the weights 0, 0.5, 0.5: the edge belongs to the hull."),
            ("(0, 0)", "M20", "It can be reached, by putting the whole row on the first key: a corner is in the hull, "
             "though softmax comes only arbitrarily near to it."),
        ),
        "The last two keys would have to give 3/4 and 1/2, together 1.25 of a row that has 1.",
        "[[0, 0],\n [4, 0],\n [0, 2]]", _hull,
    ),
    Question(
        "04_contribution", 4,
        "The weights of a row are 0.7, 0.2, 0.1; the values have the lengths 0.1, 1, 5. You may remove one key's part "
        "from the sum. Which one changes the output most?",
        (
            ("The first", "M25", "Its part is 0.7 × 0.1 = 0.07. A large weight on a small value carries little."),
            ("The second", "M54", "Its part is 0.2 × 1 = 0.2, and the third key's is larger."),
            ("The third", None, ""),
            ("That depends on the scores", "M01",
             "Once the weights are known, the scores play no part in the mix: weight times value is all."),
        ),
        "0.1 × 5 = 0.5 is the largest part.",
        verify=_biggest_change,
    ),
    Question(
        "04_entropy", 4,
        "A row over five keys has the entropy ln 5, about 1.61 nats. What does it look like?",
        (
            ("All weight on one key", "M47", "All weight on one key has entropy 0. ln 5 is the largest possible value."),
            ("All five weights equal", None, ""),
            ("Two keys share it", "M47", "Two equal shares have entropy ln 2. ln 5 needs all five to be equal."),
            ("It cannot be a row of weights: its entropy exceeds 1", "M47",
             "Entropy is at most ln n and may exceed 1. It is the row sum that must be 1."),
        ),
        "Entropy runs from 0, one key, to ln n, all keys alike.",
        verify=_uniform,
    ),
    Question(
        "04_which_stage", 4,
        "This array was read from a model in training. What is it most likely?",
        (
            ("Weights", "M32", "The rows sum to 1.4 and 0.8. Rows of weights sum to 1."),
            ("Raw scores of a model without negative scores", "M35",
             "It is possible, but exact zeros beside row sums scattered about 1 point to dropout."),
            ("Weights zeroed by a mask and not renormalised", "M10",
             "Zeroing alone makes row sums smaller than 1. The first row sums to 1.4: what stayed was enlarged."),
            ("Weights after dropout", None, ""),
        ),
        "Dropout removes shares and enlarges the rest, so rows sum to 1 only on average.",
        "[[0.0, 1.4, 0.0],\n [0.5, 0.3, 0.0]]", _dropout,
    ),
    Question(
        "04_ada_laughs", 4,
        "The acts bring the laughter 8, 1, 5, 2, and Ada's weights are 0.64, 0.24, 0.09, 0.03. How much laughter does "
        "her output have?",
        (
            ("8: the juggler wins", "M53", "Softmax does not pick a winner: the others keep 0.36 of the mix."),
            ("4, the mean of the four", "M40", "The mean would need four equal weights. Ada's lean to the juggler."),
            ("About 5.9", None, ""),
            ("16, the sum", "M40", "Weights are shares of 1, so the mix lies between the smallest value and the largest."),
        ),
        "0.64 × 8 + 0.24 × 1 + 0.09 × 5 + 0.03 × 2 is about 5.9.",
        verify=lambda: (_laughter(), _rest()),
    ),
)  # fmt: skip


def _rest():
    assert round(float(softmax(talent_show().scores)[0, 1:].sum()), 2) == 0.36
    assert talent_show().values[:, 0].sum() == 16
    assert round(0.64 * 8 + 0.24 * 1 + 0.09 * 5 + 0.03 * 2, 1) == 5.9
