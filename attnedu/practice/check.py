"""check(name, yours): run a learner's function on the probes and say what its results mean."""

import difflib
from functools import lru_cache

import numpy as np

from . import progress, sandbox
from .engine import first, outcomes, testing, verdicts
from .engine.report import Report
from .engine.search import judged
from .exercises import find, names


def check(name, yours):
    """Check a function against an exercise.

    name: of the exercise, as in the list that `attnedu list` prints
    yours: the function itself, without parentheses
    returns a Report; it is shown when it is the last line of a cell

    Whatever the function does (loop, exit, raise, change its arguments) ends in a report. It runs in a child
    process; see `attnedu.practice.sandbox`.

    >>> from attnedu.core import softmax
    >>> check("softmax", softmax).verdict
    'correct'
    """
    if callable(name) and isinstance(yours, str):
        title = f'The name comes first: write check("{yours}", {yours}).'
        return Report("not attempted", yours, title)
    if not isinstance(name, str) or name not in names():
        return _no_such_exercise(name)
    report = _check(name, yours)
    _record(report)
    return report


def _no_such_exercise(name):
    near = difflib.get_close_matches(str(name), names(), 1)
    hint = f" Did you mean {near[0]!r}?" if near else f" The exercises are: {', '.join(names())}."
    return Report("not attempted", str(name)[:40], f"There is no exercise of this name.{hint}")


def _check(name, yours):
    if not callable(yours):
        return Report(
            "not attempted",
            name,
            f"check needs the function itself, but got {type(yours).__name__}: "
            f'write check("{name}", {name}), without parentheses after the second name.',
        )
    exercise = find(name)
    if exercise.is_test:
        run = sandbox.run(yours, exercise.calls())
        return verdicts.finished(testing.judge(exercise, run), run)
    # The first probe comes twice: a function must give the same answer to the same question.
    calls = [probe.args for probe in exercise.probes] + [exercise.probes[0].args]
    run = sandbox.run(yours, calls)
    report = first.before_any_result(exercise, run, yours)
    if report is not None:
        return verdicts.finished(report, run)
    results = outcomes.of(exercise, run)
    return verdicts.finished(verdicts.judge(exercise, run, results, right_results(name)), run)


@lru_cache(maxsize=128)
def right_results(name):
    """What the reference gives on each probe, as tuples of arrays."""
    exercise = find(name)
    with np.errstate(all="ignore"):
        return tuple(
            judged(exercise, probe.args, exercise.reference(*probe.args)) for probe in exercise.probes
        )


def _record(report):
    """Append the result to the learner's progress; offer a hint after a second failure with the same name."""
    before = progress.events("check", report.exercise)
    if (
        report.misconceptions
        and before
        and before[-1].get("misconceptions", [])[:1] == report.misconceptions[:1]
    ):
        hint = f'hint("{report.exercise}")'
        report.notes.append(f"The same kind of mistake as last time. A hint is ready: {hint}.")
    progress.record("check", report.exercise, verdict=report.verdict, misconceptions=report.misconceptions)
