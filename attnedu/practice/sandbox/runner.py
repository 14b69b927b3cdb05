"""`run`: choose a child, give it the calls, collect its answers, and say what went wrong."""

from __future__ import annotations

import linecache
import os
import sys
import threading
from contextlib import suppress

from . import fallback, limits, pack, wire
from .channel import Printed, Reader
from .errors import safe_text
from .results import Call, Error, Problem, Run
from .words import exit_words, last_words

_one_run = threading.RLock()  # the runs of two threads take turns
_sources: dict = {}
_GRACE = 0.25


def _mode(mode: str | None) -> str:
    default = "zygote" if sys.platform.startswith("linux") else "spawn"
    return mode or os.environ.get("ATTNEDU_SANDBOX") or default


def _source(mode: str):
    """The one zygote, or the one spawner, of this process."""
    if mode not in _sources:
        if mode == "zygote":
            from .zygote import Zygote as Source
        elif mode == "spawn":
            from .spawn import Spawner as Source
        else:
            raise ValueError(f'mode is "zygote", "spawn", "fork" or "kernel", not {mode!r}')
        _sources[mode] = Source()
    return _sources[mode]


def warm() -> None:
    """Start the process that will run functions, without waiting for it (it takes about 0.2 s)."""
    with suppress(OSError, ValueError):
        _source(_mode(None)).start()


def run(function, calls, *, seconds: float = 1.6, capture: int = 4000, mode: str | None = None) -> Run:
    """Call `function(*args)` for each tuple `args` of `calls`, in order, in one child process.

    `seconds` bounds the calls together, not imports; `capture` bounds the characters kept of what is
    printed. `mode` ("zygote", "spawn", "fork", "kernel") is for tests; the system decides it otherwise.
    Raises TypeError for an element of `calls` that is no tuple; nothing that the function does raises here.

    >>> run(lambda a, b: a + b, [(1, 2), (3, 4)]).calls[1].value
    7
    """
    mode = _mode(mode)
    header = {
        "token": os.urandom(8),
        "calls": pack.pack_calls(calls),
        "seconds": seconds,
        "function": function,
        "cwd": os.getcwd(),
        "path": list(sys.path),
    }
    with _one_run:
        notes = limits.missing_walls()
        if mode not in ("fork", "kernel"):
            outcome = _clean(header, mode, seconds, capture, notes)
            if outcome is not None:
                return outcome
        header["path"] = None  # a copy is in the right place already
        if mode == "kernel" or not hasattr(os, "fork"):
            notes.append("It ran in the kernel itself, without a guard: an endless loop may stay running.")
            return _collect(fallback.in_kernel, header, Run(guard="kernel (no guard)", notes=notes), capture)
        return _collect(fallback.forked, header, Run(guard="forked copy", notes=notes), capture)


def _clean(header: dict, mode: str, seconds: float, capture: int, notes: list[str]) -> Run | None:
    """The run in a clean child; None, and a note, if the function cannot be carried there."""
    source = _source(mode)
    if not all(isinstance(args, bytes) for args in header["calls"]):
        notes.append("An argument cannot be sent to another process, so a copy of this one ran the function.")
        return None
    try:
        function = pack.pack_function(header["function"])
    except Exception as reason:
        text = f"{type(reason).__name__}: {safe_text(reason)}".splitlines()[0][:160]
        notes.append(f"Your function uses something that cannot be sent to another process ({text}).")
        return None
    try:
        outcome = _collect(source.launch, header | {"function": function}, Run(notes=list(notes)), capture)
    except OSError as reason:
        notes.append(f"No clean process could be started ({type(reason).__name__}).")
        return None
    if outcome.problem == "unpicklable":
        notes.append(f"A clean process could not read your function ({outcome.message[:160]}).")
        return None
    source.import_ahead(outcome.imported)
    return outcome


def _collect(launch, header: dict, run: Run, capture: int) -> Run:
    """Fill `run` with the answers of a child; ends the child in every case, an interrupt included."""
    total, seconds, ready, code = len(header["calls"]), header["seconds"], False, None
    child = launch(header)
    printed = Printed(capture)
    reader = Reader(child, printed)
    grace = 0.0
    try:
        reader.allow(limits.PREPARE_SECONDS)
        name = "exited"
        for message in wire.frames(reader.chunks(), header["token"]):
            if message[0] == "ready":
                ready = True
                reader.allow(seconds)
            elif message[0] == "call":
                run.calls.append(_call(message[1], run))
            else:
                name = message[0]
                break
        if name == "exited":
            grace = _GRACE
    except TimeoutError:
        name = "timeout"
    except (ValueError, LookupError, TypeError):
        name = "garbled"
    finally:
        code = child.end(grace)
        reader.close()
    place = f" in call {len(run.calls) + 1} of {total}" if ready and total > 1 else ""
    if name == "done":
        run.imported = list(message[1])
        if message[2]:
            run.notes.append(f"Your function returned more than {wire.ANSWER_BYTES // 2**20} MB.")
        run.problem = last_words(run.calls)
    elif name == "unpicklable":
        run.problem = Problem(name, message[1])
    elif name == "timeout":
        limit = seconds if ready else limits.PREPARE_SECONDS
        doing = "running" if ready else "being read and imported"
        text = f"Your function was still {doing} after {limit:g} seconds{place}, so it was stopped."
        run.problem = Problem(name, text)
    elif name == "garbled":
        run.problem = Problem(name, f"Your function wrote to a file that it did not open{place}: no answer.")
    else:
        run.problem = exit_words(code, place)
    run.printed, more = printed.text()
    if more:
        run.notes.append(f"It printed more than {capture} characters; the rest is left out.")
    return run


def _call(answer: dict, run: Run) -> Call:
    error = answer["error"]
    if error is not None:
        name, text, file, lineno = error
        line = linecache.getline(file, lineno).strip() if file and lineno else ""
        error = Error(name, text, line or None, lineno)
    for name in answer["changed"]:
        note = f"Your function changed {name}; the change was undone after the call."
        if note not in run.notes:
            run.notes.append(note)
    return Call(
        value=answer["value"],
        error=error,
        mutated=list(answer["mutated"]),
        kinds=list(answer["kinds"]),
        container=answer["container"],
        warnings=list(answer["warnings"]),
    )
