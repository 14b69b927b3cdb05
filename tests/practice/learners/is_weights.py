"""What learners write for `is_weights`: wrong once, wrong twice, and right in unusual ways."""

import math

import numpy as np

from tests.practice.learners.corpus import Learners
from tests.practice.learners.parts import flip


def tolerance(a):
    return {2: 1e-2, 4: 1e-5}.get(np.asarray(a).dtype.itemsize, 1e-6)


def right_test(a):
    a = np.asarray(a)
    return bool((a >= 0).all() and (np.abs(a.sum(-1, dtype=float) - 1) <= tolerance(a)).all())


here = Learners("is_weights")
one, two, right = here.one, here.two, here.right


# one mistake each


@one("M57")
def with_any(array):
    return bool((array >= 0).all() and (np.abs(array.sum(-1, dtype=float) - 1) <= tolerance(array)).any())


@one("M57")
def total(array):
    rows = array.size // array.shape[-1]
    return bool(
        (array >= 0).all()
        and abs(array.sum(dtype=float) - rows) < 1e-2 * rows * (array.dtype.itemsize < 8) + 1e-6 * rows
    )


@one("M57")
def loose(array):
    return bool((array >= 0).all() and np.allclose(array.sum(axis=-1), 1, atol=0.1))


@one("M57")
def negatives(array):
    return bool((np.abs(array.sum(-1, dtype=float) - 1) <= tolerance(array)).all())


@one("M57")
def nan(array):
    return not (array < 0).any() and not (np.abs(array.sum(-1, dtype=float) - 1) > tolerance(array)).any()


@one("M57")
def nansum(array):
    return bool(not (array < 0).any() and (np.abs(np.nansum(array, axis=-1) - 1) <= tolerance(array)).all())


@one("M04")
def columns(array):
    return bool((array >= 0).all() and (np.abs(array.sum(-2, dtype=float) - 1) <= tolerance(array)).all())


@one("M05")
def with_one(array):
    return bool((array >= 0).all() and abs(array.sum(dtype=float) - 1) <= tolerance(array))


@one("M57")
def exact(array):
    return bool((array >= 0).all() and (array.sum(-1) == 1).all())


@one("M45")
def rows(array):
    return (array >= 0).all(-1) & (np.abs(array.sum(-1, dtype=float) - 1) <= tolerance(array))


@one("M57", "M55")
def first_row(array):
    row = array.reshape(-1, array.shape[-1])[0]
    return bool((row >= 0).all() and abs(row.sum(dtype=float) - 1) <= tolerance(array))


@one("M20", "M57")
def strict(array):
    return bool((array > 0).all() and (np.abs(array.sum(-1, dtype=float) - 1) <= tolerance(array)).all())


@one("M57")
def with_range(array):
    return bool(((array >= 0) & (array <= 1)).all())


@one("M41", "M04")
def axis1(array):
    return bool((array >= 0).all() and (np.abs(array.sum(1, dtype=float) - 1) <= tolerance(array)).all())


@one("M58", "M04")
def both(array):
    return right_test(array) and right_test(flip(array))


@one("M57")
def mean(array):
    return bool((array >= 0).all() and abs(array.sum(-1, dtype=float).mean() - 1) <= tolerance(array))


@one("M57", "M16")
def empty_rows(array):
    t = array.sum(-1, dtype=float)
    return bool((array >= 0).all() and ((np.abs(t - 1) <= tolerance(array)) | (t == 0)).all())


@one("M57")
def at_most(array):
    return bool((array >= 0).all() and (array.sum(-1, dtype=float) <= 1 + tolerance(array)).all())


@one("M57", "M11")
def always(array):
    return True


# two mistakes each

two("M57", "M04")(lambda a: bool((np.abs(a.sum(-2, dtype=float) - 1) <= tolerance(a)).all()))
two("M57", "M05")(lambda a: bool(abs(a.sum(dtype=float) - 1) <= tolerance(a)))
two("M57", "M41")(lambda a: bool((np.abs(a.sum(1, dtype=float) - 1) <= tolerance(a)).all()))
two("M57", "M45")(lambda a: np.abs(a.sum(-1, dtype=float) - 1) <= tolerance(a))
two("M57", "M20")(lambda a: bool((a > 0).all() and np.allclose(a.sum(-1), 1, atol=0.1)))


# unusual, and right

right("plain")(right_test)
right("np.bool_")(lambda a: (a >= 0).all() & (np.abs(a.sum(-1, dtype=float) - 1) <= tolerance(a)).all())
right("int 0/1")(lambda a: int(right_test(a)))
right("not any")(
    lambda a: (
        not ((a < 0).any() or np.isnan(a).any() or (np.abs(a.sum(-1, dtype=float) - 1) > tolerance(a)).any())
    )
)
right("min/max")(
    lambda a: bool(np.min(a) >= 0 and np.max(np.abs(a.sum(-1, dtype=float) - 1)) <= tolerance(a))
)
right("loop")(
    lambda a: all(
        all(x >= 0 for x in r) and abs(math.fsum(map(float, r)) - 1) <= tolerance(a)
        for r in a.reshape(-1, a.shape[-1])
    )
)
right("allclose rtol 0")(
    lambda a: bool((a >= 0).all() and np.allclose(a.sum(-1), 1, rtol=0, atol=tolerance(a)))
)
right("0-d array")(lambda a: np.array(right_test(a)))
right("range too")(
    lambda a: bool(
        ((a >= 0) & (a <= 1 + tolerance(a))).all()
        and (np.abs(a.sum(-1, dtype=float) - 1) <= tolerance(a)).all()
    )
)
right("default allclose")(
    lambda a: bool(
        (a >= 0).all()
        and np.allclose(a.sum(-1, dtype=float), 1.0, rtol=0, atol=1e-6 if a.dtype == np.float64 else 0.001)
    )
)
