"""Every exercise, by name. A file for each lesson; `find` loads the one that is asked for."""

import importlib
from functools import lru_cache

# Which file holds which exercises: the order is the course's.
WHERE = {
    "lesson_02": ("attention_scores", "score_spread"),
    "lesson_03": ("softmax", "temperature_softmax"),
    "lesson_03_backward": ("softmax_backward",),
    "lesson_04": ("attention_output", "row_entropy"),
    "lesson_04_test": ("is_weights",),
    "lesson_05": ("attention",),
    "lesson_06": ("causal_mask", "padding_mask", "mask_scores", "masked_softmax", "zero_weights", "renormalise", "masked_attention"),
    "leak_test": ("leak_test",),
    "lesson_07": ("alibi_slopes", "alibi_bias", "soft_cap", "capped_masked_softmax", "sliding_window_mask", "sink_softmax", "rotate"),
    "lesson_08": ("split_heads", "merge_heads", "repeat_kv", "multi_head_attention"),
    "lesson_10": ("online_update", "online_merge", "tiled_attention"),
    # Fix the bug: one file for each; mend it, then write the test that would have caught it.
    "..bugs.bug_01": ("bug_01_image_patches", "test_01_image_patches"),
    "..bugs.bug_02": ("bug_02_next_word", "test_02_next_word"),
    "..bugs.bug_03": ("bug_03_hidden_patches", "test_03_hidden_patches"),
    "..bugs.bug_04": ("bug_04_knowledge_tracing", "test_04_knowledge_tracing"),
    "..bugs.bug_05": ("bug_05_translation", "test_05_translation"),
    "..bugs.bug_06": ("bug_06_one_new_token", "test_06_one_new_token"),
    "..bugs.bug_07": ("bug_07_perceiver", "test_07_perceiver"),
    "..bugs.bug_08": ("bug_08_capped_scores", "test_08_capped_scores"),
    "..bugs.bug_09": ("bug_09_split_heads", "test_09_split_heads"),
    "..bugs.bug_10": ("bug_10_shared_heads", "test_10_shared_heads"),
    "..bugs.bug_11": ("bug_11_dropout", "test_11_dropout"),
    "..bugs.bug_12": ("bug_12_perfect_loss", "test_12_perfect_loss"),
}  # fmt: skip


def names():
    """Names of all exercises, in the order of the course."""
    return tuple(name for group in WHERE.values() for name in group)


@lru_cache(maxsize=128)
def find(name):
    """The Exercise of this name. Raises KeyError if there is none."""
    for module, group in WHERE.items():
        if name in group:
            loaded = importlib.import_module(module if module[0] == "." else f".{module}", __name__)
            return next(exercise for exercise in loaded.EXERCISES if exercise.name == name)
    raise KeyError(name)
