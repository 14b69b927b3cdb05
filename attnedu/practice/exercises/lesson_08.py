"""Lesson 08: many heads."""

from .merge_heads import MERGE_HEADS
from .multi_head import MULTI_HEAD_ATTENTION
from .repeat_kv import REPEAT_KV
from .split_heads import SPLIT_HEADS

EXERCISES = (SPLIT_HEADS, MERGE_HEADS, REPEAT_KV, MULTI_HEAD_ATTENTION)
