"""Lesson 06: the test that catches a leak, tried on causal attention that leaks and that does not."""

import numpy as np

from attnedu.core import softmax

from ..engine.testing import Version, WrittenTest


def _scores(q, k):
    return q @ np.swapaxes(k, -1, -2) / np.sqrt(q.shape[-1])


def _past(scores, ahead=0):
    """True where a token may look: itself, what came before, and `ahead` tokens more."""
    return np.tri(scores.shape[-1], k=ahead, dtype=bool)


def _mix(weights, v):
    return weights @ v, weights


# Without a leak, though not all of them are the attention of the course.


def sound(q, k, v):
    scores = _scores(q, k)
    return _mix(softmax(np.where(_past(scores), scores, -np.inf)), v)


def sound_by_prefixes(q, k, v):
    weights = np.zeros((len(q), len(k)))
    for i, query in enumerate(q):
        weights[i, : i + 1] = softmax(k[: i + 1] @ query / np.sqrt(len(query)))
    return _mix(weights, v)


def renormalised(q, k, v):
    weights = softmax(_scores(q, k)) * _past(_scores(q, k))
    return _mix(weights / weights.sum(axis=-1, keepdims=True), v)


def unscaled(q, k, v):
    scores = q @ k.T
    return _mix(softmax(np.where(_past(scores), scores, -1e9)), v)


def short_sighted(q, k, v):
    scores = _scores(q, k)
    window = _past(scores) & ~_past(scores, -3)
    return _mix(softmax(np.where(window, scores, -np.inf)), v)


def without_oneself(q, k, v):
    scores = _scores(q, k)
    return _mix(softmax(np.where(_past(scores, -1), scores, -np.inf)), v)


def _left_short(q, k):
    scores = _scores(q, k)
    return softmax(scores) * _past(scores)


# With a leak.


def unmasked(q, k, v):
    return _mix(softmax(_scores(q, k)), v)


def left_short(q, k, v):
    return _mix(_left_short(q, k), v)


def sly(q, k, v):
    weights = _left_short(q, k)
    return _mix(weights + np.diag(1 - weights.sum(axis=-1)), v)


def topped_up(q, k, v):
    weights = _left_short(q, k)
    missing = (1 - weights.sum(axis=-1, keepdims=True)) / np.arange(1, len(q) + 1)[:, None]
    return _mix(weights + missing * _past(weights), v)


def one_ahead(q, k, v):
    scores = _scores(q, k)
    return _mix(softmax(np.where(_past(scores, 1), scores, -np.inf)), v)


def filled_with_zero(q, k, v):
    scores = _scores(q, k)
    return _mix(softmax(scores * _past(scores)), v)


def low_scores(q, k, v):
    """A fill of -1e4 among scores that lie as low: a bias took all of them there."""
    scores = _scores(q, k) - 1e4
    return _mix(softmax(np.where(_past(scores), scores, -1e4)), v)


def first_row_only(q, k, v):
    scores = _scores(q, k)
    seen = _past(scores)
    seen[0, 1:2] = True
    return _mix(softmax(np.where(seen, scores, -np.inf)), v)


def last_key_only(q, k, v):
    scores = _scores(q, k)
    seen = _past(scores)
    seen[:, -1] = True
    return _mix(softmax(np.where(seen, scores, -np.inf)), v)


def largest_query(q, k, v):
    return sound(q / np.abs(q).max(), k, v)


def centred_keys(q, k, v):
    return sound(q, k / k.std(axis=0), v)


def centred_values(q, k, v):
    return sound(q, k, v - v.mean(axis=0))


def solution(attend):
    """True if an earlier output depends on a later query, key or value."""
    rng = np.random.default_rng(0)
    T = 5
    now = [rng.normal(0, 2, (T, size)) for size in (4, 4, 3)]  # q, k, v
    before, _ = attend(*now)
    for j in range(1, T):
        other = [np.vstack([part[:j], rng.normal(0, 2, part[j:].shape)]) for part in now]
        after, _ = attend(*other)
        if not np.allclose(before[:j], after[:j]):
            return True
    return False


LEAKS = (
    (unmasked, "attention without a mask"),
    (left_short, "weights zeroed after softmax and left short"),
    (sly, "rows filled up on the diagonal"),
    (topped_up, "a missing share dealt out evenly"),
    (one_ahead, "one key too many in each row"),
    (filled_with_zero, "hidden scores set to 0"),
    (low_scores, "a fill of -1e4 among scores as low"),
    (first_row_only, "a leak from position 1 to position 0 alone"),
    (last_key_only, "a last key that everyone sees"),
    (largest_query, "queries divided by their largest entry"),
    (centred_keys, "keys divided by their spread over time"),
    (centred_values, "values less their mean over time"),
)
SOUND = (
    (sound, "a mask before softmax"),
    (sound_by_prefixes, "each query over the keys so far"),
    (renormalised, "weights zeroed and renormalised"),
    (unscaled, "scores without a scale"),
    (short_sighted, "a window of three keys"),
    (without_oneself, "tokens that do not see themselves"),
)

LEAK_TEST = WrittenTest(
    name="leak_test",
    lesson="06_masking",
    versions=tuple(Version(f, True, says) for f, says in LEAKS) + tuple(Version(f, False, says) for f, says in SOUND),
    answers=True,
    lets_through="finds no leak in",
    refuses="sees a leak in",
    kinds=("leaking", "sound"),
    solution=solution,
    hints=(
        "Two inputs that are equal up to position j. What may differ in the outputs before j?",
        "Zeros and row sums can be right while the future sits in a denominator. Change the future, all three of its parts, and compare "
        "the outputs of the past; do so for every j, since the leak may be anywhere.",
        "Call attend once. Then, for each j from 1, replace q, k and v from j on by other numbers, call it again, and compare the first j rows.",
    ),
    next_step="What did you change, and at which positions?",
)  # fmt: skip

EXERCISES = (LEAK_TEST,)
