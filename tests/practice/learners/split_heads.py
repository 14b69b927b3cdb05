"""What learners write for `split_heads`: wrong once, wrong twice, and right in unusual ways."""

import numpy as np

from tests.practice.learners.corpus import Learners
from tests.practice.learners.parts import flip, split, tensor

here = Learners("split_heads")
one, two, right = here.one, here.two, here.right


# one mistake each

one("M36", note="K01 view")(
    lambda x, n_heads: x.reshape(*x.shape[:-2], n_heads, x.shape[-2], x.shape[-1] // n_heads)
)
one("M36", note="d before h")(
    lambda x, n_heads: np.moveaxis(x.reshape(*x.shape[:-1], x.shape[-1] // n_heads, n_heads), -1, -3)
)
one("M36", "M45", note="no transpose")(
    lambda x, n_heads: x.reshape(*x.shape[:-1], n_heads, x.shape[-1] // n_heads)
)
one("M36", note="whole copies")(lambda x, n_heads: np.stack([x] * n_heads, axis=-3))
one("M41", note="3-D")(
    lambda x, n_heads: x.reshape(x.shape[0], x.shape[1], n_heads, -1).transpose(0, 2, 1, 3)
)
one("M41", note="2-D")(lambda x, n_heads: np.stack(np.split(x, n_heads, axis=1)))
one("M36", note="heads in front of all")(
    lambda x, n_heads: np.moveaxis(x.reshape(*x.shape[:-1], n_heads, -1), -2, 0)
)
one("M36", note="np.split stack axis 0")(lambda x, n_heads: np.stack(np.split(x, n_heads, axis=-1)))
one("M55", note="first head only")(lambda x, n_heads: split(x, n_heads)[..., :1, :, :])
one("M55", note="first head repeated")(
    lambda x, n_heads: np.repeat(split(x, n_heads)[..., :1, :, :], n_heads, -3)
)
one("M36", "M45", note="(H, d, T)")(lambda x, n_heads: flip(split(x, n_heads)))
one("M36", note="n_heads as head size")(
    lambda x, n_heads: np.swapaxes(x.reshape(*x.shape[:-1], -1, n_heads), -2, -3)
)
one("M36", note="heads reversed")(lambda x, n_heads: split(x, n_heads)[..., ::-1, :, :])
one("M58", note="scaled")(lambda x, n_heads: split(x, n_heads) / np.sqrt(x.shape[-1] // n_heads))
one("M36", note="T.reshape")(lambda x, n_heads: flip(x).reshape(*x.shape[:-2], n_heads, x.shape[-2], -1))
one("M45", note="list of two")(lambda x, n_heads: (split(x, n_heads), n_heads))


@one("M38")
def shape(x, n_heads):
    y = split(x, n_heads).copy()
    x[...] = 0
    return y


# two mistakes each

two("M36", "M58")(lambda x, h: x.reshape(*x.shape[:-2], h, x.shape[-2], -1) / np.sqrt(x.shape[-1] // h))
two("M36", "M41")(lambda x, h: x.reshape(x.shape[0], h, x.shape[1], -1))
two("M36", "M55")(lambda x, h: x.reshape(*x.shape[:-2], h, x.shape[-2], -1)[..., :1, :, :])


@two("M36", "M38")
def head_layout_and_in_place(x, h):
    y = x.reshape(*x.shape[:-2], h, x.shape[-2], -1).copy()
    x *= 0
    return y


# unusual, and right

right("stack of slices")(lambda x, h: np.stack(np.split(x, h, axis=-1), axis=-3))
right("moveaxis")(lambda x, h: np.moveaxis(x.reshape(*x.shape[:-1], h, -1), -2, -3))
right("einsum")(lambda x, h: np.einsum("...thd->...htd", x.reshape(*x.shape[:-1], h, -1)))
right("list", child=True)(lambda x, h: split(x, h).tolist())
right("contiguous")(lambda x, h: np.ascontiguousarray(split(x, h)))
right("fortran reshape")(
    lambda x, h: np.stack(
        [x[..., i * (x.shape[-1] // h) : (i + 1) * (x.shape[-1] // h)] for i in range(h)], -3
    )
)
right("float32")(lambda x, h: split(x, h).astype(np.float32))
right("torch: unflatten")(lambda x, h: tensor(x).unflatten(-1, (h, -1)).transpose(-2, -3))
right("selection matrices")(
    lambda x, h: np.einsum(
        "...ti,hid->...htd", x, np.eye(x.shape[-1]).reshape(x.shape[-1], h, -1).swapaxes(0, 1)
    )
)
