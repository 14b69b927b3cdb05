"""The pre-test: six questions before the course, asked again in its last lesson."""

import numpy as np

from attnedu.core import attention_output, is_weights, masked_softmax, softmax, temperature_softmax

from .question import Question


def _row_of_scores():
    assert not is_weights([[2.0, -1.0, 0.5]])
    assert sum([2.0, -1.0, 0.5]) == 1.5


def _row_shift():
    row = np.array([2.0, 1.0, 0.0])
    assert np.allclose(softmax(row + 5), softmax(row))


def _hidden_key():
    row, seen = np.array([2.0, 1.0, 0.0]), np.array([True, True, False])
    assert masked_softmax(row, seen)[2] == 0
    assert softmax(row * seen)[2].round(2) == 0.09
    assert (softmax(row) * seen).sum().round(2) == 0.91


def _zero_score():
    assert np.allclose(softmax(np.zeros(4)), 1 / 4)
    assert softmax([0.0, 5.0])[0] < 0.01 < 0.9 < softmax([0.0, -5.0])[0]


def _temperature():
    row = np.array([2.0, 1.0, 0.0])
    assert softmax(row).round(3)[0] == 0.665
    assert temperature_softmax(row, 2.0).round(3)[0] == 0.506


def _contributions():
    shares, lengths = np.array([0.6, 0.3, 0.1]), np.array([0.1, 2.0, 3.0])
    assert np.allclose(shares * lengths, [0.06, 0.6, 0.3])
    assert np.allclose(attention_output(np.diag(shares), lengths[:, None]).ravel(), shares * lengths)


QUESTIONS = (
    Question(
        "00_pretest_1", 0,
        "Can this row be a row of weights?",
        (
            ("Yes: score and weight are two words for one thing", "M01",
             "A weight is a share of a row that sums to 1; a score is any real number. Two words, two things."),
            ("No: a weight is never negative, and a row of weights sums to 1", None, ""),
            ("Yes, if the variable it came from is called attn_weights", "M35",
             "The row sums tell what an array is; its name tells only what somebody called it."),
            ("Yes: its sum, 1.5, is close enough to 1", "M57",
             "A row of weights sums to 1 up to rounding, and has no negative entry; 1.5 and -1.0 are not rounding."),
        ),
        "The row has a negative entry and its sum is 1.5, so it can only be scores.",
        "[2.0, -1.0, 0.5]", _row_of_scores,
    ),
    Question(
        "00_pretest_2", 0,
        "You add 5 to every score in one row. What happens to the weights of that row?",
        (
            ("They all grow, since every score is larger", "M02",
             "Only the gaps within a row count, and adding 5 to each score leaves every gap as it was."),
            ("They move closer together, since 5 swamps the differences", "M40",
             "Shares come from e to the power of each score, so a common 5 cancels. It would not cancel if scores "
             "were divided by their sum."),
            ("The largest comes nearer to 1", "M21",
             "Sharpening needs larger gaps, hence a multiplication; adding the same number changes no gap."),
            ("Nothing", None, ""),
        ),
        "Numerator and denominator both gain the factor e to the power 5, and it cancels.",
        verify=_row_shift,
    ),
    Question(
        "00_pretest_3", 0,
        "Three keys have the scores 2, 1, 0, and the query must not use the third. What do you do?",
        (
            ("Set the third score to -inf, then apply softmax", None, ""),
            ("Multiply the third score by 0, then apply softmax", "M08",
             "A score of 0 still earns a share, since e to the power 0 is 1: here 0.09 of the row."),
            ("Apply softmax, then set the third weight to 0, and leave it there", "M10",
             "The row must spend 1 on the keys that are left, but this row spends 0.91."),
            ("Replace the third key by a vector of zeros", "M14",
             "A vector of zeros has the score 0 with every query, and a score of 0 still earns a share."),
        ),
        "e to the power -inf is 0, and softmax shares 1 among the other two.",
        verify=_hidden_key,
    ),
    Question(
        "00_pretest_4", 0,
        "A score is 0. What is its weight?",
        (
            ("0: a score of 0 means no attention", "M02",
             "Zero is a score like any other; its share depends on the rest of the row. Only -inf means none."),
            ("0, because softmax drops irrelevant keys", "M20",
             "Softmax gives every finite score a share above 0, however small."),
            ("It depends on the other scores in its row", None, ""),
            ("It depends on all scores in the table", "M05",
             "Every row is a budget of its own; scores of other queries play no part in it."),
        ),
        "Among four scores of 0 each gets 1/4; next to a 5 a score of 0 gets less than 0.01; next to a -5, over 0.9.",
        verify=_zero_score,
    ),
    Question(
        "00_pretest_5", 0,
        "You divide the scores 2, 1, 0 by a temperature of 2 before softmax. The weights …",
        (
            ("move further apart", "M21",
             "Dividing by a number above 1 makes the gaps smaller, so the weights move closer together."),
            ("move closer together", None, ""),
            ("are halved", "M01",
             "Weights sum to 1 before and after. What is halved is the scores."),
            ("stay as they are, since softmax divides by the sum anyway", "M40",
             "Softmax divides by a sum of exponentials. A common factor on the scores does not cancel in it."),
        ),
        "The gaps halve: the largest weight falls from 0.665 to 0.506.",
        verify=_temperature,
    ),
    Question(
        "00_pretest_6", 0,
        "Three keys have the weights 0.6, 0.3, 0.1, and their value vectors have the lengths 0.1, 2, 3. Which key "
        "moves the output most?",
        (
            ("The first: it has the largest weight", "M25",
             "What a key contributes is weight times value: 0.06 for the first, 0.6 for the second."),
            ("The third: it has the longest value", "M54",
             "The value is multiplied by the weight: the third contributes 0.3, half as much as the second."),
            ("All alike, since the row sums to 1", "M52",
             "The row is shared out unevenly, and the values differ as well: 0.06, 0.6 and 0.3."),
            ("The second", None, ""),
        ),
        "0.3 × 2 = 0.6 is more than 0.6 × 0.1 = 0.06 and 0.1 × 3 = 0.3.",
        verify=_contributions,
    ),
)  # fmt: skip
