"""Lesson 06, masking: which bank, which axis, which True, and what an empty row gives."""

import numpy as np

from attnedu.core import causal_mask, padding_mask, softmax, stage_of

from .leaks import LINES, leaking_lines
from .question import Question

SHORT = np.array([[1.0, 0.0, 0.0], [0.3, 0.5, 0.0], [0.2, 0.3, 0.5]])


def _leaks():
    assert leaking_lines() == [2, 3, 5, 8]


def _short():
    assert SHORT.sum(axis=1).round(6).tolist() == [1, 0.8, 1]
    assert stage_of(SHORT).name == "weights zeroed, not renormalised"


def _decode():
    assert causal_mask(1, 5).tolist() == [[True] * 5]
    assert np.tril(np.ones((1, 5), bool)).tolist() == [[True, False, False, False, False]]


def _padding():
    assert padding_mask([3, 5], 5).shape == (2, 1, 5)


def _empty():
    with np.errstate(invalid="ignore"):
        row = np.full(4, -np.inf)
        plain = np.exp(row - row.max()) / np.exp(row - row.max()).sum()
    assert np.isnan(plain).all()
    assert softmax(np.full(4, -1e9)).tolist() == [0.25] * 4
    assert softmax(row).tolist() == [0] * 4


def _half():
    with np.errstate(over="ignore"):
        assert np.float16(-1e9) == -np.inf
    assert np.finfo(np.float16).min == -65_504
    assert np.float32(-1e9) == -1e9


def _trace_gap():
    assert np.isclose(softmax([2.0, 1.0, 0.0])[0] / softmax([2.0, 1.0, 0.0])[1], np.e)
    assert round(float(np.log(0.6 / 0.2)), 1) == 1.1


def _no_scale():
    assert np.sqrt(64) == 8


QUESTIONS = (
    Question(
        "06_recall_1", 6,
        "From memory: a query has the weights 0.6 and 0.2 on two keys. What do you know of their scores?",
        (
            ("They are 0.6 and 0.2", "M01", "Those are weights; scores are found from ratios: the gap is log(0.6 / 0.2)."),
            ("The first is 3 times the second", "M03",
             "The weights have the ratio 3. Scores have the gap log 3, about 1.1, wherever they start."),
            ("The first is about 1.1 larger", None, ""),
            ("Nothing at all", "M03", "One constant per row is unknown, but gaps are certain: log(0.6 / 0.2)."),
        ),
        "log(0.6 / 0.2) = log 3, about 1.1.",
        verify=_trace_gap,
    ),
    Question(
        "06_recall_2", 6,
        "From memory: every row of a model is nearly one-hot before any training, with d_k = 64. What do you check "
        "first?",
        (
            ("Whether the scores were divided by √64 = 8", None, ""),
            ("Whether softmax was applied twice", "M19", "A second softmax makes rows flatter; these are too sharp."),
            ("Whether the scores were divided by 64", "M07", "That makes rows too flat; these are too sharp."),
            ("Nothing: the model is confident", "M33",
             "Before training there is nothing to be confident about: scores with a spread of 8 do this by chance."),
        ),
        "Without the scale the scores have a spread of about 8, and softmax turns that into nearly one-hot rows.",
        verify=_no_scale,
    ),
    Question(
        "06_recall_3", 6,
        "From memory: is the table of weights symmetric if every score is the same both ways?",
        (
            ("Yes: softmax keeps symmetry", "M24", "Each row is divided by its own sum, and these sums differ."),
            ("No: each row is divided by a sum of its own", None, ""),
            ("Yes, after scaling", "M24", "Scaling divides all scores alike; the sums of the rows still differ."),
            ("No, because a table of weights is triangular", "M58",
             "It is triangular only under a causal mask, and none was asked for."),
        ),
        "Symmetric scores, different row sums of exponentials, hence weights that are not symmetric.",
        verify=lambda: _symmetric_scores(),
    ),
    Question(
        "06_which_leaks", 6,
        "s holds scores, m is True where the query may look, and every row has a key it may see. In which lines does "
        "a hidden score still change what a visible key gets, or a hidden key still get weight?",
        (
            ("2, 5 and 8", "M10",
             "Line 3 leaks as well: its rows were divided by a sum that contains the hidden scores, and stay short."),
            ("3, 5 and 8", "M08", "Line 2 leaks as well: a hidden score becomes 0, and a score of 0 earns a share."),
            ("2, 3 and 8", "M09", "Line 5 leaks as well: it adds 1 to what is visible and hides nothing."),
            ("2, 3, 5 and 8", None, ""),
            ("2, 3, 4, 5 and 8", "M52",
             "Line 4 does not leak: dividing by the new row sum takes the hidden scores out of the denominator again."),
            ("2, 3 and 5", "M11", "Line 8 leaks as well: it hides what may be seen and shows what may not."),
        ),
        "1, 4, 6 and 7 agree to rounding on ordinary scores; 2, 3, 5 and 8 let hidden keys in.",
        LINES, _leaks,
    ),
    Question(
        "06_which_stage", 6,
        "A program calls this array causal weights. What was done?",
        (
            ("Hidden scores were set to -inf before softmax", "M57",
             "Then every row would sum to 1, but the second sums to 0.8. A triangle of zeros proves nothing."),
            ("Weights were zeroed after softmax and not shared out again", None, ""),
            ("Softmax was taken over the queries", "M04",
             "Then the columns would sum to 1, but the third sums to 0.5 and the first to 1.5."),
            ("Scores were multiplied by the mask before softmax", "M08",
             "Then hidden keys would have weights above 0, since e to the power 0 is 1."),
        ),
        "Zeros in the right places and a short row: the mask came after the bridge.",
        "[[1.0, 0.0, 0.0],\n [0.3, 0.5, 0.0],\n [0.2, 0.3, 0.5]]", lambda: (_short(), _columns()),
    ),
    Question(
        "06_one_new_token", 6,
        "One new query meets 5 keys, its own the last. Which keys may it see under a causal mask?",
        (
            ("The first only, as np.tril of a (1, 5) table says", "M13",
             "The ends are aligned: the newest query stands at the end of the keys, and np.tril aligns the starts."),
            ("The four before it", "M12", "A token may see itself as well; only what comes later is hidden."),
            ("All 5", None, ""),
            ("None: one row cannot be causal", "M16", "Nothing lies in its future, so nothing is hidden."),
        ),
        "Its own key is the last one, so all 5 are past or present.",
        verify=_decode,
    ),
    Question(
        "06_padding_axis", 6,
        "Two sentences of the lengths 3 and 5 are padded to 5. Which shape must the mask have to hide padding from "
        "every query?",
        (
            ("(2, 1, 5): a key is hidden, on the last axis", None, ""),
            ("(2, 5, 1): the padded rows are hidden", "M43",
             "Padding must not be looked at, so it is hidden as a key, on the last axis."),
            ("(2, 5): one line per sentence is enough", "M43",
             "Without the axis of length 1, broadcasting puts the batch on the query axis."),
            ("None: the padded embeddings are zero", "M14", "A zero vector has the score 0, and a score of 0 earns a share."),
        ),
        "The axis of length 1 repeats the line for every query of the sentence.",
        verify=_padding,
    ),
    Question(
        "06_empty_row", 6,
        "Every key of a row is hidden. What comes out?",
        (
            ("Always zeros", "M16",
             "It depends on the code: NaN from the plain formula, equal weights from a fill of -1e9, zeros by convention."),
            ("NaN, equal weights or zeros, depending on the code", None, ""),
            ("Always NaN", "M16",
             "NaN comes from the plain formula with -inf. This course's softmax gives zeros, a fill of -1e9 gives 0.25 "
             "each on four keys."),
            ("An error", "M16", "No library raises here; each has its own silent convention."),
        ),
        "It is a convention. In this course an empty row has zero weights and zero output.",
        verify=_empty,
    ),
    Question(
        "06_minus_1e9_in_half", 6,
        "A mask fills hidden scores with -1e9 in float16. What is stored?",
        (
            ("-1e9", "M15", "float16 ends at -65504, so the fill becomes -inf."),
            ("-inf", None, ""),
            ("-65504, the smallest float16", "M15", "A conversion does not stop at the end of the range: it overflows to -inf."),
            ("NaN", "M15", "Overflow gives -inf. NaN comes later, if a whole row is -inf and the formula is the plain one."),
        ),
        "-1e9 is beyond float16, so it is -inf there, and a finite number in float32.",
        verify=_half,
    ),
)  # fmt: skip


def _columns():
    assert SHORT.sum(axis=0).round(6).tolist() == [1.5, 0.8, 0.5]


def _symmetric_scores():
    scores = np.array([[2.0, 1.0], [1.0, 0.0]])
    weights = softmax(np.array([[2.0, 1.0, 0.0], [1.0, 0.0, 3.0], [0.0, 3.0, 1.0]]))
    assert (scores == scores.T).all()
    assert not np.allclose(weights, weights.T)
