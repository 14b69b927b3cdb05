"""For a function that cannot travel (an open file, a lock): a fork of this process, or the kernel itself.

A forked copy has the same walls, but may hang on a lock that a thread of the kernel held; the time limit
ends it then. In the kernel (Windows) only a plain loop can be stopped.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import signal
import sys
import threading
import time
import warnings

from . import worker
from .channel import Child
from .wire import frame


def forked(header: dict) -> Child:
    """Run in a fork of this process."""
    reading, answers = os.pipe()
    listening, printed = os.pipe()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # Python 3.12 warns of forks beside threads; see above
        pid = os.fork()
    if pid == 0:
        with contextlib.suppress(BaseException):
            os.close(reading)
            os.close(listening)
            worker.child_main(answers, printed, header)
        os._exit(worker.CLOSED)
    os.close(answers)
    os.close(printed)
    return Child(reading, listening, lambda grace: _end(pid, grace))


def _end(pid: int, grace: float) -> int | None:
    natural, patience = None, time.monotonic() + grace
    with contextlib.suppress(ChildProcessError):
        while natural is None and time.monotonic() < patience:
            done, status = os.waitpid(pid, os.WNOHANG)
            if done:
                natural = os.waitstatus_to_exitcode(status)
            else:
                time.sleep(0.002)
    for kill in (os.killpg, os.kill) if natural is None else (os.killpg,):
        with contextlib.suppress(OSError):
            kill(pid, signal.SIGKILL)
    if natural is None:
        with contextlib.suppress(ChildProcessError):
            os.waitpid(pid, 0)
    return natural


class _Tee:
    """Stands for sys.stdout: what the run's thread prints is captured, the rest goes where it went."""

    def __init__(self, put, stream) -> None:
        self._put, self._stream = put, stream
        self.thread = threading.get_ident()

    def write(self, text: str) -> int:
        if threading.get_ident() == self.thread:
            self._put(text.encode("utf-8", "replace"))
            return len(text)
        return self._stream.write(text)

    def __getattr__(self, name: str):
        return getattr(self._stream, name)


def in_kernel(header: dict) -> Child:
    """Run in a thread of this process: the last resort, without walls."""
    reading, answers = os.pipe()
    listening, printed = os.pipe()
    ended = threading.Event()

    def emit(message: tuple) -> None:
        data = memoryview(frame(header["token"], message))
        while data:
            data = data[os.write(answers, data) :]

    def serve() -> None:
        before = sys.stdout
        with contextlib.suppress(BaseException):  # told by the missing answer
            sys.stdout = _Tee(lambda data: os.write(printed, data), before)
            worker.perform(header["function"], header["calls"], emit, lambda: None)
        sys.stdout = before
        ended.set()
        os.close(answers)
        os.close(printed)

    thread = threading.Thread(target=serve, daemon=True)
    thread.start()

    def end(grace: float) -> None:
        if not ended.wait(grace):
            for _ in range(20):  # asked again, because a function may catch it
                target, exit_ = ctypes.c_ulong(thread.ident), ctypes.py_object(SystemExit)
                ctypes.pythonapi.PyThreadState_SetAsyncExc(target, exit_)
                if ended.wait(0.02):
                    break

    return Child(reading, listening, end)
