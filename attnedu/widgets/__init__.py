"""Widgets: the browser computes, the traits are the only state, and each has a plain function as its twin.

TalentShow (lesson 01) · SoftmaxBridge (lesson 03) · MaskLab (lesson 06)
"""

from .mask_lab import MaskLab, explore_mask_lab
from .softmax_bridge import SoftmaxBridge, explore_softmax_bridge
from .talent_show import TalentShow, explore_talent_show

__all__ = [
    "MaskLab",
    "SoftmaxBridge",
    "TalentShow",
    "explore_mask_lab",
    "explore_softmax_bridge",
    "explore_talent_show",
]
