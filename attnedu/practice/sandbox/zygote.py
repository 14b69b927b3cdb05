"""The zygote, from the parent's side (Linux): a clean process that forks one child per run in a few ms.

It is never forked from this process: a kernel has threads, and a fork of it may inherit their locks.
"""

from __future__ import annotations

import atexit
import contextlib
import os
import signal
import socket
import subprocess
import threading

from . import wire
from .channel import HOST, Child, environment, payload, python

_START_SECONDS, _END_SECONDS = 30.0, 2.0


class Zygote:
    """Starts on the first `launch`, starts again when it was killed, and ends with this process."""

    def __init__(self) -> None:
        self._process: subprocess.Popen | None = None
        self._control: socket.socket | None = None
        self._ahead: set[str] = set()
        self._lock = threading.RLock()  # `start` may run in a background thread
        atexit.register(self.stop)
        os.register_at_fork(after_in_child=self._forget)

    def start(self) -> None:
        """Start the process if there is none; returns before it is ready. OSError where it cannot start."""
        with self._lock:
            if self._process is not None and self._process.poll() is None and self._control is not None:
                return
            self.stop()
            ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
            with theirs:
                self._process = subprocess.Popen(
                    [python(), HOST, "zygote"],
                    stdin=theirs,
                    stdout=subprocess.DEVNULL,
                    stderr=subprocess.DEVNULL,
                    env=environment(),
                    start_new_session=True,  # an interrupt meant for the kernel must not reach it
                )
            self._control = ours

    def launch(self, header: dict) -> Child:
        """Fork a child for one run. OSError if no zygote can be had."""
        with self._lock:
            for attempt in range(2):
                self.start()
                try:
                    return self._launch(header)
                except (OSError, ValueError):  # it was killed, or stopped
                    self.stop()
                    if attempt:
                        raise
        raise AssertionError("unreachable")

    def _launch(self, header: dict) -> Child:
        ours, theirs = socket.socketpair()
        reading, writing = os.pipe()
        try:
            with theirs:
                socket.send_fds(self._control, [wire.dumps(("run",))], [theirs.fileno(), writing])
                pid = self._reply("pid", _START_SECONDS)
            ours.settimeout(_START_SECONDS)
            ours.sendall(payload(header))
            ours.settimeout(None)
        except BaseException:
            ours.close()
            os.close(reading)
            raise
        finally:
            os.close(writing)
        return Child(ours.detach(), reading, lambda grace: self._end(pid, grace))

    def _reply(self, name: str, seconds: float):
        self._control.settimeout(seconds)
        data = self._control.recv(65536)
        if not data:
            raise ConnectionError("the zygote is gone")
        message = wire.loads(data)
        if message[0] != name:
            raise ValueError(f"the zygote answered {message[0]!r} instead of {name!r}")
        return message[1]

    def _end(self, pid: int, grace: float) -> int | None:
        with self._lock:
            try:
                self._control.send(wire.dumps(("end", pid, grace)))
                status = self._reply("status", _END_SECONDS + grace)
            except (OSError, ValueError, AttributeError):  # the function killed or stopped the zygote
                self.stop()
                with contextlib.suppress(OSError):
                    os.killpg(pid, signal.SIGKILL)
                return None
        return None if status is None else os.waitstatus_to_exitcode(status)

    def import_ahead(self, names) -> None:
        """Let the zygote import these before the next run. Does not wait."""
        with self._lock:
            new = set(names) - self._ahead
            self._ahead |= new
            if new and self._control is not None:
                with contextlib.suppress(OSError):
                    self._control.send(wire.dumps(("import", sorted(new))))

    def stop(self) -> None:
        """End the process and all that it forked."""
        with self._lock:
            if self._control is not None:
                self._control.close()  # the zygote reads the end of its input, ends its children, and goes
                self._control = None
            if self._process is not None:
                try:
                    self._process.wait(0.5)
                except subprocess.TimeoutExpired:
                    self._process.kill()
                    self._process.wait()
                self._process = None
            self._ahead = set()

    def _forget(self) -> None:
        """In a fork of the parent: the zygote belongs to the original alone."""
        self._lock = threading.RLock()
        if self._control is not None:
            self._control.close()
        self._control, self._process, self._ahead = None, None, set()
