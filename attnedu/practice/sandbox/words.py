"""Sentences for what stopped a run."""

from __future__ import annotations

import signal
from contextlib import suppress

from . import limits, worker
from .results import Call, Problem


def last_words(calls: list[Call]) -> Problem | None:
    """The problem that an exception tells of: the function asked to exit, or filled the memory."""
    error = calls[-1].error if calls else None
    if error is not None and error.type_name == "SystemExit":
        return Problem("exited", "Your function asked Python to exit (exit, quit or sys.exit).")
    if error is not None and error.type_name == "MemoryError":
        return _memory_words()
    return None


def _memory_words() -> Problem:
    return Problem("memory", f"Your function used more than {limits.MEMORY_BYTES // 2**30} GB of memory.")


def exit_words(code: int | None, place: str) -> Problem:
    if code == worker.FULL:
        return _memory_words()
    if code is None or code == worker.CLOSED:
        text = f"Your function closed files or ended processes that are not its own{place}: no answer came."
    elif code >= 0:
        text = f"Your function ended its Python process{place} (exit status {code})."
    else:
        with suppress(ValueError):
            code = signal.Signals(-code).name
        text = f"The process that ran your function was ended{place} by {code}."
        if code in ("SIGSEGV", "SIGBUS"):
            text += " Endless recursion does that once the recursion limit is raised."
    return Problem("exited", text)
