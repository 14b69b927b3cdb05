"""Check a trusted function without a child process, so that thousands of forms can be tried in seconds."""

import copy

import numpy as np

from attnedu.practice.check import right_results
from attnedu.practice.engine import first, outcomes, verdicts
from attnedu.practice.exercises import find
from attnedu.practice.sandbox import Call, Error, Run


def run_directly(exercise, function):
    """What `sandbox.run` would bring back, run here."""
    calls = []
    with np.errstate(all="ignore"):
        for probe in (*exercise.probes, exercise.probes[0]):
            args = copy.deepcopy(probe.args)
            try:
                calls.append(Call(value=function(*args)))
            except Exception as error:
                calls.append(Call(error=Error(type(error).__name__, str(error))))
    return Run(calls=calls)


def check_directly(name, function):
    """The report that `check` would give."""
    exercise = find(name)
    run = run_directly(exercise, function)
    report = first.before_any_result(exercise, run, function)
    if report is not None:
        return report
    return verdicts.judge(exercise, run, outcomes.of(exercise, run), right_results(name))
