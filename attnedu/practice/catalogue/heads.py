"""Beliefs about many heads: where their axis is, what they share, and when they meet."""

from .model import Misconception

ENTRIES = (
    Misconception(
        "M22", "heads averaged too early",
        belief="heads can be averaged before they mix their values",
        truth="Each head mixes its own values; only then do heads meet.",
        next_step="Give two heads different values and compare both orders.",
        lesson="08_heads", shows="cell",
    ),
    Misconception(
        "M30", "wrong things cached",
        belief="a decoding cache holds queries or weights",
        truth="A new query needs the old keys and values; old queries are finished.",
        next_step="List what the next token's row of scores and its output need.",
        lesson="08_heads", shows="cell",
    ),
    Misconception(
        "M31", "grouping taken for fewer scores",
        belief="grouped heads compute fewer scores",
        truth="Every query head keeps its own scores; only keys and values are shared.",
        next_step="Count the scores for 8 query heads and 2 key heads.",
        lesson="08_heads", shows="shape",
    ),
    Misconception(
        "M36", "heads mixed with time",
        belief="a reshape alone gives every head its slice of every token",
        truth="A reshape keeps the order in memory, which runs token by token.",
        next_step="Split an array of 0, 1, 2 … and print head 0.",
        lesson="08_heads", shows="shape",
        report="https://github.com/hyunwoongko/transformer/issues/15",
    ),
    Misconception(
        "M44", "key heads in another order",
        belief="neighbouring query heads use different keys and values",
        truth="Neighbouring query heads share one head of keys and values.",
        next_step="Repeat two heads, filled with 0 and 1, and print the order.",
        lesson="08_heads", shows="cell",
        report="https://github.com/apple/axlearn/pull/842",
    ),
)  # fmt: skip
