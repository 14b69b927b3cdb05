"""Which questions the scores of a HeadGrid can answer: measures of all heads, from `attnedu.core`.

The page measures the same in static/arithmetic/heads.mjs, and a test holds the two together.
"""

import numpy as np

from .. import core

HALF = 0.5
FROM = 2  # the first token has one key to look at, the second two: neither says what a head prefers


def measures(scores, offset):
    """What each head does, a dict of arrays (layers, heads); NaN where there is no row to measure.

    scores: (layers, heads, T_q, T_k), hidden ones -inf
    offset: query i stands at position i + offset of the keys; None if the queries are another text
    previous, first: mean weight on the previous and on the first token, from the third token on
    low: the lowest of the largest scores of the rows, among rows with two visible keys or more
    entropy: mean over those rows of the entropy as a share of the most possible
    """
    T_q = scores.shape[2]
    rows = np.arange(T_q) if offset is None else np.arange(max(FROM - offset, 0), T_q)
    seen = np.isfinite(scores).sum(axis=-1)  # visible keys of each row
    made = {name: np.full(scores.shape[:2], np.nan) for name in ("previous", "first", "low", "entropy")}
    for layer, head in np.ndindex(scores.shape[:2]):
        weights = core.softmax(scores[layer, head].astype(np.float64))
        choice = seen[layer, head] > 1
        if rows.size:
            made["first"][layer, head] = weights[rows, 0].mean()
            if offset is not None:
                made["previous"][layer, head] = weights[rows, rows + offset - 1].mean()
        if choice.any():
            made["low"][layer, head] = scores[layer, head][choice].max(axis=-1).min()
            entropy = core.row_entropy(weights)[choice]
            made["entropy"][layer, head] = (entropy / np.log(seen[layer, head][choice])).mean()
    return made


def best_pair(scores, offset):
    """[query, key] of the largest weight over all heads; [] if it is not above one half.

    Weights on oneself, on the previous and on the first token do not count.
    """
    T_q, T_k = scores.shape[2:]
    largest = np.zeros((T_q, T_k))
    for layer in scores:
        largest = np.maximum(largest, core.softmax(layer.astype(np.float64)).max(axis=0))
    largest[:, 0] = 0
    if offset is not None:
        for i in range(T_q):
            largest[i, max(i + offset - 1, 0) : i + offset + 1] = 0
    if largest.max() <= HALF:
        return []
    return [int(at) for at in np.unravel_index(largest.argmax(), largest.shape)]


def answerable(scores, offset, pair, start):
    """The ids of the questions that these scores can answer, in the order in which they are asked.

    pair: [query, key] or []           start: [layer, head, pinned, key], in which no question is answered
    """
    made, ids = measures(scores, offset), []
    several = scores.shape[0] * scores.shape[1] > 1
    if pair and several:
        weights = core.softmax(scores[:, :, pair[0]].astype(np.float64))[..., pair[1]]
        fits = weights > HALF
        if start[2:] == pair:
            fits[tuple(start[:2])] = False
        if fits.any():
            ids.append("pair")
    ids += [name for name in ("previous", "first") if several and (made[name] > HALF).any()]
    largest = np.where(np.isfinite(scores).sum(axis=-1) > 1, scores.max(axis=-1), 0)
    fits = largest < 0
    if start[2] >= 0:
        fits[tuple(start[:3])] = False
    if fits.any():
        ids.append("negative")
    return ids
