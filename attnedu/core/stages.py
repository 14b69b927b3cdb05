"""Which stage of the pipeline can this array be from? Trust the row sums, not the name."""

from dataclasses import dataclass

import numpy as np

from ._validate import as_real, at_least, not_empty
from .weights import TOLERANCE, row_totals


@dataclass(frozen=True)
class Stage:
    """What an array can be, and why.

    name: the most specific stage that fits
    why: the evidence, in one sentence with the array's own numbers
    candidates: the stages that fit, the most specific first; a coincidence could add others
    """

    name: str
    why: str
    candidates: tuple

    def __str__(self):
        return f"{self.name}: {self.why}"


def stage_of(array):
    """Say what an array can be, from its numbers alone.

    -inf or a negative number makes scores. Rows that are not negative and sum to 1 are weights, although
    scores could do so by chance, so "raw scores" stays a candidate. The rest is read from the full rows,
    those without an exact zero: zeroing leaves them at 1, a sink takes from them too, dropout at rate p lifts
    them all to the same 1/(1-p), above every other row.

    array: (…, T_k) real numbers
    returns a Stage whose name is "raw scores", "masked scores", "weights", "weights with empty rows",
    "weights after dropout", "weights with a sink", "weights zeroed, not renormalised", or "unknown"
    raises ValueError or TypeError for an empty, 0-d or non-numeric array

    >>> stage_of(np.array([[2.0, -1.0]])).name
    'raw scores'
    >>> stage_of(np.array([[0.25, 0.75]])).name
    'weights'
    """
    array = as_real(array, "array")
    at_least(array, 1, "array", "(…, T_k)")
    not_empty(array, "array")
    if np.isnan(array).any():
        return Stage(
            "unknown", "it holds NaN, which no stage should: look for an empty row or an overflow", ()
        )
    if np.isneginf(array).any():
        hidden = int(np.isneginf(array).sum())
        return Stage(
            "masked scores", f"{hidden} cells are -inf, and only a hidden score is", ("masked scores",)
        )
    if array.min() < 0:
        return Stage(
            "raw scores",
            f"it holds {array.min():.4g}, and a weight is never negative",
            ("raw scores", "masked scores"),
        )
    sums = row_totals(array)
    if not np.isfinite(sums).all():
        return Stage("raw scores", "a row sums to +inf: a score overflowed, or nearly", ("raw scores",))
    tolerance = TOLERANCE.get(array.dtype, 1e-6)
    one, empty = np.abs(sums - 1) <= tolerance, sums == 0
    zeros = array == 0
    full = sums[~zeros.any(axis=-1)]  # sums of the rows without a zero
    fits = _that_fit(sums, full, tolerance)
    spread = f"row sums run from {sums.min():.4g} to {sums.max():.4g}"
    if one.all():
        return Stage("weights", "no entry is negative and every row sums to 1", ("weights", "raw scores"))
    if (one | empty).all():
        return Stage(
            "weights with empty rows",
            f"every row sums to 1 except {int(empty.sum())} that are all 0: rows that may look at nothing",
            ("weights with empty rows", *fits),
        )
    if fits[0] == "weights zeroed, not renormalised":
        why = f"{spread}, with exact zeros, and no full row falls short: shares were taken after softmax"
    elif fits[0] == "weights with a sink":
        why = f"{spread}, none above 1, and not by zeros alone: something outside the row took a share"
    elif fits[0] == "weights after dropout" and zeros.any() and _like_dropout(sums, full):
        why = f"{spread}, with exact zeros: dropout removes shares and enlarges the rest by one factor"
    else:
        return Stage("raw scores", f"{spread}, and weights share out 1", ("raw scores", *fits[:-1]))
    return Stage(fits[0], why, fits)


def _that_fit(sums, full, tolerance):
    """Stages that could give these row sums, the most specific first; raw scores always could."""
    fits = []
    if sums.max() <= 1 + tolerance:
        if np.all(full >= 1 - tolerance):
            fits.append("weights zeroed, not renormalised")
        fits.append("weights with a sink")
    # 1/(1-p) for a row that dropout left whole; if there is none, p is free, and any sums will do.
    factor = full.max() if full.size else np.inf
    slack = tolerance * max(1.0, sums.max())
    if factor > 1 + tolerance and sums.max() - factor <= slack and np.all(full >= factor - slack):
        fits.append("weights after dropout")
    return (*fits, "raw scores")


def _like_dropout(sums, full):
    """Two whole rows at the same sum, or sums about 1 on average: more than chance would give."""
    return full.size > 1 or 0.5 <= sums.mean() <= 1.5
