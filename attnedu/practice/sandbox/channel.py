"""What every kind of child has in common, seen from the parent: two streams to read, and an end."""

from __future__ import annotations

import contextlib
import os
import pickle
import queue
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

HOST = str(Path(__file__).with_name("host.py"))
_ONE_THREAD = ("OMP", "OPENBLAS", "MKL", "NUMEXPR", "VECLIB_MAXIMUM", "BLIS")


def environment() -> dict[str, str]:
    """The parent's environment, for a process that is quiet, single-threaded and draws nothing."""
    env = {key: text for key, text in os.environ.items() if key not in ("PYTHONWARNINGS", "PYTHONINSPECT")}
    env |= {f"{name}_NUM_THREADS": "1" for name in _ONE_THREAD}  # a forked pool of threads would hang
    return env | {"MPLBACKEND": "agg"}


def python() -> str:
    """The interpreter to start children with; OSError where this process does not know it."""
    if not sys.executable:
        raise OSError("sys.executable is empty")
    return sys.executable


def payload(header: dict) -> bytes:
    """The request as `host.read_payload` reads it."""
    data = pickle.dumps(header, protocol=5)
    return len(data).to_bytes(8, "little") + data


@dataclass
class Child:
    """A started run. `end(grace)` kills all of it, and returns the exit code if it ended by itself."""

    answers: int
    printed: int
    end: Callable[[float], int | None]


@dataclass
class Printed:
    """The beginning of what a child prints; the rest is read and dropped, so that it never blocks."""

    limit: int
    data: bytearray = field(default_factory=bytearray)

    def __call__(self, chunk: bytes | None) -> None:
        if chunk and len(self.data) <= 4 * self.limit:
            self.data += chunk

    def text(self) -> tuple[str, bool]:
        """(at most `limit` characters, whether there were more)."""
        text = self.data.decode("utf-8", "replace")
        return text[: self.limit], len(text) > self.limit


class Reader:
    """Reads both streams of a child, each in a thread: a pipe cannot be waited for otherwise on Windows."""

    def __init__(self, child: Child, printed: Printed) -> None:
        self.deadline = time.monotonic()
        self._chunks: queue.SimpleQueue = queue.SimpleQueue()
        self._threads = [
            threading.Thread(target=_drain, args=pair, daemon=True)
            for pair in ((child.answers, self._chunks.put), (child.printed, printed))
        ]
        for thread in self._threads:
            thread.start()

    def allow(self, seconds: float) -> None:
        """Set the time by which the next message must have come."""
        self.deadline = time.monotonic() + seconds

    def chunks(self):
        """Bytes of the answer as they come; TimeoutError at the deadline."""
        while True:
            try:
                chunk = self._chunks.get(timeout=max(0.0, self.deadline - time.monotonic()))
            except queue.Empty:
                raise TimeoutError from None
            if chunk is None:
                return
            yield chunk

    def close(self) -> None:
        """Wait shortly for what is still in the pipes."""
        for thread in self._threads:
            thread.join(0.5)


def _drain(fd: int, put) -> None:
    with contextlib.suppress(OSError):
        while chunk := os.read(fd, 65536):
            put(chunk)
    with contextlib.suppress(OSError):
        os.close(fd)
    put(None)
