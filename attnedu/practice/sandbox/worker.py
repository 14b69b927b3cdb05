"""The child's side: take a function and its arguments, call it, and send plain answers.

Messages, in order: ("ready",) once everything is imported, ("call", ...) after each call, ("done", modules).
Instead of ready: ("unpicklable", reason). The same code runs in every kind of child and in the kernel.
"""

from __future__ import annotations

import builtins
import contextlib
import copy
import functools
import importlib
import os
import pickle
import sys
import threading
import traceback
import warnings

import numpy as np

from . import limits
from .convert import Budget, returned
from .errors import describe, safe_text
from .fingerprint import fingerprint
from .imports import AHEAD, heavy_imports
from .wire import frame

CLOSED, FULL = 71, 72  # exit status: the answer channel was closed; no memory left to answer
_WARNINGS = 5
_exit, _write, _pid = os._exit, os.write, os.getpid  # kept: a learner may replace them


def child_main(channel: int, printed: int, header: dict) -> None:
    """Serve one run in this process, then end it. Never returns."""
    own = _pid()
    try:
        channel, printed = limits.lift(channel), limits.lift(printed)
        if hasattr(os, "register_at_fork"):  # a fork of the learner's must not hold the channel open
            os.register_at_fork(after_in_child=functools.partial(_close, channel))
        limits.enter(printed)
        emit = functools.partial(_emit, channel, header["token"])
        limits.set_limits(header["seconds"])
        try:
            function = prepare(header)
        except BaseException as reason:
            emit(("unpicklable", safe_text(reason)))
            _exit(0)
        perform(function, header["calls"], emit, functools.partial(limits.fresh_streams, printed), own)
    except MemoryError:
        _exit(FULL)
    except BaseException:
        _exit(CLOSED if _pid() == own else 0)
    _exit(0)


def _close(fd: int) -> None:
    try:
        os.close(fd)
    except OSError:
        pass


def _emit(channel: int, token: bytes, message: tuple) -> None:
    data = memoryview(frame(token, message))
    while data:
        data = data[_write(channel, data) :]


def prepare(header: dict):
    """Put the child in the parent's place (folder, import path), unpickle, import what is slow to import."""
    if header.get("path") is not None:
        os.chdir(header["cwd"])
        sys.path[:] = header["path"]
    function = header["function"]
    if isinstance(function, bytes):
        function = pickle.loads(function)
    for name in heavy_imports(function):
        with contextlib.suppress(Exception):  # the learner's own import statement will report it
            importlib.import_module(name)
    if "torch" in sys.modules:
        sys.modules["torch"].set_num_threads(1)  # a thread pool does not survive a fork
    return function


def perform(function, calls: list, emit, fresh_streams, own: int | None = None) -> None:
    """Call the function with each tuple of arguments and emit what came of it."""
    budget = Budget()
    arguments = [pickle.loads(args) if isinstance(args, bytes) else copy.deepcopy(args) for args in calls]
    saved = [(vars(module), tuple(vars(module).items()), module.__name__) for module in (builtins, np)]
    emit(("ready",))
    for args in arguments:
        fresh_streams()
        answer = one_call(function, args, budget, saved)
        if own is not None and _pid() != own:
            _exit(0)  # a fork made by the learner's function: only the original answers
        emit(("call", answer))
        if answer["error"] is not None and answer["error"][0] in ("SystemExit", "MemoryError"):
            break
    _flush()
    emit(("done", tuple(name for name in AHEAD if name in sys.modules), budget.exceeded))


def rehearse() -> None:
    """Do once, before any fork, what the first call would pay for: lazy imports, buffers of the BLAS."""
    square = np.ones((2, 2))
    budget = Budget()
    one_call(lambda array, _: (array @ array, [1.0], np.exp(array)), (square, {"a": 1}), budget)
    frame(b"", one_call(lambda: 1 / 0, (), budget))
    heavy_imports(rehearse)


def _flush() -> None:
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(BaseException):  # closed or replaced: then there is nothing to save
            stream.flush()


def one_call(function, args: tuple, budget: Budget, saved=()) -> dict:
    """What one call returned or raised, as plain data."""
    before = [fingerprint(item) for item in args]
    texts: list[str] = []
    answer = {"value": None, "kinds": (), "container": "", "error": None}

    def note(message, category, *_rest, **_more) -> None:
        if len(texts) < _WARNINGS:
            texts.append(f"{category.__name__}: {safe_text(message)}")

    with warnings.catch_warnings(), np.errstate(divide="warn", over="warn", invalid="warn", under="ignore"):
        warnings.simplefilter("always")
        warnings.showwarning = note
        try:
            value = function(*args)
        except BaseException as reason:
            if isinstance(reason, MemoryError):
                traceback.clear_frames(reason.__traceback__)  # lets go of what filled the memory
                limits.loosen_memory() if threading.current_thread() is threading.main_thread() else None
            answer["error"] = describe(reason)
        changed = _restore(saved)
        if answer["error"] is None:
            answer["value"], answer["kinds"], answer["container"] = returned(value, budget)
    answer["mutated"] = tuple(i for i, item in enumerate(args) if fingerprint(item) != before[i])
    answer["warnings"], answer["changed"] = tuple(texts), changed
    return answer


def _restore(saved) -> tuple:
    """Undo changes to numpy and the builtins; the names that were changed. Calls no builtin: see above."""
    changed: tuple = ()
    for scope, items, module in saved:
        for name, value in items:
            if scope.get(name, saved) is not value:
                scope[name] = value
                changed += (module + "." + name,) if name[0] != "_" else ()
    return changed[:5]
