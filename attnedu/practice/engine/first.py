"""What can be said before any number is compared: nothing written yet, no answer, nothing returned."""

import dis

from ..catalogue import entry
from .report import Report, sentence


def before_any_result(exercise, run, yours):
    """A report for what needs no comparison: nothing written, no answer, nothing returned; else None."""
    errors = [call.error for call in run.calls if call.error is not None]
    if any(error.type_name == "NotImplementedError" for error in errors) or _does_nothing(yours):
        name = getattr(yours, "__name__", exercise.name)
        name = name if name.isidentifier() else exercise.name
        title = f"Write the body of {name}, run its cell, then run this one again."
        title += f' Stuck? hint("{exercise.name}").'
        return Report("not attempted", exercise.name, title)
    if run.problem:
        return Report("raised", exercise.name, run.message or f"The run ended early: {run.problem}.")
    if run.calls and all(call.error is None and call.value is None for call in run.calls):
        known = entry("M45")
        shown = "Every call of your function came back with None."
        sentences = [
            "It looks as if a result is kept inside the function.",
            shown,
            known.truth,
            known.next_step,
        ]
        return Report(
            "misconception",
            exercise.name,
            sentence(known.name),
            ["M45"],
            "one",
            "return",
            [known.name],
            sentences,
        )
    kind = next(
        (k for call in run.calls for k in call.kinds if k in ("coroutine", "generator", "async_generator")),
        None,
    )
    if kind:
        title = f"It returned a {kind}, not a result: write a plain function with return, no async, no yield."
        return Report("wrong shape", exercise.name, title)
    return None


def _does_nothing(function):
    """True for a body of `pass`, `...` or a docstring alone."""
    code = getattr(function, "__code__", None)
    if code is None:
        return False
    harmless = {"RESUME", "LOAD_CONST", "RETURN_VALUE", "RETURN_CONST", "NOP", "POP_TOP"}
    return {i.opname for i in dis.get_instructions(code)} <= harmless and code.co_consts[-1] is None
