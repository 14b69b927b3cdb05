"""Beliefs about dot products and their scale: what happens before anything is hidden."""

from .model import Misconception

ENTRIES = (
    Misconception(
        "M06", "scale left out",
        belief="a dot product is the score as it stands",
        truth="Dot products spread wider as d_k grows; the scale takes that out.",
        next_step="Print the standard deviation of your scores for d_k 4 and 64.",
        lesson="02_scores", shows="ratio",
        report="https://github.com/mlc-ai/mlc-llm/pull/3426",
    ),
    Misconception(
        "M07", "another scale",
        belief="the scale has another size, or another place",
        truth="The scale undoes the spread of dot products, once, before softmax.",
        next_step="Print the standard deviation of your scores for d_k 4, 16 and 64.",
        lesson="02_scores", shows="ratio",
        report="https://github.com/esceptico/perceiver-io/issues/9",
    ),
    Misconception(
        "M23", "queries and keys swapped",
        belief="rows belong to keys and columns to queries",
        truth="A row belongs to one query; a column belongs to one key.",
        next_step="Write each factor's shape beside it, with T_q unlike T_k.",
        lesson="02_scores", shows="shape",
        report="https://github.com/heykeetae/Self-Attention-GAN/issues/11",
    ),
    Misconception(
        "M46", "sign lost or added",
        belief="a sign can be dropped or turned round",
        truth="A good match has a high score; a penalty lowers it.",
        next_step="Work one number out by hand and compare its sign.",
        lesson="05_worked_example", shows="ratio",
        report="https://github.com/meta-pytorch/attention-gym/pull/86",
    ),
    Misconception(
        "M54", "another array used",
        belief="one array can stand in for another here",
        truth="Queries ask, keys answer, and values are what is carried.",
        next_step="Name the role of each array in your product, then its shape.",
        lesson="05_worked_example", shows="cell",
    ),
)  # fmt: skip
