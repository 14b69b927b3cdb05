"""From a learner's results on the probes to what they mean.

The order of questions: is it right? Is it right but for one family of probes? Which single mistakes
reproduce it on every probe? Which pairs? Which mistakes reproduce the ordinary probes, the rest being a
family's failure? And if none: which properties fail, and where is the first cell that differs?
"""

from dataclasses import dataclass

from .compare import Failed, same
from .search import Candidate, agreement, agrees, evaluate, survivors

MOST_NEAR = 40  # candidates that are compared probe by probe when none fits everywhere


@dataclass(frozen=True)
class Diagnosis:
    """What was found.

    ids: of the catalogue, most likely first          forms: the wrong forms that reproduce the results
    relation: 'one', 'both' (two mistakes), 'either' (no input tells them apart), or 'none'
    families: families of probes that fail            pivot: index of the probe that shows it best
    """

    ids: tuple = ()
    forms: tuple = ()
    relation: str = "none"
    families: tuple = ()
    pivot: int | None = None


def failing_probes(exercise, yours, right):
    """Indices of the probes, limits left out, on which the learner differs from the reference."""
    return [
        i
        for i, probe in enumerate(exercise.probes)
        if probe.family != "limit" and not same(yours[i], right[i], exercise.rtol, exercise.atol)
    ]


def diagnose(exercise, yours, right):
    """Name what is wrong. `yours` and `right`: the results (tuples of arrays, or Failed) on each probe."""
    failing = failing_probes(exercise, yours, right)
    ordinary = [i for i, probe in enumerate(exercise.probes) if probe.family == "ordinary"]
    judged = [i for i, probe in enumerate(exercise.probes) if probe.family != "limit"]
    pivot = _pivot(exercise, yours, failing, ordinary)
    if _right_on_leading_only(exercise, yours, failing):
        return Diagnosis(("M41",), (), "one", ("leading",), failing[0])
    if pivot is None:
        return _by_errors(exercise, yours, judged)
    # `agrees` starts from the end: a failure is what few other mistakes reproduce.
    judged.sort(key=failing.__contains__)
    singles = survivors(exercise, yours, pivot, 1)
    full = [c for c in singles if agrees(exercise, c, yours, judged)]
    if full:
        return _merged(full, pivot)
    if not set(failing) & set(ordinary):
        return _families(exercise, yours, failing, singles, pivot)
    pairs = [c for c in survivors(exercise, yours, pivot, 2) if len(c.choices) == 2]
    full = [c for c in pairs if agrees(exercise, c, yours, judged)]
    if full:
        return _both(full, pivot)
    for candidates in (singles, pairs):
        near = [c for c in candidates if agrees(exercise, c, yours, ordinary)]
        if near:
            agreed = {c: agreement(exercise, c, yours) & set(judged) for c in near[:MOST_NEAR]}
            best = max(agreed, key=lambda c: len(agreed[c]))
            return _with_families(exercise, best, [i for i in judged if i not in agreed[best]], pivot)
    return Diagnosis(pivot=pivot)


def _right_on_leading_only(exercise, yours, failing):
    """Every failure is an exception, and arrays with axes in front went well: the code needs those axes."""
    leading = {i for i, probe in enumerate(exercise.probes) if probe.family == "leading"}
    plain = {i for i, probe in enumerate(exercise.probes) if probe.family == "ordinary"}
    return (
        plain <= set(failing)
        and all(isinstance(yours[i], Failed) for i in failing)
        and bool(leading - set(failing))
    )


def _by_errors(exercise, yours, judged):
    """No value anywhere: a mistake that raises the same message, shapes included, on every probe."""
    mine = {i: str(yours[i].error) for i in judged if isinstance(yours[i], Failed)}
    if len(mine) < len(judged):
        return Diagnosis()
    for choice in exercise.wrong_forms():
        candidate = Candidate((choice,))
        if all(_raises(exercise, candidate, i, message) for i, message in mine.items()):
            return Diagnosis((choice[1].id, *choice[1].also), (choice[1],), "one", (), judged[0])
    return Diagnosis()


def _raises(exercise, candidate, i, message):
    results = evaluate(exercise, candidate, exercise.probes[i].args)
    error = results.error if isinstance(results, Failed) else None
    return isinstance(error, Exception) and f"{type(error).__name__}: {error}" == message


def _pivot(exercise, yours, failing, ordinary):
    """The probe to search on: one that fails with a value, an ordinary one if possible."""
    with_value = [i for i in failing if not isinstance(yours[i], Failed)]
    for group in ([i for i in ordinary if i in with_value], with_value):
        if group:
            return group[0]
    # Nothing but exceptions where it fails: search where it succeeded, to match 'raises elsewhere'.
    alive = [i for i in ordinary if not isinstance(yours[i], Failed)]
    return alive[0] if alive and failing else None


def _merged(candidates, pivot):
    """Singles that agree on every probe: one diagnosis, the first form's name before the others'."""
    forms = tuple(sorted((c.forms[0] for c in candidates), key=lambda form: form.rare))
    ids = tuple(dict.fromkeys(i for form in forms for i in (form.id, *form.also)))
    return Diagnosis(ids, forms, "one" if len(ids) == 1 else "either", (), pivot)


def _both(candidates, pivot):
    """Pairs that agree on every probe. Two mistakes with one name are one misconception."""
    best = min(candidates, key=lambda c: (sum(form.rare for form in c.forms), len(c.ids())))
    ids = best.ids()
    return Diagnosis(ids, best.forms, "one" if len(ids) == 1 else "both", (), pivot)


def _families(exercise, yours, failing, singles, pivot):
    """Right on every ordinary probe: the families that fail carry the meaning."""
    families = tuple(dict.fromkeys(exercise.probes[i].family for i in failing))
    named = [exercise.meaning(family) for family in families if exercise.meaning(family)]
    forms = ()
    ordinary = [i for i, probe in enumerate(exercise.probes) if probe.family == "ordinary"]
    # What is wrong on an ordinary probe, where the learner is right, is not what the learner wrote.
    singles = [c for c in singles if agrees(exercise, c, yours, ordinary)]
    agreed = {c: agreement(exercise, c, yours) for c in singles[:MOST_NEAR]}
    best = max(agreed, key=lambda c: len(agreed[c]), default=None)
    if best is not None and set(failing) & agreed[best]:
        # A known mistake explains some of the failing probes; the rest keep their family's name.
        explained = {exercise.probes[i].family for i in failing if i in agreed[best]}
        rest = [exercise.meaning(f) for f in families if f not in explained and exercise.meaning(f)]
        named, forms = [best.forms[0].id, *rest], best.forms
    ids = tuple(dict.fromkeys(named))[:2]
    shown = next((i for i in failing if not isinstance(yours[i], Failed)), failing[0])
    relation = {0: "none", 1: "one"}.get(len(ids), "both")
    return Diagnosis(ids, forms, relation, families, shown)


def _with_families(exercise, candidate, missed, pivot):
    families = tuple(dict.fromkeys(exercise.probes[i].family for i in missed))
    extra = [exercise.meaning(f) for f in families if exercise.meaning(f)]
    ids = tuple(dict.fromkeys((*candidate.ids(), *extra)))[:2]
    return Diagnosis(ids, candidate.forms, "one" if len(ids) == 1 else "both", families, pivot)
