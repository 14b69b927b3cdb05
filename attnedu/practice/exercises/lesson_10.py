"""Lesson 10: online softmax, and attention in blocks of keys."""

from .online_merge import ONLINE_MERGE
from .online_update import ONLINE_UPDATE
from .tiled import TILED_ATTENTION

EXERCISES = (ONLINE_UPDATE, ONLINE_MERGE, TILED_ATTENTION)
