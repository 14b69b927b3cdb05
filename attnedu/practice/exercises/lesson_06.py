"""Lesson 06: masking, from making a mask to attention under one."""

from .after_softmax import RENORMALISE, ZERO_WEIGHTS
from .hiding import MASK_SCORES
from .making_masks import CAUSAL_MASK, PADDING_MASK
from .masked_attention import MASKED_ATTENTION
from .masked_softmax import MASKED_SOFTMAX

EXERCISES = (
    CAUSAL_MASK,
    PADDING_MASK,
    MASK_SCORES,
    MASKED_SOFTMAX,
    ZERO_WEIGHTS,
    RENORMALISE,
    MASKED_ATTENTION,
)
