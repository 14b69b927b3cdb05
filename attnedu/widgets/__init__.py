"""Widgets: the browser computes, the traits are the only state, and each has a plain function as its twin.

TalentShow (lesson 01) · SoftmaxBridge (03) · ConvexHull (04) · HeadGrid (05, 08, 11) · MaskLab (06) ·
BiasLab (07) · OnlinePlayer (10) · Quiz (in every lesson)
"""

from .bias_lab import BiasLab, explore_bias_lab
from .convex_hull import ConvexHull, explore_convex_hull
from .head_grid import HeadGrid, explore_head_grid
from .mask_lab import MaskLab, explore_mask_lab
from .online_player import OnlinePlayer, explore_online_player
from .quiz import Quiz, explore_quiz
from .softmax_bridge import SoftmaxBridge, explore_softmax_bridge
from .talent_show import TalentShow, explore_talent_show

from .asking import predict, quiz  # isort: skip - after .quiz: the function takes the name of that module

__all__ = [
    "BiasLab",
    "ConvexHull",
    "HeadGrid",
    "MaskLab",
    "OnlinePlayer",
    "Quiz",
    "SoftmaxBridge",
    "TalentShow",
    "explore_bias_lab",
    "explore_convex_hull",
    "explore_head_grid",
    "explore_mask_lab",
    "explore_online_player",
    "explore_quiz",
    "explore_softmax_bridge",
    "explore_talent_show",
    "predict",
    "quiz",
]
