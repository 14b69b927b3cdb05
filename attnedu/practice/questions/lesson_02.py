"""Lesson 02, scores: which stage is this, how long are the vectors, and what a gap says."""

import numpy as np

from attnedu.core import (
    attention_scores,
    is_weights,
    masked_softmax,
    raw_scores,
    softmax,
    stage_of,
    talent_show,
)

from .question import Question

TABLE = np.array([[1.5, -0.5, 0.0], [-2.0, 2.5, 0.5]])


def _two_budgets():
    show = talent_show()
    changed = show.scores.copy()
    changed[2] += np.array([1.0, -3.0, 0.0, 2.0])
    assert (softmax(changed)[0] == softmax(show.scores)[0]).all()


def _ratio():
    left = masked_softmax(np.array([2.0, 1.0, 0.0]), np.array([True, True, False]))
    assert np.isclose(left[0] / left[1], np.exp(2.0 - 1.0))


def _stage():
    assert TABLE.sum(axis=1).tolist() == [1, 1]
    assert not is_weights(TABLE)
    assert stage_of(TABLE).name == "raw scores"


def _length():
    heads, d_model = 8, 512
    assert d_model / heads == 64
    assert np.sqrt(64) == 8
    assert round(np.sqrt(512), 1) == 22.6
    q, k = np.ones((1, 64)), np.ones((1, 64))
    assert attention_scores(q, k)[0, 0] == 64 / 8


def _gap():
    assert np.isclose(9.0 - 8.9, 0.1)
    assert 2.0 - -1.0 == 3
    assert softmax([9.0, 8.9, 8.8]).round(2)[0] == 0.37
    assert softmax([2.0, -1.0, -3.0]).round(2)[0] == 0.95


def _symmetric():
    rng = np.random.default_rng(0)
    x, w_q, w_k = rng.normal(size=(3, 5)), rng.normal(size=(5, 4)), rng.normal(size=(5, 4))
    scores = raw_scores(x @ w_q, x @ w_k)
    assert not np.allclose(scores, scores.T)


QUESTIONS = (
    Question(
        "02_recall_1", 2,
        "From memory: Carl rewrites his whole score sheet. What happens to Ada's shares?",
        (
            ("They shrink if Carl's scores grow", "M05",
             "Every judge has a prize of their own to share; no sheet takes from another."),
            ("They stay as they are", None, ""),
            ("They change for the acts that Carl likes", "M04",
             "Shares are taken along a judge's row, over the acts; not down an act's column, over the judges."),
            ("All judges' shares are averaged again", "M22",
             "Nothing is averaged over the rows; each row is shared out by itself."),
        ),
        "Each row is a budget of its own.",
        verify=_two_budgets,
    ),
    Question(
        "02_recall_2", 2,
        "From memory: in the talent show, what is the value of an act?",
        (
            ("Its score on paper", "M54",
             "The value is what the act brings; the score only decides how much of it the judge takes."),
            ("Its share of the prize", "M01",
             "The share is the weight. The value is what is mixed by the shares."),
            ("The judge who likes it most", "M23",
             "Judges ask, so they are the queries; the value belongs to the act."),
            ("What it brings to the mix", None, ""),
        ),
        "Score decides, value is carried, weight says how much of it.",
    ),
    Question(
        "02_recall_3", 2,
        "From memory: one act is struck out before the host calculates. How do the shares of two acts that stay "
        "compare, before and after?",
        (
            ("Both grow by the same amount", "M52",
             "Both grow by the same factor: what was taken is shared out in proportion, not evenly."),
            ("Their ratio stays the same", None, ""),
            ("They stay exactly as they were", "M10",
             "The row still spends 1, so what stays has to grow."),
            ("The smaller one catches up", "M19",
             "Their ratio depends on the gap between their two scores alone, and that has not changed."),
        ),
        "The ratio of two weights is e to the power of the gap between their scores.",
        verify=_ratio,
    ),
    Question(
        "02_which_stage", 2,
        "A debugger shows this array; its name is attn_weights and both rows sum to 1. What is it?",
        (
            ("Scores", None, ""),
            ("Weights: both rows sum to 1", "M57",
             "Weights are never negative, and this array holds -0.5 and -2.0. The row sums alone do not decide."),
            ("Weights: the name says so", "M35",
             "Libraries use that name before and after softmax alike; the numbers decide."),
            ("Weights after dropout", "M32",
             "Dropout sets shares to 0 and enlarges others; it makes none negative."),
        ),
        "Negative entries settle it, although the row sums happen to be 1.",
        "[[ 1.5, -0.5, 0.0],\n [-2.0,  2.5, 0.5]]", _stage,
    ),
    Question(
        "02_which_length", 2,
        "A model has d_model = 512 and 8 heads. By what are its raw scores divided?",
        (
            ("√512, about 22.6", "M07",
             "What counts is the length of the two vectors that are dotted, and inside a head that is 64."),
            ("64", "M07",
             "The spread of a dot product grows like the root of its length, so the divisor is √64 = 8."),
            ("√64 = 8", None, ""),
            ("Nothing: softmax evens out the size", "M06",
             "Softmax cancels a number added to a row, but not a factor; unscaled rows come out far too sharp."),
        ),
        "512 / 8 = 64 components are dotted in each head.",
        verify=_length,
    ),
    Question(
        "02_which_row_is_sharper", 2,
        "Two queries have these scores. Which one gives more of its row to its favourite key?",
        (
            ("The first: its top score is 9", "M02",
             "Only gaps within a row count. The first row's gaps are 0.1, and its favourite gets 0.37."),
            ("The first: all of its scores are larger", "M26",
             "Comparing sizes across rows says nothing, however dark the cells look; gaps within a row do."),
            ("It cannot be said without q and k", "M54",
             "Softmax sees the scores and nothing else, so the row is enough."),
            ("The second", None, ""),
        ),
        "The second row's favourite is 3 ahead and gets 0.95; the first row's is 0.1 ahead and gets 0.37.",
        "first   [9.0,  8.9,  8.8]\nsecond  [2.0, -1.0, -3.0]", _gap,
    ),
    Question(
        "02_symmetric", 2,
        "In self-attention, is the score of “dog” for “ball” the same as the score of “ball” for “dog”?",
        (
            ("Yes: a dot product is symmetric", "M24",
             "The two scores come from different vectors: q of one with k of the other, and q and k have projections "
             "of their own."),
            ("No, not in general", None, ""),
            ("Yes, after scaling", "M24",
             "Scaling divides both by the same number; it cannot make them equal."),
            ("No, because softmax normalises the rows", "M01",
             "They already differ as scores, before any softmax: q and k have projections of their own."),
        ),
        "q_dog · k_ball and q_ball · k_dog use four different vectors.",
        verify=_symmetric,
    ),
)  # fmt: skip
