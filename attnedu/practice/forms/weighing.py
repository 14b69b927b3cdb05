"""Ways to test an array for weights too weakly, or too strictly.

Right: no negatives, no NaN, every row sums to 1. The steps write sums, near, rows and result.
"""

import numpy as np

from ..engine.model import Form

LOOSE = {"float64": 1e-6, "float32": 1e-5, "float16": 1e-2}


def near_one(sums, tolerance):
    """Where sums are 1 within a tolerance; NaN is not."""
    with np.errstate(all="ignore"):
        return np.abs(sums - 1) <= tolerance


def tolerance_of(s):
    """Right: as many digits as the dtype keeps."""
    return LOOSE.get(s.array.dtype.name, 1e-6)


def not_negative(s):
    """Right: every entry is 0 or more."""
    return bool((s.array >= 0).all())


def row_sums(s):
    """Right: what each row spends, added in double precision."""
    return s.array.sum(axis=-1, dtype=float)


def _of(rule):
    return lambda s: rule(s.array.astype(float))


def _either_way(s):
    """The sums that are nearer to 1."""
    a = s.array.astype(float)
    rows, columns = a.sum(axis=-1), a.sum(axis=-2)
    return rows if (np.abs(rows - 1) <= tolerance_of(s)).all() else columns


def _both_ways(s):
    a = s.array.astype(float)
    return np.concatenate([a.sum(axis=-1).ravel(), a.sum(axis=-2).ravel()])


REFUSES = {
    "name": "test that refuses too much",
    "next_step": "Feed your test float32 softmax, and a row with one visible key.",
}

SUM_FORMS = (
    Form("M04", _of(lambda a: a.sum(axis=-2)), "sum(axis=-2)", "columns that sum to 1 make weights"),
    Form("M04", _of(lambda a: a.sum(axis=0)), "sum(axis=0)", "columns that sum to 1 make weights"),
    Form("M04", _both_ways, "rows and columns", "rows and columns both sum to 1", also=("M58",)),
    Form("M04", _either_way, "rows or columns", "it is enough that rows or columns sum to 1", also=("M57",)),
    Form("M41", _of(lambda a: a.sum(axis=1)), "sum(axis=1)", "axis 1 is the keys, whatever stands in front"),
    Form("M41", lambda s: _first_axis(s), "for row in array: row.sum()", "there are two axes only"),
    Form("M05", _of(lambda a: a.sum()), "array.sum() near 1", "the whole table sums to 1", also=("M57",)),
    Form("M05", _of(lambda a: a.sum(axis=(-2, -1))), "sum(axis=(-2, -1)) near 1", "the whole table sums to 1", also=("M57",)),
    Form("M57", _of(lambda a: a.sum() / np.prod(a.shape[:-1])), "array.sum() near T_q", "the total proves every row"),
    Form("M57", _of(lambda a: a.sum() / len(a)), "array.sum() near len(array)", "the total proves every row"),
    Form("M57", _of(lambda a: a[0].sum()), "array[0].sum() alone", "one good row proves the array"),
    Form("M57", _of(lambda a: a[-1].sum()), "array[-1].sum() alone", "one good row proves the array"),
    Form("M57", _of(lambda a: a.sum(axis=(-2, -1)) / a.shape[-2]), "sum(axis=(-2, -1)) near T_q", "the total proves every row"),
    Form("M57", _of(lambda a: a.mean(axis=-1)), "array.mean(axis=-1) near 1", "the mean of a row is 1"),
    Form("M57", _of(lambda a: a[..., :1, :].sum(axis=-1)), "array[..., 0, :].sum()", "one good row proves the array"),
    Form("M57", _of(lambda a: a[..., -1:, :].sum(axis=-1)), "array[..., -1, :].sum()", "one good row proves the array"),
    Form("M57", _of(lambda a: a[:1].sum(axis=-1)), "array[0].sum()", "one good row proves the array"),
    Form("M57", _of(lambda a: (a**2).sum(axis=-1)), "(array**2).sum()", "the length of a row is 1"),
    Form("M57", _of(lambda a: np.median(a.sum(axis=-1))), "np.median(sums)", "the middle row proves the array", rare=True),
    Form("M55", _of(lambda a: a[..., :-1, :].sum(axis=-1)), "array[:-1].sum()", "the last row is left out", rare=True),
    Form("M55", _of(lambda a: a[..., 1:, :].sum(axis=-1)), "array[1:].sum()", "the first row is left out", rare=True),
    Form("M55", _of(lambda a: a[..., :-1].sum(axis=-1)), "array[..., :-1].sum()", "the last key is left out"),
    Form("M40", _of(lambda a: a.max(axis=-1)), "array.max(axis=-1) near 1", "the largest of a row is 1"),
    Form("M22", _of(lambda a: a.mean(axis=-3).sum(axis=-1) if a.ndim > 2 else a.sum(axis=-1)), "array.mean(axis=-3)", "the mean over heads proves each head", rare=True),
    Form("M57", _of(lambda a: np.ones(a.shape[:-1])), "array >= 0, array <= 1", "numbers between 0 and 1 are weights"),
)  # fmt: skip


def _first_axis(s):
    """As Python's loop over rows does: with more axes, a row is a matrix."""
    return np.array([row.sum() for row in s.array.astype(float)])


def _within(tolerance):
    return lambda s: near_one(s.sums, tolerance)


NEAR_FORMS = (
    Form("M57", lambda s: s.array.sum(axis=-1) == 1, "sum == 1", "a sum of floats is exactly 1", **REFUSES),
    Form("M57", _within(1e-9), "tolerance 1e-9", "every dtype keeps the digits of float64", **REFUSES),
    Form("M57", _within(1e-4), "tolerance 1e-4", "a loose tolerance is safer"),
    Form("M57", _within(1e-3), "tolerance 1e-3", "a loose tolerance is safer"),
    Form("M57", _within(1e-2), "tolerance 1e-2", "a loose tolerance is safer"),
    Form("M57", _within(0.1), "tolerance 0.1", "a loose tolerance is safer"),
    Form("M57", _within(0.5), "np.round(sum) == 1", "a loose tolerance is safer"),
    Form("M57", lambda s: s.sums <= 1 + 1e-6, "sum <= 1", "a row may spend less than 1"),
    Form("M57", lambda s: s.sums >= 1 - 1e-6, "sum >= 1", "a row may spend more than 1"),
    Form("M57", lambda s: s.sums > 0, "sum > 0", "any row that spends something is weights"),
    Form("M57", lambda s: near_one(s.sums, tolerance_of(s)) | (s.sums == 0), "sum is 1 or 0", "an empty row is weights as well"),
    Form("M57", lambda s: np.ones(np.shape(s.sums), bool), "sums not tested", "numbers between 0 and 1 are weights"),
    Form("M46", lambda s: ~near_one(s.sums, tolerance_of(s)), "sum != 1", "the test is turned round", rare=True),
)  # fmt: skip

ROW_FORMS = (
    Form("M57", lambda s: bool(np.any(s.near)), "any(…)", "one good row proves the array"),
    Form("M57", lambda s: bool(np.mean(s.near) > 0.5), "most rows", "most rows prove the array", rare=True),
    Form("M57", lambda s: bool(s.near.flat[0]), "the first row", "one good row proves the array"),
    Form("M57", lambda s: bool(s.near.flat[-1]), "the last row", "one good row proves the array"),
    Form("M57", lambda s: bool(np.all(s.near, axis=-1).any()), "any matrix of the batch", "one good matrix proves the batch", rare=True),
)  # fmt: skip


def _with(rule):
    return lambda s: s.rows and bool(rule(s.array.astype(float)))


def _refusing(a, sums):
    """Asks for what must not hold: a comparison with NaN is false, so NaN passes."""
    return not (a < 0).any() and not (np.abs(sums - 1) > 1e-6).any()


SIGN_FORMS = (
    Form("M57", lambda s: s.rows, "no test for negatives", "rows that sum to 1 are weights"),
    Form("M57", _with(lambda a: (a >= 0).any()), "(array >= 0).any()", "one entry that is not negative proves all"),
    Form("M57", _with(lambda a: not (a > 1).any()), "array <= 1", "an upper bound shuts negatives out"),
    Form("M57", _with(lambda a: ((a >= -1) & (a <= 1)).all()), "abs(array) <= 1", "sizes below 1 are enough"),
    Form("M20", _with(lambda a: (a > 0).all()), "array > 0", "a weight is never exactly zero", also=("M57",), **REFUSES),
    Form("M20", _with(lambda a: (a >= 0).all() and (a < 1).all()), "array < 1", "no key takes everything", also=("M57",), **REFUSES),
    Form("M20", _with(lambda a: ((a > 0) & (a < 1)).all()), "0 < array < 1", "softmax never reaches 0 or 1", also=("M57",), **REFUSES),
    Form("M57", _with(lambda a: a.mean() >= 0), "array.mean() >= 0", "the mean shows that nothing is negative"),
    Form("M57", _with(lambda a: (a >= -0.1).all()), "array >= -0.1", "a small negative is noise"),
    Form("M57", _with(lambda a: (a >= -0.01).all()), "array >= -0.01", "a small negative is noise"),
    Form("M57", _with(lambda a: a.flat[0] >= 0), "array[0, 0] >= 0", "one entry that is not negative proves all", rare=True),
    Form("M57", _with(lambda a: (a >= 0).all() and (a.sum(axis=-2) > 0).all()), "every key gets something", "a key must get something from somebody", **REFUSES),
    Form("M57", lambda s: _refusing(s.array.astype(float), s.sums), "not (array < 0).any() and not (abs(sum - 1) > …).any()", "NaN fails every comparison, so it is caught"),
    Form("M57", lambda s: _refusing(s.array.astype(float), np.nansum(s.array, axis=-1)), "np.nansum(array)", "NaN does not count in a sum"),
    Form("M57", lambda s: _refusing(np.array([0.0]), np.abs(s.array).sum(axis=-1)), "abs(array).sum()", "sizes must sum to 1"),
    Form("M57", lambda s: bool(near_one(_first_axis(s), 1e-6).any()), "for row in array: return True", "one good row proves the array"),
    Form("M57", lambda s: bool(near_one(_first_axis(s), 1e-6).any()) and not_negative(s), "return True inside the loop", "one good row proves the array"),
    Form("M57", lambda s: not_negative(s), "array >= 0 alone", "numbers that are not negative are weights"),
)  # fmt: skip


def _bare(answers):
    """One answer in an array of length 1 counts as that answer."""
    return answers[0] if np.shape(answers) == (1,) else answers


VERDICT_FORMS = (
    Form("M46", lambda s: not s.verdict, "return not …", "the test is turned round"),
    Form("M57", lambda s: True, "return True", "every array is weights"),
    Form("M57", lambda s: False, "return False", "no array is weights", **REFUSES),
    Form("M41", lambda s: s.verdict and s.array.ndim == 2, "array.ndim == 2", "weights have two axes", rare=True),
    Form("M57", lambda s: s.verdict and s.array.shape[-1] == s.array.shape[-2], "a square array", "weights are square", rare=True, **REFUSES),
    Form("M57", lambda s: s.verdict and s.array.dtype == float, "dtype == float64", "weights are float64", rare=True, **REFUSES),
    Form("M45", lambda s: None if not s.verdict else True, "no return for the other case", "no answer means False"),
    Form("M45", lambda s: _bare(s.near & (s.array >= 0).all(axis=-1)), "one answer for each row", "every row has an answer of its own"),
    Form("M45", lambda s: _bare(s.near), "one answer for each row, sums only", "every row has an answer of its own", second="M57"),
    Form("M45", lambda s: _bare(s.sums), "return array.sum(axis=-1)", "the row sums are the answer"),
    Form("M45", lambda s: (s.verdict, s.sums), "return answer, sums", "the number of results is free"),
)  # fmt: skip
