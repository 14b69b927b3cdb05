"""Lesson 07: what else acts on scores."""

from .alibi import ALIBI_BIAS, ALIBI_SLOPES
from .capping import CAPPED_MASKED_SOFTMAX, SOFT_CAP
from .rotating import ROTATE
from .sinks import SINK_SOFTMAX
from .windows import SLIDING_WINDOW_MASK

EXERCISES = (
    ALIBI_SLOPES,
    ALIBI_BIAS,
    SOFT_CAP,
    CAPPED_MASKED_SOFTMAX,
    SLIDING_WINDOW_MASK,
    SINK_SOFTMAX,
    ROTATE,
)
