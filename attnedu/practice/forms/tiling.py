"""The loop over blocks of keys, with every step open: how keys are cut, what is hidden, what happens to what was kept."""

from types import SimpleNamespace

import numpy as np

from .updating import divided, grow, safe, shrink


def _newer(top, block_max, n):
    return np.maximum(top, block_max)


def _shrunk(top, new, block_max):
    return shrink(top, new)


def _new(top, new, block_max):
    return new


def run(
    s,
    cuts=None,
    new_max=_newer,
    factor=_shrunk,
    factor_acc=None,
    against=_new,
    keep_top=True,
    each_divided=False,
):
    """What the loop has kept at the end: (top, total, acc). factor_acc: the factor of acc, where it differs from that of the sum."""
    front, T_q = s.q.shape[:-2], s.q.shape[-2]
    top, total = np.full((*front, T_q), -np.inf), np.zeros((*front, T_q))
    acc = np.zeros((*front, T_q, s.values.shape[-1]))
    for n, keys in enumerate(s.cuts if cuts is None else cuts):
        scores = s.scores[..., keys]
        if s.seen is not None:
            scores = s.hiding(scores, s.seen, keys, n)
        block_max = scores.max(-1)
        new = new_max(top, block_max, n)
        e = np.exp(scores - safe(against(top, new, block_max))[..., None])
        shrunk = factor(top, new, block_max)
        shrunk_acc = shrunk if factor_acc is None else factor_acc(top, new, block_max)
        total = shrunk * total + e.sum(-1)
        acc = shrunk_acc[..., None] * acc + e @ s.values[..., keys, :]
        acc = divided(acc, total) if each_divided else acc
        top = new if keep_top else top
    return SimpleNamespace(top=top, total=total, acc=acc)


def switch(**switches):
    """A form of the loop with some of its steps replaced."""
    return lambda s: run(s, **switches)


def kept(top, new, block_max):
    """A factor of 1: nothing is rescaled."""
    return np.ones_like(new)


def grown(top, new, block_max):
    return grow(top, new)


def by_block_max(top, new, block_max):
    return shrink(top, block_max)


def of_the_block(top, new, block_max):
    return block_max


def of_the_old(top, new, block_max):
    return np.where(np.isneginf(top), new, top)


def block_only(top, block_max, n):
    return block_max


def first_only(top, block_max, n):
    return top if n else block_max


def nothing(top, block_max, n):
    return np.zeros_like(block_max)


def over_rows(top, block_max, n):
    return np.maximum(top, np.max(block_max))


def added_up(top, block_max, n):
    return safe(top) + block_max


# How keys are cut into blocks.
def in_order(T_k, block):
    return [slice(start, min(start + block, T_k)) for start in range(0, T_k, block)]


def full_blocks(T_k, block):
    return [slice(n * block, (n + 1) * block) for n in range(T_k // block)]


def cut(rule):
    """A form of the cuts from (T_k, block)."""
    return lambda s: rule(s.k.shape[-2], s.block)


# What hides a score of this block.
def hide(scores, seen, keys, n):
    return np.where(seen[..., keys], scores, -np.inf)


def finite(value):
    return lambda s: lambda scores, seen, keys, n: np.where(seen[..., keys], scores, value)


def hidden_by(rule):
    """A form of `hiding` from (scores of the block, mask of the block)."""
    return lambda s: lambda scores, seen, keys, n: rule(scores, seen[..., keys])


def first_columns(scores, seen, keys, n):
    return np.where(seen[..., : scores.shape[-1]], scores, -np.inf)


def first_block(scores, seen, keys, n):
    return hide(scores, seen, keys, n) if n == 0 else scores


def uncut(scores, seen, keys, n):
    return np.where(seen, scores, -np.inf)


def of_all(mask, s):
    """A mask with the shape of the whole table, None for none."""
    return None if mask is None else np.broadcast_to(mask, (*s.q.shape[:-1], s.k.shape[-2]))


def causal(s, offset):
    """The mask, and the future hidden as well."""
    tri = np.tri(s.q.shape[-2], s.k.shape[-2], offset(s.q.shape[-2], s.k.shape[-2]), dtype=bool)
    return of_all(tri if s.mask is None else tri & s.mask, s)


# Blocks by themselves: each with its own output and log-sum-exp.
def blocks(s):
    return [run(s, cuts=[keys]) for keys in s.cuts]


def outputs(s):
    return np.stack([divided(part.acc, part.total) for part in blocks(s)])


def logs(s):
    with np.errstate(all="ignore"):
        return np.stack(
            [np.where(part.total == 0, -np.inf, safe(part.top) + np.log(part.total)) for part in blocks(s)]
        )


def zeroed(s):
    """Weights zeroed after the sum: hidden keys stay in the denominator."""
    e = np.exp(s.scores - s.scores.max(-1, keepdims=True))
    seen = 1.0 if s.seen is None else s.seen
    return SimpleNamespace(top=s.scores.max(-1), total=e.sum(-1), acc=(e * seen) @ s.values)


def log(s):
    with np.errstate(all="ignore"):
        return np.where(s.parts.total == 0, -np.inf, s.parts.top + np.log(s.parts.total))


def output(s):
    return divided(s.parts.acc, s.parts.total)
