"""Walls around a child process: its own session, redirected streams, limits on memory and time.

Each wall that the system does not offer is left out, and `missing_walls` names it.
"""

from __future__ import annotations

import io
import os
import signal
import sys

try:
    import fcntl
    import resource
except ImportError:  # Windows
    fcntl = resource = None

MEMORY_BYTES = 3 * 2**30  # beyond what the process holds when the run begins
PREPARE_SECONDS = 20.0  # for unpickling and imports, before the learner's clock starts
_SPARE_BYTES = 256 * 2**20  # given back once a call ran out, so that it can be reported
_PR_SET_PDEATHSIG, _PR_SET_CHILD_SUBREAPER = 1, 36


def missing_walls() -> list[str]:
    """Sentences on what cannot be guarded on this system (none on Linux)."""
    if sys.platform.startswith("linux"):
        return []
    if resource is None:
        return ["Windows sets no limit on memory here: only the time limit ends a function that fills it."]
    return ["This system may not enforce the memory limit: then only the time limit ends such a function."]


def prctl(option: int, value: int) -> None:
    """Linux's prctl, where there is one; silent elsewhere."""
    if not sys.platform.startswith("linux"):
        return
    try:
        import ctypes

        ctypes.CDLL(None).prctl(option, value, 0, 0, 0)
    except (ImportError, OSError, AttributeError):
        pass


def adopt_orphans() -> None:
    """Make this process the parent of its descendants' orphans, so that it can end and reap them."""
    prctl(_PR_SET_CHILD_SUBREAPER, 1)


def lift(fd: int) -> int:
    """The same file under a high number, out of the way of code that closes or writes to small ones."""
    if fcntl is not None:
        for lowest in (700, 200, 30):
            try:
                high = fcntl.fcntl(fd, fcntl.F_DUPFD_CLOEXEC, lowest)
                break
            except OSError:  # beyond this system's limit on open files
                continue
        else:
            return fd
    else:
        high = os.dup(fd)
    os.close(fd)
    return high


def enter(printed: int) -> None:
    """Leave the parent's session, point the standard streams at `printed`, and set the limits."""
    if hasattr(os, "setsid"):
        try:
            os.setsid()
        except OSError:  # already the leader of a session
            pass
    prctl(_PR_SET_PDEATHSIG, 9)  # SIGKILL once the process that forked it is gone
    signal.signal(signal.SIGINT, signal.default_int_handler)
    nothing = os.open(os.devnull, os.O_RDONLY)
    if nothing != 0:
        os.dup2(nothing, 0)
        os.close(nothing)
    sys.stdin = open(0, closefd=False)  # noqa: SIM115  open for as long as the process lives
    fresh_streams(printed)


def fresh_streams(printed: int) -> None:
    """New stdout and stderr on `printed`, whatever was closed or replaced before."""
    for fd in (1, 2):
        os.dup2(printed, fd)
    for name, fd in (("stdout", 1), ("stderr", 2)):
        raw = io.FileIO(fd, "w", closefd=False)
        text = io.TextIOWrapper(
            io.BufferedWriter(raw), encoding="utf-8", errors="backslashreplace", line_buffering=True
        )
        setattr(sys, name, text)


def set_limits(seconds: float) -> None:
    """Bound memory, core files and, as a last resort for an orphan, processor time."""
    if resource is None:
        return
    _soft(resource.RLIMIT_CORE, 0)
    _soft(resource.RLIMIT_CPU, int(_cpu_seconds() + PREPARE_SECONDS + seconds + 10))
    held = _address_space()
    if held:
        _soft(resource.RLIMIT_AS, held + MEMORY_BYTES)


def loosen_memory() -> None:
    """A little more room after a MemoryError, so that it can be reported."""
    held = _address_space() if resource is not None else 0
    if held:
        _soft(resource.RLIMIT_AS, held + _SPARE_BYTES)


def _soft(kind: int, value: int) -> None:
    hard = resource.getrlimit(kind)[1]
    try:
        resource.setrlimit(kind, (value if hard == resource.RLIM_INFINITY else min(value, hard), hard))
    except (OSError, ValueError):  # macOS refuses some of these
        pass


def _cpu_seconds() -> float:
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


def _address_space() -> int:
    """Bytes of address space in use, or 0 where the system does not tell."""
    try:
        with open("/proc/self/statm") as file:
            return int(file.read().split()[0]) * resource.getpagesize()
    except (OSError, ValueError):
        return 0
