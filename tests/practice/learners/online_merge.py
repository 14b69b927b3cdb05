"""What learners write for `online_merge`: wrong once, wrong twice, and right in unusual ways."""

import functools
from typing import NamedTuple

import numpy as np

from tests.practice.learners.corpus import Learners
from tests.practice.learners.parts_online import exp_less, merged


class State(NamedTuple):
    max: object
    sum: object
    acc: object


def no_factor(a, m):
    return np.ones_like(np.asarray(m) + 0.0)


def inverted(a, m):
    return np.exp(np.minimum(np.where(np.isneginf(a), 0, m - np.where(np.isneginf(a), 0, a)), 700))


def over_minimum(x, m):
    finite = np.where(np.isneginf(x), 0, x) - np.where(np.isneginf(m), 0, m)
    return np.where(np.isneginf(x), 0, np.exp(np.minimum(finite, 700)))


here = Learners("online_merge")
one, two, right = here.one, here.two, here.right


# one mistake each

one("M28", note="no rescale")(lambda a, b: merged(a, b, no_factor, no_factor))
one("M28", "M55", note="only a")(lambda a, b: merged(a, b, exp_less, no_factor))
one("M28", "M55", note="only b")(lambda a, b: merged(a, b, no_factor, exp_less))
one("M28", note="inverted")(lambda a, b: merged(a, b, inverted, inverted))


@one("M28")
def factors_crossed(a, b):
    m = np.maximum(a[0], b[0])
    return (
        m,
        a[1] * exp_less(b[0], m) + b[1] * exp_less(a[0], m),
        a[2] * exp_less(b[0], m)[..., None] + b[2] * exp_less(a[0], m)[..., None],
    )


one("M28", note="acc only not")(lambda a, b: (merged(a, b)[0], merged(a, b)[1], np.asarray(a[2]) + b[2]))
one("M28", note="sum only not")(lambda a, b: (merged(a, b)[0], np.asarray(a[1]) + b[1], merged(a, b)[2]))
one("M55", note="a only")(lambda a, b: tuple(np.array(x) for x in a))
one("M55", note="b only")(lambda a, b: tuple(np.array(x) for x in b))


@one("M40")
def averaged(a, b):
    m, l, c = merged(a, b)
    return m, l / 2, c / 2


@one("M16")
def nan(a, b):
    m = np.maximum(a[0], b[0])
    return (
        m,
        a[1] * np.exp(a[0] - m) + b[1] * np.exp(b[0] - m),
        a[2] * np.exp(a[0] - m)[..., None] + b[2] * np.exp(b[0] - m)[..., None],
    )


@one("M45")
def order(a, b):
    m, l, c = merged(a, b)
    return l, m, c


@one("M45", "M40")
def divided(a, b):
    m, l, c = merged(a, b)
    return (m, l, c / np.where(l == 0, 1, l)[..., None])


@one("M38")
def in_place(a, b):
    r = merged(a, b)
    np.copyto(a[2], r[2])
    return r[0], r[1], a[2]


one("M28", note="max summed")(lambda a, b: (a[0] + b[0], *merged(a, b)[1:]))


@one("M28", "M46")
def min_for_max(a, b):
    m = np.minimum(a[0], b[0])
    return (
        m,
        a[1] * over_minimum(a[0], m) + b[1] * over_minimum(b[0], m),
        a[2] * over_minimum(a[0], m)[..., None] + b[2] * over_minimum(b[0], m)[..., None],
    )


one("M45", note="output only")(lambda a, b: merged(a, b)[2])


@one("M45", "M47")
def lse_as_sum(a, b):
    m, l, c = merged(a, b)
    return (m, m + np.log(np.where(l == 0, 1, l)), c)


# two mistakes each


@two("M28", "M45")
def not_rescaled_and_results(a, b):
    m, l, c = merged(a, b, no_factor, no_factor)
    return l, m, c


@two("M28", "M40")
def not_rescaled_and_normaliser(a, b):
    m, l, c = merged(a, b, no_factor, no_factor)
    return (m, l, c / np.where(l == 0, 1, l)[..., None])


@two("M28", "M38")
def not_rescaled_and_in_place(a, b):
    r = merged(a, b, no_factor, no_factor)
    np.copyto(a[2], r[2])
    return r[0], r[1], a[2]


@two("M16", "M28")
def empty_rows_and_not_rescaled(a, b):
    m = np.maximum(a[0], b[0])
    return (
        m,
        a[1] * np.exp(m - a[0]) + b[1] * np.exp(m - b[0]),
        a[2] * np.exp(m - a[0])[..., None] + b[2] * np.exp(m - b[0])[..., None],
    )


# unusual, and right

right("plain")(lambda a, b: merged(a, b))
right("flipped")(lambda a, b: merged(b, a))
right("list", child=True)(lambda a, b: [np.asarray(x).tolist() for x in merged(a, b)])


@right()
def lse_weights(a, b):
    m = np.where(a[0] > b[0], a[0], b[0])
    return (
        m,
        exp_less(a[0], m) * a[1] + exp_less(b[0], m) * b[1],
        np.stack([exp_less(a[0], m)[..., None] * a[2], exp_less(b[0], m)[..., None] * b[2]]).sum(0),
    )


right("namedtuple")(lambda a, b: State(*merged(a, b)))


@right()
def nan_to_num(a, b):
    m = np.maximum(a[0], b[0])
    x = np.nan_to_num(np.exp(a[0] - m))
    y = np.nan_to_num(np.exp(b[0] - m))
    return m, a[1] * x + b[1] * y, a[2] * x[..., None] + b[2] * y[..., None]


right("reduce")(lambda a, b: functools.reduce(merged, [a, b]))
