"""Beliefs about what a function owes its caller: shapes, results, arguments, and no surprises."""

from .model import Misconception

ENTRIES = (
    Misconception(
        "M38", "arguments changed",
        belief="a function may change the arrays it is given",
        truth="The caller's arrays are needed again after the call.",
        next_step="Compare your argument with a copy made before the call.",
        lesson="06_masking", shows="cell",
    ),
    Misconception(
        "M41", "two axes only",
        belief="arrays have exactly two axes",
        truth="Batch and head axes may stand in front of the last two.",
        next_step="Stack two copies of your arguments and print the result's shape.",
        lesson="08_heads", shows="raised",
        report="https://github.com/FudanNLP/fastNLP/issues/254",
    ),
    Misconception(
        "M45", "results in another form",
        belief="results may come in another order, number or shape",
        truth="Callers unpack results by position and count on their shapes.",
        next_step="Print each result's shape and compare with what the task names.",
        lesson="05_worked_example", shows="shape",
    ),
    Misconception(
        "M58", "more or less than asked",
        belief="a step may be added or left out unasked",
        truth="The task's signature says what happens and what does not.",
        next_step="List your steps beside the steps of the task.",
        lesson="05_worked_example", shows="cell",
    ),
)  # fmt: skip
