"""From what the sandbox brings back to results that can be compared."""

import numpy as np

from .compare import Failed, as_results, strip_leading_ones
from .search import judged


def of(exercise, run):
    """One tuple of arrays, or Failed, for each call of the run; calls that never happened are Failed."""
    results = [_one(exercise, call, probe) for call, probe in zip(run.calls, _probes(exercise), strict=False)]
    missing = len(exercise.probes) + 1 - len(results)
    return results + [Failed(str(run.problem or "no answer"))] * missing


def _probes(exercise):
    return (*exercise.probes, exercise.probes[0])


def _one(exercise, call, probe):
    if call.error is not None:
        return Failed(f"{call.error.type_name}: {call.error.message}")
    value = call.value
    if isinstance(value, dict) or (isinstance(value, (list, tuple)) and len(exercise.returns) == 1):
        # A list of equal arrays is one array; anything else is not what was asked for.
        value = _stacked(value)
    return judged(exercise, probe.args, value)


def _stacked(value):
    parts = as_results(value if not isinstance(value, dict) else tuple(value.values()))
    if isinstance(parts, Failed) or not parts:
        return value
    if (
        all(part.shape == parts[0].shape for part in parts)
        and (parts[0].ndim <= 1 or isinstance(value, list))
        and not isinstance(value, dict)
    ):
        return np.array(parts)
    return value


def reshaped(exercise, results, right):
    """Results with axes of length 1 in front taken off where that meets the right shape; True if any were."""
    changed = False
    settled = []
    for mine, theirs in zip(results, right, strict=True):
        if isinstance(mine, Failed) or isinstance(theirs, Failed) or len(mine) != len(theirs):
            settled.append(mine)
            continue
        stripped = tuple(strip_leading_ones(a, b) for a, b in zip(mine, theirs, strict=True))
        changed = changed or any(a is not b for a, b in zip(stripped, mine, strict=True))
        settled.append(stripped)
    return settled, changed
