"""What learners write for `repeat_kv`: wrong once, wrong twice, and right in unusual ways."""

import numpy as np

from tests.practice.learners.corpus import Learners
from tests.practice.learners.parts import tensor

here = Learners("repeat_kv")
one, two, right = here.one, here.two, here.right


# one mistake each

one("M44", note="tile")(lambda x, n_rep: np.concatenate([x] * n_rep, axis=-3))
one("M44", note="K04")(lambda x, n_rep: np.tile(x, (1,) * (x.ndim - 3) + (n_rep, 1, 1)))
one("M36", "M44", note="tokens repeated")(lambda x, n_rep: np.repeat(x, n_rep, axis=-2))
one("M36", "M44", note="components repeated")(lambda x, n_rep: np.repeat(x, n_rep, axis=-1))
one("M41", note="axis 0")(lambda x, n_rep: np.repeat(x, n_rep, axis=0))
one("M41", note="axis 1")(lambda x, n_rep: np.repeat(x, n_rep, axis=1))
one("M55", "M12", note="n_rep+1")(lambda x, n_rep: np.repeat(x, n_rep + 1, axis=-3))
one("M45", note="not merged")(lambda x, n_rep: np.stack([x] * n_rep, -3))
one("M58", "M50", note="nothing")(lambda x, n_rep: x.copy())
one("M55", note="first head only")(lambda x, n_rep: np.repeat(x[..., :1, :, :], n_rep * x.shape[-3], axis=-3))
one("M58", "M40", note="divided")(lambda x, n_rep: np.repeat(x, n_rep, axis=-3) / n_rep)
one("M55", note="zeros for copies")(
    lambda x, n_rep: np.concatenate(
        [x, np.zeros(x.shape[:-3] + (x.shape[-3] * (n_rep - 1),) + x.shape[-2:])], -3
    )
)
one("M44", "M36", note="reversed")(lambda x, n_rep: np.repeat(x[..., ::-1, :, :], n_rep, axis=-3))
one("M22", note="mean")(lambda x, n_rep: np.repeat(x.mean(-3, keepdims=True), n_rep * x.shape[-3], axis=-3))
one("M36", note="resized")(
    lambda x, n_rep: np.repeat(x, n_rep, axis=-2).reshape(*x.shape[:-3], x.shape[-3] * n_rep, *x.shape[-2:])
)


@one("M44")
def modulo(x, n_rep):
    n = x.shape[-3]
    return np.stack([x[..., h % n, :, :] for h in range(n * n_rep)], axis=-3)


@one("M44")
def reshape(x, n_rep):  # expand on the wrong side of the heads
    *b, n, t, d = x.shape
    return np.broadcast_to(x[..., None, :, :, :], (*b, n_rep, n, t, d)).reshape(*b, n_rep * n, t, d)


# two mistakes each

two("M44", "M41")(lambda x, n: np.concatenate([x] * n, axis=0))
two("M44", "M58")(lambda x, n: np.concatenate([x] * n, axis=-3) / n)


@two("M44", "M38")
def tiled_and_in_place(x, n):
    y = np.concatenate([x] * n, axis=-3)
    x.fill(0)
    return y


two("M44", "M55")(lambda x, n: np.concatenate([x] * (n + 1), axis=-3))


# unusual, and right

right("indexing")(lambda x, n: x[..., np.arange(x.shape[-3] * n) // n, :, :])
right("expand reshape")(
    lambda x, n: np.broadcast_to(x[..., :, None, :, :], x.shape[:-2] + (n,) + x.shape[-2:]).reshape(
        *x.shape[:-3], -1, *x.shape[-2:]
    )
)
right("kron")(lambda x, n: np.stack([x[..., h // n, :, :] for h in range(x.shape[-3] * n)], -3))
right("einsum")(lambda x, n: np.einsum("hk,...ktd->...htd", np.repeat(np.eye(x.shape[-3]), n, 0), x))
right("list", child=True)(lambda x, n: np.repeat(x, n, -3).tolist())
right("take")(lambda x, n: np.take(x, np.repeat(np.arange(x.shape[-3]), n), axis=-3))
right("torch: repeat_interleave")(lambda x, n: tensor(x).repeat_interleave(n, dim=-3))
right("tile then order")(
    lambda x, n: np.concatenate([x] * n, -3)[..., np.arange(x.shape[-3] * n).reshape(n, -1).T.ravel(), :, :]
)
