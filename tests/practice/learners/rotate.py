"""What learners write for `rotate`: wrong once, wrong twice, and right in unusual ways."""

import math

import numpy as np
import torch

from tests.practice.learners.corpus import Learners
from tests.practice.learners.parts import tensor


def angles(positions, d, base=1e4, mul=2):
    return np.asarray(positions, float)[:, None] * base ** (-mul * np.arange(d // 2) / d)


def turned(x, a, direction=1):
    c, s = np.cos(a), direction * np.sin(a)
    e, o = x[..., 0::2], x[..., 1::2]
    return np.stack([e * c - o * s, e * s + o * c], -1).reshape(x.shape)


here = Learners("rotate")
one, two, right = here.one, here.two, here.right


# one mistake each


@one("M48")
def halves(x, positions):
    d = x.shape[-1]
    a = np.concatenate([angles(positions, d)] * 2, -1)
    half = np.concatenate([-x[..., d // 2 :], x[..., : d // 2]], -1)
    return x * np.cos(a) + half * np.sin(a)


@one("M48")
def mixed(x, positions):  # interleaved angles, halves turned
    d = x.shape[-1]
    a = np.repeat(angles(positions, d), 2, -1)
    half = np.concatenate([-x[..., d // 2 :], x[..., : d // 2]], -1)
    return x * np.cos(a) + half * np.sin(a)


@one("M48")
def mixed2(x, positions):  # neighbours turned, half-wise angles
    d = x.shape[-1]
    a = np.concatenate([angles(positions, d)] * 2, -1)
    r = np.stack([-x[..., 1::2], x[..., 0::2]], -1).reshape(x.shape)
    return x * np.cos(a) + r * np.sin(a)


@one("M48")
def concat_out(x, positions):  # neighbours turned, result laid out in halves
    a = angles(positions, x.shape[-1])
    e, o = x[..., ::2], x[..., 1::2]
    return np.concatenate([e * np.cos(a) - o * np.sin(a), e * np.sin(a) + o * np.cos(a)], -1)


one("M49", note="direction")(lambda x, positions: turned(x, angles(positions, x.shape[-1]), -1))
one("M49", note="base 1000")(lambda x, positions: turned(x, angles(positions, x.shape[-1], 1000.0)))
one("M49", note="base 500000")(lambda x, positions: turned(x, angles(positions, x.shape[-1], 500000.0)))
one("M49", note="exponent i/d")(lambda x, positions: turned(x, angles(positions, x.shape[-1], mul=1)))
one("M49", note="exponent 4i/d")(lambda x, positions: turned(x, angles(positions, x.shape[-1], mul=4)))
one("M49", note="exponent sign")(lambda x, positions: turned(x, angles(positions, x.shape[-1], mul=-2)))
one("M49", note="positions + 1")(
    lambda x, positions: turned(x, angles(np.asarray(positions) + 1, x.shape[-1]))
)
one("M49", note="positions ignored")(
    lambda x, positions: turned(x, angles(np.arange(x.shape[-2]), x.shape[-1]))
)
one("M49", note="twice (L04)")(lambda x, positions: turned(x, 2 * angles(positions, x.shape[-1])))
one("M47", "M49", note="degrees")(lambda x, positions: turned(x, np.deg2rad(angles(positions, x.shape[-1]))))
one("M49", note="same frequency")(
    lambda x, positions: turned(x, np.repeat(np.asarray(positions, float)[:, None], x.shape[-1] // 2, 1))
)
one("M49", note="reversed frequencies")(
    lambda x, positions: turned(x, angles(positions, x.shape[-1])[:, ::-1])
)
one("M49", "M46", note="cos/sin swapped")(
    lambda x, positions: turned(x, np.pi / 2 - angles(positions, x.shape[-1]))
)


@one("M46", "M49")
def lost_sign(x, positions):
    a = angles(positions, x.shape[-1])
    e, o = x[..., 0::2], x[..., 1::2]
    out = np.empty_like(x)
    out[..., 0::2] = e * np.cos(a) + o * np.sin(a)
    out[..., 1::2] = e * np.sin(a) + o * np.cos(a)
    return out


@one("M38")
def inplace(x, positions):
    a = angles(positions, x.shape[-1])
    e, o = x[..., 0::2].copy(), x[..., 1::2].copy()
    x[..., 0::2] = e * np.cos(a) - o * np.sin(a)
    x[..., 1::2] = e * np.sin(a) + o * np.cos(a)
    return x


@one("M38", "M49")
def inplace_aliased(x, positions):  # second line reads the already turned component, on a copy
    a = angles(positions, x.shape[-1])
    x = x.copy()
    x[..., 0::2] = x[..., 0::2] * np.cos(a) - x[..., 1::2] * np.sin(a)
    x[..., 1::2] = x[..., 0::2] * np.sin(a) + x[..., 1::2] * np.cos(a)
    return x


@one("M55")
def first_pair(x, positions):
    out = x.copy()
    out[..., :2] = turned(x, angles(positions, x.shape[-1]))[..., :2]
    return out


@one("M55")
def last_pair(x, positions):
    out = turned(x, angles(positions, x.shape[-1]))
    out[..., -2:] = x[..., -2:]
    return out


@one("M41")
def two_axes(x, positions):
    a = angles(positions, x.shape[1])
    e, o = x[:, 0::2], x[:, 1::2]
    out = np.empty_like(x)
    out[:, 0::2] = e * np.cos(a) - o * np.sin(a)
    out[:, 1::2] = e * np.sin(a) + o * np.cos(a)
    return out


@one("M55")
def even_only(x, positions):
    out = x.copy()
    out[..., 0::2] = turned(x, angles(positions, x.shape[-1]))[..., 0::2]
    return out


@one("M49", "M58")
def added(x, positions):  # sinusoidal embedding added
    a = angles(positions, x.shape[-1])
    return x + np.stack([np.sin(a), np.cos(a)], -1).reshape(x.shape[-2:])


# two mistakes each

two("M48", "M49", note="halves, direction")(lambda x, p: halves(x, -np.asarray(p, float)))
two("M48", "M49", note="halves, +1")(lambda x, p: halves(x, np.asarray(p, float) + 1))


@two("M48", "M38")
def pairing_and_in_place(x, p):
    y = halves(x.copy(), p)
    x *= 0
    x += y
    return x


two("M49", "M49", note="base, direction")(lambda x, p: turned(x, angles(p, x.shape[-1], 1000.0), -1))


@two("M49", "M38")
def angle_and_in_place(x, p):
    y = turned(x.copy(), angles(p, x.shape[-1]), -1)
    x *= 0
    x += y
    return x


two("M49", "M55")(
    lambda x, p: np.concatenate([turned(x, angles(p, x.shape[-1]), -1)[..., :-2], x[..., -2:]], -1)
)


# unusual, and right


@right()
def complex_(x, p):
    z = (x[..., 0::2] + 1j * x[..., 1::2]) * np.exp(1j * angles(p, x.shape[-1]))
    return np.stack([z.real, z.imag], -1).reshape(x.shape)


right("complex view")(
    lambda x, p: (np.ascontiguousarray(x, float).view(complex) * np.exp(1j * angles(p, x.shape[-1]))).view(
        float
    )
)
right("repeat form")(
    lambda x, p: (
        x * np.repeat(np.cos(angles(p, x.shape[-1])), 2, -1)
        + np.stack([-x[..., 1::2], x[..., 0::2]], -1).reshape(x.shape)
        * np.repeat(np.sin(angles(p, x.shape[-1])), 2, -1)
    )
)
right("list", child=True)(lambda x, p: turned(x, angles(p, x.shape[-1])).tolist())
right("float32")(lambda x, p: turned(x.astype(np.float32), angles(p, x.shape[-1])).astype(np.float32))


@right()
def blockdiag(x, positions):
    d = x.shape[-1]
    out = np.empty(x.shape)
    for t, p in enumerate(positions):
        m = np.zeros((d, d))
        for i in range(d // 2):
            a = p / 10000 ** (2 * i / d)
            m[2 * i : 2 * i + 2, 2 * i : 2 * i + 2] = [
                [math.cos(a), -math.sin(a)],
                [math.sin(a), math.cos(a)],
            ]
        out[..., t, :] = x[..., t, :] @ m.T
    return out


right("exp log freq")(
    lambda x, p: turned(x, np.outer(p, np.exp(-np.log(10000.0) * np.arange(0, x.shape[-1], 2) / x.shape[-1])))
)


@right()
def halves_of_a_permuted_x(x, p):
    y = halves(np.concatenate([x[..., ::2], x[..., 1::2]], -1), p)
    d = x.shape[-1] // 2
    return np.stack([y[..., :d], y[..., d:]], -1).reshape(x.shape)


right("torch: view_as_complex")(
    lambda x, p: torch.view_as_real(
        torch.view_as_complex(tensor(x.astype(float)).reshape(*x.shape[:-1], -1, 2))
        * torch.polar(
            torch.ones(angles(p, x.shape[-1]).shape, dtype=torch.float64), tensor(angles(p, x.shape[-1]))
        )
    ).flatten(-2)
)
right("base default")(lambda x, positions, base=10000: turned(x, angles(positions, x.shape[-1], float(base))))
