"""What learners write for `temperature_softmax`: wrong once, wrong twice, and right in unusual ways."""

import functools

import numpy as np
import torch

from tests.practice.learners.corpus import Learners
from tests.practice.learners.parts import log_sum_exp, shares, softmax, tensor

here = Learners("temperature_softmax")
one, two, right = here.one, here.two, here.right


# one mistake each


@one("M21")
def times(scores, temperature):
    return softmax(scores * temperature)


@one("M58")
def ignored(scores, temperature):
    return softmax(scores)


@one("M58", "M21")
def subtract(scores, temperature):
    return softmax(scores - temperature)


@one("M07", "M40")
def after(scores, temperature):
    return softmax(scores) / temperature


@one("M40", "M53")
def power_no_renorm(scores, temperature):
    return softmax(scores) ** (1 / temperature)


@one("M21")
def power_inverted(scores, temperature):
    return shares(softmax(scores) ** temperature)


@one("M07", "M21")
def sqrt(scores, temperature):
    return softmax(scores / np.sqrt(temperature))


@one("M07", "M21")
def square(scores, temperature):
    return softmax(scores / temperature**2)


@one("M04")
def axis(scores, temperature):
    return softmax(scores / temperature, axis=-2)


@one("M04")
def axis0(scores, temperature):
    return softmax(scores / temperature, axis=0)


@one("M05")
def flat(scores, temperature):
    z = scores / temperature
    e = np.exp(z - z.max())
    return e / e.sum()


@one("M17")
def naive(scores, temperature):
    return shares(np.exp(scores / temperature))


@one("M17")
def shift_wrong_units(scores, temperature):
    m = scores.max(-1, keepdims=True)
    return shares(np.exp(scores / temperature - np.where(np.isfinite(m), m, 0)))


@one("M16")
def nan(scores, temperature):
    z = scores / temperature
    e = np.exp(z - z.max(-1, keepdims=True))
    return e / e.sum(-1, keepdims=True)


@one("M38")
def inplace(scores, temperature):
    scores /= temperature
    return softmax(scores)


@one("M19")
def twice(scores, temperature):
    return softmax(softmax(scores / temperature))


@one("M19")
def on_weights(scores, temperature):
    return softmax(softmax(scores) / temperature)


@one("M01")
def scores(scores, temperature):
    return scores / temperature


@one("M46")
def neg(scores, temperature):
    return softmax(np.where(np.isneginf(scores), scores, -scores) / temperature)


@one("M53")
def plus_one(scores, temperature):
    z = scores / temperature
    m = np.maximum(z.max(-1, keepdims=True), 0)
    e = np.exp(z - m)
    return e / (np.exp(-m) + e.sum(-1, keepdims=True))


@one("M41", "M04")
def two_axes(scores, temperature):
    z = scores / temperature
    return softmax(z, axis=1)


@one("M40")
def unnorm(scores, temperature):
    z = scores / temperature
    m = z.max(-1, keepdims=True)
    return np.exp(z - np.where(np.isfinite(m), m, 0))


@one("M58", "M07")
def extra_sqrt(scores, temperature):
    return softmax(scores / (temperature * np.sqrt(scores.shape[-1])))


# two mistakes each

two("M21", "M04")(lambda s, t: softmax(s * t, -2))
two("M21", "M17")(lambda s, t: shares(np.exp(s * t)))
two("M21", "M05")(lambda s, t: softmax((s * t).ravel()).reshape(s.shape))
two("M21", "M19")(lambda s, t: softmax(softmax(s * t)))
two("M21", "M01")(lambda s, t: s * t)


@two("M21", "M38")
def temperature_multiplied_and_in_place(s, t):
    s *= t
    return softmax(s)


two("M58", "M04")(lambda s, t: softmax(s, -2))
two("M17", "M04")(lambda s, t: shares(np.exp(s / t), -2))


# unusual, and right

right("beta")(lambda scores, temperature: softmax(scores * (1 / temperature)))


@right()
def power_of_weights_log_space(s, t):
    l = log_sum_exp(s / t)
    return np.where(np.isneginf(l), 0, np.exp(s / t - np.where(np.isneginf(l), 0, l)))


right("float32")(lambda s, t: softmax(s.astype(np.float32) / np.float32(t)))
right("list", child=True)(lambda s, t: softmax(s / t).tolist())
right("shift first")(
    lambda s, t: shares(
        np.exp((s - np.where(np.isfinite(s.max(-1, keepdims=True)), s.max(-1, keepdims=True), 0)) / t)
    )
)
right("torch: softmax")(lambda s, t: torch.nan_to_num(torch.softmax(tensor(s) / t, -1)))
right("closure")((lambda f: lambda s, t: f(s / t))(softmax))
right("partial")(functools.partial(lambda bridge, s, t: bridge(s / t), softmax))


@right()
def exp2(s, t):
    z = s / t / np.log(2)
    return shares(np.exp2(z - np.where(np.isfinite(z.max(-1, keepdims=True)), z.max(-1, keepdims=True), 0)))
