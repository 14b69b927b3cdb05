"""Arguments to try functions on. Sizes are pairwise distinct, scores have both signs and a spread of 1 to 3.

Every probe is drawn from a fixed seed: a learner sees the same numbers each time.
"""

import numpy as np

T_Q, T_K, D_K, D_V = 3, 5, 4, 2


def rng(seed):
    """A generator with a fixed seed."""
    return np.random.default_rng(seed)


def scores(seed, *shape, spread=1.7):
    """Scores of both signs with a spread of 1 to 3, rows shifted apart."""
    r = rng(seed)
    rows = r.normal(size=(*shape[:-1], 1))
    return r.normal(size=shape) * spread + rows


def qkv(seed, T_q=T_Q, T_k=T_K, d_k=D_K, d_v=D_V, leading=(), size=1.5):
    """Queries, keys and values, all different."""
    r = rng(seed)
    return (
        r.normal(size=(*leading, T_q, d_k)) * size,
        r.normal(size=(*leading, T_k, d_k)) * size,
        r.normal(size=(*leading, T_k, d_v)),
    )


def mask(seed, *shape, empty_row=False, full_row=False):
    """A mask that hides something in every row, with one row (the last) of a single visible key.

    With empty_row, row 1 may look at nothing; with full_row, the last but one at everything. Every matrix of a batch has another mask.
    """
    r = rng(seed)
    made = [_one_mask(r, *shape[-2:], empty_row) for _ in range(int(np.prod(shape[:-2])))]
    made = np.array(made).reshape(shape)
    if full_row:
        made[..., -2, :] = True
    return made


def _one_mask(r, T_q, T_k, empty_row):
    while True:
        m = r.random((T_q, T_k)) < 0.55
        m[-1] = np.arange(T_k) == 1
        counts = m.sum(axis=-1)
        if (counts > 0).all() and (counts < T_k).all() and counts[0] > 1 and not m[0, 1]:
            break
    if empty_row:
        m[1] = False
    return m


def distribution(seed, *shape):
    """Weights: rows that are not negative and sum to 1."""
    e = np.exp(scores(seed, *shape))
    return e / e.sum(axis=-1, keepdims=True)
