"""Lesson 03, the bridge: axis, overflow, the way back, and what is not softmax."""

import warnings

import numpy as np

from attnedu.core import naive_softmax, score_spread, softmax, talent_show

from .question import Question

ROW = np.array([2.0, 1.0, 0.0])


def _spread():
    raw, scaled = score_spread(64, 20_000, np.random.default_rng(0))
    assert abs(raw - 8) < 0.3
    assert abs(scaled - 1) < 0.05


def _axis():
    weights = softmax(np.random.default_rng(0).normal(size=(2, 8, 3, 5)), axis=-1)
    assert np.allclose(weights.sum(axis=-1), 1)
    assert weights.sum(axis=-1).shape == (2, 8, 3)


def _overflow():
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        assert np.isinf(np.exp(np.float16(12)))
        assert np.isfinite(np.exp(np.float32(12)))
        assert np.isfinite(np.exp(np.float64(12)))
        assert not np.isfinite(naive_softmax(np.array([12, 0], np.float16))).all()
    assert round(float(np.log(np.finfo(np.float16).max)), 2) == 11.09
    assert round(float(np.log(np.finfo(np.float32).max)), 1) == 88.7
    assert round(float(np.log(np.finfo(np.float64).max)), 1) == 709.8


def _way_back():
    weights = softmax(ROW)
    assert weights.round(3).tolist() == [0.665, 0.245, 0.09]
    for c in (-3.0, 7.0):
        assert np.allclose(softmax(ROW + c), weights)
    assert np.allclose(np.log(weights) - np.log(weights)[2], ROW)


def _twice():
    assert softmax(softmax(ROW)).round(3).tolist() == [0.451, 0.296, 0.253]
    assert softmax(ROW).round(3).tolist() == [0.665, 0.245, 0.09]
    assert softmax(ROW / 2).round(3).tolist() == [0.506, 0.307, 0.186]
    assert softmax(2 * ROW).round(3).tolist() == [0.867, 0.117, 0.016]

    assert (softmax(ROW)[0] - softmax(ROW)[2]).round(3) == 0.575


def _carl():
    shares = softmax(talent_show().scores[2])
    assert shares.round(2).tolist() == [0.03, 0.9, 0.03, 0.04]


QUESTIONS = (
    Question(
        "03_recall_1", 3,
        "From memory: the entries of q and k are independent, with mean 0 and variance 1, and d_k = 64. How large is "
        "the spread (standard deviation) of a raw score?",
        (
            ("About 1", "M06",
             "Each of the 64 products adds variance 1, so the spread is √64 = 8. It is 1 only after scaling."),
            ("About 64", "M07",
             "64 is the variance. The spread is its root, 8, and that is why we divide by a root."),
            ("About 8", None, ""),
            ("It depends on the number of keys", "M07",
             "A score is one dot product; how many keys there are changes nothing in it."),
        ),
        "The variance is d_k = 64 and the spread √64 = 8; divided by 8 it is 1.",
        verify=_spread,
    ),
    Question(
        "03_recall_2", 3,
        "From memory: what shape has the table of scores of T_q queries and T_k keys, and what is a row of it?",
        (
            ("(T_q, T_k); a row is one query against all keys", None, ""),
            ("(T_k, T_q); a row is one key against all queries", "M23",
             "Rows are queries, columns are keys: the table is (T_q, T_k)."),
            ("(T_q, d_k); a row is one query", "M45",
             "That is the shape of q. Scores have one number for each pair of query and key."),
            ("Always square, since a sequence looks at itself", "M13",
             "Queries and keys may differ in number: with a cache, one query meets many keys."),
        ),
        "One number per pair, rows ask, columns answer.",
    ),
    Question(
        "03_recall_3", 3,
        "From memory: Carl's shares for the four acts. Which act has the highest score on his sheet, and can you say "
        "what that score is?",
        (
            ("The second; its score is 0.90", "M01",
             "0.90 is a weight. Softmax keeps the order, so the second act leads, but scores are not shares."),
            ("The second; its score cannot be read off", None, ""),
            ("None can be named: order is lost as well", "M03",
             "Softmax keeps the order and all gaps; what is lost is one constant for the row."),
            ("The second; its score is log 0.90 exactly", "M03",
             "Logarithms give the gaps. A constant may have been added to every score of the row."),
        ),
        "Order and gaps survive the bridge; where zero was does not.",
        "[0.03, 0.90, 0.03, 0.04]", _carl,
    ),
    Question(
        "03_axis", 3,
        "scores has the shape (2, 8, 3, 5): batch, heads, queries, keys. Which line makes weights?",
        (
            ("softmax(scores, axis=-1)", None, ""),
            ("softmax(scores, axis=-2)", "M04",
             "Each query shares out 1 among the keys, so the axis is the keys', the last. This line would let each key "
             "share out 1 among the queries."),
            ("softmax(scores, axis=1)", "M04",
             "Heads do not compete with one another: each has tables of its own, and the axis is the keys', the last."),
            ("softmax over the last two axes together", "M05",
             "Every row is a budget of its own; this line gives one budget to 3 queries."),
        ),
        "2 × 8 × 3 rows, and each of them sums to 1 over its 5 keys.",
        verify=_axis,
    ),
    Question(
        "03_which_overflows", 3,
        "Softmax is written as exp(s) / exp(s).sum(). A row holds the score 12. In which precisions does it overflow?",
        (
            ("In none: 12 is a small number", "M17",
             "The exponential of 12 is over 160,000, and float16 ends at 65,504: its limit is a score of 11.09."),
            ("In float16 alone", None, ""),
            ("In float16 and float32", "M17",
             "float32 holds exponentials up to a score of 88.7, and 12 is well below."),
            ("In float16, and subtracting the row's maximum mends it, though only approximately", "M18",
             "Subtracting the maximum is exact: a common shift of the row cancels."),
        ),
        "The limits are 11.09 for float16, 88.7 for float32 and 709.8 for float64.",
        verify=lambda: (_overflow(), _assert_range()),
    ),
    Question(
        "03_way_back", 3,
        "A row of weights is given. Which scores did it come from?",
        (
            ("[0.665, 0.245, 0.090]: a row of shares is its own score sheet", "M01",
             "Softmax of these three is a flatter row. Scores and weights are different numbers."),
            ("[2, 1, 0] and no other", "M03",
             "Any constant may be added to the row: [9, 8, 7] gives the same weights."),
            ("[2 + c, 1 + c, 0 + c] for any c", None, ""),
            ("It cannot be narrowed down at all", "M03",
             "The gaps are certain: log(0.665 / 0.245) is 1, up to rounding. Only a constant per row is unknown."),
        ),
        "Ratios of weights give gaps of scores, and gaps are all there is.",
        "[0.665, 0.245, 0.090]", lambda: (_way_back(), _gap_of_one()),
    ),
    Question(
        "03_what_flattened", 3,
        "The scores of a row are [2, 1, 0], and the expected weights are [0.665, 0.245, 0.090]. The code prints the "
        "row below. What happened?",
        (
            ("The scores were divided by 2", "M07",
             "Halved scores would give [0.506, 0.307, 0.186]. This row is softmax of a row of weights."),
            ("The scores were multiplied by 2", "M21",
             "Larger gaps make a row sharper: [0.867, 0.117, 0.016]. This row is flatter."),
            ("Nothing wrong: the row sums to 1", "M57",
             "A row sum of 1 shows that softmax came last, not what went into it."),
            ("Softmax was applied twice", None, ""),
        ),
        "The gaps between weights are at most 1 (here 0.575), so a second softmax flattens every row.",
        "[0.451, 0.296, 0.253]", _twice,
    ),
)  # fmt: skip


def _assert_range():
    assert np.exp(12.0) > 160_000
    assert np.finfo(np.float16).max == 65_504


def _gap_of_one():
    assert round(float(np.log(0.665 / 0.245)), 2) == 1.0
    assert np.allclose(softmax([9.0, 8.0, 7.0]), softmax(ROW))
