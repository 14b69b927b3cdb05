"""What people reported about scores, softmax, heads and positions, in our own words, as an exercise asks."""

import numpy as np

from tests.practice.learners.parts import distance, flip, scaled, shares, softmax
from tests.practice.public_cases import case


@case("D01", "attention", "M04")
def shares_over_queries(q, k, v):
    """Softmax runs down the columns.

    https://github.com/nerminnuraydogan/vision-transformer/issues/1
    https://github.com/nerdai/llms-from-scratch-rs/pull/30
    https://github.com/rasbt/machine-learning-book/issues/97
    """
    weights = softmax(scaled(q, k), axis=-2)
    return weights @ v, weights


@case("D04", "attention", "M41")
def third_axis(q, k, v):
    """The key axis is counted from the front: right for one axis in front, wrong for two.

    Adapted: a matrix, which has no third axis, is left right.

    https://github.com/FudanNLP/fastNLP/issues/254
    """
    scores = scaled(q, k)
    weights = softmax(scores, axis=min(2, scores.ndim - 1))
    return weights @ v, weights


@case("D08", "attention_output", "M23")
def weights_not_turned(weights, v):
    """Values stand in columns, and the weights should have been turned to meet them.

    https://github.com/heykeetae/Self-Attention-GAN/issues/11
    https://github.com/CASIA-IVA-Lab/DANet/issues/64
    """
    return flip(flip(v) @ weights)


@case("E01", "attention", "M06")
def no_scale(q, k, v):
    """The scale is left out.

    https://github.com/mlc-ai/mlc-llm/pull/3426
    https://github.com/huggingface/blog/pull/2893
    https://github.com/PAIR-code/tiny-transformers/issues/71
    """
    weights = softmax(q @ flip(k))
    return weights @ v, weights


@case("E04", "attention", "M07")
def divided_by_the_inverse(q, k, v):
    """The scale is d^-0.5 already, and then one divides by it.

    https://github.com/esceptico/perceiver-io/issues/9
    https://github.com/tensorflow/lingvo/issues/237
    """
    scale = q.shape[-1] ** -0.5
    weights = softmax(q @ flip(k) / scale)
    return weights @ v, weights


@case("E10", "temperature_softmax", "M21")
def times_temperature(scores, temperature):
    """The temperature multiplies.

    https://github.com/bowang-lab/BLEEP/issues/5
    """
    return softmax(scores * temperature)


@case("I01", "softmax", "M17")
def no_maximum(scores, axis=-1):
    """exp of a large score overflows.

    Adapted: a row of −∞ gives zeros.

    https://github.com/pytorch/executorch/pull/18407
    https://github.com/pyg-team/pytorch_geometric/issues/53
    https://github.com/mila-iqia/blocks/pull/727
    """
    return shares(np.exp(scores), axis)


@case("I07", "sink_softmax", "M56")
def sink_not_shifted(scores, sink):
    """After the maximum is subtracted the sink has to be shifted as well.

    Adapted: the public code has a 1 where the exercise has e^sink.

    https://github.com/kyegomez/AttentionIsOFFByOne/issues/2
    https://github.com/karpathy/llama2.c/issues/59
    """
    sink = np.asarray(sink, dtype=float)
    sink = sink[:, None, None] if sink.ndim else sink
    m = scores.max(-1, keepdims=True)
    e = np.exp(scores - np.where(np.isfinite(m), m, 0))
    return e / (np.exp(sink) + e.sum(-1, keepdims=True))


@case("J01", "attention", "M58", "M32")
def dropout_nobody_asked_for(q, k, v):
    """Dropout runs although nothing is trained.

    https://github.com/pytorch/pytorch/issues/124464
    https://github.com/huggingface/pytorch-image-models/pull/1978
    https://github.com/wenet-e2e/wenet/issues/2699
    https://github.com/meta-pytorch/torchtune/issues/1791
    https://github.com/facebookresearch/vjepa2/pull/160
    """
    weights = softmax(scaled(q, k))
    keep = np.random.default_rng(0).random(weights.shape) > 0.5
    weights = weights * keep / 0.5
    return weights @ v, weights


@case("J04", "attention", "M32", "M58")
def survivors_over_p(q, k, v):
    """Survivors are divided by p, not by 1 - p.

    Adapted: the exercise asks for no dropout at all, so that name is right as well.

    https://github.com/NVIDIA/apex/pull/816
    """
    p = 0.1
    weights = softmax(scaled(q, k))
    keep = np.random.default_rng(0).random(weights.shape) > p
    weights = weights * keep / p
    return weights @ v, weights


@case("K01", "split_heads", "M36")
def view_for_transpose(x, n_heads):
    """One reshape cuts by tokens; heads are slices of every token.

    https://github.com/hyunwoongko/transformer/issues/15
    https://github.com/reczoo/FuxiCTR/issues/30
    https://github.com/harvardnlp/annotated-transformer/issues/17
    """
    *front, T, d = x.shape
    return x.reshape(*front, n_heads, T, d // n_heads)


@case("K04", "repeat_kv", "M44")
def heads_tiled(x, n_rep):
    """Copies of the whole set of heads, one after the other.

    https://github.com/apple/axlearn/pull/842
    https://github.com/vectorch-ai/ScaleLLM/pull/213
    https://github.com/ByteDance-Seed/VeOmni/pull/162
    """
    return np.concatenate([x] * n_rep, axis=-3)


@case("L01", "alibi_bias", "M46")
def far_keys_rewarded(n_heads, T_q, T_k):
    """The sign makes far keys more attractive.

    https://github.com/meta-pytorch/attention-gym/pull/86
    https://github.com/vllm-project/vllm/pull/945
    """
    slopes = 2.0 ** (-8.0 * np.arange(1, n_heads + 1) / n_heads)
    return slopes[:, None, None] * distance(T_q, T_k)


@case("L04", "rotate", "M49")
def turned_twice(x, positions):
    """The rotation is applied to its own result.

    https://github.com/labmlai/annotated_deep_learning_paper_implementations/issues/251
    """

    def turn(y):
        d = y.shape[-1]
        angle = np.asarray(positions)[:, None] * 10_000.0 ** (-np.arange(0, d, 2) / d)
        even, odd = y[..., 0::2], y[..., 1::2]
        c, s = np.cos(angle), np.sin(angle)
        return np.stack([even * c - odd * s, even * s + odd * c], axis=-1).reshape(y.shape)

    return turn(turn(x))


@case("M01", "attention_output", "M19")
def softmax_again(weights, v):
    """Weights go through softmax once more and come out almost even.

    Adapted: the public code drew them; here the mix of values shows it.

    https://github.com/meta-llama/llama3/issues/155
    """
    return softmax(weights) @ v


@case("M04", "row_entropy", "M04")
def columns_for_rows(weights):
    """A column is read where a query's row was meant.

    https://github.com/szc19990412/TransMIL/issues/21
    https://github.com/tensorflow/text/pull/936
    https://github.com/jessevig/bertviz/issues/5
    """
    return -(weights * np.log(np.where(weights > 0, weights, 1))).sum(axis=-2)
