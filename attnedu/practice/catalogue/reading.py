"""Beliefs about what scores and weights mean, and about which of the two an array holds."""

from .model import Misconception

ENTRIES = (
    Misconception(
        "M01", "score taken for weight",
        belief="a score is already a share of its row",
        truth="A score is any real number; only weights share out a row.",
        next_step="Print the row sums of every table of numbers you use.",
        lesson="03_softmax", shows="row_sum",
    ),
    Misconception(
        "M02", "score read as absolute",
        belief="a score means the same in every row",
        truth="Only gaps within a row matter; a common shift changes no weight.",
        next_step="Add 5 to every score of one row and predict its weights.",
        lesson="02_scores", shows="cell",
    ),
    Misconception(
        "M24", "scores taken as symmetric",
        belief="two tokens score alike whichever of them asks",
        truth="Queries and keys come from different projections, so scores need no symmetry.",
        next_step="Compute the scores of one pair of tokens in both directions.",
        lesson="02_scores", shows="cell",
    ),
    Misconception(
        "M25", "weight read as importance",
        belief="the key with the largest weight matters most",
        truth="A key contributes its weight times its value, and values differ in length.",
        next_step="For the two heaviest keys, multiply the weight by the value's length.",
        lesson="04_weights_and_output", shows="cell",
    ),
    Misconception(
        "M26", "colours compared across rows",
        belief="equal colours in two rows of scores mean equal weights",
        truth="Gaps within one row of scores decide that row's weights.",
        next_step="Shift one row of the figure by 3 and compare its weights.",
        lesson="02_scores", shows="cell",
    ),
    Misconception(
        "M33", "sink taken for meaning",
        belief="a first token with much weight must be important",
        truth="A sink takes the leftover weight and often brings little value.",
        next_step="Compare the length of the first value with the others.",
        lesson="07_biases", shows="cell",
        report="https://github.com/huggingface/transformers/issues/2975",
    ),
    Misconception(
        "M34", "output outside the hull",
        belief="the output of a head can be any vector",
        truth="Before the output projection, a head's output lies between its values.",
        next_step="Compare an output's components with the smallest and largest among the values.",
        lesson="04_weights_and_output", shows="cell",
    ),
    Misconception(
        "M35", "stage read from a name",
        belief="a variable's name tells which stage its numbers are from",
        truth="Row sums and signs tell the stage; names vary between libraries.",
        next_step="Print the smallest number and the row sums before you decide.",
        lesson="02_scores", shows="cell",
    ),
)  # fmt: skip
