"""Beliefs about what hides a key: the number that is filled in, and the step at which it happens."""

from .model import Misconception

ENTRIES = (
    Misconception(
        "M08", "hidden score set to zero",
        belief="a score of 0 gives a key no share",
        truth="Softmax gives every finite score a positive share, 0 included.",
        next_step="Compute e to the power 0 by hand, then look at a hidden key.",
        lesson="06_masking", shows="hidden_share",
        report="https://github.com/30stomercury/Interaction-Aware-Attention-Network/issues/1",
    ),
    Misconception(
        "M09", "mask added as numbers",
        belief="adding a mask of zeros and ones hides a key",
        truth="Adding 1 to a score changes it a little and hides nothing.",
        next_step="Print one row of scores before and after the mask is added.",
        lesson="06_masking", shows="hidden_share",
    ),
    Misconception(
        "M10", "mask after softmax",
        belief="a key is gone once its weight is zeroed",
        truth="A zeroed weight leaves its share unspent, so its row falls short.",
        next_step="Print the row sums of your weights for this call.",
        lesson="06_masking", shows="row_sum",
        report="https://github.com/huggingface/pytorch-image-models/pull/2236",
    ),
    Misconception(
        "M14", "padding left as zeros",
        belief="padding made of zeros takes no share",
        truth="A key of zeros has score 0, and that still gets a share.",
        next_step="Print the weights of the padded keys in one row.",
        lesson="06_masking", shows="hidden_share",
        report="https://github.com/ilivans/tf-rnn-attention/issues/8",
    ),
    Misconception(
        "M15", "hidden by a finite number",
        belief="some finite number hides as well as minus infinity",
        truth="A finite fill hides only while the visible scores lie far above it.",
        next_step="Try a row with nothing visible, then visible scores near your fill.",
        lesson="06_masking", shows="hidden_share",
        report="https://github.com/karpathy/minGPT/issues/75",
    ),
    Misconception(
        "M16", "empty row left alone",
        belief="a row with nothing visible takes care of itself",
        truth="Libraries differ there; in this course such a row is all zeros.",
        next_step="Try a row in which nothing may be looked at.",
        lesson="06_masking", shows="empty_row",
        report="https://github.com/robertknight/rten/pull/1321",
    ),
    Misconception(
        "M50", "mask not used everywhere",
        belief="scores can pass without the mask that was given",
        truth="The mask that is given applies to every score.",
        next_step="Change the value of a hidden key and see whether the output moves.",
        lesson="06_masking", shows="hidden_share",
        report="https://github.com/lucidrains/flamingo-pytorch/issues/10",
    ),
    Misconception(
        "M52", "missing share dealt evenly",
        belief="a hidden key's share is dealt out evenly",
        truth="Renormalising keeps the ratios between the visible weights.",
        next_step="Compare the ratio of two visible weights before and after.",
        lesson="06_masking", shows="cell",
    ),
)  # fmt: skip
