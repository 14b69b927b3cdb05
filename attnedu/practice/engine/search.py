"""Find the mistakes, alone and in pairs, that give exactly what the learner's function gave.

What each mistake gives on a probe does not depend on the learner, so the table is filled once per probe.
It is a walk over the stages in which at most two leave the right path; stages before the first change are
shared.
"""

import copy
from dataclasses import dataclass
from functools import lru_cache
from types import SimpleNamespace

import numpy as np

from .compare import Failed, as_results, same


@dataclass(frozen=True)
class Candidate:
    """At most two mistakes, as (stage index, form) pairs. No mistake at all is the right function."""

    choices: tuple

    @property
    def forms(self):
        """The mistakes among the choices; a form without an id is another right way."""
        return tuple(form for _, form in self.choices if form.id)

    def ids(self):
        """Ids in pipeline order, each once."""
        return tuple(dict.fromkeys(id for form in self.forms for id in form.ids()))


def evaluate(exercise, candidate, args):
    """What this candidate gives on these arguments: a tuple of arrays, or Failed."""
    return evaluate_function(exercise, exercise.function_of(*candidate.choices), args)


def evaluate_function(exercise, function, args):
    """What a function gives on these arguments: a tuple of arrays, or Failed if it raises."""
    with np.errstate(all="ignore"):
        try:
            return judged(exercise, args, function(*copy.deepcopy(args)))
        except Exception as error:  # a wrong form may raise: that is its result
            return Failed(error)


def judged(exercise, args, value):
    """Keep only what the exercise judges."""
    results = as_results(value)
    if exercise.judged is None or isinstance(results, Failed):
        return results
    try:
        return exercise.judged(args, results)
    except Exception as error:
        return Failed(error)


@lru_cache(maxsize=256)
def table(exercise_name, probe_index, depth=2):
    """Every candidate with up to `depth` mistakes and its result on one probe: [(Candidate, results)]."""
    from ..exercises import find

    exercise = find(exercise_name)
    probe = exercise.probes[probe_index]
    rows = []
    with np.errstate(all="ignore"):
        _walk(exercise, probe, exercise.start(copy.deepcopy(probe.args)), 0, (), depth, rows)
    return rows


def _walk(exercise, probe, state, index, choices, depth, rows):
    mistakes = sum(form.id is not None for _, form in choices)
    if index == len(exercise.stages) or (mistakes == depth and mistakes > 1):
        rows.append((Candidate(choices), _finished(exercise, probe, state, index)))
        return
    stage = exercise.stages[index]
    options = [(None, stage.right)]
    options += [(form, form.run) for form in stage.wrong if (mistakes < depth if form.id else mistakes == 1)]
    for form, run in options:
        taken = choices if form is None else (*choices, (index, form))
        branch = SimpleNamespace(**vars(state))
        try:
            setattr(branch, stage.writes, run(branch))
        except Exception as error:  # nothing after this stage can run: every branch from here has this result
            rows.append((Candidate(taken), Failed(error)))
            continue
        _walk(exercise, probe, branch, index + 1, taken, depth, rows)


def _finished(exercise, probe, state, index):
    """What the right forms of the stages from here on make of this state: no more mistakes are allowed."""
    try:
        for stage in exercise.stages[index:]:
            setattr(state, stage.writes, stage.right(state))
    except Exception as error:
        return Failed(error)
    return judged(exercise, probe.args, state.result)


def survivors(exercise, yours, pivot, depth):
    """Candidates with up to `depth` mistakes that give the learner's results on the pivot probe."""
    mine = yours[pivot]
    cell = _telling_cell(mine)
    found = []
    for candidate, results in table(exercise.name, pivot, depth):
        plausible = candidate.forms and _quick_match(mine, results, cell)
        if plausible and same(mine, results, *exercise.closeness(pivot)):
            found.append(candidate)
    return found


def _telling_cell(results):
    """A cell to compare first: the largest finite entry of the last result, where mistakes differ most."""
    last = results[-1]
    if last.size == 0 or last.dtype == bool:
        return None
    magnitude = np.where(np.isfinite(last), np.abs(last.astype(float)), -1.0)
    return int(np.argmax(magnitude))


def _quick_match(mine, results, cell):
    """Throw out most candidates for the price of one cell."""
    if isinstance(results, Failed) or len(mine) != len(results) or mine[-1].shape != results[-1].shape:
        return False
    if cell is None:
        return True
    a, b = float(mine[-1].flat[cell]), float(results[-1].flat[cell])
    return a == b or abs(a - b) <= 1e-2 + 1e-2 * abs(b) or (a != a and b != b)  # coarse: `same` decides


def agrees(exercise, candidate, yours, probes):
    """True if the candidate gives the learner's results on all these probes; stops where it does not."""
    return all(
        same(yours[i], evaluate(exercise, candidate, exercise.probes[i].args), *exercise.closeness(i))
        for i in reversed(probes)  # the later, special probes tell more mistakes apart
    )


def agreement(exercise, candidate, yours):
    """Indices of the probes on which the candidate gives the learner's results."""
    return {
        i
        for i, probe in enumerate(exercise.probes)
        if same(yours[i], evaluate(exercise, candidate, probe.args), *exercise.closeness(i))
    }
