"""What learners write for `merge_heads`: wrong once, wrong twice, and right in unusual ways."""

import numpy as np

from tests.practice.learners.corpus import Learners
from tests.practice.learners.parts import flip, merge, tensor

here = Learners("merge_heads")
one, two, right = here.one, here.two, here.right


# one mistake each

one("M36", note="view")(lambda x: x.reshape(*x.shape[:-3], x.shape[-2], -1))
one("M22", note="mean")(lambda x: x.mean(-3))
one("M22", note="sum")(lambda x: x.sum(-3))
one("M55", note="first head")(lambda x: x[..., 0, :, :])
one("M41", note="4-D")(lambda x: x.transpose(0, 2, 1, 3).reshape(x.shape[0], x.shape[2], -1))
one("M41", note="3-D")(lambda x: x.transpose(1, 0, 2).reshape(x.shape[1], -1))
one("M41", note="hstack")(lambda x: np.hstack(list(x)))
one("M36", note="d, H order")(lambda x: np.moveaxis(x, -3, -1).reshape(*x.shape[:-3], x.shape[-2], -1))
one("M45", "M36", note="(H d, T)")(lambda x: flip(merge(x)))
one("M45", "M36", note="not joined")(lambda x: np.swapaxes(x, -2, -3))
one("M36", note="T instead")(lambda x: flip(x).reshape(*x.shape[:-3], x.shape[-2], -1))
one("M36", note="heads reversed")(lambda x: merge(x[..., ::-1, :, :]))
one("M36", "M45", note="joined along time")(lambda x: x.reshape(*x.shape[:-3], -1, x.shape[-1]))
one("M55", note="last head lost")(
    lambda x: np.concatenate([merge(x[..., :-1, :, :]), np.zeros_like(x[..., -1, :, :])], -1)
)


@one("M38")
def changes_x(x):
    y = merge(x).copy()
    x.fill(0)
    return y


one("M58", "M40", note="divided by heads")(lambda x: merge(x) / x.shape[-3])


# two mistakes each

two("M36", "M41")(lambda x: x.reshape(x.shape[0], x.shape[2], -1))
two("M36", "M58")(lambda x: x.reshape(*x.shape[:-3], x.shape[-2], -1) / x.shape[-3])
two("M22", "M45")(lambda x: flip(x.mean(-3)))


@two("M36", "M38")
def head_layout_and_in_place(x):
    y = x.reshape(*x.shape[:-3], x.shape[-2], -1).copy()
    x.fill(0)
    return y


# unusual, and right

right("concatenate")(lambda x: np.concatenate(list(np.moveaxis(x, -3, 0)), axis=-1))
right("einsum")(lambda x: np.einsum("...htd->...thd", x).reshape(*x.shape[:-3], x.shape[-2], -1))
right("moveaxis")(
    lambda x: np.moveaxis(x, -3, -2).reshape(*x.shape[:-3], x.shape[-2], x.shape[-3] * x.shape[-1])
)
right("list", child=True)(lambda x: merge(x).tolist())
right("fortran")(lambda x: np.asfortranarray(merge(x)))
right("float32")(lambda x: merge(x).astype(np.float32))
right("torch: flatten")(lambda x: tensor(x).transpose(-2, -3).flatten(-2))


@right()
def slices(x):
    *b, h, t, d = x.shape
    out = np.empty((*b, t, h * d))
    for i in range(h):
        out[..., i * d : (i + 1) * d] = x[..., i, :, :]
    return out
