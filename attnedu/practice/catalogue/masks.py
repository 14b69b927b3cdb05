"""Beliefs about the mask itself: what True means, where its edge lies, and along which axis it stands."""

from .model import Misconception

ENTRIES = (
    Misconception(
        "M11", "mask read the other way",
        belief="True in the mask means hidden",
        truth="Here True means may look; some libraries mean the opposite.",
        next_step="Take a mask with one True and see which key gets weight.",
        lesson="06_masking", shows="hidden_share",
        report="https://github.com/rasbt/LLMs-from-scratch/issues/1061",
    ),
    Misconception(
        "M12", "edge off by one",
        belief="the edge of the visible part lies one key away",
        truth="A token may see itself and nothing that comes after it.",
        next_step="List the keys that the first and the last query may see.",
        lesson="06_masking", shows="hidden_share",
        report="https://github.com/pbloem/former/issues/10",
    ),
    Misconception(
        "M13", "starts aligned, not ends",
        belief="the first query always stands beside the first key",
        truth="With earlier keys cached, the last query stands beside the last key.",
        next_step="Try one query and five keys: how many may it see?",
        lesson="06_masking", shows="cell",
        report="https://github.com/pytorch/pytorch/issues/144858",
    ),
    Misconception(
        "M43", "mask on another axis",
        belief="the mask runs along queries, batch or heads",
        truth="What is hidden is a key, and keys lie along the last axis.",
        next_step="Print the shapes of mask and scores, aligned from the end.",
        lesson="06_masking", shows="hidden_share",
        report="https://github.com/hyunwoongko/transformer/pull/40",
    ),
    Misconception(
        "M51", "padding on the other side",
        belief="padding stands at the start of each sequence",
        truth="Here padding stands at the end; other batches pad in front.",
        next_step="Print the mask of a short sequence and count its True cells.",
        lesson="06_masking", shows="cell",
    ),
)  # fmt: skip
