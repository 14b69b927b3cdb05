"""Ways to get the table of dot products wrong."""

import numpy as np

from ..engine.model import Form
from .tools import swap


def _over_heads(raw):
    return np.broadcast_to(raw.mean(axis=-3, keepdims=True), raw.shape) if raw.ndim > 2 else raw


def _norm(x):
    return np.linalg.norm(x, axis=-1, keepdims=True)


def product_forms(q="q", k="k", v=None):
    """Wrong forms of `raw = q @ kᵀ`. v adds forms in which values stand where keys should."""

    def pair(s):
        return getattr(s, q), getattr(s, k)

    def of(rule):
        return lambda s: rule(*pair(s))

    forms = [
        Form("M23", of(lambda q, k: k @ swap(q)), "k @ q.T", "rows belong to keys"),
        Form("M41", of(lambda q, k: q @ k.T), "q @ k.T", "a transpose turns the last two axes"),
        Form("M54", of(lambda q, k: q @ swap(q)), "q @ q.T", "a query is compared with queries"),
        Form("M54", of(lambda q, k: k @ swap(k)), "k @ k.T", "a key is compared with keys"),
        Form("M46", of(lambda q, k: -(q @ swap(k))), "-(q @ k.T)", "a good match has a low score"),
        Form("M07", of(lambda q, k: (q @ swap(k)) / (_norm(q) * _norm(swap(swap(k))).swapaxes(-1, -2))),
             "q @ k.T / (|q| |k|)", "the score is a cosine"),
        Form("M22", of(lambda q, k: _over_heads(q @ swap(k))), "scores.mean(axis=-3)", "scores are averaged over heads first"),
        Form("M55", of(lambda q, k: q[..., :-1] @ swap(k[..., :-1])), "q[..., :-1] @ …", "the last component is left out"),
        Form("M55", of(lambda q, k: q[..., 1:] @ swap(k[..., 1:])), "q[..., 1:] @ …", "the first component is left out"),
        Form("M46", of(lambda q, k: np.abs(q @ swap(k))), "abs(q @ k.T)", "scores cannot be negative"),
        Form("M54", of(lambda q, k: -((q[..., :, None, :] - k[..., None, :, :]) ** 2).sum(-1)),
             "-((q - k) ** 2).sum(-1)", "the score is a distance"),
        Form("M54", of(lambda q, k: np.broadcast_to(k.sum(-1)[..., None, :], (*q.shape[:-1], k.shape[-2])) + q.sum(-1)[..., None]),
             "q.sum() + k.sum()", "components are added, not multiplied"),
    ]  # fmt: skip
    if v is not None:
        forms.append(
            Form("M54", lambda s: getattr(s, q) @ swap(getattr(s, v)), "q @ v.T", "values answer the query")
        )
    return tuple(forms)


def transposing_forms(q="q", k="k"):
    """More wrong products, for an exercise whose whole subject is the product: transposes that miss, dots that do not batch."""

    def of(rule):
        return lambda s: rule(getattr(s, q), getattr(s, k))

    return (
        Form("M23", of(lambda q, k: q @ k), "q @ k", "keys need no transpose"),
        Form("M23", of(lambda q, k: swap(q) @ k), "q.T @ k", "the queries are turned, not the keys"),
        Form("M54", of(lambda q, k: q * k), "q * k", "a product of components is a table of scores"),
        Form("M55", of(lambda q, k: (q * k).sum(axis=-1)), "(q * k).sum(axis=-1)", "a query meets the key of its own position alone"),
        Form("M41", of(lambda q, k: np.dot(q, swap(k))), "np.dot(q, k.T)", "dot works on batches as @ does"),
        Form("M41", of(lambda q, k: q @ np.transpose(k, (0, 2, 1))), "k.transpose(0, 2, 1)", "there are exactly three axes"),
        Form("M41", of(lambda q, k: q @ np.transpose(k, (0, 1, 3, 2))), "k.transpose(0, 1, 3, 2)", "there are exactly four axes"),
        Form("M41", of(lambda q, k: q @ np.swapaxes(k, 0, 1)), "np.swapaxes(k, 0, 1)", "axes are counted from the front"),
        Form("M23", of(lambda q, k: q @ k.reshape(*k.shape[:-2], k.shape[-1], k.shape[-2])), "k.reshape(d_k, T_k)", "a reshape is a transpose"),
        Form("M54", of(lambda q, k: -np.abs(q[..., :, None, :] - k[..., None, :, :]).sum(-1)), "-abs(q - k).sum(-1)", "the score is a distance"),
        Form("M54", of(lambda q, k: np.sqrt(((q[..., :, None, :] - k[..., None, :, :]) ** 2).sum(-1))), "np.linalg.norm(q - k)", "the score is a distance"),
        Form("M54", of(lambda q, k: (q[..., :, None, :] * k[..., None, :, :]).max(-1)), "(q * k).max(-1)", "the largest product is the score"),
        Form("M54", of(lambda q, k: (q @ swap(k)) ** 2), "(q @ k.T) ** 2", "scores cannot be negative"),
        Form("M54", of(lambda q, k: q[..., :, None, :].sum(-1) * k[..., None, :, :].sum(-1)), "q.sum(-1) * k.sum(-1)", "sums are multiplied, not components"),
        Form("M54", of(lambda q, k: (q[..., :, None, :] + k[..., None, :, :]).sum(-1)), "(q + k).sum(-1)", "components are added, not multiplied", rare=True),
        Form("M54", of(lambda q, k: (q @ swap(k)) / _norm(q)), "q @ k.T / |q|", "the length of a query is divided out"),
        Form("M54", of(lambda q, k: (q @ swap(k)) / swap(_norm(k))), "q @ k.T / |k|", "the length of a key is divided out"),
        *component_forms(),
    )  # fmt: skip


def component_forms(q="q", k="k"):
    """Products of some components only."""

    def of(rule):
        return lambda s: rule(getattr(s, q), getattr(s, k))

    return (
        Form("M55", of(lambda q, k: q[..., ::2] @ swap(k[..., ::2])), "q[..., ::2] @ …", "every other component is enough", rare=True),
        Form("M55", of(lambda q, k: q[..., :1] @ swap(k[..., :1])), "q[..., :1] @ …", "the first component is enough"),
        Form("M55", of(lambda q, k: q[..., -1:] @ swap(k[..., -1:])), "q[..., -1:] @ …", "the last component is enough", rare=True),
        Form("M55", of(lambda q, k: q[..., : q.shape[-1] // 2] @ swap(k[..., : q.shape[-1] // 2])), "q[..., : d_k // 2] @ …", "half of the components are enough"),
    )  # fmt: skip
