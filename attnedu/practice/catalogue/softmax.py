"""Beliefs about the bridge from scores to weights."""

from .model import Misconception

ENTRIES = (
    Misconception(
        "M03", "softmax taken as invertible",
        belief="weights give back the one set of scores behind them",
        truth="Scores come back only up to an unknown constant in each row.",
        next_step="Find two different rows of scores that give the same weights.",
        lesson="03_softmax", shows="cell",
    ),
    Misconception(
        "M04", "softmax along another axis",
        belief="the shares are taken along another axis than the keys",
        truth="Each query spends 1 among its keys, in every batch and head.",
        next_step="Sum your weights along each axis and see which sums are 1.",
        lesson="03_softmax", shows="column_sum",
        report="https://github.com/nerminnuraydogan/vision-transformer/issues/1",
    ),
    Misconception(
        "M05", "one budget for all",
        belief="all queries share a single budget of 1",
        truth="Rows are separate: every query spends 1 of its own.",
        next_step="Print the sum of the whole table, then of each row.",
        lesson="03_softmax", shows="total",
        report="https://github.com/lucidrains/vit-pytorch/issues/44",
    ),
    Misconception(
        "M17", "exponential out of range",
        belief="the exponential can take a score of any size",
        truth="In float64, e to a score overflows above 709.8 and vanishes below -745.",
        next_step="Try one row of scores near 10,000 and one near -10,000.",
        lesson="03_softmax", shows="not_finite",
        report="https://github.com/pytorch/executorch/pull/18407",
    ),
    Misconception(
        "M18", "shift taken for approximation",
        belief="subtracting the maximum changes the weights a little",
        truth="A shift of the whole row cancels exactly in softmax.",
        next_step="Compare the weights of small scores with and without the shift.",
        lesson="03_softmax", shows="cell",
    ),
    Misconception(
        "M19", "softmax applied twice",
        belief="a second softmax does no harm",
        truth="Softmax of weights flattens them and revives those that were zero.",
        next_step="Compare a row's largest weight after one softmax and after two.",
        lesson="03_softmax", shows="focus",
        report="https://github.com/zyy-2001/DisKT/issues/6",
    ),
    Misconception(
        "M20", "zeros out of softmax",
        belief="softmax gives weak keys exactly zero",
        truth="Hidden keys and underflow give exact zeros; other weights are positive.",
        next_step="Try a row with an exact zero, and one with a gap of 20.",
        lesson="03_softmax", shows="cell",
    ),
    Misconception(
        "M21", "temperature the wrong way",
        belief="a higher temperature sharpens the weights",
        truth="A high temperature flattens the weights; a low one sharpens them.",
        next_step="Print the largest weight of a row at temperatures 0.5 and 2.",
        lesson="03_softmax", shows="focus",
        report="https://github.com/bowang-lab/BLEEP/issues/5",
    ),
    Misconception(
        "M40", "another normaliser",
        belief="something other than the row's own sum makes shares",
        truth="Shares are positive numbers divided by the sum of their own row.",
        next_step="Print the smallest number and the sum of each row.",
        lesson="03_softmax", shows="row_sum",
        report="https://github.com/lucidrains/performer-pytorch/issues/21",
    ),
    Misconception(
        "M42", "term missing in the gradient",
        belief="a score's gradient needs its own weight alone",
        truth="Raising one score lowers the other weights of its row.",
        next_step="Compare with finite differences on a row of three scores.",
        lesson="03_softmax", shows="cell",
    ),
    Misconception(
        "M53", "another rule than softmax",
        belief="any rule that favours high scores makes these weights",
        truth="In softmax a gap of scores alone decides a ratio of weights.",
        next_step="Compare the ratio of two weights with the gap of their scores.",
        lesson="03_softmax", shows="row_sum",
    ),
)  # fmt: skip
