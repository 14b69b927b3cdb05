"""From a learner's results on the probes to what they mean.

The order of questions: is it right? Is it right but for one family of probes? Which single mistakes
reproduce it on every probe? Which pairs? Which mistakes reproduce the ordinary probes, the rest being a
family's failure? And if none: which properties fail, and where is the first cell that differs?
"""

from .compare import Failed, same
from .components import by_component, whole
from .found import Diagnosis, has_numbers, meeting_heads, shows_its_family
from .search import Candidate, agreement, agrees, evaluate, survivors

MOST_NEAR = 40  # candidates that are compared probe by probe when none fits everywhere


def failing_probes(exercise, yours, right):
    """Indices of the probes, limits left out, on which the learner differs from the reference."""
    return [
        i
        for i, probe in enumerate(exercise.probes)
        if probe.family != "limit" and not same(yours[i], right[i], *exercise.closeness(i))
    ]


def diagnose(exercise, yours, right):
    """Name what is wrong. `yours` and `right`: the results (tuples of arrays, or Failed) on each probe."""
    failing = failing_probes(exercise, yours, right)
    ordinary = [i for i, probe in enumerate(exercise.probes) if probe.family == "ordinary"]
    judged = [i for i, probe in enumerate(exercise.probes) if probe.family != "limit"]
    pivot = _pivot(exercise, yours, failing, ordinary)
    # `agrees` starts from the end: a failure is what few other mistakes reproduce.
    judged.sort(key=failing.__contains__)
    singles = [] if pivot is None else survivors(exercise, yours, pivot, 1)
    full = [c for c in singles if agrees(exercise, c, yours, judged)]
    if full:
        return _merged(full, pivot)
    if _right_on_leading_only(exercise, yours, failing):
        return Diagnosis(("M41",), (), "one", failing[0])
    if pivot is None:
        return _by_errors(exercise, yours, judged)
    if not set(failing) & set(ordinary):
        return _families(exercise, yours, right, failing, singles)
    if not has_numbers(yours[pivot]):
        return Diagnosis(pivot=pivot)  # NaN agrees with NaN: what is all NaN resembles too much
    pairs = [c for c in survivors(exercise, yours, pivot, 2) if len(c.forms) == 2]
    full = [c for c in pairs if agrees(exercise, c, yours, judged)]
    if full:
        return _both(full, pivot)
    return (
        _near(exercise, yours, right, singles, ordinary, judged, pivot)
        or by_component(exercise, yours, right, judged, pivot, complete=True)
        or _near(exercise, yours, right, pairs, ordinary, judged, pivot)
        or by_component(exercise, yours, right, judged, pivot)
        or _patched(exercise, yours, right, ordinary, pivot)
        or Diagnosis(pivot=pivot)
    )


def _near(exercise, yours, right, candidates, ordinary, judged, pivot):
    """Mistakes that reproduce every ordinary probe; what is missed elsewhere is named by its family."""
    near = [c for c in candidates if agrees(exercise, c, yours, ordinary)]
    if not near:
        return None
    agreed = {c: agreement(exercise, c, yours) & set(judged) for c in near[:MOST_NEAR]}
    best = max(agreed, key=lambda c: len(agreed[c]))
    if exercise.kind == ("bool",) and len(agreed[best]) < 0.9 * len(judged):
        return None  # two answers of yes or no agree too often by chance
    missed = [i for i in judged if i not in agreed[best]]
    ids = tuple(dict.fromkeys((*best.ids(), *_meanings(exercise, yours, right, missed))))[:2]
    return Diagnosis(ids, best.forms, "one" if len(ids) == 1 else "both", pivot)


def _patched(exercise, yours, right, ordinary, pivot):
    """A mistake that raises where sizes differ, in code patched until it ran: there no shape is right."""

    def fits(candidate, i):
        results = evaluate(exercise, candidate, exercise.probes[i].args)
        if isinstance(results, Failed) and not isinstance(yours[i], Failed):
            return [a.shape for a in yours[i]] != [b.shape for b in right[i]]
        return same(yours[i], results, *exercise.closeness(i))

    shaped = [i for i in ordinary if not isinstance(yours[i], Failed) and whole(yours[i], right[i])]
    for candidate in [Candidate((choice,)) for choice in exercise.wrong_forms()] if shaped else ():
        if all(fits(candidate, i) for i in ordinary):
            return Diagnosis(candidate.ids()[:2], candidate.forms, "one", pivot)
    return None


def _meanings(exercise, yours, right, missed):
    """What the failing families stand for, where the results show it."""
    families = [(i, exercise.probes[i].family) for i in missed]
    named = [
        meeting_heads(exercise, i, yours[i], right[i]) or exercise.meaning(family)
        for i, family in families
        if shows_its_family(family, yours[i], right[i])
    ]
    return [id for id in named if id]


def _right_on_leading_only(exercise, yours, failing):
    """A matrix raises, and arrays with axes in front go well: the code counts on those axes."""
    leading = {i for i, probe in enumerate(exercise.probes) if probe.family == "leading"}
    plain = {i for i, probe in enumerate(exercise.probes) if probe.family == "ordinary"}
    return plain <= {i for i in failing if isinstance(yours[i], Failed)} and bool(leading - set(failing))


def _by_errors(exercise, yours, judged):
    """No value anywhere: a mistake that raises the same message, shapes included, on every probe."""
    mine = {i: str(yours[i].error) for i in judged if isinstance(yours[i], Failed)}
    if len(mine) < len(judged):
        return Diagnosis()
    for choice in exercise.wrong_forms():
        candidate = Candidate((choice,))
        if all(_raises(exercise, candidate, i, message) for i, message in mine.items()):
            return Diagnosis((choice[1].id, *choice[1].also), (choice[1],), "one", judged[0])
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
    # A mistake that needs another right form beside it explains less than one that needs none.
    fewest = min(len(c.choices) for c in candidates)
    forms = tuple(c.forms[0] for c in candidates if len(c.choices) == fewest)
    forms = tuple(sorted(forms, key=lambda form: form.rare))
    if forms[0].second:
        return Diagnosis(forms[0].ids(), forms[:1], "both", pivot)
    ids = tuple(dict.fromkeys(i for form in forms for i in (form.id, *form.also)))
    return Diagnosis(ids, forms, "one" if len(ids) == 1 else "either", pivot)


def _both(candidates, pivot):
    """Pairs that agree on every probe. Two mistakes with one name are one misconception."""
    best = min(candidates, key=lambda c: (sum(form.rare for form in c.forms), len(c.ids())))
    ids = best.ids()[:2]
    return Diagnosis(ids, best.forms, "one" if len(ids) == 1 else "both", pivot)


def _families(exercise, yours, right, failing, singles):
    """Right on every ordinary probe: the families that fail carry the meaning."""
    named, forms = _meanings(exercise, yours, right, failing), ()
    judged = [i for i, probe in enumerate(exercise.probes) if probe.family != "limit"]
    # What is wrong on a probe where the learner is right is not what the learner wrote.
    singles = [c for c in singles if agrees(exercise, c, yours, [i for i in judged if i not in failing])]
    agreed = {c: agreement(exercise, c, yours) for c in singles[:MOST_NEAR]}
    best = max(agreed, key=lambda c: len(agreed[c]), default=None)
    if best is not None and set(failing) & agreed[best]:
        # A known mistake explains some of the failing probes; the rest keep their family's name.
        explained = {exercise.probes[i].family for i in failing if i in agreed[best]}
        rest = [i for i in failing if exercise.probes[i].family not in explained]
        named, forms = [best.forms[0].id, *_meanings(exercise, yours, right, rest)], best.forms
    ids = tuple(dict.fromkeys(named))[:2]
    shown = next((i for i in failing if not isinstance(yours[i], Failed)), failing[0])
    relation = {0: "none", 1: "one"}.get(len(ids), "both")
    return Diagnosis(ids, forms, relation, shown)
