"""Lesson 04: a test that has to earn its keep. Each probe is one array, to be accepted or refused."""

import numpy as np

from attnedu import core

from ..engine.model import Exercise, Probe, Stage
from ..forms import weighing
from . import probes as p

NOTE_TIGHT = (
    "Your tolerance is tighter than the dtype's: sums of float32 or float16 weights are off by more than those of float64, "
    "so weights that a library returns in half precision can be refused."
)


def is_weights(array):
    """True if every row can be one query's weights: no negatives, no NaN, a sum of 1."""
    array = np.asarray(array)
    tolerance = {"float32": 1e-5, "float16": 1e-2}.get(array.dtype.name, 1e-6)
    sums = array.sum(axis=-1, dtype=float)
    return bool(np.all(array >= 0) and np.all(np.abs(sums - 1) <= tolerance))


def weighed_by_allclose(array):
    """Another right way: allclose refuses NaN by itself."""
    return bool(array.min() >= 0 and np.allclose(array.sum(axis=-1), 1, atol=1e-6))


def weighed_by_rows(array):
    """Another right way: row by row, with an early answer."""
    limit = max(1e-6, 10 * float(np.finfo(array.dtype).eps))
    for index in np.ndindex(array.shape[:-1]):
        row = array[index].astype(float)
        if np.isnan(row).any() or any(x < 0 for x in row):
            return False
        if abs(sum(row) - 1) > limit:
            return False
    return True


def weighed_by_counting(array):
    """Another right way: count what is bad."""
    bad = np.count_nonzero(~(array >= 0)) + np.count_nonzero(
        ~np.isclose(np.einsum("...j->...", array.astype(float)), 1, rtol=0, atol=1e-5)
    )
    return np.bool_(bad == 0)


def with_tight_tolerance(array):
    """Right for float64 and float32; half precision needs more room."""
    return bool((array >= 0).all() and (np.abs(array.sum(axis=-1, dtype=float) - 1) < 1e-6).all())


def _good(seed, *shape):
    return p.distribution(seed, *shape)


def _changed(seed, change, *shape):
    """Weights after `change` has spoilt them."""
    weights = _good(seed, *(shape or (3, 5)))
    change(weights)
    return weights


def _add(cell, amount):
    def change(weights):
        weights[cell] += amount

    return change


def _set(cell, value):
    def change(weights):
        weights[cell] = value

    return change


def _move(cell, other, amount):
    """Takes an amount from one cell and gives it to another."""

    def change(weights):
        weights[cell] -= amount
        weights[other] += amount

    return change


def _uneven_heads(weights):
    """One head spends too much and the other too little: their mean spends 1."""
    weights[0, 1] *= 1.2
    weights[1, 1] *= 0.8


def _hidden(seed):
    """Weights behind a causal mask: exact zeros, and a row with everything on one key."""
    weights = np.tril(_good(seed, 4, 4))
    return weights / weights.sum(axis=-1, keepdims=True)


def _single(seed, *shape):
    scores = p.scores(seed, *shape).astype(np.float32)
    e = np.exp(scores)
    return e / e.sum(axis=-1, keepdims=True)


def _bad(array, family):
    return Probe((array,), family)


IS_WEIGHTS = Exercise(
    name="is_weights",
    lesson="04_weights_and_output",
    parameters=("array",),
    returns=("answer",),
    kind=("bool",),
    stages=(
        Stage("sums", "sums", weighing.row_sums, weighing.SUM_FORMS),
        Stage("tolerance", "near", lambda s: weighing.near_one(s.sums, weighing.tolerance_of(s)), weighing.NEAR_FORMS),
        Stage("rows", "rows", lambda s: bool(np.all(s.near)), weighing.ROW_FORMS),
        Stage("signs", "verdict", lambda s: s.rows and weighing.not_negative(s), weighing.SIGN_FORMS),
        Stage("return", "result", lambda s: s.verdict, weighing.VERDICT_FORMS),
    ),
    probes=(
        Probe((_good(441, 3, 5),)),
        Probe((p.scores(442, 3, 5),)),
        # to be accepted
        Probe((_hidden(443),), "zeros"),
        Probe((np.eye(3)[[2, 2, 0, 1]],), "zeros"),
        Probe((np.eye(4)[[1, 1]],), "zeros"),
        Probe((np.full((4, 10), 0.1),), "rounding"),
        Probe((np.full((3, 3), 1 / 3),), "rounding"),
        Probe((_single(444, 6, 50),), "rounding"),
        Probe((_good(445, 1, 6),), "zeros"),
        Probe((_good(446, 7, 3, 5),), "leading"),
        Probe((_good(447, 2, 6, 4, 5),), "leading"),
        # to be refused: sums
        _bad(_good(448, 5, 3).T, "sums"),
        _bad(_good(449, 4, 4).T, "sums"),
        _bad(_good(450, 3, 5) / 3, "sums"),
        _bad(_changed(451, _set(1, 0.15)), "sums"),
        _bad(_changed(452, _set(0, 0.25)), "sums"),
        _bad(_changed(453, _set(-1, 0.3)), "sums"),
        _bad(_changed(454, _move((0, 2), (2, 1), 0.01)), "sums"),
        _bad(_changed(455, _set(1, 0.0)), "sums"),
        _bad(np.zeros((3, 5)), "sums"),
        _bad(_good(456, 3, 5) * 0.8, "sums"),
        _bad(_good(457, 3, 5) * 1.25, "sums"),
        _bad(_good(458, 3, 5) ** 0.5, "sums"),
        _bad(np.ones((3, 4)), "sums"),
        _bad(_changed(459, _set((1, 2), 0.15), 2, 3, 5), "sums"),
        _bad(_changed(469, _set(17, 0.15), 40, 3), "sums"),
        _bad(np.array([[0.5, 0.7, -0.2], [0.2, 0.3, 0.5]]).T, "sums"),
        _bad(np.array([[0.5, -0.1], [0.2, 0.4]]), "sums"),
        _bad(np.array([[0.2, np.nan, 0.8], [0.2, 0.3, 0.5]]).T, "NaN"),
        _bad(np.eye(3)[[2, 2, 0, 1]].T, "sums"),
        _bad(np.array([[0.5, 0.0], [0.3, 0.2]]), "sums"),
        _bad(_changed(471, _add((1, 2), 5e-3)).T, "sums"),
        _bad(np.array([[0.5, 0.1], [0.25, 0.2]]), "sums"),
        _bad(_changed(470, _uneven_heads, 2, 3, 5), "sums"),
        # to be refused: nearly 1
        _bad(_changed(460, _add((1, 3), 5e-5)), "tolerance"),
        _bad(_changed(461, _add((1, 3), -5e-4)), "tolerance"),
        _bad(_changed(462, _add((2, 0), 5e-3)), "tolerance"),
        _bad(_changed(463, _add((0, 0), 0.06)), "tolerance"),
        _bad(_changed(464, _add((0, 0), 0.3)), "tolerance"),
        # to be refused: signs and NaN
        _bad(np.array([[0.5, 0.7, -0.2], [0.2, 0.3, 0.5]]), "signs"),
        _bad(np.array([[0.5, 0.3, 0.2], [1.5, -0.75, 0.25]]), "signs"),
        _bad(np.array([[0.505, 0.5, -0.005], [0.2, 0.3, 0.5]]), "signs"),
        _bad(np.array([[0.55, 0.5, -0.05], [0.2, 0.3, 0.5]]), "signs"),
        _bad(np.array([[-0.4, 0.2, 0.4], [0.2, 0.3, 0.5]]), "signs"),
        _bad(-_good(465, 3, 5), "signs"),
        _bad(_changed(466, _set(1, np.nan)), "NaN"),
        _bad(np.array([[0.2, np.nan, 0.8], [0.2, 0.3, 0.5]]), "NaN"),
        _bad(np.full((2, 3), np.nan), "NaN"),
        # not judged
        Probe((_single(467, 3, 4).astype(np.float16),), "limit", NOTE_TIGHT),
        Probe((_changed(468, _add((1, 3), 3e-7)),), "limit", NOTE_TIGHT),
    ),
    # Who refuses what softmax gives has a test that is too strict, not one that passes too much.
    families={**dict.fromkeys(("sums", "tolerance", "signs", "NaN"), "M57"), "zeros": "M20"},
    reference=core.is_weights,
    alternatives=(is_weights, weighed_by_allclose, weighed_by_rows, weighed_by_counting),
    limited=((with_tight_tolerance, NOTE_TIGHT),),
    solution=is_weights,
    hints=(
        "Invent an array that is not weights and that your test would accept. What would it have to look like?",
        "Three conditions, each for every entry or every row: nothing negative, nothing that is not a number, and sums of 1 "
        "as near as the dtype can bring them. NaN makes every comparison false, so ask for what must hold, not for what must not.",
        "Sum along the last axis and compare with 1 within a tolerance (1e-6 for float64, more for fewer digits). Then combine "
        "two `np.all`, one for the sums and one for the signs, into a single answer.",
    ),
)  # fmt: skip

EXERCISES = (IS_WEIGHTS,)
