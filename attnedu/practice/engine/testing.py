"""Exercises in which the learner writes a test, which is itself tested: on versions right and wrong.

A version is a function; the learner's test gets one at a time and must refuse the wrong ones (raise
AssertionError, or return True where the exercise asks for an answer) and let the right ones through. What a
test gets wrong is told in words: nobody sees the code of a version.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from ..catalogue import entry
from .report import Report, sentence

RAISED = "AssertionError"


@dataclass(frozen=True)
class Version:
    """A function, at the top of its module, that tests are tried on. says: what it is, 'the bug itself'."""

    run: Callable
    wrong: bool
    says: str


@dataclass(frozen=True)
class WrittenTest:
    """An exercise whose answer is a test.

    name: of the exercise               lesson: '20_fix_the_bug'
    versions: wrong and right ones      solution: a test that tells them apart
    next_step: what to try after a test that passes too much; at most 14 words, never the answer
    answers: False for a test that raises, True for one that returns True for a wrong version
    lets_through, refuses, kinds: words for the report, which versions are called 'wrong' and 'right'
    """

    name: str
    lesson: str
    versions: tuple
    solution: Callable
    hints: tuple
    next_step: str
    answers: bool = False
    lets_through: str = "passes"
    refuses: str = "refuses"
    kinds: tuple = ("wrong", "right")
    is_test: ClassVar[bool] = True

    @property
    def reference(self):
        """A test that tells the versions apart."""
        return self.solution

    def calls(self):
        """Arguments for a run: each version, then the first wrong and the first right one again."""
        again = [next(v for v in self.versions if v.wrong is wrong) for wrong in (True, False)]
        return [(version.run,) for version in (*self.versions, *again)]


def judge(exercise, run):
    """The report for what a test did with each version."""
    early = _before_any_verdict(exercise, run)
    if early is not None:
        return early
    refused = [_refused(exercise, call) for call in run.calls]
    if None in refused:
        title = f"{exercise.name} has to return True or False, in every case."
        return Report("wrong shape", exercise.name, title)
    count = len(exercise.versions)
    first = [next(i for i, v in enumerate(exercise.versions) if v.wrong is wrong) for wrong in (True, False)]
    if [refused[i] for i in first] != refused[count:]:
        title = "Your test judged one version twice, and differently. If it draws at random, give it a seed."
        return Report("wrong, not recognised", exercise.name, title)
    pairs = list(zip(exercise.versions, refused[:count], strict=True))
    missed = [v for v, was_refused in pairs if v.wrong and not was_refused]
    harmed = [i for i, (v, was_refused) in enumerate(pairs) if not v.wrong and was_refused]
    if missed and len(harmed) == sum(not v.wrong for v in exercise.versions):
        return _upside_down(exercise, missed)
    if missed:
        return _too_weak(exercise, missed, [exercise.versions[i] for i in harmed])
    if harmed:
        return _too_strict(exercise, run, harmed)
    right = sum(not v.wrong for v in exercise.versions)
    wrong_kind, right_kind = exercise.kinds
    title = (
        f"It {exercise.refuses} {count - right} {wrong_kind} versions, "
        f"and {exercise.lets_through} {right} {right_kind} ones."
    )
    return Report("correct", exercise.name, title)


def _before_any_verdict(exercise, run):
    """A report for a test that is not written, does not end, or stops with another error; None otherwise."""
    errors = [call.error for call in run.calls if call.error is not None]
    if any(error.type_name == "NotImplementedError" for error in errors):
        title = (
            f'Write the body of your test, run its cell, then this one again. Stuck? hint("{exercise.name}").'
        )
        return Report("not attempted", exercise.name, title)
    if run.problem:
        return Report("raised", exercise.name, run.message or f"The run ended early: {run.problem}.")
    if any(
        kind in ("coroutine", "generator", "async_generator") for call in run.calls for kind in call.kinds
    ):
        title = "Your test never runs: write a plain function, without async and yield."
        return Report("wrong shape", exercise.name, title)
    for call, version in zip(run.calls, exercise.versions, strict=False):
        if call.error is not None and (exercise.answers or not _is_refusal(call.error)):
            return _raised(exercise, call.error, version)
    return None


def _is_refusal(error):
    # pytest.fail raises Failed, and subclasses of AssertionError end in its name
    return error.type_name.endswith(RAISED) or error.type_name == "Failed"


def _raised(exercise, error, version):
    if error.type_name == "TypeError" and "takes 0 positional" in error.message:
        title = f"{error.type_name}: {error.message}. A test takes one argument, the function under test."
        return Report("raised", exercise.name, title)
    line = f" The line was: {error.line.strip()}" if error.line else ""
    end = "return True or False" if exercise.answers else f"end quietly or with {RAISED}"
    message = " ".join(error.message.split()[:25])
    title = f"Given {version.says}, it stopped with {error.type_name}: {message}.{line}"
    return Report("raised", exercise.name, title, sentences=[f"A test has to {end}."])


def _refused(exercise, call):
    """True, False, or None if the call gave no verdict."""
    if not exercise.answers:
        return call.error is not None
    value = call.value
    if isinstance(value, (bool, int, np.bool_, np.number, np.ndarray)) and np.size(value) == 1:
        return bool(value)
    return None


def _upside_down(exercise, missed):
    right = [v for v in exercise.versions if not v.wrong]
    if len(missed) == len(exercise.versions) - len(right):
        title = (
            f"Upside down: it {exercise.refuses} every right version, and {exercise.lets_through} the others."
        )
    else:
        title = f"It {exercise.refuses} every right version and {exercise.lets_through} {listed(missed)}."
    step = "First make it let a right version through, one that you wrote, then make it meet the wrong one."
    return Report("wrong, not recognised", exercise.name, title, sentences=[step])


def _too_weak(exercise, missed, harmed):
    known = entry("M57")
    wrong = sum(v.wrong for v in exercise.versions)
    most = 1 if harmed else 2
    shown = f"Yours {exercise.lets_through} {listed(missed, most)}."
    if len(missed) == wrong:
        shown = f"Yours {exercise.lets_through} the {wrong} {exercise.kinds[0]} versions."
    if harmed:
        shown += f" It also {exercise.refuses} {listed(harmed, most)}."
    sentences = [
        "It looks as if what was tried settles what was not.",
        shown,
        "A test earns its keep by what it refuses.",
        exercise.next_step,
    ]
    return Report(
        "misconception", exercise.name, sentence(known.name), ["M57"], "one", "test", [known.name], sentences
    )


def _too_strict(exercise, run, harmed):
    right = [i for i, v in enumerate(exercise.versions) if not v.wrong]
    if len(harmed) == len(right):
        title = f"It {exercise.refuses} every version, the right ones too."
        sentences = ["First make it let a right version through, then make it meet the wrong one."]
    else:
        title = f"It {exercise.refuses} {listed([exercise.versions[i] for i in harmed])}."
        sentences = [
            "Right versions may differ in how they are written and in the last digit: compare results, "
            "within a tolerance."
        ]
    error = run.calls[harmed[0]].error
    if error is not None and error.message:
        sentences.append(f"It stopped with: {' '.join(error.message.split()[:25])}")
    return Report("wrong, not recognised", exercise.name, title, sentences=sentences)


def listed(versions, most=2):
    """Some by name, the others counted.

    >>> listed([Version(abs, True, says) for says in ("the bug itself", "a relative", "another")])
    'the bug itself, a relative and 1 more'
    """
    says = [v.says for v in versions]
    if len(says) > most:
        says = [*says[:most], f"{len(says) - most} more"]
    return ", ".join(says[:-1]) + (" and " if len(says) > 1 else "") + says[-1]
