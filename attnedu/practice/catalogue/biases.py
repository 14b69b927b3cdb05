"""Beliefs about what else changes scores: caps, slopes, rotations and sinks."""

from .model import Misconception

ENTRIES = (
    Misconception(
        "M27", "cap after the mask",
        belief="the cap may come after hiding",
        truth="A cap turns minus infinity into a finite score, which gets a share.",
        next_step="Cap a hidden score by hand, with a cap of 5.",
        lesson="07_biases", shows="hidden_share",
        report="https://github.com/onnx/onnx/issues/7865",
    ),
    Misconception(
        "M37", "another cap formula",
        belief="the cap clips scores, or stands elsewhere in the formula",
        truth="A soft-cap bends smoothly: small scores pass, large ones approach the cap.",
        next_step="Try scores of 0.1 and 1,000 with a cap of 5.",
        lesson="07_biases", shows="cell",
    ),
    Misconception(
        "M39", "another slope per head",
        belief="slopes start elsewhere or fall by another step",
        truth="ALiBi slopes form a geometric series that ends at 1/256.",
        next_step="Print your slopes for 8 heads, each divided by the one before.",
        lesson="07_biases", shows="ratio",
    ),
    Misconception(
        "M48", "components paired otherwise",
        belief="rotation pairs components that are not neighbours",
        truth="Pairings differ between models; here neighbours turn together.",
        next_step="Rotate a vector with a single 1 and see which components change.",
        lesson="07_biases", shows="cell",
    ),
    Misconception(
        "M49", "rotation by another angle",
        belief="the angle may follow another frequency, direction or position",
        truth="Only the difference of two positions may reach their score.",
        next_step="Shift all positions by 3 and compare the scores.",
        lesson="07_biases", shows="cell",
        report="https://github.com/labmlai/annotated_deep_learning_paper_implementations/issues/251",
    ),
    Misconception(
        "M56", "sink handled otherwise",
        belief="the sink keeps a column, or gives its share back",
        truth="A sink takes a share and brings no value; rows fall short.",
        next_step="Print the row sums for sinks of -5, 0 and 5.",
        lesson="07_biases", shows="row_sum",
        report="https://github.com/kyegomez/AttentionIsOFFByOne/issues/2",
    ),
)  # fmt: skip
