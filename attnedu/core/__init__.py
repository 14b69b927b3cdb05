"""The arithmetic of attention, NumPy only. Read the files in this order:

scores, masks, biases     act on scores: any real numbers
softmax                   the bridge
weights                   act on weights: rows that share out 1
attention                 the pipeline, with every stage kept in a Trace
heads, online             many score tables; weights that are never formed
stages                    which stage can this array be from?
examples, recordings      the data that every lesson shares

Shapes, everywhere: q (…, T_q, d_k), k (…, T_k, d_k), v (…, T_k, d_v); scores and weights (…, T_q, T_k);
output (…, T_q, d_v); a head axis stands before time. A mask is boolean and True means "may look". A row in
which nothing may be looked at has zero weights and zero output.
"""

from .attention import Trace, attention
from .biases import (
    alibi_bias,
    alibi_slopes,
    apply_temperature,
    relative_bias,
    relative_buckets,
    rotate,
    soft_cap,
)
from .examples import TalentShow, WorkedExample, talent_show, worked_example
from .heads import merge_heads, multi_head_attention, repeat_kv, split_heads
from .masks import causal_mask, mask_scores, padding_mask, sliding_window_mask
from .online import OnlineSoftmax, online_merge, online_update, tiled_attention
from .recordings import Recording, recording
from .scores import attention_scores, raw_scores, scale_scores, score_spread
from .softmax import (
    capped_masked_softmax,
    logsumexp,
    masked_softmax,
    naive_softmax,
    sink_softmax,
    softmax,
    softmax_backward,
    softmax_jacobian,
    temperature_softmax,
)
from .stages import Stage, stage_of
from .weights import attention_output, is_weights, renormalise, row_entropy, row_sums, zero_weights

# `softmax` and `attention` name both a file and the function in it; here, the name is the function.
__all__ = [
    "OnlineSoftmax", "Recording", "Stage", "TalentShow", "Trace", "WorkedExample", "alibi_bias",
    "alibi_slopes", "apply_temperature", "attention", "attention_output", "attention_scores",
    "capped_masked_softmax", "causal_mask", "is_weights", "logsumexp", "mask_scores", "masked_softmax",
    "merge_heads", "multi_head_attention", "naive_softmax", "online_merge", "online_update",
    "padding_mask", "raw_scores", "recording", "relative_bias", "relative_buckets", "renormalise",
    "repeat_kv", "rotate", "row_entropy", "row_sums", "scale_scores", "score_spread", "sink_softmax",
    "sliding_window_mask", "soft_cap", "softmax", "softmax_backward", "softmax_jacobian", "split_heads",
    "stage_of", "talent_show", "temperature_softmax", "tiled_attention", "worked_example", "zero_weights",
]  # fmt: skip
