"""The loop over blocks of keys with its switches, and other ways to go through the keys."""

from types import SimpleNamespace

import numpy as np


def run(
    s,
    rescale_sum=True,
    rescale_acc=True,
    inverse=False,
    mask_rule=None,
    blocks=None,
    block_max=False,
    first_max=False,
):
    """The loop with its switches: what each block sees, and what happens to the numbers kept so far."""
    T_k = s.k.shape[-2]
    front, T_q = s.q.shape[:-2], s.q.shape[-2]
    top, total = np.full((*front, T_q), -np.inf), np.zeros((*front, T_q))
    acc = np.zeros((*front, T_q, s.v.shape[-1]))
    seen = None if s.mask is None else np.broadcast_to(s.mask, (*front, T_q, T_k))
    for n, keys in enumerate((blocks or in_order)(T_k, s.block)):
        scores = s.scores[..., keys]
        if seen is not None:
            scores = (mask_rule or hide)(scores, seen, keys, n)
        new = scores.max(-1) if block_max else np.maximum(top, scores.max(-1))
        new = top if first_max and n else new
        safe = np.where(np.isneginf(new), 0, new)
        shrink = np.where(np.isneginf(top), 0, np.exp((safe - top) if inverse else (top - safe)))
        e = np.exp(scores - safe[..., None])
        total = (shrink if rescale_sum else 1) * total + e.sum(-1)
        acc = (shrink[..., None] if rescale_acc else 1) * acc + e @ s.v[..., keys, :]
        top = new
    return SimpleNamespace(top=top, total=total, acc=acc)


def in_order(T_k, block):
    return [slice(start, min(start + block, T_k)) for start in range(0, T_k, block)]


def full_blocks(T_k, block):
    return [slice(n * block, (n + 1) * block) for n in range(T_k // block)]


def hide(scores, seen, keys, n):
    return np.where(seen[..., keys], scores, -np.inf)


def hide_with_zero(scores, seen, keys, n):
    return np.where(seen[..., keys], scores, 0.0)


def first_columns(scores, seen, keys, n):
    return np.where(seen[..., : scores.shape[-1]], scores, -np.inf)


def finite(value):
    return lambda scores, seen, keys, n: np.where(seen[..., keys], scores, value)


def switch(**switches):
    return lambda s: run(s, **switches)


def softmax_by_block(s):
    """Each block's own weights, added up."""
    parts = [one_block(s, keys) for keys in in_order(s.k.shape[-2], s.block)]
    return SimpleNamespace(
        top=parts[-1][1], total=np.ones_like(parts[-1][1]), acc=sum(part[0] for part in parts)
    )


def averaged_blocks(s):
    parts = softmax_by_block(s)
    parts.acc = parts.acc / len(in_order(s.k.shape[-2], s.block))
    return parts


def one_block(s, keys):
    scores = s.scores[..., keys]
    if s.mask is not None:
        scores = np.where(
            np.broadcast_to(s.mask, (*s.q.shape[:-1], s.k.shape[-2]))[..., keys], scores, -np.inf
        )
    top = scores.max(-1, keepdims=True)
    e = np.exp(scores - np.where(np.isneginf(top), 0, top))
    total = e.sum(-1, keepdims=True)
    return (e / np.where(total == 0, 1, total)) @ s.v[..., keys, :], top[..., 0]


def naive(s):
    scores = s.scores if s.mask is None else np.where(s.mask, s.scores, -np.inf)
    e = np.exp(scores)
    return SimpleNamespace(top=np.zeros(e.shape[:-1]), total=e.sum(-1), acc=e @ s.v)


def weights_zeroed(s):
    e = np.exp(s.scores - s.scores.max(-1, keepdims=True))
    seen = 1.0 if s.mask is None else s.mask
    return SimpleNamespace(top=s.scores.max(-1), total=e.sum(-1), acc=(e * seen) @ s.v)


def log(s):
    empty = s.parts.total == 0
    with np.errstate(all="ignore"):
        return np.where(empty, -np.inf, s.parts.top + np.log(np.where(empty, 1, s.parts.total)))


def divided(s):
    return s.parts.acc / np.where(s.parts.total == 0, 1, s.parts.total)[..., None]


def mask_ignored(s):
    return run(SimpleNamespace(q=s.q, k=s.k, v=s.v, block=s.block, mask=None, scores=s.scores))


def mask_inverted(s):
    mask = None if s.mask is None else ~s.mask
    return run(SimpleNamespace(q=s.q, k=s.k, v=s.v, block=s.block, mask=mask, scores=s.scores))
