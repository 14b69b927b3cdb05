"""Beliefs about attention computed block by block."""

from .model import Misconception

ENTRIES = (
    Misconception(
        "M28", "old sums not rescaled",
        belief="old sums stay right when a larger score arrives",
        truth="Old sums were taken against the old maximum and must follow the new.",
        next_step="Work through the scores 0 and 3 by hand, one a block.",
        lesson="10_online", shows="cell",
    ),
    Misconception(
        "M29", "tiling taken for approximation",
        belief="attention in tiles approximates, or saves arithmetic",
        truth="The result is exact; what it saves is memory traffic.",
        next_step="Compare tiled and plain outputs for several block sizes.",
        lesson="10_online", shows="cell",
    ),
    Misconception(
        "M55", "a part left out",
        belief="one part at the edge can be left out",
        truth="First, last and incomplete parts count like all the others.",
        next_step="Try sizes that do not divide evenly, and count the parts.",
        lesson="10_online", shows="cell",
    ),
)  # fmt: skip
