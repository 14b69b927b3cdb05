"""Does `stage_of` say honestly what an array can be?"""

import numpy as np
import pytest
import torch

from attnedu.core import (
    causal_mask,
    mask_scores,
    masked_softmax,
    renormalise,
    sink_softmax,
    softmax,
    stage_of,
    zero_weights,
)

RAW, MASKED, WEIGHTS, EMPTY = "raw scores", "masked scores", "weights", "weights with empty rows"
DROPOUT, SINK, ZEROED = "weights after dropout", "weights with a sink", "weights zeroed, not renormalised"
NAMES = {RAW, MASKED, WEIGHTS, EMPTY, DROPOUT, SINK, ZEROED, "unknown"}


@pytest.fixture(params=range(5))
def scores(request):
    return np.random.default_rng(request.param).standard_normal((2, 8, 10))


def dropped(weights, p, seed):
    torch.manual_seed(seed)
    return torch.nn.functional.dropout(torch.tensor(weights), p).numpy()


@pytest.mark.parametrize("dtype", [np.float16, np.float32, np.float64])
def test_softmax_output_is_weights_in_every_float_type(scores, dtype):
    stage = stage_of(softmax(scores.astype(dtype)))
    assert stage.name == WEIGHTS
    assert stage.candidates == (WEIGHTS, RAW), "scores could sum to 1 by chance"


def test_pytorch_softmax_of_long_float32_rows_is_weights():
    logits = 5 * torch.randn(4, 5_000, generator=torch.Generator().manual_seed(0))
    assert stage_of(torch.softmax(logits, -1)).name == WEIGHTS


@pytest.mark.parametrize("rows", [np.eye(4), [[0.2] * 5], [[1.0]], [0.25, 0.75], [[0, 1], [1, 0]]])
def test_one_hot_and_uniform_rows_are_weights(rows):
    assert stage_of(rows).name == WEIGHTS


def test_a_causal_softmax_is_weights_although_it_has_zeros(scores):
    assert stage_of(masked_softmax(scores, causal_mask(8, 10))).name == WEIGHTS


def test_renormalised_weights_are_weights(scores):
    assert stage_of(renormalise(zero_weights(softmax(scores), causal_mask(8, 10)))).name == WEIGHTS


def test_a_negative_number_makes_scores_which_may_have_been_masked_by_a_number(scores):
    stage = stage_of(scores)
    assert stage.name == RAW
    assert MASKED in stage.candidates
    assert stage_of(np.where(causal_mask(8, 10), scores, -1e9)).candidates == (RAW, MASKED)


def test_minus_infinity_makes_masked_scores(scores):
    stage = stage_of(mask_scores(scores, causal_mask(8, 10)))
    assert stage.name == MASKED
    assert "56 cells" in stage.why, "2 · (7 + 6 + … + 1) cells are in the future"


def test_positive_scores_that_do_not_sum_to_one_are_raw_scores(scores):
    assert stage_of(np.exp(scores)).name == RAW
    assert stage_of([[3.0, 1.0], [2.0, 2.0]]).name == RAW


@pytest.mark.parametrize("p", [0.1, 0.5])
@pytest.mark.parametrize("causal", [False, True])
def test_real_dropout_is_named(scores, p, causal):
    weights = masked_softmax(scores, causal_mask(8, 10)) if causal else softmax(scores)
    for seed in range(5):
        stage = stage_of(dropped(weights, p, seed))
        assert stage.name == DROPOUT
        assert RAW in stage.candidates


@pytest.mark.parametrize("p", [0.1, 0.5, 0.9])
@pytest.mark.parametrize("shape", [(1, 2), (1, 6), (3, 5), (4, 3)])
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_dropout_on_a_small_table_stays_a_candidate_unless_nothing_was_dropped_or_left(p, shape, dtype):
    for seed in range(40):
        weights = softmax(np.random.default_rng(seed).standard_normal(shape)).astype(dtype)
        array = dropped(weights, p, seed)
        assert DROPOUT in stage_of(array).candidates, array


def test_the_published_row_sums_after_dropout_are_named():
    """p = .5 in a real library gave row sums 2.0, 1.0, 2.0, 1.5, .8."""
    rows = [[1, 1, 0, 0], [1, 0, 0, 0], [0.5, 0.5, 0.5, 0.5], [0.5, 1, 0, 0], [0, 0.8, 0, 0]]
    assert stage_of(rows).name == DROPOUT


def test_large_scores_with_zeros_are_raw_scores_that_dropout_could_have_made():
    stage = stage_of([[0.0, 3.0], [2.0, 0.0]])
    assert stage.candidates == (RAW, DROPOUT)


def test_full_rows_with_different_sums_rule_dropout_out():
    """Dropout multiplies every row that it leaves whole by the same factor."""
    assert stage_of([[0.6, 0.6], [0.5, 0.8], [0.0, 0.9]]).candidates == (RAW,)
    assert stage_of([[0.6, 0.6], [0.4, 0.8], [0.0, 0.9]]).name == DROPOUT
    assert stage_of([[0.6, 0.6], [0.0, 1.4]]).candidates == (RAW,), "more than a whole row"


def test_a_sink_is_named(scores):
    stage = stage_of(sink_softmax(scores, 0.0))
    assert stage.name == SINK
    assert ZEROED not in stage.candidates, "there are no zeros"
    assert DROPOUT not in stage.candidates, "dropout would enlarge what it leaves"


def test_a_sink_under_a_causal_mask_is_told_from_zeroing_by_its_last_row(scores):
    stage = stage_of(sink_softmax(mask_scores(scores[..., :8], causal_mask(8)), 0.0))
    assert stage.name == SINK
    assert ZEROED not in stage.candidates


def test_weights_zeroed_after_softmax_are_named(scores):
    stage = stage_of(zero_weights(softmax(scores[..., :8]), causal_mask(8)))
    assert stage.name == ZEROED
    assert SINK in stage.candidates
    assert DROPOUT not in stage.candidates, "the last row lost nothing and was not enlarged"


def test_zeroing_a_column_everywhere_cannot_be_told_from_a_masked_sink(scores):
    mask = np.arange(10) < 7
    zeroed = stage_of(zero_weights(softmax(scores), mask))
    sink = stage_of(sink_softmax(mask_scores(scores, mask), 0.0))
    assert zeroed.candidates == sink.candidates == (ZEROED, SINK, DROPOUT, RAW)


def test_rows_that_may_look_at_nothing_are_named(scores):
    mask = np.ones((8, 10), bool)
    mask[2] = False
    stage = stage_of(masked_softmax(scores, mask))
    assert stage.name == EMPTY
    assert "2 that are all 0" in stage.why
    assert ZEROED in stage.candidates


def test_all_zeros_can_be_scores_or_empty_rows():
    stage = stage_of(np.zeros((3, 5)))
    assert {EMPTY, RAW} <= set(stage.candidates)


def test_nan_is_no_stage_and_plus_infinity_is_a_score_that_overflowed():
    assert stage_of([[np.nan, 1.0]]).name == "unknown"
    assert stage_of([[np.nan, 1.0]]).candidates == ()
    assert stage_of([[np.inf, 1.0]]).name == RAW
    assert stage_of([[np.inf, -1.0]]).name == RAW
    assert stage_of([[np.inf, -np.inf]]).name == MASKED
    assert stage_of([[1e308, 1e308]]).name == RAW


def test_every_name_is_one_of_the_list_and_the_first_candidate():
    rng = np.random.default_rng(9)
    for _ in range(200):
        array = rng.choice([0.0, 0.25, 0.5, 0.75, 1.0, 2.0], size=(rng.integers(1, 4), rng.integers(1, 5)))
        stage = stage_of(array)
        assert stage.name in NAMES
        assert set(stage.candidates) <= NAMES
        assert stage.candidates[0] == stage.name
        assert RAW in stage.candidates, "any finite array could be raw scores"


def test_a_stage_prints_its_name_and_its_evidence():
    assert str(stage_of([[2.0, -1.5]])) == "raw scores: it holds -1.5, and a weight is never negative"
