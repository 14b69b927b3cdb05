"""Every widget, as the tests of all widgets open it: how it is made, and one change that shows."""

import numpy as np

from attnedu.widgets import BiasLab, ConvexHull, HeadGrid, MaskLab, OnlinePlayer, SoftmaxBridge, TalentShow

ODD = ["<script>alert(1)</script>", "", "شجرة كبيرة", "👩‍👩‍👧", "e\u0301a\u0308" * 3, "a" * 200, "the", "the"]


def _scores(n, seed=0):
    return np.random.default_rng(seed).normal(size=(n, n)) * 2


# name -> (a function that makes the widget, a trait, a value for it that changes what is shown)
KINDS = {
    "TalentShow": (TalentShow, "calculated", True),
    "SoftmaxBridge": (SoftmaxBridge, "temperature", 7.0),
    "ConvexHull": (ConvexHull, "values", [[3, 3], [0, 9], [5, 1], [2, 6]]),
    "HeadGrid": (lambda: HeadGrid("smollm2", layer=22, head=6, pinned="it"), "head", 2),
    "MaskLab": (MaskLab, "mask", np.tri(5, dtype=bool).tolist()),
    "MaskLab of 24": (lambda: MaskLab(_scores(24), mask=np.tri(24, dtype=bool)), "push", 4.0),
    "BiasLab": (lambda: BiasLab(cap=2.0, sink=1.0), "order", "mask first"),
    "OnlinePlayer": (OnlinePlayer, "step", 3),
}

# The same widgets with texts that nobody expects: markup, none at all, right to left, many signs, very long.
ODD_KINDS = {
    "TalentShow": lambda: TalentShow(ODD[:3], ODD[3:], np.zeros((3, 5)), np.ones((5, 2)), ODD[:2]),
    "SoftmaxBridge": lambda: SoftmaxBridge([1, 2, 3, 4, 5, 6, 7, 8], ODD),
    "ConvexHull": lambda: ConvexHull(_scores(8)[:, :2], ODD, ODD[:2]),
    "HeadGrid": lambda: HeadGrid(_scores(8), ODD, pinned=1),
    "MaskLab": lambda: MaskLab(np.eye(8), ODD),
    "MaskLab of 16": lambda: MaskLab(_scores(16), ODD + ODD),
    "BiasLab": lambda: BiasLab(_scores(8), ODD),
    "OnlinePlayer": lambda: OnlinePlayer(np.arange(8.0), names=ODD),
}
