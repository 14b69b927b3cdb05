"""Beliefs about weights once they exist: dropout, entropy, and how to recognise them."""

from .model import Misconception

ENTRIES = (
    Misconception(
        "M32", "dropout keeps row sums",
        belief="rows of weights still sum to 1 after dropout",
        truth="After dropout a row sums to 1 only on average.",
        next_step="Drop half of a row ten times and print each sum.",
        lesson="04_weights_and_output", shows="row_sum",
        report="https://github.com/pytorch/pytorch/issues/42929",
    ),
    Misconception(
        "M47", "another unit",
        belief="the result is wanted in another unit, or as a fraction",
        truth="The task names the unit, and another unit gives another number.",
        next_step="Work out one small case by hand, in the unit asked for.",
        lesson="04_weights_and_output", shows="ratio",
    ),
    Misconception(
        "M57", "test that passes too much",
        belief="one good row or total proves the whole array",
        truth="Weights need every row: no negatives, no NaN, a sum of 1.",
        next_step="Feed your test an array in which one row is bad.",
        lesson="04_weights_and_output", shows="cell",
    ),
)  # fmt: skip
