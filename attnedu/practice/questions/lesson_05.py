"""Lesson 05, the worked example: five traces of its first row, and what produced each."""

import numpy as np

from attnedu.core import attention, attention_output, is_weights, row_entropy, softmax, worked_example

from .question import Question

EXAMPLE = worked_example()
TRACE = attention(EXAMPLE.q, EXAMPLE.k, EXAMPLE.v)
SETTING = (
    "In the worked example (d_k = 4) the token “sun” has the raw scores [4, 2, 0]. A program prints the row below as "
    "the weights of “sun”. What produced it?"
)


def _setting():
    assert TRACE.raw[0].tolist() == [4, 2, 0]
    assert TRACE.scaled[0].tolist() == [2, 1, 0]
    assert EXAMPLE.tokens[0] == "sun"
    assert EXAMPLE.q.shape[-1] == 4


def _is_row(found, printed):
    _setting()
    assert np.round(found, 3).tolist() == printed


RIGHT = "Softmax of the scaled scores"
UNSCALED = "Softmax of the raw scores: the scale was left out"
BY_D = "Softmax after dividing by d_k, not by √d_k"
TWICE = "Softmax of the scaled scores, and softmax once more"
COLUMN = "Softmax down the columns, over the queries"


def _options(answer, printed):
    """The five suspects; for each wrong one, what it would have printed."""
    suspects = (
        (RIGHT, "M57", "[0.665, 0.245, 0.090]"),
        (UNSCALED, "M06", "[0.867, 0.117, 0.016]"),
        (BY_D, "M07", "[0.506, 0.307, 0.186]"),
        (TWICE, "M19", "[0.451, 0.296, 0.253]"),
        (COLUMN, "M04", "[0.665, 0.117, 0.090]"),
    )
    return tuple(
        (text, None, "")
        if text == answer
        else (text, misconception, f"That gives {row}; here stands {printed}.")
        for text, misconception, row in suspects
    )


def _all_suspects():
    _is_row(softmax(TRACE.scaled)[0], [0.665, 0.245, 0.09])
    _is_row(softmax(TRACE.raw)[0], [0.867, 0.117, 0.016])
    _is_row(softmax(TRACE.raw / 4)[0], [0.506, 0.307, 0.186])
    _is_row(softmax(softmax(TRACE.scaled))[0], [0.451, 0.296, 0.253])
    _is_row(softmax(TRACE.scaled, axis=0)[0], [0.665, 0.117, 0.09])
    assert round(0.665 + 0.117 + 0.09, 3) == 0.872
    assert round(np.log(0.867 / 0.117)) == 2
    assert round(np.log(0.506 / 0.307), 1) == 0.5
    assert round(0.665 - 0.245, 2) == 0.42
    assert round(np.log(0.451 / 0.296), 2) == 0.42


def _trace(number, answer, printed, why):
    return Question(f"05_trace_{number}", 5, SETTING, _options(answer, printed), why, printed, _all_suspects)


def _output_inside():
    v = np.array([[4.0], [0.0], [2.0]])
    assert EXAMPLE.v[:, :1].tolist() == v.tolist()
    outputs = attention_output(softmax(np.random.default_rng(0).normal(size=(50, 3))), v)
    assert outputs.min() > 0
    assert outputs.max() < 4


def _entropy_of_one_key():
    assert row_entropy([[1.0, 0.0, 0.0]])[0] == 0
    assert np.isclose(row_entropy([[1 / 3, 1 / 3, 1 / 3]])[0], np.log(3))


def _only_sums():
    tempting = np.array([[1.25, -0.25]])
    assert tempting.sum() == 1
    assert not is_weights(tempting)


QUESTIONS = (
    Question(
        "05_recall_1", 5,
        "From memory: the values of three keys are the numbers 4, 0 and 2. Between which bounds does every output lie?",
        (
            ("Between 0 and 4", None, ""),
            ("Between 0 and 6, their sum", "M40", "Shares of 1 cannot carry more than the largest value, which is 4."),
            ("Between 0 and 1, as weights do", "M01", "The weights lie there; the output mixes values, which run to 4."),
            ("Anywhere: it depends on the scores", "M34",
             "Scores choose a point among the values; none of them leads outside 0 to 4."),
        ),
        "A row of shares gives a mean of the values, so the output stays between the smallest and the largest.",
        verify=_output_inside,
    ),
    Question(
        "05_recall_2", 5,
        "From memory: which test lets the row [1.25, -0.25] pass as weights, and should not?",
        (
            ("“Every row sums to 1”, and nothing else", None, ""),
            ("“No entry is negative, and every row sums to 1”", "M57", "This one refuses the row: -0.25 is negative."),
            ("“No entry is above 1, none below 0, none is NaN”", "M57", "This one refuses the row: 1.25 is above 1."),
            ("“stage_of says weights”", "M35", "stage_of reads the numbers, and a negative one means scores to it."),
        ),
        "The sum is 1 although the row is no share of anything: a good test also looks for negative entries.",
        verify=_only_sums,
    ),
    Question(
        "05_recall_3", 5,
        "From memory: three weights with the entropy 0. What is the row?",
        (
            ("[1/3, 1/3, 1/3]", "M47", "Equal shares have the largest entropy, ln 3. Entropy 0 means no doubt at all."),
            ("[0, 0, 0]", "M16", "That is an empty row, in which nothing may be looked at; weights sum to 1."),
            ("One weight is 1, the others are 0", None, ""),
            ("No row of weights has entropy 0", "M20",
             "A query that may see one key only has exactly this row, and its entropy is 0."),
        ),
        "All of the row on one key: nothing is left open.",
        verify=_entropy_of_one_key,
    ),
    _trace(1, UNSCALED, "[0.867, 0.117, 0.016]", "log(0.867 / 0.117) is 2, the gap of the raw scores: nobody scaled."),
    _trace(2, BY_D, "[0.506, 0.307, 0.186]", "log(0.506 / 0.307) is 0.5, a quarter of the raw gap 2: divided by 4."),
    _trace(3, RIGHT, "[0.665, 0.245, 0.090]", "log(0.665 / 0.245) is 1, the gap of the scaled scores [2, 1, 0]."),
    _trace(4, TWICE, "[0.451, 0.296, 0.253]",
           "log(0.451 / 0.296) is 0.42, and that is the gap between the weights 0.665 and 0.245."),
    _trace(5, COLUMN, "[0.665, 0.117, 0.090]", "The row sums to 0.872 and none of its keys is 0: the shares were dealt out along another axis."),
)  # fmt: skip
