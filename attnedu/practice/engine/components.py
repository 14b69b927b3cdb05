"""When no mistake reproduces a whole result: its parts, one by one, the earliest stage first."""

import numpy as np

from .compare import Failed, same
from .found import Diagnosis
from .search import evaluate, table


def by_component(exercise, yours, right, judged, pivot, complete=False):
    """Name the mistake in each wrong part (weights before output), at most two. None if none fits.

    complete: None as well if some wrong part has no name.
    """
    if len(exercise.returns) < 2 or not all(whole(yours[i], right[i]) for i in judged):
        return None
    order = sorted(range(len(exercise.returns)), key=lambda k: exercise.kind[k] == "output")
    ids, forms = [], []
    for k in order:
        wrong = [i for i in judged if not same((yours[i][k],), (right[i][k],), *exercise.closeness(i))]
        if not wrong or _follows_from_weights(exercise, yours, judged, k):
            continue
        fitting = _fitting(exercise, yours, judged, k, pivot if pivot in wrong else wrong[0])
        if complete and not fitting:
            return None
        if fitting and not any(form.id in ids for form in fitting):
            ids.append(fitting[0].id)
            forms.append(fitting[0])
    if not ids:
        return None
    ids = tuple(dict.fromkeys(ids))[:2]
    return Diagnosis(ids, tuple(forms), "one" if len(ids) == 1 else "both", pivot)


def whole(yours, right):
    """True if every part came back with the right shape."""
    return not isinstance(yours, Failed) and [a.shape for a in yours] == [b.shape for b in right]


def _fitting(exercise, yours, judged, k, pivot):
    """Single mistakes whose part k is the learner's on every judged probe."""
    fitting = []
    for candidate, results in table(exercise.name, pivot, 1):
        if not candidate.forms or not _part(results, yours, exercise, pivot, k):
            continue
        if all(
            _part(evaluate(exercise, candidate, exercise.probes[i].args), yours, exercise, i, k)
            for i in judged
        ):
            fitting.append(candidate.forms[0])
    return sorted(fitting, key=lambda form: form.rare)


def _part(results, yours, exercise, i, k):
    if isinstance(results, Failed) or len(results) <= k:
        return False
    return same((yours[i][k],), (results[k],), *exercise.closeness(i))


def _follows_from_weights(exercise, yours, judged, k):
    """An output that is the learner's own weights times the values needs no name of its own."""
    if exercise.kind[k] != "output" or "weights" not in exercise.kind or "v" not in exercise.parameters:
        return False
    w, v = exercise.kind.index("weights"), exercise.parameters.index("v")
    with np.errstate(all="ignore"):
        return all(
            same((yours[i][k],), (yours[i][w] @ exercise.probes[i].args[v],), *exercise.closeness(i))
            for i in judged
        )
