"""Online softmax in right pieces, each of which a wrong function may replace."""

import numpy as np

from tests.practice.learners.parts import hide, scaled


def exp_less(a, m):
    """exp(a - m), safe where either is -inf."""
    return np.exp(np.where(np.isneginf(a), -np.inf, a - np.where(np.isneginf(m), 0, m)))


def update(state, scores, v, *, of_sum=None, of_acc=None):
    """One block more; `of_sum` and `of_acc` replace the factor that the old sum and the old values get."""
    m, l, a = state
    m2 = np.maximum(m, scores.max(-1))
    c = exp_less(m, m2)
    p = exp_less(scores, m2[..., None])
    of_sum = c if of_sum is None else of_sum(m, m2, c)
    of_acc = c if of_acc is None else of_acc(m, m2, c)
    return m2, l * of_sum + p.sum(-1), a * np.asarray(of_acc)[..., None] + p @ v


def no_factor(m, m2, c):
    """Wrong: the old sums stay as they are."""
    return np.ones_like(c)


def inverted(m, m2, c):
    """Wrong: the factor upside down."""
    return np.exp(np.where(np.isneginf(m), 0, m2 - np.where(np.isneginf(m), 0, m)))


def merged(a, b, of_a=exp_less, of_b=exp_less):
    """Two states in one; `of_a` and `of_b` replace their factors."""
    m = np.maximum(a[0], b[0])
    x, y = of_a(a[0], m), of_b(b[0], m)
    return m, a[1] * x + b[1] * y, a[2] * x[..., None] + b[2] * y[..., None]


def finished(m, l, a):
    """Output and log-sum-exp of a state."""
    ok = l > 0
    return a / np.where(ok, l, 1)[..., None], np.where(ok, m + np.log(np.where(ok, l, 1)), -np.inf)


def tiled(
    q,
    k,
    v,
    block,
    mask=None,
    *,
    score=scaled,
    step=update,
    hiding=hide,
    end=None,
    finish=finished,
    masked=None,
):
    """Attention block by block. Every piece can be replaced; `masked` says which blocks get their mask."""
    lead = np.broadcast_shapes(q.shape[:-2], k.shape[:-2], v.shape[:-2])
    n, n_keys = q.shape[-2], k.shape[-2]
    state = (np.full(lead + (n,), -np.inf), np.zeros(lead + (n,)), np.zeros(lead + (n, v.shape[-1])))
    full = None if mask is None else np.broadcast_to(mask, lead + (n, n_keys))
    for b, i in enumerate(range(0, n_keys if end is None else end(n_keys, block), block)):
        s = np.broadcast_to(score(q, k[..., i : i + block, :]), lead + (n, min(block, n_keys - i)))
        if full is not None and (masked is None or masked(b)):
            s = hiding(s, full[..., i : i + block])
        state = step(state, s, v[..., i : i + block, :])
    return finish(*state)
